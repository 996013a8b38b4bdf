import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { STATE_OMEGA, STATE_SIZE } from '../../../src/motion/motion.ts';
import { writeTurn, zeroOf } from '../../../src/motion/plane-step.ts';
import { addRationals, compareRationals, multiplyRationals, type Rational, rational } from '../../support/rational.ts';

/** α + β s + γ s², exactly. */
function valueAt(alpha: number, beta: number, gamma: number, s: Rational): Rational {
  const linear = addRationals(rational(beta), multiplyRationals(rational(gamma), s));
  return addRationals(rational(alpha), multiplyRationals(linear, s));
}

test('the zero of a step is where the bound changes its sign, to the last digits, seed plane-step', () => {
  const random = new Random('plane-step');
  const near = 2 ** -48;
  const zero = rational(0);
  let never = 0;
  for (let i = 0; i < 300; i++) {
    const alpha = 10 ** random.range(-12, 6);
    const beta = random.pick([0, 1, -1]) * 10 ** random.range(-12, 6);
    const gamma = random.pick([0, -1, -1]) * 10 ** random.range(-15, 6);
    const s = zeroOf(alpha, beta, gamma);
    if (s === Infinity) {
      // it never falls, or so late that no double tells
      never++;
      expect(gamma === 0 && beta >= 0).toBe(true);
      continue;
    }
    expect(s).toBeGreaterThan(0);
    // positive at 0 and concave: one zero, and on either side of it the signs differ
    expect(compareRationals(valueAt(alpha, beta, gamma, rational(s * (1 - near))), zero), `${[alpha, beta, gamma]}`).toBe(1);
    expect(compareRationals(valueAt(alpha, beta, gamma, rational(s * (1 + near))), zero), `${[alpha, beta, gamma]}`).toBe(-1);
  }
  expect(never).toBeGreaterThan(30);
});

test('the turn along a direction is across it and the axis, and as fast as a point one beside the axis, seed plane-turn', () => {
  const random = new Random('plane-turn');
  const state = new Float64Array(STATE_SIZE);
  for (let i = 0; i < 100; i++) {
    const [n, omega, x] = [random.direction(), random.direction(), random.direction()];
    state.set(omega, STATE_OMEGA);
    const w = Float64Array.of(9, ...n, 9, 9, 9, 9);
    writeTurn(w, 1, state, 4);
    // (n × ω)·x = n·(ω × x): what a point at x approaches along n
    const omegaX = [0, 1, 2].map((k) => omega[(k + 1) % 3] * x[(k + 2) % 3] - omega[(k + 2) % 3] * x[(k + 1) % 3]);
    const along = n.reduce((sum, e, k) => sum + e * omegaX[k], 0);
    expect(w[4] * x[0] + w[5] * x[1] + w[6] * x[2]).toBeCloseTo(along, 12);
    expect([w[0], w[7]]).toEqual([9, 9]);
  }
});
