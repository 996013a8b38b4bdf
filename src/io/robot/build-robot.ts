import { checkHas, checkRecord } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose } from '../../math/pose.ts';
import { shownName } from '../../math/shown-name.ts';
import { cylinder } from '../../mesh/cylinder.ts';
import { box, capsule, sphere } from '../../mesh/primitives.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { adjacentPairs } from '../../robot/adjacent-pairs.ts';
import type { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import { JOINT_KINDS } from '../../robot/joint-types.ts';
import { type LinkOptions, Robot, type RobotOptions } from '../../robot/robot.ts';
import type { Configuration, LinkShape, RobotLoop } from '../../robot/robot-model.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { spendOnLoops } from './loop-work.ts';
import type { SrdfModel } from './parse-srdf.ts';
import { type ResolvedSrdf, resolveSrdf } from './resolve-srdf.ts';
import type { UrdfGeometry, UrdfJoint, UrdfLink, UrdfModel } from './urdf-model.ts';

/**
 * Which of a URDF's two sets of shapes: those for collision tests, or those for looks; or none, for kinematics and
 * timing alone: such a robot touches nothing.
 */
export type GeometryKind = 'collision' | 'visual' | 'none';

/** How a robot is made of a URDF that has been parsed; all optional. */
export interface BuildRobotOptions extends ReadOptions {
  /** Says which pairs of links are not tested, and names groups and states. Default: none. */
  readonly srdf?: SrdfModel;
  /** Which shapes of the links are tested. Default 'collision'. */
  readonly geometry?: GeometryKind;
  /** Where the root link's joint stands in the world. Default: the identity. */
  readonly base?: Pose;
  /** What the robot is called. Default: as the URDF says. */
  readonly name?: string;
  /** Sides of the prism around a cylinder; see `cylinder`. Default 32. */
  readonly cylinderSegments?: number;
  /**
   * Whether links held together by a joint are allowed to touch. Default: unless there is an SRDF, which says what is.
   */
  readonly allowAdjacent?: boolean;
  /**
   * Whether all links may be given poses of their own, as for mechanisms with loops; see RobotOptions. Default false.
   */
  readonly posable?: boolean;
  /**
   * Whether the base stands still whatever virtual joint the SRDF has: it is then not tested against what it stands on.
   * Default false: it moves as the SRDF says.
   */
  readonly fixedBase?: boolean;
  /**
   * Joints that are helical, which URDF has no word for, by name: how far each slides along its axis in a whole turn,
   * in metres. In the file they are revolute or continuous. Default: none.
   */
  readonly pitches?: Readonly<Record<string, number>>;
  /** What closes its loops, beside what the URDF says of them. Default: nothing else. */
  readonly loops?: readonly RobotLoop[];
  /** Joints within loops that are driven; the others follow. Default: those that transmissions of the URDF drive. */
  readonly driven?: readonly string[];
  /** Where its loops nearly close, if it has some; see `LoopedRobotOptions`. Default: all joints at 0. */
  readonly closed?: Configuration | 'search';
  /** The class `LoopedRobot`, where there are loops. Default: none, and loops are refused; `readUrdf` loads it. */
  readonly looped?: typeof LoopedRobot;
  /** Called with what is odd but does no harm, one sentence each. Default: nobody is called. */
  readonly onWarning?: (warning: string) => void;
}

const OPTIONS: readonly string[] = [
  ...['srdf', 'geometry', 'base', 'name', 'cylinderSegments', 'allowAdjacent', 'posable', 'fixedBase', 'onWarning'],
  ...['pitches', 'loops', 'driven', 'closed', 'looped', 'maxWork'],
];

/** Units of work of a link or joint that is checked. */
const LINK_UNITS = 128;

/** Gives the mesh that a <mesh> of a link stands for, in metres, scaled as the URDF says. */
export type MeshOf = (geometry: UrdfGeometry, link: UrdfLink) => TriangleMesh;

/**
 * A robot from files that have been parsed. Spheres, boxes and capsules are exact; cylinders become prisms that contain
 * them.
 */
export function buildRobot(urdf: UrdfModel, meshOf: MeshOf, options: BuildRobotOptions = {}): Robot {
  checkRecord(options, OPTIONS, 'buildRobot');
  checkHas(urdf, ['name', 'links', 'joints'], 'buildRobot: urdf');
  const { srdf, geometry = 'collision', base, name = urdf.name, onWarning, pitches = {} } = options;
  checkGeometry(urdf, geometry);
  const work = meterOf(options.maxWork);
  work.spend(LINK_UNITS * (urdf.links.length + urdf.joints.length), { file: urdf.file });
  const resolved: ResolvedSrdf | undefined =
    srdf === undefined ? undefined : resolveSrdf(options.fixedBase ? fixedVirtual(srdf) : srdf, urdf, work);
  const parts = {
    name,
    base,
    links: linkOptions(withPitches(urdf, pitches), resolved, (link) => linkShapes(urdf, link, meshOf, options)),
    allowed: resolved?.allowed,
    groups: resolved?.groups,
    states: resolved?.states,
    tool: resolved?.tool,
    posable: options.posable,
  };
  const robot = withLoops(urdf, parts, options, work) ?? new Robot(parts);
  if (options.allowAdjacent ?? srdf === undefined)
    for (const { a, b, reason } of adjacentPairs(robot)) if (!robot.allowed.isAllowed(a, b)) robot.allowed.allow(a, b, reason);
  if (srdf !== undefined) checkStates(robot, srdf, work);
  const bare = urdf.links.filter((link) => geometry === 'collision' && link.collision.length === 0 && link.visual.length > 0);
  const warnings = bare.map(
    ({ name, line }) => `${urdf.file}, line ${line}: link ${shownName(name)} is seen but has no collision geometry; nothing hits it`,
  );
  for (const warning of [...urdf.warnings, ...warnings, ...(resolved?.warnings ?? [])]) onWarning?.(warning);
  return robot;
}

/** Undefined: it has none. */
function withLoops(
  urdf: UrdfModel,
  parts: RobotOptions,
  { loops = [], driven = urdf.driven, closed, looped }: BuildRobotOptions,
  work: WorkMeter,
): Robot | undefined {
  const all = [...(urdf.loops ?? []), ...loops];
  const { file } = urdf;
  if (all.length === 0) return undefined;
  if (driven === undefined)
    throw new InputError(
      'the robot has loops, but nothing says which joints are driven: name them ("driven" of the robot in a cell, driven of readUrdf), or let <transmission> do so',
      { file },
    );
  if (looped === undefined) throw new InputError('the robot has loops: give buildRobot the class, { looped: LoopedRobot }', { file });
  spendOnLoops(urdf, all, driven, closed === 'search', work);
  return new looped({ ...parts, loops: all, driven, ...(closed && { closed }) });
}

function fixedVirtual(srdf: SrdfModel): SrdfModel {
  return { ...srdf, virtualJoints: srdf.virtualJoints.map((joint) => ({ ...joint, type: 'fixed' })) };
}

/** Throws where no link has shapes of the kind asked for: such a robot would be free everywhere. */
export function checkGeometry({ links, file, skipped }: UrdfModel, geometry: GeometryKind): void {
  if (geometry === 'none' || links.some((link) => link[geometry].length > 0)) return;
  const other = geometry === 'collision' ? 'visual' : 'collision';
  const advice = links.some((link) => link[other].length > 0)
    ? `read it with geometry: '${other}' to use the ${other} shapes (--geometry ${other} beside a URDF, "geometry": "${other}" of the robot in a cell)`
    : "there is nothing that could collide; geometry: 'none' reads it all the same, for kinematics, inverse kinematics and timing";
  const lost = skipped?.[geometry] ?? [];
  const why = lost.length === 0 ? '' : ` that could be used (${lost[0]}${lost.length > 1 ? `, and ${lost.length - 1} more` : ''})`;
  throw new InputError(`no link has ${geometry} geometry${why}; ${advice}`, { file, line: links[0].line });
}

/** The joint as the robot has it. */
interface BuiltJoint extends UrdfJoint {
  readonly pitch?: number;
}

function withPitches(urdf: UrdfModel, pitches: Readonly<Record<string, number>>): Built {
  const unknown = Object.keys(pitches).find((name) => !urdf.joints.some((joint) => joint.name === name));
  if (unknown !== undefined) throw new InputError(`pitches: there is no joint ${shownName(unknown)}`, { file: urdf.file });
  const joints = urdf.joints.map((joint): BuiltJoint => {
    const pitch = entryOf(pitches, joint.name);
    if (pitch === undefined) return joint;
    if (JOINT_KINDS[joint.type].moves !== 'turn')
      throw new InputError(`pitches: joint ${shownName(joint.name)} is ${joint.type}, and does not turn`, {
        file: urdf.file,
        line: joint.line,
      });
    return { ...joint, type: 'helical', pitch };
  });
  return { ...urdf, joints };
}

type Built = Omit<UrdfModel, 'joints'> & { readonly joints: readonly BuiltJoint[] };

function linkOptions(urdf: Built, srdf: ResolvedSrdf | undefined, shapesOf: (link: UrdfLink) => readonly LinkShape[]): LinkOptions[] {
  const above = new Map(urdf.joints.map((joint) => [joint.child, joint]));
  const rootJoint = {
    name: freeName(`${urdf.root}_joint`, new Set(urdf.joints.map(({ name }) => name))),
    type: 'fixed',
    ...srdf?.rootJoint,
  } as const;
  return urdf.links.map((link) => {
    const joint = above.get(link.name);
    const shapes = shapesOf(link);
    if (joint === undefined) return { name: link.name, joint: rootJoint, shapes };
    const { name, type, origin, axis, pitch, limits, mimic, parent } = joint;
    return { name: link.name, parent, joint: { name, type, origin, axis, pitch, limits, mimic }, shapes };
  });
}

/** A root `base` and a joint `base_joint` below it are common. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  while (taken.has(name)) name += '_';
  return name;
}

/** What a link has of a kind. */
export function shapesIn(link: UrdfLink, kind: GeometryKind): readonly UrdfGeometry[] {
  return kind === 'none' ? [] : link[kind];
}

function linkShapes(urdf: UrdfModel, link: UrdfLink, meshOf: MeshOf, options: BuildRobotOptions): readonly LinkShape[] {
  return shapesIn(link, options.geometry ?? 'collision').map((geometry) => {
    try {
      return { shape: shapeMesh(geometry, link, meshOf, options.cylinderSegments), pose: geometry.origin, name: geometry.name };
    } catch (cause) {
      // A mesh says itself where its fault is; here is who asked for it.
      if (!(cause instanceof InputError) || cause.file === urdf.file) throw cause;
      throw new InputError(`link ${shownName(link.name)}: ${cause.message}`, { file: urdf.file, line: geometry.line });
    }
  });
}

function shapeMesh(geometry: UrdfGeometry, link: UrdfLink, meshOf: MeshOf, segments: number | undefined): TriangleMesh {
  const { shape } = geometry;
  const name = geometry.name ?? `${link.name} ${shape.type}`;
  switch (shape.type) {
    case 'box':
      return box(shape.size, [0, 0, 0], name);
    case 'sphere':
      return sphere(shape.radius, [0, 0, 0], name);
    case 'cylinder':
      return cylinder(shape.radius, shape.length, { segments, name });
    case 'capsule':
      return capsule([0, 0, -shape.length / 2], [0, 0, shape.length / 2], shape.radius, name);
    case 'mesh':
      return meshOf(geometry, link);
  }
}

/** Quaternions of floating joints, and values that are beyond all measure, can only be judged by the robot. */
function checkStates(robot: Robot, { states, file }: SrdfModel, work: WorkMeter): void {
  robot.states.forEach(({ name, values }, i) => {
    work.spend(LINK_UNITS + 2 * robot.size, { file, line: states[i].line });
    try {
      robot.configuration(values);
    } catch (cause) {
      throw new InputError(`state ${shownName(name)}: ${(cause as Error).message}`, { file, line: states[i].line });
    }
  });
}
