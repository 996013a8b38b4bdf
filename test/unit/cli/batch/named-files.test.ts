import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedFiles } from '../../../../src/cli/batch/named-files.ts';
import { files } from '../../../../src/node/index.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
const outside = temporaryFolder();
beforeAll(() => {
  for (const name of ['job.json', 'p/a10.csv', 'p/a9.csv', 'p/b.txt', 'p/.hidden.csv', 'p/q/r/deep.csv', 'p/q/x.csv', 'odd*.csv']) {
    mkdirSync(dirname(folder.path(name)), { recursive: true });
    folder.write(name, '');
  }
  outside.write('secret.csv', '');
  symlinkSync(folder.path('p/q'), folder.path('p/loop'));
  symlinkSync(folder.path('.'), folder.path('p/q/up'));
  symlinkSync(outside.path('.'), folder.path('p/out'));
});
afterAll(() => {
  folder.remove();
  outside.remove();
});

const found = async (patterns: readonly string[], byJob = true) => {
  const named = byJob ? { by: [folder.path('job.json')] } : undefined;
  const names = await namedFiles(
    files(),
    patterns.map((name) => folder.path(name)),
    named,
  );
  return names.map((name) => name.slice(folder.path('').length).replace(/^\//, ''));
};

test('patterns match in natural order, names stay as they are, each file once', async () => {
  expect(await found(['p/*.csv'])).toEqual(['p/a9.csv', 'p/a10.csv']);
  expect(await found(['p/a?.csv', 'p/a*.csv'])).toEqual(['p/a9.csv', 'p/a10.csv']);
  expect(await found(['missing.csv', 'p/a10.csv', 'p/*.csv'])).toEqual(['missing.csv', 'p/a10.csv', 'p/a9.csv']);
  expect(await found(['p/.*.csv'])).toEqual(['p/.hidden.csv']);
  expect(await found(['*/q/x.csv'])).toEqual(['p/q/x.csv']);
  expect(await found(['odd*.csv'])).toEqual(['odd*.csv']);
});

test('** goes down all folders, hidden ones and links left out', async () => {
  expect(await found(['p/**/*.csv'])).toEqual(['p/a9.csv', 'p/a10.csv', 'p/q/r/deep.csv', 'p/q/x.csv']);
  expect(await found(['**/**/x.csv'])).toEqual(['p/q/x.csv']);
  expect(await found(['p/q/**'])).toEqual(['p/q/r/deep.csv', 'p/q/x.csv']);
});

test('a pattern that matches nothing, or looks where a job may not, is an error', async () => {
  await expect(found(['p/*.npy'])).rejects.toThrow(/job\.json: no file matches ".*p\/\*\.npy"/);
  await expect(found(['p/out/*.csv'])).rejects.toThrow('outside of the folder');
  await expect(namedFiles(files(), [outside.path('*.csv')], { by: [folder.path('job.json')] })).rejects.toThrow('outside of the folder');
  // what the person names is looked for anywhere
  expect(await namedFiles(files(), [outside.path('*.csv')])).toEqual([outside.path('secret.csv')]);
});

test('a pattern of many stars takes no time', async () => {
  folder.write('p/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.txt', '');
  await expect(found([`p/${'*a'.repeat(40)}*b`])).rejects.toThrow('no file matches');
});
