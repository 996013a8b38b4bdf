/**
 * Two convex polyhedra under their motions, placed at one instant at a time relative to where b starts, and what
 * distances between them may be off by at that instant, into EPSILON of their approach [docs/notes/rounding.md].
 */
import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import { type Motion, STATE_P, STATE_TIME } from '../motion/motion.ts';
import { type ConvexApproach, EPSILON, FALLING_STATE_SIZE } from './convex-approach.ts';

export class MovingHulls {
  readonly approach: ConvexApproach;
  readonly stateA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  readonly stateB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  motionA: Motion;
  motionB: Motion;
  private adding = 0;
  private turning = 0;

  constructor(approach: ConvexApproach, motionA: Motion, motionB: Motion) {
    this.approach = approach;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  /** From now on it is about these motions. */
  begin(motionA: Motion, motionB: Motion, clearance: number): void {
    const { a, b } = this.approach;
    motionB.startPosition(this.reference, 0);
    const extent = a.reach + b.reach;
    motionA.startPosition(this.stateA, STATE_P);
    for (let k = 0; k < 3; k++) this.stateB[STATE_P + k] = this.reference[k];
    const ways = motionA.travel(a.reach) + motionB.travel(b.reach) + motionA.lever + motionB.lever;
    this.turning = TURNING * (1 + motionA.turn + motionB.turn);
    this.adding = ADDING * (originDistance(this.stateA, this.stateB) + extent + ways) + 2 * this.turning * (extent + clearance) + SMALLEST;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  /** Places both at t and measures. */
  look(t: number): void {
    this.place(t);
    this.approach.measure(this.stateA, this.stateB);
  }

  place(t: number): void {
    this.placeAs(this.stateA, this.stateB, t);
  }

  placeAs(A: Float64Array, B: Float64Array, t: number): void {
    const { reference, motionA, motionB } = this;
    A[STATE_TIME] = B[STATE_TIME] = t;
    motionA.writeState(reference, A);
    motionB.writeState(reference, B);
    this.approach.numbers[EPSILON] = this.adding + this.turning * originDistance(A, B);
  }
}

function originDistance(A: Float64Array, B: Float64Array): number {
  const x = A[STATE_P] - B[STATE_P];
  const y = A[STATE_P + 1] - B[STATE_P + 1];
  const z = A[STATE_P + 2] - B[STATE_P + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
