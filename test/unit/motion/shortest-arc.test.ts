import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { shortestArc } from '../../../src/motion/shortest-arc.ts';
import { product, turn, turned } from '../../support/brute-force.ts';
import { addRationals, compareRationals, multiplyRationals, rational } from '../../support/rational.ts';

const negative = (q: Quat): Quat => q.map((x) => -x) as unknown as Quat;
const apart = (a: Vec3, b: Vec3): number => Math.hypot(...a.map((x, k) => x - b[k]));

describe('the shortest arc', () => {
  test('brings one orientation to the other by at most half a turn, whatever the signs, seed shortest-arc', () => {
    const random = new Random('shortest-arc');
    for (let i = 0; i < 500; i++) {
      const q0 = random.quaternion();
      const given = random.pick([0, 1e-12, 1e-5, 0.3, 2, 3.1, Math.PI - 1e-9]) * random.range(0.5, 1);
      const q1 = product(turn(random.direction(), given), q0);
      const [axis, angle] = shortestArc(random.pick([q0, negative(q0)]), random.pick([q1, negative(q1)]));
      expect(angle).toBeGreaterThanOrEqual(0);
      expect(angle).toBeLessThanOrEqual(Math.PI);
      expect(angle).toBeCloseTo(given, 14);
      expect(Math.hypot(...axis)).toBeCloseTo(1, 14);
      const x = random.direction();
      expect(apart(turned(turn(axis, angle), turned(q0, x)), turned(q1, x))).toBeLessThan(1e-14);
    }
  });

  test.each<[Quat, Quat, Vec3]>([
    [
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [0, 0, 1],
    ],
    [
      [0, 0, 0, 1],
      [0, 0, -1, 0],
      [0, 0, 1],
    ],
    [
      [0, 0, 0, 1],
      [0, -0.6, 0.8, 0],
      [0, 0.6, -0.8],
    ],
    [
      [0, 0, 0, 1],
      [-0.6, 0, -0.8, 0],
      [0.6, 0, 0.8],
    ],
  ])('exactly half a turn from %j to %j goes about %j, and back too', (q0, q1, axis) => {
    for (const [from, to] of [
      [q0, q1],
      [q1, q0],
    ] as const) {
      const [found, angle] = shortestArc(from, to);
      expect(angle).toBe(Math.PI);
      found.forEach((x, k) => {
        expect(x).toBeCloseTo(axis[k], 15);
      });
    }
  });

  test('a hair beyond half a turn goes round the other side, though the rounded product says half, and none is no turn', () => {
    const hair = 2 ** -60;
    const [left, right] = [shortestArc([0, 0, 0, 1], [0, 0, 1, hair]), shortestArc([0, 0, 0, 1], [0, 0, 1, -hair])];
    expect([left[0][2], right[0][2]]).toEqual([1, -1]);
    expect([left[1], right[1]]).toEqual([Math.PI, Math.PI]);
    expect(shortestArc([0.5, 0.5, 0.5, 0.5], [-0.5, -0.5, -0.5, -0.5])[1]).toBe(0);
  });

  test('nearly half a turn goes to the side that the exact product tells, not the rounded one, seed shortest-half', () => {
    const random = new Random('shortest-half');
    let misled = 0;
    for (let i = 0; i < 300; i++) {
      const q0 = random.quaternion();
      const q1 = product(turn(random.direction(), Math.PI), q0);
      const exact = q0.map((x, k) => multiplyRationals(rational(x), rational(q1[k]))).reduce(addRationals);
      const side = compareRationals(exact, rational(0));
      const [x, y, z, w] = product(q1, [-q0[0], -q0[1], -q0[2], q0[3]]);
      if (side === 0) continue;
      if (Math.sign(w) !== side) misled++;
      const [axis, angle] = shortestArc(q0, q1);
      expect(Math.sign(axis[0] * x + axis[1] * y + axis[2] * z)).toBe(side);
      expect(angle).toBeCloseTo(Math.PI, 14);
    }
    expect(misled).toBeGreaterThan(20);
  });
});
