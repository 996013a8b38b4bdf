/**
 * What a method of first contact is for two bodies, the default as well as those that are imported
 * [`inbetween/methods`]: a record with a name, which makes a search; and how one is chosen.
 */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Budget } from './budget.ts';
import type { Closest } from './closest-leaves.ts';
import type { LeavesWithin } from './collect-contacts.ts';
import type { MovingPair } from './moving-pair.ts';
import type { Outcome } from './outcome.ts';
import type { PairQueue } from './pair-queue.ts';
import type { PairStack } from './pair-stack.ts';
import type { PairFirstContact } from './result.ts';
import type { StartRule } from './start-rule.ts';

/** What all methods have in common, of two bodies and of scenes. */
export interface NamedMethod {
  /** As `stats.method` tells it. */
  readonly name: string;
  /** Steps of its search when no number is given, for each segment of a path: `maxIterations`. */
  readonly maxIterations: number;
  /** What was chosen when it was made, plain data: with the name all that travels to workers. Default: nothing. */
  readonly options?: object;
}

/** A way to find the first contact of two bodies. All give the same guarantee and differ in speed only. */
export interface PairMethod extends NamedMethod {
  /** Makes a search. Queries that ask again by the same function keep what it made, and its scratch memory. */
  readonly pair: () => PairSearch;
}

/** A search for the first contact of two bodies. */
export interface PairSearch {
  /** Whether it asks a `MovingPair` for gaps of nodes alone and steps by bounds of its own. */
  readonly gapOnly: boolean;
  /**
   * Answers at once, before it is known whether one body starts inside the other. True: the outcome holds. Default: it
   * does not.
   */
  early?(question: PairQuestion): boolean;
  /** Fills in the outcome: free, contact, overlap at the start, or, where budget or precision is over, unresolved. */
  search(question: PairQuestion): void;
  /** After a contact: which leaves are near each other there, where it knows them all. Default: they are looked for. */
  leavesThere?(question: PairQuestion): LeavesWithin | null;
}

/** What a search of two bodies is given. */
export interface PairQuestion {
  /** The two bodies under their motions, placed at one instant at a time; bounds on their ways, and on rounding. */
  readonly pair: MovingPair;
  /** How close counts as contact, and from when on. */
  readonly start: StartRule;
  /** What the search may take; each step asks it whether that is spent. */
  readonly budget: Budget;
  /** Where it leaves what it found. */
  readonly outcome: Outcome;
  /** Scratch memory for a search that goes deep. */
  readonly stack: PairStack;
  /** Scratch memory for a search that goes by a key. */
  readonly queue: PairQueue;
  /** As asked, in the unit of length, or the default. */
  readonly tolerance: number;
  /** 'any': some contact will do. */
  readonly mode: 'first' | 'any';
  /** The answer to the step before, where it was given. */
  readonly previous: PairFirstContact | null;
  /**
   * The closest leaves at an instant, if they are within the distance; leafA is −1 where none are. Advance by `lower`:
   * where the budget is late, `distance` is too large.
   */
  nearest(time: number, within: number): Closest;
}

/** One that needs no options may be given as the function that makes it. */
export type Chosen<Method> = Method | (() => Method);

const BUILT_IN: WeakSet<object> = new WeakSet();

/** Workers have it too, by its name. */
export function builtIn<Method extends object>(method: Method): Method {
  BUILT_IN.add(method);
  return method;
}

export function isBuiltIn(method: object): boolean {
  return BUILT_IN.has(method);
}

/** After a search that is not ours, of [from, 1]: what no answer can be made of is a fault of the method. */
export function checkOutcome(method: NamedMethod, outcome: Outcome & { readonly pair?: number }, from: number): void {
  const { status, time, leafA, leafB, pair = 0 } = outcome;
  const isVerdict = /^(free|contact|overlap|unresolved)$/.test(status) && time >= from && time <= 1;
  if (isVerdict && (status !== 'contact' || Math.min(leafA, leafB, pair) >= 0)) return;
  throw new InputError(`method: '${method.name}' left ${status} at ${time}, leaves ${leafA} and ${leafB}; it had [${from}, 1] to search`);
}

/** The method that was chosen; `side`: for whom it must be able to search. */
export function methodOf<Method extends NamedMethod>(given: Chosen<Method> | undefined, auto: Method, side: 'pair' | 'scene'): Method {
  if (given === undefined) return auto;
  const method: unknown = typeof given === 'function' ? given() : given;
  if (typeof method === 'string') throw new InputError(`method: '${method}' is a name; ${advice(method)}`);
  const { name, maxIterations, [side]: make } = (method ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || name === '' || !(typeof maxIterations === 'number' && maxIterations > 0))
    throw new InputError(`method: must be one of inbetween/methods, or left out, got ${shownValue(method)}`);
  if (typeof make !== 'function')
    throw new InputError(`method: '${name}' is not for ${side === 'pair' ? 'two bodies' : 'scenes, only for two bodies'}`);
  return method as Method;
}

function advice(name: string): string {
  if (name === 'auto') return 'leave method out for the default';
  return `import { ${/^(hca|c2a|interval|coherent)$/.test(name) ? name : 'hca, c2a, interval'} } from 'inbetween/methods' and give the function itself`;
}
