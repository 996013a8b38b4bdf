import type { Body, Deformation, DeformingBody, DeformingStage } from '../contact/deformation.ts';
import type { PairFirstContactOptions } from '../contact/options.ts';
import type { PairFirstContact } from '../contact/result.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { deformingContact } from './deforming-contact.ts';
import { checkCoordinates, isLinear, type LinearFrames, positionsAt } from './linear-frames.ts';
import { SoftStage } from './soft-stage.ts';

/** How far, relative to their size, two coordinates may differ that mean the same. */
const SAME = 1e-9;

/**
 * How a mesh deforms in one step: every vertex moves straight and evenly from one place to another while t runs from 0
 * to 1. Made by `linearMotion`; stands where a motion is asked for, in steps, pairs and scenes.
 */
export class LinearMotion implements LinearFrames, Deformation {
  /** Tells it from the motion of a rigid body. */
  readonly deforming = true;
  /**
   * Where the vertices are at t = 0, x y z each, in the unit of length. Read whenever a query is asked, so that it may
   * be rewritten from step to step.
   */
  readonly positions0: Float64Array;
  /** Where the vertices are at t = 1, x y z each. Read whenever a query is asked, as `positions0` is. */
  readonly positions1: Float64Array;

  /**
   * As `linearMotion` makes it: x y z a vertex at t = 0 and at t = 1. Float64Arrays are used as they are, everything
   * else is copied.
   */
  constructor(positions0: ArrayLike<number>, positions1: ArrayLike<number>) {
    this.positions0 = coordinates(positions0, 'positions0');
    this.positions1 = coordinates(positions1, 'positions1');
    if (this.positions0.length !== this.positions1.length)
      throw new InputError(
        `linearMotion: positions0 has ${this.positions0.length / 3} vertices, positions1 has ${this.positions1.length / 3}; they must be the same`,
      );
  }

  /**
   * Where the vertices are at t in [0, 1], x y z each: p₀ + t (p₁ − p₀) as rounded, at 0 and 1 as given. Written to
   * `out` where it is given, else to a new array.
   */
  positionsAt(t: number, out: Float64Array = new Float64Array(this.positions0.length)): Float64Array {
    const { positions0: p, positions1: q } = this;
    if (!(t >= 0 && t <= 1)) throw new InputError(`positionsAt: the time must be in [0, 1], got ${shownValue(t)}`);
    if (out.length !== p.length) throw new InputError(`positionsAt: out has ${out.length} numbers, ${p.length} are needed`);
    return positionsAt(p, q, t, out);
  }

  /** First contact of two bodies of which one, or both, deform; what `firstContact` of `inbetween` calls. */
  firstContact(a: Body, b: Body, options: PairFirstContactOptions): PairFirstContact {
    return deformingContact(a, b, options);
  }

  /** Whether it begins where the motion before it ends, up to a billionth of the coordinates. */
  follows(before: Deformation): boolean {
    if (!isLinear(before) || before.positions1.length !== this.positions0.length) return false;
    const { positions1: p } = before;
    const { positions0: q } = this;
    for (let i = 0; i < p.length; i++) if (!(Math.abs(p[i] - q[i]) <= SAME * (Math.abs(p[i]) + Math.abs(q[i])))) return false;
    return true;
  }

  /**
   * What a scene searches its deforming bodies with.
   * @internal
   */
  sceneStage(bodies: readonly DeformingBody[]): DeformingStage {
    return new SoftStage(bodies);
  }
}

/**
 * The motion between two frames of a deforming mesh, x y z a vertex: each vertex moves straight and evenly from the one
 * place to the other. Float64Arrays are used as they are, so that they may be rewritten from step to step; everything
 * else is copied.
 * @example
 * const step = linearMotion(before, after); // Float64Arrays of x y z, in the order of the mesh's vertices
 * const safe = query.maxStep(step);
 * const cut = step.positionsAt(safe);
 */
export function linearMotion(positions0: ArrayLike<number>, positions1: ArrayLike<number>): LinearMotion {
  return new LinearMotion(positions0, positions1);
}

function coordinates(given: ArrayLike<number>, what: string): Float64Array {
  if (given === null || typeof given !== 'object' || !(given.length > 0)) throw new InputError(`linearMotion: ${what} has no vertices`);
  if (given.length % 3 !== 0)
    throw new InputError(`linearMotion: ${what}: ${given.length} coordinates are not a whole number of vertices (3 each)`);
  checkCoordinates(given, `linearMotion: ${what}`);
  return given instanceof Float64Array ? given : Float64Array.from(given);
}
