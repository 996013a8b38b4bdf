import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { checkPairs } from './pair-checks.ts';

describe.skipIf(NO_GPU !== null)('pairs of triangles on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("of 10,000 pairs none is proven apart that is not, nor in contact, and the twin agrees (seed 'pairs')", async () => {
    const { faults, proven, could, differ } = await checkPairs(gpu, new Random('pairs'), rounds(10_000));
    expect(faults).toEqual([]);
    // many of them are made to be too hard
    expect(proven[0] / could[0]).toBeGreaterThan(0.15);
    expect(proven[1] / could[1]).toBeGreaterThan(0.7);
    expect(proven[2] / could[2]).toBeGreaterThan(0.7);
    expect(proven[3] / could[3]).toBeGreaterThan(0.15);
    expect(Math.max(...differ)).toBeLessThan(rounds(300));
  });
});
