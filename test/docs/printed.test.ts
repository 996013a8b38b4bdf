import { formatWithOptions } from 'node:util';
import { expect, test } from 'vitest';
import { printed } from '../../site/src/printed.ts';

test.each([
  [['plain text', 1, -0, true, null, undefined, 12n]],
  [[[1, 2.5, -0], 'and', ['a', "it's", 'it\'s "so"', 'back\\slash\nline']]],
  [[{ time: 0.5, pair: ['a', 'b'], 'odd key': null, deep: { a: { b: { c: { d: 1 } } } } }]],
  [[new Float64Array([1, 2, 3]), [], {}, new Float64Array(0)]],
  [[[{ body: 'crate', position: [0.1, 0.2, 0.3] }]]],
  [[Array.from({ length: 5 }, (_, k) => `a rather long entry number ${k}`)]],
])('printed as Node prints it, case %#', (values) => {
  expect(printed(values)).toBe(formatWithOptions({ colors: false }, ...(values as [unknown])));
});
