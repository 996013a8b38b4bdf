/*
 * Which way a rectangle should lie in the plane of the first two axes: about where its area is smallest.
 * Second moments of roundish patches say little about that; sixth moments act as a soft maximum, their sums over the
 * points have no branches, and any direction follows from seven of them. With z = p + i q and the turn's angle φ
 *   32 Σ (p cos φ + q sin φ)⁶ = Σ 10 |z|⁶ + 15 |z|⁴ Re z²e^(−2iφ) + 6 |z|² Re z⁴e^(−4iφ) + Re z⁶e^(−6iφ) = E + O,
 * E the first and third term; across it, at φ + π/2, it is E − O.
 * Guarantee: axes remain orthonormal as in principal-axes.ts. Worth 5 to 9 % fewer tests per first-contact query.
 */
import { orthonormalAxes } from './principal-axes.ts';
import { LEAF_STRIDE } from './triangle-tree.ts';

/** Directions within a right angle. */
const TURNS = 16;
/** Groups looked at, at least: more do not change the choice. */
const SAMPLE = 256;
/** Three directions, then steps from the best so far: +2, −2, +1, −1, modulo TURNS. */
const SEARCH: Int32Array = new Int32Array([4, 8, 12, 2, 14, 1, 15]);
/** cos and sin of π/32. */
const STEP_COS = 0.9951847266721969;
const STEP_SIN = 0.0980171403295606;

/** Cosines and sines of φ, 2 φ, 4 φ and 6 φ of every direction within a right angle, once they are needed. */
const DIRECTION = 8;
const directions: Float64Array = new Float64Array(DIRECTION * TURNS);

function writeDirections(): void {
  let c = 1;
  let s = 0;
  for (let d = 0; d < DIRECTION * TURNS; d += DIRECTION) {
    const c2 = c * c - s * s;
    const s2 = 2 * c * s;
    const c4 = c2 * c2 - s2 * s2;
    const s4 = 2 * c2 * s2;
    directions[d] = c;
    directions[d + 1] = s;
    directions[d + 2] = c2;
    directions[d + 3] = s2;
    directions[d + 4] = c4;
    directions[d + 5] = s4;
    directions[d + 6] = c4 * c2 - s4 * s2;
    directions[d + 7] = s4 * c2 + c4 * s2;
    const next = c * STEP_COS - s * STEP_SIN;
    s = s * STEP_COS + c * STEP_SIN;
    c = next;
  }
}

export function turnAxes(groups: Float64Array, from: number, to: number, centre: Float64Array, axes: Float64Array): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  if (directions[0] === 0) writeDirections();
  const cx = centre[0];
  const cy = centre[1];
  const cz = centre[2];
  const ux = axes[0];
  const uy = axes[1];
  const uz = axes[2];
  const vx = axes[3];
  const vy = axes[4];
  const vz = axes[5];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  const stride = Math.max(1, ((to - from) / SAMPLE) | 0);
  for (let group = from; group < to; group += stride) {
    const end = LEAF_STRIDE * group + 9;
    for (let o = end - 9; o < end; o += 3) {
      const x = groups[o] - cx;
      const y = groups[o + 1] - cy;
      const z = groups[o + 2] - cz;
      const p = x * ux + y * uy + z * uz;
      const q = x * vx + y * vy + z * vz;
      const pp = p * p;
      const pq = p * q;
      const qq = q * q;
      const p4 = pp * pp;
      const q4 = qq * qq;
      const p2q2 = pq * pq;
      s0 += p4 * pp;
      s1 += p4 * pq;
      s2 += p4 * qq;
      s3 += p2q2 * pq;
      s4 += pp * q4;
      s5 += pq * q4;
      s6 += q4 * qq;
    }
  }
  // Real and imaginary parts of the sums of |z|⁶, |z|⁴ z², |z|² z⁴ and z⁶, times 10, 15, 6 and 1.
  const even = 10 * (s0 + 3 * (s2 + s4) + s6);
  const a2 = 15 * (s0 + s2 - s4 - s6);
  const b2 = 30 * (s1 + 2 * s3 + s5);
  const a4 = 6 * (s0 - 5 * (s2 + s4) + s6);
  const b4 = 24 * (s1 - s5);
  const a6 = s0 - 15 * (s2 - s4) - s6;
  const b6 = 6 * (s1 + s5) - 20 * s3;
  // Quarters of the right angle, then ever closer to the best. Turning must gain something.
  let best = 0;
  let smallest = s0 * s6 * (0.98 * 1024);
  for (let i = 0; i < SEARCH.length; i++) {
    const turn = i < 3 ? SEARCH[i] : (best + SEARCH[i]) % TURNS;
    const d = DIRECTION * turn;
    const e = even + a4 * directions[d + 4] + b4 * directions[d + 5];
    const o = a2 * directions[d + 2] + b2 * directions[d + 3] + a6 * directions[d + 6] + b6 * directions[d + 7];
    const product = (e + o) * (e - o);
    if (product < smallest) {
      smallest = product;
      best = turn;
    }
  }
  const c = directions[DIRECTION * best];
  const s = directions[DIRECTION * best + 1];
  orthonormalAxes(c * ux + s * vx, c * uy + s * vy, c * uz + s * vz, c * vx - s * ux, c * vy - s * uy, c * vz - s * uz, axes);
}
