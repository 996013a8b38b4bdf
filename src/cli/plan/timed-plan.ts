import { InputError, type RobotPath, type Scene } from '../../index.ts';
import type { PathUnits } from '../../io/index.ts';
import { type Plan, type PlanRequest, type TimedPath, timed } from '../../plan/index.ts';
import { entryOf } from '../../words/entries.ts';
import { shown } from '../../words/shown-number.ts';
import { keepsConstraints } from './keeps-constraints.ts';
import type { PlanOptions, RateLimit } from './plan-options.ts';
import { givenFor, inBaseUnits, unitOf } from './value-units.ts';

/** Shares of the largest rates to use, as a request says. */
export interface Shares {
  readonly velocity?: number;
  readonly acceleration?: number;
}

const RATES = ['maxVelocity', 'maxAcceleration', 'jerk', 'scale', 'blend'] as const;
const NAMES = { maxVelocity: '--max-velocity', maxAcceleration: '--max-acceleration', jerk: '--jerk', scale: '--scale', blend: '--blend' };

/** Limits without --time would be passed over in silence. */
export function refuseTiming(options: PlanOptions): void {
  const given = RATES.find((key) => options[key] !== undefined);
  if (given !== undefined && options.time !== true) throw new InputError(`${NAMES[given]} is for a trajectory; give --time too`);
}

/** Sentences about limits that are given and above the robot's own, of joints that move. */
export function limitWarnings(
  { robots }: Scene,
  { path }: Plan,
  options: PlanOptions,
  shares: Shares,
  units: PathUnits | undefined,
): readonly string[] {
  if (path === null) return [];
  return (['velocity', 'acceleration'] as const).flatMap((limit) => {
    const key = limit === 'velocity' ? 'maxVelocity' : 'maxAcceleration';
    const scale = options.scale ?? shares[limit] ?? 1;
    const given = options[key];
    if (given === undefined) return [];
    const above = robots.flatMap((robot) => {
      const { waypoints } = entryOf(path, robot.name) as RobotPath;
      return robot.joints.flatMap(({ name, kind, slot, limits }) => {
        const own = limits[limit];
        const asked = givenFor(given, [name, `${robot.name}/${name}`]);
        if (own === undefined || asked === undefined || waypoints.every((point) => point[slot] === waypoints[0][slot])) return [];
        const unit = unitOf(kind, 0, units);
        const isAbove = asked * unit * scale > own * (1 + ROUNDING);
        return isAbove ? [`${robots.length > 1 ? `${robot.name}/` : ''}${name} (${shown(own / unit, 4)})`] : [];
      });
    });
    return above.length === 0 ? [] : [`${NAMES[key]} is above the robot's own limit of ${above.join(', ')}`];
  });
}

/** A limit given in degrees is the one that the URDF has in radians where so many digits agree. */
const ROUNDING = 1e-6;

/** The path as a trajectory within the limits, certified again; null where none is wanted or there is no path. */
export function timedPlan(
  scene: Scene,
  { path }: Plan,
  request: PlanRequest,
  options: PlanOptions,
  shares: Shares,
  units: PathUnits | undefined,
): TimedPath | null {
  if (options.time !== true || path === null) return null;
  const { clearance, tolerance } = request;
  const { scale = shares } = options;
  const base = (given: RateLimit | undefined, whose: 'joints' | 'followers too' = 'followers too') =>
    given === undefined ? undefined : inBaseUnits(given, scene.robots, units, whose);
  const [velocity, acceleration, jerk] = [options.maxVelocity, options.maxAcceleration, options.jerk].map((given) => base(given));
  const radius = base(options.blend, 'joints');
  const limits = {
    ...(velocity === undefined ? {} : { velocity }),
    ...(acceleration === undefined ? {} : { acceleration }),
    ...(jerk === undefined ? {} : { jerk }),
    scale,
  };
  try {
    const result = timed(path, limits, { scene, clearance, tolerance, ...(radius === undefined ? {} : { radius }) });
    // where there are constraints no corner is cut, and it goes straight from knot to knot
    if (!keepsConstraints(scene, request, result.trajectories)) throw new Error('the trajectory is not proven to keep the constraints');
    return result;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/; give limits\.(velocity|acceleration).*$/, '; give --max-$1'));
  }
}
