/**
 * How long are a leaf and a swept-sphere volume of another body certainly more than a pad apart? The volume around a
 * leaf is a rectangle twice as large as a triangle: where a fine mesh moves through the empty half of a large
 * triangle's rectangle, all of its nodes would be split in vain (a million tests in one motion, docs/notes/yes-no.md).
 *
 * As triangle-gap.ts, over the leaf's three corners aᵢ and the four corners bⱼ of the node's rectangle, in the world:
 *
 *   h_ij(τ) = s·(bⱼ − aᵢ) − target |s| − c_ij τ − ½ K τ²,   free for min over i, j of its first root
 *
 * Guarantee: the step is proven by supports, valid for any s; the node's sphere does not turn: it is in the target.
 */
import { NODE_L0, NODE_L1, NODE_R, NODE_RHO } from '../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS } from '../hierarchy/triangle-tree.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';
import { placeCorners } from '../motion/place-corners.ts';

/* Axes and corner of nodes are read by place: u0 0-2, u1 3-5, corner 6-8 [hierarchy/fit-swept-sphere.ts]. */

/* The block: the leaf's corners 0-8, the rectangle's 9-20. */
const RECTANGLE = 9;
const RECTANGLE_END = 21;
/** In: bound on the distance of the leaf's corners from their body's origin; clearance plus rounding; 1 − t. */
export const LEAF_RHO = 21;
export const LEAF_PAD = 22;
export const REST_OF_TIME = 23;
/** Out: contact-free step, 0: may touch now, Infinity when free for the rest. */
export const LEAF_VOLUME_STEP = 24;
export const LEAF_VOLUME_SIZE = 25;

/** 1 − 2⁻³⁰: a root only proposes a step, shortened it can be proven. */
const SHORTEN = 1 - 2 ** -30;
const SMALLEST = 2 ** -400;

/** Leaf functions never call back: one for all. */
const NEAREST: Float64Array = new Float64Array(3);

/** The leaf at (leaves, l) of the body in state F, and node m of the body in state M. */
export function stepLeafVolume(
  w: Float64Array,
  leaves: Float64Array,
  l: number,
  F: Float64Array,
  nodes: Float64Array,
  m: number,
  M: Float64Array,
): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  placeCorners(leaves, l, F, w, 0);
  const p = nodes[m + NODE_L0];
  const q = nodes[m + NODE_L1];
  let nx = nodes[m];
  let ny = nodes[m + 1];
  let nz = nodes[m + 2];
  const ux = M[0] * nx + M[1] * ny + M[2] * nz;
  const uy = M[3] * nx + M[4] * ny + M[5] * nz;
  const uz = M[6] * nx + M[7] * ny + M[8] * nz;
  nx = nodes[m + 3];
  ny = nodes[m + 4];
  nz = nodes[m + 5];
  const wx = M[0] * nx + M[1] * ny + M[2] * nz;
  const wy = M[3] * nx + M[4] * ny + M[5] * nz;
  const wz = M[6] * nx + M[7] * ny + M[8] * nz;
  nx = nodes[m + 6];
  ny = nodes[m + 7];
  nz = nodes[m + 8];
  const tx = M[0] * nx + M[1] * ny + M[2] * nz + M[STATE_P];
  const ty = M[3] * nx + M[4] * ny + M[5] * nz + M[STATE_P + 1];
  const tz = M[6] * nx + M[7] * ny + M[8] * nz + M[STATE_P + 2];
  for (let j = RECTANGLE, k = 0; k < 4; j += 3, k++) {
    const alpha = k & 1 ? p : 0;
    const beta = k & 2 ? q : 0;
    w[j] = tx + alpha * ux + beta * wx;
    w[j + 1] = ty + alpha * uy + beta * wy;
    w[j + 2] = tz + alpha * uz + beta * wz;
  }
  // s by alternating projections, from the rectangle's centre
  NEAREST[0] = tx + 0.5 * (p * ux + q * wx);
  NEAREST[1] = ty + 0.5 * (p * uy + q * wy);
  NEAREST[2] = tz + 0.5 * (p * uz + q * wz);
  moveToTriangle(w, 0, NEAREST);
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
    moveToTriangle(w, 0, NEAREST);
  }
  sx -= NEAREST[0];
  sy -= NEAREST[1];
  sz -= NEAREST[2];
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const shift = (leaves[l + LEAF_RADIUS] + nodes[m + NODE_R] + w[LEAF_PAD]) * length;
  w[LEAF_VOLUME_STEP] = 0;
  if (!(length > SMALLEST)) return;
  const fx = F[STATE_OMEGA];
  const fy = F[STATE_OMEGA + 1];
  const fz = F[STATE_OMEGA + 2];
  const gx = M[STATE_OMEGA];
  const gy = M[STATE_OMEGA + 1];
  const gz = M[STATE_OMEGA + 2];
  // s × ω; a corner x moves along s with s·v + (s × ω)·(x − p)
  const ax = sy * fz - sz * fy;
  const ay = sz * fx - sx * fz;
  const az = sx * fy - sy * fx;
  const bx = sy * gz - sz * gy;
  const by = sz * gx - sx * gz;
  const bz = sx * gy - sy * gx;
  const rhoF = w[LEAF_RHO];
  const rhoM = nodes[m + NODE_RHO];
  const half =
    0.5 *
    (Math.sqrt(ax * ax + ay * ay + az * az) * F[STATE_KAPPA] * (rhoF + F[STATE_DELTA]) +
      Math.sqrt(bx * bx + by * by + bz * bz) * M[STATE_KAPPA] * (rhoM + M[STATE_DELTA]) +
      length * (F[STATE_A0] + F[STATE_A1] * rhoF + (M[STATE_A0] + M[STATE_A1] * rhoM)));
  const baseF = sx * F[STATE_V] + sy * F[STATE_V + 1] + sz * F[STATE_V + 2];
  const baseM = sx * M[STATE_V] + sy * M[STATE_V + 1] + sz * M[STATE_V + 2];
  const rest = w[REST_OF_TIME];
  let step = Infinity;
  for (let i = 0; i < RECTANGLE; i += 3) {
    const x = w[i];
    const y = w[i + 1];
    const z = w[i + 2];
    const near = sx * x + sy * y + sz * z + shift;
    const speed = baseF + ax * (x - F[STATE_P]) + ay * (y - F[STATE_P + 1]) + az * (z - F[STATE_P + 2]);
    for (let j = RECTANGLE; j < RECTANGLE_END; j += 3) {
      const u = w[j];
      const v = w[j + 1];
      const o = w[j + 2];
      const gap = sx * u + sy * v + sz * o - near;
      if (!(gap > 0)) return;
      const closing = speed - (baseM + bx * (u - M[STATE_P]) + by * (v - M[STATE_P + 1]) + bz * (o - M[STATE_P + 2]));
      let tau = step < rest ? step : rest;
      // concave in τ: one evaluation proves all before it
      for (let pass = 0; gap - tau * (closing + half * tau) < 0; pass++) {
        if (pass === 6 || !(tau > 0)) return;
        const root = Math.sqrt(closing * closing + 4 * half * gap);
        tau = SHORTEN * (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * half));
        step = tau;
      }
    }
  }
  w[LEAF_VOLUME_STEP] = step;
}

/**
 * Moves a point to about the nearest one of the triangle at (c, l), by the regions of corners, edges and face
 * [Ericson 2005, §5.1.5]. In memory, because doubles passed to a call are boxed.
 */
export function moveToTriangle(c: Float64Array, l: number, point: Float64Array): void {
  const ax = c[l];
  const ay = c[l + 1];
  const az = c[l + 2];
  const bx = c[l + 3] - ax;
  const by = c[l + 4] - ay;
  const bz = c[l + 5] - az;
  const ex = c[l + 6] - ax;
  const ey = c[l + 7] - ay;
  const ez = c[l + 8] - az;
  const px = point[0] - ax;
  const py = point[1] - ay;
  const pz = point[2] - az;
  const d1 = bx * px + by * py + bz * pz;
  const d2 = ex * px + ey * py + ez * pz;
  const bb = bx * bx + by * by + bz * bz;
  const be = bx * ex + by * ey + bz * ez;
  const ee = ex * ex + ey * ey + ez * ez;
  // of the point less the second and the third corner, along both edges
  const d3 = d1 - bb;
  const d4 = d2 - be;
  const d5 = d1 - be;
  const d6 = d2 - ee;
  let v = 0;
  let u = 0;
  if (d1 <= 0 && d2 <= 0) {
    // the first corner
  } else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (d6 >= 0 && d5 <= d6) u = 1;
  else {
    const vc = d1 * d4 - d3 * d2;
    const vb = d5 * d2 - d1 * d6;
    const va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) v = bb > 0 ? d1 / bb : 0;
    else if (vb <= 0 && d2 >= 0 && d6 <= 0) u = ee > 0 ? d2 / ee : 0;
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      const sum = d4 - d3 + (d5 - d6);
      u = sum > 0 ? (d4 - d3) / sum : 0;
      v = 1 - u;
    } else {
      const sum = va + vb + vc;
      v = vb / sum;
      u = vc / sum;
    }
  }
  point[0] = ax + v * bx + u * ex;
  point[1] = ay + v * by + u * ey;
  point[2] = az + v * bz + u * ez;
}
