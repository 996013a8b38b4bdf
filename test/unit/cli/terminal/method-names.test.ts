import { expect, test } from 'vitest';
import { PAIR_METHODS, SCENE_METHODS } from '../../../../src/cli/terminal/method-names.ts';
import * as methods from '../../../../src/methods/index.ts';

test('the options name the methods of the package, in its order', () => {
  expect(PAIR_METHODS).toEqual(methods.METHODS);
  expect(SCENE_METHODS).toEqual(methods.SCENE_METHODS);
});
