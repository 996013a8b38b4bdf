import { beforeAll, describe, expect, test } from 'vitest';
import { METHODS } from '../../src/methods/index.ts';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { hasBytes, inBrowser } from '../support/read-bytes.ts';
import { IS_NIGHTLY } from '../support/rounds.ts';
import { bumpyTimes } from './bumpy-pair.ts';
import { answers, contactTimes, loadScene, SCENE_FOLDER, SCENES, verdict } from './scene-verdicts.ts';

const there = await hasBytes(`${SCENE_FOLDER}/gear.json`);

// Strides are prime, because the questions lie in a pattern: every 4th, 6th or 20th of some scenes has no contact among them.

/** Bits are compared between engines; in Node alone a few are enough to show that two runs agree. */
const EVERY = inBrowser ? 17 : 50;
/** The default answers all questions in Node; the other methods, and Chromium, every few, and all of them by night. */
const OTHERS = IS_NIGHTLY ? 1 : 7;

describe.each(SCENES)('%s', (name) => {
  // reading and building is no part of a test's time
  beforeAll(async () => {
    if (there) await loadScene(name);
  });

  test.for(METHODS)('%s: none missed, late, early or false', async (method, { skip }) => {
    if (!there) skip('../shared/scenes is not there');
    const told = await answers(name, method, method === 'auto' && !inBrowser ? 1 : OTHERS);
    expect(told.filter((answer) => answer.verdict !== 'right')).toEqual([]);
    expect(told.some(({ status }) => status === 'contact')).toBe(true);
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!there) skip('../shared/scenes is not there');
    for (const method of METHODS) await expectSameBits('test/truth/scene-verdicts.ts', { contactTimes }, name, method, EVERY);
  });
});

test('the judge tells right from wrong', () => {
  const ref = { collide: true, lo: 0.4, hi: 0.41 };
  expect(verdict(ref, 'contact', 0.405)).toBe('right');
  expect(verdict(ref, 'overlap', 0.4)).toBe('right');
  expect(verdict(ref, 'contact', 0.3)).toBe('early');
  expect(verdict(ref, 'contact', 0.42)).toBe('late');
  expect(verdict(ref, 'free', 1)).toBe('missed');
  expect(verdict(ref, 'unresolved', 0.4)).toBe('unresolved');
  expect(verdict({ ...ref, collide: false }, 'contact', 0.4)).toBe('false contact');
  expect(verdict({ ...ref, collide: false }, 'free', 1)).toBe('right');
});

describe('a procedural pair', () => {
  test.each(METHODS)("%s: the same bits in every engine (seed 'bumpy')", async (method) => {
    await expectSameBits('test/truth/bumpy-pair.ts', { bumpyTimes }, 'bumpy', method, 30);
  });
});
