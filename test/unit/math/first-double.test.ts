import { expect, test } from 'vitest';
import { firstDouble } from '../../../src/math/first-double.ts';
import { Random } from '../../../src/math/random.ts';

test('is the name whose second place comes first, by looking at all pairs, seed first-double', () => {
  const random = new Random('first-double');
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const names = Array.from({ length: random.integer(12) }, () =>
      random.pick(['a', 'b', 'A', '', '__proto__', 'constructor', 'x', 'y', 'z']),
    );
    const second = names.findIndex((name, k) => names.some((other, j) => j < k && other === name));
    expect(firstDouble(new Set(names))).toBeUndefined();
    expect(firstDouble(names)).toBe(second < 0 ? undefined : names[second]);
    if (second >= 0) found++;
  }
  expect(found).toBeGreaterThan(100);
});
