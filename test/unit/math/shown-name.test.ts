import { expect, test } from 'vitest';
import { shortName, shownName, shownNames } from '../../../src/math/shown-name.ts';

test('what a file calls things is told whole as long as a name is, and never fills a screen', () => {
  const usual = 'left_arm/wrist-3 link (tool)';
  expect([shortName(usual), shownName(usual), shownNames([usual, 'b'])]).toEqual([usual, `'${usual}'`, `${usual}, b`]);
  for (const letters of [81, 1e6]) expect(shownName('x'.repeat(letters))).toMatch(/^'x{20,100}…'$/);
  // and a list: how many are told and how many are counted is all of them
  for (const count of [1, 60, 61, 5000]) {
    const text = shownNames(
      Array.from({ length: count }, (_, k) => `n${k}`),
      '; ',
    );
    const [listed, more] = text.split(' and ');
    expect(listed.split('; ').length + (more === undefined ? 0 : Number.parseInt(more, 10))).toBe(count);
    expect(text.length).toBeLessThan(500);
  }
  expect(shownNames([])).toBe('');
  // a file may give anything where a name belongs
  expect(shownName(7 as unknown as string)).toBe("'7'");
});
