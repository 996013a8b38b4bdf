import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../src/gpu/device/gpu.ts';
import { Random } from '../../src/math/random.ts';
import { gpuHere, NO_GPU } from '../support/shared/gpu-here.ts';
import { checkChains, checkLengths, checkSines } from '../unit/gpu/batch/chain-checks.ts';
import { checkMotions, FAMILIES } from '../unit/gpu/batch/motion-checks.ts';
import { checkNodes } from '../unit/gpu/batch/node-checks.ts';
import { checkPairs } from '../unit/gpu/batch/pair-checks.ts';

// As in Node, with fewer cases: the page has a compiler of programs of its own.

const U = 2 ** -23;

describe.skipIf(NO_GPU !== null)('batches in a page', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("sines and lengths (seed 'page numbers')", async () => {
    const random = new Random('page numbers');
    const { most, differ } = await checkSines(gpu, random, 10_000);
    expect(most).toBeLessThan(5 * U);
    expect(differ).toBeLessThan(4 * U);
    expect((await checkLengths(gpu, random, 10_000)).below).toEqual([]);
  });

  test("chains (seed 'page chains')", async () => {
    const { faults, differ, boundsDiffer } = await checkChains(gpu, new Random('page chains'), 5000);
    expect(faults).toEqual([]);
    expect(differ).toBeLessThan(0.5);
    expect(boundsDiffer).toBeLessThan(1e-4);
  });

  test("triangles (seed 'page pairs')", async () => {
    const { faults, differ } = await checkPairs(gpu, new Random('page pairs'), 10_000);
    expect(faults).toEqual([]);
    expect(Math.max(...differ)).toBeLessThan(100);
  });

  test("boxes (seed 'page nodes')", async () => {
    const { faults, differ } = await checkNodes(gpu, new Random('page nodes'), 10_000);
    expect(faults).toEqual([]);
    expect(differ).toBeLessThan(100);
  });

  test.each(FAMILIES)(
    '%s: free only where the scene is, in contact only where it is (seed: page and these words)',
    async (name, family) => {
      const { faults, seen } = await checkMotions((many, ...how) => many.ask(gpu, ...how), new Random(`page ${name}`), family, 2);
      expect(faults).toEqual([]);
      expect(seen.free + seen.contact).toBeGreaterThan(0);
    },
  );
});
