import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { LARGEST_COORDINATE } from '../mesh/triangle-mesh.ts';

/**
 * Where every vertex of a mesh is at t = 0 and at t = 1. In between it moves straight and evenly. Made by
 * `linearMotion`, or written as a record.
 */
export interface LinearFrames {
  /** At t = 0: x y z a vertex, in the unit of length. */
  readonly positions0: Float64Array;
  /** At t = 1: x y z a vertex, as many as at t = 0. */
  readonly positions1: Float64Array;
}

export function isLinear(motion: unknown): motion is LinearFrames {
  const { positions0, positions1 } = (motion ?? {}) as Partial<LinearFrames>;
  return positions0 instanceof Float64Array && positions1 instanceof Float64Array;
}

/** Throws where a coordinate is not a number of a size that can be computed with. */
export function checkCoordinates(given: ArrayLike<number>, what: string): void {
  for (let i = 0; i < given.length; i++) {
    const x = given[i];
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST_COORDINATE))
      throw new InputError(`${what}: vertex ${Math.floor(i / 3)} has coordinate ${'xyz'[i % 3]} = ${shownValue(x)}${limitHint(x)}`);
  }
}

/** p + t (q − p), as rounded; at 0 and 1 as given. */
export function positionsAt(p: Float64Array, q: Float64Array, t: number, out: Float64Array = new Float64Array(p.length)): Float64Array {
  for (let i = 0; i < p.length; i++) out[i] = t === 1 ? q[i] : p[i] + t * (q[i] - p[i]);
  return out;
}
