/**
 * Which pairs of boxes meet, kept up to date while the boxes move. After `update` the pairs are exactly those of brute
 * force; boxes are closed, so touching is meeting; pairs of two fixed boxes are never reported. `opened` and `closed`
 * are exactly the changes since the update before, each pair once, the smaller number first.
 */
export interface BroadPhase {
  /**
   * How it finds pairs: 'auto', 'all-pairs', 'hash', 'coherent-hash', 'sweep' or 'sweep-2d'; a word of your own for one
   * of yours.
   */
  readonly method: string;
  /** Boxes stored now. */
  readonly size: number;
  /**
   * Stores the box in box[offset..offset + 5], x y z of the lowest corner, then of the highest, and gives it a number.
   * A fixed one (default false) is not tested against other fixed ones. Numbers of removed boxes are given again after
   * the next update.
   */
  add(box: ArrayLike<number>, offset?: number, fixed?: boolean): number;
  /** Takes a box out; its pairs are closed by the next update. */
  remove(id: number): void;
  /** Says where a box is now, as `add` does. A fixed box may be moved too; it is only expected to stay. */
  move(id: number, box: ArrayLike<number>, offset?: number): void;
  /** Brings pairs, `opened` and `closed` up to date. Costs what has changed since the update before. */
  update(): void;
  /**
   * Pairs that meet since the last update, two numbers each, valid until the next; the array may be longer than
   * `openedCount` pairs.
   */
  readonly opened: Uint32Array;
  /** How many pairs `opened` holds. */
  readonly openedCount: number;
  /**
   * Pairs that do not meet any more, or lost a box, since the last update, two numbers each, valid until the next; the
   * array may be longer than `closedCount` pairs.
   */
  readonly closed: Uint32Array;
  /** How many pairs `closed` holds. */
  readonly closedCount: number;
  /** Pairs that meet, as of the last update. */
  readonly pairCount: number;
  /** Visits every pair that meets, as of the last update, once. */
  forEachPair(visit: (i: number, j: number) => void): void;
  /** Work of all updates so far. */
  readonly stats: BroadStats;
}

/** Work of all updates so far, in counts; a caller may set them to 0. */
export interface BroadStats {
  /** Tests of two boxes against each other. */
  boxTests: number;
  /** Cells of a grid or nodes of a tree visited, swaps in a sorted list: whatever the method walks. */
  visits: number;
}
