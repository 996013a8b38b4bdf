/*
 * A small point, line or rectangle swept sphere around thickened points [Larsen et al. 1999, §3].
 * Guarantee: in real arithmetic on the doubles written, every corner x of the given groups has distance to the
 * rectangle T + a u0 + b u1 (0 ≤ a ≤ l0, 0 ≤ b ≤ l1) + its radius ≤ r. The rectangle is found by trial and may be
 * anything; r is measured against it last, plus the rounding derived in docs/notes/hierarchies.md.
 * Assumes axes with |u_i·u_j − δ_ij| ≤ 2^-47 and coordinates of working scale (below 2^61).
 */
import { orthonormalAxes } from './principal-axes.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from './triangle-tree.ts';
import { turnAxes } from './turn-axes.ts';

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

/** Rounding of projections, axes and corner, as part of the points' distance from the reference point: 93 u < 2^-46. */
const SPREAD_ERROR = 2 ** -46;
/** Rounding of the corner, as part of the reference point's coordinates: 4 u. */
const PLACE_ERROR = 2 ** -50;
/** Rounding of measured lengths: 70 u. */
const LENGTH_ERROR = 2 ** -46;
/** Underflow. */
const TINY = 2 ** -1000;
/** Steps of the centre of a point swept sphere towards the farthest point; further ones gain below 1 %. */
const CENTRE_STEPS = 8;
export class SweptSphereFitter {
  /** Nine numbers, set before a fit. */
  readonly axes: Float64Array = new Float64Array(9);
  /** A point near the others, set before a fit. */
  readonly centre: Float64Array = new Float64Array(3);
  private readonly projected: [Float64Array, Float64Array, Float64Array];
  private readonly volume: SweptVolume;
  /** Thickness of all points alike, or null: each group of three has its own. */
  private readonly evenRadius: number | null;
  /** Lowest and highest coordinate on each axis. */
  private readonly bounds = new Float64Array(6);
  /** Extent on each axis, and an upper bound on a point's distance from the centre. */
  private readonly extents = new Float64Array(4);
  /** x0 x1 y0 y1 z of the rectangle in the frame of the axes. */
  private readonly rectangle = new Float64Array(5);
  /** Which axes the rectangle's sides and its normal take. */
  private first = 0;
  private second = 1;
  private third = 2;

  constructor(mostGroups: number, volume: SweptVolume, evenRadius: number | null) {
    const points = 3 * mostGroups;
    this.projected = [new Float64Array(points), new Float64Array(points), new Float64Array(points)];
    this.volume = volume;
    this.evenRadius = evenRadius;
  }

  /** Writes all of a node but its child. Groups are in the layout of leaves: three points and a radius. */
  fit(groups: Float64Array, from: number, to: number, nodes: Float64Array, node: number): void {
    const { axes, centre, evenRadius, rectangle, volume } = this;
    const count = 3 * (to - from);
    if (volume === 'rss') turnAxes(groups, from, to, centre, axes);
    else orthonormalAxes(axes[0], axes[1], axes[2], axes[3], axes[4], axes[5], axes);
    this.project(groups, from, to);
    this.takeRoles();
    const { first, second, third } = this;
    const X = this.projected[first];
    const Y = this.projected[second];
    const Z = this.projected[third];
    const radii = evenRadius === null ? groups : null;
    const radiusAt = LEAF_STRIDE * from + LEAF_RADIUS;
    let reach = 0;
    if (volume === 'rss') {
      const goal = radii === null ? 0.5 * this.extents[third] : thickHalf(Z, count, rectangle, radii, radiusAt);
      clipRectangle(X, Y, Z, count, rectangle, goal, radii, radiusAt);
      reach = measureGrowing(X, Y, Z, count, rectangle, goal, radii, radiusAt);
    } else {
      if (volume === 'lss') shrinkToLine(X, Y, Z, count, rectangle, radii, radiusAt);
      else shrinkToPoint(X, Y, Z, count, rectangle, radii, radiusAt);
      reach = measure(X, Y, Z, count, rectangle, radii, radiusAt);
    }
    const place = Math.abs(centre[0]) + Math.abs(centre[1]) + Math.abs(centre[2]);
    nodes[node + NODE_R] = (reach + (evenRadius ?? 0)) * (1 + LENGTH_ERROR) + (SPREAD_ERROR * this.extents[3] + PLACE_ERROR * place) + TINY;
    const a = 3 * first;
    const b = 3 * second;
    const c = 3 * third;
    for (let i = 0; i < 3; i++) {
      nodes[node + NODE_U0 + i] = axes[a + i];
      nodes[node + NODE_U1 + i] = axes[b + i];
      nodes[node + NODE_CORNER + i] = centre[i] + (rectangle[0] * axes[a + i] + rectangle[2] * axes[b + i] + rectangle[4] * axes[c + i]);
    }
    nodes[node + NODE_L0] = rectangle[1] - rectangle[0];
    nodes[node + NODE_L1] = rectangle[3] - rectangle[2];
    finishNode(nodes, node);
  }

  /** p_k = (x − centre)·u_k for every point, and the range of each. */
  private project(groups: Float64Array, from: number, to: number): void {
    const { axes, centre, bounds } = this;
    const [P, Q, R] = this.projected;
    const cx = centre[0];
    const cy = centre[1];
    const cz = centre[2];
    const ux = axes[0];
    const uy = axes[1];
    const uz = axes[2];
    const vx = axes[3];
    const vy = axes[4];
    const vz = axes[5];
    const wx = axes[6];
    const wy = axes[7];
    const wz = axes[8];
    let p0 = Number.POSITIVE_INFINITY;
    let q0 = Number.POSITIVE_INFINITY;
    let r0 = Number.POSITIVE_INFINITY;
    let p1 = Number.NEGATIVE_INFINITY;
    let q1 = Number.NEGATIVE_INFINITY;
    let r1 = Number.NEGATIVE_INFINITY;
    const end = LEAF_STRIDE * to;
    let count = 0;
    for (let o = LEAF_STRIDE * from; o < end; o++) {
      for (const stop = o + 9; o < stop; o += 3) {
        const x = groups[o] - cx;
        const y = groups[o + 1] - cy;
        const z = groups[o + 2] - cz;
        const p = x * ux + y * uy + z * uz;
        const q = x * vx + y * vy + z * vz;
        const r = x * wx + y * wy + z * wz;
        P[count] = p;
        Q[count] = q;
        R[count] = r;
        count++;
        if (p < p0) p0 = p;
        if (p > p1) p1 = p;
        if (q < q0) q0 = q;
        if (q > q1) q1 = q;
        if (r < r0) r0 = r;
        if (r > r1) r1 = r;
      }
    }
    bounds[0] = p0;
    bounds[1] = p1;
    bounds[2] = q0;
    bounds[3] = q1;
    bounds[4] = r0;
    bounds[5] = r1;
  }

  /** The sphere's diameter spans the smallest extent; the rectangle lies across it, longer side first. */
  private takeRoles(): void {
    const { bounds, extents, rectangle } = this;
    const p = bounds[1] - bounds[0];
    const q = bounds[3] - bounds[2];
    const r = bounds[5] - bounds[4];
    const third = r <= p && r <= q ? 2 : q <= p ? 1 : 0;
    const first = third === 0 ? (q >= r ? 1 : 2) : third === 1 ? (p >= r ? 0 : 2) : p >= q ? 0 : 1;
    const second = 3 - third - first;
    extents[0] = p;
    extents[1] = q;
    extents[2] = r;
    extents[3] =
      Math.max(Math.abs(bounds[0]), Math.abs(bounds[1])) +
      Math.max(Math.abs(bounds[2]), Math.abs(bounds[3])) +
      Math.max(Math.abs(bounds[4]), Math.abs(bounds[5]));
    rectangle[0] = bounds[2 * first];
    rectangle[1] = bounds[2 * first + 1];
    rectangle[2] = bounds[2 * second];
    rectangle[3] = bounds[2 * second + 1];
    rectangle[4] = 0.5 * (bounds[2 * third] + bounds[2 * third + 1]);
    this.first = first;
    this.second = second;
    this.third = third;
  }
}

/** Half the extent along z of points with their own radii; the middle goes to the rectangle. */
function thickHalf(Z: Float64Array, count: number, rectangle: Float64Array, radii: Float64Array, radiusAt: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const radius = radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
    low = Math.min(low, Z[i] - radius);
    high = Math.max(high, Z[i] + radius);
  }
  rectangle[4] = 0.5 * (low + high);
  return 0.5 * (high - low);
}

/** ρ, an upper bound on the corners' distance from the origin, and the size by which traversals choose what to split. */
export function finishNode(nodes: Float64Array, node: number): void {
  const l0 = nodes[node + NODE_L0];
  const l1 = nodes[node + NODE_L1];
  const r = nodes[node + NODE_R];
  const x = nodes[node + 6];
  const y = nodes[node + 7];
  const z = nodes[node + 8];
  const ax = l0 * nodes[node];
  const ay = l0 * nodes[node + 1];
  const az = l0 * nodes[node + 2];
  const bx = l1 * nodes[node + 3];
  const by = l1 * nodes[node + 4];
  const bz = l1 * nodes[node + 5];
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
  nodes[node + 15] = 0;
}

/** Moves the rectangle's four sides inwards as far as spheres of the goal's radius still reach every point. */
function clipRectangle(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  goal: number,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  const z = rectangle[4];
  let x0 = rectangle[0] + goal;
  let x1 = rectangle[1] - goal;
  let y0 = rectangle[2] + goal;
  let y1 = rectangle[3] - goal;
  const square = goal * goal;
  for (let i = 0; i < count; i++) {
    const x = X[i];
    const y = Y[i];
    // Only points beyond a side can push it outwards.
    if (x < x0 || x > x1 || y < y0 || y > y1) {
      const dz = Z[i] - z;
      // h = √((r − ρ)² − dz²): how far beyond a side the sphere reaches at this height.
      let h = square - dz * dz;
      if (radii !== null) {
        const left = goal - radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
        h = left * left - dz * dz;
      }
      h = h > 0 ? Math.sqrt(h) : 0;
      if (x + h < x0) x0 = x + h;
      if (x - h > x1) x1 = x - h;
      if (y + h < y0) y0 = y + h;
      if (y - h > y1) y1 = y - h;
    }
  }
  if (x0 > x1) x0 = x1 = 0.5 * (x0 + x1);
  if (y0 > y1) y0 = y1 = 0.5 * (y0 + y1);
  rectangle[0] = x0;
  rectangle[1] = x1;
  rectangle[2] = y0;
  rectangle[3] = y1;
}

/**
 * Largest distance + radius of the points. Points out of reach beyond a corner push it outwards along its diagonal first.
 * The rectangle only grows meanwhile, so what was measured before holds after.
 */
function measureGrowing(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  goal: number,
  radii: Float64Array | null,
  radiusAt: number,
): number {
  let x0 = rectangle[0];
  let x1 = rectangle[1];
  let y0 = rectangle[2];
  let y1 = rectangle[3];
  const z = rectangle[4];
  let farthest = 0;
  let reach = 0;
  let room = goal * goal;
  for (let i = 0; i < count; i++) {
    const x = X[i];
    const y = Y[i];
    const dz = Z[i] - z;
    let dx = x < x0 ? x0 - x : x > x1 ? x - x1 : 0;
    let dy = y < y0 ? y0 - y : y > y1 ? y - y1 : 0;
    let radius = 0;
    if (radii !== null) {
      radius = radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
      room = (goal - radius) * (goal - radius);
    }
    if (dx > 0 && dy > 0 && dx * dx + dy * dy + dz * dz > room) {
      // |(dx − m, dy − m, dz)| = r − ρ: 2 m² − 2 m (dx + dy) + dx² + dy² + dz² − (r − ρ)² = 0, the smaller root.
      const inside = 2 * (room - dz * dz) - (dx - dy) * (dx - dy);
      const m = 0.5 * (dx + dy - (inside > 0 ? Math.sqrt(inside) : 0));
      if (m > 0) {
        if (x < x0) x0 -= m;
        else x1 += m;
        if (y < y0) y0 -= m;
        else y1 += m;
        dx = x < x0 ? x0 - x : x > x1 ? x - x1 : 0;
        dy = y < y0 ? y0 - y : y > y1 ? y - y1 : 0;
      }
    }
    const square = dx * dx + dy * dy + dz * dz;
    if (radii !== null) reach = Math.max(reach, Math.sqrt(square) + radius);
    else if (square > farthest) farthest = square;
  }
  rectangle[0] = x0;
  rectangle[1] = x1;
  rectangle[2] = y0;
  rectangle[3] = y1;
  return radii !== null ? reach : Math.sqrt(farthest);
}

/** Largest distance + radius of the points from the rectangle as it is. */
function measure(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): number {
  let reach = 0;
  for (let i = 0; i < count; i++) {
    const dx = Math.max(rectangle[0] - X[i], X[i] - rectangle[1], 0);
    const dy = Math.max(rectangle[2] - Y[i], Y[i] - rectangle[3], 0);
    const dz = Z[i] - rectangle[4];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    reach = Math.max(reach, radii === null ? distance : distance + radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)]);
  }
  return reach;
}

/** A line along the first axis through the middle of the other two extents, its ends moved inwards. */
function shrinkToLine(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  const y = 0.5 * (rectangle[2] + rectangle[3]);
  const z = rectangle[4];
  rectangle[2] = rectangle[3] = y;
  const low = rectangle[0];
  const high = rectangle[1];
  rectangle[0] = Number.NEGATIVE_INFINITY;
  rectangle[1] = Number.POSITIVE_INFINITY;
  const radius = measure(X, Y, Z, count, rectangle, radii, radiusAt);
  let x0 = low + radius;
  let x1 = high - radius;
  for (let i = 0; i < count; i++) {
    const dy = Y[i] - y;
    const dz = Z[i] - z;
    const left = radius - (radii === null ? 0 : radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)]);
    const square = left * left - dy * dy - dz * dz;
    const h = square > 0 ? Math.sqrt(square) : 0;
    x0 = Math.min(x0, X[i] + h);
    x1 = Math.max(x1, X[i] - h);
  }
  if (x0 > x1) x0 = x1 = 0.5 * (x0 + x1);
  rectangle[0] = x0;
  rectangle[1] = x1;
}

/** A centre that steps from the middle of the box towards the farthest point, ever shorter [Bădoiu, Clarkson 2003]. */
function shrinkToPoint(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  let x = 0.5 * (rectangle[0] + rectangle[1]);
  let y = 0.5 * (rectangle[2] + rectangle[3]);
  let z = rectangle[4];
  let smallest = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= CENTRE_STEPS; step++) {
    let reach = 0;
    let farthest = 0;
    for (let i = 0; i < count; i++) {
      const dx = X[i] - x;
      const dy = Y[i] - y;
      const dz = Z[i] - z;
      const radius = radii === null ? 0 : radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) + radius;
      if (distance > reach) {
        reach = distance;
        farthest = i;
      }
    }
    if (reach < smallest) {
      smallest = reach;
      rectangle[0] = rectangle[1] = x;
      rectangle[2] = rectangle[3] = y;
      rectangle[4] = z;
    }
    const part = 1 / (step + 4);
    x += part * (X[farthest] - x);
    y += part * (Y[farthest] - y);
    z += part * (Z[farthest] - z);
  }
}
