/**
 * `c2a`: controlled conservative advancement [Tang et al. 2013, Alg. 1 and 2]. All pairs advance together: a
 * depth-first distance query at t ends in front nodes, each proposes a certified step, the smallest is taken. While
 * controlled, the query is given a spuriously small distance and a weight w, so that it ends high in the trees: shorter
 * steps, far cheaper. Early rejection drops a pair whose step passes the end; while controlled also one whose step is
 * not below the smallest known, which cannot change it. Guarantee as for every method here.
 * Corrected against the print: a free motion ends (no pair left), and an exhausted budget means unresolved.
 */

import type { Budget } from '../../contact/budget.ts';
import type { MovingPair } from '../../contact/moving-pair.ts';
import { type Outcome, undecided } from '../../contact/outcome.ts';
import { type PairStack, POPPED, PUSHED } from '../../contact/pair-stack.ts';
import type { StartRule } from '../../contact/start-rule.ts';
import { DISTANCE, LEAF_STEP } from '../../contact/triangle-gap.ts';
import { STEP } from '../../contact/volume-gap.ts';
import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { approachLeavesOf, approachNodes } from '../advancement/approach-pair.ts';

/** When and how strongly method `c2a` keeps its front shallow [Tang et al. 2013, Alg. 1]: a matter of speed only. */
export interface Control {
  /** w: a pair is refined only while its distance is below w times the smallest one known. In (0, 1], default 0.4. */
  readonly weight?: number;
  /** R_max: after so many iterations the control is off. Default 30. */
  readonly iterations?: number;
  /**
   * D_threshold: below this distance, in the unit of length, the control is off. Default: 0.02 of the smaller body's
   * radius.
   */
  readonly distance?: number;
}

/** Advancements after which nodes that do not outlast a turn are refined again, at the latest. */
const LONGEST_PAUSE = 63;

const CONTROL_DEFAULTS = { weight: 0.4, iterations: 30, relativeDistance: 0.02 } as const;

export function searchControlled(
  pair: MovingPair,
  stack: PairStack,
  budget: Budget,
  start: StartRule,
  outcome: Outcome,
  control: Control | false,
): void {
  if (start.settle(pair)) {
    outcome.status = 'overlap';
    outcome.time = start.from;
    outcome.leafA = start.closest.leafA;
    outcome.leafB = start.closest.leafB;
    return;
  }
  const radius = Math.min(pair.treeA.radius, pair.treeB.radius);
  const weight = control === false ? 1 : (control.weight ?? CONTROL_DEFAULTS.weight);
  let most = control === false ? 0 : (control.iterations ?? CONTROL_DEFAULTS.iterations);
  const threshold = control === false ? Infinity : (control.distance ?? CONTROL_DEFAULTS.relativeDistance * radius);
  const front: Front = { distance: Math.max(threshold, radius), step: 0, leafA: -1, leafB: -1, atLeast: 0 };
  // what does not outlast a turn has smaller nodes that may; looked for after ever longer pauses while it is in vain
  let pause = 0;
  let wait = 0;
  let t = start.from;
  for (let iteration = 1; ; iteration++) {
    if (budget.spent()) {
      undecided(outcome, t, budget.reason);
      return;
    }
    pair.stats.iterations++;
    pair.placeAt(t);
    const controlled = iteration <= most && front.distance >= threshold;
    front.atLeast = wait === 0 ? pair.turnTime : 0;
    if (
      advanceFront(pair, stack, start, controlled ? weight : 1, control !== false, controlled ? front.distance : Infinity, front, outcome)
    ) {
      outcome.status = 'contact';
      outcome.time = t;
      return;
    }
    // cut off, a front proves nothing
    if (budget.late) continue;
    if (front.step === Infinity) {
      outcome.status = 'free';
      outcome.time = 1;
      return;
    }
    const next = t + front.step;
    if (!(next > t)) {
      if (controlled) {
        // coarse nodes have no step left: look at finer ones
        most = 0;
        continue;
      }
      undecided(outcome, t);
      return;
    }
    t = next;
    if (wait > 0) wait--;
    else {
      pause = front.step < pair.turnTime ? Math.min(LONGEST_PAUSE, 2 * pause + 1) : 0;
      wait = pause;
    }
  }
}

/** The outcome of one advancement; the nearest leaves are where the next one begins to look. */
interface Front {
  distance: number;
  step: number;
  leafA: number;
  leafB: number;
  /** Nodes with a shorter step are no front: where bodies turn many times, a turn. */
  atLeast: number;
}

/** One advancement [Alg. 2]: the smallest step and distance of the front nodes. True: two leaves are in contact. */
function advanceFront(
  pair: MovingPair,
  stack: PairStack,
  start: StartRule,
  weight: number,
  reject: boolean,
  spurious: number,
  front: Front,
  outcome: Outcome,
): boolean {
  const { stats, frame, leaf, budget } = pair;
  const nodesA = pair.treeA.nodes;
  const nodesB = pair.treeB.nodes;
  const { clearance } = pair;
  const { atLeast } = front;
  let current = spurious;
  let nearest = Infinity;
  let smallest = Infinity;
  if (spurious === Infinity && front.leafA >= 0) current = pair.leafDistance(front.leafA, front.leafB) - clearance;
  const { numbers } = stack;
  stack.clear();
  numbers[PUSHED] = 0;
  stack.push(0, 0);
  while (stack.pop()) {
    if (budget.isLate()) return false;
    const { a, b } = stack;
    const distance = numbers[POPPED];
    const step = numbers[POPPED + 1];
    if (distance > 0 && step >= atLeast && (distance >= weight * current || (reject && step >= smallest))) {
      stats.frontNodes++;
      nearest = Math.min(nearest, distance);
      smallest = Math.min(smallest, step);
      continue;
    }
    const childA = nodesA[(a << 4) + NODE_CHILD];
    const childB = nodesB[(b << 4) + NODE_CHILD];
    if (childA < 0 && childB < 0) {
      pair.measure(-1 - childA, -1 - childB);
      const apart = leaf[DISTANCE];
      if (start.touches(apart)) {
        outcome.leafA = -1 - childA;
        outcome.leafB = -1 - childB;
        return true;
      }
      stats.frontNodes++;
      if (apart - clearance < nearest) {
        front.leafA = -1 - childA;
        front.leafB = -1 - childB;
      }
      current = Math.min(current, apart - clearance);
      nearest = Math.min(nearest, apart - clearance);
      approachLeavesOf(pair, -1 - childA, -1 - childB, start.reserve);
      smallest = Math.min(smallest, leaf[LEAF_STEP]);
      continue;
    }
    const splitA = splitsA(nodesA, a, nodesB, b);
    const child = splitA ? childA : childB;
    if (splitA) pair.frameOnB(b);
    else pair.frameOnA(a);
    approach(pair, splitA, splitA ? child : a, splitA ? b : child);
    const gap1 = pair.nodeGap();
    const step1 = frame[STEP];
    approach(pair, splitA, splitA ? child + 1 : a, splitA ? b : child + 1);
    const gap2 = pair.nodeGap();
    const step2 = frame[STEP];
    // the nearer one on top; a step past the end is rejected for good. Written out: a double chosen by ?: is boxed
    const nearer = gap2 < gap1 ? 1 : 0;
    for (let side = 0; side < 2; side++) {
      const m = child + (side ^ nearer ^ 1);
      if (m === child) {
        numbers[PUSHED] = gap1;
        numbers[PUSHED + 1] = step1;
      } else {
        numbers[PUSHED] = gap2;
        numbers[PUSHED + 1] = step2;
      }
      if (numbers[PUSHED + 1] !== Infinity) stack.push(splitA ? m : a, splitA ? b : m);
    }
  }
  front.distance = nearest;
  front.step = smallest;
  return false;
}

function approach(pair: MovingPair, fromB: boolean, a: number, b: number): void {
  if (fromB) {
    pair.stepFromB(a, b);
    approachNodes(pair, a, b, false);
  } else {
    pair.stepFromA(a, b);
    approachNodes(pair, a, b, true);
  }
}
