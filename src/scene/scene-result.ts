import type { Contact, BodyPose, Reason, Stats, Status } from '../contact/result.ts';

/** One side of a contact in a scene: the obstacle, moving body or robot, and of a robot the link. */
export interface PairSide {
  /** The robot's name, or the body's or obstacle's. */
  readonly body: string;
  readonly link?: string;
}

export interface SceneContactSide extends PairSide {
  /** Number of the triangle in the body's or link's mesh. */
  readonly triangle: number;
  readonly feature: Contact['a']['feature'];
  readonly index: number;
}

export interface SceneContactPoint extends Omit<Contact, 'a' | 'b'> {
  readonly a: SceneContactSide;
  readonly b: SceneContactSide;
}

/** A pair that starts within clearance + tolerance. */
export interface SceneInitialPair {
  readonly a: PairSide;
  readonly b: PairSide;
  readonly gap: readonly [number, number];
  /** With start: 'leaving', the time at which it was proven apart; null: not before the answer's time, and it was not judged. */
  readonly left?: number | null;
}

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

export interface SceneFirstContact {
  readonly status: Status;
  /** Path time: contact, when; free, the path's length n; overlap, 0; unresolved, contact-free until then. */
  readonly time: number;
  /** Segment and fraction of it, of the time. */
  readonly segment: number;
  readonly fraction: number;
  /** The two bodies in contact. */
  readonly pair: readonly [PairSide, PairSide] | null;
  readonly gap: readonly [number, number] | null;
  readonly rounding: number;
  readonly tolerance: number;
  readonly reason?: Reason;
  readonly initial: readonly SceneInitialPair[];
  readonly contacts: readonly SceneContactPoint[];
  readonly moreContacts?: true;
  /** Joint values of every robot at that time, by name. */
  readonly configurations: Readonly<Record<string, readonly number[]>>;
  /** Where the two bodies of the pair are at that time. */
  readonly poses: readonly BodyPose[];
  readonly stats: Readonly<SceneStats>;
}
