import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readRobotScene } from '../../../../src/io/scene/read-robot-scene.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, type TemporalOptions } from '../../../../src/methods/index.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { files } from '../../../../src/node/index.ts';
import { type LinkOptions, Robot } from '../../../../src/robot/robot.ts';
import type { SceneFirstContact } from '../../../../src/scene/answers/scene-result.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../../src/scene/search/scene-options.ts';
import { libraryScene, randomScene, type SceneShape } from '../../../property/random-robots.ts';
import { BruteScene } from '../../../support/brute-robot.ts';
import { rounds, roundsUntil } from '../../../support/rounds.ts';

const TOLERANCE = 1e-5;
const STAGES = ['dynamic BVH', 'lower bounds', 'advancement'];

/** Two right answers to one query: the same verdict, and what touches at the later time is within tolerance at the earlier one. */
function expectAgreement(scene: Scene, motions: SceneMotions, a: SceneFirstContact, b: SceneFirstContact): void {
  expect(a.status).toBe(b.status);
  if (a.status !== 'contact') return expect(a.time).toBe(b.time);
  expect(scene.distanceAt(motions, Math.min(a.time, b.time)).distance).toBeLessThanOrEqual(
    a.clearance + Math.max(a.tolerance, b.tolerance),
  );
  expect(Math.abs(a.time - b.time)).toBeLessThan(0.01);
}

/** Arms of the same bars one on the other, each turning about z. */
function planarArm(name: string, bars: number): Robot {
  const links: LinkOptions[] = Array.from({ length: bars }, (_, i) => ({
    name: `${name}${i}`,
    ...(i === 0 ? {} : { parent: `${name}${i - 1}` }),
    joint: { type: 'revolute', axis: [0, 0, 1], origin: { position: i === 0 ? [0, 0, 0] : [1, 0, 0] } },
    shapes: [{ shape: box([0.8, 0.1, 0.1], [0.5, 0, 0], `${name}${i}`) }],
  }));
  return new Robot({ name, links });
}

describe('hca for scenes', () => {
  test.each<[string, number, SceneShape]>([
    ['one robot', 9, { obstacles: 4 }],
    ['large turns', 12, { obstacles: 8, types: ['revolute', 'continuous'], turn: 3 }],
    ['two robots and bodies', 8, { robots: 2, links: 3, bodies: 2, obstacles: 2 }],
    ['posed links', 8, { kinds: ['posed'], types: ['revolute', 'prismatic', 'floating'], obstacles: 3 }],
    ['spheres and capsules', 8, { radius: 0.1, obstacles: 6 }],
  ])('keeps the guarantee and agrees with auto; seed "hca %s"', (name, count, shape) => {
    const random = new Random(`hca ${name}`);
    const seen = { contact: 0, free: 0, overlap: 0, unresolved: 0 };
    const isMet = (): boolean => seen.contact > 2 && seen.free + seen.overlap > 0;
    for (const _ of roundsUntil(isMet, count, Math.ceil(count / 3))) {
      const spec = randomScene(random, shape);
      const options = { tolerance: TOLERANCE, clearance: random.pick([0, 0.01, 0.03]) };
      const { scene, motions } = libraryScene(spec);
      const result = scene.firstContact(motions, { ...options, method: hca });
      expect(new BruteScene(spec).violation(result, options.clearance, TOLERANCE)).toBe(null);
      expect(result.stats.stages?.map(({ stage }) => stage)).toEqual(STAGES);
      expectAgreement(scene, motions, result, scene.firstContact(motions, { ...options, method: undefined }));
      seen[result.status]++;
    }
    expect(seen.unresolved).toBe(0);
    expect(isMet(), JSON.stringify(seen)).toBe(true);
  });

  test('no option changes a verdict; seed "temporal options"', () => {
    const random = new Random('temporal options');
    const work = new Set<string>();
    for (let round = 0; round < rounds(2); round++) {
      const { scene, motions } = libraryScene(randomScene(random, { obstacles: 4, links: 4, most: 8 }));
      const auto = scene.firstContact(motions, { tolerance: TOLERANCE });
      for (const upperBounds of ['random', 'coherent', 'none'] as const) {
        for (const timeGrid of [0, 0.01, 0.1, 1]) {
          for (const depth of [0, 1 / 3, 1]) {
            const temporal: TemporalOptions = { upperBounds, timeGrid, depth };
            const result = scene.firstContact(motions, { tolerance: TOLERANCE, method: hca({ temporal }) });
            expectAgreement(scene, motions, result, auto);
            const { nodes, triangles, poses } = result.stats;
            work.add(`${round} ${nodes} ${triangles} ${poses}`);
          }
        }
      }
    }
    // the options do something
    expect(work.size).toBeGreaterThan(24);
  });

  test('pairs that start in contact are judged once they have left, not before; seed "hca leaving"', () => {
    const random = new Random('hca leaving');
    const clearance = 0.01;
    const seen = { left: 0, kept: 0, contact: 0 };
    for (let round = 0; round < 30; round++) {
      const spec = randomScene(random, { obstacles: 5, clear: 0, bare: 0 });
      const { scene, motions } = libraryScene(spec);
      const brute = new BruteScene(spec);
      const options: SceneFirstContactOptions = { tolerance: TOLERANCE, clearance, start: 'leaving' };
      const result = scene.firstContact(motions, { ...options, method: hca });
      expect(result.status).not.toBe('overlap');
      const begins = new Map(result.initial.map(({ a, b, left }) => [brute.pair([a, b]), left ?? null]));
      for (const pair of brute.pairs) {
        const begin = begins.get(pair) ?? (begins.has(pair) ? Infinity : 0);
        if (begin === Infinity) expect(pair.distance(0, 0)).toBeLessThanOrEqual(clearance + TOLERANCE + 1e-9);
        const hit = begin < result.time ? pair.firstBelow(clearance - 1e-12, begin, result.time) : null;
        expect(hit ?? Infinity).toBeGreaterThanOrEqual(result.time);
        if (begin === Infinity) seen.kept++;
        else if (begin > 0) seen.left++;
      }
      if (result.status !== 'contact' || result.pair === null) continue;
      seen.contact++;
      const touching = brute.pair(result.pair);
      expect(touching?.distance(result.time, brute.segmentOf(result.time))).toBeLessThanOrEqual(clearance + TOLERANCE);
      expect(result.time).toBeGreaterThan(begins.get(touching) ?? 0);
    }
    expect(Math.min(seen.left, seen.kept, seen.contact)).toBeGreaterThan(1);
  });

  test('a solid inside another one overlaps it', () => {
    const scene = new Scene({
      bodies: [{ name: 'inner', shape: box([0.2, 0.2, 0.2]) }],
      obstacles: [{ name: 'outer', shape: box([2, 2, 2]) }],
    });
    const motions = { inner: rigidMotion({ position: [0, 0, 0] }, { position: [0.1, 0, 0] }) };
    expect(scene.firstContact(motions, { method: hca }).status).toBe('overlap');
  });

  test('an arm turning into a post: the time is known', () => {
    // the last bar's end is 2.9 from the axis, half a bar's width above the middle line: it meets the post's side y = 0.4 first there
    const robot = planarArm('arm', 3);
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box([2, 2, 2], [2.9, 1.4, 0], 'post') }] });
    const turn = 0.5;
    for (const temporal of [{}, { timeGrid: 0 }, { upperBounds: 'coherent' }, { upperBounds: 'coherent' }] as TemporalOptions[]) {
      const result = scene.firstContact(
        {
          arm: [
            [0, 0, 0],
            [turn, 0, 0],
          ],
        },
        { method: hca({ temporal }), tolerance: 1e-9 },
      );
      // 2.9 sin φ + 0.05 cos φ = 0.4
      const phi = Math.asin(0.4 / Math.hypot(2.9, 0.05)) - Math.atan2(0.05, 2.9);
      expect(result.status).toBe('contact');
      expect(result.pair).toEqual([{ body: 'arm', link: 'arm2' }, { body: 'post' }]);
      expect(Math.abs(result.time - phi / turn)).toBeLessThan(1e-8);
    }
  });

  test('a chain that moves as a whole meets itself only by joints below the common ancestor', () => {
    // the base joint turns fast and changes nothing between the links above it
    const robot = planarArm('snake', 4);
    const scene = new Scene({ robots: [robot] });
    const still = scene.firstContact(
      {
        snake: [
          [0, 0.3, 0.3, 0.3],
          [6, 0.3, 0.3, 0.3],
        ],
      },
      { method: hca },
    );
    expect(still.status).toBe('free');
    const curls = (base: number): SceneFirstContact =>
      scene.firstContact(
        {
          snake: [
            [0, 0.3, 0.3, 0.3],
            [base, 2.3, 2.3, 2.3],
          ],
        },
        { method: hca, tolerance: 1e-8 },
      );
    expect(curls(0).status).toBe('contact');
    expect(Math.abs(curls(0).time - curls(5).time)).toBeLessThan(1e-6);
  });

  test('budgets end in unresolved, free until then; seed "hca budget"', () => {
    const random = new Random('hca budget');
    let unresolved = 0;
    for (let round = 0; round < 6; round++) {
      const { scene, motions } = libraryScene(randomScene(random, { obstacles: 6, most: 20 }));
      const whole = scene.firstContact(motions, { tolerance: TOLERANCE, method: hca });
      for (const maxIterations of [0, 1, 5, 20, 60, 200]) {
        const result = scene.firstContact(motions, { tolerance: TOLERANCE, method: hca, maxIterations });
        if (result.status !== 'unresolved') expectAgreement(scene, motions, result, whole);
        else {
          unresolved++;
          expect(result.reason).toBe('iterations');
          expect(result.time).toBeLessThanOrEqual(whole.time);
        }
      }
    }
    expect(unresolved).toBeGreaterThan(8);
  });

  test('every stretch in contact, as auto finds them; seed "hca intervals"', () => {
    const random = new Random('hca intervals');
    let found = 0;
    for (let round = 0; round < rounds(15, 8); round++) {
      const { scene, motions } = libraryScene(randomScene(random, { obstacles: 5 }));
      const auto = scene.contactIntervals(motions, { tolerance: TOLERANCE });
      const own = scene.contactIntervals(motions, { tolerance: TOLERANCE, method: hca });
      expect(own.complete).toBe(auto.complete);
      expect(own.intervals.length).toBe(auto.intervals.length);
      for (const [i, { from, to }] of own.intervals.entries()) {
        expect(Math.abs(from - auto.intervals[i].from)).toBeLessThan(1e-3);
        expect(Math.abs(to - auto.intervals[i].to)).toBeLessThan(1e-3);
        found++;
      }
    }
    expect(found).toBeGreaterThan(rounds(15, 8) / 5);
  });
});

const shared = fileURLToPath(new URL('../../../../../shared/scenes/articulated/', import.meta.url));
const isPresent = existsSync(shared);
if (!isPresent) console.warn(`skipped: no articulated scenes in ${shared}`);

describe.skipIf(!isPresent)('hca on the articulated benchmark scenes', () => {
  test.each(['hand-grasp', 'mannequin-exercise', 'mannequin-walk', 'puma-beetle', 'puma-pipes', 'puma-amr'])('%s', async (name) => {
    const { robots, obstacles, self, ignore, touch, queries } = await readRobotScene(files(shared), `${name}.json`);
    const scene = new Scene({ robots, obstacles, self, allowed: ignore });
    for (const upperBounds of ['random', 'coherent'] as const) {
      for (const query of queries.filter((_, i) => i % 12 === 0)) {
        const motions = Object.fromEntries(robots.map((robot, k) => [robot.name, [query.robots[k].from, query.robots[k].to]]));
        const options = { tolerance: touch, contacts: 'none' } as const;
        const result = scene.firstContact(motions, { ...options, method: hca({ temporal: { upperBounds } }) });
        expectAgreement(scene, motions, result, scene.firstContact(motions, options));
        if (query.ref !== undefined) expect(result.status !== 'free').toBe(query.ref.collide);
      }
    }
  });
});
