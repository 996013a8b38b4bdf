import { expect, test } from 'vitest';
import { quaternionNumbers, vectorOf } from '../../../../src/io/text/message-fields.ts';
import { parseYaml } from '../../../../src/io/text/parse-yaml.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const field = (text: string) => parseYaml(text, 'state.yaml')[0];

test('lists and maps of the same parts mean the same, and what a message leaves out is 0', () => {
  expect(vectorOf(field('[1, 2, 3]'))).toEqual([1, 2, 3]);
  expect(vectorOf(field('{ z: 3, x: 1, y: 2 }'))).toEqual([1, 2, 3]);
  expect(vectorOf(field('y: 2'))).toEqual([0, 2, 0]);
  expect(quaternionNumbers(field('[0.5, -0.5, 0.5, 0.5]'))).toEqual([0.5, -0.5, 0.5, 0.5]);
  expect(quaternionNumbers(field('{ w: 1 }'))).toEqual([0, 0, 0, 1]);
});

test.each(['[1, 2]', '[1, 2, 3, 4]', '5', 'x', '{ x: 1, w: 2 }', '{ x: a }', '{ X: 1 }', '[1, .nan, 2]'])('%s is no vector', (text) => {
  expect(() => vectorOf(field(text))).toThrow(InputError);
});

test.each(['[1, 2, 3]', '5', '{ x: 1, v: 2 }', '{ w: [1] }'])('%s is no quaternion', (text) => {
  expect(() => quaternionNumbers(field(text))).toThrow(InputError);
});
