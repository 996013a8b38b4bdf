import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
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
    // errors are told, not guessed: some truth comes near
    expect(nearest).toBeGreaterThan(0.01);
  });
});
