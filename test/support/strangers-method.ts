// A method as somebody outside would write it: plain conservative advancement, against the public interface alone.
import type { PairMethod, SceneMethod } from 'inbetween';
import { judgedPairs, type PairSearch, type SceneGround, type SegmentSearch } from 'inbetween/methods';

/** How long two bodies cannot come within the reach: no distance changes faster than `fastest`. */
const stepOf = (fastest: number, lower: number, reach: number): number => (lower - reach) / fastest;

function advancing(): PairSearch {
  return {
    gapOnly: true,
    search({ pair, start, budget, outcome, nearest }) {
      if (start.settle(pair)) {
        Object.assign(outcome, { status: 'overlap', time: start.from, leafA: start.closest.leafA, leafB: start.closest.leafB });
        return;
      }
      for (let t = start.from; ; ) {
        pair.stats.iterations++;
        if (budget.spent()) return void Object.assign(outcome, { status: 'unresolved', time: t, reason: budget.reason });
        const { distance, lower, leafA, leafB } = nearest(t, Infinity);
        if (start.touches(distance)) return void Object.assign(outcome, { status: 'contact', time: t, leafA, leafB });
        const next = t + stepOf(pair.fastest, lower, pair.clearance + start.reserve[0]);
        if (next > 1) return void Object.assign(outcome, { status: 'free', time: 1 });
        if (!(next > t)) return void Object.assign(outcome, { status: 'unresolved', time: t, reason: 'precision' });
        t = next;
      }
    },
  };
}

function overPairs(ground: SceneGround): SegmentSearch {
  return {
    run(from, clearance, start, budget, outcome) {
      if (start.open) {
        ground.search.run(from, clearance, start, budget, outcome, 'instant');
        if (outcome.status !== 'free') return;
      }
      const judged = judgedPairs(ground, from, clearance);
      Object.assign(outcome, { status: 'free', time: 1 });
      if (judged === null) return void Object.assign(outcome, { status: 'unresolved', time: from, reason: budget.reason });
      for (const { number, from: since, limit, reserve, fastest, nearest } of judged) {
        for (let t = since; t < outcome.time; ) {
          ground.search.counts.iterations++;
          if (budget.spent()) return void Object.assign(outcome, { status: 'unresolved', time: from, pair: -1, reason: budget.reason });
          const { distance, lower, leafA, leafB } = nearest(t);
          if (distance <= limit) {
            Object.assign(outcome, { status: 'contact', time: t, pair: number, leafA, leafB });
            break;
          }
          const next = t + stepOf(fastest, lower, clearance + reserve);
          if (!(next > t)) return void Object.assign(outcome, { status: 'unresolved', time: from, pair: -1, reason: 'precision' });
          t = next;
        }
      }
    },
  };
}

export const STRANGER: PairMethod & SceneMethod = { name: 'stranger', maxIterations: 100_000, pair: advancing, scene: overPairs };
