/** Proves motions free, and counts what that takes. */
import { milliseconds } from '../../contact/budget.ts';
import type { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { StateSpace, States } from '../space/state-space.ts';

export class Prover {
  /** Motions that were to be proven, how many of them were not free, and what it took. */
  proofs = 0;
  refuted = 0;
  milliseconds = 0;
  private readonly space: StateSpace;
  private readonly checker: Pick<MotionChecker, 'motionIsFree'>;
  private readonly from: Float64Array;
  private readonly to: Float64Array;

  constructor(space: StateSpace, checker: Pick<MotionChecker, 'motionIsFree'>) {
    this.space = space;
    this.checker = checker;
    this.from = new Float64Array(space.size);
    this.to = new Float64Array(space.size);
  }

  /** Is the motion between two states free, by the shortest arcs? True is proven. */
  isFree(a: States, i: number, b: States, j: number): boolean {
    const { from, to, space } = this;
    const begun = milliseconds();
    for (let k = 0; k < space.size; k++) from[k] = a[i + k];
    space.seenFrom(a, i, b, j, to, 0);
    const free = this.checker.motionIsFree(from, to);
    this.proofs++;
    if (!free) this.refuted++;
    this.milliseconds += milliseconds() - begun;
    return free;
  }
}
