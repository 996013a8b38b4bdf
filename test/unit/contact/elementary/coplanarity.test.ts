import { describe, expect, test } from 'vitest';
import {
  advanceToRoot,
  CUBIC_ERROR,
  cubic,
  neverCoplanar,
  ROOT,
  ROOT_FROM,
  ROOT_SLOPE,
  ROOT_VALUE,
} from '../../../../src/contact/elementary/coplanarity.ts';
import { Random } from '../../../../src/math/random.ts';
import { rational } from '../../../support/rational.ts';

/** Fixed point: f at t by three rounds of interpolation, off by less than 2^-390. */
const BITS = 400n;

function fixed(x: number): bigint {
  const { numerator, denominator } = rational(x);
  return (numerator << BITS) / denominator;
}

function exactAt(b: readonly number[], t: number): bigint {
  const [s, r] = [fixed(t), (1n << BITS) - fixed(t)];
  let row = b.map(fixed);
  while (row.length > 1) row = row.slice(1).map((next, k) => (r * row[k] + s * next) >> BITS);
  return row[0];
}

/** Coefficients of the cubic with these roots and this sign, in Bernstein form: from values, slopes and blossoms at the ends. */
function withRoots(roots: readonly number[], factor: number): number[] {
  const [p, q, r] = roots;
  // the blossom of (t − p)(t − q)(t − r) at (u, v, w): the mean over all ways to give u, v, w to the factors
  const blossom = (u: number, v: number, w: number): number => {
    const ways = [
      [u, v, w],
      [u, w, v],
      [v, u, w],
      [v, w, u],
      [w, u, v],
      [w, v, u],
    ];
    return (factor * ways.reduce((sum, [x, y, z]) => sum + (x - p) * (y - q) * (z - r), 0)) / 6;
  };
  return [blossom(0, 0, 0), blossom(0, 0, 1), blossom(0, 1, 1), blossom(1, 1, 1)];
}

function ask(b: readonly number[], error: number, from: number): void {
  cubic.set(b);
  cubic[CUBIC_ERROR] = error;
  cubic[ROOT_FROM] = from;
}

/** Coefficients of all kinds: of any sign, of one sign, with known roots, flat touching ones. */
function randomCubic(random: Random): number[] {
  const root = (): number => random.pick([random.next(), random.range(-1, 2), random.range(-20, 20)]);
  const once = root();
  switch (random.integer(5)) {
    case 0:
      return [0, 1, 2, 3].map(() => random.range(-1, 1));
    case 1:
      return [0, 1, 2, 3].map(() => random.range(0.01, 1));
    case 2:
      return withRoots([once, once, root()], random.pick([-1, 1]));
    case 3:
      return withRoots([once, once, once], random.pick([-1, 1]));
    default:
      return withRoots([root(), root(), root()], random.pick([-1, 1]));
  }
}

/** More than three rounds of interpolation of such numbers round. */
const errorOf = (b: readonly number[]): number => 16 * 2 ** -53 * Math.max(...b.map(Math.abs));

describe('the time at which four points first lie in a plane', () => {
  test('f has no zero before the time that is reached, at many instants, and is proven to be near one, seed coplanarity-1', () => {
    const random = new Random('coplanarity-1');
    const passed: string[] = [];
    let reached = 0;
    let stuck = 0;
    for (let i = 0; i < 250; i++) {
      const b = randomCubic(random);
      const error = errorOf(b) * random.pick([1, 1, 1e6]);
      const from = random.pick([0, 0, random.range(0, 0.9)]);
      ask(b, error, from);
      const done = advanceToRoot();
      const root = cubic[ROOT];
      expect(root).toBeGreaterThanOrEqual(from);
      expect(root).toBeLessThanOrEqual(1);
      const sign = exactAt(b, from) < 0n;
      if (root > from) {
        for (let k = 0; k <= 30; k++) {
          const t = k === 30 ? root : from + (root - from) * random.next();
          const value = exactAt(b, t);
          if (value === 0n || value < 0n !== sign) passed.push(`[${b}] from ${from} to ${root} at ${t}`);
        }
      }
      // value and slope are those there
      const value = Number(exactAt(b, root) >> (BITS - 200n)) * 2 ** -200;
      if (done) expect(Math.abs(cubic[ROOT_VALUE] - value)).toBeLessThanOrEqual(error);
      if (!done) stuck++;
      else if (root < 1) {
        reached++;
        // near the root: what is left of f is a few errors, or what one step of a double at t makes of it
        expect(Math.abs(value)).toBeLessThanOrEqual(4 * error + 2 ** -50 * Math.abs(cubic[ROOT_SLOPE]));
      }
    }
    expect(passed).toEqual([]);
    expect(reached).toBeGreaterThan(75);
    expect(stuck).toBeLessThan(25);
  });

  test('a single zero is found to the last digits that the error leaves, seed coplanarity-2', () => {
    const random = new Random('coplanarity-2');
    for (let i = 0; i < 200; i++) {
      const first = random.range(0.05, 0.9);
      const b = withRoots([first, first + random.range(0.5, 5), -random.range(0.1, 5)], random.pick([-1, 1]));
      ask(b, errorOf(b), 0);
      expect(neverCoplanar()).toBe(false);
      expect(advanceToRoot()).toBe(true);
      expect(cubic[ROOT]).toBeLessThan(first);
      expect(first - cubic[ROOT]).toBeLessThan((8 * errorOf(b)) / Math.abs(cubic[ROOT_SLOPE]) + 1e-15);
    }
  });

  test('what is said never to lie in a plane never does, and most of what stays away from it is said to, seed coplanarity-3', () => {
    const random = new Random('coplanarity-3');
    let never = 0;
    let away = 0;
    for (let i = 0; i < 250; i++) {
      const b = randomCubic(random);
      const from = random.pick([0, random.range(0, 0.9)]);
      ask(b, errorOf(b), from);
      const values = Array.from({ length: 31 }, (_, k) => exactAt(b, k === 30 ? 1 : from + ((1 - from) * k) / 30));
      const oneSign = values.every((x) => x > 0n) || values.every((x) => x < 0n);
      if (oneSign) away++;
      if (!neverCoplanar()) continue;
      never++;
      expect(oneSign).toBe(true);
    }
    expect(never).toBeGreaterThan(0.5 * away);
  });
});
