import { beforeAll, describe, expect, test } from 'vitest';
import { hca, interval, methodNamed, SCENE_METHODS } from '../../src/methods/index.ts';
import type { SceneFirstContactOptions } from '../../src/scene/search/scene-options.ts';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { hasBytes, inBrowser } from '../support/read-bytes.ts';
import { IS_NIGHTLY } from '../support/rounds.ts';
import { loadRobotScene, ROBOT_FOLDER, ROBOT_SCENES, robotAnswers, robotTimes } from './robot-verdicts.ts';

const there = await hasBytes(`${ROBOT_FOLDER}/puma-pipes.json`);
const ABSENT = '../shared/scenes/articulated is not there';

// Strides are prime, because the questions lie in a pattern: every 4th, 6th or 20th of some scenes has no contact among them.

/** Bits are compared between engines; in Node alone a few are enough to show that two runs agree. */
const EVERY = inBrowser ? 17 : 50;
/** The default answers all questions in Node; the other methods, and Chromium, every few, and all of them by night. */
const OTHERS = IS_NIGHTLY ? 1 : 7;

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
    const told = await robotAnswers(name, { method: methodNamed(method) }, method === 'auto' && !inBrowser ? 1 : OTHERS);
    expect(told.filter((answer) => answer.verdict !== 'right')).toEqual([]);
    expect(told.some(({ status }) => status === 'contact')).toBe(true);
  });

  test('no stage or variant changes a verdict', async ({ skip }) => {
    if (!there) skip(ABSENT);
    for (const options of VARIANTS) {
      const told = await robotAnswers(name, options, inBrowser ? 41 : 17);
      expect(
        told.filter((answer) => answer.verdict !== 'right'),
        JSON.stringify(options),
      ).toEqual([]);
    }
  });

  test('the same bits in every engine', async ({ skip }) => {
    if (!there) skip(ABSENT);
    for (const method of SCENE_METHODS) await expectSameBits('test/truth/robot-verdicts.ts', { robotTimes }, name, method, EVERY);
  });
});
