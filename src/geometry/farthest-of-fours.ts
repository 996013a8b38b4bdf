/**
 * Which of a few points lies farthest along a direction? All are looked at, four at a time, and without branches among
 * the four: nobody foretells which is the farthest, and a branch foretold wrongly takes longer than four products.
 * Guarantee: none is farther by more than 28u of the longest product |direction|·|point|, u = 2⁻⁵³: heights of four are
 * compared as d + e + |d − e| = 2 max(d, e), by numbers that are off by 7u twice, and each height by 3u, twice.
 */
import { doubles } from '../math/enlarged.ts';

/**
 * The points, three doubles each, and of the last ones as many again as make four. Which ones, matters: these must be
 * as far as those they repeat by the sums above too, or they would be found.
 */
export function inFours(points: ArrayLike<number>): number[] {
  const out = doubles(12 * Math.ceil(points.length / 12));
  // a a a a, a b a b, a b c c
  const back = points.length % 12 === 6 ? 6 : 3;
  for (let k = 0; k < out.length; k++) out[k] = k < points.length ? points[k] : out[k - back];
  return out;
}

/** The place in p of the point that is farthest along way[o..o + 2]. */
export function farthestOfFours(p: readonly number[], way: readonly number[], o: number): number {
  const x = way[o];
  const y = way[o + 1];
  const z = way[o + 2];
  let most = -Infinity;
  let best = 0;
  for (let k = 0; k < p.length; k += 12) {
    const d0 = x * p[k] + y * p[k + 1] + z * p[k + 2];
    const d1 = x * p[k + 3] + y * p[k + 4] + z * p[k + 5];
    const d2 = x * p[k + 6] + y * p[k + 7] + z * p[k + 8];
    const d3 = x * p[k + 9] + y * p[k + 10] + z * p[k + 11];
    const first = d0 + d1 + Math.abs(d0 - d1);
    const second = d2 + d3 + Math.abs(d2 - d3);
    const height = first + second + Math.abs(first - second);
    const later = Number(d1 > d0);
    const which = later + Number(second > first) * (2 + Number(d3 > d2) - later);
    if (height > most) {
      most = height;
      best = k + 3 * which;
    }
  }
  return best;
}
