import { describe, expect, test } from 'vitest';
import type { PairFirstContact } from '../../../src/index.ts';
import { headlineOf, proofOf } from '../../../src/words/pair-verdict.ts';
import { reported } from '../report/pair/report-inputs.ts';

const base: PairFirstContact = { ...reported().result, time: 0.123456789, gap: [0, 0.00123456], tolerance: 0.002, rounding: 1.234e-12 };
const told = (change: Partial<PairFirstContact>, clearance = 0) => proofOf({ ...base, ...change }, clearance).join(' ');

describe('what is proven, in words', () => {
  test('contact: times are rounded down, distances up', () => {
    expect(headlineOf(base)).toBe('First contact at t = 0.123456');
    expect(told({})).toContain('before t = 0.12345678, the bodies are apart');
    expect(told({})).toContain('at most 0.001235; the tolerance is 0.002');
    expect(told({})).toContain('more than 1.3e-12');
    expect(told({}, 0.5)).toContain('more than 0.5 apart');
  });

  test('free claims all of the motion', () => {
    expect(headlineOf({ ...base, status: 'free', time: 1 })).toBe('No contact on the way');
    expect(told({ status: 'free', time: 1, gap: null })).toContain('At every time of the motion, the bodies are apart');
  });

  test('overlap claims the start only', () => {
    expect(headlineOf({ ...base, status: 'overlap', time: 0 })).toBe('In contact from the start');
    expect(told({ status: 'overlap', time: 0 })).toContain('touch or overlap, as far as doubles can tell');
    expect(told({ status: 'overlap', time: 0 })).not.toContain('never late');
  });

  test.each([
    ['iterations', 'iterations ran out'],
    ['milliseconds', 'milliseconds ran out'],
    ['precision', 'finer than doubles'],
  ] as const)('unresolved by %s claims nothing after', (reason, words) => {
    const text = told({ status: 'unresolved', reason, gap: null });
    expect(text).toContain('Nothing is claimed about what follows');
    expect(text).toContain(words);
  });

  test('leaving: not judged until proven apart', () => {
    expect(told({ initial: [{ a: { body: 'a' }, b: { body: 'b' }, gap: [0, 0], left: 0.0123 }] })).toMatch(
      /not judged until t = 0\.0123,.*before t = 0\.12345678 after that, the bodies/,
    );
  });
});
