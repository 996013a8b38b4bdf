import { milliseconds } from '../../contact/budget.ts';
import {
  type Arrival,
  type Clearance,
  type ClearanceOptions,
  type InitialPair,
  type LimitFinding,
  limitFindings,
  type RobotPath,
  restMotion,
  type Scene,
  type SceneFirstContact,
  type SceneFirstContactOptions,
  type SceneMotions,
} from '../../index.ts';
import { entryOf } from '../../words/entries.ts';
import { missedOf } from '../../words/scene-judgement.ts';
import { type AllContacts, allContacts, type SegmentProgress } from './all-contacts.ts';
import type { CellPath } from './cell-path.ts';
import { latestSafe } from './latest-safe.ts';

/** A place on a path and where the robots are there. */
export interface PathPlace {
  readonly time: number;
  /** Null where the path has no timing. */
  readonly seconds: number | null;
  readonly configurations: Readonly<Record<string, readonly number[]>>;
}

/** The least distance along the path, or along its part up to a waypoint. */
export interface KeptClearance extends Clearance {
  readonly until: number;
}

/** All that is found out about one path. */
export interface PathCheck {
  readonly path: CellPath;
  readonly result: SceneFirstContact;
  /**
   * The latest instant found before a contact at which everything is proven farther apart than clearance and tolerance.
   */
  readonly lastSafe: PathPlace | null;
  readonly clearance: KeptClearance | null;
  /** The budget was spent before the clearance could be looked for. */
  readonly clearanceSkipped: boolean;
  /** Every stretch in contact, where they were asked for. */
  readonly intervals: AllContacts | null;
  /** Where joints go beyond their limits, as far as that was asked for. */
  readonly limits: readonly BrokenLimit[];
  /** Contacts that were wanted and did not come about, as far as that is an error. */
  readonly missed: readonly Arrival[];
  /** Sentences about the file. */
  readonly warnings: readonly string[];
  /** Milliseconds of the first contact alone. */
  readonly milliseconds: number;
}

/** 'default': an error of positions, a warning of velocities and accelerations. */
export type LimitsWish = 'error' | 'warn' | 'ignore' | 'default';

export type ArrivalsWish = 'error' | 'warn';

/** A limit of a joint that the path does not keep. */
export interface BrokenLimit extends LimitFinding {
  readonly robot: string;
  /** Seconds at the worst; null where the path has no timing. */
  readonly seconds: number | null;
  /** Makes the exit code 1. */
  readonly isError: boolean;
}

export interface PathCheckWishes {
  readonly intervals: boolean;
  readonly clearance: boolean;
  /** Where it was safe last before a contact. Default true. */
  readonly lastSafe?: boolean;
  readonly limits: LimitsWish;
  /** Whether a wanted contact that does not come about is an error. Default 'error'. */
  readonly arrivals?: ArrivalsWish;
  readonly onSegment?: SegmentProgress;
  /** Reports progress of the first contact, then of the least distance. */
  readonly onProgress?: SceneFirstContactOptions['onProgress'];
}

/** What others have found out already. */
export interface FoundBefore {
  readonly result: SceneFirstContact;
  /** Null: there was none to be found, or no time for it. */
  readonly clearance: KeptClearance | null;
  /** When it was asked. */
  readonly begin: number;
  readonly milliseconds: number;
}

/** `maxMilliseconds` is for all of it together; what comes first has the most. A `proof` is of the first contact. */
export function checkPath(
  scene: Scene,
  path: CellPath,
  { proof, ...options }: SceneFirstContactOptions,
  wishes: PathCheckWishes,
  before?: FoundBefore,
): PathCheck {
  const begin = before?.begin ?? milliseconds();
  const remaining = () => begin + (options.maxMilliseconds ?? Infinity) - milliseconds();
  const onProgress = wishes.onProgress === undefined ? {} : { onProgress: wishes.onProgress };
  const result = before?.result ?? scene.firstContact(path.motions, { ...options, ...onProgress, proof });
  const took = before?.milliseconds ?? milliseconds() - begin;
  const safe = result.status === 'contact' && wishes.lastSafe !== false ? lastSafe(scene, path, result, options, remaining) : null;
  const { onSegment = () => {} } = wishes;
  const intervals = wishes.intervals ? allContacts(scene, path, result, { ...options, contacts: 'first' }, remaining, onSegment) : null;
  const wanted = wishes.clearance ? clearanceQuestion(path, result, options) : null;
  const clearanceSkipped = wanted !== null && (before === undefined ? !(remaining() > 0) : before.clearance === null);
  const asked = wanted === null || clearanceSkipped ? null : wanted;
  return {
    path,
    result,
    lastSafe: safe,
    clearance:
      before?.clearance ??
      (asked && {
        ...scene.clearance(asked.motions, { ...asked.options, ...onProgress, maxMilliseconds: Math.max(0, remaining()) }),
        until: asked.until,
      }),
    clearanceSkipped,
    intervals,
    limits: brokenLimits(path, wishes.limits),
    missed: wishes.arrivals === 'warn' ? [] : missedOf(result),
    warnings: [...degreesWarning(path, wishes.limits), ...path.warnings],
    milliseconds: took,
  };
}

function lastSafe(
  scene: Scene,
  path: CellPath,
  { time, tolerance, initial, clearance, safeUntil }: SceneFirstContact,
  options: SceneFirstContactOptions,
  remaining: () => number,
): PathPlace | null {
  // all before is free, whatever the motion is within its uncertainty
  if (safeUntil !== undefined) return safeUntil > 0 ? placeAt(path, safeUntil * (1 - 2 ** -20)) : null;
  const apart = clearance + tolerance;
  const excess = (at: number): number => {
    if (typeof options.clearance === 'object') return keepsAll(scene, path, at, options) ? 1 : -1;
    return scene.distanceAt(path.motions, at, { cutoff: 2 * apart, allowed: exemptAt(initial, at) }).gap[0] - apart;
  };
  const safe = latestSafe(time, excess, () => !(remaining() > 0));
  return safe === null ? null : placeAt(path, safe);
}

function placeAt(path: CellPath, time: number): PathPlace {
  const own = path.ownTimesAt(time);
  const configurations = Object.fromEntries(
    Object.entries(path.paths).map(([name, robotPath]) => [name, Array.from(robotPath.configurationAt(entryOf(own, name) ?? time))]),
  );
  return { time, seconds: path.secondsAt(time), configurations };
}

/**
 * Whether every pair keeps its own distance at an instant, as everything stands there; not asked of what is carried.
 */
function keepsAll(scene: Scene, { motions, paths, ownTimesAt, between }: CellPath, at: number, options: SceneFirstContactOptions): boolean {
  if (between === null) return false;
  const own = ownTimesAt(at);
  const robots = Object.entries(paths).map(([name, path]) => [name, Array.from(path.configurationAt(entryOf(own, name) ?? at))] as const);
  const bodies = Object.entries(scene.bodyPoses(motions, at)).map(([name, pose]) => [name, restMotion(pose)] as const);
  const { status, initial } = scene.firstContact(Object.fromEntries([...robots, ...bodies]), { ...options, contacts: 'none' });
  return status === 'free' && initial.length === 0;
}

/** Pairs that started in contact and had not left it by then. */
function exemptAt(initial: SceneFirstContact['initial'], time: number): readonly (readonly [InitialPair['a'], InitialPair['b']])[] {
  return initial.filter(({ left }) => left === null || (left !== undefined && left > time)).map(({ a, b }) => [a, b]);
}

/** The last waypoint up to which everything is apart. */
function keptUntil({ segments, between }: CellPath, { status, time }: SceneFirstContact): number {
  // What could not be decided in its budget is not gone into further.
  return status === 'free' ? segments : status === 'unresolved' || between === null ? 0 : Math.floor(time);
}

/** What is asked for the least distance along the path, or the part of it that is free; null: nothing. */
export function clearanceQuestion(
  path: CellPath,
  result: SceneFirstContact,
  { start, tolerance, maxIterations }: SceneFirstContactOptions,
): { readonly motions: SceneMotions; readonly until: number; readonly options: ClearanceOptions } | null {
  const until = keptUntil(path, result);
  if (until === 0) return null;
  const motions: SceneMotions = until === path.segments || path.between === null ? path.motions : path.between(0, until);
  // Without pairs to exempt, the tolerance would only make the bounds coarser.
  return { motions, until, options: { maxIterations, ...(start === 'leaving' ? { start, tolerance } : {}) } };
}

function brokenLimits({ paths, timeAt }: CellPath, wish: LimitsWish): BrokenLimit[] {
  if (wish === 'ignore') return [];
  return Object.entries(paths).flatMap(([robot, path]) => {
    // findings are in the robot's own segments, answers in those of all paths together
    const united = (own: number): number => (path.times === null ? own : (timeAt(path.secondsAt(own)) ?? own));
    return limitFindings(path).map((finding) => ({
      ...finding,
      robot,
      from: united(finding.from),
      time: united(finding.time),
      seconds: path.times === null ? null : path.secondsAt(finding.time),
      isError: wish === 'error' || (wish === 'default' && finding.limit === 'position'),
    }));
  });
}

/** Told before all else of a path: nothing else that is found of it may mean anything. */
export const DEGREES_WARNING = 'are these degrees? Angles are radians here unless --units degrees, the cell or the path says otherwise';

function degreesWarning({ paths }: CellPath, wish: LimitsWish): string[] {
  return wish !== 'ignore' && Object.values(paths).some(lookLikeDegrees) ? [DEGREES_WARNING] : [];
}

/** Some angle is more than a turn beyond its limits. */
function lookLikeDegrees({ robot, waypoints }: RobotPath): boolean {
  return robot.joints.some(({ kind, limits: { lower = -Infinity, upper = Infinity }, slot }) => {
    if (!kind.hasLimits || kind.angle < 0) return false;
    return waypoints.some((configuration) => Math.max(lower - configuration[slot], configuration[slot] - upper) > 2 * Math.PI);
  });
}
