import type { FeatureKind, BodyPose, Reason, Status } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';

/** A vertex, edge or face of a convex polyhedron, by its number there. */
export interface ConvexFeature {
  readonly feature: FeatureKind;
  readonly index: number;
}

export interface ConvexDistance {
  /** 0 where they meet. */
  readonly distance: number;
  /** Certified: they are at least this far apart, and at most `upper`. */
  readonly lower: number;
  readonly upper: number;
  readonly a: ConvexFeature;
  readonly b: ConvexFeature;
  /** In the world. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** Unit vector from a to b; zero where they meet. */
  readonly normal: Vec3;
  /** Features or simplices gone through from the ones of the call before. */
  readonly steps: number;
}

export interface Penetration {
  /** How far b must move along `direction`, or a against it, for the two to just touch; below 0: the distance that they are apart. */
  readonly depth: number;
  readonly direction: Vec3;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export interface ConvexContact {
  /** In the world, at the time of contact. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export interface ConvexFirstContact {
  readonly status: Status;
  /** contact: when; free: 1; overlap: 0; unresolved: contact-free until then. */
  readonly time: number;
  /** Encloses the distance at that time. */
  readonly gap: readonly [number, number];
  readonly rounding: number;
  readonly tolerance: number;
  readonly reason?: Reason;
  readonly a: ConvexFeature;
  readonly b: ConvexFeature;
  readonly normal: Vec3;
  /** Where they touch; a flat contact has its corners. Empty unless the status is 'contact'. */
  readonly contacts: readonly ConvexContact[];
  readonly poses: readonly BodyPose[];
  readonly stats: { readonly checks: number; readonly steps: number };
}
