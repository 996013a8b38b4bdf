import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import './colliding-cells.ts';
import { ByteCounter, StepCounter } from './counted-steps.ts';
import { HOSTILE_CASES } from './hostile-cases.ts';
import { MESH_CASES } from './mesh-cases.ts';
import { type Names, prepared, type ReaderCase } from './reader-case.ts';
import { ROBOT_CASES } from './robot-cases.ts';

// Reading takes work in proportion to the bytes, whatever is repeated in the file: sizes n, 2n, 4n. Counted by the
// readers' own meter, and from outside by blocks of code and walks of built-in functions, and by the bytes allocated.
// Where aliases repeat what stands there once, work grows with what is repeated, and the meter with it.

const SIZE = 64;
/** How much more than twice what is done for twice as much: sorting adds a logarithm. */
const MORE_STEPS = 1.15;
/** Below this, what is done once decides. */
const FEW_STEPS = 2048;
/** The same of bytes allocated for four times as much: tables grow by doubling; squares give 4. */
const MORE_BYTES = 2;
/** Below this, what the engine makes for itself decides. */
const FEW_BYTES = 2 ** 17;
/** Above this, it is lost in what is made. */
const MANY_BYTES = 2 ** 20;
/** Names of so many letters as there are names make files large soon, and lists that are repeated as often as they are long the work. */
const LONG_SIZE = 40;

const CASES = [...MESH_CASES, ...ROBOT_CASES];
const counter = new StepCounter();
beforeAll(async () => {
  // What is made at the first use is none of it.
  for (const one of [...CASES, ...HOSTILE_CASES]) await prepared(one, 8).read();
  counter.start();
  await counter.reset();
});
afterAll(() => counter.stop());

interface Counts {
  readonly size: number;
  readonly bytes: number;
  readonly work: number;
  readonly steps: number;
  /** 0 where they are not counted. */
  readonly allocated: number;
  readonly fault: string | undefined;
}

/** Bytes of a reading. */
async function allocated(run: ReturnType<typeof prepared>): Promise<Awaited<ReturnType<typeof run.read>> & { allocated: number }> {
  const heap = new ByteCounter();
  const counts = await run.read();
  return { ...counts, allocated: heap.stop() };
}

/** Of some multiples of a size, and each with the one before. */
async function grown(
  one: ReaderCase,
  n: number,
  sizes: readonly number[],
  names?: Names,
): Promise<{ found: Counts[]; pairs: [Counts, Counts][] }> {
  const found: Counts[] = [];
  for (const k of sizes) {
    counter.forgetWalks();
    const run = () => prepared(one, k * n, names);
    const readings: Awaited<ReturnType<typeof allocated>>[] = [];
    // What the engine and the runner make meanwhile adds some 200 kB at times: read again where that would count, and the middle one taken.
    do readings.push(names === undefined ? { ...(await run().read()), allocated: 0 } : await allocated(run()));
    while (names !== undefined && readings.length < 3 && readings[0].allocated < MANY_BYTES);
    const steps = (await counter.count()) / readings.length;
    const counts = readings.toSorted((a, b) => a.allocated - b.allocated)[readings.length >> 1];
    found.push({ ...counts, size: k, steps });
  }
  return { found, pairs: found.slice(1).map((after, i) => [found[i], after]) };
}

/** What the larger of two took more: what every file takes is not in it. */
function more([before, after]: [Counts, Counts]): Counts {
  const { fault } = after;
  const [size, bytes, work, steps, allocated] = (['size', 'bytes', 'work', 'steps', 'allocated'] as const).map(
    (key) => after[key] - before[key],
  );
  return { size, bytes, work, steps, allocated, fault };
}

/** Steps and bytes grow no faster than the file, or what was charged. A square shows at every size, a table that is taken larger at one. */
function expectProportion(pairs: readonly (readonly [Counts, Counts])[]): void {
  const found = pairs.map(([before, after]) => {
    const larger = Math.max(after.size / before.size, after.bytes / before.bytes, after.work / before.work);
    return {
      steps: after.steps / Math.max(before.steps, FEW_STEPS) / (larger * MORE_STEPS ** Math.log2(after.size / before.size)),
      bytes: after.allocated / Math.max(before.allocated, FEW_BYTES) / (larger * MORE_BYTES),
    };
  });
  const counts = pairs.map(([{ steps, allocated }, after]) => `${steps} → ${after.steps}, allocated ${allocated} → ${after.allocated}`);
  expect(Math.min(...found.map(({ steps }) => steps)), `steps ${counts.join('; ')}`).toBeLessThan(1);
  expect(Math.min(...found.map(({ bytes }) => bytes)), `steps ${counts.join('; ')}`).toBeLessThan(1);
}

describe.each(CASES)('$format: $construct', (one) => {
  test('work grows no faster than the file', async () => {
    const { found, pairs } = await grown(one, SIZE, [1, 2, 4]);
    for (const { fault } of found)
      if (one.refused === undefined) expect(fault).toBeUndefined();
      else expect(fault).toMatch(one.refused);
    expectProportion(pairs);
    for (const [before, after] of pairs) {
      const larger = after.bytes / before.bytes;
      expect(after.work / before.work, `work ${before.work} → ${after.work}`).toBeLessThan(MORE_STEPS * Math.max(2, larger));
      // Far below what the default limit grants for the bytes.
      expect(after.work).toBeLessThan(2 ** 20 + 32 * after.bytes);
      expect(after.work).toBeGreaterThanOrEqual(after.bytes);
    }
  });
});

describe.each(CASES)('$format: $construct', (one) => {
  test('long names, and bytes', async () => {
    expectProportion((await grown(one, LONG_SIZE, [1, 4], 'long')).pairs);
  });

  test.runIf(ROBOT_CASES.includes(one))('equal names, and bytes', async () => {
    expectProportion((await grown(one, LONG_SIZE, [1, 4], 'equal')).pairs);
  });
});

describe.each(HOSTILE_CASES)('$format: $construct', (one) => {
  test.each(['short', 'long'] as const)('%s names', async (names) => {
    // what is made at the first such file is none of it
    await prepared(one, LONG_SIZE, names).read();
    await counter.reset();
    const { found, pairs } = await grown(one, LONG_SIZE, [1, 2, 4], names);
    for (const { fault } of found) expect(fault ?? '').not.toMatch(/takes more work/);
    expectProportion([[more(pairs[0]), more(pairs[1])]]);
  });
});
