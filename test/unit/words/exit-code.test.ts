import { describe, expect, test } from 'vitest';
import type { InitialPair, Status } from '../../../src/contact/result.ts';
import { CANNOT_RUN, type ExitCode, sceneExitCode, stepExitCode, worstExitCode } from '../../../src/words/exit-code.ts';

const pair = (left: InitialPair['left']): InitialPair => ({ a: { body: 'a' }, b: { body: 'b' }, gap: [0, 0], left });
const [APART, NEVER, TESTED] = [pair(0.5), pair(null), pair(undefined)];

describe('of a path', () => {
  test.each<[Status, readonly InitialPair[], ExitCode]>([
    ['free', [], 0],
    ['free', [APART], 0],
    ['free', [TESTED], 0],
    ['free', [NEVER], 3],
    ['free', [APART, NEVER], 3],
    ['contact', [], 1],
    ['contact', [NEVER], 1],
    ['overlap', [], 1],
    ['overlap', [TESTED], 1],
    ['overlap', [NEVER], 1],
    ['unresolved', [], 3],
    ['unresolved', [NEVER], 3],
  ])('%s, pairs in contact at the start %j: %d', (status, initial, code) => {
    expect(sceneExitCode({ status, initial, stats: { pairs: 3 } })).toBe(code);
  });

  test('free because no pair was tested is not proven', () => {
    expect(sceneExitCode({ status: 'free', initial: [], stats: { pairs: 0 } })).toBe(3);
  });
});

describe('of a step', () => {
  test.each<[Status, number, ExitCode]>([
    ['free', 0, 0],
    ['contact', 1, 1],
    ['contact', 0, 1],
    ['overlap', 1, 1],
    ['overlap', 0, 1],
    ['unresolved', 0, 3],
    ['unresolved', 1, 1],
    ['unresolved', 7, 1],
  ])('%s with %d contacts: %d', (status, contactCount, code) => {
    expect(stepExitCode({ status, contactCount })).toBe(code);
  });
});

describe('over several', () => {
  const ALL: readonly ExitCode[] = [0, 1, 2, 3];
  const rank: Readonly<Record<ExitCode, number>> = { 2: 0, 1: 1, 3: 2, 0: 3 };
  const lists = ALL.flatMap((a) => ALL.flatMap((b) => ALL.map((c): [ExitCode, ExitCode, ExitCode] => [a, b, c])));

  test.each(lists)('%d, %d, %d: 2 before 1 before 3 before 0', (...codes) => {
    expect(worstExitCode(codes)).toBe(codes.reduce((worst, code) => (rank[code] < rank[worst] ? code : worst)));
  });

  test('none and one', () => {
    expect(worstExitCode([])).toBe(0);
    expect(ALL.map((code) => worstExitCode([code]))).toEqual(ALL);
    expect(CANNOT_RUN).toBe(2);
  });
});
