import { expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { seededLoop } from '../truth/seeded-loop.ts';

test('browser tests run in a page, not in Node', () => {
  expect(document.createElement('canvas')).toBeInstanceOf(HTMLCanvasElement);
  expect('process' in globalThis && 'versions' in process && process.versions.node).toBeFalsy();
});

test('a difference in bits is seen', async () => {
  const differing = (seed: number, n: number): Float64Array => seededLoop(seed, n).map((x) => x * (1 + 2 ** -52));
  await expect(expectSameBits('test/truth/seeded-loop.ts', { seededLoop: differing }, 42, 10)).rejects.toThrow();
});
