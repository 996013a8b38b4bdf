import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { byPython, hasPython } from './by-python.ts';
import type { Line } from './small-proof.ts';
import { hostileSteps, isFalse, numericStepMutants, structuralStepMutants, validSteps } from './step-mutants.ts';

const textOf = (lines: readonly unknown[]): string[] => lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
const resultOf = async (lines: readonly unknown[], maxPieces?: number) => (await verifyProof(textOf(lines), { maxPieces })).result;

const valid = validSteps('steps to be broken', 24);
const [free] = valid.filter(
  (lines) => lines.some(({ kind, stream }) => kind === 'proof' && stream !== '') && lines.at(-1)?.status === 'free',
);

describe('mutants of proofs of steps (seed steps to be broken)', () => {
  test('of structure are rejected, all of them', async () => {
    const random = new Random('broken steps');
    for (const lines of valid) {
      expect(await resultOf(lines)).toBe('proven');
      for (const mutant of structuralStepMutants(lines, random)) expect(await resultOf(mutant.lines), mutant.name).not.toBe('proven');
    }
  });

  test('of numbers are rejected wherever brute force finds them false', async () => {
    const random = new Random('other steps');
    let [broken, proven] = [0, 0];
    for (const lines of valid) {
      for (const mutant of numericStepMutants(lines, random, 16)) {
        const result = await resultOf(mutant.lines);
        const is = isFalse(mutant.lines as Line[]);
        if (is) expect(result, mutant.name).not.toBe('proven');
        if (is) broken++;
        if (result === 'proven') proven++;
      }
    }
    expect(Math.min(broken, proven)).toBeGreaterThan(10);
  });

  test.skipIf(!hasPython)('and of hostile files the checker in Python says the same', async () => {
    const random = new Random('steps in Python');
    const all = valid
      .slice(0, 10)
      .flatMap((lines) =>
        [lines, ...numericStepMutants(lines, random, 3), ...structuralStepMutants(lines, random)].map((one) =>
          'lines' in one ? one.lines : one,
        ),
      );
    all.push(...hostileSteps(free).map(({ lines }) => lines));
    const own = await Promise.all(all.map((lines) => resultOf(lines)));
    const other = byPython(all.map(textOf));
    expect(own.map((result, k) => `${k} ${result}`)).toEqual(other.map((result, k) => `${k} ${result}`));
    expect(new Set(own)).toEqual(new Set(['proven', 'refuted', 'malformed', 'undecided']));
  });
});

describe('hostile files about steps', () => {
  test('end in a clear answer, none of them proven but those in which nothing can touch', async () => {
    for (const { name, lines } of hostileSteps(free)) {
      const found = await verifyProof(textOf(lines));
      const nothing = ['nothing tested', 'numbers of all sizes, proven'].includes(name);
      expect(found.result === 'proven', `${name}: ${found.result} ${found.why}`).toBe(nothing);
    }
  });

  test('stencils and operations count as work', async () => {
    expect(await resultOf(free)).toBe('proven');
    expect(await resultOf(free, 0)).toBe('undecided');
  });
});
