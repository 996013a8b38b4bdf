// The distance of two triangles in 106 bits, for pairs that triangle-triangle.ts cannot prove in 53.
// Every vertex over every face, every pair of edges, every edge through every face; the first answer whose points and
// direction bound the distance from both sides within PROOF_SLACK is taken, else the closest points found.
// Differences of input coordinates enter exactly. A face narrower than 2⁻⁵⁰ of its edges counts as its edges, which
// moves the answer by less than that width.

import { ddAlong, ddCross, ddDifference, ddDot, ddProduct, ddQuotient, ddSum } from './double-double.ts';
import { PROOF_SLACK, supportGap } from './pair-frame.ts';

// Places in the register file: vectors take 6 slots, scalars 2; 0 to 7 belong to double-double.ts.
const CORNER = 8; // six vectors: corners of a, then of b, from a's first corner
const EDGE = 44; // six vectors
const W = 80;
const R = 86;
const P = 92;
const Q = 98;
const N = 104;
const C = 110;
const UU = 116;
const UV = 118;
const VV = 120;
const UR = 122;
const VR = 124;
const DET = 126;
const S = 128;
const T = 130;
const X = 132;
const Y = 134;
const D = new Float64Array(136);

/** sine² of the narrowest corner that still has a normal. */
const SINE_SQUARED = 2 ** -100;

/** The closest pair of points so far and whether a direction proves it. */
const best: Float64Array = new Float64Array(11);

/** Improves the answer in the frame f (see pair-frame.ts). */
export function separatePrecisely(a: Float64Array, ao: number, b: Float64Array, bo: number, f: Float64Array): void {
  load(a, ao, b, bo, f[54]);
  best[6] = Number.POSITIVE_INFINITY;
  for (let face = 0; face < 2; face++) {
    if (!normal(face)) continue;
    for (let k = 0; k < 3; k++) if (vertexFace(face, k, f)) return;
    for (let k = 0; k < 3; k++) if (edgeFace(face, k, f)) return;
  }
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) if (edgeEdge(i, j, f)) return;
  }
  for (let k = 0; k < 11; k++) f[42 + k] = best[k];
}

function load(a: Float64Array, ao: number, b: Float64Array, bo: number, scale: number): void {
  for (let k = 0; k < 9; k++) {
    const o = a[ao + (k % 3)];
    const next = k < 6 ? k + 3 : k - 6;
    ddDifference(D, CORNER + 2 * k, a[ao + k], o, scale);
    ddDifference(D, CORNER + 18 + 2 * k, b[bo + k], o, scale);
    ddDifference(D, EDGE + 2 * k, a[ao + next], a[ao + k], scale);
    ddDifference(D, EDGE + 18 + 2 * k, b[bo + next], b[bo + k], scale);
  }
}

/** N = normal of the face, UU = N·N; taken at the corner between the two shorter edges, where it is best known. */
function normal(face: number): boolean {
  const e = EDGE + 18 * face;
  const l0 = squared(e);
  const l1 = squared(e + 6);
  const l2 = squared(e + 12);
  const k = l0 >= l1 && l0 >= l2 ? 1 : l1 >= l2 ? 2 : 0;
  const p = e + 6 * k;
  const q = e + 6 * ((k + 1) % 3);
  ddCross(D, N, p, q);
  ddDot(D, UU, N, N);
  return D[UU] > SINE_SQUARED * squared(p) * squared(q);
}

function squared(v: number): number {
  return D[v] * D[v] + D[v + 2] * D[v + 2] + D[v + 4] * D[v + 4];
}

/** Is P, projected along N, in the closed face? */
function inside(face: number): boolean {
  for (let k = 0; k < 3; k++) {
    vector(W, P, CORNER + 18 * face + 6 * k, -1);
    ddCross(D, C, EDGE + 18 * face + 6 * k, W);
    ddDot(D, X, C, N);
    if (!(D[X] >= 0)) return false;
  }
  return true;
}

function vector(k: number, i: number, j: number, sign: number): void {
  for (let c = 0; c < 6; c += 2) ddSum(D, k + c, i + c, j + c, sign);
}

function copy(k: number, i: number): void {
  for (let c = 0; c < 6; c++) D[k + c] = D[i + c];
}

function vertexFace(face: number, k: number, f: Float64Array): boolean {
  copy(P, CORNER + 18 * (1 - face) + 6 * k);
  if (!inside(face)) return false;
  // q = p − (n·(p − c)/n·n)·n
  vector(W, P, CORNER + 18 * face, -1);
  ddDot(D, X, N, W);
  ddQuotient(D, T, X, UU);
  ddAlong(D, Q, P, T, N, -1);
  const distance = Math.abs(D[X]) / Math.sqrt(D[UU]);
  const turn = (D[X] >= 0 === (face === 0) ? 1 : -1) / Math.sqrt(D[UU]);
  f[49] = D[N] * turn;
  f[50] = D[N + 2] * turn;
  f[51] = D[N + 4] * turn;
  return face === 0 ? offer(Q, P, distance, 6 + 8 * k, f) : offer(P, Q, distance, k + 48, f);
}

/** Does edge k of the other triangle meet the face? */
function edgeFace(face: number, k: number, f: Float64Array): boolean {
  const from = CORNER + 18 * (1 - face) + 6 * k;
  const edge = EDGE + 18 * (1 - face) + 6 * k;
  vector(W, from, CORNER + 18 * face, -1);
  ddDot(D, X, N, W);
  ddDot(D, Y, N, edge);
  if (D[Y] === 0) return false;
  // t = −n·w/n·edge
  ddQuotient(D, T, X, Y);
  if (!(D[T] <= 0 && D[T] >= -1)) return false;
  ddAlong(D, P, from, T, edge, -1);
  if (!inside(face)) return false;
  f[49] = 0;
  f[50] = 0;
  f[51] = 0;
  store(f, 42, P, P, 0, face === 0 ? 6 + 8 * (3 + k) : 3 + k + 48);
  return true;
}

function edgeEdge(i: number, j: number, f: Float64Array): boolean {
  const u = EDGE + 6 * i;
  const v = EDGE + 18 + 6 * j;
  const p = CORNER + 6 * i;
  const q = CORNER + 18 + 6 * j;
  vector(W, q, p, -1);
  ddDot(D, UU, u, u);
  ddDot(D, UV, u, v);
  ddDot(D, VV, v, v);
  ddProduct(D, X, UU, VV);
  ddProduct(D, Y, UV, UV);
  ddSum(D, DET, X, Y, -1);
  set(S, 0);
  set(T, 0);
  copy(R, W);
  // Minimise |w + t·v − s·u|² over the unit square; the second step removes what the small determinant of near-parallel
  // edges spoilt.
  if (D[DET] > 0) {
    step(u, v);
    clamp(S);
    if (between(S) && between(T)) {
      difference(u, v);
      step(u, v);
      clamp(S);
    }
  }
  bestOther(T, S, UV, VV, v, -1);
  if (!between(T)) {
    clamp(T);
    bestOther(S, T, UV, UU, u, 1);
    clamp(S);
  }
  difference(u, v);
  ddAlong(D, P, p, S, u, 1);
  ddAlong(D, Q, q, T, v, 1);
  const distance = Math.sqrt(squared(R));
  const root = distance > 0 ? 1 / distance : 0;
  f[49] = D[R] * root;
  f[50] = D[R + 2] * root;
  f[51] = D[R + 4] * root;
  const fa = D[S] > 0 ? (between(S) ? 3 + i : (i + 1) % 3) : i;
  const fb = D[T] > 0 ? (between(T) ? 3 + j : (j + 1) % 3) : j;
  return offer(P, Q, distance, fa + 8 * fb, f);
}

/** r = w + t·v − s·u */
function difference(u: number, v: number): void {
  ddAlong(D, R, W, T, v, 1);
  ddAlong(D, R, R, S, u, -1);
}

/** s += (u·r v·v − v·r u·v)/det, t += (u·r u·v − v·r u·u)/det */
function step(u: number, v: number): void {
  ddDot(D, UR, u, R);
  ddDot(D, VR, v, R);
  advance(S, VV, UV);
  advance(T, UV, UU);
}

function advance(k: number, first: number, second: number): void {
  ddProduct(D, X, UR, first);
  ddProduct(D, Y, VR, second);
  ddSum(D, X, X, Y, -1);
  ddQuotient(D, Y, X, DET);
  ddSum(D, k, k, Y, 1);
}

/** The free parameter k for a given other one: k = (other·u·v + sign·edge·w)/edge·edge. */
function bestOther(k: number, other: number, mixed: number, square: number, edge: number, sign: number): void {
  set(k, 0);
  if (!(D[square] > 0)) return;
  ddDot(D, Y, edge, W);
  ddProduct(D, X, other, mixed);
  ddSum(D, X, X, Y, sign);
  ddQuotient(D, k, X, square);
}

function set(k: number, x: number): void {
  D[k] = x;
  D[k + 1] = 0;
}

/** 0 < r[k] < 1; just below 1 the first part is 1 and the second negative. */
function between(k: number): boolean {
  return D[k] > 0 && (D[k] < 1 || (D[k] === 1 && D[k + 1] < 0));
}

function clamp(k: number): void {
  if (!between(k)) set(k, D[k] > 0 ? 1 : 0);
}

/**
 * Takes a pair of points when it is proven by the direction in the frame; remembers it when it is the closest so far.
 */
function offer(p: number, q: number, distance: number, code: number, f: Float64Array): boolean {
  const slack = PROOF_SLACK * f[53];
  if (distance <= best[6] + slack) {
    supportGap(f);
    if (f[55] >= distance - slack) {
      store(f, 42, p, q, distance, code);
      return true;
    }
  }
  if (distance < best[6]) {
    const proven = distance > slack;
    store(best, 0, p, q, distance, code);
    best[7] = proven ? f[49] : 0;
    best[8] = proven ? f[50] : 0;
    best[9] = proven ? f[51] : 0;
  }
  return false;
}

/** Writes points, distance and code at o, leaving the direction between them. */
function store(target: Float64Array, o: number, p: number, q: number, distance: number, code: number): void {
  for (let c = 0; c < 3; c++) {
    target[o + c] = D[p + 2 * c];
    target[o + 3 + c] = D[q + 2 * c];
  }
  target[o + 6] = distance;
  target[o + 10] = code;
}
