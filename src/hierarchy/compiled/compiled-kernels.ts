/**
 * The inner loops of building a tree as WebAssembly, where somebody has prepared them (prepare-trees.ts). They are
 * compiled from the very functions named here, and give the same bits: no code has to get warm first.
 */

/** Each as the function of that name in split-triangles.ts, fit-nodes.ts and fit-swept-sphere.ts. */
export interface Kernels {
  readonly split: (boxes: Float64Array, order: Uint32Array, from: number, to: number, level: number) => number;
  readonly gatherMoments: (nodes: Float64Array, length: number, leaves: Float64Array, childSlot: number, each: number) => void;
  readonly packBlocks: (
    indices: Uint32Array,
    nodes: Float64Array,
    length: number,
    leaves: Float64Array,
    triangles: Uint32Array,
    leafCount: number,
    childSlot: number,
    seen: Uint32Array,
    start: Uint32Array,
    groups: Float64Array,
  ) => number;
  readonly fitDown: (
    evenRadius: number,
    first: number,
    nodes: Float64Array,
    leaves: Float64Array,
    groups: Float64Array,
    start: Uint32Array,
    isPacked: boolean,
    axes: Float64Array,
    centre: Float64Array,
    bounds: Float64Array,
    P: Float64Array,
    Q: Float64Array,
    R: Float64Array,
  ) => number;
}

/** What is fitted to what: `FitWork` of fit-nodes.ts. */
export interface KernelWork {
  readonly nodes: Float64Array;
  readonly leaves: Float64Array;
  readonly groups: Float64Array;
  readonly start: Uint32Array;
  readonly isPacked: boolean;
  readonly projection: {
    readonly axes: Float64Array;
    readonly centre: Float64Array;
    readonly bounds: Float64Array;
    readonly along: readonly Float64Array[];
  };
}

/** Kernels and the memory in which they work: arrays that they are given must be from here. */
export interface Room extends Omit<Kernels, 'fitDown'> {
  /** Fits nodes to swept spheres. `evenRadius`: of all leaves, null where they differ. */
  sweptSpheres(evenRadius: number | null): (work: KernelWork, node: number) => number;
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
