import { describe, expect, test } from 'vitest';
import { VERDICTS, type Verdict, verdictOf } from '../../../../src/cli/query/verdict.ts';
import { Stopwatch } from '../../../../src/cli/terminal/stopwatch.ts';
import type { Status } from '../../../../src/index.ts';

const COLLIDING = { collide: true, lo: 0.4, hi: 0.41 };
const FREE = { collide: false, lo: 1, hi: 1 };

describe('verdicts', () => {
  test.each<[Status, number, typeof FREE, Verdict]>([
    ['contact', 0.405, COLLIDING, 'right'],
    ['contact', 0.4 - 0.9e-3, COLLIDING, 'right'],
    ['contact', 0.4 - 1.1e-3, COLLIDING, 'early'],
    ['contact', 0.41 + 0.9e-6, COLLIDING, 'right'],
    ['contact', 0.41 + 1.1e-6, COLLIDING, 'late'],
    ['overlap', 0, COLLIDING, 'early'],
    ['free', 1, COLLIDING, 'missed'],
    ['free', 1, FREE, 'right'],
    ['contact', 1, FREE, 'false positive'],
    ['overlap', 0, FREE, 'false positive'],
    ['unresolved', 0.4, COLLIDING, 'unresolved'],
    ['unresolved', 0.4, FREE, 'unresolved'],
  ])('%s at %d against %o: %s', (status, time, ref, verdict) => {
    expect(verdictOf({ status, time }, ref)).toBe(verdict);
    expect(VERDICTS).toContain(verdict);
  });
});

test('the stopwatch never tells more than the time that passed', () => {
  const watch = new Stopwatch();
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    watch.start();
    let sum = 0;
    for (let i = 0; i < 200_000; i++) sum += Math.sqrt(i);
    const told = watch.stop();
    expect(sum).toBeGreaterThan(0);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(performance.now() - begun);
  }
});
