// Whoever is told how far a question is gets the same answer as whoever is not.

import { describe, expect, test } from 'vitest';
import {
  box,
  heldMotion,
  InputError,
  type OnProgress,
  Robot,
  Scene,
  type SceneFirstContactOptions,
  type SceneMotions,
  sphere,
} from '../../../../src/index.ts';
import { hca, interval } from '../../../../src/methods/index.ts';

const SLIDER = new Robot({
  name: 'r',
  links: [{ name: 'tip', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: sphere(0.5) }] }],
});

/** A ball on a rail in front of a wall at 2, and of a second one behind it. */
function rail(): Scene {
  const wall = (name: string, x: number) => ({ name, shape: box([1, 4, 4]), pose: { position: [x, 0, 0] as const } });
  return new Scene({ robots: [SLIDER], obstacles: [wall('wall', 2.5), wall('second', 2.7)] });
}

/** To and fro, never nearer than 0.1 but at the waypoints listed, where it goes into the walls. */
function toAndFro(count: number, hits: readonly number[] = []): SceneMotions {
  return { r: SLIDER.path(Array.from({ length: count }, (_, k) => [hits.includes(k) ? 1.9 : k % 2 ? 1.4 : 0.3])) };
}

type Told = Parameters<OnProgress>;

function telling(): { readonly told: Told[]; readonly onProgress: OnProgress } {
  const told: Told[] = [];
  return { told, onProgress: (...now) => void told.push(now) };
}

/** Rounds count up from 1, and within each the segments do. */
function expectInOrder(told: readonly Told[], segments: number): void {
  expect(told[0]?.[2]).toBe(1);
  for (const [k, [done, total, round]] of told.entries()) {
    expect(total).toBe(segments);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(segments);
    if (k === 0) continue;
    const [before, , last] = told[k - 1];
    if (round === last) expect(done).toBeGreaterThan(before);
    else expect([round, done <= before]).toEqual([last + 1, true]);
  }
}

describe('the first contact', () => {
  test.each<SceneFirstContactOptions>([{}, { method: hca }, { method: interval }, { start: 'leaving' }, { clearance: 0.05 }])(
    '%o: each segment once, up to the contact',
    (options) => {
      for (const hits of [[], [3], [6]]) {
        const motions = toAndFro(8, hits);
        const { told, onProgress } = telling();
        const { stats: counted, ...answer } = rail().firstContact(motions, { ...options, onProgress });
        const { stats, ...expected } = rail().firstContact(motions, options);
        expect(answer).toEqual(expected);
        expect([counted.nodes, counted.iterations]).toEqual([stats.nodes, stats.iterations]);
        const free = answer.status === 'free' ? 7 : Math.floor(answer.time);
        expect(told).toEqual(Array.from({ length: free }, (_, k) => [k + 1, 7, 1]));
      }
    },
  );

  test('goes along the path once, however many distances are kept', () => {
    const { told, onProgress } = telling();
    const clearance = { environment: 0.01, pairs: [['tip', 'second', 0.02]] } as const;
    const motions = toAndFro(5);
    expect(rail().firstContact(motions, { clearance, onProgress })).toEqual(rail().firstContact(motions, { clearance }));
    expectInOrder(told, 4);
    expect(told.at(-1)).toEqual([4, 4, 1]);
  });
});

test('stretches: followed to their ends, then pair by pair', () => {
  const motions = toAndFro(9, [2, 3, 4, 7]);
  for (const byPair of [false, true]) {
    const { told, onProgress } = telling();
    const found = rail().contactIntervals(motions, { byPair, onProgress });
    expect(found).toEqual(rail().contactIntervals(motions, { byPair }));
    expect(found.intervals.length).toBe(2);
    expectInOrder(told, 8);
    expect(told.filter(([, , round]) => round === 1).at(-1)?.[0]).toBe(8);
    expect(told.some(([, , round]) => round > 1)).toBe(byPair);
  }
});

test('a stretch that never ends is followed segment by segment', () => {
  const { told, onProgress } = telling();
  rail().contactIntervals({ r: SLIDER.path([[0], [1.9], [1.8], [1.9], [1.8]]) }, { onProgress });
  expect(told).toEqual([1, 2, 3, 4].map((done) => [done, 4, 1]));
});

test('the least distance takes many rounds', () => {
  const motions = toAndFro(6);
  const { told, onProgress } = telling();
  const found = rail().clearance(motions, { onProgress });
  expect(found).toEqual(rail().clearance(motions));
  expectInOrder(told, 5);
  expect(told.at(-1)?.[2]).toBeGreaterThan(1);
});

test('what is held is told by the segments of the whole path', () => {
  const arm = new Robot({
    name: 'arm',
    links: [{ name: 'hand', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2) }] }],
  });
  const scene = new Scene({
    robots: [arm],
    bodies: [{ name: 'part', shape: box(0.1), pose: { position: [1, 0, 0.3] } }],
    obstacles: [{ name: 'post', shape: box(0.1), pose: { position: [9, 0, 0] } }],
  });
  const motions = { arm: arm.path([[0], [1], [2], [3], [2], [1]]), part: heldMotion([{ by: 'hand', from: 1, to: 4 }]) };
  const first = telling();
  const answer = scene.firstContact(motions, { onProgress: first.onProgress });
  expect(answer.status).toBe('free');
  // once more for each pair that may touch when it is taken or laid down
  expectInOrder(first.told, 5);
  expect(new Set(first.told.map(([done]) => done))).toEqual(new Set([1, 2, 3, 4, 5]));
  for (const ask of [scene.clearance.bind(scene), scene.contactIntervals.bind(scene)]) {
    const { told, onProgress } = telling();
    expect(ask(motions, { onProgress })).toEqual(ask(motions));
    expectInOrder(told, 5);
    expect(told.at(-1)?.[0]).toBe(5);
  }
});

test('what throws ends the question, and the scene answers the next one', () => {
  const scene = rail();
  const motions = toAndFro(8, [6]);
  const enough = new Error('enough');
  const onProgress: OnProgress = (done) => {
    if (done === 2) throw enough;
  };
  const options = { byPair: true } as const;
  expect(() => scene.firstContact(motions, { onProgress })).toThrow(enough);
  expect(() => scene.clearance(motions, { onProgress })).toThrow(enough);
  expect(() => scene.contactIntervals(motions, { ...options, onProgress })).toThrow(enough);
  // nobody is told any more
  expect(scene.firstContact(motions)).toEqual(rail().firstContact(motions));
  expect(scene.clearance(motions)).toEqual(rail().clearance(motions));
  expect(scene.contactIntervals(motions, options)).toEqual(rail().contactIntervals(motions, options));
});

test('nobody else may ask the scene meanwhile', () => {
  const scene = rail();
  expect(() => scene.firstContact(toAndFro(4), { onProgress: () => void scene.firstContact(toAndFro(4)) })).toThrow(/Scene/);
});

test('only a function can be told', () => {
  const onProgress = 'every second' as unknown as OnProgress;
  for (const ask of ['firstContact', 'clearance', 'contactIntervals'] as const)
    expect(() => rail()[ask](toAndFro(3), { onProgress })).toThrow(InputError);
  expect(() => rail().isFree([0], { onProgress: () => {} } as object)).toThrow(InputError);
});

test('options of a scene make the same scene again', () => {
  const scene = rail();
  scene.addObstacle({ name: 'late', shape: box(1), pose: { position: [-3, 0, 0] } }, { allowed: ['tip'] });
  const { allowed, obstacles, self } = scene.options;
  expect([allowed.map((pair) => [...pair].sort()), obstacles.length, self]).toEqual([[['late', 'tip']], 3, true]);
  const motions = toAndFro(5, [3]);
  expect(new Scene(scene.options).firstContact(motions)).toEqual(scene.firstContact(motions));
});
