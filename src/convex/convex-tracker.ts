/**
 * What all trackers of a pair of convex polyhedra share: V-Clip, Lin-Canny and GJK keep features from call to call, because a body that moved little
 * is closest with the same features or their neighbours [Mirtich 1997, §3.1].
 * A placement is a Float64Array whose first 12 doubles are the rotation, row by row, and the position: x_world = R·x + p (the head of a motion's state).
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

export interface ConvexTracker {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  /** Brings the answer up to date for the two placements, starting from the last one. */
  track(A: Float64Array, B: Float64Array): void;
  /**
   * [0] distance of the cores (radius not counted), 0 where they meet; [1..3] closest point of a, [4..6] of b, [7..9] unit normal from a to b; all in the world.
   * Where the distance is 0 the normal means nothing and the points are points of the two bodies, no more.
   */
  readonly out: Float64Array;
  /** True where the cores meet. */
  overlap: boolean;
  /** FEATURE_VERTEX, FEATURE_EDGE or FEATURE_FACE of a, and the number of that feature. */
  kindA: number;
  indexA: number;
  kindB: number;
  indexB: number;
  /** Feature updates (V-Clip, Lin-Canny) or iterations (GJK) of the last call. */
  steps: number;
  /** Forgets the cached features. */
  reset(): void;
}
