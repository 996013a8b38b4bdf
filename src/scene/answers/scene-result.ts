import type { BodyPose, Contact, FirstContact, Gap, InitialPair, PairSide, Stats, TriangleSide } from '../../contact/result.ts';
import type { StageStats } from '../search/scene-method.ts';

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

/** How a pair arrived that may touch at the end of a path; see `arrive`. */
export interface Arrival {
  /** One of the two. */
  readonly a: PairSide;
  /** The other. */
  readonly b: PairSide;
  /** Path time from which they are in contact to the end, never late; null: they do not come into contact to stay. */
  readonly time: number | null;
  /** Path time at which they should touch: the end of the path, or where something is taken or laid down. */
  readonly at: number;
  /**
   * Whether they touch then: nearer than the clearance is not enough. Of what is taken by several links, or laid onto
   * several things, true of all of them where one does. Absent where that is not known, as when a budget ran out.
   */
  readonly met?: boolean;
  /** Seconds at that time; absent where the motions have none. */
  readonly seconds?: number;
  /**
   * How fast the points in contact move against each other then, in units of length per second, or per segment where
   * the motions have no seconds; absent where the contact is not listed.
   */
  readonly speed?: number;
  /** Between that velocity, of a against b, and the normal from a to b, in radians: 0 is head-on, π/2 sliding. */
  readonly angle?: number;
}

/** The answer about a scene. Its `time` is path time: segment + fraction; free: the path's length n. */
export interface SceneFirstContact extends FirstContact<Contact<TriangleSide>> {
  /** Seconds at that time, by the clock of the trajectories; absent where the motions have none. */
  readonly seconds?: number;
  /**
   * Where that is on the path of each by itself, in its own segments (segment + fraction), by name; absent where the
   * motions have no seconds. `time` counts the segments of the united clock, which has a knot wherever one of them has.
   */
  readonly ownTimes?: Readonly<Record<string, number>>;
  /**
   * Where motions are only nearly followed (`uncertainty`) and the answer is not free: path time until which every
   * motion within it is proven free. Absent otherwise.
   */
  readonly safeUntil?: number;
  /** In which segment of the path the time lies, from 0. */
  readonly segment: number;
  /** Which share of that segment has passed, in [0, 1]. */
  readonly fraction: number;
  /** The two bodies in contact; null where there are none, as when the path is free. */
  readonly pair: readonly [PairSide, PairSide] | null;
  /** The distance that the pair had to keep, in the unit of length; where there is no pair, the least of any. */
  readonly clearance: number;
  /**
   * How far the meshes of the pair may reach out of the shapes that they stand for, in the unit of length: those are at
   * most so much farther apart. 0 where they are the shapes, and without a pair.
   */
  readonly excess: number;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** The pairs that start within clearance + tolerance; empty: none. */
  readonly initial: readonly InitialPair[];
  /** With `arrive`, one for each of its pairs; absent otherwise. */
  readonly arrivals?: readonly Arrival[];
  /** Joint values of every robot at that time, by name: radians or units of length. */
  readonly configurations: Readonly<Record<string, readonly number[]>>;
  /** Where the two bodies of the pair are at that time; empty without a pair. */
  readonly poses: readonly BodyPose[];
  /** Work done. */
  readonly stats: Readonly<SceneStats>;
}

/** A stretch of a path on which something is in contact. Times are path times: segment plus share of it. */
export interface ContactInterval {
  /** When it begins: a certified first contact, never late. */
  readonly from: number;
  /**
   * The first instant found after it at which everything is proven apart; the end of the path where there is none.
   * Where the budget ran out, how far it was followed.
   */
  readonly to: number;
  /** Pairs seen in contact on it, the first one first. */
  readonly pairs: readonly (readonly [PairSide, PairSide])[];
  /** The contact with which it begins, as `firstContact` would answer. */
  readonly first: SceneFirstContact;
}

/** By which clock motions run; see `Scene.clock`. */
export interface SceneClock {
  /** How many segments the path of all together has; path time runs from 0 to this. */
  readonly segments: number;
  /** Seconds at the ends of the segments, one more than these; null where the motions have no seconds. */
  readonly seconds: readonly number[] | null;
  /** Seconds at a path time; null where the motions have no seconds. */
  secondsAt(time: number): number | null;
  /** Path times of each on its own path, by name; empty where the motions have no seconds. */
  ownTimesAt(time: number): Readonly<Record<string, number>>;
}

/** The stretches of a path on which one pair is in contact. */
export interface PairIntervals {
  /** One of the two. */
  readonly a: PairSide;
  /** The other. */
  readonly b: PairSide;
  /**
   * In the order of time, path times: each begins with a certified first contact, never late, and ends at the first
   * instant found at which the pair is proven apart.
   */
  readonly intervals: readonly { readonly from: number; readonly to: number }[];
}

/** All stretches of a path on which something is in contact. */
export interface ContactIntervals {
  /** In the order of time. Empty and complete: proven free, pairs aside that never left their start. */
  readonly intervals: readonly ContactInterval[];
  /** False when the budget ran out: there may be more. */
  readonly complete: boolean;
  /** With `byPair`, the stretches of each pair by itself, whoever touches first first; absent otherwise. */
  readonly pairs?: readonly PairIntervals[];
}

/** The least distance of any tested pair along a path. */
export interface Clearance {
  /**
   * Proven, in the unit of length: everything stays at least `gap[0]` apart, and at `time` the pair is as close as
   * `gap[1]`.
   */
  readonly gap: Gap;
  /** When the pair is that close: path time, the segment plus the share of it. */
  readonly time: number;
  /** The two that come closest; null where nothing comes nearer than `enough`. */
  readonly pair: readonly [PairSide, PairSide] | null;
  /** With start: 'leaving', the pairs that start in contact: they are left out, all the way. Empty otherwise. */
  readonly exempt: readonly (readonly [PairSide, PairSide])[];
  /** Enclosed to `accuracy`, or in contact. False: time or iterations ran out before, and `gap` is what was proven. */
  readonly complete: boolean;
}

/** How far apart the closest two of a scene are at one instant. */
export interface SceneDistance {
  /**
   * How far apart their surfaces are, in the unit of length; 0 where they touch or penetrate; the cutoff where nothing
   * is nearer. Not `complete`: the lower end of `gap`.
   */
  readonly distance: number;
  /** Encloses the exact distance; the upper end is the largest double where nothing is nearer than the cutoff. */
  readonly gap: Gap;
  /** The closest two; null where nothing is nearer than the cutoff. */
  readonly pair: readonly [PairSide, PairSide] | null;
  /** False: `maxMilliseconds` ran out; `gap` holds, `pair` is the closest of those looked at. */
  readonly complete: boolean;
}
