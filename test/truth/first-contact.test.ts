import { beforeAll, describe, expect, test } from 'vitest';
import { METHODS, type PairMethodName } from '../../src/methods/index.ts';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { hasBytes, inBrowser } from '../support/read-bytes.ts';
import { IS_NIGHTLY } from '../support/rounds.ts';
import { bumpyTimes } from './bumpy-pair.ts';
import { type Answer, answers, contactTimes, loadScene, SCENE_FOLDER, SCENES, timesOf, verdict } from './scene-verdicts.ts';

const there = await hasBytes(`${SCENE_FOLDER}/gear.json`);

// Strides are prime, because the questions lie in a pattern: every 4th, 6th or 20th of some scenes has no contact among them.

/** Bits are compared between engines; in Node alone a few are enough to show that two runs agree. */
const EVERY = inBrowser ? 17 : 50;
/** The default answers all questions in Node; the other methods every few, and all of them by night. */
const OTHERS = IS_NIGHTLY ? 1 : 7;

const told = new Map<string, Promise<Answer[]>>();

/** In a page those are judged whose bits are compared, and each is asked once. */
function judged(name: string, method: PairMethodName): Promise<Answer[]> {
  if (!inBrowser) return answers(name, method, method === 'auto' ? 1 : OTHERS);
  const asked = told.get(`${name} ${method}`) ?? answers(name, method, EVERY);
  told.set(`${name} ${method}`, asked);
  return asked;
}

const timesHere = inBrowser ? (name: string, method: PairMethodName) => judged(name, method).then(timesOf) : contactTimes;

describe.each(SCENES)('%s', (name) => {
  // reading and building is no part of a test's time
  beforeAll(async () => {
    if (there) await loadScene(name);
  });

  test.for(METHODS)('%s: none missed, late, early or false', async (method, { skip }) => {
    if (!there) skip('../shared/scenes is not there');
    const found = await judged(name, method);
    expect(found.filter((answer) => answer.verdict !== 'right')).toEqual([]);
    expect(found.some(({ status }) => status === 'contact')).toBe(true);
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!there) skip('../shared/scenes is not there');
    for (const method of METHODS) await expectSameBits('test/truth/scene-verdicts.ts', { contactTimes: timesHere }, name, method, EVERY);
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
