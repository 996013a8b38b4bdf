/*
 * A small point, line or rectangle swept sphere around thickened points [Larsen et al. 1999, §3].
 * Guarantee: in real arithmetic on the doubles written, every corner x of the given groups has distance to the
 * rectangle T + a u0 + b u1 (0 ≤ a ≤ l0, 0 ≤ b ≤ l1) + its radius ≤ r. The rectangle is found by trial and may be
 * anything; r is measured against it last, plus the rounding derived in docs/notes/hierarchies.md.
 * Assumes coordinates of working scale (triangle-tree.ts).
 */
import { BLOCK, FROM, guessAxes, PIECE, TO } from './fit-nodes.ts';
import { orthonormalAxes } from './principal-axes.ts';
import { type Projection, project, spreadOf } from './projection.ts';
import { clipRectangle, measureGrowing, thickHalf } from './swept-rectangle.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from './triangle-tree.ts';
import { turnAxes } from './turn-axes.ts';

/** What a sphere is swept along: a rectangle ('rss', tightest around surfaces), a line ('lss') or a point ('pss'). */
export type SweptVolume = 'rss' | 'lss' | 'pss';

/** Doubles a node, and what they are. */
export const NODE_STRIDE = 16;
export const NODE_U0 = 0;
export const NODE_U1 = 3;
export const NODE_CORNER = 6;
export const NODE_L0 = 9;
export const NODE_L1 = 10;
export const NODE_R = 11;
export const NODE_RHO = 12;
export const NODE_CHILD = 13;
export const NODE_SIZE = 14;
/** Unused: a node is 16 doubles. */
const NODE_SPARE = 15;

/** Rounding of projections, axes and corner, as part of the points' distance from the reference point: 93 u < 2^-46. */
export const SPREAD_ERROR: number = 2 ** -46;
/** Rounding of the corner, as part of the reference point's coordinates: 4 u. */
export const PLACE_ERROR: number = 2 ** -50;
/** Rounding of measured lengths: 70 u. */
const LENGTH_ERROR = 2 ** -46;
/** Squares below 2^-1074 vanish, and with them distances below 2^-537. */
export const TINY: number = 2 ** -530;

/** Slots of a rectangle: its ends along the first and second axis, its place along the third. */
const FIRST_LOW = 0;
const FIRST_HIGH = 1;
const SECOND_LOW = 2;
const SECOND_HIGH = 3;
const THIRD_MIDDLE = 4;

/** Along rectangles. */
export class SweptSphereFitter {
  /** Thickness of all points alike, or −1: each group of three has its own. */
  private readonly evenRadius: number;

  constructor(evenRadius: number | null) {
    this.evenRadius = evenRadius ?? -1;
  }

  /** Writes all of a node but its child, with the projection's axes (about orthonormal) and centre as a first guess. */
  fit(
    { axes, centre, bounds, along }: Projection,
    groups: Float64Array,
    from: number,
    to: number,
    nodes: Float64Array,
    node: number,
  ): void {
    fitSweptSphere(this.evenRadius, groups, from, to, axes, centre, bounds, along[0], along[1], along[2], nodes, node);
  }
}

/** To be compiled (compiled-kernels.ts): as `byNodes` does it with swept spheres. */
export function fitDown(
  evenRadius: number,
  first: number,
  nodes: Float64Array,
  leaves: Float64Array,
  groups: Float64Array,
  start: Uint32Array,
  isPacked: boolean,
  axes: Float64Array,
  centre: Float64Array,
  bounds: Float64Array,
  P: Float64Array,
  Q: Float64Array,
  R: Float64Array,
): number {
  let node = first;
  for (let handled = 0; node >= 0 && handled <= PIECE; node -= NODE_STRIDE) {
    const from = nodes[node + FROM] | 0;
    const to = nodes[node + TO] | 0;
    const child = nodes[node + NODE_CHILD] | 0;
    if (child < 0) {
      fitTriangle(leaves, LEAF_STRIDE * from, nodes, node, axes);
    } else {
      guessAxes(leaves, from, to, nodes, node, axes, centre);
      if (!isPacked || to - from <= BLOCK) {
        fitSweptSphere(evenRadius, leaves, from, to, axes, centre, bounds, P, Q, R, nodes, node);
      } else {
        fitSweptSphere(evenRadius, groups, start[from], start[to], axes, centre, bounds, P, Q, R, nodes, node);
      }
    }
    nodes[node + NODE_CHILD] = child;
    handled += to - from;
  }
  return node;
}

/** In the frame of the axes. */
export const rectangle: Float64Array = new Float64Array(5);
/** Which axes the rectangle's sides and its normal take. */
export const roles: Int32Array = new Int32Array(3);

function fitSweptSphere(
  evenRadius: number,
  groups: Float64Array,
  from: number,
  to: number,
  axes: Float64Array,
  centre: Float64Array,
  bounds: Float64Array,
  P: Float64Array,
  Q: Float64Array,
  R: Float64Array,
  nodes: Float64Array,
  node: number,
): void {
  turnAxes(groups, from, to, centre, axes);
  project(groups, from, to, axes, centre, bounds, P, Q, R);
  takeRoles(bounds);
  const X = roles[0] === 0 ? P : roles[0] === 1 ? Q : R;
  const Y = roles[1] === 0 ? P : roles[1] === 1 ? Q : R;
  const Z = roles[2] === 0 ? P : roles[2] === 1 ? Q : R;
  const count = 3 * (to - from);
  const radii = evenRadius < 0 ? groups : null;
  const radiusAt = LEAF_STRIDE * from + LEAF_RADIUS;
  const low = bounds[2 * roles[2]];
  const high = bounds[2 * roles[2] + 1];
  const goal = radii === null ? 0.5 * (high - low) : thickHalf(Z, count, rectangle, radii, radiusAt);
  clipRectangle(X, Y, Z, count, rectangle, goal, radii, radiusAt);
  const height = Math.max(high - rectangle[THIRD_MIDDLE], rectangle[THIRD_MIDDLE] - low);
  const reach = measureGrowing(X, Y, Z, count, rectangle, goal, height, radii, radiusAt);
  writeVolume(reach, evenRadius, axes, centre, bounds, nodes, node);
}

/** The sphere's diameter spans the smallest extent; the rectangle lies across it, longer side first. */
export function takeRoles(bounds: Float64Array): void {
  const p = bounds[1] - bounds[0];
  const q = bounds[3] - bounds[2];
  const r = bounds[5] - bounds[4];
  const third = r <= p && r <= q ? 2 : q <= p ? 1 : 0;
  const first = third === 0 ? (q >= r ? 1 : 2) : third === 1 ? (p >= r ? 0 : 2) : p >= q ? 0 : 1;
  const second = 3 - third - first;
  rectangle[FIRST_LOW] = bounds[2 * first];
  rectangle[FIRST_HIGH] = bounds[2 * first + 1];
  rectangle[SECOND_LOW] = bounds[2 * second];
  rectangle[SECOND_HIGH] = bounds[2 * second + 1];
  rectangle[THIRD_MIDDLE] = 0.5 * (bounds[2 * third] + bounds[2 * third + 1]);
  roles[0] = first;
  roles[1] = second;
  roles[2] = third;
}

/** All of a node but its child: what the rectangle became, and how far points are from it. */
export function writeVolume(
  reach: number,
  evenRadius: number,
  axes: Float64Array,
  centre: Float64Array,
  bounds: Float64Array,
  nodes: Float64Array,
  node: number,
): void {
  const place = Math.abs(centre[0]) + Math.abs(centre[1]) + Math.abs(centre[2]);
  const rounding = SPREAD_ERROR * spreadOf(bounds) + PLACE_ERROR * place + TINY;
  nodes[node + NODE_R] = (reach + Math.max(evenRadius, 0)) * (1 + LENGTH_ERROR) + rounding;
  const a = 3 * roles[0];
  const b = 3 * roles[1];
  const c = 3 * roles[2];
  for (let i = 0; i < 3; i++) {
    nodes[node + NODE_U0 + i] = axes[a + i];
    nodes[node + NODE_U1 + i] = axes[b + i];
    const aside = rectangle[FIRST_LOW] * axes[a + i] + rectangle[SECOND_LOW] * axes[b + i] + rectangle[THIRD_MIDDLE] * axes[c + i];
    nodes[node + NODE_CORNER + i] = centre[i] + aside;
  }
  nodes[node + NODE_L0] = rectangle[FIRST_HIGH] - rectangle[FIRST_LOW];
  nodes[node + NODE_L1] = rectangle[SECOND_HIGH] - rectangle[SECOND_LOW];
  finishNode(nodes, node);
}

/**
 * The rectangle on a triangle's longest edge, in its plane. The corner T is one of the triangle's, so that
 * x − T − a u0 − b u1 is off by ≤ 4 u (|x − T|₁ + a + b) only, and r is measured with that bound.
 */
export function fitTriangle(leaves: Float64Array, leaf: number, nodes: Float64Array, node: number, axes: Float64Array): void {
  let longest = -1;
  let start = 0;
  for (let k = 0; k < 3; k++) {
    const p = leaf + 3 * k;
    const q = leaf + 3 * (k === 2 ? 0 : k + 1);
    const x = leaves[q] - leaves[p];
    const y = leaves[q + 1] - leaves[p + 1];
    const z = leaves[q + 2] - leaves[p + 2];
    const square = x * x + y * y + z * z;
    if (square > longest) {
      longest = square;
      start = k;
    }
  }
  const p = leaf + 3 * start;
  const q = leaf + 3 * (start === 2 ? 0 : start + 1);
  const s = leaf + 3 * (start === 0 ? 2 : start - 1);
  const tx = leaves[p];
  const ty = leaves[p + 1];
  const tz = leaves[p + 2];
  const ex = leaves[q] - tx;
  const ey = leaves[q + 1] - ty;
  const ez = leaves[q + 2] - tz;
  const fx = leaves[s] - tx;
  const fy = leaves[s + 1] - ty;
  const fz = leaves[s + 2] - tz;
  orthonormalAxes(ex, ey, ez, fx, fy, fz, axes);
  const l0 = Math.max(0, ex * axes[0] + ey * axes[1] + ez * axes[2]);
  const l1 = Math.max(0, fx * axes[3] + fy * axes[4] + fz * axes[5]);
  const a = Math.min(l0, Math.max(0, fx * axes[0] + fy * axes[1] + fz * axes[2]));
  const gx = ex - l0 * axes[0];
  const gy = ey - l0 * axes[1];
  const gz = ez - l0 * axes[2];
  const hx = fx - a * axes[0] - l1 * axes[3];
  const hy = fy - a * axes[1] - l1 * axes[4];
  const hz = fz - a * axes[2] - l1 * axes[5];
  const reach = Math.sqrt(Math.max(gx * gx + gy * gy + gz * gz, hx * hx + hy * hy + hz * hz));
  const spread = Math.abs(ex) + Math.abs(ey) + Math.abs(ez) + Math.abs(fx) + Math.abs(fy) + Math.abs(fz) + l0 + l1;
  for (let i = 0; i < 3; i++) {
    nodes[node + NODE_U0 + i] = axes[i];
    nodes[node + NODE_U1 + i] = axes[3 + i];
    nodes[node + NODE_CORNER + i] = leaves[p + i];
  }
  nodes[node + NODE_L0] = l0;
  nodes[node + NODE_L1] = l1;
  nodes[node + NODE_R] = (reach + leaves[leaf + LEAF_RADIUS]) * (1 + 2 ** -50) + (2 ** -50 * spread + TINY);
  finishNode(nodes, node);
}

/**
 * The same of a rectangle that comes as two triangles T, T + e, T + g and T, T + g, T + f, whatever e, f and g are: its
 * longer side, e or f, gives u0.
 */
export function fitRectangle(halves: Float64Array, o: number, nodes: Float64Array, node: number, axes: Float64Array): void {
  const tx = halves[o];
  const ty = halves[o + 1];
  const tz = halves[o + 2];
  let ex = halves[o + 3] - tx;
  let ey = halves[o + 4] - ty;
  let ez = halves[o + 5] - tz;
  const f = o + LEAF_STRIDE + 6;
  let fx = halves[f] - tx;
  let fy = halves[f + 1] - ty;
  let fz = halves[f + 2] - tz;
  if (fx * fx + fy * fy + fz * fz > ex * ex + ey * ey + ez * ez) {
    [ex, fx] = [fx, ex];
    [ey, fy] = [fy, ey];
    [ez, fz] = [fz, ez];
  }
  const gx = halves[o + 6] - tx;
  const gy = halves[o + 7] - ty;
  const gz = halves[o + 8] - tz;
  orthonormalAxes(ex, ey, ez, fx, fy, fz, axes);
  const l0 = Math.max(0, ex * axes[0] + ey * axes[1] + ez * axes[2]);
  const l1 = Math.max(0, fx * axes[3] + fy * axes[4] + fz * axes[5]);
  const reach = Math.sqrt(
    Math.max(offRectangle(ex, ey, ez, axes, l0, l1), offRectangle(fx, fy, fz, axes, l0, l1), offRectangle(gx, gy, gz, axes, l0, l1)),
  );
  const spread =
    Math.abs(ex) +
    Math.abs(ey) +
    Math.abs(ez) +
    Math.abs(fx) +
    Math.abs(fy) +
    Math.abs(fz) +
    Math.abs(gx) +
    Math.abs(gy) +
    Math.abs(gz) +
    l0 +
    l1;
  for (let i = 0; i < 3; i++) {
    nodes[node + NODE_U0 + i] = axes[i];
    nodes[node + NODE_U1 + i] = axes[3 + i];
    nodes[node + NODE_CORNER + i] = halves[o + i];
  }
  nodes[node + NODE_L0] = l0;
  nodes[node + NODE_L1] = l1;
  nodes[node + NODE_R] = (reach + halves[o + LEAF_RADIUS]) * (1 + 2 ** -50) + (2 ** -50 * spread + TINY);
  finishNode(nodes, node);
}

/** |d − a u0 − b u1|² for the a, b of the rectangle nearest to d. */
function offRectangle(dx: number, dy: number, dz: number, axes: Float64Array, l0: number, l1: number): number {
  const a = Math.min(l0, Math.max(0, dx * axes[0] + dy * axes[1] + dz * axes[2]));
  const b = Math.min(l1, Math.max(0, dx * axes[3] + dy * axes[4] + dz * axes[5]));
  const x = dx - a * axes[0] - b * axes[3];
  const y = dy - a * axes[1] - b * axes[4];
  const z = dz - a * axes[2] - b * axes[5];
  return x * x + y * y + z * z;
}

/**
 * ρ, an upper bound on the corners' distance from the origin, and the size by which traversals choose what to split.
 */
export function finishNode(nodes: Float64Array, node: number): void {
  const l0 = nodes[node + NODE_L0];
  const l1 = nodes[node + NODE_L1];
  const r = nodes[node + NODE_R];
  const x = nodes[node + NODE_CORNER];
  const y = nodes[node + NODE_CORNER + 1];
  const z = nodes[node + NODE_CORNER + 2];
  const ax = l0 * nodes[node + NODE_U0];
  const ay = l0 * nodes[node + NODE_U0 + 1];
  const az = l0 * nodes[node + NODE_U0 + 2];
  const bx = l1 * nodes[node + NODE_U1];
  const by = l1 * nodes[node + NODE_U1 + 1];
  const bz = l1 * nodes[node + NODE_U1 + 2];
  let square = x * x + y * y + z * z;
  square = Math.max(square, (x + ax) * (x + ax) + (y + ay) * (y + ay) + (z + az) * (z + az));
  square = Math.max(square, (x + bx) * (x + bx) + (y + by) * (y + by) + (z + bz) * (z + bz));
  const dx = x + ax + bx;
  const dy = y + ay + by;
  const dz = z + az + bz;
  square = Math.max(square, dx * dx + dy * dy + dz * dz);
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z) + l0 + l1;
  // A corner's coordinates are off by ≤ 3 u (|T| + l0 + l1), the norm by ≤ 4 u of itself.
  nodes[node + NODE_RHO] = Math.sqrt(square) + (2 ** -49 * sum + TINY);
  nodes[node + NODE_SIZE] = (l0 + 2 * r) * (l1 + 2 * r);
  nodes[node + NODE_SPARE] = 0;
}
