// Plans of robots with loops, judged by kinematics and Newton's steps of the tests' own, in small steps from the start.
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule } from '../../../src/mesh/primitives.ts';
import { type Plan, plan, planOnLines } from '../../../src/plan/index.ts';
import { LoopedRobot, type LoopedRobotOptions } from '../../../src/robot/follow/looped-robot.ts';
import { Robot } from '../../../src/robot/robot.ts';
import type { RobotPath } from '../../../src/robot/robot-path.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { Frame } from '../../support/brute-robot.ts';
import { along, BAR_RADIUS, type Bar, FIVE_BARS, type Post, placeOf, roomOf, stepsTo } from '../../support/looped-bars.ts';
import { rounds } from '../../support/rounds.ts';
import { LoopJudge } from '../robot/follow/loop-judge.ts';
import { MECHANISMS } from '../robot/follow/mechanisms.ts';

const FIVE = MECHANISMS['five-bar'].options;
const BOUNDS = { motor1: [1.7, 2.6], motor2: [0.5, 1.4] } as const;
const five = new LoopedRobot(FIVE);
const STEPS = 60;

/** Follows the states from the first on; the least room, and where joints that follow are off by most from the states. */
function judged(options: LoopedRobotOptions, found: Plan, bars: readonly Bar[], posts: readonly Post[], at = 0) {
  const robot = new LoopedRobot(options);
  const judge = new LoopJudge(options, robot.passive);
  const { size } = robot;
  const own = found.states.map((state) => state.slice(at, at + size));
  let here: Float64Array = own[0];
  let [room, off] = [Infinity, 0];
  for (let k = 1; k < own.length; k++) {
    here = stepsTo(judge, here, own[k], STEPS, (frames) => {
      room = Math.min(room, roomOf(frames, bars, posts));
    });
    off = Math.max(off, ...here.map((x, s) => Math.abs(x - own[k][s])));
  }
  return { room, off };
}

const sceneOf = (robot: Robot, posts: readonly Post[], more: readonly Robot[] = []): Scene =>
  new Scene({
    robots: [robot, ...more],
    obstacles: posts.map(({ at, size }, k) => ({ name: `post${k}`, shape: box(size as [number, number, number]), pose: { position: at } })),
    self: false,
  });

/** Where the forearms of the five-bar meet. */
function tipOf(values: Float64Array): Vec3 {
  return placeOf(new LoopJudge(FIVE, five.passive).frames(values).get('left-fore') as Frame, [0.35, 0, 0]);
}

describe('plans of a five-bar', () => {
  const [from, to] = [
    { motor1: 1.8, motor2: 0.6 },
    { motor1: 2.5, motor2: 1.3 },
  ];
  const post: Post = { at: tipOf(five.configuration({ motor1: 2.15, motor2: 0.95 })), size: [0.03, 0.03, 0.3] };
  const scene = sceneOf(five, [post]);

  test('around a post that the straight way hits', async () => {
    expect(scene.firstContact({ 'five-bar': five.path([from, to]) }).status).toBe('contact');
    const found = await plan(scene, { from, to, bounds: BOUNDS });
    expect(found.status).toBe('found');
    const { room, off } = judged(FIVE, found, FIVE_BARS, [post]);
    expect(room).toBeGreaterThan(BAR_RADIUS);
    expect(off).toBeLessThan(1e-6);
    expect(found.certificate?.status).toBe('free');
    // the path is one that a scene takes, and ends at the goal
    const path = found.path?.['five-bar'];
    expect(scene.firstContact({ 'five-bar': path as never }).status).toBe('free');
    const last = found.states[found.states.length - 1];
    expect([last[0], last[2]]).toEqual([2.5, 1.3]);
    const judge = new LoopJudge(FIVE, five.passive);
    expect(Math.abs((judge.solved(last) as Float64Array)[1] - last[1])).toBeLessThan(1e-9);
  });

  test('shorter and shorter, with a clearance, for a tip that is to be somewhere, through a goal on the way', async () => {
    const [first, best] = await Promise.all(
      [{ shorten: false }, { method: 'optimal', goodEnough: 1.05 } as const].map((wish) =>
        plan(scene, { from, to, bounds: BOUNDS, maxMilliseconds: 1500, ...wish }),
      ),
    );
    expect(best.length).toBeLessThan(first.length);
    expect(judged(FIVE, best, FIVE_BARS, [post]).room).toBeGreaterThan(BAR_RADIUS);
    const far = await plan(scene, { from, to, bounds: BOUNDS, clearance: 0.01 });
    expect(far.status).toBe('found');
    expect(judged(FIVE, far, FIVE_BARS, [post]).room).toBeGreaterThan(BAR_RADIUS + 0.01);
    const tip = tipOf(five.configuration(to));
    const goal = { link: 'left-fore', at: { position: [0.35, 0, 0] as Vec3 }, pose: { position: tip }, free: ['rx', 'ry', 'rz'] as const };
    const there = await plan(scene, { from, to: goal as never, bounds: BOUNDS });
    expect([there.status, there.why]).toEqual(['found', undefined]);
    const last = there.states[there.states.length - 1];
    expect(Math.hypot(...tipOf(last).map((x, k) => x - tip[k]))).toBeLessThan(1e-5);
    expect(judged(FIVE, there, FIVE_BARS, [post]).room).toBeGreaterThan(BAR_RADIUS);
    const round = await plan(scene, { from, through: [{ motor1: 1.8, motor2: 1.3 }], to, bounds: BOUNDS });
    expect(judged(FIVE, round, FIVE_BARS, [post]).room).toBeGreaterThan(BAR_RADIUS);
  });

  test('what is in the way of the goal, beyond limits, or not to be followed is said', async () => {
    const at = tipOf(five.configuration(to));
    const none = await plan(sceneOf(five, [{ at, size: [0.02, 0.02, 0.3] }]), { from, to, bounds: BOUNDS });
    expect([none.status, none.reason]).toEqual(['none', 'goal']);
    expect(none.why).toMatch(/the goal has 'left-fore' of 'five-bar' and 'post0' in contact|the goal has .* in contact/);
    await expect(plan(scene, { from, to })).rejects.toThrow(/plan: joint 'motor1' has no limits, and what follows it is elsewhere/);
    await expect(plan(scene, { from, to, bounds: BOUNDS, moving: ['elbow1'] })).rejects.toThrow(
      /joint 'elbow1' follows, to keep loops closed/,
    );
    // forearms of 0.3 do not meet where the elbows are 0.69 apart
    const short = new LoopedRobot({
      ...FIVE,
      loops: FIVE.loops.map((loop) => ({
        ...loop,
        a: { ...loop.a, at: { position: [0.3, 0, 0] } },
        b: { ...loop.b, at: { position: [0.3, 0, -0.03] } },
      })),
    });
    await expect(plan(sceneOf(short, []), { from, to: { motor1: 3.1, motor2: 0 }, bounds: BOUNDS })).rejects.toThrow(
      /plan: to: .*loop 'tip' can be kept closed up to .* % on the way there: it is singular there, or does not reach farther/,
    );
  });
});

describe('the start decides how loops are closed', () => {
  const options = MECHANISMS['four-bar'].options;
  const robot = new LoopedRobot(options);
  const other = robot.configuration({ motor: 0.4, knee: -1.2, swing: -1.5 });

  test('the rocker stays below where it begins there', async () => {
    expect(other[2]).toBeLessThan(-0.5);
    const scene = sceneOf(robot, []);
    for (const from of [other, robot.configuration({ motor: 0.4 })]) {
      const found = await plan(scene, { from, to: { motor: 2.5 }, bounds: { motor: [-3, 3] } });
      expect(found.status).toBe('found');
      expect(judged(options, found, [], []).off).toBeLessThan(1e-6);
      for (const state of found.states) expect(Math.sign(state[2])).toBe(Math.sign(from[2]));
    }
    // the goal on the other branch is not there to be reached
    const crossed = await plan(scene, {
      from: other,
      to: robot.configuration({ motor: 2.5 }),
      bounds: { motor: [-3, 3] },
      maxMilliseconds: 300,
    });
    expect(crossed.status).toBe('none');
  });

  test('limits of what follows count, all the way', async () => {
    const swing = (motor: number): number => robot.configuration({ motor })[2];
    const values = Array.from({ length: 601 }, (_, k) => swing((k - 300) / 100));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const limited = (upper: number): LoopedRobot =>
      new LoopedRobot({
        ...options,
        links: options.links.map((one) =>
          one.name === 'rocker' && one.joint !== undefined ? { ...one, joint: { ...one.joint, limits: { lower: -4, upper } } } : one,
        ),
      });
    // the crank goes over the place where the rocker is farthest out
    const top = (values.indexOf(most) - 300) / 100;
    const request = {
      from: { motor: top - 0.4 },
      to: { motor: top + 0.4 },
      bounds: { motor: [top - 0.5, top + 0.5] as const },
      maxMilliseconds: 300,
    };
    expect((await plan(sceneOf(limited(most + 0.001), []), request)).status).toBe('found');
    expect((await plan(sceneOf(limited(most - 0.0002), []), request)).status).toBe('none');
    expect(least).toBeLessThan(most - 0.1);
    const start = await plan(sceneOf(limited(most - 0.0002), []), { ...request, from: { motor: top } });
    expect([start.reason, start.why]).toEqual(['start', expect.stringMatching(/the start has swing at .*, beyond its limits -4 to/)]);
  });
});

test('two robots by one clock, one of them with loops', async () => {
  const arm = new Robot({
    name: 'arm',
    base: { position: [0, 0.78, 0.03] },
    links: [
      { name: 'foot' },
      {
        name: 'bar',
        parent: 'foot',
        joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 0.2 } },
        shapes: [{ shape: capsule([0, 0, 0], [0.35, 0, 0], 0.01) }],
      },
    ],
  });
  const scene = sceneOf(five, [], [arm]);
  const from = { 'five-bar': { motor1: 1.8, motor2: 0.6 }, arm: [-0.3] };
  const to = { 'five-bar': { motor1: 2.5, motor2: 1.3 }, arm: [-2.8] };
  const found = await plan(scene, { from, to, bounds: BOUNDS });
  expect([found.status, found.why]).toEqual(['found', undefined]);
  const path = found.path as Readonly<Record<string, { readonly times: readonly number[] }>>;
  expect(path.arm.times).toEqual(found.states.map((_, k) => k));
  expect(path['five-bar'].times.at(-1)).toBe(found.states.length - 1);
  expect(judged(FIVE, found, [], []).off).toBeLessThan(1e-6);
  // the arm sweeps over where the forearms meet: straight it would hit
  const straight = scene.firstContact(
    {
      'five-bar': five.trajectory([from, to].map((state, time) => ({ time, positions: state['five-bar'] }))),
      arm: arm.trajectory([from, to].map((state, time) => ({ time, positions: state.arm }))),
    },
    { contacts: 'none' },
  );
  expect(straight.status).toBe('contact');
  const judge = new LoopJudge(FIVE, five.passive);
  let here: Float64Array = found.states[0].slice(0, 4);
  let least = Infinity;
  found.states.slice(1).forEach((state, k) => {
    const angle = (share: number): number => found.states[k][4] + share * (state[4] - found.states[k][4]);
    here = stepsTo(judge, here, state.slice(0, 4), STEPS, (frames, share) => {
      const end: Vec3 = [0.35 * Math.cos(angle(share)), 0.78 + 0.35 * Math.sin(angle(share)), 0.03];
      const bar = along([0, 0.78, 0.03], end);
      for (const one of FIVE_BARS) {
        const frame = frames.get(one.link) as Frame;
        for (const x of along(placeOf(frame, [0, 0, 0]), placeOf(frame, one.end)))
          for (const y of bar) least = Math.min(least, Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
      }
    });
  });
  expect(least).toBeGreaterThan(2 * BAR_RADIUS);
});

const SEED = 'plans with loops';
test(`random posts: no plan touches any, by the judge (seed '${SEED}')`, async () => {
  const random = new Random(SEED);
  const bent = { motor1: [1.7, 2.6], motor2: [0.5, 1.4] } as const;
  const draw = () => ({ motor1: 1.7 + 0.9 * random.next(), motor2: 0.5 + 0.9 * random.next() });
  let [found, refused] = [0, 0];
  for (let k = 0; k < rounds(12); k++) {
    const posts = Array.from({ length: 2 }, (): Post => {
      const [x, y, z] = tipOf(five.configuration(draw()));
      return { at: [x, y, z], size: [0.002 + 0.03 * random.next(), 0.002, 0.3] };
    });
    const answer = await plan(sceneOf(five, posts), { from: draw(), to: draw(), bounds: bent, maxMilliseconds: 400, seed: k });
    if (answer.status === 'none') {
      refused++;
      continue;
    }
    found++;
    const { room, off } = judged(FIVE, answer, FIVE_BARS, posts);
    expect(off).toBeLessThan(1e-6);
    expect(room).toBeGreaterThan(BAR_RADIUS);
  }
  expect(found).toBeGreaterThan(refused / 3);
});

test('the tip of a five-bar comes straight from below: its place alone is led', async () => {
  const lines = {
    link: 'left-fore',
    at: { position: [0.35, 0, 0] as Vec3 },
    free: ['orientation'] as const,
    approach: [0.03, 0.01, 0] as Vec3,
  };
  const request = { from: { motor1: 1.8, motor2: 0.6 }, to: { motor1: 2.3, motor2: 1.1 }, bounds: BOUNDS };
  const found = await planOnLines(sceneOf(five, []), request, lines);
  expect([found.status, found.why]).toEqual(['found', undefined]);
  const path = found.path?.['five-bar'] as RobotPath;
  const moves = (path.pieces ?? []).map(({ of }) => of?.move ?? -1);
  const first = moves.indexOf(Math.max(...moves));
  const judge = new LoopJudge(FIVE, five.passive);
  const tips = path.waypoints.slice(first).map((values) => tipOf(judge.solved(values) as Float64Array));
  const [a, b] = [tips[0], tips[tips.length - 1]];
  expect(Math.hypot(b[0] - a[0], b[1] - a[1])).toBeCloseTo(Math.hypot(0.03, 0.01), 6);
  for (const x of tips) expect(Math.abs((x[0] - a[0]) * (b[1] - a[1]) - (x[1] - a[1]) * (b[0] - a[0]))).toBeLessThan(1e-7);
});

test('the plate of a delta leaves and comes on lines', async () => {
  const { options } = MECHANISMS.delta;
  const robot = new LoopedRobot(options);
  const from = { motor0: 0.2, motor1: 0.3, motor2: 0.1 };
  const to = { motor0: 0.5, motor1: 0.1, motor2: 0.4 };
  const bounds = { motor0: [-0.4, 0.7], motor1: [-0.4, 0.7], motor2: [-0.4, 0.7] } as const;
  const found = await planOnLines(
    sceneOf(robot, []),
    { from, to, bounds },
    { link: 'plate', approach: [0, 0, 0.05], retreat: [0, 0, 0.04] },
  );
  expect([found.status, found.certificate?.status]).toEqual(['found', 'free']);
  const path = found.path?.delta as RobotPath;
  const judge = new LoopJudge(options, robot.passive);
  const plate = (k: number): Vec3 => (judge.frames(judge.solved(path.waypoints[k]) as Float64Array).get('plate') as Frame).p;
  const goal = plate(path.segments);
  const moves = (path.pieces ?? []).map(({ of }) => of?.move ?? -1);
  const [first, last] = [Math.min(...moves), Math.max(...moves)];
  const start = plate(0);
  moves.forEach((move, k) => {
    const [x, y, z] = plate(k + 1);
    // straight up from the start, straight down to the goal
    if (move === first) expect(Math.hypot(x - start[0], y - start[1])).toBeLessThan(1e-6);
    if (move === last) expect(Math.hypot(x - goal[0], y - goal[1])).toBeLessThan(1e-6);
    if (move === last && k > 0 && moves[k - 1] !== last) expect(plate(k)[2] - goal[2]).toBeCloseTo(0.05, 6);
    if (move === first) expect(z).toBeGreaterThan(start[2]);
  });
});
