import { describe, expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import { ConvexQuery } from '../../src/convex/convex-query.ts';
import { convexHull } from '../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexPrism } from '../../src/convex/polyhedra.ts';
import { Gjk } from '../../src/convex/trackers/gjk.ts';
import { LinCanny } from '../../src/convex/trackers/lin-canny.ts';
import { VClip } from '../../src/convex/trackers/v-clip.ts';
import { Random } from '../../src/math/random.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { poseAt } from '../../src/motion/pose-at.ts';
import { translationMotion } from '../../src/motion/rigid-motion.ts';
import { BrutePair, type MotionSpec, violation } from '../support/brute-force.ts';
import { rounds, roundsUntil } from '../support/rounds.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { randomHull } from '../unit/convex/placed-hulls.ts';
import { aimed, libraryMotion, movedSpec, randomMotion } from './random-pairs.ts';

// First contact of convex bodies, tracked and certified by supports, against brute force over all pairs of triangles and against the methods for meshes, which share
// neither distances nor steps with it.

const KINDS: readonly MotionSpec['kind'][] = ['in-between', 'screw', 'translation', 'rotation', 'ballistic'];
const ROUNDS = 30;
const TRACKERS = [
  (a: ConvexPolyhedron, b: ConvexPolyhedron) => new VClip(a, b),
  (a: ConvexPolyhedron, b: ConvexPolyhedron) => new Gjk(a, b),
  (a: ConvexPolyhedron, b: ConvexPolyhedron) => new LinCanny(a, b),
];

function randomBody(random: Random): ConvexPolyhedron {
  return random.pick([
    () => randomHull(random, 4 + random.integer(20)),
    () => randomHull(random, 4 + random.integer(12), [1, 0.05, 0.02]),
    () => randomHull(random, 12, [1, 1, 1e-3]),
    () => randomHull(random, 6, [1, 1, 0]),
    () => convexBox([random.range(0.2, 1), random.range(0.2, 1), random.range(0.01, 1)]),
    () => convexPrism(3 + random.integer(12), 0.8, random.range(0.01, 1)),
    () => convexCapsule([-0.5, 0, 0], [0.5, 0, 0], random.range(0.05, 0.4)),
  ])();
}

function scaled(body: ConvexPolyhedron, scale: number): ConvexPolyhedron {
  return convexHull(
    body.positions.map((x) => x * scale),
    { radius: body.radius * scale },
  );
}

describe.each(KINDS)('%s', (kind) => {
  test(`keeps the guarantee, agrees with the methods for meshes, knows neither order nor frame nor unit (seed 'convex ${kind}')`, () => {
    const random = new Random(`convex ${kind}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const isMet = (): boolean => seen.contact > ROUNDS / 5 && seen.free > ROUNDS / 20;
    for (const round of roundsUntil(isMet, ROUNDS, 10)) {
      const [p, q] = [randomBody(random), randomBody(random)];
      const rests = random.next() < 0.4;
      const motionB = randomMotion(random, 0.6, [0, 0, 0], rests ? 'rest' : random.pick(KINDS));
      const anyhow = randomMotion(random, random.range(1.2, 4), [0, 0, 0], kind);
      const motionA = random.next() < 0.6 ? aimed(random, p.mesh, anyhow, { mesh: q.mesh, motion: motionB }) : anyhow;
      const clearance = random.pick([0, 0, 0.1]);
      const tolerance = 10 ** random.range(-8, -2);
      const judge = new BrutePair({ mesh: p.mesh, motion: motionA }, { mesh: q.mesh, motion: motionB });
      const query = new ConvexQuery({ shape: p }, { shape: q }, { tracker: random.pick(TRACKERS) });
      const [A, B] = [libraryMotion(motionA), libraryMotion(motionB)];
      const result = query.firstContact({ a: A, b: B }, { clearance, tolerance });
      seen[result.status]++;
      // brute force knows surfaces only, and nothing of one inside the other
      const inside = result.status === 'overlap' && query.penetration({ a: poseAt(A, 0), b: poseAt(B, 0) }).depth > 0;
      if (!inside) expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);

      const others: Record<string, { status: string; time: number }> = {};
      others.swapped = new ConvexQuery({ shape: q }, { shape: p }).firstContact({ a: B, b: A }, { clearance, tolerance });
      const frame = random.quaternion();
      const moved = [motionA, motionB].map((motion) => libraryMotion(movedSpec(motion, frame, [1, 2, 3], 1)));
      others.moved = query.firstContact({ a: moved[0], b: moved[1] }, { clearance, tolerance });
      const unit = 10 ** random.range(-9, 9);
      const larger = [motionA, motionB].map((motion) => libraryMotion(movedSpec(motion, [0, 0, 0, 1], [0, 0, 0], unit)));
      const inUnits = { clearance: clearance * unit, tolerance: tolerance * unit };
      others.scaled = new ConvexQuery({ shape: scaled(p, unit) }, { shape: scaled(q, unit) }).firstContact(
        { a: larger[0], b: larger[1] },
        inUnits,
      );
      for (const method of METHODS) {
        if (inside) continue;
        const bodies = [
          { shape: p.mesh, motion: A },
          { shape: q.mesh, motion: B },
        ] as const;
        others[method] = patientContact(...bodies, { method: methodNamed(method), clearance, tolerance, contacts: 'none' });
      }
      for (const [which, other] of Object.entries(others)) {
        if (other.status === result.status) {
          // the earlier of two contacts is within the tolerance, and the later was proven apart until then
          const first = Math.min(other.time, result.time);
          if (result.status === 'contact') expect(judge.distance(first), which).toBeLessThanOrEqual(clearance + tolerance + 1e-9);
        } else {
          // only in the grey band: something comes within the tolerance, nothing within the clearance
          expect(new Set([other.status, result.status]), `round ${round}, ${which}`).toEqual(new Set(['free', 'contact']));
          expect(judge.bracket(clearance, tolerance).hi, `round ${round}, ${which}`).toBe(null);
        }
      }
    }
    expect(seen.unresolved).toBe(0);
    expect(isMet(), JSON.stringify(seen)).toBe(true);
  });
});

describe("coherence (seed 'coherent')", () => {
  test('features kept from call to call never change what is true', () => {
    const random = new Random('coherent');
    for (let run = 0; run < rounds(10, 4); run++) {
      const [p, q] = [randomBody(random), randomBody(random)];
      const kept = new ConvexQuery({ shape: p }, { shape: q });
      for (let round = 0; round < 10; round++) {
        const motionA = randomMotion(random, 2, [0, 0, 0], random.pick(KINDS));
        const motionB = randomMotion(random, 0.3, [0, 0, 0], 'rest');
        const judge = new BrutePair({ mesh: p.mesh, motion: motionA }, { mesh: q.mesh, motion: motionB });
        const result = kept.firstContact({ a: libraryMotion(motionA), b: libraryMotion(motionB) }, { tolerance: 1e-5 });
        if (result.status !== 'overlap') expect(violation(judge, result, 0, 1e-5), `run ${run}, round ${round}`).toBe(null);
      }
    }
  });
});

// Bodies that fly straight are cast at one another and the cast is proven; with GJK as tracker they are walked step by step instead.
const CAST_ROUNDS = rounds(120, 40);

test("a cast keeps the guarantee and agrees with the walk, in any order and frame (seed 'straight')", () => {
  const random = new Random('straight');
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
  let led = 0;
  for (let round = 0; round < CAST_ROUNDS; round++) {
    const [p, q] = [randomBody(random), randomBody(random)];
    const motionB = randomMotion(random, 0.6, [0, 0, 0], random.pick(['rest', 'translation'] as const));
    const anyhow = randomMotion(random, random.range(0.8, 6), [0, 0, 0], 'translation');
    const motionA = random.next() < 0.7 ? aimed(random, p.mesh, anyhow, { mesh: q.mesh, motion: motionB }) : anyhow;
    const limits = { clearance: random.pick([0, 0, 0.1]), tolerance: 10 ** random.range(-9, -2) };
    const { clearance, tolerance } = limits;
    const judge = new BrutePair({ mesh: p.mesh, motion: motionA }, { mesh: q.mesh, motion: motionB });
    const query = new ConvexQuery({ shape: p }, { shape: q });
    const [A, B] = [libraryMotion(motionA), libraryMotion(motionB)];
    const result = query.firstContact({ a: A, b: B }, limits);
    seen[result.status]++;
    if (result.status === 'overlap') continue;
    expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);
    const frame = random.quaternion();
    const moved = [motionA, motionB].map((motion) => libraryMotion(movedSpec(motion, frame, [1, 2, 3], 1)));
    // only what V-Clip follows is cast
    const walked = new ConvexQuery({ shape: p }, { shape: q }, { tracker: (a, b) => new Gjk(a, b) }).firstContact({ a: A, b: B }, limits);
    if (walked.stats.checks !== result.stats.checks || walked.time !== result.time) led++;
    const others = {
      walked,
      swapped: new ConvexQuery({ shape: q }, { shape: p }).firstContact({ a: B, b: A }, limits),
      moved: query.firstContact({ a: moved[0], b: moved[1] }, limits),
    };
    for (const [which, other] of Object.entries(others)) {
      if (other.status === result.status) {
        const first = Math.min(other.time, result.time);
        if (result.status === 'contact')
          expect(judge.distance(first), `${round} ${which}`).toBeLessThanOrEqual(clearance + tolerance + 1e-9);
      } else {
        // only where something comes within the tolerance and nothing within the clearance
        expect(new Set([other.status, result.status]), `round ${round}, ${which}`).toEqual(new Set(['free', 'contact']));
        expect(judge.bracket(clearance, tolerance).hi, `round ${round}, ${which}`).toBe(null);
      }
    }
  }
  expect(seen.unresolved).toBe(0);
  expect(seen.contact).toBeGreaterThan(CAST_ROUNDS / 5);
  expect(seen.free).toBeGreaterThan(CAST_ROUNDS / 20);
  expect(led).toBeGreaterThan(CAST_ROUNDS / 4);
});

test("faces on faces and passing by exactly: the time is what the boxes say, never later (seed 'flat casts')", () => {
  const random = new Random('flat casts');
  for (let round = 0; round < CAST_ROUNDS; round++) {
    const half = [random.range(0.1, 1), random.range(0.1, 1), random.range(0.1, 1)];
    const other = [random.range(0.1, 1), random.range(0.1, 1), random.range(0.1, 1)];
    const axis = random.integer(3);
    const from: [number, number, number] = [random.range(-0.05, 0.05), random.range(-0.05, 0.05), random.range(-0.05, 0.05)];
    from[axis] = random.range(3, 5);
    const way: [number, number, number] = [0, 0, 0];
    way[axis] = -random.range(4, 6);
    const a = convexBox([2 * half[0], 2 * half[1], 2 * half[2]]);
    const b = convexBox([2 * other[0], 2 * other[1], 2 * other[2]]);
    const query = new ConvexQuery({ shape: a }, { shape: b });
    const tolerance = 1e-6;
    const { status, time } = query.firstContact({ a: translationMotion({ position: from }, way) }, { tolerance });
    const exact = (from[axis] - half[axis] - other[axis]) / -way[axis];
    expect(status, `round ${round}`).toBe(exact <= 1 ? 'contact' : 'free');
    if (status !== 'contact') continue;
    expect(time, `round ${round}`).toBeLessThanOrEqual(exact);
    expect(time, `round ${round}`).toBeGreaterThan(exact - (2 * tolerance) / -way[axis]);
  }
});
