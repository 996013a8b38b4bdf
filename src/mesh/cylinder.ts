import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { checkedPoint, checkedSize } from './primitives.ts';
import { TriangleMesh } from './triangle-mesh.ts';

// Cylinders and cones as prisms and pyramids around the true ones: they contain them, rounding included, so that no
// contact with a true one is missed. By how much they may reach out is the mesh's `excess`, and the answers say it.

/** How the prism around a cylinder or cone is made, and where. */
export interface CylinderOptions {
  /** Sides of the prism, 3 to 65,536. Default 32, which reach out by 0.5 % of the radius. */
  readonly segments?: number;
  /** Instead of segments: how far it may reach out at most, in the unit of length. */
  readonly excess?: number;
  /** The middle of its axis. Default [0, 0, 0]. */
  readonly centre?: Vec3;
  /** Shown in results. Default 'cylinder' or 'cone'. */
  readonly name?: string;
}

/** A cone may also end in a smaller disc than the one it stands on. */
export interface ConeOptions extends CylinderOptions {
  /** Radius of its upper end. Default 0: a tip. */
  readonly topRadius?: number;
}

const CYLINDER_OPTIONS: readonly string[] = ['segments', 'excess', 'centre', 'name'];

/**
 * A solid cylinder around the z axis, from −height/2 to height/2 about the centre, as a prism of 4 × segments − 4
 * triangles that contains the true cylinder, so that no contact with it is missed; its `excess` says how far it reaches
 * out at most.
 */
export function cylinder(radius: number, height: number, options: CylinderOptions = {}): TriangleMesh {
  checkRecord(options, CYLINDER_OPTIONS, 'cylinder');
  const { name = 'cylinder' } = options;
  checkedSize(radius, name, 'radius');
  return frustum(radius, radius, height, options, name);
}

/**
 * A solid cone around the z axis, its disc at −height/2 below the centre and its tip, or `topRadius`, at height/2 above
 * it, as a pyramid that contains the true cone; its `excess` says how far it reaches out at most.
 */
export function cone(radius: number, height: number, options: ConeOptions = {}): TriangleMesh {
  checkRecord(options, [...CYLINDER_OPTIONS, 'topRadius'], 'cone');
  const { topRadius = 0, name = 'cone' } = options;
  checkedSize(radius, name, 'radius');
  if (topRadius !== 0) checkedSize(topRadius, name, 'topRadius');
  return frustum(radius, topRadius, height, options, name);
}

function frustum(lower: number, upper: number, height: number, options: CylinderOptions, name: string): TriangleMesh {
  const { centre = [0, 0, 0] } = options;
  const widest = Math.max(lower, upper);
  const segments = segmentsOf(widest, options, name);
  checkedPoint(centre, name);
  const halfHeight = checkedSize(height, name, 'height') / 2;
  // A side whose ends lie at distance ρ from the axis comes as near as ρ cos(π/n): ρ = R / cos(π/n). Adding a centre
  // rounds each coordinate by at most 2⁻⁵³ of it.
  const place = 2 ** -51 * (Math.abs(centre[0]) + Math.abs(centre[1]));
  const reachOf = (radius: number): number => (radius / cosineOfTurn(1, 2 * segments)) * (1 + ROUNDING) + place;
  const top = centre[2] === 0 ? halfHeight : halfHeight + 2 ** -51 * (Math.abs(centre[2]) + halfHeight);
  const reaches = [reachOf(lower), reachOf(upper)];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < segments; i++) {
    const [x, y] = [cosineOfTurn(i, segments), sineOfTurn(i, segments)];
    positions.push(centre[0] + reaches[0] * x, centre[1] + reaches[0] * y, centre[2] - top);
    positions.push(centre[0] + reaches[1] * x, centre[1] + reaches[1] * y, centre[2] + top);
    const j = (i + 1) % segments;
    indices.push(2 * i, 2 * j, 2 * j + 1, 2 * i, 2 * j + 1, 2 * i + 1);
    if (i >= 2) indices.push(0, 2 * i, 2 * i - 2, 1, 2 * i - 1, 2 * i + 1);
  }
  const excess = cylinderExcess(widest, segments) + 4 * place + (top - halfHeight);
  if (reaches[1] > 0) return new TriangleMesh(positions, indices, { name, solid: true, excess });
  return pyramid(positions, name, excess);
}

/** The mesh of a prism whose upper end is one point. */
function pyramid(prism: readonly number[], name: string, excess: number): TriangleMesh {
  const segments = prism.length / 6;
  const positions = Array.from({ length: 3 * segments }, (_, i) => prism[6 * Math.floor(i / 3) + (i % 3)]);
  positions.push(prism[3], prism[4], prism[5]);
  const indices: number[] = [];
  for (let i = 0; i < segments; i++) {
    indices.push(i, (i + 1) % segments, segments);
    if (i >= 2) indices.push(0, i, i - 1);
  }
  return new TriangleMesh(positions, indices, { name, solid: true, excess });
}

function segmentsOf(radius: number, { segments, excess }: CylinderOptions, name: string): number {
  if (excess === undefined) {
    if (segments !== undefined) checkedSegments(segments, name);
    return segments ?? 32;
  }
  if (segments !== undefined) throw new InputError(`${name}: segments and excess are both given; give one of them`);
  checkedSize(excess, name, 'excess');
  let most = 3;
  while (most < MOST_SEGMENTS && cylinderExcess(radius, most) > excess) most = Math.min(2 * most, MOST_SEGMENTS);
  if (cylinderExcess(radius, most) > excess)
    throw new InputError(`${name}: ${MOST_SEGMENTS} sides reach out by ${cylinderExcess(radius, most)}, more than excess ${excess}`);
  let least = Math.max(3, Math.floor(most / 2));
  while (least < most) {
    const middle = (least + most) >> 1;
    if (cylinderExcess(radius, middle) > excess) least = middle + 1;
    else most = middle;
  }
  return most;
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

const MOST_SEGMENTS = 65536;

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

function checkedSegments(segments: number, name: string): void {
  if (!(Number.isInteger(segments) && segments >= 3 && segments <= MOST_SEGMENTS)) {
    throw new InputError(`${name}: segments must be an integer from 3 to 65536, got ${shownValue(segments)}`);
  }
}
