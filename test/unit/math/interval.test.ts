import peer from 'interval-arithmetic';
import { describe, expect, test } from 'vitest';
import * as interval from '../../../src/math/interval.ts';
import { Random } from '../../../src/math/random.ts';
import { preciseSinCos } from '../../support/precise-trig.ts';
import { hardDouble } from '../../support/random-doubles.ts';
import { addRationals, liesBetween, multiplyRationals, type Rational, rational, subtractRationals } from '../../support/rational.ts';

type Pair = [lo: number, hi: number];
type Binary = (a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number) => void;
type Unary = (a: Float64Array, i: number, out: Float64Array, o: number) => void;
const WHOLE: Pair = [-Infinity, Infinity];

function binary(operation: Binary, a: Pair, b: Pair): Pair {
  const block = new Float64Array([7, ...a, ...b, 8, 9, 7]);
  operation(block, 1, block, 3, block, 5);
  expect([block[0], block[7]]).toEqual([7, 7]);
  return [block[5], block[6]];
}

function unary(operation: Unary, a: Pair): Pair {
  const block = new Float64Array([...a, 8, 9]);
  operation(block, 0, block, 2);
  return [block[2], block[3]];
}

function scaled(a: Pair, k: number): Pair {
  return unary((from, i, out, o) => interval.scale(from, i, k, out, o), a);
}

function hardInterval(random: Random): Pair {
  const x = hardDouble(random);
  // A point, a sliver of a few spacings, or two unrelated ends.
  const y = random.pick([x, x * (1 + 2 ** -50), x + 1, hardDouble(random), hardDouble(random)]);
  const [lo, hi] = Number.isFinite(y) && y < x ? [y, x] : [x, Number.isFinite(y) ? y : x];
  return [lo, hi];
}

/** Both ends and some doubles between. */
function membersOf([lo, hi]: Pair, random: Random): number[] {
  const middle = lo / 2 + hi / 2;
  return [lo, hi, ...[0, middle, lo + random.next() * (hi - lo), hardDouble(random)].filter((x) => lo <= x && x <= hi)];
}

const BINARY: [name: string, operation: Binary, exact: (x: Rational, y: Rational) => Rational][] = [
  ['add', interval.add, addRationals],
  ['sub', interval.sub, subtractRationals],
  ['mul', interval.mul, multiplyRationals],
  ['hull', interval.hull, (x) => x],
  ['hull', interval.hull, (_, y) => y],
];

describe('results hold the exact rational results', () => {
  test.each(BINARY)('%s, seed interval-1', (name, operation, exact) => {
    const random = new Random(`interval-1 ${name}`);
    for (let i = 0; i < 1500; i++) {
      const a = hardInterval(random);
      const b = hardInterval(random);
      const [lo, hi] = binary(operation, a, b);
      for (const x of membersOf(a, random)) {
        for (const y of membersOf(b, random)) {
          const value = exact(rational(x), rational(y));
          if (!liesBetween(value, lo, hi)) throw new Error(`${name}([${a}], [${b}]) = [${lo}, ${hi}] misses ${x}, ${y}`);
        }
      }
    }
  });

  test('scale, sqr, seed interval-2', () => {
    const random = new Random('interval-2');
    for (let i = 0; i < 1500; i++) {
      const a = hardInterval(random);
      const k = hardDouble(random);
      const products = scaled(a, k);
      const squares = unary(interval.sqr, a);
      expect(squares[0]).toBeGreaterThanOrEqual(0);
      for (const x of membersOf(a, random)) {
        const exact = rational(x);
        expect(liesBetween(multiplyRationals(exact, rational(k)), ...products), `scale [${a}] by ${k}`).toBe(true);
        expect(liesBetween(multiplyRationals(exact, exact), ...squares), `sqr [${a}]`).toBe(true);
      }
    }
  });

  test('sin and cos, seed interval-3', () => {
    const random = new Random('interval-3');
    const scale = 2n ** 256n;
    for (let i = 0; i < 1500; i++) {
      const size = random.pick([1, 10, 1000, 2 ** 19, 2 ** 21, 2 ** 39, 2 ** 45, 2 ** -30]);
      // Around multiples of π/4, where tops, bottoms and zeros are, or anywhere.
      const x = i % 2 === 0 ? (Math.PI / 4) * (random.integer(2 * Math.ceil(size)) - Math.ceil(size)) : random.range(-size, size);
      const a: Pair = [
        x - random.pick([0, 2 ** -50 * Math.abs(x), random.range(0, 4)]),
        x + random.pick([0, 2 ** -50 * Math.abs(x), 1, 4]),
      ];
      const sines = unary(interval.sin, a);
      const cosines = unary(interval.cos, a);
      expect(Math.min(sines[0], cosines[0]) >= -1 && Math.max(sines[1], cosines[1]) <= 1).toBe(true);
      const inside = [0.5, 1, 1.5, 2, 2.5]
        .map((q) => Math.PI * (q + 2 * Math.floor(a[0] / (2 * Math.PI))))
        .filter((y) => a[0] <= y && y <= a[1]);
      for (const member of [...a, x, ...inside]) {
        const { sin, cos } = preciseSinCos(member);
        expect(liesBetween({ numerator: sin, denominator: scale }, ...sines), `sin [${a}] at ${member}`).toBe(true);
        expect(liesBetween({ numerator: cos, denominator: scale }, ...cosines), `cos [${a}] at ${member}`).toBe(true);
      }
    }
  });

  test('long chains of operations, seed interval-4', () => {
    const random = new Random('interval-4');
    for (let i = 0; i < 200; i++) {
      let enclosed: Pair = [1, 1];
      let exact = rational(1);
      for (let step = 0; step < 12; step++) {
        const [, operation, exactly] = BINARY[random.integer(3)];
        const operand = random.range(-2, 2);
        enclosed = binary(operation, enclosed, [operand, operand]);
        exact = exactly(exact, rational(operand));
        expect(liesBetween(exact, ...enclosed)).toBe(true);
      }
      // Twelve steps that each lose two spacings, magnified at most by cancellation in additions.
      expect(enclosed[1] - enclosed[0]).toBeLessThan(1e-9 * (1 + Math.abs(enclosed[0])));
    }
  });
});

describe('results are tight', () => {
  const PEERS: [name: string, ours: Binary, theirs: (a: unknown, b: unknown) => { lo: number; hi: number }][] = [
    ['add', interval.add, peer.add as never],
    ['sub', interval.sub, peer.sub as never],
    ['mul', interval.mul, peer.mul as never],
  ];

  test.each(PEERS)('%s is no wider than interval-arithmetic, seed interval-5', (name, ours, theirs) => {
    const random = new Random(`interval-5 ${name}`);
    for (let i = 0; i < 2000; i++) {
      const draw = () => random.range(-1, 1) * 2 ** (random.integer(80) - 40);
      const [a, b] = [0, 1].map((): Pair => {
        const x = draw();
        const y = random.integer(2) === 0 ? x : draw();
        return [Math.min(x, y), Math.max(x, y)];
      });
      const [lo, hi] = binary(ours, a, b);
      const other = theirs({ lo: a[0], hi: a[1] }, { lo: b[0], hi: b[1] });
      expect(hi - lo, `${name}([${a}], [${b}])`).toBeLessThanOrEqual((other.hi - other.lo) * (1 + 2 ** -50));
    }
  });

  test('rounding reaches exactly the neighbours of a normal double, seed interval-6', () => {
    const random = new Random('interval-6');
    for (let i = 0; i < 3000; i++) {
      const x = random.range(1, 2) * 2 ** (random.integer(1900) - 950);
      const [lo, hi] = binary(interval.add, [x, x], [0, 0]);
      expect(lo < x && hi > x).toBe(true);
      expect(lo / 2 + x / 2 === lo || lo / 2 + x / 2 === x).toBe(true);
      expect(hi / 2 + x / 2 === hi || hi / 2 + x / 2 === x).toBe(true);
    }
  });

  test('sin keeps relative width next to 0, and monotone pieces keep their ends', () => {
    const [lo, hi] = unary(interval.sin, [1e-20, 1e-20]);
    expect(hi - lo).toBeLessThan(1e-35);
    expect(unary(interval.sin, [0, 1])[0]).toBeGreaterThan(-1e-300);
    expect(unary(interval.sin, [0.5, 2.5])[1]).toBe(1);
    expect(unary(interval.sin, [0.5, 2.5])[0]).toBeCloseTo(Math.sin(0.5), 14);
    expect(unary(interval.cos, [-0.5, 1])).toEqual([expect.closeTo(Math.cos(1), 14), 1]);
    expect(unary(interval.cos, [3, 3.5])).toEqual([-1, expect.closeTo(Math.cos(3.5), 14)]);
    expect(unary(interval.sin, [-100, 100])).toEqual([-1, 1]);
  });
});

describe('zeros, infinities and nonsense', () => {
  test('overflow bounds by the largest double', () => {
    const max = Number.MAX_VALUE;
    expect(binary(interval.add, [max, max], [max, max])).toEqual([max, Infinity]);
    expect(binary(interval.mul, [-max, -max], [2, 3])).toEqual([-Infinity, -max]);
    expect(unary(interval.sqr, [max, max])).toEqual([max, Infinity]);
    expect(binary(interval.sub, [-max, max], [-max, max])).toEqual(WHOLE);
  });

  test('infinite ends mean no bound', () => {
    expect(binary(interval.add, WHOLE, [1, 2])).toEqual(WHOLE);
    expect(binary(interval.mul, [0, 0], WHOLE)).toEqual([-5e-324, 5e-324]);
    expect(binary(interval.mul, [0, 1], [2, Infinity])).toEqual([-5e-324, Infinity]);
    expect(scaled([-Infinity, 3], -2)[1]).toBe(Infinity);
    expect(unary(interval.sqr, WHOLE)).toEqual([0, Infinity]);
    expect(unary(interval.sin, WHOLE)).toEqual([-1, 1]);
  });

  test.each([[[NaN, 1]], [[0, NaN]], [[1, NaN]], [[NaN, -1]], [[NaN, NaN]]] as [Pair][])('[%s] gives the whole line', (bad) => {
    for (const [, operation] of BINARY) {
      expect(binary(operation, bad, [1, 2])).toEqual(WHOLE);
      expect(binary(operation, [1, 2], bad)).toEqual(WHOLE);
      expect(binary(operation, bad, [0, Infinity])).toEqual(WHOLE);
    }
    expect(unary(interval.sqr, bad)).toEqual(WHOLE);
    expect(scaled(bad, 2)).toEqual(WHOLE);
    expect(unary(interval.cos, bad)).toEqual([-1, 1]);
  });

  test.each([NaN, Infinity, -Infinity])('scale by %s gives the whole line', (k) => {
    expect(scaled([1, 2], k)).toEqual(WHOLE);
  });
});

test('every operation may write over its operand', () => {
  for (const [name, operation] of BINARY) {
    const apart = binary(operation, [1, 2], [3, 5]);
    const inPlace = new Float64Array([1, 2, 3, 5]);
    operation(inPlace, 0, inPlace, 2, inPlace, 0);
    expect([inPlace[0], inPlace[1]], name).toEqual(apart);
  }
  for (const operation of [interval.sqr, interval.sin, interval.cos]) {
    const inPlace = new Float64Array([-1, 2]);
    operation(inPlace, 0, inPlace, 0);
    expect([...inPlace], operation.name).toEqual(unary(operation, [-1, 2]));
  }
});
