import { expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { tossedBodies } from './tossed-bodies.ts';

test("a world of tossed bodies is the same to the bit in every engine (seed 'tossed')", async () => {
  await expectSameBits('test/truth/tossed-bodies.ts', { tossedBodies }, 'tossed', 12);
});

test('there is something to compare: many contacts, all numbers', () => {
  const numbers = tossedBodies('tossed', 12);
  expect(numbers.length).toBeGreaterThan(500);
  expect(numbers.every(Number.isFinite)).toBe(true);
});
