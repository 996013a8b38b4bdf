import { HeldMotion, type RobotPath, type Scene, type SceneMotions } from '../../index.ts';
import { type CellMotions, type Files, type LoadedCell, type PathFile, readCellMotions } from '../../io/index.ts';
import { entryOf } from '../../words/entries.ts';
import { type MovesAt, movesOf } from '../../words/move-place.ts';
import type { OwnPlaces } from '../../words/scene-judgement.ts';

/** A path of a cell's robots, as a file or the cell itself gives it. */
export interface CellPath {
  /** Name as the user knows it. */
  readonly name: string;
  /** Motions of everything that moves. */
  readonly motions: SceneMotions;
  /** Paths of the robots, by name. */
  readonly paths: Readonly<Record<string, RobotPath>>;
  readonly segments: number;
  /** Where on a program of tool moves a robot is; undefined: they have waypoints. */
  readonly moves?: MovesAt;
  /** What is odd in the file. */
  readonly warnings: readonly string[];
  /** Seconds at a path time; null where the path has no timing. */
  secondsAt(time: number): number | null;
  /** The path time at a second; null where the path has no timing. */
  timeAt(second: number): number | null;
  /** Where each is on its own path, by name; empty where the path has no timing. */
  ownTimesAt(time: number): Readonly<Record<string, number>>;
  /** The part between two ends of segments; null where something is taken or laid down: only the whole can be asked. */
  readonly between: ((first: number, last: number) => SceneMotions) | null;
}

/** Reads a path; without `file`, in forward slashes, the one that the cell names. `content`: one of several in it. */
export async function readPathOfCell(
  files: Files,
  cell: LoadedCell,
  scene: Scene,
  file?: string,
  content?: PathFile,
  maxWork?: number,
): Promise<CellPath> {
  const bound = await readCellMotions(files, cell, content ?? file, { maxWork });
  return cellPath(scene, bound, file ?? (typeof cell.path === 'string' ? cell.path : cell.file));
}

/** Motions of a cell as a path that goes by a name. */
export function cellPath(
  scene: Scene,
  { motions, paths, warnings }: Omit<CellMotions, 'motions'> & { readonly motions: SceneMotions },
  name: string,
): CellPath {
  const { segments, seconds, secondsAt, ownTimesAt } = scene.clock(motions);
  return {
    name,
    motions,
    paths,
    segments,
    moves: movesOf(paths),
    warnings,
    secondsAt,
    timeAt: (second) => (seconds === null ? null : timeAt(seconds, second)),
    ownTimesAt,
    between: Object.values(motions).some((motion) => motion instanceof HeldMotion)
      ? null
      : (first, last) => scene.between(motions, first, last),
  };
}

function timeAt(seconds: readonly number[], second: number): number {
  const segment = Math.max(
    0,
    Math.min(
      seconds.length - 2,
      seconds.findLastIndex((knot) => knot <= second),
    ),
  );
  return segment + Math.min(1, (second - seconds[segment]) / (seconds[segment + 1] - seconds[segment]));
}

/** Where each robot is on its own path, whose waypoints are those of its file; empty where the path has no timing. */
export function ownPlacesAt({ paths, ownTimesAt }: CellPath, time: number): OwnPlaces {
  const own = ownTimesAt(time);
  return Object.keys(paths).flatMap((name) => {
    const at = entryOf(own, name);
    return at === undefined ? [] : [[name, at] as const];
  });
}
