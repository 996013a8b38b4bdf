// Machines with loops where something is only nearly where it is told to be: their bases, and joints of others. Where the tip of a five-bar is, the judge of
// loops says; what is off is drawn at random.
import { expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import type { Uncertainty } from '../../../../src/robot/follow/uncertainty.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, norm, times, turned } from '../../../support/brute-force.ts';
import type { Frame } from '../../../support/brute-robot.ts';
import { placeOf } from '../../../support/looped-bars.ts';
import { about } from './arms.ts';
import { LoopJudge } from './loop-judge.ts';
import { MECHANISMS } from './mechanisms.ts';

const TIP: Vec3 = [0.35, 0, 0];
const RADIUS = 0.01;
const { options } = MECHANISMS['five-bar'];
/** Nothing but a ball where the forearms meet. */
const links = options.links.map(({ shapes: _, ...one }) =>
  one.name === 'left-fore' ? { ...one, shapes: [{ shape: sphere(RADIUS), pose: { position: TIP } }] } : one,
);
const five = new LoopedRobot({ ...options, links });
const judge = new LoopJudge({ ...options, links }, five.passive);
const path = five.path([
  { motor1: 1.8, motor2: 0.6 },
  { motor1: 2.5, motor2: 1.1 },
]);
const tips = Array.from({ length: 60 * path.segments + 1 }, (_, k) => {
  const solved = judge.solved(path.configurationAt(k / 60)) as Float64Array;
  return placeOf(judge.frames(solved).get('left-fore') as Frame, TIP);
});
const SIZE = 0.04;
const POST: Vec3 = add(tips[tips.length >> 1], [0.05, 0.06, 0.01]);
/** Between the ball and the post. */
const roomAt = (tip: Vec3, post = POST): number => Math.hypot(...tip.map((x, i) => Math.max(0, Math.abs(x - post[i]) - SIZE / 2))) - RADIUS;
const nominal = Math.min(...tips.map((tip) => roomAt(tip)));

const arm = new Robot({
  name: 'arm',
  base: { position: POST },
  links: [{ name: 'rail', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(SIZE) }] }],
});
const gapOf = (uncertainty: Uncertainty): readonly [number, number] => {
  const obstacles = [{ name: 'post', shape: box(SIZE), pose: { position: POST } }];
  return new Scene({ robots: [five], obstacles, uncertainty: uncertain(uncertainty) }).clearance({ 'five-bar': path }).gap;
};

test("a base that stands elsewhere moves all of it (seed 'base')", () => {
  const random = new Random('base');
  const [low, high] = gapOf({});
  // the ball of the mesh is inside of a true one; as near as is asked for
  expect(low).toBeGreaterThan(nominal - 1e-3 * nominal);
  expect(high).toBeLessThan(nominal + 0.1 * RADIUS);
  for (const [length, angle] of [
    [0.004, 0],
    [0, 0.01],
    [0.003, 0.006],
  ]) {
    const [lower] = gapOf({ places: { 'five-bar': { length, angle } } });
    let least = Infinity;
    for (let k = 0; k < 400; k++) {
      const [off, q] = [times(random.direction(), length), about(random.direction(), angle) as Quat];
      for (const tip of tips) least = Math.min(least, roomAt(add(off, turned(q, tip))));
    }
    // the true ball is larger than that of the mesh by less than a tenth of its radius
    expect(lower).toBeLessThan(least + 0.1 * RADIUS);
    const reach = Math.max(...tips.map(norm)) + 2 * RADIUS;
    expect(lower).toBeGreaterThan(0.999 * nominal - length - 2.5 * angle * reach);
    expect(least).toBeLessThan(nominal - 0.2 * (length + angle * 0.3));
  }
});

test('joints of an arm beside it: by name alone, since whatever drives the loops may be off by much more', () => {
  const beside = (uncertainty: Uncertainty) => new Scene({ robots: [five, arm], uncertainty: uncertain(uncertainty) });
  const motions = { 'five-bar': path, arm: [0] };
  const [exact, off] = [{}, { joints: { 'arm/x': 0.01 } }].map((one) => beside(one).clearance(motions).gap[0]);
  expect(off).toBeLessThan(exact - 0.009);
  // wherever it is off, there is so much room
  for (let x = -0.01; x <= 0.01; x += 0.001)
    for (const tip of tips) expect(roomAt(tip, add(POST, [x, 0, 0]))).toBeGreaterThan(off - 0.1 * RADIUS);
  const says = /uncertainty: robot 'five-bar' has loops: a small error .*; give ranges to joints of other robots by name, and to places/;
  const wrongs: readonly Uncertainty[] = [{ angle: 0.001 }, { joints: { motor1: 0.001 } }, { joints: { elbow2: 0.001 } }];
  for (const wrong of wrongs) expect(() => beside(wrong).firstContact(motions)).toThrow(says);
  expect(beside({ length: 0.01 }).clearance(motions).gap[0]).toBeCloseTo(off, 9);
  // what stands is never late
  const timed = five.trajectory([0, 1].map((time) => ({ time, positions: { motor1: 1.8 + 0.1 * time, motor2: 0.6 } })));
  const slid = arm.trajectory([0, 1].map((time) => ({ time, positions: [0.02 * time] })));
  expect(() => beside({ seconds: 0.1 }).firstContact({ 'five-bar': timed, arm: slid })).toThrow(says);
  expect(beside({ seconds: 0.1 }).firstContact({ 'five-bar': { motor1: 1.8, motor2: 0.6 }, arm: slid }).status).toBe('free');
});
