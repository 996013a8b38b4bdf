import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from './captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from './query/small-scene.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

test.each<[string, string[], string, string]>([
  ['the small arm', [], 'path.csv', 'path-low.csv'],
  ['the Puma', ['--puma'], 'around.csv', 'across.csv'],
])('%s: what it writes can be checked, one path free and one not', async (name, options, free, hits) => {
  const target = folder.path(`deep/${name}`);
  const { code, stdout, stderr } = await captured(['init', target, ...options]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain('cell.json');
  const next = stdout.match(/^ {2}inbetween check .*$/gm) ?? [];
  expect(next).toHaveLength(2);
  const [line = ''] = stdout.match(/^ {2}inbetween plan .*$/gm) ?? [];
  // the folder may have a blank in its name
  const words = line.replaceAll(target, '@').trim().split(' ').slice(1);
  const planned = await captured([...words.map((word) => word.replace('@', target)), '-q'], {
    untilInterrupted: () => new Promise(() => {}),
  });
  expect(planned).toEqual({ code: 0, stdout: '', stderr: '' });
  const cell = `${target}/cell.json`;
  expect((await captured(['check', cell, '-q'])).code).toBe(0);
  expect((await captured(['check', cell, `${target}/${free}`, '-q'])).code).toBe(0);
  expect((await captured(['check', cell, `${target}/${hits}`, '-q'])).code).toBe(1);
});

test('nothing is written over without --force', async () => {
  const target = folder.path('kept');
  await captured(['init', target]);
  const file = folder.write('kept/arm.urdf', 'mine');
  const names = readdirSync(target);
  const refused = await captured(['init', target]);
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `inbetween: ${target}/cell.json: is there already; --force writes over it\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await captured(['init', target, '--force'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('<robot');
  expect(readdirSync(target)).toEqual(names);
});

test('where one file is there already, none is written', async () => {
  const target = folder.path('half');
  await captured(['init', target]);
  const other = folder.path('other');
  await captured(['init', other]);
  const { code } = await captured(['init', other, '--puma']);
  expect(code).toBe(2);
  expect(existsSync(`${other}/puma.urdf`)).toBe(false);
});

test('a folder that cannot be made: one line, exit code 2', async () => {
  const { code, stderr } = await captured(['init', `${folder.write('file', 'x')}/below`]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^inbetween: .*cannot be written: a folder on the way is a file\n$/);
});
