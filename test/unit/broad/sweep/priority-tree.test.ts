import { expect, test } from 'vitest';
import { PriorityTree, RANK_STRIDE } from '../../../../src/broad/sweep/priority-tree.ts';
import { Random } from '../../../../src/math/random.ts';

function sortedIntervals(random: Random, n: number, whole: boolean): Float64Array {
  const pairs = Array.from({ length: n }, () => {
    const low = random.range(0, 50);
    const length = random.next() < 0.1 ? 40 * random.next() : random.next();
    return whole ? [Math.round(low), Math.round(low) + Math.round(2 * length)] : [low, low + length];
  }).sort(([a], [b]) => a - b);
  return Float64Array.from(pairs.flatMap(([low, high]) => [low, high, 0, 0]));
}

test('finds what a look at every interval finds, through insertions and removals, seeds 1 to 60', () => {
  const tree = new PriorityTree();
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const n = 1 + random.integer(seed % 3 === 0 ? 300 : 20);
    const intervals = sortedIntervals(random, n, seed % 2 === 0);
    tree.clear(intervals, n);
    const present = new Set<number>();
    for (let step = 0; step < 300; step++) {
      const rank = random.integer(n);
      if (present.delete(rank)) tree.remove(rank);
      else {
        present.add(rank);
        tree.insert(rank);
      }
      const lo = Math.round(random.range(-1, 51));
      const hi = lo + random.integer(6);
      tree.query(lo, hi);
      const expected = [...present].filter((r) => intervals[RANK_STRIDE * r] <= hi && intervals[RANK_STRIDE * r + 1] >= lo);
      expect([...tree.hits.subarray(0, tree.hitCount)].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  }
});

test('an answer of k out of 2^14 intervals takes O(log n + k) visits, seed 1', () => {
  const random = new Random(1);
  const n = 2 ** 14;
  const intervals = sortedIntervals(random, n, false);
  const tree = new PriorityTree();
  tree.clear(intervals, n);
  for (let rank = 0; rank < n; rank++) tree.insert(rank);
  for (let k = 0; k < 200; k++) {
    const lo = random.range(0, 50);
    tree.visits = 0;
    tree.query(lo, lo + random.next() ** 8);
    // each interval found has two children to look at, and so has each node on the way to the last low end
    expect(tree.visits).toBeLessThanOrEqual(1 + 2 * (tree.hitCount + 15));
  }
});
