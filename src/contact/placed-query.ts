/**
 * What everybody asks of two bodies that stand still: how far apart, do they overlap and where, are they within reach.
 * Guarantee: distances within the reported rounding of the exact ones; touching counts as overlap, as does a distance
 * below that rounding, because doubles cannot tell it from touching. Meshes are surfaces here, also those declared
 * solid.
 */

import { treeOf } from '../hierarchy/tree-of.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { checkLimit, checkRecord } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import { type Body, checkBody } from './deformation.ts';
import { forLeavesWithin } from './leaves-within.ts';
import { MovingPair } from './moving-pair.ts';
import { PairQueue } from './pair-queue.ts';
import { PairStack } from './pair-stack.ts';
import type { Gap } from './result.ts';
import { CLOSEST, DIRECTION } from './triangle-gap.ts';

/** How exact a distance has to be, and up to where it matters. Either error lets the search end earlier. */
export interface DistanceOptions {
  /** By how much the distance may be larger than the least one, in the unit of length. Default 0. */
  readonly absoluteError?: number;
  /** By which share of it the distance may be larger than the least one. Default 0. */
  readonly relativeError?: number;
  /** Farther than this is not looked for, in the unit of length. Default: no limit. */
  readonly cutoff?: number;
}

/** How far apart two bodies are that stand still, in the unit of length. */
export interface Distance {
  /** The distance found; 0 where they touch or penetrate, however deep; the cutoff where nothing is nearer. */
  readonly distance: number;
  /**
   * Encloses the exact distance; from 0 on where they touch. The upper end is the largest double where nothing is
   * nearer than the cutoff.
   */
  readonly gap: Gap;
  /** Bound on the effect of rounding, in the unit of length. */
  readonly rounding: number;
  /**
   * The closest points, in the world, and the numbers of the triangles they are on. Undefined where nothing is nearer
   * than the cutoff.
   */
  readonly closest?: { readonly pointA: Vec3; readonly pointB: Vec3; readonly triangleA: number; readonly triangleB: number };
}

const DISTANCE_OPTIONS: readonly string[] = ['absoluteError', 'relativeError', 'cutoff'];

/**
 * How far apart are two bodies that stand still? The smallest distance of their surfaces (also of solids), and the
 * points and triangles that realise it. Bodies take a `pose` here, no motion.
 */
export function distance(a: Body, b: Body, options: DistanceOptions = {}): Distance {
  checkRecord(options, DISTANCE_OPTIONS, 'options');
  const { absoluteError = 0, relativeError = 0, cutoff = 2 ** 400 } = options;
  for (const [name, value] of Object.entries({ absoluteError, relativeError, cutoff })) checkLimit(value, name, `${name}:`);
  const pair = placed(a, b);
  const found: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  findClosestLeaves(pair, new PairQueue(), cutoff, relativeError, absoluteError, found);
  const { roundingNow: rounding, reference: r, leaf } = pair;
  if (found.leafA < 0) return { distance: found.distance, gap: [found.lower, Number.MAX_VALUE], rounding };
  pair.leafDistance(found.leafA, found.leafB);
  // out to the surfaces of spheres and capsules
  const pointAt = (o: number, out: number): Vec3 => [
    leaf[o] + out * leaf[DIRECTION] + r[0],
    leaf[o + 1] + out * leaf[DIRECTION + 1] + r[1],
    leaf[o + 2] + out * leaf[DIRECTION + 2] + r[2],
  ];
  const closest = {
    pointA: pointAt(CLOSEST, pair.treeA.leaves[found.leafA * LEAF_STRIDE + LEAF_RADIUS]),
    pointB: pointAt(CLOSEST + 3, -pair.treeB.leaves[found.leafB * LEAF_STRIDE + LEAF_RADIUS]),
    triangleA: pair.treeA.triangles[found.leafA],
    triangleB: pair.treeB.triangles[found.leafB],
  };
  const gap: Gap = [Math.max(0, found.lower), Math.max(0, found.distance + rounding)];
  return { distance: Math.max(0, found.distance), gap, rounding, closest };
}

/**
 * The pairs of triangles of two standing bodies that touch or intersect: the first found, or all. Empty: the surfaces
 * are proven apart. A distance below rounding counts as touching; surfaces only, also of solids. Default: 'first'.
 */
export function overlap(a: Body, b: Body, which: 'first' | 'all' = 'first'): readonly (readonly [triangleA: number, triangleB: number])[] {
  if (which !== 'first' && which !== 'all') throw new InputError(`which: '${which}' is none of first, all`);
  const pair = placed(a, b);
  const pairs: (readonly [number, number])[] = [];
  forLeavesWithin(pair, new PairStack(), 0, (la, lb) => {
    pairs.push([pair.treeA.triangles[la], pair.treeB.triangles[lb]]);
    return which === 'all';
  });
  return pairs;
}

/**
 * Are the surfaces of two standing bodies within the tolerance (unit of length, ≥ 0) of each other somewhere? False is
 * proven; stops at the first pair of triangles that is near enough.
 */
export function withinTolerance(a: Body, b: Body, tolerance: number): boolean {
  checkLength(tolerance, 'tolerance:');
  let near = false;
  forLeavesWithin(placed(a, b), new PairStack(), tolerance, () => {
    near = true;
    return false;
  });
  return near;
}

function placed(a: Body, b: Body): MovingPair {
  checkStanding(a, 'first body');
  checkStanding(b, 'second body');
  const pair = new MovingPair(a.tree ?? treeOf(a.shape), b.tree ?? treeOf(b.shape));
  pair.gapOnly = true;
  pair.begin(restMotion(a.pose), restMotion(b.pose), 0);
  return pair;
}

function checkStanding(body: Body, what: string): void {
  checkBody(body, what);
  if (body.motion !== undefined) throw new InputError(`${what}: stands still here; give a pose, not a motion`);
}
