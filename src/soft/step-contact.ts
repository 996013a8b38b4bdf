/**
 * Tells a contact that was found in a step: its features, where they are at that time, and the direction between them.
 */
import { featureWeights } from '../geometry/feature-weights.ts';
import { SEPARATION_DIRECTION, SEPARATION_DISTANCE, SEPARATION_SIZE, triangleSeparation } from '../geometry/triangle-triangle.ts';
import type { Vec3 } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { StepContact, StepSide } from './step-result.ts';
import type { SoftSide } from './step-search.ts';

const A: Float64Array = new Float64Array(9);
const B: Float64Array = new Float64Array(9);
const out: Float64Array = new Float64Array(SEPARATION_SIZE);

/**
 * How much before its time the direction of a contact is looked at, as shares of that time: the first that tells one
 * for certain.
 */
const EARLIER: readonly number[] = [
  2 ** -40,
  2 ** -36,
  2 ** -32,
  2 ** -28,
  2 ** -24,
  2 ** -20,
  2 ** -16,
  2 ** -12,
  2 ** -8,
  2 ** -4,
  0.5,
  1,
];
/** Distances below this part of the features' size may be rounding, and their directions reversed. */
const DOUBTFUL: number = 2 ** -44;

const ROUNDING = 2 ** -46;

function reach([x, y, z]: Vec3): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/**
 * What rounding does to the distance of a contact: corners are placed within 4u of their coordinates, and the kernel
 * adds 64u of the features' size.
 */
export function stepRounding({ pointA, pointB }: StepContact, a: TriangleMesh, b: TriangleMesh): number {
  return ROUNDING * (reach(pointA) + reach(pointB) + boundingRadius(a) + boundingRadius(b));
}

export function stepContact(
  kind: StepContact['kind'],
  a: SoftSide,
  featureA: number,
  b: SoftSide,
  featureB: number,
  time: number,
  names: readonly string[],
): StepContact {
  const kindA = kind === 'vertex-face' ? 'vertex' : 'edge';
  const kindB = kind === 'edge-edge' ? 'edge' : 'face';
  const verticesA = verticesOf(kindA, a, featureA);
  const verticesB = verticesOf(kindB, b, featureB);
  const normal = normalOf(a, verticesA, b, verticesB, time);
  const radiusA = radiusOf(a, kindA, featureA);
  const radiusB = radiusOf(b, kindB, featureB);
  place(a, verticesA, time, A);
  place(b, verticesB, time, B);
  triangleSeparation(A, 0, B, 0, out, 0);
  const weightsA = featureWeights(A, verticesA.length, out, 0);
  const weightsB = featureWeights(B, verticesB.length, out, 3);
  const sideA: StepSide = { body: names[a.body], feature: kindA, index: featureA, vertices: verticesA, weights: weightsA };
  const sideB: StepSide = { body: names[b.body], feature: kindB, index: featureB, vertices: verticesB, weights: weightsB };
  const pointA: Vec3 = [out[0] + radiusA * normal[0], out[1] + radiusA * normal[1], out[2] + radiusA * normal[2]];
  const pointB: Vec3 = [out[3] + -radiusB * normal[0], out[4] + -radiusB * normal[1], out[5] + -radiusB * normal[2]];
  const point: Vec3 = [0.5 * (pointA[0] + pointB[0]), 0.5 * (pointA[1] + pointB[1]), 0.5 * (pointA[2] + pointB[2])];
  return { kind, a: sideA, b: sideB, time, pointA, pointB, point, normal, distance: out[SEPARATION_DISTANCE] - radiusA - radiusB };
}

function radiusOf({ shape }: SoftSide, feature: StepSide['feature'], index: number): number {
  const radii = feature === 'vertex' ? shape.vertexRadii : feature === 'edge' ? shape.edgeRadii : shape.mesh.radii;
  return radii?.[index] ?? 0;
}

function verticesOf(feature: StepSide['feature'], { shape }: SoftSide, index: number): number[] {
  const { mesh, edges } = shape;
  if (feature === 'vertex') return [index];
  if (feature === 'edge') return [edges.ends[2 * index], edges.ends[2 * index + 1]];
  return [mesh.indices[3 * index], mesh.indices[3 * index + 1], mesh.indices[3 * index + 2]];
}

/** As a triangle, flat where there are fewer corners. */
function place({ before, after }: SoftSide, vertices: readonly number[], t: number, to: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertices[corner < vertices.length ? corner : vertices.length - 1];
    for (let k = 0; k < 3; k++) to[3 * corner + k] = (1 - t) * before[v + k] + t * after[v + k];
  }
}

/** As `place`, relative to where the first corner of a is: only what the features do to each other counts. */
function placeTogether(a: SoftSide, va: readonly number[], b: SoftSide, vb: readonly number[], t: number): number {
  return Math.max(placeFrom(a, 3 * va[0], a, va, t, A), placeFrom(a, 3 * va[0], b, vb, t, B));
}

/** Places corners at t relative to vertex r of a; returns the largest coordinate at either end. */
function placeFrom(a: SoftSide, r: number, { before, after }: SoftSide, vertices: readonly number[], t: number, to: Float64Array): number {
  let size = 0;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertices[corner < vertices.length ? corner : vertices.length - 1];
    for (let k = 0; k < 3; k++) {
      const x = before[v + k] - a.before[r + k];
      const y = after[v + k] - a.after[r + k];
      to[3 * corner + k] = (1 - t) * x + t * y;
      const most = Math.max(Math.abs(x), Math.abs(y));
      if (most > size) size = most;
    }
  }
  return size;
}

/** The direction from a to b just before they touch. */
function normalOf(a: SoftSide, va: readonly number[], b: SoftSide, vb: readonly number[], time: number): Vec3 {
  for (const share of EARLIER) {
    const size = placeTogether(a, va, b, vb, time * (1 - share));
    triangleSeparation(A, 0, B, 0, out, 0);
    if (out[SEPARATION_DISTANCE] > DOUBTFUL * size)
      return [out[SEPARATION_DIRECTION] + 0, out[SEPARATION_DIRECTION + 1] + 0, out[SEPARATION_DIRECTION + 2] + 0];
    if (time === 0) break;
  }
  // nothing is ever certainly apart before: the features' own direction, so that they come nearer along it
  placeTogether(a, va, b, vb, time);
  const n = normalOfFeatures(vb.length === 3 ? B : null);
  const [p, q] = [3 * va[0], 3 * vb[0]];
  let closing = 0;
  for (let k = 0; k < 3; k++) closing += n[k] * (a.after[p + k] - a.before[p + k] - (b.after[q + k] - b.before[q + k]));
  return closing < 0 ? [0 - n[0], 0 - n[1], 0 - n[2]] : n;
}

/** Touching from the start: the face's normal, or what is perpendicular to both edges. */
function normalOfFeatures(face: Float64Array | null): Vec3 {
  const x0 = face === null ? A[3] - A[0] : face[3] - face[0];
  const y0 = face === null ? A[4] - A[1] : face[4] - face[1];
  const z0 = face === null ? A[5] - A[2] : face[5] - face[2];
  const x1 = face === null ? B[3] - B[0] : face[6] - face[0];
  const y1 = face === null ? B[4] - B[1] : face[7] - face[1];
  const z1 = face === null ? B[5] - B[2] : face[8] - face[2];
  const x = y0 * z1 - z0 * y1;
  const y = z0 * x1 - x0 * z1;
  const z = x0 * y1 - y0 * x1;
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1];
}
