// Several seeds at once: the path is that of the seed that took the least work, whoever was faster.
import { afterEach, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/batch.ts';
import { setClock } from '../../../../src/contact/budget.ts';
import { box, capsule, Robot, Scene } from '../../../../src/index.ts';
import { type PathSoFar, type PlanProgress, type PlanRequest, plan } from '../../../../src/plan/index.ts';
import { PlanJob } from '../../../../src/plan/plan.ts';
import { workersHere } from '../../../support/workers-here.ts';

const LINK = { type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } } as const;
const ARM = new Robot({
  name: 'arm',
  links: [
    { name: 'foot', shapes: [] },
    { name: 'upper', parent: 'foot', joint: { name: 'shoulder', ...LINK }, shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }] },
    {
      name: 'lower',
      parent: 'upper',
      joint: { name: 'elbow', ...LINK, origin: { position: [1, 0, 0] } },
      shapes: [{ shape: capsule([0.1, 0, 0], [0.8, 0, 0], 0.04) }],
    },
  ],
  allowed: [{ a: 'upper', b: 'lower' }],
});
const POST = { name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [1.3, 0, 0] as const } };
const REQUEST: PlanRequest = { from: [1, 0], to: [-1, 0], maxMilliseconds: Infinity };

let batches: Batch[] = [];
afterEach(async () => {
  setClock(undefined);
  for (const batch of batches) await batch.close();
  batches = [];
});

function scene(): Scene {
  return new Scene({ robots: [ARM], obstacles: [POST] });
}

function batchOf(of: Scene, count: number, seen?: (message: { readonly kind: string }) => void): Batch {
  const batch = new Batch({
    scene: of,
    workers: workersHere(count, (message) => {
      seen?.(message as { readonly kind: string });
      return false;
    }),
  });
  batches.push(batch);
  return batch;
}

/** What a seed does by itself. */
async function alone(seed: number | string, request: PlanRequest = REQUEST): Promise<{ work: number; states: readonly Float64Array[] }> {
  const job = new PlanJob(scene(), { ...request, seed });
  const { states } = await job.run();
  return { work: job.work, states };
}

test('the least work wins, the first of those that took the same', async () => {
  const winners = new Set<number>();
  for (let seed = 0; seed < 4; seed++) {
    const runs = [await alone(seed), await alone(`${seed} 1`), await alone(`${seed} 2`)];
    const least = Math.min(...runs.map(({ work }) => work));
    const winner = runs.findIndex(({ work }) => work === least);
    winners.add(winner);
    const here = scene();
    const found = await plan(here, { ...REQUEST, seed, batch: batchOf(here, 3) });
    expect(found.states).toStrictEqual(runs[winner].states);
    expect(found.certificate?.status).toBe('free');
    expect(here.firstContact(found.path ?? {}).status).toBe('free');
  }
  expect(winners.size).toBeGreaterThan(1);
});

test('with one worker it is the plan without any', async () => {
  const here = scene();
  const { stats: raced, ...found } = await plan(here, { ...REQUEST, seed: 'x', batch: batchOf(here, 1) });
  const { stats, ...expected } = await plan(here, { ...REQUEST, seed: 'x' });
  expect({ ...found, path: null }).toStrictEqual({ ...expected, path: null });
  expect(raced.states).toBe(stats.states);
});

test('whoever has done more than the winner is stopped', async () => {
  // every look at the clock is a millisecond, so that all have many turns
  let now = 0;
  setClock(() => now++);
  const kinds: string[] = [];
  for (let seed = 0; seed < 12 && !kinds.includes('stop'); seed++) {
    const here = scene();
    await plan(here, { ...REQUEST, seed, batch: batchOf(here, 4, ({ kind }) => kinds.push(kind)) });
  }
  expect(kinds).toContain('stop');
});

test.each([
  ['good enough', { goodEnough: 6 }],
  ['after so many samples', { maxSamples: 800 }],
])('ever shorter paths: the best of all is told, and they end where one is %s', async (_, limit) => {
  let now = 0;
  setClock(() => (now += 0.1));
  const here = scene();
  const told: PlanProgress[] = [];
  const paths: PathSoFar[] = [];
  const found = await plan(here, {
    ...REQUEST,
    method: 'optimal',
    ...limit,
    batch: batchOf(here, 3),
    onProgress: (progress) => told.push(progress),
    onPath: (path) => paths.push(path),
  });
  expect(found.status).toBe('found');
  expect(paths.length).toBeGreaterThan(0);
  for (let k = 1; k < paths.length; k++) expect(paths[k].length).toBeLessThan(paths[k - 1].length);
  // good enough by the least work, else the shortest
  if ('maxSamples' in limit) expect(found.length).toBe(paths[paths.length - 1].length);
  expect(told.length).toBeGreaterThan(0);
});

test('cancelled, without a path, and wrong', async () => {
  const here = scene();
  const batch = batchOf(here, 2);
  const hit = await plan(here, { ...REQUEST, to: [0, 0], batch });
  expect(hit).toMatchObject({ status: 'none', reason: 'goal', path: null });
  expect(await plan(here, { ...REQUEST, maxSamples: 0, batch })).toMatchObject({ status: 'none', reason: 'samples' });
  let looks = 0;
  const signal = {
    get aborted() {
      return looks++ > 2;
    },
  };
  let now = 0;
  setClock(() => now++);
  const boxed = new Scene({ robots: [ARM], obstacles: [POST, { name: 'bar', shape: box([0.1, 4, 1]), pose: { position: [-1.3, 0, 0] } }] });
  const cancelled = await plan(boxed, { ...REQUEST, from: [0.4, 0], to: [-0.4, 0], clearance: 0.3, signal, batch: batchOf(boxed, 2) });
  expect(cancelled.status).toBe('none');
  setClock(undefined);
  await expect(plan(scene(), { ...REQUEST, batch })).rejects.toThrow('batch is of another scene');
  await expect(plan(here, { ...REQUEST, batch: {} as never })).rejects.toThrow('batch must be a Batch');
  await expect(plan(here, { ...REQUEST, to: [4, 0, 1], batch })).rejects.toThrow('plan: to');
  const bounds = { shoulder: { toJSON: () => 1 } } as never;
  await expect(plan(here, { ...REQUEST, bounds, batch })).rejects.toThrow('a function cannot be sent to workers');
});

test('a scene that is changed meanwhile: the path is asked again whether it is free', async () => {
  const here = scene();
  const batch = batchOf(here, 2);
  const found = plan(here, { ...REQUEST, batch });
  here.addObstacle({ name: 'wall', shape: box([0.2, 6, 1]), pose: { position: [0.6, 0, 0] } });
  expect(await found).toMatchObject({ status: 'none', why: expect.stringContaining('the scene was changed') });
});
