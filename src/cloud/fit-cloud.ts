/*
 * The swept spheres of a cloud's tree: leaves that are points with a radius, by the thousand or the million.
 * Guarantee: as for every swept-sphere tree, each point has distance to the rectangle of a node above it + its radius
 * ≤ r, rounding as in fit-swept-sphere.ts.
 * Boxes along the axes are merged bottom-up; only nodes of MANY points are tried along the principal axes of these, and
 * the rectangle takes all of the box, where other meshes get axes turned and rectangles clipped: sooner built, and on
 * clouds of surfaces with fewer tests a query (docs/notes/hierarchies.md).
 */
import {
  finishNode,
  NODE_CHILD,
  NODE_CORNER,
  NODE_L0,
  NODE_L1,
  NODE_R,
  NODE_STRIDE,
  NODE_U0,
  NODE_U1,
  PLACE_ERROR,
  SPREAD_ERROR,
  TINY,
} from '../hierarchy/fit-swept-sphere.ts';
import { orthonormalAxes, principalAxes } from '../hierarchy/principal-axes.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import type { Piecemeal } from '../math/piecemeal.ts';

/** Fewer points have no surface to lie along. */
const MANY = 12;

/** Points that one piece of the work goes over, at least. */
const PIECE = 4096;

/* What a node holds until its parent has seen it: its box, its largest radius, and the leaves below it. */
const HIGH = 3;
const RADIUS = 6;
const FROM = 7;
const TO = 8;

/** Writes every node but its child slot. */
export function* fitCloud(nodes: Float64Array, leaves: Float64Array): Piecemeal<void> {
  yield* new CloudFitter(nodes, leaves).fit(leaves);
}

class CloudFitter {
  private readonly nodes: Float64Array;
  /** Coordinates of the points, in the order of the leaves. */
  private readonly points: Float64Array;
  /** Moments as principalAxes takes them. */
  private readonly moments = new Float64Array(10);
  private readonly axes = new Float64Array(9);
  /** Lower and upper ends along three axes. */
  private readonly ends = new Float64Array(6);

  constructor(nodes: Float64Array, leaves: Float64Array) {
    this.nodes = nodes;
    this.points = new Float64Array((3 * leaves.length) / LEAF_STRIDE);
    for (let o = 0, p = 0; o < leaves.length; o += LEAF_STRIDE, p += 3) for (let k = 0; k < 3; k++) this.points[p + k] = leaves[o + k];
  }

  *fit(leaves: Float64Array): Piecemeal<void> {
    const { nodes } = this;
    let handled = 0;
    for (let node = nodes.length - NODE_STRIDE; node >= 0; node -= NODE_STRIDE) {
      const child = nodes[node + NODE_CHILD];
      if (handled > PIECE) {
        handled = 0;
        yield;
      }
      if (child >= 0) {
        this.merge(node, NODE_STRIDE * child);
        handled += nodes[node + TO] - nodes[node + FROM];
      } else {
        handled++;
        const leaf = -1 - child;
        for (let k = 0; k < 3; k++) nodes[node + k] = nodes[node + HIGH + k] = this.points[3 * leaf + k];
        nodes[node + RADIUS] = leaves[LEAF_STRIDE * leaf + LEAF_RADIUS];
        nodes[node + FROM] = leaf;
        nodes[node + TO] = leaf + 1;
      }
    }
    this.sweep(0);
  }

  private merge(node: number, a: number): void {
    const { nodes } = this;
    const b = a + NODE_STRIDE;
    for (let k = 0; k < 3; k++) {
      nodes[node + k] = nodes[a + k] < nodes[b + k] ? nodes[a + k] : nodes[b + k];
      nodes[node + HIGH + k] = nodes[a + HIGH + k] > nodes[b + HIGH + k] ? nodes[a + HIGH + k] : nodes[b + HIGH + k];
    }
    nodes[node + RADIUS] = nodes[a + RADIUS] > nodes[b + RADIUS] ? nodes[a + RADIUS] : nodes[b + RADIUS];
    nodes[node + FROM] = nodes[a + FROM];
    nodes[node + TO] = nodes[b + TO];
    this.sweep(a);
    this.sweep(b);
  }

  /** Makes the swept sphere of a node of what the node holds. */
  private sweep(node: number): void {
    const { nodes, ends, axes } = this;
    const cx = 0.5 * (nodes[node] + nodes[node + HIGH]);
    const cy = 0.5 * (nodes[node + 1] + nodes[node + HIGH + 1]);
    const cz = 0.5 * (nodes[node + 2] + nodes[node + HIGH + 2]);
    ends[0] = nodes[node] - cx;
    ends[1] = nodes[node + HIGH] - cx;
    ends[2] = nodes[node + 1] - cy;
    ends[3] = nodes[node + HIGH + 1] - cy;
    ends[4] = nodes[node + 2] - cz;
    ends[5] = nodes[node + HIGH + 2] - cz;
    const spread = ends[1] - ends[0] + (ends[3] - ends[2]) + (ends[5] - ends[4]);
    const radius = nodes[node + RADIUS];
    const from = 3 * nodes[node + FROM];
    const to = 3 * nodes[node + TO];
    for (let k = 0; k < 9; k++) axes[k] = k % 4 === 0 ? 1 : 0;
    if (to - from >= 3 * MANY) this.turn(cx, cy, cz, from, to, radius);
    const p = ends[1] - ends[0];
    const q = ends[3] - ends[2];
    const r = ends[5] - ends[4];
    const third = r <= p && r <= q ? 2 : q <= p ? 1 : 0;
    const first = third === 0 ? (q >= r ? 1 : 2) : third === 1 ? (p >= r ? 0 : 2) : p >= q ? 0 : 1;
    const second = 3 - third - first;
    const middle = 0.5 * (ends[2 * third] + ends[2 * third + 1]);
    const half = Math.max(ends[2 * third + 1] - middle, middle - ends[2 * third]);
    const place = Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
    for (let k = 0; k < 3; k++) {
      const aside = ends[2 * first] * axes[3 * first + k] + ends[2 * second] * axes[3 * second + k] + middle * axes[3 * third + k];
      nodes[node + NODE_U0 + k] = axes[3 * first + k];
      nodes[node + NODE_U1 + k] = axes[3 * second + k];
      nodes[node + NODE_CORNER + k] = (k === 0 ? cx : k === 1 ? cy : cz) + aside;
    }
    nodes[node + NODE_L0] = ends[2 * first + 1] - ends[2 * first];
    nodes[node + NODE_L1] = ends[2 * second + 1] - ends[2 * second];
    nodes[node + NODE_R] = (half + radius) * (1 + SPREAD_ERROR) + (SPREAD_ERROR * spread + PLACE_ERROR * place + TINY);
    finishNode(nodes, node);
  }

  /** Turns to the principal axes where the swept sphere gets smaller by them. */
  private turn(cx: number, cy: number, cz: number, from: number, to: number, radius: number): void {
    const { moments, axes, ends, points } = this;
    const before = volumeOf(ends, radius);
    let [sx, sy, sz, xx, xy, xz, yy, yz, zz] = ZEROS;
    for (let o = from; o < to; o += 3) {
      const x = points[o] - cx;
      const y = points[o + 1] - cy;
      const z = points[o + 2] - cz;
      sx += x;
      sy += y;
      sz += z;
      xx += x * x;
      xy += x * y;
      xz += x * z;
      yy += y * y;
      yz += y * z;
      zz += z * z;
    }
    const part = 3 / (to - from);
    moments[4] = xx - part * sx * sx;
    moments[5] = xy - part * sx * sy;
    moments[6] = xz - part * sx * sz;
    moments[7] = yy - part * sy * sy;
    moments[8] = yz - part * sy * sz;
    moments[9] = zz - part * sz * sz;
    principalAxes(moments, 0, axes);
    orthonormalAxes(axes[0], axes[1], axes[2], axes[3], axes[4], axes[5], axes);
    const kept = [ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]];
    this.project(cx, cy, cz, from, to);
    if (volumeOf(ends, radius) < before) return;
    ends.set(kept);
    for (let k = 0; k < 9; k++) axes[k] = k % 4 === 0 ? 1 : 0;
  }

  private project(cx: number, cy: number, cz: number, from: number, to: number): void {
    const { axes, ends, points } = this;
    const [ax, ay, az, bx, by, bz, dx, dy, dz] = axes;
    let [a0, b0, d0, a1, b1, d1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let o = from; o < to; o += 3) {
      const x = points[o] - cx;
      const y = points[o + 1] - cy;
      const z = points[o + 2] - cz;
      const a = x * ax + y * ay + z * az;
      const b = x * bx + y * by + z * bz;
      const d = x * dx + y * dy + z * dz;
      if (a < a0) a0 = a;
      if (a > a1) a1 = a;
      if (b < b0) b0 = b;
      if (b > b1) b1 = b;
      if (d < d0) d0 = d;
      if (d > d1) d1 = d;
    }
    ends[0] = a0;
    ends[1] = a1;
    ends[2] = b0;
    ends[3] = b1;
    ends[4] = d0;
    ends[5] = d1;
  }
}

const ZEROS = [0, 0, 0, 0, 0, 0, 0, 0, 0] as const;

/** Volume of the box around a rectangle swept across the shortest side. */
function volumeOf(ends: Float64Array, radius: number): number {
  const p = ends[1] - ends[0];
  const q = ends[3] - ends[2];
  const r = ends[5] - ends[4];
  const thick = Math.min(p, q, r) + 2 * radius;
  const long = Math.max(p, q, r);
  return thick * (long + thick) * (p + q + r - long - Math.min(p, q, r) + thick);
}
