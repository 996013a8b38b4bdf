/**
 * The values of a configuration that may change, as numbers without a unit: angles in radians, lengths in multiples of
 * a length of the robot, so that nothing depends on the unit of length. What turns a floating joint counts three, small
 * turns about the axes of its frame. Limits are those of a joint and of all joints that follow it.
 */
import { InputError } from '../../math/input-error.ts';
import type { Random } from '../../math/random.ts';
import { angleOf, PI, sinCosInPlace } from '../../math/trig.ts';
import { jointRange } from '../joint-range.ts';
import type { RobotModel } from '../robot-model.ts';

const TURN = 2 * PI;
export class Variables {
  readonly count: number;
  /** Slot of the value; of a turn, that of the quaternion. */
  readonly slots: Int32Array;
  /** 0, 1, 2: a turn about x, y, z of a floating joint; −1: a value by itself. */
  readonly turns: Int8Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** One unit of the variable in that of its value: 1, or the length. */
  readonly units: Float64Array;
  /** 1: an angle by itself. */
  readonly angles: Uint8Array;
  /** 1: a whole turn more is the same place of all links. */
  readonly wraps: Uint8Array;
  /** By slot, the variable that begins there; −1: the value stays. */
  readonly ofSlot: Int32Array;
  private readonly trig: Float64Array = new Float64Array(2);

  /** All values of those joints; length: the robot's, in its unit of length. */
  constructor(robot: RobotModel, joints: ReadonlySet<string>, length: number) {
    const rows: { slot: number; turn: number; unit: number; angle: boolean; wraps: boolean; lower: number; upper: number }[] = [];
    this.ofSlot = new Int32Array(robot.size).fill(-1);
    for (const { name, kind, slot } of robot.joints) {
      if (!joints.has(name)) continue;
      this.ofSlot[slot] = rows.length;
      const { lower, upper, wraps } = jointRange(robot, name);
      if (lower > upper)
        throw new InputError(
          `robot '${robot.name}': no value of joint '${name}' is within its limits and those of the joints that follow it`,
        );
      for (let part = 0; part < kind.size; part++) {
        if (part === kind.orientation) {
          for (let turn = 0; turn < 3; turn++)
            rows.push({ slot: slot + part, turn, unit: 1, angle: false, wraps: false, lower: -Infinity, upper: Infinity });
          break;
        }
        const isAngle = part === kind.angle;
        rows.push({ slot: slot + part, turn: -1, unit: isAngle ? 1 : length, angle: isAngle, wraps: isAngle && wraps, lower, upper });
      }
    }
    this.count = rows.length;
    this.slots = Int32Array.from(rows, ({ slot }) => slot);
    this.turns = Int8Array.from(rows, ({ turn }) => turn);
    this.lower = Float64Array.from(rows, ({ lower }) => lower);
    this.upper = Float64Array.from(rows, ({ upper }) => upper);
    this.units = Float64Array.from(rows, ({ unit }) => unit);
    this.angles = Uint8Array.from(rows, ({ angle }) => (angle ? 1 : 0));
    this.wraps = Uint8Array.from(rows, ({ wraps }) => (wraps ? 1 : 0));
  }

  /** Into `out` what `from` is after a step; never beyond a limit. Values that stay are not written. */
  apply(from: Float64Array, step: Float64Array, out: Float64Array): void {
    const { slots, turns, lower, upper, units } = this;
    for (let i = 0; i < this.count; i++) {
      const s = slots[i];
      if (turns[i] < 0) {
        const value = from[s] + step[i] * units[i];
        out[s] = value < lower[i] ? lower[i] : value > upper[i] ? upper[i] : value;
      } else if (turns[i] === 0) this.turn(from, s, step[i], step[i + 1], step[i + 2], out);
    }
  }

  /** The quaternion at s, turned by the vector x y z from the left. */
  private turn(from: Float64Array, s: number, x: number, y: number, z: number, out: Float64Array): void {
    const { trig } = this;
    const angle = Math.sqrt(x * x + y * y + z * z);
    trig[0] = angle / 2;
    sinCosInPlace(trig, 0);
    const k = angle > 0 ? trig[0] / angle : 0.5;
    const ax = k * x;
    const ay = k * y;
    const az = k * z;
    const aw = trig[1];
    const bx = from[s];
    const by = from[s + 1];
    const bz = from[s + 2];
    const bw = from[s + 3];
    const qx = aw * bx + ax * bw + ay * bz - az * by;
    const qy = aw * by - ax * bz + ay * bw + az * bx;
    const qz = aw * bz + ax * by - ay * bx + az * bw;
    const qw = aw * bw - ax * bx - ay * by - az * bz;
    const length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
    out[s] = qx / length;
    out[s + 1] = qy / length;
    out[s + 2] = qz / length;
    out[s + 3] = qw / length;
  }

  /** Adds whole turns where they change no place, so that the values come as near to those of `near` as limits let. */
  unwind(values: Float64Array, near: ArrayLike<number>): void {
    const { slots, lower, upper, wraps } = this;
    for (let i = 0; i < this.count; i++) {
      if (wraps[i] === 0) continue;
      const s = slots[i];
      let turns = Math.round((near[s] - values[s]) / TURN);
      while (turns !== 0 && !(values[s] + turns * TURN >= lower[i] && values[s] + turns * TURN <= upper[i])) turns -= Math.sign(turns);
      values[s] += turns * TURN;
    }
  }

  /** Brings values to the nearest ones within limits. */
  clamp(values: Float64Array): void {
    const { slots, turns, lower, upper } = this;
    for (let i = 0; i < this.count; i++) if (turns[i] < 0) values[slots[i]] = Math.min(upper[i], Math.max(lower[i], values[slots[i]]));
  }

  /** Takes over from another configuration what may change. */
  copy(from: Float64Array, to: Float64Array): void {
    const { slots, turns } = this;
    for (let i = 0; i < this.count; i++) {
      const s = slots[i];
      if (turns[i] < 0) to[s] = from[s];
      else for (let k = s; k < s + 4; k++) to[k] = from[k];
    }
  }

  /**
   * Random values within limits; where there are none, lengths within `spread` of those of `near`, angles within half a
   * turn.
   */
  sample(random: Random, spread: number, near: ArrayLike<number>, out: Float64Array): void {
    const { slots, turns, lower, upper, wraps, angles } = this;
    for (let i = 0; i < this.count; i++) {
      const s = slots[i];
      if (turns[i] === 0) out.set(random.quaternion(), s);
      if (turns[i] >= 0) continue;
      const away = angles[i] === 1 ? PI : spread;
      const isWide = wraps[i] === 1 && upper[i] - lower[i] > TURN;
      const least = isWide || lower[i] === -Infinity ? Math.max(lower[i], Math.min(near[s], upper[i]) - away) : lower[i];
      const most = isWide || upper[i] === Infinity ? Math.min(upper[i], Math.max(near[s], lower[i]) + away) : upper[i];
      out[s] = random.range(least, most);
    }
  }

  /** How far two configurations are from each other: the root of the sum of squares over all variables. */
  distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
    const { slots, turns, units } = this;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const s = slots[i];
      if (turns[i] > 0) continue;
      const way = turns[i] < 0 ? (a[s] - b[s]) / units[i] : angleBetween(a, b, s);
      sum += way * way;
    }
    return Math.sqrt(sum);
  }
}

function angleBetween(a: ArrayLike<number>, b: ArrayLike<number>, s: number): number {
  let less = 0;
  let more = 0;
  for (let k = s; k < s + 4; k++) {
    less += (a[k] - b[k]) * (a[k] - b[k]);
    more += (a[k] + b[k]) * (a[k] + b[k]);
  }
  // |a − b| = 2 sin(θ/4), |a + b| = 2 cos(θ/4); −a is the same rotation as a
  return 4 * angleOf(Math.sqrt(Math.min(less, more)), Math.sqrt(Math.max(less, more)));
}
