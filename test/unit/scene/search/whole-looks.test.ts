import { expect, test } from 'vitest';
import { firstLookAtWholes } from '../../../../src/contact/methods/best-first.ts';
import type { View } from '../../../../src/scene/pairs/view.ts';
import { WholeLooks } from '../../../../src/scene/search/whole-looks.ts';

test('pairs that get their numbers while a search is under way are looked at, too, as in the next search', () => {
  const view = { tree: { leafCount: 4 } } as View;
  const looks = new WholeLooks();
  const entriesUntilDue = (pair: number): number => {
    let entries = 1;
    while (!looks.isDue(pair, view, view) && entries < 10_000) entries++;
    return entries;
  };
  looks.begin(16);
  for (const pair of [3, 15, 16, 1000]) {
    expect(entriesUntilDue(pair)).toBe(firstLookAtWholes(8));
    expect(looks.apartUntil(pair)).toBe(0);
  }
  looks.begin(2000);
  expect(entriesUntilDue(1000)).toBe(firstLookAtWholes(8));
  looks.begin(10);
  expect(entriesUntilDue(1500)).toBe(firstLookAtWholes(8));
});
