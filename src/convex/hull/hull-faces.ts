/**
 * From the triangles of a hull to its faces: triangles of one plane become one polygon, points inside of a face or an
 * edge are left out.
 * Guarantee: whether two triangles share a plane is decided in real arithmetic. Normals are rounded only once they are
 * a unit vector:
 * each component is off by a few 2⁻⁵³, however thin the face.
 */
import { ddCross, ddDifference } from '../../geometry/double-double.ts';
import type { Vec3 } from '../../math/pose.ts';
import { dot, normalise } from '../../math/vec3.ts';
import type { HullFaces } from '../convex-polyhedron.ts';
import type { Orientation } from './orientation.ts';
import type { TriangleHull } from './quick-hull.ts';

export function hullFaces(points: Float64Array, orientation: Orientation, hull: TriangleHull): HullFaces {
  const faceOf = facesOf(orientation, hull);
  const polygons = polygonsOf(hull, faceOf);
  const number = new Int32Array(points.length / 3).fill(-1);
  for (const polygon of polygons) for (const v of polygon) number[v] = 0;
  let count = 0;
  for (let v = 0; v < number.length; v++) if (number[v] === 0) number[v] = count++;
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < number.length; v++) {
    // −0 + 0 = 0
    if (number[v] >= 0) for (let k = 0; k < 3; k++) positions[3 * number[v] + k] = points[3 * v + k] + 0;
  }
  const faceStart = new Uint32Array(polygons.length + 1);
  for (let f = 0; f < polygons.length; f++) faceStart[f + 1] = faceStart[f] + polygons[f].length;
  const faceVertices = new Uint32Array(faceStart[polygons.length]);
  const planes = new Float64Array(4 * polygons.length);
  for (let f = 0; f < polygons.length; f++) {
    for (let k = 0; k < polygons[f].length; k++) faceVertices[faceStart[f] + k] = number[polygons[f][k]];
    writePlane(points, orientation, polygons[f], planes, 4 * f);
  }
  return { dimension: 3, positions, faceStart, faceVertices, planes };
}

/** The face of each triangle: connected triangles of one plane share one. */
function facesOf(orientation: Orientation, { corners, across }: TriangleHull): Int32Array {
  const count = corners.length / 3;
  const faceOf = new Int32Array(count).fill(-1);
  const queue: number[] = [];
  let faces = 0;
  for (let first = 0; first < count; first++) {
    if (faceOf[first] >= 0) continue;
    faceOf[first] = faces;
    queue.push(first);
    for (let t = queue.pop(); t !== undefined; t = queue.pop()) {
      for (let k = 0; k < 3; k++) {
        const next = across[3 * t + k];
        if (faceOf[next] >= 0) continue;
        const apex = thirdCorner(corners, next, corners[3 * t + k], corners[3 * t + ((k + 1) % 3)]);
        if (orientation.side(corners[3 * t], corners[3 * t + 1], corners[3 * t + 2], apex) !== 0) continue;
        faceOf[next] = faces;
        queue.push(next);
      }
    }
    faces++;
  }
  return faceOf;
}

function thirdCorner(corners: Int32Array, triangle: number, p: number, q: number): number {
  for (let k = 0; k < 3; k++) {
    const v = corners[3 * triangle + k];
    if (v !== p && v !== q) return v;
  }
  return p;
}

/**
 * The corners of each face in order. A rim edge is followed by the next one around its end; where both border the same
 * face, the end is no corner.
 */
function polygonsOf({ corners, across }: TriangleHull, faceOf: Int32Array): number[][] {
  const polygons: number[][] = [];
  for (let side = 0; side < corners.length; side++) {
    const face = faceOf[Math.floor(side / 3)];
    if (polygons[face] !== undefined || faceOf[across[side]] === face) continue;
    const polygon: number[] = [];
    let at = side;
    do {
      let next = following(at);
      while (faceOf[across[next]] === face) next = following(opposite(corners, across, next));
      if (faceOf[across[next]] !== faceOf[across[at]]) polygon.push(corners[next]);
      at = next;
    } while (at !== side);
    polygons[face] = polygon;
  }
  return polygons;
}

function following(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** The same edge, as the triangle beyond it has it. */
function opposite(corners: Int32Array, across: Int32Array, side: number): number {
  const end = corners[following(side)];
  const other = 3 * across[side];
  return corners[other] === end ? other : corners[other + 1] === end ? other + 1 : other + 2;
}

const r = new Float64Array(26);

/** Outward unit normal and offset of a polygon with exactly coplanar corners. */
export function writePlane(
  points: Float64Array,
  orientation: Orientation,
  polygon: readonly number[],
  planes: Float64Array,
  at: number,
): void {
  const [a, b, c] = wideCorners(points, polygon);
  let scaleU = 0;
  let scaleV = 0;
  for (let k = 0; k < 3; k++) {
    scaleU = Math.max(scaleU, Math.abs(points[3 * b + k] - points[3 * a + k]));
    scaleV = Math.max(scaleV, Math.abs(points[3 * c + k] - points[3 * a + k]));
  }
  const powerU = inversePower(scaleU);
  const powerV = inversePower(scaleV);
  for (let k = 0; k < 3; k++) {
    ddDifference(r, 8 + 2 * k, points[3 * b + k], points[3 * a + k], powerU);
    ddDifference(r, 14 + 2 * k, points[3 * c + k], points[3 * a + k], powerV);
  }
  ddCross(r, 20, 8, 14);
  let n: Vec3 = [r[20], r[22], r[24]];
  // Against the edges' lengths: where the product is this small, double-doubles have cancelled too.
  if (Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2])) < 2 ** -40 * (scaleU * powerU) * (scaleV * powerV)) {
    n = roundedTogether([orientation.minor(0, a, b, c), orientation.minor(1, a, b, c), orientation.minor(2, a, b, c)]);
  }
  const unit = normalise(n) as Vec3;
  planes[at] = unit[0];
  planes[at + 1] = unit[1];
  planes[at + 2] = unit[2];
  planes[at + 3] = dot(unit, [points[3 * a], points[3 * a + 1], points[3 * a + 2]]);
}

/**
 * Three corners in order that span much of the polygon: the first, the farthest from it, the one farthest from their
 * line.
 */
function wideCorners(points: Float64Array, polygon: readonly number[]): [number, number, number] {
  if (polygon.length === 3) return [polygon[0], polygon[1], polygon[2]];
  const a = 3 * polygon[0];
  let far = 1;
  let most = -1;
  for (let k = 1; k < polygon.length; k++) {
    const b = 3 * polygon[k];
    const reach = Math.max(
      Math.abs(points[b] - points[a]),
      Math.abs(points[b + 1] - points[a + 1]),
      Math.abs(points[b + 2] - points[a + 2]),
    );
    if (reach > most) {
      most = reach;
      far = k;
    }
  }
  const b = 3 * polygon[far];
  const ux = (points[b] - points[a]) / most;
  const uy = (points[b + 1] - points[a + 1]) / most;
  const uz = (points[b + 2] - points[a + 2]) / most;
  let wide = far === 1 ? 2 : 1;
  most = -1;
  for (let k = 1; k < polygon.length; k++) {
    if (k === far) continue;
    const c = 3 * polygon[k];
    const vx = points[c] - points[a];
    const vy = points[c + 1] - points[a + 1];
    const vz = points[c + 2] - points[a + 2];
    const reach = Math.max(Math.abs(uy * vz - uz * vy), Math.abs(uz * vx - ux * vz), Math.abs(ux * vy - uy * vx));
    if (reach > most) {
      most = reach;
      wide = k;
    }
  }
  return far < wide ? [polygon[0], polygon[far], polygon[wide]] : [polygon[0], polygon[wide], polygon[far]];
}

/** A power of two that brings a length > 0 near 1, or as near as a finite one can. */
function inversePower(length: number): number {
  let power = 1;
  while (length * power >= 2) power /= 2;
  while (length * power < 1 && power < 2 ** 1000) power *= 2;
  return power;
}

/** Three integers, not all zero, as doubles times one power of two. */
function roundedTogether(n: readonly [bigint, bigint, bigint]): Vec3 {
  let bits = 0;
  for (const x of n) bits = Math.max(bits, x.toString(16).length * 4);
  const shift = BigInt(Math.max(0, bits - 512));
  return [Number(n[0] >> shift), Number(n[1] >> shift), Number(n[2] >> shift)];
}
