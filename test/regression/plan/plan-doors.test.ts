/** What a plan was once asked and answered wrongly, or not at all. */

import { describe, expect, test } from 'vitest';
import { box, capsule, type JointOptions, Robot, Scene } from '../../../src/index.ts';
import { plan, timed } from '../../../src/plan/index.ts';
import { inverseKinematics } from '../../../src/robot/inverse/inverse.ts';

/** One link that turns, and one that follows it. */
function led(joint: Partial<JointOptions>, follower: Partial<JointOptions> | null): Robot {
  const shapes = [{ shape: box([0.5, 0.1, 0.1]), pose: { position: [0.3, 0, 0] as const } }];
  const lead = { name: 'lead', joint: { name: 'j', type: 'continuous' as const, axis: [0, 0, 1] as const, ...joint }, shapes };
  const mimic = { joint: 'j', multiplier: 0.5 };
  const own = { name: 'k', type: 'revolute' as const, axis: [0, 0, 1] as const, mimic, ...follower };
  return new Robot({
    name: 'r',
    links: follower === null ? [lead] : [lead, { name: 'follower', joint: own, shapes: [{ shape: box(0.1) }] }],
  });
}

const sceneOf = (robot: Robot): Scene =>
  new Scene({ robots: [robot], self: false, obstacles: [{ name: 'far', shape: box(0.1), pose: { position: [9, 9, 9] } }] });

describe('angles that do not wrap as they seem to', () => {
  test('what follows by half is elsewhere after a whole turn: bounds are asked for, and kept to', async () => {
    const scene = sceneOf(led({}, {}));
    await expect(plan(scene, { from: [0], to: [2 * Math.PI] })).rejects.toThrow(
      /no limits, and what follows it is elsewhere after a whole turn/,
    );
    const found = await plan(scene, { from: [0], to: [2 * Math.PI], bounds: { j: [-10, 10] } });
    expect(found.states.at(-1)).toEqual(new Float64Array([2 * Math.PI]));
  });

  test('a screw is elsewhere after a whole turn: it does not go the short way round', async () => {
    const screw = (limits: JointOptions['limits']) => sceneOf(led({ type: 'helical', pitch: 0.05, limits }, null));
    await expect(plan(screw({}), { from: [0], to: [9] })).rejects.toThrow(/no limits, and it is elsewhere after a whole turn/);
    const found = await plan(screw({ lower: -20, upper: 20 }), { from: [0], to: [4 * Math.PI] });
    expect(found.states.at(-1)).toEqual(new Float64Array([4 * Math.PI]));
    expect(found.length).toBeGreaterThan(4 * Math.PI);
  });

  test('a slide that follows a turn', async () => {
    const scene = sceneOf(led({}, { type: 'prismatic', mimic: { joint: 'j', multiplier: 0.1 }, limits: { lower: -2, upper: 2 } }));
    const found = await plan(scene, { from: [0], to: [4 * Math.PI] });
    expect(found.states.at(-1)).toEqual(new Float64Array([4 * Math.PI]));
  });

  test('a limit on one side', async () => {
    const scene = sceneOf(led({ type: 'revolute', limits: { lower: 0 } }, null));
    await expect(plan(scene, { from: [0.5], to: [6] })).rejects.toThrow(/a limit on one side only/);
    const found = await plan(scene, { from: [0.5], to: [6], bounds: { j: [0, 7] } });
    expect(found.states.at(-1)).toEqual(new Float64Array([6]));
  });

  test('bounds do not let a follower beyond its own limits', async () => {
    const robot = led({ type: 'revolute', limits: { lower: -1, upper: 1 } }, { limits: { lower: -0.5, upper: 0.5 } });
    expect(await plan(sceneOf(robot), { from: [0], to: [2], bounds: { j: [-2, 2] } })).toMatchObject({ status: 'none', reason: 'goal' });
  });

  test('half a turn goes where it was asked to', async () => {
    const found = await plan(sceneOf(led({}, null)), { from: [0], to: [Math.PI] });
    expect(found.states.at(-1)).toEqual(new Float64Array([Math.PI]));
  });

  test('the long way round has as few waypoints as a straight way', async () => {
    const robot = led({}, null);
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'w', shape: box(0.2), pose: { position: [-0.5, 0, 0] } }] });
    for (let seed = 0; seed < 4; seed++) {
      const found = await plan(scene, { from: [2], to: [-2], seed });
      expect(found.status).toBe('found');
      expect(found.states.length).toBeLessThanOrEqual(4);
    }
  });
});

describe('ends', () => {
  test('constraints with joints that wrap come to an end', async () => {
    const link = (k: number) => ({
      name: `l${k + 1}`,
      ...(k === 0 ? {} : { parent: `l${k}` }),
      joint: {
        name: `j${k}`,
        type: k % 2 === 0 ? ('continuous' as const) : ('revolute' as const),
        axis: (k % 2 === 0 ? [0, 0, 1] : [0, 1, 0]) as [number, number, number],
        origin: { position: [k === 0 ? 0 : 0.3, 0, 0] as const },
        ...(k % 2 === 0 ? {} : { limits: { lower: -2.5, upper: 2.5 } }),
      },
      shapes: [{ shape: capsule([0.1, 0, 0], [0.2, 0, 0], 0.03) }],
    });
    const robot = new Robot({ name: 'arm', links: [0, 1, 2, 3, 4, 5].map(link) });
    const obstacles = [{ name: 'box', shape: box([0.1, 0.1, 1]), pose: { position: [0.8, 0, 0] as const } }];
    const scene = new Scene({ robots: [robot], obstacles });
    const from = [
      ...[5.335350541955524, 0.13024478749664659, -0.8899082704191089],
      ...[-1.025325214307011, 6.314572873384093, -1.1873993594021668],
    ];
    const to = [
      ...[-17.70404235847852, -0.6848021189155462, 1.1819704070797494],
      ...[-0.19527938036444525, 6.081935009811587, 0.1860100556423161],
    ];
    const min = [-0.5090761980488315, -1.2286729756814114, 0.3185767757281785] as const;
    const max = [0.33335400688862, 1.121380825959857, 0.6257734265696654] as const;
    for (const seed of [2, 3, 5, 37]) {
      const { status } = await plan(scene, { from, to, seed, constraints: [{ link: 'l6', box: { min, max } }], maxSamples: 60 });
      expect(['found', 'none']).toContain(status);
    }
  });

  test('many goals behind a thin wall do not make the filter look ever closer', async () => {
    const plate = { name: 'plate', shape: box([1e-7, 1, 1]) };
    const wall = { name: 'wall', shape: box([1e-7, 40, 40]) };
    const scene = new Scene({ bodies: [plate], obstacles: [wall] });
    const anyOf = Array.from({ length: 30 }, (_, k) => ({ plate: { position: [1, 0.01 * k, 0] as const } }));
    const found = await plan(scene, {
      from: { plate: { position: [-1, 0, 0] } },
      to: { anyOf },
      bounds: { plate: { min: [-2, -2, -2], max: [2, 2, 2] } },
      maxSamples: 20,
    });
    expect(found.status).toBe('none');
    expect(found.stats.states).toBeLessThan(200_000);
  });

  test('a signal that is aborted already, a time of 0, no scene', async () => {
    const scene = sceneOf(led({}, null));
    expect(await plan(scene, { from: [0], to: [1], signal: { aborted: true } })).toMatchObject({ status: 'none', reason: 'cancelled' });
    expect(await plan(scene, { from: [0], to: [1], maxMilliseconds: 0 })).toMatchObject({ status: 'none', reason: 'milliseconds' });
    await expect(plan(undefined as never, { from: [0], to: [1] })).rejects.toThrow(/needs a Scene/);
    // the straight way needs no random state
    expect((await plan(scene, { from: [0], to: [1], maxSamples: 0 })).status).toBe('found');
  });
});

describe('what floats or slides in a plane', () => {
  const planar = (base: readonly [number, number, number]): Robot =>
    new Robot({
      name: 'cart',
      base: { position: base },
      links: [{ name: 'body', joint: { name: 'p', type: 'planar', axis: [0, 0, 1] }, shapes: [{ shape: box(0.4) }] }],
    });

  test('a cart in the plane goes anywhere near, wherever the scene stands', async () => {
    const lengths: number[] = [];
    for (const x of [0, 1e4]) {
      const obstacles = [{ name: 'post', shape: box(0.3), pose: { position: [x + 1.3, 0, 0] as const } }];
      const scene = new Scene({ robots: [planar([x, 0, 0])], obstacles });
      const found = await plan(scene, { from: [0, 0, 0], to: [3, 0, 1], seed: 2 });
      expect(found.status).toBe('found');
      lengths.push(found.length);
      for (const state of found.states) expect(Math.abs(state[0]) + Math.abs(state[1])).toBeLessThan(30);
    }
    expect(lengths[1]).toBeLessThan(10 * lengths[0]);
    const empty = new Scene({ robots: [planar([0, 0, 0])], tolerance: 1e-6 });
    expect((await plan(empty, { from: [0, 0, 0], to: [5, 0, 1] })).status).toBe('found');
  });

  test('an arm on a base that floats by its SRDF stays where it stands', async () => {
    const turn = { type: 'revolute' as const, axis: [0, 0, 1] as const, limits: { lower: -2, upper: 2 } };
    const robot = new Robot({
      name: 'arm',
      links: [
        { name: 'base', joint: { name: 'virtual', type: 'floating' } },
        { name: 'upper', parent: 'base', joint: { name: 'a', ...turn }, shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }] },
        {
          name: 'lower',
          parent: 'upper',
          joint: { name: 'b', ...turn, origin: { position: [1, 0, 0] } },
          shapes: [{ shape: capsule([0.1, 0, 0], [0.8, 0, 0], 0.05) }],
        },
      ],
      allowed: [{ a: 'upper', b: 'lower' }],
    });
    const pose = { position: [1, 0.7, 0] as const };
    const { solutions } = inverseKinematics(robot, { link: 'lower', at: { position: [0.8, 0, 0] }, pose, free: ['orientation'] });
    expect([...solutions[0].subarray(0, 7)]).toEqual([0, 0, 0, 0, 0, 0, 1]);
    const found = await plan(new Scene({ robots: [robot] }), { from: {}, to: { link: 'lower', pose, free: ['orientation'] } });
    for (const state of found.states) expect([...state.subarray(0, 7)]).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });
});

test('limits of a record, of a name, of too few values', () => {
  const robot = led({ type: 'revolute', limits: { lower: -1, upper: 1 } }, null);
  expect(robot.limitFaults({ j: 9 })).toHaveLength(1);
  expect(() => robot.limitFaults('left' as never)).toThrow(/must be an array or an object/);
  expect(() => robot.limitFaults([])).toThrow(/must have 1 values/);
});

test('long ways with small limits are timed', () => {
  const robot = led({ type: 'continuous' }, null);
  const path = robot.path([[5559.2389239470285], [-1150.6184759707899]]);
  const { seconds } = timed(path, { velocity: 1, acceleration: 2 });
  expect(seconds).toBeCloseTo(6709.857399917819 + 0.5, 6);
});
