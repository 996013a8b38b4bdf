/** Two points of two bodies that are as near as a contact claims: by their triangles, and weights in whole numbers. */
import { type Closest, findClosestLeaves } from '../contact/closest-leaves.ts';
import { type InsideVertex, isContained } from '../contact/containment.ts';
import type { MovingPair } from '../contact/moving-pair.ts';
import type { PairQueue } from '../contact/pair-queue.ts';
import { CLOSEST, CORNERS_B } from '../contact/triangle-gap.ts';

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

/** Weights of three corners at o, for a point of their triangle at p; of a flat one, along its longest side. */
function weights(w: Float64Array, o: number, p: number): readonly number[] {
  const vector = (from: number, to: number): readonly number[] => [0, 1, 2].map((k) => w[to + k] - w[from + k]);
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const e = vector(o, o + 3);
  const f = vector(o, o + 6);
  const x = vector(o, p);
  const [ee, ef, ff, xe, xf] = [dot(e, e), dot(e, f), dot(f, f), dot(x, e), dot(x, f)];
  const area = ee * ff - ef * ef;
  // a segment's third corner is its first or second one; of a point there is nothing to weigh
  const flat = !(area > 2 ** -40 * ee * ff);
  const s = flat ? (ee >= ff && ee > 0 ? xe / ee : 0) : (ff * xe - ef * xf) / area;
  const t = flat ? (ff > ee ? xf / ff : 0) : (ee * xf - ef * xe) / area;
  const out = [1 - s - t, s, t].map((share) => Math.round(WHOLE * Math.min(1, Math.max(0, share))));
  return out.every((weight) => weight === 0) ? [1, 0, 0] : out;
}
