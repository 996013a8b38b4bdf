import { describe, expect, it } from 'vitest';
import { AllPairs } from '../../src/broad/all-pairs.ts';
import { AutoBroadPhase } from '../../src/broad/auto/auto-broad-phase.ts';
import type { BroadPhase } from '../../src/broad/broad-phase.ts';
import { CoherentHash } from '../../src/broad/hash/coherent-hash.ts';
import { SpatialHash } from '../../src/broad/hash/spatial-hash.ts';
import { Sweep2d } from '../../src/broad/sweep/sweep-2d.ts';
import { SweepAndPrune } from '../../src/broad/sweep/sweep-and-prune.ts';
import { Random } from '../../src/math/random.ts';
import { rounds } from '../support/rounds.ts';
import { BOX_WORLDS, RandomBoxes } from './random-boxes.ts';

type Makers = Readonly<Record<string, () => BroadPhase>>;

/** What is held to brute force: a new broad phase is one more line. */
const METHODS: Makers = {
  auto: () => new AutoBroadPhase(),
  hash: () => new SpatialHash(),
  'coherent-hash': () => new CoherentHash(),
  sweep: () => new SweepAndPrune(),
  'sweep-2d': () => new Sweep2d(),
};

/** The same with other options, in one world of five. */
const VARIANTS: Makers = {
  'hash, other cells': () => new SpatialHash({ alpha: 0.2, beta: 1.7, sizes: [0.3] }),
  'coherent-hash, other cells': () => new CoherentHash({ alpha: 0.9, beta: 2.5 }),
  'coherent-hash, given sizes': () => new CoherentHash({ sizes: [0.1, 1, 2] }),
};

const WORLDS = rounds(1200, 400);
const STEPS = 6;

describe('every broad phase opens and closes the pairs that brute force does', () => {
  for (const kind of BOX_WORLDS) {
    const count = Math.ceil(WORLDS / BOX_WORLDS.length);
    it(`${kind}: ${count} worlds, ${STEPS} steps each, seed 'broad ${kind}'`, () => {
      const random = new Random(`broad ${kind}`);
      let told = 0;
      for (let world = 0; world < count; world++) {
        const truth = new AllPairs();
        const makers: Makers = world % 5 === 0 ? { ...METHODS, ...VARIANTS } : METHODS;
        const phases = Object.values(makers).map((make) => make());
        const boxes = new RandomBoxes(kind, random, [truth, ...phases]);
        for (let step = 0; step < STEPS; step++) {
          boxes.step();
          truth.update();
          const expected = answerOf(truth);
          told += truth.openedCount;
          phases.forEach((phase, k) => {
            phase.update();
            const answer = answerOf(phase);
            if (answer !== expected)
              throw new Error(`${Object.keys(makers)[k]}, world ${world}, step ${step}\nsays  ${answer}\ntruth ${expected}`);
          });
        }
      }
      // Worlds in which nothing ever meets would show nothing.
      expect(told).toBeGreaterThan(count);
    });
  }
});

function answerOf(phase: BroadPhase): string {
  const pairs: number[] = [];
  phase.forEachPair((i, j) => pairs.push(i * 1024 + j));
  const opened = listed(phase.opened, phase.openedCount);
  const closed = listed(phase.closed, phase.closedCount);
  return `${phase.size} boxes, ${phase.pairCount} pairs: ${pairs.sort(ascending).join()}; opened ${opened}; closed ${closed}`;
}

function listed(pairs: Uint32Array, count: number): string {
  return Array.from({ length: count }, (_, k) => pairs[2 * k] * 1024 + pairs[2 * k + 1])
    .sort(ascending)
    .join();
}

function ascending(a: number, b: number): number {
  return a - b;
}
