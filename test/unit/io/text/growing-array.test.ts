import { expect, test } from 'vitest';
import { GrowingFloat64Array, GrowingUint32Array } from '../../../../src/io/text/growing-array.ts';
import { Random } from '../../../../src/math/random.ts';

test.each([
  ['doubles', () => new GrowingFloat64Array()],
  ['numbers of vertices', () => new GrowingUint32Array()],
])('%s are there in the order they were pushed, at every length, seed growing-array', (_, make) => {
  const random = new Random('growing-array');
  const [growing, list] = [make(), [] as number[]];
  for (let i = 0; i < 2000; i++) {
    const [x, y, z] = [random.integer(2 ** 32), random.integer(2 ** 32), i];
    growing.push3(x, y, z);
    list.push(x, y, z);
    expect(growing.length).toBe(list.length);
    // around the lengths at which it grows
    if (i < 3 || (i & (i + 1)) === 0) expect([...growing.view]).toEqual(list);
  }
  expect([...growing.view]).toEqual(list);
  expect([...make().view]).toEqual([]);
});
