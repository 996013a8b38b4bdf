import { describe, expect, test } from 'vitest';
import { FEATURE_VERTEX } from '../../../../src/convex/convex-tracker.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere } from '../../../../src/convex/polyhedra.ts';
import { LinCanny } from '../../../../src/convex/trackers/lin-canny.ts';
import { VClip } from '../../../../src/convex/trackers/v-clip.ts';
import { normalised } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { hulls, placement, randomHull, randomPlacements } from '../placed-hulls.ts';
import { faults, meshFaults, sizeOf, TIGHT } from '../tracker-faults.ts';

const SEED = 'lin-canny';
const STILL = placement([0, 0, 0, 1], [0, 0, 0]);

describe(`Lin-Canny, seed ${SEED}`, () => {
  test('10,000 pairs of all kinds: proven by points and plane, and as V-Clip says', () => {
    const random = new Random(SEED);
    const bodies = hulls(random);
    let apart = 0;
    let cycled = 0;
    for (let i = 0; i < 10_000; i++) {
      const { quaternionA, quaternionB, position } = randomPlacements(random, 3 * random.next() ** 2);
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const tracker = new LinCanny(a, b);
      tracker.track(A, B);
      const other = new VClip(a, b);
      other.track(A, B);
      expect(faults(tracker, A, B), `pair ${i}`).toEqual([]);
      expect(Math.abs(tracker.out[0] - other.out[0]), `pair ${i}`).toBeLessThanOrEqual(TIGHT * sizeOf(tracker));
      expect(tracker.cycles).toBe(tracker.cycled ? 1 : 0);
      if (tracker.overlap) continue;
      apart++;
      if (tracker.cycled) cycled++;
    }
    // parallel features lead in circles now and then
    expect(cycled).toBeGreaterThan(0);
    expect(cycled).toBeLessThan(0.02 * apart);
    expect(apart).toBeGreaterThan(4000);
  });

  test('3,000 bodies apart in general position: ends by its own rules', () => {
    const random = new Random(`${SEED} apart`);
    const bodies = Array.from({ length: 10 }, (_, i) => randomHull(random, 5 + 4 * i));
    for (let i = 0; i < 3000; i++) {
      const [x, y, z] = random.direction();
      const far = 2.01 + random.next();
      const position = [far * x, far * y, far * z] as const;
      const quaternionA = random.quaternion();
      const quaternionB = random.quaternion();
      const tracker = new LinCanny(random.pick(bodies), random.pick(bodies));
      tracker.track(placement(quaternionA, [0, 0, 0]), placement(quaternionB, position));
      expect(tracker.cycled, `pair ${i}`).toBe(false);
      if (i % 10 === 0) expect(meshFaults(tracker, { quaternion: quaternionA }, { quaternion: quaternionB, position })).toEqual([]);
    }
  });

  test('penetrating bodies have no closest features: it says so, and V-Clip answers', () => {
    const random = new Random(`${SEED} inside`);
    const tracker = new LinCanny(convexBox(1), randomHull(random, 20));
    for (let i = 0; i < 500; i++) {
      const [x, y, z] = random.direction();
      const B = placement(random.quaternion(), [0.5 * x, 0.5 * y, 0.5 * z]);
      tracker.track(STILL, B);
      expect([tracker.overlap, tracker.cycled]).toEqual([true, true]);
      expect(faults(tracker, STILL, B)).toEqual([]);
    }
    expect(tracker.cycles).toBe(500);
    tracker.track(STILL, placement([0, 0, 0, 1], [9, 8, 7]));
    expect([tracker.overlap, tracker.cycled, tracker.cycles]).toEqual([false, false, 500]);
  });

  test('boxes with parallel faces, shifted: the gap, at any overlap of the faces', () => {
    for (const gap of [1, 0.01, 1e-9]) {
      for (let i = -5; i <= 5; i++) {
        const tracker = new LinCanny(convexBox([1, 2, 1]), convexBox(1));
        const B = placement([0, 0, 0, 1], [0.3 * i, 0.2 * i, 1 + gap]);
        tracker.track(STILL, B);
        expect(faults(tracker, STILL, B)).toEqual([]);
        if (Math.abs(i) < 4) expect(tracker.out[0]).toBeCloseTo(gap, 15);
      }
    }
  });

  test('crossing segments, down to an angle of 1e-15: the gap is what they are apart', () => {
    const segment = convexHull([-1, 0, 0, 1, 0, 0]);
    for (let k = 1; k <= 15; k++) {
      for (const gap of [0.5, 1e-3, 1e-6, 1e-10, 1e-14, 0]) {
        const tracker = new LinCanny(segment, segment);
        tracker.track(STILL, placement(normalised([0, 0, 0.5 * 10 ** -k, 1]), [0.1, 0.1 * 10 ** -k, gap]));
        expect(Math.abs(tracker.out[0] - gap), `at 1e-${k}, ${gap} apart`).toBeLessThanOrEqual(1e-13);
      }
    }
  });

  test('a sphere turning beside a cube (Figure 10): more steps for more facets, few all the same', () => {
    const cube = convexBox(2);
    const perCall = [8, 32].map((frequency) => {
      const tracker = new LinCanny(cube, convexGeodesicSphere(1, frequency));
      let steps = 0;
      for (let degree = 0; degree <= 360; degree++) {
        const half = (degree * Math.PI) / 360;
        const B = placement([0, Math.sin(half), 0, Math.cos(half)], [0.1, 0.2, 2.5]);
        tracker.track(STILL, B);
        if (degree > 0) steps += tracker.steps;
        if (degree % 20 === 0) expect(faults(tracker, STILL, B)).toEqual([]);
        expect(tracker.cycled).toBe(false);
        expect(tracker.kindB).toBe(FEATURE_VERTEX);
      }
      return steps / 360;
    });
    expect(perCall[1]).toBeLessThan(2);
    expect(perCall[0]).toBeLessThan(perCall[1]);
  });
});
