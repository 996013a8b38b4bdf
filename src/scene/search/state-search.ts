/**
 * Is everything apart at one state? Yes or no over all pairs of a scene, as fast as it can be decided: bodies are
 * placed once, pairs whose spheres are apart are left out, those that hit before are looked at first, nodes depth
 * first, the nearer child first, until two leaves are too close.
 *
 * Guarantee: −1 proves d > limit for every pair and its own limit; a pair is proven closer than limit + 2ε, by two of
 * its leaves. Distances are those of surfaces; what is inside a solid: `findInside`.
 */
import { type Budget, PAIRS_A_UNIT } from '../../contact/budget.ts';
import type { PlacedPair } from '../../contact/containment.ts';
import { frameOnNode, INSTANT_EPSILON, INSTANT_GAP, INSTANT_SIZE, leafGap, relate } from '../../contact/instant-gap.ts';
import { ADDING, TURNING } from '../../contact/moving-pair.ts';
import { DISTANCE, LEAF_SIZE, measureLeaves } from '../../contact/triangle-gap.ts';
import { LEAST, LEAST_LENGTH, PAD, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { doubled } from '../../math/enlarged.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import { roomFor, type ScenePairs } from '../pairs/scene-pairs.ts';
import type { View } from '../pairs/view.ts';
import type { PairLimits } from './pair-limits.ts';

/** Covers the rounding of distances of spheres. */
const SPHERES: number = 1 + 2 ** -20;
/** How many of the pairs that hit before come first. */
const FIRST = 3;
/** How much of a distance found is reported: what is not much nearer need not be looked for. */
const NEARLY = 0.875;

export class StateSearch {
  /** The leaves of the pair found last. */
  leafA = -1;
  leafB = -1;
  /** Pairs whose volumes may meet at the state looked at last, and how many. */
  candidates: Int32Array = new Int32Array(64);
  candidateCount = 0;
  /** How many pairs of nodes and leaves the last look took. */
  tests = 0;
  private readonly pairs: ScenePairs;
  private readonly budget: Budget;
  /** One a body: those that move, those that stand, the tree over these. */
  private readonly views: readonly View[];
  private readonly topBody: number;
  private readonly states: readonly Float64Array[];
  /** ε of each body beyond what turning does; middle and radius of a sphere around it. */
  private readonly adding: Float64Array;
  private readonly spheres: Float64Array;
  /** Which of the placements of its link each body was last seen in. */
  private readonly placements: Uint32Array;
  /** By how much each body of its own turns in all of the motion. */
  private readonly turns: Float64Array;
  /** Both bodies of each pair. */
  private bodiesA: Int32Array;
  private bodiesB: Int32Array;
  /** How often a pair hit, lately. */
  private hits: Float64Array;
  /** How often any did; and 1: a body that did. */
  hitCount = 0;
  private readonly hitting: Uint8Array;
  private readonly w: Float64Array = new Float64Array(INSTANT_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  /** The limit of the pair looked at; or the least distance, while that is looked for. */
  private readonly found: Float64Array = new Float64Array(1);
  private stack: Int32Array = new Int32Array(256);
  /** Look at which a standing body was met by each moving one. */
  private entered: Int32Array;
  private look = 0;
  /** Where not all pairs have numbers: finds those that are near; and which of them were known. */
  private readonly near: NearPairs | null;
  private known = 0;
  private generation = 0;

  constructor(pairs: ScenePairs, near: NearPairs | null, budget: Budget) {
    this.pairs = pairs;
    this.near = near;
    this.budget = budget;
    const { movingViews, standingViews, top } = pairs;
    const views = [...movingViews, ...standingViews, ...(top === null ? [] : [top])];
    const topBody = movingViews.length + standingViews.length;
    this.views = views;
    this.states = views.map(({ state }) => state);
    this.adding = new Float64Array(views.length);
    this.spheres = new Float64Array(4 * views.length);
    this.topBody = topBody;
    this.hitting = new Uint8Array(views.length);
    const room = Math.max(16, pairs.count);
    this.bodiesA = new Int32Array(room);
    this.bodiesB = new Int32Array(room);
    this.hits = new Float64Array(room);
    this.entered = new Int32Array(room);
    this.admitNewPairs();
    this.turns = new Float64Array(views.length);
    this.placements = new Uint32Array(movingViews.length);
    for (let body = movingViews.length; body < views.length; body++) {
      this.adding[body] = views[body].adding;
      views[body].writeSphere(this.spheres, 4 * body);
    }
  }

  /** Takes over pairs that got their numbers since. */
  private admitNewPairs(): void {
    const { pairs } = this;
    if (this.generation !== pairs.generation) {
      this.generation = pairs.generation;
      this.known = 0;
      this.hits.fill(0);
    }
    if (this.known === pairs.count) return;
    this.bodiesA = roomFor(this.bodiesA, pairs);
    this.bodiesB = roomFor(this.bodiesB, pairs);
    this.hits = roomFor(this.hits, pairs);
    this.entered = roomFor(this.entered, pairs);
    for (; this.known < pairs.count; this.known++) {
      this.bodiesA[this.known] = pairs.viewsA[this.known].body;
      const { body } = pairs.viewsB[this.known];
      this.bodiesB[this.known] = body < 0 ? this.topBody : body;
    }
  }

  /**
   * Places all that moves at the instant in the scene's clock. Chains are loaded, the views of bodies of their own have
   * begun or stand.
   */
  placeAll(): void {
    const { moving, chains } = this.pairs;
    for (let body = 0; body < moving.length; body++) {
      const { robot, link } = moving[body];
      const view = this.views[body];
      if (robot < 0) {
        view.place();
        this.adding[body] = view.adding;
        this.turns[body] = view.turn;
      } else {
        const chain = chains[robot];
        const { radius } = view;
        chain.place(link);
        if (this.placements[body] === chain.placed[link]) continue;
        this.placements[body] = chain.placed[link];
        const S = this.states[body];
        const away = Math.abs(S[STATE_P]) + Math.abs(S[STATE_P + 1]) + Math.abs(S[STATE_P + 2]);
        this.adding[body] = ADDING * (away + radius) + chain.error(link, radius);
      }
      view.writeSphere(this.spheres, 4 * body);
    }
  }

  /**
   * A pair that is not proven farther apart than its limit, or −1: there is none, or the budget is late. Limits by
   * pair, Infinity: not tested. `likely`: only pairs of bodies that hit before, so that −1 proves nothing.
   */
  find(limits: PairLimits, likely = false): number {
    this.tests = 0;
    this.collect(limits);
    const { hits } = this;
    const { candidates, candidateCount: count } = this;
    for (let i = 0; i < count; i++) {
      if (this.budget.isLate()) return -1;
      if (i < FIRST) {
        let best = i;
        for (let j = i + 1; j < count; j++) if (hits[candidates[j]] > hits[candidates[best]]) best = j;
        const pair = candidates[best];
        candidates[best] = candidates[i];
        candidates[i] = pair;
      }
      const pair = candidates[i];
      if (likely && !this.isLikely(pair)) continue;
      if (this.touches(pair, limits)) {
        this.noteHit(pair);
        return pair;
      }
    }
    return -1;
  }

  /** A pair hit. */
  noteHit(pair: number): void {
    this.admitNewPairs();
    this.hits[pair]++;
    this.hitCount++;
    this.hitting[this.bodiesA[pair]] = this.hitting[this.bodiesB[pair]] = 1;
  }

  /** Whether both bodies hit before; against what stands the first is enough: it may hit something else each time. */
  private isLikely(pair: number): boolean {
    const b = this.bodiesB[pair];
    return this.hitting[this.bodiesA[pair]] === 1 && (b >= this.pairs.moving.length || this.hitting[b] === 1);
  }

  /** Both bodies of a pair, as they are placed. */
  placed(pair: number): PlacedPair {
    const a = this.bodiesA[pair];
    const b = this.bodiesB[pair];
    this.relatePair(pair);
    const rounding = 2 * this.w[INSTANT_EPSILON];
    return {
      treeA: this.views[a].tree,
      treeB: this.views[b].tree,
      stateA: this.states[a],
      stateB: this.states[b],
      rounding,
      budget: this.budget,
    };
  }

  /**
   * A lower bound of the least distance of all pairs, those with the limit Infinity aside: at least 7/8 of it, or the
   * cutoff.
   */
  least(limits: PairLimits, cutoff: number): number {
    const { pairs, w, found, near } = this;
    found[0] = cutoff;
    if (near !== null) return this.leastNear(near, limits, cutoff);
    const { values } = limits;
    const last = pairs.top === null ? pairs.topFrom : pairs.standingFrom;
    for (let pair = 0; pair < last; pair++) if (values[pair] < Infinity) this.comeNearer(pair);
    if (pairs.top !== null) {
      this.look++;
      for (let pair = pairs.topFrom; pair < pairs.topFrom + pairs.movable; pair++) {
        if (!(values[pair] < Infinity && found[0] > 0)) continue;
        this.candidateCount = 0;
        w[PAD] = found[0];
        this.walkTop(pair, limits);
        for (let i = 0; i < this.candidateCount; i++) this.comeNearer(this.candidates[i]);
      }
    }
    return found[0] > 0 ? found[0] : 0;
  }

  /** Brings the least distance found down to that of a pair. */
  private comeNearer(pair: number): void {
    const least = this.found[0];
    if (least > 0 && this.spheresMeet(pair, least)) this.walk(pair, true);
  }

  /** The same among what is near, ever farther. */
  private leastNear(near: NearPairs, limits: PairLimits, cutoff: number): number {
    const { pairs, found, w } = this;
    const t = pairs.clock[0];
    for (let reach = Math.min(cutoff, near.typicalSize(t)); ; reach = Math.min(cutoff, 4 * reach)) {
      found[0] = cutoff;
      // a bound of nothing, where not all that is near was found
      if (!near.findAt(t, reach, this.budget)) return 0;
      this.look++;
      for (let k = 0; k < 2 * near.found.count; k += 2) {
        const pair = pairs.numberOf(near.found.pairs[k], near.found.pairs[k + 1]);
        if (pair < 0) continue;
        this.admitNewPairs();
        if (limits.at(pair) < Infinity) this.comeNearer(pair);
      }
      for (const k of near.standingNear) {
        this.candidateCount = 0;
        w[PAD] = Math.min(reach, found[0]);
        this.collectStanding(k, limits);
        for (let i = 0; i < this.candidateCount; i++) this.comeNearer(this.candidates[i]);
      }
      // what was not looked at is farther than the reach
      if (reach >= cutoff || found[0] <= reach || near.holdsAll(reach)) return found[0] > 0 ? found[0] : 0;
    }
  }

  /** Whose volumes may be within their limits. */
  private collect(limits: PairLimits): void {
    const { pairs, w, near } = this;
    this.candidateCount = 0;
    if (near !== null) return this.collectNear(near, limits, limits.most);
    const { values } = limits;
    const last = pairs.top === null ? pairs.topFrom : pairs.standingFrom;
    for (let pair = 0; pair < last; pair++) {
      if ((pair & PAIRS_A_UNIT) === 0 && this.budget.isLate()) return;
      if (values[pair] < Infinity && this.spheresMeet(pair, values[pair])) this.candidate(pair);
    }
    if (pairs.top === null) return;
    this.look++;
    for (let pair = pairs.topFrom; pair < pairs.topFrom + pairs.movable; pair++)
      if (values[pair] < Infinity) {
        w[PAD] = values[pair];
        this.walkTop(pair, limits);
      }
  }

  private collectNear(near: NearPairs, limits: PairLimits | null, most: number): void {
    const { pairs, w } = this;
    if (!near.findAt(pairs.clock[0], most, this.budget)) return;
    this.look++;
    for (let k = 0; k < 2 * near.found.count; k += 2) {
      const pair = pairs.numberOf(near.found.pairs[k], near.found.pairs[k + 1]);
      if (pair < 0) continue;
      this.admitNewPairs();
      const limit = limits === null ? 0 : limits.at(pair);
      if (limit < Infinity && this.spheresMeet(pair, limit)) this.candidate(pair);
    }
    for (const k of near.standingNear) {
      w[PAD] = most;
      this.collectStanding(k, limits);
    }
  }

  /** Candidates of a movable body among all that stands within the pad of it. */
  private collectStanding(k: number, limits: PairLimits | null): void {
    const { pairs, w } = this;
    if (pairs.top !== null) {
      const pair = pairs.topNumber(k);
      this.admitNewPairs();
      this.walkTop(pair, limits);
      return;
    }
    for (let s = 0; s < pairs.standing.length; s++) {
      const pair = pairs.standingNumber(k, s);
      if (pair < 0) continue;
      this.admitNewPairs();
      if ((limits === null || limits.at(pair) < Infinity) && this.spheresMeet(pair, w[PAD])) this.candidate(pair);
    }
  }

  /** Where not all pairs have numbers: those whose volumes may meet where everything is placed. */
  meeting(): readonly number[] {
    this.candidateCount = 0;
    this.placeAll();
    if (this.near !== null) this.collectNear(this.near, null, 0);
    return Array.from(this.candidates.subarray(0, this.candidateCount));
  }

  private candidate(pair: number): void {
    if (this.candidateCount === this.candidates.length) this.candidates = doubled(this.candidates);
    this.candidates[this.candidateCount++] = pair;
  }

  private spheresMeet(pair: number, limit: number): boolean {
    const { spheres, adding, views } = this;
    const a = this.bodiesA[pair];
    const b = this.bodiesB[pair];
    const x = spheres[4 * a] - spheres[4 * b];
    const y = spheres[4 * a + 1] - spheres[4 * b + 1];
    const z = spheres[4 * a + 2] - spheres[4 * b + 2];
    const turning = 1 + this.turns[a] + this.turns[b];
    const rounding = 2 * (adding[a] + adding[b]) + 4 * TURNING * turning * (views[a].radius + views[b].radius);
    const reach = (spheres[4 * a + 3] + spheres[4 * b + 3] + limit + rounding) * SPHERES;
    return !(x * x + y * y + z * z > reach * reach && reach > 2 ** -400);
  }

  /** Relates the bodies of a pair, with ε of every distance of theirs. */
  private relatePair(pair: number): void {
    const a = this.bodiesA[pair];
    const b = this.bodiesB[pair];
    const A = this.states[a];
    const B = this.states[b];
    relate(this.w, A, B);
    const x = A[STATE_P] - B[STATE_P];
    const y = A[STATE_P + 1] - B[STATE_P + 1];
    const z = A[STATE_P + 2] - B[STATE_P + 2];
    const size = this.views[a].radius + this.views[b].radius + Math.sqrt(x * x + y * y + z * z);
    this.w[INSTANT_EPSILON] = this.adding[a] + this.adding[b] + TURNING * (1 + this.turns[a] + this.turns[b]) * size;
  }

  /** Candidates of a moving body: all that stands within the pad of it. */
  private walkTop(pair: number, limits: PairLimits | null): void {
    const { pairs, w, look } = this;
    const { topBodies } = pairs;
    const nodesA = this.views[this.bodiesA[pair]].nodes;
    const nodesB = this.views[this.bodiesB[pair]].nodes;
    this.relatePair(pair);
    w[PAD] += w[INSTANT_EPSILON];
    frameOnNode(w, nodesA, 0, false);
    const body = this.bodiesA[pair];
    let { stack } = this;
    let size = 0;
    stack[size++] = 0;
    while (size > 0) {
      this.tests++;
      if (this.budget.isLate()) return;
      const b = stack[--size];
      const child = nodesB[(b << 4) + NODE_CHILD];
      if (child < 0) {
        const entry = pairs.standingNumber(body, topBodies[-1 - child]);
        if (entry < 0) continue;
        if (this.near !== null) this.admitNewPairs();
        if (this.entered[entry] === look) continue;
        this.entered[entry] = look;
        if (limits === null || limits.at(entry) < Infinity) this.candidate(entry);
        continue;
      }
      if (size + 2 > stack.length) stack = this.stack = doubled(stack);
      stepVolumes(w, nodesA, 0, nodesB, child << 4, 2);
      if (!(w[LEAST] > 0)) stack[size++] = child;
      if (!(w[LEAST + 1] > 0)) stack[size++] = child + 1;
    }
  }

  /** Whether two leaves of a pair are not proven farther apart than the limit. */
  private touches(pair: number, limits: PairLimits): boolean {
    this.found[0] = limits.at(pair);
    return this.walk(pair, false);
  }

  /**
   * Whether two leaves of a pair are not proven farther apart than found[0]. `nearest`: that is brought down instead to
   * where no two leaves are nearer, or little below.
   */
  private walk(pair: number, nearest: boolean): boolean {
    const { w, leaf, found } = this;
    const bodyA = this.bodiesA[pair];
    const bodyB = this.bodiesB[pair];
    const treeA = this.views[bodyA].tree;
    const treeB = this.views[bodyB].tree;
    const nodesA = treeA.nodes;
    const nodesB = treeB.nodes;
    this.relatePair(pair);
    const epsilon = w[INSTANT_EPSILON];
    let size = 2;
    this.stack[0] = this.stack[1] = 0;
    while (size > 0) {
      const b = this.stack[--size];
      const a = this.stack[--size];
      this.tests++;
      if (this.budget.isLate()) return false;
      const childA = nodesA[(a << 4) + NODE_CHILD] | 0;
      const childB = nodesB[(b << 4) + NODE_CHILD] | 0;
      if (childA >= 0 || childB >= 0) {
        w[PAD] = found[0] + epsilon;
        size = this.descend(treeA, treeB, a, b, size);
        continue;
      }
      const A = this.states[bodyA];
      const B = this.states[bodyB];
      measureLeaves(leaf, treeA.leaves, (-1 - childA) * LEAF_STRIDE, A, treeB.leaves, (-1 - childB) * LEAF_STRIDE, B);
      const distance = leaf[DISTANCE] - epsilon;
      if (nearest) {
        if (distance * NEARLY < found[0]) found[0] = distance * NEARLY;
        // what penetrates is as near as can be
        if (!(found[0] > 0)) return true;
      } else if (!(distance > found[0])) {
        this.leafA = -1 - childA;
        this.leafB = -1 - childB;
        return true;
      }
    }
    return false;
  }

  /**
   * Splits the larger of two nodes, and puts those of its halves that are not farther than the pad from the other node
   * onto the stack, the nearer one last; how many numbers are on it then.
   */
  private descend(treeA: SweptSphereTree, treeB: SweptSphereTree, a: number, b: number, on: number): number {
    const { w } = this;
    const splitA = splitsA(treeA.nodes, a, treeB.nodes, b);
    const whole = splitA ? treeB : treeA;
    const split = splitA ? treeA : treeB;
    const node = (splitA ? b : a) << 4;
    const leaf = -1 - (whole.nodes[node + NODE_CHILD] | 0);
    const child = split.nodes[((splitA ? a : b) << 4) + NODE_CHILD] | 0;
    let size = on;
    if (size + 4 > this.stack.length) this.stack = doubled(this.stack);
    const { stack } = this;
    frameOnNode(w, whole.nodes, node, splitA);
    stepVolumes(w, whole.nodes, node, split.nodes, child << 4, 2);
    // the nearer one comes off the stack first
    const later = w[LEAST_LENGTH] < w[LEAST_LENGTH + 1] ? 1 : 0;
    const laterApart = w[LEAST + later] > 0;
    const soonerApart = w[LEAST + 1 - later] > 0;
    for (let k = 0; k < 2; k++) {
      const half = child + (k === 0 ? later : 1 - later);
      if (k === 0 ? laterApart : soonerApart) continue;
      if (leaf >= 0) {
        leafGap(w, whole.leaves, leaf * LEAF_STRIDE, split.nodes, half << 4, splitA);
        if (w[INSTANT_GAP] > 0) continue;
      }
      stack[size++] = splitA ? half : a;
      stack[size++] = splitA ? b : half;
    }
    return size;
  }
}
