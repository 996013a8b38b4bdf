/**
 * The advancement step of [Tang et al. 2013, eq. 2 and Lemmas 4.1, 4.2]: gap / μ, where μ bounds the closing speed
 * along the closest direction over all of the motion,
 *
 *   μ = w·n + |ω × n| maxᵢ |cᵢ × ω| / |ω|       cᵢ the corners of the rectangle or triangle, from the body's origin
 *
 * for each of the two bodies, added. Deviations: the sphere's radius does not turn and is left out of Lemma 4.1; a
 * screw adds the distance δ of its axis; the gap comes from supports, so that any direction is sound.
 */

import { CORNERS_B, DIRECTION, LEAF_REST, LEAF_STEP, RHO_A, RHO_B, TARGET } from '../../contact/triangle-gap.ts';
import { BASE_SPEED, DELTA_F, DELTA_M, GAP, LENGTH, REACH_F, REACH_M, S, STEP, TIME_LEFT, WF, WM } from '../../contact/volume-gap.ts';
import { NODE_L0, NODE_L1 } from '../../hierarchy/fit-swept-sphere.ts';
import { STATE_BASE, STATE_DELTA, STATE_OMEGA } from '../../motion/motion.ts';

const SHORTEN = 1 - 2 ** -30;

/** Largest distance of a node's four corners from the line through the origin along the unit axis, into out[o]. */
export function writeNodeReach(nodes: Float64Array, n: number, axis: Float64Array, out: Float64Array, o: number): void {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const l0 = nodes[n + NODE_L0];
  const l1 = nodes[n + NODE_L1];
  // c × axis is linear in c
  const cx = nodes[n + 7] * z - nodes[n + 8] * y;
  const cy = nodes[n + 8] * x - nodes[n + 6] * z;
  const cz = nodes[n + 6] * y - nodes[n + 7] * x;
  const ux = l0 * (nodes[n + 1] * z - nodes[n + 2] * y);
  const uy = l0 * (nodes[n + 2] * x - nodes[n] * z);
  const uz = l0 * (nodes[n] * y - nodes[n + 1] * x);
  const vx = l1 * (nodes[n + 4] * z - nodes[n + 5] * y);
  const vy = l1 * (nodes[n + 5] * x - nodes[n + 3] * z);
  const vz = l1 * (nodes[n + 3] * y - nodes[n + 4] * x);
  const a = cx * cx + cy * cy + cz * cz;
  const b = (cx + ux) * (cx + ux) + (cy + uy) * (cy + uy) + (cz + uz) * (cz + uz);
  const c = (cx + vx) * (cx + vx) + (cy + vy) * (cy + vy) + (cz + vz) * (cz + vz);
  const ex = cx + ux + vx;
  const ey = cy + uy + vy;
  const ez = cz + uz + vz;
  const d = ex * ex + ey * ey + ez * ez;
  out[o] = Math.sqrt(Math.max(a, b, c, d));
}

/** Largest distance of a leaf's three corners from that line, into out[o]. */
export function writeLeafReach(leaves: Float64Array, l: number, axis: Float64Array, out: Float64Array, o: number): void {
  let most = 0;
  for (let i = l; i < l + 9; i += 3) {
    const x = leaves[i + 1] * axis[2] - leaves[i + 2] * axis[1];
    const y = leaves[i + 2] * axis[0] - leaves[i] * axis[2];
    const z = leaves[i] * axis[1] - leaves[i + 1] * axis[0];
    most = Math.max(most, x * x + y * y + z * z);
  }
  out[o] = Math.sqrt(most);
}

/**
 * Closing speed along s, times |s|, of the base velocities and what `bend` adds, into w[BASE_SPEED]; s as stepVolumes
 * wrote it for node f of X.
 */
export function writeBaseSpeed(w: Float64Array, nodes: Float64Array, f: number, X: Float64Array, Y: Float64Array, bend: number): void {
  const hx = X[STATE_BASE] - Y[STATE_BASE];
  const hy = X[STATE_BASE + 1] - Y[STATE_BASE + 1];
  const hz = X[STATE_BASE + 2] - Y[STATE_BASE + 2];
  // into X's frame, then along the node's axes
  const x = X[0] * hx + X[3] * hy + X[6] * hz;
  const y = X[1] * hx + X[4] * hy + X[7] * hz;
  const z = X[2] * hx + X[5] * hy + X[8] * hz;
  const ux = nodes[f];
  const uy = nodes[f + 1];
  const uz = nodes[f + 2];
  const vx = nodes[f + 3];
  const vy = nodes[f + 4];
  const vz = nodes[f + 5];
  const across = x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx);
  w[BASE_SPEED] = w[S] * (x * ux + y * uy + z * uz) + w[S + 1] * (x * vx + y * vy + z * vz) + w[S + 2] * across;
  if (bend > 0) w[BASE_SPEED] += bend * Math.sqrt(w[S] * w[S] + w[S + 1] * w[S + 1] + w[S + 2] * w[S + 2]);
}

/** Step of two nodes after stepVolumes, from the gap and s it wrote, the reaches and the base speed; into w[STEP]. */
export function approachVolumes(w: Float64Array): void {
  // stepVolumes left 0 where s is too short to be trusted
  const gap = w[GAP];
  const sx = w[S];
  const sy = w[S + 1];
  const sz = w[S + 2];
  const mx = sy * w[WM + 2] - sz * w[WM + 1];
  const my = sz * w[WM] - sx * w[WM + 2];
  const mz = sx * w[WM + 1] - sy * w[WM];
  const fx = sy * w[WF + 2] - sz * w[WF + 1];
  const fy = sz * w[WF] - sx * w[WF + 2];
  const fz = sx * w[WF + 1] - sy * w[WF];
  const closing =
    Math.sqrt(mx * mx + my * my + mz * mz) * (w[REACH_M] + w[DELTA_M]) +
    Math.sqrt(fx * fx + fy * fy + fz * fz) * (w[REACH_F] + w[DELTA_F]) +
    w[BASE_SPEED];
  if (!(gap > 0)) w[STEP] = 0;
  else if (closing * w[TIME_LEFT] <= gap) w[STEP] = Infinity;
  else w[STEP] = SHORTEN * (gap / closing);
}

/** The same where only the speed itself is bounded, per unit of |s|, in w[BASE_SPEED]. */
export function approachPlainly(w: Float64Array): void {
  const gap = w[GAP];
  const closing = w[BASE_SPEED] * w[LENGTH];
  if (!(gap > 0)) w[STEP] = 0;
  else if (closing * w[TIME_LEFT] <= gap) w[STEP] = Infinity;
  else w[STEP] = SHORTEN * (gap / closing);
}

/**
 * Step of two leaves after measureLeaves, until they may be w[TARGET] apart, radii included; into w[LEAF_STEP]. Reaches
 * in w[RHO_A] and w[RHO_B]; plain: only the speed is bounded, by w[RHO_A]; bend: what is added to Lemma 4.2's speed.
 */
export function approachLeaves(w: Float64Array, A: Float64Array, B: Float64Array, plain: boolean, bend: number): void {
  const sx = w[DIRECTION];
  const sy = w[DIRECTION + 1];
  const sz = w[DIRECTION + 2];
  let near = -Infinity;
  let far = Infinity;
  for (let i = 0; i < 9; i += 3) {
    near = Math.max(near, sx * w[i] + sy * w[i + 1] + sz * w[i + 2]);
    far = Math.min(far, sx * w[CORNERS_B + i] + sy * w[CORNERS_B + i + 1] + sz * w[CORNERS_B + i + 2]);
  }
  const gap = far - near - w[TARGET] * Math.sqrt(sx * sx + sy * sy + sz * sz);
  let closing = w[RHO_A];
  if (!plain) {
    const ax = sy * A[STATE_OMEGA + 2] - sz * A[STATE_OMEGA + 1];
    const ay = sz * A[STATE_OMEGA] - sx * A[STATE_OMEGA + 2];
    const az = sx * A[STATE_OMEGA + 1] - sy * A[STATE_OMEGA];
    const bx = sy * B[STATE_OMEGA + 2] - sz * B[STATE_OMEGA + 1];
    const by = sz * B[STATE_OMEGA] - sx * B[STATE_OMEGA + 2];
    const bz = sx * B[STATE_OMEGA + 1] - sy * B[STATE_OMEGA];
    closing =
      Math.sqrt(ax * ax + ay * ay + az * az) * (w[RHO_A] + A[STATE_DELTA]) +
      Math.sqrt(bx * bx + by * by + bz * bz) * (w[RHO_B] + B[STATE_DELTA]) +
      sx * (A[STATE_BASE] - B[STATE_BASE]) +
      sy * (A[STATE_BASE + 1] - B[STATE_BASE + 1]) +
      sz * (A[STATE_BASE + 2] - B[STATE_BASE + 2]);
  }
  if (bend > 0) closing += bend * Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (!(gap > 0)) w[LEAF_STEP] = 0;
  else if (closing * w[LEAF_REST] <= gap) w[LEAF_STEP] = Infinity;
  else w[LEAF_STEP] = SHORTEN * (gap / closing);
}
