/**
 * Which pairs of boxes meet, kept up to date while the boxes move: the interface of all broad phases.
 * Guarantee of each implementation: after `update` the pairs are exactly those of brute force; boxes are closed, so touching is meeting; pairs of two fixed boxes
 * are never told. `opened` and `closed` are exactly the changes since the update before, each pair once, the smaller number first.
 */
export interface BroadPhase {
  readonly method: string;
  /** Boxes stored now. */
  readonly size: number;
  /** Stores the box in box[offset..offset + 5], x y z of the lowest corner, then of the highest, and gives it a number. Numbers of removed boxes are given again after the next update. */
  add(box: ArrayLike<number>, offset?: number, fixed?: boolean): number;
  remove(id: number): void;
  /** A fixed box may be moved too; it is only expected to stay. */
  move(id: number, box: ArrayLike<number>, offset?: number): void;
  /** Costs what has changed since the update before. */
  update(): void;
  /** Two numbers per pair, valid until the next update; a removed box's pairs are closed. */
  readonly opened: Uint32Array;
  readonly openedCount: number;
  readonly closed: Uint32Array;
  readonly closedCount: number;
  /** Pairs that meet, as of the last update. */
  readonly pairCount: number;
  forEachPair(visit: (i: number, j: number) => void): void;
  readonly stats: BroadStats;
}

/** Work of all updates so far, in counts; a caller may set them to 0. */
export interface BroadStats {
  /** Tests of two boxes against each other. */
  boxTests: number;
  /** Cells of a grid or nodes of a tree visited, swaps in a sorted list: whatever the method walks. */
  visits: number;
}
