/** What a batch is given: values at both ends of every motion, as flat arrays, checked. */

import { checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf, setEntry } from '../math/entries.ts';
import { largestOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import { type Pose, UNIT_SLACK } from '../math/pose.ts';
import { rigidMotion } from '../motion/rigid-motion.ts';
import type { LoopedPath } from '../robot/follow/looped-robot.ts';
import type { SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { SceneMotions } from '../scene/content/scene-motions.ts';
import { motionsOfStates, type SceneState } from '../scene/content/scene-states.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneFirstContactOptions } from '../scene/search/scene-options.ts';

/** Numbers row by row, one row a motion; a single row is the same for all. */
export type BatchRows = Float64Array | Float32Array;

/** Where one robot or body begins and ends in every motion. */
export interface BatchRange {
  /** Values of a robot's joints, or x y z qx qy qz qw of a body, row by row. */
  readonly from: BatchRows;
  /** The same at the end of every motion. */
  readonly to: BatchRows;
}

/** Motions of the scene's only robot, or by name of every robot and of the bodies that move. */
export type BatchMotions = BatchRange | Readonly<Record<string, BatchRange>>;

/** Values of one robot or body at both ends of every motion, row by row; one row: the same for all. */
export interface Ends {
  readonly name: string;
  readonly size: number;
  readonly from: Float64Array | Float32Array;
  readonly to: Float64Array | Float32Array;
}

/** By robot of the scene, and by body. */
export interface BatchEnds {
  readonly robots: readonly Ends[];
  readonly bodies: readonly Ends[];
}

const RANGE_KEYS: readonly string[] = ['from', 'to'];
/** Numbers of a pose. */
const POSE = 7;

/** All motions of a batch. */
export interface CheckedMotions extends BatchEnds {
  readonly count: number;
  /** By body: whether it was given rows. Else it does what the scene says; its rows are the pose it would stand at. */
  readonly given: readonly boolean[];
}

/** Copied, so that they are those of now whenever they are read. */
export function checkedMotions(scene: Scene, given: BatchMotions): CheckedMotions {
  if (given === null || typeof given !== 'object')
    throw new InputError(`motions: must be { from, to }, or by name; got ${shownValue(given)}`);
  const { robots, bodies } = scene;
  const names = [...robots, ...bodies].map(({ name }) => name);
  const isAlone = RANGE_KEYS.some((key) => Object.hasOwn(given, key) && !names.includes(key)) || isRows((given as BatchRange).from);
  if (isAlone && (robots.length !== 1 || bodies.length > 0)) throw new InputError(`motions: give them by name: ${names.join(', ')}`);
  const byName = (isAlone ? { [robots[0].name]: given } : given) as Readonly<Record<string, BatchRange>>;
  for (const name in byName)
    if (!names.includes(name)) throw new InputError(`motions: nothing named '${name}' moves; there are ${names.join(', ')}`);
  const ends = {
    robots: robots.map(({ name, size }) => {
      if (entryOf(byName, name) === undefined)
        throw new InputError(`motions: robot '${name}' has none; give { from, to }, one row to let it stand there`);
      return rangeOf(name, size, entryOf(byName, name));
    }),
    bodies: bodies.map(({ name, pose }) => {
      const range = entryOf(byName, name);
      if (range !== undefined) return rangeOf(name, POSE, range);
      const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = pose ?? {};
      const row = Float64Array.of(...position, ...quaternion);
      return { name, size: POSE, from: row, to: row };
    }),
  };
  const all = [...ends.robots, ...ends.bodies];
  const count = largestOf(all.map(rowsOf));
  for (const one of all) {
    for (const rows of [one.from, one.to])
      if (rows.length !== one.size && rows.length !== count * one.size)
        throw new InputError(`motions: '${one.name}' has ${rows.length / one.size} rows, others have ${count}; give as many, or one`);
    checkFinite(one);
  }
  for (const one of ends.bodies) checkQuaternions(one, 3);
  robots.forEach((robot, i) => {
    for (const { kind, slot } of robot.joints) if (kind.orientation >= 0) checkQuaternions(ends.robots[i], slot + kind.orientation);
  });
  return { ...ends, count, given: bodies.map(({ name }) => entryOf(byName, name) !== undefined) };
}

function isRows(value: unknown): value is BatchRows {
  return value instanceof Float64Array || value instanceof Float32Array;
}

function rangeOf(name: string, size: number, range: BatchRange): Ends {
  checkRecord(range, RANGE_KEYS, `motions: '${name}'`);
  for (const key of ['from', 'to'] as const) {
    const rows = range[key];
    if (!isRows(rows))
      throw new InputError(
        `motions: '${name}': ${key} must be a Float64Array or Float32Array, all rows one after the other, got ${shownValue(rows)}`,
      );
    if (size === 0 ? rows.length > 0 : rows.length % size !== 0)
      throw new InputError(`motions: '${name}': ${key} must have ${size} values a row, got ${rows.length} in all`);
  }
  // copied: whoever asks later, its owner may have written others into it
  const from = range.from.slice();
  return { name, size, from, to: range.to === range.from ? from : range.to.slice() };
}

function rowsOf({ size, from, to }: Ends): number {
  return size === 0 ? 1 : Math.max(from.length, to.length) / size;
}

function checkQuaternions({ name, size, from, to }: Ends, slot: number): void {
  for (const rows of [from, to]) {
    for (let at = slot; at < rows.length; at += size) {
      const square = rows[at] * rows[at] + rows[at + 1] * rows[at + 1] + rows[at + 2] * rows[at + 2] + rows[at + 3] * rows[at + 3];
      // float32 cannot do better
      if (!(Math.abs(square - 1) <= 2 * UNIT_SLACK))
        throw new InputError(`motions: '${name}', row ${Math.floor(at / size)}: the quaternion has length ${Math.sqrt(square)}, not 1`);
    }
  }
}

export function hasLoops({ robots }: Scene): boolean {
  return robots.some(({ loops }) => loops !== undefined);
}

/** One motion as a scene takes it; bodies without rows keep what the scene has them do. */
export function sceneMotionsAt(scene: Scene, { robots, bodies, given }: CheckedMotions, i: number): SceneMotions {
  const out: Record<string, SceneMotions[string]> = {};
  for (const ends of robots) setEntry(out, ends.name, [rowOf(ends.from, ends.size, i), rowOf(ends.to, ends.size, i)]);
  bodies.forEach((ends, k) => {
    if (!given[k]) return;
    const [a, b] = [rowOf(ends.from, POSE, i), rowOf(ends.to, POSE, i)];
    setEntry(out, scene.bodies[k].name, rigidMotion(poseOf(a), poseOf(b)));
  });
  return out;
}

/** Both ends of one motion; bodies without rows are not in them. */
function sceneStatesAt(scene: Scene, { robots, bodies, given }: CheckedMotions, i: number): readonly [SceneState, SceneState] {
  const state = (end: 'from' | 'to'): SceneState => {
    const out: Record<string, Float64Array | Pose> = {};
    for (const ends of robots) setEntry(out, ends.name, rowOf(ends[end], ends.size, i));
    bodies.forEach((ends, k) => {
      if (given[k]) setEntry(out, scene.bodies[k].name, poseOf(rowOf(ends[end], POSE, i)));
    });
    return out;
  };
  return [state('from'), state('to')];
}

/**
 * One motion of robots with loops, straight in the joints that are driven; null: it cannot be followed, or ends
 * elsewhere than is said.
 */
export function followedMotionsAt(scene: Scene, rows: CheckedMotions, i: number): ReturnType<typeof motionsOfStates> | null {
  const names = { robots: scene.robots, bodies: scene.bodies.map(({ name }) => name), soft: [], obstacles: new Set<string>() };
  try {
    const [from, to] = sceneStatesAt(scene, rows, i);
    return motionsOfStates(names, from, to, `motion ${i}`);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** First contact of one motion, as a share of it; what cannot be followed is unresolved from its start. */
export function firstContactAt(
  scene: Scene,
  rows: CheckedMotions,
  i: number,
  options: SceneFirstContactOptions,
): Pick<SceneFirstContact, 'status' | 'time'> {
  const asked = { ...options, contacts: 'none' } as const;
  if (!hasLoops(scene)) return scene.firstContact(sceneMotionsAt(scene, rows, i), asked);
  const motions = followedMotionsAt(scene, rows, i);
  if (motions === null) return { status: 'unresolved', time: 0 };
  const { status, time, seconds } = scene.firstContact(motions, asked);
  if (seconds !== undefined) return { status, time: seconds };
  const [path] = Object.values(motions);
  return { status, time: (path as LoopedPath).waypointAt(time) };
}

/** Whether one motion is proven free. */
export function isFreeAt(scene: Scene, rows: CheckedMotions, i: number, options: SceneFirstContactOptions): boolean {
  if (scene.robots.length !== 1 || scene.bodies.length > 0 || hasLoops(scene))
    return firstContactAt(scene, rows, i, options).status === 'free';
  const [{ from, to, size }] = rows.robots;
  return scene.motionIsFree(rowOf(from, size, i), rowOf(to, size, i), options);
}

/** The motions from one to another alone, copied. */
export function rowsBetween({ robots, bodies, given }: CheckedMotions, first: number, last: number): CheckedMotions {
  const cut = (rows: BatchRows, size: number): BatchRows => (rows.length > size ? rows.slice(first * size, last * size) : rows);
  const part = ({ name, size, from, to }: Ends): Ends => ({ name, size, from: cut(from, size), to: cut(to, size) });
  return { robots: robots.map(part), bodies: bodies.map(part), count: last - first, given };
}

/** One row as doubles. */
function rowOf(rows: BatchRows, size: number, i: number): Float64Array {
  const at = rows.length > size ? i * size : 0;
  const row = rows.subarray(at, at + size);
  return row instanceof Float64Array ? row : Float64Array.from(row);
}

function poseOf(v: Float64Array): Pose {
  return { position: [v[0], v[1], v[2]], quaternion: [v[3], v[4], v[5], v[6]] };
}

/** Every number finite, or an InputError that says which is not. */
function checkFinite({ name, size, from, to }: Ends): void {
  for (const [side, values] of [
    ['from', from],
    ['to', to],
  ] as const) {
    // NaN and infinities stay in a sum; four of them, so that none waits for the one before
    let [a, b, c, d] = [0, 0, 0, 0];
    const rest = values.length & 3;
    for (let i = 0; i < rest; i++) a += 0 * values[i];
    for (let i = rest; i < values.length; i += 4) {
      a += 0 * values[i];
      b += 0 * values[i + 1];
      c += 0 * values[i + 2];
      d += 0 * values[i + 3];
    }
    if (a + b + c + d === 0) continue;
    const bad = values.findIndex((x: number) => !Number.isFinite(x));
    throw new InputError(`motions: '${name}': ${side}, row ${Math.floor(bad / size)}, value ${bad % size} is ${values[bad]}`);
  }
}
