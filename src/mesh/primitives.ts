import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';
import { cross, dot } from '../math/vec3.ts';
import { LARGEST_COORDINATE, TriangleMesh } from './triangle-mesh.ts';

// Simple bodies as meshes. Sphere and capsule are exact: a point or a segment with a radius. The box has its corners at
// the doubles nearest to centre ± size/2, the plane is one of its faces.

/**
 * An exact ball: all points within `radius` of the centre (default: the origin); one leaf, no facets. Lengths in the
 * unit of your meshes; `name` is shown in results, default 'sphere'.
 */
export function sphere(radius: number, centre: Vec3 = [0, 0, 0], name = 'sphere'): TriangleMesh {
  return new TriangleMesh(checkedPoint(centre, name), [0, 0, 0], { name, radius: checkedSize(radius, name, 'radius') });
}

/**
 * An exact capsule: all points within `radius` of the segment from a to b; one leaf, no facets. `name` is shown in
 * results, default 'capsule'.
 */
export function capsule(a: Vec3, b: Vec3, radius: number, name = 'capsule'): TriangleMesh {
  return new TriangleMesh([...checkedPoint(a, name), ...checkedPoint(b, name)], [0, 1, 1], {
    name,
    radius: checkedSize(radius, name, 'radius'),
  });
}

/**
 * A solid box of 12 triangles. `size`: edge lengths along x, y, z, or one for all; `centre` defaults to the origin,
 * `name`, shown in results, to 'box'.
 */
export function box(size: Vec3 | number, centre: Vec3 = [0, 0, 0], name = 'box'): TriangleMesh {
  const lengths = typeof size === 'number' ? [size, size, size] : size;
  if (lengths?.length !== 3) throw new InputError(`${name}: size must be one or three numbers, got ${shownValue(size)}`);
  checkedPoint(centre, name);
  const half = lengths.map((length) => checkedSize(length, name, 'size') / 2);
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) positions.push((corner >> k) & 1 ? centre[k] + half[k] : centre[k] - half[k]);
  }
  return new TriangleMesh(positions, BOX_TRIANGLES, { name, solid: true });
}

/** Corner i has x, y, z at the upper end where bit 0, 1, 2 of i is set; counter-clockwise from outside. */
// biome-ignore format: one face a line
const BOX_TRIANGLES = [
  0, 4, 6, 0, 6, 2,
  1, 3, 7, 1, 7, 5,
  0, 1, 5, 0, 5, 4,
  2, 6, 7, 2, 7, 3,
  0, 2, 3, 0, 3, 1,
  4, 5, 7, 4, 7, 6,
];

/** Below 2^-300 the products of the kernels leave the range of doubles. */
export function checkedSize(size: number, name: string, what: string): number {
  if (!(typeof size === 'number' && size >= 2 ** -300 && size <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: ${what} must be a number > 0, got ${shownValue(size)}${limitHint(size, true)}`);
  }
  return size;
}

export function checkedPoint(point: Vec3, name: string): Vec3 {
  if (!Array.isArray(point) || point.length !== 3 || !point.every((x) => typeof x === 'number' && Math.abs(x) <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: a point must be three finite numbers, got ${shownValue(point)}${limitHint(point)}`);
  }
  return point;
}

/** How far a plane reaches, and what it is called. */
export interface PlaneOptions {
  /**
   * How far it reaches from the point nearest to the origin, along itself and down, in the unit of length. Default
   * 1000.
   */
  readonly extent?: number;
  /** Shown in results. Default 'plane'. */
  readonly name?: string;
}

/**
 * Everything on one side of a plane, as far as `extent`: the points x with normal · x ≤ offset, a solid. A floor is
 * `plane([0, 0, 1], 0)`. Exact where the normal is an axis; else its corners are rounded to doubles. Give the offset in
 * the unit of length for a normal of any length.
 */
export function plane(normal: Vec3, offset = 0, options: PlaneOptions = {}): TriangleMesh {
  checkRecord(options, ['extent', 'name'], 'plane');
  const { extent = 1000, name = 'plane' } = options;
  checkedSize(extent, name, 'extent');
  const [x, y, z] = checkedPoint(normal, name);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0 && length < Infinity)) throw new InputError(`${name}: normal must have a length, got ${shownValue(normal)}`);
  if (typeof offset !== 'number' || !(Math.abs(offset) <= LARGEST_COORDINATE))
    throw new InputError(`${name}: offset must be a finite number, got ${shownValue(offset)}${limitHint(offset)}`);
  const n: Vec3 = [x / length, y / length, z / length];
  // two directions across: the axis least along the normal, and across both
  const least = Math.abs(n[0]) <= Math.abs(n[1]) && Math.abs(n[0]) <= Math.abs(n[2]) ? 0 : Math.abs(n[1]) <= Math.abs(n[2]) ? 1 : 2;
  const axis: Vec3 = [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0];
  const across: Vec3 = cross(n, axis);
  const size = Math.sqrt(dot(across, across));
  const u: Vec3 = [across[0] / size, across[1] / size, across[2] / size];
  const v: Vec3 = cross(n, u);
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    const [a, b] = [corner & 1 ? extent : -extent, corner & 2 ? extent : -extent];
    const height = corner & 4 ? offset : offset - extent;
    for (let k = 0; k < 3; k++) positions.push(a * u[k] + b * v[k] + height * n[k]);
  }
  const mesh = new TriangleMesh(positions, BOX_TRIANGLES, { name, solid: true });
  PLANES.add(mesh);
  return mesh;
}

const PLANES: WeakSet<TriangleMesh> = new WeakSet();

/** Whether `plane` made it: its size says nothing about a unit of length. */
export function isPlane(mesh: TriangleMesh): boolean {
  return PLANES.has(mesh);
}
