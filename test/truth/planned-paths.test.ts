import { expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { plannedPaths } from './planned-paths.ts';

test('plans are the same in every engine, to the bit, and all of them are found', async () => {
  const numbers = (await expectSameBits('test/truth/planned-paths.ts', { plannedPaths }, 2)) as number[];
  expect(numbers.length).toBeGreaterThan(80);
  expect(numbers.every(Number.isFinite)).toBe(true);
});
