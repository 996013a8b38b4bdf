import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeInliner } from '../../scripts/build/inline-constants.mjs';

/** What becomes of a module beside 'slots.ts'. */
function inlined(text: string): string {
  const files: Readonly<Record<string, string>> = {
    [resolve('slots.ts')]:
      'export const STRIDE = 16;\nexport const LAST: number = STRIDE - 1;\nexport const TINY = 2 ** -53;\nexport const NONE = -1;',
    [resolve('x.ts')]: text,
  };
  return makeInliner((path) => files[path])(resolve('x.ts'), text);
}

test.each([
  ["import { LAST } from './slots.ts';\nuse(a[LAST]);", 'use(a[15]);'],
  ["import { LAST as END } from './slots.ts';\nuse(END);", 'use(15);'],
  ["import { TINY } from './slots.ts';\nuse(-TINY);", 'use(-(2 ** -53));'],
  ["import { NONE } from './slots.ts';\nuse(1 - NONE);", 'use(1 - (-1));'],
  ["import { STRIDE } from './slots.ts';\nuse({ STRIDE: STRIDE, other: o.STRIDE });", 'use({ STRIDE: 16, other: o.STRIDE });'],
])('%s', (text, expected) => {
  expect(inlined(text).split('\n').at(-1)).toBe(expected);
});

test('constants of the module itself, and what follows from them: numbers, which bundlers leave out; lines stay', () => {
  const text = 'const A = 3;\nexport const B: number = 2 *\n  (A + 1) << 1;\nuse(A, B);';
  expect(inlined(text)).toBe('const A = 3;\nexport const B: number = 16\n;\nuse(3, 16);');
});

test.each([
  'let COUNT = 3;\nuse(COUNT);',
  'const LIST = [1];\nuse(LIST);',
  'const WORD = f(1);\nuse(WORD);',
  'const A = 1;\nfunction f(A: number) { return A; }',
  'const A = 1;\nuse({ A });\nexport { A };',
  'const A = 1;\ntype T = typeof A;',
])('%s stays as it is', (text) => {
  expect(inlined(text)).toBe(text);
});
