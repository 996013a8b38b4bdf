/**
 * Chebyshev's extremes on [−1, 1] as places where functions of time are looked at, and what their values there say: the
 * interpolation through them is at most the sum of its absolute coefficients, and at most LEBESGUE times as far off as
 * the values are.
 */
import { PI, sinCosInPlace } from '../../../math/trig.ts';

/** Above 2/π (ln n + γ + ln 8/π) for all n up to 64. */
export const LEBESGUE = 4;
/** More than all roundings of a sum, of the values' size. */
const ROUNDING: number = 2 ** -40;

class ExtremeGrid {
  /** It has one place more. */
  readonly degree: number;
  /** Places, from 1 to −1. */
  readonly places: Float64Array;
  /** Row k: what the values are multiplied with for coefficient k. */
  private readonly cosines: Float64Array;

  constructor(degree: number) {
    const n = degree;
    const circle = new Float64Array(2 * n + 2);
    for (let k = 0; k < 2 * n; k++) {
      // exact where it is 0 or 1, and the same on both sides
      const near = Math.min(k, 2 * n - k);
      const folded = Math.min(near, n - near);
      circle[k] = (folded * PI) / n;
      sinCosInPlace(circle, k);
      circle[k] = (2 * near > n ? -1 : 1) * (2 * folded === n ? 0 : circle[k + 1]);
    }
    this.degree = n;
    this.places = circle.slice(0, n + 1);
    this.cosines = new Float64Array((n + 1) * (n + 1));
    for (let k = 0; k <= n; k++)
      for (let j = 0; j <= n; j++) {
        const ends = (j === 0 || j === n ? 0.5 : 1) * (k === 0 || k === n ? 0.5 : 1);
        this.cosines[k * (n + 1) + j] = (ends * 2 * circle[(j * k) % (2 * n)]) / n;
      }
  }

  /** The sum of the absolute coefficients of the interpolation through the values from o on. */
  sum(values: Float64Array, o: number): number {
    const { degree: n, cosines } = this;
    let [sum, size] = [0, 0];
    for (let j = 0; j <= n; j++) size += Math.abs(values[o + j]);
    if (!(size > 0)) return size;
    const middle = n >> 1;
    // both sides at once: of even coefficients their sums, of odd ones their differences
    for (let parity = 0; parity < 2; parity++) {
      const sign = parity === 0 ? 1 : -1;
      for (let j = 0; j < middle; j++) folded[j] = values[o + j] + sign * values[o + n - j];
      folded[middle] = parity === 0 ? values[o + middle] : 0;
      for (let k = parity, row = parity * (n + 1); k <= n; k += 2, row += 2 * (n + 1)) {
        let x = 0;
        for (let j = 0; j <= middle; j++) x += cosines[row + j] * folded[j];
        sum += Math.abs(x);
      }
    }
    return sum * (1 + ROUNDING) + ROUNDING * size;
  }
}

const folded = new Float64Array(33);
const grids: Map<number, ExtremeGrid> = new Map();

/** The grid of an even degree up to 64, made at first use. */
export function gridOf(degree: number): ExtremeGrid {
  let grid = grids.get(degree);
  if (grid === undefined) {
    grid = new ExtremeGrid(degree);
    grids.set(degree, grid);
  }
  return grid;
}
