import { expect, test } from 'vitest';
import { Random } from '../../../../../src/index.ts';
import { naturalOrder } from '../../../../../src/node/job/source/natural-order.ts';

test('numbers by their value, the rest by code units, whatever the order before', () => {
  const names = ['Z', 'a', 'a1', 'a02', 'a2', 'a10', 'a10b', 'a99999999999999999999', 'a100000000000000000000', 'ä', 'b'];
  const random = new Random('natural order');
  for (let k = 0; k < 20; k++) {
    const mixed = names.map((name) => ({ name, at: random.next() })).sort((a, b) => a.at - b.at);
    expect(mixed.map(({ name }) => name).sort(naturalOrder)).toEqual(['Z', 'a', 'a1', 'a02', 'a2', ...names.slice(5, 9), 'b', 'ä']);
  }
});

test('names that differ are never equal, and the order is one', () => {
  const names = ['1', '01', '001', 'x1y2', 'x01y2', 'x1y02', '', '1a', 'a'];
  for (const a of names)
    for (const b of names) {
      expect(Math.sign(naturalOrder(a, b))).toBe(-Math.sign(naturalOrder(b, a)) || 0);
      expect(naturalOrder(a, b) === 0).toBe(a === b);
      for (const c of names) if (naturalOrder(a, b) < 0 && naturalOrder(b, c) < 0) expect(naturalOrder(a, c)).toBeLessThan(0);
    }
});
