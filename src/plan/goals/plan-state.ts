/** States of a scene as callers give them, as flat lists, and flat lists as motions that a scene takes. */

import type { PairSide } from '../../contact/result.ts';
import { shownValue } from '../../math/check-record.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { checkedPose, type Pose, type Quat } from '../../math/pose.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { Motion } from '../../motion/motion.ts';
import { restMotion, rigidMotion } from '../../motion/rigid-motion.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import type { RobotPath } from '../../robot/robot-path.ts';
import type { SceneMotion, SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { States } from '../space/state-space.ts';

/**
 * Where everything is. With one robot and nothing else that moves: its configuration, or the name of one of its states.
 * Otherwise by name: of robots a configuration or the name of a state, of bodies a pose.
 */
export type PlanState = Configuration | string | Readonly<Record<string, Configuration | string | Pose>>;

/** What was given, as a flat list, and the joints and bodies that it names. */
export interface ReadState {
  readonly state: States;
  /** Joints and bodies, see `partName`. */
  readonly named: ReadonlySet<string>;
}

/** A robot, and where its values begin. */
export interface PlacedRobot {
  readonly robot: Robot;
  readonly at: number;
  /** Joints that follow others to keep loops closed, and those that they follow. */
  readonly passive: ReadonlySet<string>;
  readonly driving: ReadonlySet<string>;
}

/** One name for a joint of a robot or a body of its own. */
export function partName(owner: string, joint = ''): string {
  return `${owner}\n${joint}`;
}

/** Robots and bodies of a scene, and where their values stand in a flat list. */
export class SceneLayout {
  /** Whether joints of some robot follow others, to keep loops closed. */
  readonly hasLoops: boolean;
  /** Whether motions have seconds, one a segment: paths of robots with loops have segments of their own. */
  readonly byClock: boolean;
  readonly scene: Scene;
  readonly size: number;
  readonly robots: readonly PlacedRobot[];
  readonly bodies: readonly { readonly name: string; readonly pose?: Pose; readonly at: number }[];

  constructor(scene: Scene) {
    this.scene = scene;
    let at = 0;
    this.robots = scene.robots.map((robot) => {
      const first = at;
      at += robot.size;
      const { passive = [], driving = [] } = robot.closing?.() ?? {};
      return { robot, at: first, passive: new Set(passive), driving: new Set(driving) };
    });
    this.hasLoops = this.robots.some(({ passive }) => passive.size > 0);
    this.bodies = scene.bodies.map(({ name, pose }) => {
      const first = at;
      at += 7;
      return { name, pose, at: first };
    });
    this.size = at;
    this.byClock = this.hasLoops && this.robots.length + this.bodies.length > 1;
  }

  /** A state that was given; what it does not name is as in `rest`, or robots at 0 and bodies where they stand. */
  read(given: PlanState, what: string, rest: States | null): ReadState {
    const state = rest?.slice() ?? this.neutral();
    const named = new Set<string>();
    if (given === null || given === undefined || (typeof given !== 'object' && typeof given !== 'string'))
      throw new InputError(`${what}: must be a configuration, the name of a state, or these by robot; got ${shownValue(given)}`);
    if (typeof given === 'string') this.writeNamed(this.robotOfState(given, what), given, what, state, named);
    else if (isNumbers(given)) this.writeNumbers(given, what, state, named);
    else if (this.isByName(given)) {
      for (const [name, value] of Object.entries(given)) this.writeOne(name, value as Configuration | string | Pose, what, state, named);
    } else this.writeConfiguration(this.onlyRobot(what, given), given as Configuration, what, state, named);
    return { state, named };
  }

  /** Everything along states, one segment from each to the next; angles are as the states have them. */
  motions(states: readonly States[]): SceneMotions {
    const out: Record<string, SceneMotion> = {};
    for (const { robot, at } of this.robots) {
      const own = states.map((state) => state.slice(at, at + robot.size));
      const values = own.length > 1 ? own : [own[0], own[0]];
      const timed = (): RobotPath => robot.trajectory(values.map((positions, time) => ({ time, positions })));
      setEntry(out, robot.name, this.byClock ? timed() : robot.path(values));
    }
    for (const { name, at } of this.bodies) {
      const list: Motion[] = [];
      for (let k = 1; k < states.length; k++) {
        const [from, to] = [poseOf(states[k - 1], at), poseOf(states[k], at)];
        list.push(rigidMotion(from, to));
      }
      const all = list.length > 0 ? list : [restMotion(poseOf(states[0], at))];
      setEntry(out, name, this.byClock ? new BodyTrajectory(all, [...all.keys(), all.length]) : list.length > 0 ? list : all[0]);
    }
    return out;
  }

  /** Where a link or a body is in a state; null: it is nothing that moves. */
  poseOf({ body, link }: PairSide, state: States): Required<Pose> | null {
    const robot = this.robots.find((one) => one.robot.name === body);
    if (robot !== undefined && link !== undefined)
      return entryOf(entryOf(this.scene.linkPoses(this.motions([state, state]), 0), body) ?? {}, link) ?? null;
    const own = this.bodies.find(({ name }) => name === body);
    return own === undefined ? null : poseOf(state, own.at);
  }

  private neutral(): States {
    const out = new Float64Array(this.size);
    for (const { robot, at } of this.robots) out.set(robot.neutral(), at);
    for (const { name, pose, at } of this.bodies) writePose(checkedPose(pose, name), out, at);
    return out;
  }

  private isByName(given: object): boolean {
    const names = [...this.robots.map(({ robot }) => robot.name), ...this.bodies.map(({ name }) => name)];
    const keys = Object.keys(given);
    // with one robot a configuration by joint names is meant, unless the keys say otherwise
    if (names.length !== 1 || this.robots.length === 0) return true;
    return keys.length > 0 && keys.every((key) => names.includes(key));
  }

  private onlyRobot(what: string, given: unknown): { readonly robot: Robot; readonly at: number } {
    if (this.robots.length === 1 && this.bodies.length === 0) return this.robots[0];
    const names = [...this.robots.map(({ robot }) => robot.name), ...this.bodies.map(({ name }) => name)];
    throw new InputError(`${what}: several things can move (${names.join(', ')}): give each by name, got ${shownValue(given)}`);
  }

  private robotOfState(name: string, what: string): { readonly robot: Robot; readonly at: number } {
    const having = this.robots.filter(({ robot }) => robot.states.some((state) => state.name === name));
    if (having.length === 1) return having[0];
    if (having.length > 1)
      throw new InputError(`${what}: several robots have a state '${name}' (${having.map(({ robot }) => robot.name).join(', ')})`);
    const known = [...new Set(this.robots.flatMap(({ robot }) => robot.states.map((state) => state.name)))];
    const meant = nearestName(name, known);
    const list = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
    throw new InputError(`${what}: no state ${shownValue(name)}${meant === undefined ? '' : `; did you mean '${meant}'?`}; ${list}`);
  }

  private writeNamed(
    { robot, at }: { readonly robot: Robot; readonly at: number },
    name: string,
    what: string,
    state: States,
    named: Set<string>,
  ): void {
    const found = robot.states.find((one) => one.name === name);
    if (found === undefined) {
      const known = robot.states.map((one) => one.name).join(', ') || 'none';
      throw new InputError(`${what}: robot '${robot.name}' has no state ${shownValue(name)}; it has ${known}`);
    }
    // states of SRDF may name joints that follow others
    const own = Object.entries(found.values).filter(([joint]) => robot.joint(joint).size > 0);
    this.writeConfiguration({ robot, at }, Object.fromEntries(own), what, state, named);
  }

  private writeOne(name: string, value: Configuration | string | Pose, what: string, state: States, named: Set<string>): void {
    const robot = this.robots.find((one) => one.robot.name === name);
    const body = this.bodies.find((one) => one.name === name);
    if (robot !== undefined) {
      if (typeof value === 'string') this.writeNamed(robot, value, `${what}: '${name}'`, state, named);
      else this.writeConfiguration(robot, value as Configuration, `${what}: '${name}'`, state, named);
    } else if (body !== undefined) {
      writePose(checkedPose(value as Pose, `${what}: '${name}'`), state, body.at);
      named.add(partName(name));
    } else {
      const names = [...this.robots.map((one) => one.robot.name), ...this.bodies.map((one) => one.name)];
      const meant = nearestName(name, names);
      throw new InputError(
        `${what}: nothing named '${name}' moves${meant === undefined ? '' : `; did you mean '${meant}'?`}; there are ${names.join(', ') || 'none'}`,
      );
    }
  }

  private writeConfiguration(
    { robot, at }: { readonly robot: Robot; readonly at: number },
    given: Configuration,
    what: string,
    state: States,
    named: Set<string>,
  ): void {
    let values: Float64Array;
    try {
      values = robot.configuration(given, state.slice(at, at + robot.size));
    } catch (error) {
      throw error instanceof InputError ? new InputError(`${what}: ${error.message}`) : error;
    }
    state.set(values, at);
    const joints = isNumbers(given) ? robot.joints.map(({ name }) => name) : Object.keys(given);
    const { passive } = this.robots.find((one) => one.robot === robot) as PlacedRobot;
    for (const joint of joints) if (!passive.has(joint)) named.add(partName(robot.name, joint));
  }

  /** Writes values of the only robot, or of everything in order. */
  private writeNumbers(given: ArrayLike<number>, what: string, state: States, named: Set<string>): void {
    if (this.robots.length === 1 && this.bodies.length === 0) return this.writeConfiguration(this.robots[0], given, what, state, named);
    if (given.length !== this.size)
      throw new InputError(
        `${what}: must have ${this.size} values, of all robots and bodies in order, or be given by name; got ${given.length}`,
      );
    for (const one of this.robots) {
      const own = Array.from({ length: one.robot.size }, (_, k) => given[one.at + k]);
      this.writeConfiguration(one, own, `${what}: '${one.robot.name}'`, state, named);
    }
    for (const { name, at } of this.bodies) {
      const [x, y, z, ...q] = Array.from({ length: 7 }, (_, k) => given[at + k]);
      writePose(checkedPose({ position: [x, y, z], quaternion: q as unknown as Quat }, `${what}: '${name}'`), state, at);
      named.add(partName(name));
    }
  }
}

function isNumbers(given: object): given is ArrayLike<number> {
  return Array.isArray(given) || ArrayBuffer.isView(given);
}

function writePose({ position, quaternion }: Required<Pose>, state: States, at: number): void {
  for (let k = 0; k < 3; k++) state[at + k] = position[k];
  for (let k = 0; k < 4; k++) state[at + 3 + k] = quaternion[k];
}

function poseOf(state: States, at: number): Required<Pose> {
  return { position: [state[at], state[at + 1], state[at + 2]], quaternion: [state[at + 3], state[at + 4], state[at + 5], state[at + 6]] };
}
