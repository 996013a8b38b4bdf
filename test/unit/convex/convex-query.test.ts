import { describe, expect, test } from 'vitest';
import { ConvexQuery, type ConvexQueryOptions } from '../../../src/convex/convex-query.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { LinCanny } from '../../../src/convex/trackers/lin-canny.ts';
import { VClip } from '../../../src/convex/trackers/v-clip.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { restMotion, rigidMotion, rotationMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';

const TRACKERS: readonly [string, ConvexQueryOptions][] = [
  ['v-clip', {}],
  ['gjk', { tracker: (a, b) => new Gjk(a, b) }],
  ['lin-canny', { tracker: (a, b) => new LinCanny(a, b) }],
  ['v-clip given', { tracker: (a, b) => new VClip(a, b) }],
];

describe.each(TRACKERS)('%s', (_, options) => {
  test('two unit cubes face to face, one sliding away', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) }, options);
    const {
      distance,
      gap: [lower, upper],
      normal,
    } = query.distance({ b: { position: [0, 0, 3] } });
    expect(distance).toBeCloseTo(2, 14);
    expect(lower).toBeLessThanOrEqual(2);
    expect(upper).toBeGreaterThanOrEqual(2);
    expect(normal[2]).toBeCloseTo(1, 14);
    expect(query.distance({ b: { position: [2, 2, 0] } }).distance).toBeCloseTo(Math.SQRT2, 14);
    expect(query.distance({ b: { position: [0.5, 0.2, 0.1] } }).distance).toBe(0);
  });

  test('penetration of cubes: half of the way in; apart: minus the distance', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) }, options);
    const { depth, normal } = query.penetration({ b: { position: [0, 0.75, 0.1] } });
    expect(depth).toBeCloseTo(0.25, 12);
    expect(normal[1]).toBeCloseTo(1, 12);
    expect(query.penetration({ b: { position: [3, 0, 0] } }).depth).toBeCloseTo(-2, 12);
  });

  test('a ball that falls on a floor lands when free fall says', () => {
    const query = new ConvexQuery({ shape: convexSphere(0.5) }, { shape: convexBox([10, 10, 1], [0, 0, -0.5]) }, options);
    const fall = ballisticMotion({ pose: { position: [0.3, 0.2, 5.5] }, velocity: [1, 0, 0], acceleration: [0, 0, -10] }, 2);
    const { status, time, gap, contacts, normal, poses } = query.firstContact({ a: fall, b: restMotion() }, { tolerance: 1e-9 });
    // 5 = ½ · 10 · t², t = 1 of 2 seconds
    expect(status).toBe('contact');
    expect(time).toBeLessThanOrEqual(0.5);
    expect(time).toBeGreaterThan(0.5 - 1e-9);
    expect(gap[0]).toBeGreaterThanOrEqual(0);
    expect(gap[1]).toBeLessThanOrEqual(1.1e-9);
    expect(normal[2]).toBeCloseTo(-1, 9);
    expect(contacts).toHaveLength(1);
    expect(contacts[0].pointA[0]).toBeCloseTo(1.3, 6);
    expect(poses[0].position[2]).toBeCloseTo(0.5, 8);
  });

  test('a flat landing has its corners, and a turning edge meets when its angle says', () => {
    const landing = new ConvexQuery({ shape: convexPrism(4, 1, 1) }, { shape: convexBox([10, 10, 1], [0, 0, -0.5]) }, options);
    const { contacts } = landing.firstContact(
      { a: translationMotion({ position: [0, 0, 2] }, [0, 0, -2]), b: restMotion() },
      { tolerance: 1e-6 },
    );
    expect(contacts).toHaveLength(4);
    for (const { pointA, pointB } of contacts) {
      expect(Math.abs(pointA[0]) + Math.abs(pointA[1])).toBeCloseTo(1, 9);
      expect(pointA[2]).toBeLessThanOrEqual(1e-6);
      expect(pointB[2]).toBeCloseTo(0, 12);
    }
    // a stick from 0 to 2 along x turns about z towards a wall at y ≥ 1: sin φ = ½
    const stick = convexCapsule([0, 0, 0], [2, 0, 0], 1e-9);
    const turning = new ConvexQuery({ shape: stick }, { shape: convexBox([10, 1, 1], [0, 1.5, 0]) }, options);
    const { time } = turning.firstContact({ a: rotationMotion({}, [0, 0, 1], Math.PI / 2), b: restMotion() }, { tolerance: 1e-10 });
    expect(time).toBeCloseTo(1 / 3, 8);
    expect(time).toBeLessThanOrEqual(1 / 3);
  });

  test('starts in contact are overlap; a clearance is kept', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) }, options);
    expect(query.firstContact({ a: restMotion(), b: translationMotion({ position: [1, 0, 0] }, [1, 0, 0]) }).status).toBe('overlap');
    const coming = translationMotion({ position: [3, 0, 0] }, [-2, 0, 0]);
    const kept = query.firstContact({ a: restMotion(), b: coming }, { clearance: 0.5, tolerance: 1e-8 });
    expect(kept.status).toBe('contact');
    expect(kept.time).toBeCloseTo(0.75, 7);
    expect(kept.time).toBeLessThanOrEqual(0.75);
    expect(query.firstContact({ a: restMotion(), b: coming }, { clearance: 2 }).status).toBe('overlap');
    expect(query.firstContact({ a: restMotion(), b: translationMotion({ position: [3, 1.2, 0] }, [-9, 0, 0]) }).status).toBe('free');
  });
});

describe('limits', () => {
  test('a spent budget is told, and what was proven until then', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) });
    const from = { position: [3, 1.00001, 0] } as const;
    const to = { position: [-3, 1.00001, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
    const { status, reason, time } = query.firstContact({ a: rigidMotion(from, to), b: restMotion() }, { maxIterations: 1 });
    expect([status, reason]).toEqual(['unresolved', 'iterations']);
    expect(time).toBeLessThan(query.firstContact({ a: rigidMotion(from, to) }).time);
  });

  test('malformed questions are named', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) });
    // biome-ignore lint/suspicious/noExplicitAny: malformed on purpose
    const any = (x: unknown): any => x;
    const wrong: [() => unknown, RegExp][] = [
      [() => new ConvexQuery({ shape: any(null) }, { shape: convexBox(1) }), /first body/],
      [() => new ConvexQuery({ shape: convexBox(1) }, { shape: any(convexBox(1).mesh) }), /second body/],
      [() => new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) }, any({ trackers: 1 })), /trackers/],
      [() => query.firstContact({ a: any({ position: [0, 0, 0] }) }), /motion/],
      [() => query.firstContact({ a: restMotion(), b: restMotion() }, { tolerance: 0 }), /tolerance/],
      [() => query.firstContact({ a: restMotion(), b: restMotion() }, { clearance: -1 }), /clearance/],
      [() => query.firstContact({ a: restMotion(), b: restMotion() }, any({ method: 'c2a' })), /method/],
      [() => query.distance({ a: { position: any([0, 0]) } }), /position/],
      [() => new ConvexQuery({ shape: convexHull([0, 0, 0]) }, { shape: convexHull([0, 0, 0]) }).firstContact(), /tolerance/],
    ];
    for (const [call, what] of wrong) {
      expect(call).toThrow(InputError);
      expect(call).toThrow(what);
    }
  });
});
