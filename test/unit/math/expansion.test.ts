import { describe, expect, test } from 'vitest';
import { exactIntegers } from '../../../src/geometry/exact-integers.ts';
import { addProduct, addProductOfSums, addTerm, putDifference, signOfSum } from '../../../src/math/expansion.ts';
import { Random } from '../../../src/math/random.ts';

/** Numbers of very different size, many of them equal up to their last bits. */
function someNumbers(random: Random, count: number): Float64Array {
  const few = Array.from({ length: 3 }, () => random.range(-1, 1));
  return Float64Array.from({ length: count }, () => {
    const x = random.pick(few) * 2 ** random.pick([0, 0, 0, -30, 40]);
    return random.integer(3) === 0 ? x * (1 + 2 ** -52) : random.integer(8) === 0 ? 0 : x;
  });
}

function sign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

describe('sums of products', () => {
  test("have the signs of integers, zeros included (seed 'sums')", () => {
    const random = new Random('sums');
    const sum = new Float64Array(512);
    const zeros = [0, 0, 0];
    for (let i = 0; i < 3000; i++) {
      const x = someNumbers(random, 8);
      // a b − c d, which is 0 now and then, then + e − f, each of degree 2 for the integers
      if (random.integer(3) === 0) [x[2], x[3]] = [x[1], x[0]];
      const [a, b, c, d] = exactIntegers(x, 0, x, 4, 4);
      sum[0] = 0;
      addProduct(sum, 0, x, 0, x, 1, 1);
      addProduct(sum, 0, x, 2, x, 3, -1);
      expect(signOfSum(sum, 0)).toBe(sign(a * b - c * d));
      zeros[1 + signOfSum(sum, 0)]++;
    }
    for (const many of zeros) expect(many).toBeGreaterThan(100);
  });

  test("of differences: (a − b)(c − d) − (e − f)(g − h) (seed 'differences')", () => {
    const random = new Random('differences');
    const [sum, parts] = [new Float64Array(512), new Float64Array(12)];
    const signs = [0, 0, 0];
    for (let i = 0; i < 3000; i++) {
      const x = someNumbers(random, 8);
      if (random.integer(3) === 0) [x[4], x[5], x[6], x[7]] = [x[2], x[3], x[0], x[1]];
      const [a, b, c, d, e, f, g, h] = exactIntegers(x, 0, x, 4, 4);
      for (let k = 0; k < 4; k++) putDifference(parts, 3 * k, x[2 * k], x[2 * k + 1]);
      sum[0] = 0;
      addProductOfSums(sum, 0, parts, 0, parts, 3, 1);
      addProductOfSums(sum, 0, parts, 6, parts, 9, -1);
      expect(signOfSum(sum, 0)).toBe(sign((a - b) * (c - d) - (e - f) * (g - h)));
      signs[1 + signOfSum(sum, 0)]++;
    }
    for (const many of signs) expect(many).toBeGreaterThan(100);
  });

  test("terms that cancel leave nothing behind (seed 'terms')", () => {
    const random = new Random('terms');
    const sum = new Float64Array(64);
    for (let i = 0; i < 500; i++) {
      const x = someNumbers(random, 12);
      sum[0] = 0;
      for (let k = 0; k < 12; k++) addTerm(sum, 0, x, k, 1);
      for (let k = 11; k >= 0; k--) addTerm(sum, 0, x, (5 * k) % 12, -1);
      expect(sum[0]).toBe(0);
      expect(signOfSum(sum, 0)).toBe(0);
    }
  });
});
