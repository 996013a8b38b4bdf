import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeAdjacency, NO_EDGE, weldByPosition } from '../../../src/mesh/adjacency.ts';

const triangles = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), { maxLength: 40 });

/** The slow way: a map from "smaller larger" to the triangles. */
function edgesByName(indices: readonly number[]): Map<string, Set<number>> {
  const edges = new Map<string, Set<number>>();
  indices.forEach((from, side) => {
    const to = indices[side % 3 === 2 ? side - 2 : side + 1];
    if (from === to) return;
    const name = `${Math.min(from, to)} ${Math.max(from, to)}`;
    edges.set(name, (edges.get(name) ?? new Set()).add(Math.floor(side / 3)));
  });
  return edges;
}

test('edges and their triangles, against maps, seed 31', () => {
  fc.assert(
    fc.property(triangles, (soup) => {
      const indices = soup.flat();
      const expected = edgesByName(indices);
      const { edgeCount, ends, start, triangles: users, edgeOf } = edgeAdjacency(Uint32Array.from(indices), 10);
      expect(edgeCount).toBe(expected.size);
      for (let e = 0; e < edgeCount; e++) {
        const name = `${ends[2 * e]} ${ends[2 * e + 1]}`;
        expect([...users.subarray(start[e], start[e + 1])]).toEqual([...(expected.get(name) ?? [])].sort((a, b) => a - b));
        if (e > 0) expect(ends[2 * e - 2] < ends[2 * e] || ends[2 * e - 1] < ends[2 * e + 1]).toBe(true);
      }
      indices.forEach((from, side) => {
        const to = indices[side % 3 === 2 ? side - 2 : side + 1];
        if (from === to) expect(edgeOf[side]).toBe(NO_EDGE);
        else expect([...ends.subarray(2 * edgeOf[side], 2 * edgeOf[side] + 2)]).toEqual([Math.min(from, to), Math.max(from, to)]);
      });
    }),
    { seed: 31, numRuns: 200 },
  );
});

describe('weldByPosition', () => {
  /** The slow way: first vertex equal to each. */
  const slow = (p: Float64Array) =>
    Array.from({ length: p.length / 3 }, (_, v) => {
      let first = 0;
      while (!(p[3 * first] === p[3 * v] && p[3 * first + 1] === p[3 * v + 1] && p[3 * first + 2] === p[3 * v + 2])) first++;
      return first;
    });

  test('few distinct numbers, against comparison of all pairs, seed 32', () => {
    const x = fc.constantFrom(0, -0, 1, -1, 1 + 2 ** -52, 5e-324, -5e-324, 2 ** 300);
    fc.assert(
      fc.property(fc.array(fc.tuple(x, x, x), { maxLength: 80 }), (points) => {
        const positions = Float64Array.from(points.flat());
        expect([...weldByPosition(positions)]).toEqual(slow(positions));
      }),
      { seed: 32, numRuns: 200 },
    );
  });

  test('many: a grid written twice, and one point 20,000 times', () => {
    const positions = new Float64Array(3 * 20_000);
    for (let v = 0; v < 20_000; v++) positions.set([v % 100, Math.floor((v % 10_000) / 100) / 7, -0], 3 * v);
    expect(weldByPosition(positions).every((first, v) => first === v % 10_000)).toBe(true);
    expect(weldByPosition(new Float64Array(60_000)).every((first) => first === 0)).toBe(true);
  });

  test('200,000 points of a grid stay apart, although two pairs of them share a hash', () => {
    const grid = new Float64Array(3 * 200_000);
    for (let v = 0; v < 200_000; v++) grid.set([v % 60, Math.floor(v / 60) % 60, Math.floor(v / 3600)], 3 * v);
    expect(weldByPosition(grid).every((first, v) => first === v)).toBe(true);
  });
});
