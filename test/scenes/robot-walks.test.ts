import { describe, expect, test } from 'vitest';
import { DEGREE } from '../../scenes/placed.ts';
import { approachMotion, closingMotion, graspQueries, openHandValues } from '../../scenes/robots/grasp-motions.ts';
import { FINGERS, GRASP_POINT } from '../../scenes/robots/hand.ts';
import { exerciseGait, walkGait } from '../../scenes/robots/mannequin-gaits.ts';
import { robotScenes } from '../../scenes/robots/robot-scenes.ts';
import {
  contactWalks,
  type FirstContact,
  isFree,
  justBefore,
  randomConfiguration,
  randomSteps,
  roadmapPairs,
  sequenceQueries,
  valuesBetween,
} from '../../scenes/robots/robot-walks.ts';
import { rotate } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { placedLinks } from './placed-links.ts';
import { sampledContact } from './sampled-contact.ts';

const pipes = robotScenes['puma-pipes']();
const [puma] = pipes.robots;
const grasp = robotScenes['hand-grasp']();
const [hand] = grasp.robots;

describe("random steps, seed 'steps'", () => {
  test('every joint turns, by up to the angle, and stays within its limits', () => {
    const random = new Random('steps');
    let from = randomConfiguration(puma, random);
    let widest = 0;
    for (let i = 0; i < 400; i++) {
      const [to] = randomSteps(puma, from, 30 * DEGREE, random);
      expect(puma.limitFaults(to)).toEqual([]);
      const turns = to.map((x, k) => Math.abs(x - from[k]));
      expect(Math.min(...turns)).toBeGreaterThan(0);
      expect(Math.max(...turns)).toBeLessThanOrEqual(30 * DEGREE + 1e-6);
      widest = Math.max(widest, ...turns);
      from = to;
    }
    expect(widest).toBeGreaterThan(29 * DEGREE);
  });

  test('several steps from one configuration differ; the same seed repeats them; the palm does not float away', () => {
    const steps = randomSteps(hand, grasp.home, 0.1, new Random('steps'), 3);
    expect(new Set(steps.map(String)).size).toBe(3);
    expect(randomSteps(hand, grasp.home, 0.1, new Random('steps'), 3)).toStrictEqual(steps);
    for (const to of steps) expect(to.slice(0, 7)).toEqual(grasp.home.slice(0, 7));
  });
});

describe("contact walks among the pipes, seed 'walk'", () => {
  const contact = sampledContact(pipes, 8);
  const options = { seed: 'walk', count: 10, maxAngle: 15 * DEGREE, firstContact: contact, set: '15deg' };
  const queries = contactWalks(puma, options);

  test('start free, some hit and some do not, and are numbered', () => {
    expect(queries.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => i));
    const statuses = queries.map(({ from, to }) => contact(from, to).status);
    expect(statuses).not.toContain('overlap');
    expect(new Set(statuses)).toEqual(new Set(['free', 'contact']));
  });

  test('go on where a free step ended, or from before a contact on the same line', () => {
    let followed = 0;
    for (const [i, { from, trajectory }] of queries.entries()) {
      const before = queries[i - 1];
      if (before?.trajectory !== trajectory) continue;
      followed++;
      const { status, time } = contact(before.from, before.to);
      if (status === 'free') expect(from).toEqual(before.to);
      const t = (from[0] - before.from[0]) / (before.to[0] - before.from[0]);
      expect(t).toBeLessThanOrEqual(time + 1e-4);
      for (const [k, x] of from.entries()) expect(x).toBeCloseTo(before.from[k] + t * (before.to[k] - before.from[k]), 3);
    }
    expect(followed).toBeGreaterThan(2);
  });

  test('the same seed gives the same walks', () => {
    const few = { ...options, count: 3 };
    expect(contactWalks(puma, few)).toStrictEqual(queries.slice(0, 3));
  });
});

test('a walk that never finds a free place says so', () => {
  const blocked: FirstContact = () => ({ status: 'overlap', time: 0 });
  expect(() => contactWalks(puma, { seed: 'x', count: 1, maxAngle: 1, firstContact: blocked })).toThrow('no free configuration');
});

test("roadmap pairs around the car, seed 'roadmap': both ends free and within the limits", () => {
  const scene = robotScenes['puma-beetle']();
  const firstContact = sampledContact(scene, 4);
  const pairs = roadmapPairs(scene.robots[0], { seed: 'roadmap', count: 6, firstContact });
  expect(pairs).toHaveLength(6);
  for (const { from, to } of pairs) {
    for (const end of [from, to]) {
      expect(scene.robots[0].limitFaults(end)).toEqual([]);
      expect(isFree(end, firstContact)).toBe(true);
    }
  }
});

describe('mannequin', () => {
  test.each([
    ['mannequin-exercise', exerciseGait, 14],
    ['mannequin-walk', walkGait, 24],
  ] as const)("%s, seed 'gait': short steps, and contact somewhere but not at once", (name, gait, steps) => {
    const scene = robotScenes[name]();
    const [robot] = scene.robots;
    const sequences = gait(robot, { seed: 'gait', count: 7 });
    expect(gait(robot, { seed: 'gait', count: 7 })).toStrictEqual(sequences);
    expect(sequences.map(({ length }) => length)).toEqual(Array(7).fill(steps + 1));
    for (const sequence of sequences) {
      for (const values of sequence) expect(() => robot.configuration(values)).not.toThrow();
      for (const [i, to] of sequence.slice(1).entries()) {
        for (const [k, x] of to.entries()) expect(Math.abs(x - sequence[i][k])).toBeLessThan(0.35);
      }
    }
    const contact = sampledContact(scene, 1);
    const queries = sequenceQueries(sequences, 'step', contact);
    const hits = queries.filter(({ from, to }) => contact(from, to).status === 'contact');
    expect(queries.length).toBeGreaterThan(20);
    expect(hits.length).toBeGreaterThan(0);
    // A trajectory ends with its contact.
    for (const { id, trajectory } of hits) expect(queries[id + 1]?.trajectory).not.toBe(trajectory);
  });

  test('without a callback every step of every sequence is a query', () => {
    const [robot] = robotScenes['mannequin-exercise']().robots;
    const sequences = exerciseGait(robot, { seed: 'all', count: 3, steps: 5 });
    const queries = sequenceQueries(sequences, 'step');
    expect(queries).toHaveLength(15);
    expect(queries[7]).toEqual({ id: 7, from: sequences[1][2], to: sequences[1][3], set: 'step', trajectory: 1 });
    expect(sequences[1][0]).toEqual(sequences[0][5]);
  });
});

describe("grasps, seed 'grasp'", () => {
  test('the open hand faces the ball from the distance asked for', () => {
    const { position, quaternion } = placedLinks(hand, openHandValues(0.2))[0];
    const graspPoint = rotate(quaternion, GRASP_POINT).map((x, k) => x + position[k]);
    expect(graspPoint[0]).toBeCloseTo(0, 5);
    expect(graspPoint[1]).toBeCloseTo(0, 5);
    expect(graspPoint[2]).toBeCloseTo(0.235, 5);
    expect(rotate(quaternion, [0, 0, 1])[2]).toBeCloseTo(1, 8);
  });

  test('approaches come from all sides with the palm ahead', () => {
    const random = new Random('grasp');
    const octants = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const { from } = approachMotion(random);
      const { position, quaternion } = placedLinks(hand, from)[0];
      octants.add(position.map((x) => (x > 0 ? '+' : '-')).join(''));
      const facing = rotate(quaternion, [0, 0, -1]);
      expect(facing[0] * position[0] + facing[1] * position[1] + facing[2] * position[2]).toBeLessThan(0);
    }
    expect(octants.size).toBe(8);
  });

  test('closing keeps the palm and bends every finger at its own speed', () => {
    const to = closingMotion(grasp.home, new Random('grasp'));
    expect(to.slice(0, 7)).toEqual(grasp.home.slice(0, 7));
    const first = FINGERS.map((finger) => to[hand.joint(`${finger}-bend-1`).slot] - grasp.home[hand.joint(`${finger}-bend-1`).slot]);
    for (const bend of first) expect(bend).toBeGreaterThan(0);
    expect(new Set(first).size).toBe(5);
  });

  test('a grasp is an approach, then closing from before its contact', () => {
    const contact = sampledContact(grasp, 12);
    const queries = graspQueries(hand, { seed: 'grasp', count: 6, firstContact: contact });
    expect(queries.map(({ set }) => set)).toEqual(Array(6).fill(['approach', 'close']).flat());
    expect(queries.map(({ trajectory }) => trajectory)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    const statuses = queries.map(({ from, to }) => contact(from, to).status);
    expect(statuses).not.toContain('overlap');
    for (const set of ['approach', 'close']) expect(statuses.filter((_, i) => queries[i].set === set)).toContain('contact');
  });
});

describe('between two configurations', () => {
  test('joint values run linearly, a floating joint turns evenly the short way round', () => {
    const half = Math.SQRT1_2;
    const rest = grasp.home.slice(7);
    const from = [0, 0, 0, 0, 0, 0, 1, ...rest];
    // A quarter turn about z, the quaternion written with the opposite sign.
    const to = [0.2, 0, 0, 0, 0, -half, -half, ...rest.map((x) => x + 0.3)];
    const third = valuesBetween(hand, from, to, 1 / 3);
    expect(third[0]).toBeCloseTo(0.2 / 3, 6);
    expect(third[5]).toBeCloseTo(Math.sin(15 * DEGREE), 8);
    expect(third[6]).toBeCloseTo(Math.cos(15 * DEGREE), 8);
    for (const [k, x] of third.slice(7).entries()) expect(x).toBeCloseTo(rest[k] + 0.1, 5);
  });

  test('just before means so many radians of the fastest joint, and never before the start', () => {
    const from = [...pipes.home];
    const to = from.map((x, i) => x + 0.1 * (i + 1));
    const before = justBefore(puma, from, to, 0.5, 0.06);
    expect(before[5]).toBeCloseTo(from[5] + 0.5 * 0.6 - 0.06, 5);
    expect(before[0]).toBeCloseTo(from[0] + 0.4 * 0.1, 5);
    expect(justBefore(puma, from, to, 0.05, 0.06)).toEqual(from);
  });
});
