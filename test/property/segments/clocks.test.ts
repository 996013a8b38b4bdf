import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';
import { bodyTrajectory } from '../../../src/motion/body-trajectory.ts';
import { Robot } from '../../../src/robot/robot.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { bruteMotion, type MotionSpec } from '../../support/brute-force.ts';
import { BruteRobot, fromMotion, type RobotMotionSpec } from '../../support/brute-robot.ts';
import { BrutePairOfScene, type BruteSide, Soup } from '../../support/brute-scene.ts';
import { rounds } from '../../support/rounds.ts';
import { libraryMotion, randomSoup } from '../random-pairs.ts';
import { libraryPath, randomRobot } from '../random-robots.ts';

// Trajectories with seconds of their own, judged in seconds: everything is placed where its own seconds say, by the judge's kinematics.

const ORIGIN: Vec3 = [0, 0, 0];

/** Something with points in time: in which of its segments it is at a second, and how far in it. */
class Clock {
  readonly times: readonly number[];

  constructor(times: readonly number[]) {
    this.times = times;
  }

  /** [segment, share]; before and after it stands. */
  at(second: number): [number, number] {
    const { times } = this;
    if (second <= times[0]) return [0, 0];
    for (let k = 0; k + 1 < times.length; k++) if (second < times[k + 1]) return [k, (second - times[k]) / (times[k + 1] - times[k])];
    return [times.length - 2, 1];
  }

  /** Which share of its own segment passes in a second, in the middle of two knots. */
  rate(second: number): number {
    const { times } = this;
    const k = times.findLastIndex((time) => time <= second);
    return k < 0 || k + 1 >= times.length ? 0 : 1 / (times[k + 1] - times[k]);
  }
}

/** A side of a pair, by the seconds at the ends of the united segments. */
function clocked(
  key: string,
  soup: Soup,
  clock: Clock,
  seconds: readonly number[],
  frame: (time: number, segment: number) => ReturnType<BruteSide['frame']>,
  fastest: (segment: number) => number,
): BruteSide {
  return {
    key,
    soup,
    frame: (time, segment) => {
      const [own, share] = clock.at(seconds[segment] + (time - segment) * (seconds[segment + 1] - seconds[segment]));
      return frame(own + share, own);
    },
    fastest: (segment) => {
      const lasts = seconds[segment + 1] - seconds[segment];
      const middle = seconds[segment] + lasts / 2;
      return fastest(clock.at(middle)[0]) * clock.rate(middle) * lasts;
    },
  };
}

function randomTimes(random: Random, points: number): number[] {
  // now and then on a common grid, so that knots coincide
  const grid = random.next() < 0.3;
  let time = grid ? random.integer(3) : random.range(-1, 1.5);
  return Array.from({ length: points }, () => {
    const now = time;
    time += grid ? 1 + random.integer(3) : random.range(0.1, 2);
    return now;
  });
}

function withTimes(motion: RobotMotionSpec, times: readonly number[]): RobotMotionSpec {
  if (motion.kind !== 'trajectory') throw new Error('no trajectory');
  return { ...motion, points: motion.points.map((point, k) => ({ ...point, time: times[k] })) };
}

function randomCell(random: Random) {
  const specs = ['left', 'right'].map((name, i) => {
    const segments = 1 + random.integer(3);
    const base = { position: [0.9 * i + random.range(-0.2, 0.2), 0, 0] as Vec3, quaternion: random.quaternion() };
    const spec = randomRobot(random, name, { kinds: ['trajectory'], segments, links: 2 + random.integer(3), most: 4, base, bare: 0 });
    const times = randomTimes(random, segments + 1);
    return { ...spec, motion: withTimes(spec.motion, times), times };
  });
  const cart = randomSoup(random, 'cart', { most: 4 });
  const cartTimes = randomTimes(random, 2 + random.integer(2));
  const poses = cartTimes.map(() => ({
    position: [random.range(0, 0.9), random.range(0.4, 1.2), random.range(-1, 1)] as Vec3,
    quaternion: random.quaternion(),
  }));
  const cartMotions = poses.slice(1).map((to, k): MotionSpec => ({ kind: 'in-between', from: poses[k], to }));
  const robots = specs.map(({ options }) => new Robot(options));
  const motions: SceneMotions = {
    left: libraryPath(robots[0], specs[0].motion),
    right: libraryPath(robots[1], specs[1].motion),
    cart: bodyTrajectory(
      poses.map((pose, k) => ({
        time: cartTimes[k],
        pose,
        ...(k > 0 && random.next() < 0.5 ? { motion: libraryMotion(cartMotions[k - 1]) } : {}),
      })),
    ),
  };
  const scene = new Scene({ robots, bodies: [{ name: 'cart', shape: cart }], self: false });
  const seconds = [...new Set([...specs.flatMap(({ times }) => times), ...cartTimes])].sort((a, b) => a - b);
  const sides = specs.map((spec) => {
    const robot = new BruteRobot(spec);
    const clock = new Clock(spec.times);
    return (spec.options.links ?? [])
      .filter(({ shapes = [] }) => shapes.length > 0)
      .map(({ name, shapes = [] }) => {
        const soup = new Soup(shapes.map(({ shape: mesh, pose }) => ({ mesh, pose })));
        const frame = (time: number, segment: number) => robot.frame(name, time, ORIGIN, segment);
        return clocked(`${spec.options.name}/${name}`, soup, clock, seconds, frame, (segment) => robot.fastest(name, segment, soup.reach));
      });
  });
  const brute = cartMotions.map(bruteMotion);
  const soup = new Soup([{ mesh: cart }]);
  const cartSide = clocked(
    'cart',
    soup,
    new Clock(cartTimes),
    seconds,
    (time, segment) => fromMotion(brute[segment], time - segment, ORIGIN),
    (segment) => brute[segment].fastest(soup.reach),
  );
  const pairs: BrutePairOfScene[] = [];
  for (const [i, own] of sides.entries())
    for (const a of own)
      for (const b of [...sides.slice(i + 1).flat(), cartSide]) pairs.push(new BrutePairOfScene(a, b, seconds.length - 1));
  return {
    scene,
    motions,
    seconds,
    pairs,
    clocks: { left: new Clock(specs[0].times), right: new Clock(specs[1].times), cart: new Clock(cartTimes) },
  };
}

describe('two robots and a cart, each by its own seconds', () => {
  test.each(SCENE_METHODS)("%s: none missed, late or false (seed 'clocks')", (method) => {
    const random = new Random('clocks');
    const tolerance = 1e-5;
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
    for (let round = 0; round < rounds(16, 8); round++) {
      const { scene, motions, seconds, pairs, clocks } = randomCell(random);
      const what = `round ${round}`;
      expect(scene.clock(motions).seconds, what).toEqual(seconds);
      const clearance = random.pick([0, 0.02]);
      const answer = scene.firstContact(motions, { method: methodNamed(method), tolerance, clearance });
      const { status, time, pair, ownTimes = {} } = answer;
      seen[status] = (seen[status] ?? 0) + 1;
      const until = status === 'free' ? seconds.length - 1 : time;
      for (const one of pairs) {
        if (status === 'overlap') break;
        const hit = one.firstBelow(clearance - 1e-12 * one.size, 0, until);
        expect(hit === null || (status === 'contact' && hit >= until), `${what}: ${one.key} at ${hit}, told ${status} ${time}`).toBe(true);
      }
      const segment = Math.min(Math.floor(until), seconds.length - 2);
      const second = seconds[segment] + (until - segment) * (seconds[segment + 1] - seconds[segment]);
      expect(Math.abs((answer.seconds as number) - second), what).toBeLessThan(1e-12);
      for (const [name, clock] of Object.entries(clocks)) {
        const [own, share] = clock.at(second);
        expect(Math.abs(ownTimes[name] - own - share), what).toBeLessThan(1e-9);
      }
      if (status !== 'contact' && status !== 'overlap') continue;
      const names = pair?.map(({ body, link }) => (link === undefined ? body : `${body}/${link}`)) ?? [];
      const told = pairs.find(({ a, b }) => names.includes(a.key) && names.includes(b.key));
      expect(told?.distance(time, segment), what).toBeLessThanOrEqual(clearance + tolerance + 1e-9);
    }
    expect(seen.unresolved ?? 0).toBe(0);
    expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(rounds(16, 8) / 10);
  });
});
