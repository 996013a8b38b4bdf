import { expect, test } from 'vitest';
import { type Packable, pack, unpack } from '../../../src/batch/packed.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';

const SAMPLE: Packable = {
  list: [1, -0, Number.NaN, Infinity, -Infinity, 0.1, null, true, 'ä\u2028"\ud83d\ude00'],
  arrays: { a: Float64Array.of(1, -0, Number.NaN), b: Uint32Array.of(7), c: new Uint8Array(3), empty: new Float64Array(0) },
  $odd: { $a: 'not an array', $o: 1 },
  ['__proto__']: { constructor: 1 },
  gone: undefined,
};

test('what is packed comes back, odd numbers and keys included', () => {
  const { gone: _, ...expected } = SAMPLE as Record<string, Packable>;
  const back = unpack(pack(SAMPLE)) as Record<string, never>;
  expect(back).toStrictEqual(expected);
  expect(Object.is((back.list as number[])[1], -0)).toBe(true);
  expect(Object.hasOwn(back, '__proto__')).toBe(true);
});

test('the same array is there once, and arrays are views of the block', () => {
  const array = Float64Array.of(1, 2, 3);
  const bytes = pack([array, array]);
  const [a, b] = unpack(bytes) as [Float64Array, Float64Array];
  expect(a).toBe(b);
  expect(a.buffer).toBe(bytes.buffer);
});

test('shared memory will do', () => {
  const bytes = pack(SAMPLE, (count) => new SharedArrayBuffer(count));
  expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Object.keys(unpack(bytes) as object)).toContain('arrays');
});

test('the same value gives the same bytes', () => {
  expect(pack(SAMPLE)).toStrictEqual(pack(structuredClone(SAMPLE)));
});

test('whatever is damaged is an InputError, or another value; never another error (seed 1)', () => {
  const whole = pack(SAMPLE);
  const random = new Random(1);
  let refused = 0;
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from(whole);
    const cut = random.next() < 0.3 ? Math.floor(random.next() * bytes.length) : bytes.length;
    for (let k = Math.floor(random.next() * 4); k >= 0; k--)
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256);
    try {
      unpack(bytes.slice(0, cut));
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(500);
});

test('too deep is refused on both sides', () => {
  let deep: Packable = 1;
  for (let k = 0; k < 100; k++) deep = [deep];
  expect(() => pack(deep)).toThrow('more than 64 deep');
});
