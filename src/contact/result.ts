import type { Quat, Vec3 } from '../math/pose.ts';

/** What is proven; d(t) is the exact distance of the bodies, c the clearance, τ′ the tolerance [docs/guarantee.md]. */
export type Status =
  /** d > c for all of the motion. */
  | 'free'
  /** d > c on [0, time), and d(time) ≤ c + τ′. */
  | 'contact'
  /** d ≤ c + the rounding bound at the start. */
  | 'overlap'
  /** d > c on [0, time); then the budget or the precision of doubles ran out. */
  | 'unresolved';

export type Reason = 'iterations' | 'milliseconds' | 'precision' | 'leaving';

export type FeatureKind = 'vertex' | 'edge' | 'face';

export interface ContactSide {
  readonly body: string;
  /** Number of the triangle in the body's mesh. */
  readonly triangle: number;
  readonly feature: FeatureKind;
  /** Vertex 0-2 of the triangle, or edge k from vertex k to vertex k + 1; 0 for a face. */
  readonly index: number;
}

export interface Contact {
  readonly kind: `${FeatureKind}-${FeatureKind}`;
  readonly a: ContactSide;
  readonly b: ContactSide;
  /** In the world, at the time of contact. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** Midway between the two. */
  readonly point: Vec3;
  /** Unit vector from a to b, also at zero distance. */
  readonly normal: Vec3;
  readonly distance: number;
}

/** Work done, in counts: they are stable where times are not. */
export interface Stats {
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

export interface InitialPair {
  readonly a: string;
  readonly b: string;
  /** Encloses the distance at the start. */
  readonly gap: readonly [number, number];
}

export interface BodyPose {
  readonly body: string;
  readonly position: Vec3;
  readonly quaternion: Quat;
}

export interface PairFirstContact {
  readonly status: Status;
  /** contact: when; free: 1; overlap: 0; unresolved: contact-free until then. */
  readonly time: number;
  /** Encloses the distance at that time where it was determined. */
  readonly gap: readonly [number, number] | null;
  /** Bound on the effect of rounding on any distance here, in the unit of length. */
  readonly rounding: number;
  /** The tolerance that was in force. */
  readonly tolerance: number;
  /** Why an answer is unresolved; 'leaving': the pair came into contact while it had not been proven apart since its start. */
  readonly reason?: Reason;
  /** The pair, when it starts within clearance + tolerance. */
  readonly initial: readonly InitialPair[];
  /** With start: 'leaving', the time at which the pair was proven apart; null when it never was. */
  readonly left?: number | null;
  readonly contacts: readonly Contact[];
  /** There are more pairs of triangles in contact than are listed. */
  readonly moreContacts?: true;
  /** Where the bodies are at that time. */
  readonly poses: readonly BodyPose[];
  readonly stats: Readonly<Stats>;
}
