/** Proves motions and whole paths free, and counts what that takes. */

import { milliseconds } from '../../contact/budget.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** Says whether motions are free; late: a no may mean that the time was over. */
type EdgeChecker = Pick<MotionChecker, 'motionIsFree'> & { readonly late?: boolean };

/** What a question about a way is answered. */
export interface Along {
  /** Null: the way cannot be followed from state to state, or joints that follow go beyond their limits. */
  readonly certificate: SceneFirstContact | null;
  /** Where that is, or where something is in contact: 1.5 is halfway from the second state to the third. */
  readonly time: number;
}

/** What is known of a path. */
export interface Certified {
  /** Null: not all of it can be followed. */
  readonly certificate: SceneFirstContact | null;
  /** The first segment that is not proven; −1: all are. */
  readonly fails: number;
  /** So many segments from its start on are proven. */
  readonly free: number;
}

export class Prover {
  /** Motions that were to be proven, how many of them were not free, and what it took. */
  proofs = 0;
  refuted = 0;
  milliseconds = 0;
  private readonly space: StateSpace;
  private readonly checker: EdgeChecker;
  private readonly ask: (states: readonly States[]) => Along;
  private readonly constraints: Constraints | null;
  private readonly from: Float64Array;
  private readonly to: Float64Array;

  /**
   * ask: for the first contact along the way through states; constraints: what must hold all along, or null.
   */
  constructor(space: StateSpace, checker: EdgeChecker, ask: (states: readonly States[]) => Along, constraints: Constraints | null = null) {
    this.space = space;
    this.checker = checker;
    this.ask = ask;
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
    const isKept = this.constraints === null || this.constraints.holdsAlong(from, to);
    const free = isKept && this.checker.motionIsFree(from, to) && !space.straysBetween(from, to);
    this.proofs++;
    if (!free) this.refuted++;
    this.milliseconds += milliseconds() - begun;
    return free;
  }

  /**
   * The certificate of a path through states, as `unrolled` gives them, and the first segment that is not proven to be
   * free and to keep all constraints.
   */
  certificate(states: readonly States[]): Certified {
    const begun = milliseconds();
    const { certificate, time } = this.ask(states);
    const isFree = certificate?.status === 'free';
    const hit = isFree ? states.length - 1 : Math.min(Math.floor(time), states.length - 2);
    let fails = isFree ? -1 : hit;
    for (let k = 0; k < hit && this.constraints !== null; k++) {
      if (this.constraints.holdsAlong(states[k], states[k + 1])) continue;
      fails = k;
      break;
    }
    this.proofs += states.length - 1;
    if (fails >= 0) this.refuted++;
    this.milliseconds += milliseconds() - begun;
    return { certificate, fails, free: certificate === null ? 0 : fails < 0 ? states.length - 1 : fails };
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
