/**
 * Slabs between a convex body that flies straight and nodes of a mesh: along the way, twice across it, and across the
 * node. The hull enters and leaves each once, so that it is near a node only between the latest entry and the earliest
 * exit; and not behind the plane of the leaf that it meets first.
 */

import type { HullPoints } from '../../../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { doubles } from '../../../math/enlarged.ts';
import { dotAt } from '../../../math/vec3.ts';
import { OFFSET_0, VELOCITY } from '../straight/straight-volumes.ts';
import { LEAST_SQUARE, SWEPT_HIGH, SWEPT_NORMAL, SWEPT_UNTIL, SWEPT_WIDE, type SweptHull } from './swept-hull.ts';

/* Its numbers. The hull's root volume in the mesh's frame: its middle at the start, halves of its sides. */
const MIDDLE = 0;
const SIDES = 3;
/** Its radius, and what nodes must be apart by beside that. */
const THICK = 9;
/** Directions along the way and twice across it; where the hull's middle is, and half its extent. */
const AXES = 10;
const PLACES = 19;
const HALVES = 22;
/** How fast the hull moves along the first of them. */
const SPEED = 25;
/** The plane of the leaf met first, where the hull is at UNTIL. */
export const PLANE = 26;
export const PLANE_HIGH = 29;
/** From when on a node may be met; Infinity: never, or not before UNTIL. */
export const ENTRY = 30;
const SLAB_DOUBLES = 31;

const SHORTEN = 1 - 2 ** -30;
const LENGTHEN = 1 + 2 ** -30;
/** Share of the speed: a node that is met along its side is met at no time that could be told. */
const SLOW = 2 ** -40;

export class HullSlabs {
  readonly numbers: number[] = doubles(SLAB_DOUBLES);
  private readonly hull: HullPoints;
  private readonly swept: SweptHull;
  private readonly hullTree: SweptSphereTree;
  private readonly tree: SweptSphereTree;

  constructor(hull: HullPoints, swept: SweptHull, hullTree: SweptSphereTree, tree: SweptSphereTree) {
    this.hull = hull;
    this.swept = swept;
    this.hullTree = hullTree;
    this.tree = tree;
  }

  /** A way of this speed, from where the sweep begins. */
  begin(speed: number): void {
    const { numbers: w, swept } = this;
    const { numbers: s, straight } = swept;
    w[PLANE_HIGH] = Infinity;
    w[THICK] = s[SWEPT_WIDE];
    this.writeVolume();
    w[SPEED] = speed;
    for (let i = 0; i < 3; i++) w[AXES + i] = straight[VELOCITY + i] / speed;
    this.writeAcross();
    for (let k = 0; k < 3; k++) {
      const a = AXES + 3 * k;
      w[PLACES + k] = dotAt(w, a, w, MIDDLE);
      w[HALVES + k] = Math.abs(dotAt(w, a, w, SIDES)) + Math.abs(dotAt(w, a, w, SIDES + 3)) + w[THICK];
    }
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
    const along = dotAt(w, SIDES, w, AXES);
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

  /** The hull's own extent along and across the way, in place of its volume's. */
  tighten(): void {
    const { numbers: w, swept } = this;
    const { numbers: s } = swept;
    for (let k = 0; k < 3; k++) {
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
  bound(o: number): void {
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
    const fast = ax * straight[VELOCITY] + ay * straight[VELOCITY + 1] + az * straight[VELOCITY + 2];
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
}
