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

import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import { LEAF_PAD, LEAF_RHO, LEAF_VOLUME_SIZE, LEAF_VOLUME_STEP, REST_OF_TIME, stepLeafVolume } from '../../contact/leaf-volume-gap.ts';
import { LONG_SEARCH, LONGER_SEARCH, WHOLES_AFTER } from '../../contact/methods/best-first.ts';
import { Folding } from '../../contact/methods/folding.ts';
import { LEAF_ENTRY, LEAF_TARGET, LEAF_WIDER } from '../../contact/methods/straight/straight-leaves.ts';
import { STRAIGHT_TIME } from '../../contact/methods/straight/straight-volumes.ts';
import type { StraightWays } from '../../contact/methods/straight/straight-ways.ts';
import { undecided } from '../../contact/outcome.ts';
import { KEY_POPPED, KEY_PUSHED, PairQueue } from '../../contact/pair-queue.ts';
import { DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from '../../contact/triangle-gap.ts';
import { FRAME_SIZE, PAD, REST, STEP, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD, NODE_R, NODE_RHO, NODE_SIZE } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import { KEPT_CONCERN, KEPT_EVENT, KEPT_FROM, KEPT_SIZE, KEPT_TIME, keepApart, pad, paddedRounding } from '../pairs/padding.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import { HullLooks } from './hull-looks.ts';
import type { MotionProbes } from './motion-probes.ts';
import { LOOK_AGAIN, PairEntries } from './pair-entries.ts';
import { giveUp, type SceneOutcome } from './scene-outcome.ts';
import { SceneSpins } from './scene-spins.ts';
import { EXEMPT, LIMIT, RESERVE, StartPairs } from './start-pairs.ts';
import { flyStraight, StraightPairs } from './straight-pairs.ts';
import { keepThose, QueueThinner } from './thin-queue.ts';
import { WholeLooks } from './whole-looks.ts';

/** A pair that gained more than this of the motion is looked at again before it is split … */
const FAR = 0.02;
/** … and put back if it then gains more than this. */
const WORTH = 0.01;
/** The same of two convex bodies as wholes, before they are split at all. */
const WORTH_WHOLE = 2 ** -11;
/** Poses are kept while a pair has moved by less than a tenth of the larger node's side; squared. */
const STALE = 0.01;

/** No node's key. */
const NOTHING = 0x7fffffff;

/** What follows on the start: the outcome is settled; nothing; the next entry; the entry at hand. */
const DONE = 0;
const OVER = 1;
const NEXT = 2;
const LOOK = 3;

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
  private readonly entries: PairEntries;
  private readonly queue: PairQueue = new PairQueue();
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly leafVolume: Float64Array = new Float64Array(LEAF_VOLUME_SIZE);
  private readonly spinning: SceneSpins;
  private readonly hulls: HullLooks = new HullLooks();
  private readonly straight: StraightPairs;
  /** Made in the first search that takes longer; null: the one at hand does not yet. */
  private madeWholes: WholeLooks | undefined;
  private wholes: WholeLooks | null = null;
  private folding: Folding | null = null;
  private readonly thinner: QueueThinner = new QueueThinner();
  /** The search at hand: what it is about, whether it is at its start, whether anything turns often or flies. */
  private start: StartPairs;
  private budget: Budget = NO_LIMITS;
  private outcome: SceneOutcome = { status: 'free', time: 0, reason: 'iterations', pair: -1, leafA: -1, leafB: -1 };
  private starting = false;
  private spins = false;
  private flying = false;
  /** After how many entries something is asked: kept[KEPT_EVENT] is the least of these. */
  private spinsAt = Infinity;
  private wholesAt = Infinity;
  private foldAt = Infinity;
  private nextProbe = Infinity;
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
  inspect: ((start: StartPairs) => void) | null = null;

  constructor(pairs: ScenePairs, near: NearPairs | null) {
    this.pairs = pairs;
    this.entries = new PairEntries(pairs, near, this.queue, this.counts);
    this.start = new StartPairs(pairs);
    this.straight = new StraightPairs(pairs);
    this.spinning = new SceneSpins(pairs, this.frame, this.kept, this.leaf, this.counts);
  }

  /**
   * Searches [from, 1] of the segment that all views have begun. `start`: how close counts, pair by pair, no farther
   * than `clearance` beyond its tolerance; while it is `open`, what is met at the start goes there, and its verdict
   * is asked for once the start is over. `part`: the start only, for whoever goes on by itself; then 'free' means that
   * the start settled nothing.
   *
   * What is not done for every pair of nodes is done elsewhere: a function compiles the worse the longer it is.
   */
  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome, part: SearchedPart = 'segment'): void {
    // One piece: entries take 3 % longer where nodes are looked at elsewhere [docs/notes/one-search.md].
    const { pairs, queue, entries, frame, counts, kept, leafVolume, spinning } = this;
    const { clock, viewsA, viewsB, top: overall } = pairs;
    const keys = queue.keys;
    this.start = start;
    this.budget = budget;
    this.outcome = outcome;
    kept[KEPT_FROM] = from;
    if (!this.enterAll(part, clearance)) return giveUp(from, budget, outcome);
    // what the frame holds: of which pair, at which pose time, on which node
    let paddedPair = -1;
    let framed: number = NOTHING;
    kept[KEPT_TIME] = -1;
    for (;;) {
      const more = queue.pop();
      const t = keys[KEY_POPPED];
      if (this.starting && (!more || t > from)) {
        paddedPair = -1;
        const then = this.endStart(more, part);
        if (then === DONE) return;
        if (then === OVER) break;
        if (then === NEXT) continue;
      }
      if (!more) break;
      const pair = queue.bodies;
      if (pair === LOOK_AGAIN) {
        if (!entries.enterNear(t, clearance, start, budget, false)) return giveUp(t, budget, outcome);
        paddedPair = -1;
        continue;
      }
      if (start.flags[pair] === EXEMPT) continue;
      if (++counts.iterations >= kept[KEPT_EVENT]) {
        // links may be moved
        paddedPair = -1;
        const then = this.takeEvent();
        if (then === DONE) return;
        if (then === NEXT) continue;
      }
      if (budget.spent()) {
        undecided(outcome, t, budget.reason);
        return;
      }
      const viewA = viewsA[pair];
      const viewB = viewsB[pair];
      const top = viewB === overall;
      const { wholes, spins } = this;
      if (wholes !== null && !top) {
        if (wholes.isApart(pair, t)) continue;
        if (wholes.isDue(pair, viewA, viewB)) {
          paddedPair = -1;
          if (this.wholesGain(wholes)) continue;
        }
      }
      const a = queue.a;
      const b = queue.b;
      const nodesA = viewA.nodes;
      const nodesB = viewB.nodes;
      const childA = nodesA[(a << 4) + NODE_CHILD] | 0;
      const childB = nodesB[(b << 4) + NODE_CHILD] | 0;
      if (top && childB < 0) {
        entries.enterStanding(viewA.body, pairs.topBodies[-1 - childB], start);
        continue;
      }
      if (this.flying && flyStraight(viewA, viewB)) {
        paddedPair = -1;
        if (this.lookStraight(top)) return;
        continue;
      }
      if (childA < 0 && childB < 0) {
        paddedPair = -1;
        if (this.lookAtLeaves(false)) return;
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
      if (pair !== paddedPair || t0 !== kept[KEPT_TIME]) {
        viewA.place();
        viewB.place();
        keepApart(kept, start.clearances, pair, viewA, viewB);
        pad(frame, kept, viewA, viewB);
        frame[REST] = 1 - t0;
        paddedPair = pair;
        kept[KEPT_TIME] = t0;
        framed = NOTHING;
      } else if (spins) {
        // turns are looked at at other instants too
        viewA.place();
        viewB.place();
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
      if (a === 0 && b === 0 && !top && this.hullsGain()) continue;
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

  /** Enters all pairs at kept[KEPT_FROM]. False: it is late. */
  private enterAll(part: SearchedPart, clearance: number): boolean {
    const { queue, entries, kept, counts, probes, start, budget } = this;
    const from = kept[KEPT_FROM];
    this.flying = this.straight.begin();
    this.spins = this.spinning.begin();
    this.spinsAt = this.spins ? Infinity : counts.iterations + LONGER_SEARCH;
    this.foldAt = counts.iterations + LONG_SEARCH;
    this.folding = null;
    this.wholesAt = counts.iterations + WHOLES_AFTER;
    this.wholes = null;
    queue.clear();
    queue.keys[KEY_POPPED] = from;
    if (!entries.begin(from, clearance, start, budget, part === 'instant')) return false;
    this.starting = start.open;
    kept[KEPT_CONCERN] = this.starting ? start.concern : 0;
    this.pairs.clock[0] = from;
    if (!this.starting) this.pushLeavers(start);
    this.nextProbe = probes === null || this.starting ? Infinity : probes.pause;
    kept[KEPT_EVENT] = Math.min(this.spinsAt, this.wholesAt, this.foldAt, this.nextProbe);
    return true;
  }

  /** The start is over. Tells what then. */
  private endStart(more: boolean, part: SearchedPart): typeof DONE | typeof OVER | typeof NEXT | typeof LOOK {
    const { start, outcome, queue, kept, probes, counts } = this;
    this.starting = false;
    kept[KEPT_CONCERN] = 0;
    this.inspect?.(start);
    if (start.close(outcome)) return DONE;
    if (part !== 'segment') return OVER;
    // what the queue knows of exempt pairs is from before they left
    const stale = more && start.flags[queue.bodies] === EXEMPT;
    if (start.records.size > 0) keepThose(queue, (bodies) => start.flags[bodies] !== EXEMPT);
    this.pushLeavers(start);
    if (probes !== null) this.nextProbe = counts.iterations + probes.pause;
    kept[KEPT_EVENT] = Math.min(kept[KEPT_EVENT], this.nextProbe);
    return !more || stale ? NEXT : LOOK;
  }

  /** After so many entries: what is asked only now and then. Tells what then. */
  private takeEvent(): typeof DONE | typeof NEXT | typeof LOOK {
    const { counts, probes, kept } = this;
    if (counts.iterations >= this.spinsAt) {
      this.spins = true;
      this.spinsAt = Infinity;
      this.spinning.beginLate();
    }
    while (counts.iterations >= this.nextProbe) {
      if (probes?.probe(this.outcome)) return DONE;
      if (this.budget.late) break;
      this.nextProbe = counts.iterations + 2 * (probes?.pause ?? 0);
    }
    if (counts.iterations >= this.wholesAt) {
      this.madeWholes ??= new WholeLooks();
      this.wholes = this.madeWholes;
      this.wholes.begin(this.entries.room);
      this.wholesAt = Infinity;
    }
    const folded = counts.iterations >= this.foldAt && this.fold();
    kept[KEPT_EVENT] = Math.min(this.spinsAt, this.wholesAt, this.foldAt, this.nextProbe);
    return folded ? NEXT : LOOK;
  }

  /**
   * Lets all pairs that were split begin anew from their roots, each at the earliest of its keys, up to which all of it
   * is proven [contact/methods/folding.ts]. False: not now, and the entry at hand is to be looked at.
   */
  private fold(): boolean {
    const { queue, counts, entries, wholes } = this;
    const { keys, a, b, bodies, far } = queue;
    const t = keys[KEY_POPPED];
    this.folding ??= new Folding();
    const isFolded = !this.starting && this.folding.folds(t, counts.iterations);
    if (isFolded) {
      const { thinner } = this;
      queue.pushNow(a, b, bodies, far);
      thinner.thin(queue, entries.room);
      for (let k = 0; k < thinner.count; k++) {
        const pair = thinner.several[k];
        // what is left of a pair that was looked at as a whole comes after that
        const key = Math.max(thinner.least[pair], wholes?.apartUntil(pair) ?? 0);
        keys[KEY_PUSHED] = key;
        if (!(key > t)) queue.pushNow(0, 0, pair);
        else if (key < Infinity) queue.pushLater(0, 0, false, pair);
      }
    }
    // a fold takes as long as the queue that it goes through
    this.foldAt = counts.iterations + (isFolded ? Math.max(this.folding.pause, queue.length) : this.folding.pause);
    return isFolded;
  }

  /** Looks at the two leaves popped. True: the outcome is settled. `cast`: where they fly straight. */
  private lookAtLeaves(cast: boolean): boolean {
    const { pairs, queue, leaf, frame, kept, counts, start, outcome } = this;
    const { keys, a, b, bodies: pair } = queue;
    const { clock } = pairs;
    const { numbers } = start;
    const viewA = pairs.viewsA[pair];
    const viewB = pairs.viewsB[pair];
    const nodesA = viewA.nodes;
    const nodesB = viewB.nodes;
    const leafA = -1 - nodesA[(a << 4) + NODE_CHILD];
    const leafB = -1 - nodesB[(b << 4) + NODE_CHILD];
    const t = keys[KEY_POPPED];
    if (clock[0] !== t) {
      clock[0] = t;
      counts.poses++;
    }
    viewA.place();
    viewB.place();
    counts.triangles++;
    measureLeaves(leaf, viewA.leaves, leafA * LEAF_STRIDE, viewA.state, viewB.leaves, leafB * LEAF_STRIDE, viewB.state);
    start.settle(pair, viewA, viewB);
    const distance = leaf[DISTANCE];
    if (this.starting) {
      start.observe(pair, distance, leafA, leafB);
      if (start.flags[pair] === EXEMPT) return false;
      start.settle(pair, viewA, viewB);
    } else if (distance <= numbers[LIMIT]) {
      this.probes?.searched(counts.iterations, pair);
      outcome.status = 'contact';
      outcome.time = t;
      outcome.pair = pair;
      outcome.leafA = leafA;
      outcome.leafB = leafB;
      return true;
    }
    keepApart(kept, start.clearances, pair, viewA, viewB);
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
    if (this.spins) this.spinning.outlastLeaves(pair, leafA, leafB);
    const key = t + leaf[LEAF_STEP];
    if (!(key > t)) {
      undecided(outcome, t);
      outcome.pair = pair;
      return true;
    }
    if (key < Infinity) {
      keys[KEY_PUSHED] = key;
      queue.pushLater(a, b, cast, pair);
    }
    return false;
  }

  /** The same of two nodes or leaves of bodies that fly straight. */
  private lookStraight(top: boolean): boolean {
    const { pairs, queue, start, kept } = this;
    const { a, b, bodies: pair } = queue;
    const viewA = pairs.viewsA[pair];
    const viewB = pairs.viewsB[pair];
    keepApart(kept, start.clearances, pair, viewA, viewB);
    const ways = this.straight.at(pair, viewA, viewB, queue.keys, kept);
    if (viewA.nodes[(a << 4) + NODE_CHILD] >= 0 || viewB.nodes[(b << 4) + NODE_CHILD] >= 0) {
      this.stepStraight(ways, top);
      return false;
    }
    start.settle(pair, viewA, viewB);
    // far: it was cast
    if (!queue.far && this.castGains(ways)) return false;
    return this.lookAtLeaves(true);
  }

  /** Looks at two convex bodies as wholes, placed and padded. True: they are apart longer, and back in the queue. */
  private hullsGain(): boolean {
    const { pairs, queue, counts, hulls, frame, kept, start } = this;
    const { keys, bodies: pair } = queue;
    const viewA = pairs.viewsA[pair];
    const viewB = pairs.viewsB[pair];
    start.settle(pair, viewA, viewB);
    const end = pairs.clock[0] + hulls.stepOf(viewA, viewB, frame, kept, start.numbers);
    counts.nodes += hulls.work;
    if (!(end - keys[KEY_POPPED] > WORTH_WHOLE)) return false;
    if (end < Infinity) {
      keys[KEY_PUSHED] = end;
      queue.pushLater(0, 0, true, pair);
    }
    return true;
  }

  /** Looks at the two nodes popped, of bodies that fly straight, and splits one: what may touch is in the queue. */
  private stepStraight(ways: StraightWays, top: boolean): void {
    const { pairs, queue, counts, frame, kept } = this;
    const { a, b, bodies: pair } = queue;
    const t = ways.w[STRAIGHT_TIME];
    if (queue.far) {
      counts.nodes++;
      if (ways.gains(queue, Infinity)) return;
    }
    if (a === 0 && b === 0 && !top) {
      const viewA = pairs.viewsA[pair];
      const viewB = pairs.viewsB[pair];
      pairs.clock[0] = t;
      viewA.place();
      viewB.place();
      keepApart(kept, this.start.clearances, pair, viewA, viewB);
      pad(frame, kept, viewA, viewB);
      frame[REST] = 1 - t;
      if (this.hullsGain()) return;
    }
    counts.nodes += 2;
    ways.split(queue, Infinity, top);
  }

  /**
   * Casts the two leaves popped at each other, of bodies that fly straight. True: they are apart for a while, and back
   * in the queue or dropped.
   */
  private castGains(ways: StraightWays): boolean {
    const { pairs, queue, counts, kept, starting } = this;
    const { keys, a, b, bodies: pair } = queue;
    const { cast, w } = ways;
    cast[LEAF_TARGET] = starting ? kept[KEPT_CONCERN] : this.start.numbers[RESERVE];
    cast[LEAF_WIDER] = 0;
    counts.triangles++;
    const leafA = -1 - pairs.viewsA[pair].nodes[(a << 4) + NODE_CHILD];
    const leafB = -1 - pairs.viewsB[pair].nodes[(b << 4) + NODE_CHILD];
    ways.castLeaves(leafA, leafB, false);
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

  /**
   * Looks at two bodies that turn about one axis as wholes. True: they are apart for a while; what is left of the pair
   * is one entry then, and what the queue has of it is passed over.
   */
  private wholesGain(wholes: WholeLooks): boolean {
    const { pairs, queue, frame, kept, counts } = this;
    const { keys, bodies: pair } = queue;
    const a = pairs.viewsA[pair];
    const b = pairs.viewsB[pair];
    a.place();
    b.place();
    keepApart(kept, this.start.clearances, pair, a, b);
    pad(frame, kept, a, b);
    const end = wholes.look(pair, a, b, pairs.clock[0], pairs.reference, frame[PAD], paddedRounding(frame, kept), this.budget);
    counts.nodes += wholes.work;
    if (!(end > keys[KEY_POPPED])) return false;
    if (end < Infinity) {
      keys[KEY_PUSHED] = end;
      queue.pushLater(0, 0, false, pair);
    }
    return true;
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
      this.entries.isNew(pair);
      const time = leaving(pair);
      if (!(time <= 1)) continue;
      queue.keys[KEY_PUSHED] = time;
      queue.pushLater(0, 0, false, pair);
    }
  }
}
