import type { PairSide } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';
import type { SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { SceneMotions } from '../scene/content/scene-motions.ts';

/**
 * Why there is no path: 'start' or 'goal' is in contact, beyond limits or not to be reached by any configuration;
 * 'milliseconds' or 'samples' ran out; it was 'cancelled'.
 */
export type PlanReason = 'start' | 'goal' | 'milliseconds' | 'samples' | 'cancelled';

/** What was done for a plan. */
export interface PlanStats {
  /** Milliseconds for all of it. */
  readonly milliseconds: number;
  /** Milliseconds of these that went into proofs by `motionIsFree` and `firstContact`. */
  readonly proofMilliseconds: number;
  /** Random states that were tried. */
  readonly samples: number;
  /** States that were looked at. */
  readonly states: number;
  /** States that were reached. */
  readonly nodes: number;
  /** Motions that were to be proven. */
  readonly proofs: number;
  /** How many of them were not. */
  readonly refuted: number;
  /** The length of the path as it was found, before it was made shorter; 0 where there is none. */
  readonly foundLength: number;
}

/** States that were reached and the motions between them that were tried: a tree of the search, or a roadmap. */
export interface SearchedGraph {
  /** Where it grew from. */
  readonly from: 'start' | 'goal' | 'anywhere';
  /** Which leg it was searched for, counted from 0: with goals on the way there are several. */
  readonly leg: number;
  /** Flat lists, one after another. */
  readonly states: Float64Array;
  /** For each edge the numbers of its two states. */
  readonly edges: Uint32Array;
  /** For each edge 1 where it is proven free; 0: proposed, and never asked or cut off again. */
  readonly proven: Uint8Array;
}

/** A value of a start or goal that is beyond what it may be. */
export interface BeyondLimits {
  /** The joint's name, with the part of it where it has several. */
  readonly name: string;
  /** Radians, or the unit of length. */
  readonly value: number;
  /** Least that it may be. */
  readonly lower: number;
  /** Most that it may be. */
  readonly upper: number;
}

/** Two that stopped a search, where it found no path. */
export interface InTheWay {
  /** Who they are. */
  readonly pair: readonly [PairSide, PairSide];
  /** Their part of all steps that were stopped, above 0, at most 1. */
  readonly share: number;
  /** One of these steps, as flat lists of its two ends: of those towards the other tree the one begun nearest to it. */
  readonly step: readonly [from: Float64Array, to: Float64Array];
  /** Where the two touch on it, in the world; null: others touch before them there, or nothing is proven. */
  readonly point: Vec3 | null;
}

/** The answer to a plan. */
export interface Plan {
  /** 'found': the path is proven free as a whole; 'none': there is no path here, and `why` says what was tried. */
  readonly status: 'found' | 'none';
  /** Why there is none; left out where there is one. */
  readonly reason?: PlanReason;
  /** The same in a sentence. */
  readonly why?: string;
  /** Who is in contact at the start or the goal, where that is the reason. */
  readonly pair?: readonly [PairSide, PairSide];
  /** Which value is beyond its limits at the start or the goal, where that is the reason. */
  readonly beyond?: BeyondLimits;
  /** Who stopped the trees most, where the search ended without a path; left out where nobody did. */
  readonly inTheWay?: readonly InTheWay[];
  /** The motions of everything, by name, as a scene's queries take them; null: none was found. */
  readonly path: SceneMotions | null;
  /** The states it leads through, as flat lists: the values of each robot, then x y z qx qy qz qw of each body. */
  readonly states: readonly Float64Array[];
  /** The length of the path: radians, lengths divided by the reach of what they carry. */
  readonly length: number;
  /** Which of several goals was reached, counted from 0; −1: none. */
  readonly goal: number;
  /** The first contact of the whole path: 'free'. */
  readonly certificate: SceneFirstContact | null;
  /** What was done for it. */
  readonly stats: PlanStats;
  /** What was searched, where `keepTrees` asked for it. */
  readonly trees?: readonly SearchedGraph[];
}
