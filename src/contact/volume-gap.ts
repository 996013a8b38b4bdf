/**
 * How long are two swept-sphere volumes of moving bodies certainly more than a pad apart?
 *
 * In the frame of node f of body X, standing still at t, m being a node of body Y: s is a (nearly) closest vector from
 * rectangle F to rectangle M. Separations are computed from supports, so they are valid for any s; a poor direction
 * costs pruning, never soundness. Along the world-fixed s, with e over the four rectangle sides, the separation stays
 * at least
 *
 *   h(τ) = s·T − (radii + pad)|s| + ṡ τ + Σₑ min(0, Aₑ + Bₑ τ) − ½ K τ²        ṡ speed of M's corner T against F's
 *   along s
 *
 * Aₑ where the side's other end lies along s, Bₑ how much faster it moves there, K a bound on the acceleration. h is
 * concave:
 * h(τ) ≥ 0 at one τ proves all of [0, τ]. Parabolas propose τ; that evaluation is the proof. Rounding is inside the pad
 * [docs/notes/rounding.md]. A sphere does not turn, so unlike [Tang et al. 2013, Lemma 4.1] its radius adds no speed.
 */
import { NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_STRIDE } from '../hierarchy/fit-swept-sphere.ts';
import { INDICES } from '../math/enlarged.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';

/* Axes and corner of nodes are read by place: u0 0-2, u1 3-5, corner 6-8 [hierarchy/fit-swept-sphere.ts]. */

/* The frame block: R and T of Y in F's frame, V relative velocity at F's origin, the two angular velocities. */
export const FRAME_T = 9;
const V = 12;
export const WM = 15;
export const WF = 18;
const KAPPA_M = 21;
export const DELTA_M = 22;
const KAPPA_F = 23;
export const DELTA_F = 24;
const A0 = 25;
const A1_M = 26;
const A1_F = 27;
/** In: clearance plus rounding. */
export const PAD = 28;
/** In: 1 − t; negative: only the gap is wanted. */
export const REST = 29;
/** Out, one for each of two nodes: contact-free step, Infinity when free for the rest. */
export const STEP = 30;
/** Out, for the last node: lower bound on the separation less the pad, times |s|; ≤ 0: may touch. */
export const GAP = 32;
/** |s|, and s in F's frame. */
export const LENGTH = 33;
export const S = 34;
/** For first-order steps [methods/advancement]: reaches of both nodes, speed of their bases, 1 − t. */
export const REACH_F = 37;
export const REACH_M = 38;
export const BASE_SPEED = 39;
export const TIME_LEFT = 40;
/**
 * Out, one for each of two nodes that is free for the rest: its least separation until then, as GAP, and its |s|. Where
 * only the gap is wanted, of each: that, 0 where |s| is too short, and about how near they are.
 */
export const LEAST = 41;
export const LEAST_LENGTH = 43;
export const FRAME_SIZE = 45;

/** Puts Y into the frame of node f of X. x, y: states of the bodies at the same t, at (bx, x), (by, y). */
export function setFrame(w: Float64Array, nodes: Float64Array, f: number, X: Float64Array, Y: Float64Array): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const ax = nodes[f];
  const ay = nodes[f + 1];
  const az = nodes[f + 2];
  const bx = nodes[f + 3];
  const by = nodes[f + 4];
  const bz = nodes[f + 5];
  const cx = nodes[f + 6];
  const cy = nodes[f + 7];
  const cz = nodes[f + 8];
  const r0 = X[0];
  const r1 = X[1];
  const r2 = X[2];
  const r3 = X[3];
  const r4 = X[4];
  const r5 = X[5];
  const r6 = X[6];
  const r7 = X[7];
  const r8 = X[8];
  // F's axes and corner in the world; l from X's origin to the corner.
  const ex = r0 * ax + r1 * ay + r2 * az;
  const ey = r3 * ax + r4 * ay + r5 * az;
  const ez = r6 * ax + r7 * ay + r8 * az;
  const fx = r0 * bx + r1 * by + r2 * bz;
  const fy = r3 * bx + r4 * by + r5 * bz;
  const fz = r6 * bx + r7 * by + r8 * bz;
  const gx = ey * fz - ez * fy;
  const gy = ez * fx - ex * fz;
  const gz = ex * fy - ey * fx;
  const lx = r0 * cx + r1 * cy + r2 * cz;
  const ly = r3 * cx + r4 * cy + r5 * cz;
  const lz = r6 * cx + r7 * cy + r8 * cz;
  const q0 = Y[0];
  const q1 = Y[1];
  const q2 = Y[2];
  const q3 = Y[3];
  const q4 = Y[4];
  const q5 = Y[5];
  const q6 = Y[6];
  const q7 = Y[7];
  const q8 = Y[8];
  w[0] = ex * q0 + ey * q3 + ez * q6;
  w[1] = ex * q1 + ey * q4 + ez * q7;
  w[2] = ex * q2 + ey * q5 + ez * q8;
  w[3] = fx * q0 + fy * q3 + fz * q6;
  w[4] = fx * q1 + fy * q4 + fz * q7;
  w[5] = fx * q2 + fy * q5 + fz * q8;
  w[6] = gx * q0 + gy * q3 + gz * q6;
  w[7] = gx * q1 + gy * q4 + gz * q7;
  w[8] = gx * q2 + gy * q5 + gz * q8;
  // d from F's corner to Y's origin
  const dx = Y[STATE_P] - X[STATE_P] - lx;
  const dy = Y[STATE_P + 1] - X[STATE_P + 1] - ly;
  const dz = Y[STATE_P + 2] - X[STATE_P + 2] - lz;
  w[FRAME_T] = ex * dx + ey * dy + ez * dz;
  w[FRAME_T + 1] = fx * dx + fy * dy + fz * dz;
  w[FRAME_T + 2] = gx * dx + gy * dy + gz * dz;
  const px = Y[STATE_OMEGA];
  const py = Y[STATE_OMEGA + 1];
  const pz = Y[STATE_OMEGA + 2];
  const ox = X[STATE_OMEGA];
  const oy = X[STATE_OMEGA + 1];
  const oz = X[STATE_OMEGA + 2];
  // relative velocity, at F's corner, of Y's points against X's: v_Y − ω_Y × d − v_X − ω_X × l
  const vx = Y[STATE_V] - (py * dz - pz * dy) - X[STATE_V] - (oy * lz - oz * ly);
  const vy = Y[STATE_V + 1] - (pz * dx - px * dz) - X[STATE_V + 1] - (oz * lx - ox * lz);
  const vz = Y[STATE_V + 2] - (px * dy - py * dx) - X[STATE_V + 2] - (ox * ly - oy * lx);
  w[V] = ex * vx + ey * vy + ez * vz;
  w[V + 1] = fx * vx + fy * vy + fz * vz;
  w[V + 2] = gx * vx + gy * vy + gz * vz;
  w[WM] = ex * px + ey * py + ez * pz;
  w[WM + 1] = fx * px + fy * py + fz * pz;
  w[WM + 2] = gx * px + gy * py + gz * pz;
  w[WF] = ex * ox + ey * oy + ez * oz;
  w[WF + 1] = fx * ox + fy * oy + fz * oz;
  w[WF + 2] = gx * ox + gy * oy + gz * oz;
  w[KAPPA_M] = Y[STATE_KAPPA];
  w[DELTA_M] = Y[STATE_DELTA];
  w[KAPPA_F] = X[STATE_KAPPA];
  w[DELTA_F] = X[STATE_DELTA];
  w[A0] = X[STATE_A0] + Y[STATE_A0];
  w[A1_M] = Y[STATE_A1];
  w[A1_F] = X[STATE_A1];
}

/** A shorter s has no reliable length: then the volumes count as touching. */
const SMALLEST = 2 ** -400;
/** 1 − 2⁻³⁰: a root only proposes a step; minutely shortened it can be proven. */
const SHORTEN = 1 - 2 ** -30;
/** A step that leaves less than this of the gap is long enough. */
const ENOUGH = 0.05;

/**
 * Closest direction, gap and certified step of node `fixed` of X (whose frame is set) and `count` nodes of Y from
 * `first` on, one or two siblings. Reads PAD and REST, writes STEP, GAP, LENGTH, S.
 */
export function stepVolumes(w: Float64Array, nf: Float64Array, fixed: number, nm: Float64Array, first: number, count: number): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const f = fixed & INDICES;
  const a = nf[f + NODE_L0];
  const b = nf[f + NODE_L1];
  const r0 = w[0];
  const r1 = w[1];
  const r2 = w[2];
  const r3 = w[3];
  const r4 = w[4];
  const r5 = w[5];
  const r6 = w[6];
  const r7 = w[7];
  const r8 = w[8];
  const tx0 = w[FRAME_T];
  const ty0 = w[FRAME_T + 1];
  const tz0 = w[FRAME_T + 2];
  const pad = nf[f + NODE_R] + w[PAD];
  const rest = w[REST];
  const px = w[WM];
  const py = w[WM + 1];
  const pz = w[WM + 2];
  const ox = w[WF];
  const oy = w[WF + 1];
  const oz = w[WF + 2];
  const vx = w[V];
  const vy = w[V + 1];
  const vz = w[V + 2];
  const kappaM = w[KAPPA_M];
  const kappaF = w[KAPPA_F];
  for (let c = 0; c < count; c++) {
    const m = (first + NODE_STRIDE * c) & INDICES;
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

    // s by alternating projections between the rectangles, from M's centre; x, y on F, T + αu + βw on M.
    // Clamping without branches: clamp(x, 0, a) = ½(|x| − |x − a| + a).
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
    w[LENGTH] = length;
    w[S] = sx;
    w[S + 1] = sy;
    w[S + 2] = sz;
    // Corners along s, and min(0, z) = ½(z − |z|): gap = s·T + Σ min(0, Aₑ) − (radii + pad)|s|
    const a0 = p * (sx * ux + sy * uy + sz * uz);
    const a1 = q * (sx * wx + sy * wy + sz * wz);
    const a2 = -a * sx;
    const a3 = -b * sy;
    const base = sx * tx + sy * ty + sz * tz - (pad + nm[m + NODE_R]) * length;
    const gap = base + 0.5 * (a0 - Math.abs(a0) + (a1 - Math.abs(a1)) + (a2 - Math.abs(a2)) + (a3 - Math.abs(a3)));
    w[GAP] = gap;
    if (!(gap > 0 && length > SMALLEST) || rest < 0) {
      w[STEP + c] = 0;
      if (rest < 0) {
        w[LEAST + c] = length > SMALLEST ? gap : 0;
        w[LEAST_LENGTH + c] = length - (pad + nm[m + NODE_R]);
      }
      continue;
    }

    // mM = s × ω_M, mF = s × ω_F: a point x of M moves along s with s·V + mM·x, one of F with mF·x.
    const mx = sy * pz - sz * py;
    const my = sz * px - sx * pz;
    const mz = sx * py - sy * px;
    const fx = sy * oz - sz * oy;
    const fy = sz * ox - sx * oz;
    const fz = sx * oy - sy * ox;
    const b0 = p * (mx * ux + my * uy + mz * uz);
    const b1 = q * (mx * wx + my * wy + mz * wz);
    const b2 = -a * fx;
    const b3 = -b * fy;
    const speed = sx * vx + sy * vy + sz * vz + (mx * tx + my * ty + mz * tz);
    // links and what stands have no κ
    const accelerationM = kappaM === 0 ? 0 : Math.sqrt(mx * mx + my * my + mz * mz) * kappaM * (nm[m + NODE_RHO] + w[DELTA_M]);
    const accelerationF = kappaF === 0 ? 0 : Math.sqrt(fx * fx + fy * fy + fz * fz) * kappaF * (nf[f + NODE_RHO] + w[DELTA_F]);
    const half = 0.5 * (accelerationM + accelerationF + length * (w[A0] + w[A1_M] * nm[m + NODE_RHO] + w[A1_F] * nf[f + NODE_RHO]));

    let z0 = a0 + b0 * rest;
    let z1 = a1 + b1 * rest;
    let z2 = a2 + b2 * rest;
    let z3 = a3 + b3 * rest;
    const end =
      base + rest * (speed - half * rest) + 0.5 * (z0 - Math.abs(z0) + (z1 - Math.abs(z1)) + (z2 - Math.abs(z2)) + (z3 - Math.abs(z3)));
    if (end >= 0) {
      w[LEAST + c] = end < gap ? end : gap;
      w[LEAST_LENGTH + c] = length;
      w[STEP + c] = Infinity;
      continue;
    }
    // h + ½Kτ² is concave: a parabola of curvature K through two of its points lies below h between them, and its root
    // is a step.
    const unit = 1 / length;
    const curve = half * unit;
    let tau = 0;
    let h = gap;
    for (let pass = 0; pass < 3; pass++) {
      // in σ = time after tau: h + slope σ − curve σ², zero at the root
      const left = rest - tau;
      const here = h * unit;
      const slope = (end * unit - here) / left + curve * left;
      const root = Math.sqrt(slope * slope + 4 * curve * here);
      const next = tau + SHORTEN * (slope < 0 ? (2 * here) / (root - slope) : (slope + root) / (2 * curve));
      z0 = a0 + b0 * next;
      z1 = a1 + b1 * next;
      z2 = a2 + b2 * next;
      z3 = a3 + b3 * next;
      h = base + next * (speed - half * next) + 0.5 * (z0 - Math.abs(z0) + (z1 - Math.abs(z1)) + (z2 - Math.abs(z2)) + (z3 - Math.abs(z3)));
      if (!(h >= 0)) break;
      tau = next;
      if (h < ENOUGH * gap) break;
    }
    w[STEP + c] = tau;
  }
}
