/** What is open, with obstacles where they were moved to, as the files that `inbetween check` reads. */
import {
  BodyTrajectory,
  HeldMotion,
  InputError,
  LoopedRobot,
  type Pose,
  poseAt,
  type Robot,
  RobotPath,
  type SceneMotion,
  type TriangleMesh,
} from 'inbetween';
import { programText } from 'inbetween/io';
import { fileKind } from './file-kinds.ts';
import { type FileSet, packagesOf, srdfOf } from './file-set.ts';
import type { Opened, OpenedPath, Source } from './opened.ts';
import { type MeshWriter, meshWriter, safeName, srdfText, type TextFiles, unusedPath, urdfText } from './robot-text.ts';
import { zipped } from './zip-writer.ts';

/** One zip of all files, with the path of the cell in it. */
export interface SavedCell {
  readonly zip: Uint8Array;
  readonly files: FileSet;
  readonly cell: string;
}

/** `made`: paths that were made in the page, which lie beside the cell; where it has no path of its own, it names one. */
export function saveCell(opened: Opened, source: Source, made: readonly OpenedPath[] = []): SavedCell {
  const whole = { ...opened, paths: [...opened.paths, ...made] };
  const isCell = source.kind === 'files' && kindOf(source) === 'cell';
  const saved = isCell ? withPaths(changedCell(opened, source), { ...opened, paths: made }) : newCell(whole, source);
  return { ...saved, zip: zipped(saved.files) };
}

type FilesSource = Extract<Source, { kind: 'files' }>;
type Saved = Omit<SavedCell, 'zip'>;

function kindOf({ files, main }: FilesSource) {
  return fileKind(main, files[main]);
}

/** A cell stays as it was written, comments too, unless something was moved. */
function changedCell({ scene }: Opened, { files, main }: FilesSource): Saved {
  const cell = JSON.parse(withoutComments(new TextDecoder().decode(files[main])));
  let changed = false;
  for (const item of cell.obstacles ?? []) {
    const found = scene.obstacles.find(({ name }) => name === item.name);
    if (found === undefined || samePose(poseText(found.pose), fullPose(item.pose))) continue;
    item.pose = poseText(found.pose);
    changed = true;
  }
  return { files: changed ? { ...files, [main]: encoded(`${JSON.stringify(cell, null, 2)}\n`) } : files, cell: main };
}

function withPaths({ files, cell }: Saved, made: Opened): Saved {
  if (made.paths.length === 0) return { files, cell };
  const texts: TextFiles = Object.fromEntries(Object.keys(files).map((path) => [path, '']));
  writtenPaths(made, texts);
  const added = Object.entries(texts).filter(([path]) => !Object.hasOwn(files, path));
  return { files: { ...files, ...Object.fromEntries(added.map(([path, text]) => [path, encoded(text)])) }, cell };
}

/** A pose with its quaternion; null where it turns otherwise, which is then written anew only if it was moved. */
function fullPose(pose: { position?: number[]; quaternion?: number[]; rpy?: number[]; rpyDegrees?: number[] } = {}): Written | null {
  const { position = [0, 0, 0], quaternion, rpy, rpyDegrees } = pose;
  const angles = rpy ?? rpyDegrees?.map((angle) => (angle * Math.PI) / 180);
  return { position, quaternion: quaternion ?? (angles === undefined ? [0, 0, 0, 1] : quaternionOf(angles)) };
}

function quaternionOf([roll, pitch, yaw]: readonly number[]): number[] {
  const [cr, cp, cy] = [roll, pitch, yaw].map((angle) => Math.cos(angle / 2));
  const [sr, sp, sy] = [roll, pitch, yaw].map((angle) => Math.sin(angle / 2));
  return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
}

interface Written {
  readonly position: readonly number[];
  readonly quaternion: readonly number[];
}

/** Up to what angles that were read and turned into quaternions lose; a quaternion and its negative are one turn. */
function samePose(a: Written, b: Written | null): boolean {
  if (b === null) return false;
  const near = (p: readonly number[], q: readonly number[], sign = 1) =>
    p.every((x, k) => Math.abs(x - sign * q[k]) <= 1e-12 * (1 + Math.abs(x)));
  return near(a.position, b.position) && (near(a.quaternion, b.quaternion) || near(a.quaternion, b.quaternion, -1));
}

function newCell(opened: Opened, source: Source): Saved {
  const { scene, title, starts, paths } = opened;
  if (scene.robots.length === 0) throw new InputError('there is no robot in it, and a cell needs one');
  const { options } = scene;
  const own = source.kind === 'files' && kindOf(source) === 'robot' ? source : null;
  const before: FileSet = own?.files ?? {};
  const texts: TextFiles = Object.fromEntries(Object.keys(before).map((path) => [path, '']));
  const meshPath = meshWriter(texts);
  const robots = scene.robots.map((robot, i) => ({
    ...(own === null ? writtenRobot(robot, texts, meshPath) : droppedRobot(own)),
    ...(scene.robots.length > 1 ? { name: robot.name } : {}),
    ...(own === null && !isIdentity(robot.base) ? { base: poseText(robot.base) } : {}),
    start: startValues(robot, starts[i]),
  }));
  const ways = writtenPaths(opened, texts);
  const cell = {
    format: 'inbetween-cell/1',
    name: title,
    robots: robots.map((robot, i) => ({ ...robot, ...ways.ofRobot[i] })),
    obstacles: scene.obstacles.map(({ name, shape, pose }) => ({ name, ...shapeText(shape, texts, meshPath), pose: poseText(pose) })),
    bodies: scene.bodies.flatMap(({ name, shape, pose }) => {
      const motion = paths[0]?.motions[name] ?? scene.bodyMotions[name];
      return motion === undefined ? [] : [{ name, ...shapeText(shape, texts, meshPath), ...bodyMotion(motion, pose) }];
    }),
    allow: options.allowed,
    clearance: options.clearance,
    tolerance: options.tolerance,
    uncertainty: options.uncertainty,
    self: options.self,
    path: ways.path,
  };
  const path = unusedPath('cell', '.json', texts);
  texts[path] = `${JSON.stringify(cell, null, 2)}\n`;
  const written = Object.entries(texts).filter(([name]) => !Object.hasOwn(before, name));
  return { files: { ...before, ...Object.fromEntries(written.map(([name, text]) => [name, encoded(text)])) }, cell: path };
}

function writtenRobot(robot: Robot, texts: TextFiles, meshPath: MeshWriter): Record<string, unknown> {
  const urdf = unusedPath(safeName(robot.name), '.urdf', texts);
  texts[urdf] = urdfText(robot, meshPath);
  const srdf = unusedPath(safeName(robot.name), '.srdf', texts);
  texts[srdf] = srdfText(robot);
  const helical = robot.links.filter(({ joint }) => joint.type === 'helical');
  const pitches = Object.fromEntries(helical.map(({ joint: { name, pitch } }) => [name, pitch]));
  const closing = robot instanceof LoopedRobot ? { loops: robot.loops, driven: robot.driven } : {};
  return { urdf, srdf, ...(helical.length === 0 ? {} : { pitches }), ...closing };
}

function droppedRobot({ files, main, geometry }: FilesSource) {
  const srdf = srdfOf(files, main);
  const packages = packagesOf(files, main, geometry);
  return {
    urdf: main,
    ...(srdf === undefined ? {} : { srdf }),
    geometry,
    ...(Object.keys(packages).length === 0 ? {} : { packages }),
  };
}

function startValues(robot: Robot, values: readonly number[]): Record<string, number | number[]> {
  return Object.fromEntries(
    robot.joints.map(({ name, slot, size }) => [name, size === 1 ? values[slot] : Array.from(values.slice(slot, slot + size))]),
  );
}

/** A table of all robots for waypoints; where they have seconds, a file for each robot; a program as it is. */
function writtenPaths({ scene, paths }: Opened, texts: TextFiles): { path?: string; ofRobot: readonly { path?: string }[] } {
  const none = scene.robots.map(() => ({}));
  let path: string | undefined;
  let ofRobot: readonly { path?: string }[] = none;
  for (const [k, { name, motions, program }] of paths.entries()) {
    if (program !== undefined) {
      const lines = put(texts, safeName(name.replace(/\.json$/i, '')), '.json', programText(program));
      if (k === 0) path = lines;
      continue;
    }
    const own = scene.robots.map((robot) => {
      const motion = motions[robot.name];
      return isConfiguration(motion) ? robot.path([motion, motion]) : motion;
    });
    if (!own.every((motion) => motion instanceof RobotPath)) continue;
    if (own.some(({ pieces }) => pieces?.some(({ of }) => of !== undefined && of.kind !== 'path')))
      throw new InputError(`the joints of ${name} follow lines of the tool, and nobody has written the program that says so`);
    const isTimed = own.some(({ times }) => times !== null);
    const stem = safeName(name.replace(/\.(csv|json|ya?ml)$/i, ''));
    if (isTimed && scene.robots.length > 1) {
      // one file cannot hold clocks of several, and a cell names one file a robot
      if (k === 0)
        ofRobot = own.map((motion, i) => ({
          path: put(texts, `${stem}-${safeName(scene.robots[i].name)}`, '.json', trajectoryText(motion)),
        }));
      continue;
    }
    const file = isTimed ? put(texts, stem, '.json', trajectoryText(own[0])) : put(texts, stem, '.csv', tableText(scene.robots, own));
    if (k === 0) path = file;
  }
  return { ...(path === undefined ? {} : { path }), ofRobot };
}

/** A robot that stands while others move. */
function isConfiguration(motion: SceneMotion | undefined): motion is readonly number[] {
  return Array.isArray(motion) && typeof motion[0] === 'number';
}

function put(texts: TextFiles, stem: string, extension: string, text: string): string {
  const path = unusedPath(stem, extension, texts);
  texts[path] = text;
  return path;
}

function tableText(robots: readonly Robot[], paths: readonly RobotPath[]): string {
  const names = robots.flatMap((robot) => robot.valueNames().map((name) => (robots.length > 1 ? `${robot.name}/${name}` : name)));
  const count = Math.max(...paths.map(({ waypoints }) => waypoints.length));
  const rows = Array.from({ length: count }, (_, k) =>
    paths.flatMap(({ waypoints }) => Array.from(waypoints[Math.min(k, waypoints.length - 1)])),
  );
  return `${[names, ...rows].map((row) => row.join(', ')).join('\n')}\n`;
}

/** A trajectory as ROS writes it (trajectory_msgs/JointTrajectory). */
function trajectoryText({ robot, waypoints, times, velocities, accelerations }: RobotPath): string {
  const list = (values: ArrayLike<number> | null | undefined) => (values == null ? undefined : Array.from(values));
  const points = waypoints.map((positions, k) => ({
    positions: Array.from(positions),
    velocities: list(velocities[k]),
    accelerations: list(accelerations[k]),
    time_from_start: times?.[k],
  }));
  return `${JSON.stringify({ joint_names: robot.valueNames(), points })}\n`;
}

function bodyMotion(motion: SceneMotion, pose: Pose | undefined): Record<string, unknown> {
  if (motion instanceof HeldMotion) return { pose: poseText(pose), held: motion.holds };
  if (!(motion instanceof BodyTrajectory)) throw new InputError('a body moves in a way that a cell has no word for');
  const { motions, times } = motion;
  const trajectory = times.map((time, k) => ({
    time,
    pose: poseText(k < motions.length ? poseAt(motions[k], 0) : poseAt(motions[k - 1], 1)),
  }));
  return { trajectory };
}

function shapeText(shape: TriangleMesh, texts: TextFiles, meshPath: MeshWriter): Record<string, unknown> {
  const { radii, positions, indices, solid } = shape;
  if (radii === null) return { mesh: meshPath(shape), ...(solid ? { solid } : {}) };
  if (radii.length === 1 && positions.every((x) => x === 0)) return { sphere: radii[0] };
  const isCloud = indices.every((vertex, k) => vertex === indices[k - (k % 3)]);
  if (!isCloud) throw new InputError(`${shape.name} is round, and a cell has no word for its shape`);
  const file = unusedPath(`clouds/${safeName(shape.name)}`, '.ply', texts);
  texts[file] = cloudText(shape, radii);
  return { cloud: { file, radius: 'file' } };
}

/** One point a triangle, whose corners are all there. */
function cloudText({ positions, indices, triangleCount }: TriangleMesh, radii: Float64Array): string {
  const head = ['ply', 'format ascii 1.0', `element vertex ${triangleCount}`];
  const properties = ['x', 'y', 'z', 'radius'].map((name) => `property double ${name}`);
  const rows = Array.from(radii, (radius, k) => {
    const at = 3 * indices[3 * k];
    return `${positions.subarray(at, at + 3).join(' ')} ${radius}`;
  });
  return `${[...head, ...properties, 'end_header', ...rows].join('\n')}\n`;
}

function poseText({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose = {}): Written {
  return { position: Array.from(position), quaternion: Array.from(quaternion) };
}

function isIdentity({ position, quaternion }: Required<Pose>): boolean {
  return position.every((x) => x === 0) && quaternion[3] === 1;
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Lines and blocks of comments become blanks, those in texts stay. */
function withoutComments(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (found.startsWith('"') ? found : ' '));
}
