import type { InitialPair, Status } from '../../contact/result.ts';
import type { Robot } from '../../robot/robot.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';

/** A question about a scene, with its answer. */
export interface ProvenScene {
  /** What is tested, and what is not. */
  readonly pairs: ScenePairs;
  /** How everything moves. */
  readonly motions: ResolvedMotions;
  /** Everything takes over a segment. */
  readonly load: (segment: number) => void;
  /** The distance that a pair keeps, by its number, in the unit of length. */
  readonly clearanceOf: (pair: number) => number;
  /** How close counts as contact, in the unit of length. */
  readonly tolerance: number;
  /** Whether a pair, by its number, may touch at the start until it has left. */
  readonly mayLeave: (pair: number) => boolean;
  /** Whether it may touch at the end, from its last approach on. */
  readonly mayArrive: (pair: number) => boolean;
  /** What was found; path time. */
  readonly answer: ProvenAnswer;
  /** What may be elsewhere than told; absent: nothing. */
  readonly within?: ProvenWithin;
  /** Where it is one phase of a path on which bodies are taken and laid down; absent: all of it. */
  readonly phase?: ProvenPhase;
}

/** What may be how far elsewhere: its origin in the unit of length, and by how many radians it is turned. */
export interface ProvenWithin {
  /** How much nearer than told two nodes may be. */
  readonly offs: ProvenOffs;
  /** How far a link may be, against its parent, because of its joint. */
  readonly link: (robot: number, link: number) => PlaceRange;
  /** The same of what stands, or has a motion of its own by its number; −1: it stands. */
  readonly place: (name: string, body: number, radius: number) => PlaceRange;
}

/** How much nearer than told the points of two nodes may be, of one pair at a time, where it is placed. */
export interface ProvenOffs {
  /** That of the whole bodies. */
  readonly whole: number;
  /** Bounds over longer stretches are coarse. */
  readonly longest: number;
  /** A pair, by its number, in the segment that is loaded. */
  begin(pair: number): void;
  /** Along a direction of any length, over some time from where it is placed on, in the unit of length. */
  of(a: number, b: number, s: Float64Array, rest: number): number;
}

/** Length and angle. */
export type PlaceRange = readonly [length: number, angle: number];

/** What of an answer is proven. */
export interface ProvenAnswer {
  /** What was found. */
  readonly status: Status;
  /** When. */
  readonly time: number;
  /** Pairs that start near each other. */
  readonly initial: readonly InitialPair[];
  /** Pairs that may touch at the end, and from when on they do; absent: none. */
  readonly arrivals?: readonly (Pick<InitialPair, 'a' | 'b'> & { readonly time: number | null })[];
}

/** A phase in which nothing is taken or laid down. */
export interface ProvenPhase {
  /** The segment of the path with which it begins. */
  readonly first: number;
  /** How many segments the path has. */
  readonly segments: number;
  /** Robots without what they hold, whose links come after their own. */
  readonly robots: readonly Robot[];
  /** Names of the bodies that are taken. */
  readonly held: readonly string[];
  /** No other one is proven after it. */
  readonly isLast: boolean;
}

/** Proves answers about scenes: made by `recordProof` of `inbetween/prove`. */
export interface SceneProof {
  /** `'problem'`: only what was asked, all of it, whatever was found. */
  readonly only?: 'problem';
  /** A question begins; throws an InputError where it cannot be proven. */
  begin(): void;
  /** It was answered; of a path on which bodies are taken and laid down, phase by phase. */
  scene(proven: ProvenScene): void;
}
