/*
 * The capsule around a rigid link: all points within a radius of a segment, the "line swept sphere" of
 * [Redon et al. 2004, §4.2.1], fitted as in [Larsen et al. 1999].
 * Guarantee: in real arithmetic on the doubles returned, every point of the mesh, leaf radii included, is within
 * `radius` of the segment p q. Only the root is fitted, so this costs two passes over the triangles; kept per mesh,
 * hence for meshes that are not deformed afterwards.
 */
import { evenRadiusOf } from '../../hierarchy/fit-nodes.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_STRIDE, NODE_U0 } from '../../hierarchy/fit-swept-sphere.ts';
import { principalAxes } from '../../hierarchy/principal-axes.ts';
import { Projection } from '../../hierarchy/projection.ts';
import { ThinFitter } from '../../hierarchy/thin-fitter.ts';
import { fillLeaves, LEAF_STRIDE, workingScale } from '../../hierarchy/triangle-tree.ts';
import { finished, type Piecemeal } from '../../math/piecemeal.ts';
import type { Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Ends of the axis in the link's frame, and the radius; p = q for a sphere. */
export interface LineSweptSphere {
  readonly p: Vec3;
  readonly q: Vec3;
  readonly radius: number;
}

const known = new WeakMap<TriangleMesh, LineSweptSphere>();

export function lineSweptSphere(mesh: TriangleMesh): LineSweptSphere {
  return finished(fitLineSweptSphere(mesh));
}

/** In pieces. */
export function* fitLineSweptSphere(mesh: TriangleMesh): Piecemeal<LineSweptSphere> {
  let found = known.get(mesh);
  if (found === undefined) {
    found = yield* fitRoot(mesh);
    known.set(mesh, found);
  }
  return found;
}

function* fitRoot(mesh: TriangleMesh): Piecemeal<LineSweptSphere> {
  const count = mesh.triangleCount;
  const scale = workingScale(mesh);
  const leaves = new Float64Array(LEAF_STRIDE * count);
  const triangles = new Uint32Array(count);
  for (let t = 0; t < count; t++) triangles[t] = t;
  fillLeaves(mesh, { nodes: leaves, leaves, triangles }, scale);
  yield;
  const moments = surfaceMoments(leaves);
  yield;
  const projection = new Projection(3 * count);
  principalAxes(moments, 0, projection.axes);
  for (let k = 0; k < 3; k++) projection.centre[k] = moments[1 + k];
  const node = new Float64Array(NODE_STRIDE);
  new ThinFitter('lss', evenRadiusOf(leaves)).fit(projection, leaves, 0, count, node, 0);
  yield;
  const p: number[] = [];
  const q: number[] = [];
  let size = node[NODE_L0];
  for (let k = 0; k < 3; k++) {
    const start = node[NODE_CORNER + k];
    p.push(start / scale);
    q.push((start + node[NODE_L0] * node[NODE_U0 + k]) / scale);
    size += Math.abs(start);
  }
  // q is off the fitted end by ≤ 2 u of its terms in each coordinate; a side the fitter left counts as thickness.
  const radius = ((node[NODE_R] + node[NODE_L1]) * (1 + 2 ** -50) + 2 ** -50 * size) / scale + 2 ** -1070;
  return { p: [p[0], p[1], p[2]], q: [q[0], q[1], q[2]], radius };
}

/**
 * Weight, centroid and second moments about it. A triangle of area A, corners v and centroid m adds
 * A/12 (Σ v vᵀ + 9 m mᵀ); what has no area weighs as if 2^-10 of its size were the width, as in hierarchy/fit-nodes.ts.
 */
function surfaceMoments(leaves: Float64Array): Float64Array {
  const moments = new Float64Array(10);
  for (let o = 0; o < leaves.length; o += LEAF_STRIDE) {
    const w = weightOf(leaves, o);
    moments[0] += w;
    for (let k = 0; k < 3; k++) moments[1 + k] += (w * (leaves[o + k] + leaves[o + 3 + k] + leaves[o + 6 + k])) / 3;
  }
  // Points only: all corners alike.
  const even = !(moments[0] > 0);
  if (even) {
    moments[0] = leaves.length / LEAF_STRIDE;
    for (let o = 0; o < leaves.length; o += LEAF_STRIDE) for (let k = 0; k < 3; k++) moments[1 + k] += leaves[o + k];
  }
  for (let k = 1; k < 4; k++) moments[k] /= moments[0];
  for (let o = 0; o < leaves.length; o += LEAF_STRIDE) {
    const w = (even ? 1 : weightOf(leaves, o)) / 12;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let v = o; v <= o + 9; v += 3) {
      // After the three corners, three times their mean, counted once: 9 m mᵀ.
      const last = v === o + 9;
      const a = last ? x : leaves[v] - moments[1];
      const b = last ? y : leaves[v + 1] - moments[2];
      const c = last ? z : leaves[v + 2] - moments[3];
      moments[4] += w * a * a;
      moments[5] += w * a * b;
      moments[6] += w * a * c;
      moments[7] += w * b * b;
      moments[8] += w * b * c;
      moments[9] += w * c * c;
      x += a;
      y += b;
      z += c;
    }
  }
  return moments;
}

function weightOf(leaves: Float64Array, o: number): number {
  const ax = leaves[o + 3] - leaves[o];
  const ay = leaves[o + 4] - leaves[o + 1];
  const az = leaves[o + 5] - leaves[o + 2];
  const bx = leaves[o + 6] - leaves[o];
  const by = leaves[o + 7] - leaves[o + 1];
  const bz = leaves[o + 8] - leaves[o + 2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const size = ax * ax + ay * ay + az * az + bx * bx + by * by + bz * bz;
  return Math.max(0.5 * Math.sqrt(x * x + y * y + z * z), 2 ** -10 * size);
}
