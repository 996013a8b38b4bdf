import { checkFlag, checkLimit, checkList, checkNames, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { PlanBatch } from '../plan-batch.ts';
import type { SearchedGraph } from '../plan-result.ts';
import type { Bounds } from '../space/axes.ts';
import type { Goal } from './goals.ts';
import type { PlanState } from './plan-state.ts';

/** How far a plan has come. */
export interface PlanProgress {
  /** What is being done: a path is looked for, made shorter, proven. */
  readonly stage: 'search' | 'shorten' | 'prove';
  /** Milliseconds since it was asked for. */
  readonly milliseconds: number;
  /** States that the trees hold. */
  readonly nodes: number;
  /** States that were looked at. */
  readonly states: number;
  /** The length of the best proven path so far, in the space's metric; null: there is none yet. */
  readonly length: number | null;
  /** The trees as they are now, where `keepTrees` asks for them and they grow here; for pictures of a search. */
  readonly trees?: () => readonly SearchedGraph[];
}

/** What every planner is asked, beside where to go. */
export interface PlanControl {
  /** Any text or number: the same seed gives the same path, everywhere. Default 0. */
  readonly seed?: number | string;
  /**
   * Time for it all, in milliseconds. Default 10,000. What is found by then and proven is the answer; a path that hangs
   * on the clock is not the same on every machine.
   */
  readonly maxMilliseconds?: number;
  /** Random states that are tried at most. Default: no limit but the time. */
  readonly maxSamples?: number;
  /** Ends it when aborted; an AbortSignal is one. */
  readonly signal?: { readonly aborted: boolean };
  /** Called once in a while. */
  readonly onProgress?: (progress: PlanProgress) => void;
}

/** A path that is wanted. */
export interface PlanRequest extends PlanControl {
  /** Where everything is. */
  readonly from: PlanState;
  /** Where it is to go. */
  readonly to: Goal;
  /** Goals to be passed on the way, in order. Default: none. */
  readonly through?: readonly Goal[];
  /** A group of the robot's whose joints move; the others stay. Default: the joints that the goals name. */
  readonly group?: string;
  /** Joints and bodies that move, by name; the others stay. Default: those that the goals name. */
  readonly moving?: readonly string[];
  /** Where values may go, by joint or body, in place of the joints' limits. Default: none. */
  readonly bounds?: Bounds;
  /** The distance to be kept, as in `scene.firstContact`. Default: the scene's. */
  readonly clearance?: number | ClearanceRules;
  /** How close counts as contact, as in `scene.firstContact`. Default: the scene's. */
  readonly tolerance?: number;
  /** What must hold all along the way; each edge is proven to keep it. Default: nothing. */
  readonly constraints?: readonly Constraint[];
  /** False: the path as it was found, proven but not made shorter. Default true. */
  readonly shorten?: boolean;
  /** True: the answer has the trees that were searched, to be looked at. Default false. */
  readonly keepTrees?: boolean;
  /**
   * 'connect': the first path that is found, made shorter. 'optimal': that one is made shorter and shorter, towards the
   * shortest of all, until the time or the samples run out. Default 'connect'.
   */
  readonly method?: 'connect' | 'optimal';
  /** Ends 'optimal' where the path is no longer than the straight way times this. Default 1. */
  readonly goodEnough?: number;
  /** Called with every better path of 'optimal', the first one included. */
  readonly onPath?: (path: PathSoFar) => void;
  /**
   * A `Batch` of the scene: as many seeds as it has workers are tried at once, and the path is of the one that took the
   * least work, counted: the same with the same number of workers. Default: one seed, here.
   */
  readonly batch?: PlanBatch;
}

/** The best path so far, proven free. */
export interface PathSoFar {
  /** The states it leads through, as flat lists. */
  readonly states: readonly Float64Array[];
  /** Its length, in the space's metric. */
  readonly length: number;
  /** Milliseconds since it was asked for. */
  readonly milliseconds: number;
}

export const CONTROL_KEYS: readonly string[] = ['seed', 'maxMilliseconds', 'maxSamples', 'signal', 'onProgress'];
const REQUEST_KEYS: readonly string[] = [
  ...['from', 'to', 'through', 'group', 'moving', 'bounds', 'clearance', 'tolerance', 'constraints', 'shorten'],
  ...['keepTrees', 'method', 'goodEnough', 'onPath', 'batch'],
  ...CONTROL_KEYS,
];

export const DEFAULT_MILLISECONDS = 10_000;

/** Throws an InputError on what is unknown, misspelt or out of range. */
export function checkRequest(request: PlanRequest): void {
  checkRecord(request, REQUEST_KEYS, 'plan');
  for (const key of ['from', 'to'] as const) if (request[key] === undefined) throw new InputError(`plan: '${key}' is missing`);
  const { through, moving } = request;
  if (through !== undefined) checkList(through, 'plan: through');
  if (moving !== undefined) checkNames(moving, 'plan: moving');
  for (const key of ['shorten', 'keepTrees'] as const) {
    const value = request[key];
    if (value !== undefined) checkFlag(value, `plan: ${key}`);
  }
  checkMethod(request);
  const { batch } = request;
  if (batch !== undefined && typeof batch?.task !== 'function')
    throw new InputError(`plan: batch must be a Batch, got ${shownValue(batch)}`);
  checkControl(request);
}

function checkMethod({ method, goodEnough, onPath }: PlanRequest): void {
  if (method !== undefined && method !== 'connect' && method !== 'optimal')
    throw new InputError(`plan: method must be 'connect' or 'optimal', got ${shownValue(method)}`);
  if (goodEnough !== undefined && !(typeof goodEnough === 'number' && goodEnough >= 1))
    throw new InputError(`plan: goodEnough must be a number ≥ 1, got ${shownValue(goodEnough)}`);
  if (onPath !== undefined && typeof onPath !== 'function')
    throw new InputError(`plan: onPath must be a function, got ${shownValue(onPath)}`);
}

export function checkControl({ seed, maxMilliseconds, maxSamples, signal, onProgress }: PlanControl): void {
  if (seed !== undefined && typeof seed !== 'string' && !Number.isFinite(seed))
    throw new InputError(`plan: seed must be a text or a finite number, got ${shownValue(seed)}`);
  for (const [key, value] of Object.entries({ maxMilliseconds, maxSamples }))
    if (value !== undefined) checkLimit(value, key, `plan: ${key}`);
  if (signal !== undefined && typeof signal?.aborted !== 'boolean')
    throw new InputError(`plan: signal must be an AbortSignal, got ${shownValue(signal)}`);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new InputError(`plan: onProgress must be a function, got ${shownValue(onProgress)}`);
}
