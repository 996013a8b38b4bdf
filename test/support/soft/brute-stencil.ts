/**
 * First contact of a stencil by bisection of time in exact rational arithmetic, knowing nothing of cubics and their roots.
 * Free: over each piece of time one direction has all differences of the two features on its positive side, at both ends.
 * Contact: at a rational time no such direction exists, or between two times the features cross through each other.
 * Neither is found for a touch at an irrational time without crossing, nor for misses below the depth: 'unknown'.
 */
import { compareRationals, type Rational, rational } from '../rational.ts';
import type { StencilKind } from './stencils.ts';

export type BruteAnswer =
  | { readonly verdict: 'free' | 'unknown' }
  /** The first contact is in [lo, hi]. */
  | { readonly verdict: 'hit'; readonly lo: Rational; readonly hi: Rational };

type Vector = readonly [bigint, bigint, bigint];

/** Differences of the two features, in cyclic order. */
const DIFFERENCES: Record<StencilKind, readonly (readonly [number, number])[]> = {
  'vertex-face': [
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  'edge-edge': [
    [0, 2],
    [1, 2],
    [1, 3],
    [0, 3],
  ],
};

/** Where the features part as slowly as they come together, pieces must be very short: then contact is looked for at a few times only. */
const MOST_PIECES = 150;
const SIMPLE_TIMES: readonly Rational[] = Array.from({ length: 12 }, (_, q) => q + 1)
  .flatMap((q) => Array.from({ length: q + 1 }, (_, n): Rational => ({ numerator: BigInt(n), denominator: BigInt(q) })))
  .sort(compareRationals);

/** Pieces of time are 2^-depth long where most contacts are reported. */
export function bruteStencil(kind: StencilKind, values: ArrayLike<number>, depth = 40): BruteAnswer {
  const exact = Array.from(values, rational);
  const common = exact.reduce((most, { denominator }) => (denominator > most ? denominator : most), 1n);
  const x = exact.map(({ numerator, denominator }) => numerator * (common / denominator));
  const [start, end] = [0, 12].map((o) =>
    DIFFERENCES[kind].map(
      ([i, j]): Vector => [x[o + 3 * i] - x[o + 3 * j], x[o + 3 * i + 1] - x[o + 3 * j + 1], x[o + 3 * i + 2] - x[o + 3 * j + 2]],
    ),
  );
  // Times over their denominator, the differences scaled by it.
  const at = ({ numerator: n, denominator: d }: Rational): Vector[] => start.map((w, j) => plus(times(w, d - n), times(end[j], n)));

  let pieces = 0;
  const search = (m: bigint, k: bigint): BruteAnswer => {
    const lo = { numerator: m, denominator: 1n << k };
    const hi = { numerator: m + 1n, denominator: 1n << k };
    const [w0, w1] = [at(lo), at(hi)];
    if (guessSeparates([...w0, ...w1])) return { verdict: 'free' };
    pieces += 1;
    if (pieces > MOST_PIECES) {
      const time = SIMPLE_TIMES.find((t) => compareRationals(t, lo) >= 0 && !separates(at(t)));
      return time === undefined ? { verdict: 'unknown' } : { verdict: 'hit', lo, hi: time };
    }
    if (k >= depth) {
      if (separates([...w0, ...w1])) return { verdict: 'free' };
      // A piece shortly before the contact may already be beyond separation.
      for (const width of [1n, 16n, 4096n]) {
        const late = { numerator: m + width < 1n << k ? m + width : 1n << k, denominator: 1n << k };
        const w2 = at(late);
        const touches = [w0, w2, at(simplestBetween(lo, late))].some((w) => !separates(w));
        if (touches || crosses(w0, w2) || crossesInPlane(w0, w2)) return { verdict: 'hit', lo, hi: late };
      }
      return { verdict: 'unknown' };
    }
    const left = search(2n * m, k + 1n);
    return left.verdict === 'free' ? search(2n * m + 1n, k + 1n) : left;
  };
  return search(0n, 0n);
}

/**
 * Whether some s has s·w > 0 for all w: exactly when the origin is outside their convex hull.
 * The sum of the extreme rays of the cone {s: s·w ≥ 0} is such an s if there is one; where the w lie in a plane, of the rays in that plane.
 */
function separates(w: readonly Vector[]): boolean {
  let s: Vector = [0n, 0n, 0n];
  for (const ray of rays(w)) if (w.every((x) => dot(ray, x) >= 0n)) s = plus(s, ray);
  return w.every((x) => dot(s, x) > 0n);
}

function rays(w: readonly Vector[]): Vector[] {
  const found: Vector[] = [...w];
  for (const [k, x] of w.entries()) {
    for (const y of w.slice(0, k)) {
      const n = cross(x, y);
      for (const ray of [n, cross(n, x), cross(n, y)]) found.push(ray, times(ray, -1n));
    }
  }
  return found;
}

/** The same question, the direction found in doubles and proven in integers; false proves nothing. */
function guessSeparates(w: readonly Vector[]): boolean {
  const largest = w.flat().reduce((most, c) => (c > most ? c : -c > most ? -c : most), 1n);
  const shift = BigInt(Math.max(0, largest.toString(2).length - 60));
  const rough = w.map((x) => unit(x.map((c) => Number(c >> shift))));
  const s = [0, 0, 0];
  const add = (ray: readonly number[]): void => {
    let [least, most] = [0, 0];
    for (const x of rough) {
      const height = ray[0] * x[0] + ray[1] * x[1] + ray[2] * x[2];
      if (height < least) least = height;
      if (height > most) most = height;
      if (least < -1e-12 && most > 1e-12) return;
    }
    const turn = most > -least ? 1 : -1;
    for (let i = 0; i < 3; i++) s[i] += turn * ray[i];
  };
  for (const [k, x] of rough.entries()) {
    add(x);
    for (let j = 0; j < k; j++) {
      const y = rough[j];
      const n = unit(roughCross(x, y));
      add(n);
      add(unit(roughCross(n, x)));
      add(unit(roughCross(n, y)));
    }
  }
  const [a, b, c] = unit(s).map((component) => BigInt(Math.round(component * 2 ** 52)));
  return w.every((x) => a * x[0] + b * x[1] + c * x[2] > 0n);
}

function roughCross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Of length 1, or 0. */
function unit(a: readonly number[]): number[] {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length > 0 ? a.map((c) => c / length) : [0, 0, 0];
}

/** Whether a coordinate axis pierces the hull all the time, at heights of both signs: between, the hull passes the origin. */
function crosses(w0: readonly Vector[], w1: readonly Vector[]): boolean {
  const last = w0.length - 1;
  if (sign(dot(w0[0], cross(w0[1], w0[last]))) * sign(dot(w1[0], cross(w1[1], w1[last]))) > 0) return false;
  return [0, 1, 2].some((axis) =>
    [1n, -1n].some((turn) =>
      w0.every((_, j) => {
        const k = (j + 1) % w0.length;
        const middle = cross(w0[j], w1[k])[axis] + cross(w1[j], w0[k])[axis];
        return [cross(w0[j], w0[k])[axis], middle, cross(w1[j], w1[k])[axis]].every((value) => value * turn > 0n);
      }),
    ),
  );
}

/** For motions within one plane: whether two points of the hull stay on opposite sides of the origin and the line through them passes it. */
function crossesInPlane(w0: readonly Vector[], w1: readonly Vector[]): boolean {
  const all = [...w0, ...w1];
  const normal = rays(all).find((n) => n.some((c) => c !== 0n) && all.every((x) => dot(n, x) === 0n));
  if (normal === undefined) return false;
  return w0.some((_, k) =>
    w0.slice(0, k).some((_, j) => {
      const opposite = [dot(w0[j], w0[k]), dot(w0[j], w1[k]) + dot(w1[j], w0[k]), dot(w1[j], w1[k])].every((value) => value < 0n);
      return opposite && dot(cross(w0[j], w0[k]), cross(w1[j], w1[k])) <= 0n;
    }),
  );
}

/** The fraction with the least denominator strictly between. */
function simplestBetween(lo: Rational, hi: Rational): Rational {
  const whole = lo.numerator / lo.denominator;
  if ((whole + 1n) * hi.denominator < hi.numerator) return { numerator: whole + 1n, denominator: 1n };
  const [a, b] = [lo, hi].map(({ numerator, denominator }) => ({ numerator: numerator - whole * denominator, denominator }));
  if (a.numerator === 0n) {
    // 1/q below b.
    const q = b.denominator / b.numerator + 1n;
    return { numerator: whole * q + 1n, denominator: q };
  }
  const inverse = simplestBetween(
    { numerator: b.denominator, denominator: b.numerator },
    { numerator: a.denominator, denominator: a.numerator },
  );
  return { numerator: whole * inverse.numerator + inverse.denominator, denominator: inverse.numerator };
}

function plus(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function times(a: Vector, c: bigint): Vector {
  return [a[0] * c, a[1] * c, a[2] * c];
}

function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function sign(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}
