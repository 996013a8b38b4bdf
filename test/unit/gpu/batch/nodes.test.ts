import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { checkNodes } from './node-checks.ts';

describe.skipIf(NO_GPU !== null)('nodes on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("of 100,000 pairs of boxes none that touches is apart, and the twin agrees (seed 'nodes')", async () => {
    const { faults, apart, beside, differ } = await checkNodes(gpu, new Random('nodes'), rounds(100_000));
    expect(faults).toEqual([]);
    expect(differ).toBeLessThan(rounds(1000));
    expect(apart / beside).toBeGreaterThan(0.2);
  });
});
