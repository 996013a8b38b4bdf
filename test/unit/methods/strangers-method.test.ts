import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch } from '../../../src/batch/index.ts';
import { setClock } from '../../../src/contact/budget.ts';
import {
  box,
  type FirstContactOptions,
  firstContact,
  InputError,
  PairQuery,
  Random,
  Robot,
  Scene,
  TriangleMesh,
  translationMotion,
} from '../../../src/index.ts';
import { parseJob } from '../../../src/io/index.ts';
import { hca, type PairQuestion, type SegmentSearch } from '../../../src/methods/index.ts';
import { checkAsk } from '../../../src/node/queue/check-ask.ts';
import { body, randomPair } from '../../property/random-pairs.ts';
import { libraryScene, randomScene } from '../../property/random-robots.ts';
import { BrutePair, violation } from '../../support/brute-force.ts';
import { BruteScene } from '../../support/brute-robot.ts';
import { STRANGER } from '../../support/strangers-method.ts';
import { workersHere } from '../../support/workers-here.ts';

const TOLERANCE = 1e-3;

describe('asked as the others are', () => {
  test("two bodies: none missed, late, early or false (seed 'stranger')", () => {
    const random = new Random('stranger');
    const seen = new Set<string>();
    for (let round = 0; round < 40; round++) {
      const { a, b } = randomPair(random, { most: 8 });
      const clearance = random.pick([0, 0.05]);
      const start = random.pick(['strict', 'leaving'] as const);
      const found = firstContact(body(a), body(b), { method: STRANGER, tolerance: TOLERANCE, clearance });
      expect(violation(new BrutePair(a, b), found, clearance, TOLERANCE)).toBe(null);
      expect(found.stats.method).toBe('stranger');
      const leaving = firstContact(body(a), body(b), { method: () => STRANGER, tolerance: TOLERANCE, clearance, start });
      expect(leaving.status === 'free').toBe(firstContact(body(a), body(b), { tolerance: TOLERANCE, clearance, start }).status === 'free');
      seen.add(found.status);
    }
    expect([...seen].sort()).toEqual(['contact', 'free', 'overlap']);
  });

  test("scenes: none missed, late, early or false (seed 'strangers')", () => {
    const random = new Random('strangers');
    const seen = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const spec = randomScene(random, { obstacles: 3, most: 6, bodies: 1 });
      const { scene, motions } = libraryScene(spec);
      const clearance = random.pick([0, 0.01]);
      const found = scene.firstContact(motions, { method: STRANGER, tolerance: TOLERANCE, clearance });
      expect(new BruteScene(spec).violation(found, clearance, TOLERANCE)).toBe(null);
      expect(found.stats.method).toBe('stranger');
      seen.add(found.status);
    }
    expect([...seen].sort()).toEqual(['contact', 'free']);
  });

  test('what it made is kept from question to question, and made for each query or scene', () => {
    let made = 0;
    const counted = {
      ...STRANGER,
      pair: () => {
        made++;
        return STRANGER.pair();
      },
    };
    const query = new PairQuery({ shape: box(1) }, { shape: box(1), pose: { position: [3, 0, 0] } });
    for (let k = 0; k < 3; k++) query.firstContact({ a: translationMotion({}, [4, 0, 0]) }, { method: () => ({ ...counted }) });
    expect(made).toBe(1);
    // by the default in between, nothing of it is left
    expect(query.firstContact({ a: translationMotion({}, [4, 0, 0]) }).stats.method).toBe('auto');
  });

  test('its budget is kept, and its own default of steps', () => {
    const [a, b] = [{ shape: box(1), motion: translationMotion({ position: [-3, 0, 0] }, [6, 0, 0]) }, { shape: box(1) }];
    const short = firstContact(a, b, { method: STRANGER, maxIterations: 1 });
    expect(short).toMatchObject({ status: 'unresolved', reason: 'iterations' });
    expect(firstContact(a, b, { method: { ...STRANGER, maxIterations: 1 } })).toEqual(short);
    expect(firstContact(a, b, { method: STRANGER }).status).toBe('contact');
  });
});

describe('whenever time is over', () => {
  let now = 0;
  beforeAll(() => setClock(() => now++));
  afterAll(() => setClock(undefined));

  test("what is not proven is not told (seed 'late')", () => {
    const random = new Random('late');
    const soup = (): TriangleMesh =>
      new TriangleMesh(
        Array.from({ length: 270 }, () => random.range(-1, 1)),
        Array.from({ length: 90 }, (_, i) => i),
      );
    const query = new PairQuery({ shape: soup(), motion: translationMotion({ position: [-4.5, 0, 0] }, [4, 0, 0]) }, { shape: soup() });
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: soup() }] }],
    });
    const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: soup(), pose: { position: [5, 0, 0] } }] });
    const motions = { r: robot.path([[0], [5]]) };
    for (const ask of [
      (options: FirstContactOptions) => query.firstContact({}, { ...options, method: STRANGER }),
      (options: FirstContactOptions) => scene.firstContact(motions, { ...options, method: STRANGER }),
    ]) {
      const truth = ask({});
      expect(truth.status).toBe('contact');
      const seen = new Set<string>();
      for (let allowed = 1; allowed < 2 ** 20 && !seen.has('contact'); allowed = Math.ceil(1.02 * allowed)) {
        const { status, time } = ask({ maxMilliseconds: allowed });
        seen.add(status);
        expect(time).toBeLessThanOrEqual(truth.time);
      }
      expect([...seen].sort()).toEqual(['contact', 'unresolved']);
    }
  });
});

describe('a search with a fault is never heard as an answer', () => {
  const pair = [{ shape: box(1), motion: translationMotion({ position: [-3, 0, 0] }, [6, 0, 0]) }, { shape: box(1) }] as const;
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2) }] }],
  });
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: box(1), pose: { position: [2, 0, 0] } }] });
  const path = robot.path([[0], [3]]);
  const leaving = (left: object) => ({
    name: 'faulty',
    maxIterations: 10,
    pair: () => ({ gapOnly: true, search: ({ outcome }: PairQuestion) => void Object.assign(outcome, left) }),
    scene: (): SegmentSearch => ({ run: (_from, _clearance, _start, _budget, outcome) => void Object.assign(outcome, left) }),
  });

  test('one that leaves nothing decides nothing, whatever was answered before', () => {
    const query = new PairQuery(...pair);
    const away = translationMotion({ position: [-3, 0, 0] }, [-1, 0, 0]);
    for (const motion of [away, undefined]) {
      query.firstContact({ a: motion });
      expect(query.firstContact({}, { method: leaving({}) })).toMatchObject({ status: 'unresolved', time: 0, reason: 'precision' });
    }
    for (const motion of [robot.path([[0], [0.1]]), path]) {
      scene.firstContact({ r: motion });
      expect(scene.firstContact({ r: path }, { method: leaving({}) })).toMatchObject({
        status: 'unresolved',
        time: 0,
        reason: 'precision',
      });
    }
  });

  test.each([
    [{ status: 'hit', time: 0.5 }, /^method: 'faulty' left hit at 0.5, leaves -1 and -1; it had \[0, 1\] to search$/],
    [{ status: 'free', time: Number.NaN }, /left free at NaN/],
    [{ status: 'free', time: 2 }, /left free at 2/],
    [{ status: 'contact', time: 0.5 }, /left contact at 0.5, leaves -1 and -1/],
  ])('%o is refused', (left, refusal) => {
    expect(() => firstContact(...pair, { method: leaving(left) })).toThrow(refusal);
    expect(() => scene.firstContact({ r: path }, { method: leaving(left) })).toThrow(refusal);
  });
});

describe('where only names travel it is refused, never answered by another', () => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2) }] }],
  });
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: box(1), pose: { position: [2, 0, 0] } }] });
  const motions = { r: robot.path([[0], [3]]) };
  let batch: Batch;
  beforeAll(() => {
    batch = new Batch({ scene, workers: workersHere(1) });
  });
  afterAll(() => batch.close());

  // a name of ours, even a copy of ours, does not make it ours
  test.each([STRANGER, { ...STRANGER, name: 'hca' }, { ...hca(), scene: STRANGER.scene }])('a batch: $name', async (method) => {
    const refusal = new RegExp(`method: '${method.name}' is not built in`);
    await expect(batch.firstContacts([motions], { method }).next()).rejects.toThrow(refusal);
    await expect(batch.firstContact(motions, { method })).rejects.toThrow(refusal);
    await expect(batch.contactIntervals(motions, { method })).rejects.toThrow(refusal);
    await expect(batch.motionsAreFree({ r: { from: Float64Array.of(0), to: Float64Array.of(3) } }, { method })).rejects.toThrow(refusal);
    expect(scene.firstContact(motions, { method }).stats.method).toBe(method.name);
  });

  test('a job, and a chunk of one from a queue', () => {
    const job = JSON.stringify({ format: 'inbetween-job/1', cell: 'c.json', paths: 'a.csv', method: 'stranger' });
    expect(() => parseJob(job, 'job.json')).toThrow(/method should be "auto", "hca", "interval"/);
    const ask = { method: 'stranger', start: 'strict', limits: 'default', margin: false, all: false };
    expect(() => checkAsk(ask)).toThrow(InputError);
    expect(() => checkAsk({ ...ask, method: STRANGER })).toThrow(InputError);
    expect(checkAsk({ ...ask, method: 'hca' })).toMatchObject({ method: 'hca' });
  });
});
