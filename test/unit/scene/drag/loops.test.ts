// Robots with loops that are dragged, judged by kinematics and Newton's steps of the tests' own.
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import { DragLoop } from '../../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { Frame } from '../../../support/brute-robot.ts';
import { BAR_RADIUS, FIVE_BARS, type Post, placeOf, roomOf, stepsTo } from '../../../support/looped-bars.ts';
import { rounds } from '../../../support/rounds.ts';
import { LoopJudge } from '../../robot/follow/loop-judge.ts';
import { MECHANISMS } from '../../robot/follow/mechanisms.ts';

const FIVE = MECHANISMS['five-bar'].options;
const five = new LoopedRobot(FIVE);
const judge = new LoopJudge(FIVE, five.passive);
const KEEP = 2e-3;
const valuesOf = (drag: DragLoop): Float64Array => Float64Array.from(drag.places['five-bar'] as readonly number[]);
const tipOf = (values: Float64Array): Vec3 => placeOf(judge.frames(values).get('left-fore') as Frame, [0.35, 0, 0]);
const sceneOf = (posts: readonly Post[], robot = five): Scene =>
  new Scene({
    robots: [robot],
    obstacles: posts.map(({ at, size }, k) => ({ name: `post${k}`, shape: box(size as [number, number, number]), pose: { position: at } })),
    self: false,
  });

const SEED = 'dragged loops';
test(`random drags keep their distance all the way, and stop where it is that or at the target (seed '${SEED}')`, () => {
  const random = new Random(SEED);
  const draw = () => ({ motor1: 1.7 + 0.9 * random.next(), motor2: 0.5 + 0.9 * random.next() });
  const counts = { free: 0, contact: 0, unresolved: 0 };
  for (let k = 0; k < rounds(10); k++) {
    const posts: Post[] = [{ at: tipOf(five.configuration(draw())), size: [0.002 + 0.02 * random.next(), 0.002, 0.3] }];
    const start = draw();
    if (roomOf(judge.frames(five.configuration(start)), FIVE_BARS, posts) < 0.01 + 2 * KEEP) continue;
    const drag = new DragLoop(sceneOf(posts), { 'five-bar': start }, { keep: KEEP, slide: false });
    for (let pull = 0; pull < 5; pull++) {
      const [before, target] = [valuesOf(drag), draw()];
      const { status } = drag.move({ 'five-bar': target });
      counts[status]++;
      const after = valuesOf(drag);
      let room = Infinity;
      const look = (frames: Map<string, Frame>): void => {
        room = roomOf(frames, FIVE_BARS, posts);
        expect(room).toBeGreaterThan(BAR_RADIUS + KEEP / 2);
      };
      const end = stepsTo(judge, before, after, 40, look);
      end.forEach((x, s) => {
        expect(Math.abs(x - after[s])).toBeLessThan(1e-6);
      });
      expect(room).toBeGreaterThan(BAR_RADIUS + 0.9 * KEEP);
      // no farther than it may be, or at the target
      if (status === 'contact') expect(room).toBeLessThan(0.0101 + 1.1 * KEEP);
      else expect([after[0], after[2]]).toEqual([target.motor1, target.motor2]);
      // straight in the driven joints
      const whole = [target.motor1 - before[0], target.motor2 - before[2]];
      expect(Math.abs((after[0] - before[0]) * whole[1] - (after[2] - before[2]) * whole[0])).toBeLessThan(1e-9);
    }
  }
  expect(counts.unresolved).toBe(0);
  expect(counts.free).toBeGreaterThan(3);
  expect(counts.contact).toBeGreaterThan(3);
});

describe('what stops it', () => {
  test('it slides along a post, and comes to what is behind', () => {
    const post: Post = { at: tipOf(five.configuration({ motor1: 2.15, motor2: 0.95 })), size: [0.03, 0.03, 0.3] };
    const drag = new DragLoop(sceneOf([post]), { 'five-bar': { motor1: 1.8, motor2: 0.6 } }, { keep: KEEP });
    const first = drag.move({ 'five-bar': { motor1: 2.5, motor2: 1.3 } });
    expect([first.status, first.hit?.pair?.map(({ body, link }) => link ?? body)]).toEqual(['contact', expect.arrayContaining(['post0'])]);
    expect(first.hit?.time).toBeGreaterThan(0);
    expect(first.hit?.time).toBeLessThan(1);
    for (let k = 0; k < 4; k++) {
      drag.move({ 'five-bar': { motor1: 2.5, motor2: 1.3 } });
      expect(roomOf(judge.frames(valuesOf(drag)), FIVE_BARS, [post])).toBeGreaterThan(BAR_RADIUS + 0.9 * KEEP);
    }
    expect(valuesOf(drag)[0]).toBe(2.5);
  });

  test('a body that is pushed against it, both pulled at once, and a body that touches at the start and goes away', () => {
    const crate = { name: 'crate', shape: box(0.04), pose: { position: [0, 0.8, 0] as Vec3 } };
    const scene = new Scene({ robots: [five], bodies: [crate], self: false });
    const start = { motor1: 2.15, motor2: 0.95 };
    const tip = tipOf(five.configuration(start));
    const drag = new DragLoop(scene, { 'five-bar': start }, { keep: KEEP, slide: false });
    const roomNow = (): number => {
      const { position } = drag.places.crate as { position: Vec3 };
      return roomOf(judge.frames(valuesOf(drag)), FIVE_BARS, [{ at: position, size: [0.04, 0.04, 0.04] }]);
    };
    const pushed = drag.move({ crate: { position: tip } });
    expect(pushed.status).toBe('contact');
    expect(roomNow()).toBeGreaterThan(BAR_RADIUS + 0.9 * KEEP);
    expect(roomNow()).toBeLessThan(0.0101 + 1.1 * KEEP);
    // the crate gives way faster than the forearms come
    const away = drag.move({ 'five-bar': { motor1: 1.9, motor2: 1.2 }, crate: { position: [0, 1, 0] } });
    expect(away.status).toBe('free');
    expect(roomNow()).toBeGreaterThan(BAR_RADIUS + 0.9 * KEEP);
    const both = drag.move({ 'five-bar': { motor1: 2.15, motor2: 0.95 }, crate: { position: tip } });
    expect(both.status).toBe('contact');
    expect(roomNow()).toBeGreaterThan(BAR_RADIUS + 0.9 * KEEP);
    drag.place({ 'five-bar': start, crate: { position: [tip[0], tip[1] + 0.0295, tip[2]] } });
    const stuck = drag.move({ 'five-bar': { motor1: 2, motor2: 1.1 } });
    expect(stuck.resting.length).toBeGreaterThan(0);
    const freed = drag.move({ crate: { position: [0, 1, 0] } });
    expect([freed.status, (drag.places.crate as { position: Vec3 }).position]).toEqual(['free', [0, 1, 0]]);
  });

  test('where loops cannot be closed any farther, and limits of what follows: as far as it goes', () => {
    const short = new LoopedRobot({
      ...FIVE,
      loops: FIVE.loops.map((loop) => ({
        ...loop,
        a: { ...loop.a, at: { position: [0.3, 0, 0] } },
        b: { ...loop.b, at: { position: [0.3, 0, -0.03] } },
      })),
    });
    const drag = new DragLoop(sceneOf([], short), { 'five-bar': { motor1: 2.2, motor2: 0.9 } });
    const { status } = drag.move({ 'five-bar': { motor1: 3.1, motor2: 0 } });
    expect(status).toBe('free');
    const [left, , right] = valuesOf(drag);
    expect(left).toBeGreaterThan(2.4);
    expect(left).toBeLessThan(3.1);
    const elbow = (x: number, angle: number): Vec3 => [x + 0.25 * Math.cos(angle), 0.25 * Math.sin(angle), 0];
    const [a, b] = [elbow(-0.1, left), elbow(0.1, right)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(0.595);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(0.6);
    drag.move({ 'five-bar': { motor1: 2.2, motor2: 0.9 } });
    expect(valuesOf(drag)[0]).toBe(2.2);
    const elbow1 = five.configuration({ motor1: 2.4, motor2: 0.9 })[1];
    const limited = new LoopedRobot({
      ...FIVE,
      links: FIVE.links.map((one) =>
        one.name === 'left-fore' && one.joint ? { ...one, joint: { ...one.joint, limits: { lower: elbow1, upper: 3 } } } : one,
      ),
    });
    const held = new DragLoop(sceneOf([], limited), { 'five-bar': { motor1: 2, motor2: 0.9 } });
    held.move({ 'five-bar': { motor1: 2.6, motor2: 0.9 } });
    expect(valuesOf(held)[0]).toBeCloseTo(2.4, 3);
    expect(valuesOf(held)[0]).toBeLessThanOrEqual(2.4 + 1e-9);
  });
});
