/**
 * First contact of a body that looks convex, flying straight, with a mesh: the hull is swept as a whole through the
 * mesh's nodes, depth first, those first that it may meet first, and cast at the leaves it comes near [swept-hull.ts].
 *
 * Guarantee: a node is left out where at every instant up to UNTIL, the earliest time found so far, some direction
 * keeps it apart from the hull by all that may matter: slabs along the way, across it, across the node and across the
 * hull, each of which the hull enters and leaves once, or the plane of the leaf that is met first. So nothing is nearer
 * than the reach until UNTIL, and what is within tolerance then is among the leaves that were kept.
 */
import { NODE_CHILD } from '../../../hierarchy/fit-swept-sphere.ts';
import type { HullPoints } from '../../../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import { doubled, doubles } from '../../../math/enlarged.ts';
import type { Budget } from '../../budget.ts';
import type { MovingPair } from '../../moving-pair.ts';
import type { Outcome } from '../../outcome.ts';
import type { StartRule } from '../../start-rule.ts';
import { OFFSET_0, VELOCITY } from '../straight/straight-volumes.ts';
import { LeavesAtPlane } from './leaves-at-plane.ts';
import { NearPairs } from './near-pairs.ts';
import {
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

/* Numbers of a sweep. The hull's root volume in the mesh's frame: its middle at the start, halves of its sides. */
const MIDDLE = 0;
const SIDES = 3;
/** Its radius, and what nodes must be apart by beside that. */
const THICK = 9;
/** Directions along the way, twice across it, and across the hull; where the hull's middle is, and half its extent. */
const AXES = 10;
const PLACES = 22;
const HALVES = 26;
/** How fast the hull moves along the first and the last of them. */
const SPEED = 30;
const FAST = 31;
/** The plane of the leaf met first, where the hull is at UNTIL. */
const PLANE = 32;
const PLANE_HIGH = 35;
/** From when on a node may be met; Infinity: never, or not before UNTIL. */
const ENTRY = 36;
const SWEEP_DOUBLES = 37;

/** Triangles of a mesh at least. */
const LEAST_LEAVES = 64;
/** Triangles that the hull covers where it lies flat on the mesh, about, at most. */
const MOST_COVERED = 256;

const KEPT_STRIDE = 5;
/** Leaves that may be within tolerance at most; of flat fine meshes the search looks at more. */
const MOST_KEPT = 64;
const SHORTEN = 1 - 2 ** -30;
const LENGTHEN = 1 + 2 ** -30;
/** Roundings ε that listing allows for, as in hull-search.ts. */
const LISTED = 8;
/** Share of the speed: a node that is met along its side is met at no time that could be told. */
const SLOW = 2 ** -40;
/** Velocities whose squares lose digits are none. */
const LEAST_SQUARE = 2 ** -800;
const LEAST_AREA = 2 ** -400;

export class HullSweep {
  readonly hull: HullPoints;
  readonly near: NearPairs = new NearPairs();
  private readonly ofA: boolean;
  private readonly hullTree: SweptSphereTree;
  private readonly tree: SweptSphereTree;
  private readonly swept: SweptHull;
  private readonly numbers: number[] = doubles(SWEEP_DOUBLES);
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
    const { swept, numbers: w } = this;
    const { numbers: s } = swept;
    if (!this.begin(pair, start, tolerance)) return false;
    this.bound(0);
    pair.stats.nodes++;
    if (whole && !(w[ENTRY] > 0)) return false;
    if (w[ENTRY] !== Infinity) {
      swept.place();
      this.tighten();
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
    const { swept, numbers: w, ofA } = this;
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
    w[PLANE_HIGH] = Infinity;
    w[THICK] = s[SWEPT_WIDE];
    this.writeVolume();
    const speed = Math.sqrt(square);
    w[SPEED] = speed;
    w[AXES] = vx / speed;
    w[AXES + 1] = vy / speed;
    w[AXES + 2] = vz / speed;
    this.writeAcross();
    this.writeFlat();
    w[FAST] = dot(w, AXES + 9, w, AXES) * speed;
    for (let k = 0; k < 4; k++) {
      const a = AXES + 3 * k;
      w[PLACES + k] = dot(w, a, w, MIDDLE);
      w[HALVES + k] = Math.abs(dot(w, a, w, SIDES)) + Math.abs(dot(w, a, w, SIDES + 3)) + w[THICK];
    }
    return true;
  }

  /** The hull's root volume in the mesh's frame. */
  private writeVolume(): void {
    const { numbers: w, swept, hullTree } = this;
    const { straight: r } = swept;
    const { nodes } = hullTree;
    const l = 0.5 * nodes[9];
    const m = 0.5 * nodes[10];
    for (let i = 0; i < 3; i++) {
      const o = 3 * i;
      const u = r[o] * nodes[0] + r[o + 1] * nodes[1] + r[o + 2] * nodes[2];
      const v = r[o] * nodes[3] + r[o + 1] * nodes[4] + r[o + 2] * nodes[5];
      w[SIDES + i] = l * u;
      w[SIDES + 3 + i] = m * v;
      w[MIDDLE + i] = r[o] * nodes[6] + r[o + 1] * nodes[7] + r[o + 2] * nodes[8] + r[OFFSET_0 + i] + l * u + m * v;
    }
    w[THICK] += nodes[11];
  }

  /** Two directions across the way, one of them along the hull's shadow where that is long. */
  private writeAcross(): void {
    const { numbers: w } = this;
    const x = w[AXES];
    const y = w[AXES + 1];
    const z = w[AXES + 2];
    const along = dot(w, SIDES, w, AXES);
    let ax = w[SIDES] - along * x;
    let ay = w[SIDES + 1] - along * y;
    let az = w[SIDES + 2] - along * z;
    let length = Math.sqrt(ax * ax + ay * ay + az * az);
    const side = Math.abs(w[SIDES]) + Math.abs(w[SIDES + 1]) + Math.abs(w[SIDES + 2]);
    // along a long side next to nothing is left of it but roundings
    if (!(length > 2 ** -10 * w[THICK] && length > 2 ** -20 * side && length * length > LEAST_SQUARE)) {
      // any will do: across the axis that is least along
      const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
      const ux = Math.abs(x) === least ? 1 : 0;
      const uy = ux === 0 && Math.abs(y) === least ? 1 : 0;
      const uz = 1 - ux - uy;
      ax = y * uz - z * uy;
      ay = z * ux - x * uz;
      az = x * uy - y * ux;
      length = Math.sqrt(ax * ax + ay * ay + az * az);
    }
    ax /= length;
    ay /= length;
    az /= length;
    // what is left along the way would be a speed; once more, it is a rounding
    const rest = ax * x + ay * y + az * z;
    w[AXES + 3] = ax -= rest * x;
    w[AXES + 4] = ay -= rest * y;
    w[AXES + 5] = az -= rest * z;
    w[AXES + 6] = y * az - z * ay;
    w[AXES + 7] = z * ax - x * az;
    w[AXES + 8] = x * ay - y * ax;
  }

  /** The direction across the hull's volume, or the way where that has none. */
  private writeFlat(): void {
    const { numbers: w } = this;
    const x = w[SIDES + 1] * w[SIDES + 5] - w[SIDES + 2] * w[SIDES + 4];
    const y = w[SIDES + 2] * w[SIDES + 3] - w[SIDES] * w[SIDES + 5];
    const z = w[SIDES] * w[SIDES + 4] - w[SIDES + 1] * w[SIDES + 3];
    const area = Math.sqrt(x * x + y * y + z * z);
    w[AXES + 9] = area > LEAST_AREA ? x / area : w[AXES];
    w[AXES + 10] = area > LEAST_AREA ? y / area : w[AXES + 1];
    w[AXES + 11] = area > LEAST_AREA ? z / area : w[AXES + 2];
  }

  /** The hull's own extent along and across the way, in place of its volume's. */
  private tighten(): void {
    const { numbers: w, swept } = this;
    const { numbers: s } = swept;
    for (let k = 0; k < 4; k++) {
      const a = AXES + 3 * k;
      for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = w[a + i];
      swept.reach();
      const high = s[SWEPT_HIGH];
      for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = -w[a + i];
      swept.reach();
      w[PLACES + k] = 0.5 * (high - s[SWEPT_HIGH]);
      w[HALVES + k] = 0.5 * (high + s[SWEPT_HIGH]) + this.hull.thickness + s[SWEPT_WIDE];
    }
  }

  /** From when on the hull may be near a node, at place o, into ENTRY. */
  private bound(o: number): void {
    // One piece: its numbers stay in local variables; calls in the middle would box them.
    const { numbers: w, tree, swept } = this;
    const n = tree.nodes;
    const ux = n[o];
    const uy = n[o + 1];
    const uz = n[o + 2];
    const vx = n[o + 3];
    const vy = n[o + 4];
    const vz = n[o + 5];
    const l = 0.5 * n[o + 9];
    const m = 0.5 * n[o + 10];
    const r = n[o + 11];
    const x = n[o + 6] + l * ux + m * vx;
    const y = n[o + 7] + l * uy + m * vy;
    const z = n[o + 8] + l * uz + m * vz;
    const until = swept.numbers[SWEPT_UNTIL];
    w[ENTRY] = Infinity;
    // across the way
    let ax = w[AXES + 3];
    let ay = w[AXES + 4];
    let az = w[AXES + 5];
    let half = w[HALVES + 1] + r + l * Math.abs(ax * ux + ay * uy + az * uz) + m * Math.abs(ax * vx + ay * vy + az * vz);
    if (Math.abs(ax * x + ay * y + az * z - w[PLACES + 1]) > half) return;
    ax = w[AXES + 6];
    ay = w[AXES + 7];
    az = w[AXES + 8];
    half = w[HALVES + 2] + r + l * Math.abs(ax * ux + ay * uy + az * uz) + m * Math.abs(ax * vx + ay * vy + az * vz);
    if (Math.abs(ax * x + ay * y + az * z - w[PLACES + 2]) > half) return;
    // along it
    ax = w[AXES];
    ay = w[AXES + 1];
    az = w[AXES + 2];
    const speed = w[SPEED];
    half = w[HALVES] + r + l * Math.abs(ax * ux + ay * uy + az * uz) + m * Math.abs(ax * vx + ay * vy + az * vz);
    let place = ax * x + ay * y + az * z - w[PLACES];
    let entry = (place - half) / speed;
    let exit = (place + half) / speed;
    if (entry * SHORTEN > until || exit < 0) return;
    // the plane of the first leaf
    if (w[PLANE_HIGH] < Infinity) {
      const px = w[PLANE];
      const py = w[PLANE + 1];
      const pz = w[PLANE + 2];
      const low = px * x + py * y + pz * z - r - l * Math.abs(px * ux + py * uy + pz * uz) - m * Math.abs(px * vx + py * vy + pz * vz);
      if (low > w[PLANE_HIGH]) return;
    }
    // across the node
    const { straight } = swept;
    ax = uy * vz - uz * vy;
    ay = uz * vx - ux * vz;
    az = ux * vy - uy * vx;
    half =
      w[THICK] +
      r +
      Math.abs(ax * w[SIDES] + ay * w[SIDES + 1] + az * w[SIDES + 2]) +
      Math.abs(ax * w[SIDES + 3] + ay * w[SIDES + 4] + az * w[SIDES + 5]);
    place = ax * (x - w[MIDDLE]) + ay * (y - w[MIDDLE + 1]) + az * (z - w[MIDDLE + 2]);
    let fast = ax * straight[VELOCITY] + ay * straight[VELOCITY + 1] + az * straight[VELOCITY + 2];
    if (Math.abs(place) > half + until * Math.abs(fast)) return;
    if (Math.abs(fast) > SLOW * speed) {
      const inverse = 1 / fast;
      const first = (place - half) * inverse;
      const last = (place + half) * inverse;
      entry = Math.max(entry, Math.min(first, last));
      exit = Math.min(exit, Math.max(first, last));
    }
    // across the hull
    ax = w[AXES + 9];
    ay = w[AXES + 10];
    az = w[AXES + 11];
    half = w[HALVES + 3] + r + l * Math.abs(ax * ux + ay * uy + az * uz) + m * Math.abs(ax * vx + ay * vy + az * vz);
    place = ax * x + ay * y + az * z - w[PLACES + 3];
    fast = w[FAST];
    if (Math.abs(place) > half + until * Math.abs(fast)) return;
    if (Math.abs(fast) > SLOW * speed) {
      const inverse = 1 / fast;
      const first = (place - half) * inverse;
      const last = (place + half) * inverse;
      entry = Math.max(entry, Math.min(first, last));
      exit = Math.min(exit, Math.max(first, last));
    }
    if (entry * SHORTEN > exit * LENGTHEN || entry * SHORTEN > until || exit < 0) return;
    w[ENTRY] = entry > 0 ? SHORTEN * entry : 0;
  }

  /** Goes through the mesh; false: near at the start, the budget is spent, or more is near than can be kept. */
  private descend(budget: Budget): boolean {
    const { numbers: w, swept, tree } = this;
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
      this.bound(child << 4);
      const first = w[ENTRY];
      this.bound((child + 1) << 4);
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
    const { numbers: w, swept, tree, kept, planes } = this;
    const { numbers: s } = swept;
    const isFirst = w[PLANE_HIGH] === Infinity;
    if (!isFirst) for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = w[PLANE + i];
    this.casts++;
    const verdict = swept.cast(tree.leaves, leaf * LEAF_STRIDE, isFirst);
    if (verdict === SWEPT_APART) return true;
    if (verdict === SWEPT_START) return false;
    if (this.count === MOST_KEPT && !this.thin()) return false;
    const o = KEPT_STRIDE * this.count;
    kept[this.count++] = leaf;
    for (let i = 0; i < 3; i++) planes[o + i] = s[SWEPT_NORMAL + i];
    planes[o + 3] = s[SWEPT_GAP];
    planes[o + 4] = s[SWEPT_RATE];
    const until = s[SWEPT_TIME];
    if (!(until < s[SWEPT_UNTIL])) return true;
    s[SWEPT_UNTIL] = until;
    for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = w[PLANE + i] = planes[o + i];
    swept.reach();
    // one that they approach keeps them as far apart before
    w[PLANE_HIGH] = planes[o + 4] <= 0 ? s[SWEPT_HIGH] - until * planes[o + 4] + this.hull.thickness + s[SWEPT_WIDE] : Infinity;
    return true;
  }

  /** Drops the leaves kept that are farther than may matter at UNTIL, and before; false: none is. */
  private thin(): boolean {
    const { kept, planes, swept } = this;
    const { numbers: s } = swept;
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      const o = KEPT_STRIDE * k;
      if (planes[o + 4] <= 0 && planes[o + 3] + s[SWEPT_UNTIL] * planes[o + 4] > s[SWEPT_WIDE]) continue;
      kept[count] = kept[k];
      planes.copyWithin(KEPT_STRIDE * count, o, o + KEPT_STRIDE);
      count++;
    }
    const thinner = count < this.count;
    this.count = count;
    return thinner;
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
      const gap = planes[o + 3] + s[SWEPT_UNTIL] * planes[o + 4];
      if (gap > s[SWEPT_WIDE]) continue;
      const radii = hull.thickness + tree.leaves[kept[k] * LEAF_STRIDE + LEAF_RADIUS];
      const apart = within + radii;
      // neighbours share the plane, and what of the hull is next to it
      if (listed < 0 || !isSame(planes, o, listed) || gap - within < lowest) {
        for (let i = 0; i < 3; i++) s[SWEPT_NORMAL + i] = planes[o + i];
        swept.turnBack();
        swept.reach();
        listed = o;
        lowest = gap - within;
        const height = s[SWEPT_HIGH] - dot(planes, o, straight, OFFSET_0) + lowest;
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

function dot(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** The same direction twice? */
function isSame(v: Float64Array, i: number, j: number): boolean {
  return v[i] === v[j] && v[i + 1] === v[j + 1] && v[i + 2] === v[j + 2];
}
