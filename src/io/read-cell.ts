import { InputError } from '../math/input-error.ts';
import { box, capsule, cylinder, sphere } from '../mesh/primitives.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type LinkOptions, Robot } from '../robot/robot.ts';
import { type BoundPoint, bindPaths } from './bind-path.ts';
import { type CellAttachment, type CellFile, type CellRobot, type CellShape, parseCell } from './cell-file.ts';
import { besidePath, type Files } from './files.ts';
import { nearestName } from './nearest-name.ts';
import { type PathFile, readPath } from './path-file.ts';
import { readMesh } from './read-mesh.ts';
import type { SceneObstacle } from './read-robot-scene.ts';
import { readUrdf } from './read-urdf.ts';

export interface LoadedCell {
  readonly file: string;
  readonly name: string;
  /** With what they hold, each thing a link of its own, fixed to the one that holds it. */
  readonly robots: readonly Robot[];
  /** One configuration a robot: where joints are that a path does not name. */
  readonly starts: readonly Float64Array[];
  readonly obstacles: readonly SceneObstacle[];
  readonly clearance: number;
  readonly tolerance?: number;
  readonly self: boolean;
  /** As `files` finds it, or the configurations themselves. */
  readonly path?: string | readonly (readonly number[])[];
  /** What is odd but harmless in the files of the robots. */
  readonly warnings: readonly string[];
}

/** Reads a cell with its robots and meshes, which lie beside it. */
export async function readCell(files: Files, path: string, read: typeof readUrdf = readUrdf): Promise<LoadedCell> {
  const cell = parseCell(await files.read(path), path);
  const warnings: string[] = [];
  const bare: Robot[] = [];
  for (const robot of cell.robots) bare.push(await read(files, besidePath(path, robot.urdf), urdfOptions(robot, path, warnings)));
  const names = bare.map(({ name }) => name);
  names.forEach((name, i) => {
    if (names.indexOf(name) < i)
      throw new InputError(`robots[${i}] is called '${name}' like robots[${names.indexOf(name)}]; give it a "name"`, { file: path });
  });
  const meshes = new CellMeshes(files, path);
  const obstacles: SceneObstacle[] = [];
  for (const { name, shape, pose } of cell.obstacles) obstacles.push({ name, pose, mesh: await meshes.make(shape, name) });
  const held: TriangleMesh[] = [];
  for (const { name, shape } of cell.attach) held.push(await meshes.make(shape, name));
  const robots = withHeld(bare, cell.attach, held, path);
  cell.robots.forEach((robot, i) => {
    allowPairs(robots[i], robot, i, path);
  });
  return {
    file: path,
    name: cell.name,
    robots,
    starts: cell.robots.map(({ start }, i) => told(path, `robots[${i}].start`, () => robots[i].configuration(start))),
    obstacles,
    clearance: cell.clearance,
    tolerance: cell.tolerance,
    self: cell.self,
    path: typeof cell.path === 'string' ? besidePath(path, cell.path) : cell.path,
    warnings,
  };
}

/** The path of a cell, or of the file given instead, bound to its robots: one list of points a robot. */
export async function readCellPath(files: Files, cell: LoadedCell, path?: string): Promise<BoundPoint[][]> {
  const given = path ?? cell.path;
  if (given === undefined) throw new InputError('names no path, and none is given', { file: cell.file });
  return bindPaths(cell.robots, typeof given === 'string' ? await readPath(files, given) : inlinePath(given, cell.file), {
    rests: cell.starts,
  });
}

function inlinePath(configurations: readonly (readonly number[])[], file: string): PathFile {
  return { file, jointNames: null, points: configurations.map((positions) => ({ positions })), kind: 'path' };
}

function urdfOptions(robot: CellRobot, path: string, warnings: string[]): Parameters<typeof readUrdf>[2] {
  const { srdf, name, geometry, base } = robot;
  return {
    geometry,
    base,
    packages: Object.fromEntries(Object.entries(robot.packages).map(([key, folder]) => [key, besidePath(path, folder)])),
    ...(srdf === undefined ? {} : { srdf: besidePath(path, srdf) }),
    ...(name === undefined ? {} : { name }),
    onWarning: (warning) => warnings.push(warning),
  };
}

/** What the checks of other rooms find, with the place in the cell file. */
function told<T>(file: string, place: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`${place}: ${cause.message}`, { file });
  }
}

function allowPairs(robot: Robot, { allow }: CellRobot, index: number, file: string): void {
  allow.forEach(([a, b], k) => {
    told(file, `robots[${index}].allow[${k}]`, () => {
      for (const name of [a, b]) knownLink(robot, name);
      robot.allowed.allow(a, b, 'user');
    });
  });
}

function knownLink(robot: Robot, name: string): void {
  const names = robot.links.map((link) => link.name);
  if (names.includes(name)) return;
  const near = nearestName(name, names);
  throw new InputError(
    `robot '${robot.name}' has no link '${name}'; ${near === undefined ? `it has ${names.join(', ')}` : `is '${near}' meant?`}`,
  );
}

function withHeld(robots: readonly Robot[], attach: CellFile['attach'], meshes: readonly TriangleMesh[], file: string): Robot[] {
  const extra: { links: LinkOptions[]; attachments: CellAttachment[] }[] = robots.map(() => ({ links: [], attachments: [] }));
  attach.forEach((attachment, i) => {
    const { name, pose, to } = attachment;
    const [owner, parent] = told(file, `attach '${name}'`, () => holder(robots, to));
    extra[owner].links.push({ name, parent, joint: { type: 'fixed', origin: pose }, shapes: [{ mesh: meshes[i] }] });
    extra[owner].attachments.push(attachment);
  });
  return robots.map((robot, i) => {
    const { links, attachments } = extra[i];
    if (links.length === 0) return robot;
    const out = told(file, 'attach', () => withLinks(robot, links));
    for (const { name, touches } of attachments) {
      for (const link of touches) {
        told(file, `attach '${name}': touches`, () => {
          knownLink(out, link);
          out.allowed.allow(name, link, 'user');
        });
      }
    }
    return out;
  });
}

/** The robot's number and the link's name. */
function holder(robots: readonly Robot[], to: string): [number, string] {
  const found = robots.flatMap((robot, i) =>
    robot.links.filter(({ name }) => name === to || `${robot.name}/${name}` === to).map(({ name }): [number, string] => [i, name]),
  );
  if (found.length === 1) return found[0];
  if (found.length > 1)
    throw new InputError(
      `several robots have a link '${to}'; write ${found.map(([i, link]) => `'${robots[i].name}/${link}'`).join(' or ')}`,
    );
  if (robots.length === 1) knownLink(robots[0], to);
  throw new InputError(`no robot has a link '${to}'`);
}

/** The same robot with more links at its end; values keep their places. */
function withLinks(robot: Robot, more: readonly LinkOptions[]): Robot {
  const { name, base, groups, states } = robot;
  const links = robot.links.map(({ name, parent, joint, shapes }): LinkOptions => {
    const { position, quaternion, type, axis, limits, mimic } = joint;
    const options = { name: joint.name, type, origin: { position, quaternion }, axis, limits, mimic: mimic ?? undefined };
    return { name, joint: options, shapes, ...(parent < 0 ? {} : { parent: robot.links[parent].name }) };
  });
  return new Robot({ name, base, groups, states, allowed: robot.allowed.list(), links: [...links, ...more] });
}

/** Shapes as meshes; a file that is read alike is read once. */
class CellMeshes {
  private readonly files: Files;
  private readonly cellPath: string;
  private readonly read: Map<string, TriangleMesh> = new Map();

  constructor(files: Files, cellPath: string) {
    this.files = files;
    this.cellPath = cellPath;
  }

  async make(shape: CellShape, name: string): Promise<TriangleMesh> {
    switch (shape.type) {
      case 'box':
        return told(this.cellPath, `'${name}'`, () => box(shape.size, [0, 0, 0], name));
      case 'sphere':
        return told(this.cellPath, `'${name}'`, () => sphere(shape.radius, [0, 0, 0], name));
      case 'cylinder':
        return told(this.cellPath, `'${name}'`, () => cylinder(shape.radius, shape.height, { name }));
      case 'capsule': {
        const end = shape.length / 2;
        return told(this.cellPath, `'${name}'`, () => capsule([0, 0, -end], [0, 0, end], shape.radius, name));
      }
      case 'mesh':
        return this.meshOf(shape);
    }
  }

  private async meshOf(shape: CellShape & { type: 'mesh' }): Promise<TriangleMesh> {
    const { file, scale, solid } = shape;
    const key = JSON.stringify([file, scale, solid]);
    const ready = this.read.get(key);
    if (ready !== undefined) return ready;
    const mesh = await readMesh(this.files, besidePath(this.cellPath, file), { scale, solid });
    this.read.set(key, mesh);
    return mesh;
  }
}
