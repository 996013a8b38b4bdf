import { describe, expect, test } from 'vitest';
import { NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_STRIDE, NODE_U0, NODE_U1 } from '../../../src/hierarchy/fit-swept-sphere.ts';
import { orthonormalAxes } from '../../../src/hierarchy/principal-axes.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { STATE_SIZE, STATE_TIME } from '../../../src/motion/motion.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import {
  measureSoftLeaves,
  SOFT_DISTANCE,
  SOFT_REST,
  SOFT_RHO,
  SOFT_RIGID,
  SOFT_SIZE,
  SOFT_STEP,
  SOFT_TARGET,
  SOFT_TIME,
  SOFT_VELOCITY,
  stepBoxNode,
  stepSoftLeaves,
} from '../../../src/soft/soft-gap.ts';
import { libraryMotion, randomMotion } from '../../property/random-pairs.ts';
import { add, bruteMotion, norm, type Placement, times } from '../../support/brute-force.ts';
import { exactDistance } from '../../support/exact-distance.ts';

const into = ({ rotation: r, position: p }: Placement, x: Vec3): Vec3 =>
  add([0, 1, 2].map((i) => r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2]) as unknown as Vec3, p);

/** Times from t to the end of a step that is proven free. */
function timesOf(t: number, step: number): number[] {
  const end = Math.min(1, t + step);
  return [0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1].map((share) => t + share * (end - t));
}

describe('a deforming part and a rigid one', () => {
  test('a box that moves and a node stay apart for the step, as grids of their points tell, seed soft-gap-1', () => {
    const random = new Random('soft-gap-1');
    const w = new Float64Array(SOFT_SIZE);
    const state = new Float64Array(STATE_SIZE);
    const axes = new Float64Array(9);
    const node = new Float64Array(NODE_STRIDE);
    let [steps, whole] = [0, 0];
    for (let i = 0; i < 200; i++) {
      const spec = randomMotion(random, 1.2);
      const rigid = bruteMotion(spec);
      const place = times(random.direction(), random.pick([0.5, 2, 4]));
      const box = (at: Vec3): number[] => {
        const half = [0, 1, 2].map(() => random.pick([0, 0.05, 0.3]));
        return [...at.map((x, k) => x - half[k]), ...at.map((x, k) => x + half[k])];
      };
      const [box0, box1] = [Float64Array.from(box(place)), Float64Array.from(box(add(place, times(random.direction(), random.next()))))];
      orthonormalAxes(...random.direction(), ...random.direction(), axes);
      const corner = times(random.direction(), 0.3);
      const [l0, l1, r] = [random.pick([0, 0.4]), random.pick([0, 0.2]), random.pick([0, 0.1])];
      const u = (k: number): Vec3 => [axes[3 * k], axes[3 * k + 1], axes[3 * k + 2]];
      const point = (a: number, b: number): Vec3 => add(corner, add(times(u(0), a * l0), times(u(1), b * l1)));
      node.set([...u(0)], NODE_U0);
      node.set([...u(1), ...corner], NODE_U1);
      node[NODE_L0] = l0;
      node[NODE_L1] = l1;
      node[NODE_R] = r;
      node[NODE_RHO] = Math.max(...[0, 1].flatMap((a) => [0, 1].map((b) => norm(point(a, b)))));
      const t = random.range(0, 0.9);
      state[STATE_TIME] = t;
      libraryMotion(spec).writeState(new Float64Array(3), state);
      w[SOFT_TIME] = t;
      w[SOFT_REST] = 1 - t;
      w[SOFT_TARGET] = random.pick([0, 0.1]);
      stepBoxNode(w, box0, box1, 0, node, 0, state);
      const step = w[SOFT_STEP];
      if (!(step > 0)) continue;
      steps++;
      if (step === Infinity) whole++;
      for (const time of timesOf(t, step)) {
        const at = rigid.at(time, [0, 0, 0]);
        const bounds = box0.map((x, k) => x + time * (box1[k] - x));
        let least = Infinity;
        for (let a = 0; a <= 6; a++) {
          for (let b = 0; b <= 6; b++) {
            const x = into(at, point(a / 6, b / 6));
            least = Math.min(least, Math.hypot(...x.map((e, k) => Math.max(bounds[k] - e, e - bounds[3 + k], 0))));
          }
        }
        expect(least).toBeGreaterThanOrEqual(r + w[SOFT_TARGET] - 1e-9);
      }
    }
    expect(steps).toBeGreaterThan(100);
    expect(whole).toBeGreaterThan(20);
  });

  test('two triangles are as far as fractions say, and stay apart for the step, seed soft-gap-2', () => {
    const random = new Random('soft-gap-2');
    const w = new Float64Array(SOFT_SIZE);
    const state = new Float64Array(STATE_SIZE);
    let [steps, whole] = [0, 0];
    for (let i = 0; i < 150; i++) {
      const spec = randomMotion(random, 1.2);
      const rigid = bruteMotion(spec);
      const place = times(random.direction(), random.pick([0.5, 2, 4]));
      const soft = Array.from({ length: 9 }, (_, k) => place[k % 3] + random.range(-0.3, 0.3));
      const speed = soft.map(() => random.range(-0.5, 0.5));
      const own = [0, 1, 2].map(() => times(random.direction(), 0.4));
      const t = random.range(0, 0.9);
      const softAt = (time: number): number[] => soft.map((x, k) => x + time * speed[k]);
      const rigidAt = (time: number): number[] => own.flatMap((x) => into(rigid.at(time, [0, 0, 0]), x));
      state[STATE_TIME] = t;
      libraryMotion(spec).writeState(new Float64Array(3), state);
      w.set(softAt(t));
      w.set(rigidAt(t), SOFT_RIGID);
      w.set(speed, SOFT_VELOCITY);
      w[SOFT_TIME] = t;
      w[SOFT_REST] = 1 - t;
      w[SOFT_TARGET] = random.pick([0, 0.1]);
      w[SOFT_RHO] = Math.max(...own.map(norm));
      measureSoftLeaves(w);
      expect(w[SOFT_DISTANCE]).toBeCloseTo(exactDistance(softAt(t), rigidAt(t)), 12);
      stepSoftLeaves(w, state);
      const step = w[SOFT_STEP];
      // a step that ends where they are farther apart than the target has begun
      if (w[SOFT_DISTANCE] > w[SOFT_TARGET] + 1e-9) expect(step).toBeGreaterThan(0);
      if (!(step > 0)) continue;
      steps++;
      if (step === Infinity) whole++;
      for (const time of timesOf(t, step)) expect(exactDistance(softAt(time), rigidAt(time))).toBeGreaterThanOrEqual(w[SOFT_TARGET] - 1e-9);
    }
    expect(steps).toBeGreaterThan(80);
    expect(whole).toBeGreaterThan(20);
  });

  test('a point that turns towards a box is met no sooner than it gets there, along every axis', () => {
    // at (1, 0, 0), turning by a radian about z, it is at height sin t: half way up at π/6
    for (const shift of [0, 1, 2]) {
      const axis = (k: number): Vec3 => [0, 1, 2].map((e) => ((e + 3 - shift) % 3 === k ? 1 : 0)) as unknown as Vec3;
      const turned = (x: readonly number[]): number[] => [0, 1, 2].map((e) => x[(e + 3 - shift) % 3]);
      const state = new Float64Array(STATE_SIZE);
      rotationMotion({}, axis(2), 1).writeState(new Float64Array(3), state);
      const node = new Float64Array(NODE_STRIDE);
      node.set([...axis(0), ...axis(1), ...axis(0)]);
      node[NODE_RHO] = 1;
      const box = Float64Array.of(...turned([-2, 0.5, -2]), ...turned([2, 3, 2]));
      const w = new Float64Array(SOFT_SIZE);
      w[SOFT_REST] = 1;
      stepBoxNode(w, box, box, 0, node, 0, state);
      // closing at 1 and bent by at most 1: 0.5 = s + s²/2
      expect(w[SOFT_STEP]).toBeCloseTo(Math.sqrt(2) - 1, 8);
      expect(w[SOFT_STEP]).toBeLessThan(Math.PI / 6);
    }
  });
});
