// Timed paths of what is only nearly followed. A cube slides in the plane: where it may be, that is a box around where it is told to be. The spline is
// judged by Hermite's polynomials of the tests' own.
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { timed } from '../../../../src/plan/timing/timed.ts';
import type { TimedOptions } from '../../../../src/plan/timing/timed-options.ts';
import type { TimedPath } from '../../../../src/plan/timing/timed-path.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import type { Uncertainty } from '../../../../src/robot/follow/uncertainty.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, turned } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { MECHANISMS } from '../../robot/follow/mechanisms.ts';

const CUBE = 0.1;
const robot = new Robot({
  name: 'gantry',
  links: [
    { name: 'x', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] } },
    { name: 'y', parent: 'x', joint: { name: 'y', type: 'prismatic', axis: [0, 1, 0] }, shapes: [{ shape: box(CUBE) }] },
  ],
});
interface Post {
  readonly at: readonly [x: number, y: number];
  readonly size: number;
}
type Wider = readonly [x: number, y: number];

const sceneOf = (posts: readonly Post[], uncertainty: Uncertainty = {}, motions?: object): Scene =>
  new Scene({
    robots: [robot],
    bodies: motions === undefined ? [] : [{ name: 'belt', shape: box(CUBE) }],
    obstacles: posts.map(({ at, size }, k) => ({
      name: `post${k}`,
      shape: box(size),
      pose: { position: [...at, 0] as Vec3 },
    })),
    uncertainty: uncertain(uncertainty),
  });
/** A body far away, by the clock. */
const FAR = { belt: bodyTrajectory([0, 9].map((time) => ({ time, pose: { position: [time, 50, 0] as Vec3 } }))) };

/** Values and rates of a spline at many instants, by Hermite's polynomials. */
function sampled({ trajectory }: TimedPath): { readonly at: readonly number[]; readonly rate: readonly number[] }[] {
  const out: { at: number[]; rate: number[] }[] = [];
  const points = trajectory.points ?? [];
  for (let k = 0; k + 1 < points.length; k++) {
    const [a, b] = [points[k], points[k + 1]];
    const [from, to] = [a, b].map(({ positions }) => positions as ArrayLike<number>);
    const [v, w] = [a, b].map(({ velocities }) => velocities as ArrayLike<number>);
    const h = (b.time as number) - (a.time as number);
    for (let i = 0; i <= 40; i++) {
      const s = i / 40;
      const at = [0, 1].map(
        (j) =>
          (1 + 2 * s) * (1 - s) ** 2 * from[j] + s * (1 - s) ** 2 * h * v[j] + s * s * (3 - 2 * s) * to[j] + s * s * (s - 1) * h * w[j],
      );
      const rate = [0, 1].map((j) => (6 * s * (s - 1) * (from[j] - to[j])) / h + (1 - s) * (1 - 3 * s) * v[j] + s * (3 * s - 2) * w[j]);
      out.push({ at, rate });
    }
  }
  return out;
}

/** Room between the cube and all posts, of the worst of where it may be. */
const roomOf = (result: TimedPath, posts: readonly Post[], off: Wider): number =>
  Math.min(
    ...sampled(result).flatMap(({ at }) =>
      posts.map(({ at: p, size }) => Math.max(...[0, 1].map((j) => Math.abs(at[j] - p[j]) - (size + CUBE) / 2 - off[j]))),
    ),
  );
const fastest = (result: TimedPath): Wider => [0, 1].map((j) => Math.max(...sampled(result).map(({ rate }) => Math.abs(rate[j])))) as never;

const corner = robot.path([
  [0, 0],
  [1, 0],
  [1, 1],
]);
/** Inside the corner, so far from both straight ways. */
const inside = (gap: number): readonly Post[] => [{ at: [1 - CUBE / 2 - gap - 0.1, CUBE / 2 + gap + 0.1], size: 0.2 }];
const LIMITS = { velocity: 1, acceleration: 2 };

describe('corners are cut less where something may be off', () => {
  test.each([
    ['nothing else moves', undefined],
    ['a belt runs', FAR],
  ])('%s', (_, motions) => {
    const posts = inside(0.05);
    const ask = (uncertainty: Uncertainty, more: TimedOptions = {}, among = posts) =>
      timed(corner, LIMITS, { scene: sceneOf(among, uncertainty, motions), ...(motions && { motions }), ...more });
    const exact = ask({});
    const off = 0.02;
    const joints = ask({ length: off });
    // two slides are off by their sum at most
    const apart = ask({}, { clearance: 2 * off });
    const place = ask({ places: { post0: { length: 2 * off } } });
    expect([exact, joints, apart, place].map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'certified'));
    expect([place.seconds, place.shrunk, place.blends]).toEqual([apart.seconds, [1], apart.blends]);
    expect(joints.seconds).toBeGreaterThan(exact.seconds);
    expect(joints.seconds).toBeLessThanOrEqual(apart.seconds);
    expect(roomOf(joints, posts, [off, off])).toBeGreaterThan(0);
    expect(roomOf(exact, posts, [off, off])).toBeLessThan(0);
    // where the straight ways themselves may touch, that is said, with what they are proven up to
    const none = ask({ length: off }, {}, inside(0.019));
    expect([none.status, none.certificate?.reason]).toEqual(['unresolved', 'uncertainty']);
  });

  test.each([1, 0.1, 0.01])('clocks that are off: by how fast it goes, here %d a second', (velocity) => {
    const posts = inside(0.05);
    const seconds = 0.02 / velocity;
    const limits = { velocity, acceleration: 2 * velocity ** 2 };
    const result = timed(corner, limits, { scene: sceneOf(posts, { seconds }) });
    const apart = timed(corner, limits, { scene: sceneOf(posts), clearance: 0.04 });
    expect([result.status, result.shrunk, result.seconds <= apart.seconds]).toEqual(['certified', [1], true]);
    const off = fastest(result).map((rate) => seconds * rate) as unknown as Wider;
    expect(Math.min(...off)).toBeGreaterThan(0.0199);
    expect(roomOf(result, posts, off)).toBeGreaterThan(0);
  });
});

test("random ways among posts: what is certified is free wherever it may be, what has room is certified (seed 'ways')", () => {
  const random = new Random('ways');
  const seen: Record<string, number> = {};
  for (let k = 0; k < rounds(16); k++) {
    const path = robot.path(Array.from({ length: 4 }, () => [random.range(0, 2), random.range(0, 2)]));
    const posts: Post[] = Array.from({ length: 4 }, () => ({
      at: [random.range(0, 2), random.range(0, 2)],
      size: random.range(0.05, 0.2),
    }));
    const [length, seconds, place] = [random.range(0, 0.02), random.range(0, 0.01), random.range(0, 0.01)];
    const scene = sceneOf(posts, { length, seconds, places: { post0: { length: place }, gantry: { length: place } } });
    const result = timed(path, LIMITS, { scene });
    seen[result.status] = (seen[result.status] ?? 0) + 1;
    if (result.status === 'certified') {
      const off = fastest(result).map((rate) => length + seconds * rate) as unknown as Wider;
      expect(roomOf(result, posts, off)).toBeGreaterThan(place / Math.SQRT2);
    } else {
      // not even corners that are passed exactly are kept off so far
      const most = 2 * (length + seconds * LIMITS.velocity) + 2 * place;
      const exact = timed(path, LIMITS, { scene: sceneOf(posts), clearance: most });
      expect(exact.status).not.toBe('certified');
    }
  }
  expect(Math.min(seen.certified, seen.unresolved)).toBeGreaterThan(1);
});

test('a five-bar whose post may be off: its corner is cut as with so much clearance', () => {
  const { options } = MECHANISMS['five-bar'];
  const tip: Vec3 = [0.35, 0, 0];
  // nothing but a ball where the forearms meet
  const links = options.links.map(({ shapes: _, ...one }) =>
    one.name === 'left-fore' ? { ...one, shapes: [{ shape: sphere(0.005), pose: { position: tip } }] } : one,
  );
  const five = new LoopedRobot({ ...options, links });
  const path = five.path([
    { motor1: 1.8, motor2: 0.6 },
    { motor1: 2.5, motor2: 0.6 },
    { motor1: 2.5, motor2: 1.3 },
  ]);
  const limits = { velocity: 2, acceleration: 6 };
  const {
    blends: [{ enters, leaves }],
    trajectory,
  } = timed(path, limits, { radius: Infinity });
  const middle = (trajectory.times as readonly number[]).findIndex((time) => time > (enters + leaves) / 2);
  const { position, quaternion } = five.linkPoses(trajectory.configurationAt(middle))['left-fore'];
  const at = add(position, turned(quaternion, tip));
  const obstacles = [{ name: 'post', shape: box(0.004), pose: { position: at } }];
  const ask = (length: number, clearance: number) => {
    const scene = new Scene({ robots: [five], obstacles, uncertainty: uncertain({ places: { post: { length } } }) });
    return timed(path, limits, { scene, clearance });
  };
  const exact = ask(0, 0);
  const [off, apart] = [ask(0.002, 0), ask(0, 0.002)];
  expect([exact, off, apart].map(({ status, shrunk }) => [status, shrunk])).toEqual(Array.from({ length: 3 }, () => ['certified', [1]]));
  expect(off.seconds).toBe(apart.seconds);
});
