/*
 * Which points of a cloud go together: the shape of its tree.
 * Guarantee: as in split-triangles.ts. Points are cut in the middle of the longest side of their box, again and again,
 * and moved about as wholes, so that what is cut lies side by side in memory.
 */

import { DEEPEST, growShape, levelsOf, type Topology } from '../hierarchy/split-triangles.ts';
import type { Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** See `growTopology`. */
export function* splitPoints({ positions, indices, triangleCount: count }: TriangleMesh, scale: number): Piecemeal<Topology> {
  const points = new Float64Array(3 * count);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const v = 3 * indices[3 * i];
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[v + k] * scale;
    order[i] = i;
  }
  yield;
  const shape = yield* growShape(count, (from, to, level) => {
    const halves = to - from === 2 || level + 1 + levelsOf(to - from - 1) > DEEPEST;
    return halves ? (from + to) >>> 1 : cutPoints(points, order, from, to);
  });
  return { order, ...shape };
}

/** Returns where the right half begins, strictly inside. */
function cutPoints(points: Float64Array, order: Uint32Array, from: number, to: number): number {
  let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let o = 3 * from; o < 3 * to; o += 3) {
    const x = points[o];
    const y = points[o + 1];
    const z = points[o + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const axis = x1 - x0 >= y1 - y0 && x1 - x0 >= z1 - z0 ? 0 : y1 - y0 >= z1 - z0 ? 1 : 2;
  const middle = axis === 0 ? 0.5 * (x0 + x1) : axis === 1 ? 0.5 * (y0 + y1) : 0.5 * (z0 + z1);
  let left = from;
  let right = to - 1;
  for (;;) {
    while (left <= right && points[3 * left + axis] < middle) left++;
    while (left <= right && !(points[3 * right + axis] < middle)) right--;
    if (left >= right) break;
    for (let a = 3 * left, b = 3 * right, k = 0; k < 3; k++, a++, b++) {
      const kept = points[a];
      points[a] = points[b];
      points[b] = kept;
    }
    const kept = order[left];
    order[left] = order[right];
    order[right] = kept;
  }
  return left === from || left === to ? (from + to) >>> 1 : left;
}
