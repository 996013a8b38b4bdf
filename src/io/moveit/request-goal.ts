import { checkHas } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { Random } from '../../math/random.ts';
import type { FreeAxis, PoseGoal } from '../../robot/inverse/pose-goal.ts';
import type { Robot } from '../../robot/robot.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { ConstraintRegion, MotionRequest, RequestConstraints } from './motion-request.ts';
import { ANY_TURN, strangeFrames } from './request-constraints.ts';
import { limitsOf } from './robot-state.ts';

// Goals of a request of MoveIt as goals of a plan: configurations as they are, places and orientations of a link as its
// pose, as near as a ball within the region and the smallest of the angles allow. What says more than that is refused.

/** Tolerances below this are of rounding, radians or metres. */
const WIDE = 1e-3;
/** Configurations beside the one in the middle. */
const OTHERS = 8;

/** Goals of a request in the words of `plan`, one of which will do: values of joints, or poses of a link. */
export interface RequestGoal {
  /** Values by robot and joint, or the pose that a link is to have. */
  readonly anyOf: readonly (
    | Readonly<Record<string, Readonly<Record<string, number | readonly number[]>>>>
    | (PoseGoal & { readonly robot: string })
  )[];
}

/** Where a request of MoveIt wants its robot to go, as `plan` takes it in `to`; throws where a plan knows no such. */
export function requestGoal(request: MotionRequest, robot: Robot): RequestGoal {
  checkHas(request, ['goals', 'configurations'], 'requestGoal: request');
  checkHas(robot, ['links', 'joints'], 'requestGoal: robot');
  const { goals, configurations, file } = request;
  if (goals.length === 0) throw new InputError('has no goal_constraints: nothing says where to go; give another goal', { file });
  if (configurations.length === goals.length)
    return { anyOf: configurations.flatMap((values, k) => around(values, goals[k], robot).map((one) => moved(one, request, robot))) };
  return { anyOf: goals.map((goal) => linkGoal(goal, file, robot)) };
}

/**
 * The configuration, and where joints may be off by much, some others that are as good: it may touch where these do
 * not.
 */
function around(values: Float64Array, { joints, name }: RequestConstraints, robot: Robot): Float64Array[] {
  const wide = joints.filter(({ above, below }) => above + below > WIDE);
  if (wide.length === 0) return [values];
  const { slots } = robotNames(robot);
  const random = new Random(`goal ${name}`);
  const others = Array.from({ length: OTHERS }, () => {
    const other = Float64Array.from(values);
    for (const { joint, position, above, below } of wide) {
      const [lower, upper] = limitsOf(robot, joint);
      other[slots.get(joint) as number] = random.range(Math.max(lower, position - below), Math.min(upper, position + above));
    }
    return other;
  });
  return [values, ...others];
}

/** Only the joints that the request moves. */
function moved(
  values: Float64Array,
  { joints }: MotionRequest,
  { joints: all, name: robot }: Robot,
): Readonly<Record<string, Readonly<Record<string, number | readonly number[]>>>> {
  const wanted = new Set(joints);
  const own = all.filter(({ name }) => wanted.has(name));
  return {
    [robot]: Object.fromEntries(
      own.map(({ name, slot, size }) => [name, size === 1 ? values[slot] : Array.from(values.slice(slot, slot + size))]),
    ),
  };
}

function linkGoal(goal: RequestConstraints, file: string, robot: Robot): PoseGoal & { readonly robot: string } {
  const { joints, positions, orientations, line } = goal;
  const wrong = (why: string) => new InputError(`goal ${why}, which is not planned for; give another goal`, { file, line });
  if (joints.length > 0) throw wrong('constrains only some joints, or joints and a link');
  const [position, another] = positions;
  const [orientation, more] = orientations;
  if (another !== undefined || more !== undefined) throw wrong('constrains several links');
  if (position !== undefined && orientation !== undefined && position.link !== orientation.link) throw wrong('constrains two links');
  for (const frame of strangeFrames(goal, robot)) throw wrong(`is given in the frame '${frame}'`);
  if (position !== undefined && position.regions.length !== 1) throw wrong('has several regions for one link');
  const { link } = position ?? orientation;
  const region = position?.regions[0];
  const length = region === undefined ? undefined : withinOf(region);
  const angles = orientation?.tolerance ?? [0, 0, 0];
  const turns = (['rx', 'ry', 'rz'] as const).filter((_, k) => angles[k] >= ANY_TURN);
  if (turns.length === 2) throw wrong('leaves a link two of its turns free, and not the third');
  const angle = angles.filter((value) => value > 0 && value < ANY_TURN).reduce((least, value) => Math.min(least, value), Infinity);
  const free: FreeAxis[] = [
    ...(position === undefined ? (['position'] as const) : []),
    ...(orientation === undefined || turns.length === 3 ? (['orientation'] as const) : turns),
  ];
  return {
    robot: robot.name,
    link,
    pose: { position: region?.pose.position ?? [0, 0, 0], quaternion: orientation?.quaternion ?? [0, 0, 0, 1] },
    ...(position === undefined || position.offset.every((value) => value === 0) ? {} : { at: { position: position.offset } }),
    free,
    ...(length === undefined && angle === Infinity
      ? {}
      : { tolerance: { ...(length === undefined ? {} : { length }), ...(angle < Infinity ? { angle } : {}) } }),
  };
}

/** A ball about the region's middle that is inside of it; undefined: a point. */
function withinOf(region: ConstraintRegion): number | undefined {
  const length =
    region.type === 'sphere'
      ? region.radius
      : region.type === 'box'
        ? Math.min(...region.size) / 2
        : // the ball in a cone touches its side: less than a quarter of either fits in all of them
          Math.min(region.radius, region.height / 2) * (region.type === 'cone' ? 0.25 : 1);
  return length > 0 ? length : undefined;
}
