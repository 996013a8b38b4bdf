import { describe, expect, test } from 'vitest';
import { elementary } from '../../src/contact/elementary/elementary.ts';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { hasBytes, inBrowser } from '../support/read-bytes.ts';
import { DATA_FOLDER, publicQueries, publicTimes, STEP_SCENES, sceneQueries, sceneTimes, verdict } from './elementary-queries.ts';
import { familyTimes } from './family-times.ts';

const hasQueries = await hasBytes(`${DATA_FOLDER}/ccd-queries-dev/index.json`);
const hasScenes = await hasBytes(`${DATA_FOLDER}/scalable-ccd/rod-twist/3036vf_first_toi.json`);
const NO_QUERIES = '../shared/data/ccd-queries-dev is not there';
const NO_SCENES = '../shared/data/scalable-ccd is not there';

// In a page all of these answers are compared with Node's bit by bit, where they are judged.

describe('2,179 public queries', () => {
  test.skipIf(inBrowser)('none missed, none false', async ({ skip }) => {
    if (!hasQueries) skip(NO_QUERIES);
    const queries = await publicQueries();
    const wrong = queries
      .map((query) => ({ name: query.name, verdict: verdict(query, elementary(query.kind, query.stencil)) }))
      .filter((answer) => answer.verdict !== 'right');
    expect(wrong).toEqual([]);
    expect(queries.length).toBe(2179);
    expect(queries.filter(({ hit }) => hit).length).toBeGreaterThan(200);
  });

  test.skipIf(inBrowser)('with a distance to be kept: what touches is never free, nor told later', async ({ skip }) => {
    if (!hasQueries) skip(NO_QUERIES);
    for (const { name, kind, stencil, hit } of await publicQueries()) {
      if (!hit) continue;
      const touch = elementary(kind, stencil);
      const kept = elementary(kind, stencil, { clearance: 1e-3 });
      expect(kept.hit, name).toBe(true);
      expect(kept.time, name).toBeLessThanOrEqual(touch.time + 1e-8);
    }
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!hasQueries) skip(NO_QUERIES);
    for (const clearance of [0, 1e-3]) await expectSameBits('test/truth/elementary-queries.ts', { publicTimes }, clearance);
  });
});

describe.each(STEP_SCENES)('$scene', ({ scene, from, to }) => {
  test.skipIf(inBrowser)('no pair missed or false, no time late or early', async ({ skip }) => {
    if (!hasScenes) skip(NO_SCENES);
    const queries = await sceneQueries(scene, from, to);
    const wrong = queries
      .map((query) => ({ name: query.name, verdict: verdict(query, elementary(query.kind, query.stencil)) }))
      .filter((answer) => answer.verdict !== 'right');
    expect(wrong).toEqual([]);
    expect(queries.filter(({ time }) => time !== undefined).length).toBeGreaterThan(20);
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!hasScenes) skip(NO_SCENES);
    await expectSameBits('test/truth/elementary-queries.ts', { sceneTimes }, scene, from, to);
  });
});

test("hard families, with and without a distance to be kept: the same bits in every engine (seed 'families')", async () => {
  await expectSameBits('test/truth/family-times.ts', { familyTimes }, 'families', 12);
});

test('the judge tells right from wrong', () => {
  const query = { hit: true, time: 0.5 };
  expect(verdict(query, { hit: true, time: 0.5 })).toBe('right');
  expect(verdict(query, { hit: true, time: 0.5 - 1e-9 })).toBe('right');
  expect(verdict(query, { hit: true, time: 0.5 + 2 ** -50 })).toBe('late');
  expect(verdict(query, { hit: true, time: 0.5 - 1e-7 })).toBe('early');
  expect(verdict(query, { hit: false, time: 1 })).toBe('missed');
  expect(verdict({ hit: false }, { hit: true, time: 0.1 })).toBe('false contact');
  expect(verdict({ hit: false }, { hit: false, time: 0.1 })).toBe('free, but not until 1');
  expect(verdict({ hit: true }, { hit: true, time: Number.NaN })).toBe('no time: NaN');
});
