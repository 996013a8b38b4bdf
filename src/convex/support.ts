/**
 * Which vertex of a convex polyhedron lies farthest along a direction? By climbing from neighbour to neighbour, the
 * next call from the last answer:
 * where directions change little from call to call, a few steps whatever the number of vertices [Cameron 1997].
 * Guarantee: no vertex has a greater direction·position in real arithmetic on the given doubles. Every step gains
 * strictly, so that it ends; a vertex with no better neighbour is farthest, as the polyhedron is exactly convex.
 */
import { exactIntegers } from '../geometry/exact-integers.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';

/** Relative to Σ|dₖ(wₖ − vₖ)|: difference, product and two sums. */
const DOUBT = 5 * 2 ** -53;
const TINY = 2 ** -1070;
/** The same with 106 bits, and where their smaller halves may underflow. */
const DOUBT_PRECISE = 2 ** -98;
const TINY_PRECISE = 2 ** -900;
/** 2²⁷ + 1 splits a double into two halves whose products are exact. */
const SPLIT = 134217729;

/**
 * Three components of `direction` at `offset`, in the frame of the polyhedron; of equal ones the first that is met from
 * `start`.
 */
export function supportVertex(p: ConvexPolyhedron, direction: Float64Array, offset: number, start: number): number {
  const { positions, vertexStart, vertexNeighbours } = p;
  const dx = direction[offset];
  const dy = direction[offset + 1];
  const dz = direction[offset + 2];
  let at = start;
  for (;;) {
    const x = positions[3 * at];
    const y = positions[3 * at + 1];
    const z = positions[3 * at + 2];
    const end = vertexStart[at + 1];
    let next = -1;
    let most = 0;
    let doubtful = false;
    for (let k = vertexStart[at]; k < end; k++) {
      const w = 3 * vertexNeighbours[k];
      const px = dx * (positions[w] - x);
      const py = dy * (positions[w + 1] - y);
      const pz = dz * (positions[w + 2] - z);
      const gain = px + py + pz;
      const doubt = DOUBT * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) + TINY;
      if (gain > doubt) {
        if (gain > most) {
          most = gain;
          next = vertexNeighbours[k];
        }
      } else if (!(gain < -doubt)) doubtful = true;
    }
    for (let k = vertexStart[at]; doubtful && next < 0 && k < end; k++) {
      if (gains(positions, at, vertexNeighbours[k], direction, offset)) next = vertexNeighbours[k];
    }
    if (next < 0) return at;
    at = next;
  }
}

/** True where direction·(w − v) > 0. */
function gains(positions: Float64Array, v: number, w: number, direction: Float64Array, offset: number): boolean {
  const px = direction[offset] * (positions[3 * w] - positions[3 * v]);
  const py = direction[offset + 1] * (positions[3 * w + 1] - positions[3 * v + 1]);
  const pz = direction[offset + 2] * (positions[3 * w + 2] - positions[3 * v + 2]);
  const gain = px + py + pz;
  const doubt = DOUBT * (Math.abs(px) + Math.abs(py) + Math.abs(pz)) + TINY;
  if (gain > doubt) return true;
  if (gain < -doubt) return false;
  return exactlyGains(positions, v, w, direction, offset);
}

/**
 * The same where 53 bits are in doubt: with 106, and where these are too, with integers. Faces that lie on faces ask
 * for it in every call.
 */
function exactlyGains(positions: Float64Array, v: number, w: number, direction: Float64Array, offset: number): boolean {
  let high = 0;
  let low = 0;
  let size = 0;
  let even = true;
  for (let k = 0; k < 3; k++) {
    const d = direction[offset + k];
    const from = positions[3 * v + k];
    const to = positions[3 * w + k];
    if (d === 0 || from === to) continue;
    even = false;
    // to − from = e + rest, d·e = product + …, exactly [Dekker 1971]
    const e = to - from;
    const f = to - e;
    const rest = to - (e + f) + (f - from);
    const product = d * e;
    const ds = SPLIT * d;
    const d1 = ds - (ds - d);
    const d0 = d - d1;
    const es = SPLIT * e;
    const e1 = es - (es - e);
    const e0 = e - e1;
    const sum = high + product;
    const part = sum - high;
    low += high - (sum - part) + (product - part) + (d1 * e1 - product + d1 * e0 + d0 * e1 + d0 * e0 + d * rest);
    high = sum;
    size += Math.abs(product);
  }
  if (even) return false;
  const gain = high + low;
  const doubt = DOUBT_PRECISE * size + TINY_PRECISE;
  if (gain > doubt) return true;
  if (gain < -doubt) return false;
  const ends = exactIntegers(positions, 3 * w, positions, 3 * v, 3);
  const [dx, dy, dz] = exactIntegers(direction, offset, direction, offset, 3);
  return dx * (ends[0] - ends[3]) + dy * (ends[1] - ends[4]) + dz * (ends[2] - ends[5]) > 0n;
}
