import { expect, test } from 'vitest';
import { shownJson } from '../../../../src/io/text/shown-json.ts';
import { Random } from '../../../../src/math/random.ts';

test('what is small is shown as JSON writes it', () => {
  for (const value of [0, -1.5, true, null, '', 'a "b"\n', [], [1, [2, []]], {}, { a: 1, 'b c': [null, 'x'] }])
    expect(shownJson(value)).toBe(JSON.stringify(value));
  expect(shownJson(undefined)).toBe('nothing');
});

test('what is large, long or deep never fills a screen, and takes no time, seed shown-json', () => {
  const random = new Random('shown-json');
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = random.next() < 0.5 ? [deep] : { deep };
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, k) => [`key ${k}`, new Array(500).fill('x'.repeat(1000))]));
  for (const value of [deep, wide, 'y'.repeat(1e6), new Array(1e6).fill(0), { ['k'.repeat(1e6)]: 1 }]) {
    const text = shownJson(value);
    expect(text.length).toBeLessThanOrEqual(61);
    expect(text).toMatch(/…/);
  }
});
