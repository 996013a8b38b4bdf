import { describe, expect, test } from 'vitest';
import type { Pose, Quat } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { methodNamed } from '../../src/methods/index.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import { Robot } from '../../src/robot/robot.ts';
import type { SceneFirstContact } from '../../src/scene/answers/scene-result.ts';
import type { SceneMotions } from '../../src/scene/content/scene-motions.ts';
import { Scene } from '../../src/scene/scene.ts';
import { type BruteBody, BrutePair, minus, norm, times, turned, violation } from '../support/brute-force.ts';
import type { Values } from '../support/brute-robot.ts';
import { BruteScene, type SceneSpec } from '../support/brute-scene.ts';
import { rounds, roundsUntil } from '../support/rounds.ts';
import { METHODS } from '../unit/scene/scene-methods.ts';
import { libraryMotion, randomPair, shuffledMesh, splitMesh } from './random-pairs.ts';
import { libraryScene, randomScene, type SceneShape } from './random-robots.ts';
import { asTwoJoints, moved, redrawn, scaled } from './redrawn-scenes.ts';

// The guarantee for robots (docs/guarantee.md) against a judge with kinematics, pairs and distances of its own; and the same question asked
// differently, judged by the scene as it was first drawn.

const IDENTITY: Quat = [0, 0, 0, 1];

/** What is wrong with the details of a contact, or null. */
function detailFault(judge: BruteScene, { status, time, pair, poses, contacts }: SceneFirstContact, slack: number): string | null {
  if (status !== 'contact' || pair === null) return null;
  const own = judge.pair(pair);
  if (own === undefined) return 'no such pair';
  const segment = judge.segmentOf(time);
  const swapped = own.a.key !== (pair[0].link === undefined ? pair[0].body : `${pair[0].body}/${pair[0].link}`);
  const frames = [swapped ? own.b : own.a, swapped ? own.a : own.b].map((side) => side.frame(time, segment));
  for (const [k, { position }] of poses.entries())
    if (norm(minus(minus(position, judge.origin), frames[k].p)) > slack) return `pose ${k} of ${own.key} is off`;
  if (contacts.length === 0) return 'no contacts';
  const d = own.distance(time, segment);
  const nearest = Math.min(...contacts.map(({ distance }) => distance));
  return Math.abs(nearest - d) > slack ? `contacts at ${nearest}, distance ${d}` : null;
}

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['branched robots', { links: 5 }],
  ['two to twelve links', { most: 3 }],
  ['thick links', { radius: 0.1 }],
  ['two robots', { robots: 2, links: 3, obstacles: 2 }],
  ['many obstacles', { obstacles: 8, links: 3 }],
  ['moving bodies', { bodies: 2, links: 3, obstacles: 2 }],
  ['trajectories', { kinds: ['trajectory'], segments: 3, links: 4 }],
  ['links posed by themselves', { kinds: ['posed'], types: ['revolute', 'prismatic'] }],
  ['fast turns', { turn: 12, links: 4, segments: 1 }],
  ['screws', { types: ['helical', 'helical', 'revolute', 'prismatic', 'planar'], mimic: 0.3, links: 4 }],
  ['no pair left out', { clear: 0, links: 3 }],
];
const ROUNDS = 12;

interface JudgedScene {
  readonly spec: SceneSpec;
  readonly tolerance: number;
  readonly judge: BruteScene;
}

const known: Map<string, { readonly random: Random; readonly made: JudgedScene[] }> = new Map();

/** The same for all methods: what the judge has found out need not be found out again. */
function judgedScene(seed: string, family: string, shape: SceneShape, round: number): JudgedScene {
  const { random, made } = known.get(seed) ?? { random: new Random(seed), made: [] };
  known.set(seed, { random, made });
  while (made.length <= round) {
    const spec = randomScene(random, family === 'two to twelve links' ? { ...shape, links: 2 + random.integer(11) } : shape);
    made.push({ spec, tolerance: 10 ** random.range(-8, -2), judge: new BruteScene(spec) });
  }
  return made[round];
}

describe.each(METHODS)('%s', (method) => {
  describe.each([0, 0.03])('clearance %d', (clearance) => {
    test.each(FAMILIES)(`%s: every answer keeps the guarantee (seed: these words and ${clearance})`, (family, shape) => {
      const seen: Record<string, number> = { free: 0, contact: 0, unresolved: 0 };
      const faults: string[] = [];
      const isMet = (): boolean => Math.min(seen.free, seen.contact) > ROUNDS / 10;
      for (const round of roundsUntil(isMet, ROUNDS, 5)) {
        const { spec, tolerance, judge } = judgedScene(`${family} ${clearance}`, family, shape, round);
        const { scene, motions } = libraryScene(spec);
        const result = scene.firstContact(motions, { method: methodNamed(method), clearance, tolerance });
        seen[result.status] = (seen[result.status] ?? 0) + 1;
        const fault = judge.violation(result, clearance, tolerance) ?? detailFault(judge, result, 1e-10 * judge.size);
        if (fault !== null) faults.push(`round ${round}: ${fault}`);
      }
      expect(faults).toEqual([]);
      expect(seen.unresolved).toBe(0);
      expect(isMet(), JSON.stringify(seen)).toBe(true);
    });
  });

  test("from near contact: a clearance just below the first distance (seed 'near robots')", () => {
    const random = new Random('near robots');
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const faults: string[] = [];
    for (let round = 0; round < rounds(14); round++) {
      const spec = randomScene(random, { links: 3, clear: 0.05 });
      const judge = new BruteScene(spec);
      const start = judge.distance(0);
      if (!(start < Infinity)) continue;
      const tolerance = 1e-3;
      const clearance = start - tolerance * random.pick([3, 1.5, 0.5, 1e-2, 1e-6, 0, -1e-3]);
      const { scene, motions } = libraryScene(spec);
      const result = scene.firstContact(motions, { method: methodNamed(method), clearance, tolerance });
      seen[result.status]++;
      const fault = judge.violation(result, clearance, tolerance);
      if (fault !== null) faults.push(`round ${round}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(seen.unresolved).toBe(0);
    expect(Math.min(seen.free, seen.contact, seen.overlap)).toBeGreaterThan(2);
  });
});

/** A robot of one link that does what a rigid motion does, or null where no single joint can. */
function oneLink({ mesh, motion }: BruteBody): { robot: Robot; path: readonly (readonly number[])[] } | null {
  const make = (joint: JointOptions, base: Pose, shape?: Pose): Robot =>
    new Robot({ name: 'r', base, links: [{ name: 'a', joint, shapes: [{ shape: mesh, pose: shape }] }] });
  switch (motion.kind) {
    case 'translation': {
      const way = norm(motion.displacement);
      const { position, quaternion = IDENTITY } = motion.pose;
      const back: Quat = [-quaternion[0], -quaternion[1], -quaternion[2], quaternion[3]];
      return { robot: make({ type: 'prismatic', axis: turned(back, motion.displacement) }, { position, quaternion }), path: [[0], [way]] };
    }
    case 'rotation': {
      const { position = [0, 0, 0], quaternion } = motion.pose;
      const centre = motion.centre ?? position;
      // the link's frame is at the centre; its shape stands off
      const robot = make({ type: 'revolute', axis: motion.axis }, { position: centre }, { position: minus(position, centre), quaternion });
      return { robot, path: [[0], [motion.angle]] };
    }
    case 'in-between': {
      const path = [motion.from, motion.to].map(({ position = [0, 0, 0], quaternion = IDENTITY }) => [...position, ...quaternion]);
      return { robot: make({ type: 'floating' }, {}), path };
    }
    default:
      return null;
  }
}

test.each(METHODS)("%s: a robot of one link gets the answer of its rigid motion (seed 'one link')", (method) => {
  const random = new Random('one link');
  const seen: Record<string, number> = {};
  const faults: string[] = [];
  const contacts = (): readonly number[] => ['translation', 'rotation', 'in-between'].map((kind) => seen[`${kind} contact`] ?? 0);
  for (const round of roundsUntil(() => Math.min(...contacts()) > 3, 60, 20)) {
    const { a, b } = randomPair(random, { most: 8, radius: random.pick([0, 0.1]) });
    const link = oneLink(a);
    if (link === null) continue;
    const tolerance = 10 ** random.range(-7, -2);
    const clearance = random.pick([0, 0.1]);
    const moving = round % 2 === 0 && b.motion.kind === 'rest';
    const scene = moving
      ? new Scene({ robots: [link.robot], obstacles: [{ name: 'b', shape: b.mesh, pose: b.motion.kind === 'rest' ? b.motion.pose : {} }] })
      : new Scene({ robots: [link.robot], bodies: [{ name: 'b', shape: b.mesh }] });
    const motions: SceneMotions = moving ? { r: link.path } : { r: link.path, b: libraryMotion(b.motion) };
    const result = scene.firstContact(motions, { method: methodNamed(method), clearance, tolerance });
    seen[`${a.motion.kind} ${result.status}`] = (seen[`${a.motion.kind} ${result.status}`] ?? 0) + 1;
    const judge = new BrutePair(a, b);
    const fault = violation(judge, result, clearance, tolerance, 1e-12 * judge.size);
    if (fault !== null) faults.push(`round ${round}, ${a.motion.kind}: ${fault}`);
  }
  expect(faults).toEqual([]);
  expect(Math.min(...contacts())).toBeGreaterThan(rounds(10, 3));
});

/* The same scene, drawn differently. */

interface Case {
  readonly spec: SceneSpec;
  readonly judge: BruteScene;
  readonly clearance: number;
  readonly tolerance: number;
}

const COUNT = rounds(6);
/** Beside them: so many with helical joints. */
const SCREWS = rounds(3);
const cases: readonly Case[] = (() => {
  const random = new Random('robots redrawn');
  return Array.from({ length: COUNT + SCREWS }, (_, i) => {
    const bodies = i % 4;
    const types = i < COUNT ? {} : { types: ['helical', 'revolute', 'prismatic'] as const, mimic: 0.5 };
    const spec = randomScene(random, {
      robots: 1 + (i % 2),
      links: 3,
      bodies: bodies === 3 ? 1 : 0,
      radius: i % 5 === 0 ? 0.1 : 0,
      ...types,
    });
    return { spec, judge: new BruteScene(spec), clearance: i % 3 === 0 ? 0.03 : 0, tolerance: 1e-6 };
  });
})();

describe.each(METHODS)("%s, the same scene otherwise (seed 'robots redrawn')", (method) => {
  const ask = (spec: SceneSpec, { clearance, tolerance }: Case, unit = 1): SceneFirstContact => {
    const { scene, motions } = libraryScene(spec);
    return scene.firstContact(motions, { method: methodNamed(method), clearance: clearance * unit, tolerance: tolerance * unit });
  };
  /** Judges the answer to another drawing by the first one. */
  const judged = (draw: (one: Case, i: number) => SceneFirstContact, unit = 1, slack = 1e-12): string[] =>
    cases.flatMap((one, i) => {
      const result = draw(one, i);
      const gap = result.gap === null ? null : ([result.gap[0] / unit, result.gap[1] / unit] as const);
      const claim = { ...result, gap, rounding: result.rounding / unit };
      if (result.status === 'unresolved') return [`case ${i}: unresolved`];
      const fault = one.judge.violation(claim, one.clearance, one.tolerance, slack * one.judge.size);
      return fault === null ? [] : [`case ${i}: ${fault}`];
    });

  test('as drawn, and worth something', () => {
    const seen = cases.map((one) => ask(one.spec, one).status);
    expect(seen.filter((status) => status === 'contact').length).toBeGreaterThan(COUNT / 4);
    expect(seen.filter((status) => status === 'free').length).toBeGreaterThan(COUNT / 8);
  });

  test('in any unit of length', () => {
    for (const unit of [1e-6, 1e-3, 1e3, 1e6])
      expect(
        judged((one) => ask(scaled(one.spec, unit), one, unit), unit),
        `${unit}`,
      ).toEqual([]);
  });

  test('scaled by a power of two: the same bits', () => {
    for (const [i, one] of cases.entries()) {
      const plain = ask(one.spec, one);
      for (const unit of [2 ** -30, 2, 2 ** 40]) {
        const result = ask(scaled(one.spec, unit), one, unit);
        const bits = ({ status, time, pair, rounding, tolerance, gap, contacts, stats }: SceneFirstContact, by: number) => ({
          status,
          time,
          pair,
          rounding: rounding / by,
          tolerance: tolerance / by,
          gap: gap?.map((x) => x / by),
          contacts: contacts.map(({ point, normal, a, b }) => ({ point: point.map((x) => x / by), normal, a, b })),
          // milliseconds aside
          stats: { ...stats, stages: undefined },
        });
        expect(bits(result, unit), `case ${i}, unit ${unit}`).toEqual(bits(plain, 1));
      }
    }
  });

  test("moved and turned (seed 'robots moved')", () => {
    const random = new Random('robots moved');
    for (const far of [1, 1e3, 1e6])
      expect(
        judged((one) => ask(moved(one.spec, random.quaternion(), times(random.direction(), far)), one), 1, 1e-12 + 1e-15 * far),
        `${far}`,
      ).toEqual([]);
  });

  test("links, robots, obstacles and bodies in another order (seed 'robots shuffled')", () => {
    const random = new Random('robots shuffled');
    const shuffled = ({ spec }: Case): SceneSpec => ({
      ...spec,
      robots: random.shuffle([...spec.robots]).map(({ options, motion }) => ({
        options: { ...options, links: random.shuffle([...options.links]) },
        motion,
      })),
      obstacles: random.shuffle([...(spec.obstacles ?? [])]),
      bodies: random.shuffle([...(spec.bodies ?? [])]),
    });
    expect(judged((one) => ask(shuffled(one), one))).toEqual([]);
  });

  test("triangles split, and in another order (seed 'robots split')", () => {
    const random = new Random('robots split');
    expect(judged((one) => ask(redrawn(one.spec, random, splitMesh), one))).toEqual([]);
    expect(judged((one) => ask(redrawn(one.spec, random, shuffledMesh), one))).toEqual([]);
  });

  test.each<[string, SceneShape]>([
    ['paths', { kinds: ['path'], links: 4 }],
    ['trajectories', { kinds: ['trajectory'], links: 3 }],
    ['followers', { kinds: ['path'], links: 5, mimic: 0.8 }],
    ['many turns', { kinds: ['path'], links: 2, turn: 40, segments: 1 }],
  ])("a helical joint as a revolute one and a prismatic one that follows it: %s (seed 'screws' and these words)", (family, shape) => {
    const random = new Random(`screws ${family}`);
    const seen: Record<string, number> = { free: 0, contact: 0 };
    for (let round = 0; round < rounds(10); round++) {
      const spec = randomScene(random, { types: ['helical', 'helical', 'revolute', 'prismatic'], ...shape });
      const parted = asTwoJoints(spec);
      const tolerance = 1e-8;
      const [one, two] = [spec, parted].map((drawn) => {
        const { scene, motions } = libraryScene(drawn);
        return scene.firstContact(motions, { method: methodNamed(method), tolerance });
      });
      expect(one.status, `round ${round}`).toBe(two.status);
      expect(Math.abs(one.time - two.time), `round ${round}`).toBeLessThan(1e-5);
      // each by the kinematics of the other
      expect(new BruteScene(parted).violation(one, 0, tolerance), `round ${round}`).toBeNull();
      expect(new BruteScene(spec).violation(two, 0, tolerance), `round ${round}`).toBeNull();
      seen[one.status]++;
    }
    expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(0);
  });

  test("paths cut into pieces (seed 'robots cut')", () => {
    const random = new Random('robots cut');
    const faults: string[] = [];
    const seen = new Set<string>();
    for (let round = 0; round < rounds(12); round++) {
      const types = ['revolute', 'continuous', 'prismatic', 'planar', 'fixed'] as const;
      const spec = randomScene(random, { types, kinds: ['path'], segments: 1, links: 4 });
      const [{ options, motion }] = spec.robots;
      if (motion.kind !== 'path') throw new Error('not drawn');
      const [from, to] = motion.waypoints;
      const cuts = [0, ...Array.from({ length: 1 + random.integer(4) }, () => random.next()).sort((x, y) => x - y), 1];
      const waypoints = cuts.map(
        (t): Values =>
          Object.fromEntries(
            Object.entries(from).map(([name, x]) => [name, x.map((y, k) => (t === 1 ? to[name][k] : y + t * (to[name][k] - y)))]),
          ),
      );
      const judge = new BruteScene(spec);
      const result = (() => {
        const { scene, motions } = libraryScene({ ...spec, robots: [{ options, motion: { kind: 'path', waypoints } }] });
        return scene.firstContact(motions, { method: methodNamed(method), tolerance: 1e-5 });
      })();
      seen.add(result.status);
      if (result.status === 'free') expect(result.time).toBe(cuts.length - 1);
      const { segment, fraction } = result;
      const time = result.status === 'free' ? 1 : cuts[segment] + fraction * (cuts[segment + 1] - cuts[segment]);
      const fault = judge.violation({ ...result, time }, 0, 1e-5, 1e-12 * judge.size);
      if (fault !== null) faults.push(`round ${round}: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(['free', 'contact']));
  });
});
