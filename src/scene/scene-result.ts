import type { BodyPose, Contact, FirstContact, InitialPair, PairSide, Stats, TriangleSide } from '../contact/result.ts';

/** What one stage of method 'hca' or 'interval' did. */
export interface StageStats {
  /** Which one: 'boxes', 'volumes', 'dynamic BVH' and so on. */
  readonly stage: string;
  /** How many candidates it looked at. */
  readonly tested: number;
  /** How many of those it ruled out. */
  readonly culled: number;
  /** How long it took; differs from run to run. */
  readonly milliseconds: number;
}

/** Work done in a scene, in counts: they are stable where times are not. */
export interface SceneStats extends Stats {
  /** Pairs of bodies that were to be judged. */
  readonly pairs: number;
  /** Placements of single links. */
  readonly placements: number;
  /**
   * Enclosures of a body's motion over an interval of time, by the exact stage of 'interval'; undefined with 'auto'.
   */
  readonly enclosures?: number;
  /** What the stages of 'hca' and 'interval' did, in order; undefined with 'auto', which has none. */
  readonly stages?: readonly StageStats[];
}

/** The answer about a scene. Its `time` is path time: segment + fraction; free: the path's length n. */
export interface SceneFirstContact extends FirstContact<Contact<TriangleSide>> {
  /** In which segment of the path the time lies, from 0. */
  readonly segment: number;
  /** Which share of that segment has passed, in [0, 1]. */
  readonly fraction: number;
  /** The two bodies in contact; null where there are none, as when the path is free. */
  readonly pair: readonly [PairSide, PairSide] | null;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** The pairs that start within clearance + tolerance; empty: none. */
  readonly initial: readonly InitialPair[];
  /** Joint values of every robot at that time, by name: radians or units of length. */
  readonly configurations: Readonly<Record<string, readonly number[]>>;
  /** Where the two bodies of the pair are at that time; empty without a pair. */
  readonly poses: readonly BodyPose[];
  /** Work done. */
  readonly stats: Readonly<SceneStats>;
}
