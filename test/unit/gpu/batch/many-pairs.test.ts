import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { Scene, TriangleMesh } from '../../../../src/index.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

describe.skipIf(NO_GPU !== null)('more pairs than 16 bits number', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test('the last of 65,703 pairs is tested as the first', async () => {
    const shape = new TriangleMesh([-0.1, -0.1, -0.1, 0.1, -0.1, 0, 0, 0.1, 0.1], [0, 1, 2]);
    const at = (i: number): readonly [number, number, number] => [i % 20, Math.floor(i / 20), 0];
    const bodies = Array.from({ length: 363 }, (_, i) => ({ name: `b${i}`, shape, pose: { position: at(i) } }));
    const batch = await GpuBatch.open(new Scene({ bodies }), { gpu: 'always', device: gpu.device });
    for (const [a, b] of [
      [0, 1],
      [361, 362],
    ]) {
      const [x, y, z] = at(b);
      const row = (off: number): Float64Array => Float64Array.of(x + off, y, z, 0, 0, 0, 1);
      const { free, gpu: use } = await batch.motionsAreFree({ [`b${a}`]: { from: row(-0.4), to: row(0.4) } });
      expect([use.used, [...free]]).toEqual([true, [0]]);
    }
    batch.close();
  });
});
