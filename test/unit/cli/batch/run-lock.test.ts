import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { RunLock } from '../../../../src/cli/batch/run-lock.ts';
import { until } from '../../../support/until.ts';
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

const QUICK = { touch: 20, expire: 400 };

test('of another machine, or of another container, it is watched: one that nobody touches is taken over', async () => {
  for (const other of [{ host: 'another-machine' }, { host: hostname(), place: 'another start of it, or another namespace' }]) {
    folder.write('d.jsonl.lock', { pid: process.pid, since: '', token: 'x', ...other });
    const notes: string[] = [];
    const lock = await RunLock.take(folder.path('d.jsonl'), (note) => notes.push(note), QUICK);
    expect(notes).toEqual([expect.stringMatching(`of a run on ${other.host} .*watching for 1 s`)]);
    await lock.requireOwn();
    await lock.release();
  }
});

test('one that is touched is not, and its run is told to try again', async () => {
  const file = folder.path('f.jsonl');
  folder.write('f.jsonl.lock', { pid: 1, host: 'another-machine', since: '', token: 'x' });
  const touching = setInterval(() => utimesSync(`${file}.lock`, new Date(), new Date()), 10);
  const refused = await RunLock.take(file, undefined, QUICK).catch((error) => error);
  clearInterval(touching);
  expect(refused.message).toContain('a run on another-machine (process 1) writes to it');
  expect(refused.exitCode).toBe(75);
});

test('a run touches its own, and none that is another one by then', async () => {
  const file = folder.path('g.jsonl');
  const lock = await RunLock.take(file, undefined, QUICK);
  const timeOf = () => statSync(`${file}.lock`, { bigint: true }).mtimeNs;
  const first = timeOf();
  await until(() => timeOf() !== first);
  folder.write('g.jsonl.lock', { pid: 1, host: 'another-machine', since: '', token: 'x' });
  utimesSync(`${file}.lock`, 1, 1);
  await new Promise((resolve) => setTimeout(resolve, 5 * QUICK.touch));
  expect(statSync(`${file}.lock`).mtimeMs).toBe(1000);
  await lock.release();
});

test('a run whose lock was taken over does not go on', async () => {
  const file = folder.path('e.jsonl');
  const lock = await RunLock.take(file);
  folder.write('e.jsonl.lock', { pid: 1, host: 'another-machine', since: '', token: 'x' });
  await expect(lock.requireOwn()).rejects.toThrow('was removed or taken over');
  await lock.release();
  expect(existsSync(`${file}.lock`)).toBe(true);
});
