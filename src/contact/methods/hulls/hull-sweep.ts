/**
 * First contact of a body that looks convex, flying straight, with a mesh: the hull is swept as a whole through the
 * mesh's nodes, depth first, those first that it may meet first, and cast at the leaves it comes near [swept-hull.ts].
 *
 * Guarantee: a node is left out where at every instant up to UNTIL, the earliest time found so far, some direction
 * keeps it apart from the hull by all that may matter: slabs [hull-slabs.ts], or the plane of the leaf that is met
 * first. So nothing is nearer than the reach until UNTIL, and what is within tolerance then is among the leaves kept.
 */

import { NODE_CHILD } from '../../../hierarchy/fit-swept-sphere.ts';
import type { HullPoints } from '../../../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import { doubled } from '../../../math/enlarged.ts';
import { dotAt } from '../../../math/vec3.ts';
import type { Budget } from '../../budget.ts';
import type { MovingPair } from '../../moving-pair.ts';
import type { Outcome } from '../../outcome.ts';
import type { StartRule } from '../../start-rule.ts';
import { OFFSET_0, VELOCITY } from '../straight/straight-volumes.ts';
import { ENTRY, HullSlabs, PLANE, PLANE_HIGH } from './hull-slabs.ts';
import { LeavesAtPlane } from './leaves-at-plane.ts';
import { NearPairs } from './near-pairs.ts';
import {
  LEAST_SQUARE,
  SWEPT_APART,
  SWEPT_GAP,
  SWEPT_HIGH,
  SWEPT_NORMAL,
  SWEPT_RATE,
  SWEPT_REACH,
  SWEPT_SLACK,
  SWEPT_START,
  SWEPT_TIME,
  SWEPT_UNTIL,
  SWEPT_WIDE,
  SweptHull,
} from './swept-hull.ts';

/** Triangles of a mesh at least. */
const LEAST_LEAVES = 64;
/** Triangles that the hull covers where it lies flat on the mesh, about, at most. */
const MOST_COVERED = 256;

const KEPT_STRIDE = 5;
/** Leaves that may be within tolerance at most; of flat fine meshes the search looks at more. */
const MOST_KEPT = 256;
/** Roundings ε that listing allows for, as in hull-search.ts. */
const LISTED = 8;

export class HullSweep {
  readonly hull: HullPoints;
  readonly near: NearPairs = new NearPairs();
  private readonly ofA: boolean;
  private readonly hullTree: SweptSphereTree;
  private readonly tree: SweptSphereTree;
  private readonly swept: SweptHull;
  private readonly slabs: HullSlabs;
  private stack: Int32Array = new Int32Array(128);
  private entries: Float64Array = new Float64Array(128);
  private readonly kept: Int32Array = new Int32Array(MOST_KEPT);
  /** By leaf kept: a plane between it and the hull, its gap at the start and its rate. */
  private readonly planes: Float64Array = new Float64Array(KEPT_STRIDE * MOST_KEPT);
  private count = 0;
  /** Nodes looked at and leaves cast at in the last search. */
  private looks = 0;
  private casts = 0;
  private readonly hullLeaves: LeavesAtPlane = new LeavesAtPlane();
  private readonly oneLeaf: LeavesAtPlane = new LeavesAtPlane();
  /** From a leaf to the hull. */
  private readonly back: Float64Array = new Float64Array(3);

  /** `ofA`: the hull is a's, the other body is b. */
  constructor(hull: HullPoints, pair: MovingPair, ofA: boolean) {
    this.hull = hull;
    this.ofA = ofA;
    this.hullTree = ofA ? pair.treeA : pair.treeB;
    this.tree = ofA ? pair.treeB : pair.treeA;
    this.swept = new SweptHull(hull);
    this.slabs = new HullSlabs(hull, this.swept, this.hullTree, this.tree);
  }

  /** Where a hull is large beside the triangles of a mesh, or these are few, a search over both trees is as fast. */
  static suits(hull: SweptSphereTree, mesh: SweptSphereTree): boolean {
    return mesh.leafCount >= LEAST_LEAVES && areaOf(hull) * mesh.leafCount <= MOST_COVERED * areaOf(mesh);
  }

  /**
   * True: the outcome says what was found. False: nothing was, or the search goes on from start.clear. `whole`: only
   * where the volumes of both bodies are apart at the start, so that neither is inside the other.
   */
  search(pair: MovingPair, start: StartRule, tolerance: number, budget: Budget, outcome: Outcome, whole: boolean): boolean {
    const { swept, slabs } = this;
    const { numbers: w } = slabs;
    const { numbers: s } = swept;
    if (!this.begin(pair, start, tolerance)) return false;
    slabs.bound(0);
    pair.stats.nodes++;
    if (whole && !(w[ENTRY] > 0)) return false;
    if (w[ENTRY] !== Infinity) {
      swept.place();
      slabs.tighten();
      const done = this.descend(budget);
      pair.stats.iterations += swept.passes;
      pair.stats.nodes += this.looks;
      pair.stats.triangles += this.casts;
      if (!done) return false;
    }
    if (s[SWEPT_UNTIL] >= 1 - start.from) {
      outcome.status = 'free';
      outcome.time = 1;
      return true;
    }
    start.clear = start.from + s[SWEPT_UNTIL];
    pair.placeAt(start.clear);
    return start.clear > start.from && this.list(pair, start, tolerance) && this.near.touch(pair, start, outcome, true);
  }

  /** Where the bodies are at the start; false: not for sweeps. */
  private begin(pair: MovingPair, start: StartRule, tolerance: number): boolean {
    const { swept, slabs, ofA } = this;
    const { numbers: s, straight } = swept;
    pair.placeAt(start.from);
    swept.begin(ofA ? pair.stateB : pair.stateA, ofA ? pair.stateA : pair.stateB);
    const vx = straight[VELOCITY];
    const vy = straight[VELOCITY + 1];
    const vz = straight[VELOCITY + 2];
    const ox = straight[OFFSET_0];
    const oy = straight[OFFSET_0 + 1];
    const oz = straight[OFFSET_0 + 2];
    const square = vx * vx + vy * vy + vz * vz;
    if (!(square > LEAST_SQUARE)) return false;
    const rest = 1 - start.from;
    const ex = ox + rest * vx;
    const ey = oy + rest * vy;
    const ez = oz + rest * vz;
    const far = Math.sqrt(Math.max(ox * ox + oy * oy + oz * oz, ex * ex + ey * ey + ez * ez));
    const rounding = pair.adding + pair.turning * far;
    const usable = 2 * start.reserve[0];
    // on very long ways contact is finer than what is known of them
    if (!(rounding <= 0.25 * usable)) return false;
    s[SWEPT_REACH] = pair.clearance + 0.5 * usable;
    s[SWEPT_SLACK] = 0.125 * usable;
    s[SWEPT_WIDE] = pair.clearance + Math.max(start.concern, tolerance) + LISTED * rounding;
    s[SWEPT_UNTIL] = rest;
    slabs.begin(Math.sqrt(square));
    return true;
  }

  /** Goes through the mesh; false: near at the start, the budget is spent, or more is near than can be kept. */
  private descend(budget: Budget): boolean {
    const { swept, slabs, tree } = this;
    const { numbers: w } = slabs;
    const { numbers: s } = swept;
    const { nodes } = tree;
    this.count = this.looks = this.casts = 0;
    let size = 1;
    this.stack[0] = 0;
    this.entries[0] = w[ENTRY];
    while (size > 0) {
      size--;
      const node = this.stack[size];
      const entry = this.entries[size];
      if (entry > s[SWEPT_UNTIL]) continue;
      if (budget.spent()) return false;
      const child = nodes[(node << 4) + NODE_CHILD];
      if (child < 0) {
        s[SWEPT_TIME] = entry;
        if (!this.cast(-1 - child)) return false;
        continue;
      }
      if (size + 2 > this.stack.length) {
        this.stack = doubled(this.stack);
        this.entries = doubled(this.entries);
      }
      this.looks += 2;
      slabs.bound(child << 4);
      const first = w[ENTRY];
      slabs.bound((child + 1) << 4);
      const second = w[ENTRY];
      const later = first > second ? 0 : 1;
      for (let k = 0; k < 2; k++) {
        const which = k === 0 ? later : 1 - later;
        const when = which === 0 ? first : second;
        if (when === Infinity) continue;
        this.stack[size] = child + which;
        this.entries[size++] = when;
      }
    }
    return true;
  }

  /** Casts the hull at a leaf, and keeps it where it may be met first, or be near then; false: it cannot. */
  private cast(leaf: number): boolean {
    const { swept, slabs, tree, kept, planes } = this;
    const { numbers: w } = slabs;
    const { numbers: s } = swept;
    const isFirst = w[PLANE_HIGH] === Infinity;
    if (!isFirst) for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = w[PLANE + i];
    this.casts++;
    const verdict = swept.cast(tree.leaves, leaf * LEAF_STRIDE, isFirst);
    if (verdict === SWEPT_APART) return true;
    if (verdict === SWEPT_START) return false;
    if (this.count === MOST_KEPT) return false;
    const o = KEPT_STRIDE * this.count;
    kept[this.count++] = leaf;
    this.keepPlane(o);
    const until = s[SWEPT_TIME];
    if (!(until < s[SWEPT_UNTIL])) return true;
    s[SWEPT_UNTIL] = until;
    for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = w[PLANE + i] = planes[o + i];
    swept.reach();
    // one that they approach keeps them as far apart before
    w[PLANE_HIGH] = planes[o + 4] <= 0 ? s[SWEPT_HIGH] - until * planes[o + 4] + this.hull.thickness + s[SWEPT_WIDE] : Infinity;
    return true;
  }

  private keepPlane(o: number): void {
    const { planes, swept } = this;
    const { numbers: s } = swept;
    for (let i = 0; i < 3; i++) planes[o + i] = s[SWEPT_NORMAL + i];
    planes[o + 3] = s[SWEPT_GAP];
    planes[o + 4] = s[SWEPT_RATE];
  }

  /**
   * Whether leaf k of those kept is farther at UNTIL than may matter. One that was to be met later, or passed by, has a
   * plane that may say nothing of then: it is cast at once more, there.
   */
  private isFar(k: number): boolean {
    const { kept, planes, swept, tree, slabs } = this;
    const { numbers: s } = swept;
    const o = KEPT_STRIDE * k;
    const until = s[SWEPT_UNTIL];
    if (planes[o + 3] + until * planes[o + 4] < s[SWEPT_REACH] - s[SWEPT_SLACK]) {
      for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = slabs.numbers[PLANE + i];
      s[SWEPT_TIME] = until;
      if (swept.cast(tree.leaves, kept[k] * LEAF_STRIDE, false) === SWEPT_APART) return true;
      this.keepPlane(o);
    }
    return planes[o + 3] + until * planes[o + 4] > s[SWEPT_WIDE];
  }

  /** The pairs of leaves that may be as near as that where the bodies are placed; false: too many. */
  private list(pair: MovingPair, start: StartRule, tolerance: number): boolean {
    const { swept, tree, hullTree, hull, kept, planes, near, hullLeaves, oneLeaf, ofA } = this;
    const { numbers: s, straight } = swept;
    const hullState = ofA ? pair.stateA : pair.stateB;
    const state = ofA ? pair.stateB : pair.stateA;
    const within = Math.max(pair.clearance + tolerance, start.limit) + LISTED * pair.roundingNow;
    near.clear();
    let listed = -1;
    let lowest = 0;
    for (let k = 0; k < this.count; k++) {
      const o = KEPT_STRIDE * k;
      if (this.isFar(k)) continue;
      const gap = planes[o + 3] + s[SWEPT_UNTIL] * planes[o + 4];
      const radii = hull.thickness + tree.leaves[kept[k] * LEAF_STRIDE + LEAF_RADIUS];
      const apart = within + radii;
      // neighbours share the plane, and what of the hull is next to it
      if (listed < 0 || !isSame(planes, o, listed) || gap - within < lowest) {
        for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = planes[o + i];
        swept.turnBack();
        swept.reach();
        listed = o;
        lowest = gap - within;
        const height = s[SWEPT_HIGH] - dotAt(planes, o, straight, OFFSET_0) + lowest;
        if (!hullLeaves.list(hull, hullTree, hullState, swept.way, 0, height)) return false;
      }
      for (let i = 0; i < 3; i++) this.back[i] = -planes[o + i];
      const low = s[SWEPT_HIGH] - s[SWEPT_UNTIL] * planes[o + 4] + apart;
      oneLeaf.listOne(kept[k], tree, state, this.back, 0, -low);
      const done = ofA ? hullLeaves.addNear(oneLeaf, apart, near) : oneLeaf.addNear(hullLeaves, apart, near);
      if (!done) return false;
    }
    return true;
  }
}

/** About the largest side of a body's volume. */
function areaOf({ nodes }: SweptSphereTree): number {
  return (nodes[9] + 2 * nodes[11]) * (nodes[10] + 2 * nodes[11]);
}

/** The same direction twice? */
function isSame(v: Float64Array, i: number, j: number): boolean {
  return v[i] === v[j] && v[i + 1] === v[j + 1] && v[i + 2] === v[j + 2];
}
