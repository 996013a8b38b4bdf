import type { Frames } from './motion.ts';
import type { Shape } from './shape.ts';

export interface Side {
  readonly shape: Shape;
  readonly frame: number;
}

export interface Question {
  readonly frames: Frames;
  readonly a: Side;
  readonly b: Side;
  /** In which frame directions stand. */
  readonly seenFrom: number;
  /** c, rounded up. */
  readonly clearance: bigint;
}
