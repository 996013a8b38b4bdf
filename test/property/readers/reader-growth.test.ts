import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StepCounter } from './counted-steps.ts';
import { MESH_CASES } from './mesh-cases.ts';
import { prepared } from './reader-case.ts';
import { ROBOT_CASES } from './robot-cases.ts';

// Reading takes work in proportion to the bytes, whatever is repeated in the file: sizes n, 2n, 4n. Counted twice, by the
// readers' own meter, and from outside by blocks of code and walks of built-in functions.

const SIZE = 128;
/** What is linear doubles at most; sorting adds a logarithm. */
const DOUBLED = 2.25;

const CASES = [...MESH_CASES, ...ROBOT_CASES];
const counter = new StepCounter();
beforeAll(async () => {
  // What is made at the first use is none of it.
  for (const one of CASES) await prepared(one, 8)();
  await counter.start();
  await counter.reset();
});
afterAll(() => counter.stop());

describe.each(CASES)('$format: $construct', (one) => {
  test('work grows no faster than the file', async () => {
    const runs = [1, 2, 4].map((k) => prepared(one, k * SIZE));
    const found: { readonly bytes: number; readonly work: number; readonly steps: number }[] = [];
    for (const run of runs) {
      const { bytes, work, fault } = await run();
      if (one.refused === undefined) expect(fault).toBeUndefined();
      else expect(fault).toMatch(one.refused);
      found.push({ bytes, work, steps: await counter.count() });
    }
    for (const [before, after] of [
      [found[0], found[1]],
      [found[1], found[2]],
    ]) {
      const larger = after.bytes / before.bytes / 2;
      expect(after.work / before.work, `work ${before.work} → ${after.work}`).toBeLessThan(DOUBLED * Math.max(1, larger));
      expect(after.steps / before.steps, `steps ${before.steps} → ${after.steps}`).toBeLessThan(DOUBLED * Math.max(1, larger));
      // Far below what the default limit grants for the bytes.
      expect(after.work).toBeLessThan(2 ** 20 + 32 * after.bytes);
      expect(after.work).toBeGreaterThanOrEqual(after.bytes);
    }
  });
});
