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

/** Every vertex of a mesh moves straight and evenly from one place to another while t runs from 0 to 1. */
export class LinearMotion implements LinearFrames, Deformation {
  readonly deforming = true;
  /** x y z a vertex, at t = 0 and at t = 1. Looked at when a query is asked, so they may be rewritten from step to step. */
  readonly positions0: Float64Array;
  readonly positions1: Float64Array;

  constructor(positions0: ArrayLike<number>, positions1: ArrayLike<number>) {
    this.positions0 = coordinates(positions0, 'positions0');
    this.positions1 = coordinates(positions1, 'positions1');
    if (this.positions0.length !== this.positions1.length)
      throw new InputError(
        `linearMotion: positions0 has ${this.positions0.length / 3} vertices, positions1 has ${this.positions1.length / 3}; they must be the same`,
      );
  }

  /** Where the vertices are at t; computed as p₀ + t (p₁ − p₀), at 0 and 1 as given. */
  positionsAt(t: number, out: Float64Array = new Float64Array(this.positions0.length)): Float64Array {
    const { positions0: p, positions1: q } = this;
    if (!(t >= 0 && t <= 1)) throw new InputError(`positionsAt: the time must be in [0, 1], got ${shownValue(t)}`);
    if (out.length !== p.length) throw new InputError(`positionsAt: out has ${out.length} numbers, ${p.length} are needed`);
    return positionsAt(p, q, t, out);
  }

  firstContact(a: Body, b: Body, options: PairFirstContactOptions): PairFirstContact {
    return deformingContact(a, b, options);
  }

  /** Up to a billionth of the coordinates. */
  follows(before: Deformation): boolean {
    if (!isLinear(before) || before.positions1.length !== this.positions0.length) return false;
    const { positions1: p } = before;
    const { positions0: q } = this;
    for (let i = 0; i < p.length; i++) if (!(Math.abs(p[i] - q[i]) <= SAME * (Math.abs(p[i]) + Math.abs(q[i])))) return false;
    return true;
  }

  sceneStage(bodies: readonly DeformingBody[]): DeformingStage {
    return new SoftStage(bodies);
  }
}

/** The motion between two frames of a deforming mesh. Float64Arrays are used as they are, everything else is copied. */
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
