/**
 * One pair of a scene advanced below its roots, depth first
 * [Tang et al. 2013, Alg. 3, corrected as in contact/methods/hca.ts]: every pair of nodes to (nearly) its own time of
 * contact, cut off when that is not before the earliest contact known of any pair; or only the upper levels, for a
 * lower bound on the pair's time of contact (HCA_sub).
 * Guarantee: until the time left in `lower` the pair is proven apart; Infinity: until the earliest contact known, or
 * the end.
 */
import type { Budget } from '../../contact/budget.ts';
import { PairStack, POPPED, PUSHED } from '../../contact/pair-stack.ts';
import { NODE_CHILD, NODE_SIZE } from '../../hierarchy/fit-swept-sphere.ts';
import type { SceneOutcome } from '../../scene/search/scene-outcome.ts';
import type { SceneCounts } from '../../scene/search/scene-search.ts';
import type { ClosingSide } from './closing-speed.ts';
import { BEST, type HcaPair, REACHED } from './hca-pair.ts';
import type { TreeLevels } from './tree-levels.ts';

/** A pair on its way, and until when it is proven apart; at first the time from which on it is judged. */
export interface PairUnderWay {
  readonly pair: number;
  readonly a: ClosingSide;
  readonly b: ClosingSide;
  lower: number;
}

/** Levels of a pair's trees that are looked at. */
export interface UpperLevels {
  readonly a: TreeLevels;
  readonly b: TreeLevels;
  /** As part of each tree's depth. */
  readonly depth: number;
}

export class HcaDescent {
  private readonly current: HcaPair;
  private readonly counts: SceneCounts;
  private readonly stack: PairStack = new PairStack();
  /** By pair, the nodes of the leaves that touched last. */
  private readonly touched: Map<number, readonly [number, number]>;

  constructor(current: HcaPair, counts: SceneCounts, touched: Map<number, readonly [number, number]>) {
    this.current = current;
    this.counts = counts;
    this.touched = touched;
  }

  /** The pair is set in `current`. upper: null, all levels down to contact. True: the budget is spent. */
  run(under: PairUnderWay, upper: UpperLevels | null, budget: Budget, outcome: SceneOutcome): boolean {
    const { current, stack, counts } = this;
    const { times } = current;
    const { numbers } = stack;
    const nodesA = under.a.view.nodes;
    const nodesB = under.b.view.nodes;
    const depthA = upper === null ? 0 : Math.floor(upper.depth * upper.a.deepest);
    const depthB = upper === null ? 0 : Math.floor(upper.depth * upper.b.deepest);
    let lowest = Infinity;
    stack.clear();
    numbers[PUSHED] = under.lower;
    stack.push(0, 0);
    while (stack.pop()) {
      const from = numbers[POPPED];
      if (from >= times[BEST] || from >= lowest) continue;
      const { a, b } = stack;
      counts.iterations++;
      if (budget.spent()) return this.stop(under, Math.min(from, lowest));
      const childA = nodesA[(a << 4) + NODE_CHILD];
      const childB = nodesB[(b << 4) + NODE_CHILD];
      const endA = childA < 0 || (upper !== null && upper.a.depths[a] >= depthA);
      const endB = childB < 0 || (upper !== null && upper.b.depths[b] >= depthB);
      times[REACHED] = from;
      if (endA && endB) {
        if (upper !== null) lowest = from;
        else if (this.finish(under, a, b, budget, outcome)) return this.stop(under, times[REACHED]);
        continue;
      }
      const splitA = endB || (!endA && nodesA[(a << 4) + NODE_SIZE] >= nodesB[(b << 4) + NODE_SIZE]);
      const a1 = splitA ? childA : a;
      const a2 = splitA ? childA + 1 : a;
      const b1 = splitA ? b : childB;
      const b2 = splitA ? b : childB + 1;
      current.advanceNodes(a1, b1, splitA, budget);
      const t1 = times[REACHED];
      times[REACHED] = from;
      current.advanceNodes(a2, b2, splitA, budget);
      const t2 = times[REACHED];
      // the earlier one on top; written out: a double chosen by ?: is boxed
      if (t1 <= t2) {
        numbers[PUSHED] = t2;
        if (t2 < times[BEST]) stack.push(a2, b2);
        numbers[PUSHED] = t1;
        if (t1 < times[BEST]) stack.push(a1, b1);
      } else {
        numbers[PUSHED] = t1;
        if (t1 < times[BEST]) stack.push(a1, b1);
        numbers[PUSHED] = t2;
        if (t2 < times[BEST]) stack.push(a2, b2);
      }
    }
    under.lower = lowest;
    return false;
  }

  /** Two leaves, nodes a and b; true: the budget is spent. */
  private finish(under: PairUnderWay, a: number, b: number, budget: Budget, outcome: SceneOutcome): boolean {
    const { times } = this.current;
    const end = this.current.advanceLeaves(a, b, budget, Infinity);
    if (end === 'contact') this.note(under, a, b, outcome);
    else if (end === 'precision') {
      // unless something else touches before, nothing later can be reported
      times[BEST] = times[REACHED];
      outcome.status = 'unresolved';
      outcome.reason = 'precision';
      outcome.pair = under.pair;
      outcome.leafA = outcome.leafB = -1;
    }
    return end === 'budget';
  }

  /** The time reached is the earliest contact known, of the leaves that are nodes a and b. */
  note({ pair, a: sideA, b: sideB }: PairUnderWay, a: number, b: number, outcome: SceneOutcome): void {
    const { times } = this.current;
    times[BEST] = times[REACHED];
    outcome.status = 'contact';
    outcome.pair = pair;
    outcome.leafA = -1 - sideA.view.nodes[(a << 4) + NODE_CHILD];
    outcome.leafB = -1 - sideB.view.nodes[(b << 4) + NODE_CHILD];
    this.touched.set(pair, [a, b]);
  }

  private stop(under: PairUnderWay, time: number): boolean {
    under.lower = time;
    while (this.stack.pop()) under.lower = Math.min(under.lower, this.stack.numbers[POPPED]);
    return true;
  }
}
