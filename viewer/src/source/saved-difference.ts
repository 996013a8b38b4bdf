/** Whether a saved cell is what the page shows: read as `inbetween check` reads it, and compared part by part. */
import { InputError, type Pose, type Robot, RobotPath, Scene, type SceneMotions, type TriangleMesh } from 'inbetween';
import { type Files, readCell, readCellMotions } from 'inbetween/io';
import { bodyName, placedPose } from '../stage/parts.ts';
import { placementOf } from '../stage/showing.ts';
import type { FileSet } from './file-set.ts';

/** What the page shows. */
export interface ShownScene {
  readonly scene: Scene;
  readonly starts: readonly (readonly number[])[];
  /** Absent: nothing moves. */
  readonly motions?: SceneMotions;
  /** Chosen in place of those of the scene; null or absent: they were not. */
  readonly clearance?: number | null;
  readonly tolerance?: number | null;
}

/** What numbers lose that become angles, text and quaternions again: relative to 1 + their size. */
const ROUNDING = 1e-7;
/** Instants at which motions are compared, at most. */
const MOST_INSTANTS = 40;

/** Null: it is the same; else the first difference, in words. */
export async function savedDifference(saved: { readonly files: FileSet; readonly cell: string }, page: ShownScene): Promise<string | null> {
  const files = namedFiles(saved.files);
  const cell = await readCell(files, saved.cell);
  const again = new Scene({ ...cell, trees: 'later' });
  const hasPath = cell.path !== undefined || cell.program !== undefined || cell.ownPaths.some(({ path }) => path !== undefined);
  const motions = hasPath ? (await readCellMotions(files, cell)).motions : undefined;
  return sceneDifference(page, again) ?? (motions === undefined ? null : motionDifference(page, again, motions));
}

/** Those of a zip: what lies above it is not there. */
function namedFiles(set: FileSet): Files {
  return {
    read: async (path) => {
      const parts: string[] = [];
      for (const part of path.split('/')) {
        if (part !== '..') parts.push(...(part === '' || part === '.' ? [] : [part]));
        else if (parts.pop() === undefined) throw new InputError('lies above the folder of the cell', { file: path });
      }
      const plain = parts.join('/');
      if (!Object.hasOwn(set, plain)) throw new InputError('is not among the files', { file: plain });
      return set[plain];
    },
  };
}

function sceneDifference({ scene, starts, clearance, tolerance }: ShownScene, again: Scene): string | null {
  const [before, after] = [scene.options, again.options];
  const wanted = { clearance: clearance ?? before.clearance, tolerance: tolerance ?? before.tolerance };
  const scalars = { ...wanted, self: before.self, uncertainty: before.uncertainty };
  for (const key of ['clearance', 'tolerance', 'self', 'uncertainty'] as const)
    if (JSON.stringify(scalars[key]) !== JSON.stringify(after[key])) return `its ${key}`;
  for (const [i, robot] of scene.robots.entries()) {
    const other = again.robots[i];
    if (other?.name !== robot.name || other.valueNames().join() !== robot.valueNames().join()) return `robot ${robot.name}`;
    const difference = robotDifference(robot, other, starts[i]);
    if (difference !== null) return difference;
  }
  const bodies = (one: Scene) => [...one.obstacles, ...one.bodies];
  const known = new Map(bodies(again).map((body) => [bodyName(body), body]));
  if (again.robots.length !== scene.robots.length || known.size !== bodies(scene).length || again.bodies.length !== scene.bodies.length)
    return 'how many things there are';
  for (const body of bodies(scene)) {
    const name = bodyName(body);
    const other = known.get(name);
    if (other === undefined) return `${name} is not in it`;
    if (!sameShape(body.shape, undefined, other.shape, undefined)) return `the shape of ${name}, or whether its inside counts`;
    if (!samePlace(body.pose, other.pose)) return `where ${name} is`;
  }
  return pairDifference(allowedPairs(scene), allowedPairs(again));
}

function robotDifference(robot: Robot, other: Robot, start: readonly number[]): string | null {
  const shapes = new Map(other.links.map((link) => [link.name, link.shapes]));
  for (const { name, shapes: own } of robot.links) {
    const others = shapes.get(name) ?? [];
    const isSame =
      own.length === others.length && own.every(({ shape, pose }, k) => sameShape(shape, pose, others[k].shape, others[k].pose));
    if (!isSame) return `the shape of ${name}, or whether its inside counts`;
  }
  const [poses, again] = [robot.linkPoses(start), other.linkPoses(start)];
  const moved = robot.links.find(({ name }) => !samePlace(poses[name], again[name]));
  return moved === undefined ? null : `where ${moved.name} is`;
}

/** Pairs that are not tested, of what has a shape. */
function allowedPairs({ robots, options }: Scene): ReadonlySet<string> {
  const of = (name: string) => robots.find(({ links }) => links.some((link) => link.name === name));
  const full = (name: string) => (of(name) === undefined ? name : `${of(name)?.name}/${name}`);
  const own = robots.flatMap((robot) => {
    const solid = new Set(robot.links.filter(({ shapes }) => shapes.length > 0).map(({ name }) => name));
    const pairs = robot.allowed.list().filter(({ a, b }) => solid.has(a) && solid.has(b));
    return pairs.map(({ a, b }) => [`${robot.name}/${a}`, `${robot.name}/${b}`]);
  });
  return new Set([...own, ...options.allowed.map((pair) => pair.map(full))].map((pair) => pair.sort().join(' and ')));
}

function pairDifference(before: ReadonlySet<string>, after: ReadonlySet<string>): string | null {
  const pair = [...before].find((one) => !after.has(one)) ?? [...after].find((one) => !before.has(one));
  return pair === undefined ? null : `whether ${pair} are tested`;
}

/** Where everything is, throughout the motion. */
function motionDifference({ scene, motions = {} }: ShownScene, again: Scene, others: SceneMotions): string | null {
  const [clock, other] = [scene.clock(motions), again.clock(others)];
  const seconds = ({ seconds: list }: typeof clock) => Array.from(list ?? []);
  const { segments } = clock;
  // waypoints between which a mechanism goes in pieces are cut into finer ones when they are read again
  const isCut = other.segments !== segments;
  const waypoints = isCut ? waypointsOf(others) : [];
  if (isCut ? waypoints.length !== segments : !near(seconds(clock), seconds(other))) return 'its path';
  const count = Math.max(1, Math.min(MOST_INSTANTS, isCut ? segments - 1 : 2 * segments));
  for (let k = 0; k <= count; k++) {
    const time = isCut ? Math.floor((k * (segments - 1)) / count) : (k * segments) / count;
    const placed = placementOf(again, others, isCut ? waypoints[time] : time);
    for (const [key, pose] of placementOf(scene, motions, time))
      if (!samePlace(pose, placed.get(key))) return `where ${key} is on its path`;
  }
  return null;
}

/** When each waypoint but the last one is reached, of the robot whose path is in pieces. */
function waypointsOf(motions: SceneMotions): readonly number[] {
  const path = Object.values(motions).find((motion) => motion instanceof RobotPath && motion.pieces != null);
  const pieces = path instanceof RobotPath ? (path.pieces ?? []) : [];
  return pieces.flatMap(({ of }, k) => (of?.kind === 'path' && of.from === 0 ? [k] : []));
}

function sameShape(a: TriangleMesh, poseA: Pose | undefined, b: TriangleMesh, poseB: Pose | undefined): boolean {
  if (a.solid !== b.solid || a.triangleCount !== b.triangleCount || (a.radii === null) !== (b.radii === null)) return false;
  return near(a.positions, b.positions) && near(a.radii ?? [], b.radii ?? []) && samePlace(poseA, poseB);
}

/** A quaternion and its negative are one turn. */
function samePlace(a: Pose | undefined, b: Pose | undefined): boolean {
  const [p, q] = [placedPose(a), placedPose(b)];
  const dot = p.quaternion.reduce((sum, x, k) => sum + x * q.quaternion[k], 0);
  return (
    near(p.position, q.position) &&
    near(
      p.quaternion,
      q.quaternion.map((x) => (dot < 0 ? -x : x)),
    )
  );
}

function near(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (!(Math.abs(a[k] - b[k]) <= ROUNDING * (1 + Math.abs(a[k])))) return false;
  return true;
}
