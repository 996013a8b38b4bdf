import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { temporaryFolder } from '../query/small-scene.ts';
import { writeArmCell } from './arm-cell.ts';

const folder = temporaryFolder();
const cell = writeArmCell(folder);
const never = () => new Promise<void>(() => {});
const plan = (...args: string[]) => captured(['plan', cell, ...args], { untilInterrupted: never });
const proof = folder.path('arm/way.proof.gz');

test('--proof: the path as it is written is proven, and verify reads it again', async () => {
  const out = folder.path('arm/way.csv');
  const { code, stdout } = await plan('--from', 'left', '--to', 'right', '--out', out, '--proof', proof);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}proof {7}[\d,]+ leaves, [\d,]+ bytes$/m);
  expect(stdout).toContain(`written: ${out}, ${proof}`);
  const verified = await captured(['verify', proof, cell, out]);
  expect(verified.stdout).toContain('proven: free. ');
  expect(verified.stdout).toContain('read again: the problem in it is the one in');
  expect(verified.code).toBe(0);
});

test('a timed path, without a file of it', async () => {
  const timed = folder.path('arm/timed.proof');
  const rates = ['--time', '--max-velocity', '1', '--max-acceleration', '2'];
  expect((await plan('--from', 'left', '--to', 'right', ...rates, '--proof', timed)).code).toBe(0);
  const verified = await captured(['verify', timed]);
  expect([verified.code, verified.stdout]).toEqual([3, expect.stringContaining('valid, problem not compared: free. ')]);
  const only = await captured(['verify', timed, '--proof-only']);
  expect([only.code, only.stdout]).toEqual([0, expect.stringContaining('proven: free. ')]);
});

test('where no path is found none is proven; lines of the tool are refused by name', async () => {
  const none = folder.path('arm/none.proof');
  expect((await plan('--from', 'left', '--to', 'ahead', '-q', '--proof', none)).code).not.toBe(0);
  expect(existsSync(none)).toBe(false);
  const lines = await plan('--from', 'left', '--to', 'right', '--approach', '0.1', '--proof', none);
  expect(lines.code).toBe(2);
  expect(lines.stderr).toContain('--proof does not go with --approach and --retreat');
});
