/**
 * The way of a robot with loops towards a target: straight in the joints that are driven, the others follow, as far as
 * they can be followed and stay within their limits.
 */
import { InputError } from '../../math/input-error.ts';
import { limitFindings } from '../limit-findings.ts';
import type { Robot } from '../robot.ts';
import { RobotPath } from '../robot-path.ts';

/** How finely it is sought how far a way can be followed: shares are halved so often. */
const HALVINGS = 12;

export class LoopedWay {
  /** Where it ends; joints that follow as at its start, for whoever aims again. */
  readonly target: Float64Array;
  /** Over a second; where it stands without any. */
  readonly path: RobotPath;

  /** passive: slots of joints that follow. */
  constructor(robot: Robot, from: Float64Array, to: Float64Array, passive: readonly number[]) {
    const aimed = (share: number): Float64Array =>
      from.map((x, s) => (passive.includes(s) ? x : share === 1 ? to[s] : x + share * (to[s] - x)));
    let [low, high] = [0, 1];
    let best: RobotPath | null = null;
    for (let k = 0, share = 1; k <= HALVINGS && low < high; k++, share = (low + high) / 2) {
      const path = followed(robot, from, aimed(share));
      if (path === null) high = share;
      else [low, best] = [share, path];
    }
    this.target = aimed(low);
    this.path = best ?? standingPath(robot, from);
  }

  /** Joint values at a share of the way. */
  at(share: number): Float64Array {
    const { path } = this;
    const { times } = path;
    if (times === null) return path.waypoints[0].slice();
    const k = Math.max(0, Math.min(path.segments - 1, times.findIndex((time) => time > share) - 1));
    if (share >= 1) return path.waypoints[path.segments].slice();
    return path.configurationAt(k + (share - times[k]) / (times[k + 1] - times[k]));
  }
}

function standingPath(robot: Robot, at: Float64Array): RobotPath {
  return new RobotPath(robot, [at, at]);
}

/** Null: it cannot be followed, or leads joints that follow beyond their limits from within them. */
function followed(robot: Robot, from: Float64Array, to: Float64Array): RobotPath | null {
  if (to.every((x, s) => x === from[s])) return standingPath(robot, from);
  try {
    const path = robot.trajectory([from, to].map((positions, time) => ({ time, positions })));
    const before = new Set(limitFindings(standingPath(robot, from)).map(({ joint }) => joint));
    return limitFindings(path).some(({ joint, limit }) => limit === 'position' && !before.has(joint)) ? null : path;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
