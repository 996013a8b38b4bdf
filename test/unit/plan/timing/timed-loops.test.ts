// Timed paths of robots with loops, judged by the spline's own Hermite polynomials and Newton's steps of the tests' own.
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { interval } from '../../../../src/methods/index.ts';
import { plan } from '../../../../src/plan/index.ts';
import { timed } from '../../../../src/plan/timing/timed.ts';
import type { TimedPath } from '../../../../src/plan/timing/timed-path.ts';
import { LoopedRobot, type LoopedRobotOptions } from '../../../../src/robot/follow/looped-robot.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { Frame } from '../../../support/brute-robot.ts';
import { BAR_RADIUS, FIVE_BARS, type Post, placeOf, roomOf } from '../../../support/looped-bars.ts';
import { LoopJudge } from '../../robot/follow/loop-judge.ts';
import { MECHANISMS } from '../../robot/follow/mechanisms.ts';

const FIVE = MECHANISMS['five-bar'].options;
const five = new LoopedRobot(FIVE);
const judge = new LoopJudge(FIVE, five.passive);
const LIMITS = { velocity: 2, acceleration: 6 };
const CORNERS = [
  { motor1: 1.8, motor2: 0.6 },
  { motor1: 2.5, motor2: 0.6 },
  { motor1: 2.5, motor2: 1.3 },
];
const INSTANTS = 400;

/** Values of the driven joints at a second, by differences of which speeds are judged; all joints by the judge. */
function sampled({ trajectory, seconds }: TimedPath, look: (frames: Map<string, Frame>) => void = () => {}) {
  const times = trajectory.times as readonly number[];
  const driven = Array.from({ length: INSTANTS + 1 }, (_, k) => {
    const second = (seconds * k) / INSTANTS;
    const segment = Math.max(0, Math.min(times.length - 2, times.findIndex((t) => t > second) - 1));
    const share = Math.min(1, (second - times[segment]) / (times[segment + 1] - times[segment]));
    return trajectory.configurationAt(k === INSTANTS ? times.length - 1 : segment + share);
  });
  let here: Float64Array = driven[0];
  const values = driven.map((at) => {
    here = judge.solved(here.map((x, s) => (judge.passive.includes(s) ? x : at[s]))) as Float64Array;
    expect(Math.max(...here.map((x, s) => Math.abs(x - at[s])))).toBeLessThan(1e-6);
    look(judge.frames(here));
    return here;
  });
  const step = seconds / INSTANTS;
  const speed = (j: number): number => Math.max(...values.slice(1).map((x, k) => Math.abs(x[j] - values[k][j]) / step));
  const bend = (j: number): number =>
    Math.max(...values.slice(2).map((x, k) => Math.abs(x[j] - 2 * values[k + 1][j] + values[k][j]) / step / step));
  return { values, speed, bend };
}

const sceneOf = (posts: readonly Post[], robots: readonly Robot[] = [five]): Scene =>
  new Scene({
    robots,
    obstacles: posts.map(({ at, size }, k) => ({ name: `post${k}`, shape: box([...size]), pose: { position: at } })),
    self: false,
  });

describe('a five-bar', () => {
  test('stops at corners, or cuts them: within limits, followed all the way', () => {
    const path = five.path(CORNERS);
    const stops = timed(path, LIMITS);
    expect([stops.status, stops.blends.length]).toEqual(['uncertified', 0]);
    // 0.7 rad from rest to rest, twice: 2/6 s to full speed and 2/3 rad on the way to and from it
    expect(stops.seconds).toBeCloseTo(2 * (2 / 3 + (0.7 - 4 / 6) / 2), 6);
    const cut = timed(path, LIMITS, { radius: 0.2 });
    expect(cut.seconds).toBeLessThan(stops.seconds);
    expect(cut.blends.map(({ waypoint }) => waypoint)).toEqual([1]);
    expect([cut.deviation[1], cut.deviation[3]]).toEqual([Infinity, Infinity]);
    expect(cut.deviation[0]).toBeLessThan(0.2);
    for (const one of [stops, cut]) {
      const { values, speed, bend } = sampled(one);
      for (const j of [0, 2]) {
        expect(speed(j)).toBeLessThan(2 * 1.001);
        expect(bend(j)).toBeLessThan(6 * 1.02);
      }
      expect(Math.max(...[0, 2].map((j) => speed(j)))).toBeGreaterThan(1.9);
      const end = path.waypoints[path.segments];
      expect(Math.max(...values[INSTANTS].map((x, s) => Math.abs(x - end[s])))).toBeLessThan(1e-6);
    }
    // what a controller is sent has the rates of what follows
    const { points } = cut.trajectory;
    const { values } = sampled(cut);
    for (const { time, velocities } of points ?? []) {
      const k = Math.round((time / cut.seconds) * INSTANTS);
      if (k === 0 || k === INSTANTS) continue;
      const step = cut.seconds / INSTANTS;
      for (let j = 0; j < 4; j++)
        expect(Math.abs((velocities as Float64Array)[j] - (values[k + 1][j] - values[k - 1][j]) / 2 / step)).toBeLessThan(0.03);
    }
    expect((points ?? []).length).toBeGreaterThan(4);
    const smooth = timed(path, { ...LIMITS, jerk: 60 }, { radius: 0.2 });
    expect(smooth.seconds).toBeGreaterThan(cut.seconds);
    sampled(smooth);
  });

  test('a cut that hits a post is made smaller, until the spline itself is certified', () => {
    // nothing but a ball where the forearms meet
    const ball = new LoopedRobot({
      ...FIVE,
      links: FIVE.links.map(({ shapes: _, ...one }) =>
        one.name === 'left-fore' ? { ...one, shapes: [{ shape: sphere(0.005), pose: { position: [0.35, 0, 0] as Vec3 } }] } : one,
      ),
    });
    const tipOf = (frames: Map<string, Frame>): Vec3 => placeOf(frames.get('left-fore') as Frame, [0.35, 0, 0]);
    const path = ball.path(CORNERS);
    const free = timed(path, LIMITS, { scene: sceneOf([], [ball]) });
    expect(free.status).toBe('certified');
    const [{ enters, leaves }] = free.blends;
    const places: Vec3[] = [];
    sampled(free, (frames) => places.push(tipOf(frames)));
    const at = places[Math.round((INSTANTS * (enters + leaves)) / 2 / free.seconds)];
    const post: Post = { at, size: [0.004, 0.004, 0.3] };
    const scene = sceneOf([post], [ball]);
    expect(scene.firstContact({ 'five-bar': path }).status).toBe('free');
    expect(scene.firstContact({ 'five-bar': free.trajectory }).status).toBe('contact');
    const around = timed(path, LIMITS, { scene });
    expect([around.status, around.shrunk]).toEqual(['certified', [1]]);
    expect(scene.firstContact({ 'five-bar': around.trajectory }, { method: interval }).status).toBe('free');
    let room = Infinity;
    sampled(around, (frames) => {
      const tip = tipOf(frames);
      room = Math.min(room, Math.hypot(...[0, 1].map((i) => Math.max(0, Math.abs(tip[i] - at[i]) - 0.002))));
    });
    expect(room).toBeGreaterThan(0.0049);
    expect(around.seconds).toBeGreaterThan(free.seconds);
  });

  test('limits of joints that follow make all of it slower', () => {
    const limited = new LoopedRobot({
      ...FIVE,
      links: FIVE.links.map((one) =>
        one.joint?.name === 'elbow1' ? { ...one, joint: { ...one.joint, limits: { velocity: 1, acceleration: 5 } } } : one,
      ),
    } as LoopedRobotOptions);
    const before = timed(five.path(CORNERS), LIMITS, { radius: 0.2 });
    const after = timed(limited.path(CORNERS), LIMITS, { radius: 0.2 });
    const most = sampled(before);
    expect(most.speed(1)).toBeGreaterThan(1.05);
    const kept = sampled(after);
    expect(kept.speed(1)).toBeLessThan(1.001);
    expect(kept.bend(1)).toBeLessThan(5.1);
    expect(Math.max(kept.speed(1) / 1, Math.sqrt(kept.bend(1) / 5))).toBeGreaterThan(0.95);
    expect(after.seconds).toBeGreaterThan(before.seconds);
  });

  test('a planned path, and one beside an arm by one clock', async () => {
    const bounds = { motor1: [1.7, 2.6], motor2: [0.5, 1.4] } as const;
    const at = placeOf(judge.frames(five.configuration({ motor1: 2.15, motor2: 0.95 })).get('left-fore') as Frame, [0.35, 0, 0]);
    const posts: readonly Post[] = [{ at, size: [0.03, 0.03, 0.3] }];
    const scene = sceneOf(posts);
    const found = await plan(scene, { from: CORNERS[0], to: CORNERS[2], bounds });
    const result = timed(found.path ?? {}, LIMITS, { scene });
    expect(result.status).toBe('certified');
    let room = Infinity;
    sampled(result, (frames) => {
      room = Math.min(room, roomOf(frames, FIVE_BARS, posts));
    });
    expect(room).toBeGreaterThan(BAR_RADIUS);
    const arm = new Robot({
      name: 'arm',
      links: [{ name: 'bar', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box(0.1) }] }],
      base: { position: [3, 0, 0] },
    });
    const both = timed([five.path(CORNERS), arm.path([[0], [1], [3]])], LIMITS, { scene: sceneOf(posts.slice(1), [five, arm]) });
    expect(both.status).toBe('certified');
    expect(Object.keys(both.trajectories)).toEqual(['five-bar', 'arm']);
    expect(both.trajectories.arm.times?.at(-1)).toBeCloseTo(both.trajectories['five-bar'].times?.at(-1) as number, 12);
  });

  test('what cannot be is said', () => {
    const path = five.path(CORNERS);
    expect(() => timed(path, { ...LIMITS, velocity: { motor1: 1, motor2: 1, elbow1: 1 } })).toThrow(
      "timed: limits: velocity: joint 'elbow1' follows, to keep loops closed; name joints that are driven",
    );
    expect(() => timed(path, LIMITS, { radius: { elbow2: 0.1 } })).toThrow(/timed: radius: joint 'elbow2' follows/);
    expect(() => timed(path, LIMITS, { startVelocities: { motor1: 1 } })).toThrow(/'five-bar' has loops: it starts and ends at rest/);
    expect(() => timed(timed(path, LIMITS).trajectory, LIMITS)).toThrow(/must be straight between waypoints/);
  });
});
