import { checkHas } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import type { Robot } from '../../robot/robot.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { ConstraintRegion, MotionRequest, OrientationConstraint, PositionConstraint, RequestConstraints } from './motion-request.ts';
import { limitsOf } from './robot-state.ts';

// What a request of MoveIt wants on the way, as what a plan keeps: joints within bounds, points in boxes, axes within
// cones. Where a plan knows no such region or angles, what it keeps lies within them, so that whoever keeps it keeps
// the request too; never the other way round.

/** What holds on the way of a request, in the words of `plan`. */
export interface RequestWay {
  /** Constraints, for `constraints` of `plan`. */
  readonly constraints: readonly (
    | { readonly robot: string; readonly link: string; readonly axis: Vec3; readonly up: Vec3; readonly tolerance: number }
    | {
        readonly robot: string;
        readonly link: string;
        readonly point: Vec3;
        readonly box: { readonly min: Vec3; readonly max: Vec3; readonly pose: FullPose };
      }
  )[];
  /** Bounds of joints, radians or metres, for `bounds` of `plan`. */
  readonly bounds: Readonly<Record<string, readonly [low: number, high: number]>>;
}

/** Turned by so much either way, an axis is free. */
export const ANY_TURN = 3.14;
/** An angle of a rotation vector is at most π/2 of that by which the axis that may turn freely is tilted. */
const TILT_OF_VECTOR: number = 2 / 3.1416;
/** Two axes within an angle of theirs: the turn of both is less than so many times that, up to an angle of 1. */
const TURN_OF_TWO = 1.5;
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * What a request of MoveIt wants on the way (`path_constraints`), as `plan` takes it; throws where a plan knows no
 * such.
 */
export function requestWay(request: MotionRequest, robot: Robot): RequestWay {
  checkHas(request, ['goals', 'start'], 'requestWay: request');
  checkHas(robot, ['links', 'joints'], 'requestWay: robot');
  const { constraints: way, file, start } = request;
  if (way === undefined) return { constraints: [], bounds: {} };
  const wrong = (why: string) => new InputError(`path_constraints ${why}, which is not planned with`, { file, line: way.line });
  for (const frame of strangeFrames(way, robot)) throw wrong(`are given in the frame '${frame}'`);
  return {
    constraints: [
      ...way.positions.map((one) => ({ robot: robot.name, link: one.link, point: one.offset, box: boxIn(one, wrong) })),
      ...way.orientations.flatMap((one) => conesIn(one, wrong).map((cone) => ({ robot: robot.name, link: one.link, ...cone }))),
    ],
    bounds: boundsOf(way, robot, start, wrong),
  };
}

/** Names of frames that are neither the scene's nor the robot's. */
export function strangeFrames({ positions, orientations }: RequestConstraints, robot: Robot): string[] {
  const known = new Set(['', 'world', robot.links[0].name]);
  return [...positions, ...orientations].map(({ frame }) => frame).filter((frame) => !known.has(frame));
}

type Wrong = (why: string) => InputError;

function boundsOf({ joints }: RequestConstraints, robot: Robot, start: Float64Array, wrong: Wrong): RequestWay['bounds'] {
  const bounds = new Map<string, readonly [number, number]>();
  for (const { joint, position, above, below } of joints) {
    const found = robotNames(robot).joints.get(joint);
    if (found?.size !== 1) throw wrong(`are about ${joint}, one of several values of a joint`);
    const [low, high] = bounds.get(joint) ?? limitsOf(robot, joint);
    bounds.set(joint, [Math.max(low, position - below), Math.min(high, position + above)]);
  }
  for (const [joint, [low, high]] of bounds) {
    if (!(low < high)) throw wrong(`leave ${joint} nowhere to be between ${low} and ${high}, within its limits`);
    const value = start[robot.joint(joint).slot];
    // those that do not move have to keep it too
    if (!(value >= low && value <= high)) throw wrong(`want ${joint} between ${low} and ${high}, and it starts at ${value}`);
  }
  return Object.fromEntries(bounds);
}

/** The box, or one that fits into the region. */
function boxIn({ regions }: PositionConstraint, wrong: Wrong): { min: Vec3; max: Vec3; pose: FullPose } {
  if (regions.length !== 1) throw wrong('have several regions for one link');
  const [region] = regions;
  const [x, y, z] = halfSizes(region, wrong);
  return { min: [-x, -y, -z], max: [x, y, z], pose: region.pose };
}

function halfSizes(region: ConstraintRegion, wrong: Wrong): Vec3 {
  if (region.type === 'box') return [region.size[0] / 2, region.size[1] / 2, region.size[2] / 2];
  if (region.type === 'cone') throw wrong('have a cone as a region');
  // 0.577 < 1/√3, 0.707 < 1/√2: the corners are inside
  const side = region.radius * (region.type === 'sphere' ? 0.577 : 0.707);
  return [side, side, region.type === 'sphere' ? side : region.height / 2];
}

/**
 * Cones of axes that keep the tolerance: one where an axis turns freely, two where none does. The turn from the wanted
 * orientation is R = Rx(a) Ry(b) Rz(c): R z = Rx(a) (sin b, 0, cos b), so that both |a| and |b| are at most the angle
 * between R z and z; and x · R x = cos b cos c, so that |b| and |c| are at most that between R x and x.
 */
function conesIn({ quaternion, tolerance, kind }: OrientationConstraint, wrong: Wrong): { axis: Vec3; up: Vec3; tolerance: number }[] {
  const bounded = [0, 1, 2].filter((k) => tolerance[k] < ANY_TURN);
  if (bounded.length === 0) return [];
  const least = bounded.reduce((most, k) => Math.min(most, tolerance[k]), 1);
  if (!(least > 0)) throw wrong('allow a link no angle at all; give it a tolerance');
  if (bounded.length === 1) throw wrong('leave a link two of its turns free, and not the third');
  if (bounded.length === 3) return [0, 2].map((k) => coneOf(quaternion, k, kind === 'euler-angles' ? least : least / TURN_OF_TWO));
  const free = [0, 1, 2].find((k) => tolerance[k] >= ANY_TURN) as number;
  if (kind === 'euler-angles' && free === 1) throw wrong('leave a link its second turn of three free');
  return [coneOf(quaternion, free, kind === 'euler-angles' ? least : least * TILT_OF_VECTOR)];
}

/** An axis of the link stays near to where it is in the wanted orientation. */
function coneOf(quaternion: Quat, k: number, tolerance: number): { axis: Vec3; up: Vec3; tolerance: number } {
  const m = new Float64Array(9);
  writeMatrix(quaternion, m, 0);
  return { axis: AXES[k], up: [m[k], m[3 + k], m[6 + k]], tolerance };
}
