import { expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { plannedPaths } from './planned-paths.ts';

test('plans are the same in every engine, to the bit', async () => {
  await expectSameBits('test/truth/planned-paths.ts', { plannedPaths }, 2);
});

test('and all of them are found', async () => {
  const numbers = await plannedPaths(1);
  expect(numbers.length).toBeGreaterThan(40);
  expect(numbers.every(Number.isFinite)).toBe(true);
});
