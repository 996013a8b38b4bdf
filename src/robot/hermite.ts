/**
 * The polynomial between two points of a trajectory, by powers of t = seconds / T in [0, 1]: cubic by positions and
 * velocities, quintic by accelerations too.
 */

/**
 * Writes coefficients 1 … 3 or 1 … 5 to `out` from `o` + 1 on, and returns the degree. `way` is what lies between the
 * ends, p and q are T · velocity there, e and f T² · acceleration; null: cubic.
 */
export function writeHermite(out: Float64Array, o: number, way: number, p: number, q: number, e: number | null, f: number | null): 3 | 5 {
  out[o + 1] = p;
  if (e === null || f === null) {
    out[o + 2] = 3 * way - 2 * p - q;
    out[o + 3] = -2 * way + p + q;
    return 3;
  }
  out[o + 2] = e / 2;
  out[o + 3] = 10 * way - 6 * p - 4 * q - 1.5 * e + 0.5 * f;
  out[o + 4] = -15 * way + 8 * p + 7 * q + 1.5 * e - f;
  out[o + 5] = 6 * way - 3 * (p + q) - 0.5 * (e - f);
  return 5;
}
