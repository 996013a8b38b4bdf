import { describe, expect, test } from 'vitest';
import { checkLimit, checkNoMore, checkRecord, shownValue } from '../../../src/math/check-record.ts';
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

  test.each([
    ['a Map', new Map([['name', 'a']])],
    ['a Set', new Set(['name'])],
    ['a Promise', Promise.resolve({ name: 'a' })],
    ['a Date', new Date(0)],
    ['a Float64Array', new Float64Array(0)],
  ])('%s holds nothing under a key, and would be passed over', (shown, given) => {
    expect(() => checkRecord(given, KNOWN, 'body')).toThrow(
      new InputError(`body: must be an object with some of name, shape, pose; got ${shown}`),
    );
  });
});

test('limits are numbers from 0 on, those that count whole ones', () => {
  for (const [key, value] of [
    ['maxIterations', 0],
    ['maxIterations', Infinity],
    ['maxMilliseconds', 1.5],
  ] as const)
    expect(() => checkLimit(value, key, key)).not.toThrow();
  expect(() => checkLimit(1.5, 'maxIterations', 'step: maxIterations')).toThrow('step: maxIterations must be a whole number ≥ 0, got 1.5');
  for (const value of [-1, Number.NaN, '1', null, true])
    expect(() => checkLimit(value, 'maxMilliseconds', 'm')).toThrow(/m must be a number ≥ 0/);
});

test('more arguments than a call takes are refused', () => {
  expect(() => checkNoMore([], 'path takes one list')).not.toThrow();
  expect(() => checkNoMore([[1]], 'path takes one list')).toThrow(new InputError('path takes one list; got [1] besides'));
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
