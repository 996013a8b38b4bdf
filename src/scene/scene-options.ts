import { checkGiven, type FirstContactOptions } from '../contact/options.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

export type SceneMethod = 'auto' | 'hca' | 'interval';
export const SCENE_METHODS: readonly SceneMethod[] = ['auto', 'hca', 'interval'];

/** The stages in front of the exact one [Redon et al. 2004, §4], for method 'interval'; each can be switched off. */
export interface StageOptions {
  /** 1: boxes around what each link sweeps. Default true. */
  readonly boxes?: boolean;
  /** 2: the volume swept by each link's line swept sphere. Default true. */
  readonly sweptVolumes?: boolean;
  /** How poses are enclosed over intervals of time; 'both' takes the tighter of the two. Default 'taylor', which is never much wider. */
  readonly bounds?: 'interval' | 'taylor' | 'both';
  /** All equations on the same intervals of time, or each by itself [Redon et al. 2004, §5.2.2]. Default 'simultaneous'. */
  readonly solver?: 'simultaneous' | 'independent';
}

/** Temporal culling of link pairs [Tang et al. 2013, §5.3], for method 'hca'. */
export interface TemporalOptions {
  /** Where upper bounds on the time come from: triangles taken at random, or those that touched in the step before. */
  readonly upperBounds?: 'random' | 'coherent' | 'none';
  /** T_t: poses are kept at multiples of this. Default 0.01; 0: none are kept. */
  readonly timeGrid?: number;
  /** T_depth as part of the trees' depth. Default 1/3. */
  readonly depth?: number;
}

/** What a scene can be asked for. maxIterations counts entries of the queue. */
export interface SceneFirstContactOptions extends FirstContactOptions {
  /** How the time is found; every method gives the same guarantee. */
  readonly method?: SceneMethod;
  /** 'leaving': pairs that start in contact are not judged until they are proven apart. */
  readonly start?: 'strict' | 'leaving';
  /** Which contacts to list at that time: the one found, all within tolerance, a minimal set of those, or none. */
  readonly contacts?: 'first' | 'all' | 'minimal' | 'none';
  /** Stages of method 'interval'. */
  readonly stages?: StageOptions;
  /** Temporal culling of method 'hca'. */
  readonly temporal?: TemporalOptions;
}

export const SCENE_DEFAULTS: {
  readonly method: SceneMethod;
  readonly clearance: number;
  readonly start: 'strict';
  readonly contacts: 'all';
  readonly maxIterations: number;
  readonly maxMilliseconds: number;
} = { method: 'auto', clearance: 0, start: 'strict', contacts: 'all', maxIterations: 50_000_000, maxMilliseconds: Infinity };

const CHOICES = {
  method: SCENE_METHODS,
  start: ['strict', 'leaving'],
  contacts: ['first', 'all', 'minimal', 'none'],
} as const;
const STAGE_CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  boxes: [true, false],
  sweptVolumes: [true, false],
  bounds: ['interval', 'taylor', 'both'],
  solver: ['simultaneous', 'independent'],
};

/** Throws an InputError on an option that is unknown, misspelt or out of range. */
export function checkSceneOptions(options: SceneFirstContactOptions): void {
  checkGiven(options, CHOICES, ['stages', 'temporal']);
  if (options.stages !== undefined) checkChoices(options.stages, STAGE_CHOICES, 'stages');
  if (options.temporal !== undefined) checkTemporal(options.temporal);
}

function checkTemporal(temporal: TemporalOptions): void {
  checkChoices(temporal, { upperBounds: ['random', 'coherent', 'none'], timeGrid: [], depth: [] }, 'temporal');
  const { timeGrid = 0.01, depth = 1 / 3 } = temporal;
  if (typeof timeGrid !== 'number' || !(timeGrid >= 0 && timeGrid <= 1))
    throw new InputError(`temporal.timeGrid: must be in [0, 1], got ${shownValue(timeGrid)}`);
  if (typeof depth !== 'number' || !(depth >= 0 && depth <= 1))
    throw new InputError(`temporal.depth: must be in [0, 1], got ${shownValue(depth)}`);
}

function checkChoices(given: object, choices: Readonly<Record<string, readonly unknown[]>>, what: string): void {
  checkRecord(given, Object.keys(choices), what);
  for (const [key, value] of Object.entries(given)) {
    const allowed = choices[key];
    if (value !== undefined && allowed.length > 0 && !allowed.includes(value))
      throw new InputError(`${what}.${key}: ${shownValue(value)} is none of ${allowed.join(', ')}`);
  }
}
