import { describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { packMotions, unpackMotions } from '../../../../src/batch/packed-motions.ts';
import { openScene, packScene } from '../../../../src/batch/packed-scene.ts';
import { GpuBatch, GpuCulling } from '../../../../src/gpu/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { timed } from '../../../../src/plan/index.ts';
import { recordProof } from '../../../../src/prove/index.ts';
import { adjacentPairs } from '../../../../src/robot/adjacent-pairs.ts';
import { LoopedRobot, type LoopedRobotOptions } from '../../../../src/robot/follow/looped-robot.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { inverseKinematics } from '../../../../src/robot/inverse/inverse.ts';
import { limitFindings } from '../../../../src/robot/limit-findings.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { RobotPath } from '../../../../src/robot/robot-path.ts';
import { sampledPairs } from '../../../../src/scene/answers/sampled-pairs.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { MotionChecker } from '../../../../src/scene/check/motion-checker.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { LoopJudge } from './loop-judge.ts';
import { MECHANISMS } from './mechanisms.ts';

const FOUR_BAR = MECHANISMS['four-bar'].options;
const robot = new LoopedRobot(FOUR_BAR);
const judge = new LoopJudge(FOUR_BAR, robot.passive);
/** The end of the rod in the world, by the judge. */
const pin = (values: ArrayLike<number>): Vec3 => {
  const solved = judge.solved(values);
  const { p, q } = judge.frames(solved as Float64Array).get('rod') as { p: Vec3; q: readonly number[] };
  const [c, s] = [q[3] * q[3] - q[2] * q[2], 2 * q[3] * q[2]];
  return [p[0] + 0.4 * c, p[1] + 0.4 * s, p[2]];
};
/** Beside the pin where the crank is turned by 2, so near that the rocker or rod meets it on its way there. */
const wall = { name: 'wall', shape: box([0.02, 0.02, 0.3]), pose: { position: pin(robot.configuration({ motor: 2 })) } };
const scene = new Scene({ robots: [robot], obstacles: [wall], self: false });

/** A five-bar with forearms of 0.3: in one line where the elbows are 0.6 apart. */
const SHORT: LoopedRobotOptions = {
  ...MECHANISMS['five-bar'].options,
  loops: [
    {
      name: 'tip',
      a: { link: 'left-fore', at: { position: [0.3, 0, 0] } },
      b: { link: 'right-fore', at: { position: [0.3, 0, -0.03] } },
      keeps: 'point',
    },
  ],
};

describe('configurations', () => {
  test('driven joints say where all are, as the judge has it', () => {
    for (const motor of [-3, -1, 0.5, 2, 6]) {
      const values = robot.configuration({ motor });
      expect(values[0]).toBe(motor);
      const true_ = judge.solved(values) as Float64Array;
      values.forEach((x, s) => {
        expect(Math.abs(x - true_[s])).toBeLessThan(1e-12);
      });
      const { rod, rocker } = robot.linkPoses({ motor });
      expect(Math.hypot(rod.position[0] - rocker.position[0], rod.position[1] - rocker.position[1])).toBeGreaterThan(0.05);
    }
  });

  test('a list that is as it was closed is continued, another one is near; after a turn the knee has turned back', () => {
    const list = [2, ...robot.closed.slice(1)];
    expect(Array.from(robot.configuration(list))).toEqual(Array.from(robot.configuration({ motor: 2 })));
    const far = robot.configuration({ motor: 2 + 2 * Math.PI });
    // the rocker only swings; the knee makes up for the turn of the crank
    expect(far[2]).toBeCloseTo(robot.configuration({ motor: 2 })[2], 9);
    expect(far[1]).toBeCloseTo(robot.configuration({ motor: 2 })[1] - 2 * Math.PI, 9);
    expect(Array.from(robot.configuration([...far.slice(0, 1), far[1] + 1e-4, far[2]]))[1]).toBeCloseTo(far[1], 9);
  });

  test('the same robot again, elsewhere, or with something in its hand', () => {
    const again = new LoopedRobot(robot.options());
    expect(Array.from(again.closed)).toEqual(Array.from(robot.closed));
    const there = robot.placed({ base: { position: [1, 2, 3] }, name: 'there' });
    expect(there).toBeInstanceOf(LoopedRobot);
    expect(there.linkPoses({ motor: 1 }).rod.position[0]).toBeCloseTo(robot.linkPoses({ motor: 1 }).rod.position[0] + 1, 12);
    const holding = robot.attach({ to: 'rod', shape: box(0.01), name: 'part' });
    expect(holding.path([{ motor: 0 }, { motor: 1 }]).pieces?.length).toBeGreaterThan(0);
    const pairs = adjacentPairs(robot).map(({ a, b }) => `${a} ${b}`);
    expect(pairs).toContain('rod rocker');
  });
});

describe('questions', () => {
  test('waypoints, seconds, and what stands', () => {
    const path = robot.path([{ motor: 0 }, { motor: 1 }, { motor: 3 }]);
    expect(path.waypointAt(0)).toBe(0);
    expect(path.waypointAt(path.segments)).toBe(2);
    const knots = Array.from({ length: path.segments + 1 }, (_, k) => path.waypointAt(k));
    expect(knots).toContain(1);
    expect(knots.every((x, k) => k === 0 || x > knots[k - 1])).toBe(true);
    expect(path.configurationAt(knots.indexOf(1))[0]).toBe(1);
    const timed = robot.trajectory([
      { time: 0, positions: { motor: 0 }, velocities: { motor: 0 } },
      { time: 2, positions: { motor: 3 }, velocities: { motor: 0 } },
    ]);
    const middle = (timed.times ?? []).findIndex((t) => t > 0.9);
    expect(timed.secondsAt(timed.segments)).toBe(2);
    // a cubic: s = 3 t² − 2 t³
    const t = (timed.times ?? [])[middle] / 2;
    expect(timed.configurationAt(middle)[0]).toBeCloseTo(3 * (3 * t * t - 2 * t * t * t), 9);
    expect(robot.path([{ motor: 1 }, { motor: 1 }]).pieces).toBe(null);
    expect(scene.firstContact({ 'four-bar': { motor: 0.5 } }).status).toBe('free');
  });

  test('first contact, the least distance, the distance there: of the mechanism, not of a path through its waypoints', () => {
    const motions = { 'four-bar': robot.path([{ motor: 0 }, { motor: 3 }]) };
    const answer = scene.firstContact(motions);
    expect(answer.status).toBe('contact');
    const at = motions['four-bar'].configurationAt(answer.time);
    expect(at[0]).toBeLessThan(2);
    expect(scene.distanceAt(motions, answer.time).distance).toBeLessThan(1e-5);
    expect(scene.distanceAt({ 'four-bar': at }, 0).distance).toBeLessThan(1e-5);
    expect(scene.firstContact({ 'four-bar': [{ motor: 0 }, { motor: 3 }] }).time).toBe(answer.time);
    const short = { 'four-bar': robot.path([{ motor: 0 }, { motor: 1 }]) };
    const [low, high] = scene.clearance(short).gap;
    expect(scene.firstContact(short, { clearance: 0.999 * low }).status).toBe('free');
    expect(scene.firstContact(short, { clearance: 1.001 * high }).status).not.toBe('free');
    expect(scene.motionIsFree({ motor: 0 }, { motor: 1 })).toBe(true);
    expect(scene.motionIsFree({ motor: 0 }, { motor: 3 })).toBe(false);
  });

  test('the same path has the same bits, whatever was asked before', () => {
    for (let motor = -6; motor < 6; motor++) {
      const [from, to] = [{ motor }, { motor: motor + 0.5 }];
      expect(robot.path([from, to]).pieces).toEqual(new LoopedRobot(FOUR_BAR).path([from, to]).pieces);
    }
  });

  test('workers answer with the same bits, also where they are given configurations', async () => {
    const motions = { 'four-bar': robot.path([{ motor: 0 }, { motor: 3 }]) };
    const own = scene.firstContact(motions);
    const batch = new Batch({ scene, workers: workersHere(1) });
    for (const asked of [motions, { 'four-bar': [{ motor: 0 }, { motor: 3 }] }]) {
      const sent = await batch.firstContact(asked);
      expect([sent.status, sent.time, sent.pair]).toEqual([own.status, own.time, own.pair]);
    }
    expect((await batch.firstContact({ 'four-bar': { motor: 0.5 } })).status).toBe('free');
    await batch.close();
  });

  test('two robots by one clock: what meets is where both are then', () => {
    const gate = new Robot({
      name: 'gate',
      links: [
        { name: 'post' },
        { name: 'bar', parent: 'post', joint: { name: 'lift', type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: box(0.02) }] },
      ],
      base: { position: pin(robot.configuration({ motor: 2 })) },
    });
    const both = new Scene({ robots: [robot, gate], self: false });
    const turn = robot.trajectory([
      { time: 0, positions: { motor: 0 } },
      { time: 4, positions: { motor: 4 } },
    ]);
    const lifted = (at: number) =>
      gate.trajectory([
        { time: 0, positions: { lift: 0.3 } },
        { time: at, positions: { lift: 0.3 } },
        { time: at + 0.5, positions: { lift: 0 } },
      ]);
    // down before the rod is there, or after it has gone
    const early = both.firstContact({ 'four-bar': turn, gate: lifted(0.2) });
    expect(early.status).toBe('contact');
    expect(early.seconds).toBeGreaterThan(1);
    expect(early.seconds).toBeLessThan(2.1);
    expect(both.firstContact({ 'four-bar': turn, gate: lifted(3.5) }).status).toBe('free');
  });

  test('what the rod holds goes with it', () => {
    const place = pin(robot.closed);
    const part = { name: 'part', shape: box(0.01), pose: { position: [place[0], place[1], 0.1] as const } };
    const goal = pin(robot.configuration({ motor: 2 }));
    const target = { name: 'target', shape: box(0.01), pose: { position: [goal[0], goal[1], 0.1] as const } };
    const holding = new Scene({ robots: [robot], bodies: [part], obstacles: [target], self: false });
    const asked = (to: number) =>
      holding.firstContact(
        { 'four-bar': robot.path([{ motor: 0 }, { motor: to }]), part: heldMotion([{ by: 'rod', from: 0 }]) },
        { tolerance: 1e-6 },
      );
    expect(asked(2).status).toBe('contact');
    expect(asked(2).pair?.map(({ body, link }) => link ?? body)).toEqual(expect.arrayContaining(['part', 'target']));
    expect(asked(0.5).status).toBe('free');
  });

  test('what is taken at a waypoint is taken where that was given, not at a piece of the way; also in a worker, and by the clock', async () => {
    const part = { name: 'part', shape: box(0.01), pose: { position: [0.1, 0.5, 0.1] as const } };
    const target = { name: 'target', shape: box(0.01), pose: { position: [1, 1, 1] as const } };
    const holding = new Scene({ robots: [robot], bodies: [part], obstacles: [target], self: false });
    const held = heldMotion([{ by: 'rod', from: 1, to: 2 }]);
    const ways = [{ motor: 0 }, { motor: 1 }, { motor: 2 }, { motor: 3 }];
    const path = robot.path(ways);
    const timed = robot.trajectory(ways.map((positions, k) => ({ time: k, positions })));
    const apart = (one: typeof path, waypoint: number): Vec3 => {
      const time = Array.from({ length: one.segments + 1 }, (_, k) => k).find((k) => one.waypointAt(k) === waypoint) ?? -1;
      const motions = { 'four-bar': one, part: held };
      return holding.bodyPoses(motions, time).part.position as Vec3;
    };
    for (const one of [path, timed]) {
      expect(apart(one, 1)).toEqual([0.1, 0.5, 0.1]);
      expect(Math.hypot(...apart(one, 2).map((x, k) => x - part.pose.position[k]))).toBeGreaterThan(0.01);
      expect(apart(one, 3)).toEqual(apart(one, 2));
    }
    // in its way from the second to the third, if it is taken at the second
    const [x, y, z] = apart(path, 2);
    const blocked = new Scene({ robots: [robot], bodies: [part], obstacles: [{ ...target, pose: { position: [x, y, z] } }], self: false });
    const motions = { 'four-bar': ways, part: held };
    const own = blocked.firstContact(motions);
    expect([own.status, Math.floor(path.waypointAt(own.time))]).toEqual(['contact', 1]);
    const batch = new Batch({ scene: blocked, workers: workersHere(1) });
    const sent = await batch.firstContact(motions);
    await batch.close();
    expect([sent.status, sent.time]).toEqual([own.status, own.time]);
    expect(() => holding.firstContact({ 'four-bar': path, part: heldMotion([{ by: 'rod', from: 4 }]) })).toThrow(/has no waypoint 4/);
  });

  test('where a part is in the hand has the same bits in a worker, also where the robot stands', async () => {
    const part = { name: 'part', shape: box(0.01), pose: { position: [0.1, 0.5, 0.1] as const } };
    const ball = { name: 'ball', shape: box(0.1), pose: { position: [0.1, 0.8, 0.1] as const } };
    const holding = new Scene({ robots: [robot], bodies: [part], self: false });
    const there = openScene(packScene(holding, true));
    const held = heldMotion([{ by: 'rod' }]);
    for (let motor = -6; motor < 6; motor += 0.7) {
      const motions = { 'four-bar': robot.path([{ motor }, { motor: motor + 0.5 }]), part: held };
      const sent = unpackMotions(there.robots, packMotions(holding.robots, motions));
      expect(there.bodyPoses(sent, 1.5)).toEqual(holding.bodyPoses(motions, 1.5));
    }
    const both = new Scene({
      robots: [robot],
      bodies: [part, ball],
      self: false,
      allowed: robot.links.map(({ name }) => [name, 'ball'] as const),
    });
    const motions = {
      'four-bar': { motor: 0.5 },
      part: held,
      ball: rigidMotion(ball.pose, { position: [0.1, 0.2, 0.1] }),
    };
    const own = both.firstContact(motions);
    expect([own.status, own.pair?.map(({ body, link }) => link ?? body)]).toEqual(['contact', expect.arrayContaining(['part', 'ball'])]);
    const batch = new Batch({ scene: both, workers: workersHere(1) });
    const sent = await batch.firstContact(motions);
    await batch.close();
    expect([sent.status, sent.time]).toEqual([own.status, own.time]);
  });

  test.each([1e-3, 1000])('the unit of length does not matter: × %d', (unit) => {
    const scaled = (v: Vec3 | undefined): Vec3 | undefined => v && [v[0] * unit, v[1] * unit, v[2] * unit];
    const pose = (p: { position?: Vec3 } | undefined) => p && { ...p, position: scaled(p.position) };
    const large = new LoopedRobot({
      ...FOUR_BAR,
      links: FOUR_BAR.links.map((link) => ({
        ...link,
        ...(link.joint && { joint: { ...link.joint, origin: pose(link.joint.origin) } }),
        shapes: [{ shape: box([0.02 * unit, 0.02 * unit, 0.02 * unit]) }],
      })) as LoopedRobotOptions['links'],
      loops: FOUR_BAR.loops.map((loop) => ({ ...loop, a: { ...loop.a, at: pose(loop.a.at) }, b: { ...loop.b, at: pose(loop.b.at) } })),
    });
    const small = new LoopedRobot({
      ...FOUR_BAR,
      links: FOUR_BAR.links.map((link) => ({ ...link, shapes: [{ shape: box([0.02, 0.02, 0.02]) }] })),
    });
    const [a, b] = [large, small].map((one) => one.path([{ motor: 0 }, { motor: 2 }]));
    expect(a.segments).toBe(b.segments);
    expect(a.configurationAt(a.segments)[1]).toBeCloseTo(b.configurationAt(b.segments)[1], 9);
  });
});

describe('by driven values alone', () => {
  test('a batch for graphics hardware leaves them to the processor, and says so', async () => {
    const batch = await GpuBatch.open(scene, { gpu: 'never' });
    // after 3 as it is told, and as it is not where joints that follow are given elsewhere
    const [two, three] = [2, 3].map((motor) => robot.configuration({ motor }));
    const from = Float64Array.from([0, 0, 0, 3, 3].flatMap((motor) => [...robot.configuration({ motor })]));
    const to = Float64Array.from([...robot.configuration({ motor: 1 }), ...three, ...two, ...three, ...three.map((x, s) => x + s)]);
    const { status, time, free, gpu } = await batch.firstContacts({ from, to });
    expect([gpu.used, gpu.why]).toEqual([false, "robot 'four-bar' has loops"]);
    expect(Array.from(free)).toEqual([1, 0, 0, 1, 0]);
    expect(status).toEqual(['free', 'contact', 'contact', 'free', 'unresolved']);
    const path = robot.path([{ motor: 0 }, { motor: 3 }]);
    const own = scene.firstContact({ 'four-bar': path });
    expect(time[1]).toBe(path.waypointAt(own.time));
    expect(Array.from((await batch.motionsAreFree({ from, to })).free)).toEqual([1, 0, 0, 1, 0]);
    const slide = new Robot({
      name: 'slide',
      links: [{ name: 'cart', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.02) }] }],
      base: { position: [0, 2, 0] },
    });
    const crate = { name: 'crate', shape: box(0.1), pose: { position: [0, 3, 0] as const } };
    const both = await GpuBatch.open(new Scene({ robots: [robot, slide], obstacles: [wall], bodies: [crate], self: false }), {
      gpu: 'never',
    });
    const rows = { 'four-bar': { from, to }, slide: { from: Float64Array.of(0), to: Float64Array.of(1) } };
    const beside = await both.brackets(rows);
    expect(Array.from(beside.free)).toEqual([1, 0, 0, 1, 0]);
    expect(beside.safeUntil[1]).toBeCloseTo(time[1], 6);
    batch.close();
    both.close();
  });

  test('beside bodies that move: threads, GpuBatch and the scene give one answer, or one error', async () => {
    const place = pin(robot.configuration({ motor: 1 }));
    const crate = { name: 'crate', shape: box(0.05), pose: { position: [place[0], place[1], 1] as const } };
    const options = { robots: [robot], self: false };
    const beside = new Scene({ ...options, bodies: [crate] });
    const random = new Random('looped rows');
    const count = 40;
    const motors = Array.from({ length: count }, () => {
      const motor = 2 * random.next();
      return [motor, motor + random.next() - 0.5];
    });
    const ends = motors.map(([a, b]) => robot.path([{ motor: a }, { motor: b }]));
    const values = (pick: (path: (typeof ends)[number]) => Float64Array) => Float64Array.from(ends.flatMap((path) => [...pick(path)]));
    const from = values(({ waypoints }) => waypoints[0]);
    const to = values(({ waypoints, segments }) => waypoints[segments]);
    const heights = motors.map(() => [0.3 * random.next(), -0.3 * random.next()]);
    const poses = (end: 0 | 1) => Float64Array.from(heights.flatMap((z) => [place[0], place[1], z[end], 0, 0, 0, 1]));
    const rows = { 'four-bar': { from, to }, crate: { from: poses(0), to: poses(1) } };
    const state = (i: number, end: 0 | 1) => ({
      'four-bar': (end === 0 ? from : to).subarray(i * robot.size, (i + 1) * robot.size),
      crate: { position: [place[0], place[1], heights[i][end]] as const },
    });
    const own = motors.map((_, i) => (beside.motionIsFree(state(i, 0), state(i, 1)) ? 1 : 0));
    expect(own.filter((free) => free === 1).length).toBeGreaterThan(5);
    expect(own.filter((free) => free === 0).length).toBeGreaterThan(5);
    // what touches at an instant is not free
    motors.forEach(([a, b], i) => {
      for (let k = 0; k <= 50; k++) {
        const t = k / 50;
        const z = heights[i][0] + t * (heights[i][1] - heights[i][0]);
        const there = {
          'four-bar': robot.configuration({ motor: a + t * (b - a) }),
          crate: { position: [place[0], place[1], z] as const },
        };
        if (own[i] === 1) expect(beside.isFree(there)).toBe(true);
      }
    });
    const gpu = await GpuBatch.open(beside, { gpu: 'never' });
    expect([...(await gpu.motionsAreFree(rows)).free]).toEqual(own);
    gpu.close();
    const batch = new Batch({ scene: beside, workers: workersHere(1) });
    expect([...(await batch.motionsAreFree(rows)).free]).toEqual(own);
    await batch.close();

    const moved = new Scene({ ...options, bodies: [crate], bodyMotions: { crate: rigidMotion(crate.pose, { position: [0, 0, 2] }) } });
    const alone = { 'four-bar': { from, to } };
    expect(() => moved.motionIsFree(state(0, 0)['four-bar'], state(0, 1)['four-bar'])).toThrow('moves by seconds');
    const movedGpu = await GpuBatch.open(moved, { gpu: 'never' });
    for (const call of ['motionsAreFree', 'brackets', 'firstContacts'] as const)
      await expect(movedGpu[call](alone)).rejects.toThrow('moves by seconds');
    const movedBatch = new Batch({ scene: moved, workers: workersHere(1) });
    await expect(movedBatch.motionsAreFree(alone)).rejects.toThrow('moves by seconds');
    await movedBatch.close();
    movedGpu.close();
  });

  test('a checker: states and motions, also beside another robot; what does not close is no', () => {
    const checker = new MotionChecker(scene);
    // values of joints that follow do not count
    expect(checker.isFree([0.5, 9, 9])).toBe(true);
    expect(checker.isFree([2, 0, 0])).toBe(false);
    expect(checker.motionIsFree([0, 0, 0], [1, 0, 0])).toBe(true);
    expect(checker.motionIsFree([0, 0, 0], [3, 0, 0])).toBe(false);
    const apart = scene.distanceAt({ 'four-bar': robot.configuration({ motor: 0.5 }) }, 0).distance;
    const told = checker.distance([0.5, 0, 0], 1);
    expect(told).toBeLessThanOrEqual(apart);
    expect(told).toBeGreaterThan(0.8 * apart);
    const slide = new Robot({
      name: 'slide',
      links: [{ name: 'cart', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.02) }] }],
      base: { position: [0, 2, 0] },
    });
    const both = new MotionChecker(new Scene({ robots: [robot, slide], obstacles: [wall], self: false }));
    expect(both.motionIsFree([0, 0, 0, 0], [1, 0, 0, 1])).toBe(true);
    expect(both.motionIsFree([0, 0, 0, 0], [3, 0, 0, 1])).toBe(false);
    // after a whole turn it is the same place, and goes on from there
    expect(checker.motionIsFree([2 * Math.PI, 0, 0], [2 * Math.PI + 0.1, 0, 0])).toBe(true);
    const stiff = new LoopedRobot(SHORT);
    const away = new MotionChecker(new Scene({ robots: [stiff], obstacles: [{ ...wall, pose: { position: [5, 0, 0] } }], self: false }));
    const at = (a: number, b: number): number[] => [a, 0, b, 0];
    expect(away.isFree(at(2.2, 0.9))).toBe(true);
    // the forearms cannot meet there, nor on the way
    expect(away.isFree(at(3.1, 0))).toBe(false);
    expect(away.distance(at(3.1, 0), 1)).toBe(0);
    expect(away.motionIsFree(at(2.2, 0.9), at(3.1, 0))).toBe(false);
  });

  test('inverse kinematics of a delta: motors that bring the plate there', () => {
    const delta = new LoopedRobot(MECHANISMS.delta.options);
    const position = [0.05, 0.02, -0.47] as const;
    const { solutions } = inverseKinematics(
      delta,
      { link: 'plate', pose: { position }, free: ['orientation'] },
      { joints: ['motor0', 'motor1', 'motor2'] },
    );
    const motors = Object.fromEntries(delta.driven.map((name) => [name, solutions[0][delta.joint(name).slot]]));
    const { plate } = delta.linkPoses(motors);
    position.forEach((x, k) => {
      expect(plate.position[k]).toBeCloseTo(x, 9);
    });
    const own = new LoopJudge(MECHANISMS.delta.options, delta.passive);
    const frame = own.frames(own.solved(delta.configuration(motors)) as Float64Array).get('plate');
    position.forEach((x, k) => {
      expect(frame?.p[k]).toBeCloseTo(x, 9);
    });
    const far = { link: 'plate', pose: { position: [0, 0, -3] }, free: ['orientation'] } as const;
    expect(inverseKinematics(delta, far, { attempts: 3 }).solutions).toEqual([]);
  });
});

describe('what cannot be done is said', () => {
  const remade = (change: Partial<LoopedRobotOptions>) => () => new LoopedRobot({ ...FOUR_BAR, ...change });
  const five = new LoopedRobot(SHORT);
  const cases: readonly (readonly [what: string, call: () => unknown, says: RegExp])[] = [
    ['a loop that does not close at the start', remade({ closed: {} }), /loop 'bar' does not close at the start: it is open by/],
    [
      'contradictory driven joints',
      remade({ driven: ['motor', 'knee'], closed: robot.closed }),
      /driven joints motor, knee contradict each other/,
    ],
    ['nothing says where a joint goes', remade({ driven: [] }), /nothing says where .*: 3 joints follow, the loops hold 2 of them/],
    ['all are driven', remade({ driven: ['motor', 'knee', 'swing'] }), /all joints of its loops are, none is left to follow/],
    ['no loops', remade({ loops: [] }), /needs at least one; without any it is a Robot/],
    ['a link that is none', remade({ loops: [{ ...FOUR_BAR.loops[0], a: { link: 'rot' } }] }), /has no link 'rot'/],
    ['both frames of one link', remade({ loops: [{ ...FOUR_BAR.loops[0], b: { link: 'rod' } }] }), /both frames are of link 'rod'/],
    [
      'a kind that is none',
      remade({ loops: [{ ...FOUR_BAR.loops[0], keeps: 'plane' as never }] }),
      /keeps must be point, axis, whole, got 'plane'/,
    ],
    ['a misspelt option', remade({ drivn: [] } as never), /unknown key 'drivn'/],
    ['a Robot with loops', () => new Robot(FOUR_BAR), /unknown key '(loops|driven|closed)'/],
    [
      'a joint that follows and is elsewhere',
      () => robot.path([{ motor: 0 }, { motor: 1, knee: 3 }]),
      /from waypoint 0 to 1: joint 'knee' is given as 3, but it follows, and is at/,
    ],
    ['a list that does not close', () => robot.configuration([0, 2, 2]), /loop 'bar' does not close near the values given for knee, swing/],
    [
      'distal links in one line',
      () =>
        five.path([
          { motor1: 2.2, motor2: 0.9 },
          { motor1: 3.1, motor2: 0 },
        ]),
      /from waypoint 0 to 1: loop 'tip' can be kept closed up to [\d.]+ % of it: (it is singular|beyond it)/,
    ],
    [
      'a plain path',
      () => scene.firstContact({ 'four-bar': new RobotPath(robot, [robot.closed, robot.configuration({ motor: 1 })]) }),
      /motions: robot 'four-bar' has loops/,
    ],
    ['how far a checker gets', () => new MotionChecker(scene).reach([0, 0, 0], [1, 0, 0]), /checker: reach: robot 'four-bar' has loops/],
    ['sampled pairs', () => sampledPairs(robot), /sampledPairs: robot 'four-bar' has loops/],
  ];
  test.each(cases)('%s', (_, call, says) => {
    expect(call).toThrow(InputError);
    expect(call).toThrow(says);
  });

  test('seconds and proofs, of its own paths and of lines of its tool', () => {
    const delta = new LoopedRobot(MECHANISMS.delta.options);
    const { position } = delta.linkPoses({}).plate;
    const line = toolPath(delta, {
      link: 'plate',
      from: {},
      moves: [{ line: { position: [position[0] + 0.02, position[1], position[2]] } }],
    });
    const own = delta.path([{ motor0: 0.2 }, { motor0: 0.3 }]);
    expect(() => timed(line, { acceleration: 1 })).toThrow(/timed: the joints of 'delta' follow moves of a tool; give toolPath a pace/);
    const away = new Scene({ robots: [delta], obstacles: [{ ...wall, pose: { position: [3, 0, 0] } }], self: false });
    for (const path of [own, line]) {
      const proof = recordProof(() => {});
      expect(away.firstContact({ delta: path }, { proof }).status).toBe('free');
      expect(proof.facts.complete).toBe(true);
      expect(limitFindings(path)).toEqual([]);
    }
    expect(away.firstContact({ delta: line }).status).toBe('free');
    const unsure = (uncertainty: object) =>
      new Scene({
        robots: [delta],
        obstacles: [{ ...wall, pose: { position: [3, 0, 0] } }],
        self: false,
        uncertainty: uncertain(uncertainty),
      });
    expect(() => unsure({ joints: { motor0: 0.01 } }).firstContact({ delta: line })).toThrow(/uncertainty: robot 'delta' has loops/);
    expect(unsure({ places: { wall: { length: 0.01 } } }).firstContact({ delta: line }).status).toBe('free');
  });

  test('the stages of a paper on graphics hardware answer as the scene does', async () => {
    const culling = await GpuCulling.open(scene, { gpu: 'never' });
    for (const to of [1, 3]) {
      const motions = { 'four-bar': robot.path([{ motor: 0 }, { motor: to }]) };
      expect((await culling.firstContact(motions)).status).toBe(scene.firstContact(motions).status);
    }
  });

  test('towards a singularity the last that is proven is told, and nothing beyond it', () => {
    // where the distal links are in one line is known
    const share = (() => {
      const apart = (s: number): number => {
        const [a, b] = [2.2 + 0.9 * s, 0.9 - 0.9 * s];
        return Math.hypot(-0.1 + 0.25 * Math.cos(a) - (0.1 + 0.25 * Math.cos(b)), 0.25 * (Math.sin(a) - Math.sin(b)));
      };
      let [lo, hi] = [0, 1];
      for (let k = 0; k < 60; k++) [lo, hi] = apart((lo + hi) / 2) < 0.6 ? [(lo + hi) / 2, hi] : [lo, (lo + hi) / 2];
      return lo;
    })();
    let said = '';
    try {
      five.path([
        { motor1: 2.2, motor2: 0.9 },
        { motor1: 3.1, motor2: 0 },
      ]);
    } catch (error) {
      said = (error as Error).message;
    }
    const told = Number(/up to ([\d.]+) %/.exec(said)?.[1]) / 100;
    expect(told).toBeLessThanOrEqual(share + 1e-4);
    expect(told).toBeGreaterThan(share - 0.01);
  });

  test('planar loops in space: what is left of the rest is told, and refused where it is much', () => {
    const off = (angle: number, openness?: number) =>
      new LoopedRobot({
        ...FOUR_BAR,
        ...(openness && { openness }),
        links: FOUR_BAR.links.map((link) =>
          link.name === 'rocker'
            ? { ...link, joint: { ...link.joint, type: 'revolute', axis: [Math.sin(angle), 0, Math.cos(angle)] } as never }
            : link,
        ),
      });
    const path = off(1e-6).path([{ motor: 0 }, { motor: 2 }]);
    expect(path.open).toBeGreaterThan(1e-8);
    expect(path.open).toBeLessThan(3e-6);
    expect(() => off(1e-3)).toThrow(/loop 'bar' does not close: the joints that follow leave it open by/);
    expect(off(1e-3, 0.01).path([{ motor: 0 }, { motor: 2 }]).open).toBeGreaterThan(1e-5);
  });
});
