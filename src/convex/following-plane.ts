/**
 * For how long do two convex polyhedra stay apart across a plane that turns along with their features? A plane that
 * stands, as in convex-approach.ts, is met at once by the far rim of a face that turns, although nothing is there: two
 * coins that glide on each other, tolerances apart, were looked at every few nanoseconds. One that turns along with the
 * face, or stays along both edges, is only left by what the bodies do against each other.
 *
 *   n(s) = cos Ωs n + sin Ωs n′/Ω,  |n′| = Ω,  n′ ⊥ n;  of two points D = x_B − x_A apart, g = n(s)·D has
 *   g(0) = n·D,  g′(0) = n′·D + n·D′,  g″ = −Ω² g + 2 n′(s)·D′ + n(s)·D″
 *   ≥ −Ω² |D| − 2 Ω |D′| + n·f − Ω s |f| − K,  f = f_B − f_A the known acceleration, K the bound on the rest
 *
 * |D| and |D′| over the longest step S that is tried are at most what they are now and what they can gain. g(0) and
 * g′(0) are linear in the points, so the least of all is a support in a turned direction, concave in s, as there.
 * Guarantee: a step is proven for any n′; that of the features is only a good one.
 */
import { lengthAt } from '../math/vec3.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_SIZE, STATE_V } from '../motion/motion.ts';
import { zeroOf } from '../motion/plane-step.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { type ConvexTracker, FEATURE_EDGE, FEATURE_FACE } from './convex-tracker.ts';
import { writeEdge } from './feature-normal.ts';
import { supportVertex } from './support.ts';

/** In: the unit normal from a to b; the distance to be kept; the longest step of interest; ε of distances. */
export const PLANE_NORMAL = 0;
export const PLANE_TARGET = 3;
export const PLANE_HORIZON = 4;
export const PLANE_EPSILON = 5;
/** Out: the safe step; 0: none was found. */
export const PLANE_STEP = 6;
const PLANE_SIZE = 27;
const ROOT = 7;
const ALPHA = 8;
const BETA = 9;
const VALUE = 10;
const RATE = 11;
const DOUBT = 12;
const BEND = 13;
const LIMIT = 14;
/** n′, and n′ + n × ω of both bodies. */
const TURN = 15;
const TURN_A = 18;
const TURN_B = 21;
const ALONG = 24;

/** The plane is not turned by more than this, in radians: what follows is bounded by what is now. */
const MOST_TURN = 0.25;
/** Edges nearer to parallel than this have a common normal that turns too fast (the square of a sine). */
const PARALLEL = 2 ** -12;
const MOST_TANGENTS = 4;
const FALL = STATE_SIZE;

const edge = new Float64Array(6);
const spin = new Float64Array(6);

export class FollowingPlane {
  readonly numbers: Float64Array = new Float64Array(PLANE_SIZE);
  private readonly tracker: ConvexTracker;
  private readonly coreA: number;
  private readonly coreB: number;
  private readonly radii: number;
  private vertexA = 0;
  private vertexB = 0;

  constructor(tracker: ConvexTracker) {
    const { a, b } = tracker;
    this.tracker = tracker;
    this.coreA = (a.reach - a.radius) * (1 + 2 ** -50);
    this.coreB = (b.reach - b.radius) * (1 + 2 ** -50);
    this.radii = (a.radius + b.radius) * (1 + 2 ** -50);
  }

  /** How long the distance certainly stays above the target, for the features tracked last, into PLANE_STEP. */
  step(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    w[PLANE_STEP] = 0;
    if (!this.follow(A, B)) return;
    this.bend(A, B);
    w[ROOT] = 0;
    this.support(A, B);
    const spare = w[VALUE] - w[PLANE_TARGET];
    if (!(spare > 0)) return;
    let zero = Math.min(w[LIMIT], zeroOf(w[ALPHA] - w[PLANE_TARGET], w[BETA], w[BEND]));
    for (let k = 0; k < MOST_TANGENTS; k++) {
      w[ROOT] = zero;
      this.support(A, B);
      const there = w[VALUE] - w[PLANE_TARGET] + w[BEND] * zero * zero;
      if (there >= 0) {
        w[PLANE_STEP] = zero;
        return;
      }
      // the chord lies below
      w[PLANE_STEP] = Math.max(w[PLANE_STEP], (zero * spare) / (spare - there));
      const next = zeroOf(w[ALPHA] - w[PLANE_TARGET], w[BETA], w[BEND]);
      if (!(next < zero * (1 - 2 ** -10))) return;
      zero = next;
    }
  }

  /** n′ of the tracked features, into TURN and what follows from it; false: they have none that is worth following. */
  private follow(A: Float64Array, B: Float64Array): boolean {
    const { numbers: w, tracker } = this;
    const { kindA, kindB } = tracker;
    // ω × n: how the normal of a face would turn
    cross(A, STATE_OMEGA, w, PLANE_NORMAL, spin, 0);
    cross(B, STATE_OMEGA, w, PLANE_NORMAL, spin, 3);
    if (kindA === FEATURE_FACE || kindB === FEATURE_FACE) {
      const o = kindA === FEATURE_FACE ? 0 : 3;
      for (let k = 0; k < 3; k++) w[TURN + k] = spin[o + k];
    } else if (kindA === FEATURE_EDGE || kindB === FEATURE_EDGE) {
      if (kindA === FEATURE_EDGE) writeEdge(tracker.a, tracker.indexA, A, edge, 0);
      if (kindB === FEATURE_EDGE) writeEdge(tracker.b, tracker.indexB, B, edge, 3);
      if (kindA === FEATURE_EDGE && kindB === FEATURE_EDGE) {
        // n′·e as the edge wants it, for both: c_A (e_B × N) + c_B (N × e_A), N = e_A × e_B, over N²
        const x = edge[1] * edge[5] - edge[2] * edge[4];
        const y = edge[2] * edge[3] - edge[0] * edge[5];
        const z = edge[0] * edge[4] - edge[1] * edge[3];
        const square = x * x + y * y + z * z;
        if (!(square > PARALLEL)) return false;
        const a = (spin[0] * edge[0] + spin[1] * edge[1] + spin[2] * edge[2]) / square;
        const b = (spin[3] * edge[3] + spin[4] * edge[4] + spin[5] * edge[5]) / square;
        w[TURN] = a * (edge[4] * z - edge[5] * y) + b * (y * edge[2] - z * edge[1]);
        w[TURN + 1] = a * (edge[5] * x - edge[3] * z) + b * (z * edge[0] - x * edge[2]);
        w[TURN + 2] = a * (edge[3] * y - edge[4] * x) + b * (x * edge[1] - y * edge[0]);
      } else {
        const o = kindA === FEATURE_EDGE ? 0 : 3;
        const along = spin[o] * edge[o] + spin[o + 1] * edge[o + 1] + spin[o + 2] * edge[o + 2];
        for (let k = 0; k < 3; k++) w[TURN + k] = along * edge[o + k];
      }
    } else return false;
    const along = w[TURN] * w[PLANE_NORMAL] + w[TURN + 1] * w[PLANE_NORMAL + 1] + w[TURN + 2] * w[PLANE_NORMAL + 2];
    for (let k = 0; k < 3; k++) {
      w[TURN + k] -= along * w[PLANE_NORMAL + k];
      w[TURN_A + k] = w[TURN + k] - spin[k];
      w[TURN_B + k] = w[TURN + k] - spin[3 + k];
    }
    return true;
  }

  /** Half of the bound on g″ into BEND, and for how long it holds into LIMIT. */
  private bend(A: Float64Array, B: Float64Array): void {
    const { numbers: w, coreA, coreB } = this;
    const turn = lengthAt(w, TURN);
    const limit = Math.min(w[PLANE_HORIZON], MOST_TURN / turn);
    const omegaA = lengthAt(A, STATE_OMEGA);
    const omegaB = lengthAt(B, STATE_OMEGA);
    const rest =
      omegaA * A[STATE_KAPPA] * (coreA + A[STATE_DELTA]) +
      omegaB * B[STATE_KAPPA] * (coreB + B[STATE_DELTA]) +
      (A[STATE_A0] + B[STATE_A0] + A[STATE_A1] * coreA + B[STATE_A1] * coreB);
    const known = distance3(A, B, FALL);
    let along = 0;
    for (let k = 0; k < 3; k++) along += w[PLANE_NORMAL + k] * (B[FALL + k] - A[FALL + k]);
    const speed = distance3(A, B, STATE_V) + omegaA * coreA + omegaB * coreB + limit * (rest + known);
    const apart = distance3(A, B, STATE_P) + coreA + coreB + limit * speed;
    const bend = along - turn * limit * known - rest - turn * (turn * apart + 2 * speed) * (1 + 2 ** -40);
    // a plane that stands, for ever: infinite bounds times 0 say nothing
    w[BEND] = bend <= 0 ? 0.5 * bend : 0;
    w[LIMIT] = bend === bend ? limit : 0;
    w[RATE] = 0;
    for (let k = 0; k < 3; k++)
      w[RATE] += w[TURN + k] * (B[STATE_P + k] - A[STATE_P + k]) + w[PLANE_NORMAL + k] * (B[STATE_V + k] - A[STATE_V + k]);
    w[DOUBT] = w[PLANE_EPSILON] * (turn + lengthAt(w, TURN_A) + lengthAt(w, TURN_B));
  }

  /** The least pair of points at s = ROOT: g(0) into ALPHA, g′(0) into BETA, g(0) + s g′(0) into VALUE. */
  private support(A: Float64Array, B: Float64Array): void {
    const { numbers: w, tracker } = this;
    this.vertexA = farthest(tracker.a, A, 1, w, TURN_A, this.vertexA);
    this.vertexB = farthest(tracker.b, B, -1, w, TURN_B, this.vertexB);
    const pa = tracker.a.positions;
    const pb = tracker.b.positions;
    const i = 3 * this.vertexA;
    const j = 3 * this.vertexB;
    let gap = 0;
    let rate = w[RATE];
    for (let k = 0; k < 3; k++) {
      const a = A[3 * k] * pa[i] + A[3 * k + 1] * pa[i + 1] + A[3 * k + 2] * pa[i + 2];
      const b = B[3 * k] * pb[j] + B[3 * k + 1] * pb[j + 1] + B[3 * k + 2] * pb[j + 2];
      gap += w[PLANE_NORMAL + k] * (B[STATE_P + k] - A[STATE_P + k] + (b - a));
      rate += b * w[TURN_B + k] - a * w[TURN_A + k];
    }
    w[ALPHA] = gap - this.radii - w[PLANE_EPSILON];
    w[BETA] = rate;
    w[VALUE] = w[ALPHA] + w[ROOT] * (rate - w[DOUBT]);
  }
}

/** The vertex farthest along ±(n + s n′ + s n × ω). */
function farthest(body: ConvexPolyhedron, P: Float64Array, sign: number, w: Float64Array, turn: number, start: number): number {
  const s = w[ROOT];
  const x = sign * (w[PLANE_NORMAL] + s * w[turn]);
  const y = sign * (w[PLANE_NORMAL + 1] + s * w[turn + 1]);
  const z = sign * (w[PLANE_NORMAL + 2] + s * w[turn + 2]);
  w[ALONG] = P[0] * x + P[3] * y + P[6] * z;
  w[ALONG + 1] = P[1] * x + P[4] * y + P[7] * z;
  w[ALONG + 2] = P[2] * x + P[5] * y + P[8] * z;
  return supportVertex(body, w, ALONG, start);
}

function cross(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array, o: number): void {
  out[o] = p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1];
  out[o + 1] = p[i + 2] * q[j] - p[i] * q[j + 2];
  out[o + 2] = p[i] * q[j + 1] - p[i + 1] * q[j];
}

function distance3(p: Float64Array, q: Float64Array, o: number): number {
  const x = q[o] - p[o];
  const y = q[o + 1] - p[o + 1];
  const z = q[o + 2] - p[o + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
