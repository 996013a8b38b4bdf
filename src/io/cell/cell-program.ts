/** Programs of tool moves as paths of a cell's robots: names of frames are looked up, degrees become radians. */
import { shownValue } from '../../math/check-record.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import { multiply, normalised, rotate } from '../../math/quat.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import { plus } from '../../math/vec3.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { MovePace } from '../../robot/follow/pace.ts';
import type { MovingFrame, ToolMove } from '../../robot/follow/tool-moves.ts';
import type { toolPath } from '../../robot/follow/tool-path.ts';
import type { Joint } from '../../robot/joint.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration, RobotModel } from '../../robot/robot-model.ts';
import type { RobotPath } from '../../robot/robot-path.ts';
import type { ProgramFrame, ProgramMove, ProgramPose, ProgramValues, ToolProgram } from '../path/parse-program.ts';
import type { PathFile } from '../path/path-file.ts';
import { type PathUnits, unitedUnits, unitFactor, unitFactors } from '../path/path-units.ts';
import { stateValues, unknownState } from '../robot/named-state.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { LoadedCell } from './read-cell.ts';

/** That of a scene, relative to the smallest radius of what moves. */
const DEFAULT_TOLERANCE = 1e-6;

/** What a robot is given: a program, and by how many seconds it begins later. */
interface Wanted {
  readonly content: PathFile;
  readonly program: ToolProgram;
  readonly startsAt: number;
  readonly make: MakeToolPath;
}

/** What makes a path of moves; loaded where there are some. */
export type MakeToolPath = typeof toolPath;

/** The paths of all robots, by programs or known already. Who follows another robot's link comes after it. */
export class ProgramPaths {
  private readonly cell: LoadedCell;
  private readonly wanted: Map<number, Wanted> = new Map();
  private readonly made: Map<number, RobotPath> = new Map();
  /** Robots whose path is being made. */
  private readonly open: Set<number> = new Set();
  private readonly links: ReturnType<typeof linksOf>;

  constructor(cell: LoadedCell) {
    this.cell = cell;
    this.links = linksOf(cell.robots);
  }

  /** A program of one robot, and what makes a path of it; `robot`: which, where the program need not say it. */
  add(content: PathFile, make: MakeToolPath | undefined, robot?: number, startsAt = 0): void {
    const { file, line, program } = content;
    if (program === undefined) return;
    if (make === undefined)
      throw new InputError(
        "is a program of tool moves: readCellMotions loads what makes a path of it; give cellMotions { toolPath } of 'inbetween'",
        { file, line },
      );
    const { robots } = this.cell;
    const named =
      program.robot === undefined ? (robot ?? (robots.length === 1 ? 0 : -1)) : robots.findIndex(({ name }) => name === program.robot);
    const names = shownNames(robots.map(({ name }) => name));
    if (named < 0)
      throw new InputError(
        program.robot === undefined
          ? `does not say which robot moves: "robot" is one of ${names}`
          : `robot is ${shownName(program.robot)}, but there are ${names}`,
        { file, line },
      );
    if (robot !== undefined && robot !== named)
      throw new InputError(`is of robot ${shownName(robots[named].name)}, but is given to ${shownName(robots[robot].name)}`, {
        file,
        line,
      });
    if (this.wanted.has(named)) throw new InputError(`robot ${shownName(robots[named].name)} has two programs`, { file, line });
    this.wanted.set(named, { content, program, startsAt, make });
  }

  /** A path that another file gives. */
  know(robot: number, path: RobotPath): void {
    this.made.set(robot, path);
  }

  /** The path of a robot; without a program it stands. */
  pathOf(robot: number): RobotPath {
    const { cell, made, wanted, open } = this;
    const known = made.get(robot);
    if (known !== undefined) return known;
    const own = wanted.get(robot);
    const start = cell.starts[robot];
    if (own === undefined) {
      const standing = cell.robots[robot].path([start, start]);
      made.set(robot, standing);
      return standing;
    }
    if (open.has(robot)) throw new InputError(`robots follow one another in a circle`, { file: own.content.file, line: own.content.line });
    open.add(robot);
    const path = this.build(robot, own);
    open.delete(robot);
    made.set(robot, path);
    return path;
  }

  private build(index: number, { content: { file, line }, program: given, startsAt, make }: Wanted): RobotPath {
    const robot = this.cell.robots[index];
    const units = unitedUnits(given.units, this.cell.units, file);
    const { angle, length } = unitFactors(units);
    const program = { ...scaled(given, { angle, length }), units };
    const { link, at, joints, free, pace, jointPace, blends, accuracy, from } = program;
    const tried = accuracy ?? this.accuracy();
    let begun = -1;
    try {
      const own = program.moves.map((move, k) => {
        begun = k;
        return this.moveOf(index, program, move);
      });
      begun = -1;
      return make(robot, {
        ...{ link, moves: own, limits: 'ignore' },
        ...(startsAt === 0 ? {} : { startsAt }),
        from: from === undefined ? this.cell.starts[index] : robot.configuration(valuesOf(robot, from, program), this.cell.starts[index]),
        ...{ at, joints, pace, jointPace, blends },
        ...(free === undefined ? {} : { free }),
        ...(angle === length ? {} : { slideUnit: length / angle }),
        ...(tried === undefined ? {} : { accuracy: tried }),
      });
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      const message = cause.message.replace(/^robot '.*?': toolPath: /, '');
      const [, number] = /^moves\[(\d+)\]/.exec(message) ?? [];
      const k = begun >= 0 ? begun : Number(number ?? -1);
      throw new InputError(begun >= 0 ? `moves[${k}]: ${message}` : message, { file, line: program.moves[k]?.fileLine ?? line });
    }
  }

  /** A sixteenth of the tolerance that a scene of this cell has; undefined: nothing that moves has a size. */
  private accuracy(): number | undefined {
    const { robots, bodies, tolerance } = this.cell;
    if (tolerance !== undefined) return tolerance / 16;
    const shapes = [...bodies, ...robots.flatMap(({ links }) => links.flatMap((link) => link.shapes))].map(({ shape }) => shape);
    const smallest = shapes.reduce((least, shape) => Math.min(least, boundingRadius(shape) || Infinity), Infinity);
    return smallest < Infinity ? DEFAULT_TOLERANCE * (smallest / 16) : undefined;
  }

  private moveOf(index: number, program: ToolProgram, move: ProgramMove): ToolMove {
    const robot = this.cell.robots[index];
    const { fileLine, frame: named, joints, line, spare, ...rest } = move;
    if (joints !== undefined) return { ...rest, joints: valuesOf(robot, joints, program) } as ToolMove;
    if (line !== undefined && 'joints' in line) {
      if (named !== undefined || spare !== undefined)
        throw new InputError('line: joint values say where it ends: no frame, and nothing spare');
      return { ...rest, line: { joints: valuesOf(robot, line.joints, program) } } as ToolMove;
    }
    const given = move.wait === undefined ? (named ?? program.frame) : undefined;
    const frame = given === undefined ? undefined : this.frameOf(index, given);
    if (frame !== undefined && 'on' in frame && move.pose !== undefined)
      throw new InputError(`pose: ${shownName(given?.of ?? '')} moves; only lines, arcs and splines are made on what moves`);
    return {
      ...rest,
      ...(line === undefined ? {} : { line }),
      ...(frame === undefined ? {} : { frame }),
      ...(spare === undefined ? {} : { spare: valuesOf(robot, spare, program) }),
    } as ToolMove;
  }

  /** Throws where something else is called `world` or `base` too, and stands, or moves, elsewhere. */
  private checkOnly(index: number, name: 'world' | 'base', frame: Pose): void {
    const { robots, obstacles, bodies, starts } = this.cell;
    const meant = name === 'world' ? 'the world' : 'the base of the robot that moves';
    const obstacle = obstacles.find((one) => one.name === name);
    if ((obstacle !== undefined && !isSame(obstacle.pose ?? {}, frame)) || bodies.some((one) => one.name === name))
      throw new InputError(
        `frame: '${name}' is ${meant}, and ${obstacle === undefined ? 'a body' : 'an obstacle'} is called so too: rename it`,
      );
    const owners = this.links.get(name) ?? [];
    // of several robots that have such a link, each has its own base
    const other = name === 'base' && owners.some(({ robot }) => robot === index) ? owners.filter(({ robot }) => robot === index) : owners;
    for (const { robot, link } of other)
      if (!standsStill(robots[robot], link) || !isSame(entryOf(robots[robot].linkPoses(starts[robot]), link) as ProgramPose, frame))
        throw new InputError(
          `frame: '${name}' is ${meant}, and a link of robot ${shownName(robots[robot].name)} is called so too, elsewhere: write ${shownName(`${robots[robot].name}/${link}`)} for the link${name === 'world' ? ', and no frame for the world' : ', or rename it'}`,
        );
  }

  private frameOf(index: number, { of, at }: ProgramFrame): Pose | MovingFrame {
    const { robots, obstacles, bodies, bodyMotions } = this.cell;
    if (of === 'world' || of === 'base') {
      const frame = of === 'world' ? {} : robots[index].base;
      this.checkOnly(index, of, frame);
      return within(frame, at);
    }
    const obstacle = obstacles.find(({ name }) => name === of);
    if (obstacle !== undefined) return within(obstacle.pose, at);
    if (bodies.some(({ name }) => name === of)) {
      const motion = entryOf(bodyMotions, of);
      if (motion instanceof BodyTrajectory) return { on: motion, ...(at === undefined ? {} : { at }) };
      throw new InputError(`frame: ${shownName(of)} is carried; give the link that carries it`);
    }
    const owners = this.links.get(of) ?? [];
    if (owners.length > 1) throw new InputError(`frame: several robots have a link ${shownName(of)}; write robot/link`);
    if (owners.length === 0) {
      const known = [...obstacles, ...bodies].map(({ name }) => name);
      const near = nearestName(of, ['world', 'base', ...known, ...robots.flatMap(({ links }) => links.map(({ name }) => name))]);
      throw new InputError(
        `frame: ${shownName(of)} is no obstacle, body or link${near === undefined ? '; world and base are known' : `; is ${shownName(near)} meant?`}`,
      );
    }
    const [{ robot, link }] = owners;
    const path = robot === index ? robots[index].path([this.cell.starts[index], this.cell.starts[index]]) : this.pathOf(robot);
    if (robot === index && !standsStill(robots[index], link))
      throw new InputError(`frame: ${shownName(of)} moves with the robot itself; give its base, or something else`);
    if (robot === index || path.waypoints.every((values) => values.every((x, s) => x === path.waypoints[0][s])))
      return within(entryOf(robots[robot].linkPoses(path.waypoints[0]), link) as ProgramPose, at);
    if (path.times === null) throw new InputError(`frame: ${shownName(of)} moves, but its path has no seconds`);
    return { on: path, link, ...(at === undefined ? {} : { at }) };
  }
}

/** Whether two frames are one, but for rounding. */
function isSame(a: Pose, b: Pose): boolean {
  const { position, quaternion } = within(a, undefined) as ProgramPose;
  const other = within(b, undefined) as ProgramPose;
  const size = [...position, ...other.position].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const turn = quaternion.reduce((sum, x, k) => sum + x * other.quaternion[k], 0);
  return position.every((x, k) => Math.abs(x - other.position[k]) <= 1e-12 * size) && Math.abs(turn) > 1 - 1e-12;
}

/** Who has a link of a name, or of `robot/link`. */
function linksOf(robots: readonly RobotModel[]): ReadonlyMap<string, readonly { readonly robot: number; readonly link: string }[]> {
  const out = new Map<string, { robot: number; link: string }[]>();
  for (const [robot, { name: own, links }] of robots.entries())
    for (const { name: link } of links)
      for (const name of [link, `${own}/${link}`]) {
        const others = out.get(name);
        if (others === undefined) out.set(name, [{ robot, link }]);
        else others.push({ robot, link });
      }
  return out;
}

/** Whether no joint moves a link. */
function standsStill(robot: Robot, link: string): boolean {
  for (let i = robot.link(link).index; i >= 0; i = robot.links[i].parent) if (robot.links[i].joint.kind.size > 0) return false;
  return true;
}

function within({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose, at: ProgramPose | undefined): Pose {
  if (at === undefined) return { position, quaternion };
  return { position: plus(position, rotate(quaternion, at.position)), quaternion: normalised(multiply(quaternion, at.quaternion)) };
}

/**
 * The same program in other units, as a file of a cell in these units has it. An InputError where joints slide at a
 * speed that other units change.
 */
export function programIn(program: ToolProgram, robot: Robot, units: PathUnits): ToolProgram {
  if (typeof program !== 'object' || program === null || !Array.isArray(program.moves))
    throw new InputError(`programIn: the first argument must be a program, got ${shownValue(program)}`);
  if (!Array.isArray(robot?.joints)) throw new InputError(`programIn: the second argument must be a robot, got ${shownValue(robot)}`);
  const { units: own = {}, from, ...rest } = program;
  const [before, after] = [unitFactors(own), unitFactors(units)];
  const values = <T extends ProgramValues>(given: T): T => (typeof given === 'string' ? given : (inUnits(robot, given, own, units) as T));
  if (before.length / before.angle !== after.length / after.angle) checkSlides(program, robot);
  const { moves, ...out } = scaled(rest, { angle: before.angle / after.angle, length: before.length / after.length });
  return {
    ...out,
    units,
    ...(from === undefined ? {} : { from: values(from) }),
    moves: moves.map((move) => ({
      ...move,
      ...(move.joints === undefined ? {} : { joints: values(move.joints) }),
      ...(move.spare === undefined ? {} : { spare: values(move.spare) }),
      ...(move.line !== undefined && 'joints' in move.line ? { line: { joints: values(move.line.joints) } } : {}),
    })),
  };
}

/** Speeds of joints are in both units at once: of a joint that slides, another ratio of them makes another speed. */
function checkSlides({ jointPace, moves }: ToolProgram, robot: Robot): void {
  const slides = new Set<string>();
  for (const { kind, name } of robot.joints)
    if (kind.parts.some((_, k) => k !== kind.angle && (kind.orientation < 0 || k < kind.orientation))) slides.add(name);
  for (const [k, { joints, pose, seconds, speed, acceleration }] of moves.entries()) {
    const isPaced = speed !== undefined || acceleration !== undefined || (jointPace !== undefined && seconds === undefined);
    if ((joints === undefined && pose === undefined) || !isPaced) continue;
    for (const name of typeof joints === 'object' && !Array.isArray(joints) ? Object.keys(joints) : slides)
      if (slides.has(name))
        throw new InputError(
          `programIn: moves[${k}]: its speed is in the units of both angles and lengths, and ${shownName(name)} slides: give it seconds`,
        );
  }
}

/** A program by other units of angle and length, but for joint values, whose units go by their joints. */
function scaled(program: ToolProgram, { angle, length }: ReturnType<typeof unitFactors>): ToolProgram {
  if (angle === 1 && length === 1) return program;
  const place = (at: Vec3): Vec3 => at.map((x) => length * x) as unknown as Vec3;
  const pose = (at: ProgramPose): ProgramPose => ({ ...at, position: place(at.position) });
  const framed = (frame: ProgramFrame): ProgramFrame => ({ ...frame, ...(frame.at === undefined ? {} : { at: pose(frame.at) }) });
  // speeds of joints are in radians; what a sliding joint may do in that time is `slideUnit`
  const paced = <T extends MovePace>(pace: T, along: number): T => ({
    ...pace,
    ...(pace.speed === undefined ? {} : { speed: along * pace.speed }),
    ...(pace.turnSpeed === undefined ? {} : { turnSpeed: angle * pace.turnSpeed }),
    ...(pace.acceleration === undefined ? {} : { acceleration: along * pace.acceleration }),
  });
  const { at, frame, pace, jointPace, accuracy } = program;
  return {
    ...program,
    ...(at === undefined ? {} : { at: pose(at) }),
    ...(frame === undefined ? {} : { frame: framed(frame) }),
    ...(pace === undefined ? {} : { pace: paced(pace, length) }),
    ...(jointPace === undefined ? {} : { jointPace: paced(jointPace, angle) }),
    ...(accuracy === undefined ? {} : { accuracy: length * accuracy }),
    moves: program.moves.map((move) => ({
      ...paced(move, move.joints === undefined && move.pose === undefined ? length : angle),
      ...(move.pose === undefined ? {} : { pose: pose(move.pose) }),
      ...(move.line === undefined || 'joints' in move.line ? {} : { line: pose(move.line) }),
      ...(move.arc === undefined ? {} : { arc: pose(move.arc) }),
      ...(move.through === undefined ? {} : { through: place(move.through) }),
      ...(move.spline === undefined ? {} : { spline: move.spline.map(pose) }),
      ...(move.frame === undefined ? {} : { frame: framed(move.frame) }),
      ...(move.blend === undefined ? {} : { blend: length * move.blend }),
    })),
  };
}

/** Joint values in the units of the library, a named state as it is. */
function valuesOf(robot: Robot, values: ProgramValues, { units = {} }: ToolProgram): Record<string, number> & Configuration {
  type Values = Record<string, number> & Configuration;
  if (typeof values !== 'string') return inUnits(robot, values, units) as unknown as Values;
  const state = stateValues(robot, values);
  if (state === undefined) throw new InputError(unknownState(values, [robot]));
  return state as unknown as Values;
}

/** Joint values in other units, by default radians and metres. */
function inUnits(robot: Robot, values: Exclude<ProgramValues, string>, from: PathUnits, to: PathUnits = {}): ProgramValues {
  const factor = (joint: Joint, part: number): number =>
    unitFactor(joint, part, from, undefined, {}) / unitFactor(joint, part, to, undefined, {});
  if (Array.isArray(values)) {
    const owners = robot.joints.flatMap((joint) => joint.kind.parts.map(() => joint));
    return values.map((x, k) => (k < owners.length ? x * factor(owners[k], k - owners[k].slot) : x));
  }
  const { joints } = robotNames(robot);
  const out: Record<string, number | readonly number[]> = {};
  for (const [name, value] of Object.entries(values as Readonly<Record<string, number | readonly number[]>>)) {
    const joint = joints.get(name);
    const inBase = (x: number, part: number): number => (joint === undefined ? x : x * factor(joint, part));
    setEntry(out, name, typeof value === 'number' ? inBase(value, 0) : value.map(inBase));
  }
  return out;
}
