/**
 * How long do a deforming part and a rigid part certainly stay more than a target apart? The deforming part is a box
 * whose faces move linearly, or a triangle whose corners do; the rigid one a node of a swept-sphere tree, or a leaf,
 * under any motion.
 * Along a fixed direction s the supports of the first are linear in time, those of the second have the bounds of
 * motion.ts:
 *
 *   h_j(τ) = s·(near − y_j) − target |s| − c_j τ − ½ K τ²,     near the support of the deforming part, y_j corners of
 *   the rigid one
 *
 * Guarantee: free for min over j of the first root of h_j, whatever s is. Scheme as in contact/triangle-gap.ts.
 */
import { triangleSeparation } from '../geometry/triangle-triangle.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_U0, NODE_U1 } from '../hierarchy/fit-swept-sphere.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';

/** Corners of the deforming triangle (9), of the rigid one (9), what triangleSeparation writes, then: */
export const SOFT_RIGID = 9;
export const SOFT_CLOSEST = 18;
export const SOFT_DISTANCE = 24;
/** Which features of the two triangles are closest [geometry/triangle-triangle.ts]. */
export const SOFT_CODE = 25;
export const SOFT_DIRECTION = 26;
/** Velocities of the deforming triangle's corners. */
export const SOFT_VELOCITY = 29;
/** Out: the contact-free step, 0 none, Infinity for all the rest. */
export const SOFT_STEP = 38;
/** In: time, time left, the separation aimed at. */
export const SOFT_TIME = 39;
export const SOFT_REST = 40;
export const SOFT_TARGET = 41;
/** Bound on the distances of the rigid leaf's corners from their body's origin. */
export const SOFT_RHO = 42;
export const SOFT_SIZE = 43;

const SHORTEN = 1 - 2 ** -30;

/**
 * Step of the box at o of low and high (min x y z, max x y z, at t = 0 and t = 1) and node n, placed by S; into
 * w[SOFT_STEP].
 */
export function stepBoxNode(
  w: Float64Array,
  box0: Float64Array,
  box1: Float64Array,
  o: number,
  nodes: Float64Array,
  n: number,
  S: Float64Array,
): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const t = w[SOFT_TIME];
  const u = 1 - t;
  const lx = u * box0[o] + t * box1[o];
  const ly = u * box0[o + 1] + t * box1[o + 1];
  const lz = u * box0[o + 2] + t * box1[o + 2];
  const hx = u * box0[o + 3] + t * box1[o + 3];
  const hy = u * box0[o + 4] + t * box1[o + 4];
  const hz = u * box0[o + 5] + t * box1[o + 5];
  // the rectangle in the world: a corner and two sides
  const px = S[STATE_P];
  const py = S[STATE_P + 1];
  const pz = S[STATE_P + 2];
  const ox = nodes[n + NODE_CORNER];
  const oy = nodes[n + NODE_CORNER + 1];
  const oz = nodes[n + NODE_CORNER + 2];
  const cx = S[0] * ox + S[1] * oy + S[2] * oz + px;
  const cy = S[3] * ox + S[4] * oy + S[5] * oz + py;
  const cz = S[6] * ox + S[7] * oy + S[8] * oz + pz;
  const l0 = nodes[n + NODE_L0];
  const l1 = nodes[n + NODE_L1];
  const ax = S[0] * nodes[n + NODE_U0] + S[1] * nodes[n + NODE_U0 + 1] + S[2] * nodes[n + NODE_U0 + 2];
  const ay = S[3] * nodes[n + NODE_U0] + S[4] * nodes[n + NODE_U0 + 1] + S[5] * nodes[n + NODE_U0 + 2];
  const az = S[6] * nodes[n + NODE_U0] + S[7] * nodes[n + NODE_U0 + 1] + S[8] * nodes[n + NODE_U0 + 2];
  const bx = S[0] * nodes[n + NODE_U1] + S[1] * nodes[n + NODE_U1 + 1] + S[2] * nodes[n + NODE_U1 + 2];
  const by = S[3] * nodes[n + NODE_U1] + S[4] * nodes[n + NODE_U1 + 1] + S[5] * nodes[n + NODE_U1 + 2];
  const bz = S[6] * nodes[n + NODE_U1] + S[7] * nodes[n + NODE_U1 + 1] + S[8] * nodes[n + NODE_U1 + 2];
  // closest points by projecting to and fro
  let x = 0.5 * (lx + hx);
  let y = 0.5 * (ly + hy);
  let z = 0.5 * (lz + hz);
  let qx = x;
  let qy = y;
  let qz = z;
  for (let pass = 0; pass < 3; pass++) {
    const i = (x - cx) * ax + (y - cy) * ay + (z - cz) * az;
    const j = (x - cx) * bx + (y - cy) * by + (z - cz) * bz;
    const ii = i > 0 ? (i < l0 ? i : l0) : 0;
    const jj = j > 0 ? (j < l1 ? j : l1) : 0;
    qx = cx + ii * ax + jj * bx;
    qy = cy + ii * ay + jj * by;
    qz = cz + ii * az + jj * bz;
    x = qx > lx ? (qx < hx ? qx : hx) : lx;
    y = qy > ly ? (qy < hy ? qy : hy) : ly;
    z = qz > lz ? (qz < hz ? qz : hz) : lz;
  }
  // s from the rigid part to the deforming one
  const sx = x - qx;
  const sy = y - qy;
  const sz = z - qz;
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const wx = S[STATE_OMEGA];
  const wy = S[STATE_OMEGA + 1];
  const wz = S[STATE_OMEGA + 2];
  // m = s × ω; a corner y moves along s with s·v + m·(y − p)
  const mx = sy * wz - sz * wy;
  const my = sz * wx - sx * wz;
  const mz = sx * wy - sy * wx;
  const rho = nodes[n + NODE_RHO] + nodes[n + NODE_R];
  const half =
    0.5 * (Math.sqrt(mx * mx + my * my + mz * mz) * S[STATE_KAPPA] * (rho + S[STATE_DELTA]) + length * (S[STATE_A0] + S[STATE_A1] * rho));
  const kx = sx > 0 ? o : o + 3;
  const ky = sy > 0 ? o + 1 : o + 4;
  const kz = sz > 0 ? o + 2 : o + 5;
  const near = sx * (sx > 0 ? lx : hx) + sy * (sy > 0 ? ly : hy) + sz * (sz > 0 ? lz : hz) - (w[SOFT_TARGET] + nodes[n + NODE_R]) * length;
  const recede = sx * (box1[kx] - box0[kx]) + sy * (box1[ky] - box0[ky]) + sz * (box1[kz] - box0[kz]);
  const base = sx * S[STATE_V] + sy * S[STATE_V + 1] + sz * S[STATE_V + 2] - recede;
  const rest = w[SOFT_REST];
  let step = Infinity;
  for (let corner = 0; corner < 4; corner++) {
    const e = corner & 1 ? l0 : 0;
    const f = corner & 2 ? l1 : 0;
    const ux = cx + e * ax + f * bx;
    const uy = cy + e * ay + f * by;
    const uz = cz + e * az + f * bz;
    const gap = near - (sx * ux + sy * uy + sz * uz);
    if (!(gap > 0)) {
      w[SOFT_STEP] = 0;
      return;
    }
    const closing = base + mx * (ux - px) + my * (uy - py) + mz * (uz - pz);
    let tau = step < rest ? step : rest;
    // concave in τ: one evaluation proves all before it
    for (let pass = 0; gap - tau * (closing + half * tau) < 0; pass++) {
      if (pass === 6 || !(tau > 0)) {
        w[SOFT_STEP] = 0;
        return;
      }
      const root = Math.sqrt(closing * closing + 4 * half * gap);
      tau = SHORTEN * (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * half));
      step = tau;
    }
  }
  w[SOFT_STEP] = step;
}

/**
 * Distance of the two triangles in w: SOFT_DISTANCE (radii not taken off), closest points, direction from deforming to
 * rigid.
 */
export function measureSoftLeaves(w: Float64Array): void {
  triangleSeparation(w, 0, w, SOFT_RIGID, w, SOFT_CLOSEST);
}

/** The step after measureSoftLeaves towards the target, radii included: SOFT_STEP. */
export function stepSoftLeaves(w: Float64Array, S: Float64Array): void {
  // here from the deforming part to the rigid one, as the distance kernel gives it
  const sx = w[SOFT_DIRECTION];
  const sy = w[SOFT_DIRECTION + 1];
  const sz = w[SOFT_DIRECTION + 2];
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const wx = S[STATE_OMEGA];
  const wy = S[STATE_OMEGA + 1];
  const wz = S[STATE_OMEGA + 2];
  const mx = sy * wz - sz * wy;
  const my = sz * wx - sx * wz;
  const mz = sx * wy - sy * wx;
  const rho = w[SOFT_RHO];
  const half =
    0.5 * (Math.sqrt(mx * mx + my * my + mz * mz) * S[STATE_KAPPA] * (rho + S[STATE_DELTA]) + length * (S[STATE_A0] + S[STATE_A1] * rho));
  const base = sx * S[STATE_V] + sy * S[STATE_V + 1] + sz * S[STATE_V + 2];
  const shift = w[SOFT_TARGET] * length;
  const rest = w[SOFT_REST];
  let step = Infinity;
  for (let i = 0; i < 9; i += 3) {
    const near = sx * w[i] + sy * w[i + 1] + sz * w[i + 2] + shift;
    const speed = sx * w[SOFT_VELOCITY + i] + sy * w[SOFT_VELOCITY + i + 1] + sz * w[SOFT_VELOCITY + i + 2];
    for (let j = SOFT_RIGID; j < SOFT_RIGID + 9; j += 3) {
      const x = w[j];
      const y = w[j + 1];
      const z = w[j + 2];
      const gap = sx * x + sy * y + sz * z - near;
      if (!(gap > 0)) {
        w[SOFT_STEP] = 0;
        return;
      }
      const closing = speed - (base + mx * (x - S[STATE_P]) + my * (y - S[STATE_P + 1]) + mz * (z - S[STATE_P + 2]));
      let tau = step < rest ? step : rest;
      for (let pass = 0; gap - tau * (closing + half * tau) < 0; pass++) {
        if (pass === 6 || !(tau > 0)) {
          w[SOFT_STEP] = 0;
          return;
        }
        const root = Math.sqrt(closing * closing + 4 * half * gap);
        tau = SHORTEN * (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * half));
        step = tau;
      }
    }
  }
  w[SOFT_STEP] = step;
}
