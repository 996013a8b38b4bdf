import { describe, expect, test } from 'vitest';
import { clipRectangle, measure, measureGrowing, shrinkToLine, shrinkToPoint, thickHalf } from '../../../src/hierarchy/swept-rectangle.ts';
import { LEAF_STRIDE } from '../../../src/hierarchy/triangle-tree.ts';
import { Random } from '../../../src/math/random.ts';

interface Points {
  readonly X: Float64Array;
  readonly Y: Float64Array;
  readonly Z: Float64Array;
  readonly count: number;
  readonly radii: Float64Array | null;
  /** Of point i. */
  readonly radiusOf: (i: number) => number;
}

const AT = 4;

/** Groups of three points in a box, thick or not. */
function randomPoints(random: Random): Points {
  const count = 3 * (1 + random.integer(12));
  const size = [0, 1, 2].map(() => random.pick([0, 0.05, 0.5, 1]));
  const own = (k: number): Float64Array => Float64Array.from({ length: count }, () => size[k] * random.range(-1, 1));
  const thick = random.next() < 0.5;
  const radii = Float64Array.from({ length: AT + LEAF_STRIDE * (count / 3) }, () => (thick ? random.range(0, 0.4) : 0));
  return {
    X: own(0),
    Y: own(1),
    Z: own(2),
    count,
    radii: thick ? radii : null,
    radiusOf: (i) => radii[AT + LEAF_STRIDE * Math.floor(i / 3)],
  };
}

/** Distance of a point from the rectangle + its radius: the nearest place is in the rectangle and clamps each coordinate. */
function reachOf({ X, Y, Z, radiusOf }: Points, [x0, x1, y0, y1, z]: ArrayLike<number> & Iterable<number>, i: number): number {
  const nearest = [Math.min(Math.max(X[i], x0), x1), Math.min(Math.max(Y[i], y0), y1), z];
  return Math.hypot(X[i] - nearest[0], Y[i] - nearest[1], Z[i] - nearest[2]) + radiusOf(i);
}

const reachOfAll = (points: Points, rectangle: Float64Array): number =>
  Math.max(...Array.from({ length: points.count }, (_, i) => reachOf(points, rectangle, i)));

/** The box of the points, as a rectangle in its middle. */
function boxOf({ X, Y, Z }: Points): Float64Array {
  return Float64Array.of(Math.min(...X), Math.max(...X), Math.min(...Y), Math.max(...Y), 0.5 * (Math.min(...Z) + Math.max(...Z)));
}

/** How far the farthest is from the rectangle's plane. */
const heightOf = ({ Z }: Points, rectangle: Float64Array): number => Math.max(...Array.from(Z, (z) => Math.abs(z - rectangle[4])));

const SLACK = 1 + 1e-14;

describe('rectangles near points', () => {
  test('no point is farther than what is measured, and one is as far, seed swept-rectangle-1', () => {
    const random = new Random('swept-rectangle-1');
    for (let i = 0; i < 200; i++) {
      const points = randomPoints(random);
      const { X, Y, Z, count, radii } = points;
      const corner = (): [number, number] => [random.range(-1, 0), random.range(0, 1)];
      const rectangle = Float64Array.of(...corner(), ...corner(), random.range(-1, 1));
      expect(measure(X, Y, Z, count, rectangle, radii, AT)).toBeCloseTo(reachOfAll(points, rectangle), 13);
      // one that grows holds all it held before, and is measured as it is left
      const before = rectangle.slice();
      const goal = random.range(0, 1);
      const reach = measureGrowing(X, Y, Z, count, rectangle, goal, heightOf(points, rectangle), radii, AT);
      expect(reachOfAll(points, rectangle)).toBeLessThanOrEqual(reach * SLACK);
      expect(reach).toBeLessThanOrEqual(reachOfAll(points, before) * SLACK);
      expect([rectangle[0] <= before[0], rectangle[1] >= before[1], rectangle[2] <= before[2], rectangle[3] >= before[3]]).toEqual(
        new Array(4).fill(true),
      );
    }
  });

  test('the volume of a rectangle that was clipped and grown is within the box of the points, seed swept-rectangle-2', () => {
    const random = new Random('swept-rectangle-2');
    for (let i = 0; i < 200; i++) {
      const points = randomPoints(random);
      const { X, Y, Z, count, radii, radiusOf } = points;
      const rectangle = boxOf(points);
      const [low, high] = [-1, 1].map((side) => side * Math.max(...Array.from(Z, (z, k) => side * z + radiusOf(k))));
      const goal = radii === null ? 0.5 * (high - low) : thickHalf(Z, count, rectangle, radii, AT);
      expect(goal).toBeCloseTo(0.5 * (high - low), 14);
      expect(rectangle[4]).toBeCloseTo(0.5 * (high + low), 14);
      clipRectangle(X, Y, Z, count, rectangle, goal, radii, AT);
      expect([rectangle[0] <= rectangle[1], rectangle[2] <= rectangle[3]]).toEqual([true, true]);
      const reach = measureGrowing(X, Y, Z, count, rectangle, goal, heightOf(points, rectangle), radii, AT);
      expect(reachOfAll(points, rectangle)).toBeLessThanOrEqual(reach * SLACK);
      // flat is flat: the thickness is no more than the points need across the rectangle, but for rounding
      expect(reach).toBeLessThanOrEqual(goal * (1 + 1e-9) + 1e-9);
    }
  });

  test('a line or a point in its place is in reach of all, and no wider than the box says, seed swept-rectangle-3', () => {
    const random = new Random('swept-rectangle-3');
    for (let i = 0; i < 200; i++) {
      const points = randomPoints(random);
      const { X, Y, Z, count, radii } = points;
      const box = boxOf(points);
      const line = box.slice();
      shrinkToLine(X, Y, Z, count, line, radii, AT);
      expect([line[2] === line[3], line[0] <= line[1]]).toEqual([true, true]);
      // a whole line through the middle is as thick; its ends are inside what it holds
      const whole = Float64Array.of(-Infinity, Infinity, line[2], line[3], line[4]);
      expect(measure(X, Y, Z, count, line, radii, AT)).toBeLessThanOrEqual(measure(X, Y, Z, count, whole, radii, AT) + 1e-7);
      const point = box.slice();
      shrinkToPoint(X, Y, Z, count, point, radii, AT);
      expect([point[0] === point[1], point[2] === point[3]]).toEqual([true, true]);
      const middle = Float64Array.of(
        0.5 * (box[0] + box[1]),
        0.5 * (box[0] + box[1]),
        0.5 * (box[2] + box[3]),
        0.5 * (box[2] + box[3]),
        box[4],
      );
      expect(measure(X, Y, Z, count, point, radii, AT)).toBeLessThanOrEqual(measure(X, Y, Z, count, middle, radii, AT));
    }
  });
});
