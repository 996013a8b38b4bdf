import type { Clearance, ContactIntervals, Motions, Scene, SceneContact, SceneContactOptions } from '../index.ts';
import type { CellPath } from './cell-path.ts';
import { Stopwatch } from './stopwatch.ts';

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
  readonly result: SceneContact;
  /** The latest instant found before a contact at which everything is proven farther apart than clearance and tolerance. */
  readonly lastSafe: PathPlace | null;
  readonly clearance: KeptClearance | null;
  /** Every stretch in contact, where they were asked for. */
  readonly intervals: ContactIntervals | null;
  /** Sentences about waypoints beyond the limits of joints. */
  readonly warnings: readonly string[];
  /** Processor time of the first contact alone. */
  readonly milliseconds: number;
}

export interface PathCheckWishes {
  readonly intervals: boolean;
  readonly clearance: boolean;
  readonly limits: boolean;
}

export function checkPath(scene: Scene, path: CellPath, options: SceneContactOptions, wishes: PathCheckWishes): PathCheck {
  const watch = new Stopwatch();
  watch.start();
  const result = scene.firstContact(path.motions, options);
  const milliseconds = watch.stop();
  return {
    path,
    result,
    lastSafe: result.status === 'contact' ? lastSafe(scene, path, result, options) : null,
    clearance: wishes.clearance ? keptClearance(scene, path, result, options) : null,
    intervals: wishes.intervals ? scene.contactIntervals(path.motions, { ...options, contacts: 'first' }) : null,
    warnings: wishes.limits ? limitWarnings(path) : [],
    milliseconds,
  };
}

/** Between which waypoints a time lies, or at which one; waypoint k is at time k. */
export function waypointsAround(time: number, segments: number): readonly [before: number, after: number] {
  const before = Math.min(Math.floor(time), segments);
  return [before, time > before ? before + 1 : before];
}

/** Halvings of the time between a safe instant and the contact: as fine as doubles are. */
const HALVINGS = 52;

function lastSafe(
  scene: Scene,
  path: CellPath,
  { time, tolerance }: SceneContact,
  { clearance = 0 }: SceneContactOptions,
): PathPlace | null {
  const apart = clearance + tolerance;
  const isSafe = (at: number) => scene.distanceAt(path.motions, at, 2 * apart).lower > apart;
  let safe = Math.ceil(time) - 1;
  while (safe >= 0 && !isSafe(safe)) safe--;
  if (safe < 0) return null;
  let close = time;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = safe + (close - safe) / 2;
    if (middle <= safe || middle >= close) break;
    if (isSafe(middle)) safe = middle;
    else close = middle;
  }
  const configurations = Object.fromEntries(
    Object.entries(path.motions).map(([name, motion]) => [name, Array.from(motion.configurationAt(safe))]),
  );
  return { time: safe, seconds: path.secondsAt(safe), configurations };
}

function keptClearance(
  scene: Scene,
  path: CellPath,
  result: SceneContact,
  { start, tolerance }: SceneContactOptions,
): KeptClearance | null {
  const free = result.status === 'free';
  const until = free ? path.segments : Math.floor(result.time);
  // What could not be decided in its budget is not gone into further.
  if (until === 0 || result.status === 'unresolved') return null;
  const motions: Motions = free ? path.motions : path.upTo(until);
  // Without pairs to exempt, the tolerance would only make the bounds coarser.
  return { ...scene.clearance(motions, start === 'leaving' ? { start, tolerance } : {}), until };
}

function limitWarnings({ motions }: CellPath): string[] {
  const all = Object.values(motions);
  return all.flatMap(({ robot, waypoints }) =>
    waypoints.flatMap((configuration, k) =>
      robot.limitFaults(configuration).map((fault) => `waypoint ${k}: ${all.length > 1 ? `${robot.name}, ` : ''}${fault}`),
    ),
  );
}
