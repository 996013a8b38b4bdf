/** Proves motions and whole paths free, and counts what that takes. */

import { milliseconds } from '../../contact/budget.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** Says whether motions are free; late: a no may mean that the time was over. */
type EdgeChecker = Pick<MotionChecker, 'motionIsFree'> & { readonly late?: boolean };

export class Prover {
  /** Motions that were to be proven, how many of them were not free, and what it took. */
  proofs = 0;
  refuted = 0;
  milliseconds = 0;
  private readonly space: StateSpace;
  private readonly checker: EdgeChecker;
  private readonly firstContact: (states: readonly States[]) => SceneFirstContact;
  private readonly constraints: Constraints | null;
  private readonly from: Float64Array;
  private readonly to: Float64Array;

  /**
   * firstContact: of the path through states, one segment from each to the next; constraints: what must hold all along,
   * or null.
   */
  constructor(
    space: StateSpace,
    checker: EdgeChecker,
    firstContact: (states: readonly States[]) => SceneFirstContact,
    constraints: Constraints | null = null,
  ) {
    this.space = space;
    this.checker = checker;
    this.firstContact = firstContact;
    this.constraints = constraints;
    this.from = new Float64Array(space.size);
    this.to = new Float64Array(space.size);
  }

  /** The last no may mean that the time was over. */
  get late(): boolean {
    return this.checker.late === true;
  }

  /** Is the motion between two states free, by the shortest arcs, and keeps all constraints? True is proven. */
  isFree(a: States, i: number, b: States, j: number): boolean {
    const { from, to, space } = this;
    const begun = milliseconds();
    for (let k = 0; k < space.size; k++) from[k] = a[i + k];
    space.seenFrom(a, i, b, j, to, 0);
    const free = (this.constraints === null || this.constraints.holdsAlong(from, to)) && this.checker.motionIsFree(from, to);
    this.proofs++;
    if (!free) this.refuted++;
    this.milliseconds += milliseconds() - begun;
    return free;
  }

  /**
   * The certificate of a path through states, as `unrolled` gives them, and the first segment that is not proven to be
   * free and to keep all constraints; −1: all are.
   */
  certificate(states: readonly States[]): { readonly certificate: SceneFirstContact; readonly fails: number } {
    const begun = milliseconds();
    const certificate = this.firstContact(states);
    const hit = certificate.status === 'free' ? states.length - 1 : Math.min(Math.floor(certificate.time), states.length - 2);
    let fails = certificate.status === 'free' ? -1 : hit;
    for (let k = 0; k < hit && this.constraints !== null; k++) {
      if (this.constraints.holdsAlong(states[k], states[k + 1])) continue;
      fails = k;
      break;
    }
    this.proofs += states.length - 1;
    if (fails >= 0) this.refuted++;
    this.milliseconds += milliseconds() - begun;
    return { certificate, fails };
  }

  /** The same states, angles that wrap going on from those before; at least two. */
  unrolled(states: readonly States[]): readonly States[] {
    const out: States[] = [states[0]];
    for (let k = 1; k < states.length; k++) {
      const next = new Float64Array(this.space.size);
      this.space.seenFrom(out[k - 1], 0, states[k], 0, next, 0);
      out.push(next);
    }
    if (out.length === 1) out.push(out[0]);
    return out;
  }
}
