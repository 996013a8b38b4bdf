import type { BodyPose, Contact, FirstContact, InitialPair, PairSide, Stats, TriangleSide } from '../contact/result.ts';

/** What one stage of a method did. */
export interface StageStats {
  readonly stage: string;
  /** What it looked at, and what it could rule out. */
  readonly tested: number;
  readonly culled: number;
  readonly milliseconds: number;
}

export interface SceneStats extends Stats {
  /** Pairs of bodies that were to be judged. */
  readonly pairs: number;
  /** Placements of single links. */
  readonly placements: number;
  /** Enclosures of a body's motion over an interval of time, by the exact stage of 'interval'. */
  readonly enclosures?: number;
  readonly stages?: readonly StageStats[];
}

/** The answer about a scene. Its `time` is path time: segment + fraction; free: the path's length n. */
export interface SceneFirstContact extends FirstContact<Contact<TriangleSide>> {
  /** Segment of the time. */
  readonly segment: number;
  /** Fraction of that segment. */
  readonly fraction: number;
  /** The two bodies in contact. */
  readonly pair: readonly [PairSide, PairSide] | null;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** The pairs that start within clearance + tolerance. */
  readonly initial: readonly InitialPair[];
  /** Joint values of every robot at that time, by name. */
  readonly configurations: Readonly<Record<string, readonly number[]>>;
  /** Where the two bodies of the pair are at that time. */
  readonly poses: readonly BodyPose[];
  /** Work done. */
  readonly stats: Readonly<SceneStats>;
}
