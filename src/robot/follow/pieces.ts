/**
 * A motion of all joints in pieces: each value a polynomial of degree 5, and how far the true value is from it at most.
 * A quintic through six of Newton's solutions at Chebyshev's extremes, proven, and cut where it is too far off or not
 * proven. Ends are solutions too, so that pieces join; that both continue one solution is checked at every knot.
 */
import { valueAt } from '../polynomial-bound.ts';
import type { Closure } from './closure.ts';
import type { Way } from './way.ts';

/** One piece of a move; t runs from 0 to 1 within it. */
export interface Piece {
  /** Shares of the move. */
  readonly from: number;
  readonly to: number;
  /** By powers of t, six for each value of a configuration. */
  readonly coefficients: Float64Array;
  /** For each value: the true one is at most so far from the polynomial. */
  readonly errors: Float64Array;
}

/** What a piece follows. */
export interface PieceSource {
  readonly closure: Closure;
  /** null: loops alone. */
  readonly way: Way | null;
  /** Shares of the way. */
  readonly from: number;
  readonly to: number;
}

/** By the coefficients of pieces, for whoever proves them again; those of paths made elsewhere are not there. */
export const pieceSources: WeakMap<Float64Array, PieceSource> = new WeakMap();

/** Why a move cannot be followed to its end. */
export interface Stop {
  /** Share of the move up to which it is proven. */
  readonly at: number;
  readonly reason: 'no-solution' | 'singular' | 'other-branch';
  /** The configuration there. */
  readonly values: Float64Array;
}

const NODES = 6;
/** Extremes of Chebyshev's polynomial of degree 5, on [0, 1]. */
const NODE_TIMES: readonly number[] = [0, 0.09549150281252627, 0.3454915028125263, 0.6545084971874737, 0.9045084971874737, 1];
/** Row m, column k: coefficient of t^m of the polynomial that is 1 at node k and 0 at the others. */
const LAGRANGE: Float64Array = lagrange();
const FIRST_LENGTH = 0.25;
/** Pieces shorter than this share of the move are not tried. */
const LEAST_LENGTH: number = 2 ** -16;
/** Times are multiples of it, so that the middle of a piece is exact. */
const GRAIN: number = 2 ** -40;
/** How much of the accuracy pieces are to use, by what is estimated; the proof finds some 10 % more. */
const AIM = 0.8;
/** Nothing is told finer than to this share of the accuracy. */
const FINEST: number = 2 ** -12;
/** Shares of its length by which a piece is tried anew before it is proven. */
const TOO_LONG = 0.97;
const TOO_SHORT = 1.25;
/** A joint that goes farther between two nodes is on another branch, in radians or lengths of the arm. */
const LARGEST_HOP = 1;

type Span = Pick<Piece, 'coefficients' | 'from' | 'to'>;

/** What `piecesOf` found. */
export interface Followed {
  readonly pieces: readonly Piece[];
  readonly stop: Stop | null;
  /** Rows that no unknown changes, by kind, at most. */
  readonly left: Float64Array;
}

/**
 * The pieces of one way, from a configuration that is known up to errors; values that are given go by the polynomials
 * of `course`, six coefficients each. Rows of loops are chosen as it goes. None is farther from the truth than
 * `accuracy`, as `Closure.effect` measures it.
 */
export function piecesOf(
  closure: Closure,
  way: Way | null,
  start: Float64Array,
  startErrors: Float64Array,
  course: Float64Array,
  accuracy: number,
): Followed {
  const pieces: Piece[] = [];
  const left = new Float64Array(closure.left.length);
  const nodes = Array.from({ length: NODES }, () => new Float64Array(start.length));
  const knot = start.slice();
  const unknown = new Set(closure.slots);
  // `lasted`: how long the last piece could have been
  let [from, step, lasted, lengthened] = [0, FIRST_LENGTH, 0, false];
  let near: Span | null = null; // the last polynomials through nodes, whether kept or not
  let reason: Stop['reason'] = 'no-solution';
  if (!closure.solve(knot, way, 0) || !isNear(knot, start, closure)) return { pieces, left, stop: { at: 0, reason, values: start } };
  while (from < 1) {
    if (step < LEAST_LENGTH) return { pieces, left, stop: { at: from, reason, values: knot.slice() } };
    const to = nextKnot(from, step);
    nodes[0].set(knot);
    if (!solveNodes(nodes, closure, way, unknown, course, near, from, to)) {
      reason = 'no-solution';
      step = 0.5 * (to - from);
      continue;
    }
    const coefficients = fitted(nodes, unknown, course, from, to);
    near = { coefficients, from, to };
    closure.keepOrientations(coefficients);
    // a proof costs several times what nodes do: other lengths are tried before it
    const expected = closure.estimate(coefficients, way, from, to);
    const factor = stretch((AIM * accuracy) / expected);
    if (factor < TOO_LONG || (factor > TOO_SHORT && !lengthened && nextKnot(from, factor * (to - from)) > to)) {
      reason = 'singular';
      [step, lengthened] = [factor * (to - from), true];
      continue;
    }
    const effect = closure.prove(way, from, to, Math.max(expected, FINEST * accuracy)) ? closure.effect() : Infinity;
    const proposed = (to - from) * stretch((AIM * accuracy) / effect);
    if (effect > accuracy) {
      reason = 'singular';
      step = effect === Infinity ? 0.5 * (to - from) : Math.min(proposed, 0.9 * (to - from));
      continue;
    }
    const before = pieces.at(-1);
    if (!joins(before === undefined ? start : endOf(before, closure), before?.errors ?? startErrors, coefficients, closure)) {
      reason = 'other-branch';
      step = 0.5 * (to - from);
      continue;
    }
    for (let k = 0; k < left.length; k++) left[k] = Math.max(left[k], closure.left[k]);
    pieces.push({ from, to, coefficients, errors: closure.errors.slice() });
    pieceSources.set(coefficients, { closure, way, from, to });
    knot.set(nodes[NODES - 1]);
    if (way === null || closure.rows.ahead !== undefined) closure.chooseBetter(knot);
    [from, step, lasted, lengthened] = [to, proposed * trendOf(proposed, lasted), proposed, false];
  }
  return { pieces, left, stop: null };
}

/** Lengths go on as they went. */
function trendOf(length: number, before: number): number {
  return before === 0 ? 1 : Math.min(1.6, Math.max(0.6, length / before));
}

/** Where a piece of about this length ends: the last two are equal, since a short last one would be one more. */
function nextKnot(from: number, step: number): number {
  const parts = (1 - from) / (1.02 * step);
  return parts <= 1 ? 1 : Math.round((from + (parts <= 2 ? (1 - from) / 2 : step)) / GRAIN) * GRAIN;
}

/** The same polynomial in t' with t = from + t' (to − from), off by less than 2⁻⁴⁸ of its coefficients' sum. */
function writeCut(course: Float64Array, o: number, from: number, to: number, out: Float64Array): void {
  for (let m = 0; m < 6; m++) out[o + m] = course[o + m];
  for (let i = 0; i < 5; i++) for (let m = 4; m >= i; m--) out[o + m] += from * out[o + m + 1];
  for (let m = 1, power = 1; m < 6; m++) {
    power *= to - from;
    out[o + m] *= power;
  }
}

/** Errors grow as the sixth power of a piece's length: how much longer it may be, from 0.3 to 3. */
function stretch(ratio: number): number {
  if (!(ratio > 0.000729)) return 0.3;
  if (ratio > 729) return 3;
  // Newton's steps from x^(3/16)
  const fourth = Math.sqrt(Math.sqrt(ratio));
  let root = Math.sqrt(fourth * Math.sqrt(fourth));
  for (let k = 0; k < 3; k++) root += (ratio / (root * root * root * root * root) - root) / 6;
  return root;
}

/**
 * Whether what was before ends with the one solution that this piece begins with: either's box lies in one in which the
 * other's solution is alone.
 */
function joins(end: Float64Array, errors: Float64Array, coefficients: Float64Array, closure: Closure): boolean {
  const { slots, errors: own } = closure;
  const off = (slot: number): number => Math.abs(end[slot] - coefficients[6 * slot]);
  let scale = 1;
  for (const slot of slots) scale = Math.max(scale, ((off(slot) + errors[slot]) / own[slot]) * (1 + 1e-12));
  return closure.isAlone(scale) || slots.every((slot) => off(slot) + own[slot] <= errors[slot]);
}

/** The values at the end of a piece. */
export function endOf({ coefficients }: Pick<Piece, 'coefficients'>, { orientations }: Closure): Float64Array {
  const out = new Float64Array(coefficients.length / 6);
  for (let s = 0; s < out.length; s++) for (let m = 5; m >= 0; m--) out[s] += coefficients[6 * s + m];
  for (const s of orientations) out[s] = coefficients[6 * s + 1];
  return out;
}

function isNear(a: Float64Array, b: Float64Array, { slots, units }: Closure): boolean {
  for (const s of slots) if (!(Math.abs(a[s] - b[s]) < LARGEST_HOP * units[s])) return false;
  return true;
}

/** Newton's solutions at the nodes after the first; false: there is none, or it is another one. */
function solveNodes(
  nodes: readonly Float64Array[],
  closure: Closure,
  way: Way | null,
  unknown: ReadonlySet<number>,
  course: Float64Array,
  near: Span | null,
  from: number,
  to: number,
): boolean {
  for (let k = 1; k < NODES; k++) {
    const t = from + (to - from) * NODE_TIMES[k];
    const along = near === null ? 2 : (t - near.from) / (near.to - near.from);
    if (near === null || along > 1.7) extrapolate(nodes, k);
    else for (let s = 0; s < nodes[k].length; s++) nodes[k][s] = valueAt(near.coefficients, 6 * s, along);
    for (let s = 0; s < nodes[k].length; s++) if (!unknown.has(s)) nodes[k][s] = valueAt(course, 6 * s, t);
    if (!(closure.solve(nodes[k], way, t) && isNear(nodes[k], nodes[k - 1], closure))) return false;
  }
  return true;
}

/** Where node k will be, by the polynomial through those before it. */
function extrapolate(nodes: readonly Float64Array[], k: number): void {
  const out = nodes[k];
  out.fill(0);
  for (let i = Math.max(0, k - 3); i < k; i++) {
    let weight = 1;
    for (let j = Math.max(0, k - 3); j < k; j++) if (j !== i) weight *= (NODE_TIMES[k] - NODE_TIMES[j]) / (NODE_TIMES[i] - NODE_TIMES[j]);
    for (let s = 0; s < out.length; s++) out[s] += weight * nodes[i][s];
  }
}

/** Coefficients of all values: of the unknown ones through the nodes, of the others as they are given. */
function fitted(
  nodes: readonly Float64Array[],
  unknown: ReadonlySet<number>,
  course: Float64Array,
  from: number,
  to: number,
): Float64Array {
  const size = nodes[0].length;
  const out = new Float64Array(6 * size);
  for (let s = 0; s < size; s++) {
    if (!unknown.has(s)) {
      writeCut(course, 6 * s, from, to, out);
      continue;
    }
    out[6 * s] = nodes[0][s];
    for (let m = 1; m < 6; m++) {
      let x = 0;
      for (let k = 1; k < NODES; k++) x += LAGRANGE[m * NODES + k] * (nodes[k][s] - nodes[0][s]);
      out[6 * s + m] = x;
    }
  }
  return out;
}

function lagrange(): Float64Array {
  const out = new Float64Array(NODES * NODES);
  for (let k = 0; k < NODES; k++) {
    let polynomial = [1];
    for (let j = 0; j < NODES; j++) {
      if (j === k) continue;
      const scale = 1 / (NODE_TIMES[k] - NODE_TIMES[j]);
      const next = new Array<number>(polynomial.length + 1).fill(0);
      polynomial.forEach((x, m) => {
        next[m] -= x * NODE_TIMES[j] * scale;
        next[m + 1] += x * scale;
      });
      polynomial = next;
    }
    polynomial.forEach((x, m) => {
      out[m * NODES + k] = x;
    });
  }
  return out;
}
