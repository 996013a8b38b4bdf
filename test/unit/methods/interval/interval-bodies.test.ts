import { describe, expect, test } from 'vitest';
import { rigidIntervalMotion } from '../../../../bench/shared/rigid-interval-motion.ts';
import { Budget } from '../../../../src/contact/budget.ts';
import { Random } from '../../../../src/math/random.ts';
import {
  type IntervalBody,
  type IntervalOutcome,
  type IntervalPair,
  noIntervalWork,
} from '../../../../src/methods/interval/interval-body.ts';
import { IntervalSearch } from '../../../../src/methods/interval/interval-search.ts';
import { obbTreeOf } from '../../../../src/methods/interval/interval-trees.ts';
import type { IntervalMotion } from '../../../../src/motion/motion.ts';
import { STATE_SIZE } from '../../../../src/motion/motion.ts';
import type { RigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { StateBounds } from '../../../../src/motion/state-bounds.ts';
import { libraryMotion, randomMotion, randomSoup, randomVector } from '../../../property/random-pairs.ts';
import { type BruteBody, BrutePair, bruteMotion } from '../../../support/brute-force.ts';

const REFERENCE = Float64Array.of(0.5, -0.25, 0.125);
const TOLERANCE = 1e-6;
const ROUNDING = 1e-10;

function searchable(spec: BruteBody, bounds: (motion: RigidMotion) => IntervalMotion): IntervalBody {
  const motion = libraryMotion(spec.motion) as RigidMotion;
  const tree = obbTreeOf(spec.mesh);
  const state = new Float64Array(STATE_SIZE);
  return {
    tree,
    bounds: bounds(motion),
    state,
    writeState: () => motion.writeState(REFERENCE, state),
    travel: motion.still ? 0 : motion.travel(tree.radius),
    spinner: motion,
    reference: REFERENCE,
  };
}

/** Judged from `from` on; c = clearance. */
function pairOf(a: number, b: number, clearance: number, from: number): IntervalPair {
  return { a, b, clearance, rounding: ROUNDING, limit: clearance + TOLERANCE - ROUNDING, reserve: TOLERANCE / 2, from };
}

describe('many bodies at once', () => {
  test.each(['simultaneous', 'independent'] as const)(
    "%s: the earliest contact of all pairs, from their own starts on (seed 'many')",
    (solver) => {
      const random = new Random('many');
      const seen = { free: 0, contact: 0, later: 0 };
      for (let round = 0; round < 60; round++) {
        const specs: BruteBody[] = [];
        for (let i = 0; i < 4; i++) {
          const rests = i > 1 && random.next() < 0.7;
          const motion = rests
            ? ({ kind: 'rest', pose: { position: randomVector(random, 2), quaternion: random.quaternion() } } as const)
            : randomMotion(random, random.range(2, 5));
          specs.push({ mesh: randomSoup(random, `${i}`, { most: 8 }), motion });
        }
        const bounds =
          round % 2 === 0 ? (m: RigidMotion) => new StateBounds(m, REFERENCE) : (m: RigidMotion) => rigidIntervalMotion(m, REFERENCE);
        const bodies = specs.map((spec) => searchable(spec, bounds));
        const pairs: IntervalPair[] = [];
        const judges: BrutePair[] = [];
        for (let a = 0; a < 4; a++) {
          for (let b = a + 1; b < 4; b++) {
            const judge = new BrutePair(specs[a], specs[b]);
            const clearance = random.pick([0, 0.1]);
            // a pair must start farther apart than the limit
            const from = random.shuffle([0, 0, 0.1, 0.3]).find((t) => judge.distance(t) > clearance + 3 * TOLERANCE);
            if (from === undefined) continue;
            pairs.push(pairOf(a, b, clearance, from));
            judges.push(judge);
          }
        }
        if (pairs.length === 0) continue;
        const outcome: IntervalOutcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1, pair: -1 };
        const budget = new Budget();
        budget.start(5_000_000, Infinity);
        new IntervalSearch().search(bodies, pairs, { solver }, budget, outcome, noIntervalWork());
        expect(outcome.status, `round ${round}`).not.toBe('unresolved');
        pairs.forEach(({ clearance, from }, i) => {
          const hit = outcome.time > from ? judges[i].firstBelow(clearance - 1e-11, from, outcome.time) : null;
          expect(hit === null || hit >= outcome.time, `round ${round}, pair ${i} met at ${hit}`).toBe(true);
        });
        if (outcome.status === 'contact') {
          const { clearance, from } = pairs[outcome.pair];
          expect(judges[outcome.pair].distance(outcome.time)).toBeLessThanOrEqual(clearance + TOLERANCE + 1e-11);
          expect(outcome.time).toBeGreaterThan(from);
          seen.contact++;
          if (from > 0) seen.later++;
        } else seen.free++;
      }
      expect(seen.contact).toBeGreaterThan(15);
      expect(seen.free).toBeGreaterThan(1);
      expect(seen.later).toBeGreaterThan(0);
    },
  );
});

test("bounds from states hold the motion and its rate (seed 'states')", () => {
  const random = new Random('states');
  const out = new Float64Array(24);
  const step = 2 ** -17;
  for (let round = 0; round < 600; round++) {
    const spec = randomMotion(random, random.range(0, 3));
    const brute = bruteMotion(spec);
    const bounds = new StateBounds(libraryMotion(spec) as RigidMotion, REFERENCE);
    const width = random.pick([0, 0.01, 0.3, 0.9]);
    const from = random.range(0, 1 - width);
    const times = Float64Array.of(from, from + width);
    const origin = [REFERENCE[0], REFERENCE[1], REFERENCE[2]] as const;
    const numbers = (t: number) => {
      const { rotation, position } = brute.at(t, origin);
      return [...rotation, ...position];
    };
    for (let k = 0; k <= 4; k++) {
      const t = from + (width * k) / 4;
      bounds.writePose(times, out, 0);
      numbers(t).forEach((x, i) => {
        expect(x >= out[2 * i] - 1e-14 && x <= out[2 * i + 1] + 1e-14, `round ${round}, entry ${i}`).toBe(true);
      });
      bounds.writeRate(times, out, 0);
      const before = numbers(t - step);
      numbers(t + step).forEach((x, i) => {
        const rate = (x - before[i]) / (2 * step);
        expect(rate >= out[2 * i] - 2e-7 && rate <= out[2 * i + 1] + 2e-7, `round ${round}, rate ${i}`).toBe(true);
      });
    }
  }
});
