import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName } from '../../math/shown-name.ts';
import { closingOf } from '../../mesh/closing.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type BodyTrajectory, bodyTrajectory } from '../../motion/body-trajectory.ts';
import type { HeldMotion } from '../../motion/held-motion.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { checkUncertainNames, type Uncertain } from '../../robot/follow/uncertainty.ts';
import type { Robot } from '../../robot/robot.ts';
import { besidePath, type Files, namedBy, namedFile } from '../files.ts';
import { type PathFile, programFile } from '../path/path-file.ts';
import type { PathUnits } from '../path/path-units.ts';
import { stateValues, unknownState } from '../robot/named-state.ts';
import { readUrdf } from '../robot/read-urdf.ts';
import type { SceneObstacle } from '../scene/read-robot-scene.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { allowPairs } from './cell-allow.ts';
import { knownLink, withHeld } from './cell-attachments.ts';
import { type CellBody, type CellFile, type CellRobot, readCellFile, robotItems } from './cell-file.ts';
import { CellMeshes } from './cell-meshes.ts';
import { isWithinBox, MeshBoxes } from './mesh-box.ts';
import { unlikeSizes } from './unlike-sizes.ts';

/** What moves by the clock in a cell, or is carried, as a Scene takes it under `bodies`. */
export interface CellMover {
  /** What results call it. */
  readonly name: string;
  /** What it looks like. */
  readonly shape: TriangleMesh;
  /** Where it is at the beginning. */
  readonly pose: FullPose;
}

/** A cell with its robots and meshes, ready for a Scene, which takes it as it is: `new Scene(cell)`. */
export interface LoadedCell {
  /** Path of the cell file, as it was asked for. */
  readonly file: string;
  /** What to call the cell. */
  readonly name: string;
  /** The robots with what they hold, each thing a link of its own, fixed to the one that holds it. */
  readonly robots: readonly Robot[];
  /** One configuration a robot: where joints are that a path does not name, radians or metres. */
  readonly starts: readonly Float64Array[];
  /** What stands still. */
  readonly obstacles: readonly SceneObstacle[];
  /** What moves by the clock or is carried. */
  readonly bodies: readonly CellMover[];
  /** How each of the bodies moves, by name; `readCellMotions` puts it beside the robots' paths. */
  readonly bodyMotions: Readonly<Record<string, BodyTrajectory | HeldMotion>>;
  /** Pairs that may touch, for the scene; those of one robot's links are in its own list. */
  readonly allowed: readonly (readonly [string, string])[];
  /** The distance that must be kept, metres, for all or by groups of pairs. */
  readonly clearance: number | ClearanceRules;
  /** How close counts as contact, metres; absent: relative to the size of the bodies. */
  readonly tolerance?: number;
  /** How far what really moves may be from the paths, metres, radians and seconds; absent: not at all. */
  readonly uncertainty?: Uncertain;
  /** Whether links are tested against links. */
  readonly self: boolean;
  /**
   * Path of the path file, from the root of the Files, or the configurations themselves, each in numbers or as the name
   * of a state; absent: the cell has none.
   */
  readonly path?: string | readonly (readonly number[] | string)[];
  /** Instead of a path, tool moves that stand in the cell; absent: there are none, or they are a file, in `path`. */
  readonly program?: PathFile;
  /** What the values of its paths are in; absent: as each path says, or radians and metres. */
  readonly units?: PathUnits;
  /** Names of the columns of paths that have none, see `bindPaths`; absent: all values of the robots in their order. */
  readonly columns?: readonly string[];
  /** One a robot: the path file of its own, from the root of the Files, and by how many seconds it begins later. */
  readonly ownPaths: readonly { readonly path?: string; readonly startsAt: number }[];
  /** Lines of the cell file in which the configurations begin, from 1; absent where the path is a file. */
  readonly pathLines?: readonly number[];
  /** Sentences about what is odd but harmless, in the cell and in the files of the robots. */
  readonly warnings: readonly string[];
}

/**
 * Reads a cell file with its robots and meshes, which it names as seen from itself. An InputError says file and line of
 * what is wrong. `read` may stand in for `readUrdf`.
 * @example
 * const folder = files('cells');
 * const cell = await readCell(folder, 'cell.json');
 * const scene = new Scene(cell);
 * const { motions } = await readCellMotions(folder, cell);
 * const { status } = scene.firstContact(motions);
 */
export async function readCell(
  files: Files,
  path: string,
  read: typeof readUrdf = readUrdf,
  options: ReadOptions = {},
): Promise<LoadedCell> {
  // One piece: a cell is one record; what is read first is needed by what follows.
  if (typeof read !== 'function')
    throw new InputError(`readCell: read must be a function, as readUrdf is; options come after it, got ${shownValue(read)}`);
  checkRecord(options, ['maxWork'], 'readCell');
  const work = meterOf(options.maxWork);
  const root = parseJson(await namedFile(files, path, 'readCell'), path, { comments: true, work });
  const cell = readCellFile(root, path);
  const robotPlaces = robotItems(root);
  const named = namedBy(files, path);
  const warnings: string[] = [];
  const bare: Robot[] = [];
  for (const [i, robot] of cell.robots.entries()) bare.push(await readRobot(named, path, robot, robotPlaces[i], read, warnings, work));
  checkNames(bare, robotPlaces, [...(root.get('obstacles')?.items() ?? []), ...(root.get('bodies')?.items() ?? [])]);
  const meshes = new CellMeshes(named, path, work, (warning) => warnings.push(warning));
  const obstaclePlaces = itemsOf(root, 'obstacles', cell.obstacles);
  const obstacles: SceneObstacle[] = [];
  for (const [i, { name, shape, pose }] of cell.obstacles.entries())
    obstacles.push({ name, pose, shape: await meshes.make(shape, name, obstaclePlaces[i]) });
  const bodyPlaces = itemsOf(root, 'bodies', cell.bodies);
  const bodies: CellMover[] = [];
  for (const [i, { name, shape, pose }] of cell.bodies.entries())
    bodies.push({ name, pose, shape: await meshes.make(shape, name, bodyPlaces[i]) });
  const heldPlaces = itemsOf(root, 'attach', cell.attach);
  const held: TriangleMesh[] = [];
  for (const [i, { name, shape }] of cell.attach.entries()) held.push(await meshes.make(shape, name, heldPlaces[i]));
  const robots = withHeld(bare, cell.attach, held, heldPlaces);
  robots.forEach((robot, i) => {
    allowLinks(robot, robotPlaces[i]);
  });
  const allow = root.get('allow')?.items() ?? [];
  const allowed = allowPairs(
    allow,
    robots,
    [...obstacles, ...bodies].map(({ name }) => name),
  );
  checkClearanceNames(root.get('clearance'), robots, [...obstacles, ...bodies]);
  const { uncertainty } = cell;
  if (uncertainty !== undefined)
    root.field('uncertainty').locateErrors(() =>
      checkUncertainNames(
        uncertainty,
        robots,
        [...robots, ...obstacles, ...bodies].map(({ name }) => name),
        '',
      ),
    );
  for (const warning of hollowWarnings(cell, robots, obstacles, obstaclePlaces)) warnings.push(warning);
  for (const doubt of unlikeSizes(robots, obstacles, bodies)) warnings.push(`${path}: ${doubt}`);
  const starts = cell.robots.map((robot, i) => startOf(robots[i], robot, robotPlaces[i].get('start')));
  return {
    file: path,
    name: cell.name,
    robots,
    starts,
    obstacles,
    bodies,
    bodyMotions: await bodyMotions(cell.bodies),
    allowed,
    clearance: cell.clearance,
    tolerance: cell.tolerance,
    ...(uncertainty && { uncertainty: (await import('../../scene/answers/uncertain.ts')).uncertain(uncertainty) }),
    self: cell.self,
    ...pathOf(cell, root.get('path'), path),
    ...programOf(cell, path),
    ...(cell.units === undefined ? {} : { units: cell.units }),
    ownPaths: ownPaths(cell, robotPlaces, path),
    warnings,
  };
}

/**
 * A file that cannot be read at all is reported with the key that names it; what is wrong inside of it, with its own
 * lines.
 */
async function readRobot(
  files: Files,
  path: string,
  robot: CellRobot,
  place: Located,
  read: typeof readUrdf,
  warnings: string[],
  work: WorkMeter,
): Promise<Robot> {
  const options = urdfOptions(robot, path, warnings, work);
  const urdf = besidePath(path, robot.urdf);
  try {
    return await read(files, urdf, options);
  } catch (cause) {
    if (!(cause instanceof InputError) || cause.line !== undefined || cause.byte !== undefined) throw cause;
    if (cause.file === undefined) throw place.because(cause);
    const key = cause.file === options?.srdf ? 'srdf' : cause.file === options?.loops ? 'loops' : 'urdf';
    throw place.field(key).because(cause);
  }
}

function urdfOptions(robot: CellRobot, path: string, warnings: string[], maxWork: WorkMeter): Parameters<typeof readUrdf>[2] {
  const { srdf, name, geometry, base, fixedBase, pitches, loops, driven, start, solid, upAxis } = robot;
  return {
    geometry,
    base,
    packages: Object.fromEntries(Object.entries(robot.packages).map(([key, folder]) => [key, besidePath(path, folder)])),
    ...(srdf === undefined ? {} : { srdf: besidePath(path, srdf) }),
    ...(name === undefined ? {} : { name }),
    ...(fixedBase === undefined ? {} : { fixedBase }),
    ...(pitches === undefined ? {} : { pitches }),
    ...(loops === undefined ? {} : { loops: typeof loops === 'string' ? besidePath(path, loops) : loops }),
    ...(driven === undefined ? {} : { driven }),
    ...(Object.keys(start).length > 0 ? { closed: start } : {}),
    ...(solid === undefined ? {} : { solid }),
    ...(upAxis === undefined ? {} : { upAxis }),
    onWarning: (warning) => warnings.push(warning),
    maxWork,
  };
}

function itemsOf(root: Located, key: 'obstacles' | 'bodies' | 'attach', named: readonly { readonly name: string }[]): Located[] {
  const what = { obstacles: 'obstacle', bodies: 'body', attach: 'attach' }[key];
  return (root.get(key)?.items() ?? []).map((item, i) => item.named(`${what} ${shownName(named[i].name)}`));
}

function checkNames(robots: readonly Robot[], places: readonly Located[], obstacles: readonly Located[]): void {
  const names = new Map<string, number>();
  robots.forEach(({ name }, i) => {
    const first = names.get(name);
    if (first !== undefined) throw places[i].error(`is called ${shownName(name)} like ${places[first].subject}; give it a "name"`);
    names.set(name, i);
  });
  for (const obstacle of obstacles) {
    const name = obstacle.field('name');
    if (names.has(name.text())) throw name.error(`is ${shownName(name.text())}, which a robot is called too`);
  }
}

/** Names of pairs that keep a distance of their own. */
function checkClearanceNames(clearance: Located | undefined, robots: readonly Robot[], others: readonly { readonly name: string }[]): void {
  if (!clearance?.isMap()) return;
  const links = robots.flatMap(({ name, links }) => links.flatMap((link) => [link.name, `${name}/${link.name}`]));
  const known = new Set([...links, ...others.map(({ name }) => name)]);
  for (const pair of clearance.get('pairs')?.items() ?? [])
    for (const place of pair.items().slice(0, 2)) {
      if (known.has(place.text())) continue;
      const near = nearestName(place.text(), known);
      const advice = near === undefined ? '' : `; is ${shownName(near)} meant?`;
      throw place.error(`is ${shownName(place.text())}, which is no link, body or obstacle${advice}`);
    }
}

function allowLinks(robot: Robot, place: Located): void {
  for (const pair of place.get('allow')?.items() ?? []) {
    pair.locateErrors(() => {
      const [a, b] = pair.texts();
      for (const name of [a, b]) knownLink(robot, name);
      robot.allowed.allow(a, b, 'user');
    });
  }
}

function startOf(robot: Robot, { start, startState }: CellRobot, place: Located | undefined): Float64Array {
  if (place === undefined) return robot.neutral();
  if (startState === undefined) {
    try {
      return robot.configuration(start);
    } catch {
      // Which of them it is, where it is one.
      for (const [joint, value] of Object.entries(start)) place.field(joint).locateErrors(() => robot.configuration({ [joint]: value }));
      return place.locateErrors(() => robot.configuration(start));
    }
  }
  return place.locateErrors(() => {
    const values = stateValues(robot, startState);
    if (values === undefined) throw new InputError(unknownState(startState, [robot]));
    return robot.configuration(values);
  });
}

function pathOf({ path }: CellFile, place: Located | undefined, file: string): Pick<LoadedCell, 'path' | 'pathLines'> {
  if (path === undefined || place === undefined) return {};
  if (typeof path === 'string') return { path: besidePath(file, path) };
  return { path, pathLines: place.items().map(({ line }) => line) };
}

function programOf({ program }: CellFile, file: string): Pick<LoadedCell, 'path' | 'program'> {
  if (program === undefined) return {};
  if (typeof program === 'string') return { path: besidePath(file, program) };
  const [first, ...also] = program.map((one) => programFile(one, file));
  return { program: also.length === 0 ? first : { ...first, also } };
}

/** What is needed for bodies that are held is loaded where one is. */
async function bodyMotions(bodies: readonly CellBody[]): Promise<LoadedCell['bodyMotions']> {
  const motions: [string, BodyTrajectory | HeldMotion][] = [];
  for (const { name, trajectory, held = [] } of bodies)
    motions.push([
      name,
      trajectory === undefined ? (await import('../../scene/holding/held-motion.ts')).heldMotion(held) : bodyTrajectory(trajectory),
    ]);
  return Object.fromEntries(motions);
}

function ownPaths({ robots, path, program }: CellFile, places: readonly Located[], file: string): LoadedCell['ownPaths'] {
  return robots.map((robot, i) => {
    if (robot.path === undefined) return { startsAt: 0 };
    if (path !== undefined || program !== undefined)
      throw places[i].field('path').error('is given, and the cell has a path for all robots too; give one of them');
    return { path: besidePath(file, robot.path), startsAt: robot.startsAt };
  });
}

/** A closed mesh that is not declared solid is a shell: a robot within it is not found to be in it. */
function hollowWarnings(
  cell: CellFile,
  robots: readonly Robot[],
  obstacles: readonly SceneObstacle[],
  places: readonly Located[],
): string[] {
  const boxes = new MeshBoxes();
  const closed = new Map<TriangleMesh, boolean>();
  return obstacles.flatMap(({ name, shape: mesh, pose }, i) => {
    const { shape } = cell.obstacles[i];
    if (shape.type !== 'mesh' || shape.solid) return [];
    places[i].work.spend(robots.length, places[i]);
    if (!robots.some(({ base }) => isWithinBox(base.position, boxes.of(mesh), pose))) return [];
    const isClosed = closed.get(mesh) ?? closingOf(mesh).closed;
    closed.set(mesh, isClosed);
    if (!isClosed) return [];
    const { file, line } = places[i];
    return [
      `${file}, line ${line}: obstacle ${shownName(name)} is a closed surface around the robot's base; only its surface counts unless "solid": true`,
    ];
  });
}
