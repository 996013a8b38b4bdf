import type { Quat, Vec3 } from '../math/pose.ts';

/**
 * What is proven; d(t) is the exact distance of the bodies, c the clearance, τ′ the tolerance in force:
 * - 'free': d > c for all of the motion.
 * - 'contact': d > c on [0, time), and d(time) ≤ c + τ′.
 * - 'overlap': d ≤ c + the rounding bound at the start.
 * - 'unresolved': d > c on [0, time); then the budget or the precision of doubles ran out. Never a statement that they
 *   touch, nor that they do not.
 *
 * The whole of it: docs/guarantee.md.
 */
export type Status = 'free' | 'contact' | 'overlap' | 'unresolved';

/**
 * Why an answer is `unresolved`: the budget of iterations or milliseconds ran out, the contact is finer than doubles
 * can prove ('precision'), a pair came into contact that had not been proven apart since its start ('leaving'), or the
 * nominal motion is free, but not all that it may be where it is only nearly followed ('uncertainty').
 */
export type Reason = 'iterations' | 'milliseconds' | 'precision' | 'leaving' | 'uncertainty';

/** What of a body touches: a corner, an edge between two corners, or the inside of a face. */
export type FeatureKind = 'vertex' | 'edge' | 'face';

/** Encloses a distance: it is proven to lie between the two numbers, in the unit of length. */
export type Gap = readonly [lower: number, upper: number];

/** One of the two bodies of a pair. */
export interface PairSide {
  /** The name of the body, obstacle or robot. */
  readonly body: string;
  /** The name of the link, where the body is a robot. Undefined for everything else. */
  readonly link?: string;
}

/** What of one body touches at a contact. */
export interface ContactSide extends PairSide {
  /** Whether a vertex, an edge or a face touches. */
  readonly feature: FeatureKind;
  /**
   * Which one. With a `triangle`: its vertex 0-2, or its edge k from vertex k to vertex k + 1, 0 for its face. Without:
   * the number of the vertex, edge or face in the whole mesh or polyhedron.
   */
  readonly index: number;
}

/** What of one triangle touches. */
export interface TriangleSide extends ContactSide {
  /** Number of the triangle in the body's or link's mesh. */
  readonly triangle: number;
}

/** One place where two bodies touch. */
export interface Contact<Side extends ContactSide = ContactSide> {
  /** The features of a and b, such as 'vertex-face'. */
  readonly kind: `${FeatureKind}-${FeatureKind}`;
  /** What of the first body touches. */
  readonly a: Side;
  /** What of the second body touches. */
  readonly b: Side;
  /** The touching point on a, in the world, at the time of contact. */
  readonly pointA: Vec3;
  /** The touching point on b, in the world, at the time of contact. */
  readonly pointB: Vec3;
  /** Midway between the two points. */
  readonly point: Vec3;
  /** Unit vector from a to b, also at zero distance; zero only where it is not known. */
  readonly normal: Vec3;
  /**
   * Distance of the two points in the unit of length, rounded to doubles; below 0 where radii overlap. Corners of a
   * stretch or area that two triangles share may be up to a tolerance farther apart than the closest.
   */
  readonly distance: number;
  /**
   * When these two features touch first, where each contact has a time of its own; never late. Undefined: at the time
   * of the answer.
   */
  readonly time?: number;
  /**
   * How fast the two points approach each other along the normal, in units of length per second; below 0: they part.
   * Undefined where it is not known.
   */
  readonly speed?: number;
}

/** A contact of two triangles. */
export type TriangleContact = Contact<TriangleSide>;

/** What every answer about first contact has, whoever was asked. */
export interface FirstContact<C extends Contact = Contact> {
  /** What is proven: free, contact, overlap or unresolved. */
  readonly status: Status;
  /**
   * contact: when; free: the end of the motion; overlap: 0; unresolved: contact-free until then. Of one motion t in [0,
   * 1]; along a path the segment plus the share of it.
   */
  readonly time: number;
  /** Why an answer is unresolved, or not complete; undefined otherwise. */
  readonly reason?: Reason;
  /** Encloses the distance at that time, in the unit of length; null where it was not determined. */
  readonly gap: Gap | null;
  /**
   * The tolerance that was in force, in the unit of length; smaller than the one asked for where the bodies start very
   * near each other.
   */
  readonly tolerance: number;
  /** Where the bodies touch at that time; empty when free, or when none were asked for. */
  readonly contacts: readonly C[];
  /** Whether all contacts are listed. False: there may be more, because fewer were asked for or the budget ran out. */
  readonly complete: boolean;
}

/** Work done, in counts: they are stable where times are not. */
export interface Stats {
  /** The method that was used. */
  method: string;
  /** Pairs of bounding volumes evaluated. */
  nodes: number;
  /** Pairs of triangles evaluated. */
  triangles: number;
  /** Configuration updates: instants at which the bodies were placed. */
  poses: number;
  /** Advancement iterations (c2a) or entries taken from the queue. */
  iterations: number;
  /** Evaluations of the advancement step, N_CA of [Tang et al. 2013, eq. 7]. */
  steps: number;
  /** Node pairs at which the traversal ended, summed over the iterations (c2a). */
  frontNodes: number;
}

/** A pair that starts within clearance + tolerance, or is that near when one of the two is taken or laid down. */
export interface InitialPair {
  /** The first of the two. */
  readonly a: PairSide;
  /** The second of the two. */
  readonly b: PairSide;
  /** Encloses the distance at the start, in the unit of length. */
  readonly gap: Gap;
  /**
   * With start: 'leaving', the time at which the pair was proven apart; null: not before the answer's time, and the
   * pair was not judged. Undefined where the pair was judged from the start.
   */
  readonly left?: number | null;
  /** In a scene, the path time at which a body was taken or laid down that is one of the two; absent: the start. */
  readonly since?: number;
}

/** Where a body is; may be given back as a pose. */
export interface BodyPose {
  /** The body's name. */
  readonly body: string;
  /** Where its origin is, in the world, in the unit of length. */
  readonly position: Vec3;
  /** How it is turned, x y z w, w the real part. */
  readonly quaternion: Quat;
}

/** The answer about two bodies. */
export interface PairFirstContact extends FirstContact<TriangleContact> {
  /**
   * How far the two meshes may reach out of the shapes that they stand for, in the unit of length: those are at most so
   * much farther apart. 0 where they are the shapes.
   */
  readonly excess: number;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** The pair, when it starts within clearance + tolerance; empty otherwise. */
  readonly initial: readonly InitialPair[];
  /** Where the two bodies are at that time, a first. */
  readonly poses: readonly BodyPose[];
  /** Work done, in counts that are the same on every machine. */
  readonly stats: Readonly<Stats>;
}
