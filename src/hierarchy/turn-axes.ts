/*
 * Which way a rectangle should lie in the plane of the first two axes: about where its area is smallest.
 * Second moments of roundish patches say little about that; sixth moments act as a soft maximum, their sums over the
 * points have no branches, and any direction follows from seven of them:
 *   Σ (c p + s q)⁶ = Σ_k binom(6, k) c^(6−k) s^k Σ p^(6−k) q^k.
 * Guarantee: axes remain orthonormal as in principal-axes.ts. Worth 5 to 9 % fewer tests per first-contact query.
 */
import { orthonormalAxes } from './principal-axes.ts';
import { LEAF_STRIDE } from './triangle-tree.ts';

/** Directions within a right angle. */
const TURNS = 16;
/** Groups looked at, at least: more do not change the choice. */
const SAMPLE = 256;
/** Three directions, then steps from the best so far: +2, −2, +1, −1, modulo TURNS. */
const SEARCH = [4, 8, 12, 2, 14, 1, 15];
const BINOMIALS = [1, 6, 15, 20, 15, 6, 1];
/** cos and sin of π/32. */
const STEP_COS = 0.9951847266721969;
const STEP_SIN = 0.0980171403295606;

/** c and s of every direction within half a turn. */
const directions: Float64Array = allDirections();
/** binom(6, k) c^(6−k) s^k of every direction. */
const weights: Float64Array = weightsOf(directions);

function allDirections(): Float64Array {
  const found = new Float64Array(4 * TURNS);
  for (let turn = 0, c = 1, s = 0; turn < 2 * TURNS; turn++) {
    found[2 * turn] = c;
    found[2 * turn + 1] = s;
    const next = c * STEP_COS - s * STEP_SIN;
    s = s * STEP_COS + c * STEP_SIN;
    c = next;
  }
  return found;
}

function weightsOf(turns: Float64Array): Float64Array {
  const found = new Float64Array(14 * TURNS);
  for (let turn = 0; turn < 2 * TURNS; turn++) {
    for (let k = 0; k <= 6; k++) {
      let product = BINOMIALS[k];
      for (let i = 0; i < 6; i++) product *= turns[2 * turn + (i < k ? 1 : 0)];
      found[7 * turn + k] = product;
    }
  }
  return found;
}

export function turnAxes(groups: Float64Array, from: number, to: number, centre: Float64Array, axes: Float64Array): void {
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
  const stride = Math.max(1, Math.floor((to - from) / SAMPLE));
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
  // Quarters of the right angle, then ever closer to the best. Turning must gain something.
  let best = 0;
  let smallest = s0 * s6 * 0.98;
  for (let i = 0; i < SEARCH.length; i++) {
    const turn = i < 3 ? SEARCH[i] : (best + SEARCH[i]) % TURNS;
    const a = 7 * turn;
    const b = a + 7 * TURNS;
    const along =
      s0 * weights[a] +
      s1 * weights[a + 1] +
      s2 * weights[a + 2] +
      s3 * weights[a + 3] +
      s4 * weights[a + 4] +
      s5 * weights[a + 5] +
      s6 * weights[a + 6];
    const across =
      s0 * weights[b] +
      s1 * weights[b + 1] +
      s2 * weights[b + 2] +
      s3 * weights[b + 3] +
      s4 * weights[b + 4] +
      s5 * weights[b + 5] +
      s6 * weights[b + 6];
    if (along * across < smallest) {
      smallest = along * across;
      best = turn;
    }
  }
  const c = directions[2 * best];
  const s = directions[2 * best + 1];
  orthonormalAxes(c * ux + s * vx, c * uy + s * vy, c * uz + s * vz, c * vx - s * ux, c * vy - s * uy, c * vz - s * uz, axes);
}
