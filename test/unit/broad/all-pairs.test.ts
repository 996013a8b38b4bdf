import { expect, it } from 'vitest';
import { AllPairs } from '../../../src/broad/all-pairs.ts';
import type { BroadPhase } from '../../../src/broad/broad-phase.ts';
import { InputError } from '../../../src/math/input-error.ts';

const UNIT = [0, 0, 0, 1, 1, 1];

it('touching is meeting, a gap of one rounding is not', () => {
  const pairs = new AllPairs();
  pairs.add(UNIT);
  const other = pairs.add([1, 0, 0, 2, 1, 1]);
  pairs.update();
  expect(told(pairs)).toEqual({ opened: ['0 1'], closed: [], pairs: ['0 1'] });
  pairs.move(other, [1 + 2 ** -52, 0, 0, 2, 1, 1]);
  pairs.update();
  expect(told(pairs)).toEqual({ opened: [], closed: ['0 1'], pairs: [] });
});

it('two fixed boxes are no pair, not even when one of them leaves', () => {
  const pairs = new AllPairs();
  for (const fixed of [true, true, false]) pairs.add(UNIT, 0, fixed);
  pairs.update();
  expect(told(pairs)).toEqual({ opened: ['0 2', '1 2'], closed: [], pairs: ['0 2', '1 2'] });
  pairs.remove(0);
  pairs.update();
  expect(told(pairs)).toEqual({ opened: [], closed: ['0 2'], pairs: ['1 2'] });
});

it('a number given again is another box', () => {
  const pairs = new AllPairs();
  pairs.add(UNIT);
  pairs.add(UNIT);
  pairs.update();
  pairs.remove(1);
  expect(pairs.add(UNIT)).toBe(2);
  pairs.update();
  expect(told(pairs)).toEqual({ opened: ['0 2'], closed: ['0 1'], pairs: ['0 2'] });
  expect(pairs.add(UNIT)).toBe(1);
  pairs.update();
  expect(told(pairs).opened).toEqual(['0 1', '1 2']);
  expect(() => pairs.remove(7)).toThrow(InputError);
});

it('compares every pair that is not of two fixed boxes', () => {
  const pairs = new AllPairs();
  for (let k = 0; k < 10; k++) pairs.add([k, 0, 0, k, 0, 0], 0, k < 4);
  pairs.update();
  expect(pairs.stats.boxTests).toBe(45 - 6);
});

function told(phase: BroadPhase): { opened: string[]; closed: string[]; pairs: string[] } {
  const pairs: string[] = [];
  phase.forEachPair((i, j) => pairs.push(`${i} ${j}`));
  const list = (numbers: Uint32Array, count: number) =>
    Array.from({ length: count }, (_, k) => `${numbers[2 * k]} ${numbers[2 * k + 1]}`).sort();
  return { opened: list(phase.opened, phase.openedCount), closed: list(phase.closed, phase.closedCount), pairs: pairs.sort() };
}
