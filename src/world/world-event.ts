import type { Contact, FirstContact, Gap } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';

/** One place where two bodies of a world touch, with the speed at which they approach there. */
export interface WorldContact extends Contact {
  /** How fast the two points approach each other along the normal, unit of length a second; below 0: they part. */
  readonly speed: number;
}

/** A contact of two bodies, reported while a world advances. */
export interface WorldEvent extends FirstContact<WorldContact> {
  /**
   * contact: apart until now, or touching since they were put there, within the tolerance and approaching. overlap: so
   * near that doubles cannot tell them apart, or inside one another: they start so, or were driven together by the
   * answers. unresolved: so near and so fast that the time by which they must be checked again is the same double as
   * now.
   */
  readonly status: 'contact' | 'overlap' | 'unresolved';
  /** Seconds of the world; never late. */
  readonly time: number;
  /** Name of the first body; a normal points from it to the second. */
  readonly a: string;
  /** Name of the second body. */
  readonly b: string;
  /** Encloses the distance of the two at that time, in the unit of length. */
  readonly gap: Gap;
  /** Unit vector from a to b; of an overlap the shortest way out for b, zero where that is not known (meshes). */
  readonly normal: Vec3;
  /** How deep an overlap is at least, in the unit of length; 0 for all else. */
  readonly depth: number;
  /**
   * Where they touch, at least one point unless they overlap; a flat contact has its corners, bodies of several pieces
   * those of all pieces that touch.
   */
  readonly contacts: readonly WorldContact[];
  /** Speed at which they approach where they do so fastest, unit of length a second. */
  readonly speed: number;
}
