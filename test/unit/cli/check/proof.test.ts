import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { temporaryFolder } from '../query/small-scene.ts';
import { writeRailCell } from './small-cell.ts';

const folder = temporaryFolder();
const cell = writeRailCell(folder);
const path = (name: string): string => folder.path(`rail/${name}`);

test.each([
  ['free.csv', 'free.proof', 0, 'proven: free'],
  ['hit.csv', 'hit.proof.gz', 1, 'proven: contact'],
  ['stuck.csv', 'stuck.proof', 1, 'proven: overlap'],
])('%s: --proof writes what verify proves, of the files that were read', async (motion, name, code, verdict) => {
  const file = path(name);
  const checked = await captured(['check', cell, path(motion), '--proof', file]);
  expect(checked).toMatchObject({ code, stderr: '' });
  expect(checked.stdout).toMatch(/ {2}proof {7}[\d,]+ (leaf|leaves), [\d,]+ bytes\n/);
  expect(checked.stdout).toContain(`written: ${file}`);
  const verified = await captured(['verify', file, cell, path(motion), path('rail.urdf')]);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toContain(verdict);
  const bytes = readFileSync(file);
  expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()).toMatch(/^\{"kind":"inbetween-proof\/1","by":"inbetween /);
  // another path is another problem
  expect(await captured(['verify', file, cell, path('tail.csv'), path('rail.urdf')])).toMatchObject({ code: 1 });
});

test('of one path, and nothing else is written over', async () => {
  const file = folder.write('rail/notes.txt', 'mine');
  const over = await captured(['check', cell, path('free.csv'), '--proof', file]);
  expect(over).toMatchObject({ code: 2 });
  expect(over.stderr).toContain('no earlier proof');
  const two = await captured(['check', cell, path('free.csv'), path('hit.csv'), '--proof', path('two.proof')]);
  expect(two).toMatchObject({ code: 2 });
  expect(two.stderr).toContain('is of one path, but 2 are given');
  expect(existsSync(path('two.proof'))).toBe(false);
});

test('no other output goes to the same name: told before the work', async () => {
  for (const name of ['out', 'out.html', 'out.json']) {
    const both = await captured([
      'check',
      cell,
      path('free.csv'),
      '--proof',
      path(name),
      name.endsWith('n') ? '--json' : '--report',
      path(name),
    ]);
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toMatch(/two outputs cannot go to the same file|is the folder of --report, and cannot be a file/);
    expect(existsSync(path(name))).toBe(false);
  }
});

test.each([[['--start', 'leaving']], [['--budget', '100000']]])('%s: with a proof', async (options) => {
  const file = path('asked.proof');
  expect(await captured(['check', cell, path('free.csv'), '--proof', file, ...options])).toMatchObject({ code: 0 });
  expect(await captured(['verify', file, '--proof-only'])).toMatchObject({ code: 0 });
});
