/**
 * How long are two swept-sphere volumes certainly more than a pad apart, where nothing turns and nothing accelerates?
 *
 * As volume-gap.ts, but in one frame for the whole motion: that of body X, as its rotation was computed. The nodes of
 * the other body Y are turned into it once (moved-nodes.ts), only their offset D + τV changes. Along a direction s, any
 * direction, the separation of the rectangles P and Q falls linearly,
 *
 *   h(τ) = s·T + Σ min(0, corners) − (radii + pad)|s| + τ s·V           T from P's corner to Q's
 *
 * so that its one root is the step. Rounding is inside the pad [docs/notes/rounding.md, "Straight ways"].
 */
import { STATE_P, STATE_V } from '../../../motion/motion.ts';

/* The block: R turns Y's frame into X's. */
const TURN = 0;
/** Offset and velocity of Y's origin in X's frame, and, OTHER_WAY behind them, of X's origin as seen from Y's. */
export const OFFSET = 9;
export const VELOCITY = 12;
export const OTHER_WAY = 6;
/** In: clearance and whatever more is wanted, plus rounding. */
export const STRAIGHT_PAD = 21;
/** In: 1 − t. */
export const STRAIGHT_REST = 22;
/** Out, one for each of two nodes: contact-free step, 0: may touch now, Infinity: free for the rest. */
export const STRAIGHT_STEP = 23;
/** The offset at the start of the search, and that time. */
export const OFFSET_0 = 25;
export const TIME_0 = 28;
/** Where the bodies are: the time, what the pad has beside clearance and rounding, and that rounding. */
export const STRAIGHT_TIME = 29;
export const STRAIGHT_EXTRA = 30;
export const STRAIGHT_ROUNDING = 31;
/** In: the clearance; what rounding is where the origins meet, and grows by with their distance. */
export const STRAIGHT_CLEARANCE = 32;
export const STRAIGHT_ADDING = 33;
export const STRAIGHT_TURNING = 34;
export const STRAIGHT_SIZE = 35;

/** A shorter s has no reliable length: then the volumes count as touching. */
const SMALLEST = 2 ** -400;
/** 1 − 2⁻³⁰: pays for the roundings of the root. */
const SHORTEN = 1 - 2 ** -30;

/** Where Y is in X's frame, and how it moves there, both as they are placed. */
export function writeStraight(w: Float64Array, X: Float64Array, Y: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    let offset = 0;
    let velocity = 0;
    for (let j = 0; j < 3; j++) {
      w[TURN + 3 * i + j] = X[i] * Y[j] + X[3 + i] * Y[3 + j] + X[6 + i] * Y[6 + j];
      offset += X[3 * j + i] * (Y[STATE_P + j] - X[STATE_P + j]);
      velocity += X[3 * j + i] * (Y[STATE_V + j] - X[STATE_V + j]);
    }
    w[OFFSET_0 + i] = offset;
    w[VELOCITY + i] = velocity;
    w[VELOCITY + OTHER_WAY + i] = -velocity;
  }
}

/**
 * Node p against one or two nodes, at q0 and q1; `way`: 0 where p is X's, OTHER_WAY where it is Y's. Nodes are read by
 * place: u0 0-2, u1 3-5, corner 6-8, l0 9, l1 10, r 11 [hierarchy/fit-swept-sphere.ts].
 */
export function stepStraight(
  w: Float64Array,
  way: number,
  np: Float64Array,
  p: number,
  nq: Float64Array,
  q0: number,
  q1: number,
  count: number,
): void {
  const ux = np[p];
  const uy = np[p + 1];
  const uz = np[p + 2];
  const vx = np[p + 3];
  const vy = np[p + 4];
  const vz = np[p + 5];
  const ox = w[OFFSET + way] - np[p + 6];
  const oy = w[OFFSET + way + 1] - np[p + 7];
  const oz = w[OFFSET + way + 2] - np[p + 8];
  const a = np[p + 9];
  const b = np[p + 10];
  const pad = np[p + 11] + w[STRAIGHT_PAD];
  for (let c = 0; c < count; c++) {
    const q = c === 0 ? q0 : q1;
    const ex = nq[q];
    const ey = nq[q + 1];
    const ez = nq[q + 2];
    const fx = nq[q + 3];
    const fy = nq[q + 4];
    const fz = nq[q + 5];
    const tx = ox + nq[q + 6];
    const ty = oy + nq[q + 7];
    const tz = oz + nq[q + 8];
    const l = nq[q + 9];
    const m = nq[q + 10];
    const ue = ux * ex + uy * ey + uz * ez;
    const uf = ux * fx + uy * fy + uz * fz;
    const ve = vx * ex + vy * ey + vz * ez;
    const vf = vx * fx + vy * fy + vz * fz;
    const ut = ux * tx + uy * ty + uz * tz;
    const vt = vx * tx + vy * ty + vz * tz;
    const et = ex * tx + ey * ty + ez * tz;
    const ft = fx * tx + fy * ty + fz * tz;
    // s by alternating projections between the rectangles, from Q's centre; clamp(x, 0, a) = ½(|x| − |x − a| + a)
    let x = ut + 0.5 * (l * ue + m * uf);
    let y = vt + 0.5 * (l * ve + m * vf);
    x = 0.5 * (Math.abs(x) - Math.abs(x - a) + a);
    y = 0.5 * (Math.abs(y) - Math.abs(y - b) + b);
    let alpha = x * ue + y * ve - et;
    let beta = x * uf + y * vf - ft;
    alpha = 0.5 * (Math.abs(alpha) - Math.abs(alpha - l) + l);
    beta = 0.5 * (Math.abs(beta) - Math.abs(beta - m) + m);
    x = ut + alpha * ue + beta * uf;
    y = vt + alpha * ve + beta * vf;
    x = 0.5 * (Math.abs(x) - Math.abs(x - a) + a);
    y = 0.5 * (Math.abs(y) - Math.abs(y - b) + b);
    const sx = tx + alpha * ex + beta * fx - x * ux - y * vx;
    const sy = ty + alpha * ey + beta * fy - x * uy - y * vy;
    const sz = tz + alpha * ez + beta * fz - x * uz - y * vz;

    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    // corners along s, min(0, z) = ½(z − |z|)
    const a0 = l * (sx * ex + sy * ey + sz * ez);
    const a1 = m * (sx * fx + sy * fy + sz * fz);
    const a2 = -a * (sx * ux + sy * uy + sz * uz);
    const a3 = -b * (sx * vx + sy * vy + sz * vz);
    const gap =
      sx * tx +
      sy * ty +
      sz * tz -
      (pad + nq[q + 11]) * length +
      0.5 * (a0 - Math.abs(a0) + (a1 - Math.abs(a1)) + (a2 - Math.abs(a2)) + (a3 - Math.abs(a3)));
    if (!(gap > 0 && length > SMALLEST)) {
      w[STRAIGHT_STEP + c] = 0;
      continue;
    }
    const closing = -(sx * w[VELOCITY + way] + sy * w[VELOCITY + way + 1] + sz * w[VELOCITY + way + 2]);
    if (closing * w[STRAIGHT_REST] <= gap) w[STRAIGHT_STEP + c] = Infinity;
    else w[STRAIGHT_STEP + c] = SHORTEN * (gap / closing);
  }
}
