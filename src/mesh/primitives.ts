import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { LARGEST_COORDINATE, TriangleMesh } from './triangle-mesh.ts';

// Simple bodies as meshes. Sphere and capsule are exact: a point or a segment with a radius. The box has its corners at
// the doubles nearest to centre ± size/2. The cylinder is a prism around the true cylinder: it contains it, rounding
// included, so that no contact with the true one is missed; `cylinderExcess` says how far it may reach out.

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

/** How the prism around a cylinder is made, and where. */
export interface CylinderOptions {
  /** Sides of the prism, 3 to 65,536. Default 32, which reach out by 0.5 % of the radius. */
  readonly segments?: number;
  /** The middle of its axis. Default [0, 0, 0]. */
  readonly centre?: Vec3;
  /** Shown in results. Default 'cylinder'. */
  readonly name?: string;
}

/**
 * A solid cylinder around the z axis, from −height/2 to height/2 about the centre, as a prism of 4 × segments − 4
 * triangles that contains the true cylinder, so that no contact with it is missed; `cylinderExcess` says how far it
 * reaches out.
 */
export function cylinder(radius: number, height: number, options: CylinderOptions = {}): TriangleMesh {
  checkRecord(options, ['segments', 'centre', 'name'], 'cylinder');
  const { segments = 32, centre = [0, 0, 0], name = 'cylinder' } = options;
  checkedSegments(segments, name);
  checkedPoint(centre, name);
  checkedSize(radius, name, 'radius');
  const halfHeight = checkedSize(height, name, 'height') / 2;
  // A side whose ends lie at distance ρ from the axis comes as near as ρ cos(π/n): ρ = R / cos(π/n).
  const outer = (radius / cosineOfTurn(1, 2 * segments)) * (1 + ROUNDING);
  // Adding a centre rounds each coordinate by at most 2⁻⁵³ of it.
  const reach = outer + 2 ** -51 * (Math.abs(centre[0]) + Math.abs(centre[1]));
  const top = centre[2] === 0 ? halfHeight : halfHeight + 2 ** -51 * (Math.abs(centre[2]) + halfHeight);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < segments; i++) {
    const x = centre[0] + reach * cosineOfTurn(i, segments);
    const y = centre[1] + reach * sineOfTurn(i, segments);
    positions.push(x, y, centre[2] - top, x, y, centre[2] + top);
    const j = (i + 1) % segments;
    indices.push(2 * i, 2 * j, 2 * j + 1, 2 * i, 2 * j + 1, 2 * i + 1);
    if (i >= 2) indices.push(0, 2 * i, 2 * i - 2, 1, 2 * i - 1, 2 * i + 1);
  }
  return new TriangleMesh(positions, indices, { name, solid: true });
}

/**
 * How far the prism of `cylinder` may reach out of the true one, in the unit of length: R (1/cos(π/n) − 1), rounded up,
 * n the segments (default 32). Holds for a centre on the z axis; elsewhere rounding of the coordinates comes on top.
 */
export function cylinderExcess(radius: number, segments = 32): number {
  checkedSegments(segments, 'cylinder');
  checkedSize(radius, 'cylinder', 'radius');
  return radius * (1 / cosineOfTurn(1, 2 * segments) - 1) + radius * 4 * ROUNDING;
}

/** Relative. Directions and ρ carry a relative error below 2⁻⁴⁹, times tan(π/n) ≤ √3 where it turns a side inwards. */
const ROUNDING: number = 2 ** -46;

const QUARTER_PI = 0.7853981633974483;

/** cos(2π i/n), absolute error below 2⁻⁵⁰. */
function cosineOfTurn(i: number, n: number): number {
  // Folded in integers, so that the ring is symmetric to the last bit: cos(2π − x) = cos x, cos(π − x) = −cos x,
  // cos(π/2 − x) = sin x.
  if (2 * i > n) return cosineOfTurn(n - i, n);
  if (4 * i > n) return -cosineOfHalfTurn(n - 2 * i, n);
  return cosineOfHalfTurn(2 * i, n);
}

function sineOfTurn(i: number, n: number): number {
  if (2 * i > n) return -sineOfTurn(n - i, n);
  // sin(2π i/n) = cos(π |n − 4i| / 2n)
  return cosineOfHalfTurn(Math.abs(n - 4 * i), 2 * n);
}

/** cos(π i/n) for 0 ≤ 2i ≤ n. */
function cosineOfHalfTurn(i: number, n: number): number {
  return 4 * i <= n ? series((4 * i) / n, true) : series((2 * (n - 2 * i)) / n, false);
}

/** Taylor series of cos or sin at eighths · π/4, eighths in [0, 1]: the first term left out is below 2⁻⁶⁰. */
function series(eighths: number, even: boolean): number {
  const x = eighths * QUARTER_PI;
  let term = even ? 1 : x;
  let sum = term;
  for (let k = even ? 2 : 3; k <= 19; k += 2) {
    term *= -(x * x) / (k * (k - 1));
    sum += term;
  }
  return sum;
}

/** Below 2^-300 the products of the kernels leave the range of doubles. */
function checkedSize(size: number, name: string, what: string): number {
  if (!(typeof size === 'number' && size >= 2 ** -300 && size <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: ${what} must be a number > 0 (2^-300 to 2^300), got ${shownValue(size)}`);
  }
  return size;
}

function checkedPoint(point: Vec3, name: string): Vec3 {
  if (!Array.isArray(point) || point.length !== 3 || !point.every((x) => typeof x === 'number' && Math.abs(x) <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: a point must be three finite numbers (at most 2^300), got ${shownValue(point)}`);
  }
  return point;
}

function checkedSegments(segments: number, name: string): void {
  if (!(Number.isInteger(segments) && segments >= 3 && segments <= 65536)) {
    throw new InputError(`${name}: segments must be an integer from 3 to 65536, got ${shownValue(segments)}`);
  }
}
