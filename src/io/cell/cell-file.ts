import { checkRecord } from '../../math/check-record.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Hold, Moment } from '../../motion/held-motion.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Uncertainty } from '../../robot/follow/uncertainty.ts';
import type { RobotLoop } from '../../robot/robot-model.ts';
import type { MeshSource } from '../mesh-source.ts';
import { readProgramTree, type ToolProgram } from '../path/parse-program.ts';
import { type PathUnits, parseUnits } from '../path/path-units.ts';
import { readPose } from '../robot/read-pose.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import { counted } from '../text/counted.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import { type CellShape, readShape, readUpAxis } from './cell-shapes.ts';

// The cell file `inbetween-cell/1`: robots, what stands around them, what they hold, and how near they may come.
// Written by hand, so comments are allowed and a key that is not known is an error. `readCell` adds the files it names.

/** One robot of a cell, as the cell file describes it. */
export interface CellRobot {
  /** Path of the URDF as written, as seen from the cell file. */
  readonly urdf: string;
  /** Path of the SRDF as written, as seen from the cell file; absent: none, and neighbours are not tested. */
  readonly srdf?: string;
  /** What it is called. Absent: as the URDF says. */
  readonly name?: string;
  /** Which of the URDF's shapes are tested; 'collision' where the file does not say. */
  readonly geometry: 'collision' | 'visual';
  /** Folders of ROS packages by name, as seen from the cell file; empty: looked for around the URDF. */
  readonly packages: Readonly<Record<string, string>>;
  /** Where its root stands in the world; the origin where the file does not say. */
  readonly base: FullPose;
  /** Whether the base stands still whatever virtual joint the SRDF has; absent: it moves as that says. */
  readonly fixedBase?: boolean;
  /** Joints that are helical, by name: metres along the axis in a whole turn; see `readUrdf`. Absent: none. */
  readonly pitches?: Readonly<Record<string, number>>;
  /**
   * What closes its loops: frames that coincide, or a YAML file, as seen from the cell file; see `readUrdf`. Where they
   * are closed says `start`. Absent: what the URDF says.
   */
  readonly loops?: string | readonly RobotLoop[];
  /** Joints within loops that are driven. Absent: those of the YAML file, or that transmissions drive. */
  readonly driven?: readonly string[];
  /** Whether the inside of mesh files counts too; they must be closed then. Absent: it does not. */
  readonly solid?: boolean;
  /** Which way is up in its glTF and COLLADA files; see `readMesh`. Absent: as in the file. */
  readonly upAxis?: 'keep' | 'z';
  /** Pairs of its links that may touch. */
  readonly allow: readonly (readonly [string, string])[];
  /** Values of joints that a path does not name, by the joints' names: radians or metres. Others are 0. */
  readonly start: Readonly<Record<string, number | readonly number[]>>;
  /** Instead of `start`, which is empty then: a named state of the SRDF, `home` or `group/home`. */
  readonly startState?: string;
  /** Its own path file, as seen from the cell file. Absent: it follows the path of the cell. */
  readonly path?: string;
  /** Seconds by which its own trajectory begins later than its file says; 0 where the cell does not say. */
  readonly startsAt: number;
}

/** Something that stands in a cell. */
export interface CellObstacle {
  /** What results call it. */
  readonly name: string;
  /** What it looks like, in its own frame. */
  readonly shape: CellShape;
  /** Where it stands in the world; of something held, in the frame of the link. */
  readonly pose: FullPose;
}

/** Something that a link holds. */
export interface CellAttachment extends CellObstacle {
  /** The link, or `robot/link` where several robots have one of that name; the pose is in its frame. */
  readonly to: string;
  /** Links of the same robot that it may touch. */
  readonly touches: readonly string[];
}

/** Something that moves: by the clock, as a conveyor, a door, a cart or a turntable, or carried by robots. */
export interface CellBody extends CellObstacle {
  /**
   * Where it is when, at least two points; seconds that increase. Before and after it stands. Absent: it is carried.
   */
  readonly trajectory?: readonly { readonly time: number; readonly pose: FullPose }[];
  /** When it is held and by whom, in the order of time; it stands at its pose until then. Absent: it is not carried. */
  readonly held?: readonly Hold[];
}

/**
 * A cell file `inbetween-cell/1` as data: robots, what stands around them, and how near they may come. Metres and
 * radians. No file that it names has been read.
 */
export interface CellFile {
  /** What to call the cell; the name of the file where it does not say. */
  readonly name: string;
  /** Robots, at least one. */
  readonly robots: readonly CellRobot[];
  /** What stands still. */
  readonly obstacles: readonly CellObstacle[];
  /** What moves by the clock or is carried; the pose of the former is the first of its trajectory. */
  readonly bodies: readonly CellBody[];
  /** What links hold. */
  readonly attach: readonly CellAttachment[];
  /** Pairs that may touch: links (also `robot/link`), obstacles, what is held. */
  readonly allow: readonly (readonly [string, string])[];
  /** The distance that must be kept, metres, for all or by groups of pairs; 0 where the file does not say. */
  readonly clearance: number | ClearanceRules;
  /** How close counts as contact, metres; absent: relative to the size of the bodies. */
  readonly tolerance?: number;
  /** How far what really moves may be from the paths, metres, radians and seconds; absent: not at all. */
  readonly uncertainty?: Uncertainty;
  /** Whether links are tested against links; true where the file does not say. */
  readonly self: boolean;
  /**
   * A path file as seen from the cell, or the configurations themselves, each in numbers or as the name of a state;
   * absent: none.
   */
  readonly path?: string | readonly (readonly number[] | string)[];
  /** Instead of a path: a program of tool moves as seen from the cell, or the programs themselves, one a robot. */
  readonly program?: string | readonly ToolProgram[];
  /** What the values of its paths are in; absent: as each path says, or radians and metres. */
  readonly units?: PathUnits;
}

const CELL_KEYS: readonly string[] =
  'format name robots robot obstacles bodies attach allow clearance tolerance uncertainty self path program units'.split(' ');
const ROBOT_KEYS: readonly string[] =
  'urdf srdf name geometry packages base fixedBase pitches loops driven solid upAxis allow start path startsAt'.split(' ');

/**
 * Reads a cell file at hand, JSON with comments; `file` is its name, for errors. `readCell` also reads what it names.
 */
export function parseCell(source: MeshSource, file: string, options: ReadOptions = {}): CellFile {
  checkRecord(options, ['maxWork'], 'parseCell');
  return readCellFile(parseJson(source, file, { comments: true, work: meterOf(options.maxWork) }), file);
}

/** The same where the content has been parsed; whoever goes on with it can name lines. */
export function readCellFile(cell: Located, file: string): CellFile {
  cell.onlyKeys(CELL_KEYS);
  const format = cell.get('format');
  if (format === undefined) throw cell.error(`is no cell: "format": "inbetween-cell/1" is missing; 'inbetween init' writes one`);
  if (format.value !== 'inbetween-cell/1') throw format.wrong('"inbetween-cell/1"');
  const names = new Set<string>();
  return {
    name: cell.get('name')?.text() ?? file,
    robots: robotItems(cell).map(readRobot),
    obstacles: (cell.get('obstacles')?.items() ?? []).map((item) => readObstacle(item, names)),
    bodies: (cell.get('bodies')?.items() ?? []).map((item) => readBody(item, names)),
    attach: (cell.get('attach')?.items() ?? []).map((item, i) => readAttachment(item, i, names)),
    allow: (cell.get('allow')?.items() ?? []).map(readNames),
    clearance: readClearance(cell.get('clearance')),
    tolerance: cell.get('tolerance')?.positive(),
    ...readUncertainty(cell.get('uncertainty')),
    self: cell.get('self')?.boolean() ?? true,
    path: readInlinePath(cell.get('path')),
    ...readInlineProgram(cell),
    ...readUnits(cell.get('units')),
  };
}

const CLEARANCES = ['default', 'self', 'tool', 'environment'] as const;

/** A distance for all, or by groups of pairs; 0 where nothing is said. */
export function readClearance(clearance: Located | undefined): number | ClearanceRules {
  if (clearance === undefined) return 0;
  if (!clearance.isMap()) return readDistance(clearance);
  clearance.onlyKeys([...CLEARANCES, 'pairs']);
  const groups = CLEARANCES.flatMap((group) => {
    const distance = clearance.get(group);
    return distance === undefined ? [] : [[group, readDistance(distance)] as const];
  });
  const pairs = clearance.get('pairs')?.items('a list of pairs, each two names and a distance') ?? [];
  const named = pairs.map((pair) => {
    const [a, b, distance, more] = pair.items('two names and a distance');
    if (distance === undefined || more !== undefined) throw pair.wrong('two names and a distance');
    return [a.text(), b.text(), readDistance(distance)] as const;
  });
  return { ...Object.fromEntries(groups), ...(named.length === 0 ? {} : { pairs: named }) };
}

function readUncertainty(given: Located | undefined): Pick<CellFile, 'uncertainty'> {
  if (given === undefined) return {};
  given.onlyKeys(['angle', 'length', 'joints', 'seconds', 'places']);
  const ranges = (map: Located | undefined, keys: readonly string[]): Record<string, number> =>
    Object.fromEntries(keys.flatMap((key) => (map?.get(key) === undefined ? [] : [[key, readDistance(map.field(key))]])));
  const [joints, places] = [given.get('joints'), given.get('places')];
  const place = (name: string): readonly [string, Record<string, number>] => {
    const own = (places as Located).field(name);
    own.onlyKeys(['length', 'angle']);
    return [name, ranges(own, ['length', 'angle'])];
  };
  return {
    uncertainty: {
      ...ranges(given, ['angle', 'length', 'seconds']),
      ...(joints === undefined ? {} : { joints: ranges(joints, joints.keys()) }),
      ...(places === undefined ? {} : { places: Object.fromEntries(places.keys().map(place)) }),
    },
  };
}

function readDistance(distance: Located): number {
  if (!(distance.number() >= 0)) throw distance.wrong('a number ≥ 0');
  return distance.number();
}

function readUnits(units: Located | undefined): Pick<CellFile, 'units'> {
  return units === undefined ? {} : { units: parseUnits(units.text(), 'units', units) };
}

/** The robots under either key. */
export function robotItems(cell: Located): Located[] {
  const robot = cell.get('robot');
  const robots = cell.get('robots');
  if (robot !== undefined && robots !== undefined) throw robots.error('and robot are both given; put all into robots');
  if (robot !== undefined) return [robot];
  if (robots === undefined) throw cell.error('names no robot: "robot": { "urdf": "arm.urdf" } is missing');
  const items = robots.items('a list of robots');
  if (items.length === 0) throw robots.wrong('a list of at least one robot');
  return items;
}

function readRobot(robot: Located): CellRobot {
  robot.onlyKeys(ROBOT_KEYS);
  const geometry = robot.get('geometry');
  if (geometry !== undefined && geometry.value !== 'collision' && geometry.value !== 'visual')
    throw geometry.wrong('"collision" or "visual"');
  const packages = robot.get('packages');
  const pitches = robot.get('pitches');
  const start = robot.get('start');
  const startState = typeof start?.value === 'string' ? start.text() : undefined;
  return {
    urdf: robot.field('urdf').text(),
    srdf: robot.get('srdf')?.text(),
    name: robot.get('name')?.text(),
    geometry: (geometry?.value ?? 'collision') as CellRobot['geometry'],
    packages: Object.fromEntries(packages?.keys().map((key) => [key, packages.field(key).text()]) ?? []),
    base: readPose(robot.get('base')),
    fixedBase: robot.get('fixedBase')?.boolean(),
    ...(pitches === undefined ? {} : { pitches: Object.fromEntries(pitches.keys().map((key) => [key, pitches.field(key).number()])) }),
    ...readLoops(robot.get('loops')),
    ...(robot.get('driven') && { driven: robot.field('driven').texts() }),
    solid: robot.get('solid')?.boolean(),
    ...readUpAxis(robot.get('upAxis')),
    allow: (robot.get('allow')?.items() ?? []).map(readPair),
    start: startState === undefined ? readStart(start) : {},
    startState,
    path: readOwnPath(robot),
    startsAt: robot.get('startsAt')?.number() ?? 0,
  };
}

function readLoops(loops: Located | undefined): Pick<CellRobot, 'loops'> {
  if (loops === undefined) return {};
  if (typeof loops.value === 'string') return { loops: loops.text() };
  return {
    loops: loops.items('a list of loops, or the name of a YAML file').map((loop): RobotLoop => {
      loop.onlyKeys(['name', 'a', 'b', 'keeps']);
      const side = (which: 'a' | 'b'): RobotLoop['a'] => {
        const frame = loop.field(which);
        frame.onlyKeys(['link', 'at']);
        return { link: frame.field('link').text(), at: readPose(frame.get('at')) };
      };
      const keeps = loop.field('keeps');
      if (keeps.value !== 'point' && keeps.value !== 'axis' && keeps.value !== 'whole') throw keeps.wrong('"point", "axis" or "whole"');
      return { ...(loop.get('name') && { name: loop.field('name').text() }), a: side('a'), b: side('b'), keeps: keeps.value };
    }),
  };
}

function readOwnPath(robot: Located): string | undefined {
  const path = robot.get('path');
  const startsAt = robot.get('startsAt');
  if (path === undefined && startsAt !== undefined)
    throw startsAt.error('is for a robot with a path of its own: "path": "arm.json" is missing');
  return path?.text();
}

function readStart(start: Located | undefined): CellRobot['start'] {
  if (start === undefined) return {};
  if (!start.isMap()) throw start.wrong('values of joints by name, or the name of a state');
  return Object.fromEntries(start.keys().map((key) => [key, readJointValue(start.field(key))]));
}

function readNames(pair: Located): [string, string] {
  const ends = pair.texts();
  if (ends.length !== 2) throw pair.wrong('two names of links, obstacles or held things');
  return [ends[0], ends[1]];
}

function readPair(pair: Located): [string, string] {
  const ends = pair.texts();
  if (ends.length !== 2) throw pair.wrong('two names of links');
  if (ends[0] === ends[1]) throw pair.error(`pairs '${ends[0]}' with itself`);
  return [ends[0], ends[1]];
}

function readJointValue(value: Located): number | number[] {
  return value.isList() ? value.numbers() : value.number();
}

function readObstacle(item: Located, names: Set<string>): CellObstacle {
  const name = ownName(item.field('name'), names);
  const obstacle = item.named(`obstacle ${shownName(name)}`);
  return { name, shape: readShape(obstacle, ['name', 'pose']), pose: readPose(obstacle.get('pose')) };
}

function readBody(item: Located, names: Set<string>): CellBody {
  const name = ownName(item.field('name'), names);
  const body = item.named(`body ${shownName(name)}`);
  const held = body.get('held');
  const trajectory = body.get('trajectory');
  if (held !== undefined && trajectory !== undefined)
    throw held.error('and trajectory are both given; it is carried, or moves by the clock');
  if (trajectory !== undefined && body.get('pose') !== undefined)
    throw body.field('pose').error('is not needed: the trajectory says where it is');
  const shape = readShape(body, held === undefined ? ['name', 'trajectory'] : ['name', 'pose', 'held']);
  if (held !== undefined) return { name, shape, pose: readPose(body.get('pose')), held: readHolds(held) };
  if (trajectory === undefined) throw body.error('needs a "trajectory", or "held" where robots carry it; what stands is an obstacle');
  const points = trajectory.items('a list of points, each with a time and a pose');
  if (points.length < 2) throw trajectory.wrong('a list of at least two points; what stands is an obstacle');
  const places = points.map((point, k) => {
    point.onlyKeys(['time', 'pose']);
    const time = point.field('time');
    if (k > 0 && !(time.number() > points[k - 1].field('time').number())) throw time.error('is not later than the one before it');
    return { time: time.number(), pose: readPose(point.field('pose')) };
  });
  return { name, shape, pose: places[0].pose, trajectory: places };
}

function readHolds(held: Located): readonly Hold[] {
  const items = held.items('a list of times that it is held');
  if (items.length === 0) throw held.wrong('a list of at least one time that it is held');
  return items.map((item, k) => {
    item.onlyKeys(['by', 'from', 'to', 'touches', 'onto']);
    if (item.get('to') === undefined && k + 1 < items.length) throw item.error('is to the end of the path, but there are more after it');
    return {
      by: item.field('by').text(),
      from: readMoment(item.get('from')),
      to: readMoment(item.get('to')),
      touches: item.get('touches')?.texts(),
      onto: item.get('onto')?.texts(),
    };
  });
}

/** The number of a waypoint, or { "second": 2.5 }. */
function readMoment(moment: Located | undefined): Moment | undefined {
  if (moment === undefined) return undefined;
  if (moment.isMap()) {
    moment.onlyKeys(['second']);
    return { second: moment.field('second').number() };
  }
  const waypoint = moment.integer();
  if (waypoint < 0) throw moment.wrong('the number of a waypoint, or { "second": 2.5 }');
  return waypoint;
}

function readAttachment(item: Located, index: number, names: Set<string>): CellAttachment {
  const given = item.get('name');
  const name = given === undefined ? `held-${index + 1}` : ownName(given, names);
  const attachment = item.named(`attach ${shownName(name)}`);
  return {
    name,
    shape: readShape(attachment, ['name', 'to', 'touches', 'pose']),
    pose: readPose(attachment.get('pose')),
    to: attachment.field('to').text(),
    touches: attachment.get('touches')?.texts() ?? [],
  };
}

function ownName(field: Located, names: Set<string>): string {
  const name = field.text();
  if (names.has(name)) throw field.error(`is ${shownName(name)}, which something else is called too`);
  names.add(name);
  return name;
}

function readInlineProgram(cell: Located): Pick<CellFile, 'program'> {
  const program = cell.get('program');
  if (program === undefined) return {};
  if (cell.get('path') !== undefined) throw program.error('and path are both given; give one of them');
  if (typeof program.value === 'string') return { program: program.text() };
  const items = program.isList() ? program.items() : [program];
  if (items.length === 0) throw program.wrong('a file, or moves of a tool, one program a robot');
  return { program: items.map(readProgramTree) };
}

function readInlinePath(path: Located | undefined): CellFile['path'] {
  if (path === undefined) return undefined;
  if (!path.isList()) return path.text();
  const points = path.items();
  if (points.length === 0) throw path.wrong('a file or a list of at least one configuration');
  const isState = ({ value }: Located): boolean => typeof value === 'string';
  const width = points.find((point) => !isState(point))?.numbers().length;
  return points.map((point) => {
    if (isState(point)) return point.text();
    const values = point.numbers();
    if (values.length !== width || width === 0) throw point.error(`has ${counted(values.length, 'value')}, the first has ${width}`);
    return values;
  });
}
