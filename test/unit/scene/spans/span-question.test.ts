// What spans answer, joined, is what the whole path answers: every field and every count.

import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { RobotPath } from '../../../../src/robot/robot-path.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { spanQuestion } from '../../../../src/scene/friends.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../../src/scene/search/scene-options.ts';
import { libraryScene, randomScene, type SceneShape } from '../../../property/random-robots.ts';
import { rounds, roundsUntil } from '../../../support/rounds.ts';
import { type Asked, clearanceBySpans, firstContactBySpans, randomSpans, stretchesBySpans } from './by-spans.ts';

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['one robot', { links: 4, turn: 0.25 }],
  ['two robots and bodies', { robots: 2, links: 3, bodies: 1, turn: 0.2 }],
  ['many obstacles', { links: 3, obstacles: 8, turn: 0.25 }],
  ['thick links, near at the start', { links: 4, radius: 0.1, turn: 0.2, clear: 0 }],
];

/** Robots without seconds come back to where they began. */
function returning({ scene, motions }: Asked): Asked {
  const back = Object.entries(motions).map(([name, motion]) => {
    if (!(motion instanceof RobotPath) || motion.times !== null || scene.bodies.length > 0) return [name, motion];
    const there = motion.waypoints.slice(0, Math.ceil(motion.waypoints.length / 2));
    return [name, motion.robot instanceof Robot ? motion.robot.path([...there, ...there.slice(0, -1).reverse(), there[1]]) : motion];
  });
  return { scene, motions: Object.fromEntries(back) };
}

function randomQuestion(random: Random, shape: SceneShape): { whole: Asked; others: Asked[]; options: SceneFirstContactOptions } {
  const spec = randomScene(random, { ...shape, segments: 3 + random.integer(7) });
  const alike = [0, 1, 2].map(() => returning(libraryScene(spec)));
  const [{ scene, motions }, ...others] = alike;
  // as much as what is closest at the start has, less a little: so that the start bears on what follows
  const kept = Math.max(0, scene.distanceAt(motions, 0, { cutoff: 1 }).distance - random.pick([1e-6, 1e-4, 1e-2]));
  const options: SceneFirstContactOptions = {
    clearance: random.pick([0, 0.02, kept, kept, { default: 0.01, self: 0.03, environment: 0, tool: 0.02 }]),
    tolerance: random.pick([undefined, 0.01, 0.1]),
    contacts: random.pick(['all', 'first', 'minimal', 'none'] as const),
  };
  return { whole: { scene, motions }, others, options };
}

describe.each(FAMILIES)('%s', (family, shape) => {
  test(`first contact (seed 'spans ${family}')`, () => {
    const random = new Random(`spans ${family}`);
    const seen = new Set<string>();
    for (const round of roundsUntil(() => seen.has('late') && seen.has('free'), 32, 11)) {
      const { whole, others, options } = randomQuestion(random, shape);
      const asked = { ...options, start: random.pick(['strict', 'leaving'] as const) };
      const expected = whole.scene.firstContact(whole.motions, asked);
      const found = firstContactBySpans(random, others, asked);
      // only the whole has an answer where pairs leave
      if (found === null)
        expect(
          expected.initial.some(({ left }) => left !== undefined),
          `round ${round}`,
        ).toBe(true);
      else {
        expect(found, `round ${round}`).toStrictEqual(expected);
        seen.add(expected.status);
        if (expected.status === 'contact' && expected.time > 1) seen.add('late');
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(['free', 'contact', 'late']));
  });

  test(`stretches in contact (seed 'stretches ${family}')`, () => {
    const random = new Random(`stretches ${family}`);
    let again = 0;
    for (let round = 0; round < rounds(3); round++) {
      const { whole, others, options } = randomQuestion(random, { ...shape, most: 3 });
      const expected = whole.scene.contactIntervals(whole.motions, options);
      const found = stretchesBySpans(random, others, options);
      expect(found.answer, `round ${round}`).toStrictEqual(expected);
      again += found.again;
    }
    expect(again).toBeGreaterThan(0);
  });

  test(`clearance (seed 'clearance ${family}')`, () => {
    const random = new Random(`clearance ${family}`);
    for (let round = 0; round < rounds(8, 3); round++) {
      const { whole, others, options } = randomQuestion(random, shape);
      const asked = {
        tolerance: options.tolerance,
        accuracy: random.pick([0.001, 0.1]),
        enough: random.pick([undefined, 0.05]),
        maxIterations: random.pick([undefined, undefined, 50, 500]),
      };
      const expected = whole.scene.clearance(whole.motions, asked);
      expect(clearanceBySpans(random, others, asked), `round ${round}`).toStrictEqual(expected);
    }
  });
});

const SLIDER = new Robot({
  name: 'r',
  links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }],
});

/** A ball on a rail in front of a wall at 2. */
function rail(): Scene {
  return new Scene({ robots: [SLIDER], obstacles: [{ name: 'wall', shape: box([1, 4, 4]), pose: { position: [2.5, 0, 0] } }] });
}

test('a span looks at the start: what starts near its contact is judged by the distance that it starts with', () => {
  const arm = new Robot({
    name: 'r',
    links: [
      {
        name: 'arm',
        joint: { type: 'revolute', axis: [0, 0, 1] },
        shapes: [{ shape: box([1, 0.2, 0.2]), pose: { position: [0.5, 0, 0] } }],
      },
    ],
  });
  const wall = { name: 'wall', shape: box([1, 1, 1]), pose: { position: [0.5, 0.7, 0] as const } };
  const scene = (): Scene => new Scene({ robots: [arm], obstacles: [wall] });
  const motions: SceneMotions = { r: arm.path([[-0.1], [-1], [-0.1], [-1]]) };
  const { gap } = scene().distanceAt(motions, 0);
  // it starts and comes back to 1e-5 from what it has to keep
  const options = { tolerance: 0.01, clearance: gap[0] - 1e-5 };
  const whole = scene().firstContact(motions, options);
  expect(whole.status).toBe('free');
  expect(spanQuestion(scene(), motions, options)?.firstContact(0, { first: 1, last: 3 }, Infinity).answer.status).toBe('free');
  // of a path that starts elsewhere that is a contact
  expect(scene().firstContact({ r: arm.path([[-1], [-1], [-0.1], [-1]]) }, options).status).toBe('contact');
});

test('the look at the start is not counted, and the sum of the spans is the whole', () => {
  const motions: SceneMotions = { r: SLIDER.path([[1.499996], [0], [1.2], [0], [1.6], [0]]) };
  const whole = rail().firstContact(motions, { tolerance: 0.001 });
  for (const seed of ['a', 'b', 'c', 'd'])
    expect(firstContactBySpans(new Random(seed), [{ scene: rail(), motions }], { tolerance: 0.001 })).toEqual(whole);
});

test('without robots and obstacles the first body is the origin of every segment', () => {
  const scene = (): Scene =>
    new Scene({
      bodies: [
        { name: 'a', shape: box(1) },
        { name: 'b', shape: box(1), pose: { position: [3, 0, 0] } },
      ],
    });
  const at = [0, 0.3, 1.1, 1.5, 2.5, 2.7].map((x) => ({ position: [x, 0, 0] as const }));
  const motions: SceneMotions = { a: at.slice(1).map((to, k) => rigidMotion(at[k], to)) };
  const whole = scene().firstContact(motions);
  expect(whole.status).toBe('contact');
  for (const seed of ['a', 'b', 'c']) {
    const twins = [scene(), scene()].map((twin) => ({ scene: twin, motions }));
    expect(firstContactBySpans(new Random(seed), twins, {})).toEqual(whole);
    expect(stretchesBySpans(new Random(seed), twins, {}).answer).toEqual(scene().contactIntervals(motions));
  }
});

test('a budget of iterations is that of all segments', () => {
  const random = new Random('iterations');
  const spec = randomScene(random, { links: 4, turn: 0.2, segments: 8 });
  const [whole, other] = [libraryScene(spec), libraryScene(spec)];
  const { stats } = whole.scene.firstContact(whole.motions);
  for (const maxIterations of [1, 5, Math.floor(stats.iterations / 2), stats.iterations - 1, stats.iterations]) {
    const expected = whole.scene.firstContact(whole.motions, { maxIterations });
    const question = spanQuestion(other.scene, other.motions, { maxIterations });
    let left = maxIterations;
    for (const span of randomSpans(random, 8)) {
      const answer = question?.firstContact(0, span, Infinity, left).answer;
      left -= answer?.stats.iterations ?? 0;
      if (answer?.status === 'free' && span.last < 8) continue;
      expect({ status: answer?.status, time: answer?.time, pair: answer?.pair }).toEqual({
        status: expected.status,
        time: expected.time,
        pair: expected.pair,
      });
      break;
    }
  }
});

test('what binds segments together is not cut', () => {
  const scene = rail();
  const motions: SceneMotions = { r: SLIDER.path([[0], [1]]) };
  expect(spanQuestion(scene, motions, {})).not.toBe(null);
  expect(spanQuestion(scene, motions, { method: hca })).toBe(null);
  expect(spanQuestion(scene, motions, { method: interval })).toBe(null);
  expect(spanQuestion(scene, motions, { mode: 'any' })).toBe(null);
  expect(spanQuestion(scene, motions, { leave: [['tip', 'wall']] })).toBe(null);
  expect(spanQuestion(scene, motions, { arrive: [['tip', 'wall']] })).toBe(null);
  const touching = spanQuestion(scene, { r: SLIDER.path([[1.5], [1], [0]]) }, { start: 'leaving' });
  expect(touching?.firstContact(0, { first: 1, last: 2 }, Infinity).leaves).toBe(true);
});
