import { describe, expect, test } from 'vitest';
import { PairQueue } from '../../../src/contact/pair-queue.ts';
import { PairStack } from '../../../src/contact/pair-stack.ts';
import { Random } from '../../../src/math/random.ts';

function pushLater(queue: PairQueue, key: number, a: number, b: number, far = false): void {
  queue.keys[1] = key;
  queue.pushLater(a, b, far);
}

describe('PairQueue', () => {
  test("gives out pairs in the order of their keys (seed 'queue')", () => {
    const random = new Random('queue');
    const queue = new PairQueue();
    for (let round = 0; round < 20; round++) {
      queue.clear();
      const pushed: { key: number; a: number; b: number; far: boolean }[] = [];
      // interleaved, more than it holds at first, with equal keys
      const seen: typeof pushed = [];
      const pop = (): void => {
        expect(queue.pop()).toBe(true);
        const { a, b, far } = queue;
        const key = queue.keys[0];
        const least = Math.min(...pushed.map((p) => p.key));
        expect(key).toBe(least);
        const at = pushed.findIndex((p) => p.key === key && p.a === a && p.b === b && p.far === far);
        expect(at).toBeGreaterThanOrEqual(0);
        seen.push(...pushed.splice(at, 1));
      };
      const total = 600;
      for (let i = 0; i < total; i++) {
        const entry = { key: random.integer(50) / 50, a: i, b: random.integer(1000), far: random.next() < 0.5 };
        pushed.push(entry);
        pushLater(queue, entry.key, entry.a, entry.b, entry.far);
        if (random.next() < 0.2) pop();
      }
      while (pushed.length > 0) {
        expect(queue.length).toBe(pushed.length);
        pop();
      }
      expect(queue.pop()).toBe(false);
      expect(seen).toHaveLength(total);
    }
  });

  test('pairs that may touch now come first, last in first out, at the current key', () => {
    const queue = new PairQueue();
    pushLater(queue, 0.25, 1, 2, true);
    pushLater(queue, 0.5, 3, 4);
    expect(queue.pop()).toBe(true);
    expect([queue.keys[0], queue.a, queue.b, queue.far]).toEqual([0.25, 1, 2, true]);
    for (let i = 0; i < 1000; i++) queue.pushNow(i, i + 1);
    for (let i = 999; i >= 0; i--) {
      expect(queue.pop()).toBe(true);
      expect([queue.keys[0], queue.a, queue.b, queue.far]).toEqual([0.25, i, i + 1, false]);
    }
    expect(queue.pop()).toBe(true);
    expect([queue.keys[0], queue.a, queue.b, queue.far]).toEqual([0.5, 3, 4, false]);
    expect(queue.pop()).toBe(false);
  });

  test('what was popped is gone, whether or not another pair took its place', () => {
    for (const others of [0, 1, 2, 7]) {
      const filled = (): PairQueue => {
        const queue = new PairQueue();
        for (let i = 0; i <= others; i++) {
          queue.keys[1] = (i + 1) / 16;
          queue.pushLater(i, i, false, i);
        }
        queue.pop();
        expect([queue.a, queue.length]).toEqual([0, others]);
        return queue;
      };
      const rest = Array.from({ length: others }, (_, i) => i + 1);
      const all = (queue: PairQueue, next: () => boolean): number[] => {
        const seen: number[] = [];
        while (next()) seen.push(queue.a);
        return seen;
      };
      const taken = filled();
      expect(all(taken, () => taken.take()).sort()).toEqual(rest);
      const cleared = filled();
      cleared.clear();
      pushLater(cleared, 0.5, 9, 9);
      expect(all(cleared, () => cleared.pop())).toEqual([9]);
    }
  });

  test('node 0 keeps its far mark', () => {
    const queue = new PairQueue();
    pushLater(queue, 0, 0, 0, true);
    expect(queue.pop()).toBe(true);
    expect([queue.a, queue.b, queue.far]).toEqual([0, 0, true]);
  });
});

describe('PairStack', () => {
  test('last in, first out, beyond its first size', () => {
    const stack = new PairStack();
    for (let round = 0; round < 2; round++) {
      stack.clear();
      for (let i = 0; i < 2000; i++) {
        stack.numbers[2] = i / 2;
        stack.numbers[3] = -i;
        stack.push(i, i + 1);
      }
      for (let i = 1999; i >= 0; i--) {
        expect(stack.pop()).toBe(true);
        expect([stack.a, stack.b, stack.numbers[0], stack.numbers[1] + 0]).toEqual([i, i + 1, i / 2, -i + 0]);
      }
      expect(stack.pop()).toBe(false);
    }
  });
});
