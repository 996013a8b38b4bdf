import { describe, expect, test } from 'vitest';
import { SweepAndPrune } from '../../../../src/broad/sweep/sweep-and-prune.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { BoxWorld, liveThrough, type Spread } from '../box-world.ts';

const SPREADS: readonly Spread[] = ['loose', 'grid', 'flat', 'sizes'];

describe('equals brute force', () => {
  // 0: always anew; 0.5: gives up in the middle; Infinity: always by insertion
  for (const swapLimit of [0, 0.5, 5, 200, Number.POSITIVE_INFINITY]) {
    for (const spread of SPREADS) {
      test(`${spread}, at most ${swapLimit} exchanges a box, seeds 1 to 12`, () => {
        for (let seed = 1; seed <= 12; seed++) {
          const random = new Random(`sweep ${spread} ${seed}`);
          const world = new BoxWorld(new SweepAndPrune({ swapLimit }), random, spread, random.range(1, 5));
          liveThrough(world, random, 30);
        }
      });
    }
  }

  test('all boxes the same', () => {
    const phase = new SweepAndPrune();
    const ids = Array.from({ length: 20 }, () => phase.add([0, 0, 0, 1, 1, 1]));
    phase.update();
    expect(phase.openedCount).toBe(190);
    for (const id of ids) phase.move(id, [-0, 0, 0, 1, 1, 1]);
    phase.update();
    expect([phase.pairCount, phase.openedCount, phase.closedCount]).toEqual([190, 0, 0]);
    phase.move(ids[3], [1, 1, 1, 2, 2, 2]);
    phase.update();
    expect([phase.pairCount, phase.closedCount]).toEqual([190, 0]);
    phase.move(ids[3], [1 + 2 ** -52, 1, 1, 2, 2, 2]);
    phase.update();
    expect([phase.pairCount, phase.closedCount]).toEqual([171, 19]);
  });

  test('a box that is added and removed before the update leaves no trace', () => {
    const phase = new SweepAndPrune();
    phase.add([0, 0, 0, 1, 1, 1]);
    const gone = phase.add([0, 0, 0, 1, 1, 1]);
    phase.remove(gone);
    phase.update();
    expect([phase.size, phase.pairCount, phase.openedCount, phase.closedCount]).toEqual([1, 0, 0, 0]);
  });
});

describe('the work is what has changed', () => {
  test('one box of 5,000 that moves a little takes a few exchanges, none takes none', () => {
    const random = new Random('few exchanges');
    const phase = new SweepAndPrune();
    const boxes = Array.from({ length: 5000 }, () => [0, 1, 2].map(() => random.range(0, 17)));
    for (const [x, y, z] of boxes) phase.add([x, y, z, x + 1, y + 1, z + 1]);
    phase.update();
    phase.stats.visits = 0;
    phase.stats.boxTests = 0;
    phase.update();
    expect(phase.stats).toEqual({ visits: 0, boxTests: 0 });
    const [x, y, z] = boxes[7];
    phase.move(
      7,
      [x + 0.01, y, z, x + 1.01, y, z].map((c, k) => (k < 4 ? c : c + 1)),
    );
    phase.update();
    // 2 ends · 10,000 ends on a length of 18 · a way of 0.01 ≈ 11
    expect(phase.stats.visits).toBeGreaterThan(0);
    expect(phase.stats.visits).toBeLessThan(60);
    expect(phase.stats.boxTests).toBeLessThan(60);
  });

  test('a batch of new boxes is not quadratic', () => {
    const tests = [2000, 4000].map((n) => {
      const random = new Random(`batch ${n}`);
      const phase = new SweepAndPrune();
      const edge = 2 * (n / 1.5) ** (1 / 3);
      for (let i = 0; i < n; i++) {
        const [x, y, z] = [0, 1, 2].map(() => random.range(0, edge));
        phase.add([x, y, z, x + 1, y + 1, z + 1]);
      }
      phase.update();
      return phase.stats.boxTests + phase.stats.visits;
    });
    expect(tests[1]).toBeLessThan(3 * tests[0]);
  });

  test('Figure 6: plain sorting takes a growing number of exchanges a box, the limit ends that', () => {
    const work = (n: number, swapLimit?: number) => {
      const random = new Random(`pile ${n}`);
      const phase = new SweepAndPrune({ swapLimit });
      const at = Array.from({ length: n }, () => [
        random.range(0, 2 * Math.sqrt(n)),
        random.range(0, 0.01),
        random.range(0, 2 * Math.sqrt(n)),
      ]);
      for (const [x, y, z] of at) phase.add([x, y, z, x + 1, y + 1, z + 1]);
      phase.update();
      phase.stats.visits = 0;
      for (const [id, [x, , z]] of at.entries()) {
        const y = random.range(0, 0.01);
        phase.move(id, [x, y, z, x + 1, y + 1, z + 1]);
      }
      phase.update();
      return phase.stats.visits / n;
    };
    expect(work(2000, Number.POSITIVE_INFINITY)).toBeGreaterThan(3 * work(500, Number.POSITIVE_INFINITY));
    expect(work(4000)).toBeLessThan(300);
  });
});

test('a limit that is no number is refused', () => {
  expect(() => new SweepAndPrune({ swapLimit: Number.NaN })).toThrow(InputError);
  expect(() => new SweepAndPrune({ swapLimit: -1 })).toThrow('swapLimit');
});
