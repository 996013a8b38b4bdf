import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { rational } from '../../support/rational.ts';

type Point = readonly [bigint, bigint, bigint];

/** Coordinates as integers, in one unit for all lists. */
export function integerPoints(...lists: ArrayLike<number>[]): Point[][] {
  const fractions = lists.map((list) => Array.from(list, rational));
  let unit = 1n;
  for (const list of fractions) for (const { denominator } of list) if (denominator > unit) unit = denominator;
  return fractions.map((list) => {
    const integers = list.map(({ numerator, denominator }) => numerator * (unit / denominator));
    return Array.from({ length: integers.length / 3 }, (_, i) => [integers[3 * i], integers[3 * i + 1], integers[3 * i + 2]] as const);
  });
}

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): Point => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];

/** Everything that keeps a polyhedron from being the hull of the points, decided with whole numbers and no other code; none if it is. */
export function hullFaults(points: ArrayLike<number>, hull: ConvexPolyhedron): string[] {
  const faults: string[] = [];
  const { faceStart, faceVertices, faceCount, edges, edgeCount, vertexCount, vertexStart, vertexNeighbours, dimension, planes } = hull;
  const [all, corners] = integerPoints(points, hull.positions);
  const given = new Set(all.map(String));
  const used = new Set(corners.map(String));
  if (used.size !== corners.length) faults.push('a vertex twice');
  for (const p of used) if (!given.has(p)) faults.push(`vertex ${p} is none of the points`);
  for (let f = 0; f < faceCount; f++) {
    const polygon = Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]), (v) => corners[v]);
    const normal = cross(minus(polygon[1], polygon[0]), minus(polygon[2], polygon[0]));
    for (const p of all) if (dot(normal, minus(p, polygon[0])) > 0n) faults.push(`point ${p} is outside of face ${f}`);
    for (let k = 0; k < polygon.length; k++) {
      const [p, q, r] = [polygon[k], polygon[(k + 1) % polygon.length], polygon[(k + 2) % polygon.length]];
      if (dot(normal, minus(p, polygon[0])) !== 0n) faults.push(`face ${f} is not flat`);
      if (dot(normal, cross(minus(q, p), minus(r, q))) <= 0n) faults.push(`face ${f} does not turn at its corner ${k}`);
    }
    // the rounded normal against the exact one, to 8 units in the last place of the largest component
    const size = normal.reduce((most, x) => (x < 0n ? (-x > most ? -x : most) : x > most ? x : most), 0n);
    const scaled = normal.map((x) => Number((x << 200n) / size) / 2 ** 200);
    const length = Math.hypot(...scaled);
    for (let k = 0; k < 3; k++) {
      if (!(Math.abs(planes[4 * f + k] - scaled[k] / length) <= 2 ** -50)) faults.push(`normal ${f} is off along ${'xyz'[k]}`);
    }
    const at = 3 * faceVertices[faceStart[f]];
    let [offset, sum] = [planes[4 * f + 3], 0];
    for (let k = 0; k < 3; k++) {
      offset -= planes[4 * f + k] * hull.positions[at + k];
      sum += Math.abs(hull.positions[at + k]);
    }
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++)
      for (let i = 0; i < 3; i++) sum += Math.abs(hull.positions[3 * faceVertices[k] + i]);
    if (Math.abs(offset) > 2 ** -50 * sum + 2 ** -1070) faults.push(`offset ${f} is off by ${offset}`);
  }
  if (dimension === 3) {
    if (vertexCount - edgeCount + faceCount !== 2) faults.push(`V − E + F = ${vertexCount - edgeCount + faceCount}`);
    for (let e = 0; e < edgeCount; e++) {
      const [left, right] = [edges[4 * e + 2], edges[4 * e + 3]];
      const [p, q, r] = Array.from(faceVertices.subarray(faceStart[left], faceStart[left] + 3), (v) => corners[v]);
      const beyond = Array.from(faceVertices.subarray(faceStart[right], faceStart[right + 1]), (v) => corners[v]);
      if (beyond.every((x) => dot(cross(minus(q, p), minus(r, p)), minus(x, p)) === 0n)) faults.push(`edge ${e} lies within a face`);
    }
    for (let v = 0; v < vertexCount; v++) {
      const around = vertexNeighbours.subarray(vertexStart[v], vertexStart[v + 1]);
      if (new Set(around).size !== around.length || around.length < 3) faults.push(`neighbours of vertex ${v}: ${around}`);
    }
  }
  if (dimension === 2 && faceCount !== 2) faults.push('a polygon with other than two faces');
  if (dimension === 1) {
    if (corners.length !== 2) return [...faults, 'a segment with other than two ends'];
    for (const p of all) {
      if (cross(minus(corners[1], corners[0]), minus(p, corners[0])).some((x) => x !== 0n)) faults.push(`point ${p} is off the segment`);
      if (dot(minus(p, corners[0]), minus(p, corners[1])) > 0n) faults.push(`point ${p} is beyond the segment`);
    }
  }
  if (dimension === 0 && given.size !== 1) faults.push('many places, but a single vertex');
  return faults;
}
