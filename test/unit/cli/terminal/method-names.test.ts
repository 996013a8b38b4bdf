import { expect, test } from 'vitest';
import { PAIR_METHODS, SCENE_METHODS } from '../../../../src/cli/terminal/method-names.ts';
import * as inbetween from '../../../../src/index.ts';

test('the options name the methods of the package, in its order', () => {
  expect(PAIR_METHODS).toEqual(inbetween.METHODS);
  expect(SCENE_METHODS).toEqual(inbetween.SCENE_METHODS);
});
