import { expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import { ConvexQuery } from '../../src/convex/convex-query.ts';
import { convexBox, convexCapsule, convexPrism } from '../../src/convex/polyhedra.ts';
import { Random } from '../../src/math/random.ts';
import { translationMotion } from '../../src/motion/rigid-motion.ts';
import { BrutePair, violation } from '../support/brute-force.ts';
import { rounds } from '../support/rounds.ts';
import { randomHull } from '../unit/convex/placed-hulls.ts';
import { aimed, libraryMotion, movedSpec, randomMotion } from './random-pairs.ts';

// Bodies that fly straight are cast at one another and the cast is proven; with a limit on iterations they are walked step by step instead. Both against brute force.

const ROUNDS = rounds(120);
const PATIENT = 1_000_000;

function randomBody(random: Random): ConvexPolyhedron {
  return random.pick([
    () => randomHull(random, 4 + random.integer(60)),
    () => randomHull(random, 4 + random.integer(12), [1, 0.05, 0.02]),
    () => randomHull(random, 6, [1, 1, 0]),
    () => convexBox([random.range(0.2, 1), random.range(0.2, 1), random.range(0.01, 1)]),
    () => convexPrism(3 + random.integer(12), 0.8, random.range(0.01, 1)),
    () => convexCapsule([-0.5, 0, 0], [0.5, 0, 0], random.range(0.05, 0.4)),
  ])();
}

test("a cast keeps the guarantee and agrees with the walk, in any order and frame (seed 'straight')", () => {
  const random = new Random('straight');
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
  let led = 0;
  for (let round = 0; round < ROUNDS; round++) {
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
    const walked = query.firstContact({ a: A, b: B }, { ...limits, maxIterations: PATIENT });
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
  expect(seen.contact).toBeGreaterThan(ROUNDS / 5);
  expect(seen.free).toBeGreaterThan(ROUNDS / 20);
  expect(led).toBeGreaterThan(ROUNDS / 4);
});

test("faces on faces and passing by exactly: the time is what the boxes say, never later (seed 'flat casts')", () => {
  const random = new Random('flat casts');
  for (let round = 0; round < ROUNDS; round++) {
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
