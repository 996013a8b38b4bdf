/**
 * Where is a tool headed? Six state variables fitted over time: the position of the frame's origin and the turning
 * [Caby & Crosnier, §3.2].
 *
 * Turning is summed up from sample to sample: φ ← φ + log(q q₋⁻¹), the shortest rotation vector in world axes. So each
 * sample is seen from the orientation before it; φ runs on through any number of turns, q and −q are the same, and φ′
 * is the angular velocity. Extrapolated:
 * q(t) = exp(φ(t) − φ) q. Exact for a fixed axis; assumes less than half a turn from sample to sample.
 */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { multiply, normalised } from '../math/quat.ts';
import { sinCos } from '../math/trig.ts';
import { length } from '../math/vec3.ts';
import { shortestArc } from '../motion/shortest-arc.ts';
import { MotionStream, type StreamOptions } from './motion-stream.ts';

/** Where a tool is at one instant. */
export interface PoseSample {
  /** Time stamp in seconds, of any clock. */
  readonly time: number;
  /** Pose of the tool's frame, in the frame that the workpiece is in. */
  readonly pose: Pose;
}

/** One of the six ways that a pose can change: along x, y, z, or turning about them (rx, ry, rz). */
export type PoseAxis = 'x' | 'y' | 'z' | 'rx' | 'ry' | 'rz';
const POSE_AXES: readonly PoseAxis[] = ['x', 'y', 'z', 'rx', 'ry', 'rz'];

/** What of the pose is held by the process, and how far the tool reaches; all optional. */
export interface PoseStreamOptions extends StreamOptions {
  /**
   * State variables that the process holds: they are not fitted and stay as in the newest sample. Axes of the frame the
   * poses are in. Default: none.
   */
  readonly constrained?: readonly PoseAxis[];
  /**
   * How far the tool reaches from its frame's origin, in the unit of length: turns an error of orientation into one of
   * place. Default 0: only the origin counts.
   */
  readonly radius?: number;
}

/** In-between motions take the shortest arc; a quarter turn a piece keeps clear of the half turn where that changes. */
const LARGEST_TURN = 1.5;

/**
 * Where is a tool headed? Takes samples of its pose and extrapolates them, position and turning, through any number of
 * turns; assumes less than half a turn from sample to sample. For ContactForecast, or by itself.
 */
export class PoseStream extends MotionStream<PoseSample, Required<Pose>> {
  /** How far the tool reaches from its frame's origin, in the unit of length. */
  readonly radius: number;
  protected override readonly sampleKeys: readonly string[] = ['time', 'pose'];
  /** Numbers of the variables that are fitted, in order. */
  private readonly free: readonly number[];
  /** Position and summed turning of the newest sample. */
  private readonly now: Float64Array = new Float64Array(6);
  private readonly values: Float64Array;
  private readonly state: Float64Array = new Float64Array(6);
  private readonly trig: Float64Array = new Float64Array(2);

  /** An empty stream; samples come by `add`, or by ContactForecast.update. */
  constructor(options: PoseStreamOptions = {}) {
    const free = freeAxes(options?.constrained);
    super(free.length, options, ['constrained', 'radius']);
    this.free = free;
    this.values = new Float64Array(free.length);
    this.radius = options.radius ?? 0;
    if (typeof this.radius !== 'number' || !(this.radius >= 0 && this.radius < Infinity))
      throw new InputError(`radius: must be a number ≥ 0, got ${shownValue(this.radius)}`);
  }

  protected override checked(sample: PoseSample): Required<Pose> {
    if (sample.pose === undefined) throw new InputError('sample.pose: is missing');
    const { position, quaternion } = checkedPose(sample.pose, 'sample.pose');
    return { position, quaternion: normalised(quaternion) };
  }

  protected override take(time: number, { position, quaternion }: Required<Pose>, before: Required<Pose> | null): void {
    const { now, values, free } = this;
    const [axis, angle] = before === null ? NO_TURN : shortestArc(before.quaternion, quaternion);
    for (let i = 0; i < 3; i++) {
      now[i] = position[i];
      now[3 + i] += axis[i] * angle;
    }
    for (let v = 0; v < free.length; v++) values[v] = now[free[v]];
    this.fit.add(time, values);
  }

  override stateAt(time: number): Required<Pose> {
    const { quaternion } = this.started();
    const { state, now, trig } = this;
    this.writeState(time);
    const turn: Vec3 = [state[3] - now[3], state[4] - now[4], state[5] - now[5]];
    const angle = length(turn);
    sinCos(0.5 * angle, trig, 0);
    const s = angle > 0 ? trig[0] / angle : 0;
    const turned: Quat = [turn[0] * s, turn[1] * s, turn[2] * s, trig[1]];
    return { position: [state[0], state[1], state[2]], quaternion: normalised(multiply(turned, quaternion)) };
  }

  /**
   * How fast the pose changes at a time: unit of length a second, and radians a second about the world's axes; 0 for
   * constrained axes.
   */
  velocityAt(time: number): { readonly linear: Vec3; readonly angular: Vec3 } {
    this.started();
    this.fit.writeAt(time, this.values, 0, 1);
    const v = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < this.free.length; i++) v[this.free[i]] = this.values[i];
    return { linear: [v[0], v[1], v[2]], angular: [v[3], v[4], v[5]] };
  }

  /**
   * √(Σ var position + radius² Σ var turning), in the unit of length: no point of the tool is expected to be farther
   * off, in any one direction. Infinity while there are too few samples to tell.
   */
  override deviationAt(time: number): number {
    this.started();
    this.fit.writeVariances(time, this.values);
    let sum = 0;
    for (let v = 0; v < this.free.length; v++) {
      if (this.free[v] < 3) sum += this.values[v];
      else if (this.radius > 0) sum += this.radius * this.radius * this.values[v];
    }
    return Math.sqrt(sum);
  }

  override piecesBetween(t0: number, t1: number): number {
    const { state } = this;
    this.writeState(t0);
    const [x, y, z] = [state[3], state[4], state[5]];
    this.writeState(t1);
    return Math.max(1, Math.ceil(length([state[3] - x, state[4] - y, state[5] - z]) / LARGEST_TURN));
  }

  private writeState(time: number): void {
    const { state, now, values, free } = this;
    state.set(now);
    this.fit.writeAt(time, values);
    for (let v = 0; v < free.length; v++) state[free[v]] = values[v];
  }
}

const NO_TURN: readonly [Vec3, number] = [[0, 0, 1], 0];

function freeAxes(constrained: readonly PoseAxis[] = []): readonly number[] {
  if (!Array.isArray(constrained))
    throw new InputError(`constrained: must be a list of ${POSE_AXES.join(', ')}, got ${shownValue(constrained)}`);
  for (const axis of constrained)
    if (!POSE_AXES.includes(axis)) throw new InputError(`constrained: ${shownValue(axis)} is none of ${POSE_AXES.join(', ')}`);
  return [0, 1, 2, 3, 4, 5].filter((i) => !constrained.includes(POSE_AXES[i]));
}
