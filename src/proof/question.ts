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
  /** How far both jumped together where the segment begins: at t = 0 they are apart by more. */
  readonly gap: bigint;
  /** The instant up to which the segment goes. */
  readonly until: bigint;
}
