import type { GpuUse } from '../../gpu/index.ts';
import type { PairFirstContact, PairMethod, SceneFirstContact, SceneMethod } from '../../index.ts';
import type { Colors } from '../terminal/streams.ts';

/** Where somebody else found the first contact. */
export interface Reference {
  readonly collide: boolean;
  readonly lo: number;
  readonly hi: number;
}

/** One query of a scene file, as far as it is the same for all kinds of scenes. */
export interface SceneQuery {
  readonly id: number;
  /** Queries of one kind. */
  readonly set?: string;
  readonly ref?: Reference;
}

/** What graphics hardware proves of a motion, in as many words as an answer needs. */
export type ProvenFree = Pick<SceneFirstContact, 'status' | 'time' | 'gap' | 'contacts' | 'stats' | 'pair'>;

export type Answered = PairFirstContact | SceneFirstContact | ProvenFree;

/** All motions of a scene looked at together by graphics hardware. */
export interface BatchProof {
  /** One a chosen query: 1 proven free; the others are asked one by one. */
  readonly free: Uint8Array;
  /** Motions that the device could prove neither free nor in contact. */
  readonly open: number;
  readonly gpu: GpuUse;
  readonly milliseconds: number;
}

/** What the user asks of every query of a scene. */
export interface QuestionOptions {
  readonly method: string;
  /** Undefined: the default. */
  readonly made: (PairMethod & SceneMethod) | undefined;
  readonly tolerance: number | undefined;
  readonly clearance: number;
  readonly mode: 'first' | 'any';
  readonly start: 'strict' | 'leaving';
  readonly contacts: 'first' | 'all' | 'minimal';
  readonly maxIterations: number | undefined;
  readonly maxMilliseconds: number;
}

export interface Question extends SceneQuery {
  /** Sets up the motion and answers: what is timed. */
  ask(): Answered;
  /** The two bodies that an answer is about; null where it is about none in particular. */
  names(answered: Answered): readonly [string, string] | null;
  /** A page that shows it; the reference is reported only where it applies. */
  page(withReference: boolean): string;
}

/** A scene file of either kind. */
export interface QuestionScene {
  readonly name: string;
  /** The scene's own tolerance. */
  readonly touch: number | undefined;
  readonly queries: readonly SceneQuery[];
  /** Who moves among what, for people. */
  subject(c: Colors): string;
  /** Builds the trees. `chosen` are places in `queries`. */
  questions(options: QuestionOptions, chosen: readonly number[]): readonly Question[];
  /** Proofs by graphics hardware, for scenes of many motions; left out where it has none for this kind of scene. */
  prove?(options: QuestionOptions, chosen: readonly number[]): Promise<BatchProof>;
}
