/**
 * `auto`: first contact by one best-first search over pairs of nodes in space *and* time.
 *
 * The key of a pair is the time up to which it is certainly free. The earliest pair is split, its children are looked
 * at once, at that key, and go on with their own certified times, or are dropped when that lies beyond the end. No pair
 * is ever advanced further than the search needs. Guarantee: every pair of leaves is covered by a pair in the queue
 * whose key is proven, or was dropped with a proof past t = 1; so when the earliest is a pair of leaves within
 * tolerance, its key is the answer, and an empty queue means free. Ends: splitting is finite, and leaves gain at least
 * (τ′/2 − 2ε)/speed. A long search is folded now and then [folding.ts]: all that the queue holds is proven up to the
 * earliest key, so that the roots at that key may stand for it.
 * Goes beyond [Tang et al. 2013]: HCA advances each pair to its own contact before it looks at the next.
 */
import { NODE_CHILD, NODE_SIZE } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import type { Budget } from '../budget.ts';
import { CLOCK_FRAMED, CLOCK_NEXT, CLOCK_PLACED, type MovingPair } from '../moving-pair.ts';
import { type Outcome, undecided } from '../outcome.ts';
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../pair-queue.ts';
import type { StartRule } from '../start-rule.ts';
import { LEAF_STEP } from '../triangle-gap.ts';
import { STEP, setFrame, stepVolumes } from '../volume-gap.ts';
import { Folding } from './folding.ts';
import { leavesGoOn, leavesTouch } from './leaf-verdict.ts';

/** A pair that gained more than this of the motion is looked at again before it is split … */
export const FAR = 0.02;
/** … and put back if it then gains more than this. Measured in docs/notes/first-contact.md. */
const WORTH = 0.005;

/**
 * Poses are kept while the bodies have moved by less than a twentieth of the larger node's side; squared. A certificate
 * from a pose time t₀ ≤ t covers [t₀, t₀ + τ].
 */
const STALE = 0.0025;

/** Most searches take some 1,000 entries. After so many they are folded. */
export const LONG_SEARCH = 8192;
/** Where that did not help, it is asked what turning bodies never reach: a look takes as long as several entries. */
export const LONGER_SEARCH = 131_072;

/** Sooner: do they turn about one axis, and are apart as wholes? After so many, and this share of all leaves … */
export const WHOLES_AFTER = 256;
const WHOLES_SHARE = 0.25;
/** … and again, in vain, after so many times as many. */
export const WHOLES_PAUSE = 4;

/** After how many entries two bodies are looked at as wholes for the first time. */
export function firstLookAtWholes(leaves: number): number {
  return WHOLES_AFTER + WHOLES_SHARE * leaves;
}

/** No node's key. */
const NO_NODE = 0x7fffffff;

/** Who keeps what a search found out, for the next one [from-front.ts]. Its records go with the pairs of the queue. */
export interface KeepsFront {
  /** The pair of a record is split at the start; number of the first part's record, or below 0 where none is kept. */
  split(record: number, splitA: boolean, child: number): number;
  /** The frame tells of the first or second of two nodes, from the start on. */
  note(record: number, second: number): void;
  /** Two leaves, measured at the start. */
  noteLeaves(leafA: number, leafB: number, record: number): void;
}

/** until: a time at which contact is known to be reached (outcome then says of which leaves), or Infinity. */
export function searchBestFirst(
  pair: MovingPair,
  queue: PairQueue,
  budget: Budget,
  start: StartRule,
  until: number,
  outcome: Outcome,
): void {
  queue.clear();
  queue.keys[KEY_POPPED] = start.clear;
  queue.pushNow(0, 0);
  // At the start a pair counts as touching when it is within 2τ: so every pair of leaves that bears on τ′ is met there.
  pair.placeAt(start.clear);
  pair.widen(start.clear === start.from ? start.concern : 0);
  searchQueued(pair, queue, budget, start, until, outcome, null);
}

/** The same from what is in the queue, widened as above. A front has all of its pairs in it, at the start. */
export function searchQueued(
  pair: MovingPair,
  queue: PairQueue,
  budget: Budget,
  start: StartRule,
  until: number,
  outcome: Outcome,
  front: KeepsFront | null,
): void {
  // One piece: entries take 4 % longer where nodes are looked at elsewhere [docs/notes/one-search.md].
  const { treeA, treeB, stateA, stateB, stats, clock, frame, leaf } = pair;
  const nodesA = treeA.nodes;
  const nodesB = treeB.nodes;
  const keys = queue.keys;
  let { spins } = pair;
  let spinsAt = spins || front !== null ? Infinity : LONGER_SEARCH;
  let wholesAt = front !== null ? Infinity : firstLookAtWholes(treeA.leafCount + treeB.leafCount);
  let folding: Folding | null = null;
  let foldAt = front !== null ? Infinity : LONG_SEARCH;
  let starting = front !== null || start.clear === start.from;
  let framed: number = NO_NODE;
  clock[CLOCK_FRAMED] = -1;
  while (queue.pop()) {
    const t = keys[KEY_POPPED];
    if (starting && t > start.from) {
      starting = false;
      pair.widen(0);
    }
    const a = queue.a;
    const b = queue.b;
    const record = queue.bodies;
    stats.iterations++;
    if (stats.iterations >= spinsAt) {
      spins = pair.beginSpins(true);
      spinsAt = Infinity;
    }
    if (budget.spent()) {
      undecided(outcome, t, budget.reason);
      return;
    }
    if (stats.iterations >= wholesAt) {
      wholesAt = WHOLES_PAUSE * stats.iterations;
      const end = clock[CLOCK_PLACED] + pair.stepOfWholes();
      if (end > t) {
        // all that is left is in this: it is proven until then
        queue.clear();
        if (!(end < until)) break;
        keys[KEY_PUSHED] = end;
        queue.pushLater(0, 0, false);
        continue;
      }
    }
    if (stats.iterations >= foldAt) {
      folding ??= new Folding();
      if (folding.folds(t, stats.iterations)) {
        queue.clear();
        queue.pushNow(0, 0);
        foldAt = stats.iterations + folding.pause;
        continue;
      }
      foldAt = stats.iterations + folding.pause;
    }
    const childA = nodesA[(a << 4) + NODE_CHILD] | 0;
    const childB = nodesB[(b << 4) + NODE_CHILD] | 0;
    if (childA < 0 && childB < 0) {
      clock[CLOCK_NEXT] = t;
      pair.place();
      const leafA = -1 - childA;
      const leafB = -1 - childB;
      if (leavesTouch(pair, start, starting, leafA, leafB, outcome)) return;
      if (front !== null && starting && record >= 0) front.noteLeaves(leafA, leafB, record);
      if (!leavesGoOn(pair, start, a, leafA, b, leafB, outcome)) return;
      const key = t + leaf[LEAF_STEP];
      if (key < until) {
        keys[KEY_PUSHED] = key;
        queue.pushLater(a, b, false, record);
      }
      continue;
    }
    // F, the node that stays whole, gives the frame; M is the one to split
    const sizeA = nodesA[(a << 4) + NODE_SIZE];
    const sizeB = nodesB[(b << 4) + NODE_SIZE];
    const way = (t - clock[CLOCK_PLACED]) * pair.fastest;
    if (front !== null || !(way * way < STALE * (sizeA > sizeB ? sizeA : sizeB))) {
      clock[CLOCK_NEXT] = t;
      pair.place();
    }
    const t0 = clock[CLOCK_PLACED];
    const splitA = splitsA(nodesA, a, nodesB, b);
    const nodesF = splitA ? nodesB : nodesA;
    const nodesM = splitA ? nodesA : nodesB;
    const f = (splitA ? b : a) << 4;
    const child = splitA ? childA : childB;
    // pairs that may touch now come one after the other, and often share F
    const key = splitA ? f : ~f;
    if (key !== framed || t0 !== clock[CLOCK_FRAMED]) {
      setFrame(frame, nodesF, f, splitA ? stateB : stateA, splitA ? stateA : stateB);
      framed = key;
      clock[CLOCK_FRAMED] = t0;
    }
    if (queue.far) {
      stats.nodes++;
      stepVolumes(frame, nodesF, f, nodesM, (splitA ? a : b) << 4, 1);
      if (spins) pair.outlast(a, b, STEP);
      const end = t0 + frame[STEP];
      if (end - t > WORTH) {
        if (end < until) {
          keys[KEY_PUSHED] = end;
          queue.pushLater(a, b, end - t > FAR, record);
        }
        continue;
      }
    }
    // what is split later on is no part of a front: looked at from the start it would be split ever finer
    const first = front === null ? 0 : starting && record >= 0 ? front.split(record, splitA, child) : -1;
    stats.nodes += 2;
    stepVolumes(frame, nodesF, f, nodesM, child << 4, 2);
    for (let m = child; m < child + 2; m++) {
      const part = front === null || first < 0 ? first : first + m - child;
      if (front !== null && part >= 0) front.note(part, m - child);
      if (spins) pair.outlast(splitA ? m : a, splitA ? b : m, STEP + m - child);
      const end = t0 + frame[STEP + m - child];
      if (!(end > t)) queue.pushNow(splitA ? m : a, splitA ? b : m, part);
      else if (end < until) {
        keys[KEY_PUSHED] = end;
        queue.pushLater(splitA ? m : a, splitA ? b : m, end - t > FAR, part);
      }
    }
  }
  outcome.status = until === Infinity ? 'free' : 'contact';
  outcome.time = until === Infinity ? 1 : until;
}
