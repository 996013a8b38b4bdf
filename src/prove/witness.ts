/** Two points of two bodies that are as near as a contact claims: by their triangles, and weights in whole numbers. */
import { type Closest, findClosestLeaves } from '../contact/closest-leaves.ts';
import { type InsideVertex, isContained } from '../contact/containment.ts';
import type { MovingPair } from '../contact/moving-pair.ts';
import type { PairQueue } from '../contact/pair-queue.ts';
import { CLOSEST, CORNERS_B } from '../contact/triangle-gap.ts';
import type { Vec3 } from '../math/pose.ts';
import { cross, dot } from '../math/vec3.ts';

/** Weights are whole numbers up to this: of a large triangle, too, rounded by less than the distance is. */
const WHOLE = 2 ** 50;

export interface Witness {
  /** How much nearer than the clearance and the tolerance; at least 0. */
  readonly spare: number;
  readonly leafA: number;
  readonly leafB: number;
  readonly u: readonly number[];
  readonly v: readonly number[];
}

/** The nearest two points at an instant, if they are within clearance and tolerance. */
export function witnessOf(pair: MovingPair, time: number, tolerance: number, queue: PairQueue): Witness | null {
  const closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  const within = pair.clearance + tolerance;
  pair.placeAt(time);
  findClosestLeaves(pair, queue, within, 0, 0, closest);
  const { leafA, leafB, distance } = closest;
  if (leafA < 0) return null;
  pair.measure(leafA, leafB);
  return { spare: within - distance, leafA, leafB, u: weights(pair.leaf, 0, CLOSEST), v: weights(pair.leaf, CORNERS_B, CLOSEST + 3) };
}

/** Whose corner is inside the other body, a solid, at an instant; null: nobody's. */
export function insideOf(pair: MovingPair, time = 0): 'a' | 'b' | null {
  const found: InsideVertex = { side: 0, vertex: -1 };
  pair.placeAt(time);
  if (isContained(pair, found) !== true) return null;
  return found.side === 0 ? 'a' : 'b';
}

/**
 * Weights of three corners at o, for a point of their triangle at p: those within it, or on one of its sides, whichever
 * are nearer to the point. Of a needle the former are mostly roundings, of a flat one the latter are exact.
 */
function weights(w: Float64Array, o: number, p: number): readonly number[] {
  const e = vector(w, o, o + 3);
  const f = vector(w, o, o + 6);
  const x = vector(w, o, p);
  const g = vector(w, o + 3, o + 6);
  const along = share(e, x);
  const beside = share(f, x);
  const across = share(g, vector(w, o + 3, p));
  const [s, t] = within(e, f, x);
  let best: readonly number[] = [1, 0, 0];
  let least = Infinity;
  for (const [u, v] of [
    [along, 0],
    [0, beside],
    [1 - across, across],
    [s, t],
  ]) {
    const rest = without(x, e, u, f, v);
    const square = dot(rest, rest);
    if (!(square < least)) continue;
    least = square;
    best = [1 - u - v, u, v];
  }
  const out = best.map((part) => Math.round(WHOLE * Math.min(1, Math.max(0, part))));
  return out.every((weight) => weight === 0) ? [1, 0, 0] : out;
}

/** Shares of both sides at a point of the triangle's plane; not numbers where it is flat. */
function within(e: Vec3, f: Vec3, x: Vec3): readonly number[] {
  const n = cross(e, f);
  const square = dot(n, n);
  let s = 0;
  let t = 0;
  // once more of what roundings left
  for (let pass = 0; pass < 2; pass++) {
    const rest = without(x, e, s, f, t);
    s = Math.max(0, s + dot(cross(rest, f), n) / square);
    t = Math.max(0, t + dot(cross(e, rest), n) / square);
  }
  const sum = Math.max(1, s + t);
  return [s / sum, t / sum];
}

/** How far along a side a point is, from 0 to 1; 0 where it has no length. */
function share(side: Vec3, x: Vec3): number {
  const square = dot(side, side);
  return square > 0 ? Math.min(1, Math.max(0, dot(x, side) / square)) : 0;
}

/** x − u e − v f */
function without(x: Vec3, e: Vec3, u: number, f: Vec3, v: number): Vec3 {
  return [x[0] - u * e[0] - v * f[0], x[1] - u * e[1] - v * f[1], x[2] - u * e[2] - v * f[2]];
}

function vector(w: Float64Array, from: number, to: number): Vec3 {
  return [w[to] - w[from], w[to + 1] - w[from + 1], w[to + 2] - w[from + 2]];
}
