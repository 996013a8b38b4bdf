/**
 * What all trackers of a pair of convex polyhedra share: V-Clip, Lin-Canny and GJK keep features from call to call,
 * because a body that moved little is closest with the same features or their neighbours [Mirtich 1997, §3.1].
 * A placement is a Float64Array whose first 12 doubles are the rotation, row by row, and the position: x_world = R·x +
 * p (the head of a motion's state).
 */
import type { FeatureKind } from '../contact/result.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';

export const FEATURE_VERTEX = 0;
export const FEATURE_EDGE = 1;
export const FEATURE_FACE = 2;
/** Their names in results. */
export const FEATURE_NAMES: readonly FeatureKind[] = ['vertex', 'edge', 'face'];

/** The doubles of `out`: the distance, two points, a direction. */
export const TRACK_DISTANCE = 0;
export const TRACK_POINT_A = 1;
export const TRACK_POINT_B = 4;
export const TRACK_NORMAL = 7;
export const TRACK_DOUBLES = 10;

/**
 * Measures the distance of two convex polyhedra and keeps what it found from call to call, because a body that moved
 * little is closest with the same features or their neighbours. VClip, LinCanny and Gjk are such; another may be
 * plugged in.
 */
export interface ConvexTracker {
  /** The first polyhedron. */
  readonly a: ConvexPolyhedron;
  /** The second polyhedron. */
  readonly b: ConvexPolyhedron;
  /**
   * Brings the answer up to date for two placements, starting from the last one. The first 12 numbers of each are the
   * rotation, row by row, and the position: x_world = R·x + p.
   */
  track(A: Float64Array, B: Float64Array): void;
  /**
   * [0] distance of the cores (radius not counted), 0 where they meet; [1..3] closest point of a, [4..6] of b, [7..9]
   * unit normal from a to b; all in the world. Where the distance is 0 the normal means nothing and the points are
   * points of the two bodies, no more.
   */
  readonly out: Float64Array;
  /** True where the cores meet. */
  overlap: boolean;
  /** What of a is closest: 0 a vertex, 1 an edge, 2 a face. */
  kindA: number;
  /** The number of that vertex, edge or face of a. */
  indexA: number;
  /** What of b is closest: 0 a vertex, 1 an edge, 2 a face. */
  kindB: number;
  /** The number of that vertex, edge or face of b. */
  indexB: number;
  /** Feature updates (V-Clip, Lin-Canny) or iterations (GJK) of the last call. */
  steps: number;
  /** Forgets the features of the call before; the next one starts from nothing. */
  reset(): void;
}
