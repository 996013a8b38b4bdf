import { describe, expect, test } from 'vitest';
import { StepNumbers } from '../../../../src/gpu/step/step-numbers.ts';
import { Random } from '../../../../src/math/random.ts';
import { directed } from '../../../support/bad-rounding.ts';
import { rounds } from '../../../support/rounds.ts';

/** From −1 to 1 with both, so that the centre is 0 and the scale ½. */
function frames(random: Random, vertices: number): { positions0: Float64Array; positions1: Float64Array } {
  const at = (k: number): number => (k < 3 ? -1 : k < 6 ? 1 : random.range(-1, 1));
  const positions0 = Float64Array.from({ length: 3 * vertices }, (_, k) => at(k));
  return { positions0, positions1: positions0.map((x, k) => (k < 6 ? x : random.range(-1, 1))) };
}

describe('a step in f32', () => {
  test("every coordinate is within eps of the true one, and in the same order (seed 'numbers')", () => {
    const random = new Random('numbers');
    const { positions0, positions1 } = frames(random, 5000);
    const numbers = new StepNumbers(5000);
    expect(numbers.take([{ positions0, positions1 }])).toBe(true);
    const { eps2, grow } = numbers.margins([0]);
    expect(grow).toEqual([0, 0, 0]);
    for (let v = 0; v < 5000; v++)
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(numbers.positions[6 * v + k] - 0.5 * positions0[3 * v + k])).toBeLessThanOrEqual(eps2[k] / 2);
        expect(Math.abs(numbers.positions[6 * v + 3 + k] - 0.5 * positions1[3 * v + k])).toBeLessThanOrEqual(eps2[k] / 2);
      }
  });

  test("boxes hold what they must however the device rounds; with a hundredth of their margin they do not (seed 'boxes')", () => {
    const random = new Random('boxes');
    let lost = 0;
    for (let i = 0; i < rounds(300); i++) {
      const one = frames(random, 40);
      const numbers = new StepNumbers(40);
      numbers.take([one]);
      const reach = random.range(0, 0.3);
      const { grow, reach: reaches } = numbers.margins([reach]);
      for (let v = 0; v < 40; v++)
        for (let k = 0; k < 3; k++) {
          const truth = 0.5 * one.positions0[3 * v + k] - 0.5 * reach;
          // as in step-boxes.wgsl, with both operations rounded inward
          const low = (margin: number) => directed(numbers.positions[6 * v + k] - directed(reaches[0] + margin, false), true);
          expect(low(grow[k])).toBeLessThanOrEqual(truth);
          if (low(grow[k] / 100) > truth) lost++;
        }
    }
    expect(lost).toBeGreaterThan(0);
  });

  test('centre and unit follow a step that grows, shrinks or goes away; what is no number is refused', () => {
    const random = new Random('frames');
    const numbers = new StepNumbers(50);
    for (const [size, away] of [
      [1, 0],
      [100, 0],
      [1e-6, 0],
      [1, 1e9],
      [2 ** 250, 0],
      [2 ** -300, 0],
    ]) {
      const { positions0, positions1 } = frames(random, 50);
      const moved = (p: Float64Array) => p.map((x) => away + size * x);
      expect(numbers.take([{ positions0: moved(positions0), positions1: moved(positions1) }])).toBe(true);
      const most = numbers.positions.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
      expect(most).toBeLessThanOrEqual(1);
      expect(most).toBeGreaterThanOrEqual(0.1);
    }
    for (const bad of [Number.NaN, Infinity, 2 ** 600])
      for (const at of [0, 1, 2, 77]) {
        const { positions0, positions1 } = frames(random, 50);
        (random.integer(2) === 0 ? positions0 : positions1)[at] = bad;
        expect(numbers.take([{ positions0, positions1 }])).toBe(false);
      }
  });

  test('nothing that moves and has no size', () => {
    const numbers = new StepNumbers(2);
    const positions0 = Float64Array.of(3, 4, 5, 3, 4, 5);
    expect(numbers.take([{ positions0, positions1: positions0 }])).toBe(true);
    expect([...numbers.positions]).toEqual(Array(12).fill(0));
  });
});
