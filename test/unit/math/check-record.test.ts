import { describe, expect, test } from 'vitest';
import { checkRecord, shownValue } from '../../../src/math/check-record.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { nearestName } from '../../../src/math/nearest-name.ts';

const KNOWN = ['name', 'shape', 'pose'];

describe('checkRecord', () => {
  test('takes what is known, all of it or nothing', () => {
    for (const given of [{}, { name: 'a' }, { name: undefined, shape: 1, pose: {} }])
      expect(() => checkRecord(given, KNOWN, 'body')).not.toThrow();
  });

  test.each([
    [{ psoe: {} }, "body: unknown key 'psoe'; did you mean 'pose'? Known are name, shape, pose; got { psoe: {} }"],
    [{ colour: 'red' }, "body: unknown key 'colour'; known are name, shape, pose; got { colour: 'red' }"],
    [null, 'body: must be an object with some of name, shape, pose; got null'],
    [[1], 'body: must be an object with some of name, shape, pose; got [1]'],
    ['a', "body: must be an object with some of name, shape, pose; got 'a'"],
  ])('%j is refused', (given, message) => {
    expect(() => checkRecord(given, KNOWN, 'body')).toThrow(new InputError(message));
  });

  test('of an object with a class, what it is read for counts: own keys and inherited ones, not methods', () => {
    class Placed {
      name = 'a';
      move(): void {}
    }
    expect(() => checkRecord(new Placed(), KNOWN, 'body')).not.toThrow();
    expect(() => checkRecord(Object.create({ naem: 'a' }), KNOWN, 'body')).toThrow(/unknown key 'naem'/);
  });
});

test.each([
  ['1', "'1'"],
  [1, '1'],
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [undefined, 'undefined'],
  [2n, '2n'],
  [Symbol('s'), 'Symbol(s)'],
  [() => 1, 'a function'],
  [new Float64Array(2), 'a Float64Array'],
  [Object.create(null), '{}'],
  [{ a: { b: 1 }, c: [1] }, '{ a: {…}, c: […] }'],
  [[1, 'a', {}, [], 5, 6, 7], "[1, 'a', {}, […], 5, 6, …]"],
  ['x'.repeat(41), `'${'x'.repeat(40)}…'`],
])('%o is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test.each([
  ['psoe', 'pose'],
  ['Name', 'name'],
  ['shapes', 'shape'],
  ['position', undefined],
  ['x'.repeat(100), undefined],
])('%s means %s', (name, meant) => {
  expect(nearestName(name, KNOWN)).toBe(meant);
});
