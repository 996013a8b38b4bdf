import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';

function draws(seed: number | string, count = 4): number[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => random.next());
}

describe('seeds', () => {
  test('the same seed gives the same numbers, forever', () => {
    expect(draws('frozen')).toEqual([0.9905525574471352, 0.6655840117836018, 0.01585623008960757, 0.27472872752995703]);
    expect(draws(42)).toEqual([0.6085467591882171, 0.08019926721068382, 0.1350517795417503, 0.4622162449752376]);
    expect(draws(0)).toEqual(draws(-0));
  });

  test('different seeds give different numbers', () => {
    const seeds: (number | string)[] = ['', 'a', 'b', 'ab', 'ba', '1', 0, 1, -1, 0.5, 1e-300, 2 ** 60, 2 ** 32, 2 ** 32 + 1];
    for (let i = 2; i < 500; i++) seeds.push(i, `seed ${i}`);
    expect(new Set(seeds.map((seed) => draws(seed, 1)[0])).size).toBe(seeds.length);
  });

  test.each([NaN, Infinity, undefined as never])('%s is no seed', (seed) => {
    expect(() => new Random(seed)).toThrow(InputError);
  });
});

/** Σ(observed − expected)²/expected; its mean is the number of cells, its deviation √(2·cells). */
function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
}

describe('distributions, seed random-1', () => {
  const random = new Random('random-1');

  test('next is uniform in [0, 1)', () => {
    const counts = new Array<number>(100).fill(0);
    for (let i = 0; i < 100_000; i++) {
      const x = random.next();
      if (!(x >= 0 && x < 1)) throw new Error(`${x}`);
      counts[Math.floor(100 * x)]++;
    }
    expect(chiSquare(counts, 1000)).toBeLessThan(170);
  });

  test('integer is uniform in [0, n)', () => {
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.integer(7)]++;
    expect(counts).toHaveLength(7);
    expect(chiSquare(counts, 10_000)).toBeLessThan(30);
    // 2^53 is 4/3 of this n: without rejection the first third would come half of the time.
    const first = Array.from({ length: 3000 }, () => random.integer(3 * 2 ** 51)).filter((k) => k < 2 ** 51).length;
    expect(Math.abs(first - 1000)).toBeLessThan(130);
    expect(random.integer(1)).toBe(0);
    expect(random.integer(Number.MAX_SAFE_INTEGER)).toBeGreaterThan(2 ** 32);
  });

  test('integer is what is left of 53 bits, to the last one', () => {
    for (let i = 0; i < 20_000; i++) {
      const n = Math.floor(2 ** (53 * random.next()));
      const [drawn, bits] = [new Random(i), new Random(i)];
      let whole = 2 ** 53 * bits.next();
      while (BigInt(whole) >= 2n ** 53n - (2n ** 53n % BigInt(n))) whole = 2 ** 53 * bits.next();
      if (drawn.integer(n) !== Number(BigInt(whole) % BigInt(n))) throw new Error(`${whole} % ${n}`);
    }
  });

  test('range stays in [lo, hi), also where rounding would reach hi', () => {
    for (let i = 0; i < 1000; i++) {
      const x = random.range(1, 1 + 2 ** -52);
      expect(x).toBe(1);
      const y = random.range(-3, 5);
      expect(y >= -3 && y < 5).toBe(true);
    }
    expect(random.range(2, 2)).toBe(2);
  });

  test('direction is a unit vector without a preferred side', () => {
    const octants = new Array<number>(8).fill(0);
    const bands = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const [x, y, z] = random.direction();
      if (!(Math.abs(x * x + y * y + z * z - 1) < 1e-15)) throw new Error('not unit');
      octants[(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0) + (z < 0 ? 4 : 0)]++;
      // z of a uniform direction is uniform (Archimedes).
      bands[Math.min(9, Math.floor(5 * (z + 1)))]++;
    }
    expect(chiSquare(octants, 2500)).toBeLessThan(35);
    expect(chiSquare(bands, 2000)).toBeLessThan(40);
  });

  test('quaternion is a unit quaternion, and turns an axis anywhere', () => {
    const bands = new Array<number>(10).fill(0);
    const orthants = new Array<number>(16).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const [x, y, z, w] = random.quaternion();
      if (!(Math.abs(x * x + y * y + z * z + w * w - 1) < 2e-15)) throw new Error('not unit');
      orthants[[x, y, z, w].reduce((n, v) => 2 * n + (v < 0 ? 1 : 0), 0)]++;
      // z of the turned z axis
      bands[Math.min(9, Math.floor(5 * (w * w + z * z - x * x - y * y + 1)))]++;
    }
    expect(chiSquare(orthants, 1250)).toBeLessThan(50);
    expect(chiSquare(bands, 2000)).toBeLessThan(40);
  });

  test('shuffle keeps the items, in every order equally often', () => {
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const key = random.shuffle(['a', 'b', 'c', 'd']).join('');
      orders.set(key, (orders.get(key) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect(chiSquare([...orders.values()], 1000)).toBeLessThan(60);
    const typed = new Uint32Array([1, 2, 3, 4, 5]);
    expect(random.shuffle(typed)).toBe(typed);
    expect([...typed].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(random.shuffle([])).toEqual([]);
  });

  test('pick gives one of the items', () => {
    const seen = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])));
    expect([...seen].sort()).toEqual(['a', 'b', 'c']);
    expect(random.pick(new Float64Array([4]))).toBe(4);
  });

  test('nonsense is refused', () => {
    for (const n of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) expect(() => random.integer(n)).toThrow(InputError);
    expect(() => random.pick([])).toThrow(InputError);
    for (const [lo, hi] of [
      [1, 0],
      [NaN, 1],
      [0, Infinity],
      [-Number.MAX_VALUE, Number.MAX_VALUE],
    ]) {
      expect(() => random.range(lo, hi)).toThrow(InputError);
    }
  });
});
