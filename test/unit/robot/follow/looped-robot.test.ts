import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, norm, times, turned } from '../../../support/brute-force.ts';
import type { Frame } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, Soup } from '../../../support/brute-scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { type Double2, LoopJudge, minus2, plus2, times2 } from './loop-judge.ts';
import { MECHANISMS, type Mechanism } from './mechanisms.ts';

const drawn = (random: Random, { ranges }: Mechanism): Record<string, number> =>
  Object.fromEntries(Object.entries(ranges).map(([name, [lo, hi]]) => [name, random.range(lo, hi)]));

/** The polynomials of a piece at t, in pairs of doubles. */
function told({ pieces }: RobotPath, segment: number, t: number): Double2[] {
  const { coefficients, errors } = (pieces ?? [])[segment];
  return Array.from(errors, (_, s) => {
    let x: Double2 = [0, 0];
    for (let m = 5; m >= 0; m--) x = plus2(times2(x, [t, 0]), [coefficients[6 * s + m], 0]);
    return x;
  });
}

describe.each(Object.entries(MECHANISMS))('%s', (name, mechanism) => {
  const robot = new LoopedRobot(mechanism.options);
  const judge = new LoopJudge(mechanism.options, robot.passive);

  test(`the truth, followed in steps and in 31 digits, is within the errors told (seed 'loops ${name}')`, () => {
    const random = new Random(`loops ${name}`);
    expect(robot.valueNames()).toEqual(judge.names);
    let [nearest, seen] = [0, 0];
    for (let round = 0; round < rounds(1); round++) {
      const [from, to] = [robot.configuration(drawn(random, mechanism)), drawn(random, mechanism)];
      const path = robot.path([from, to]);
      const end = from.map((x, k) => to[judge.names[k]] ?? x);
      // driven values in the whole way, exactly
      const driven = (at: number): Double2[] => Array.from(from, (x, k) => plus2([x, 0], times2([at, 0], minus2([end[k], 0], [x, 0]))));
      let here = from;
      let last = 0;
      const share = (segment: number, t: number): number => {
        const at = path.waypointAt(segment + t);
        const [a, b] = [path.waypointAt(segment), path.waypointAt(segment + 1)];
        return segment + t === segment + 1 ? b : Math.max(a, Math.min(b, at));
      };
      const off = (segment: number, t: number): number => {
        const at = share(segment, t);
        const true2 = judge.truth(here, driven(at));
        if (true2 === null) throw new Error('the judge finds nothing');
        const polynomial = told(path, segment, t);
        const { errors } = (path.pieces ?? [])[segment];
        seen++;
        return Math.max(...judge.names.map((_, k) => Math.abs(minus2(true2[k], polynomial[k])[0]) / errors[k]));
      };
      for (let k = 0; k < 20; k++) {
        const time = (path.segments * (k + 0.5 * random.next())) / 20;
        const segment = Math.floor(time);
        const t = Math.round((time - segment) * 64) / 64;
        // the judge comes by itself, in steps that keep to its branch
        const goal = share(segment, t);
        for (let steps = 5, i = 1; i <= steps; i++) {
          const at = last + ((goal - last) * i) / steps;
          const next = judge.solved(here.map((x, s) => (judge.passive.includes(s) ? x : driven(at)[s][0])));
          if (next === null) throw new Error('the judge loses its way');
          here = next;
        }
        last = goal;
        let [best, ratio] = [t, off(segment, t)];
        // the worst nearby
        for (let step = 1 / 8; step > 1 / 40; step /= 2)
          for (const other of [best - step, best + step].filter((x) => x >= 0 && x <= 1)) {
            const found = off(segment, other);
            if (found > ratio) [best, ratio] = [other, found];
          }
        expect(ratio, `round ${round}, segment ${segment}, t ${best}`).toBeLessThanOrEqual(1);
        nearest = Math.max(nearest, ratio);
      }
    }
    expect(seen).toBeGreaterThan(40);
    // errors are told, not guessed: some truth comes near, also where followers go straight and all that is off is rounding
    expect(nearest).toBeGreaterThan(1e-4);
  });
});

/** Where a link truly is: the judge's own step from what the path says nearby. */
function trueFrames(judge: LoopJudge, path: RobotPath, link: string): (time: number) => Frame {
  const known = new Map<number, Frame>();
  return (time) => {
    let frame = known.get(time);
    if (frame === undefined) {
      const values = judge.solved(path.configurationAt(time));
      if (values === null) throw new Error('the judge finds nothing');
      frame = judge.frames(values).get(link) as Frame;
      known.set(time, frame);
    }
    return frame;
  };
}

test.each(['four-bar', 'five-bar', 'palletiser', 'delta', 'gripper'])(
  "%s among thin plates: none missed, late or false, by every method (seed 'loops among plates')",
  (name) => {
    const mechanism = MECHANISMS[name];
    const robot = new LoopedRobot(mechanism.options);
    const judge = new LoopJudge(mechanism.options, robot.passive);
    const random = new Random(`loops among plates ${name}`);
    const size = name === 'gripper' ? 0.1 : 0.5;
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
    const links = robot.links.filter(({ shapes, joint }) => shapes.length > 0 && joint.kind.size > 0);
    for (let round = 0; round < rounds(4); round++) {
      const path = robot.path([drawn(random, mechanism), drawn(random, mechanism)]);
      const link = links[random.integer(links.length)];
      const frameAt = trueFrames(judge, path, link.name);
      // a millimetre thick, beside the way of its end
      const tip: Vec3 = [...link.shapes[0].shape.positions.slice(3, 6)] as unknown as Vec3;
      const { p, q } = frameAt(path.segments * random.range(0.3, 1));
      const shape = box([0.3 * size, 0.3 * size, 0.001]);
      const pose = {
        position: add(add(p, turned(q, tip)), times(random.direction(), random.range(0, 0.4 * size))),
        quaternion: random.quaternion(),
      };
      const others = robot.links.filter((one) => one !== link).map((one) => [one.name, 'wall'] as const);
      const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape, pose }], self: false, allowed: others });
      const soup = new Soup(link.shapes.map(({ shape: mesh }) => ({ mesh })));
      const standing = { p: pose.position, q: pose.quaternion };
      const fastest = (segment: number): number => {
        let most = 0;
        for (let k = 0; k < 8; k++) {
          const [a, b] = [frameAt(segment + k / 8), frameAt(segment + (k + 1) / 8)];
          for (const end of [tip, [0, 0, 0] as Vec3])
            most = Math.max(most, 8 * norm(add(add(b.p, turned(b.q, end)), times(add(a.p, turned(a.q, end)), -1))));
        }
        return 1.5 * most + 1e-3;
      };
      const speeds = Array.from({ length: path.segments }, (_, k) => fastest(k));
      const pair = new BrutePairOfScene(
        { key: link.name, soup, frame: frameAt, fastest: (segment) => speeds[segment] },
        { key: 'plate', soup: new Soup([{ mesh: shape }]), frame: () => standing, fastest: () => 0 },
        path.segments,
      );
      const tolerance = 1e-5;
      for (const method of [undefined, hca(), interval()]) {
        const answer = scene.firstContact({ [name]: path }, { tolerance, ...(method && { method }) });
        const what = `round ${round}, ${link.name}, ${method?.name ?? 'auto'}`;
        seen[answer.status] = (seen[answer.status] ?? 0) + 1;
        if (answer.status === 'overlap') continue;
        const hit = pair.firstBelow(0, 0, answer.time, 40);
        expect(hit === null || hit >= answer.time - 1e-9, `${what}: ${answer.status} ${answer.time}, touched at ${hit}`).toBe(true);
        if (answer.status !== 'contact') continue;
        const segment = Math.min(Math.floor(answer.time), path.segments - 1);
        expect(pair.distance(answer.time, segment), what).toBeLessThanOrEqual(tolerance * 1.001);
      }
    }
    expect(seen.unresolved ?? 0).toBe(0);
    expect(seen.free + seen.contact).toBeGreaterThan(5);
  },
);

test('where the smallest shape is a speck, a refusal names the accuracy and a larger one is followed', () => {
  const { options, ranges } = MECHANISMS.delta;
  const speck = options.links.map((link, i) => ({ ...link, shapes: i === 0 ? [{ shape: box(1e-9) }] : [] }));
  const middle = Object.fromEntries(Object.entries(ranges).map(([name, [lo, hi]]) => [name, (lo + hi) / 2]));
  const end = Object.fromEntries(Object.entries(ranges).map(([name, [lo, hi]]) => [name, lo + 0.6 * (hi - lo)]));
  const way = (more: object) => new LoopedRobot({ ...options, links: speck, ...more }).path([middle, end]);
  expect(() => way({})).toThrow(/the accuracy of 5.4e-17, which goes by the smallest shape .* give a larger one/);
  expect(way({ accuracy: 1e-9 }).segments).toBeGreaterThan(0);
});
