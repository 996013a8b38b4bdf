import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Motion } from '../motion/motion.ts';
import type { Chosen, PairMethod } from './method.ts';
import type { PairFirstContact } from './result.ts';

/** What every query of first contact can be asked for. Lengths are in the unit of the meshes. */
export interface FirstContactOptions {
  /** How close counts as contact, in the unit of length; above 0. Default: 1e-6 of the smallest body's radius. */
  readonly tolerance?: number;
  /** The distance that must be kept, in the unit of length. Default 0: touching is contact. */
  readonly clearance?: number;
  /**
   * Ends in 'unresolved' after so many steps of the search (for what counts, see the query). Default: so many that it
   * takes seconds; give more, or Infinity, where a motion of very many turns is worth the wait.
   */
  readonly maxIterations?: number;
  /**
   * Ends in 'unresolved' after so many milliseconds, but for the work between two looks at the clock, a millisecond or
   * so, and a pass over large meshes. With any such limit the default search leaves out looks at bodies as wholes,
   * whose length nobody knows before: what they would have settled takes longer, and times may differ by what the
   * tolerance explains. Default: never.
   */
  readonly maxMilliseconds?: number;
}

/**
 * What two bodies can be asked for. maxIterations counts queue entries (default 2,000,000), with `interval` looks at
 * nodes and equations (default 500,000), with `c2a` advancements (default 20,000).
 */
export interface PairFirstContactOptions extends FirstContactOptions {
  /**
   * How the time is found, one of `inbetween/methods`: `{ method: hca }`. Every method gives the same guarantee.
   * Default: a best-first search over space and time, by far the fastest; answers call it 'auto'.
   */
  readonly method?: Chosen<PairMethod>;
  /**
   * 'first': the earliest contact. 'any': some contact, quicker when there is one; nothing is then proven of the time
   * before it. Default 'first'.
   */
  readonly mode?: 'first' | 'any';
  /**
   * 'strict': a pair that starts in contact is an overlap. 'leaving': it is not judged until it is proven apart, and
   * `initial` says when that was. Default 'strict'.
   */
  readonly start?: 'strict' | 'leaving';
  /**
   * Which contacts to list at that time: the one found, all within tolerance, a minimal set of those, or none. Default
   * 'all'.
   */
  readonly contacts?: 'first' | 'all' | 'minimal' | 'none';
  /**
   * The answer to the step before: the default search is shorter where the same triangles touch again. Never changes
   * what is proven. Default: none.
   */
  readonly previous?: PairFirstContact;
  /**
   * Writes a proof of the answer that others can check: `recordProof` of `inbetween/prove`. Never changes the answer;
   * takes about as long as it again, or twice. Default: none.
   */
  readonly proof?: PairProof;
}

/** A question about two bodies, with its answer. */
export interface ProvenPair {
  /** Names of both. */
  readonly names: readonly [string, string];
  /** Trees of both, over their triangles. */
  readonly trees: readonly [SweptSphereTree, SweptSphereTree];
  /** How both move. */
  readonly motions: readonly [Motion, Motion];
  /** The distance to be kept, in the unit of length. */
  readonly clearance: number;
  /** How close counts as contact, in the unit of length. */
  readonly tolerance: number;
  /** Whether the two may touch at the start until they have left. */
  readonly mayLeave: boolean;
  /** What was found. */
  readonly answer: Pick<PairFirstContact, 'status' | 'time' | 'initial'>;
}

/** A question about two convex bodies, with its answer. */
export interface ProvenHulls extends Pick<ProvenPair, 'names' | 'motions' | 'clearance' | 'tolerance'> {
  /** Surfaces of both, with their radii. */
  readonly meshes: readonly [TriangleMesh, TriangleMesh];
  /** What was found. */
  readonly answer: Pick<PairFirstContact, 'status' | 'time'>;
}

/** Proves answers about two bodies: made by `recordProof` of `inbetween/prove`. */
export interface PairProof {
  /** A question begins; throws an InputError where it cannot be proven. */
  begin(): void;
  /** It was answered. */
  pair(proven: ProvenPair): void;
  /** The same of two convex bodies. */
  hulls(proven: ProvenHulls): void;
}

export const FIRST_CONTACT_DEFAULTS: {
  readonly clearance: number;
  readonly mode: 'first';
  readonly start: 'strict';
  readonly contacts: 'all';
  readonly maxMilliseconds: number;
} = {
  clearance: 0,
  mode: 'first',
  start: 'strict',
  contacts: 'all',
  maxMilliseconds: Infinity,
};

/**
 * Steps of the default search when no number is given, for each segment of a path: some seconds on an ordinary machine,
 * and a thousand times what queries of the benchmarks take [docs/notes/many-turns.md].
 */
export const DEFAULT_ITERATIONS = 2_000_000;

/** Default tolerance, relative to the smaller body's bounding radius. */
export const RELATIVE_TOLERANCE = 1e-6;

const CHOICES = {
  mode: ['first', 'any'],
  start: ['strict', 'leaving'],
  contacts: ['first', 'all', 'minimal', 'none'],
} as const;
const NUMBERS: readonly string[] = ['tolerance', 'clearance', 'maxIterations', 'maxMilliseconds'];

/** Throws an InputError on an option that is unknown, misspelt or out of range. */
export function checkOptions(options: PairFirstContactOptions): void {
  checkGiven(options, CHOICES, ['method', 'previous', 'proof']);
  beginProof(options.proof);
  checkPrevious(options.previous);
}

/**
 * The part that queries of pairs and of scenes have in common: words out of `choices`, numbers, and `others`, which are
 * judged elsewhere.
 */
export function checkGiven(
  options: object,
  choices: Readonly<Record<string, readonly string[]>>,
  others: readonly string[],
  numbers: readonly string[] = NUMBERS,
): void {
  checkRecord(options, [...Object.keys(choices), ...numbers, ...others], 'options');
  for (const key in options) {
    const value = (options as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (Object.hasOwn(choices, key) && !entryOf(choices, key).includes(value as string))
      throw new InputError(`${key}: ${shownValue(value)} is none of ${entryOf(choices, key).join(', ')}`);
    if (!numbers.includes(key)) continue;
    checkLimit(value, key, `${key}:`);
    if ((key === 'tolerance' || key === 'clearance') && value > 2 ** 300)
      throw new InputError(`${key}: ${value} is too large${limitHint(value)}`);
    if (key === 'tolerance' && value === 0) throw new InputError('tolerance: must be above 0; contact is found by approaching it');
  }
}

function checkPrevious(previous: PairFirstContact | null | undefined): void {
  if (previous === undefined || previous === null) return;
  const contact = Array.isArray(previous.contacts) ? previous.contacts[0] : null;
  const known = contact === undefined || (Number.isInteger(contact?.a?.triangle) && Number.isInteger(contact?.b?.triangle));
  if (!known) throw new InputError('previous: must be a result of firstContact');
}

/** What is asked to be proven: a record made by `recordProof`. */
export function beginProof(proof: unknown): void {
  if (proof === undefined) return;
  if (typeof (proof as Partial<PairProof> | null)?.begin !== 'function')
    throw new InputError("proof: must be made by recordProof of 'inbetween/prove'");
  (proof as PairProof).begin();
}
