import { describe, expect, test } from 'vitest';
import { JointStream } from '../../../src/forecast/joint-stream.ts';

function moving(stream: JointStream, rates: readonly number[], until = 1): JointStream {
  for (let i = 0; i <= until * 100; i++) stream.add({ time: i / 100, values: rates.map((r) => (r * i) / 100) });
  return stream;
}

describe('joints', () => {
  test('run on at their rates, beyond any number of turns', () => {
    const stream = moving(new JointStream(3), [0.5, -40, 0]);
    const state = stream.stateAt(2);
    expect(Array.isArray(state)).toBe(true);
    expect(state[0]).toBeCloseTo(1, 9);
    expect(state[1]).toBeCloseTo(-80, 7);
    expect(state[2]).toBe(0);
    expect(stream.velocityAt(1)[1]).toBeCloseTo(-40, 8);
    expect(stream.clampedAt(2)).toEqual([]);
  });

  test('stop at their limits, and it is said which', () => {
    const limits = [{ lower: -2, upper: 1.5 }, { lower: -1 }, null];
    const stream = moving(new JointStream(3, { limits, names: ['pan', 'lift', 'wrist'] }), [1, -0.5, 9]);
    expect(stream.stateAt(1.2)[0]).toBeCloseTo(1.2, 9);
    expect(stream.clampedAt(1.2)).toEqual([]);
    expect(stream.clampedAt(1.9)).toEqual(['pan']);
    expect(stream.clampedAt(2.1)).toEqual(['pan', 'lift']);
    expect(stream.stateAt(2.1).slice(0, 2)).toEqual([1.5, -1]);
  });

  test('levers weigh the deviations', () => {
    const noisy = (levers: number[]) => {
      const stream = new JointStream(2, { degree: 1, levers });
      for (let i = 0; i < 60; i++) stream.add({ time: i / 60, values: [(i * 7) % 3, (i * 5) % 4] });
      return stream.deviationAt(1.5);
    };
    const [first, second] = [noisy([1, 0]), noisy([0, 1])];
    expect(noisy([1, 1])).toBeCloseTo(Math.sqrt(first * first + second * second), 12);
    expect(noisy([3, 0])).toBeCloseTo(3 * first, 12);
  });

  test('malformed input is named', () => {
    const stream = new JointStream(2, { names: ['pan', 'lift'] });
    expect(() => stream.add({ time: 0, values: [1] })).toThrow(/sample\.values: must be 2 numbers/);
    expect(() => stream.add({ time: 0, values: [1, Number.POSITIVE_INFINITY] })).toThrow(/sample\.values\[1\] \(lift\)/);
    expect(() => stream.add({ time: 0 } as never)).toThrow(/sample\.values/);
    expect(() => new JointStream(0)).toThrow(/joints/);
    expect(() => new JointStream(2, { limits: [null] })).toThrow(/limits: must be a list of 2/);
    expect(() => new JointStream(1, { limits: [{ lower: 2, upper: 1 }] })).toThrow(/limits\[0\]/);
    expect(() => new JointStream(1, { levers: [-1] })).toThrow(/levers\[0\]/);
  });
});
