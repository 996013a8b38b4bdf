/** A cell as a subject: its scene, and what paths are bound by, in one block of bytes. */
import { type Packable, pack, type Room, unpack } from '../../batch/packed.ts';
import { type PackedScene, packScene, sceneLater, sceneOf } from '../../batch/packed-scene.ts';
import { refuseMore } from '../../batch/refuse-more.ts';
import { InputError, LoopedRobot, type Scene } from '../../index.ts';
import type { LoadedCell } from '../../io/index.ts';

const CELL_FORMAT = 'inbetween-packed-cell/1';

/** What of a cell is not in its scene. */
type CellRest = Pick<
  LoadedCell,
  'file' | 'name' | 'starts' | 'path' | 'program' | 'units' | 'columns' | 'ownPaths' | 'pathLines' | 'warnings'
>;

interface PackedCell extends CellRest {
  readonly format: string;
  readonly scene: PackedScene;
  /** Name of the scene that plans say they are for; null: they may be for any. */
  readonly plannedFor: string | null;
}

/** What paths are judged in. */
export interface OpenedCell {
  readonly cell: LoadedCell;
  readonly scene: Scene;
  readonly plannedFor: string | undefined;
}

/** The cell as it is sent and named by its content: without trees, and naming no file that anybody would open. */
export function packCell(cell: LoadedCell, plannedFor?: string): Uint8Array {
  return packed(cell, sceneLater({ ...cell }), plannedFor, false);
}

/** The same with trees and joined meshes, for threads of this program alone. */
export function cellWithTrees(bytes: Uint8Array, room?: Room): Uint8Array {
  const { cell, scene, plannedFor } = openCell(bytes);
  return packed(cell, scene, plannedFor, true, room);
}

function packed(cell: LoadedCell, scene: Scene, plannedFor: string | undefined, withTrees: boolean, room?: Room): Uint8Array {
  const { file, name, starts, path, program, units, columns, ownPaths, pathLines, warnings, ...inScene } = cell;
  const { robots, obstacles, bodies, bodyMotions, allowed, clearance, tolerance, uncertainty, self, ...rest } = inScene;
  refuseMore(rest, 'packed cell');
  const out: PackedCell = {
    format: CELL_FORMAT,
    scene: packScene(scene, withTrees),
    plannedFor: plannedFor ?? null,
    ...{ file, name, starts, path, program, units, columns, ownPaths, pathLines, warnings },
  };
  return pack(out as unknown as Packable, room);
}

export function openCell(bytes: Uint8Array): OpenedCell {
  const { format, scene: content, plannedFor, ...own } = unpack(bytes) as PackedCell;
  if (format !== CELL_FORMAT) throw new InputError('not a packed cell');
  const { file, name, starts, path, program, units, columns, ownPaths, pathLines, warnings, ...rest } = own;
  refuseMore(rest, 'packed cell');
  const { scene, options } = sceneOf(content, LoopedRobot);
  const { clearance = 0, self = true, tolerance, uncertainty } = options;
  const { robots, obstacles, bodies, allowed, bodyMotions } = options as unknown as LoadedCell;
  const cell: LoadedCell = { ...own, robots, obstacles, bodies, allowed, bodyMotions, clearance, self, tolerance, uncertainty };
  return { cell, scene, plannedFor: plannedFor ?? undefined };
}
