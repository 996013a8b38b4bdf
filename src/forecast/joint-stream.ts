/**
 * Where is a robot headed? One state variable a joint value, as in its configurations: numbers that run on and are
 * never reduced modulo 2π, so values of a continuous joint that jump by a turn have to be unwrapped before. Predictions
 * stop at the joints' limits, and say so.
 */

import { checkList, checkNames, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength } from '../math/limits.ts';
import { MotionStream, type StreamOptions } from './motion-stream.ts';

/** Joint values of a robot at one instant. */
export interface JointSample {
  /** Time stamp in seconds, of any clock. */
  readonly time: number;
  /**
   * One a joint value, radians or the unit of length, in the order of the robot's configurations. Values of a
   * continuous joint run on through whole turns.
   */
  readonly values: ArrayLike<number>;
}

/** How the joint values are called, where they end, and how far each moves the robot; all optional. */
export interface JointStreamOptions extends StreamOptions {
  /** How the joints are called in `clamped` and in errors. Default: 'joint 0', 'joint 1', … */
  readonly names?: readonly string[];
  /**
   * Bounds of each joint value, or null for one without: predictions stop there. The `limits` of a robot's joints fit.
   * Default: none.
   */
  readonly limits?: readonly ({ readonly lower?: number; readonly upper?: number } | null)[];
  /**
   * How far the robot's farthest point moves per unit of each joint value: turns errors of joint values into one of
   * place. Default 1 each.
   */
  readonly levers?: ArrayLike<number>;
}

/** Squares stay finite, as of lengths. */
const LARGEST_VALUE: number = 2 ** 300;

/**
 * Where is a robot headed? Takes samples of its joint values and extrapolates them; predictions stop at the joints'
 * limits, and `clampedAt` says which do. For ContactForecast, or by itself.
 */
export class JointStream extends MotionStream<JointSample, readonly number[]> {
  /** Names of the joint values, in their order. */
  readonly names: readonly string[];
  protected override readonly sampleKeys: readonly string[] = ['time', 'values'];
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly levers: Float64Array;
  private readonly values: Float64Array;

  /** Takes the number of joint values. */
  constructor(joints: number, options: JointStreamOptions = {}) {
    if (!(Number.isInteger(joints) && joints > 0))
      throw new InputError(`joints: must be a whole number above 0, got ${shownValue(joints)}`);
    super(joints, options, ['names', 'limits', 'levers']);
    const { names, limits, levers } = options;
    for (const [what, list] of Object.entries({ names, limits, levers }))
      if (list !== undefined && list?.length !== joints)
        throw new InputError(`${what}: must be a list of ${joints}, one a joint, got ${shownValue(list)}`);
    if (names !== undefined) checkNames(names, 'names');
    if (limits !== undefined) checkList(limits, 'limits');
    this.names = names ?? Array.from({ length: joints }, (_, j) => `joint ${j}`);
    this.values = new Float64Array(joints);
    this.lower = new Float64Array(joints).fill(-Infinity);
    this.upper = new Float64Array(joints).fill(Infinity);
    this.levers = new Float64Array(joints).fill(1);
    for (let j = 0; j < joints; j++) {
      // `velocity`: the limits of a robot's joint may be given as they are
      if (limits !== undefined && limits[j] !== null) checkRecord(limits[j], ['lower', 'upper', 'velocity'], `limits[${j}]`);
      this.lower[j] = checkedLimit(limits?.[j]?.lower ?? -Infinity, `limits[${j}].lower`);
      this.upper[j] = checkedLimit(limits?.[j]?.upper ?? Infinity, `limits[${j}].upper`);
      if (this.lower[j] > this.upper[j]) throw new InputError(`limits[${j}]: lower ${this.lower[j]} is above upper ${this.upper[j]}`);
      const lever: unknown = levers === undefined ? 1 : levers[j];
      checkLength(lever, `levers[${j}]:`);
      this.levers[j] = lever;
    }
  }

  protected override checked({ values }: JointSample): readonly number[] {
    const count = this.fit.variables;
    if (values === null || typeof values !== 'object' || values.length !== count)
      throw new InputError(`sample.values: must be ${count} numbers, got ${shownValue(values)}`);
    for (let j = 0; j < count; j++)
      if (typeof values[j] !== 'number' || !(Math.abs(values[j]) <= LARGEST_VALUE))
        throw new InputError(
          `sample.values[${j}] (${this.names[j]}): must be a number up to 2^300, about 2e90, got ${shownValue(values[j])}`,
        );
    return Array.from(values);
  }

  protected override take(time: number, state: readonly number[]): void {
    this.fit.add(time, state);
  }

  /** The fitted joint values at a time in seconds, held within the limits. */
  override stateAt(time: number): readonly number[] {
    this.started();
    this.fit.writeAt(time, this.values);
    return Array.from(this.values, (x, j) => Math.min(this.upper[j], Math.max(this.lower[j], x)));
  }

  /** How fast the joint values change at a time, per second; limits left aside. */
  velocityAt(time: number): readonly number[] {
    this.started();
    this.fit.writeAt(time, this.values, 0, 1);
    return Array.from(this.values);
  }

  /**
   * √Σ (lever² variance): how far off the robot's farthest point is to be expected at a time; Infinity while there are
   * too few samples to tell.
   */
  override deviationAt(time: number): number {
    this.started();
    this.fit.writeVariances(time, this.values);
    let sum = 0;
    for (let j = 0; j < this.values.length; j++) if (this.levers[j] > 0) sum += this.levers[j] * this.levers[j] * this.values[j];
    return Math.sqrt(sum);
  }

  /** Names of the joint values that stateAt(time) holds at a limit. */
  override clampedAt(time: number): readonly string[] {
    this.started();
    this.fit.writeAt(time, this.values);
    return this.names.filter((_, j) => this.values[j] < this.lower[j] || this.values[j] > this.upper[j]);
  }
}

function checkedLimit(limit: number, what: string): number {
  if (typeof limit !== 'number' || limit !== limit) throw new InputError(`${what}: must be a number, got ${shownValue(limit)}`);
  return limit;
}
