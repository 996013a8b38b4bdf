import { expect, test } from 'vitest';
import { doubled, doubles, enlarged } from '../../../src/math/enlarged.ts';

test('memory that grows keeps its type and what it held, and leaves the old one as it was', () => {
  for (const from of [Float64Array.of(0.1, -0, NaN), Uint32Array.of(2 ** 32 - 1, 7), Int32Array.of(-5), Uint8Array.of(255, 1)]) {
    const to = doubled(from);
    expect([to.constructor, to.length, [...to.slice(0, from.length)], to.buffer === from.buffer]).toEqual([
      from.constructor,
      2 * from.length,
      [...from],
      false,
    ]);
    expect([...to.slice(from.length)].every((x) => x === 0)).toBe(true);
  }
  const room = new Float64Array(5).fill(9);
  expect(enlarged(Float64Array.of(1, 2), room)).toBe(room);
  expect([...room]).toEqual([1, 2, 9, 9, 9]);
  expect(() => enlarged(new Float64Array(3), new Float64Array(2))).toThrow(RangeError);
});

test('memory for doubles has as many as were asked for, each with a fraction from the start', () => {
  for (const count of [0, 1, 100]) expect([doubles(count).length, doubles(count).every((x) => x % 1 !== 0)]).toEqual([count, true]);
});
