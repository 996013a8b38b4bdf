/** What searches by time do with two leaves that may touch: the same for all of them. */
import type { MovingPair } from '../moving-pair.ts';
import { type Outcome, undecided } from '../outcome.ts';
import type { StartRule } from '../start-rule.ts';
import { DISTANCE, LEAF_STEP } from '../triangle-gap.ts';

/** Measures two leaves where the bodies are placed; true: they touch, and the outcome says so. */
export function leavesTouch(
  pair: MovingPair,
  start: StartRule,
  starting: boolean,
  leafA: number,
  leafB: number,
  outcome: Outcome,
): boolean {
  const { leaf } = pair;
  pair.measure(leafA, leafB);
  if (starting) start.observe(pair, leaf[DISTANCE], leafA, leafB);
  if (!(starting ? start.overlaps : start.touches(leaf[DISTANCE]))) return false;
  outcome.status = starting ? 'overlap' : 'contact';
  outcome.time = pair.time;
  outcome.leafA = leafA;
  outcome.leafB = leafB;
  return true;
}

/** After that, how long they are apart, in LEAF_STEP; false: no time passes, and the outcome says so. */
export function leavesGoOn(
  pair: MovingPair,
  start: StartRule,
  a: number,
  leafA: number,
  b: number,
  leafB: number,
  outcome: Outcome,
): boolean {
  pair.stepOfLeaves(a, leafA, b, leafB, start.reserve);
  const t = pair.time;
  if (t + pair.leaf[LEAF_STEP] > t) return true;
  undecided(outcome, t);
  return false;
}
