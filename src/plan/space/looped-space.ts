/**
 * The space of a scene some of whose robots have loops: its axes are joints that are driven, states carry the others,
 * too. Those are continued from the state where a way begins, so that the start decides how loops are closed all the
 * way; what cannot be continued has NaN there. All of it proposes: proofs follow the loops by themselves.
 */
import type { Random } from '../../math/random.ts';
import type { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import { jointRange } from '../../robot/joint-range.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Closing } from '../../robot/robot-model.ts';
import type { Axis } from './axes.ts';
import { StateSpace, type States } from './state-space.ts';

/** A robot whose values stand in a state from a place on. */
interface PlacedRobot {
  readonly robot: Robot;
  readonly at: number;
}

interface Looped extends PlacedRobot {
  readonly closing: Closing;
  /** Joints that follow. */
  readonly followers: readonly Axis[];
}

export class LoopedSpace extends StateSpace {
  private readonly looped: readonly Looped[];
  private readonly followers: readonly Axis[];

  constructor(rest: Float64Array, axes: readonly Axis[], robots: readonly PlacedRobot[]) {
    super(rest, axes);
    this.looped = robots.flatMap(({ robot, at }) => {
      const closing = robot.closing?.();
      if (closing === undefined) return [];
      const followers = closing.passive.map((name): Axis => {
        const { lower: low, upper: high } = jointRange(robot, name);
        return { kind: 'line', at: at + robot.joint(name).slot, weight: 0, sweep: 0, low, high, name };
      });
      return [{ robot, at, closing, followers }];
    });
    this.followers = this.looped.flatMap(({ followers }) => followers);
  }

  override get changing(): ReadonlySet<number> {
    return new Set([...super.changing, ...this.followers.map(({ at }) => at)]);
  }

  override between(a: States, i: number, b: States, j: number, share: number, out: States, o: number): void {
    super.between(a, i, b, j, share, out, o);
    for (const { at } of this.followers) {
      const [from, to] = [a[i + at], b[j + at]];
      // of random states nothing is known
      out[o + at] = share === 0 || Number.isNaN(to) ? from : share === 1 || Number.isNaN(from) ? to : from + share * (to - from);
    }
    if (share !== 0 && (share !== 1 || this.isOpen(b, j))) this.close(out, o, a, i);
  }

  override moved(a: States, i: number, way: Float64Array, share: number, out: States, o: number): void {
    super.moved(a, i, way, share, out, o);
    this.complete(out, o, a, i);
  }

  override sample(random: Random, out: States, o: number): void {
    super.sample(random, out, o);
    for (const { at } of this.followers) out[o + at] = Number.NaN;
  }

  override complete(states: States, i: number, from: States, j: number): void {
    for (const { at } of this.followers) states[i + at] = from[j + at];
    this.close(states, i, from, j);
  }

  override astray(states: States, i: number): { readonly axis: Axis; readonly value: number } | undefined {
    for (const axis of this.followers) {
      const value = states[i + axis.at];
      if (!(value >= axis.low && value <= axis.high)) return { axis, value };
    }
    return undefined;
  }

  override straysBetween(from: States, to: States): boolean {
    return this.looped.some(({ robot, at, followers }) => {
      if (followers.every(({ low, high }) => low === -Infinity && high === Infinity)) return false;
      const [a, b] = [from, to].map((state) => state.slice(at, at + robot.size));
      return (robot as LoopedRobot).strays(robot.path([a, b])).length > 0;
    });
  }

  private isOpen(states: States, i: number): boolean {
    return this.followers.some(({ at }) => Number.isNaN(states[i + at]));
  }

  /** Joints that follow are brought from nearly closed to closed, or else continued from another state. */
  private close(out: States, o: number, before: States, i: number): void {
    for (const { robot, at, closing } of this.looped) {
      const values = out.slice(o + at, o + at + robot.size);
      const found = this.isOpen(out, o)
        ? null
        : (closing.near(values) ?? closing.continued(values, before.slice(i + at, i + at + robot.size)));
      if (found !== null) out.set(found, o + at);
      else for (const name of closing.passive) out[o + at + robot.joint(name).slot] = Number.NaN;
    }
  }
}
