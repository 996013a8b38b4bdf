/**
 * The few corners of a flat mesh that span it: a floor of 20,000 triangles has four.
 *
 * Guarantee: every given vertex is within `off` of the hull of those at `corners`, rounding included. Found by plain
 * doubles and then measured, so that nothing relies on how they were found.
 */
import { LEAF_STRIDE } from './triangle-tree.ts';

export interface FlatOutline {
  /** Vertices, once around. */
  readonly corners: readonly number[];
  readonly off: number;
}

/** What is off its plane or outline by more of its radius than this is not flat. */
const FLAT = 2 ** -22;
/** Some forty roundings of products of coordinates, as part of the radius. */
const ROUNDING = 2 ** -46;

/** Null where it is not flat, or spanned by more than `most` corners. */
export function flatOutline(
  positions: Float64Array,
  vertices: readonly number[],
  leaves: Float64Array,
  radius: number,
  most: number,
): FlatOutline | null {
  const normal = new Float64Array(3);
  if (!writeLargestNormal(leaves, normal)) return null;
  const [x, y, z] = normal;
  // across the smallest part of the normal
  const k = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const along = k === 0 ? [0, z, -y] : k === 1 ? [-z, 0, x] : [y, -x, 0];
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  const [ux, uy, uz] = along.map((part) => part / length);
  const [vx, vy, vz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux];
  let low = Infinity;
  let high = -Infinity;
  const places = vertices.map((vertex) => {
    const [px, py, pz] = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
    const height = x * px + y * py + z * pz;
    low = Math.min(low, height);
    high = Math.max(high, height);
    return { vertex, p: ux * px + uy * py + uz * pz, q: vx * px + vy * py + vz * pz };
  });
  if (!(high - low <= FLAT * radius)) return null;
  const around = convexOutline(places);
  if (around.length < 3 || around.length > most) return null;
  let outside = 0;
  for (const place of places) outside = Math.max(outside, distanceOutside(around, place, ROUNDING * radius));
  if (!(outside <= FLAT * radius)) return null;
  return { corners: around.map(({ vertex }) => vertex), off: high - low + outside + ROUNDING * radius };
}

interface Place {
  readonly vertex: number;
  readonly p: number;
  readonly q: number;
}

/** The largest triangle's, whose direction rounding hurts least; false: none has one. */
function writeLargestNormal(leaves: Float64Array, out: Float64Array): boolean {
  const normal = new Float64Array(3);
  let largest = 0;
  for (let o = 0; o < leaves.length; o += LEAF_STRIDE) {
    const area = writeNormal(leaves, o, normal);
    if (area <= largest) continue;
    largest = area;
    out.set(normal);
  }
  return largest > 0;
}

const turn = (a: Place, b: Place, c: Place): number => (b.p - a.p) * (c.q - a.q) - (b.q - a.q) * (c.p - a.p);

/** Counter-clockwise, without corners on its edges: lower side, then upper side [Andrew 1979]. */
function convexOutline(places: readonly Place[]): readonly Place[] {
  const sorted = [...places].sort((a, b) => a.p - b.p || a.q - b.q);
  const half = (of: readonly Place[]): Place[] => {
    const chain: Place[] = [];
    for (const place of of) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], place) <= 0) chain.pop();
      chain.push(place);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** 0 where it is clearly within the outline, else the distance of the nearest edge. */
function distanceOutside(around: readonly Place[], place: Place, margin: number): number {
  let isInside = true;
  let nearest = Infinity;
  for (const [i, a] of around.entries()) {
    const b = around[(i + 1) % around.length];
    const [ep, eq] = [b.p - a.p, b.q - a.q];
    const square = ep * ep + eq * eq;
    if (turn(a, b, place) < margin * Math.sqrt(square)) isInside = false;
    const share = Math.min(1, Math.max(0, ((place.p - a.p) * ep + (place.q - a.q) * eq) / square));
    const [dp, dq] = [place.p - a.p - share * ep, place.q - a.q - share * eq];
    nearest = Math.min(nearest, Math.sqrt(dp * dp + dq * dq));
  }
  return isInside ? 0 : nearest;
}

/** The unit normal of a leaf; twice its area, 0: it has none. */
export function writeNormal(p: Float64Array, o: number, out: Float64Array): number {
  const ex = p[o + 3] - p[o];
  const ey = p[o + 4] - p[o + 1];
  const ez = p[o + 5] - p[o + 2];
  const fx = p[o + 6] - p[o];
  const fy = p[o + 7] - p[o + 1];
  const fz = p[o + 8] - p[o + 2];
  out[0] = ey * fz - ez * fy;
  out[1] = ez * fx - ex * fz;
  out[2] = ex * fy - ey * fx;
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let k = 0; k < 3; k++) out[k] /= length;
  return length;
}
