/**
 * By how much the distance of two bodies can be less than that of the nominal motions, where joints and places are only
 * nearly there [docs/notes/uncertainty.md]. A joint that is off by ε moves what is up to d from its axis by at most
 * ε d; one joint after the other, from the tip to the base, the others as they are or as they are off: so these add up.
 * Two links of one robot are off against each other only by the joints below what both stand on.
 */
import { treeOf } from '../../hierarchy/tree-of.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { length as norm } from '../../math/vec3.ts';
import type { PlaceError, Uncertainty } from '../../robot/follow/uncertainty.ts';
import { slidePer } from '../../robot/joint.ts';
import { JOINT_RATE, JOINT_REACH, JOINT_SPEED, JOINT_STRIDE } from '../../robot/joint-motion.ts';
import { jointTemplate } from '../../robot/joint-template.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Link } from '../../robot/robot-model.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { ClearanceClass } from './clearance-rules.ts';
import { commonAncestor, type ScenePairs } from './scene-pairs.ts';

/** The base of a robot itself: what stands on it is off together with it. */
const BASE = -2;
/** Pays for the roundings of sums over all links. */
const ROUND_UP = 1 + 2 ** -36;

/** What the joint above each link can be off by, and how far its link's origin can be from that of its parent. */
export interface JointErrors {
  readonly angle: Float64Array;
  readonly place: Float64Array;
  readonly reach: Float64Array;
}

/** By how much each pair, by its number, and any pair at most, may be nearer than nominally. */
export interface UncertainPads {
  readonly errors: PlaceErrors;
  of(pair: number): number;
  most(): number;
  /** How far off a body is beside, because it is held or was laid down. */
  more(body: number): number;
}

/** By how much what stands on joints and places can be elsewhere. */
export class PlaceErrors {
  private readonly uncertainty: Uncertainty;
  private readonly robots: readonly Robot[];
  private readonly motions: ResolvedMotions | null;
  /** One a robot. */
  readonly joints: readonly JointErrors[];

  /** motions null: whatever keeps joints that slide within their limits. */
  constructor(uncertainty: Uncertainty, robots: readonly Robot[], motions: ResolvedMotions | null) {
    const { seconds = 0 } = uncertainty;
    if (seconds > 0 && (motions === null || motions.seconds === null))
      throw new InputError('uncertainty.seconds: only for motions with seconds: robot.trajectory, in a path file a time for each waypoint');
    this.uncertainty = uncertainty;
    this.robots = robots;
    this.motions = motions;
    this.joints = robots.map((robot, r) => jointErrors(uncertainty, robot, r, motions));
    for (const [r, { name, loops }] of robots.entries())
      if (loops !== undefined && [this.joints[r].angle, this.joints[r].place].some((errors) => errors.some((x) => x > 0)))
        throw new InputError(
          `uncertainty: robot ${shownName(name)} has loops: a small error of what drives them may be a large one of what follows; give ranges to joints of other robots by name, and to places`,
        );
  }

  /**
   * How far the points of a link within rho of its origin can be off, seen from what they stand on; −1: the world; −2:
   * the base.
   */
  ofLink(robot: number, link: number, ancestor: number, rho: number): number {
    const { angle, place, reach } = this.joints[robot];
    const { links, name } = this.robots[robot];
    let sum = 0;
    let away = rho;
    for (let j = link; j !== ancestor && j >= 0; j = links[j].parent) {
      sum += times(angle[j], away) + place[j];
      away += reach[j] + place[j];
    }
    if (ancestor === -1) sum += this.ofPlace(name, away);
    if (!(sum < Infinity))
      throw new InputError(
        `uncertainty: ${shownName(links[link].name)} may be anywhere: ${shownName(name)} has a joint without limits below one that is uncertain`,
      );
    return sum * ROUND_UP;
  }

  /** By how much a link may be turned against where it nominally is in the world, about whatever axis. */
  turnOfLink(robot: number, link: number): number {
    const { links, name } = this.robots[robot];
    let sum = this.turned(name);
    for (let j = link; j >= 0; j = links[j].parent) sum += this.joints[robot].angle[j];
    return sum * ROUND_UP;
  }

  /** What something is off by where it stands: its origin, and turned; `body`: as in `ofBody`, −1: it stands. */
  placeOf(name: string, body: number, rho: number): readonly [length: number, angle: number] {
    const turned = this.turned(name);
    const all = body < 0 ? this.ofPlace(name, 0) : this.ofBody(body, name, rho) - (body < 0 ? 0 : turned * rho);
    return [Math.max(all, this.ofPlace(name, 0)), turned];
  }

  /** By how much something may be turned where it stands. */
  turned(name: string): number {
    const { places = {} } = this.uncertainty;
    return Object.hasOwn(places, name) ? (places[name].angle ?? 0) : 0;
  }

  /** The same of what stands at a pose. */
  ofPlace(name: string, rho: number): number {
    const { places = {} } = this.uncertainty;
    const { length = 0, angle = 0 }: PlaceError = Object.hasOwn(places, name) ? places[name] : {};
    return (length + times(angle, rho)) * ROUND_UP;
  }

  /** The same of a body with a motion of its own, by its number. */
  ofBody(body: number, name: string, rho: number): number {
    const { seconds = 0 } = this.uncertainty;
    const whole = this.motions?.wholes?.[body];
    const list = whole?.motions ?? this.motions?.bodies[body] ?? null;
    if (seconds === 0 || list === null) return this.ofPlace(name, rho);
    // a body that is late, or early, may be where the rest of its trajectory has it
    const times = (whole?.times ?? this.motions?.seconds) as readonly number[];
    const fastest = list.reduce((most, motion, k) => Math.max(most, motion.travel(rho) / (times[k + 1] - times[k])), 0);
    return (this.ofPlace(name, rho) + seconds * fastest) * ROUND_UP;
  }
}

/** `extra`: what is held or was laid down, by name, of links as `robot/link`, and how far off it is beside. */
export function uncertainPads(
  errors: PlaceErrors,
  pairs: ScenePairs,
  robots: readonly Robot[],
  extra: ReadonlyMap<string, number>,
): UncertainPads {
  const { moving, standing, movingViews } = pairs;
  const more = (body: number): number => {
    if (body >= moving.length)
      return standing[body - moving.length].parts.reduce((most, { name }) => Math.max(most, extra.get(name) ?? 0), 0);
    const { name, robot } = moving[body];
    return robot < 0 ? 0 : (extra.get(`${robots[robot].name}/${name}`) ?? 0);
  };
  const placed = (body: number): number => {
    if (body >= moving.length) {
      const { parts, mesh } = standing[body - moving.length];
      // its tree may come later, until then a view has a bound that is far too large
      const reach = (name: string): number => (errors.turned(name) > 0 ? treeOf(mesh).radius : 0);
      return parts.reduce((most, { name }) => Math.max(most, errors.ofPlace(name, reach(name))), 0) + more(body);
    }
    const { name, robot, link } = moving[body];
    const { radius } = movingViews[body];
    return robot < 0 ? errors.ofBody(body, name, radius) : errors.ofLink(robot, link, -1, radius) + more(body);
  };
  const known = new Map<number, number>();
  const inWorld = (body: number): number => {
    const pad = known.get(body) ?? placed(body);
    known.set(body, pad);
    return pad;
  };
  return {
    errors,
    more,
    of(pair) {
      const [a, b] = [pairs.viewsA[pair].body, pairs.viewsB[pair].body];
      const [first, second] = [moving[a], b < moving.length ? moving[b] : null];
      if (second === null || first.robot < 0 || first.robot !== second.robot) return inWorld(a) + inWorld(b);
      const ancestor = commonAncestor(robots[first.robot], first.link, second.link);
      const seen = ({ robot, link }: typeof first, body: number): number =>
        errors.ofLink(robot, link, ancestor < 0 ? BASE : ancestor, movingViews[body].radius) + more(body);
      return seen(first, a) + seen(second, b);
    },
    most() {
      let pad = 0;
      for (let body = 0; body < moving.length + standing.length; body++) pad = Math.max(pad, inWorld(body));
      return 2 * pad;
    },
  };
}

/** ε d, also where the one is 0 and the other has no bound. */
function times(error: number, away: number): number {
  return error === 0 ? 0 : error * away;
}

function jointErrors(uncertainty: Uncertainty, robot: Robot, r: number, motions: ResolvedMotions | null): JointErrors {
  const { length } = robot.links;
  const out: JointErrors = { angle: new Float64Array(length), place: new Float64Array(length), reach: new Float64Array(length) };
  for (const { joint, index } of robot.links) {
    const [angle, place] = constantErrors(uncertainty, robot, joint);
    out.angle[index] = angle * ROUND_UP;
    out.place[index] = place * ROUND_UP;
  }
  if (motions === null) {
    for (const link of robot.links) out.reach[link.index] = farthest(robot, link) * ROUND_UP;
    return out;
  }
  const given = motions.robots[r];
  const { seconds = 0 } = uncertainty;
  // a robot that is late, or early, may be where the rest of its path has it
  const path = seconds > 0 ? (given.whole ?? given) : given;
  if (path.independent) throw new InputError(`uncertainty: the links of '${robot.name}' are given poses of their own, not joints`);
  const joints = jointTemplate(robot).joints.slice();
  const rates = new Float64Array(length);
  const speeds = new Float64Array(length);
  for (let k = 0; k < path.segments; k++) {
    path.load(k, joints);
    const late = path.times ? seconds / (path.times[k + 1] - path.times[k]) : 0;
    for (let i = 0; i < length; i++) {
      const o = JOINT_STRIDE * i;
      out.reach[i] = Math.max(out.reach[i], joints[o + JOINT_REACH]);
      rates[i] = Math.max(rates[i], late * joints[o + JOINT_RATE]);
      speeds[i] = Math.max(speeds[i], late * joints[o + JOINT_SPEED]);
    }
  }
  for (let i = 0; i < length; i++) {
    out.angle[i] += rates[i] * ROUND_UP;
    out.place[i] += speeds[i] * ROUND_UP;
  }
  return out;
}

/** By how much the joint turns and goes elsewhere, however it moves. */
function constantErrors(uncertainty: Uncertainty, robot: Robot, joint: Link['joint']): readonly [number, number] {
  const { angle = 0, length = 0, joints = {} } = uncertainty;
  const { kind } = joint;
  if (kind.size === 0) return [0, 0];
  if (kind.size > 1) {
    const places = kind.parts.filter((_, part) => slidePer(joint, part) > 0).length;
    return [angle, length * Math.sqrt(places)];
  }
  // of two names the one with its robot counts
  const rangeOf = ({ name }: Link['joint']): number | undefined => entryOf(joints, `${robot.name}/${name}`) ?? entryOf(joints, name);
  const { joint: source, multiplier } = robot.source(joint);
  const led = rangeOf(source) ?? (source.kind.angle >= 0 ? angle : length);
  const range = rangeOf(joint) ?? Math.abs(multiplier) * led;
  return [kind.angle >= 0 ? range : 0, Math.abs(slidePer(joint, 0)) * range];
}

/** How far a link's origin can be from that of its parent, within the limits of its joint. */
function farthest(robot: Robot, { joint }: Link): number {
  const { kind, position } = joint;
  const place = norm(position);
  if (kind.size > 1) return Infinity;
  if (slidePer(joint, 0) === 0) return place;
  const { joint: source, multiplier, offset } = robot.source(joint);
  const { lower = -Infinity, upper = Infinity } = source.limits;
  const most = Math.max(Math.abs(multiplier * lower + offset), Math.abs(multiplier * upper + offset));
  return place + Math.abs(slidePer(joint, 0)) * most;
}

/** Steps between distances that differ only by pads: each is a search. */
const PAD_STEPS: readonly number[] = [1, 0.71, 0.5, 0.36, 0.25, 0.18, 0.125, 0.09, 0.0625];

/**
 * Classes with what pairs keep beyond their distance, rounded up to a few steps; where not all pairs have numbers, all
 * keep the most.
 */
export function paddedClasses(pairs: ScenePairs, classes: readonly ClearanceClass[], pads: UncertainPads): readonly ClearanceClass[] {
  if (!pairs.listsAll) {
    const most = pads.most();
    return classes.map(({ clearance, others }) => ({ clearance: clearance + most, others }));
  }
  const padded = classes.flatMap(({ clearance, others }) => {
    const own = Array.from({ length: pairs.topFrom }, (_, pair) => (pairs.ignored[pair] === 1 || others.has(pair) ? -1 : pads.of(pair)));
    const most = own.reduce((a, b) => Math.max(a, b), -1);
    if (most < 0) return [];
    const steps = PAD_STEPS.map((step) => step * most);
    const stepped = own.map((pad) => (pad > 0 ? (steps.findLast((step) => step >= pad) as number) : pad));
    return [...new Set(stepped)]
      .filter((pad) => pad >= 0)
      .map((pad) => ({ clearance: clearance + pad, others: { has: (pair: number) => pair < stepped.length && stepped[pair] !== pad } }));
  });
  return padded.length > 0 ? padded : classes;
}

/** Values of joints that slide, by their places in a state of all robots, and their limits. */
export function slidesOf(robots: readonly Robot[]): readonly (readonly [number, number, number])[] {
  const out: (readonly [number, number, number])[] = [];
  let first = 0;
  for (const robot of robots) {
    for (const { joint } of robot.links) {
      if (joint.kind.size !== 1 || slidePer(joint, 0) === 0) continue;
      const { slot, limits } = robot.source(joint).joint;
      out.push([first + slot, limits.lower ?? -Infinity, limits.upper ?? Infinity]);
    }
    first += robot.size;
  }
  return out;
}
