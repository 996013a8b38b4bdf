import { describe, expect, test } from 'vitest';
import { Sweep2d } from '../../../../src/broad/sweep/sweep-2d.ts';
import { Random } from '../../../../src/math/random.ts';
import { BoxWorld, liveThrough, type Spread } from '../box-world.ts';

const SPREADS: readonly Spread[] = ['loose', 'grid', 'flat', 'sizes'];

describe('equals brute force', () => {
  for (const spread of SPREADS) {
    test(`${spread}, seeds 1 to 25`, () => {
      for (let seed = 1; seed <= 25; seed++) {
        const random = new Random(`sweep-2d ${spread} ${seed}`);
        liveThrough(new BoxWorld(new Sweep2d(), random, spread, random.range(1, 5)), random, 40);
      }
    });
  }

  test('touching counts, −0 is 0, and nothing is told twice', () => {
    const phase = new Sweep2d();
    phase.add([-1, -1, -1, -0, -0, -0]);
    phase.add([0, 0, 0, 1, 1, 1]);
    phase.add([1 + 2 ** -52, 0, 0, 2, 1, 1]);
    phase.update();
    expect([...phase.opened.subarray(0, 2 * phase.openedCount)]).toEqual([0, 1]);
    phase.update();
    expect([phase.pairCount, phase.openedCount, phase.closedCount]).toEqual([1, 0, 0]);
  });
});

describe('the work does not feel the clustering of Figure 6', () => {
  test('a pile of any flatness takes O(n log n + k) steps', () => {
    const perBox = [500, 2000, 8000].map((n) => {
      const random = new Random(`flat ${n}`);
      const phase = new Sweep2d();
      const edge = 2 * Math.sqrt(n);
      const boxes = Array.from({ length: n }, () => [random.range(0, edge), 0, random.range(0, edge)]);
      for (const [x, y, z] of boxes) phase.add([x, y, z, x + 1, y + 1, z + 1]);
      phase.update();
      phase.stats.visits = 0;
      phase.stats.boxTests = 0;
      for (const [id, [x, , z]] of boxes.entries()) {
        const y = random.range(0, 0.001);
        phase.move(id, [x, y, z, x + 1, y + 1, z + 1]);
      }
      phase.update();
      return (phase.stats.visits + phase.stats.boxTests) / n;
    });
    // log₂ grows from 9 to 13
    expect(perBox[2]).toBeLessThan(1.6 * perBox[0]);
  });

  test('fixed boxes are not tested against each other', () => {
    const phase = new Sweep2d();
    for (let i = 0; i < 300; i++) phase.add([0, 0, 0, 1, 1, 1], 0, true);
    phase.add([0, 0, 0, 1, 1, 1]);
    phase.update();
    expect(phase.pairCount).toBe(300);
    expect(phase.stats.boxTests).toBeLessThanOrEqual(600);
  });
});
