/** Opens files: cells, robots, scenes, meshes, clouds, with the paths that come along. */
import { InputError, Robot, RobotPath, rigidMotion, Scene, type SceneMotions, type TriangleMesh } from 'inbetween';
import {
  type Colour,
  type Files,
  fetched,
  type LoadedCell,
  type PathUnits,
  parseCloud,
  parseMesh,
  parsePaths,
  parseSrdf,
  parseUrdf,
  readCell,
  readCellMotions,
  readMotionRequest,
  readPlanningScene,
  readRigidScene,
  readRobotScene,
  readUrdf,
  requestGoal,
  type ToolProgram,
  unitedUnits,
} from 'inbetween/io';
import { type FileKind, fileKind } from './file-kinds.ts';
import { type FileSet, filesOf, folderOf, packagesOf, plainPath, shortName, srdfOf, stem } from './file-set.ts';
import { namedStates } from './named-states.ts';
import type { Opened, OpenedPath, Problem, Source } from './opened.ts';

type FilesSource = Extract<Source, { kind: 'files' }>;
type AddressSource = Extract<Source, { kind: 'address' }>;

/** Motions that are offered of a scene of many, at most. */
const MOST_QUERIES = 200;

/** What is to be opened, wherever its files are. */
interface Task {
  readonly files: Files;
  /** All that there are; null: nobody knows, they are on a server. */
  readonly set: FileSet | null;
  readonly main: string;
  readonly geometry: 'collision' | 'visual';
  readonly beside: readonly string[];
  /** Paths that were asked for, the first one first. */
  readonly asked: readonly string[];
  /** Colours of links, by robot/link: as robots are read they come in. */
  readonly colours: Map<string, Colour>;
  /** Folders of packages, where the link names them. */
  readonly packages?: Readonly<Record<string, string>>;
}

export async function openFiles(source: FilesSource): Promise<Opened> {
  const { files: set, main, path, geometry, beside = [] } = source;
  const asked = path === null ? [] : [path];
  return open({ files: filesOf(set), set, main: plainPath(main), geometry, beside, asked, colours: new Map() });
}

/** `page`: the address that it is below; `noted`: what is to be read in place of its files. */
export async function openAddress(
  { main, path, more = [], packages }: AddressSource,
  page: string,
  noted: (files: Files) => Files = (files) => files,
): Promise<Opened> {
  const asked = [...(path === null ? [] : [path]), ...more];
  // the address of a page is a file in its folder
  const folder = new URL('.', page).href;
  return open({ files: noted(fetched(folder)), set: null, main, geometry: 'collision', beside: [], asked, colours: new Map(), packages });
}

/** The same as files in memory: those that opening it reads. */
export async function fetchedSource(source: AddressSource, page: string): Promise<FilesSource> {
  const set: Record<string, Uint8Array> = {};
  const noted = (files: Files): Files => ({
    read: async (path, named) => {
      const bytes = await files.read(path, named);
      set[plainPath(path)] = bytes;
      return bytes;
    },
  });
  await openAddress(source, page, noted);
  return { kind: 'files', files: set, main: plainPath(source.main), path: source.path, geometry: 'collision' };
}

async function open(task: Task): Promise<Opened> {
  const { files, main } = task;
  const kind = fileKind(main.replace(/[?#].*$/, ''), await files.read(main));
  if (kind === 'cell') return ofCell(task, await withBeside(task, await readCell(files, main, urdfReader(task))));
  if (kind === 'robot') return ofCell(task, await robotCell(task));
  if (kind === 'mesh') return ofCell(task, await withBeside(task, await bodyCell(task)));
  if (kind === 'cloud') return cloudAlone(task);
  if (kind === 'robot-scene') return ofRobotScene(task);
  if (kind === 'rigid-scene') return ofRigidScene(task);
  throw new InputError(WHY_NOT[kind] ?? 'is nothing that can be opened', { file: main });
}

const WHY_NOT: Readonly<Partial<Record<FileKind, string>>> = {
  xacro: 'has macros of xacro, which are not read here; make a URDF of it: xacro robot.urdf.xacro > robot.urdf',
  srdf: 'says which links may touch; drop the URDF of its robot too',
  'planning-scene': 'is a planning scene of MoveIt; drop the URDF of its robot too',
  'motion-request': 'is a motion plan request of MoveIt; drop the URDF of its robot too',
  path: 'is a path; drop the cell or the robot that it is for too',
};

/** Reader of URDFs; among dropped files it finds packages by the folders that are there. */
function urdfReader({ set, geometry, packages, colours }: Task): typeof readUrdf {
  return async (files, path, options = {}) => {
    const bytes = await files.read(path);
    // read once, for robot and colours
    const around: Files = { ...files, read: (other, by) => (other === path ? Promise.resolve(bytes) : files.read(other, by)) };
    const shapes = set !== null && geometry === 'visual' ? geometry : (options.geometry ?? geometry);
    const found = set === null ? packages : shapes === 'none' ? {} : packagesOf(set, path, shapes);
    const robot = await readUrdf(around, path, { ...options, geometry: shapes, packages: { ...found, ...options.packages } });
    for (const { name, colour } of parseUrdf(bytes, path, shapes === 'none' ? 'collision' : shapes).links)
      if (colour !== undefined) colours.set(`${robot.name}/${name}`, colour);
    return robot;
  };
}

async function robotCell(task: Task): Promise<LoadedCell> {
  const { files, set, main } = task;
  const warnings: string[] = [];
  const srdf = set === null ? undefined : srdfOf(set, main);
  const robot = await urdfReader(task)(files, main, { srdf, onWarning: (warning) => warnings.push(warning) });
  if (srdf === undefined) warnings.push(`${main}: no SRDF says which links may touch; only neighbours may`);
  const frame = srdf === undefined || set === null ? undefined : parseSrdf(set[srdf], srdf).virtualJoints[0]?.parentFrame;
  return withBeside(task, aloneCell(main, robot, warnings), frame);
}

/** A free body is a robot of one link that floats, so that paths of poses are for it. */
async function bodyCell({ files, main }: Task): Promise<LoadedCell> {
  const name = stem(main);
  const shape = parseMesh(await files.read(main), main, { name });
  return aloneCell(main, new Robot({ name, links: [{ name, joint: { name, type: 'floating' }, shapes: [{ shape }] }] }), []);
}

function aloneCell(file: string, robot: Robot, warnings: readonly string[]): LoadedCell {
  return {
    file,
    name: stem(file),
    robots: [robot],
    starts: [robot.neutral()],
    obstacles: [],
    bodies: [],
    bodyMotions: {},
    allowed: [],
    clearance: 0,
    self: true,
    ownPaths: [{ startsAt: 0 }],
    warnings,
  };
}

/** The cell with what stands around it. */
async function withBeside(task: Task, cell: LoadedCell, planningFrame?: string): Promise<LoadedCell> {
  const { files, beside, set } = task;
  let out = cell;
  for (const path of beside) {
    const bytes = await files.read(path);
    const kind = fileKind(path, bytes);
    if (kind === 'planning-scene') {
      if (fileKind(task.main, await files.read(task.main)) !== 'robot')
        throw new InputError('is a planning scene of MoveIt, which stands around the URDF of a robot alone', { file: path });
      const packages = set === null ? {} : packageFolders(set);
      const read = await readPlanningScene(files, path, out.robots[0], { planningFrame, packages });
      out = { ...read, obstacles: [...out.obstacles, ...read.obstacles], warnings: [...out.warnings, ...read.warnings] };
    } else if (kind === 'mesh' || kind === 'cloud') {
      const warnings: string[] = [];
      const shape = shapeOf(path, bytes, kind, (warning) => warnings.push(warning));
      const pose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } as const;
      const obstacle = { name: unusedName(stem(path), out), shape, pose };
      out = { ...out, obstacles: [...out.obstacles, obstacle], warnings: [...out.warnings, ...warnings] };
    } else throw new InputError('cannot stand beside something: it is no mesh, cloud or planning scene', { file: path });
  }
  return out;
}

/** Every folder with a package.xml, and every other one that is not inside of such. */
function packageFolders(set: FileSet): Readonly<Record<string, string>> {
  const folders = Object.keys(set).flatMap((path) => (/(^|\/)package\.xml$/.test(path) ? [folderOf(path)] : []));
  return Object.fromEntries(folders.map((folder) => [folder.split('/').at(-1) ?? '', folder]));
}

function shapeOf(path: string, bytes: Uint8Array, kind: 'mesh' | 'cloud', onWarning: (warning: string) => void): TriangleMesh {
  const name = stem(path);
  return kind === 'mesh' ? parseMesh(bytes, path, { name }) : parseCloud(bytes, path, { name, onWarning });
}

function unusedName(name: string, { robots, obstacles, bodies }: LoadedCell): string {
  const used = new Set([...robots, ...obstacles, ...bodies].map((one) => one.name));
  for (const link of robots.flatMap(({ links }) => links)) used.add(link.name);
  for (let k = 1; ; k++) {
    const wanted = k === 1 ? name : `${name}-${k}`;
    if (!used.has(wanted)) return wanted;
  }
}

async function ofCell(task: Task, cell: LoadedCell): Promise<Opened> {
  const warnings = [...cell.warnings];
  const paths = await pathsOf(task, cell, warnings);
  const problem = await problemOf(task, cell, warnings);
  return {
    title: cell.name,
    scene: new Scene({ ...cell, trees: 'later' }),
    paths,
    starts: cell.robots.map((robot, i) => (problem?.robot === robot.name ? problem.start : startOf(robot, cell.starts[i], paths[0]))),
    states: namedStates(cell.robots, {}, cell.starts),
    problem,
    up: 'z',
    warnings,
    ...(task.colours.size > 0 && { colours: Object.fromEntries(task.colours) }),
  };
}

/** What a request of MoveIt asks for that was dropped with its robot; null: there is none, or none that can be planned for. */
async function problemOf({ files, set }: Task, cell: LoadedCell, warnings: string[]): Promise<Problem | null> {
  const requests = Object.keys(set ?? {}).filter((path) => fileKind(path, set?.[path] as Uint8Array) === 'motion-request');
  const [path, ...others] = requests.sort();
  if (path === undefined) return null;
  if (cell.robots.length !== 1) {
    warnings.push(`${path} is left out: a request is for one robot, there are ${cell.robots.length}`);
    return null;
  }
  const [robot] = cell.robots;
  try {
    const request = await readMotionRequest(files, path, robot, { rest: cell.starts[0] });
    for (const warning of request.warnings) warnings.push(warning);
    if (request.constraints !== undefined) throw new InputError('asks for path_constraints, which are not planned with here');
    if (others.length > 0) warnings.push(`${path} is asked for; ${others.length} other requests are left out`);
    const { start, group } = request;
    return { robot: robot.name, start: Array.from(start), goal: requestGoal(request, robot), ...(group === '' ? {} : { group }) };
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    warnings.push(`${path} is left out: ${cause.message}`);
    return null;
  }
}

/** Names that people give to the state that a robot rests in. */
const REST = /^(home|ready|rest|default|start|initial)$/i;

/**
 * Where a cell says nothing of it, robots start where their path does, or in the state in which they rest: all joints
 * at 0 is often in the table, or in the robot itself.
 */
function startOf(robot: Robot, given: ArrayLike<number>, path: OpenedPath | undefined): readonly number[] {
  const values = Array.from(given);
  const motion = path?.motions[robot.name];
  const isNeutral = Array.from(robot.neutral()).every((value, k) => value === values[k]);
  if (!isNeutral) return values;
  if (motion instanceof RobotPath) return Array.from(motion.configurationAt(0));
  const rests = Object.entries(namedStates([robot], {}, [values])[robot.name] ?? {}).find(([name]) => REST.test(name));
  return motion === undefined && rests !== undefined ? rests[1] : values;
}

/** Paths that were asked for, that the cell names, and that lie beside it and fit. */
async function pathsOf({ files, set, main, asked }: Task, cell: LoadedCell, warnings: string[]): Promise<OpenedPath[]> {
  const out: OpenedPath[] = [];
  const taken = new Set(cell.ownPaths.flatMap(({ path }) => path ?? []).map(plainPath));
  for (const path of asked) {
    out.push(...(await boundPaths(files, cell, await files.read(path), path, warnings)));
    taken.add(plainPath(path));
  }
  const own = await ownPath(files, cell, taken, warnings);
  if (own !== null) out.push(own);
  for (const [path, bytes] of Object.entries(set ?? {})) {
    if (path === main || taken.has(path) || fileKind(path, bytes) !== 'path') continue;
    try {
      out.push(...(await boundPaths(files, cell, bytes, path, warnings)));
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      warnings.push(`${path} is left out: ${cause.message}`);
    }
  }
  return out;
}

async function boundPaths(files: Files, cell: LoadedCell, bytes: Uint8Array, path: string, warnings: string[]): Promise<OpenedPath[]> {
  const contents = parsePaths(bytes, path);
  const out: OpenedPath[] = [];
  for (const content of contents) {
    const { motions, warnings: odd } = await readCellMotions(files, cell, content);
    warnings.push(...odd);
    const { title, line, program } = content;
    const place = contents.length > 1 ? `:${line}` : '';
    out.push({
      name: `${shortName(path)}${place}${title === undefined ? '' : ` (${title})`}`,
      motions,
      // said in the program, since a cell that is saved says none
      ...(program === undefined ? {} : { program: inUnits(program, unitedUnits(program.units, cell.units, path)) }),
      ...(contents.length > 1 ? {} : { file: plainPath(path) }),
    });
  }
  return out;
}

function inUnits(program: ToolProgram, units: PathUnits): ToolProgram {
  return units.angle === undefined && units.length === undefined ? program : { ...program, units };
}

/** What the cell itself says, unless that was asked for; null: it says nothing of moving. */
async function ownPath(files: Files, cell: LoadedCell, taken: Set<string>, warnings: string[]): Promise<OpenedPath | null> {
  const named = typeof cell.path === 'string' ? plainPath(cell.path) : undefined;
  if (named !== undefined && taken.has(named)) return null;
  if (named !== undefined) taken.add(named);
  const own = cell.ownPaths.some(({ path }) => path !== undefined);
  if (cell.path === undefined && cell.program === undefined && !own) return standing(cell);
  const { motions, warnings: odd } = await readCellMotions(files, cell);
  warnings.push(...odd);
  return { name: named === undefined ? 'As the cell says' : shortName(named), motions, isOwn: true };
}

/** Robots stand while conveyors move. */
function standing({ robots, starts, bodyMotions }: LoadedCell): OpenedPath | null {
  const moving = Object.values(bodyMotions);
  if (moving.length === 0 || moving.some((motion) => !('times' in motion))) return null;
  const still: SceneMotions = Object.fromEntries(robots.map((robot, i) => [robot.name, robot.path([starts[i], starts[i]])]));
  return { name: 'As the cell says', motions: { ...still, ...bodyMotions }, isOwn: true };
}

async function ofRobotScene(task: Task): Promise<Opened> {
  const { robots, obstacles, self, ignore, name, queries } = await readRobotScene(task.files, task.main);
  const [first] = queries;
  const starts = robots.map((robot, i) => Array.from(first?.robots[i].from ?? robot.neutral()));
  const shown = queries.slice(0, MOST_QUERIES).map((query) => ({
    name: `Query ${query.id}`,
    motions: Object.fromEntries(robots.map((robot, i) => [robot.name, robot.path([query.robots[i].from, query.robots[i].to])])),
  }));
  return {
    title: name,
    scene: new Scene({ robots, obstacles, self, allowed: ignore, trees: 'later' }),
    paths: shown,
    starts,
    states: namedStates(robots, {}, starts),
    problem: null,
    up: 'z',
    warnings: leftOut(queries.length, task.main),
  };
}

async function ofRigidScene({ files, main }: Task): Promise<Opened> {
  const { a, b, poseB, queries, touch, name } = await readRigidScene(files, main);
  return {
    title: name,
    scene: new Scene({
      trees: 'later',
      bodies: [{ name: 'A', shape: a, pose: queries[0].from }],
      obstacles: [{ name: 'B', shape: b, pose: poseB }],
      ...(touch === undefined ? {} : { tolerance: touch }),
    }),
    paths: queries.slice(0, MOST_QUERIES).map(({ id, from, to }) => ({ name: `Query ${id}`, motions: { A: rigidMotion(from, to) } })),
    starts: [],
    states: {},
    problem: null,
    up: 'z',
    warnings: leftOut(queries.length, main),
  };
}

function leftOut(count: number, file: string): string[] {
  return count > MOST_QUERIES ? [`${file}: of ${count} motions the first ${MOST_QUERIES} are shown; inbetween query asks about all`] : [];
}

async function cloudAlone({ files, main, beside }: Task): Promise<Opened> {
  const warnings: string[] = [];
  const obstacles: { name: string; shape: TriangleMesh }[] = [];
  for (const path of [main, ...beside]) {
    const bytes = await files.read(path);
    const kind = fileKind(path, bytes);
    if (kind !== 'mesh' && kind !== 'cloud') throw new InputError('cannot stand beside a cloud: it is no mesh or cloud', { file: path });
    obstacles.push({
      name: `${stem(path)}${obstacles.length === 0 ? '' : `-${obstacles.length}`}`,
      shape: shapeOf(path, bytes, kind, (one) => warnings.push(one)),
    });
  }
  return {
    title: stem(main),
    scene: new Scene({ obstacles, trees: 'later' }),
    paths: [],
    starts: [],
    states: {},
    problem: null,
    up: 'z',
    warnings,
  };
}
