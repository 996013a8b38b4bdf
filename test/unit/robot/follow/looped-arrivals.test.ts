// Machines with loops and contact that is wanted: a delta that comes down onto a table, a gripper that closes on a part. Where the plate and the
// fingers are is solved by the judge of loops; when they touch is found from that by halving, or by brute force.
import { expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { interval } from '../../../../src/methods/index.ts';
import { LoopedRobot, type LoopedRobotOptions } from '../../../../src/robot/follow/looped-robot.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { norm, times } from '../../../support/brute-force.ts';
import type { Frame } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, Soup } from '../../../support/brute-scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { LoopJudge } from './loop-judge.ts';
import { MECHANISMS } from './mechanisms.ts';

const TOLERANCE = 1e-6;
/** The lower side of the plate's shape, below its origin. */
const BELOW = 0.05;

/** A delta in a unit of length, of which nothing but the plate has a shape: it never turns. */
function deltaOf(unit: number): { readonly robot: LoopedRobot; readonly heightAt: (driven: ArrayLike<number>) => number } {
  const { options } = MECHANISMS.delta;
  const scaled = (v: Vec3 = [0, 0, 0]): Vec3 => times(v, unit);
  const own: LoopedRobotOptions = {
    ...options,
    links: options.links.map(({ shapes: _, joint, ...link }) => ({
      ...link,
      ...(joint && { joint: { ...joint, origin: { ...joint.origin, position: scaled(joint.origin?.position) } } }),
      ...(link.name === 'plate' && { shapes: [{ shape: box(times([0.06, 0.06, 0.04], unit), scaled([0, 0, -0.03])) }] }),
    })) as LoopedRobotOptions['links'],
    loops: options.loops.map((loop) => ({
      ...loop,
      a: { ...loop.a, at: { position: scaled(loop.a.at?.position) } },
      b: { ...loop.b, at: { position: scaled(loop.b.at?.position) } },
    })),
    closed: { ...(options.closed as Record<string, number>), z: 0.05 * unit },
  };
  const robot = new LoopedRobot(own);
  const judge = new LoopJudge(own, robot.passive);
  const heightAt = (near: ArrayLike<number>): number => {
    const frame = judge.frames(judge.solved(near) as Float64Array).get('plate') as Frame;
    return frame.p[2] - BELOW * unit;
  };
  return { robot, heightAt };
}

/** When what falls, or rises, between two times is at a level. */
function halved(at: (time: number) => number, level: number, from: number, to: number): number {
  let [low, high] = [from, to];
  const down = at(from) > level;
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (at(middle) > level === down) low = middle;
    else high = middle;
  }
  return low;
}

test.each([1, 1000])("a delta comes down onto a table, and leaves it: × %d (seed 'delta arrives')", async (unit) => {
  const { robot, heightAt } = deltaOf(unit);
  const random = new Random('delta arrives');
  const seen: Record<string, number> = {};
  const most = TOLERANCE * unit;
  const motors = (lift: number) => Object.fromEntries([0, 1, 2].map((k) => [`motor${k}`, lift + random.range(-0.05, 0.05)]));
  for (let k = 0; k < rounds(3); k++) {
    // arms up, down, up
    const path = robot.path([motors(-0.2), motors(0.4), motors(-0.1)]);
    const height = (time: number): number => heightAt(path.configurationAt(time));
    const knots = Array.from({ length: path.segments + 1 }, (_, i) => i);
    const turn = knots.find((i) => path.waypointAt(i) === 1) as number;
    const [first, low] = [height(0), height(turn)];
    const level = low + random.range(0.1, 0.5) * (first - low);
    const top = { name: 'table', shape: box(times([1, 1, 0.1], unit)), pose: { position: [0, 0, level - 0.05 * unit] as Vec3 } };
    const scene = new Scene({ robots: [robot], obstacles: [top], tolerance: most });
    const pair = [['plate', 'table']] as const;
    const comes = halved(height, level, 0, turn);
    const goes = halved(height, level, turn, path.segments);
    const speedAt = (time: number): number => Math.abs(height(time + 1e-5) - height(time - 1e-5)) / 2e-5;

    // down alone: it arrives where the judge has it, never later, early by no more than the tolerance explains
    const down = { delta: robot.path([path.waypoints[0], path.waypoints[turn]]) };
    expect(down.delta.segments).toBe(turn);
    const ask = (motions: { delta: RobotPath }, wish: object) => scene.firstContact(motions, wish);
    const arrived = ask(down, { arrive: pair });
    const [arrival] = arrived.arrivals ?? [];
    seen[arrived.status] = (seen[arrived.status] ?? 0) + 1;
    expect([arrived.status, arrival.met]).toEqual(['free', true]);
    expect(arrival.time).toBeLessThanOrEqual(comes + 1e-9);
    expect(comes - (arrival.time as number)).toBeLessThan((1.01 * most) / speedAt(comes));
    // its frame is met by the plate's lower side at the speed of its height and sideways together: no less than that of its height
    expect(arrival.speed).toBeGreaterThan(0.999 * speedAt(comes));
    expect((arrival.speed as number) * Math.cos(arrival.angle as number)).toBeCloseTo(speedAt(comes), unit === 1 ? 5 : 2);
    expect(ask(down, {}).time).toBe(arrived.arrivals?.[0].time);

    // up again: what only arrives may not lift off, what touches and goes neither
    expect(ask({ delta: path }, { arrive: pair })).toMatchObject({ status: 'contact', arrivals: [{ time: null, met: false }] });
    const from = knots.find((i) => i > turn && height(i) < level && height(i) > low) ?? turn;
    const start = path.configurationAt(from);
    const up = { delta: robot.path([start, path.waypoints[path.segments]]) };
    expect(ask(up, {}).status).toBe('overlap');
    expect(ask(up, { leave: pair }).status).toBe('free');
    // and down once more: found when it comes back
    const back = { delta: robot.path([start, path.waypoints[path.segments], path.waypoints[turn]]) };
    const again = ask(back, { leave: pair });
    const apex = Array.from({ length: back.delta.segments + 1 }, (_, i) => i).find((i) => back.delta.waypointAt(i) === 1) as number;
    const truth = halved((time) => heightAt(back.delta.configurationAt(time)), level, apex, back.delta.segments);
    expect(again.status).toBe('contact');
    expect(again.time).toBeLessThanOrEqual(truth + 1e-9);
    expect(truth - again.time).toBeLessThan(1e-3);
    expect(ask(back, { leave: pair, arrive: pair })).toMatchObject({ status: 'free', arrivals: [{ time: again.time, met: true }] });
    expect(goes).toBeGreaterThan(turn);
  }
  expect(seen).toEqual({ free: rounds(3) });
});

test('on a line, in seconds, by another method and in a worker', async () => {
  const { robot } = deltaOf(1);
  const z = robot.linkPoses({}).plate.position[2];
  const down = { position: [0.02, 0.01, z - 0.08] as Vec3 };
  const moves = [{ line: down, seconds: 2 }];
  const path = toolPath(robot, { link: 'plate', from: {}, moves });
  const level = z - 0.06 - BELOW;
  const table = { name: 'table', shape: box([1, 1, 0.1]), pose: { position: [0, 0, level - 0.05] as Vec3 } };
  const shelf = { name: 'shelf', shape: box([0.2, 0.2, 0.001]), pose: { position: [0.1, 0, z - 0.03 - BELOW - 0.0005] as Vec3 } };
  const arrive = [['plate', 'table']] as const;
  const scene = new Scene({ robots: [robot], obstacles: [table], tolerance: TOLERANCE });
  const answers = [undefined, interval].map((method) => scene.firstContact({ delta: path }, { arrive, ...(method && { method }) }));
  const batch = new Batch({ scene, workers: workersHere(1) });
  answers.push(await batch.firstContact({ delta: path }, { arrive }));
  await batch.close();
  for (const { status, arrivals } of answers) {
    expect([status, arrivals?.[0].met]).toEqual(['free', true]);
    // 6 of 8 cm at 4 cm a second
    expect(arrivals?.[0].seconds).toBeCloseTo(1.5, 4);
    expect(arrivals?.[0].speed).toBeCloseTo(Math.hypot(0.02, 0.01, 0.08) / 2, 5);
  }
  expect(answers[2]).toMatchObject({ status: answers[0].status, arrivals: answers[0].arrivals });
  const met = new Scene({ robots: [robot], obstacles: [table, shelf], tolerance: TOLERANCE }).firstContact({ delta: path }, { arrive });
  expect([met.status, met.pair?.map(({ body }) => body), met.seconds]).toEqual(['contact', ['delta', 'shelf'], expect.closeTo(0.75, 4)]);
});

test("a gripper closes on a part with both fingers, one after the other, and opens again (seed 'gripper')", () => {
  const { options } = MECHANISMS.gripper;
  const robot = new LoopedRobot(options);
  const judge = new LoopJudge(options, robot.passive);
  const shape = box([0.05, 0.04, 0.04]);
  const random = new Random('gripper');
  const fingers = ['left-finger', 'right-finger'];
  for (let k = 0; k < rounds(4); k++) {
    const pose = { position: [0.1, random.range(-0.004, 0.004), 0] as Vec3 };
    const others = robot.links.filter(({ name }) => !fingers.includes(name)).map(({ name }) => [name, 'part'] as const);
    const scene = new Scene({
      robots: [robot],
      obstacles: [{ name: 'part', shape, pose }],
      self: false,
      allowed: others,
      tolerance: TOLERANCE,
    });
    const path = robot.path([{ motor: 0 }, { motor: -0.35 }]);
    const { status, arrivals = [] } = scene.firstContact({ gripper: path }, { arrive: fingers.map((name) => [name, 'part'] as const) });
    expect([status, arrivals.map(({ met }) => met)]).toEqual(['free', [true, true]]);
    for (const { a, time } of arrivals) {
      const link = robot.links.find(({ name }) => name === a.link) as (typeof robot.links)[number];
      const frame = (at: number): Frame => judge.frames(judge.solved(path.configurationAt(at)) as Float64Array).get(link.name) as Frame;
      const fastest = Array.from(
        { length: path.segments },
        (_, s) => 2 * norm(frame(s + 1).p.map((x, i) => x - frame(s).p[i]) as never) + 0.1,
      );
      const pair = new BrutePairOfScene(
        { key: link.name, soup: new Soup(link.shapes.map(({ shape: mesh }) => ({ mesh }))), frame, fastest: (s) => fastest[s] },
        { key: 'part', soup: new Soup([{ mesh: shape }]), frame: () => ({ p: pose.position, q: [0, 0, 0, 1] }), fastest: () => 0 },
        path.segments,
      );
      const at = time as number;
      expect(pair.firstBelow(0, 0, at - 1e-9)).toBe(null);
      expect(pair.distance(at, Math.min(Math.floor(at), path.segments - 1))).toBeLessThan(1.001 * TOLERANCE);
    }
    expect(arrivals[0].time).not.toBe(arrivals[1].time);
    // it opens, and one finger may go: the other is what is said
    const open = robot.path([{ motor: -0.35 }, { motor: 0 }]);
    expect(scene.firstContact({ gripper: open }, { leave: fingers.map((name) => [name, 'part'] as const) }).status).toBe('free');
    const left = scene.firstContact({ gripper: open }, { leave: [['left-finger', 'part']] });
    expect([left.status, left.pair?.map(({ body, link }) => link ?? body)]).toEqual(['overlap', ['right-finger', 'part']]);
  }
});

test('a table that may be off: arriving is as of the nominal motion, what is passed on the way is not', () => {
  const { robot } = deltaOf(1);
  const z = robot.linkPoses({}).plate.position[2] - BELOW;
  const path = toolPath(robot, { link: 'plate', from: {}, moves: [{ line: { position: [0, 0, z + BELOW - 0.06] } }] });
  const table = { name: 'table', shape: box([1, 1, 0.1]), pose: { position: [0, 0, z - 0.1] as Vec3 } };
  const ask = (apart: number, places: Readonly<Record<string, { length: number }>>) => {
    const rail = { name: 'rail', shape: box([0.01, 1, 0.01]), pose: { position: [0.035 + apart, 0, z - 0.02] as Vec3 } };
    const scene = new Scene({ robots: [robot], obstacles: [table, rail], tolerance: TOLERANCE, uncertainty: uncertain({ places }) });
    return scene.firstContact({ delta: path }, { arrive: [['plate', 'table']] });
  };
  const exact = ask(0.003, {});
  expect([exact.status, exact.arrivals?.[0].met]).toEqual(['free', true]);
  const safe = ask(0.003, { rail: { length: 0.0029 }, table: { length: 0.005 } });
  expect([safe.status, safe.arrivals]).toEqual(['free', exact.arrivals]);
  const near = ask(0.003, { rail: { length: 0.0031 } });
  // the plate's lower side is at the rail's upper one after 15 of 60 mm, less what the rail may be higher
  expect([near.status, near.reason, near.pair?.map(({ body }) => body)]).toEqual(['unresolved', 'uncertainty', ['delta', 'rail']]);
  const share = (path.pieces ?? [])[Math.min(path.segments - 1, Math.floor(near.time))].of;
  const gone = ((share?.from ?? 0) + (near.time % 1) * ((share?.to ?? 1) - (share?.from ?? 0))) * 0.06;
  expect(gone).toBeGreaterThan(0.015 - 0.0031 - 1e-6);
  expect(gone).toBeLessThan(0.015 + 1e-6);
});
