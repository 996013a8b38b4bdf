import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { TURN_ANGLE, TURN_BEND, TURN_RATE, TURN_SIZE, TURN_SLACK, writeTurn } from '../../../src/motion/interval-turn.ts';
import { preciseSinCos } from '../../support/precise-trig.ts';
import { rational } from '../../support/rational.ts';

const BITS = 256n;

/** In fixed point, cut: off by less than 2^-255. */
function fixed(x: number): bigint {
  const { numerator, denominator } = rational(x);
  return (numerator << BITS) / denominator;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

/** R, Ṙ or R̈ at one angle, rate and bend, entry by entry, from the equations of Redon et al. in fixed point. */
function exactTurn(k: Float64Array, angle: number, rate: number, bend: number, order: number): bigint[] {
  const { sin, cos } = preciseSinCos(angle);
  return Array.from({ length: 9 }, (_, e) => {
    const [a, b, c] = [fixed(k[e]), fixed(k[9 + e]), fixed(k[18 + e])];
    const wave = times(a, cos) + times(b, sin);
    const slope = times(b, cos) - times(a, sin);
    if (order === 0) return c + wave;
    if (order === 1) return times(fixed(rate), slope);
    return times(fixed(bend), slope) - times(times(fixed(rate), fixed(rate)), wave);
  });
}

/** A, B and C of a turn about a unit axis: R = uuᵀ + cos φ (1 − uuᵀ) + sin φ [u]. */
function turnAbout([x, y, z]: readonly number[]): Float64Array {
  const u = [x, y, z];
  const C = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => u[i] * u[j]));
  const A = C.map((c, e) => (e % 4 === 0 ? 1 : 0) - c);
  return Float64Array.of(...A, 0, -z, y, z, 0, -x, -y, x, 0, ...C);
}

function between(random: Random, lo: number, hi: number): number {
  return random.pick([lo, hi, Math.min(hi, lo + (hi - lo) * random.next())]);
}

describe('a turning matrix over an interval of angles', () => {
  test('holds what it is at any of them, and both derivatives, seed interval-turn-1', () => {
    const random = new Random('interval-turn-1');
    const turn = new Float64Array(TURN_SIZE);
    const out = new Float64Array(20);
    const escaped: string[] = [];
    for (let i = 0; i < 120; i++) {
      const k = turnAbout(random.direction());
      const interval = (at: number, size: number): void => {
        turn[at] = size * random.range(-1, 1);
        turn[at + 1] = turn[at] + size * random.pick([0, 2 ** -40, 0.01, 0.3, 1, 2]) * random.next();
      };
      interval(TURN_ANGLE, random.pick([0.1, 2, 10, 1e4, 2 ** 22]));
      interval(TURN_RATE, random.pick([0, 1, 30]));
      interval(TURN_BEND, random.pick([0, 1, 100]));
      turn[TURN_SLACK] = 2 ** -50;
      for (const order of [0, 1, 2]) {
        out.fill(7);
        writeTurn(k, 0, turn, order, out, 1);
        expect([out[0], out[19]]).toEqual([7, 7]);
        for (let sample = 0; sample < 4; sample++) {
          const angle = between(random, turn[TURN_ANGLE], turn[TURN_ANGLE + 1]);
          const rate = between(random, turn[TURN_RATE], turn[TURN_RATE + 1]);
          const bend = between(random, turn[TURN_BEND], turn[TURN_BEND + 1]);
          exactTurn(k, angle, rate, bend, order).forEach((value, e) => {
            const inside = fixed(out[1 + 2 * e]) <= value && value <= fixed(out[2 + 2 * e]);
            // entries of the matrix itself are cut to ±1, which those given exceed by roundings
            const cut = order === 0 && (value < 0n ? -value : value) > 1n << BITS;
            if (!inside && !cut) escaped.push(`order ${order}, entry ${e}, angle ${angle}, ${turn}`);
          });
        }
      }
    }
    expect(escaped).toEqual([]);
  });

  test('is as wide as its members are apart, where none of them turns back, seed interval-turn-2', () => {
    const random = new Random('interval-turn-2');
    const turn = new Float64Array(TURN_SIZE);
    const out = new Float64Array(18);
    let exact = 0;
    let entries = 0;
    for (let i = 0; i < 100; i++) {
      const k = turnAbout(random.direction());
      turn[TURN_ANGLE] = random.range(-7, 7);
      turn[TURN_ANGLE + 1] = turn[TURN_ANGLE] + random.range(0.01, 0.5);
      writeTurn(k, 0, turn, 0, out, 0);
      const samples = Array.from({ length: 21 }, (_, s) => {
        const angle = turn[TURN_ANGLE] + (s / 20) * (turn[TURN_ANGLE + 1] - turn[TURN_ANGLE]);
        return Array.from({ length: 9 }, (_, e) => k[18 + e] + k[e] * Math.cos(angle) + k[9 + e] * Math.sin(angle));
      });
      for (let e = 0; e < 9; e++) {
        const values = samples.map((sample) => sample[e]);
        const range = Math.max(...values) - Math.min(...values);
        const width = out[2 * e + 1] - out[2 * e];
        entries++;
        if (width <= range * (1 + 1e-9) + 1e-13) exact++;
      }
    }
    expect(exact).toBeGreaterThan(0.8 * entries);
  });
});
