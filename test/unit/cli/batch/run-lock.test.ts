import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { RunLock } from '../../../../src/cli/batch/run-lock.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('one run has it, the next waits until it is released', async () => {
  const file = folder.path('a.jsonl');
  const lock = await RunLock.take(file);
  await expect(RunLock.take(file)).rejects.toThrow(`another run (process ${process.pid}) writes to it`);
  await lock.requireOwn();
  await lock.release();
  expect(existsSync(`${file}.lock`)).toBe(false);
  await (await RunLock.take(file)).release();
});

test('one that a killed run left behind is taken over, also where its number is used again', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const owner of [
    { pid, host: hostname(), since: '', token: 'x' },
    { pid: process.pid, host: hostname(), since: '1', token: 'x' },
  ]) {
    const file = folder.path('b.jsonl');
    folder.write('b.jsonl.lock', owner);
    // without /proc nobody knows when a process began
    if (owner.since === '1' && process.platform !== 'linux') continue;
    const lock = await RunLock.take(file);
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8')).pid).toBe(process.pid);
    await lock.release();
  }
});

test('what a kill cut short is no lock', async () => {
  folder.write('c.jsonl.lock', '{"pid":12');
  await (await RunLock.take(folder.path('c.jsonl'))).release();
});

test('of another machine nobody can tell', async () => {
  folder.write('d.jsonl.lock', { pid: 1, host: 'another-machine', since: '', token: 'x' });
  await expect(RunLock.take(folder.path('d.jsonl'))).rejects.toThrow(
    `a run on another-machine (process 1) writes to it; where that has ended, remove ${folder.path('d.jsonl.lock')}`,
  );
});

test('a run whose lock was taken over does not go on', async () => {
  const file = folder.path('e.jsonl');
  const lock = await RunLock.take(file);
  folder.write('e.jsonl.lock', { pid: 1, host: 'another-machine', since: '', token: 'x' });
  await expect(lock.requireOwn()).rejects.toThrow('was removed or taken over');
  await lock.release();
  expect(existsSync(`${file}.lock`)).toBe(true);
});
