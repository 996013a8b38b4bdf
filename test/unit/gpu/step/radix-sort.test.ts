import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { RadixSort } from '../../../../src/gpu/step/radix-sort.ts';
import { Random } from '../../../../src/math/random.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

describe.skipIf(NO_GPU !== null)('sorting on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("by keys, stably, whatever the count (seed 'sort')", async () => {
    const random = new Random('sort');
    for (const count of [1, 2, 3, 255, 1024, 1025, 5000, 70_000]) {
      const few = random.integer(2) === 0;
      const keys = Uint32Array.from({ length: count }, () => (few ? random.integer(7) * 0x11111111 : random.integer(2 ** 32)));
      const items = Uint32Array.from({ length: count }, (_, i) => i);
      const sort = await RadixSort.make(gpu, count);
      await gpu.guarded(() => {
        gpu.write(sort.keys, keys);
        gpu.write(sort.items, items);
        const encoder = gpu.device.createCommandEncoder();
        const pass = encoder.beginComputePass();
        sort.encode(pass);
        pass.end();
        gpu.device.queue.submit([encoder.finish()]);
      });
      const sorted = new Uint32Array(await gpu.read(sort.items, 4 * count));
      expect(sorted, `${count}`).toEqual(items.slice().sort((x, y) => keys[x] - keys[y] || x - y));
      expect(new Uint32Array(await gpu.read(sort.keys, 4 * count))).toEqual(keys.slice().sort());
      sort.destroy();
    }
  });
});
