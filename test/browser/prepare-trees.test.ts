import { afterEach, expect, test } from 'vitest';
import { makeRooms } from '../../src/hierarchy/compiled/compiled-kernels.ts';
import { differences, takenRooms } from '../unit/hierarchy/compared-trees.ts';
import { hardSoups, wavySheet } from '../unit/hierarchy/soups.ts';

afterEach(() => {
  makeRooms(null);
});

test('a page builds trees by compiled kernels, with the bits of those without', async () => {
  const rooms = await takenRooms();
  for (const { name, mesh } of [...hardSoups(5), { name: 'sheet of 5,000 triangles', mesh: wavySheet(50) }]) {
    const { found, calls } = differences(rooms, name, mesh);
    expect(found).toEqual([]);
    expect(calls).toBeGreaterThan(0);
  }
});
