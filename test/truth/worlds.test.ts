import { expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { tossedBodies } from './tossed-bodies.ts';

test("a world of tossed bodies is the same to the bit in every engine: many contacts, all numbers (seed 'tossed')", async () => {
  const numbers = (await expectSameBits('test/truth/tossed-bodies.ts', { tossedBodies }, 'tossed', 12)) as number[];
  expect(numbers.length).toBeGreaterThan(500);
  expect(numbers.every(Number.isFinite)).toBe(true);
});
