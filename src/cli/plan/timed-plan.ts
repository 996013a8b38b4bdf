import { InputError, type Scene } from '../../index.ts';
import { type Plan, type PlanRequest, type TimedPath, timed } from '../../plan/index.ts';
import type { PlanOptions } from './plan-options.ts';

const RATES = ['maxVelocity', 'maxAcceleration', 'jerk', 'scale', 'blend'] as const;
const NAMES = { maxVelocity: '--max-velocity', maxAcceleration: '--max-acceleration', jerk: '--jerk', scale: '--scale', blend: '--blend' };

/** Limits without --time would be passed over in silence. */
export function refuseTiming(options: PlanOptions): void {
  const given = RATES.find((key) => options[key] !== undefined);
  if (given !== undefined && options.time !== true) throw new InputError(`${NAMES[given]} is for a trajectory; give --time too`);
}

/** The path as a trajectory within the limits, certified again; null where none is wanted or there is no path. */
export function timedPlan(
  scene: Scene,
  { path }: Plan,
  { clearance, tolerance }: PlanRequest,
  options: PlanOptions,
  share: number | undefined,
): TimedPath | null {
  if (options.time !== true || path === null) return null;
  const { maxVelocity: velocity, maxAcceleration: acceleration, jerk, blend: radius, scale = share } = options;
  const limits = {
    ...(velocity === undefined ? {} : { velocity }),
    ...(acceleration === undefined ? {} : { acceleration }),
    ...(jerk === undefined ? {} : { jerk }),
    ...(scale === undefined ? {} : { scale }),
  };
  try {
    return timed(path, limits, { scene, clearance, tolerance, ...(radius === undefined ? {} : { radius }) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.message.replace(/; give limits\.(velocity|acceleration).*$/, '; give --max-$1'));
  }
}
