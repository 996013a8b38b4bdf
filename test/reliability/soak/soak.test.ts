import { describe, expect, test } from 'vitest';
import { LongLived, soakRound } from './soak-round.ts';
import { growthOf, memoryVerdict, type Sample, slopeOf } from './soak-verdict.ts';

describe('a soak', () => {
  test('asks the same in every round, and long-lived objects answer as at the beginning', async () => {
    const kept = new LongLived();
    const kinds = ['pairs', 'robots', 'soft', 'convex', 'worlds', 'cell', 'collada'];
    const first = await soakRound(kept, kinds);
    const second = await soakRound(kept, kinds);
    expect(second).toEqual(first);
    expect(Object.keys(first.hashes)).toEqual(expect.arrayContaining([...kinds, 'long-lived']));
  });

  const samples = (leak: number): Sample[] =>
    Array.from({ length: 100 }, (_, i) => {
      const noise = 0.5 * ((7 * i) % 5);
      const warm = 20 * Math.min(1, i / 20);
      return { seconds: 12 * i, heap: 40 + warm + noise + leak * i, buffers: 1, resident: 200 + warm + 3 * noise };
    });
  const tooMuch = (given: Sample[]): string[] => growthOf(given).flatMap(({ what, grown, bound }) => (grown > bound ? [what] : []));

  test('what fills at the beginning and then varies is flat', () => {
    expect(tooMuch(samples(0))).toEqual([]);
  });

  test('a leak of a tenth of a megabyte between two looks is seen', () => {
    expect(tooMuch(samples(0.1))).toEqual(['heap']);
  });

  test('the verdict is one line, and few looks give none', () => {
    const verdict = (given: Sample[]) => memoryVerdict(given, growthOf(given));
    expect(verdict(samples(0))).toEqual({ isFault: false, text: 'memory: within bounds' });
    expect(verdict(samples(0.1))).toEqual({ isFault: true, text: expect.stringMatching(/^MEMORY GROWS: heap by \d/) });
    expect(verdict(samples(5).slice(0, 10))).toEqual({ isFault: false, text: expect.stringMatching(/too few rounds to tell/) });
    expect(memoryVerdict([], []).text).toMatch(/too few/);
  });

  test('the slope is that of least squares', () => {
    expect(slopeOf([0, 1, 2, 3], [1, 3, 5, 7])).toBe(2);
    expect(slopeOf([0, 1, 2], [0, 3, 0])).toBe(0);
    expect(slopeOf([1, 1], [0, 5])).toBe(0);
  });
});
