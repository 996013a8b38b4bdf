import { describe, expect, test } from 'vitest';
import type { PairMotions } from '../../../../src/contact/deformation.ts';
import { CAST_FREE, CAST_FROM, CAST_HIT, CAST_LOST, CAST_REACH, CAST_SLACK, CAST_TIME } from '../../../../src/convex/cast/hull-cast.ts';
import { TurningCast } from '../../../../src/convex/cast/turning-cast.ts';
import { ConvexApproach, EPSILON, FALLING_STATE_SIZE, HORIZON, LOW, STEP, TARGET } from '../../../../src/convex/convex-approach.ts';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { ConvexQuery } from '../../../../src/convex/convex-query.ts';
import type { ConvexFirstContact } from '../../../../src/convex/convex-result.ts';
import { MovingHulls } from '../../../../src/convex/moving-hulls.ts';
import { convexBox, convexCapsule, convexGeodesicSphere } from '../../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../../src/convex/trackers/gjk.ts';
import { VClip } from '../../../../src/convex/trackers/v-clip.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { STATE_BASE, STATE_OMEGA, STATE_TIME, STATE_V } from '../../../../src/motion/motion.ts';
import { type RigidMotion, restMotion, rigidMotion, rotationMotion, screwMotion } from '../../../../src/motion/rigid-motion.ts';
import { rounds } from '../../../support/rounds.ts';
import { hulls, randomHull } from '../placed-hulls.ts';

const SEED = 5121;
const SAMPLES = 60;
const ORIGIN = new Float64Array(3);

function stateOf(motion: RigidMotion, t: number): Float64Array {
  const state = new Float64Array(FALLING_STATE_SIZE);
  state[STATE_TIME] = t;
  motion.writeState(ORIGIN, state);
  return state;
}

/** By a tracker that no cast uses, anew. */
function distanceAt(judge: Gjk, a: RigidMotion, b: RigidMotion, t: number): number {
  judge.reset();
  judge.track(stateOf(a, t), stateOf(b, t));
  return (judge.overlap ? 0 : judge.out[0]) - judge.a.radius - judge.b.radius;
}

function shapeOf(random: Random): ConvexPolyhedron {
  return random.pick([
    () => randomHull(random, 4 + random.integer(16)),
    () => randomHull(random, 30 + random.integer(200)),
    () => convexBox([1, random.range(0.1, 1), random.range(0.02, 1)]),
    () => convexCapsule([-0.5, 0, 0], [0.5, 0, 0], 0.2),
    () => convexGeodesicSphere(1, 3),
    () => random.pick(hulls(random)),
  ])();
}

const along = (random: Random, length: number): Vec3 => random.direction().map((x) => x * length) as unknown as Vec3;
const sum = (p: Vec3, q: Vec3): Vec3 => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];

/** From about `at`, to about the other side of the origin, or round something. */
function motionOf(random: Random, at: Vec3): RigidMotion {
  const pose = { position: at, quaternion: random.quaternion() };
  const way = sum(along(random, random.range(0, 1)), at.map((x) => -random.range(0, 2) * x) as unknown as Vec3);
  const end = { position: sum(at, way), quaternion: random.quaternion() };
  return random.pick([
    () => rigidMotion(pose, end),
    () => rigidMotion(pose, end),
    () => screwMotion(pose, end),
    () => rotationMotion(pose, random.direction(), random.range(-5, 5)),
    () => rotationMotion(pose, random.direction(), random.range(-3, 3), along(random, 2)),
    () => restMotion(pose),
  ])();
}

/** What must hold of an answer, whoever gave it. */
function judge(
  answer: ConvexFirstContact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  motions: Required<PairMotions>,
  clearance: number,
): void {
  const gjk = new Gjk(a, b);
  const [p, q] = [motions.a as RigidMotion, motions.b as RigidMotion];
  const size = a.reach + b.reach;
  const { status, time, tolerance } = answer;
  const there = distanceAt(gjk, p, q, time);
  expect(there).toBeGreaterThanOrEqual(answer.gap[0] - 1e-11 * size);
  expect(there).toBeLessThanOrEqual(answer.gap[1] + 1e-11 * size);
  if (status === 'contact') {
    expect(there).toBeGreaterThan(clearance - 1e-11 * size);
    expect(there).toBeLessThanOrEqual(clearance + tolerance + 1e-11 * size);
    expect(tolerance).toBeLessThanOrEqual(Math.max(0, 0.5 * (distanceAt(gjk, p, q, 0) - clearance)) + 1e-11 * size);
  }
  // more of them near the end
  for (let k = 1; k <= SAMPLES; k++) {
    const t = time * (1 - (k / SAMPLES) ** 3);
    if (!(distanceAt(gjk, p, q, t) > clearance - 1e-11 * size)) expect.fail(`${status} at ${time}: not apart at ${t}`);
  }
}

describe('turning casts', () => {
  test(`answers are right by instants looked at, and those of the walk, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const count = { contact: 0, free: 0, overlap: 0, unresolved: 0 };
    for (let round = 0; round < rounds(1500, 500); round++) {
      const [a, b] = [shapeOf(random), shapeOf(random)];
      const far = random.pick([0.6, 1, 2]) * (a.reach + b.reach);
      const motions = { a: motionOf(random, along(random, far)), b: motionOf(random, along(random, far)) };
      const clearance = random.pick([0, 0, 0.1 * far]);
      const tolerance = (a.reach + b.reach) * 10 ** random.range(-9, -2);
      const ours = new ConvexQuery({ shape: a }, { shape: b }).firstContact(motions, { clearance, tolerance });
      const walked = new ConvexQuery({ shape: a }, { shape: b }, { tracker: (p, q) => new Gjk(p, q) });
      const other = walked.firstContact(motions, { clearance, tolerance });
      count[ours.status]++;
      if (ours.status === 'overlap' || ours.status === 'unresolved') {
        expect(ours.status).toBe(other.status);
        continue;
      }
      judge(ours, a, b, motions, clearance);
      // nearer than the tolerance, and yet never in contact: both are right
      if (ours.status !== other.status) expect(Math.max(ours.gap[0], other.gap[0])).toBeGreaterThan(clearance);
    }
    expect(count.contact).toBeGreaterThan(rounds(1500, 500) / 8);
    expect(count.free).toBeGreaterThan(rounds(1500, 500) / 8);
  });

  test(`a blade that swings through what it meets stops there, not at what is behind, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const blade = convexBox([4, 0.02, 0.5]);
    const post = convexBox(0.05);
    for (let round = 0; round < rounds(100, 34); round++) {
      const angle = random.range(0.3, 2.8);
      const radius = random.range(0.5, 1.8);
      const turn = random.range(angle + 0.2, 6);
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      const motions = { a: rotationMotion({}, [0, 0, 1], turn), b: restMotion({ position: [x, y, 0] }) };
      const { status, time } = new ConvexQuery({ shape: blade }, { shape: post }).firstContact(motions);
      expect(status).toBe('contact');
      // the corner of the post that is met first stands by half a blade off its side
      let first = Infinity;
      for (const dx of [-0.025, 0.025])
        for (const dy of [-0.025, 0.025]) {
          const r = Math.hypot(x + dx, y + dy);
          first = Math.min(first, (Math.atan2(y + dy, x + dx) - Math.asin(0.01 / r)) / turn);
        }
      expect(time).toBeLessThanOrEqual(first);
      expect(time).toBeGreaterThan(first - 1e-5);
    }
  });

  test(`hulls thrown at each other are seldom looked at more than three times, seed ${SEED}`, () => {
    const random = new Random(SEED);
    for (const points of [8, 64, 400]) {
      const [a, b] = [randomHull(random, points), randomHull(random, points)];
      const query = new ConvexQuery({ shape: a }, { shape: b });
      let few = 0;
      for (let k = 0; k < 200; k++) {
        const from = along(random, 5);
        const position = sum(from, along(random, random.range(0, 1)));
        const end = { position: sum(position, from.map((x) => -x) as unknown as Vec3), quaternion: random.quaternion() };
        const answer = query.firstContact({ a: rigidMotion({ position, quaternion: random.quaternion() }, end) });
        if (answer.stats.checks <= 3) few++;
      }
      expect(few).toBeGreaterThan(185);
    }
  });

  test(`no more instants are looked at than asked for, seed ${SEED}`, () => {
    const random = new Random(SEED);
    for (let k = 0; k < 300; k++) {
      const [a, b] = [randomHull(random, 8), randomHull(random, 8)];
      const motions = { a: motionOf(random, [0, 0, 2.2]), b: motionOf(random, [0, 0, 0]) };
      const maxIterations = 1 + random.integer(6);
      const { stats } = new ConvexQuery({ shape: a }, { shape: b }).firstContact(motions, { maxIterations });
      // beside those: the start, and the end of who is free
      expect(stats.checks).toBeLessThanOrEqual(maxIterations + 2);
    }
  });

  test(`the guess leaves the bodies where it says, within its slack of the reach, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const found = [0, 0, 0];
    for (let k = 0; k < 400; k++) {
      const [a, b] = [randomHull(random, 6 + random.integer(60)), randomHull(random, 6 + random.integer(60))];
      const motions = [motionOf(random, along(random, 3)), motionOf(random, [0, 0, 0])];
      const moving = new MovingHulls(new ConvexApproach(new VClip(a, b)), motions[0], motions[1]);
      moving.begin(motions[0], motions[1], 0);
      const cast = new TurningCast(a, b);
      cast.numbers[CAST_REACH] = 1e-4;
      cast.numbers[CAST_SLACK] = 1e-5;
      cast.numbers[CAST_FROM] = 0;
      const verdict = cast.cast(moving, moving.stateA, moving.stateB);
      found[verdict]++;
      expect(cast.passes).toBeLessThanOrEqual(48);
      if (verdict === CAST_LOST) continue;
      const t = cast.numbers[CAST_TIME];
      expect(moving.stateA[STATE_TIME]).toBe(t);
      if (verdict === CAST_FREE) expect(t).toBe(1);
      const distance = distanceAt(new Gjk(a, b), motions[0], motions[1], t);
      if (verdict === CAST_HIT) expect(Math.abs(distance - 1e-4)).toBeLessThan(1.1e-5);
      else expect(distance).toBeGreaterThan(1e-4);
    }
    expect(found[CAST_HIT]).toBeGreaterThan(100);
    expect(found[CAST_FREE]).toBeGreaterThan(50);
    expect(found[CAST_LOST]).toBeLessThan(20);
  });

  test(`nothing was nearer than the target within a step back, whatever turns, seed ${SEED}`, () => {
    const random = new Random(SEED);
    let steps = 0;
    let all = 0;
    for (let round = 0; round < rounds(1200, 400); round++) {
      const [a, b] = [shapeOf(random), shapeOf(random)];
      const far = random.range(0.3, 1.2) * (a.reach + b.reach);
      const [p, q] = [motionOf(random, along(random, far)), motionOf(random, along(random, far))];
      const now = random.next();
      const [A, B] = [stateOf(p, now), stateOf(q, now)];
      const approach = new ConvexApproach(new VClip(a, b));
      const { numbers: w } = approach;
      w[EPSILON] = 1e-12;
      approach.measure(A, B);
      if (!(w[LOW] > 1e-6)) continue;
      w[TARGET] = w[LOW] * random.pick([0, 0.5, 0.99, 1 - 1e-6]);
      w[HORIZON] = now;
      for (const state of [A, B]) {
        for (let k = 0; k < 3; k++) for (const o of [STATE_OMEGA, STATE_V, STATE_BASE]) state[o + k] = -state[o + k];
      }
      approach.part(A, B);
      const step = w[STEP];
      expect(step).toBeLessThanOrEqual(now);
      if (!(step > 0)) continue;
      steps++;
      if (step === now) all++;
      const gjk = new Gjk(a, b);
      for (let k = 1; k <= 24; k++) {
        const distance = distanceAt(gjk, p, q, now - (step * k) / 24);
        if (!(distance >= w[TARGET] - 1e-9)) expect.fail(`round ${round}: ${distance} at ${k}/24 of ${step}, kept ${w[TARGET]}`);
      }
    }
    expect(steps).toBeGreaterThan(rounds(1200, 400) / 4);
    expect(all).toBeGreaterThan(rounds(1200, 400) / 10);
    expect(all).toBeLessThan(steps);
  });
});
