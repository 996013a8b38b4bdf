/** What is open, with obstacles where they were moved to, as the files that `inbetween check` reads. */
import {
  BodyTrajectory,
  HeldMotion,
  InputError,
  LoopedRobot,
  type Pose,
  poseAt,
  type Robot,
  type Scene,
  type SceneMotion,
  type TriangleMesh,
} from 'inbetween';
import { parseUrdf } from 'inbetween/io';
import { fileKind } from './file-kinds.ts';
import { type FileSet, folderOf, packagesOf, plainPath, srdfOf, stem } from './file-set.ts';
import { fetchedSource } from './open-files.ts';
import type { Opened, OpenedPath, Source } from './opened.ts';
import { type MeshWriter, meshWriter, safeName, srdfText, srdfWith, type TextFiles, unusedPath, urdfText } from './robot-text.ts';
import { savedDifference } from './saved-difference.ts';
import { writtenPaths } from './saved-paths.ts';
import { zipped } from './zip-writer.ts';

/** One zip of all files, with the path of the cell in it. */
export interface SavedCell {
  readonly zip: Uint8Array;
  readonly files: FileSet;
  readonly cell: string;
  /** Names of paths that are not in it. */
  readonly leftOut: readonly string[];
}

/** A path with the scene that it is in: paths that were made in the page may have another one. */
export interface SavedPath extends OpenedPath {
  readonly scene: Scene;
}

/** What the saved cell has to hold beside what was opened; all optional. */
export interface SaveOptions {
  /** Paths that were made in the page; they lie beside the cell. Default: none. */
  readonly made?: readonly SavedPath[];
  /** The path of the saved cell. Default: the first one of what was opened. */
  readonly shown?: SavedPath;
  /** Chosen in the page, in place of what was opened. Default: nothing was. */
  readonly clearance?: number | null;
  readonly tolerance?: number | null;
  /** Address of the page, where files come from there. */
  readonly page?: string;
}

/** Files for `inbetween check`, which gives the answer of the page; throws, with the reason, where no cell file can. */
export async function saveCell(opened: Opened, source: Source, options: SaveOptions = {}): Promise<SavedCell> {
  const { made = [] } = options;
  const all: readonly SavedPath[] = [...opened.paths.map((path) => ({ ...path, scene: opened.scene })), ...made];
  const shown = options.shown ?? all.at(0);
  const scene = shown?.scene ?? opened.scene;
  if (opened.show !== undefined || scene.robots.length === 0) throw new InputError('there is no robot in it, and a cell needs one');
  if (scene.options.soft.length > 0) throw new InputError('something deforms in it, and a cell has no word for that');
  const own = source.kind === 'address' ? await fetchedSource(source, options.page ?? '') : source;
  const isCell = own.kind === 'files' && kindOf(own) === 'cell' && scene === opened.scene;
  // what moves in one scene stands in the other: a cell is one of them
  const paths = all.filter((one) => one !== shown && one.scene === scene);
  const saved = isCell
    ? changedCell(
        opened,
        own,
        shown,
        made.filter((one) => one !== shown && one.scene === scene),
        options,
      )
    : newCell({ ...opened, scene, paths: shown === undefined ? paths : [shown, ...paths] }, own, options);
  const difference = await savedDifference(saved, { ...options, scene, starts: opened.starts, motions: shown?.motions });
  if (difference !== null) throw new InputError(`no cell file says all of this: ${difference}`);
  const others = all.filter((one) => one.scene !== scene).map(({ name }) => name);
  return { ...saved, leftOut: [...saved.leftOut, ...others], zip: zipped(saved.files) };
}

type FilesSource = Extract<Source, { kind: 'files' }>;
type Saved = Omit<SavedCell, 'zip'>;

function kindOf({ files, main }: FilesSource) {
  return fileKind(main, files[main]);
}

/** A cell stays as it was written, comments too, as far as the page shows nothing else. */
function changedCell(
  opened: Opened,
  source: FilesSource,
  shown: SavedPath | undefined,
  made: readonly SavedPath[],
  { clearance = null, tolerance = null }: SaveOptions,
): Saved {
  // One piece: each difference between the page and the file, one after the other.
  const { files, main, geometry } = source;
  const { scene } = opened;
  const folder = folderOf(main) === '' ? '' : `${folderOf(main)}/`;
  const texts = besideTexts(files, folder);
  const cell = JSON.parse(withoutComments(new TextDecoder().decode(files[main])));
  const before = JSON.stringify(cell);
  cell.obstacles ??= [];
  const written = new Map<unknown, Record<string, unknown>>(cell.obstacles.map((item: { name: string }) => [item.name, item]));
  const meshPath = meshWriter(texts);
  for (const { name, shape, pose } of scene.obstacles) {
    const item = written.get(name);
    if (item === undefined) cell.obstacles.push({ name, ...shapeText(shape, texts, meshPath), pose: poseText(pose) });
    else if (!samePose(poseText(pose), fullPose(item.pose as Parameters<typeof fullPose>[0]))) item.pose = poseText(pose);
  }
  if (cell.obstacles.length === 0) delete cell.obstacles;
  for (const robot of cell.robots ?? [cell.robot]) {
    if (geometry === 'visual') robot.geometry = geometry;
    const found = Object.entries(packagesOf(files, `${folder}${robot.urdf}`, robot.geometry ?? geometry));
    const known = robot.packages ?? {};
    const more = found.filter(([name]) => !Object.hasOwn(known, name)).map(([name, path]) => [name, upFrom(folder, path)]);
    if (more.length > 0) robot.packages = { ...Object.fromEntries(more), ...known };
  }
  if (clearance !== null) cell.clearance = clearance;
  if (tolerance !== null) cell.tolerance = tolerance;
  const own = shown === undefined || shown.isOwn || shown.file === plainPath(`${folder}${cell.path ?? cell.program}`);
  const isBeside = shown?.file?.startsWith(folder) ?? false;
  const toWrite = [...(own || isBeside ? [] : [shown]), ...made];
  if (toWrite.length > 0 && cell.units !== undefined)
    throw new InputError(`paths of the cell are in ${JSON.stringify(cell.units)}, and those that were made here are not`);
  const ways = writtenPaths(scene, toWrite, texts);
  if (!own) {
    delete cell.program;
    const robots: Record<string, unknown>[] = cell.robots ?? [cell.robot];
    robots.forEach((robot, i) => {
      delete robot.path;
      delete robot.startsAt;
      if (!isBeside) Object.assign(robot, ways.ofRobot[i]);
    });
    cell.path = isBeside ? shown.file?.slice(folder.length) : ways.path;
  }
  if (JSON.stringify(cell) !== before) texts[main.slice(folder.length)] = `${JSON.stringify(cell, null, 2)}\n`;
  return { files: withTexts(files, texts, folder), cell: main, leftOut: ways.leftOut };
}

/** Files of a folder by their names in it, not read: what is written beside them must be called otherwise. */
function besideTexts(files: FileSet, folder: string): TextFiles {
  const own = Object.keys(files).filter((path) => path.startsWith(folder));
  return Object.fromEntries(own.map((path) => [path.slice(folder.length), '']));
}

/** The files and what was written beside them; the same ones where nothing was. */
function withTexts(files: FileSet, texts: TextFiles, folder: string): FileSet {
  const written = Object.entries(texts).filter(([, text]) => text !== '');
  return written.length === 0 ? files : { ...files, ...Object.fromEntries(written.map(([path, text]) => [folder + path, encoded(text)])) };
}

/** A path as seen from a folder that ends in '/', or is the root, ''. */
function upFrom(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) || '.' : `${'../'.repeat(folder.split('/').length - 1)}${path}`;
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

function newCell(opened: Opened & { readonly paths: readonly SavedPath[] }, source: Source, chosen: SaveOptions): Saved {
  const { scene, title, starts, paths } = opened;
  const { options } = scene;
  const own = source.kind === 'files' && kindOf(source) === 'robot' ? source : null;
  const before: FileSet = own?.files ?? {};
  const texts = besideTexts(before, '');
  const meshPath = meshWriter(texts);
  const robots = scene.robots.map((robot, i) => ({
    ...(own === null ? writtenRobot(robot, texts, meshPath) : droppedRobot(robot, own, texts)),
    ...(scene.robots.length > 1 ? { name: robot.name } : {}),
    ...(own === null && !isIdentity(robot.base) ? { base: poseText(robot.base) } : {}),
    start: startValues(robot, starts[i]),
  }));
  const ways = writtenPaths(scene, paths, texts);
  const cell = {
    format: 'inbetween-cell/1',
    name: title,
    robots: robots.map((robot, i) => ({ ...robot, ...ways.ofRobot[i] })),
    obstacles: scene.obstacles.map(({ name, shape, pose }) => ({ name, ...shapeText(shape, texts, meshPath), pose: poseText(pose) })),
    bodies: scene.bodies.map(({ name, shape, pose }) => {
      const motion = paths.at(0)?.motions[name] ?? scene.bodyMotions[name];
      return { name, ...shapeText(shape, texts, meshPath), ...bodyMotion(name, motion, pose) };
    }),
    attach: own === null ? undefined : scene.robots.flatMap((robot) => heldThings(robot, own, texts, meshPath)),
    allow: options.allowed,
    clearance: chosen.clearance ?? options.clearance,
    tolerance: chosen.tolerance ?? options.tolerance,
    uncertainty: options.uncertainty,
    self: options.self,
    path: ways.path,
  };
  const path = unusedPath('cell', '.json', texts);
  texts[path] = `${JSON.stringify(cell, null, 2)}\n`;
  return { files: withTexts(before, texts, ''), cell: path, leftOut: ways.leftOut };
}

function writtenRobot(robot: Robot, texts: TextFiles, meshPath: MeshWriter): Record<string, unknown> {
  const urdf = unusedPath(safeName(robot.name), '.urdf', texts);
  texts[urdf] = urdfText(robot, meshPath);
  const srdf = unusedPath(safeName(robot.name), '.srdf', texts);
  texts[srdf] = srdfText(robot);
  const helical = robot.links.filter(({ joint }) => joint.type === 'helical');
  const pitches = Object.fromEntries(helical.map(({ joint: { name, pitch } }) => [name, pitch]));
  const closing = robot instanceof LoopedRobot ? { loops: robot.loops, driven: robot.driven } : {};
  const isSolid = robot.links.every(({ shapes }) => shapes.every(({ shape }) => shape.solid));
  return { urdf, srdf, ...(isSolid ? { solid: true } : {}), ...(helical.length === 0 ? {} : { pitches }), ...closing };
}

/** Its own files; where a planning scene says otherwise which pairs are tested, with an SRDF that says so, too. */
function droppedRobot(robot: Robot, source: FilesSource, texts: TextFiles) {
  const { files, main, geometry, beside = [] } = source;
  let srdf = srdfOf(files, main);
  const packages = packagesOf(files, main, geometry);
  if (beside.some((path) => fileKind(path, files[path]) === 'planning-scene')) {
    const known = new Set(urdfLinks(source));
    const pairs = robot.allowed.list().filter(({ a, b }) => known.has(a) && known.has(b));
    const text = srdfWith(pairs, srdf === undefined ? srdfText(robot, []) : new TextDecoder().decode(files[srdf]));
    srdf = unusedPath(`${safeName(stem(srdf ?? main))}-scene`, '.srdf', texts);
    texts[srdf] = text;
  }
  return {
    urdf: main,
    ...(srdf === undefined ? {} : { srdf }),
    geometry,
    ...(Object.keys(packages).length === 0 ? {} : { packages }),
  };
}

function urdfLinks({ files, main, geometry }: FilesSource): readonly string[] {
  return parseUrdf(files[main], main, geometry).links.map(({ name }) => name);
}

/** What a planning scene has the robot hold: links that its URDF does not have. */
function heldThings(robot: Robot, source: FilesSource, texts: TextFiles, meshPath: MeshWriter): readonly Record<string, unknown>[] {
  const known = new Set(urdfLinks(source));
  return robot.links.flatMap(({ name, parent, joint, shapes }) => {
    if (known.has(name) || !robot.tool.includes(name)) return [];
    known.add(name);
    const touches = robot.allowed.list().flatMap(({ a, b }) => (a === name ? [b] : b === name ? [a] : []));
    // pairs of two things stand with the later one
    return [
      {
        name,
        to: robot.links[parent].name,
        ...shapeText(shapes[0].shape, texts, meshPath),
        pose: poseText(joint),
        touches: touches.filter((other) => known.has(other)),
      },
    ];
  });
}

function startValues(robot: Robot, values: readonly number[]): Record<string, number | number[]> {
  return Object.fromEntries(
    robot.joints.map(({ name, slot, size }) => [name, size === 1 ? values[slot] : Array.from(values.slice(slot, slot + size))]),
  );
}

function bodyMotion(name: string, motion: SceneMotion | undefined, pose: Pose | undefined): Record<string, unknown> {
  if (motion instanceof HeldMotion) return { pose: poseText(pose), held: motion.holds };
  if (!(motion instanceof BodyTrajectory)) throw new InputError(`${name} moves in a way that a cell has no word for`);
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

/** Lines and blocks of comments become blanks, commas before a bracket that closes too; those in texts stay. */
function withoutComments(text: string): string {
  const kept = (found: string) => (found.startsWith('"') ? found : ' ');
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, kept);
  return bare.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, kept);
}
