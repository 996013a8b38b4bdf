import { expect, test } from 'vitest';
import { Front, PROVEN, RECORD, RECORD_A, RECORD_B } from '../../../../src/methods/coherent/front.ts';

function noted(front: Front, record: number, distance: number): void {
  front.ways[PROVEN] = distance;
  front.note(record);
}

const isApart = (front: Front, record: number): boolean => front.values[record] >= front.bar;

test('what is proven lasts as long as the motions have not changed by it', () => {
  const front = new Front();
  front.add(1);
  front.begin(0, 0.1);
  expect(isApart(front, 0)).toBe(false);
  noted(front, 0, 1);
  expect(isApart(front, 0)).toBe(true);
  for (let step = 1; step <= 8; step++) {
    front.begin(0.1, 0.1);
    expect(isApart(front, 0), `step ${step}`).toBe(true);
  }
  front.begin(0.1, 0.1);
  expect(isApart(front, 0)).toBe(false);
});

test('a pair is as far apart as the nearer of its parts, and parts that are far become one again', () => {
  const front = new Front();
  front.add(1);
  front.begin(0.01, 0);
  const first = front.split(0, true, 7);
  expect([first, first + 1].map((part) => [front.records[RECORD * part + RECORD_A], front.records[RECORD * part + RECORD_B]])).toEqual([
    [7, 0],
    [8, 0],
  ]);
  noted(front, first, 0.015);
  noted(front, first + 1, 5);
  front.close();
  expect(front.values[0]).toBe(front.values[first]);
  expect(front.records[0]).toBe(first);
  noted(front, first, 3);
  front.visit(0);
  front.close();
  expect(front.values[0]).toBeGreaterThan(2.9);
  expect(front.records[0]).toBe(0);
  // their records are used again, and nothing is known of the new ones
  expect(front.split(0, false, 3)).toBe(first);
  expect([front.values[first], front.values[first + 1]]).toEqual([-Infinity, -Infinity]);
  expect(front.records[RECORD * first + RECORD_B]).toBe(3);
});

test('it grows, and says when it has become too large', () => {
  const front = new Front();
  front.add(1);
  front.begin(0, 0);
  let record = 0;
  for (let i = 0; i < 2 ** 15; i++) record = front.split(record, true, 1);
  expect(front.isFull).toBe(true);
  front.clear();
  expect([front.size, front.isFull]).toEqual([0, false]);
});
