import { describe, expect, test } from 'vitest';
import { setClock } from '../../../src/contact/budget.ts';
import { box, capsule, Robot, type RobotPath, Scene, type SceneMotions, sphere } from '../../../src/index.ts';
import { methodNamed } from '../../../src/methods/index.ts';
import { type Plan, type PlanRequest, plan } from '../../../src/plan/index.ts';
import { rounds } from '../../support/rounds.ts';

const UPRIGHT = [0, 1, 0] as const;

/** Two links of 1 and 0.8, in the plane z = 0. */
function arm(name: string, base: readonly [number, number, number] = [0, 0, 0], type: 'revolute' | 'continuous' = 'revolute'): Robot {
  const limits = type === 'revolute' ? { lower: -3, upper: 3, velocity: 1 } : {};
  return new Robot({
    name,
    base: { position: base },
    links: [
      { name: 'foot', shapes: [] },
      {
        name: 'upper',
        parent: 'foot',
        joint: { name: 'shoulder', type, axis: [0, 0, 1], limits },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }],
      },
      {
        name: 'lower',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [1, 0, 0] }, limits: { lower: -2.5, upper: 2.5 } },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.8, 0, 0], 0.04) }],
      },
    ],
    allowed: [{ a: 'upper', b: 'lower' }],
    groups: [
      { name: 'arm', joints: ['shoulder', 'elbow'] },
      { name: 'nothing', joints: [] },
    ],
    states: [
      { name: 'left', group: 'arm', values: { shoulder: [1], elbow: [0] } },
      { name: 'right', group: 'arm', values: { shoulder: [-1], elbow: [0] } },
    ],
  });
}

const post = { name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [1.3, 0, 0] as const } };

/** Every method agrees that it is free, and it leads from the start to the goal. */
function expectProven(scene: Scene, found: Plan): void {
  expect(found.why).toBeUndefined();
  expect(found.status).toBe('found');
  expect(found.certificate?.status).toBe('free');
  const path = found.path ?? {};
  for (const method of ['auto', 'hca', 'interval'] as const)
    expect(scene.firstContact(path, { method: methodNamed(method) }).status).toBe('free');
}

describe('plan', () => {
  test('goes around a post, and the straight way is hit', async () => {
    const robot = arm('arm');
    const scene = new Scene({ robots: [robot], obstacles: [post] });
    expect(
      scene.firstContact({
        arm: robot.path([
          [1, 0],
          [-1, 0],
        ]),
      }).status,
    ).toBe('contact');
    for (let seed = 0; seed < rounds(4); seed++) {
      const found = await plan(scene, { from: 'left', to: 'right', seed });
      expectProven(scene, found);
      expect([...found.states[0]]).toEqual([1, 0]);
      expect([...(found.states.at(-1) as Float64Array)]).toEqual([-1, 0]);
      expect(found.length).toBeLessThanOrEqual(found.stats.foundLength * (1 + 1e-12));
      const waypoints = ((found.path as SceneMotions).arm as RobotPath).waypoints.map((state) => [...state]);
      expect(waypoints).toEqual(found.states.map((state) => [...state]));
    }
  });

  test('the same seed gives the same path; swapping start and goal, another unit of length or place keep that there is one', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const request: PlanRequest = { from: 'left', to: 'right', seed: 'twice' };
    const [a, b] = [await plan(scene, request), await plan(scene, request)];
    expect(b.states).toEqual(a.states);
    expectProven(scene, await plan(scene, { from: 'right', to: 'left' }));
  });

  test('keeps the clearance asked for', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const found = await plan(scene, { from: 'left', to: 'right', clearance: 0.1 });
    expectProven(scene, found);
    const { gap } = scene.clearance(found.path ?? {}, { accuracy: 1e-6 });
    expect(gap[1]).toBeGreaterThan(0.1);
    expect(gap[0]).toBeGreaterThan(0.1 * (1 - 1e-5));
  });

  test('of several goals one is reached, and which is told', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const found = await plan(scene, {
      from: 'left',
      to: {
        anyOf: [
          [0, 0],
          [-1, 0.5],
          [2.5, 0],
        ],
      },
    });
    expectProven(scene, found);
    // the first is in the post
    expect([1, 2]).toContain(found.goal);
    const end = found.states.at(-1) as Float64Array;
    expect([...end]).toEqual(
      [
        [0, 0],
        [-1, 0.5],
        [2.5, 0],
      ][found.goal],
    );
  });

  test('a pose that cannot be reached is looked for until the time is over, not longer', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    let now = 0;
    setClock(() => now++);
    try {
      const none = await plan(scene, { from: 'left', to: { link: 'lower', pose: { position: [9, 9, 9] } }, maxMilliseconds: 20 });
      expect(none).toMatchObject({ status: 'none', reason: 'milliseconds' });
    } finally {
      setClock(undefined);
    }
  });

  test('a pose of a link is reached by a configuration that touches nothing', async () => {
    const robot = arm('arm');
    const scene = new Scene({ robots: [robot], obstacles: [post] });
    const found = await plan(scene, {
      from: 'left',
      to: { link: 'lower', at: { position: [0.8, 0, 0] }, pose: { position: [0.9, -0.9, 0] }, free: ['orientation'] },
    });
    expectProven(scene, found);
    const end = robot.linkPoses(found.states.at(-1) as Float64Array).lower;
    const angle = 2 * Math.atan2(end.quaternion[2], end.quaternion[3]);
    expect(end.position[0] + 0.8 * Math.cos(angle)).toBeCloseTo(0.9, 6);
    expect(end.position[1] + 0.8 * Math.sin(angle)).toBeCloseTo(-0.9, 6);
  });

  test('a pose that cannot be reached, or only in contact, is told', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const tip = { link: 'lower', at: { position: [0.8, 0, 0] as const }, free: ['orientation'] as const };
    const far = await plan(scene, { from: 'left', to: { ...tip, pose: { position: [5, 0, 0] } } });
    expect(far).toMatchObject({ status: 'none', reason: 'goal' });
    expect(far.why).toMatch(/the goal is not reached: no configuration was found that brings 'lower' there; the nearest is off by 3.2 /);
    const inside = await plan(scene, { from: 'left', to: { ...tip, pose: { position: [1.3, 0, 0] } } });
    expect(inside.why).toMatch(/the goal is not reached: all \d+ configurations found that bring 'lower' there are in contact/);
    await expect(plan(scene, { from: 'left', to: { link: 'foot', pose: {} } })).rejects.toThrow(/no joint moves link 'foot'/);
    await expect(plan(scene, { from: 'left', to: { link: 'lower', robot: 'leg', pose: {} } })).rejects.toThrow(/no robot 'leg'/);
  });

  test('passes goals on the way, in order', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const found = await plan(scene, { from: 'left', through: [[2, 1], 'right'], to: [1.5, 1] });
    expectProven(scene, found);
    const at = (values: readonly number[]): number => found.states.findIndex((state) => state.every((x, k) => x === values[k]));
    expect(at([2, 1])).toBeGreaterThan(0);
    expect(at([-1, 0])).toBeGreaterThan(at([2, 1]));
    expect(at([1.5, 1])).toBe(found.states.length - 1);
  });

  test('what the goals do not name stays; a goal that moves more than the group is refused', async () => {
    const scene = new Scene({ robots: [arm('arm')] });
    const found = await plan(scene, { from: [0.3, 0.7], to: { shoulder: -1 } });
    for (const state of found.states) expect(state[1]).toBe(0.7);
    await expect(plan(scene, { from: [0, 0], to: [1, 1], moving: ['shoulder'] })).rejects.toThrow(/joint 'elbow'.*not among what moves/);
  });

  test('a joint that wraps goes the short way, and its values go on', async () => {
    const scene = new Scene({ robots: [arm('arm', [0, 0, 0], 'continuous')], obstacles: [post] });
    const found = await plan(scene, { from: [3, 0], to: [-3, 0] });
    expectProven(scene, found);
    const end = found.states.at(-1) as Float64Array;
    expect(end[0]).toBeCloseTo(2 * Math.PI - 3, 12);
    expect(found.length).toBeCloseTo(2 * Math.PI - 6, 12);
  });

  test('two arms in one cell are planned together', async () => {
    const [a, b] = [arm('a'), arm('b', [2.2, 0, 0])];
    const scene = new Scene({ robots: [a, b] });
    const from = { a: [1, 0], b: [Math.PI - 1, 0] };
    const to = { a: [-1, 0], b: [Math.PI + 1, 0] };
    const bounds = { shoulder: [-5, 5] as const };
    expect(scene.firstContact({ a: a.path([from.a, to.a]), b: b.path([from.b, to.b]) }).status).not.toBe('free');
    const found = await plan(scene, { from, to, bounds, seed: 3 });
    expectProven(scene, found);
    expect(Object.keys(found.path ?? {})).toEqual(['a', 'b']);
  });

  test('a body goes through a window only when turned', async () => {
    // a slab of 1.2 × 0.1 × 0.1 through a wall with a window of 0.5 × 0.5
    const wall = [
      { name: 'over', shape: box([0.1, 4, 2]), pose: { position: [0, 0, 1.25] as const } },
      { name: 'under', shape: box([0.1, 4, 2]), pose: { position: [0, 0, -1.25] as const } },
      { name: 'left', shape: box([0.1, 2, 0.6]), pose: { position: [0, 1.25, 0] as const } },
      { name: 'right', shape: box([0.1, 2, 0.6]), pose: { position: [0, -1.25, 0] as const } },
    ];
    const scene = new Scene({ bodies: [{ name: 'slab', shape: box([0.1, 1.2, 0.1]) }], obstacles: wall });
    const bounds = { slab: { min: [-1.2, -0.8, -0.8], max: [1.2, 0.8, 0.8] } as const };
    const found = await plan(scene, {
      from: { slab: { position: [-1, 0, 0] } },
      to: { slab: { position: [1, 0, 0] } },
      bounds,
      seed: 1,
      maxMilliseconds: 60_000,
    });
    expectProven(scene, found);
    expect(found.states.some((state) => Math.abs(state[6]) < 0.99)).toBe(true);
  });

  test('lengths count by what they carry: another unit of length gives the same path', async () => {
    const gantry = (unit: number): Scene => {
      const slide = (name: string, parent: string, axis: readonly [number, number, number]) => ({
        name,
        parent,
        joint: { name: `${name}_slide`, type: 'prismatic' as const, axis, limits: { lower: -2 * unit, upper: 2 * unit } },
      });
      const ball = [{ shape: sphere(0.25 * unit) }];
      return new Scene({
        robots: [
          new Robot({
            name: 'gantry',
            links: [{ name: 'foot' }, slide('x', 'foot', [1, 0, 0]), { ...slide('y', 'x', UPRIGHT), shapes: ball }],
          }),
        ],
        obstacles: [{ name: 'block', shape: box([unit, unit, unit]) }],
      });
    };
    const one = await plan(gantry(1), { from: [-1.5, 0], to: [1.5, 0], seed: 5 });
    const thousand = await plan(gantry(1024), { from: [-1536, 0], to: [1536, 0], seed: 5 });
    expect(one.status).toBe('found');
    expect(thousand.states.map((state) => [...state].map((x) => x / 1024))).toEqual(one.states.map((state) => [...state]));
    expect(thousand.length).toBeCloseTo(one.length, 9);
  });
});

describe('constraints', () => {
  /** Three links in a plane, the last one 0.3 long. */
  const waiter = new Robot({
    name: 'waiter',
    links: [
      { name: 'foot' },
      ...[1, 0.8, 0.3].map((length, k) => ({
        name: `link${k}`,
        parent: k === 0 ? 'foot' : `link${k - 1}`,
        joint: {
          name: `joint${k}`,
          type: 'revolute' as const,
          axis: [0, 0, 1] as const,
          origin: { position: [[0, 1, 0.8][k], 0, 0] as const },
          limits: { lower: -3, upper: 3 },
        },
        shapes: [{ shape: capsule([0.1, 0, 0], [length, 0, 0], 0.03) }],
      })),
    ],
    allowed: [
      { a: 'link0', b: 'link1' },
      { a: 'link1', b: 'link2' },
    ],
  });
  const scene = new Scene({ robots: [waiter], obstacles: [{ name: 'post', shape: box([0.3, 0.3, 1]), pose: { position: [1.5, 0, 0] } }] });
  const tray = { link: 'link2', axis: [1, 0, 0] as const, up: [1, 0, 0] as const, tolerance: 0.15 };
  const from = [1.2, -0.9, -0.3];
  const to = [-1.2, 0.9, 0.3];

  test('a tray stays level all along, and without the constraint it would not', async () => {
    const found = await plan(scene, { from, to, constraints: [tray], seed: 2 });
    expectProven(scene, found);
    const path = waiter.path(found.states);
    const tilt = (time: number): number => {
      const { quaternion } = waiter.linkPoses(path.configurationAt(time)).link2;
      return Math.abs(2 * Math.atan2(quaternion[2], quaternion[3]));
    };
    for (let k = 0; k <= 100 * path.segments; k++) expect(tilt(k / 100)).toBeLessThanOrEqual(0.15);
    const loose = waiter.path((await plan(scene, { from, to, seed: 2 })).states);
    const most = Math.max(
      ...Array.from({ length: 100 * loose.segments }, (_, k) => {
        const { quaternion } = waiter.linkPoses(loose.configurationAt(k / 100)).link2;
        return Math.abs(2 * Math.atan2(quaternion[2], quaternion[3]));
      }),
    );
    expect(most).toBeGreaterThan(0.15);
  });

  test('a start that breaks one is told, and so is one that contradicts another', async () => {
    const tilted = await plan(scene, { from: [1.2, -0.9, 0.3], to, constraints: [tray] });
    expect(tilted).toMatchObject({
      status: 'none',
      reason: 'start',
      why: "the start does not keep constraint 0 (link 'link2' of 'waiter'): off by 0.45",
    });
    await expect(plan(scene, { from, to, constraints: [tray, { ...tray, up: [-1, 0, 0] }] })).rejects.toThrow(/contradict each other/);
    await expect(plan(scene, { from, to, constraints: [{ ...tray, tolerance: -1 }] })).rejects.toThrow(/tolerance/);
  });
});

describe('no path', () => {
  const closed = (): Scene => {
    const side = (name: string, position: readonly [number, number, number], size: readonly [number, number, number]) => ({
      name,
      shape: box([...size]),
      pose: { position },
    });
    const ball = { name: 'ball', shape: sphere(0.2) };
    return new Scene({
      bodies: [ball],
      obstacles: [
        side('west', [-1, 0, 0], [0.1, 2.1, 2.1]),
        side('east', [1, 0, 0], [0.1, 2.1, 2.1]),
        side('south', [0, -1, 0], [2.1, 0.1, 2.1]),
        side('north', [0, 1, 0], [2.1, 0.1, 2.1]),
        side('floor', [0, 0, -1], [2.1, 2.1, 0.1]),
        side('roof', [0, 0, 1], [2.1, 2.1, 0.1]),
      ],
    });
  };

  test('out of a closed box there is none, and what was tried is told', async () => {
    const found = await plan(closed(), {
      from: { ball: {} },
      to: { ball: { position: [2, 0, 0] } },
      bounds: { ball: { min: [-3, -3, -3], max: [3, 3, 3] } },
      maxSamples: 200,
    });
    expect(found).toMatchObject({ status: 'none', reason: 'samples', path: null, certificate: null, goal: -1 });
    expect(found.why).toMatch(/no path found: .*200 random states/);
  });

  test('what nobody named stands still, and that is told', async () => {
    const link = (name: string, parent?: string) => ({
      name,
      ...(parent === undefined ? {} : { parent }),
      joint: { name: `${name} turns`, type: 'revolute' as const, axis: [0, 0, 1] as const, origin: { position: [1, 0, 0] as const } },
      shapes: [{ shape: box([1, 0.1, 0.1], [0.5, 0, 0]) }],
    });
    const arm = new Robot({ name: 'arm', links: [link('upper'), link('lower', 'upper')] });
    const post = (name: string, angle: number) => ({
      name,
      shape: box(0.2),
      pose: { position: [1 + 1.5 * Math.cos(angle), 1.5 * Math.sin(angle), 0] as const },
    });
    const scene = new Scene({ robots: [arm], self: false, obstacles: [post('left', 1.5), post('right', -1.5)] });
    const bounds = { 'upper turns': [-3, 3] as const, 'lower turns': [-3, 3] as const };
    const found = await plan(scene, { from: [0, 0], to: { 'upper turns': 3 }, bounds, maxSamples: 50 });
    expect(found.why).toMatch(/; only upper turns may move: what goals name, unless moving or a group says more; most in the way: /);
    const all = await plan(scene, { from: [0, 0], to: { 'upper turns': 3 }, moving: ['arm'], bounds });
    expect(all.status).toBe('found');
  });

  test('the time ends it, and so does a signal', async () => {
    const request = { from: { ball: {} }, to: { ball: { position: [2, 0, 0] as const } } };
    expect(await plan(closed(), { ...request, maxMilliseconds: 60 })).toMatchObject({ status: 'none', reason: 'milliseconds' });
    const signal = { aborted: false };
    const stages = new Set<string>();
    const cancelled = await plan(closed(), {
      ...request,
      signal,
      onProgress: ({ stage, nodes, states }) => {
        stages.add(stage);
        if (nodes > 5 && states > 20) signal.aborted = true;
      },
    });
    expect(cancelled).toMatchObject({ status: 'none', reason: 'cancelled' });
    expect([...stages]).toEqual(['search']);
  });

  test('the trees can be looked at while they grow', async () => {
    const signal = { aborted: false };
    const sizes: number[] = [];
    const { trees: last = [] } = await plan(closed(), {
      from: { ball: {} },
      to: { ball: { position: [2, 0, 0] } },
      signal,
      keepTrees: true,
      onProgress: ({ trees }) => {
        const now = trees?.() ?? [];
        sizes.push(now.reduce((sum, { edges }) => sum + edges.length / 2, 0));
        // how often it is told depends on the clock
        if (sizes[sizes.length - 1] > sizes[0]) signal.aborted = true;
      },
    });
    expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
    expect(sizes.at(-1)).toBeGreaterThan(sizes[0]);
    expect(last.reduce((sum, { edges }) => sum + edges.length / 2, 0)).toBeGreaterThanOrEqual(sizes.at(-1) as number);
  });

  test('a start or goal in contact says with what', async () => {
    const scene = new Scene({ robots: [arm('arm')], obstacles: [post] });
    const start = await plan(scene, { from: [0, 0], to: 'left' });
    expect(start).toMatchObject({ status: 'none', reason: 'start', pair: [{ body: 'arm', link: 'lower' }, { body: 'post' }] });
    expect(start.why).toBe("the start has 'lower' of 'arm' and 'post' in contact");
    const goal = await plan(scene, {
      from: 'left',
      to: {
        anyOf: [
          [0, 0],
          [0.01, 0],
        ],
      },
      clearance: 0.01,
    });
    expect(goal).toMatchObject({ status: 'none', reason: 'goal' });
    expect(goal.why).toMatch(/the goal has 'lower' of 'arm' and 'post' less than 0.01 apart .*2 alternatives/);
  });

  test('a start or goal beyond limits is told', async () => {
    const scene = new Scene({ robots: [arm('arm')] });
    expect(await plan(scene, { from: [3.5, 0], to: 'left' })).toMatchObject({
      reason: 'start',
      beyond: { name: 'shoulder', value: 3.5, lower: -3, upper: 3 },
      why: 'the start has shoulder at 3.5, beyond its limits -3 to 3',
    });
    expect(await plan(scene, { from: 'left', to: [0, 9] })).toMatchObject({ reason: 'goal' });
  });
});

describe('bad input', () => {
  const scene = new Scene({ robots: [arm('arm')] });
  const cases: readonly [name: string, request: unknown, message: RegExp][] = [
    ['no goal', { from: 'left' }, /'to' is missing/],
    ['a misspelt key', { from: 'left', to: 'right', sed: 1 }, /did you mean 'seed'/],
    ['an unknown state', { from: 'lift', to: 'right' }, /from: no state 'lift'; did you mean 'left'/],
    ['a wrong joint', { from: 'left', to: { elbo: 1 } }, /to: .*no joint 'elbo'/],
    ['too few values', { from: [1], to: 'left' }, /from: .*must have 2 values/],
    ['an unknown group', { from: 'left', to: 'right', group: 'hand' }, /no group 'hand'; there are arm/],
    ['an empty group', { from: 'left', to: 'right', group: 'nothing' }, /group 'nothing'.*no joint that moves/],
    ['an empty anyOf', { from: 'left', to: { anyOf: [] } }, /one at least/],
    ['an unknown thing that moves', { from: 'left', to: 'right', moving: ['sholder'] }, /did you mean 'shoulder'/],
    ['bounds of nothing', { from: 'left', to: 'right', bounds: { elbw: [0, 1] } }, /did you mean 'elbow'/],
    ['bounds that are none', { from: 'left', to: 'right', bounds: { elbow: [2, 1] } }, /must be \[low, high\]/],
    ['a time below 0', { from: 'left', to: 'right', maxMilliseconds: -1 }, /maxMilliseconds/],
    ['a start that is nothing', { from: 7, to: 'right' }, /from: must be/],
    ['not a number', { from: [Number.NaN, 0], to: 'right' }, /from: /],
  ];
  for (const [name, request, message] of cases)
    test(name, async () => {
      await expect(plan(scene, request as PlanRequest)).rejects.toThrow(message);
    });

  test('nothing that could move', async () => {
    await expect(plan(new Scene({ obstacles: [post] }), { from: [], to: [] })).rejects.toThrow(/nothing in the scene can move/);
  });

  test('a slide without limits', async () => {
    const slide = new Robot({
      name: 'slide',
      links: [{ name: 'foot' }, { name: 'x', parent: 'foot', joint: { name: 'rail', type: 'prismatic' }, shapes: [{ shape: box(1) }] }],
    });
    await expect(plan(new Scene({ robots: [slide] }), { from: [0], to: [1] })).rejects.toThrow(/joint 'rail' has no limits/);
  });
});

test('a body that floats is led to a pose far from everything', async () => {
  const body = new Robot({
    name: 'part',
    links: [{ name: 'part', joint: { name: 'part', type: 'floating' }, shapes: [{ shape: sphere(0.1) }] }],
  });
  const scene = new Scene({ robots: [body], obstacles: [post] });
  const found = await plan(scene, { from: [0, 0, 0, 0, 0, 0, 1], to: { link: 'part', pose: { position: [9, -7, 5] } } });
  expectProven(scene, found);
  expect([...(found.states.at(-1) ?? [])].slice(0, 3).map((value) => Number(value.toFixed(6)))).toEqual([9, -7, 5]);
});
