/** Flat lists of numbers as states and motions of a scene: the values of each robot, then seven for each body. */

import { shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { type Pose, UNIT_SLACK } from '../../math/pose.ts';
import type { Motion } from '../../motion/motion.ts';
import { restMotion, rigidMotion } from '../../motion/rigid-motion.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { SceneState } from '../content/scene-states.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import { FlatPath } from './flat-path.ts';

/** Numbers up to this are looked at no further: a robot may be turned by as much. */
const ORDINARY: number = 2 ** 20;
const LARGEST: number = 2 ** 300;

export class FlatStates {
  /** How many numbers a state has. */
  readonly size: number;
  /** The motion taken over last. */
  readonly motions: ResolvedMotions;
  private readonly robots: readonly Robot[];
  private readonly bodies: readonly string[];
  private readonly paths: readonly FlatPath[];
  private readonly bodyMotions: Motion[][];
  /** Where the values of the bodies begin. */
  private readonly bodiesAt: number;
  /** By robot: slots of joints that follow others to keep loops closed. */
  private readonly passive: readonly (readonly number[])[];
  /** Where quaternions stand. */
  private readonly quaternions: Int32Array;

  constructor(robots: readonly Robot[], bodies: readonly string[]) {
    this.robots = robots;
    this.bodies = bodies;
    this.passive = robots.map((robot) => robot.closing?.().passive.map((name) => robot.joint(name).slot) ?? []);
    let slot = 0;
    const quaternions: number[] = [];
    this.paths = robots.map((robot) => {
      for (const { kind, slot: own } of robot.joints) if (kind.orientation >= 0) quaternions.push(slot + own + kind.orientation);
      slot += robot.size;
      return new FlatPath(robot, slot - robot.size);
    });
    this.bodiesAt = slot;
    for (let k = 0; k < bodies.length; k++) quaternions.push(slot + 7 * k + 3);
    this.quaternions = Int32Array.from(quaternions);
    this.size = slot + 7 * bodies.length;
    this.bodyMotions = bodies.map(() => [restMotion()]);
    this.motions = {
      segments: 1,
      robots: this.paths,
      bodies: this.bodyMotions,
      soft: [],
      seconds: null,
      ownTimes: new Map(),
      ownKnots: new Map(),
    };
  }

  /** The state with loops closed, by the driven values alone or near all that is given; null: they do not close. */
  closed(state: ArrayLike<number>, asGiven = false): Float64Array | null {
    this.check(state, 0);
    const out = Float64Array.from({ length: this.size }, (_, i) => state[i]);
    try {
      this.robots.forEach((robot, r) => {
        if (robot.loops === undefined) return;
        const { slot: at } = this.paths[r];
        const values = out.slice(at, at + robot.size);
        const rest = robot.neutral();
        if (!asGiven) for (const slot of this.passive[r]) values[slot] = rest[slot];
        out.set(robot.configuration(values), at);
      });
      return out;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  /** By name, as a scene is asked. */
  named(state: Float64Array): SceneState {
    const out: Record<string, Configuration | Pose> = {};
    this.robots.forEach(({ name, size }, r) => {
      setEntry(out, name, state.slice(this.paths[r].slot, this.paths[r].slot + size));
    });
    this.bodies.forEach((name, k) => {
      const [x, y, z, ...q] = state.subarray(this.bodiesAt + 7 * k);
      setEntry(out, name, { position: [x, y, z], quaternion: [q[0], q[1], q[2], q[3]] });
    });
    return out;
  }

  /** Everything stands at a state, the numbers of a list from `at` on. */
  stand(state: ArrayLike<number>, at: number, pairs: ScenePairs): void {
    this.check(state, at);
    this.loadChains(state, at, state, at, pairs);
    const { bodies, bodiesAt, paths } = this;
    for (let k = 0; k < bodies.length; k++) {
      const o = at + bodiesAt + 7 * k;
      // as SceneEngine.load has it: a scene far away loses nothing
      if (k === 0 && paths.length === 0 && pairs.standing.length === 0) for (let i = 0; i < 3; i++) pairs.reference[i] = state[o + i];
      pairs.movingViews[k].standAt(state, o);
    }
    pairs.clock[0] = 0;
  }

  /** Everything goes straight from one state to another. */
  go(from: ArrayLike<number>, to: ArrayLike<number>, pairs: ScenePairs): void {
    this.check(from, 0);
    this.check(to, 0);
    this.loadChains(from, 0, to, 0, pairs);
    const { bodies, bodiesAt, bodyMotions, paths } = this;
    for (let k = 0; k < bodies.length; k++) {
      const motion = bodyMotion(from, to, bodiesAt + 7 * k);
      bodyMotions[k][0] = motion;
      if (k === 0 && paths.length === 0 && pairs.standing.length === 0) motion.startPosition(pairs.reference, 0);
      pairs.clock[0] = 0;
      pairs.movingViews[k].move(motion);
    }
  }

  private loadChains(from: ArrayLike<number>, fromAt: number, to: ArrayLike<number>, toAt: number, pairs: ScenePairs): void {
    const { paths } = this;
    const { chains } = pairs;
    pairs.loaded();
    for (let r = 0; r < paths.length; r++) {
      paths[r].set(from, fromAt, to, toAt);
      chains[r].load(paths[r], 0);
    }
  }

  private check(state: ArrayLike<number>, at: number): void {
    const { size, quaternions } = this;
    if (!(Number.isInteger(at) && at >= 0)) throw new InputError(`state: at must be a whole number ≥ 0, got ${shownValue(at)}`);
    if (!(state?.length >= at + size))
      throw new InputError(
        `state: ${size} numbers are needed${at === 0 ? '' : ` from place ${at} on`}, got ${state?.length >= 0 ? `${state.length} in all` : shownValue(state)}`,
      );
    for (let i = at; i < at + size; i++) if (typeof state[i] !== 'number' || !(Math.abs(state[i]) <= ORDINARY)) this.lookAt(state, at);
    for (let i = 0; i < quaternions.length; i++) {
      const o = at + quaternions[i];
      const square = state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2] + state[o + 3] * state[o + 3];
      if (!(Math.abs(Math.sqrt(square) - 1) <= UNIT_SLACK))
        throw new InputError(`state: numbers ${o - at} to ${o - at + 3} are a quaternion of length ${Math.sqrt(square)}; normalise it`);
    }
  }

  /** Throws where a number is none, or too large for what it is. */
  private lookAt(state: ArrayLike<number>, at: number): void {
    if (typeof state === 'string') throw new InputError(`state: ${this.size} numbers are needed, got ${shownValue(state)}`);
    let slot = at;
    for (const robot of this.robots) {
      robot.configuration(Array.from({ length: robot.size }, (_, i) => state[slot + i]));
      slot += robot.size;
    }
    for (const name of this.bodies)
      for (let i = 0; i < 7; i++, slot++)
        if (typeof state[slot] !== 'number' || !(Math.abs(state[slot]) <= LARGEST))
          throw new InputError(`state: number ${i} of '${name}' is ${shownValue(state[slot])}${limitHint(state[slot])}`);
  }
}

function bodyMotion(from: ArrayLike<number>, to: ArrayLike<number>, o: number): Motion {
  const pose = (list: ArrayLike<number>) => ({
    position: [list[o], list[o + 1], list[o + 2]] as const,
    quaternion: [list[o + 3], list[o + 4], list[o + 5], list[o + 6]] as const,
  });
  for (let i = o; i < o + 7; i++) if (from[i] !== to[i]) return rigidMotion(pose(from), pose(to));
  return restMotion(pose(from));
}
