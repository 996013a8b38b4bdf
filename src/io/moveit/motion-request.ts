import { checkHas, checkRecord } from '../../math/check-record.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { Robot } from '../../robot/robot.ts';
import { type Files, namedFile } from '../files.ts';
import type { MeshSource } from '../mesh-source.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { vectorOf } from '../text/message-fields.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import {
  attachedIn,
  frameOf,
  kindOf,
  listOf,
  poseOf,
  quaternionOf,
  readMessage,
  requestIn,
  textIn,
  type Warn,
  warningsTo,
} from './message.ts';
import { configurationOf, withinLimits } from './robot-state.ts';

// A request of MoveIt (`moveit_msgs/MotionPlanRequest`), as YAML or JSON: where a robot starts, which of its joints
// move, where they are to end, and what has to hold on the way.

/** What a joint has to keep: a value, and how far it may be off. */
export interface JointConstraint {
  /** Name of the joint, `joint/x` for one of several values. */
  readonly joint: string;
  /** Radians or metres. */
  readonly position: number;
  /** How far it may be above; 0 where the request does not say. */
  readonly above: number;
  /** How far it may be below; 0 where the request does not say. */
  readonly below: number;
}

/** A shape that a point of a link has to be in, about its own pose. */
export type ConstraintRegion =
  | { readonly type: 'box'; readonly size: Vec3; readonly pose: FullPose }
  | { readonly type: 'sphere'; readonly radius: number; readonly pose: FullPose }
  | { readonly type: 'cylinder' | 'cone'; readonly radius: number; readonly height: number; readonly pose: FullPose };

/** Where a point of a link has to be. */
export interface PositionConstraint {
  /** Name of the link. */
  readonly link: string;
  /** Name of the frame that the regions are given in; '': the frame of the scene. */
  readonly frame: string;
  /** The point, in the frame of the link, metres. */
  readonly offset: Vec3;
  /** Regions, in one of which the point has to be. */
  readonly regions: readonly ConstraintRegion[];
}

/** How a link has to be turned. */
export interface OrientationConstraint {
  /** Name of the link. */
  readonly link: string;
  /** Name of the frame that the orientation is given in; '': the frame of the scene. */
  readonly frame: string;
  /** Wanted of the link, in that frame: x y z w. */
  readonly quaternion: Quat;
  /** Angles by which it may be off about x, y and z, radians. */
  readonly tolerance: Vec3;
  /** What the tolerances are of: angles of three turns x, y, z one after the other, or the parts of one turn. */
  readonly kind: 'euler-angles' | 'rotation-vector';
}

/** What has to hold together: at the goal, or on the way. */
export interface RequestConstraints {
  /** Name that the request gives them; '' where it gives none. */
  readonly name: string;
  /** Values of joints. */
  readonly joints: readonly JointConstraint[];
  /** Places of links. */
  readonly positions: readonly PositionConstraint[];
  /** Orientations of links. */
  readonly orientations: readonly OrientationConstraint[];
  /** Line of the file where they begin, from 1. */
  readonly line: number;
}

/** A request in the words of its robot. */
export interface MotionRequest {
  /** Name of the file. */
  readonly file: string;
  /** The group that moves; '' where the request does not say. */
  readonly group: string;
  /** Names of the joints that move: of the group, or those that the first goal names. */
  readonly joints: readonly string[];
  /** Values of all joints of the robot where it starts; those that the request does not name as given. */
  readonly start: Float64Array;
  /** One of them has to be reached. */
  readonly goals: readonly RequestConstraints[];
  /** Goals that are configurations, every moving joint named: values of all joints, others as at the start. */
  readonly configurations: readonly Float64Array[];
  /** What has to hold on the way; absent: nothing. */
  readonly constraints?: RequestConstraints;
  /** Where the robot may be, a box in a frame; absent: anywhere. MoveIt only asks it of joints without limits. */
  readonly workspace?: { readonly frame: string; readonly low: Vec3; readonly high: Vec3 };
  /** Seconds that planning may take; absent: the request does not say. */
  readonly planningTime?: number;
  /** Share of the largest velocities and accelerations, 0 to 1; absent: all. */
  readonly scaling: { readonly velocity?: number; readonly acceleration?: number };
  /** Sentences about what is odd, and about what is not obeyed. */
  readonly warnings: readonly string[];
}

/** What a request is read with; all optional. */
export interface MotionRequestOptions extends ReadOptions {
  /** Where joints are that the request does not name, as the scene has them. Default: the neutral configuration. */
  readonly rest?: ArrayLike<number>;
}

const OPTIONS: readonly string[] = ['rest', 'maxWork'];
const REQUEST_KEYS: readonly string[] = [
  ...['workspace_parameters', 'start_state', 'goal_constraints', 'path_constraints', 'trajectory_constraints'],
  ...['reference_trajectories', 'pipeline_id', 'planner_id', 'group_name', 'num_planning_attempts', 'allowed_planning_time'],
  ...['max_velocity_scaling_factor', 'max_acceleration_scaling_factor', 'cartesian_speed_end_effector_link'],
  ...['max_cartesian_speed', 'cartesian_speed_limited_link', 'smoothness_level'],
];
const CONSTRAINT_KEYS: readonly string[] = [
  ...['name', 'joint_constraints', 'position_constraints', 'orientation_constraints', 'visibility_constraints'],
];
const REGIONS = { box: 1, sphere: 2, cylinder: 3, cone: 4 } as const;
const PARAMETERIZATIONS = { 'euler-angles': 0, 'rotation-vector': 1 } as const;

/** Reads a request of MoveIt for a robot, as `parseMotionRequest` does. */
export async function readMotionRequest(
  files: Files,
  path: string,
  robot: Robot,
  options: MotionRequestOptions = {},
): Promise<MotionRequest> {
  return parseMotionRequest(await namedFile(files, path, 'readMotionRequest'), path, robot, options);
}

/**
 * Reads a request of MoveIt at hand, YAML or JSON, for a robot; `file` is its name, for errors. An InputError says the
 * line of what is wrong: joints, links or groups that the robot does not have, goals that say nothing.
 * @example
 * const request = parseMotionRequest(text, 'request0001.yaml', robot);
 * const [goal] = request.configurations;
 */
export function parseMotionRequest(source: MeshSource, file: string, robot: Robot, options: MotionRequestOptions = {}): MotionRequest {
  checkRecord(options, OPTIONS, 'parseMotionRequest');
  checkHas(robot, ['links', 'joints'], 'parseMotionRequest: robot');
  const warnings: string[] = [];
  const warn = warningsTo(warnings);
  const message = readMessage(source, file, 'a request of MoveIt', meterOf(options.maxWork));
  const root = requestIn(message);
  root.onlyKeys(REQUEST_KEYS);
  const rest = options.rest === undefined ? robot.neutral() : robot.configuration(Array.from(options.rest));
  const state = root.get('start_state');
  const start = configurationOf(robot, state, rest, warn);
  refuseStrangers(state, robot);
  const goals = listOf(root, 'goal_constraints').map((goal, k) => readConstraints(goal.named(`goal ${k}`), robot, warn));
  const nothing = goals.findIndex(isEmpty);
  if (nothing >= 0) throw root.field('goal_constraints').error(`goal ${nothing} constrains nothing`);
  const group = textIn(root, 'group_name');
  const joints = movingJoints(root, robot, group, goals[0]);
  const way = root.get('path_constraints');
  const constraints = way === undefined ? undefined : readConstraints(way, robot, warn);
  warnOfUnread(root, warn);
  const time = root.get('allowed_planning_time')?.number() ?? 0;
  return {
    file,
    group,
    joints,
    start,
    goals,
    configurations: goals.flatMap((goal) => configurationAt(goal, robot, joints, start, root)),
    ...(constraints === undefined || isEmpty(constraints) ? {} : { constraints }),
    ...workspaceOf(root),
    ...(time > 0 ? { planningTime: time } : {}),
    scaling: { ...share(root, 'velocity'), ...share(root, 'acceleration') },
    warnings,
  };
}

function isEmpty({ joints, positions, orientations }: RequestConstraints): boolean {
  return joints.length + positions.length + orientations.length === 0;
}

/** What the request has the robot hold, it holds already where its scene was read with the request. */
function refuseStrangers(state: Located | undefined, robot: Robot): void {
  const { links } = robotNames(robot);
  for (const { item, id } of attachedIn(state)) {
    if (!links.has(id) && !links.has(`${id}/0`))
      throw item.error(`attaches ${shownName(id)}, which the robot does not hold; readPlanningScene(…, { request }) makes it (--scene)`);
  }
}

/** What changes what is asked for, and is not obeyed. */
function warnOfUnread(root: Located, warn: Warn): void {
  const along = root.get('trajectory_constraints');
  const isGiven = along?.isMap() ? listOf(along, 'constraints').length > 0 : along !== undefined;
  if (along !== undefined && isGiven) warn(along, 'are not read');
  const references = listOf(root, 'reference_trajectories');
  if (references.length > 0) warn(references[0], 'is not read');
}

function share(root: Located, what: 'velocity' | 'acceleration'): { readonly velocity?: number; readonly acceleration?: number } {
  const field = root.get(`max_${what}_scaling_factor`);
  // 0 stands for 1, as in a message that nobody filled in
  if (field === undefined || field.number() === 0) return {};
  if (!(field.number() > 0 && field.number() <= 1)) throw field.wrong('a share from 0 to 1');
  return { [what]: field.number() };
}

function workspaceOf(root: Located): Pick<MotionRequest, 'workspace'> {
  const field = root.get('workspace_parameters');
  const [low, high] = [field?.get('min_corner'), field?.get('max_corner')];
  if (field === undefined || low === undefined || high === undefined) return {};
  const corners = [vectorOf(low), vectorOf(high)] as const;
  if (corners.every((corner) => corner.every((value) => value === 0))) return {};
  if (corners[0].some((value, k) => value > corners[1][k])) throw field.error('has a min_corner above its max_corner');
  return { workspace: { frame: frameOf(field).name, low: corners[0], high: corners[1] } };
}

function movingJoints(root: Located, robot: Robot, group: string, goal: RequestConstraints | undefined): readonly string[] {
  if (group !== '') {
    const found = robot.groups.find(({ name }) => name === group);
    if (found !== undefined) return found.joints;
    const known = robot.groups.map(({ name }) => name);
    if (known.length > 0) {
      const near = nearestName(group, known);
      const advice = near === undefined ? `it has ${shownNames(known)}` : `is ${shownName(near)} meant?`;
      throw root.field('group_name').error(`is ${shownName(group)}, which is no group of robot ${shownName(robot.name)}; ${advice}`);
    }
  }
  const named = (goal?.joints ?? []).map(({ joint }) => joint);
  return named.length > 0 ? named : robot.joints.map(({ name }) => name);
}

/** The configuration that a goal names; none where it leaves moving joints open, or is about links. */
function configurationAt(
  goal: RequestConstraints,
  robot: Robot,
  joints: readonly string[],
  start: Float64Array,
  root: Located,
): Float64Array[] {
  if (goal.positions.length > 0 || goal.orientations.length > 0) return [];
  // Every goal is a whole configuration, however few joints it names.
  root.work.spend(2 * (start.length + joints.length), { file: root.file, line: goal.line });
  const { slots, joints: known } = robotNames(robot);
  const values = Float64Array.from(start);
  const given = new Set<number>();
  for (const { joint, position } of goal.joints) {
    const slot = slots.get(joint) as number;
    values[slot] = position;
    given.add(slot);
  }
  const isGiven = (name: string): boolean => {
    const joint = known.get(name);
    if (joint === undefined) return given.has(slots.get(name) as number);
    return Array.from({ length: joint.size }, (_, k) => joint.slot + k).every((slot) => given.has(slot));
  };
  return joints.every(isGiven) ? [values] : [];
}

function readConstraints(field: Located, robot: Robot, warn: Warn): RequestConstraints {
  field.onlyKeys(CONSTRAINT_KEYS);
  const seen = listOf(field, 'visibility_constraints');
  if (seen.length > 0) warn(seen[0], 'asks that something is seen, which is not read');
  return {
    name: textIn(field, 'name'),
    joints: listOf(field, 'joint_constraints').flatMap((item) => jointConstraint(item, robot, warn)),
    positions: listOf(field, 'position_constraints').map((item) => positionConstraint(item, robot, warn)),
    orientations: listOf(field, 'orientation_constraints').map((item) => orientationConstraint(item, robot, warn)),
    line: field.line,
  };
}

function jointConstraint(item: Located, robot: Robot, warn: Warn): JointConstraint[] {
  item.onlyKeys(['joint_name', 'position', 'tolerance_above', 'tolerance_below', 'weight']);
  const field = item.field('joint_name');
  const name = field.text();
  const names = robotNames(robot);
  if (!names.slots.has(name)) {
    const joint = names.joints.get(name);
    if (joint !== undefined && joint.size === 0) {
      warn(
        item,
        `is about ${shownName(name)}, which ${joint.mimic === null ? 'is fixed' : `follows ${shownName(joint.mimic.joint)}`}; it is left out`,
      );
      return [];
    }
    const near = nearestName(name, names.slots.keys());
    const advice = near === undefined ? '' : `; is ${shownName(near)} meant?`;
    throw field.error(`is ${shownName(name)}, which is no joint of robot ${shownName(robot.name)}${advice}`);
  }
  const [above, below] = ['tolerance_above', 'tolerance_below'].map((key) => toleranceIn(item, key));
  return [within(robot, name, item, above, below, warn)];
}

function toleranceIn(item: Located, key: string): number {
  const given = item.get(key);
  if (given !== undefined && !(given.number() >= 0)) throw given.wrong('a number ≥ 0');
  return given?.number() ?? 0;
}

/** What of the tolerance lies within the joint's limits, as MoveIt judges it; beyond them by rounding is at them. */
function within(robot: Robot, name: string, item: Located, above: number, below: number, warn: Warn): JointConstraint {
  const given = item.field('position').number();
  const position = withinLimits(robot, name, given, (sentence) => warn(item, sentence), [below, above]);
  const off = position - given;
  return { joint: name, position, above: Math.max(0, above - off), below: Math.max(0, below + off) };
}

function linkIn(item: Located, robot: Robot): string {
  const field = item.field('link_name');
  return field.locateErrors(() => robot.link(field.text()).name);
}

function positionConstraint(item: Located, robot: Robot, warn: Warn): PositionConstraint {
  item.onlyKeys(['header', 'link_name', 'target_point_offset', 'constraint_region', 'weight']);
  const region = item.field('constraint_region');
  region.onlyKeys(['primitives', 'primitive_poses', 'meshes', 'mesh_poses']);
  if (listOf(region, 'meshes').length > 0) throw region.field('meshes').error('are no region that is read; give a primitive');
  const poses = listOf(region, 'primitive_poses');
  const primitives = listOf(region, 'primitives');
  if (primitives.length === 0) throw region.error('has no primitives: nothing is in it');
  const offset = item.get('target_point_offset');
  return {
    link: linkIn(item, robot),
    frame: frameOf(item).name,
    offset: offset === undefined ? [0, 0, 0] : vectorOf(offset),
    regions: primitives.map((primitive, k) => regionOf(primitive, poseOf(poses[k], warn))),
  };
}

function regionOf(primitive: Located, pose: FullPose): ConstraintRegion {
  const type = kindOf(primitive.field('type'), REGIONS);
  const field = primitive.field('dimensions');
  const sizes = field.numbers({ box: 3, sphere: 1, cylinder: 2, cone: 2 }[type]);
  if (!sizes.every((size) => size > 0)) throw field.wrong('lengths > 0');
  if (type === 'box') return { type, size: [sizes[0], sizes[1], sizes[2]], pose };
  if (type === 'sphere') return { type, radius: sizes[0], pose };
  return { type, height: sizes[0], radius: sizes[1], pose };
}

function orientationConstraint(item: Located, robot: Robot, warn: Warn): OrientationConstraint {
  const axes = ['x', 'y', 'z'].map((axis) => `absolute_${axis}_axis_tolerance`);
  item.onlyKeys(['header', 'orientation', 'link_name', ...axes, 'parameterization', 'weight']);
  const [x, y, z] = axes.map((key) => toleranceIn(item, key));
  const kind = item.get('parameterization');
  return {
    link: linkIn(item, robot),
    frame: frameOf(item).name,
    quaternion: quaternionOf(item.field('orientation'), warn),
    tolerance: [x, y, z],
    kind: kind === undefined ? 'euler-angles' : kindOf(kind, PARAMETERIZATIONS),
  };
}
