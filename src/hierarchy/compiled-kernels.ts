/**
 * The inner loops of building a tree as WebAssembly, where somebody has prepared them (prepare-trees.ts). They are
 * compiled from the very functions named here, and give the same bits: no code has to get warm first.
 */
import type { gatherMoments, PartFit, packBlocks } from './fit-nodes.ts';
import type { fitDown } from './fit-swept-sphere.ts';
import type { split } from './split-triangles.ts';

export interface Kernels {
  readonly split: typeof split;
  readonly gatherMoments: typeof gatherMoments;
  readonly packBlocks: typeof packBlocks;
  readonly fitDown: typeof fitDown;
}

/** Kernels and the memory in which they work: arrays that they are given must be from here. */
export interface Room extends Omit<Kernels, 'fitDown'> {
  /** Fits nodes to swept spheres. `evenRadius`: of all leaves, null where they differ. */
  sweptSpheres(evenRadius: number | null): PartFit;
  /** A copy of an array, or so many doubles, whatever they are. */
  doubles(of: number | Float64Array): Float64Array;
  /** A copy of an array, or so many zeros. */
  integers(of: number | Uint32Array): Uint32Array;
  /** Copies a result to where it belongs. Nothing of the room may be used after that. */
  leave<T extends Float64Array | Uint32Array>(result: T, home: T): void;
}

export type RoomMaker = (bytes: number) => Room | null;

let maker: RoomMaker | null = null;

/** Who gives room from now on; returns who did. */
export function makeRooms(by: RoomMaker | null): RoomMaker | null {
  const before = maker;
  maker = by;
  return before;
}

/** Room for arrays of so many bytes, to be filled in one go; null: kernels are not prepared, or it is too much. */
export function roomFor(bytes: number): Room | null {
  return maker?.(bytes) ?? null;
}
