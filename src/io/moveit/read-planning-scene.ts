import { checkHas, checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { HeldThing, Robot } from '../../robot/robot.ts';
import type { LoadedCell } from '../cell/read-cell.ts';
import { type Files, namedFile } from '../files.ts';
import type { Packages } from '../robot/package-path.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { SceneObstacle } from '../scene/read-robot-scene.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { CollisionMatrix, NamedPairs } from './collision-matrix.ts';
import { composed, Frames, inverted } from './frames.ts';
import { MatrixPairs } from './matrix-pairs.ts';
import {
  type Attached,
  attachedIn,
  frameOf,
  listOf,
  readMessage,
  requestIn,
  textIn,
  transformOf,
  type Warn,
  warningsTo,
} from './message.ts';
import type { ObjectShape, ShapeSources } from './object-shapes.ts';
import { configurationOf } from './robot-state.ts';
import { ObjectStore, partName, readObject, type SceneThing } from './scene-objects.ts';
import { octomapObstacle } from './scene-octomap.ts';

// A planning scene of MoveIt (`moveit_msgs/PlanningScene`), as YAML or JSON, or as the text that is exported: what
// stands around a robot, what it holds, where its joints are, which pairs are not tested. What changes a verdict and
// cannot be kept is an error; what is kept otherwise than in MoveIt is warned of.

/** How a planning scene is read; all optional. */
export interface PlanningSceneOptions extends ReadOptions {
  /** Folders of ROS packages by name, for meshes that objects name. Default: looked for around the scene file. */
  readonly packages?: Packages;
  /** The frame that the scene is in, where it is no link: the SRDF's virtual joint names it. Default: none. */
  readonly planningFrame?: string;
  /** The distance that all pairs have to keep at least, metres; a link's padding counts where it is more. Default 0. */
  readonly clearance?: number;
  /**
   * Whose list of pairs that are not tested: the scene's matrix, where it has one, in place of the robot's (default, as
   * MoveIt does it), or the robot's alone.
   */
  readonly matrix?: 'scene' | 'robot';
  /**
   * Path of a request of MoveIt: what its start_state attaches, the robot holds too, in place of what the scene
   * attaches by the same name. Default: none.
   */
  readonly request?: string;
}

const OPTIONS: readonly string[] = ['packages', 'planningFrame', 'clearance', 'matrix', 'request', 'maxWork'];

/** Units of work of a pair that a rule is made of. */
const PAIR_UNITS = 64;

const SCENE_KEYS: readonly string[] = [
  ...['name', 'robot_state', 'robot_model_name', 'fixed_frame_transforms', 'allowed_collision_matrix', 'link_padding'],
  ...['link_scale', 'object_colors', 'world', 'is_diff'],
];

/**
 * Reads a planning scene of MoveIt around a robot; `new Scene(…)` takes what comes out, and `readCellMotions` reads
 * paths for it. Metres and radians. An InputError says file and line of what is wrong; `warnings` tell what is odd.
 * @example
 * const folder = files('problems');
 * const robot = await readUrdf(folder, 'panda.urdf', { srdf: 'panda.srdf' });
 * const cell = await readPlanningScene(folder, 'scene0001.yaml', robot);
 * const { motions } = await readCellMotions(folder, cell, 'path.json');
 * const { status } = new Scene(cell).firstContact(motions);
 */
export async function readPlanningScene(files: Files, path: string, robot: Robot, options: PlanningSceneOptions = {}): Promise<LoadedCell> {
  checkRecord(options, OPTIONS, 'readPlanningScene');
  checkHas(robot, ['links', 'joints'], 'readPlanningScene: robot');
  const { packages, planningFrame, clearance = 0, matrix: whose = 'scene' } = options;
  if (!(typeof clearance === 'number' && clearance >= 0 && clearance < Infinity))
    throw new InputError(`readPlanningScene: clearance must be a number ≥ 0, got ${shownValue(clearance)}`);
  if (whose !== 'scene' && whose !== 'robot')
    throw new InputError(`readPlanningScene: matrix must be 'scene' or 'robot', got ${shownValue(whose)}`);
  const warnings: string[] = [];
  const warn = warningsTo(warnings);
  const work = meterOf(options.maxWork);
  const message = readMessage(await namedFile(files, path, 'readPlanningScene'), path, 'a planning scene of MoveIt', work);
  const root = message.get('scene')?.isMap() ? message.field('scene') : message;
  root.onlyKeys(SCENE_KEYS);
  warnOfOddities(root, robot, warn);
  const state = root.get('robot_state');
  const start = configurationOf(robot, state, robot.neutral(), warn);
  const frames = framesOf(root, robot, start, planningFrame, warn);
  const sources: ShapeSources = { files, packages, warn, work };
  const store = new ObjectStore();
  const world = root.get('world');
  for (const object of world === undefined ? [] : listOf(world, 'collision_objects')) await store.take(object, frames, sources);
  const asked = options.request === undefined ? [] : await attachedByRequest(files, options.request, work);
  const { holding, held } = await attached(state, asked, robot, start, store, frames, sources);
  const obstacles = [...store.obstacles(), ...octomapObstacle(world, frames, warn)];
  checkNames(obstacles, holding, root);
  const collisions = matrixOf(root, whose, warn);
  const robots = [collisions === undefined ? holding : judgedBy(collisions, holding, held, warn, root)];
  return {
    file: path,
    name: textIn(root, 'name') || stem(path),
    robots,
    starts: [start],
    obstacles,
    bodies: [],
    bodyMotions: {},
    allowed: collisions === undefined ? [] : allowedAround(holding, obstacles, held, collisions, root),
    clearance: paddedClearance(root, holding, held, obstacles, clearance, warn),
    self: true,
    ownPaths: [{ startsAt: 0 }],
    warnings,
  };
}

function stem(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, '');
}

function warnOfOddities(root: Located, robot: Robot, warn: Warn): void {
  const diff = root.get('is_diff');
  if (diff?.boolean()) warn(diff, 'is true: what was in the scene before is not in the file, and is not tested');
  const model = textIn(root, 'robot_model_name');
  if (model !== '' && model !== robot.name)
    warn(root.field('robot_model_name'), `is ${shownName(model)}, but the robot is ${shownName(robot.name)}`);
  for (const scale of listOf(root, 'link_scale'))
    if (scale.field('scale').number() !== 1)
      throw scale.error(`enlarges link ${shownName(scale.field('link_name').text())}, which is not read; give a padding`);
}

/** Links where the state has them, what the scene names itself, and its own frame. */
function framesOf(root: Located, robot: Robot, start: Float64Array, planningFrame: string | undefined, warn: Warn): Frames {
  const frames = new Frames();
  for (const [name, pose] of Object.entries(robot.linkPoses(start))) frames.set(name, pose);
  if (planningFrame !== undefined) frames.set(planningFrame, frames.get('', root));
  for (const transform of listOf(root, 'fixed_frame_transforms')) {
    const { name, place } = frameOf(transform);
    const pose = composed(frames.get(name, place), transformOf(transform.field('transform'), warn));
    frames.set(transform.field('child_frame_id').text(), pose);
  }
  return frames;
}

/** The robot with what it holds, and the links that became of that, by object. */
interface Holding {
  readonly holding: Robot;
  readonly held: ReadonlyMap<string, { readonly links: readonly string[]; readonly to: string }>;
}

/** What a request has the robot hold. */
async function attachedByRequest(files: Files, path: string, work: WorkMeter): Promise<Attached[]> {
  const state = requestIn(readMessage(await namedFile(files, path, 'readPlanningScene'), path, 'a request of MoveIt', work)).get(
    'start_state',
  );
  return attachedIn(state);
}

async function attached(
  state: Located | undefined,
  asked: readonly Attached[],
  robot: Robot,
  start: Float64Array,
  store: ObjectStore,
  frames: Frames,
  sources: ShapeSources,
): Promise<Holding> {
  const things: HeldThing[] = [];
  const held = new Map<string, { links: string[]; to: string }>();
  const { links } = robotNames(robot);
  const poses = robot.linkPoses(start);
  let last: Located | undefined;
  const again = new Set(asked.map(({ id }) => id));
  const own = attachedIn(state).filter(({ id }) => !again.has(id));
  for (const { item, object, id } of [...own, ...asked]) {
    const to = item.field('link_name');
    const link = to.text();
    if (!links.has(link)) throw to.error(`is ${shownName(link)}, which is no link of robot ${shownName(robot.name)}`);
    if (held.has(id)) throw object.field('id').error(`is ${shownName(id)}, which is attached twice`);
    const thing = await thingOf(object, id, store, frames, sources);
    const intoLink = inverted(entryOf(poses, link) as FullPose);
    const touches = (item.get('touch_links')?.texts() ?? []).filter((name) => {
      const known = links.has(name);
      if (!known) sources.warn(item, `may touch ${shownName(name)}, which is no link of robot ${shownName(robot.name)}; it is left out`);
      return known && name !== link;
    });
    const parts = thing.shapes.map((_, k) => partName(id, k, thing.shapes.length));
    item.work.spend(PAIR_UNITS * thing.shapes.length * touches.length, item);
    thing.shapes.forEach(({ shape, pose }: ObjectShape, k) => {
      // The link that holds it never counts.
      things.push({ name: parts[k], to: link, shape, pose: composed(intoLink, composed(thing.pose, pose)), touches: [...touches, link] });
    });
    held.set(id, { links: parts, to: link });
    last = item;
  }
  return { holding: last?.locateErrors(() => robot.attach(things)) ?? robot, held };
}

/** Its own shapes, or those of the object of that name in the world, which is taken out of it. */
async function thingOf(object: Located, id: string, store: ObjectStore, frames: Frames, sources: ShapeSources): Promise<SceneThing> {
  const own = await readObject(object, id, frames, sources);
  const standing = store.remove(id);
  if (own.shapes.length > 0) return own;
  if (standing === undefined) throw object.error(`is attached, but has no shapes, nor has the world an object ${shownName(id)}`);
  return standing;
}

function checkNames(obstacles: readonly SceneObstacle[], robot: Robot, root: Located): void {
  const names = new Set(robot.links.map(({ name }) => name));
  for (const { name } of obstacles) {
    if (name === robot.name || names.has(name))
      throw root.error(`has an object ${shownName(name)}, which the robot or one of its links is called too`);
    names.add(name);
  }
}

function matrixOf(root: Located, whose: 'scene' | 'robot', warn: Warn): CollisionMatrix | undefined {
  const field = root.get('allowed_collision_matrix');
  if (field === undefined || whose === 'robot') return undefined;
  const matrix = new CollisionMatrix(field, warn);
  return matrix.isEmpty ? undefined : matrix;
}

/** What the matrix says of a held thing, it says of all its parts. */
function matrixNames(robot: Robot, held: Holding['held']): Map<string, string> {
  const names = new Map(robot.links.map(({ name }) => [name, name]));
  for (const [id, { links }] of held) for (const link of links) names.set(link, id);
  return names;
}

/** The robot with the matrix in place of its own list; what a thing may touch by being held stays. */
function judgedBy(matrix: CollisionMatrix, holding: Robot, held: Holding['held'], warn: Warn, root: Located): Robot {
  const robot = holding.withAllowed(holding.allowed.list());
  const names = matrixNames(robot, held);
  const byHolding = new Set([...held.values()].flatMap(({ links }) => links));
  const more = new NamedPairs();
  const fewer = new NamedPairs();
  const solid = robot.links.filter(({ shapes }) => shapes.length > 0).map(({ name }) => name);
  const places = new Map(solid.map((name, i) => [name, i]));
  // Only pairs of which the robot's list or the matrix says something, in the order of the links.
  const pairs = new MatrixPairs(matrix, root);
  for (const { a, b } of robot.allowed.list()) {
    const [i, j] = [places.get(a), places.get(b)];
    if (i !== undefined && j !== undefined) pairs.add(Math.min(i, j), Math.max(i, j));
  }
  const numbers = byMatrixName(solid.map((name) => names.get(name) as string));
  pairs.addAllowed(numbers, numbers, solid.length, solid.length, (i, j) => i !== j && pairs.add(Math.min(i, j), Math.max(i, j)));
  for (const [i, j] of pairs.sorted()) {
    const [a, b] = [solid[i], solid[j]];
    const allowed = matrix.isAllowed(names.get(a) as string, names.get(b) as string);
    if (robot.allowed.isAllowed(a, b)) {
      if (allowed || byHolding.has(a) || byHolding.has(b)) continue;
      robot.allowed.disallow(a, b);
      fewer.add(a, b);
    } else if (allowed) {
      if (!byHolding.has(a) && !byHolding.has(b)) more.add(a, b);
      robot.allowed.allow(a, b, 'scene');
    }
  }
  const place = root.field('allowed_collision_matrix');
  if (more.count > 0) warn(place, `allows pairs that the robot's own list tests: ${more}`);
  if (fewer.count > 0)
    warn(
      place,
      `lacks pairs that the robot's own list allows: ${fewer}; they are tested, as by MoveIt (not with --acm robot, matrix: 'robot')`,
    );
  return robot;
}

function allowedAround(
  robot: Robot,
  obstacles: readonly SceneObstacle[],
  held: Holding['held'],
  matrix: CollisionMatrix,
  root: Located,
): (readonly [string, string])[] {
  const names = matrixNames(robot, held);
  const links = robot.links.filter(({ shapes }) => shapes.length > 0).map(({ name }) => name);
  const linkNames = links.map((name) => names.get(name) as string);
  const obstacleNames = obstacles.map(({ name }) => objectOf(name, matrix));
  const pairs = new MatrixPairs(matrix, root);
  pairs.addAllowed(byMatrixName(linkNames), byMatrixName(obstacleNames), links.length, obstacles.length, (i, j) => pairs.add(i, j));
  return pairs
    .sorted()
    .filter(([i, j]) => matrix.isAllowed(linkNames[i], obstacleNames[j]))
    .map(([i, j]) => [links[i], obstacles[j].name] as const);
}

/** Which of a list have a name: parts of a held thing share theirs. */
function byMatrixName(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const out = new Map<string, number[]>();
  names.forEach((name, i) => {
    const others = out.get(name);
    if (others === undefined) out.set(name, [i]);
    else others.push(i);
  });
  return out;
}

/** The object that a part belongs to: `shelf` of `shelf/3`, unless the matrix knows the part itself. */
function objectOf(name: string, matrix: CollisionMatrix): string {
  return matrix.has(name) ? name : name.replace(/\/\d+$/, '');
}

/**
 * Padding is kept as a distance from what stands around: MoveIt enlarges the links themselves, at corners by more, and
 * pads what they hold as well; links against links it tests without.
 */
function paddedClearance(
  root: Located,
  robot: Robot,
  held: Holding['held'],
  obstacles: readonly SceneObstacle[],
  clearance: number,
  warn: Warn,
): number | ClearanceRules {
  const pairs: (readonly [string, string, number])[] = [];
  const heldBy = new Map<string, string[]>();
  for (const { links, to } of held.values()) {
    const own = heldBy.get(to) ?? [];
    for (const link of links) own.push(link);
    heldBy.set(to, own);
  }
  for (const item of listOf(root, 'link_padding')) {
    const padding = item.field('padding');
    const link = item.field('link_name').text();
    if (!(padding.number() >= 0)) throw padding.wrong('a number ≥ 0');
    if (!robotNames(robot).links.has(link)) {
      warn(item, `pads ${shownName(link)}, which is no link of robot ${shownName(robot.name)}; it is left out`);
      continue;
    }
    if (!(padding.number() > clearance)) continue;
    const own = [link, ...(heldBy.get(link) ?? [])];
    item.work.spend(PAIR_UNITS * own.length * obstacles.length, item);
    for (const name of own) for (const obstacle of obstacles) pairs.push([name, obstacle.name, padding.number()]);
  }
  if (pairs.length === 0) return clearance;
  warn(root.field('link_padding'), 'is kept as a distance to everything around, without what MoveIt adds at corners');
  return { default: clearance, pairs };
}
