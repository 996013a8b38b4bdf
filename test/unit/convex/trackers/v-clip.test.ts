import { describe, expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { FEATURE_FACE, FEATURE_VERTEX } from '../../../../src/convex/convex-tracker.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere, convexPrism } from '../../../../src/convex/polyhedra.ts';
import { VClip } from '../../../../src/convex/trackers/v-clip.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, normalised } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { hulls, placement, randomHull, randomPlacements } from '../placed-hulls.ts';
import { faults, meshFaults, sizeOf, TIGHT } from '../tracker-faults.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const STILL = placement(UPRIGHT, [0, 0, 0]);
const SEED = 'v-clip';

function tracked(a: ConvexPolyhedron, b: ConvexPolyhedron, A: Float64Array, B: Float64Array): VClip {
  const tracker = new VClip(a, b);
  tracker.track(A, B);
  return tracker;
}

/** A turn by a small angle about a given axis. */
function turned(x: number, y: number, z: number): Quat {
  return normalised([x / 2, y / 2, z / 2, 1]);
}

describe(`V-Clip, seed ${SEED}`, () => {
  test('8,000 pairs and more of all kinds, turned at random or alike: proven by points and plane', () => {
    const random = new Random(SEED);
    const bodies = hulls(random);
    const seen = new Set<string>();
    let overlaps = 0;
    for (let i = 0; i < rounds(8000); i++) {
      const { quaternionA, quaternionB, position } = randomPlacements(random, 3 * random.next() ** 2);
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const tracker = tracked(random.pick(bodies), random.pick(bodies), A, B);
      expect(faults(tracker, A, B), `pair ${i}`).toEqual([]);
      if (tracker.overlap) overlaps++;
      else seen.add(`${tracker.kindA}${tracker.kindB}`);
    }
    expect(overlaps).toBeGreaterThan(2000);
    expect([...seen].sort()).toEqual(expect.arrayContaining(['00', '01', '02', '10', '11', '20']));
  });

  test('2,000 pairs on a grid of places and quarter turns, some a hair off: the distance of the meshes', () => {
    const random = new Random(`${SEED} grid`);
    const bodies = hulls(random);
    const turns: Quat[] = [UPRIGHT, [0, 0, Math.SQRT1_2, Math.SQRT1_2], [0.5, 0.5, 0.5, 0.5], [0, 0, 0.6, 0.8]];
    for (let i = 0; i < 2000; i++) {
      const hair = random.pick([0, 0, 1e-15, 1e-12, 1e-9, 1e-6]);
      const quaternionA = random.pick(turns);
      const quaternionB = multiply(turned(hair * random.next(), hair * random.next(), hair * random.next()), random.pick(turns));
      const position: Vec3 = [random.integer(9) / 4 - 1, random.integer(9) / 4 - 1, random.integer(9) / 4 - 1 + hair];
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const tracker = tracked(random.pick(bodies), random.pick(bodies), A, B);
      expect(
        [...faults(tracker, A, B), ...meshFaults(tracker, { quaternion: quaternionA }, { quaternion: quaternionB, position })],
        `pair ${i}`,
      ).toEqual([]);
    }
  });

  test('bodies pushed together until a gap is left, or none: 2,000 of them, the last features as a start', () => {
    const random = new Random(`${SEED} gaps`);
    const bodies = hulls(random);
    let rescues = 0;
    for (let i = 0; i < 2000; i++) {
      const { quaternionA, quaternionB, position } = randomPlacements(random, 4);
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const tracker = tracked(random.pick(bodies), random.pick(bodies), A, B);
      expect(tracker.overlap).toBe(false);
      const gap = random.pick([1e-3, 1e-6, 1e-9, 1e-12, 0, -1e-12, -1e-6]);
      const [x, y, z] = position.map((p, k) => p - (tracker.out[0] - gap) * tracker.out[7 + k]);
      B.set([x, y, z], 9);
      tracker.track(A, B);
      expect(
        [...faults(tracker, A, B), ...meshFaults(tracker, { quaternion: quaternionA }, { quaternion: quaternionB, position: [x, y, z] })],
        `pair ${i}, gap ${gap}`,
      ).toEqual([]);
      // a thin body pushed too far comes out on the other side
      if (gap >= 0) expect(Math.abs(tracker.out[0] - gap)).toBeLessThanOrEqual(TIGHT * 5);
      rescues += tracker.rescues;
    }
    // rounding does lead in circles where bodies touch; GJK is asked, and rarely
    expect(rescues).toBeGreaterThan(0);
    expect(rescues).toBeLessThan(100);
  });

  test('crossing segments and needles, down to an angle of 1e-15: the gap is what they are apart', () => {
    for (let k = 1; k <= 15; k++) {
      for (const gap of [0.5, 1e-6, 1e-10, 1e-14, 0]) {
        const angle = 10 ** -k;
        const B = placement(turned(0, 0, angle), [0.1, 0.1 * angle, gap]);
        const segment = convexHull([-1, 0, 0, 1, 0, 0]);
        const long = tracked(segment, segment, STILL, B);
        expect(Math.abs(long.out[0] - gap), `segments at 1e-${k}, ${gap} apart`).toBeLessThanOrEqual(1e-15);
        // ridges of wedges that point at each other
        const below = convexHull([-1, 0, 0, 1, 0, 0, -1, 0.1, -1, 1, 0.1, -1, -1, -0.1, -1, 1, -0.1, -1]);
        const above = convexHull([-1, 0, 0, 1, 0, 0, -1, 0.1, 1, 1, 0.1, 1, -1, -0.1, 1, 1, -0.1, 1]);
        const ridges = tracked(below, above, STILL, B);
        expect(Math.abs(ridges.out[0] - gap), `ridges at 1e-${k}, ${gap} apart`).toBeLessThanOrEqual(1e-15);
      }
    }
  });

  test('cubes face to face, edge on edge, corner on edge, concentric: known distances', () => {
    const cube = convexBox(1);
    const at = (position: Vec3, quaternion: Quat = UPRIGHT): number => tracked(cube, cube, STILL, placement(quaternion, position)).out[0];
    for (const gap of [1, 1e-3, 2 ** -30, 2 ** -50]) {
      expect(at([1 + gap, 0, 0])).toBe(1 + gap - 1);
      expect(at([1 + gap, 0.25, -0.5])).toBe(1 + gap - 1);
      expect(at([1 + gap, 1, 1])).toBe(1 + gap - 1);
      expect(at([1 + gap, 1 + gap, 0])).toBeCloseTo(Math.SQRT2 * gap, 15);
      expect(at([1 + gap, 1 + gap, 1 + gap])).toBeCloseTo(Math.sqrt(3) * gap, 15);
    }
    // a cube turned by 45° about z: edge towards face, and edge along edge
    const eighth: Quat = normalised([0, 0, Math.sqrt(2) - 1, 1]);
    expect(at([0.5 + Math.SQRT1_2 + 1e-9, 0, 0], eighth)).toBeCloseTo(1e-9, 15);
    for (const position of [
      [0, 0, 0],
      [0.5, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [0.999, 0.999, 0.999],
    ] as Vec3[]) {
      const tracker = tracked(cube, cube, STILL, placement(UPRIGHT, position));
      expect(tracker.overlap, `${position}`).toBe(true);
      expect(faults(tracker, STILL, placement(UPRIGHT, position))).toEqual([]);
    }
  });

  test('coins face to face in 500 common turns: rounding of level rims leads nowhere', () => {
    const random = new Random(`${SEED} coins`);
    const coin = convexPrism(64, 1, 0.125);
    let steps = 0;
    for (let i = 0; i < 500; i++) {
      const quaternion = random.quaternion();
      const lift = 0.125 + random.next();
      const along = 1.9 * random.next();
      const P = placement(quaternion, [0, 0, 0]);
      const B = placement(quaternion, [P[0] * along + P[2] * lift, P[3] * along + P[5] * lift, P[6] * along + P[8] * lift]);
      const tracker = tracked(coin, coin, P, B);
      expect(faults(tracker, P, B)).toEqual([]);
      expect(Math.abs(tracker.out[0] - (lift - 0.125))).toBeLessThan(1e-15);
      expect(tracker.rescues).toBe(0);
      steps += tracker.steps;
    }
    expect(steps / 500).toBeLessThan(40);
  });

  test('one body deep in another is overlap, and stays so while it moves', () => {
    const ball = convexGeodesicSphere(1, 8);
    const inner = convexBox(0.2);
    const tracker = new VClip(inner, ball);
    const random = new Random(`${SEED} inside`);
    for (let i = 0; i < 300; i++) {
      const A = placement(random.quaternion(), [0.5 * random.next(), 0.5 * random.next(), -0.3 * random.next()]);
      tracker.track(A, STILL);
      expect(tracker.overlap).toBe(true);
      expect(faults(tracker, A, STILL)).toEqual([]);
    }
    const A = placement(UPRIGHT, [0, 0, 2]);
    tracker.track(A, STILL);
    expect(faults(tracker, A, STILL)).toEqual([]);
    expect(tracker.out[0]).toBeCloseTo(0.9, 2);
  });

  test('depth known of one body says nothing about the other: a corner above a box, looked at from below', () => {
    const box = convexBox(0.2);
    const star = convexHull([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
    const tracker = new VClip(box, star);
    tracker.track(STILL, STILL);
    expect(tracker.overlap).toBe(true);
    const start = new VClip(box, star);
    start.kindA = FEATURE_FACE;
    start.indexA = Array.from({ length: 6 }, (_, f) => box.planes[4 * f + 2]).indexOf(-1);
    start.kindB = FEATURE_VERTEX;
    start.indexB = Array.from({ length: 6 }, (_, v) => star.positions[3 * v + 2]).indexOf(-1);
    tracker.startFrom(start);
    const B = placement(UPRIGHT, [0.01, 0.02, 1.3]);
    tracker.track(STILL, B);
    expect(faults(tracker, STILL, B)).toEqual([]);
    expect(tracker.out[0]).toBeCloseTo(0.2, 14);
  });

  test('3,000 jumps in and out of each other: what one call knows of insides does not mislead the next', () => {
    const random = new Random(`${SEED} jumps`);
    for (const [a, b] of [
      [convexBox(1), convexBox(0.5)],
      [convexGeodesicSphere(1, 3), convexBox([0.3, 0.4, 3])],
      [randomHull(random, 12), randomHull(random, 20, [1, 1, 0.1])],
    ]) {
      const tracker = new VClip(a, b);
      for (let i = 0; i < 1000; i++) {
        const { quaternionA, quaternionB, position } = randomPlacements(random, 2 * random.next() * random.integer(2));
        const A = placement(quaternionA, [0, 0, 0]);
        const B = placement(quaternionB, position);
        tracker.track(A, B);
        expect(faults(tracker, A, B), `jump ${i}`).toEqual([]);
      }
    }
  });

  test('a sphere turning beside a cube (Figure 10): few steps a call, the answer of a fresh start', () => {
    const cube = convexBox(2);
    for (const [frequency, most] of [
      [8, 0.3],
      [32, 1.2],
    ]) {
      const sphere = convexGeodesicSphere(1, frequency);
      const tracker = new VClip(cube, sphere);
      let steps = 0;
      for (let degree = 0; degree <= 360; degree++) {
        const half = (degree * Math.PI) / 360;
        const B = placement([0, Math.sin(half), 0, Math.cos(half)], [0.1, 0.2, 2.5]);
        tracker.track(STILL, B);
        if (degree > 0) steps += tracker.steps;
        if (degree % 10 > 0) continue;
        expect(faults(tracker, STILL, B)).toEqual([]);
        expect(Math.abs(tracked(cube, sphere, STILL, B).out[0] - tracker.out[0])).toBeLessThan(1e-14);
        expect([tracker.kindA, tracker.kindB]).toEqual([FEATURE_FACE, FEATURE_VERTEX]);
      }
      expect(steps / 360).toBeLessThan(most);
    }
  });

  test('coherent motion of many pairs agrees with fresh starts, resets included', () => {
    const random = new Random(`${SEED} coherent`);
    for (const [a, b] of [
      [convexBox(1), convexPrism(64, 1, 0.1)],
      [randomHull(random, 30), randomHull(random, 40, [1, 0.1, 0.01])],
      [convexGeodesicSphere(1, 6), convexGeodesicSphere(0.5, 3)],
      [convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0]), convexHull([0, 0, 0, 1, 1, 1])],
    ]) {
      const tracker = new VClip(a, b);
      let quaternion: Quat = random.quaternion();
      for (let i = 0; i < 300; i++) {
        quaternion = normalised(multiply(turned(0.05, 0.03, 0.02), quaternion));
        const B = placement(quaternion, [1.5 * Math.cos(i / 30), 1.2 * Math.sin(i / 30), 0.3 * Math.sin(i / 7)]);
        if (i % 50 === 0) tracker.reset();
        tracker.track(STILL, B);
        const fresh = tracked(a, b, STILL, B);
        expect(faults(tracker, STILL, B)).toEqual([]);
        expect(tracker.overlap).toBe(fresh.overlap);
        expect(Math.abs(tracker.out[0] - fresh.out[0])).toBeLessThanOrEqual(TIGHT);
      }
    }
  });

  test('1,000 pairs swapped: the same distance, the normal turned round', () => {
    const random = new Random(`${SEED} swap`);
    const bodies = hulls(random);
    for (let i = 0; i < 1000; i++) {
      const { quaternionA, quaternionB, position } = randomPlacements(random, 2.5 * random.next());
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const one = tracked(a, b, A, B);
      const other = tracked(b, a, B, A);
      expect(Math.abs(other.out[0] - one.out[0])).toBeLessThanOrEqual(1e-14 * sizeOf(one));
      if (one.out[0] < 1e-3) continue;
      for (let k = 7; k < 10; k++) expect(other.out[k]).toBeCloseTo(-one.out[k], 10);
    }
  });

  test('scaled by powers of two: the same bits; beyond 2^±200 the same to rounding', () => {
    const random = new Random(`${SEED} scale`);
    for (let i = 0; i < 60; i++) {
      const points = Array.from({ length: 36 }, () => random.next());
      const { quaternionA, quaternionB, position } = randomPlacements(random, 2 * random.next());
      const one = tracked(convexHull(points), convexHull(points), placement(quaternionA, [0, 0, 0]), placement(quaternionB, position));
      for (const power of [-250, -150, 7, 150, 250]) {
        const s = 2 ** power;
        const scaled = convexHull(points.map((x) => x * s));
        const B = placement(quaternionB, [position[0] * s, position[1] * s, position[2] * s]);
        const other = tracked(scaled, scaled, placement(quaternionA, [0, 0, 0]), B);
        if (Math.abs(power) < 200) {
          expect(other.out[0]).toBe(one.out[0] * s);
          expect([other.kindA, other.indexA, other.kindB, other.indexB]).toEqual([one.kindA, one.indexA, one.kindB, one.indexB]);
        } else expect(Math.abs(other.out[0] / s - one.out[0])).toBeLessThanOrEqual(TIGHT);
      }
    }
  });

  test('far from the origin of the world the distance keeps its digits', () => {
    const cube = convexBox(1);
    const far = 2 ** 30;
    const tracker = tracked(cube, cube, placement(UPRIGHT, [far, far, far]), placement(UPRIGHT, [far + 1 + 2 ** -20, far, far]));
    expect(tracker.out[0]).toBe(2 ** -20);
  });
});
