import { expect, test } from 'vitest';
import { type ClusterModel, simulateCluster } from '../../bench/batch/scheduler-simulation.ts';

const CALM: ClusterModel = {
  ...{ workers: 50, chunks: 2000, seconds: 10, spread: 0, slow: 0, slowness: 4, hoursToDeath: 1e9, back: 60, stalls: 0, stillFor: 300 },
  ...{ lock: 30, look: 30, server: 0.001, ahead: 2, hold: 64, seed: 'test' },
};

test('where nothing goes wrong, nobody waits but at the end', () => {
  const run = simulateCluster(CALM);
  expect(run.makespan).toBeGreaterThanOrEqual(run.ideal);
  expect(run.makespan / run.ideal).toBeLessThan(1.1);
  expect([run.again, run.twice]).toStrictEqual([0, 0]);
});

test('whatever dies or stands still is given out again, and the job ends', () => {
  const run = simulateCluster({ ...CALM, hoursToDeath: 0.5, stalls: 0.02, slow: 0.1 });
  expect(run.again).toBeGreaterThan(50);
  expect(run.twice).toBeGreaterThan(10);
  expect(run.makespan).toBeGreaterThan(run.ideal);
  expect(Number.isFinite(run.makespan)).toBe(true);
});

test('a client that holds few answers out of turn makes everybody wait for the slowest', () => {
  const faults = { ...CALM, slow: 0.04, slowness: 20 };
  const patient = simulateCluster(faults);
  const hasty = simulateCluster({ ...faults, hold: 1 });
  expect(hasty.makespan / patient.makespan).toBeGreaterThan(2);
  expect(hasty.waiting).toBeLessThan(patient.waiting);
});

test('a server that is too slow bounds the rate', () => {
  const run = simulateCluster({ ...CALM, server: 0.5 });
  expect(run.busy).toBeGreaterThan(0.95);
  expect(run.makespan).toBeGreaterThanOrEqual(0.95 * 0.5 * CALM.chunks);
});

test('the same seed gives the same run', () => {
  const faults = { ...CALM, hoursToDeath: 1, spread: 0.3 };
  expect(simulateCluster(faults)).toStrictEqual(simulateCluster(faults));
  expect(simulateCluster({ ...faults, seed: 'other' })).not.toStrictEqual(simulateCluster(faults));
});
