import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { checkChains, checkLengths, checkSines } from './chain-checks.ts';

const U = 2 ** -23;

describe.skipIf(NO_GPU !== null)('chains on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("sine and cosine of 100,000 angles are off by 5U at most, there and in the twin (seed 'sines')", async () => {
    const { most, differ } = await checkSines(gpu, new Random('sines'), rounds(100_000));
    expect(most).toBeLessThan(5 * U);
    expect(differ).toBeLessThan(4 * U);
  });

  test("100,000 lengths: never below the true one, seldom more than 2e-5 above (seed 'lengths')", async () => {
    const { below, wide } = await checkLengths(gpu, new Random('lengths'), rounds(100_000));
    expect(below).toEqual([]);
    expect(wide).toBeLessThan(rounds(1000));
  });

  test("10,000 points of random chains are where doubles have them, but for the error told (seed 'chains')", async () => {
    const { faults, closest, differ, boundsDiffer, fastest, farthest } = await checkChains(gpu, new Random('chains'), rounds(10_000));
    expect(faults).toEqual([]);
    expect(differ).toBeLessThan(0.5);
    expect(boundsDiffer).toBeLessThan(1e-4);
    expect(closest).toBeGreaterThan(0.02);
    expect(fastest).toBeGreaterThan(0.9);
    expect(farthest).toBeGreaterThan(0.9);
  });
});
