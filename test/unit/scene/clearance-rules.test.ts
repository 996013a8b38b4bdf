import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import type { ClearanceRules } from '../../../src/robot/clearance-rules.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { recorded } from '../prove/recorded.ts';

// A gantry: the hand goes along x from 0 to 10, a cube of 1; a post at x = 8, a mast of its own at y = 2 beside the way.

const gantry = new Robot({
  name: 'gantry',
  links: [
    { name: 'mast', shapes: [{ shape: box([0.5, 1, 1], [5, 2, 0]) }] },
    { name: 'cart', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] } },
    { name: 'hand', parent: 'cart', joint: { name: 'z', type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: box(1) }] },
  ],
});
const holding = gantry.attach({ name: 'part', to: 'hand', shape: box(0.5, [0, 0, -1]) });
const obstacles = [
  { name: 'post', shape: box([1, 1, 1], [8, 0, 0]) },
  { name: 'curb', shape: box([1, 1, 1], [7, 0, -1.6]) },
];
const WAY = [
  [0, 0],
  [10, 0],
];
const ask = (robot: Robot, clearance: number | ClearanceRules, options = {}) =>
  new Scene({ robots: [robot], obstacles }).firstContact({ gantry: robot.path(WAY) }, { tolerance: 1e-6, clearance, ...options });
const told = ({ status, time, pair, clearance }: ReturnType<typeof ask>) => [
  status,
  time,
  ...(pair?.map(({ body, link }) => link ?? body) ?? []).sort(),
  clearance,
];

describe('clearance by groups', () => {
  // the hand's front at 10 t + 0.5: post from 7.5 − c on; the mast is 1 beside it from 4.75 − 0.5 to 5.25 + 0.5
  test.each(SCENE_METHODS)('%s: self, environment, default', (method) => {
    expect(told(ask(gantry, { environment: 0.5 }, { method: methodNamed(method) }))).toEqual([
      'contact',
      expect.closeTo(0.65, 5),
      'hand',
      'post',
      0.5,
    ]);
    expect(told(ask(gantry, { self: 1.1, environment: 0.5 }, { method: methodNamed(method) })).slice(2)).toEqual(['hand', 'mast', 1.1]);
    expect(told(ask(gantry, { self: 0.9, environment: 0.5 }, { method: methodNamed(method) })).slice(2)).toEqual(['hand', 'post', 0.5]);
    expect(told(ask(gantry, { default: 1.1, environment: 0 }, { method: methodNamed(method) })).slice(2)).toEqual(['hand', 'mast', 1.1]);
  });

  test('proofs hold each pair to its own: contact where the analysis has it, the largest and the least told', async () => {
    const clearance = { self: 0.9, environment: 0.5, pairs: [['hand', 'curb', 0.05]] } as const;
    const found = await recorded((proof) => ask(gantry, clearance, { proof }));
    expect(found).toMatchObject({ result: 'proven', status: 'contact', clearance: [0.05, 0.9] });
    expect(found.time).toBeCloseTo(0.65, 5);
    // a pair that is told to keep more is not proven
    const more = found.lines.map((line) => line.replace(/"clearance":0\.9\b/, '"clearance":1.1'));
    expect(more).not.toEqual(found.lines);
    expect((await verifyProof(more)).result).toBe('refuted');
  });

  test('named pairs come before groups', () => {
    const clearance = { self: 1.1, environment: 0.5, pairs: [['mast', 'gantry/hand', 0.2]] } as const;
    expect(told(ask(gantry, clearance)).slice(2)).toEqual(['hand', 'post', 0.5]);
    expect(told(ask(gantry, { environment: 0.5, pairs: [['hand', 'post', 0.1]] })).slice(1)).toEqual([
      expect.closeTo(0.69, 5),
      'hand',
      'post',
      0.1,
    ]);
  });

  test('what is held is tool, and so are links that are called so', () => {
    // the part's front at 10 t + 0.25, its lower side at −1.25: into the curb, whose upper side is at −1.1, from 6.5 − c on
    expect(told(ask(holding, { environment: 0.5 })).slice(1)).toEqual([expect.closeTo(0.575, 5), 'curb', 'part', 0.5]);
    expect(told(ask(holding, { environment: 0.5, tool: 0.1 })).slice(1)).toEqual([expect.closeTo(0.615, 5), 'curb', 'part', 0.1]);
    const { name, links } = gantry;
    const tooled = new Robot({
      name,
      links: links.map(({ name: link, parent, joint, shapes }) => ({
        name: link,
        joint: { name: joint.name, type: joint.type, axis: joint.axis },
        shapes,
        ...(parent < 0 ? {} : { parent: links[parent].name }),
      })),
      tool: ['hand'],
    });
    expect(told(ask(tooled, { environment: 0.5, tool: 0.2 })).slice(1)).toEqual([expect.closeTo(0.68, 5), 'hand', 'post', 0.2]);
    expect(() => new Robot({ name: 'r', links: [{ name: 'a' }], tool: ['b'] })).toThrow(/has no link 'b'/);
  });

  test('free keeps the least of all; starts within one of them', () => {
    const near = ask(gantry, { environment: 0.5, pairs: [['hand', 'post', 0]] }, {});
    expect([near.status, near.clearance]).toEqual(['contact', 0]);
    const scene = new Scene({ robots: [gantry], obstacles: obstacles.slice(1) });
    expect(scene.firstContact({ gantry: gantry.path(WAY) }, { clearance: { self: 0.5, environment: 0.25 } })).toMatchObject({
      status: 'free',
      clearance: 0.25,
    });
    const at = ask(gantry, { environment: 7.5, self: 0.5 });
    expect([at.status, at.time, at.clearance]).toEqual(['overlap', 0, 7.5]);
  });

  test('stretches and planners keep them too', () => {
    const scene = new Scene({ robots: [gantry], obstacles, tolerance: 1e-6 });
    const { intervals, complete } = scene.contactIntervals(
      { gantry: gantry.path(WAY) },
      { clearance: { self: 1.1, pairs: [['hand', 'post', 0]] } },
    );
    expect(complete).toBe(true);
    expect(intervals.map(({ first }) => first.pair?.map(({ body, link }) => link ?? body))).toEqual([
      ['hand', 'mast'],
      ['hand', 'post'],
    ]);
    expect(scene.motionIsFree([0, 0], [6, 0], { clearance: { self: 0.9 } })).toBe(true);
    expect(scene.motionIsFree([0, 0], [6, 0], { clearance: { self: 1.1 } })).toBe(false);
  });

  test('defaults of the scene are those of its queries', () => {
    const scene = new Scene({ robots: [gantry], obstacles, clearance: { environment: 0.5 }, tolerance: 1e-6 });
    const motions = { gantry: gantry.path(WAY) };
    expect(scene.firstContact(motions)).toMatchObject({
      status: 'contact',
      clearance: 0.5,
      tolerance: 1e-6,
      time: expect.closeTo(0.65, 5),
    });
    expect(scene.firstContact(motions, { clearance: 0 })).toMatchObject({ clearance: 0, time: expect.closeTo(0.7, 5) });
    expect(scene.firstContact(motions, { clearance: undefined }).clearance).toBe(0.5);
    expect(scene.motionIsFree([0, 0], [6.7, 0])).toBe(false);
    expect(scene.motionIsFree([0, 0], [6.7, 0], { clearance: 0.1 })).toBe(true);
    expect(scene.contactIntervals(motions).intervals[0].from).toBeCloseTo(0.65, 5);
  });

  test('bodies move as the scene says where a query does not', () => {
    const bodyMotions = { door: rigidMotion({ position: [3, 5, 0] }, { position: [3, 0, 0] }) };
    const scene = new Scene({ robots: [gantry], bodies: [{ name: 'door', shape: box(1) }], bodyMotions });
    const standing = {
      gantry: gantry.path([
        [3, 0],
        [3, 0],
      ]),
    };
    expect(scene.firstContact(standing, { tolerance: 1e-6 })).toMatchObject({ status: 'contact', time: expect.closeTo(0.8, 5) });
    const away = { ...standing, door: rigidMotion({ position: [3, 5, 0] }, { position: [3, 9, 0] }) };
    expect(scene.firstContact(away).status).toBe('free');
    expect(() => new Scene({ robots: [gantry], bodyMotions })).toThrow(/bodyMotions names 'door', which is none of its bodies/);
  });

  test.each<[unknown, RegExp]>([
    [{ slef: 1 }, /slef/],
    [{ self: -1 }, /clearance.self: must be a number ≥ 0/],
    [{ pairs: [['hand', 'post']] }, /two names and a distance/],
    [{ pairs: [['hand', 'post', 'x']] }, /'hand' and 'post': must be a number/],
    [{ pairs: [['hand', 'pots', 1]] }, /clearance.pairs: 'pots' is no link, body or obstacle/],
    [{ pairs: {} }, /pairs: must be a list/],
  ])('%j is refused', (clearance, says) => {
    expect(() => ask(gantry, clearance as ClearanceRules)).toThrow(InputError);
    expect(() => ask(gantry, clearance as ClearanceRules)).toThrow(says);
  });
});
