/**
 * Where are two edges closest? As segments, in one frame, with the direction across both.
 * Guarantee: the distance of the points is that of the edges within rounding of their coordinates, also where they are
 * all but parallel: the place along a line comes from cross products, whose error ε/θ (θ the angle) moves the points
 * apart by ε only; the usual determinant |u|²|v|² − (u·v)² has ε/θ².
 */

/** In: tail and head of a's edge, of b's. */
export const EDGES_A = 0;
export const EDGES_B = 6;
/** Out: u × v as a unit vector, then 1; or all 0 where the points tell the direction better, or an end is closest. */
export const EDGES_NORMAL = 12;
/** Out: the places along the edges, from tail 0 to head 1. */
export const EDGES_PLACE_A = 16;
export const EDGES_PLACE_B = 17;
const EDGES_DOUBLES = 18;

/** Leaf functions never call back, so one block for all callers is enough. */
export const edgePair: Float64Array = new Float64Array(EDGES_DOUBLES);

/** Closest points of the edges in F: w[0..2] of a, w[3..5] of b. */
export function closestOfEdges(F: Float64Array, w: Float64Array): void {
  const ux = F[3] - F[0];
  const uy = F[4] - F[1];
  const uz = F[5] - F[2];
  const vx = F[9] - F[6];
  const vy = F[10] - F[7];
  const vz = F[11] - F[8];
  const rx = F[6] - F[0];
  const ry = F[7] - F[1];
  const rz = F[8] - F[2];
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const cc = cx * cx + cy * cy + cz * cz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  // s = (r × v)·(u × v) / |u × v|²
  let s = cc > 0 ? ((ry * vz - rz * vy) * cx + (rz * vx - rx * vz) * cy + (rx * vy - ry * vx) * cz) / cc : 0;
  s = s > 0 ? (s < 1 ? s : 1) : 0;
  let t = vv > 0 ? ((s * ux - rx) * vx + (s * uy - ry) * vy + (s * uz - rz) * vz) / vv : 0;
  t = t > 0 ? (t < 1 ? t : 1) : 0;
  s = uu > 0 ? ((rx + t * vx) * ux + (ry + t * vy) * uy + (rz + t * vz) * uz) / uu : 0;
  s = s > 0 ? (s < 1 ? s : 1) : 0;
  w[0] = F[0] + s * ux;
  w[1] = F[1] + s * uy;
  w[2] = F[2] + s * uz;
  w[3] = F[6] + t * vx;
  w[4] = F[7] + t * vy;
  w[5] = F[8] + t * vz;
  F[EDGES_PLACE_A] = s;
  F[EDGES_PLACE_B] = t;
  // across the edges to ε/θ, between the points to ε·size/distance: the better of the two
  const x = w[3] - w[0];
  const y = w[4] - w[1];
  const z = w[5] - w[2];
  const size = uu + vv + rx * rx + ry * ry + rz * rz;
  const inside = s > 0 && s < 1 && t > 0 && t < 1 && cc * size > (x * x + y * y + z * z) * uu * vv;
  const scale = inside ? 1 / Math.sqrt(cc) : 0;
  F[EDGES_NORMAL] = cx * scale;
  F[EDGES_NORMAL + 1] = cy * scale;
  F[EDGES_NORMAL + 2] = cz * scale;
  F[EDGES_NORMAL + 3] = inside ? 1 : 0;
}
