/**
 * How long are two swept-sphere volumes of moving bodies certainly more than a pad apart?
 *
 * In the frame of node f of body X, standing still at t, m being a node of body Y: s is a (nearly) closest vector from
 * rectangle F to rectangle M. Its gap is computed from supports, so it is a valid separation for any s; a poor direction
 * costs pruning, never soundness. Along the world-fixed s the separation stays at least
 *
 *   h(τ) = gap − c τ − Σₑ max(0, τ Δcₑ − dₑ) − ½ K τ²      c closing speed of the two support corners, e the rectangle
 *
 * sides, dₑ how far the side's other end lies behind, Δcₑ how much faster it closes, K a bound on the acceleration.
 * h is concave: h(τ) ≥ 0 at one τ proves the whole of [0, τ]. The root only proposes τ; that one evaluation is the proof.
 * Rounding of all of this is inside the pad [docs/notes/rounding.md]. The sphere radius does not turn, so unlike
 * [Tang et al. 2013, Lemma 4.1] it does not enter the speed.
 */
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';

/* The frame block: R and T of Y in F's frame, V relative velocity at F's origin, the two angular velocities. */
const T = 9;
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
/** Out: contact-free step, Infinity when free for the rest. */
export const STEP = 30;
/** Out: lower bound on the separation less the pad, times |s|; ≤ 0: may touch. */
export const GAP = 31;
/** Out: |s|. */
export const LENGTH = 32;
/** Out: s in F's frame. */
export const S = 33;
export const FRAME_SIZE = 36;

/** Puts Y into the frame of node f of X. x, y: states of the bodies at the same t, at (bx, x), (by, y). */
export function setFrame(w: Float64Array, nodes: Float64Array, f: number, X: Float64Array, Y: Float64Array): void {
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
  w[T] = ex * dx + ey * dy + ez * dz;
  w[T + 1] = fx * dx + fy * dy + fz * dz;
  w[T + 2] = gx * dx + gy * dy + gz * dz;
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

/**
 * Closest direction, gap and certified step of node f of X (whose frame is set) and node m of Y.
 * Reads PAD and REST, writes STEP, GAP, LENGTH, S.
 */
export function stepVolumes(w: Float64Array, nf: Float64Array, f: number, nm: Float64Array, m: number): void {
  const a = nf[f + 9];
  const b = nf[f + 10];
  const p = nm[m + 9];
  const q = nm[m + 10];
  const r0 = w[0];
  const r1 = w[1];
  const r2 = w[2];
  const r3 = w[3];
  const r4 = w[4];
  const r5 = w[5];
  const r6 = w[6];
  const r7 = w[7];
  const r8 = w[8];
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
  const tx = w[T] + (r0 * nx + r1 * ny + r2 * nz);
  const ty = w[T + 1] + (r3 * nx + r4 * ny + r5 * nz);
  const tz = w[T + 2] + (r6 * nx + r7 * ny + r8 * nz);

  // Alternating projections between the rectangles, from M's centre; x on F, T + αu + βw on M.
  let x = tx + 0.5 * (p * ux + q * wx);
  let y = ty + 0.5 * (p * uy + q * wy);
  x = x < 0 ? 0 : x > a ? a : x;
  y = y < 0 ? 0 : y > b ? b : y;
  let sx = x;
  let sy = y;
  let sz = tz;
  for (let round = 0; ; round++) {
    const dx = x - tx;
    const dy = y - ty;
    let alpha = ux * dx + uy * dy - uz * tz;
    let beta = wx * dx + wy * dy - wz * tz;
    const freeAlpha = alpha > 0 && alpha < p;
    const freeBeta = beta > 0 && beta < q;
    alpha = alpha < 0 ? 0 : alpha > p ? p : alpha;
    beta = beta < 0 ? 0 : beta > q ? q : beta;
    sx = tx + alpha * ux + beta * wx;
    sy = ty + alpha * uy + beta * wy;
    sz = tz + alpha * uz + beta * wz;
    const x1 = sx < 0 ? 0 : sx > a ? a : sx;
    const y1 = sy < 0 ? 0 : sy > b ? b : sy;
    if (round === ROUNDS || (x1 === x && y1 === y)) {
      sx -= x1;
      sy -= y1;
      break;
    }
    x = x1;
    y = y1;
    const freeX = x > 0 && x < a;
    const freeY = y > 0 && y < b;
    if (freeAlpha !== freeBeta && freeX !== freeY) {
      // Two edges: solve both parameters at once, then let the next round check the rest.
      const ex = freeAlpha ? ux : wx;
      const ey = freeAlpha ? uy : wy;
      const ez = freeAlpha ? uz : wz;
      const now = freeAlpha ? alpha : beta;
      const c = freeX ? ex : ey;
      // point of M's line at parameter 0, less F's fixed coordinates; g along the free coordinate of F
      const hx = sx - now * ex - (freeX ? 0 : x);
      const hy = sy - now * ey - (freeY ? 0 : y);
      const hz = sz - now * ez;
      const g = freeX ? hx : hy;
      const det = 1 - c * c;
      if (det > 1e-9) {
        let l = (c * g - (ex * hx + ey * hy + ez * hz)) / det;
        const top = freeAlpha ? p : q;
        l = l < 0 ? 0 : l > top ? top : l;
        const z = g + c * l;
        if (freeX) x = z < 0 ? 0 : z > a ? a : z;
        else y = z < 0 ? 0 : z > b ? b : z;
      }
    }
  }

  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  w[LENGTH] = length;
  w[S] = sx;
  w[S + 1] = sy;
  w[S + 2] = sz;
  const su = sx * ux + sy * uy + sz * uz;
  const sw = sx * wx + sy * wy + sz * wz;
  // gap = min over M − max over F − (radii + pad)|s|
  const radii = nf[f + 11] + nm[m + 11] + w[PAD];
  const gap =
    sx * tx + sy * ty + sz * tz + (su < 0 ? su * p : 0) + (sw < 0 ? sw * q : 0) - ((sx > 0 ? sx * a : 0) + (sy > 0 ? sy * b : 0)) - radii * length;
  w[GAP] = gap;
  const rest = w[REST];
  if (!(gap > 0) || rest < 0) {
    w[STEP] = 0;
    return;
  }

  // mM = s × ω_M, mF = s × ω_F: a point x of M closes with −(s·V + mM·x), one of F with mF·x.
  const px = w[WM];
  const py = w[WM + 1];
  const pz = w[WM + 2];
  const mx = sy * pz - sz * py;
  const my = sz * px - sx * pz;
  const mz = sx * py - sy * px;
  const ox = w[WF];
  const oy = w[WF + 1];
  const oz = w[WF + 2];
  const fx = sy * oz - sz * oy;
  const fy = sz * ox - sx * oz;
  const fz = sx * oy - sy * ox;
  const mu = p * (mx * ux + my * uy + mz * uz);
  const mw = q * (mx * wx + my * wy + mz * wz);
  const fa = a * fx;
  const fb = b * fy;
  // the support corners, and along each side the other end: d behind, Δc faster
  const closing =
    (su < 0 ? -mu : 0) + (sw < 0 ? -mw : 0) - (sx * w[V] + sy * w[V + 1] + sz * w[V + 2] + (mx * tx + my * ty + mz * tz)) + (sx > 0 ? fa : 0) + (sy > 0 ? fb : 0);
  const d0 = su < 0 ? -su * p : su * p;
  const c0 = su < 0 ? mu : -mu;
  const d1 = sw < 0 ? -sw * q : sw * q;
  const c1 = sw < 0 ? mw : -mw;
  const d2 = sx > 0 ? sx * a : -sx * a;
  const c2 = sx > 0 ? -fa : fa;
  const d3 = sy > 0 ? sy * b : -sy * b;
  const c3 = sy > 0 ? -fb : fb;
  const accelerationM = Math.sqrt(mx * mx + my * my + mz * mz) * w[KAPPA_M] * (nm[m + 12] + w[DELTA_M]);
  const accelerationF = Math.sqrt(fx * fx + fy * fy + fz * fz) * w[KAPPA_F] * (nf[f + 12] + w[DELTA_F]);
  const half = 0.5 * (accelerationM + accelerationF + length * (w[A0] + w[A1_M] * nm[m + 12] + w[A1_F] * nf[f + 12]));

  let tau = rest;
  for (let pass = 0; pass < 6; pass++) {
    // h with the sides active at tau; over any set of sides this is an upper bound of h, exact at tau itself
    let g = gap;
    let c = closing;
    if (tau * c0 > d0) {
      g += d0;
      c += c0;
    }
    if (tau * c1 > d1) {
      g += d1;
      c += c1;
    }
    if (tau * c2 > d2) {
      g += d2;
      c += c2;
    }
    if (tau * c3 > d3) {
      g += d3;
      c += c3;
    }
    if (g - tau * (c + half * tau) >= 0) {
      // not as one conditional value, which would be boxed
      if (pass === 0) w[STEP] = Infinity;
      else w[STEP] = tau;
      return;
    }
    // first root, minutely shortened so that the next pass can prove it; per unit of |s|, so that squares stay in range
    const speed = c / length;
    const root = Math.sqrt(speed * speed + 4 * (half / length) * (g / length)) * length;
    tau = SHORTEN * (c > 0 ? (2 * g) / (c + root) : (root - c) / (2 * half));
    if (!(tau > 0)) break;
  }
  w[STEP] = 0;
}

/** The closest vector is only a direction to try; measured in docs/notes/first-contact.md. */
const ROUNDS = 2;
/** 1 − 2⁻³⁰ */
const SHORTEN = 1 - 2 ** -30;
