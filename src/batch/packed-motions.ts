/**
 * Motions as plain data that can be sent to a worker, and the same motions again, bit by bit. A motion of one's own is
 * code, which does not travel: an InputError says so.
 */
import { shownValue } from '../math/check-record.ts';
import { entryOf, setEntry } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { shownName } from '../math/shown-name.ts';
import { BallisticMotion } from '../motion/ballistic-motion.ts';
import { BodyTrajectory } from '../motion/body-trajectory.ts';
import { HeldMotion, type Hold } from '../motion/held-motion.ts';
import type { Motion } from '../motion/motion.ts';
import { PartMotion } from '../motion/part-motion.ts';
import { RigidMotion } from '../motion/rigid-motion.ts';
import { motionOfParts, partsOf } from '../motion/rigid-parts.ts';
import type { Robot } from '../robot/robot.ts';
import type { Configuration } from '../robot/robot-model.ts';
import { type LinkMotions, type PathPiece, PosedLinks, RobotPath, type ToolFrame } from '../robot/robot-path.ts';
import { ClockedPath } from '../scene/content/scene-clock.ts';
import type { SceneMotion, SceneMotions } from '../scene/content/scene-motions.ts';
import { heldMotion } from '../scene/holding/held-motion.ts';
import { isLinear } from '../soft/linear-frames.ts';
import { LinearMotion } from '../soft/linear-motion.ts';
import type { Packable } from './packed.ts';
import { refuseMore } from './refuse-more.ts';

type Rates = readonly (Float64Array | null)[];

/** One motion as plain data. */
export type PackedMotion =
  | {
      readonly kind: 'path';
      /** Joint values of all waypoints, one waypoint after another. */
      readonly values: Float64Array;
      readonly count: number;
      readonly times: readonly number[] | null;
      readonly velocities: Rates;
      readonly accelerations: Rates;
      readonly pieces: readonly PathPiece[] | null;
      readonly tool: ToolFrame | null;
    }
  | { readonly kind: 'posed'; readonly poses: Float64Array; readonly times: readonly number[] | null }
  | {
      readonly kind: 'clocked';
      readonly path: PackedMotion;
      readonly parts: { readonly segments: Uint32Array; readonly from: Float64Array; readonly to: Float64Array } | null;
      readonly times: readonly number[] | null;
      readonly first: number;
      readonly last: number;
    }
  | { readonly kind: 'configurations'; readonly list: readonly PackedConfiguration[] }
  | { readonly kind: 'configuration'; readonly at: PackedConfiguration }
  | { readonly kind: 'rigid'; readonly parts: Float64Array }
  | { readonly kind: 'ballistic'; readonly straight: Float64Array; readonly bend: readonly number[] }
  | { readonly kind: 'part'; readonly whole: PackedMotion; readonly from: number; readonly to: number }
  | {
      readonly kind: 'trajectory';
      readonly motions: readonly PackedMotion[];
      readonly times: readonly number[];
      readonly whole: PackedMotion | null;
    }
  | { readonly kind: 'held'; readonly holds: readonly Packable[] }
  | { readonly kind: 'linear'; readonly positions0: Float64Array; readonly positions1: Float64Array }
  | { readonly kind: 'list'; readonly motions: readonly PackedMotion[] };

/** Numbers in order, or by the names of joints. */
type PackedConfiguration = Float64Array | Readonly<Record<string, number | readonly number[]>>;

/** By name, as a scene is asked with them. */
export type PackedMotions = Readonly<Record<string, PackedMotion>>;

/** Packs motions for the robots of a scene; paths of others are refused, as the scene does. */
export function packMotions(robots: readonly Robot[], motions: SceneMotions): PackedMotions {
  if (motions === null || typeof motions !== 'object')
    throw new InputError(`motions: must be an object with a motion by name, got ${shownValue(motions)}`);
  const out: Record<string, PackedMotion> = {};
  for (const name in motions) {
    const motion = entryOf(motions, name);
    const { robot: owner } = motion as Partial<LinkMotions>;
    if (owner !== undefined && !robots.some((robot) => robot === owner && robot.name === name))
      throw new InputError(`motions: robot ${shownName(name)} is given a path of another robot, ${shownName(owner.name)}`);
    setEntry(
      out,
      name,
      packMotion(
        solvedHere(
          robots.find((robot) => robot.name === name),
          motion,
        ),
        name,
      ),
    );
  }
  return out;
}

/** What configurations of a robot with loops mean is found out here: workers are sent what was proven. */
function solvedHere(robot: Robot | undefined, motion: SceneMotion): SceneMotion {
  if (robot?.loops === undefined) return motion;
  if (isConfiguration(motion)) return robot.configuration(motion);
  return Array.isArray(motion) && motion.every(isConfiguration) ? robot.path(motion) : motion;
}

/** The motions again, for the robots of a scene. */
export function unpackMotions(robots: readonly Robot[], packed: PackedMotions): SceneMotions {
  const out: Record<string, SceneMotion> = {};
  for (const name in packed) {
    const robot = robots.find((one) => one.name === name);
    setEntry(out, name, unpackMotion(entryOf(packed, name), robot) as SceneMotion);
  }
  return out;
}

/** One of a class of the library, by its own code: what a derived class does otherwise does not travel. */
function isOf<T extends object>(motion: object, kind: { readonly prototype: T }, methods: readonly (keyof T)[] = []): motion is T {
  return Object.prototype.isPrototypeOf.call(kind.prototype, motion) && methods.every((key) => (motion as T)[key] === kind.prototype[key]);
}

/** Whether a path is what its data say. */
export function isRobotPath(motion: unknown): motion is RobotPath {
  return typeof motion === 'object' && motion !== null && isOf(motion, RobotPath, PATH_CODE);
}

const MOTION_CODE = ['writeState'] as const;
const LINK_CODE = ['load', 'loadPart'] as const;
const PATH_CODE = ['load', 'loadPart', 'writePolynomials', 'configurationAt'] as const;

function packMotion(motion: SceneMotion, name: string): PackedMotion {
  if (motion === null || typeof motion !== 'object') throw refusedMotion(motion, name);
  if (isRobotPath(motion)) return packPath(motion);
  if (isOf(motion, RigidMotion, MOTION_CODE)) return { kind: 'rigid', parts: Float64Array.from(partsOf(motion)) };
  if (isOf(motion, PosedLinks, LINK_CODE)) return packPosed(motion);
  if (isOf(motion, ClockedPath, LINK_CODE)) return packClocked(motion, name);
  if (isOf(motion, BallisticMotion, MOTION_CODE)) {
    const { straight, bend, still, turn, lever, ...rest } = motion;
    rest satisfies NoMore;
    return { kind: 'ballistic', straight: Float64Array.from(partsOf(straight)), bend: [...bend] };
  }
  if (isOf(motion, PartMotion, MOTION_CODE)) {
    const { whole, from, to, still, turn, lever, writeSpin, ...rest } = motion;
    rest satisfies NoMore;
    return { kind: 'part', whole: packMotion(whole, name), from, to };
  }
  if (isOf(motion, BodyTrajectory)) {
    const { motions, times, whole, ...rest } = motion;
    refuseMore(rest, `motions: ${shownName(name)}`);
    const packed = motions.map((one) => packMotion(one, name));
    return { kind: 'trajectory', motions: packed, times: [...times], whole: whole === null ? null : packMotion(whole, name) };
  }
  if (isOf(motion, HeldMotion)) {
    const { holds, holding, ...rest } = motion;
    refuseMore(rest, `motions: ${shownName(name)}`);
    return { kind: 'held', holds: holds.map((hold) => packHold(hold, name)) };
  }
  // not by its class, which brings the search for deforming bodies along
  if (isLinear(motion)) {
    const { positions0, positions1, deforming, ...rest } = motion as LinearMotion;
    rest satisfies NoMore;
    return { kind: 'linear', positions0: positions0.slice(), positions1: positions1.slice() };
  }
  if (isConfiguration(motion)) return { kind: 'configuration', at: packConfiguration(motion) };
  if (Array.isArray(motion) && motion.length > 0) return packList(motion, name);
  throw refusedMotion(motion, name);
}

/** Public state that a class gains does not compile until it is sent, or listed as made of the rest. */
type NoMore = Readonly<Record<string, never>>;

function refusedMotion(motion: unknown, name: string): InputError {
  return new InputError(
    `motions: that of ${shownName(name)} is code of your own, or none at all (${shownValue(motion)}): it cannot be sent to workers; ask the scene itself`,
  );
}

function packClocked(motion: ClockedPath, name: string): PackedMotion {
  const { path, parts, times, first, segments, robot, independent, configurationAt, writePolynomials, whole, ...rest } = motion;
  refuseMore(rest, `motions: ${shownName(name)}`);
  const packed = parts === null ? null : { ...parts, segments: Uint32Array.from(parts.segments) };
  return { kind: 'clocked', path: packMotion(path as SceneMotion, name), parts: packed, times, first, last: first + segments };
}

function packList(list: readonly unknown[], name: string): PackedMotion {
  if (list.every(isConfiguration)) return { kind: 'configurations', list: list.map(packConfiguration) };
  return { kind: 'list', motions: list.map((one) => packMotion(one as Motion, name)) };
}

/** Numbers, or a record without any methods. */
function isConfiguration(given: unknown): given is Configuration {
  if (given === null || typeof given !== 'object') return false;
  if (ArrayBuffer.isView(given)) return true;
  if (Array.isArray(given)) return given.length === 0 || typeof given[0] === 'number';
  const prototype = Object.getPrototypeOf(given);
  return (prototype === Object.prototype || prototype === null) && Object.values(given).every((value) => typeof value !== 'function');
}

function packConfiguration(given: Configuration): PackedConfiguration {
  return ArrayBuffer.isView(given) || Array.isArray(given) ? Float64Array.from(given as ArrayLike<number>) : { ...(given as object) };
}

function packPath(path: RobotPath): PackedMotion {
  const { robot, waypoints, times, velocities, accelerations, pieces, tool, independent, whole, ...rest } = path;
  rest satisfies NoMore;
  const values = new Float64Array(waypoints.length * robot.size);
  waypoints.forEach((at, k) => {
    values.set(at, k * robot.size);
  });
  const rates = { velocities: [...velocities], accelerations: [...accelerations] };
  return {
    kind: 'path',
    values,
    count: waypoints.length,
    times,
    ...rates,
    pieces: pieces === null ? null : pieces.map(packPiece),
    tool,
  };
}

function packPiece({ coefficients, errors, of, ...rest }: PathPiece): PathPiece {
  refuseMore(rest, 'motions: a piece of a path');
  return { coefficients, errors, of };
}

function packPosed(motion: PosedLinks): PackedMotion {
  const { robot, poses, times, independent, ...rest } = motion;
  refuseMore(rest, 'motions: posed links');
  const out = new Float64Array(7 * robot.links.length * poses.length);
  let at = 0;
  for (const instant of poses) {
    for (const { position, quaternion } of instant) {
      out.set(position, at);
      out.set(quaternion, at + 3);
      at += 7;
    }
  }
  return { kind: 'posed', poses: out, times };
}

function packHold({ by, from, to, touches, onto, ...rest }: Hold, name: string): Packable {
  refuseMore(rest, `motions: ${shownName(name)}: a hold`);
  const moment = (at: Hold['from']): Packable => (typeof at === 'object' ? { second: at.second } : at);
  return { by, from: moment(from), to: moment(to), touches: touches && [...touches], onto: onto && [...onto] };
}

type Kind = PackedMotion['kind'];

/** What there is of each kind: another key is state that is not known here. */
const KEYS: { readonly [K in Kind]: Readonly<Record<keyof Extract<PackedMotion, { kind: K }>, true>> } = {
  path: { kind: true, values: true, count: true, times: true, velocities: true, accelerations: true, pieces: true, tool: true },
  posed: { kind: true, poses: true, times: true },
  clocked: { kind: true, path: true, parts: true, times: true, first: true, last: true },
  configurations: { kind: true, list: true },
  configuration: { kind: true, at: true },
  rigid: { kind: true, parts: true },
  ballistic: { kind: true, straight: true, bend: true },
  part: { kind: true, whole: true, from: true, to: true },
  trajectory: { kind: true, motions: true, times: true, whole: true },
  held: { kind: true, holds: true },
  linear: { kind: true, positions0: true, positions1: true },
  list: { kind: true, motions: true },
};

function unpackMotion(packed: PackedMotion, robot: Robot | undefined): unknown {
  const known = entryOf(KEYS, packed?.kind);
  for (const key of Object.keys(known === undefined ? {} : packed))
    if (!Object.hasOwn(known as object, key)) throw new InputError(`packed motion: ${shownName(key)} is not known here and would be lost`);
  switch (packed?.kind) {
    case 'path':
      return unpackPath(packed, required(robot));
    case 'posed':
      return unpackPosed(packed.poses, packed.times, required(robot));
    case 'clocked': {
      const { path, parts, times, first, last } = packed;
      const own = parts === null ? null : { ...parts, segments: Int32Array.from(parts.segments) };
      return new ClockedPath(unpackMotion(path, robot) as LinkMotions, own, times, first, last);
    }
    case 'configurations':
      return packed.list;
    case 'configuration':
      return packed.at;
    case 'rigid':
      return motionOfParts(numbersOf(packed.parts, 21));
    case 'ballistic': {
      const [x, y, z] = numbersOf(packed.bend, 3);
      return new BallisticMotion(motionOfParts(numbersOf(packed.straight, 21)), [x, y, z]);
    }
    case 'part':
      return new PartMotion(unpackMotion(packed.whole, robot) as Motion, packed.from, packed.to);
    case 'trajectory':
      return new BodyTrajectory(
        packed.motions.map((one) => unpackMotion(one, robot) as Motion),
        packed.times,
        packed.whole === null ? null : (unpackMotion(packed.whole, robot) as BodyTrajectory),
      );
    case 'held':
      return heldMotion(packed.holds as unknown as readonly Hold[]);
    case 'linear':
      return new LinearMotion(packed.positions0, packed.positions1);
    case 'list':
      return packed.motions.map((one) => unpackMotion(one, robot));
    default:
      throw new InputError(`packed motion: ${shownValue(packed)} is none`);
  }
}

function required(robot: Robot | undefined): Robot {
  if (robot === undefined) throw new InputError('packed motion: it is of a robot, but there is none of that name');
  return robot;
}

function numbersOf(list: ArrayLike<number>, count: number): Float64Array {
  const out = Float64Array.from(list ?? []);
  if (out.length !== count || !out.every(Number.isFinite)) throw new InputError(`packed motion: ${count} numbers are needed`);
  return out;
}

function unpackPath(packed: Extract<PackedMotion, { kind: 'path' }>, robot: Robot): RobotPath {
  const { values, count, times, velocities, accelerations, pieces, tool } = packed;
  const { size } = robot;
  if (values.length !== count * size || count < 2) throw new InputError(`packed path: ${values.length} values for a robot of ${size}`);
  const waypoints = Array.from({ length: count }, (_, k) => values.slice(k * size, (k + 1) * size));
  const isWhole =
    pieces === null ||
    (pieces.length === count - 1 && pieces.every((one) => one.coefficients.length === 6 * size && one.errors.length === size));
  if (!isWhole) throw new InputError(`packed path: pieces that are none of a robot of ${size} values`);
  return new RobotPath(robot, waypoints, times, velocities, accelerations, pieces, tool);
}

function unpackPosed(poses: Float64Array, times: readonly number[] | null, robot: Robot): PosedLinks {
  const count = robot.links.length;
  const instants = poses.length / (7 * count);
  const pose = (at: number) => {
    const [x, y, z, qx, qy, qz, qw] = poses.subarray(at, at + 7);
    return { position: [x, y, z] as const, quaternion: [qx, qy, qz, qw] as const };
  };
  const list = Array.from({ length: instants }, (_, k) => Array.from({ length: count }, (_, i) => pose(7 * (k * count + i))));
  return new PosedLinks(robot, list, times);
}
