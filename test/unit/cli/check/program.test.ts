import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capturedBatch } from '../batch/captured-batch.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

// examples/welding: the torch meets the sheet where the line along the second edge has come from x = −0.09 to −0.04 of 0.18.

const FOLDER = 'examples/welding';
const CELL = `${FOLDER}/cell.json`;
const SHARE = (0.09 - 0.03 - 0.01) / 0.18;

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
  cpSync(FOLDER, folder.path('welding'), { recursive: true });
});
afterAll(() => folder.remove());

test('the contact is told by its move, in text, JSON, JUnit and page', async () => {
  const junit = folder.path('junit.xml');
  const page = folder.path('page.html');
  const { code, stdout } = await captured(['check', CELL, '--junit', junit, '--report', page, '--no-margin', '--workers', '1']);
  expect(code).toBe(1);
  expect(stdout).toContain('seam.json: torch touches sheet in moves[3] (line), 27.8 % of it');
  expect(readFileSync(junit, 'utf8')).toMatch(
    /<testcase name="waypoint \d+ to \d+, in moves\[3\] \(line\)"[^>]*>\s*<failure message="torch touches sheet in moves\[3\]/,
  );
  expect(readFileSync(page, 'utf8')).toContain('in moves[3] (line), 27.8 % of it');
  const json = await captured(['check', CELL, '--json', '--no-margin', '--workers', '1']);
  const [{ moves, status, time }] = JSON.parse(json.stdout).paths;
  expect([status, moves.ur5.move, moves.ur5.kind]).toEqual(['contact', 3, 'line']);
  expect(moves.ur5.share).toBeCloseTo(SHARE, 3);
  const { lines } = await capturedBatch(CELL);
  expect([lines[0].status, lines[0].time]).toEqual(['contact', time]);
});

test('a program beside the cell: free; a job of both has the same answers', async () => {
  const paths = ['seam.json', 'lifted.json'].map((name) => join(FOLDER, name));
  const { code, stdout } = await captured(['check', CELL, paths[1], '--workers', '1']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('FREE')]);
  const { lines, code: worst } = await capturedBatch(CELL, paths);
  expect([worst, lines.map(({ status }) => status)]).toEqual([1, ['contact', 'free']]);
});

test('a program in the cell itself is asked about in batches too', async () => {
  const program = JSON.parse(readFileSync(join(FOLDER, 'seam.json'), 'utf8').replace(/\/\/.*/g, ''));
  const cell = JSON.parse(readFileSync(CELL, 'utf8').replace(/\/\/.*/g, ''));
  const inline = folder.write('welding/inline.json', { ...cell, program });
  const { lines } = await capturedBatch(inline);
  const [file] = (await capturedBatch(CELL)).lines;
  expect([lines[0].status, lines[0].time]).toEqual(['contact', file.time]);
});

test('a program that is only nearly followed: what is proven, and what is nearest, is told by its move, in text and page', async () => {
  const cell = JSON.parse(readFileSync(CELL, 'utf8').replace(/\/\/.*/g, ''));
  const ask = async (name: string, uncertainty: object, ...more: string[]) => {
    const file = folder.write('welding/off.json', { ...cell, uncertainty });
    return (await captured(['check', file, folder.path(`welding/${name}`), '--workers', '1', ...more])).stdout;
  };
  const page = folder.path('off.html');
  // 12 mm sooner than the torch of 10 mm would be at the sheet's edge, at x = −0.03: at −0.052 of the line from −0.09 to −0.05
  const off = await ask('lifted.json', { places: { sheet: { length: 0.012 } } }, '--report', page, '--no-margin');
  const [, proven] =
    /UNRESOLVED .*proven free until t = [\d.]+, in moves\[3\] \(line\), ([\d.]+) % of it, then the nominal motion is free/.exec(off) ?? [];
  expect(Number(proven)).toBeCloseTo(95, 0);
  expect(readFileSync(page, 'utf8')).toContain(`in moves[3] (line), ${proven} % of it`);
  const safe = await ask('lifted.json', { places: { sheet: { length: 0.001 } } });
  expect(safe).toMatch(/FREE[\s\S]*clearance +at least .* and \w+ at t = [\d.]+, in moves\[\d\] \(\w+\), [\d.]+ % of it/);
  const all = await ask('seam.json', { places: { sheet: { length: 0.002 } } }, '--all', '--no-margin');
  // 2 mm sooner than where the nominal motion touches
  const [, share] = /may touch +t = [\d.]+ to [\d.]+, in moves\[3\] \(line\), ([\d.]+) % of it: torch and sheet/.exec(all) ?? [];
  expect(Number(share) / 100).toBeCloseTo(SHARE - 0.002 / 0.18, 2);
});

test('what cannot be followed is bad input, with the line and the number of the move; limits are judged by check', async () => {
  const text = readFileSync(join(FOLDER, 'seam.json'), 'utf8');
  const far = folder.write('welding/far.json', text.replace('[-0.09, 0.105, 0], "rpy', '[-0.09, 2.5, 0], "rpy'));
  const found = await captured(['check', folder.path('welding/cell.json'), far, '--workers', '1']);
  expect(found.code).toBe(2);
  expect(found.stderr).toMatch(
    /far\.json, line 19: moves\[2\]: the line can be followed up to [\d.]+ % of it: what follows is out of reach.*joint '\w+' goes at .* a second/,
  );
  const fast = folder.write(
    'welding/fast.json',
    text.replace('"speed": 0.05,', '"speed": 30,').replace('"acceleration": 1 }', '"acceleration": 1000 }'),
  );
  const limits = await captured(['check', folder.path('welding/cell.json'), fast, '--no-margin', '--workers', '1', '--limits', 'error']);
  expect(limits.code).toBe(1);
  expect(limits.stdout).toMatch(/limit +joint '\w+' at velocity .* is beyond its limit 3\.\d+.*; in moves\[\d\] \(line\)/);
});
