/**
 * The elementary tests of linearly moving features, decided: a fast certified search, and exact integers for the few it
 * leaves open. Without a clearance the verdict is exact, and the time less than 1e-8 before the first contact, never
 * after it; with one, times are never late and the distance there is at most clearance + tolerance.
 */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkLength, limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import { decideByAxes } from './axis-stencil.ts';
import { exactStencil, type StencilKind } from './exact-stencil.ts';
import { KEEP_CLEARANCE, KEEP_TOLERANCE, keep, keepEdgeEdge, keepVertexFace, stencil } from './keep-distance.ts';
import { testEdgeEdge, testVertexFace } from './linear-stencil.ts';
import { FREE, HULL_TIME, HULL_UNTIL, hull, TOUCHES, UNPROVEN } from './origin-in-hull.ts';
import { decidePrecisely } from './precise-stencil.ts';

/** How near two features may come. Without a clearance only touching counts. */
export interface ElementaryOptions {
  /** The distance that must be kept, in the unit of length. Default 0: only touching counts, decided exactly. */
  readonly clearance?: number;
  /**
   * With a clearance: how far above it still counts as contact, in the unit of length. Default: 1e-6 of the corners'
   * spread.
   */
  readonly tolerance?: number;
}

/** Whether and when a vertex and a face, or two edges, come into contact. */
export interface ElementaryResult {
  /** Whether they touch, or come nearer than the clearance. Without a clearance exact: neither missed nor made up. */
  readonly hit: boolean;
  /**
   * Share of the step, 0 to 1, at which they first do so; never late, and without a clearance less than 1e-8 early. 1
   * where they do not.
   */
  readonly time: number;
}

const KINDS: readonly string[] = ['vertex-face', 'edge-edge'];
const RELATIVE_TOLERANCE = 1e-6;
/** Slots of the exact answer: 1 where there is a contact, and its time. */
const EXACT_FOUND = 0;
const EXACT_TIME = 1;
const exact: Float64Array = new Float64Array(2);
const after: Float64Array = stencil.subarray(12);

/** How often exact integers were asked, ever. */
export const counts: { exact: number } = { exact: 0 };

/** As testVertexFace: do they touch before hull[HULL_UNTIL]? The time is in hull[HULL_TIME]. */
export function vertexFaceTouches(
  P0: Float64Array,
  P1: Float64Array,
  p: number,
  F0: Float64Array,
  F1: Float64Array,
  a: number,
  b: number,
  c: number,
): boolean {
  const found = testVertexFace(P0, P1, p, F0, F1, a, b, c);
  if (found === FREE) return false;
  if (found === TOUCHES) return true;
  putCorner(P0, P1, p, 0);
  putCorner(F0, F1, a, 3);
  putCorner(F0, F1, b, 6);
  putCorner(F0, F1, c, 9);
  return decide('vertex-face', 3);
}

/** As testEdgeEdge. */
export function edgeEdgeTouches(
  A0: Float64Array,
  A1: Float64Array,
  i: number,
  j: number,
  B0: Float64Array,
  B1: Float64Array,
  k: number,
  l: number,
): boolean {
  const found = testEdgeEdge(A0, A1, i, j, B0, B1, k, l);
  if (found === FREE) return false;
  if (found === TOUCHES) return true;
  putCorner(A0, A1, i, 0);
  putCorner(A0, A1, j, 3);
  putCorner(B0, B1, k, 6);
  putCorner(B0, B1, l, 9);
  return decide('edge-edge', 4);
}

/** A corner, before and after, into `stencil` from `at` on. */
function putCorner(before: Float64Array, after: Float64Array, v: number, at: number): void {
  for (let k = 0; k < 3; k++) {
    stencil[at + k] = before[v + k];
    stencil[at + 12 + k] = after[v + k];
  }
}

/** What doubles left open: along the axes where it is flat, by double-doubles where it nearly is, else by integers. */
function decide(kind: StencilKind, corners: number): boolean {
  let found = decideByAxes(corners);
  if (found === UNPROVEN) found = decidePrecisely(corners);
  if (found !== UNPROVEN) return found === TOUCHES;
  counts.exact++;
  exactStencil(kind, stencil, exact);
  hull[HULL_TIME] = exact[EXACT_TIME];
  return exact[EXACT_FOUND] === 1 && exact[EXACT_TIME] < hull[HULL_UNTIL];
}

/**
 * Do a vertex and a face, or two edges, touch while their corners move straight and evenly, and when first? 24 numbers:
 * four points at t = 0, then the same at t = 1, x y z each; the vertex and the face's corners, or the ends of one edge
 * and of the other. Exact without a clearance; with one, times are never late.
 */
export function elementary(
  kind: 'vertex-face' | 'edge-edge',
  points: ArrayLike<number>,
  options: ElementaryOptions = {},
): ElementaryResult {
  if (!KINDS.includes(kind)) throw new InputError(`elementary: '${kind}' is neither vertex-face nor edge-edge`);
  if (points === null || typeof points !== 'object' || points.length !== 24)
    throw new InputError(`elementary: the stencil needs 24 numbers, four points at t0 and at t1, got ${points?.length ?? points}`);
  for (let i = 0; i < 24; i++) {
    const x = points[i];
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST_COORDINATE))
      throw new InputError(`elementary: number ${i} of the stencil is ${shownValue(x)}${limitHint(x)}`);
    stencil[i] = x;
  }
  const { clearance = 0, tolerance } = checked(options);
  hull[HULL_UNTIL] = Infinity;
  let hit = false;
  if (clearance === 0)
    hit =
      kind === 'vertex-face'
        ? vertexFaceTouches(stencil, after, 0, stencil, after, 3, 6, 9)
        : edgeEdgeTouches(stencil, after, 0, 3, stencil, after, 6, 9);
  else {
    keep[KEEP_CLEARANCE] = clearance;
    keep[KEEP_TOLERANCE] = tolerance ?? RELATIVE_TOLERANCE * spread();
    const found =
      kind === 'vertex-face'
        ? keepVertexFace(stencil, after, 0, stencil, after, 3, 6, 9)
        : keepEdgeEdge(stencil, after, 0, 3, stencil, after, 6, 9);
    hit = found === TOUCHES;
  }
  return { hit, time: hit ? hull[HULL_TIME] : 1 };
}

function checked(options: ElementaryOptions): ElementaryOptions {
  checkRecord(options, ['clearance', 'tolerance'], 'elementary');
  for (const [key, value] of Object.entries(options)) if (value !== undefined) checkLength(value, `elementary: ${key}`);
  const { clearance = 0, tolerance } = options;
  if (clearance > 0 && tolerance === 0)
    throw new InputError('elementary: tolerance must be above 0 where a clearance is given; it is found by approaching it');
  return options;
}

/** Largest coordinate difference between any two of the corners, at the start or at the end. */
function spread(): number {
  let most = 0;
  for (let end = 0; end < 24; end += 12) {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = end + k; i < end + 12; i += 3) {
        low = Math.min(low, stencil[i]);
        high = Math.max(high, stencil[i]);
      }
      most = Math.max(most, high - low);
    }
  }
  return most;
}
