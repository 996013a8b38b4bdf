// One question over workers is answered as by the scene itself, whatever the cuts.

import { afterEach, describe, expect, test } from 'vitest';
import { type Packable, pack } from '../../../../src/batch/packed.ts';
import { packScene } from '../../../../src/batch/packed-scene.ts';
import { WorkerPool } from '../../../../src/batch/pool.ts';
import { clearanceBySpans, contactIntervalsBySpans, firstContactBySpans } from '../../../../src/batch/spans/long-questions.ts';
import type { Crew } from '../../../../src/batch/spans/span-crew.ts';
import { setClock } from '../../../../src/contact/budget.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../../src/scene/search/scene-options.ts';
import { libraryScene, randomScene } from '../../../property/random-robots.ts';
import { workersHere } from '../../../support/workers-here.ts';

let pools: WorkerPool[] = [];
afterEach(async () => {
  setClock(undefined);
  for (const pool of pools) await pool.close();
  pools = [];
});

function crewOf(scene: Scene, count = 3, fails?: (message: unknown) => boolean): Crew {
  const pool = new WorkerPool(workersHere(count, fails));
  pools.push(pool);
  return { pool, scene, shares: true, subject: { id: 'scene', bytes: pack(packScene(scene, true) as unknown as Packable) } };
}

const SLIDER = new Robot({
  name: 'r',
  links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }],
});

/** A ball on a rail in front of a wall at 2. */
function rail(): Scene {
  return new Scene({ robots: [SLIDER], obstacles: [{ name: 'wall', shape: box([1, 4, 4]), pose: { position: [2.5, 0, 0] } }] });
}

/** To and fro, never nearer than 0.1 but at the waypoints listed, where it goes into the wall. */
function toAndFro(count: number, hits: readonly number[] = []): SceneMotions {
  return { r: SLIDER.path(Array.from({ length: count }, (_, k) => [hits.includes(k) ? 1.7 : k % 2 ? 1.4 : 0.3])) };
}

describe('as the scene itself', () => {
  test.each([0, 1, 2, 3])('random scenes (seed "crew %i")', async (seed) => {
    const random = new Random(`crew ${seed}`);
    const { scene, motions } = libraryScene(
      randomScene(random, { links: 3, bodies: seed % 2, robots: 1 + (seed >> 1), turn: 0.15, segments: 24 }),
    );
    const options: SceneFirstContactOptions = { clearance: random.pick([0, { default: 0.01, self: 0.02, environment: 0 }]) };
    const crew = crewOf(scene);
    expect(await firstContactBySpans(crew, motions, options)).toStrictEqual(scene.firstContact(motions, options));
    expect(await clearanceBySpans(crew, motions, {})).toStrictEqual(scene.clearance(motions));
  });

  test.each([[[]], [[1]], [[700]], [[3, 200, 201, 699]]])('a long path, into the wall at %j', async (hits) => {
    const scene = rail();
    const motions = toAndFro(701, hits);
    const crew = crewOf(scene);
    expect(await firstContactBySpans(crew, motions, {})).toStrictEqual(scene.firstContact(motions));
    expect(await contactIntervalsBySpans(crew, motions, {})).toStrictEqual(scene.contactIntervals(motions));
    expect(await clearanceBySpans(crew, motions, { enough: 0.2 })).toStrictEqual(scene.clearance(motions, { enough: 0.2 }));
  });

  test('a stretch that goes on over many cuts, and one that starts in contact', async () => {
    const scene = rail();
    const waypoints = [1.6, ...Array.from({ length: 20 }, (_, k) => (k > 8 && k < 14 ? 1.7 : k % 3 === 1 ? 1.6 : 0.3))];
    const motions: SceneMotions = { r: SLIDER.path(waypoints.map((x) => [x])) };
    expect(await contactIntervalsBySpans(crewOf(scene), motions, {})).toStrictEqual(scene.contactIntervals(motions));
  });

  test('what cannot be cut is answered whole', async () => {
    const scene = rail();
    const leaving: SceneMotions = { r: SLIDER.path([[1.5], [0], [1.7], [0]]) };
    const crew = crewOf(scene);
    for (const options of [
      { start: 'leaving' },
      { method: interval, start: 'leaving' },
      { leave: [['tip', 'wall']] },
    ] as SceneFirstContactOptions[]) {
      const { stats: own, ...found } = await firstContactBySpans(crew, leaving, options);
      const { stats: expected, ...rest } = scene.firstContact(leaving, options);
      expect(found).toStrictEqual(rest);
      expect(own.iterations).toBe(expected.iterations);
    }
    const start = 'leaving';
    expect(await contactIntervalsBySpans(crew, leaving, { start })).toStrictEqual(scene.contactIntervals(leaving, { start }));
    const byPair = { byPair: true };
    expect(await contactIntervalsBySpans(crew, leaving, byPair)).toStrictEqual(scene.contactIntervals(leaving, byPair));
    expect(await clearanceBySpans(crew, leaving, { start })).toStrictEqual(scene.clearance(leaving, { start }));
  });

  test('iterations are counted over all spans', async () => {
    const scene = rail();
    const motions = toAndFro(201, [150]);
    const crew = crewOf(scene);
    const { iterations } = scene.firstContact(motions).stats;
    for (const maxIterations of [1, 7, Math.floor(iterations / 2), iterations - 1, iterations, iterations + 1])
      expect(await firstContactBySpans(crew, motions, { maxIterations })).toStrictEqual(scene.firstContact(motions, { maxIterations }));
    for (const maxIterations of [1, iterations, 3 * iterations])
      expect(await clearanceBySpans(crew, motions, { maxIterations })).toStrictEqual(scene.clearance(motions, { maxIterations }));
  });
});

test('an early contact is told before later spans are', async () => {
  let tasks = 0;
  const crew = crewOf(rail(), 2, (message) => {
    if ((message as { kind: string }).kind === 'task') tasks++;
    return false;
  });
  expect((await firstContactBySpans(crew, toAndFro(20001, [1]), {})).time).toBeLessThan(1);
  expect(tasks).toBeLessThanOrEqual(6);
});

test('a worker that ends is replaced; where it ends again, that is the error', async () => {
  const scene = rail();
  const motions = toAndFro(301, [250]);
  let count = 0;
  const crew = crewOf(scene, 2, (message) => (message as { kind: string }).kind === 'task' && ++count === 5);
  expect(await firstContactBySpans(crew, motions, {})).toStrictEqual(scene.firstContact(motions));
  const isFrom9 = (message: unknown): boolean =>
    ((message as { payload?: { part: { span: { first: number } } } }).payload?.part.span.first ?? 0) > 9;
  await expect(firstContactBySpans(crewOf(scene, 2, isFrom9), motions, {})).rejects.toThrow('a worker ended: out of memory');
});

test('the time allowed is that of all spans: what is proven until then is told', async () => {
  const motions = toAndFro(2001, [1999]);
  const crew = crewOf(rail());
  let now = 0;
  setClock(() => (now += 0.05));
  const answer = await firstContactBySpans(crew, motions, { maxMilliseconds: 40 });
  expect(answer).toMatchObject({ status: 'unresolved', reason: 'milliseconds' });
  expect(answer.time).toBeLessThan(1999);
  const { gap, complete } = await clearanceBySpans(crew, motions, { maxMilliseconds: 20 });
  expect(complete || gap[0] === 0).toBe(true);
  const stretches = await contactIntervalsBySpans(crew, motions, { maxMilliseconds: 20 });
  expect(stretches.complete).toBe(false);
});

test('what is wrong with a question is said', async () => {
  const crew = crewOf(rail());
  const motions = toAndFro(3);
  await expect(firstContactBySpans(crew, motions, { clearance: -1 })).rejects.toThrow(InputError);
  await expect(clearanceBySpans(crew, motions, { accuracy: 2 })).rejects.toThrow('accuracy: must be in (0, 1), got 2');
  await expect(contactIntervalsBySpans(crew, motions, { mode: 'any' })).rejects.toThrow("mode: 'any' is not for contactIntervals");
  await expect(firstContactBySpans(crew, {}, {})).rejects.toThrow("robot 'r' has none");
});

describe('told how far it is', () => {
  test('span by span, or whole by one of them', async () => {
    const motions = toAndFro(200);
    const total = 199;
    for (const options of [{}, { start: 'leaving' as const }, { method: hca }]) {
      const told: (readonly number[])[] = [];
      const scene = rail();
      const onProgress = (...now: readonly number[]): void => void told.push(now);
      expect(await firstContactBySpans(crewOf(scene), motions, { ...options, onProgress })).toMatchObject({ status: 'free', time: total });
      expect(told.length).toBeGreaterThan(1);
      expect(told.every(([done, all, round]) => done > 0 && done <= total && all === total && round === 1)).toBe(true);
      expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b));
    }
  });

  test('the other long questions, too', async () => {
    const motions = toAndFro(40, [7]);
    for (const ask of [clearanceBySpans, contactIntervalsBySpans]) {
      const told: number[] = [];
      await ask(crewOf(rail()), motions, { onProgress: (_, total) => void told.push(total) });
      expect(told.length).toBeGreaterThan(0);
      expect(new Set(told)).toEqual(new Set([39]));
    }
  });

  test('what throws ends the question, not the workers', async () => {
    const crew = crewOf(rail());
    const onProgress = (): void => {
      throw new Error('enough');
    };
    for (const options of [{}, { method: hca }])
      await expect(firstContactBySpans(crew, toAndFro(100), { ...options, onProgress })).rejects.toThrow('enough');
    expect((await firstContactBySpans(crew, toAndFro(100), {})).status).toBe('free');
  });
});
