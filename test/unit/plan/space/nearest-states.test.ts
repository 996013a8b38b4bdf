import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { NearestStates } from '../../../../src/plan/space/nearest-states.ts';
import { rounds } from '../../../support/rounds.ts';

/** By looking at all of them; of equally near ones the oldest first. */
function byHand(points: readonly number[][], gone: ReadonlySet<number>, query: readonly number[]): number[] {
  const square = (point: readonly number[]): number => point.reduce((sum, x, k) => sum + (x - query[k]) ** 2, 0);
  return points
    .map((point, i) => ({ i, d: square(point) }))
    .filter(({ i }) => !gone.has(i))
    .sort((a, b) => a.d - b.d || a.i - b.i)
    .map(({ i }) => i);
}

describe('nearest of points that come one by one', () => {
  for (const width of [1, 3, 7]) {
    test(`as by looking at all of them, ${width} numbers, some taken out, many equal`, () => {
      const random = new Random(`nearest ${width}`);
      for (let round = 0; round < rounds(3); round++) {
        const nearest = new NearestStates(width);
        const points: number[][] = [];
        const gone = new Set<number>();
        for (let k = 0; k < 700; k++) {
          // a coarse grid, so that many are equally near
          const point = Array.from({ length: width }, () => (round % 2 === 0 ? random.next() : random.integer(4)));
          points.push(point);
          const room = nearest.room();
          point.forEach((x, i) => {
            nearest.points[room + i] = x;
          });
          nearest.add();
          if (random.next() < 0.1) {
            const out = random.integer(k + 1);
            gone.add(out);
            nearest.remove(out);
          }
          if (k % 7 !== 0) continue;
          const query = new Float64Array(width).map(() => (round % 2 === 0 ? random.next() : random.integer(4)));
          const expected = byHand(points, gone, [...query]);
          expect(nearest.nearest(query)).toBe(expected[0] ?? -1);
          const out = new Int32Array(9);
          const count = nearest.several(query, 9, out);
          expect([...out.subarray(0, count)]).toEqual(expected.slice(0, 9));
        }
        expect(nearest.isEmpty).toBe(false);
      }
    });
  }

  test('none where all are taken out', () => {
    const nearest = new NearestStates(2);
    expect(nearest.nearest(new Float64Array(2))).toBe(-1);
    nearest.room();
    nearest.add();
    nearest.remove(0);
    expect(nearest.isEmpty).toBe(true);
    expect(nearest.nearest(new Float64Array(2))).toBe(-1);
  });
});
