/**
 * The motions of many questions as one message. Straight paths of robots, which are most of all that is asked by the
 * million, go as one array of numbers; others each by itself.
 */
import { entryOf, setEntry } from '../math/entries.ts';
import type { Robot } from '../robot/robot.ts';
import { RobotPath } from '../robot/robot-path.ts';
import type { SceneMotions } from '../scene/content/scene-motions.ts';
import { isRobotPath, type PackedMotions, packMotions, unpackMotions } from './packed-motions.ts';

export type ManyMotions =
  | {
      /** Robots of the scene, in its order, all of which move in every question. */
      readonly kind: 'straight';
      /** Waypoints of every question, robot by robot: their number. */
      readonly counts: Uint32Array;
      readonly values: Float64Array;
    }
  | { readonly kind: 'each'; readonly motions: readonly PackedMotions[] };

/**
 * The motions of one question as they are when it is taken from its source, which may write the next one into the same
 * arrays: straight paths of all robots, which keep their own values; packed; or why they cannot be.
 */
export type TakenMotions = { readonly paths: readonly RobotPath[] } | { readonly packed: PackedMotions } | { readonly error: Error };

export function takenMotions(robots: readonly Robot[], item: SceneMotions): TakenMotions {
  if (robots.length > 0 && isStraight(robots, item)) return { paths: robots.map(({ name }) => entryOf(item, name) as RobotPath) };
  try {
    return { packed: packMotions(robots, item) };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Calls `refused` for what cannot be sent, with its place, and leaves it out. */
export function packMany(
  robots: readonly Robot[],
  items: readonly TakenMotions[],
  refused: (place: number, error: Error) => void,
): ManyMotions {
  const paths = items.flatMap((item) => ('paths' in item ? item.paths : []));
  if (paths.length === robots.length * items.length && robots.length > 0) return packStraight(paths);
  const motions: PackedMotions[] = [];
  items.forEach((item, place) => {
    if ('error' in item) refused(place, item.error);
    else if ('packed' in item) motions.push(item.packed);
    else motions.push(packMotions(robots, Object.fromEntries(item.paths.map((path) => [path.robot.name, path]))));
  });
  return { kind: 'each', motions };
}

function isStraight(robots: readonly Robot[], item: SceneMotions): boolean {
  let count = 0;
  for (const name in item) {
    const path = entryOf(item, name);
    const robot = robots[count++];
    if (!isRobotPath(path) || path.robot !== robot || path.times !== null || path.pieces !== null || robot.name !== name) return false;
  }
  return count === robots.length;
}

function packStraight(paths: readonly RobotPath[]): ManyMotions {
  let size = 0;
  for (const { waypoints, robot } of paths) size += waypoints.length * robot.size;
  const values = new Float64Array(size);
  const counts = new Uint32Array(paths.length);
  let at = 0;
  paths.forEach(({ waypoints, robot }, i) => {
    counts[i] = waypoints.length;
    for (const waypoint of waypoints) {
      values.set(waypoint, at);
      at += robot.size;
    }
  });
  return { kind: 'straight', counts, values };
}

/** Each question by itself. */
export function separated(robots: readonly Robot[], many: ManyMotions): ManyMotions[] {
  if (many.kind === 'each') return many.motions.map((one) => ({ kind: 'each', motions: [one] }));
  const { counts, values } = many;
  const out: ManyMotions[] = [];
  let at = 0;
  for (let k = 0; k < counts.length; k += robots.length) {
    const own = counts.slice(k, k + robots.length);
    const to = at + robots.reduce((sum, { size }, r) => sum + own[r] * size, 0);
    out.push({ kind: 'straight', counts: own, values: values.slice(at, to) });
    at = to;
  }
  return out;
}

/** Calls `ask` with how to get the motions of each question, in order. */
export function eachOf(robots: readonly Robot[], many: ManyMotions, ask: (motions: () => SceneMotions) => void): void {
  if (many.kind === 'each') {
    for (const one of many.motions) ask(() => unpackMotions(robots, one));
    return;
  }
  const { counts, values } = many;
  let at = 0;
  for (let k = 0; k < counts.length; k += robots.length) {
    const motions: Record<string, RobotPath> = {};
    robots.forEach((robot, r) => {
      const waypoints: Float64Array[] = [];
      for (let w = 0; w < counts[k + r]; w++, at += robot.size) waypoints.push(values.subarray(at, at + robot.size));
      setEntry(motions, robot.name, new RobotPath(robot, waypoints));
    });
    ask(() => motions);
  }
}
