/**
 * How large places and turns at the end of a chain of joints can become where time is complex: over Bernstein's ellipse
 * of ρ, the sums of whose half axes are ρ, around a part of time, s ∈ [−1, 1]. What is bounded there is off from its
 * interpolation through Chebyshev's extremes by at most 4 M ρ⁻ⁿ/(ρ − 1) [Trefethen 2019, theorem 8.2].
 * |Tₖ| ≤ (ρᵏ + ρ⁻ᵏ)/2 and |Im Tₖ| ≤ (ρᵏ − ρ⁻ᵏ)/2 there, and a turn by a + ib is as long as e^|b|, because it is a turn
 * by a after one by ib, whose eigenvalues are 1 and e^±b. So M is a product over the joints.
 * And what the same chain is off by in doubles, as [arm.ts] and [way.ts] add it up.
 */
import { JOINT_ANGLE, JOINT_DEGREE, JOINT_PLACE } from '../../joint-motion.ts';
import { LEBESGUE } from './extreme-grid.ts';

const TERMS = 6;
/** Row m: t^m as Chebyshev's polynomials of 2t − 1, all of them dyadic and exact. */
const SHIFTED: Float64Array = shifted();
/** More than all roundings of a bound. */
const ROUND_UP = 1 + 2 ** -30;
/**
 * By how much a joint's matrix is off in all (Frobenius) because entries of A, B and C are off by 2⁻⁴⁶
 * [joint-template.ts], at all times alike: below 3 (1 + √2) 2⁻⁴⁶.
 */
const TURN_ERROR: number = 2 ** -43;
/** Roundings of its entries and of its product with those before it, or of a frame that stands: below 60 u. */
const ROUNDING: number = 2 ** -47;
/** Horner's rule, multiplier and offset, and an instant that is off by 4 u: below 16 u (m + 1) |fₘ|. */
const VALUE_ERROR: number = 2 ** -49;
/** Coefficients over a part of time, and by Chebyshev's polynomials, are off by less of their sum. */
const CUT_ERROR: number = 2 ** -45;

export class ChainGrowth {
  /** After `grow`: how long turns at the end can become, and places, seen from where the chain begins. */
  turn = 1;
  length = 0;
  /** After `end`: how far turns and places are from an interpolation through what doubles make of them. */
  turnOff = 0;
  placeOff = 0;
  /** By block: sizes of the coefficients of its angle and of its place, by Chebyshev's polynomials. */
  private readonly angles: Float64Array;
  private readonly places: Float64Array;
  private readonly cut: Float64Array = new Float64Array(4 * TERMS);
  private blocks = 0;
  private turnError = 0;
  private placeError = 0;
  private lengths = 0;

  /** Room for so many blocks. */
  constructor(count: number) {
    this.angles = new Float64Array(TERMS * count);
    this.places = new Float64Array(TERMS * count);
  }

  /** A chain that begins so far from the origin. */
  begin(far: number): void {
    this.blocks = 0;
    this.turnError = ROUNDING;
    this.placeError = 0;
    this.lengths = far;
  }

  /** The next block at (J, o) over a part of its time; what is added to its value turns and slides it by so much. */
  add(J: Float64Array, o: number, from: number, to: number, turns: number, slides: number): void {
    const { cut, angles, places, blocks } = this;
    const degree = J[o + JOINT_DEGREE];
    let [turned, slid] = [2 * turns, 2 * slides];
    for (let m = 0; m <= degree; m++) {
      cut[m] = J[o + JOINT_ANGLE + m];
      turned += (m + 1) * Math.abs(cut[m]);
      for (let e = 0; e < 3; e++) {
        const x = J[o + JOINT_PLACE + 3 * m + e];
        cut[TERMS * (e + 1) + m] = x;
        slid += (m + 1) * Math.abs(x);
      }
    }
    // a place is turned by those before it
    this.placeError += (this.turnError + LEBESGUE * VALUE_ERROR) * slid;
    this.turnError += TURN_ERROR + LEBESGUE * (ROUNDING + VALUE_ERROR * turned);
    this.lengths += slid;
    const at = TERMS * blocks;
    angles.fill(0, at, at + TERMS);
    places.fill(0, at, at + TERMS);
    for (let which = 0; which < 4; which++) if (from !== 0 || to !== 1) cutOut(cut, TERMS * which, degree, from, to);
    for (let k = 0; k <= degree; k++) {
      let [a, x, y, z] = [0, 0, 0, 0];
      for (let m = k; m <= degree; m++) {
        const weight = SHIFTED[TERMS * m + k];
        a += weight * cut[m];
        x += weight * cut[TERMS + m];
        y += weight * cut[2 * TERMS + m];
        z += weight * cut[3 * TERMS + m];
      }
      angles[at + k] = Math.abs(a) + (degree > 1 ? CUT_ERROR * turned : 0);
      places[at + k] = Math.sqrt(x * x + y * y + z * z) + CUT_ERROR * slid;
    }
    this.blocks++;
  }

  /** Ends the chain so far beyond its last block. */
  end(far: number): void {
    this.lengths += far;
    this.turnOff = (this.turnError + ROUNDING) * ROUND_UP;
    // sums of places are rounded with every block
    const rounding = LEBESGUE * VALUE_ERROR * (this.blocks + 2) * this.lengths;
    this.placeOff = (this.placeError + this.turnError * far + rounding) * ROUND_UP;
  }

  /** `powers`: (ρᵏ − ρ⁻ᵏ)/2 and then (ρᵏ + ρ⁻ᵏ)/2, k from 0 to 5; `far`: how far the end is beyond the last block. */
  grow(powers: Float64Array, far: number): void {
    const { angles, places, blocks } = this;
    let [turn, length] = [1, 0];
    for (let o = 0; o < TERMS * blocks; o += TERMS) {
      let place = places[o];
      let bent = 0;
      for (let k = 1; k < TERMS; k++) {
        bent += angles[o + k] * powers[k];
        place += places[o + k] * powers[TERMS + k];
      }
      length += turn * place;
      if (bent > 0) turn *= exponential(bent);
    }
    this.turn = turn * ROUND_UP;
    this.length = (length + turn * far) * ROUND_UP;
  }
}

/** At least e^x for x ≥ 0: (1 − x/1024)^−1024, whose roundings are below 2⁻⁴¹. */
function exponential(x: number): number {
  if (!(x < 512)) return Number.POSITIVE_INFINITY;
  let y = 1 / (1 - x / 1024);
  for (let k = 0; k < 10; k++) y *= y;
  return y * ROUND_UP;
}

/** The same polynomial in t' with t = from + t' (to − from). */
function cutOut(f: Float64Array, o: number, degree: number, from: number, to: number): void {
  for (let k = 0; k < degree; k++) for (let m = degree - 1; m >= k; m--) f[o + m] += from * f[o + m + 1];
  for (let m = 1, power = 1; m <= degree; m++) {
    power *= to - from;
    f[o + m] *= power;
  }
}

/** 2^(1 − 2m) (2m over m − k), half of it for k = 0. */
function shifted(): Float64Array {
  const out = new Float64Array(TERMS * TERMS);
  for (let m = 0; m < TERMS; m++) {
    let binomial = 1;
    for (let i = 1; i <= m; i++) binomial = (binomial * (m + i)) / i;
    for (let k = 0; k <= m; k++) {
      out[TERMS * m + k] = (binomial * (k === 0 ? 1 : 2)) / (1 << (2 * m));
      binomial = (binomial * (m - k)) / (m + k + 1);
    }
  }
  return out;
}
