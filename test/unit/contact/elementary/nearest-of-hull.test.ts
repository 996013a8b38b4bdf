import { describe, expect, test } from 'vitest';
import { DIRECTION_TIME, direction, nearestOfHull, nearestOfOutline } from '../../../../src/contact/elementary/nearest-of-hull.ts';
import { Random } from '../../../../src/math/random.ts';
import { exactDistance } from '../../../support/exact-distance.ts';

const END = 15;
const ORIGIN = new Array(9).fill(0);

/** Corners at t = 0 and 1 of a figure that drifts and stretches; of four a parallelogram at all times, around the origin or not. */
function randomFigure(random: Random, corners: number): Float64Array {
  const W = new Float64Array(2 * END);
  const [p, q] = [random.direction(), random.direction().map((x) => x * random.pick([0, 1, 1]))];
  const shift = [random.next(), random.next()];
  for (const o of [0, END]) {
    const place = random.direction().map((x) => x * random.pick([0, 0.1, 0.3, 3]));
    const [first, second] = [random.range(0.5, 2), random.range(0.5, 2)];
    const figure = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].filter((_, i) => corners === 4 || i !== 2);
    figure.forEach(([x, y], i) => {
      for (let k = 0; k < 3; k++) W[o + 3 * i + k] = place[k] + first * (x - shift[0]) * p[k] + second * (y - shift[1]) * q[k];
    });
  }
  return W;
}

function cornersAt(W: Float64Array, corners: number, t: number): number[][] {
  return Array.from({ length: corners }, (_, i) => [0, 1, 2].map((k) => (1 - t) * W[3 * i + k] + t * W[END + 3 * i + k]));
}

/** Distance of the origin from the edge of two corners, or from the triangle of three, in fractions. */
const fromOrigin = (...points: number[][]): number => exactDistance([...points, ...points, ...points].slice(0, 3).flat(), ORIGIN);

describe.each([3, 4])('of %i corners that move', (corners) => {
  test('the point nearest to the origin, of the outline and of all of it, is as near as the exact one, seed nearest-of-hull', () => {
    const random = new Random(`nearest-of-hull-${corners}`);
    let inside = 0;
    for (let i = 0; i < 300; i++) {
      const W = randomFigure(random, corners);
      const t = random.pick([0, 1, random.next()]);
      const at = cornersAt(W, corners, t);
      const edge = (k: number): number => fromOrigin(at[k], at[(k + 1) % corners]);
      const outline = Math.min(...at.map((_, k) => edge(k)));
      const whole = Math.min(fromOrigin(at[0], at[1], at[2]), corners === 4 ? fromOrigin(at[0], at[2], at[3]) : Infinity);
      direction[DIRECTION_TIME] = t;
      const away = nearestOfOutline(corners, W, END);
      const near = Math.hypot(direction[0], direction[1], direction[2]);
      expect(near).toBeCloseTo(outline, 12);
      expect(away).toBe(near > 0);
      nearestOfHull(corners, W, END);
      const found = Math.hypot(direction[0], direction[1], direction[2]);
      if (whole < 0.9 * outline) inside++;
      expect(found).toBeCloseTo(whole, 7);
      // and it is the point: no corner is nearer along it
      if (found > 1e-6)
        for (const corner of at) {
          const along = corner.reduce((sum, x, k) => sum + x * direction[k], 0) / found;
          expect(along).toBeGreaterThanOrEqual(found - 1e-9);
        }
    }
    expect(inside).toBeGreaterThan(30);
  });
});

test('an outline through the origin has no direction', () => {
  const W = new Float64Array(2 * END);
  W.set([-1, 0, 0, 1, 0, 0, 0, 1, 0]);
  W.set([-1, 0, 0, 1, 0, 0, 0, 1, 0], END);
  direction[DIRECTION_TIME] = 0.25;
  expect(nearestOfOutline(3, W, END)).toBe(false);
});
