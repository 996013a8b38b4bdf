import { expect, test } from 'vitest';
import { verifyProof } from '../../../src/proof/index.ts';
import { threeCubes } from './small-proof.ts';

const lines = threeCubes();
const textOf = (all: readonly object[]): string[] => all.map((line) => JSON.stringify(line));
/** Keys that a record of the format may have without any of these lines having them. */
const OPTIONAL = [
  'until',
  'values',
  'closed',
  'near',
  'leave',
  'arrive',
  'radius',
  'cuts',
  'at',
  'name',
  'off',
  'times',
  'witness',
  'solid',
  'clearance',
];

test('a key with a question mark is no key, in any line', async () => {
  expect((await verifyProof(textOf(lines))).result).toBe('proven');
  for (const [k, line] of lines.entries())
    for (const key of new Set([...Object.keys(line), ...OPTIONAL])) {
      const other = lines.map((one, i) => (i === k ? { ...one, [`${key}?`]: 1 } : one));
      const { result, why } = await verifyProof(textOf(other));
      expect({ result, why }).toEqual({ result: 'malformed', why: `line ${k + 1}: ${why.split(': ')[1]}: unknown key '${key}?'` });
    }
});

test('nor is one in a record within a line', async () => {
  for (const [of, key] of [
    [/"line":/, 'part'],
    [/"between":/, 'part'],
    [/"sha256":/, 'name'],
  ] as const) {
    const other = textOf(lines).map((line) => line.replace(of, (found) => `"${key}?":1,${found}`));
    expect(await verifyProof(other)).toMatchObject({ result: 'malformed', why: expect.stringContaining(`unknown key '${key}?'`) });
  }
});
