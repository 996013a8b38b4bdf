/**
 * Two convex polyhedra under their motions, placed at one instant at a time relative to where b starts, and what
 * distances between them may be off by at that instant, into EPSILON of their approach [docs/notes/rounding.md].
 */

import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import { apartAt } from '../math/vec3.ts';
import { type Motion, STATE_P, STATE_TIME, STATE_V } from '../motion/motion.ts';
import { RigidMotion } from '../motion/rigid-motion.ts';
import { type ConvexApproach, EPSILON, FALLING_STATE_SIZE } from './convex-approach.ts';

export class MovingHulls {
  readonly approach: ConvexApproach;
  readonly stateA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  readonly stateB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  motionA: Motion;
  motionB: Motion;
  /** The motion of b that is still, and as which stateB is placed. */
  private standing: Motion | undefined;
  private adding = 0;
  private turning = 0;

  constructor(approach: ConvexApproach, motionA: Motion, motionB: Motion) {
    this.approach = approach;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  /** Takes the motions that it is about from now on. */
  begin(motionA: Motion, motionB: Motion, clearance: number): void {
    const { a, b } = this.approach;
    motionB.startPosition(this.reference, 0);
    const extent = a.reach + b.reach;
    motionA.startPosition(this.stateA, STATE_P);
    const travel = motionA.travel(a.reach) + motionB.travel(b.reach) + motionA.lever + motionB.lever;
    this.turning = TURNING * (1 + motionA.turn + motionB.turn);
    this.adding =
      ADDING * (distanceFrom(this.reference, this.stateA) + extent + travel) + 2 * this.turning * (extent + clearance) + SMALLEST;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  /** Places both at t and measures. */
  measure(t: number): void {
    this.place(t);
    this.approach.measure(this.stateA, this.stateB);
  }

  place(t: number): void {
    this.placeAs(this.stateA, this.stateB, t);
  }

  /** Places both, which are placed at t = 0 and neither turn nor bend their ways, at t. */
  fly(t: number): void {
    const { stateA: A, stateB: B } = this;
    for (let k = 0; k < 3; k++) {
      A[STATE_P + k] += t * A[STATE_V + k];
      B[STATE_P + k] += t * B[STATE_V + k];
    }
    A[STATE_TIME] = B[STATE_TIME] = t;
    this.approach.numbers[EPSILON] = this.adding + this.turning * apartAt(A, B, STATE_P);
  }

  placeAs(A: Float64Array, B: Float64Array, t: number): void {
    const { reference, motionA, motionB } = this;
    A[STATE_TIME] = B[STATE_TIME] = t;
    motionA.writeState(reference, A);
    // mostly the second body stands, as it did in the call before
    if (!(this.standing === motionB && B === this.stateB)) motionB.writeState(reference, B);
    if (B === this.stateB) this.standing = motionB.still && motionB instanceof RigidMotion ? motionB : undefined;
    this.approach.numbers[EPSILON] = this.adding + this.turning * apartAt(A, B, STATE_P);
  }
}

/** Distance of a's origin from the reference. */
function distanceFrom(reference: Float64Array, A: Float64Array): number {
  const x = A[STATE_P] - reference[0];
  const y = A[STATE_P + 1] - reference[1];
  const z = A[STATE_P + 2] - reference[2];
  return Math.sqrt(x * x + y * y + z * z);
}
