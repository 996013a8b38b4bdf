/**
 * Stencils: a vertex and a face, or two edges, whose corners go straight from where they start to where they end, in
 * whole numbers. Do they stay more than c apart? A stretch of time is settled by one of
 *
 *   a direction along which they are apart at both its ends [docs/proof.md, "Stencils"],
 *   c = 0: their volume n·w, or the place of where they would meet, keeps off 0 by its coefficients of Bernstein,
 *
 * or it is cut in halves. All signs are exact. A stretch is without its end, but where the step is closed.
 */
import type { Judgement, Work } from './leaf.ts';

/** Stretches that one stencil may take, and how short they may be: 2 to minus that of the whole. */
const MOST_STRETCHES = 1024;
const DEEPEST = 200;
/** Units of work for a stretch. */
const PIECE = 50;

export type Vector = readonly bigint[];

/** Corners of the first feature, then of the second one. */
export interface Stencil {
  readonly start: readonly Vector[];
  readonly end: readonly Vector[];
  /** How many belong to the first one: 1 of a vertex and a face, 2 of two edges. */
  readonly count: number;
  /** They are to be farther apart. */
  readonly c: bigint;
}

/** Whether both are more than c apart all along; `closed`: at the end too. */
export function judgeStencil(stencil: Stencil, closed: boolean, work: Work): Judgement {
  const pending: { stretch: Stencil; isClosed: boolean; level: number }[] = [{ stretch: stencil, isClosed: closed, level: 0 }];
  let stretches = 0;
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) {
    const { stretch, isClosed, level } = top;
    stretches++;
    work.pieces++;
    work.own += PIECE;
    const found = stretch.c === 0n ? byVolume(stretch, isClosed) : 'undecided';
    if (found === 'refuted') return found;
    if (found === 'proven' || byDirections(stretch, isClosed)) continue;
    if (stretches >= MOST_STRETCHES || level >= DEEPEST || work.isSpent) return 'undecided';
    const twice = (places: readonly Vector[]): Vector[] => places.map((place) => place.map((x) => 2n * x));
    const { start, end, count, c } = stretch;
    const middle = start.map((place, i) => place.map((x, k) => x + end[i][k]));
    pending.push({ stretch: { start: middle, end: twice(end), count, c: 2n * c }, isClosed, level: level + 1 });
    pending.push({ stretch: { start: twice(start), end: middle, count, c: 2n * c }, isClosed: false, level: level + 1 });
  }
  return 'proven';
}

/** Whether an edge, the first two corners, goes through a face, where neither touches the other's edges. */
export function goesThrough([p, q, a, b, c]: readonly Vector[]): boolean {
  const [u, v, d] = [minus(b, a), minus(c, a), minus(q, p)];
  const [below, above] = [p, q].map((x) => dot(cross(u, v), minus(x, a)));
  if (below * above >= 0n) return false;
  const [ap, bp, cp] = [a, b, c].map((x) => minus(x, p));
  const around = [dot(d, cross(ap, bp)), dot(d, cross(bp, cp)), dot(d, cross(cp, ap))];
  return around.every((x) => x >= 0n) || around.every((x) => x <= 0n);
}

/**
 * With u, v along the two edges, or two of the face's, w from the first corner of a to the first of b, and n = u × v:
 * where they meet, n·w = 0, and if n ≠ 0 the shares of u and v at which they do are (w × v)·n and (w × u)·n over n·n.
 */
function byVolume({ start, end, count }: Stencil, isClosed: boolean): Judgement {
  const along = (i: number, j: number): Line => [minus(start[j], start[i]), minus(end[j], end[i])];
  const [u, v, w] = count === 1 ? [along(1, 2), along(1, 3), along(1, 0)] : [along(0, 1), along(2, 3), along(0, 2)];
  const n = product(u, v);
  const volume = [dot(n[0], w[0]), dot(n[1], w[0]) + dot(n[0], w[1]), dot(n[2], w[0]) + dot(n[1], w[1]), dot(n[2], w[1])];
  if (isAbove(volume, isClosed) || isBelow(volume, isClosed)) return 'proven';
  const whole = dots(n, n);
  const s = dots(product(w, v), n);
  const r = count === 1 ? dots(product(u, w), n) : dots(product(w, u), n);
  const less = (x: readonly bigint[], y: readonly bigint[]): bigint[] => x.map((value, k) => value - y[k]);
  // of a face the third corner has what is left; of two edges each share is at most 1
  const shares = [s, r, ...(count === 1 ? [less(less(whole, s), r)] : [less(whole, s), less(whole, r)])];
  if (shares.some((share) => isBelow(share, isClosed))) return 'proven';
  const changes = (volume[0] < 0n && volume[3] > 0n) || (volume[0] > 0n && volume[3] < 0n);
  // n·w goes through 0 on the way, and they meet there
  return changes && isAbove(whole, true) && shares.every((share) => share.every((x) => x >= 0n)) ? 'refuted' : 'undecided';
}

/** A vector at both ends of a stretch, linear between. */
type Line = readonly [Vector, Vector];

/** Coefficients of a product of two lines: the middle one twice. */
function product(a: Line, b: Line): readonly [Vector, Vector, Vector] {
  const [first, second] = [cross(a[0], b[1]), cross(a[1], b[0])];
  return [cross(a[0], b[0]), first.map((x, k) => x + second[k]), cross(a[1], b[1])];
}

/** Coefficients of Bernstein of a·b, each times a positive number of its own. */
function dots(a: readonly Vector[], b: readonly Vector[]): bigint[] {
  return [
    dot(a[0], b[0]),
    dot(a[0], b[1]) + dot(a[1], b[0]),
    dot(a[0], b[2]) + dot(a[1], b[1]) + dot(a[2], b[0]),
    dot(a[1], b[2]) + dot(a[2], b[1]),
    dot(a[2], b[2]),
  ];
}

/** A polynomial is above 0 all along where its coefficients are; those but the first may be 0 short of the end. */
function isAbove(coefficients: readonly bigint[], isClosed: boolean): boolean {
  return coefficients[0] > 0n && coefficients.every((x) => x >= 0n) && (!isClosed || coefficients[coefficients.length - 1] > 0n);
}

function isBelow(coefficients: readonly bigint[], isClosed: boolean): boolean {
  return isAbove(
    coefficients.map((x) => -x),
    isClosed,
  );
}

/** Whether along one of the directions between them in the middle of the stretch they are apart at both its ends. */
function byDirections({ start, end, count, c }: Stencil, isClosed: boolean): boolean {
  const middle = start.map((place, i) => place.map((x, k) => x + end[i][k]));
  const [a, b] = [middle.slice(0, count), middle.slice(count)];
  const squared = c * c;
  const keeps = (n: Vector, places: readonly Vector[], atLeast: boolean): boolean => {
    const along = places.map((place) => dot(n, place));
    const [far, near] = [along.slice(0, count), along.slice(count)].map((own, side) =>
      own.reduce((most, x) => ((side === 0 ? x > most : x < most) ? x : most)),
    );
    const apart = near - far;
    const least = squared === 0n ? 0n : squared * dot(n, n);
    return atLeast ? apart >= 0n && apart * apart >= least : apart > 0n && apart * apart > least;
  };
  const isApart = (n: Vector): boolean => n.some((x) => x !== 0n) && keeps(n, start, false) && keeps(n, end, !isClosed);
  // of an edge from p by e to a place, or from there to it
  const across = (e: Vector, to: Vector): Vector => cross(e, cross(to, e));
  const normal = count === 1 ? cross(minus(b[1], b[0]), minus(b[2], b[0])) : cross(minus(a[1], a[0]), minus(b[1], b[0]));
  if (isApart(normal) || isApart(normal.map((x) => -x))) return true;
  for (const [i, y] of b.entries()) {
    const e = minus(b[(i + 1) % b.length], y);
    if (i < 2 * b.length - 3 && a.some((x) => isApart(across(e, minus(y, x))))) return true;
    if (count === 2 && isApart(across(minus(a[1], a[0]), minus(y, a[0])))) return true;
  }
  return a.some((x) => b.some((y) => isApart(minus(y, x))));
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
