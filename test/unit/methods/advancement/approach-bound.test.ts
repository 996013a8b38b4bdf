import { describe, expect, test } from 'vitest';
import { CORNERS_B, DIRECTION, LEAF_REST, LEAF_SIZE, LEAF_STEP, RHO_A, RHO_B, TARGET } from '../../../../src/contact/triangle-gap.ts';
import { BASE_SPEED, FRAME_SIZE, GAP, LENGTH, REACH_F, REACH_M, S, STEP, TIME_LEFT, WF, WM } from '../../../../src/contact/volume-gap.ts';
import { orthonormalAxes } from '../../../../src/hierarchy/principal-axes.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import {
  approachLeaves,
  approachPlainly,
  approachVolumes,
  writeLeafReach,
  writeNodeReach,
} from '../../../../src/methods/advancement/approach-bound.ts';
import { ballisticMotion } from '../../../../src/motion/ballistic-motion.ts';
import { STATE_A0, STATE_A1, STATE_SIZE, STATE_TIME } from '../../../../src/motion/motion.ts';
import { restMotion } from '../../../../src/motion/rigid-motion.ts';
import { libraryMotion, randomMotion } from '../../../property/random-pairs.ts';
import { add, bruteMotion, cross, dot, minus, norm, type Placement, times } from '../../../support/brute-force.ts';

const into = ({ rotation: r, position: p }: Placement, x: Vec3): Vec3 =>
  add([0, 1, 2].map((i) => r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2]) as unknown as Vec3, p);

/** How far the corners of one triangle are beyond those of the other along n. */
function gapAlong(n: Vec3, a: readonly Vec3[], b: readonly Vec3[]): number {
  return Math.min(...b.map((x) => dot(n, x))) - Math.max(...a.map((x) => dot(n, x)));
}

describe('reaches', () => {
  test('are the farthest of the corners from the axis, seed reaches', () => {
    const random = new Random('reaches');
    const out = new Float64Array(2);
    const axes = new Float64Array(9);
    for (let i = 0; i < 100; i++) {
      const axis = Float64Array.from(random.direction());
      const fromAxis = (x: Vec3): number => norm(cross(x, [axis[0], axis[1], axis[2]]));
      const leaf = Float64Array.from({ length: 12 }, () => random.range(-2, 2));
      writeLeafReach(leaf, 2, axis, out, 1);
      expect(out[1]).toBeCloseTo(Math.max(...[2, 5, 8].map((o) => fromAxis([leaf[o], leaf[o + 1], leaf[o + 2]]))), 13);
      orthonormalAxes(...random.direction(), ...random.direction(), axes);
      const corner = random.direction();
      const [l0, l1] = [random.range(0, 3), random.range(0, 3)];
      const u = (k: number): Vec3 => [axes[3 * k], axes[3 * k + 1], axes[3 * k + 2]];
      writeNodeReach(Float64Array.of(9, ...axes.subarray(0, 6), ...corner, l0, l1), 1, axis, out, 0);
      const corners = [0, 1, 2, 3].map((k) => add(corner, add(times(u(0), k & 1 ? l0 : 0), times(u(1), k & 2 ? l1 : 0))));
      expect(out[0]).toBeCloseTo(Math.max(...corners.map(fromAxis)), 13);
    }
  });
});

describe('the step of two leaves', () => {
  test('keeps them apart along their direction by what was asked, at every time up to it, seed approach', () => {
    const random = new Random('approach');
    const w = new Float64Array(LEAF_SIZE);
    const states = [new Float64Array(STATE_SIZE), new Float64Array(STATE_SIZE)];
    const reference = new Float64Array(3);
    let steps = 0;
    for (let i = 0; i < 300; i++) {
      const specs = [randomMotion(random, 1), randomMotion(random, 1)];
      const motions = specs.map(libraryMotion);
      const brute = specs.map(bruteMotion);
      const t = random.range(0, 0.9);
      const own = [0, 1].map(() => [0, 1, 2].map(() => times(random.direction(), 0.3)));
      const at = (time: number): Vec3[][] => own.map((corners, k) => corners.map((x) => into(brute[k].at(time, [0, 0, 0]), x)));
      motions.forEach((motion, k) => {
        states[k][STATE_TIME] = t;
        motion.writeState(reference, states[k]);
      });
      const [a, b] = at(t);
      const plain = i % 3 === 0;
      // any direction will do; of any length, but where only the speed itself is bounded
      const n = plain ? random.direction() : random.pick([random.direction(), minus(b[0], a[0])]);
      w.set(a.flat());
      w.set(b.flat(), CORNERS_B);
      w.set(n, DIRECTION);
      w[TARGET] = random.pick([0, 0.05]);
      w[LEAF_REST] = 1 - t;
      const fastest = motions.reduce((sum, motion) => sum + motion.travel(0.3), 0);
      const spun = (k: number): number => Math.max(...own[k].map((x) => norm(x)));
      w[RHO_A] = plain ? fastest : spun(0);
      w[RHO_B] = spun(1);
      const bend = motions.reduce((sum, _, k) => sum + states[k][STATE_A0] + states[k][STATE_A1] * 0.3, 0) * (1 - t);
      approachLeaves(w, states[0], states[1], plain, plain ? 0 : bend);
      const step = w[LEAF_STEP];
      const gap = gapAlong(n, a, b) - w[TARGET] * norm(n);
      expect(step > 0).toBe(gap > 0);
      if (!(step > 0)) continue;
      steps++;
      for (const share of [0.25, 0.5, 0.9, 1]) {
        const [later, other] = at(Math.min(1, t + share * (step === Infinity ? 1 - t : step)));
        expect(gapAlong(n, later, other)).toBeGreaterThanOrEqual(w[TARGET] * norm(n) - 1e-12);
      }
    }
    expect(steps).toBeGreaterThan(80);
  });
});

test('a body that is thrown from rest closes by what it will gain until the end', () => {
  const w = new Float64Array(LEAF_SIZE);
  const states = [new Float64Array(STATE_SIZE), new Float64Array(STATE_SIZE)];
  ballisticMotion({ acceleration: [8, 0, 0] }, 1).writeState(new Float64Array(3), states[0]);
  restMotion().writeState(new Float64Array(3), states[1]);
  for (let k = 0; k < 9; k += 3) w[CORNERS_B + k] = 1;
  w.set([1, 0, 0], DIRECTION);
  w[LEAF_REST] = 1;
  approachLeaves(w, states[0], states[1], false, states[0][STATE_A0]);
  // 8 in all: 1/8, sooner than the ½ at which 4 t² = 1
  expect(w[LEAF_STEP]).toBeCloseTo(1 / 8, 8);
});

test('a step of volumes is their gap over how fast they close, none where they meet, all of it where time runs out first', () => {
  const w = new Float64Array(FRAME_SIZE);
  const ask = (gap: number, left: number): number => {
    w.set([0, 0, 2], S);
    w[GAP] = gap;
    w[TIME_LEFT] = left;
    approachVolumes(w);
    return w[STEP];
  };
  // turns about x at 3 and about z, across s and along it, reaching 0.5: 2·3·0.5 and nothing
  w.set([3, 0, 0], WM);
  w.set([0, 0, 4], WF);
  w[REACH_M] = w[REACH_F] = 0.5;
  w[BASE_SPEED] = 1;
  expect(ask(2, 1)).toBeCloseTo(2 / (2 * 3 * 0.5 + 1), 8);
  expect([ask(2, 1) < 0.5, ask(0, 1), ask(-1, 1), ask(2, 0.49)]).toEqual([true, 0, 0, Infinity]);
  w[LENGTH] = 2;
  w[BASE_SPEED] = 3;
  w[GAP] = 2;
  w[TIME_LEFT] = 1;
  approachPlainly(w);
  expect(w[STEP]).toBeCloseTo(1 / 3, 8);
});
