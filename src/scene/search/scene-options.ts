import { type Chosen, methodOf } from '../../contact/method.ts';
import { checkGiven, type FirstContactOptions } from '../../contact/options.ts';
import type { PairSide } from '../../contact/result.ts';
import { checkFlag, checkLimit, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { checkClearance } from '../content/clearance.ts';
import type { PairDistances } from '../pairs/clearance-rules.ts';
import type { OnProgress } from './path-progress.ts';
import { AUTO, type SceneMethod } from './scene-method.ts';
import type { SceneProof } from './scene-proof.ts';

/**
 * What a scene can be asked for. maxIterations counts entries of the queue, of all segments together; the default is
 * 2,000,000 for each segment, with `interval` 500,000. The default tolerance is 1e-6 of the smallest moving body's
 * radius.
 */
export interface SceneFirstContactOptions extends Omit<FirstContactOptions, 'clearance'> {
  /**
   * The distance that must be kept, in the unit of length, for all or by groups of pairs: coming closer is a contact.
   * Default: the scene's.
   */
  readonly clearance?: number | ClearanceRules;
  /**
   * How the time is found, one of `inbetween/methods`: `{ method: hca }`. Every method gives the same guarantee.
   * Default: one best-first search over all pairs, the fastest by far; answers call it 'auto'.
   */
  readonly method?: Chosen<SceneMethod>;
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
   * Pairs that may touch at the end of the path, from their last approach on, and must not before: names of links (or
   * `robot/link`), bodies and obstacles. `arrivals` says when each arrived. Default: none.
   */
  readonly arrive?: readonly (readonly [string, string])[];
  /** Pairs that may touch at the start, until they are proven apart, and must not after. Default: none. */
  readonly leave?: readonly (readonly [string, string])[];
  /**
   * What a trajectory does that begins later or ends earlier than others: 'hold', it stands there; 'error', it is
   * refused. Default 'hold'.
   */
  readonly ends?: 'hold' | 'error';
  /**
   * Called after each segment of the path that is done, at no cost for the answer, which need not be at the end of the
   * path. What throws ends the question. Default: nobody is told.
   */
  readonly onProgress?: OnProgress;
  /**
   * Writes a proof of the answer that others can check: `recordProof` of `inbetween/prove`. Never changes the answer;
   * takes about as long as it again, or a few times. What is proven is the first contact along the same motions: of a
   * yes of `motionIsFree` that there is none, of `clearance` that there is none nearer than the lower end less two
   * tolerances. Default: none.
   */
  readonly proof?: SceneProof;
}

/** What stretches in contact are asked for. */
export interface ContactIntervalOptions extends Omit<SceneFirstContactOptions, 'proof'> {
  /** Also the stretches of every pair by itself, at the cost of a search for each that touches. Default false. */
  readonly byPair?: boolean;
}

/** With the method itself. */
export interface AskedOptions extends Omit<SceneFirstContactOptions, 'method'> {
  readonly method?: SceneMethod;
}

/** As the engine is asked: one distance for all pairs, or the largest one, and each its own. */
export interface EngineOptions extends Omit<AskedOptions, 'clearance'> {
  readonly clearance?: number;
  readonly distances?: PairDistances;
}

/**
 * How sharply the least distance is wanted, and for how long to look: when a budget is over, the answer is the
 * enclosure reached so far.
 */
export interface ClearanceOptions
  extends Pick<
    SceneFirstContactOptions,
    'tolerance' | 'start' | 'arrive' | 'leave' | 'ends' | 'maxIterations' | 'maxMilliseconds' | 'onProgress' | 'proof'
  > {
  /** How much of the distance may stay unknown, as a share of it, in (0, 1). Default 0.001. */
  readonly accuracy?: number;
  /**
   * Distances beyond this, in the unit of length, make no difference: it is the largest upper end. Default: no limit.
   */
  readonly enough?: number;
}

/** What may be asked about one instant of a scene. */
export interface DistanceAtOptions {
  /** Farther than this is not looked for, in the unit of length. Default: no limit. */
  readonly cutoff?: number;
  /** Pairs that are not tested, as in results: `exempt` of a clearance, for one. Default: none. */
  readonly allowed?: readonly (readonly [PairSide, PairSide])[];
  /** Time for the question. Default: no limit. */
  readonly maxMilliseconds?: number;
}

export const SCENE_DEFAULTS: {
  readonly clearance: number;
  readonly start: 'strict';
  readonly contacts: 'all';
  readonly maxMilliseconds: number;
} = { clearance: 0, start: 'strict', contacts: 'all', maxMilliseconds: Infinity };

const CHOICES = {
  mode: ['first', 'any'],
  start: ['strict', 'leaving'],
  contacts: ['first', 'all', 'minimal', 'none'],
  ends: ['hold', 'error'],
} as const;
const NUMBERS: readonly string[] = ['tolerance', 'maxIterations', 'maxMilliseconds'];

/** Who may be told how far a question about a path is: a scene itself, and batches of long paths. */
export const TELLS: readonly string[] = ['onProgress'];

/** Throws an InputError on an option that is unknown, misspelt or out of range. */
export function checkSceneOptions(options: SceneFirstContactOptions, more: readonly string[] = []): void {
  checkGiven(options, CHOICES, ['method', 'clearance', 'arrive', 'leave', ...more], NUMBERS);
  methodOf<SceneMethod>(options.method, AUTO, 'scene');
  if (options.clearance !== undefined) checkClearance(options.clearance, 'clearance');
  for (const key of ['arrive', 'leave'] as const) checkNamedPairs(options[key], key);
  if (options.onProgress !== undefined && typeof options.onProgress !== 'function')
    throw new InputError(`onProgress: must be a function, got ${shownValue(options.onProgress)}`);
}

const CLEARANCE_OPTIONS: readonly string[] = [
  ...['accuracy', 'enough', 'tolerance', 'start', 'arrive', 'leave', 'ends'],
  ...['maxIterations', 'maxMilliseconds', 'proof', ...TELLS],
];

/** What a clearance is asked for, checked, with its defaults. */
export function checkedClearanceOptions(
  options: ClearanceOptions,
): Omit<ClearanceOptions, 'accuracy' | 'enough'> & { readonly accuracy: number; readonly enough: number } {
  checkRecord(options, CLEARANCE_OPTIONS, 'clearance');
  const { accuracy = 1e-3, enough = 2 ** 400, proof, ...rest } = options;
  if (typeof accuracy !== 'number' || !(accuracy > 0 && accuracy < 1))
    throw new InputError(`accuracy: must be in (0, 1), got ${shownValue(accuracy)}`);
  if (typeof enough !== 'number' || !(enough > 0)) throw new InputError(`enough: must be a number above 0, got ${shownValue(enough)}`);
  checkSceneOptions(rest, TELLS);
  const { start, arrive = [], leave = [] } = rest;
  if (proof !== undefined && (start === 'leaving' || arrive.length + leave.length > 0))
    throw new InputError("proof: a clearance with pairs that may touch ('leaving', arrive, leave) is not covered");
  return { ...rest, accuracy, enough, proof };
}

export function checkedIntervalOptions(options: ContactIntervalOptions): {
  readonly byPair: boolean;
  readonly rest: SceneFirstContactOptions;
} {
  checkSceneOptions(options, ['byPair', ...TELLS]);
  if (options.mode === 'any') throw new InputError("mode: 'any' is not for contactIntervals, which begin with first contacts");
  const { byPair = false, ...rest } = options;
  checkFlag(byPair, 'byPair:');
  return { byPair, rest };
}

export function checkedCutoff(options: DistanceAtOptions): number {
  checkRecord(options, ['cutoff', 'allowed', 'maxMilliseconds'], 'distanceAt');
  const { cutoff = 2 ** 400, maxMilliseconds } = options;
  checkSceneOptions({ maxMilliseconds });
  checkLimit(cutoff, 'cutoff', 'cutoff:');
  return cutoff;
}

function checkNamedPairs(pairs: unknown, what: string): void {
  if (pairs === undefined) return;
  // a copy, because `every` passes over holes
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && Array.from(pair).every((name) => typeof name === 'string');
  if (!Array.isArray(pairs) || !Array.from(pairs).every(isPair))
    throw new InputError(`${what}: must be a list of pairs of names, got ${shownValue(pairs)}`);
}
