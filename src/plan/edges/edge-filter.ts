/**
 * Proposes edges: states along them are looked at, no farther apart than a part of the space's extent, the middle ones
 * first. It may be wrong between them, so it decides nothing; `motionIsFree` does.
 */

import type { PairSide } from '../../contact/result.ts';
import type { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { StateSpace, States } from '../space/state-space.ts';

export class EdgeFilter {
  /** How many states were looked at. */
  states = 0;
  private readonly space: StateSpace;
  private readonly checker: Pick<MotionChecker, 'isFree' | 'saidNo'>;
  private readonly state: Float64Array;
  private readonly constraints: Constraints | null;
  /** The last no is that of a constraint, or of where states may be. */
  private broken = false;

  /** constraints: what states must keep beside being free; null: nothing. */
  constructor(space: StateSpace, checker: Pick<MotionChecker, 'isFree' | 'saidNo'>, constraints: Constraints | null = null) {
    this.space = space;
    this.checker = checker;
    this.constraints = constraints;
    this.state = new Float64Array(space.size);
  }

  /** One state by itself. */
  accepts(states: States, i: number): boolean {
    const { state } = this;
    for (let k = 0; k < state.length; k++) state[k] = states[i + k];
    return this.isFree();
  }

  /** The two that the last no was about; null: something else, or it is not known. */
  get saidNo(): readonly [PairSide, PairSide] | null {
    return this.broken ? null : this.checker.saidNo;
  }

  /** What lies between two states that are known free: states in between, so that no gap is longer than a step. */
  acceptsBetween(a: States, i: number, b: States, j: number, step: number): boolean {
    const { space, state } = this;
    const parts = Math.ceil(space.swept(a, i, b, j) / step);
    // of the equal parts those next to odd multiples of 1/2, 1/4, 1/8 … of the way, each once
    for (let cut = 2; cut < 2 * parts; cut *= 2) {
      for (let k = 1; k < cut; k += 2) {
        const part = Math.floor((k * parts) / cut);
        if (part === Math.floor(((k - 1) * parts) / cut) || part === Math.floor(((k + 1) * parts) / cut)) continue;
        space.between(a, i, b, j, part / parts, state, 0);
        if (!this.isFree()) return false;
      }
    }
    return true;
  }

  private isFree(): boolean {
    this.states++;
    const { space, constraints, state } = this;
    this.broken = space.astray(state, 0) !== undefined || (constraints !== null && !constraints.holds(state));
    return !this.broken && this.checker.isFree(state);
  }
}
