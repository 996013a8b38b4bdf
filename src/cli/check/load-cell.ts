import { prepareTrees } from '../../hierarchy/index.ts';
import { InputError, Robot, type TriangleMesh } from '../../index.ts';
import {
  type CellRobot,
  type Files,
  type LoadedCell,
  type LoadedRobotScene,
  type MotionRequest,
  type PathUnits,
  parseCell,
  parseSrdf,
  parseUnits,
  readCell,
  readMesh,
  readMotionRequest,
  readPlanningScene,
  readRobotScene,
  readUrdf,
  unitedUnits,
  unlikeSizes,
} from '../../io/index.ts';
import { sourceKind } from '../file-format.ts';
import { optionName } from '../terminal/option-values.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { acmCommands } from './check-advice.ts';
import type { CheckOptions } from './check-options.ts';

/** Those that say what there is. */
export type SourceOptions = Pick<
  CheckOptions,
  'srdf' | 'scene' | 'meshScale' | 'package' | 'geometry' | 'fixedBase' | 'acm' | 'request' | 'group' | 'clearance' | 'maxWork' | 'units'
>;

/** What paths are judged in, whatever file it came from. */
export interface LoadedSource {
  readonly cell: LoadedCell;
  /** By robot, how to find out which of its links need no test; empty where no command would help. */
  readonly acmCommands: Readonly<Record<string, string>>;
  /** Where the paths have to begin and end. */
  readonly request?: MotionRequest;
  /** Plans of other scenes in a file of many are passed over. */
  readonly scene?: string;
}

type CellCommand = 'check' | 'plan' | 'batch' | 'view';

/** Reads a cell, a scene of robots, or a robot or body with what stands around it; trees are made ready meanwhile. */
export async function loadCell(files: Files, path: string, options: SourceOptions, command: CellCommand = 'check'): Promise<LoadedSource> {
  const [loaded] = await Promise.all([readSource(files, path, options, command), prepareTrees()]);
  if (options.units === undefined) return loaded;
  return { ...loaded, cell: inUnits(loaded.cell, parseUnits(options.units, '--units')) };
}

/** A cell whose paths are in units that its reader was told, beside those that it says itself. */
export function inUnits(cell: LoadedCell, given: PathUnits): LoadedCell {
  return { ...cell, units: unitedUnits(cell.units, given, cell.file) };
}

async function readSource(files: Files, path: string, options: SourceOptions, command: CellCommand): Promise<LoadedSource> {
  const kind = await sourceKind(files, path, command);
  const extra = (['srdf', 'scene', 'meshScale', 'package', 'request', 'geometry', 'fixedBase', 'acm'] as const).find(
    (key) => options[key] !== undefined,
  );
  if (kind === 'robot' || kind === 'mesh') {
    if (kind === 'mesh' && options.srdf !== undefined) throw new InputError('--srdf is for a robot (URDF); a mesh is a free body');
    const source = kind === 'robot' ? await robotAlone(files, path, options) : await bodyAlone(files, path, options);
    return withRequest(files, await aroundIt(files, source, path, options), options);
  }
  if (kind === 'message')
    throw new InputError(`is a message of MoveIt; name the robot first, inbetween ${command} ROBOT.urdf --scene FILE`, { file: path });
  if (extra !== undefined && !(extra === 'request' && kind === 'scene'))
    throw new InputError(`${optionName(extra)} is for a robot (URDF) or a mesh; ${path} says itself what there is`);
  if (kind === 'scene') return withRequest(files, await sceneCell(files, path, options), options);
  const { maxWork } = options;
  const cell = await readCell(files, path, readUrdf, { maxWork });
  const names = cell.robots.map(({ name }) => name);
  return { cell: grouped(cell, options), acmCommands: acmCommands(path, parseCell(await files.read(path), path, { maxWork }), names) };
}

interface Alone {
  readonly robot: Robot;
  readonly warnings: string[];
  /** The frame that a planning scene of it is in. */
  readonly planningFrame?: string;
  readonly acmCommands: Readonly<Record<string, string>>;
}

async function robotAlone(files: Files, path: string, options: SourceOptions): Promise<Alone> {
  const warnings: string[] = [];
  const srdf = options.srdf === undefined ? undefined : slashed(options.srdf);
  const { geometry = 'collision', fixedBase, maxWork } = options;
  const packages = packagesOf(options);
  const robot = await readUrdf(files, path, {
    srdf,
    packages,
    geometry,
    fixedBase,
    maxWork,
    onWarning: (warning) => warnings.push(warning),
  });
  const virtual = srdf === undefined ? undefined : parseSrdf(await files.read(srdf), srdf, { maxWork }).virtualJoints[0];
  const own: Pick<CellRobot, 'urdf' | 'srdf' | 'geometry' | 'packages'> = { urdf: path, srdf, geometry, packages };
  return {
    robot,
    warnings,
    ...(virtual === undefined ? {} : { planningFrame: virtual.parentFrame }),
    acmCommands: acmCommands('', { robots: [own] }, [robot.name]),
  };
}

function packagesOf(options: SourceOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(options.package ?? {}).map(([name, folder]) => [name, slashed(folder)]));
}

/** A free body is a robot of one link that floats. */
async function bodyAlone(files: Files, path: string, options: SourceOptions): Promise<Alone> {
  const name = stem(path);
  const shape = await namedMesh(files, path, options);
  const robot = new Robot({ name, links: [{ name, joint: { name, type: 'floating' }, shapes: [{ shape }] }] });
  return { robot, warnings: [], acmCommands: {} };
}

/** The mesh of a file that was named on the command line itself. */
async function namedMesh(files: Files, path: string, { meshScale: scale, maxWork }: SourceOptions): Promise<TriangleMesh> {
  const hasUnit = /\.(glb|gltf|dae)$/i.test(path);
  return readMesh(files, path, { name: stem(path), maxWork, ...(hasUnit ? {} : { scale }) });
}

function stem(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/(?<=.)\.[^.]*$/, '');
}

/** Planning scenes and meshes around it. */
async function aroundIt(files: Files, alone: Alone, path: string, options: SourceOptions): Promise<LoadedSource> {
  const { robot, warnings, planningFrame } = alone;
  const { clearance = 0, acm: matrix, maxWork } = options;
  let cell: LoadedCell = {
    file: path,
    name: stem(path),
    robots: [robot],
    starts: [robot.neutral()],
    obstacles: [],
    bodies: [],
    bodyMotions: {},
    allowed: [],
    clearance,
    self: true,
    ownPaths: [{ startsAt: 0 }],
    warnings,
  };
  let planned: string | undefined;
  for (const given of options.scene ?? []) {
    const file = slashed(given);
    const kind = await sourceKind(files, file);
    if (kind === 'mesh') {
      const name = stem(file);
      if (name === robot.name || cell.obstacles.some((obstacle) => obstacle.name === name))
        throw new InputError(`--scene ${given}: something is called '${name}' already; give the file another name`);
      const shape = await namedMesh(files, file, options);
      cell = { ...cell, obstacles: [...cell.obstacles, { name, shape, pose: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } }] };
      continue;
    }
    if (kind !== 'message') throw new InputError(`--scene ${given}: is no planning scene of MoveIt, nor a mesh`);
    if (planned !== undefined) throw new InputError(`--scene ${given}: is a second planning scene beside ${planned}; give one`);
    planned = given;
    const request = options.request === undefined ? undefined : slashed(options.request);
    const own = { packages: packagesOf(options), planningFrame, clearance, matrix, request, maxWork };
    const read = await readPlanningScene(files, file, robot, own);
    cell = { ...read, obstacles: [...cell.obstacles, ...read.obstacles], warnings: [...warnings, ...read.warnings] };
  }
  const doubts = unlikeSizes(cell.robots, cell.obstacles, cell.bodies);
  return { cell: grouped({ ...cell, warnings: [...cell.warnings, ...doubts] }, options), acmCommands: alone.acmCommands };
}

async function sceneCell(files: Files, path: string, options: SourceOptions): Promise<LoadedSource> {
  const scene = await readRobotScene(files, path, { maxWork: options.maxWork });
  return { cell: grouped(robotSceneCell(path, scene), options), acmCommands: {}, scene: scene.name };
}

/** A scene of robots as a cell. Its `touch` is how near a reference of its queries counts, not what paths must keep. */
export function robotSceneCell(file: string, { name, robots, obstacles, self, ignore }: LoadedRobotScene): LoadedCell {
  return {
    file,
    name,
    robots,
    starts: robots.map((robot) => robot.neutral()),
    obstacles,
    bodies: [],
    bodyMotions: {},
    allowed: ignore,
    clearance: 0,
    self,
    ownPaths: robots.map(() => ({ startsAt: 0 })),
    warnings: [],
  };
}

async function withRequest(files: Files, source: LoadedSource, options: SourceOptions): Promise<LoadedSource> {
  if (options.request === undefined) return source;
  const { cell } = source;
  if (cell.robots.length !== 1) throw new InputError('--request is for one robot');
  const [robot] = cell.robots;
  const request = await readMotionRequest(files, slashed(options.request), robot, {
    rest: cell.starts[0],
    maxWork: options.maxWork,
  });
  const { constraints, warnings, joints, start } = request;
  const unjudged = constraints === undefined ? [] : [`${request.file}, line ${constraints.line}: path_constraints are not judged`];
  const columns = cell.columns ?? valuesOf(robot, joints);
  return { ...source, cell: { ...cell, starts: [start], columns, warnings: [...cell.warnings, ...warnings, ...unjudged] }, request };
}

/** The cell with the columns of `--group`. */
function grouped(cell: LoadedCell, { group }: SourceOptions): LoadedCell {
  if (group === undefined) return cell;
  const owner = cell.robots.find(({ groups }) => groups.some(({ name }) => name === group));
  if (owner === undefined) {
    const known = cell.robots.flatMap(({ groups }) => groups.map(({ name }) => name));
    throw new InputError(
      `--group ${group}: there is no such group; ${known.length === 0 ? 'groups stand in an SRDF' : `known are ${known.join(', ')}`}`,
    );
  }
  const { joints = [] } = owner.groups.find(({ name }) => name === group) ?? {};
  return { ...cell, columns: valuesOf(owner, joints) };
}

/** Names of the values of joints, in the order of these. */
function valuesOf(robot: Robot, joints: readonly string[]): readonly string[] {
  const values = new Map(robot.valueNames().map((name) => [name, [name]]));
  for (const { name, size, kind } of robot.joints)
    if (size > 1)
      values.set(
        name,
        kind.parts.map((part) => `${name}/${part}`),
      );
  return joints.flatMap((joint) => values.get(joint) ?? []);
}
