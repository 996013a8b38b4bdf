import { describe, expect, test } from 'vitest';
import type { PairSide } from '../../../src/contact/result.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { type LinkOptions, Robot } from '../../../src/robot/robot.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { libraryScene, randomScene, type SceneShape } from '../../property/random-robots.ts';
import { BruteScene, type SceneSpec } from '../../support/brute-scene.ts';
import { roundsUntil } from '../../support/rounds.ts';
import { METHODS } from './scene-methods.ts';

// start: 'leaving' (docs/guarantee.md): pairs that start in contact are not judged until proven apart, and then like all others.

/** A flat square in the plane x = `x`, of one triangle pair. */
const wall = (x: number, name = 'wall'): TriangleMesh =>
  new TriangleMesh([x, -1, -1, x, 1, -1, x, 1, 1, x, -1, 1], [0, 1, 2, 0, 2, 3], { name });

/** A robot that slides along x, a point of it at its origin. */
const slider = (name = 'r'): Robot =>
  new Robot({ name, links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: wall(0, 'tip') }] }] });

const EVERY = { tolerance: 1e-4, start: 'leaving' } as const;

describe.each(METHODS)('%s', (method) => {
  const options = { ...EVERY, method: methodNamed(method) };

  test('leaves, comes back, is found', () => {
    const scene = new Scene({ robots: [slider()], obstacles: [{ name: 'wall', shape: wall(0) }] });
    const result = scene.firstContact({ r: [[0], [1], [-1]] }, options);
    expect(result).toMatchObject({ status: 'contact', segment: 1 });
    expect(result.time).toBeGreaterThan(1.4999);
    expect(result.time).toBeLessThanOrEqual(1.5);
    expect(result.initial).toHaveLength(1);
    expect(result.initial[0].left).toBeGreaterThan(0.9e-4);
    expect(result.initial[0].left).toBeLessThan(2e-3);
    expect(scene.firstContact({ r: [[0], [1], [-1]] }, { ...options, start: 'strict' }).status).toBe('overlap');
  });

  test('leaves in a later segment: not judged before', () => {
    const scene = new Scene({ robots: [slider()], obstacles: [{ name: 'wall', shape: wall(0) }] });
    // stays, then goes at the end of the second segment only
    const result = scene.firstContact({ r: [[0], [0], [0], [1]] }, options);
    expect(result.status).toBe('free');
    expect(result.initial[0].left).toBeGreaterThan(2);
    expect(result.initial[0].left).toBeLessThan(2.01);
  });

  test('leaves in the middle of a later segment', () => {
    const mesh = new TriangleMesh([-1, 0, 0, 0, 0, 0.01, 0, 0, -0.01], undefined, { name: 'tip' });
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: mesh }] }],
    });
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: wall(-0.5) }] });
    // the needle from −1 to 0 is in the wall at −0.5 until it has gone half a unit
    const result = scene.firstContact({ r: [[0], [0.25], [0.75]] }, options);
    expect(result.status).toBe('free');
    expect(result.initial[0].left).toBeGreaterThan(1.5);
    expect(result.initial[0].left).toBeLessThan(1.51);
  });

  test('a pair that never leaves is not judged, and hides no other', () => {
    const scene = new Scene({
      robots: [slider()],
      obstacles: [
        { name: 'rail', shape: new TriangleMesh([-5, 0, 0, 5, 0, 0, 5, 0, 0.1], undefined, { name: 'rail' }) },
        { name: 'wall', shape: wall(1), pose: { position: [0, 0, 0.001] } },
      ],
    });
    const result = scene.firstContact({ r: [[0], [2]] }, options);
    expect(result).toMatchObject({ status: 'contact', pair: [{ body: 'r', link: 'tip' }, { body: 'wall' }] });
    expect(result.time).toBeGreaterThan(0.4999);
    expect(result.time).toBeLessThanOrEqual(0.5);
    expect(result.initial).toHaveLength(1);
    expect(result.initial[0]).toMatchObject({ b: { body: 'rail' }, left: null });
  });

  test('a pair that never leaves does not make another one late, however slow that one is', () => {
    const rail = new TriangleMesh([-5, 0, 0, 5, 0, 0, 5, 0, 0.1], undefined, { name: 'rail' });
    // moved a little, so that the two obstacles stay apart
    const pose = { position: [0, 0, 0.001] } as const;
    const scene = new Scene({
      robots: [slider()],
      obstacles: [
        { name: 'rail', shape: rail },
        { name: 'wall', shape: wall(0.02), pose },
      ],
    });
    for (const path of [
      [[0], [0.05]],
      [[0], [0.01], [0.05], [0.1]],
    ]) {
      const result = scene.firstContact({ r: path }, options);
      expect(result).toMatchObject({ status: 'contact', pair: [{ body: 'r', link: 'tip' }, { body: 'wall' }] });
      expect(result.configurations.r[0]).toBeLessThanOrEqual(0.02);
      expect(result.configurations.r[0]).toBeGreaterThan(0.02 - 1e-4);
      expect(result.gap?.[1] ?? Infinity).toBeLessThanOrEqual(1.001e-4);
      expect(result.initial).toMatchObject([{ b: { body: 'rail' }, left: null }]);
    }
  });

  test('several pairs at once, each with its own time', () => {
    const scene = new Scene({
      robots: [slider('a'), slider('b')],
      obstacles: [{ name: 'wall', shape: wall(0) }],
      bodies: [{ name: 'plate', shape: wall(0, 'plate') }],
    });
    const result = scene.firstContact({ a: [[0], [2]], b: [[0], [1]], plate: translationMotion({}, [-1, 0, 0]) }, options);
    expect(result.status).toBe('free');
    expect(result.initial).toHaveLength(6);
    for (const { left } of result.initial) {
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(0.01);
    }
  });

  test('links of one robot, of which one is what the other stands on', () => {
    // both turn together about z; the finger slides out of the palm at the same time
    const links: LinkOptions[] = [
      { name: 'palm', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: wall(1, 'palm') }] },
      { name: 'finger', parent: 'palm', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: wall(1, 'finger') }] },
    ];
    const scene = new Scene({ robots: [new Robot({ name: 'hand', links })] });
    const out = scene.firstContact(
      {
        hand: [
          [0, 0],
          [2, 1],
        ],
      },
      options,
    );
    expect(out.status).toBe('free');
    expect(out.initial[0].left).toBeGreaterThan(0.9e-4);
    expect(out.initial[0].left).toBeLessThan(0.01);
    // never apart, however both turn
    const stays = scene.firstContact(
      {
        hand: [
          [0, 0],
          [2, 0],
        ],
      },
      options,
    );
    expect(stays.status).not.toBe('contact');
    expect(stays.initial[0].left).toBe(null);
  });

  test('inside a solid: leaves when it is out', () => {
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2) }] }],
    });
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'shell', shape: box(2) }] });
    expect(scene.firstContact({ r: [[0], [0.5]] }, { ...options, start: 'strict' })).toMatchObject({ status: 'overlap', time: 0 });
    expect(scene.firstContact({ r: [[0], [0.5]] }, options).initial).toMatchObject([{ left: null }]);
    const out = scene.firstContact({ r: [[0], [2.2]] }, options);
    expect(out.status).toBe('free');
    // out at x = 1.1
    expect(out.initial[0].left).toBeGreaterThan(0.5);
    expect(out.initial[0].left).toBeLessThan(0.51);
    const back = scene.firstContact({ r: [[0], [2.2], [0]] }, options);
    expect(back).toMatchObject({ status: 'contact', segment: 1 });
    expect(back.time).toBeCloseTo(1.5, 3);
  });
});

/** What is wrong with an answer, pair by pair, or null. */
function leavingFault(spec: SceneSpec, result: SceneFirstContact, clearance: number, tolerance: number): string | null {
  const judge = new BruteScene(spec);
  const slack = 1e-13 * judge.size;
  const key = ({ body, link }: PairSide): string => (link === undefined ? body : `${body}/${link}`);
  for (const pair of judge.pairs) {
    const own = (a: PairSide, b: PairSide): boolean =>
      (key(a) === pair.a.key && key(b) === pair.b.key) || (key(a) === pair.b.key && key(b) === pair.a.key);
    const start = pair.distance(0, 0);
    const listed = result.initial.find(({ a, b }) => own(a, b));
    if (Math.abs(start - clearance - tolerance) > 1e-9 && (listed !== undefined) !== start <= clearance + tolerance)
      return `${pair.key} has d(0) = ${start} and is ${listed ? '' : 'not '}listed`;
    let from = 0;
    if (listed !== undefined) {
      if (!(listed.gap[0] - slack <= Math.max(0, start) && Math.max(0, start) <= listed.gap[1] + slack))
        return `${pair.key} has d(0) = ${start}, listed with gap [${listed.gap}]`;
      if (result.pair !== null && result.status === 'contact' && own(...result.pair) && !((listed.left ?? Infinity) < result.time))
        return `contact of ${pair.key} at ${result.time}, but it left at ${listed.left}`;
      if (listed.left === null) continue;
      from = listed.left as number;
      if (from > result.time) continue;
      const d = pair.distance(from, judge.segmentOf(from));
      if (!(d > clearance + tolerance - slack)) return `${pair.key} left at ${from} with d = ${d}`;
    }
    const hit = pair.firstBelow(clearance - slack, from, result.time);
    if (hit !== null && hit < result.time) return `${pair.key} has d(${hit}) ≤ c after ${from}, before ${result.status} at ${result.time}`;
  }
  if (result.status !== 'contact') return result.status === 'overlap' ? 'overlap of a pair that was to leave' : null;
  const pair = judge.pair(result.pair as NonNullable<SceneFirstContact['pair']>);
  const d = pair?.distance(result.time, judge.segmentOf(result.time)) ?? Infinity;
  return d <= clearance + tolerance + slack ? null : `contact at ${result.time}, but d = ${d}`;
}

describe.each(METHODS)('%s', (method) => {
  const shapes: readonly (readonly [string, SceneShape])[] = [
    ['few obstacles', { obstacles: 2, robots: 1, links: 4 }],
    ['two robots', { obstacles: 1, robots: 2, links: 3 }],
    ['many obstacles', { obstacles: 8, robots: 1, links: 3 }],
    ['moving bodies', { obstacles: 2, robots: 1, links: 2, bodies: 2 }],
  ];
  describe.each([0, 0.1])('clearance %d', (clearance) => {
    test.each(shapes)(`random scenes with %s (seed 'leaving' and these words, ${clearance})`, (name, shape) => {
      const random = new Random(`leaving ${name} ${clearance}`);
      const seen = { left: 0, contact: 0 };
      const faults: string[] = [];
      const isMet = (): boolean => Math.min(seen.left, seen.contact) > 1;
      for (const round of roundsUntil(isMet, 24, 8)) {
        const spec = randomScene(random, { ...shape, clear: 0 });
        const { scene, motions } = libraryScene(spec);
        const result = scene.firstContact(motions, { method: methodNamed(method), clearance, tolerance: 1e-4, start: 'leaving' });
        seen.left += result.initial.filter(({ left }) => typeof left === 'number').length;
        seen.contact += result.status === 'contact' ? 1 : 0;
        const fault = leavingFault(spec, result, clearance, 1e-4);
        if (fault !== null) faults.push(`round ${round}: ${fault}`);
      }
      expect(faults).toEqual([]);
      expect(isMet(), JSON.stringify(seen)).toBe(true);
    });
  });
});
