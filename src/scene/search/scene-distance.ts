/**
 * The closest two bodies of a scene at one instant: one best-first search over all pairs, by certified lower bounds on
 * the distances of their nodes. Guarantee: the distance reported is realised by two leaves, up to ε, and no tested pair
 * is closer than `lower`; where nothing is closer than the cutoff, that. Distances are those of surfaces; below 0
 * spheres penetrate.
 */

import { type Budget, PAIRS_A_UNIT } from '../../contact/budget.ts';
import { TURNING } from '../../contact/moving-pair.ts';
import { KEY_POPPED, KEY_PUSHED, PairQueue } from '../../contact/pair-queue.ts';
import { DISTANCE, LEAF_SIZE, measureLeaves } from '../../contact/triangle-gap.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import { roomFor, type ScenePairs } from '../pairs/scene-pairs.ts';
import type { View } from '../pairs/view.ts';
import { sphereReach } from './start-pairs.ts';

export interface ClosestInScene {
  distance: number;
  lower: number;
  pair: number;
  leafA: number;
  leafB: number;
}

export class SceneDistance {
  readonly found: ClosestInScene = { distance: Infinity, lower: Infinity, pair: -1, leafA: -1, leafB: -1 };
  private readonly pairs: ScenePairs;
  private readonly queue: PairQueue = new PairQueue();
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  /** Search in which the pair of a moving and a standing body was entered last. */
  private entered: Int32Array;
  private run = 0;
  /** Middle and radius of a sphere around each body at the instant, those that move first. */
  private readonly spheres: Float64Array;
  /** Where not all pairs have numbers: finds those that are near. */
  private readonly near: NearPairs | null;

  constructor(pairs: ScenePairs, near: NearPairs | null) {
    this.pairs = pairs;
    this.near = near;
    this.entered = new Int32Array(Math.max(16, pairs.topFrom + pairs.movable));
    this.spheres = new Float64Array(near === null ? 4 * (pairs.moving.length + pairs.standing.length) : 0);
  }

  /**
   * At the instant in the scene's clock. `skip`: pairs that are left out; `slack`: how much above the least it may be,
   * relative; `enough`: nobody asks how much nearer than this it is, so that the first two leaves found are reported.
   * Where the budget is late, what was found so far; `lower` holds.
   */
  find(cutoff: number, slack: number, skip: PairSet, budget: Budget, enough: number = -Infinity): void {
    const { near, found, pairs } = this;
    if (near === null) {
      const whole = this.seed(cutoff, skip, budget);
      this.search(cutoff, slack, skip, budget, enough);
      if (!whole) found.lower = Math.min(found.lower, 0);
      return;
    }
    const t = pairs.clock[0];
    // ever farther, until something is found and nothing beyond can be nearer
    for (let reach = Math.min(cutoff, near.typicalSize(t)); ; reach = Math.min(cutoff, found.pair < 0 ? 4 * reach : found.distance)) {
      const whole = near.findAt(t, reach, budget);
      this.seedNear(near, skip);
      pairs.clock[0] = t;
      this.search(cutoff, slack, skip, budget, enough);
      if (!whole || budget.late) {
        // farther than that is what was not looked at, if all that is near was
        found.lower = Math.min(found.lower, whole ? reach : 0);
        return;
      }
      if (reach >= cutoff || found.distance <= reach || near.holdsAll(reach)) return;
    }
  }

  private search(cutoff: number, slack: number, skip: PairSet, budget: Budget, enough: number): void {
    const { pairs, queue, frame, leaf, found } = this;
    const { top: overall } = pairs;
    const run = ++this.run;
    found.distance = found.lower = cutoff;
    found.pair = found.leafA = found.leafB = -1;
    frame[REST] = -1;
    let lower = Infinity;
    while (queue.pop()) {
      const key = queue.keys[KEY_POPPED];
      if (key >= found.distance - slack * Math.max(0, found.distance)) {
        lower = Math.min(lower, key);
        break;
      }
      if (budget.isLate()) {
        lower = Math.min(lower, key);
        break;
      }
      const { a, b, bodies: pair } = queue;
      const viewA = pairs.viewA(pair);
      const viewB = pairs.viewB(pair);
      const top = viewB === overall;
      viewA.place();
      viewB.place();
      const childA = viewA.nodes[(a << 4) + NODE_CHILD] | 0;
      const childB = viewB.nodes[(b << 4) + NODE_CHILD] | 0;
      if (top && childB < 0) {
        const s = pairs.topBodies[-1 - childB];
        const entry = pairs.standingNumber(viewA.body, s);
        if (entry < 0 || skip.has(entry)) continue;
        if (entry >= this.entered.length) this.entered = roomFor(this.entered, pairs);
        if (this.entered[entry] === run) continue;
        this.entered[entry] = run;
        queue.pushNow(0, 0, entry);
        continue;
      }
      if (childA < 0 && childB < 0) {
        measureLeaves(leaf, viewA.leaves, (-1 - childA) * LEAF_STRIDE, viewA.state, viewB.leaves, (-1 - childB) * LEAF_STRIDE, viewB.state);
        if (leaf[DISTANCE] < found.distance) {
          found.distance = leaf[DISTANCE];
          found.pair = pair;
          found.leafA = -1 - childA;
          found.leafB = -1 - childB;
          if (leaf[DISTANCE] <= enough) {
            lower = Math.min(lower, key);
            break;
          }
        }
        continue;
      }
      const splitA = !top && splitsA(viewA.nodes, a, viewB.nodes, b);
      const F = splitA ? viewB : viewA;
      const M = splitA ? viewA : viewB;
      const f = (splitA ? b : a) << 4;
      const child = splitA ? childA : childB;
      frame[PAD] = roundingNow(viewA, viewB);
      setFrame(frame, F.nodes, f, F.state, M.state);
      for (let m = child; m < child + 2; m++) {
        stepVolumes(frame, F.nodes, f, M.nodes, m << 4, 1);
        const gap = frame[GAP] > 0 ? (frame[GAP] / frame[LENGTH]) * (1 - 2 ** -50) : 0;
        queue.keys[KEY_PUSHED] = gap;
        if (gap <= key) queue.pushNow(splitA ? m : a, splitA ? b : m, pair);
        else if (gap < found.distance) queue.pushLater(splitA ? m : a, splitA ? b : m, false, pair);
      }
    }
    if (found.pair >= 0) {
      const epsilon = roundingNow(pairs.viewA(found.pair), pairs.viewB(found.pair));
      found.lower = Math.min(found.distance - epsilon, lower);
    } else found.lower = Math.min(cutoff, lower);
  }

  /** Pairs that are within the reach of what was found near. */
  private seedNear(near: NearPairs, skip: PairSet): void {
    const { pairs, queue } = this;
    queue.clear();
    queue.keys[KEY_POPPED] = -Infinity;
    pairs.clock[0] = 0;
    const push = (pair: number): void => {
      if (pair < 0 || (!pairs.isTop(pair) && skip.has(pair))) return;
      pairs.viewA(pair);
      pairs.viewB(pair);
      queue.pushNow(0, 0, pair);
    };
    const { found, standingNear } = near;
    for (let k = 0; k < 2 * found.count; k += 2) push(pairs.numberOf(found.pairs[k], found.pairs[k + 1]));
    for (const k of standingNear) {
      if (pairs.top !== null) push(pairs.topNumber(k));
      else for (let s = 0; s < pairs.standing.length; s++) push(pairs.standingNumber(k, s));
    }
  }

  /** Pairs whose spheres are nearer than the cutoff. False: it is late, and some are missing. */
  private seed(cutoff: number, skip: PairSet, budget: Budget): boolean {
    const { pairs, queue } = this;
    const { moving, standing, movingViews, standingViews } = pairs;
    queue.clear();
    queue.keys[KEY_POPPED] = -Infinity;
    if (!this.placeSpheres(budget)) return false;
    for (let pair = 0; pair < pairs.standingFrom; pair++) {
      if ((pair & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
      if (skip.has(pair)) continue;
      const { a, b } = pairs.listed[pair];
      this.enter(pair, a, a.body, b, b.body, cutoff);
    }
    for (let k = 0; k < pairs.movable; k++) {
      if (pairs.top !== null) queue.pushNow(0, 0, pairs.topFrom + k);
      else {
        for (let s = 0; s < standing.length; s++) {
          if ((s & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
          const pair = pairs.standingFrom + k * standing.length + s;
          if (pairs.ignored[pair] === 0 && !skip.has(pair))
            this.enter(pair, movingViews[k], k, standingViews[s], moving.length + s, cutoff);
        }
      }
    }
    return true;
  }

  /** False: it is late. */
  private placeSpheres(budget: Budget): boolean {
    const { pairs, spheres } = this;
    const { movingViews, standingViews, moving } = pairs;
    for (let k = 0; k < movingViews.length; k++) {
      if (budget.isLate()) return false;
      movingViews[k].place();
      movingViews[k].writeSphere(spheres, 4 * k);
    }
    if (pairs.top === null) for (let s = 0; s < standingViews.length; s++) spheres.set(standingViews[s].sphere, 4 * (moving.length + s));
    return true;
  }

  /** A pair by how far the spheres i and j around its bodies are apart, at least; at once where they meet. */
  private enter(pair: number, a: View, i: number, b: View, j: number, cutoff: number): void {
    const { spheres, queue } = this;
    const x = spheres[4 * i] - spheres[4 * j];
    const y = spheres[4 * i + 1] - spheres[4 * j + 1];
    const z = spheres[4 * i + 2] - spheres[4 * j + 2];
    const apart = Math.sqrt(x * x + y * y + z * z) * (1 - 2 ** -50) - sphereReach(a, b, spheres[4 * i + 3] + spheres[4 * j + 3]);
    if (!(apart > 0)) queue.pushNow(0, 0, pair);
    else if (apart < cutoff) {
      queue.keys[KEY_PUSHED] = apart;
      queue.pushLater(0, 0, false, pair);
    }
  }
}

/** ε of gaps and distances at the placed instant [docs/notes/rounding.md, "Gaps"]. */
function roundingNow(a: View, b: View): number {
  const A = a.state;
  const B = b.state;
  const x = A[STATE_P] - B[STATE_P];
  const y = A[STATE_P + 1] - B[STATE_P + 1];
  const z = A[STATE_P + 2] - B[STATE_P + 2];
  const size = a.tree.radius + b.tree.radius + Math.sqrt(x * x + y * y + z * z);
  return a.adding + b.adding + TURNING * (1 + a.turn + b.turn) * size;
}
