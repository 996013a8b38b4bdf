/**
 * Are two swept-sphere volumes of placed bodies certainly more than a pad apart? As volume-gap.ts at one instant,
 * without velocities: bodies are related once, then nodes are looked at in the frame of one of them, a third of the
 * work.
 *
 * Guarantee: a gap above 0 is proven, by supports along the direction found, whatever direction that is; the pad holds
 * the rounding of docs/notes/rounding.md, "Gaps": relating the bodies first is one more product of matrices, 15u of the
 * 320u that are left there.
 */
import { NODE_L0, NODE_L1, NODE_R, NODE_STRIDE } from '../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS } from '../hierarchy/triangle-tree.ts';
import { STATE_P } from '../motion/motion.ts';
import { moveToTriangle } from './leaf-volume-gap.ts';

/* Axes and corner of nodes are read by place: u0 0-2, u1 3-5, corner 6-8 [hierarchy/fit-swept-sphere.ts]. */

/* The block: R 0-8 and T 9-11 of body Y in X's frame, then the same in a node's of X, or of X in a node's of Y. */
const T = 9;
const IN_NODE = 12;
const T_IN_NODE: number = IN_NODE + 9;
/** In: clearance plus rounding. */
export const INSTANT_PAD = 24;
/** Out, one for each of two nodes: the separation less the pad, times the length; > 0: apart. */
export const INSTANT_GAP = 25;
/** Out, one for each of two nodes: about how near the volumes are. */
export const INSTANT_NEAR = 27;
/** For the caller: ε of the two bodies. */
export const INSTANT_EPSILON = 29;
export const INSTANT_SIZE = 30;

/** A shorter s has no reliable length: then the volumes count as touching. */
const SMALLEST = 2 ** -400;

/** Y in the frame of X, by their states. */
export function relate(w: Float64Array, X: Float64Array, Y: Float64Array): void {
  const dx = Y[STATE_P] - X[STATE_P];
  const dy = Y[STATE_P + 1] - X[STATE_P + 1];
  const dz = Y[STATE_P + 2] - X[STATE_P + 2];
  for (let i = 0; i < 3; i++) {
    const a = X[i];
    const b = X[3 + i];
    const c = X[6 + i];
    w[3 * i] = a * Y[0] + b * Y[3] + c * Y[6];
    w[3 * i + 1] = a * Y[1] + b * Y[4] + c * Y[7];
    w[3 * i + 2] = a * Y[2] + b * Y[5] + c * Y[8];
    w[T + i] = a * dx + b * dy + c * dz;
  }
}

/** Y in the frame of node f of X, after relate; `other`: X in that of node f of Y. */
export function frameOnNode(w: Float64Array, nodes: Float64Array, f: number, other: boolean): void {
  // Rᵀ turns X into Y; X's origin in Y's frame is −RᵀT
  const row = other ? 1 : 3;
  const column = other ? 3 : 1;
  const tx = w[T];
  const ty = w[T + 1];
  const tz = w[T + 2];
  const ex = nodes[f];
  const ey = nodes[f + 1];
  const ez = nodes[f + 2];
  const fx = nodes[f + 3];
  const fy = nodes[f + 4];
  const fz = nodes[f + 5];
  const gx = ey * fz - ez * fy;
  const gy = ez * fx - ex * fz;
  const gz = ex * fy - ey * fx;
  const dx = (other ? -(w[0] * tx + w[3] * ty + w[6] * tz) : tx) - nodes[f + 6];
  const dy = (other ? -(w[1] * tx + w[4] * ty + w[7] * tz) : ty) - nodes[f + 7];
  const dz = (other ? -(w[2] * tx + w[5] * ty + w[8] * tz) : tz) - nodes[f + 8];
  for (let j = 0; j < 3; j++) {
    const a = w[column * j];
    const b = w[column * j + row];
    const c = w[column * j + 2 * row];
    w[IN_NODE + j] = ex * a + ey * b + ez * c;
    w[IN_NODE + 3 + j] = fx * a + fy * b + fz * c;
    w[IN_NODE + 6 + j] = gx * a + gy * b + gz * c;
  }
  w[T_IN_NODE] = ex * dx + ey * dy + ez * dz;
  w[T_IN_NODE + 1] = fx * dx + fy * dy + fz * dz;
  w[T_IN_NODE + 2] = gx * dx + gy * dy + gz * dz;
}

/** Node f, whose frame is set, and `count` nodes of the other body from `first` on, one or two siblings. */
export function nodeGaps(w: Float64Array, nf: Float64Array, f: number, nm: Float64Array, first: number, count: number): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const a = nf[f + NODE_L0];
  const b = nf[f + NODE_L1];
  const r0 = w[IN_NODE];
  const r1 = w[IN_NODE + 1];
  const r2 = w[IN_NODE + 2];
  const r3 = w[IN_NODE + 3];
  const r4 = w[IN_NODE + 4];
  const r5 = w[IN_NODE + 5];
  const r6 = w[IN_NODE + 6];
  const r7 = w[IN_NODE + 7];
  const r8 = w[IN_NODE + 8];
  const tx0 = w[T_IN_NODE];
  const ty0 = w[T_IN_NODE + 1];
  const tz0 = w[T_IN_NODE + 2];
  const pad = nf[f + NODE_R] + w[INSTANT_PAD];
  for (let c = 0; c < count; c++) {
    const m = first + NODE_STRIDE * c;
    const p = nm[m + NODE_L0];
    const q = nm[m + NODE_L1];
    let nx = nm[m];
    let ny = nm[m + 1];
    let nz = nm[m + 2];
    const ux = r0 * nx + r1 * ny + r2 * nz;
    const uy = r3 * nx + r4 * ny + r5 * nz;
    const uz = r6 * nx + r7 * ny + r8 * nz;
    nx = nm[m + 3];
    ny = nm[m + 4];
    nz = nm[m + 5];
    const wx = r0 * nx + r1 * ny + r2 * nz;
    const wy = r3 * nx + r4 * ny + r5 * nz;
    const wz = r6 * nx + r7 * ny + r8 * nz;
    nx = nm[m + 6];
    ny = nm[m + 7];
    nz = nm[m + 8];
    const tx = tx0 + (r0 * nx + r1 * ny + r2 * nz);
    const ty = ty0 + (r3 * nx + r4 * ny + r5 * nz);
    const tz = tz0 + (r6 * nx + r7 * ny + r8 * nz);
    // alternating projections between the rectangles, from M's centre, as in volume-gap.ts
    let x = tx + 0.5 * (p * ux + q * wx);
    let y = ty + 0.5 * (p * uy + q * wy);
    x = 0.5 * (Math.abs(x) - Math.abs(x - a) + a) - tx;
    y = 0.5 * (Math.abs(y) - Math.abs(y - b) + b) - ty;
    let alpha = ux * x + uy * y - uz * tz;
    let beta = wx * x + wy * y - wz * tz;
    alpha = 0.5 * (Math.abs(alpha) - Math.abs(alpha - p) + p);
    beta = 0.5 * (Math.abs(beta) - Math.abs(beta - q) + q);
    let sx = tx + alpha * ux + beta * wx;
    let sy = ty + alpha * uy + beta * wy;
    const sz = tz + alpha * uz + beta * wz;
    sx -= 0.5 * (Math.abs(sx) - Math.abs(sx - a) + a);
    sy -= 0.5 * (Math.abs(sy) - Math.abs(sy - b) + b);
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const radii = pad + nm[m + NODE_R];
    const a0 = p * (sx * ux + sy * uy + sz * uz);
    const a1 = q * (sx * wx + sy * wy + sz * wz);
    const a2 = -a * sx;
    const a3 = -b * sy;
    const base = sx * tx + sy * ty + sz * tz - radii * length;
    const gap = base + 0.5 * (a0 - Math.abs(a0) + (a1 - Math.abs(a1)) + (a2 - Math.abs(a2)) + (a3 - Math.abs(a3)));
    w[INSTANT_GAP + c] = length > SMALLEST ? gap : 0;
    w[INSTANT_NEAR + c] = length - radii;
  }
}

/** Leaf functions never call back: one for all. */
const NEAREST: Float64Array = new Float64Array(3);

/**
 * The leaf at (leaves, l) of X and node m of Y, after relate (`other`: of Y and X): as nodeGaps for the first of two,
 * for the leaf itself instead of the rectangle around it, which is twice as large as a triangle.
 */
export function leafGap(w: Float64Array, leaves: Float64Array, l: number, nodes: Float64Array, m: number, other: boolean): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  // M's axes and corner in the frame of the leaf's body
  const row = other ? 1 : 3;
  const column = other ? 3 : 1;
  const r0 = w[0];
  const r1 = w[column];
  const r2 = w[2 * column];
  const r3 = w[row];
  const r4 = w[4];
  const r5 = w[row + 2 * column];
  const r6 = w[2 * row];
  const r7 = w[2 * row + column];
  const r8 = w[8];
  const p = nodes[m + NODE_L0];
  const q = nodes[m + NODE_L1];
  let nx = nodes[m];
  let ny = nodes[m + 1];
  let nz = nodes[m + 2];
  const ux = r0 * nx + r1 * ny + r2 * nz;
  const uy = r3 * nx + r4 * ny + r5 * nz;
  const uz = r6 * nx + r7 * ny + r8 * nz;
  nx = nodes[m + 3];
  ny = nodes[m + 4];
  nz = nodes[m + 5];
  const wx = r0 * nx + r1 * ny + r2 * nz;
  const wy = r3 * nx + r4 * ny + r5 * nz;
  const wz = r6 * nx + r7 * ny + r8 * nz;
  nx = nodes[m + 6];
  ny = nodes[m + 7];
  nz = nodes[m + 8];
  if (other) {
    nx -= w[T];
    ny -= w[T + 1];
    nz -= w[T + 2];
  }
  let tx = r0 * nx + r1 * ny + r2 * nz;
  let ty = r3 * nx + r4 * ny + r5 * nz;
  let tz = r6 * nx + r7 * ny + r8 * nz;
  if (!other) {
    tx += w[T];
    ty += w[T + 1];
    tz += w[T + 2];
  }
  NEAREST[0] = tx + 0.5 * (p * ux + q * wx);
  NEAREST[1] = ty + 0.5 * (p * uy + q * wy);
  NEAREST[2] = tz + 0.5 * (p * uz + q * wz);
  moveToTriangle(leaves, l, NEAREST);
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let pass = 0; pass < 2; pass++) {
    const x = NEAREST[0] - tx;
    const y = NEAREST[1] - ty;
    const z = NEAREST[2] - tz;
    let alpha = ux * x + uy * y + uz * z;
    let beta = wx * x + wy * y + wz * z;
    alpha = 0.5 * (Math.abs(alpha) - Math.abs(alpha - p) + p);
    beta = 0.5 * (Math.abs(beta) - Math.abs(beta - q) + q);
    sx = tx + alpha * ux + beta * wx;
    sy = ty + alpha * uy + beta * wy;
    sz = tz + alpha * uz + beta * wz;
    NEAREST[0] = sx;
    NEAREST[1] = sy;
    NEAREST[2] = sz;
    moveToTriangle(leaves, l, NEAREST);
  }
  sx -= NEAREST[0];
  sy -= NEAREST[1];
  sz -= NEAREST[2];
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  w[INSTANT_GAP] = 0;
  if (!(length > SMALLEST)) return;
  const a0 = p * (sx * ux + sy * uy + sz * uz);
  const a1 = q * (sx * wx + sy * wy + sz * wz);
  const near = Math.max(
    sx * leaves[l] + sy * leaves[l + 1] + sz * leaves[l + 2],
    sx * leaves[l + 3] + sy * leaves[l + 4] + sz * leaves[l + 5],
    sx * leaves[l + 6] + sy * leaves[l + 7] + sz * leaves[l + 8],
  );
  const far = sx * tx + sy * ty + sz * tz + 0.5 * (a0 - Math.abs(a0) + (a1 - Math.abs(a1)));
  w[INSTANT_GAP] = far - near - (leaves[l + LEAF_RADIUS] + nodes[m + NODE_R] + w[INSTANT_PAD]) * length;
}
