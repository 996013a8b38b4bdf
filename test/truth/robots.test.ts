import { beforeAll, describe, expect, test } from 'vitest';
import { hca, interval, methodNamed, SCENE_METHODS, type SceneMethodName } from '../../src/methods/index.ts';
import type { SceneFirstContactOptions } from '../../src/scene/search/scene-options.ts';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { hasBytes, inBrowser } from '../support/read-bytes.ts';
import { IS_NIGHTLY } from '../support/rounds.ts';
import { loadRobotScene, ROBOT_FOLDER, ROBOT_SCENES, robotAnswers, robotTimes } from './robot-verdicts.ts';
import { type Answer, timesOf } from './scene-verdicts.ts';

const there = await hasBytes(`${ROBOT_FOLDER}/puma-pipes.json`);
const ABSENT = '../shared/scenes/articulated is not there';

// Strides are prime, because the questions lie in a pattern: every 4th, 6th or 20th of some scenes has no contact among them.

/** Bits are compared between engines; in Node alone a few are enough to show that two runs agree. */
const EVERY = inBrowser ? 17 : 50;
/** The default answers all questions in Node; the other methods every few, and all of them by night. */
const OTHERS = IS_NIGHTLY ? 1 : 7;

const told = new Map<string, Promise<Answer[]>>();

/** In a page those are judged whose bits are compared, and each is asked once. */
function judged(name: string, method: SceneMethodName): Promise<Answer[]> {
  const by = { method: methodNamed(method) };
  if (!inBrowser) return robotAnswers(name, by, method === 'auto' ? 1 : OTHERS);
  const asked = told.get(`${name} ${method}`) ?? robotAnswers(name, by, EVERY);
  told.set(`${name} ${method}`, asked);
  return asked;
}

const timesHere = inBrowser ? (name: string, method: SceneMethodName) => judged(name, method).then(timesOf) : robotTimes;

/** Everything that can be switched of the staged and the advancing methods; none may change a verdict. */
const VARIANTS: readonly SceneFirstContactOptions[] = [
  { method: interval({ stages: { boxes: false } }) },
  { method: interval({ stages: { sweptVolumes: false } }) },
  { method: interval({ stages: { boxes: false, sweptVolumes: false } }) },
  { method: interval({ stages: { bounds: 'interval' } }) },
  { method: interval({ stages: { bounds: 'both' } }) },
  { method: interval({ stages: { solver: 'independent' } }) },
  { method: hca({ temporal: { upperBounds: 'coherent' } }) },
  { method: hca({ temporal: { upperBounds: 'none', timeGrid: 0, depth: 0 } }) },
];

describe.each(ROBOT_SCENES)('%s', (name) => {
  // reading and building is no part of a test's time
  beforeAll(async () => {
    if (there) await loadRobotScene(name);
  });

  test.for(SCENE_METHODS)('%s: none missed, late, early or false', async (method, { skip }) => {
    if (!there) skip(ABSENT);
    const found = await judged(name, method);
    expect(found.filter((answer) => answer.verdict !== 'right')).toEqual([]);
    expect(found.some(({ status }) => status === 'contact')).toBe(true);
  });

  test('no stage or variant changes a verdict', async ({ skip }) => {
    if (!there) skip(ABSENT);
    for (const options of VARIANTS) {
      const found = await robotAnswers(name, options, inBrowser ? 41 : 17);
      expect(
        found.filter((answer) => answer.verdict !== 'right'),
        JSON.stringify(options),
      ).toEqual([]);
    }
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!there) skip(ABSENT);
    for (const method of SCENE_METHODS)
      await expectSameBits('test/truth/robot-verdicts.ts', { robotTimes: timesHere }, name, method, EVERY);
  });
});
