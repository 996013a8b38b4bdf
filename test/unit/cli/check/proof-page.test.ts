import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { temporaryFolder } from '../query/small-scene.ts';
import { writeRailCell } from './small-cell.ts';

const folder = temporaryFolder();
const cell = writeRailCell(folder);
const path = (name: string): string => folder.path(`rail/${name}`);

test('the page says who verified the proof, of what, and draws how it covers time', async () => {
  const asked = ['check', cell, path('hit.csv'), '--proof', path('hit.proof.gz'), '--report', path('hit.html')];
  const { code, stdout } = await captured(asked);
  expect(code).toBe(1);
  expect(stdout).toContain('verified    proven: contact. ');
  const page = readFileSync(path('hit.html'), 'utf8');
  expect(page).toContain('<b class="free">proven</b>: contact.');
  expect(page).toMatch(/verified by<\/dt><dd>inbetween verify [\d.]+: \d+ leaves/);
  const { stdout: verified } = await captured(['verify', path('hit.proof.gz'), '--json']);
  const { inputs, untested, leaves } = JSON.parse(verified);
  for (const { sha256 } of inputs) expect(page).toContain(sha256);
  for (const { why } of untested) expect(page).toContain(why);
  expect(page).toContain(`${leaves} leaves in `);
  expect(page).toMatch(/<rect class="w\d"/);
  expect(page).toContain('name="proof-pair" value="0"');
  expect(page).toContain('"proof":{"instants":161,"discs":["');
});

test('a page without a proof does not speak of one', async () => {
  await captured(['check', cell, path('hit.csv'), '--report', path('plain.html')]);
  const page = readFileSync(path('plain.html'), 'utf8');
  expect(page).not.toContain('The proof');
  expect(page).not.toContain('separating plane');
});

test('a folder of pages has it too', async () => {
  await captured(['check', cell, path('free.csv'), '--proof', path('free.proof'), '--report', path('pages')]);
  expect(readFileSync(path('pages/free.html'), 'utf8')).toContain('<b class="free">proven</b>: free.');
});
