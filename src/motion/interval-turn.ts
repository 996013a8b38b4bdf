/**
 * What a turning matrix is over an interval of angles: encloses R = C + cos φ A + sin φ B [Redon et al. 2004, eq. 3]
 * and its derivatives by time, Ṙ = φ̇ G and R̈ = φ̈ G − φ̇² H, with G = cos φ B − sin φ A and H = cos φ A + sin φ B.
 * Guarantee: sound for all matrices whose entries are off those given by so little that R, G and H are off by at most
 * the slack.
 * Deviation: an entry is a cos φ + b sin φ, whose range is exact (its ends, or the amplitude √(a² + b²)) where the sign
 * of its first or second derivative is known; plain interval arithmetic, up to √2 times wider, remains for wide
 * intervals.
 */
import * as interval from '../math/interval.ts';
import { sinCosInPlace } from '../math/trig.ts';

/** φ, φ̇, φ̈ as intervals, then the slack. */
export const TURN_ANGLE = 0;
export const TURN_RATE = 2;
export const TURN_BEND = 4;
export const TURN_SLACK = 6;
export const TURN_SIZE = 7;

/** sin and cos over the interval, then at both of its ends. */
const waves = new Float64Array(8);
const first = new Float64Array(18);
const second = new Float64Array(18);
const speed = new Float64Array(2);
const product = new Float64Array(2);
const ONES = new Float64Array([1, -1]);
/** Beyond this the sine at an end is dear; nobody needs sharp bounds there. */
const LARGEST_ANGLE: number = 2 ** 20;
/** More than any underflow here; products with what is widened by it are not subnormal, which would be slow. */
const UNDERFLOW: number = 2 ** -480;

/**
 * A, B and C, nine doubles each row by row, stand at (k, i); writes the nine intervals of R, Ṙ or R̈ for order 0, 1, 2.
 */
export function writeTurn(k: Float64Array, i: number, turn: Float64Array, order: number, out: Float64Array, o: number): void {
  interval.sin(turn, TURN_ANGLE, waves, 0);
  interval.cos(turn, TURN_ANGLE, waves, 2);
  waves[4] = turn[TURN_ANGLE];
  waves[6] = turn[TURN_ANGLE + 1];
  const near = Math.abs(waves[4]) <= LARGEST_ANGLE && Math.abs(waves[6]) <= LARGEST_ANGLE;
  if (near) {
    sinCosInPlace(waves, 4);
    sinCosInPlace(waves, 6);
  }
  if (order === 0) {
    writeWaves(k, i, i + 9, 0, i + 18, turn, near, out, o);
    for (let e = o; e < o + 18; e += 2) {
      if (out[e] < -1) out[e] = -1;
      if (out[e + 1] > 1) out[e + 1] = 1;
    }
    return;
  }
  writeWaves(k, i + 9, i, 1, -1, turn, near, first, 0);
  if (order === 1) {
    for (let e = 0; e < 18; e += 2) {
      interval.mul(turn, TURN_RATE, first, e, out, o + e);
      out[o + e] -= UNDERFLOW;
      out[o + e + 1] += UNDERFLOW;
    }
    return;
  }
  writeWaves(k, i, i + 9, 0, -1, turn, near, second, 0);
  interval.sqr(turn, TURN_RATE, speed, 0);
  for (let e = 0; e < 18; e += 2) {
    interval.mul(turn, TURN_BEND, first, e, out, o + e);
    interval.mul(speed, 0, second, e, product, 0);
    interval.sub(out, o + e, product, 0, out, o + e);
    out[o + e] -= UNDERFLOW;
    out[o + e + 1] += UNDERFLOW;
  }
}

/**
 * Nine ranges of c + f(φ), f = a cos φ ± b sin φ (sign 0: +, 1: −), a at ia, b at ib, c at ic or 0 for ic < 0. Sines
 * are off by u, their middles and radii by u more, so each number below is off by less than 8 u (|a| + |b| + |c|),
 * which also decides when a sign counts as known.
 */
function writeWaves(
  k: Float64Array,
  ia: number,
  ib: number,
  sign: number,
  ic: number,
  turn: Float64Array,
  near: boolean,
  out: Float64Array,
  o: number,
): void {
  const slack = turn[TURN_SLACK] + UNDERFLOW;
  const sin = 0.5 * (waves[0] + waves[1]);
  const sinSpread = 0.5 * (waves[1] - waves[0]);
  const cos = 0.5 * (waves[2] + waves[3]);
  const cosSpread = 0.5 * (waves[3] - waves[2]);
  for (let e = 0; e < 9; e++) {
    const a = k[ia + e];
    const b = ONES[sign] * k[ib + e];
    const c = ic < 0 ? 0 : k[ic + e];
    const farA = Math.abs(a);
    const farB = Math.abs(b);
    const margin = 2 ** -50 * (farA + farB);
    const middle = a * cos + b * sin;
    const spread = farA * cosSpread + farB * sinSpread;
    let lo = middle - spread;
    let hi = middle + spread;
    if (near) {
      const start = a * waves[5] + b * waves[4];
      const end = a * waves[7] + b * waves[6];
      const mean = 0.5 * (start + end);
      const half = 0.5 * Math.abs(end - start);
      // f′ = b cos φ − a sin φ
      if (Math.abs(b * cos - a * sin) > farB * cosSpread + farA * sinSpread + margin) {
        lo = mean - half;
        hi = mean + half;
      } else if (lo > margin) {
        // f″ = −f: concave where f > 0, then the least value is at an end
        lo = mean - half;
        hi = Math.min(hi, Math.sqrt(a * a + b * b));
      } else if (hi < -margin) {
        hi = mean + half;
        lo = Math.max(lo, -Math.sqrt(a * a + b * b));
      }
    }
    const error = margin + 2 ** -50 * Math.abs(c) + slack;
    const below = c + lo - error;
    const above = c + hi + error;
    const sound = below <= above;
    out[o + 2 * e] = sound ? below : Number.NEGATIVE_INFINITY;
    out[o + 2 * e + 1] = sound ? above : Number.POSITIVE_INFINITY;
  }
}
