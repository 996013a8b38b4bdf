/**
 * `auto` for whole scenes: first contact of any of many pairs of bodies, by one best-first search over space, time and
 * pairs. As contact/methods/best-first.ts, with the pair as part of every queue entry: the earliest pair of the whole
 * scene is refined first and the first triangles within tolerance end everything, so that no pair is followed further
 * than the answer needs (what [Tang et al. 2013, Alg. 4] does by sorting pairs).
 *
 * Guarantee: as there, for every pair with its own tolerance τ′ [start-pairs.ts]. Poses are shared: nodes are looked at
 * from a pose time t₀ ≤ t that moves on only when a pair has moved too much since; a certificate from t₀ covers [t₀, t₀
 * + τ].
 */

import { type Budget, PAIRS_A_UNIT } from '../contact/budget.ts';
import { LEAF_PAD, LEAF_RHO, LEAF_VOLUME_SIZE, LEAF_VOLUME_STEP, REST_OF_TIME, stepLeafVolume } from '../contact/leaf-volume-gap.ts';
import { LONG_SEARCH, WHOLES_AFTER } from '../contact/methods/best-first.ts';
import { LEAF_ENTRY, LEAF_TARGET, LEAF_WIDER } from '../contact/methods/straight/straight-leaves.ts';
import { STRAIGHT_FAR, STRAIGHT_WORTH } from '../contact/methods/straight/straight-search.ts';
import { STRAIGHT_STEP, STRAIGHT_TIME } from '../contact/methods/straight/straight-volumes.ts';
import type { StraightWays } from '../contact/methods/straight/straight-ways.ts';
import { KEY_POPPED, KEY_PUSHED, PairQueue } from '../contact/pair-queue.ts';
import { splitsA } from '../contact/split-rule.ts';
import { DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from '../contact/triangle-gap.ts';
import { FRAME_SIZE, PAD, REST, STEP, setFrame, stepVolumes } from '../contact/volume-gap.ts';
import { NODE_CHILD, NODE_R, NODE_RHO, NODE_SIZE } from '../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import type { MotionProbes } from './check/motion-probes.ts';
import { HullLooks } from './pairs/hull-looks.ts';
import type { NearPairs } from './pairs/near-pairs.ts';
import { KEPT_CLEARANCE, KEPT_CONCERN, KEPT_SIZE, KEPT_TIME, pad, paddedRounding } from './pairs/padding.ts';
import { roomFor, type ScenePairs } from './pairs/scene-pairs.ts';
import { SceneSpins } from './pairs/scene-spins.ts';
import { flyStraight, StraightPairs } from './pairs/straight-pairs.ts';
import { WholeLooks } from './pairs/whole-looks.ts';
import { giveUp, type SceneOutcome } from './scene-outcome.ts';
import { EXEMPT, LIMIT, RESERVE, type StartPairs } from './start-pairs.ts';
import type { View } from './view.ts';

/** A pair that gained more than this of the motion is looked at again before it is split … */
const FAR = 0.02;
/** … and put back if it then gains more than this. */
const WORTH = 0.01;
/** The same of two convex bodies as wholes, before they are split at all. */
const WORTH_WHOLE = 2 ** -11;
/** Poses are kept while a pair has moved by less than a tenth of the larger node's side; squared. */
const STALE = 0.01;

/** In place of a pair: from here on what comes near is not known yet. */
const LOOK_AGAIN = -1;

/** No node's key. */
const NOTHING = 0x7fffffff;

/**
 * What is searched: all of a segment; what is near at its first instant; or its start as a search of all of it does,
 * step by step.
 */
type SearchedPart = 'segment' | 'instant' | 'start';

export interface SceneCounts {
  nodes: number;
  triangles: number;
  poses: number;
  iterations: number;
}

export class SceneSearch {
  readonly counts: SceneCounts = { nodes: 0, triangles: 0, poses: 0, iterations: 0 };
  private readonly pairs: ScenePairs;
  /** Where not all pairs have numbers: finds those that come near. */
  private readonly near: NearPairs | null;
  private readonly queue: PairQueue = new PairQueue();
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly leafVolume: Float64Array = new Float64Array(LEAF_VOLUME_SIZE);
  /** Run in which a pair was entered last, as far as it may be met twice. */
  private entered: Int32Array;
  private segment = 0;
  private readonly spinning: SceneSpins;
  private readonly hulls: HullLooks = new HullLooks();
  private readonly straight: StraightPairs;
  /** Made in the first search that takes longer. */
  private wholes: WholeLooks | undefined;
  /** Clearance, and what gaps leave out beside it. */
  private readonly kept: Float64Array = new Float64Array(KEPT_SIZE);
  /**
   * When an exempt pair is proven apart in this segment, which it then notes at the start's records; Infinity: not in
   * it.
   */
  leaving: ((pair: number) => number) | null = null;
  /** For 'any': looks for contact at single instants, in between; null: the first contact is wanted. */
  probes: MotionProbes | null = null;
  /** Looks at what only the start can show, before it is closed. */
  inspect: (() => void) | null = null;

  constructor(pairs: ScenePairs, near: NearPairs | null) {
    this.pairs = pairs;
    this.near = near;
    this.entered = new Int32Array(Math.max(16, pairs.topFrom + pairs.movable));
    this.straight = new StraightPairs(pairs);
    this.spinning = new SceneSpins(pairs, this.frame, this.kept, this.leaf, this.counts);
  }

  /**
   * Searches [from, 1] of the segment that all views have begun. `start`: how close counts, pair by pair; while it is
   * `open`, what is met at the start is noted there, and its verdict is asked for once the start is over. `part`: the
   * start only, for whoever goes on by itself; then 'free' means that the start settled nothing.
   */
  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome, part: SearchedPart = 'segment'): void {
    const { pairs, queue, frame, leaf, counts, kept, probes, leafVolume, spinning, straight } = this;
    const { clock, viewsA, viewsB, top: overall } = pairs;
    const keys = queue.keys;
    const numbers = start.numbers;
    const segment = ++this.segment;
    const flying = straight.begin();
    let spins = spinning.begin();
    let spinsAt = spins ? Infinity : counts.iterations + LONG_SEARCH;
    let wholesAt = budget.timed ? Infinity : counts.iterations + WHOLES_AFTER;
    let wholes: WholeLooks | null = null;
    queue.clear();
    queue.keys[KEY_POPPED] = from;
    const begun =
      this.near === null ? this.seed(start, budget) : this.enterNear(this.near, from, clearance, start, budget, part === 'instant');
    if (!begun) return giveUp(from, budget, outcome);
    let starting = start.open;
    kept[KEPT_CLEARANCE] = clearance;
    kept[KEPT_CONCERN] = starting ? start.concern : 0;
    clock[0] = from;
    // what the frame holds: of which pair, at which pose time, on which node
    let paddedPair = -1;
    let framed: number = NOTHING;
    kept[KEPT_TIME] = -1;
    if (!starting) this.pushLeavers(start);
    let nextProbe = probes === null || starting ? Infinity : probes.pause;
    // the first of these
    let eventAt = Math.min(spinsAt, wholesAt, nextProbe);
    let { flags } = start;
    for (;;) {
      const more = queue.pop();
      const t = keys[KEY_POPPED];
      if (starting && (!more || t > from)) {
        starting = false;
        kept[KEPT_CONCERN] = 0;
        paddedPair = -1;
        this.inspect?.();
        if (start.close(outcome)) return;
        if (part !== 'segment') break;
        // what the queue knows of exempt pairs is from before they left
        const stale = more && start.flags[queue.bodies] === EXEMPT;
        if (start.records.size > 0) queue.remove(start.flags, EXEMPT);
        this.pushLeavers(start);
        if (probes !== null) nextProbe = counts.iterations + probes.pause;
        eventAt = Math.min(eventAt, nextProbe);
        if (!more || stale) continue;
      }
      if (!more) break;
      const pair = queue.bodies;
      if (pair === LOOK_AGAIN) {
        if (!this.enterNear(this.near as NearPairs, t, clearance, start, budget, false)) return giveUp(t, budget, outcome);
        flags = start.flags;
        paddedPair = -1;
        continue;
      }
      if (flags[pair] === EXEMPT) continue;
      const a = queue.a;
      const b = queue.b;
      if (++counts.iterations >= eventAt) {
        if (counts.iterations >= spinsAt) {
          spins = true;
          spinsAt = Infinity;
          spinning.beginLate();
        }
        while (counts.iterations >= nextProbe) {
          // links are moved there
          paddedPair = -1;
          if (probes?.probe(outcome)) return;
          if (budget.late) break;
          nextProbe = counts.iterations + 2 * (probes?.pause ?? 0);
        }
        if (counts.iterations >= wholesAt) {
          wholes = this.beginWholes();
          wholesAt = Infinity;
        }
        eventAt = Math.min(spinsAt, wholesAt, nextProbe);
      }
      if (budget.spent()) {
        outcome.status = 'unresolved';
        outcome.reason = budget.reason;
        outcome.time = t;
        return;
      }
      const viewA = viewsA[pair];
      const viewB = viewsB[pair];
      const top = viewB === overall;
      if (wholes !== null && !top) {
        if (wholes.isApart(pair, t)) continue;
        if (wholes.isDue(pair, viewA, viewB)) {
          const end = this.lookAtWholes(wholes, pair, viewA, viewB);
          paddedPair = -1;
          if (end > t) {
            // what is left of the pair is in this, and passed over until then
            if (end < Infinity) {
              keys[KEY_PUSHED] = end;
              queue.pushLater(0, 0, false, pair);
            }
            continue;
          }
        }
      }
      const nodesA = viewA.nodes;
      const nodesB = viewB.nodes;
      const childA = nodesA[(a << 4) + NODE_CHILD];
      const childB = nodesB[(b << 4) + NODE_CHILD];
      if (top && childB < 0) {
        // the bodies' own pair takes over; its other half may have come first
        const s = pairs.topBodies[-1 - childB];
        const entry = pairs.standingNumber(viewA.body, s);
        if (entry < 0) continue;
        if (entry >= this.entered.length) this.entered = roomFor(this.entered, pairs);
        if (this.entered[entry] === segment) continue;
        this.entered[entry] = segment;
        start.admit(entry);
        flags = start.flags;
        if (starting) start.enter(entry, viewA, pairs.standingViews[s]);
        queue.pushNow(0, 0, entry, true);
        continue;
      }
      const ways = flying && flyStraight(viewA, viewB) ? straight.at(pair, viewA, viewB, keys, kept) : null;
      if (ways !== null) {
        paddedPair = -1;
        if (!top) start.settle(pair, viewA, viewB);
        if (childA >= 0 || childB >= 0) {
          this.stepStraight(ways, numbers, top);
          continue;
        }
        // far: it was cast
        if (!queue.far && this.castGains(ways, numbers, starting)) continue;
      }
      if (childA < 0 && childB < 0) {
        const leafA = -1 - childA;
        const leafB = -1 - childB;
        if (clock[0] !== t) {
          clock[0] = t;
          counts.poses++;
        }
        viewA.place();
        viewB.place();
        counts.triangles++;
        paddedPair = -1;
        measureLeaves(leaf, viewA.leaves, leafA * LEAF_STRIDE, viewA.state, viewB.leaves, leafB * LEAF_STRIDE, viewB.state);
        start.settle(pair, viewA, viewB);
        const distance = leaf[DISTANCE];
        if (starting) {
          start.observe(pair, distance, leafA, leafB);
          if (flags[pair] === EXEMPT) continue;
          start.settle(pair, viewA, viewB);
        } else if (distance <= numbers[LIMIT]) {
          probes?.searched(counts.iterations, pair);
          outcome.status = 'contact';
          outcome.time = t;
          outcome.pair = pair;
          outcome.leafA = leafA;
          outcome.leafB = leafB;
          return;
        }
        pad(frame, kept, viewA, viewB);
        leaf[RHO_A] = nodesA[(a << 4) + NODE_RHO] + nodesA[(a << 4) + NODE_R];
        leaf[RHO_B] = nodesB[(b << 4) + NODE_RHO] + nodesB[(b << 4) + NODE_R];
        leaf[TARGET] =
          viewA.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS] +
          viewB.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS] +
          numbers[RESERVE] +
          (frame[PAD] - kept[KEPT_CONCERN]);
        leaf[LEAF_REST] = 1 - t;
        stepLeaves(leaf, viewA.state, viewB.state);
        if (spins) spinning.outlastLeaves(pair, leafA, leafB);
        const key = t + leaf[LEAF_STEP];
        if (!(key > t)) {
          outcome.status = 'unresolved';
          outcome.reason = 'precision';
          outcome.time = t;
          outcome.pair = pair;
          return;
        }
        if (key < Infinity) {
          keys[KEY_PUSHED] = key;
          queue.pushLater(a, b, ways !== null, pair);
        }
        continue;
      }
      const sizeA = nodesA[(a << 4) + NODE_SIZE];
      const sizeB = nodesB[(b << 4) + NODE_SIZE];
      if (clock[0] !== t) {
        const way =
          (t - clock[0]) *
          (viewA.lambda0 + viewA.lambda1 * nodesA[(a << 4) + NODE_RHO] + (viewB.lambda0 + viewB.lambda1 * nodesB[(b << 4) + NODE_RHO]));
        if (!(way * way < STALE * (sizeA > sizeB ? sizeA : sizeB))) {
          clock[0] = t;
          counts.poses++;
        }
      }
      const t0 = clock[0];
      if (pair !== paddedPair || t0 !== kept[KEPT_TIME] || spins) {
        viewA.place();
        viewB.place();
      }
      if (pair !== paddedPair || t0 !== kept[KEPT_TIME]) {
        pad(frame, kept, viewA, viewB);
        frame[REST] = 1 - t0;
        paddedPair = pair;
        kept[KEPT_TIME] = t0;
        framed = NOTHING;
      }
      // F, the node that stays whole, gives the frame; M is the one to split
      const splitA = !top && splitsA(nodesA, a, nodesB, b);
      const nodesF = splitA ? nodesB : nodesA;
      const nodesM = splitA ? nodesA : nodesB;
      const f = (splitA ? b : a) << 4;
      const child = splitA ? childA : childB;
      const leafF = !top && (splitA ? childB : childA) < 0;
      const key = splitA ? f : ~f;
      if (key !== framed) {
        setFrame(frame, nodesF, f, splitA ? viewB.state : viewA.state, splitA ? viewA.state : viewB.state);
        framed = key;
      }
      if (queue.far) {
        counts.nodes++;
        stepVolumes(frame, nodesF, f, nodesM, (splitA ? a : b) << 4, 1);
        if (spins) spinning.outlast(pair, a, b, STEP, t);
        let end = t0 + frame[STEP];
        if (!(end - t > WORTH) && leafF) {
          this.stepLeaf(pair, f, splitA, (splitA ? a : b) << 4);
          if (t0 + leafVolume[LEAF_VOLUME_STEP] > end) end = t0 + leafVolume[LEAF_VOLUME_STEP];
        }
        if (end - t > WORTH) {
          if (end < Infinity) {
            keys[KEY_PUSHED] = end;
            queue.pushLater(a, b, end - t > FAR, pair);
          }
          continue;
        }
      }
      if (a === 0 && b === 0 && !top) {
        start.settle(pair, viewA, viewB);
        if (this.hullsGain(numbers)) continue;
      }
      counts.nodes += 2;
      stepVolumes(frame, nodesF, f, nodesM, child << 4, 2);
      for (let m = child; m < child + 2; m++) {
        if (spins) spinning.outlast(pair, splitA ? m : a, splitA ? b : m, STEP + m - child, t);
        let end = t0 + frame[STEP + m - child];
        if (!(end - t > FAR) && leafF && nodesM[(m << 4) + NODE_CHILD] >= 0) {
          this.stepLeaf(pair, f, splitA, m << 4);
          if (t0 + leafVolume[LEAF_VOLUME_STEP] > end) end = t0 + leafVolume[LEAF_VOLUME_STEP];
        }
        if (!(end > t)) queue.pushNow(splitA ? m : a, splitA ? b : m, pair);
        else if (end < Infinity) {
          keys[KEY_PUSHED] = end;
          queue.pushLater(splitA ? m : a, splitA ? b : m, end - t > FAR, pair);
        }
      }
    }
    outcome.status = 'free';
    outcome.time = 1;
  }

  /** Looks at two convex bodies as wholes, placed and padded. True: they are apart longer, and back in the queue. */
  private hullsGain(numbers: Float64Array): boolean {
    const { pairs, queue, counts, hulls, frame, kept } = this;
    const { keys, bodies: pair } = queue;
    const end = pairs.clock[0] + hulls.stepOf(pairs.viewsA[pair], pairs.viewsB[pair], frame, kept, numbers);
    counts.nodes += hulls.work;
    if (!(end - keys[KEY_POPPED] > WORTH_WHOLE)) return false;
    if (end < Infinity) {
      keys[KEY_PUSHED] = end;
      queue.pushLater(0, 0, true, pair);
    }
    return true;
  }

  /** Looks at the two nodes popped, of bodies that fly straight, and splits one: what may touch is in the queue. */
  private stepStraight(ways: StraightWays, numbers: Float64Array, top: boolean): void {
    const { pairs, queue, counts, frame, kept } = this;
    const { keys, a, b, bodies: pair } = queue;
    const { w } = ways;
    if (queue.far) {
      counts.nodes++;
      ways.step(a, b);
      const step = w[STRAIGHT_STEP];
      if (step > STRAIGHT_WORTH) {
        keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
        if (step < Infinity) queue.pushLater(a, b, step > STRAIGHT_FAR, pair);
        return;
      }
    }
    if (a === 0 && b === 0 && !top) {
      const viewA = pairs.viewsA[pair];
      const viewB = pairs.viewsB[pair];
      pairs.clock[0] = w[STRAIGHT_TIME];
      viewA.place();
      viewB.place();
      pad(frame, kept, viewA, viewB);
      frame[REST] = 1 - w[STRAIGHT_TIME];
      if (this.hullsGain(numbers)) return;
    }
    counts.nodes += 2;
    ways.split(a, b, top);
    const { splitA, child, onLeaf } = ways;
    for (let m = child; m < child + 2; m++) {
      const step = w[STRAIGHT_STEP + m - child];
      keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
      if (step === 0) queue.pushNow(splitA ? m : a, splitA ? b : m, pair);
      else if (step < Infinity) queue.pushLater(splitA ? m : a, splitA ? b : m, !onLeaf && step > STRAIGHT_FAR, pair);
    }
  }

  /**
   * Casts the two leaves popped at each other, of bodies that fly straight. True: they are apart for a while, and back
   * in the queue or dropped.
   */
  private castGains(ways: StraightWays, numbers: Float64Array, starting: boolean): boolean {
    const { pairs, queue, counts, kept } = this;
    const { keys, a, b, bodies: pair } = queue;
    const { cast, w } = ways;
    cast[LEAF_TARGET] = starting ? kept[KEPT_CONCERN] : numbers[RESERVE];
    cast[LEAF_WIDER] = 0;
    counts.triangles++;
    const leafA = -1 - pairs.viewsA[pair].nodes[(a << 4) + NODE_CHILD];
    const leafB = -1 - pairs.viewsB[pair].nodes[(b << 4) + NODE_CHILD];
    ways.castLeaves(leafA, leafB);
    const t = w[STRAIGHT_TIME];
    const key = t + cast[LEAF_ENTRY];
    if (!(key > t)) return false;
    if (key <= 1) {
      keys[KEY_PUSHED] = key;
      // at the start it was kept apart by more than is needed later
      queue.pushLater(a, b, !starting, pair);
    }
    return true;
  }

  private beginWholes(): WholeLooks {
    this.wholes ??= new WholeLooks();
    this.wholes.begin(this.entered.length);
    return this.wholes;
  }

  /** Until when two bodies that turn about one axis are apart as wholes; ≤ the placed instant: unknown. */
  private lookAtWholes(wholes: WholeLooks, pair: number, a: View, b: View): number {
    const { pairs, frame, kept, counts } = this;
    a.place();
    b.place();
    pad(frame, kept, a, b);
    const end = wholes.look(pair, a, b, pairs.clock[0], pairs.reference, frame[PAD], paddedRounding(frame, kept));
    counts.nodes += wholes.work;
    return end;
  }

  /** How long the leaf in node f and node m of the other body are apart from the placed instant on, into leafVolume. */
  private stepLeaf(pair: number, f: number, splitA: boolean, m: number): void {
    const { pairs, leafVolume: w, frame } = this;
    const F = splitA ? pairs.viewsB[pair] : pairs.viewsA[pair];
    const M = splitA ? pairs.viewsA[pair] : pairs.viewsB[pair];
    w[LEAF_RHO] = F.nodes[f + NODE_RHO] + F.nodes[f + NODE_R];
    w[LEAF_PAD] = frame[PAD];
    w[REST_OF_TIME] = frame[REST];
    this.counts.nodes++;
    stepLeafVolume(w, F.leaves, (-1 - F.nodes[f + NODE_CHILD]) * LEAF_STRIDE, F.state, M.nodes, m, M.state);
  }

  /** Exempt pairs enter the search at the time they are proven apart. */
  private pushLeavers(start: StartPairs): void {
    const { queue, leaving } = this;
    if (leaving === null) return;
    for (const { pair, left } of start.records.values()) {
      if (left !== null) continue;
      // from here on it is in the queue when it has left, and not before
      this.entered = roomFor(this.entered, this.pairs);
      this.entered[pair] = this.segment;
      const time = leaving(pair);
      if (!(time <= 1)) continue;
      queue.keys[KEY_PUSHED] = time;
      queue.pushLater(0, 0, false, pair);
    }
  }

  /** All pairs from their roots on, but for those whose outermost spheres can never meet. False: it is late. */
  private seed(start: StartPairs, budget: Budget): boolean {
    const { pairs, queue, entered } = this;
    for (let pair = 0; pair < pairs.standingFrom; pair++) {
      if ((pair & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
      const { a, b } = pairs.listed[pair];
      if (start.flags[pair] === EXEMPT || start.neverMeet(a, b)) continue;
      if (start.open) start.enter(pair, a, b);
      queue.pushNow(0, 0, pair, true);
    }
    const standing = pairs.standing.length;
    for (let k = 0; k < pairs.movable; k++) {
      if (pairs.top !== null) {
        queue.pushNow(0, 0, pairs.topFrom + k);
        continue;
      }
      for (let s = 0; s < standing; s++) {
        if ((s & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
        const pair = pairs.standingFrom + k * standing + s;
        if (pairs.ignored[pair] === 1 || start.flags[pair] === EXEMPT || start.neverMeet(pairs.movingViews[k], pairs.standingViews[s]))
          continue;
        entered[pair] = this.segment;
        if (start.open) start.enter(pair, pairs.movingViews[k], pairs.standingViews[s]);
        queue.pushNow(0, 0, pair, true);
      }
    }
    return true;
  }

  /**
   * The same of pairs that come near from an instant on, those that were entered before aside; where these are too many
   * for the rest of the segment, it is looked again later. False: the time is over.
   */
  private enterNear(near: NearPairs, t: number, clearance: number, start: StartPairs, budget: Budget, now: boolean): boolean {
    const { pairs, queue, counts } = this;
    const margin = clearance + start.concern;
    const until = now ? t : near.findNext(t, margin, budget);
    if (now ? !near.findAt(t, margin, budget) : Number.isNaN(until)) return false;
    counts.poses++;
    // views begin at the start of the segment
    pairs.clock[0] = 0;
    const { found, standingNear } = near;
    for (let k = 0; k < 2 * found.count; k += 2) {
      if (budget.isLate()) return false;
      const pair = pairs.numberOf(found.pairs[k], found.pairs[k + 1]);
      if (pair >= 0) this.enter(pair, start);
    }
    for (const k of standingNear) {
      if (budget.isOver()) return false;
      if (pairs.top !== null) {
        const pair = pairs.topNumber(k);
        start.admit(pair);
        if (!this.isNew(pair)) continue;
        pairs.viewA(pair);
        queue.pushNow(0, 0, pair);
        continue;
      }
      for (let s = 0; s < pairs.standing.length; s++) {
        const pair = pairs.standingNumber(k, s);
        if (pair >= 0) this.enter(pair, start);
      }
    }
    if (budget.isOver()) return false;
    pairs.clock[0] = t;
    if (until < 1 && !now) {
      queue.keys[KEY_PUSHED] = until;
      queue.pushLater(0, 0, false, LOOK_AGAIN);
    }
    return true;
  }

  private enter(pair: number, start: StartPairs): void {
    start.admit(pair);
    if (!this.isNew(pair) || start.flags[pair] === EXEMPT) return;
    const a = this.pairs.viewA(pair);
    const b = this.pairs.viewB(pair);
    if (start.neverMeet(a, b)) return;
    if (start.open) start.enter(pair, a, b);
    this.queue.pushNow(0, 0, pair, true);
  }

  /** Whether a pair is entered for the first time in this run. */
  private isNew(pair: number): boolean {
    if (pair >= this.entered.length) this.entered = roomFor(this.entered, this.pairs);
    if (this.entered[pair] === this.segment) return false;
    this.entered[pair] = this.segment;
    return true;
  }
}
