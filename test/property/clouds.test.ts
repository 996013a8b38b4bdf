import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../src/cloud/point-cloud.ts';
import { distance } from '../../src/contact/placed-query.ts';
import type { PairFirstContact } from '../../src/contact/result.ts';
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/mesh/primitives.ts';
import { METHODS, methodNamed, type PairMethodName, SCENE_METHODS } from '../../src/methods/index.ts';
import { poseAt } from '../../src/motion/pose-at.ts';
import { restMotion, rigidMotion } from '../../src/motion/rigid-motion.ts';
import { Scene } from '../../src/scene/scene.ts';
import { add, product, times, turned } from '../support/brute-force.ts';
import { rounds } from '../support/rounds.ts';
import { patientContact } from '../unit/contact/patient-contact.ts';
import { boxGap, CLOUD_KINDS, type CloudKind, randomCloud } from './random-clouds.ts';

// A box among clouds: every verdict is held to the formula for the distance of a point from a box, at the time told and at many before.

const SEED = 'clouds';

interface Case {
  readonly kind: CloudKind;
  readonly points: Float64Array;
  readonly radii: Float64Array;
  /** One for all. */
  readonly isEven: boolean;
  readonly half: Vec3;
  readonly from: Required<Pose>;
  readonly to: Required<Pose>;
  readonly cloudPose: Required<Pose>;
  readonly tolerance: number;
}

function randomCase(random: Random, kind: CloudKind, count: number): Case {
  const isEven = random.next() < 0.5;
  const radius = random.pick([0, 0.01, 0.05]);
  const pose = (reach: number): Required<Pose> => ({ position: times(random.direction(), reach), quaternion: random.quaternion() });
  return {
    kind,
    points: randomCloud(random, kind, count),
    radii: new Float64Array(count).map(() => (isEven ? radius : random.range(0, 0.05))),
    isEven,
    half: [random.range(0.05, 0.5), random.range(0.05, 0.5), random.range(0.05, 0.5)],
    from: pose(random.next() < 0.15 ? 0.5 : 2.5),
    to: pose(random.range(0, 2)),
    cloudPose: pose(random.range(0, 0.5)),
    tolerance: 1e-5,
  };
}

const cases: readonly Case[] = (() => {
  const random = new Random(SEED);
  return Array.from({ length: rounds(30) }, (_, i) =>
    randomCase(random, CLOUD_KINDS[i % CLOUD_KINDS.length], 64 + random.integer(i % 5 === 0 ? 2937 : 400)),
  );
})();

/** The same, drawn `unit` times as large, turned and moved. */
function elsewhere(one: Case, q: Quat, shift: Vec3, unit: number): Case {
  const placed = ({ position, quaternion }: Required<Pose>): Required<Pose> => ({
    position: add(times(turned(q, position), unit), shift),
    quaternion: product(q, quaternion),
  });
  return {
    ...one,
    points: one.points.map((x) => unit * x),
    radii: one.radii.map((r) => unit * r),
    half: times(one.half, unit),
    from: placed(one.from),
    to: placed(one.to),
    cloudPose: placed(one.cloudPose),
    tolerance: unit * one.tolerance,
  };
}

const cloudOf = ({ points, radii, isEven }: Case) => pointCloud(points, { radius: isEven ? radii[0] : radii });
const boxOf = ({ half }: Case) => box(times(half, 2));

function gapAt(one: Case, t: number): number {
  const { position, quaternion } = poseAt(rigidMotion(one.from, one.to), t);
  return boxGap(one.half, { position, quaternion }, one.points, one.radii, one.cloudPose);
}

const SAMPLES = 64;

/** What the formula says against the answer, or null. `slack`: what rounding may do to the formula itself. */
function fault(one: Case, { status, time }: Pick<PairFirstContact, 'status' | 'time'>, slack: number): string | null {
  const { tolerance } = one;
  if (status === 'unresolved') return 'unresolved';
  if (status === 'overlap') return gapAt(one, 0) <= slack ? null : `overlap, but ${gapAt(one, 0)} apart at the start`;
  const end = status === 'contact' ? time : 1;
  if (end === undefined) return 'no time';
  if (status === 'contact' && !(gapAt(one, time as number) <= tolerance + slack)) return `contact, but ${gapAt(one, time as number)} apart`;
  for (let k = 0; k < SAMPLES; k++) {
    const t = (end * k) / SAMPLES;
    if (!(gapAt(one, t) > -slack)) return `${status} at ${end}, but ${gapAt(one, t)} apart at ${t}`;
  }
  return null;
}

const ask = (one: Case, method: PairMethodName): PairFirstContact =>
  patientContact(
    { shape: boxOf(one), motion: rigidMotion(one.from, one.to) },
    { shape: cloudOf(one), pose: one.cloudPose },
    { method: methodNamed(method), tolerance: one.tolerance, contacts: 'none' },
  );

test(`the cases are worth something, seed ${SEED}`, () => {
  const statuses = cases.map((one) => ask(one, 'auto').status);
  for (const status of ['free', 'contact', 'overlap'] as const) expect(statuses.filter((s) => s === status).length).toBeGreaterThan(1);
});

describe.each(METHODS)('method %s', (method) => {
  test.each(cases.map((one, i) => [i, one.kind, one.radii.length, one] as const))(
    `case %i, %s of %i points, seed ${SEED}`,
    (_i, _kind, _count, one) => {
      expect(fault(one, ask(one, method), 1e-12)).toBe(null);
    },
  );
});

test(`a and b exchanged, seed ${SEED}`, () => {
  for (const [i, one] of cases.entries()) {
    const answer = patientContact(
      { shape: cloudOf(one), pose: one.cloudPose },
      { shape: boxOf(one), motion: rigidMotion(one.from, one.to) },
      { tolerance: one.tolerance, contacts: 'none' },
    );
    expect(fault(one, answer, 1e-12), `case ${i}`).toBe(null);
    expect(answer.status, `case ${i}`).toBe(ask(one, 'auto').status);
  }
});

test.each([
  [1e-3, 0],
  [1e3, 0],
  [1, 1e3],
  [1e-3, 10],
])(`drawn %d times as large, turned and moved by %d, seed ${SEED}`, (unit, shift) => {
  const random = new Random(`${SEED} ${unit} ${shift}`);
  for (const [i, one] of cases.entries()) {
    const other = elsewhere(one, random.quaternion(), times(random.direction(), shift), unit);
    const answer = ask(other, 'auto');
    expect(fault(other, answer, 1e-12 * (unit + shift)), `case ${i}`).toBe(null);
    expect(answer.status, `case ${i}`).toBe(ask(one, 'auto').status);
  }
});

test(`the same cloud in meshes of 60 points, which get no tree of their own kind, seed ${SEED}`, () => {
  for (const [i, one] of cases.entries()) {
    const whole = ask(one, 'auto');
    let first: PairFirstContact | undefined;
    for (let from = 0; from < one.radii.length; from += 60) {
      const part = { ...one, points: one.points.slice(3 * from, 3 * (from + 60)), radii: one.radii.slice(from, from + 60) };
      const answer = ask(part, 'auto');
      if (first === undefined || (answer.time ?? 2) < (first.time ?? 2)) first = answer;
    }
    expect(whole.status, `case ${i}`).toBe(first?.status);
    // Each is right within the tolerance at its own time; the formula tells.
    if (whole.status === 'contact') expect(gapAt(one, first?.time as number), `case ${i}`).toBeLessThanOrEqual(one.tolerance + 1e-12);
  }
});

describe.each(SCENE_METHODS)('in a scene, method %s', (method) => {
  test(`cases, seed ${SEED}`, () => {
    for (const [i, one] of cases.entries()) {
      if (one.radii.length > 500) continue;
      const scene = new Scene({
        bodies: [{ name: 'box', shape: boxOf(one) }],
        obstacles: [{ name: 'cloud', shape: cloudOf(one), pose: one.cloudPose }],
      });
      const { status, time } = scene.firstContact(
        { box: rigidMotion(one.from, one.to) },
        { method: methodNamed(method), tolerance: one.tolerance },
      );
      expect(fault(one, { status, time }, 1e-12), `case ${i}`).toBe(null);
    }
  });
});

test(`the distance of a standing box, seed ${SEED}`, () => {
  let apart = 0;
  for (const [i, one] of cases.entries()) {
    for (const pose of [one.from, one.to]) {
      const wanted = boxGap(one.half, pose, one.points, one.radii, one.cloudPose);
      if (wanted <= 0) continue;
      apart++;
      const found = distance({ shape: cloudOf(one), pose: one.cloudPose }, { shape: boxOf(one), pose });
      expect(Math.abs(found.distance - wanted), `case ${i}`).toBeLessThan(1e-12);
      expect(found.gap[0], `case ${i}`).toBeLessThanOrEqual(wanted + 1e-12);
    }
  }
  expect(apart).toBeGreaterThan(cases.length);
});

test(`two clouds, against all pairs of their points, seed ${SEED} pairs`, () => {
  const random = new Random(`${SEED} pairs`);
  let contacts = 0;
  for (let i = 0; i < rounds(12, 4); i++) {
    const [a, b] = [0, 1].map((k) => randomCloud(random, CLOUD_KINDS[(i + 3 * k) % CLOUD_KINDS.length], 64 + random.integer(120)));
    const [ra, rb] = [random.range(0, 0.03), random.range(0, 0.03)];
    const displacement = times(random.direction(), -3);
    const start = add(times(displacement, -1), times(random.direction(), 0.1));
    const motion = rigidMotion({ position: start }, { position: add(start, displacement) });
    const gap = (t: number): number => {
      const p = add(start, times(displacement, t));
      let least = Infinity;
      for (let x = 0; x < a.length; x += 3)
        for (let y = 0; y < b.length; y += 3)
          least = Math.min(least, Math.hypot(a[x] + p[0] - b[y], a[x + 1] + p[1] - b[y + 1], a[x + 2] + p[2] - b[y + 2]));
      return least - ra - rb;
    };
    const answer = patientContact(
      { shape: pointCloud(a, { radius: ra }), motion },
      { shape: pointCloud(b, { radius: rb }), motion: restMotion() },
      { tolerance: 1e-5, contacts: 'none' },
    );
    expect(['free', 'contact'], `case ${i}`).toContain(answer.status);
    const end = answer.time ?? 1;
    if (answer.status === 'contact') {
      contacts++;
      expect(gap(end), `case ${i}`).toBeLessThanOrEqual(1e-5 + 1e-12);
    }
    for (let k = 0; k < 40; k++) expect(gap((end * k) / 40), `case ${i}`).toBeGreaterThan(0);
  }
  expect(contacts).toBeGreaterThan(2);
});
