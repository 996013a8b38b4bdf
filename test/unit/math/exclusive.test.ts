import { expect, test } from 'vitest';
import { Exclusive } from '../../../src/math/exclusive.ts';
import { InputError } from '../../../src/math/input-error.ts';

test('a question inside a question is refused, and one after it, or after one that failed, is not', () => {
  const door = new Exclusive('scene', 'ask a second one');
  const ask = (inside: () => void): void => {
    door.enter();
    try {
      inside();
    } finally {
      door.leave();
    }
  };
  expect(() => ask(() => ask(() => undefined))).toThrow(new InputError('this scene is answering a query already; ask a second one'));
  expect(() => ask(() => new Exclusive('scene').enter())).not.toThrow();
  expect(() => ask(() => undefined)).not.toThrow();
});
