import { expect, test } from 'vitest';
import { parseHeightField, readHeightField } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { inspectMesh } from '../../../../src/mesh/inspect-mesh.ts';

test.each([
  ['blanks', '0 1 2\n3 4 5\n'],
  ['commas', '# heights\n0,1,2\n\n3,4,5'],
  ['semicolons', '0;1;2\r\n3 ; 4 ; 5\r\n'],
  ['JSON', ' [[0, 1, 2], [3, 4, 5]]'],
])('rows of heights by %s', async (_what, source) => {
  const mesh = parseHeightField(source, 'a.csv', { spacing: [0.5, 2], origin: [10, 20] });
  expect([...mesh.positions]).toEqual([10, 20, 0, 10.5, 20, 1, 11, 20, 2, 10, 22, 3, 10.5, 22, 4, 11, 22, 5]);
  expect([mesh.triangleCount, mesh.solid, mesh.name]).toEqual([4, false, 'a.csv']);
  const files = { read: async () => new TextEncoder().encode(source) };
  const ground = await readHeightField(files, 'a.csv', { spacing: 1, base: -1, scale: 0.5, name: 'ground' });
  expect(inspectMesh(ground)).toMatchObject({ closed: true, oriented: true, bounds: { min: [0, 0, -1], max: [2, 1, 2.5] } });
  expect([ground.solid, ground.name]).toEqual([true, 'ground']);
});

test.each([
  ['empty', '', /^a\.csv, line 1: 0 rows of 0 heights/],
  ['one row', '1 2 3\n', /^a\.csv, line 1: 1 rows of 3 heights; at least 2 of 2/],
  ['one column', '1\n2\n', /line 2: 2 rows of 1 heights/],
  ['rows of two lengths', '1 2\n3 4 5\n', /^a\.csv, line 2: has 3 heights, the first row 2/],
  ['a word', '1,2\n3,four\n', /^a\.csv, line 2: a height should be a number, got "four"/],
  ['an empty field', '1,,2\n3,4,5\n', /^a\.csv, line 1: a height should be a number/],
  ['nan', '1 nan\n3 4\n', /line 1: a height should be a number, got "nan"/],
  ['two separators', '1;2\n3,4\n', /line 2: a height should be a number, got "3,4"/],
  ['JSON rows of two lengths', '[[1, 2],\n[3]]', /^a\.csv, line 2: .*has 1 heights, the first row 2/],
  ['JSON of words', '[[1, 2],\n[3, "4"]]', /^a\.csv, line 2: \[1\]\[1\] should be a finite number/],
  ['JSON that is no list', '{"a": 1}', /^a\.csv, line 1: .*should be a list of rows/],
  ['JSON of nothing', '[]', /^a\.csv, line 1: 0 rows/],
  ['JSON beyond coordinates', '[[1, 2], [3, 1e200]]', /^a\.csv: height 3 is 1e\+200/],
])('%s', (_what, source, says) => {
  expect(() => parseHeightField(source, 'a.csv', { spacing: 1 })).toThrow(InputError);
  expect(() => parseHeightField(source, 'a.csv', { spacing: 1 })).toThrow(says);
});

test('options', async () => {
  for (const options of [{}, { spacing: 0 }, { spacing: 1, scale: 0 }, { spacing: 1, columns: 2 }, { spacing: 1, base: 5 }])
    expect(() => parseHeightField('1 2\n3 4', 'a.csv', options as never)).toThrow(InputError);
  await expect(readHeightField('a.csv' as never, 'a.csv', { spacing: 1 })).rejects.toThrow(/readHeightField\(files, path\)/);
});
