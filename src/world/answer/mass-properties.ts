/**
 * What a body of even density weighs, where its centre of mass is, and how it resists turning.
 * Two passes: the second is taken about the centre of mass, so that a body far from its origin loses no digits.
 */

import { ConvexHierarchy } from '../../convex/convex-hierarchy.ts';
import { ConvexPolyhedron } from '../../convex/convex-polyhedron.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import type { Vec3 } from '../../math/pose.ts';
import { plus } from '../../math/vec3.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BodyMass, Inertia } from '../body-mass.ts';
import type { Shape } from '../world-shape.ts';
import { diagonal, mixed, outer } from './moments.ts';
import { shapeMoments } from './shape-moments.ts';

/** How heavy a shape is: at most one of the two. */
export interface MassOptions {
  /** Mass per volume, in the units of mass and length. Default 1. */
  readonly density?: number;
  /** Mass of the whole shape, in the unit of mass. Default: density × volume. */
  readonly mass?: number;
}

/** What a shape weighs and how; may be given as the `mass` of a body. */
export interface MassProperties extends BodyMass {
  /** Volume of its inside, in the cube of the unit of length. */
  readonly volume: number;
  /** The centre of mass in the frame of the shape, in the unit of length. */
  readonly centre: Vec3;
  /** Inertia about the centre of mass, along the axes of the frame, mass × length²: nine numbers, row by row. */
  readonly inertia: Inertia;
}

const OPTIONS: readonly string[] = ['density', 'mass'];
/** A volume below this share of the size cubed is rounding: a solid so thin has none. */
const FLAT: number = 2 ** -46;

/**
 * Volume, mass, centre of mass and inertia of a shape of even density: a closed mesh, turned outward or inward alike, a
 * convex polyhedron with or without a radius, or convex pieces, which count one by one where they overlap. An
 * InputError says why an open, thickened or flat one has none, and what to do.
 * @example
 * const { mass, centre, inertia } = massProperties(box([0.2, 0.1, 0.05]), { density: 7800 }); // kg, m, kg m²
 */
export function massProperties(shape: Shape, options: MassOptions = {}): MassProperties {
  if (!(shape instanceof ConvexPolyhedron || shape instanceof ConvexHierarchy || shape instanceof TriangleMesh))
    throw new InputError(`massProperties: needs a ConvexPolyhedron, a ConvexHierarchy or a TriangleMesh, got ${shownValue(shape)}`);
  const { name } = shape;
  checkRecord(options, OPTIONS, `${name}: mass`);
  const { density = 1, mass } = options;
  if (mass !== undefined && options.density !== undefined) throw new InputError(`${name}: mass and density do not go together`);
  for (const [key, value] of Object.entries({ density, mass: mass ?? 1 }))
    if (typeof value !== 'number' || !(value > 0 && value <= 2 ** 300))
      throw new InputError(`${name}: ${key} must be a number above 0, got ${shownValue(value)}${limitHint(value)}`);
  const { unit, size, first, spread, centre, volume } = spreadOf(shape);
  const weight = mass ?? density * volume;
  const scale = weight * unit * unit;
  const tensor = mixed([scale, diagonal(spread[0] + spread[4] + spread[8])], [-scale, spread]);
  // the same bits on both sides of the diagonal
  const inertia = tensor.map((x, k) => 0.5 * x + 0.5 * tensor[3 * (k % 3) + Math.floor(k / 3)]);
  if (!(volume > 0 && volume < Infinity) || !inertia.every((x, k) => Math.abs(x) < Infinity && (k % 4 !== 0 || x > 0)))
    throw new InputError(`${name}: volume or inertia leave the range of doubles; choose another unit of length, or give a mass`);
  return { volume, mass: weight, centre: plus(centre, scaledTo(first, unit / size)), inertia: inertia as unknown as Inertia };
}

/** What a shape of even density has whatever it weighs; `size` and `first` about the centre, in units of `unit`. */
interface Spread {
  readonly unit: number;
  readonly size: number;
  readonly first: Vec3;
  readonly centre: Vec3;
  readonly volume: number;
  /** ∫ x xᵀ / ∫ 1 about the centre of mass, in units of `unit`, row by row. */
  readonly spread: readonly number[];
}

/** Thousands of bodies may share a shape. */
const known = new WeakMap<Shape, Spread>();

function spreadOf(shape: Shape): Spread {
  let made = known.get(shape);
  if (made === undefined) {
    made = measured(shape);
    known.set(shape, made);
  }
  return made;
}

function measured(shape: Shape): Spread {
  const { middle, unit } = surroundings(shape);
  const rough = shapeMoments(shape, middle, unit);
  if (!(rough.size > FLAT)) throw new InputError(`${shape.name}: is flat, so it has no volume; give the body mass: { mass, inertia }`);
  const offset = rough.first.map((x) => (x / rough.size) * unit) as unknown as Vec3;
  const centre = plus(middle, offset);
  const { size, first, second } = shapeMoments(shape, centre, unit);
  // ∫ (|x|²·1 − x xᵀ) / ∫ 1, the rest of the way to the centre taken off
  const spread = mixed([1 / size, second], [-1 / (size * size), outer(first, first)]);
  return { unit, size, first, centre, volume: size * unit * unit * unit, spread };
}

function scaledTo([x, y, z]: Vec3, s: number): Vec3 {
  return [x * s, y * s, z * s];
}

/** The middle of the box around a shape, and a power of two that is about its size. */
function surroundings(shape: Shape): { middle: Vec3; unit: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const add = ({ positions }: ConvexPolyhedron | TriangleMesh, radius: number): void => {
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x - radius);
      high[i % 3] = Math.max(high[i % 3], x + radius);
    });
  };
  if (shape instanceof ConvexHierarchy) for (const piece of shape.pieces) add(piece, piece.radius);
  else add(shape, shape instanceof ConvexPolyhedron ? shape.radius : (shape.radii?.[0] ?? 0));
  const size = Math.max(...high.map((x, k) => x - low[k]));
  let unit = 1;
  while (unit < size) unit *= 2;
  while (unit > 2 * size && unit > 2 ** -1000) unit /= 2;
  return { middle: [low[0] / 2 + high[0] / 2, low[1] / 2 + high[1] / 2, low[2] / 2 + high[2] / 2], unit };
}
