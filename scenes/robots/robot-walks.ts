// Motions for the articulated scenes: random walks as in [Redon et al. 2004, §6] and pairs for a roadmap as in [Tang et al. 2013, §6.2].
// What needs to know about contact asks a callback, so that tests, benches and any other library can walk the same way.

import type { Quat } from '../../src/math/pose.ts';
import { conjugate, multiply, normalised } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import type { Robot } from '../../src/robot/robot.ts';
import { aboutAxis, nineDecimals } from '../placed.ts';
import { sixDecimals } from '../surface.ts';
import type { RobotQuery } from './robot-scene.ts';

/**
 * When the robot first touches something on the way: a status 'free', 'contact', 'overlap' or 'unresolved' as in the library, and the time
 * in [0, 1]. Between two equal configurations it says whether the robot may stand there.
 */
export type FirstContact = (from: readonly number[], to: readonly number[]) => { readonly status: string; readonly time: number };

/** Walks go on from where the fastest joint was this many radians before the contact. */
const BACK_OFF = 0.003;
const MAX_DRAWS = 10_000;

/** Configurations that differ from one another in every angle, by up to maxAngle from `from` and within the limits. Other joints stay. */
export function randomSteps(robot: Robot, from: readonly number[], maxAngle: number, random: Random, count = 1): number[][] {
  return Array.from({ length: count }, () => {
    const to = [...from];
    for (const { type, slot, limits } of robot.joints) {
      if (type !== 'revolute' && type !== 'continuous') continue;
      const { lower = -Infinity, upper = Infinity } = limits;
      const step = random.range(-maxAngle, maxAngle);
      // At a limit the joint turns back rather than stand still.
      const beyond = from[slot] + step < lower || from[slot] + step > upper;
      to[slot] = Math.min(upper, Math.max(lower, sixDecimals(from[slot] + (beyond ? -step : step))));
    }
    return to;
  });
}

/** Any configuration within the limits, joints without limits within a half turn either way; floating joints stay as in `rest`. */
export function randomConfiguration(robot: Robot, random: Random, rest: readonly number[] = [...robot.neutral()]): number[] {
  const values = [...rest];
  for (const { size, slot, limits } of robot.joints) {
    if (size !== 1) continue;
    const { lower = -Math.PI, upper = Math.PI } = limits;
    values[slot] = Math.min(upper, Math.max(lower, sixDecimals(random.range(lower, upper))));
  }
  return values;
}

/** A random configuration where the robot may stand. */
export function freeConfiguration(robot: Robot, random: Random, firstContact: FirstContact): number[] {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const values = randomConfiguration(robot, random);
    if (isFree(values, firstContact)) return values;
  }
  throw new Error(`${robot.name}: no free configuration in ${MAX_DRAWS} random ones`);
}

export interface WalkOptions {
  readonly seed: string;
  /** How many queries. */
  readonly count: number;
  /** Radians that a joint turns in a step at most. */
  readonly maxAngle: number;
  readonly firstContact: FirstContact;
  /** Steps a walk. Default 6. */
  readonly steps?: number;
  readonly set?: string;
}

/**
 * Random walks in close proximity to obstacles. A walk starts a step or so before a contact of a long random motion; each of its
 * steps turns every joint at random; where it hits, the next step goes on from just before the contact.
 */
export function contactWalks(robot: Robot, { seed, count, maxAngle, firstContact, steps = 6, set }: WalkOptions): RobotQuery[] {
  const random = new Random(seed);
  const queries: RobotQuery[] = [];
  for (let draw = 0; queries.length < count; draw++) {
    if (draw > MAX_DRAWS + count) throw new Error(`${robot.name}, seed ${seed}: the walks get nowhere`);
    let from = startNearContact(robot, random, maxAngle, firstContact);
    const trajectory = queries.length > 0 ? (queries[queries.length - 1].trajectory as number) + 1 : 0;
    for (let step = 0; from !== undefined && step < steps && queries.length < count; step++) {
      const [to] = randomSteps(robot, from, maxAngle, random);
      const { status, time } = firstContact(from, to);
      if (status === 'overlap') break;
      queries.push({ id: queries.length, from, to, set, trajectory });
      from = status === 'free' ? to : justBefore(robot, from, to, time, BACK_OFF);
      if (status !== 'free' && !isFree(from, firstContact)) break;
    }
  }
  return queries;
}

/** Where a long random motion is about to hit something; undefined where this one does not. */
function startNearContact(robot: Robot, random: Random, maxAngle: number, firstContact: FirstContact): number[] | undefined {
  const from = freeConfiguration(robot, random, firstContact);
  const to = randomConfiguration(robot, random);
  const { status, time } = firstContact(from, to);
  if (status !== 'contact') return undefined;
  const start = justBefore(robot, from, to, time, random.range(0.2, 1.5) * maxAngle);
  return isFree(start, firstContact) ? start : undefined;
}

/** Pairs of random free configurations, as a roadmap's local planner gets them. */
export function roadmapPairs(robot: Robot, { seed, count, firstContact }: Omit<WalkOptions, 'maxAngle' | 'steps'>): RobotQuery[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, id) => {
    const from = freeConfiguration(robot, random, firstContact);
    return { id, from, to: freeConfiguration(robot, random, firstContact), set: 'roadmap' };
  });
}

/** Consecutive configurations as queries. With a callback a sequence starts at its first free configuration and ends with its first contact. */
export function sequenceQueries(sequences: readonly (readonly number[][])[], set: string, firstContact?: FirstContact): RobotQuery[] {
  const queries: RobotQuery[] = [];
  for (const [trajectory, sequence] of sequences.entries()) {
    let begun = firstContact === undefined;
    for (let i = 0; i + 1 < sequence.length; i++) {
      const [from, to] = [sequence[i], sequence[i + 1]];
      begun ||= firstContact !== undefined && isFree(from, firstContact);
      if (!begun) continue;
      const status = firstContact?.(from, to).status ?? 'free';
      if (status === 'overlap') break;
      queries.push({ id: queries.length, from, to, set, trajectory });
      if (status !== 'free') break;
    }
  }
  return queries;
}

/** The configuration at t on the way: values run linearly, floating joints turn about a fixed axis the short way round. */
export function valuesBetween(robot: Robot, from: readonly number[], to: readonly number[], t: number): number[] {
  const out = from.map((x, i) => sixDecimals(x + t * (to[i] - x)));
  for (const { type, slot } of robot.joints) {
    if (type !== 'floating') continue;
    const [start, end] = [quaternionAt(from, slot + 3), quaternionAt(to, slot + 3)];
    const turned = turnedPart(start, end, t);
    for (let k = 0; k < 4; k++) out[slot + 3 + k] = nineDecimals(turned[k]);
  }
  return out;
}

/** A configuration before `time` by so many radians of the joint that turns most; a floating joint counts ten times its metres too. */
export function justBefore(robot: Robot, from: readonly number[], to: readonly number[], time: number, angle: number): number[] {
  let most = 0;
  for (const { slot, size } of robot.joints) {
    for (let i = slot; i < slot + size; i++) most = Math.max(most, Math.abs(to[i] - from[i]) * (size === 7 && i < slot + 3 ? 10 : 1));
  }
  const t = most > 0 ? Math.max(0, time - angle / most) : 0;
  return t > 0 ? valuesBetween(robot, from, to, t) : [...from];
}

export function isFree(values: readonly number[], firstContact: FirstContact): boolean {
  return firstContact(values, values).status === 'free';
}

function quaternionAt(values: readonly number[], o: number): Quat {
  return [values[o], values[o + 1], values[o + 2], values[o + 3]];
}

function turnedPart(start: Quat, end: Quat, t: number): Quat {
  let [x, y, z, w] = multiply(end, conjugate(start));
  if (w < 0) [x, y, z, w] = [-x, -y, -z, -w];
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return start;
  return normalised(multiply(aboutAxis([x, y, z], 2 * t * Math.atan2(sine, w)), start));
}
