/**
 * Are two swept-sphere volumes of placed bodies certainly more than a pad apart? As volume-gap.ts at one instant,
 * without velocities: bodies are related once, then nodes are looked at in the frame of one of them, a third of the
 * work.
 *
 * Guarantee: a gap above 0 is proven, by supports along the direction found, whatever direction that is; the pad holds
 * the rounding of docs/notes/rounding.md, "Gaps": relating the bodies first is one more product of matrices, 15u of the
 * 320u that are left there.
 */
import { NODE_L0, NODE_L1, NODE_R } from '../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS } from '../hierarchy/triangle-tree.ts';
import { STATE_P } from '../motion/motion.ts';
import { moveToTriangle } from './leaf-volume-gap.ts';
import { FRAME_SIZE, FRAME_T, LEAST, PAD, REST } from './volume-gap.ts';

/* Axes and corner of nodes are read by place: u0 0-2, u1 3-5, corner 6-8 [hierarchy/fit-swept-sphere.ts]. */

/** R and T of body Y in X's frame, behind the block of volume-gap.ts, in which stepVolumes looks at nodes. */
const R: number = FRAME_SIZE;
const T: number = R + 9;
/** Out: of the leaf, as LEAST of nodes. */
export const INSTANT_GAP: number = LEAST;
/** For the caller: ε of the two bodies. */
export const INSTANT_EPSILON: number = T + 3;
export const INSTANT_SIZE: number = T + 4;

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
    w[R + 3 * i] = a * Y[0] + b * Y[3] + c * Y[6];
    w[R + 3 * i + 1] = a * Y[1] + b * Y[4] + c * Y[7];
    w[R + 3 * i + 2] = a * Y[2] + b * Y[5] + c * Y[8];
    w[T + i] = a * dx + b * dy + c * dz;
  }
  w[REST] = -1;
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
  const dx = (other ? -(w[R] * tx + w[R + 3] * ty + w[R + 6] * tz) : tx) - nodes[f + 6];
  const dy = (other ? -(w[R + 1] * tx + w[R + 4] * ty + w[R + 7] * tz) : ty) - nodes[f + 7];
  const dz = (other ? -(w[R + 2] * tx + w[R + 5] * ty + w[R + 8] * tz) : tz) - nodes[f + 8];
  for (let j = 0; j < 3; j++) {
    const a = w[R + column * j];
    const b = w[R + column * j + row];
    const c = w[R + column * j + 2 * row];
    w[j] = ex * a + ey * b + ez * c;
    w[3 + j] = fx * a + fy * b + fz * c;
    w[6 + j] = gx * a + gy * b + gz * c;
  }
  w[FRAME_T] = ex * dx + ey * dy + ez * dz;
  w[FRAME_T + 1] = fx * dx + fy * dy + fz * dz;
  w[FRAME_T + 2] = gx * dx + gy * dy + gz * dz;
}

/** Leaf functions never call back: one for all. */
const NEAREST: Float64Array = new Float64Array(3);

/**
 * The leaf at (leaves, l) of X and node m of Y, after relate (`other`: of Y and X): as stepVolumes for the first of
 * two, for the leaf itself instead of the rectangle around it, which is twice as large as a triangle.
 */
export function leafGap(w: Float64Array, leaves: Float64Array, l: number, nodes: Float64Array, m: number, other: boolean): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  // M's axes and corner in the frame of the leaf's body
  const row = other ? 1 : 3;
  const column = other ? 3 : 1;
  const r0 = w[R];
  const r1 = w[R + column];
  const r2 = w[R + 2 * column];
  const r3 = w[R + row];
  const r4 = w[R + 4];
  const r5 = w[R + row + 2 * column];
  const r6 = w[R + 2 * row];
  const r7 = w[R + 2 * row + column];
  const r8 = w[R + 8];
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
  w[INSTANT_GAP] = far - near - (leaves[l + LEAF_RADIUS] + nodes[m + NODE_R] + w[PAD]) * length;
}
