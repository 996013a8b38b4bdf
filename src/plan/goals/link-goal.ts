/** The configurations that bring a link to a pose and touch nothing, nearest first. */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { inverseKinematics, withoutFloatingBase } from '../../robot/inverse/inverse.ts';
import type { Joint } from '../../robot/joint.ts';
import { jointRange } from '../../robot/joint-range.ts';
import type { Robot } from '../../robot/robot.ts';
import type { States } from '../space/state-space.ts';
import type { LinkGoal } from './goals.ts';
import { type PlacedRobot, partName, type SceneLayout } from './plan-state.ts';

/** So many different ones are looked for; where loops are to be closed, too, each takes some ten times as long. */
const EFFORT = { solutions: 8, attempts: 200 };
const LOOPED_EFFORT = { solutions: 2, attempts: 20 };
const TURN = 2 * Math.PI;
/** Joints that follow are the same up to this: radians, or units of length. */
const SAME = 1e-6;

/** What came of a goal: states that end a leg, or why there are none. */
export interface GoalStates {
  readonly states: readonly States[];
  readonly why: string | null;
}

/** Any object with a link is a goal for it: no joint may be called so where one is meant. */
export function isLinkGoal(goal: unknown): goal is LinkGoal {
  return typeof goal === 'object' && goal !== null && 'link' in goal && typeof (goal as LinkGoal).link === 'string';
}

const GOAL_KEYS: readonly string[] = ['link', 'pose', 'at', 'free', 'tolerance', 'robot'];

/** Joints that move the link, see `partName`. */
export function linkParts(layout: SceneLayout, goal: LinkGoal, what: string): string[] {
  checkRecord(goal, GOAL_KEYS, what);
  const { robot, passive } = robotOf(layout, goal, what);
  const slots = robot.closing?.().moving(robot.link(goal.link).index);
  const moving = new Set<string>();
  for (let i = robot.link(goal.link).index; i >= 0; i = robot.links[i].parent) {
    const { joint } = robot.source(robot.links[i].joint);
    if (joint.size > 0) moving.add(joint.name);
  }
  for (const { name, slot } of robot.joints) if (slots?.has(slot)) moving.add(name);
  for (const name of passive) moving.delete(name);
  if (moving.size === 0) throw new InputError(`${what}: no joint moves link '${goal.link}' of robot '${robot.name}'`);
  return [...withoutFloatingBase(robot, moving)].map((name) => partName(robot.name, name));
}

/** moving: joints that may move; accepts: says which states of the whole scene will do. */
export function linkStates(
  layout: SceneLayout,
  goal: LinkGoal,
  start: States,
  moving: ReadonlySet<string>,
  accepts: (state: States) => boolean,
  seed: number | string,
  maxMilliseconds: number,
  what: string,
): GoalStates {
  const { robot, at, passive } = robotOf(layout, goal, what);
  const { robot: _, ...pose } = goal;
  const own = start.slice(at, at + robot.size);
  const joints = robot.joints.map(({ name }) => name).filter((name) => moving.has(partName(robot.name, name)));
  const whole = (configuration: Float64Array): States => {
    const state = start.slice();
    state.set(passive.size === 0 ? configuration : asContinued(robot, configuration, own), at);
    return state;
  };
  // what moves is brought within limits, the rest cannot be
  for (const { name, size, slot } of robot.joints) {
    const { lower, upper } = jointRange(robot, name);
    if (size !== 1 || joints.includes(name) || passive.has(name) || (own[slot] >= lower && own[slot] <= upper)) continue;
    return { states: [], why: `at the start joint '${name}' is at ${own[slot]}, beyond its limits ${lower} to ${upper}` };
  }
  let touching = 0;
  const accept = (configuration: Float64Array): boolean => {
    const free = accepts(whole(configuration));
    if (!free) touching++;
    return free;
  };
  const effort = { ...(passive.size === 0 ? EFFORT : LOOPED_EFFORT), maxMilliseconds };
  const { solutions, best } = inverseKinematics(robot, pose, { near: own, rest: own, joints, ...effort, seed, accept });
  if (solutions.length > 0) return { states: solutions.map(whole), why: null };
  const why =
    touching > 0
      ? `all ${touching} configurations found that bring '${goal.link}' there are in contact, or beyond what is allowed`
      : `no configuration was found that brings '${goal.link}' there; the nearest is off by ${shown(best.length)} and ${shown(best.angle)} rad`;
  return { states: [], why };
}

/**
 * A configuration of a robot with loops as it is where these go straight from another one; as it is where they cannot,
 * or are closed in another way there, where a way round may lead.
 */
function asContinued(robot: Robot, configuration: Float64Array, before: Float64Array): Float64Array {
  const closing = robot.closing?.();
  if (closing === undefined) return configuration;
  const driven = robot.joints.filter(({ name }) => !closing.passive.includes(name));
  const values = before.slice();
  for (const { slot, size } of driven) for (let k = 0; k < size; k++) values[slot + k] = configuration[slot + k];
  const found = closing.continued(values, before);
  const isSame = ({ slot, kind }: Joint): boolean => {
    const off = (found?.[slot] ?? Infinity) - configuration[slot];
    return Math.abs(kind.angle === 0 ? off - TURN * Math.round(off / TURN) : off) < SAME;
  };
  return found !== null && robot.joints.every((joint) => !closing.passive.includes(joint.name) || isSame(joint)) ? found : configuration;
}

function shown(value: number): string {
  return `${Number(value.toPrecision(3))}`;
}

function robotOf(layout: SceneLayout, { robot: name, link }: LinkGoal, what: string): PlacedRobot {
  const found = name === undefined ? layout.robots : layout.robots.filter(({ robot }) => robot.name === name);
  if (found.length === 1) return found[0];
  const known = layout.robots.map(({ robot }) => robot.name).join(', ') || 'none';
  if (name === undefined) throw new InputError(`${what}: whose link '${link}' is meant? Give robot; there are ${known}`);
  throw new InputError(`${what}: there is no robot ${shownValue(name)}; there are ${known}`);
}
