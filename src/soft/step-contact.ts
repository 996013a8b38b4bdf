/** Tells a contact that was found in a step: its features, where they are at that time, and the direction between them. */
import { SEPARATION_SIZE, triangleSeparation } from '../geometry/triangle-triangle.ts';
import type { Vec3 } from '../math/pose.ts';
import type { StepContact, StepFeature } from './step-result.ts';
import type { SoftSide } from './step-search.ts';

const A: Float64Array = new Float64Array(9);
const B: Float64Array = new Float64Array(9);
const out: Float64Array = new Float64Array(SEPARATION_SIZE);

/** How much before its time the direction of a contact is looked at, as shares of that time: the first that tells one. */
const EARLIER: readonly number[] = [0, 2 ** -30, 2 ** -20, 2 ** -10, 0.5, 1];

export function stepContact(
  kind: StepContact['kind'],
  a: SoftSide,
  featureA: number,
  b: SoftSide,
  featureB: number,
  time: number,
  names: readonly string[],
): StepContact {
  const sideA = feature(kind === 'vertex-face' ? 'vertex' : 'edge', a, featureA, names);
  const sideB = feature(kind === 'edge-edge' ? 'edge' : 'face', b, featureB, names);
  place(a, sideA.vertices, time, A);
  place(b, sideB.vertices, time, B);
  triangleSeparation(A, 0, B, 0, out, 0);
  const point: Vec3 = [0.5 * (out[0] + out[3]), 0.5 * (out[1] + out[4]), 0.5 * (out[2] + out[5])];
  return { kind, a: sideA, b: sideB, time, point, normal: normalOf(a, sideA.vertices, b, sideB.vertices, time) };
}

function feature(kind: StepFeature['feature'], side: SoftSide, index: number, names: readonly string[]): StepFeature {
  const { mesh, edges } = side.shape;
  const vertices =
    kind === 'vertex'
      ? [index]
      : kind === 'edge'
        ? [edges.ends[2 * index], edges.ends[2 * index + 1]]
        : Array.from(mesh.indices.subarray(3 * index, 3 * index + 3));
  return { body: names[side.body], feature: kind, index, vertices };
}

/** As a triangle, flat where there are fewer corners. */
function place({ before, after }: SoftSide, vertices: readonly number[], t: number, to: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertices[Math.min(corner, vertices.length - 1)];
    for (let k = 0; k < 3; k++) to[3 * corner + k] = (1 - t) * before[v + k] + t * after[v + k];
  }
}

/** The direction that separates the two just before they touch; of no length where they touch all the way from the start. */
function normalOf(a: SoftSide, va: readonly number[], b: SoftSide, vb: readonly number[], time: number): Vec3 {
  for (const share of EARLIER) {
    const t = time * (1 - share);
    place(a, va, t, A);
    place(b, vb, t, B);
    triangleSeparation(A, 0, B, 0, out, 0);
    const [x, y, z] = out.subarray(8, 11);
    if (x !== 0 || y !== 0 || z !== 0) return [x, y, z];
    if (time === 0) break;
  }
  return normalOfFeatures(vb.length === 3 ? B : null);
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
