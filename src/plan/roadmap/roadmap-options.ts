import { checkFlag, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Goal } from '../goals/goals.ts';
import { CONTROL_KEYS, checkControl, type PlanControl } from '../goals/plan-options.ts';
import type { PlanState } from '../goals/plan-state.ts';
import type { Bounds } from '../space/axes.ts';

/** What a roadmap is made for. */
export interface RoadmapOptions extends Omit<PlanControl, 'maxMilliseconds'> {
  /** Free states that it begins with. Default 2,000. */
  readonly states?: number;
  /** A group of the robot's whose joints move; the others stay. Default: all that can move. */
  readonly group?: string;
  /** Joints and bodies that move, by name; the others stay. Default: all that can move. */
  readonly moving?: readonly string[];
  /** Where everything is that does not move. Default: robots at 0, bodies where they stand. */
  readonly rest?: PlanState;
  /** Where values may go, by joint or body, in place of the joints' limits. Default: none. */
  readonly bounds?: Bounds;
  /** The distance to be kept by all of its paths, as in `scene.firstContact`. Default: the scene's. */
  readonly clearance?: number | ClearanceRules;
  /** How close counts as contact, as in `scene.firstContact`. Default: the scene's. */
  readonly tolerance?: number;
  /** How many of the states before it a state is joined to. Default: by the number of states. */
  readonly neighbours?: number;
  /** Time for building it, in milliseconds; what there is by then is the roadmap. Default: no limit. */
  readonly maxMilliseconds?: number;
}

/** A path that is wanted of a roadmap. */
export interface RoadmapRequest extends PlanControl {
  /** Where everything is; what is not named is as the roadmap has it. */
  readonly from: PlanState;
  /** Where it is to go. */
  readonly to: Goal;
  /** Goals to be passed on the way, in order. Default: none. */
  readonly through?: readonly Goal[];
  /** False: the path as the roadmap has it, proven but not made shorter. Default true. */
  readonly shorten?: boolean;
  /**
   * False: where the roadmap has no path there is none, and paths that were made shorter do not become part of it; then
   * an answer does not depend on what was asked before. Default true.
   */
  readonly learn?: boolean;
}

/** Many motions at once: a `GpuBatch` of `inbetween/gpu` is one, and a `Batch` of `inbetween/batch`. */
export interface MotionBatch {
  /** The scene whose motions they are: the roadmap's. */
  readonly scene: unknown;
  /**
   * What holds for every motion: the distance that it keeps, and how close counts as contact (default: the scene's).
   * Absent: both are those of a call's options.
   */
  readonly kept?: { readonly clearance: number | ClearanceRules; readonly tolerance?: number };
  /** Which of the motions are proven free, 1, from each row to that of `to`; by name where several things can move. */
  motionsAreFree(
    motions: BatchRows | Readonly<Record<string, BatchRows>>,
    options?: Pick<RoadmapOptions, 'clearance' | 'tolerance'> & { readonly onProgress?: (done: number, total: number) => void },
  ): Promise<{ readonly free: ArrayLike<number> }>;
}

/** Where one robot or body begins and ends in every motion, row by row. */
export interface BatchRows {
  /** Values of a robot's joints, or x y z qx qy qz qw of a body. */
  readonly from: Float64Array;
  /** The same at the end of every motion. */
  readonly to: Float64Array;
}

/** How all edges of a roadmap are proven. */
export interface ProveOptions {
  /**
   * What proves many motions at once: a `GpuBatch` opened for the roadmap's scene with its clearance and tolerance, or
   * a `Batch` of that scene, which is told these. Default: one by one.
   */
  readonly batch?: MotionBatch;
  /** Ends it when aborted; what is known by then stays known. */
  readonly signal?: { readonly aborted: boolean };
  /** Told now and then: how many edges of all are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

const ROADMAP_KEYS: readonly string[] = [
  ...['states', 'group', 'moving', 'rest', 'bounds', 'clearance', 'tolerance', 'neighbours'],
  ...CONTROL_KEYS,
];
const REQUEST_KEYS: readonly string[] = ['from', 'to', 'through', 'shorten', 'learn', ...CONTROL_KEYS];

export function checkRoadmapOptions(options: RoadmapOptions): void {
  checkRecord(options, ROADMAP_KEYS, 'roadmap');
  const { states, neighbours } = options;
  if (states !== undefined && !(Number.isSafeInteger(states) && states >= 0))
    throw new InputError(`roadmap: states must be a whole number ≥ 0, got ${shownValue(states)}`);
  if (neighbours !== undefined && !(Number.isSafeInteger(neighbours) && neighbours >= 1))
    throw new InputError(`roadmap: neighbours must be a whole number ≥ 1, got ${shownValue(neighbours)}`);
  checkControl(options);
}

export function checkRoadmapRequest(request: RoadmapRequest): void {
  checkRecord(request, REQUEST_KEYS, 'roadmap.plan');
  for (const key of ['from', 'to'] as const) if (request[key] === undefined) throw new InputError(`roadmap.plan: '${key}' is missing`);
  if (request.through !== undefined) checkList(request.through, 'roadmap.plan: through');
  for (const key of ['shorten', 'learn'] as const) if (request[key] !== undefined) checkFlag(request[key], `roadmap.plan: ${key}`);
  checkControl(request);
}

export function checkProveOptions(options: ProveOptions, scene: Scene, kept: Pick<RoadmapOptions, 'clearance' | 'tolerance'>): void {
  checkRecord(options, ['batch', 'signal', 'onProgress'], 'roadmap.prove');
  const { batch, signal, onProgress } = options;
  if (batch !== undefined && typeof batch?.motionsAreFree !== 'function')
    throw new InputError(`roadmap.prove: batch must be a GpuBatch, got ${shownValue(batch)}`);
  if (batch !== undefined) checkBatch(batch, scene, kept);
  if (signal !== undefined && typeof signal?.aborted !== 'boolean')
    throw new InputError(`roadmap.prove: signal must be an AbortSignal, got ${shownValue(signal)}`);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new InputError(`roadmap.prove: onProgress must be a function, got ${shownValue(onProgress)}`);
}

/** What it proves must be what the roadmap claims of its edges: of the same scene, at the same distance. */
function checkBatch(batch: MotionBatch, scene: Scene, { clearance, tolerance }: Pick<RoadmapOptions, 'clearance' | 'tolerance'>): void {
  if (batch.scene !== scene) throw new InputError("roadmap.prove: the batch is of another scene than the roadmap's");
  // it is told with every call
  if (batch.kept === undefined) return;
  const { clearance: usual, tolerance: usualTolerance } = scene.options;
  const [own, its] = [clearance ?? usual, batch.kept.clearance].map(rulesText);
  if (own !== its)
    throw new InputError(`roadmap.prove: the roadmap keeps the clearance ${own}, the batch ${its}; open it with the roadmap's`);
  const [ownTolerance, itsTolerance] = [tolerance ?? usualTolerance, batch.kept.tolerance ?? usualTolerance];
  if (ownTolerance !== itsTolerance)
    throw new InputError(
      `roadmap.prove: the roadmap has the tolerance ${ownTolerance ?? 'of the scene'}, the batch ${itsTolerance ?? 'of the scene'}; open it with the roadmap's`,
    );
}

/** The same for rules that mean the same. */
function rulesText(clearance: number | ClearanceRules): string {
  const { default: usual = 0, self, tool, environment, pairs = [] } = typeof clearance === 'number' ? { default: clearance } : clearance;
  const rules = { self: self ?? usual, tool, environment: environment ?? usual, pairs };
  const isOne = rules.self === usual && tool === undefined && rules.environment === usual && pairs.length === 0;
  return isOne ? `${usual}` : JSON.stringify({ default: usual, ...rules });
}
