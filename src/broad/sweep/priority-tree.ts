/**
 * Which of the intervals present meet a given one: insert and remove in O(log n), the answer in O(log n + its size).
 * A priority search tree [McCreight 1985] over fixed ranks: the n intervals that may ever be present are numbered by
 * their low ends, each lies on the way from the root to the leaf of its rank, and no node's interval ends before those
 * below it. So an interval that meets [lo, hi] is in the part of the tree with low ends ≤ hi and under nodes with high
 * ends ≥ lo only.
 */

/** Doubles per rank in the intervals given: low and high end, then two of the caller's. */
export const RANK_STRIDE = 4;
const NONE = -1;

export class PriorityTree {
  /** Ranks found by the last `query`. */
  hits: Uint32Array = new Uint32Array(64);
  hitCount = 0;
  /** Nodes looked at so far. */
  visits = 0;
  private intervals: Float64Array = new Float64Array(0);
  private ranks = 0;
  /** Leaves of the tree, a power of two; node 1 is the root, node leaves + r the leaf of rank r. */
  private leaves = 1;
  private depth = 0;
  /** By node: the rank that lies there. */
  private held: Int32Array = new Int32Array(2).fill(NONE);
  /** By rank: where it lies. */
  private node: Int32Array = new Int32Array(1);
  private readonly stack: Int32Array = new Int32Array(80);

  /** None is present. `intervals` holds RANK_STRIDE doubles per rank and must not change until the next `clear`. */
  clear(intervals: Float64Array, ranks: number): void {
    this.intervals = intervals;
    this.ranks = ranks;
    if (ranks > this.leaves || 8 * ranks < this.leaves) {
      this.depth = ranks < 2 ? 0 : 32 - Math.clz32(ranks - 1);
      this.leaves = 1 << this.depth;
      this.held = new Int32Array(2 * this.leaves);
      this.node = new Int32Array(this.leaves);
      this.hits = new Uint32Array(this.leaves);
    }
    this.held.fill(NONE);
  }

  insert(rank: number): void {
    const { intervals, held, node, leaves } = this;
    let moving = rank;
    let high = intervals[RANK_STRIDE * moving + 1];
    let at = 1;
    for (let below = this.depth; held[at] !== NONE; at = (leaves + moving) >> below) {
      const here = held[at];
      const other = intervals[RANK_STRIDE * here + 1];
      if (other < high) {
        held[at] = moving;
        node[moving] = at;
        moving = here;
        high = other;
      }
      below--;
    }
    held[at] = moving;
    node[moving] = at;
  }

  remove(rank: number): void {
    const { intervals, held, node, leaves } = this;
    let at = node[rank];
    while (at < leaves) {
      const left = held[2 * at];
      const right = held[2 * at + 1];
      if (left === NONE && right === NONE) break;
      const fromLeft = right === NONE || (left !== NONE && intervals[RANK_STRIDE * left + 1] >= intervals[RANK_STRIDE * right + 1]);
      const up = fromLeft ? left : right;
      held[at] = up;
      node[up] = at;
      at = 2 * at + (fromLeft ? 0 : 1);
    }
    held[at] = NONE;
  }

  /** Fills `hits` with the ranks present whose closed intervals meet [lo, hi]. */
  query(lo: number, hi: number): void {
    const { intervals, held, stack, hits, leaves, depth } = this;
    let count = 0;
    let visits = 0;
    let top = 0;
    stack[top++] = 1;
    while (top > 0) {
      const at = stack[--top];
      const rank = held[at];
      visits++;
      if (rank === NONE || intervals[RANK_STRIDE * rank + 1] < lo) continue;
      if (intervals[RANK_STRIDE * rank] <= hi) hits[count++] = rank;
      if (at >= leaves) continue;
      const right = 2 * at + 1;
      // ranks under a node of level l: node · 2^(depth − l) − leaves and on
      const first = (right << (depth + Math.clz32(right) - 31)) - leaves;
      if (first < this.ranks && intervals[RANK_STRIDE * first] <= hi) stack[top++] = right;
      stack[top++] = right - 1;
    }
    this.hitCount = count;
    this.visits += visits;
  }
}
