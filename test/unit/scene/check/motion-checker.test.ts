import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../../../src/cloud/point-cloud.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { MotionCheckerOptions } from '../../../../src/scene/answers/checker-options.ts';
import { MotionChecker } from '../../../../src/scene/check/motion-checker.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';

/** An arm of two links that turn about z, and a hand that slides along its end. */
function arm(name: string, at: readonly [number, number, number] = [0, 0, 0]): Robot {
  const turn = (x: number) => ({
    type: 'revolute' as const,
    axis: [0, 0, 1] as const,
    origin: { position: [x, 0, 0] as const },
    limits: { lower: -3, upper: 3 },
  });
  const bar = box([1, 0.1, 0.1], [0, 0, 0], 'bar');
  return new Robot({
    name,
    base: { position: at },
    links: [
      { name: 'upper', joint: turn(0), shapes: [{ shape: bar, pose: { position: [0.5, 0, 0] } }] },
      { name: 'lower', parent: 'upper', joint: turn(1.05), shapes: [{ shape: bar, pose: { position: [0.6, 0, 0] } }] },
      {
        name: 'hand',
        parent: 'lower',
        joint: { type: 'prismatic', axis: [0, 0, 1], origin: { position: [1.3, 0, 0] }, limits: { lower: -1, upper: 1 } },
        shapes: [{ shape: sphere(0.05) }],
      },
    ],
    allowed: [
      { a: 'upper', b: 'lower' },
      { a: 'lower', b: 'hand' },
    ],
  });
}

const STRAIGHT = [0, 0, 0];
/** Beside the straight arm's end. */
const POST = { name: 'post', shape: box([0.2, 0.2, 2], [0, 0, 0], 'post'), pose: { position: [1.6, 0.8, 0] as const } };

describe('one robot', () => {
  const scene = new Scene({ robots: [arm('arm')], obstacles: [POST] });
  const checker = new MotionChecker(scene, { tolerance: 1e-6 });

  test('a state is the robot’s values', () => {
    expect(checker.size).toBe(3);
    expect(checker.isFree(STRAIGHT)).toBe(true);
    expect(checker.saidNo).toBeNull();
    expect(checker.isFree([0.5, 0, 0])).toBe(false);
    expect(checker.saidNo?.map(({ body, link }) => link ?? body)).toEqual(['lower', 'post']);
  });

  test('each question has its own time; without any, the answer is a no for which nobody is named', () => {
    const hurried = new MotionChecker(scene, { tolerance: 1e-6, maxMilliseconds: 0 });
    for (const ask of [() => hurried.isFree(STRAIGHT), () => hurried.motionIsFree(STRAIGHT, [-0.5, 0, 0])]) {
      expect(ask()).toBe(false);
      expect(hurried.saidNo).toBeNull();
    }
    expect(hurried.reach(STRAIGHT, [-0.5, 0, 0])).toBe(0);
    expect(scene.isFree({ arm: STRAIGHT }, { maxMilliseconds: 0 })).toBe(false);
    const patient = new MotionChecker(scene, { tolerance: 1e-6, maxMilliseconds: 1e9 });
    expect([patient.isFree(STRAIGHT), patient.motionIsFree(STRAIGHT, [-0.5, 0, 0]), patient.reach(STRAIGHT, [-0.5, 0, 0])]).toEqual([
      true,
      true,
      1,
    ]);
    expect(scene.isFree({ arm: STRAIGHT }, { maxMilliseconds: 1e9 })).toBe(true);
    expect(() => new MotionChecker(scene, { maxMilliseconds: -1 })).toThrow(InputError);
  });

  test('a state may stand in a longer list', () => {
    const list = Float64Array.of(9, 9, 0.5, 0, 0, 0, 0, 0);
    expect([checker.isFree(list, 2), checker.isFree(list, 5)]).toEqual([false, true]);
  });

  test('a motion between free states may hit, and says with what', () => {
    expect(checker.motionIsFree(STRAIGHT, [-1, 0.5, 0.3])).toBe(true);
    expect(checker.saidNo).toBeNull();
    expect(checker.isFree([1.2, 0, 0])).toBe(true);
    expect(checker.motionIsFree(STRAIGHT, [1.2, 0, 0])).toBe(false);
    expect(checker.saidNo?.[1]).toEqual({ body: 'post' });
  });

  test('the reach ends at the first contact, never later', () => {
    const { time } = scene.firstContact({ arm: [STRAIGHT, [1.2, 0, 0]] }, { tolerance: 1e-6 });
    expect(checker.reach(STRAIGHT, [1.2, 0, 0])).toBe(time);
    expect(checker.saidNo?.[1]).toEqual({ body: 'post' });
    expect(checker.reach(STRAIGHT, [-1, 0, 0])).toBe(1);
    expect(checker.reach([0.5, 0, 0], STRAIGHT)).toBe(0);
  });

  test('the distance is a lower bound, an eighth below at most, up to the cutoff', () => {
    const { distance } = scene.distanceAt({ arm: STRAIGHT }, 0);
    const told = checker.distance(STRAIGHT, 10);
    expect(told).toBeLessThanOrEqual(distance);
    expect(told).toBeGreaterThanOrEqual(0.875 * distance * (1 - 1e-9));
    expect(checker.distance(STRAIGHT, distance / 2)).toBe(distance / 2);
    expect(checker.distance([0.5, 0, 0], 1)).toBe(0);
  });

  test('a scene says the same in its own words', () => {
    expect([scene.isFree(STRAIGHT), scene.isFree([0.5, 0, 0]), scene.isFree({ arm: [0.5, 0, 0] })]).toEqual([true, false, false]);
    expect(scene.isFree(STRAIGHT, { clearance: 1 })).toBe(false);
    const names = arm('arm').joints.map(({ name }) => name);
    expect(scene.isFree({ [names[0]]: 0.5 })).toBe(false);
    expect(scene.motionIsFree({ arm: STRAIGHT }, { arm: [1.2, 0, 0] })).toBe(false);
    expect(scene.motionIsFree(STRAIGHT, [-1, 0.5, 0.3])).toBe(true);
  });

  test('obstacles that come, move and go', () => {
    const changing = new Scene({ robots: [arm('arm')] });
    const asked = new MotionChecker(changing, { tolerance: 1e-6 });
    const answers = () => [asked.isFree([0.5, 0, 0]), asked.motionIsFree(STRAIGHT, [1.2, 0, 0])];
    expect(answers()).toEqual([true, true]);
    changing.addObstacle(POST);
    expect(answers()).toEqual([false, false]);
    changing.moveObstacle('post', { position: [5, 0, 0] });
    expect(answers()).toEqual([true, true]);
    changing.moveObstacle('post', POST.pose);
    changing.removeObstacle('post');
    expect(answers()).toEqual([true, true]);
  });
});

test('any contact is one, and later than the first where another is found', () => {
  const scene = new Scene({ robots: [arm('arm')], obstacles: [POST] });
  const motions = { arm: [STRAIGHT, [0.5, 0, 0]] };
  const [first, any] = (['first', 'any'] as const).map((mode) => scene.firstContact(motions, { mode, tolerance: 1e-6 }));
  expect([first.status, any.status]).toEqual(['contact', 'contact']);
  expect(any.time).toBeGreaterThan(first.time);
  expect(any.gap?.[0]).toBe(0);
  expect(any.contacts.length).toBeGreaterThan(0);
  expect(scene.firstContact({ arm: [STRAIGHT, [-1, 0, 0]] }, { mode: 'any' }).status).toBe('free');
  // at the start it is an overlap, whatever the mode
  expect(scene.firstContact({ arm: [[0.5, 0, 0], STRAIGHT] }, { mode: 'any' }).status).toBe('overlap');
  expect(() => scene.contactIntervals(motions, { mode: 'any' })).toThrow(/mode: 'any' is not for contactIntervals/);
});

describe('several that move', () => {
  const scene = new Scene({
    robots: [arm('left'), arm('right', [3.4, -0.15, 0])],
    bodies: [{ name: 'crate', shape: box(0.3, [0, 0, 0], 'crate'), pose: { position: [0, 2, 0] } }],
  });
  const crate = (x: number, y: number) => [x, y, 0, 0, 0, 0, 1];
  const checker = new MotionChecker(scene, { tolerance: 1e-6 });
  const asked = checker as unknown as Record<'motionIsFree' | 'reach', (...given: unknown[]) => unknown>;
  const folded = [...STRAIGHT, 3, 0, 0];

  test('robots, then bodies', () => {
    expect(checker.size).toBe(13);
    expect(checker.isFree([...STRAIGHT, ...STRAIGHT, ...crate(0, 2)])).toBe(true);
    expect(checker.isFree([...STRAIGHT, 3, 0, 0, ...crate(0, 2)])).toBe(false);
    expect(checker.saidNo?.map(({ body }) => body)).toEqual(['left', 'right']);
    expect(checker.isFree([...STRAIGHT, ...STRAIGHT, ...crate(0.5, 0)])).toBe(false);
    expect(checker.motionIsFree([...STRAIGHT, ...STRAIGHT, ...crate(0.5, 2)], [...STRAIGHT, ...STRAIGHT, ...crate(0.5, -2)])).toBe(false);
    expect(checker.motionIsFree([...STRAIGHT, ...STRAIGHT, ...crate(0.5, 2)], [...STRAIGHT, ...STRAIGHT, ...crate(0.5, 0.5)])).toBe(true);
  });

  test('by name, bodies at their poses where they are not named', () => {
    expect(scene.isFree({ left: STRAIGHT, right: STRAIGHT })).toBe(true);
    expect(scene.isFree({ left: STRAIGHT, right: [3, 0, 0] })).toBe(false);
    expect(scene.isFree({ left: STRAIGHT, right: STRAIGHT, crate: { position: [0.5, 0, 0] } })).toBe(false);
    const [from, to] = [2, -2].map((y) => ({ left: STRAIGHT, right: STRAIGHT, crate: { position: [0.5, y, 0] as const } }));
    expect(scene.motionIsFree(from, to)).toBe(false);
    expect(scene.motionIsFree({ left: STRAIGHT, right: STRAIGHT }, { left: [-1, 0, 0], right: STRAIGHT })).toBe(true);
  });

  test.each([
    ['one list', () => scene.isFree(folded), /by name, of left, right, crate/],
    ['a robot left out', () => scene.isFree({ left: STRAIGHT }), /robot 'right' has no configuration/],
    ['an unknown name', () => scene.isFree({ left: STRAIGHT, wright: STRAIGHT }), /'wright'/],
    [
      'a pose in one state only',
      () => scene.motionIsFree({ left: STRAIGHT, right: STRAIGHT, crate: {} }, { left: STRAIGHT, right: STRAIGHT }),
      /'crate' has a pose in one of the two states only/,
    ],
    ['too short', () => checker.isFree(folded), /13 numbers are needed/],
    ['no number', () => checker.isFree([...STRAIGHT, ...STRAIGHT, Number.NaN, 0, 0, 0, 0, 0, 1]), /number 0 of 'crate' is NaN/],
    ['no angle', () => checker.isFree([Infinity, 0, 0, ...STRAIGHT, ...crate(0, 2)]), /finite number/],
    [
      'no quaternion',
      () => checker.isFree([...STRAIGHT, ...STRAIGHT, 0, 2, 0, 0, 0, 0, 0]),
      /numbers 9 to 12 are a quaternion of length 0/,
    ],
    ['no list', () => checker.motionIsFree(null as unknown as number[], []), /numbers are needed/],
    ['no cutoff', () => checker.distance([...STRAIGHT, ...STRAIGHT, ...crate(0, 2)], Number.NaN), /cutoff: must be a number ≥ 0/],
    ...[null, '', '0', true, [0], 1n, undefined].flatMap((value) => {
      const list = (at: number): number[] =>
        [...STRAIGHT, ...STRAIGHT, ...crate(0, 2)].map((x, i) => (i === at ? (value as unknown as number) : x));
      return [
        [`${typeof value} as an angle`, () => checker.isFree(list(1)), /value 1 .* must be a finite number/],
        [`${typeof value} as an angle of a motion`, () => checker.motionIsFree(list(1), list(1)), /value 1 .* must be a finite number/],
        [`${typeof value} as a place`, () => checker.reach(list(6), list(6)), /number 0 of 'crate' is/],
      ] as [string, () => unknown, RegExp][];
    }),
    ['half a place', () => checker.isFree([...STRAIGHT, ...STRAIGHT, ...crate(0, 2), 0], 0.5), /at must be a whole number ≥ 0/],
    [
      'options for one motion',
      () => asked.motionIsFree(folded, folded, { clearance: 1 }),
      /options are those of the checker: unknown key 'clearance'; known are proof; got { clearance: 1 }/,
    ],
    ['a third state', () => asked.reach(folded, folded, folded), /between two states/],
    ['a Map of options', () => new MotionChecker(scene, new Map([['clearance', 1]]) as MotionCheckerOptions), /got a Map/],
    ['a pair that may touch', () => new MotionChecker(scene, { arrive: [] } as MotionCheckerOptions), /arrive/],
  ])('%s is refused', (_, ask, message) => {
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(message);
  });
});

test('what is wholly inside a solid is not free, inside a surface it is', () => {
  for (const solid of [true, false]) {
    const shell = box(4, [0, 0, 0], 'shell');
    const shape = solid ? shell : new TriangleMesh(shell.positions, shell.indices, { name: 'shell' });
    const scene = new Scene({ bodies: [{ name: 'ball', shape: sphere(0.1) }], obstacles: [{ name: 'shell', shape }] });
    const checker = new MotionChecker(scene, { tolerance: 1e-6 });
    const at = (x: number) => [x, 0, 0, 0, 0, 0, 1];
    expect([checker.isFree(at(0)), checker.isFree(at(5)), checker.isFree(at(2))]).toEqual([!solid, true, false]);
    expect([checker.motionIsFree(at(0), at(0.5)), checker.motionIsFree(at(0), at(5)), checker.motionIsFree(at(4), at(5))]).toEqual([
      !solid,
      false,
      true,
    ]);
    checker.isFree(at(0));
    expect(checker.saidNo?.map(({ body }) => body) ?? null).toEqual(solid ? ['ball', 'shell'] : null);
  }
});

test('clearances by groups, and clouds, as firstContact and distanceAt have them (seed 7)', () => {
  const random = new Random(7);
  const points = Float64Array.from({ length: 3 * 200 }, (_, i) => (i % 3 === 2 ? random.range(-0.3, 0.3) : random.range(-2.5, 2.5)));
  const scene = new Scene({
    robots: [arm('arm')],
    obstacles: [
      { name: 'cloud', shape: pointCloud(points, { radius: 0.01 }) },
      ...Array.from({ length: 6 }, (_, i) => ({
        name: `o${i}`,
        shape: box(0.2, [0, 0, 0], `o${i}`),
        pose: { position: [2 * Math.cos(i), 2 * Math.sin(i), 0.3] as const },
      })),
    ],
  });
  const clearance = { default: 0.01, self: 0.03, pairs: [['hand', 'cloud', 0.002]] as [string, string, number][] };
  const checker = new MotionChecker(scene, { clearance, tolerance: 1e-5 });
  const seen = new Set<string>();
  const state = () => [random.range(-3, 3), random.range(-2.5, 2.5), random.range(-0.6, 0.6)];
  for (let round = 0; round < rounds(60); round++) {
    const [from, to] = [state(), state()];
    const end = from.map((x, i) => x + 0.3 * (to[i] - x));
    const { status } = scene.firstContact({ arm: [from, end] }, { clearance, tolerance: 1e-5, contacts: 'none' });
    expect(checker.motionIsFree(from, end), `${from} to ${end}`).toBe(status === 'free');
    expect(scene.motionIsFree(from, end, { clearance, tolerance: 1e-5 })).toBe(status === 'free');
    const stands = scene.firstContact({ arm: from }, { clearance, tolerance: 1e-5, contacts: 'none' });
    expect(checker.isFree(from)).toBe(stands.status === 'free');
    expect(scene.isFree(from, { clearance, tolerance: 1e-5 })).toBe(stands.status === 'free');
    const { distance } = scene.distanceAt({ arm: from }, 0);
    const least = checker.distance(from, 10);
    expect(least).toBeLessThanOrEqual(distance);
    expect(least).toBeGreaterThanOrEqual(0.875 * distance * (1 - 1e-9) - 1e-12);
    seen.add(`motion ${status}`).add(`state ${stands.status}`);
  }
  expect([...seen].sort()).toEqual(['motion contact', 'motion free', 'motion overlap', 'state free', 'state overlap']);
});

test('the unit of length and a far place change nothing (seed 3)', () => {
  const random = new Random(3);
  const states = Array.from({ length: rounds(30) }, () => [
    random.range(-1, 1),
    random.range(-1, 1),
    random.range(-1, 1),
    ...random.quaternion(),
  ]);
  const asked = (unit: number, shift: number) => {
    const scene = new Scene({
      bodies: [{ name: 'bar', shape: box([unit, 0.1 * unit, 0.1 * unit], [0, 0, 0], 'bar') }],
      obstacles: [{ name: 'post', shape: box([0.2 * unit, 0.2 * unit, 2 * unit], [0, 0, 0], 'post'), pose: { position: [shift, 0, 0] } }],
    });
    const checker = new MotionChecker(scene);
    const at = ([x, y, z, ...q]: number[]) => [unit * x + shift, unit * y, unit * z, ...q];
    return states.map((state, i) => [checker.isFree(at(state)), checker.motionIsFree(at(state), at(states[(i + 1) % states.length]))]);
  };
  const plain = asked(1, 0);
  expect(plain.flat().filter((answer) => answer).length).toBeGreaterThan(5);
  expect(plain.flat().filter((answer) => !answer).length).toBeGreaterThan(5);
  for (const [unit, shift] of [
    [1000, 0],
    [2 ** -200, 0],
    [1, 4096],
  ])
    expect(asked(unit, shift)).toEqual(plain);
});

test('a checker does not disturb its scene, nor the scene a checker', () => {
  const scene = new Scene({
    bodies: [{ name: 'a', shape: box(1, [0, 0, 0], 'a') }],
    obstacles: [{ name: 'b', shape: box(1, [0, 0, 0], 'b') }],
  });
  const checker = new MotionChecker(scene);
  const answers: boolean[] = [];
  const plain = rigidMotion({ position: [4, 0, 0] }, { position: [0, 0, 0] });
  const motion = {
    still: false,
    turn: plain.turn,
    lever: 0,
    travel: (rho: number) => plain.travel(rho),
    startPosition: (out: Float64Array, o: number) => plain.startPosition(out, o),
    writeState: (reference: Float64Array, out: Float64Array) => {
      answers.push(checker.isFree([9, 0, 0, 0, 0, 0, 1]), checker.isFree([0.2, 0, 0, 0, 0, 0, 1]));
      plain.writeState(reference, out);
    },
  };
  const { status, time } = scene.firstContact({ a: motion });
  expect([
    status,
    answers.length > 2,
    new Set(answers.filter((_, i) => i % 2 === 0)),
    new Set(answers.filter((_, i) => i % 2 === 1)),
  ]).toEqual(['contact', true, new Set([true]), new Set([false])]);
  expect(time).toBe(scene.firstContact({ a: plain }).time);
});
