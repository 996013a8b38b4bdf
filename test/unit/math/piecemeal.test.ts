import { expect, test } from 'vitest';
import { continued, finished, type Piecemeal } from '../../../src/math/piecemeal.ts';

/** Counts to n, a piece a number; `done` is how far it came. */
function counting(n: number): { work: Piecemeal<string>; done: () => number } {
  let done = 0;
  function* count(): Piecemeal<string> {
    while (done < n) {
      done++;
      yield;
    }
    return `to ${n}`;
  }
  return { work: count(), done: () => done };
}

test('work goes on where it was left, however often it is late, and is never done twice', () => {
  for (const atOnce of [0, 1, 2, 5, 100]) {
    const { work, done } = counting(7);
    let answer: string | null = null;
    let asked = 0;
    while (answer === null && asked++ < 20) {
      let left = atOnce;
      const before = done();
      answer = continued(work, () => left-- <= 0);
      expect(done() - before).toBeLessThanOrEqual(atOnce);
    }
    // 7 pieces and the end; late from the start, nothing is ever done
    expect([answer, done(), asked]).toEqual(atOnce === 0 ? [null, 0, 21] : ['to 7', 7, Math.ceil(8 / atOnce)]);
  }
});

test('all at once, also what was begun in pieces, and faults come through', () => {
  const { work, done } = counting(7);
  let left = 3;
  expect(continued(work, () => left-- <= 0)).toBeNull();
  expect([finished(work), done(), finished(counting(0).work)]).toEqual(['to 7', 7, 'to 0']);
  const broken = (function* (): Piecemeal<number> {
    yield;
    throw new Error('broken');
  })();
  expect(() => finished(broken)).toThrow('broken');
});
