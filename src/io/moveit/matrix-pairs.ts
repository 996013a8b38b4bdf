import type { Located } from '../text/located-value.ts';
import type { CollisionMatrix } from './collision-matrix.ts';

/** Units of work of a pair that is kept to be looked at. */
const PAIR_UNITS = 16;

type Numbers = ReadonlyMap<string, readonly number[]>;

/**
 * Pairs of which a matrix says something: those of its entries, and those of names that it allows by default. All pairs
 * of links and obstacles would be many more.
 */
export class MatrixPairs {
  private readonly matrix: CollisionMatrix;
  private readonly place: Located;
  private readonly rows: Map<number, Set<number>> = new Map();

  constructor(matrix: CollisionMatrix, place: Located) {
    this.matrix = matrix;
    this.place = place;
  }

  add(i: number, j: number): void {
    this.place.work.spend(PAIR_UNITS, this.place);
    const row = this.rows.get(i);
    if (row === undefined) this.rows.set(i, new Set([j]));
    else row.add(j);
  }

  /** Calls `add` with every pair that may be allowed of two lists, given by their names in the matrix. */
  addAllowed(a: Numbers, b: Numbers, countA: number, countB: number, add: (i: number, j: number) => void): void {
    const { matrix } = this;
    // At most as many as there are entries, each of which was counted when it was read.
    const others = [...b].filter(([y]) => matrix.hasEntries(y));
    for (const [x, first] of a) {
      if (!matrix.hasEntries(x)) continue;
      for (const [y, second] of others) if (matrix.isAllowed(x, y)) for (const i of first) for (const j of second) add(i, j);
    }
    for (const name of this.matrix.allowedByDefault) {
      for (const i of a.get(name) ?? []) for (let j = 0; j < countB; j++) add(i, j);
      for (const j of b.get(name) ?? []) for (let i = 0; i < countA; i++) add(i, j);
    }
  }

  /** Pairs in the order of the first, then of the second. */
  sorted(): [number, number][] {
    const rows = [...this.rows].sort(([i], [k]) => i - k);
    return rows.flatMap(([i, row]) => [...row].sort((j, k) => j - k).map((j): [number, number] => [i, j]));
  }
}
