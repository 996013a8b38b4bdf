import { expect, it } from 'vitest';
import { RunRecord, readRun } from '../../../../src/node/queue/run-record.ts';
import { readWorker } from '../../../../src/node/queue/work.ts';

it('tells how far a job is, and how fast lately', () => {
  let now = 0;
  const record = new RunRecord('1.2.3', { total: () => 1000, here: () => 16 }, () => now);
  record.count('submitted', 100);
  expect(record.toRun()).toMatchObject({ total: 1000, here: 16, rate: 0, finished: false });
  for (let second = 1; second <= 100; second++) {
    now = 1000 * second;
    record.count('done', second <= 50 ? 10 : 2);
    record.toRun();
  }
  const run = record.toRun();
  expect(run.items.done).toBe(600);
  expect(run.rate).toBeCloseTo(2, 1);
  expect(run.seconds).toBe(100);
  expect(readRun(JSON.stringify(run))).toEqual(run);
});

it('keeps the first failures only, and counts all', () => {
  const record = new RunRecord('1.2.3', {}, () => 0);
  for (let i = 0; i < 150; i++) record.fail({ chunk: 'c', first: 'a', items: 2, reasons: ['why'] });
  expect(record.toRun().failures).toHaveLength(100);
  expect(record.toRun().items.failed).toBe(300);
});

it('takes nothing else for a run or a worker', () => {
  const run = new RunRecord('1.2.3', {}, () => 0).toRun();
  for (const text of [
    '',
    '[]',
    'null',
    '{}',
    JSON.stringify({ ...run, failures: [1] }),
    JSON.stringify({ ...run, chunks: null }),
    JSON.stringify({ ...run, refused: {} }),
  ])
    expect(readRun(text)).toBeNull();
  expect(readWorker('{"host":1}', 0)).toBeNull();
  expect(readWorker('{"host":"a","version":"1; rm -rf /"}', 0)).toBeNull();
  expect(readWorker('{"host":"a","version":"1","threads":1e15,"active":-3}', 0)).toMatchObject({ threads: 4096, active: 0 });
  expect(readWorker('{"host":"a","version":"1","pid":"x"}', 2500)).toMatchObject({ host: 'a', pid: 0, age: 2.5 });
});
