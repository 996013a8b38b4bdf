/** What must hold all along the way of a link, as it is given, checked, and refused where it contradicts itself. */
import { checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { angleOf, PI } from '../../math/trig.ts';
import { cross, dot, length, normalise, subtract } from '../../math/vec3.ts';
import { reachOf } from '../../robot/inverse/arm.ts';
import type { Robot } from '../../robot/robot.ts';

/** An axis of a link keeps to a direction of the world: a glass that must not be spilled, say. */
export interface UprightConstraint {
  /** Name of the robot. Default: the only one. */
  readonly robot?: string;
  /** Name of the link. */
  readonly link: string;
  /** A direction in the link's frame. */
  readonly axis: Vec3;
  /** The direction in the world that it keeps to. Default [0, 0, 1]. */
  readonly up?: Vec3;
  /** The largest angle between both, in radians, above 0 and below π. */
  readonly tolerance: number;
}

/** A box in the world. */
export interface ConstraintBox {
  /** Least coordinates in the box's frame; −Infinity: no bound. */
  readonly min: Vec3;
  /** Largest ones, above the least; Infinity: no bound. */
  readonly max: Vec3;
  /** The box's frame in the world. Default: the world's. */
  readonly pose?: Pose;
}

/** A point of a link stays in a box. */
export interface BoxConstraint {
  /** Name of the robot. Default: the only one. */
  readonly robot?: string;
  /** Name of the link. */
  readonly link: string;
  /** The point in the link's frame. Default: its origin. */
  readonly point?: Vec3;
  /** Where it stays. */
  readonly box: ConstraintBox;
}

/** Something that holds all along the way. */
export type Constraint = UprightConstraint | BoxConstraint;

/** Which robot of a scene, and where its values begin in a state. */
export interface PlacedRobot {
  readonly robot: Robot;
  readonly at: number;
}

export interface CheckedUpright {
  readonly kind: 'upright';
  readonly placed: PlacedRobot;
  readonly link: number;
  readonly axis: Vec3;
  readonly up: Vec3;
  readonly tolerance: number;
}

export interface CheckedBox {
  readonly kind: 'box';
  readonly placed: PlacedRobot;
  readonly link: number;
  readonly point: Vec3;
  readonly min: Vec3;
  readonly max: Vec3;
  /** Axes of the box in the world, and its frame's origin. */
  readonly axes: readonly Vec3[];
  readonly origin: Vec3;
}

export type CheckedConstraint = CheckedUpright | CheckedBox;

const UPRIGHT_KEYS: readonly string[] = ['robot', 'link', 'axis', 'up', 'tolerance'];
const BOX_CONSTRAINT_KEYS: readonly string[] = ['robot', 'link', 'point', 'box'];
const BOX_KEYS: readonly string[] = ['min', 'max', 'pose'];
/** So much beyond what can be is beyond doubt. */
const BEYOND_DOUBT = 1 + 2 ** -30;

/** Checks each constraint, and those of the same link against each other. */
export function checkedConstraints(constraints: readonly Constraint[], robots: readonly Robot[]): readonly CheckedConstraint[] {
  checkList(constraints, 'constraints:');
  const out = (constraints as readonly Constraint[]).map((given, i) => checked(given, robots, `constraints[${i}]`));
  out.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = out[j];
      if (a.placed.robot !== b.placed.robot || a.link !== b.link || !contradict(a, b)) continue;
      const { robot } = a.placed;
      throw new InputError(
        `constraints[${j}] and constraints[${i}] contradict each other: link '${robot.links[a.link].name}' of '${robot.name}' can never keep both`,
      );
    }
  });
  return out;
}

/** How far from where it nominally is a link may be, as a point within rho of its origin, and as it is turned. */
export interface LinkErrors {
  place(robot: Robot, link: number, rho: number): number;
  turn(robot: Robot, link: number): number;
}

/** Constraints at which the nominal motion keeps those given, wherever within these errors the link is. */
export function tightened(list: readonly CheckedConstraint[], errors: LinkErrors): readonly CheckedConstraint[] {
  return list.map((constraint, i) => {
    const { link, placed } = constraint;
    const refuse = (off: number, of: string): InputError =>
      new InputError(
        `constraints[${i}]: within the uncertainty of the scene link '${placed.robot.links[link].name}' may be off by ${off}${of}; no motion is proven to keep it`,
      );
    if (constraint.kind === 'upright') {
      const off = errors.turn(placed.robot, link);
      if (!(off < constraint.tolerance)) throw refuse(off, ` radians, and its tolerance is ${constraint.tolerance}`);
      return { ...constraint, tolerance: constraint.tolerance - off };
    }
    const off = errors.place(placed.robot, link, length(constraint.point));
    const min = constraint.min.map((x) => x + off) as unknown as Vec3;
    const max = constraint.max.map((x) => x - off) as unknown as Vec3;
    if (!min.every((x, k) => x < max[k])) throw refuse(off, ' to either side, and its box is not wider');
    return { ...constraint, min, max };
  });
}

function checked(given: Constraint, robots: readonly Robot[], what: string): CheckedConstraint {
  if (typeof given === 'object' && given !== null && 'box' in given) {
    if ('pose' in given) throw new InputError(`${what}: pose is that of the box; write box: { min, max, pose }`);
    checkRecord(given, BOX_CONSTRAINT_KEYS, what);
    return checkedBox(given, placedRobot(given.robot, robots, what), what);
  }
  checkRecord(given, UPRIGHT_KEYS, what);
  const placed = placedRobot(given.robot, robots, what);
  const { up = [0, 0, 1], tolerance } = given as UprightConstraint;
  if (!(typeof tolerance === 'number' && tolerance > 0 && tolerance < PI))
    throw new InputError(`${what}: tolerance must be an angle above 0 and below π, got ${shownValue(tolerance)}`);
  return {
    kind: 'upright',
    placed,
    link: placed.robot.link(given.link).index,
    axis: direction((given as UprightConstraint).axis, `${what}: axis`),
    up: direction(up, `${what}: up`),
    tolerance,
  };
}

function checkedBox(given: BoxConstraint, placed: PlacedRobot, what: string): CheckedBox {
  const { robot } = placed;
  const link = robot.link(given.link).index;
  const point = given.point ?? [0, 0, 0];
  checkNumbers(point, 3, `${what}: point`);
  checkRecord(given.box, BOX_KEYS, `${what}: box`);
  const { min, max } = given.box;
  for (const [name, side] of Object.entries({ min, max })) {
    const isNumbers =
      (Array.isArray(side) || ArrayBuffer.isView(side)) &&
      (side as Vec3).length === 3 &&
      [0, 1, 2].every((k) => isBound((side as Vec3)[k]));
    if (!isNumbers) throw new InputError(`${what}: box: ${name} must be three numbers, got ${shownValue(side)}`);
  }
  for (let k = 0; k < 3; k++)
    if (!(min[k] < max[k]))
      throw new InputError(`${what}: box: min [${min}] must be below max [${max}] along every axis, not equal either`);
  const { position, quaternion } = checkedPose(given.box.pose, `${what}: box: pose`);
  const m = new Float64Array(9);
  writeMatrix(quaternion, m, 0);
  const axes = [0, 1, 2].map((k): Vec3 => [m[k], m[3 + k], m[6 + k]]);
  const box: CheckedBox = { kind: 'box', placed, link, point: [...point], min: [...min], max: [...max], axes, origin: position };
  const { length: reach, bounded } = reachOf(robot, link, { position: point, quaternion: [0, 0, 0, 1] });
  const away = outside(box, robot.base.position);
  if (bounded && away > reach * BEYOND_DOUBT)
    throw new InputError(
      `${what}: the box is ${away} from the base of '${robot.name}', and link '${given.link}' gets no farther from it than ${reach}`,
    );
  return box;
}

function isBound(x: unknown): boolean {
  return typeof x === 'number' && !Number.isNaN(x) && (Math.abs(x) <= 2 ** 300 || Math.abs(x) === Number.POSITIVE_INFINITY);
}

function direction(given: Vec3, what: string): Vec3 {
  checkNumbers(given, 3, what);
  const unit = normalise(given);
  if (unit === undefined) throw new InputError(`${what}: [${given}] has no direction`);
  return unit;
}

function placedRobot(name: string | undefined, robots: readonly Robot[], what: string): PlacedRobot {
  const names = robots.map((robot) => robot.name).join(', ');
  if (name === undefined && robots.length !== 1)
    throw new InputError(`${what}: names no robot; there are ${robots.length === 0 ? 'none' : names}`);
  let at = 0;
  for (const robot of robots) {
    if (name === undefined || robot.name === name) return { robot, at };
    at += robot.size;
  }
  throw new InputError(`${what}: no robot ${shownValue(name)}; there are ${names}`);
}

/** Distance of a point from a box. */
function outside({ min, max, axes, origin }: CheckedBox, point: Vec3): number {
  const away = subtract(point, origin);
  return length([0, 1, 2].map((k) => Math.max(0, min[k] - dot(axes[k], away), dot(axes[k], away) - max[k])) as unknown as Vec3);
}

/** Whether two constraints of one link can never hold together; false also where that is not known. */
function contradict(a: CheckedConstraint, b: CheckedConstraint): boolean {
  if (a.kind === 'upright' && b.kind === 'upright') {
    // angles are a metric: the axes are as far from each other as their directions, but for both tolerances
    const between = (x: Vec3, y: Vec3): number => angleOf(length(cross(x, y)), dot(x, y));
    return Math.abs(between(a.axis, b.axis) - between(a.up, b.up)) > (a.tolerance + b.tolerance) * BEYOND_DOUBT;
  }
  if (a.kind !== 'box' || b.kind !== 'box') return false;
  const points = length(subtract(a.point, b.point));
  return [...a.axes, ...b.axes].some((n) => {
    const [leastA, mostA] = extent(a, n);
    const [leastB, mostB] = extent(b, n);
    return Math.max(leastA - mostB, leastB - mostA) > (points + 2 ** -30 * (Math.abs(leastA - mostB) + points)) * BEYOND_DOUBT;
  });
}

/** Least and largest extent of a box along a direction of the world. */
function extent({ min, max, axes, origin }: CheckedBox, n: Vec3): readonly [number, number] {
  let least = dot(origin, n);
  let most = least;
  for (let k = 0; k < 3; k++) {
    const along = dot(axes[k], n);
    // of a side without bound only what is along it counts
    if (Math.abs(along) < 2 ** -40) continue;
    least += along > 0 ? along * min[k] : along * max[k];
    most += along > 0 ? along * max[k] : along * min[k];
  }
  return [least, most];
}
