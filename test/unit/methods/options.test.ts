import { describe, expect, test } from 'vitest';
import { methodOf } from '../../../src/contact/method.ts';
import { AUTO } from '../../../src/contact/methods/auto.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { c2a, hca, interval, METHODS, methodNamed, type PairMethodName, SCENE_METHODS } from '../../../src/methods/index.ts';

const bad: readonly [string, () => unknown][] = [
  ['control.weight', () => c2a({ control: { weight: 0 } })],
  ['control.weight', () => c2a({ control: { weight: 1.5 } })],
  ['control.weight', () => c2a({ control: { weight: Number.NaN } })],
  ['control.iterations', () => c2a({ control: { iterations: -1 } })],
  ['control.distance', () => c2a({ control: { distance: Number.NaN } })],
  ['stages', () => interval({ stages: null as never })],
  ['stages.bounds', () => interval({ stages: { bounds: 'tight' as never } })],
  ['temporal.upperBounds', () => hca({ temporal: { upperBounds: 'lucky' as never } })],
  ['temporal.timeGrid', () => hca({ temporal: { timeGrid: 2 } })],
  ['temporal.depth', () => hca({ temporal: { depth: Number.NaN } })],
];

test.each(bad)('a bad option is an InputError that names it: %s', (name, make) => {
  expect(make).toThrow(InputError);
  expect(make).toThrow(name);
});

describe('by name', () => {
  test('each says its own; the default is what is left out', () => {
    expect(METHODS.map((name) => methodNamed(name)?.name ?? 'auto')).toEqual(METHODS);
    expect(SCENE_METHODS.map((name) => typeof methodNamed(name)?.scene)).toEqual(['undefined', 'function', 'function']);
  });

  test('without options one record, with options a record of its own', () => {
    expect(hca()).toBe(hca());
    expect(methodNamed('hca')).toBe(hca());
    expect(methodNamed('interval', { stages: { boxes: false } })?.options).toEqual({ stages: { boxes: false } });
  });

  test('another name is an InputError', () => {
    for (const name of ['fast', 'toString', '__proto__']) expect(() => methodNamed(name as PairMethodName)).toThrow(InputError);
  });
});

test.each(['hca', 'coherent'])('who gives the name of a method is told what to import: %s', (name) => {
  expect(() => methodOf(name as never, AUTO, 'pair')).toThrow(`import { ${name} } from 'inbetween/methods'`);
});
