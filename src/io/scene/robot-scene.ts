import { checkRecord } from '../../math/check-record.ts';
import { firstDouble } from '../../math/first-double.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { checkedPose, type Quat, type Vec3 } from '../../math/pose.ts';
import { shownName } from '../../math/shown-name.ts';
import type { AllowedPair } from '../../robot/allowed-pairs.ts';
import { JOINT_KINDS, type JointKind, type JointType } from '../../robot/joint-types.ts';
import { Robot } from '../../robot/robot.ts';
import type { LinkShape } from '../../robot/robot-model.ts';
import type { MeshSource } from '../mesh-source.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import type { FullPose } from './rigid-scene.ts';

// The scene file `ccd-robot-scene/1`: robots, resting objects, many motions of all joints, optionally with the bracket
// in which a reference found the first contact. Fields it does not know are left alone, unless cells give them a
// meaning: what they say would be dropped. `readRobotScene` adds the meshes.

/** The joints that a scene file knows. */
export type SceneJointType = 'fixed' | 'revolute' | 'prismatic' | 'helical' | 'floating';

/** Which types the format knows. */
const IS_KNOWN: Readonly<Record<Exclude<JointType, SceneJointType>, false> & Record<SceneJointType, true>> = {
  fixed: true,
  revolute: true,
  continuous: false,
  prismatic: true,
  helical: true,
  planar: false,
  floating: true,
};
const SCENE_TYPES: readonly string[] = Object.entries(IS_KNOWN).flatMap(([type, isKnown]) => (isKnown ? [type] : []));

/** A link of a robot in a scene file, with the joint that moves it. */
export interface RobotSceneLink {
  /** What results call it. */
  readonly name: string;
  /** Number of the parent among the links of this robot, smaller than its own, or −1: the base. */
  readonly parent: number;
  /** Path as written, beside the scene file; null: no shape. */
  readonly mesh: string | null;
  /** How it moves against its parent: the joint's frame in the parent's, and its axis in that frame. */
  readonly joint: SceneJoint;
}

/** A joint of a scene file. */
export interface SceneJoint {
  /** What it lets the link do. */
  readonly type: SceneJointType;
  /** Its frame in the parent's. */
  readonly origin: FullPose;
  /** Axis in its frame; of no meaning where it is fixed or floating. */
  readonly axis: Vec3;
  /** How far a helical joint slides along the axis in a whole turn, in the unit of length; others have none. */
  readonly pitch?: number;
  /** Name in the file; absent: the file has none, and it is the link's name followed by `_joint`. */
  readonly name?: string;
  /** How far it may go, radians or the unit of length; absent: anywhere, as far as the file says. */
  readonly limits?: { readonly lower: number; readonly upper: number };
}

/** A robot of a scene file. */
export interface RobotSceneRobot {
  /** What results call it. */
  readonly name: string;
  /** Where its root stands in the world. */
  readonly base: FullPose;
  /** Parents before their children. */
  readonly links: readonly RobotSceneLink[];
  /** How many values a configuration has. */
  readonly size: number;
  /** Pairs of its own links that are not tested. */
  readonly allowed: readonly AllowedPair[];
}

/** Something that stands still. */
export interface RobotSceneObject {
  /** What results call it. */
  readonly name: string;
  /** Path of its mesh as written, beside the scene file. */
  readonly mesh: string;
  /** Where it stands in the world. */
  readonly pose: FullPose;
}

/** What somebody else found of a query. */
export interface RobotReference {
  /** Whether there is contact. */
  readonly collide: boolean;
  /** A right time of contact is about this or later, as a share of the motion. */
  readonly lo: number;
  /** A right time of contact is about this or earlier, as a share of the motion. */
  readonly hi: number;
  /** Distance at the start, in the unit of length; absent: not known. */
  readonly d0?: number;
  /** Names of the two that overlap at `hi`; absent: not known. */
  readonly pair?: readonly [string, string];
}

/** One motion of all robots, from configuration to configuration. */
export interface RobotQuery {
  /** Its number in the file. */
  readonly id: number;
  /** Where it starts: values of all robots in link order, radians or the unit of length. */
  readonly from: readonly number[];
  /** Where it ends, as `from`. */
  readonly to: readonly number[];
  /** The same values, one entry a robot. */
  readonly robots: readonly { readonly from: readonly number[]; readonly to: readonly number[] }[];
  /** Name of a set of queries that it belongs to; absent: none. */
  readonly set?: string;
  /** Queries with the same number follow each other in time. */
  readonly trajectory?: number;
  /** What somebody else found; absent: nobody did. */
  readonly ref?: RobotReference;
}

/** A scene file `ccd-robot-scene/1` as data: robots, what stands around them, many motions of all joints. */
export interface RobotSceneFile {
  /** What to call the scene; the name of the file where it does not say. */
  readonly name: string;
  /** The distance that counts as contact, in the unit of length; absent: the file does not say. */
  readonly touch?: number;
  /** Whether links are tested against links; false where the file does not say. */
  readonly self: boolean;
  /** Robots, at least one. */
  readonly robots: readonly RobotSceneRobot[];
  /** What stands still. */
  readonly environment: readonly RobotSceneObject[];
  /** Pairs that are not tested and are not of one robot: links of two robots, or a link and an object. */
  readonly ignore: readonly (readonly [string, string])[];
  /**
   * Bounds for planners: least and largest of each value of a configuration, for a floating body those of x, y, z.
   * Joints of one value have them as limits. Absent: the file does not say.
   */
  readonly limits?: readonly (readonly [number, number])[];
  /** The motions, in the order of the file. */
  readonly queries: readonly RobotQuery[];
}

/** What other files of cells and paths mean by these decides answers. */
const MEANT_ELSEWHERE = {
  scene: 'bodies attach allow clearance uncertainty soft loops arrive leave path program'.split(' '),
  robot: ['loops', 'driven', 'start', 'solid'],
  link: ['solid'],
  joint: ['mimic'],
  object: ['solid', 'cloud'],
  query: ['seconds', 'times', 'velocities', 'moves', 'arrive', 'leave'],
} as const;

function refuseMeant(item: Located, kind: keyof typeof MEANT_ELSEWHERE): void {
  for (const key of MEANT_ELSEWHERE[kind])
    if (item.get(key) !== undefined) throw item.field(key).error('is not known to ccd-robot-scene/1; cells (inbetween-cell/1) say it');
}

/** Reads a scene file `ccd-robot-scene/1` at hand, without its meshes; `file` is its name, for errors. */
export function parseRobotScene(source: MeshSource, file: string, options: ReadOptions = {}): RobotSceneFile {
  checkRecord(options, ['maxWork'], 'parseRobotScene');
  const scene = parseJson(source, file, { work: meterOf(options.maxWork) });
  const format = scene.field('format');
  if (format.value !== 'ccd-robot-scene/1') throw format.wrong('"ccd-robot-scene/1"');
  refuseMeant(scene, 'scene');
  const names = new Set<string>();
  const bare = nonEmpty(scene.field('robots'), 'robot').map((robot) => readRobot(robot, names));
  const limits = readLimits(scene.get('limits'), bare);
  const robots = withJoints(bare, limits, scene.get('joints'));
  const double = firstDouble(robots.map(({ name }) => name));
  if (double !== undefined) throw scene.field('robots').error(`has two named ${shownName(double)}`);
  const environment = (scene.get('environment')?.items() ?? []).map((object) => readObject(object, names));
  const { allowed, ignore } = readIgnored(scene, robots, environment);
  const complete = robots.map((robot, i) => ({ ...robot, allowed: allowed[i] }));
  const ids = new Set<string>();
  const slots = complete.map(slotsOf);
  return {
    name: scene.get('name')?.text() ?? file,
    touch: scene.get('touch')?.positive(),
    self: scene.get('self')?.boolean() ?? false,
    robots: complete,
    environment,
    ignore,
    ...(limits === undefined ? {} : { limits }),
    queries: nonEmpty(scene.field('queries'), 'query').map((query) => readQuery(query, slots, ids)),
  };
}

/** The robot of a scene, with the shapes given for its links. */
export function robotOf(robot: RobotSceneRobot, shapes: (link: RobotSceneLink) => readonly LinkShape[]): Robot {
  const { name, base, links, allowed } = robot;
  return new Robot({
    name,
    base,
    allowed,
    links: links.map((link) => ({
      name: link.name,
      joint: link.joint,
      shapes: shapes(link),
      ...(link.parent < 0 ? {} : { parent: links[link.parent].name }),
    })),
  });
}

function nonEmpty(list: Located, what: string): Located[] {
  const items = list.items(`a list of at least one ${what}`);
  if (items.length === 0) throw list.wrong(`a list of at least one ${what}`);
  return items;
}

/** Links and objects share their names: pairs are reported by them. */
function ownName(item: Located, names: Set<string>): string {
  const field = item.field('name');
  const name = field.text();
  if (names.has(name)) throw field.error(`is ${shownName(name)}, which another link or object is called too`);
  names.add(name);
  return name;
}

function readRobot(item: Located, names: Set<string>): RobotSceneRobot {
  const name = item.field('name').text();
  const robot = item.named(`robot ${shownName(name)}`);
  refuseMeant(robot, 'robot');
  const base = robot.get('base');
  const links: RobotSceneLink[] = [];
  for (const link of nonEmpty(robot.field('links'), 'link')) links.push(readLink(link, links.length, names));
  const size = links.reduce((sum, link) => sum + JOINT_KINDS[link.joint.type].size, 0);
  const out = { name, base: base === undefined ? IDENTITY : readPose(base), links, size, allowed: [] };
  // Without shapes it already checks everything about the joints.
  robot.check(() => robotOf(out, () => []));
  return out;
}

const IDENTITY: FullPose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };

function readLink(item: Located, index: number, names: Set<string>): RobotSceneLink {
  const name = ownName(item, names);
  const link = item.named(`link ${shownName(name)}`);
  refuseMeant(link, 'link');
  const parent = link.field('parent');
  if (parent.integer() < -1 || parent.integer() >= index)
    throw parent.wrong(`-1 (the base) or the number of a link before it (0 to ${index - 1})`);
  const joint = link.field('joint');
  refuseMeant(joint, 'joint');
  const type = joint.field('type');
  if (!SCENE_TYPES.includes(type.text())) throw type.wrong(`one of ${SCENE_TYPES.join(', ')}`);
  const origin = joint.get('origin');
  return {
    name,
    parent: parent.integer(),
    mesh: link.get('mesh')?.text() ?? null,
    joint: {
      type: type.text() as SceneJointType,
      origin: origin === undefined ? IDENTITY : readPose(origin),
      axis: readAxis(joint, type.text() as SceneJointType),
      ...(type.text() === 'helical' ? { pitch: joint.field('pitch').number() } : {}),
    },
  };
}

/** How many limits a joint has: a floating one none of its rotation. */
function limitCount({ type }: SceneJoint): number {
  const { orientation, size } = JOINT_KINDS[type];
  return orientation >= 0 ? orientation : size;
}

function readLimits(field: Located | undefined, robots: readonly RobotSceneRobot[]): RobotSceneFile['limits'] {
  if (field === undefined) return undefined;
  const wanted = robots.flatMap(({ links }) => links).reduce((sum, { joint }) => sum + limitCount(joint), 0);
  const limits = field.items('a list of [low, high]').map((pair) => {
    const [low, high] = pair.numbers(2);
    if (!(low <= high)) throw pair.wrong('[low, high], the smaller first');
    return [low, high] as const;
  });
  if (limits.length !== wanted) throw field.error(`has ${limits.length} pairs, but the joints have ${wanted} values with limits`);
  return limits;
}

/** Names and limits of joints, which a problem for planners has beside the robots. */
function withJoints(robots: readonly RobotSceneRobot[], limits: RobotSceneFile['limits'], field: Located | undefined): RobotSceneRobot[] {
  const moving = robots.flatMap(({ links }) => links.filter(({ joint }) => joint.type !== 'fixed'));
  const given = field?.texts();
  if (field !== undefined && given?.length !== moving.length)
    throw field.error(`has ${given?.length} names, but ${moving.length} joints move`);
  let slot = 0;
  let number = 0;
  return robots.map((robot) => ({
    ...robot,
    links: robot.links.map((link) => {
      if (link.joint.type === 'fixed') return link;
      const [lower, upper] = limits?.[slot] ?? [];
      slot += limitCount(link.joint);
      const name = given?.[number++];
      const range =
        lower === undefined || upper === undefined || !JOINT_KINDS[link.joint.type].hasLimits ? {} : { limits: { lower, upper } };
      return { ...link, joint: { ...link.joint, ...(name === undefined ? {} : { name }), ...range } };
    }),
  }));
}

function readAxis(joint: Located, type: SceneJointType): Vec3 {
  if (!JOINT_KINDS[type].hasAxis) return [1, 0, 0];
  const axis = joint.field('axis');
  const [x, y, z] = axis.numbers(3);
  if (x === 0 && y === 0 && z === 0) throw axis.error('is [0,0,0], which is no direction');
  return [x, y, z];
}

function readPose(pose: Located): FullPose {
  const quaternion = pose.field('q').numbers(4) as unknown as Quat;
  const position = pose.field('t').numbers(3) as unknown as Vec3;
  return pose.check((subject) => checkedPose({ position, quaternion }, `${subject}.q, t`));
}

function readObject(item: Located, names: Set<string>): RobotSceneObject {
  const name = ownName(item, names);
  const object = item.named(`object ${shownName(name)}`);
  refuseMeant(object, 'object');
  const pose = object.get('pose');
  return { name, mesh: object.field('mesh').text(), pose: pose === undefined ? IDENTITY : readPose(pose) };
}

interface Ignored {
  /** One list a robot. */
  readonly allowed: AllowedPair[][];
  readonly ignore: [string, string][];
}

function readIgnored(scene: Located, robots: readonly RobotSceneRobot[], environment: readonly RobotSceneObject[]): Ignored {
  const owners = new Map(robots.flatMap(({ links }, i) => links.map(({ name }) => [name, i])));
  const objects = new Set(environment.map(({ name }) => name));
  const out: Ignored = { allowed: robots.map(() => []), ignore: [] };
  for (const pair of scene.get('ignore')?.items() ?? []) {
    const ends = pair.texts();
    if (ends.length !== 2) throw pair.wrong('two names');
    const [a, b] = ends;
    if (a === b) throw pair.error(`pairs ${shownName(a)} with itself`);
    for (const end of ends) {
      // An object of several parts may be named whole or by part, `pipes/pipe12`.
      if (owners.has(end) || isOfObject(end, objects, pair)) continue;
      const near = nearestName(end, [...owners.keys(), ...objects]);
      const advice = near === undefined ? '' : `; is ${shownName(near)} meant?`;
      throw pair.error(`names ${shownName(end)}, which is neither link nor object${advice}`);
    }
    const owner = owners.get(a);
    if (owner !== undefined && owner === owners.get(b)) out.allowed[owner].push({ a, b, reason: 'user' });
    else out.ignore.push([a, b]);
  }
  return out;
}

/** By its own name, or by one of those before its slashes. */
function isOfObject(end: string, objects: ReadonlySet<string>, place: Located): boolean {
  if (objects.has(end)) return true;
  for (let slash = end.indexOf('/'); slash >= 0; slash = end.indexOf('/', slash + 1)) {
    place.work.spend(1 + slash, place);
    if (objects.has(end.slice(0, slash))) return true;
  }
  return false;
}

/** A robot's links that have values, with where these begin. */
interface Slots {
  readonly size: number;
  readonly moving: readonly { readonly name: string; readonly kind: JointKind; readonly slot: number }[];
}

function slotsOf({ links, size }: RobotSceneRobot): Slots {
  let slot = 0;
  const moving = links.flatMap(({ name, joint }) => {
    const kind = JOINT_KINDS[joint.type];
    const own = { name, kind, slot };
    slot += kind.size;
    return kind.size === 0 ? [] : [own];
  });
  return { size, moving };
}

/** Units of work of a query, and of a robot in it. */
const QUERY_UNITS = 64;

/** `ids`: as texts, whose hashes a file cannot steer as it can those of numbers. */
function readQuery(item: Located, robots: readonly Slots[], ids: Set<string>): RobotQuery {
  item.work.spend(QUERY_UNITS * (1 + robots.length), item);
  const idField = item.field('id');
  const id = idField.integer();
  if (ids.has(`#${id}`)) throw idField.error(`is ${id}, which another query has too`);
  ids.add(`#${id}`);
  const query = item.named(`query ${id}`);
  refuseMeant(query, 'query');
  const from = readValues(query.field('from'), robots);
  const to = readValues(query.field('to'), robots);
  const ref = query.get('ref');
  return {
    id,
    from: from.flat(),
    to: to.flat(),
    robots: robots.map((_, i) => ({ from: from[i], to: to[i] })),
    set: query.get('set')?.text(),
    trajectory: query.get('trajectory')?.number(),
    ref: ref === undefined ? undefined : readReference(ref),
  };
}

/** One list a robot. */
function readValues(field: Located, robots: readonly Slots[]): number[][] {
  const values = field.numbers();
  const size = robots.reduce((sum, robot) => sum + robot.size, 0);
  if (values.length !== size) throw field.error(`has ${values.length} values, but the joints have ${size}`);
  let end = 0;
  const slices = robots.map((robot) => {
    const start = end;
    end += robot.size;
    return values.slice(start, end);
  });
  robots.forEach(({ moving }, i) => {
    for (const { name, kind, slot } of moving) {
      const own = slices[i].slice(slot, slot + kind.size);
      if (own.some((value) => Math.abs(value) > LARGEST_VALUE))
        throw field.error(`moves link ${shownName(name)} farther than 2^20: [${own}]`);
      if (kind.orientation < 0) continue;
      const [x, y, z, w] = own.slice(kind.orientation);
      field.check((subject) => checkedPose({ quaternion: [x, y, z, w] }, `${subject}: link ${shownName(name)}`));
    }
  });
  return slices;
}

/** What a configuration of a Robot may hold. */
const LARGEST_VALUE = 2 ** 20;

function readReference(ref: Located): RobotReference {
  const pair = ref.get('pair');
  const ends = pair?.texts();
  if (pair !== undefined && ends?.length !== 2) throw pair.wrong('two names');
  const lo = ref.field('lo').number();
  const hi = ref.field('hi').number();
  if (!(lo <= hi)) throw new InputError(`${ref.subject}: lo ${lo} is above hi ${hi}`, { file: ref.file, line: ref.line });
  return {
    collide: ref.field('collide').boolean(),
    lo,
    hi,
    d0: ref.get('d0')?.number(),
    pair: ends as unknown as [string, string] | undefined,
  };
}
