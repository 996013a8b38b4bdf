/**
 * The advancement step of [Tang et al. 2013, eq. 2 and Lemmas 4.1, 4.2]: gap / μ, where μ bounds the closing speed
 * along the closest direction over all of the motion,
 *
 *   μ = w·n + |ω × n| maxᵢ |cᵢ × ω| / |ω|       cᵢ the corners of the rectangle or triangle, from the body's origin
 *
 * for each of the two bodies, added. Deviations: the sphere's radius does not turn and is left out of Lemma 4.1; a screw
 * adds the distance δ of its axis; the gap comes from supports, so that any direction is sound.
 */
import { STATE_BASE, STATE_DELTA, STATE_OMEGA } from '../motion/motion.ts';
import { CORNERS_B, DIRECTION } from './triangle-gap.ts';
import { DELTA_F, DELTA_M, GAP, S, WF, WM } from './volume-gap.ts';

const SHORTEN = 1 - 2 ** -30;

/** Largest distance of a node's four corners from the line through the origin along the unit axis. */
export function nodeReach(nodes: Float64Array, n: number, axis: Float64Array): number {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const l0 = nodes[n + 9];
  const l1 = nodes[n + 10];
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
  return Math.sqrt(Math.max(a, b, c, d));
}

/** Largest distance of a leaf's three corners from that line. */
export function leafReach(leaves: Float64Array, l: number, axis: Float64Array): number {
  let most = 0;
  for (let i = l; i < l + 9; i += 3) {
    const x = leaves[i + 1] * axis[2] - leaves[i + 2] * axis[1];
    const y = leaves[i + 2] * axis[0] - leaves[i] * axis[2];
    const z = leaves[i] * axis[1] - leaves[i + 1] * axis[0];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

/** Closing speed along s, times |s|, of the base velocities; s as stepVolumes wrote it in the frame of node f of X. */
export function baseSpeed(w: Float64Array, nodes: Float64Array, f: number, X: Float64Array, Y: Float64Array): number {
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
  return w[S] * (x * ux + y * uy + z * uz) + w[S + 1] * (x * vx + y * vy + z * vz) + w[S + 2] * across;
}

/** Step of two nodes after stepVolumes, from the gap and s it wrote; reaches of F's and M's node, and their base speed. */
export function approachVolumes(w: Float64Array, rest: number, reachF: number, reachM: number, base: number): number {
  const gap = w[GAP];
  if (!(gap > 0)) return 0;
  const sx = w[S];
  const sy = w[S + 1];
  const sz = w[S + 2];
  const closing = crossLength(sx, sy, sz, w, WM) * (reachM + w[DELTA_M]) + crossLength(sx, sy, sz, w, WF) * (reachF + w[DELTA_F]) + base;
  return closing * rest <= gap ? Infinity : SHORTEN * (gap / closing);
}

/** Separation of two leaves along their direction, by supports, beyond the target; after measureLeaves. */
export function leafGap(w: Float64Array, target: number): number {
  const sx = w[DIRECTION];
  const sy = w[DIRECTION + 1];
  const sz = w[DIRECTION + 2];
  let near = -Infinity;
  let far = Infinity;
  for (let i = 0; i < 9; i += 3) {
    near = Math.max(near, sx * w[i] + sy * w[i + 1] + sz * w[i + 2]);
    far = Math.min(far, sx * w[CORNERS_B + i] + sy * w[CORNERS_B + i + 1] + sz * w[CORNERS_B + i + 2]);
  }
  return far - near - target * Math.sqrt(sx * sx + sy * sy + sz * sz);
}

/** Step of two leaves after measureLeaves, until they may be `target` apart, radii included. */
export function approachLeaves(
  w: Float64Array,
  A: Float64Array,
  reachA: number,
  B: Float64Array,
  reachB: number,
  target: number,
  rest: number,
): number {
  const gap = leafGap(w, target);
  if (!(gap > 0)) return 0;
  const sx = w[DIRECTION];
  const sy = w[DIRECTION + 1];
  const sz = w[DIRECTION + 2];
  const closing =
    crossLength(sx, sy, sz, A, STATE_OMEGA) * (reachA + A[STATE_DELTA]) +
    crossLength(sx, sy, sz, B, STATE_OMEGA) * (reachB + B[STATE_DELTA]) +
    sx * (A[STATE_BASE] - B[STATE_BASE]) +
    sy * (A[STATE_BASE + 1] - B[STATE_BASE + 1]) +
    sz * (A[STATE_BASE + 2] - B[STATE_BASE + 2]);
  return closing * rest <= gap ? Infinity : SHORTEN * (gap / closing);
}

/** |s × ω|, ω at (w, o). */
function crossLength(sx: number, sy: number, sz: number, w: Float64Array, o: number): number {
  const x = sy * w[o + 2] - sz * w[o + 1];
  const y = sz * w[o] - sx * w[o + 2];
  const z = sx * w[o + 1] - sy * w[o];
  return Math.sqrt(x * x + y * y + z * z);
}
