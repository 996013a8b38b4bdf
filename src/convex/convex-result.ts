import type { BodyPose, Contact, FirstContact, Gap } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';

/** How far apart two convex polyhedra are, with the closest features and points. */
export interface ConvexDistance extends Pick<Contact, 'kind' | 'a' | 'b' | 'pointA' | 'pointB'> {
  /** Distance, in the unit of length; 0 where they meet. */
  readonly distance: number;
  /** Encloses the exact distance, in the unit of length. */
  readonly gap: Gap;
  /** Unit vector from a to b; zero where they meet. */
  readonly normal: Vec3;
  /** Features or simplices gone through from those of the call before: the work done. */
  readonly steps: number;
}

/** How deep two convex polyhedra are in one another. */
export interface Penetration {
  /**
   * How far b must move along `normal`, or a against it, for the two to just touch; below 0: the distance that they are
   * apart.
   */
  readonly depth: number;
  /** Unit vector from a to b: the shortest way out for b. */
  readonly normal: Vec3;
  /** The deepest point of a, in the world. */
  readonly pointA: Vec3;
  /** The deepest point of b, in the world. */
  readonly pointB: Vec3;
}

/**
 * The answer about two convex polyhedra. A flat contact is listed by its corners; a, b and kind are those of the
 * closest features.
 */
export interface ConvexFirstContact extends FirstContact, Pick<Contact, 'kind' | 'a' | 'b' | 'normal'> {
  /** Encloses the distance at that time, in the unit of length. */
  readonly gap: Gap;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** Where the two bodies are at that time. */
  readonly poses: readonly BodyPose[];
  /** Work done. */
  readonly stats: {
    /** Instants looked at. */
    readonly checks: number;
    /** Features or simplices gone through. */
    readonly steps: number;
  };
}
