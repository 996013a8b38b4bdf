import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { CELL_RADIUS, CELLS, cellOf, writeCellCentre } from '../../../../src/methods/culling/direction-cells.ts';
import { ALONG, DirectionalBound, SINCE, SPEED, WITHIN } from '../../../../src/methods/culling/directional-bound.ts';
import { STATE_P } from '../../../../src/motion/motion.ts';
import { Chain } from '../../../../src/robot/chain.ts';
import { ChainReach } from '../../../../src/robot/chain-reach.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { libraryPath, type RobotShape, randomRobot } from '../../../property/random-robots.ts';
import { add, dot, minus, norm, times } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';

const STEP = 2 ** -20;

/** R x + p */
function placed(state: Float64Array, [x, y, z]: Vec3): Vec3 {
  return [0, 1, 2].map((k) => state[3 * k] * x + state[3 * k + 1] * y + state[3 * k + 2] * z + state[STATE_P + k]) as unknown as Vec3;
}

/** Rᵀ (x − p) */
function seenFrom(state: Float64Array, point: Vec3): Vec3 {
  const d = minus(point, [state[STATE_P], state[STATE_P + 1], state[STATE_P + 2]]);
  return [0, 1, 2].map((k) => state[k] * d[0] + state[3 + k] * d[1] + state[6 + k] * d[2]) as unknown as Vec3;
}

describe('directional bound', () => {
  test('every direction is near its cell, seed "cells"', () => {
    const random = new Random('cells');
    const centre = new Float64Array(3);
    const seen = new Set<number>();
    let farthest = 0;
    for (let k = 0; k < 20_000; k++) {
      const n = random.direction();
      const cell = cellOf(...n);
      seen.add(cell);
      expect(cellOf(...times(n, -1))).toBe(cell);
      writeCellCentre(cell, centre, 0);
      const c: Vec3 = [centre[0], centre[1], centre[2]];
      expect(Math.abs(norm(c) - 1)).toBeLessThan(1e-15);
      farthest = Math.max(farthest, Math.min(norm(minus(n, c)), norm(add(n, c))));
    }
    expect(seen.size).toBe(CELLS);
    expect(farthest).toBeLessThanOrEqual(CELL_RADIUS);
    expect(farthest).toBeGreaterThan(0.8 * CELL_RADIUS);
  });

  test.each<[string, RobotShape]>([
    ['any joints', { links: 7 }],
    ['turning joints', { links: 7, types: ['revolute', 'continuous'], turn: 3 }],
    ['small turns', { links: 6, types: ['revolute'], turn: 0.1 }],
    ['floating bases', { links: 4, types: ['floating', 'prismatic', 'revolute'] }],
    ['screws', { links: 6, types: ['helical', 'helical', 'revolute', 'prismatic'], turn: 3 }],
    ['posed links', { links: 3, kinds: ['posed'] }],
  ])('no sampled speed is above it, all ancestors; seed "directional %s"', (name, shape) => {
    const random = new Random(`directional ${name}`);
    let closest = 0;
    let gain = 0;
    let looks = 0;
    for (let round = 0; round < rounds(10); round++) {
      const { options, motion } = randomRobot(random, 'r', { segments: 1, ...shape });
      const robot = new Robot(options);
      const chain = new Chain(robot);
      const reference = Float64Array.of(0.3, -0.2, 0.1);
      chain.refer(reference);
      chain.load(libraryPath(robot, motion), 0);
      const bound = new DirectionalBound(chain, reference);
      const reach = new ChainReach(chain);
      bound.begin();
      reach.begin();
      for (let link = 0; link < robot.links.length; link++) {
        chain.clock[0] = 0;
        chain.place(link);
        reach.write(link);
        for (let ancestor = chain.parents[link]; ; ancestor = chain.parents[ancestor]) {
          chain.clock[0] = 0;
          const table = bound.prepare(link, ancestor);
          const rho = random.range(0, 2);
          for (let look = 0; look < 6; look++) {
            const n =
              random.next() < 0.5
                ? random.direction()
                : random.pick([
                    [1, 0, 0],
                    [0, -1, 0],
                    [0, 0, 1],
                  ] as Vec3[]);
            const since = random.pick([0, random.next()]);
            bound.numbers.set(n, ALONG);
            bound.numbers[WITHIN] = rho;
            bound.numbers[SINCE] = since;
            bound.write(table);
            const most = bound.numbers[SPEED];
            const at = reach.at(link, ancestor);
            const plain = reach.bounds[at] + reach.bounds[at + 1] * rho;
            expect(most).toBeLessThanOrEqual(plain * (1 + 1e-6) + 1e-12);
            gain += most / (plain + 1e-300);
            looks++;
            const point = times(random.direction(), rho);
            for (let k = 0; k < 12; k++) {
              const t = random.range(since, 1 - STEP);
              const along = [t, t + STEP].map((time) => {
                chain.clock[0] = time;
                chain.place(link);
                if (ancestor < 0) return dot(n, placed(chain.states[link], point));
                chain.place(ancestor);
                return dot(n, seenFrom(chain.states[ancestor], placed(chain.states[link], point)));
              });
              const speed = (along[1] - along[0]) / STEP;
              expect(speed).toBeLessThanOrEqual(most + 1e-8);
              if (most > 1e-6) closest = Math.max(closest, speed / most);
            }
          }
          if (ancestor < 0) break;
        }
      }
    }
    // neither empty nor idle: some points come near the bound, and it is below the plain one
    expect(closest).toBeGreaterThan(0.9);
    expect(gain / looks).toBeLessThan(0.95);
  });
});
