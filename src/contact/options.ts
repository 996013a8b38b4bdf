import { checkFlag, checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { PairFirstContact } from './result.ts';

/**
 * How the time of contact is found. All give the same guarantee and differ in speed only: 'auto', a best-first search
 * over space and time, is by far the fastest; 'hca' is hierarchical and 'c2a' controlled conservative advancement [Tang
 * et al. 2013]; 'interval' encloses motions over intervals of time [Redon et al. 2004].
 */
export type Method = 'auto' | 'hca' | 'c2a' | 'interval';
/** Every method of a pair, for menus and comparisons; 'auto', the default, comes first. */
export const METHODS: readonly Method[] = ['auto', 'hca', 'c2a', 'interval'];

/** When and how strongly method 'c2a' keeps its front shallow [Tang et al. 2013, Alg. 1]: a matter of speed only. */
export interface Control {
  /** w: a pair is refined only while its distance is below w times the smallest one known. In (0, 1], default 0.4. */
  readonly weight?: number;
  /** R_max: after so many iterations the control is off. Default 30. */
  readonly iterations?: number;
  /**
   * D_threshold: below this distance, in the unit of length, the control is off. Default: 0.02 of the smaller body's
   * radius.
   */
  readonly distance?: number;
}

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
   * so, and a pass over large meshes. With any such limit method 'auto' leaves out looks at bodies as wholes, whose
   * length nobody knows before: what they would have settled takes longer, and times may differ by what the tolerance
   * explains. Default: never.
   */
  readonly maxMilliseconds?: number;
}

/**
 * What two bodies can be asked for. maxIterations counts queue entries (default 2,000,000), with 'interval' looks at
 * nodes and equations (default 500,000), with 'c2a' advancements (default 20,000).
 */
export interface PairFirstContactOptions extends FirstContactOptions {
  /** How the time is found; every method gives the same guarantee. Default 'auto', the fastest. */
  readonly method?: Method;
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
   * Whether this motion is like the one asked before, as small steps of a simulation or of a hand are: a `PairQuery`
   * then begins, by method 'auto', where that search ended. Pays where a step is shorter than some thousandths of the
   * body; larger ones are searched as ever. Never changes what is proven; the time may differ by what the tolerance
   * explains. Default: whether `previous` is given.
   */
  readonly coherent?: boolean;
  /**
   * The answer to the step before, for coherent motion: the search by method 'auto' is shorter where the same triangles
   * touch again. Never changes what is proven. Default: none.
   */
  readonly previous?: PairFirstContact;
  /** Of method 'c2a' only: how it keeps its front shallow; false: not at all. Default: on. */
  readonly control?: Control | false;
}

export const FIRST_CONTACT_DEFAULTS: {
  readonly method: Method;
  readonly clearance: number;
  readonly mode: 'first';
  readonly start: 'strict';
  readonly contacts: 'all';
  readonly maxMilliseconds: number;
} = {
  method: 'auto',
  clearance: 0,
  mode: 'first',
  start: 'strict',
  contacts: 'all',
  maxMilliseconds: Infinity,
};

/**
 * Steps of the search when no number is given, for each segment of a path: some seconds on an ordinary machine, and a
 * thousand times what queries of the benchmarks take [docs/notes/many-turns.md].
 */
export const DEFAULT_ITERATIONS: Readonly<Record<Method, number>> = { auto: 2_000_000, hca: 2_000_000, c2a: 20_000, interval: 500_000 };

/** Default tolerance, relative to the smaller body's bounding radius. */
export const RELATIVE_TOLERANCE = 1e-6;

const CHOICES = {
  method: METHODS,
  mode: ['first', 'any'],
  start: ['strict', 'leaving'],
  contacts: ['first', 'all', 'minimal', 'none'],
} as const;
const NUMBERS: readonly string[] = ['tolerance', 'clearance', 'maxIterations', 'maxMilliseconds'];

/** Throws an InputError on an option that is unknown, misspelt or out of range. */
export function checkOptions(options: PairFirstContactOptions): void {
  checkGiven(options, CHOICES, ['coherent', 'previous', 'control']);
  if (options.coherent !== undefined) checkFlag(options.coherent, 'coherent:');
  checkControl(options.control);
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

const CONTROL_KEYS: readonly string[] = ['weight', 'iterations', 'distance'];

function checkControl(control: Control | false | undefined): void {
  if (control === undefined || control === false) return;
  checkRecord(control, CONTROL_KEYS, 'control');
  for (const key in control) {
    const value = control[key as keyof Control];
    if (value !== undefined) checkLimit(value, key, `control.${key}:`);
  }
  const { weight = 1 } = control;
  if (!(weight > 0 && weight <= 1)) throw new InputError(`control.weight: must be in (0, 1], got ${shownValue(weight)}`);
}

function checkPrevious(previous: PairFirstContact | null | undefined): void {
  if (previous === undefined || previous === null) return;
  const contact = Array.isArray(previous.contacts) ? previous.contacts[0] : null;
  const known = contact === undefined || (Number.isInteger(contact?.a?.triangle) && Number.isInteger(contact?.b?.triangle));
  if (!known) throw new InputError('previous: must be a result of firstContact');
}
