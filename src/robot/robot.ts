import { checkByName, checkFlag, checkList, checkNames, checkNoMore, checkRecord, shownValue } from '../math/check-record.ts';
import { firstDouble } from '../math/first-double.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { shownName, shownNames } from '../math/shown-name.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type AllowedPair, AllowedPairs } from './allowed-pairs.ts';
import { Chain } from './chain.ts';
import { checkedList, checkedShapes, checkValues, refuseLoops, TAKES_NO_PATH } from './check-robot.ts';
import { checkedJoint, type Joint, type JointOptions, jointOptions } from './joint.ts';
import { followerSlack } from './joint-range.ts';
import { type LinkPose, linkPoses } from './link-poses.ts';
import { parentsFirst } from './parents-first.ts';
import type { Closing, Configuration, JointGroup, Link, LinkShape, NamedState, RobotLoop, RobotModel } from './robot-model.ts';
import { PosedLinks, type RobotPath, robotPath, robotTrajectory, type TrajectoryPoint } from './robot-path.ts';

/** A rigid part of a robot: what it hangs on, how it moves there, and what it looks like. */
export interface LinkOptions {
  /** Shown in results; one of a kind within the robot. */
  readonly name: string;
  /** Name of the link it hangs on. Default: none, it stands on the robot's base. */
  readonly parent?: string;
  /** How it moves against its parent. Default: fixed, in the parent's frame. */
  readonly joint?: JointOptions;
  /** What it looks like; all of them move together. Default: none, it is a frame only. */
  readonly shapes?: readonly LinkShape[];
}

/** What a robot is made of. Angles are radians, lengths in the unit of the meshes. */
export interface RobotOptions {
  /** Shown in results, and the key under which a scene is given its path. */
  readonly name: string;
  /** In any order, parents before or after their children. */
  readonly links: readonly LinkOptions[];
  /** Where the base stands in the world. Default: at the world's origin. */
  readonly base?: Pose;
  /**
   * Pairs of links not to be tested, beside those that no joint moves against each other. Default: none; see
   * `adjacentPairs`.
   */
  readonly allowed?: readonly AllowedPair[];
  /** Joints that are moved together, by name. Default: none. */
  readonly groups?: readonly JointGroup[];
  /** Configurations with names. Default: none. */
  readonly states?: readonly NamedState[];
  /**
   * All links may be given poses of their own (`posed`), also where joints are fixed: then all are tested. Default
   * false.
   */
  readonly posable?: boolean;
  /**
   * Links that are its tool, by name: a clearance of a scene may be another one for them, see `ClearanceRules`.
   * Default:
   * none; what it holds comes by itself.
   */
  readonly tool?: readonly string[];
}

/** Something that a link holds. */
export interface HeldThing {
  /** As results call it: a link of the robot. Default: the shape's own name. */
  readonly name?: string;
  /** The link that holds it, which it may touch. */
  readonly to: string;
  /** What it looks like. */
  readonly shape: TriangleMesh;
  /** Where it is in the frame of that link. Default: as the shape was given. */
  readonly pose?: Pose;
  /** Further links of the robot that it may touch. Default: none. */
  readonly touches?: readonly string[];
}

const HELD_KEYS: readonly string[] = ['name', 'to', 'shape', 'pose', 'touches'];
/** @internal */
export const ROBOT_KEYS: readonly string[] = ['name', 'links', 'base', 'allowed', 'groups', 'states', 'posable', 'tool'];
const LINK_KEYS: readonly string[] = ['name', 'parent', 'joint', 'shapes'];
/** With `contacts`, because what sampledPairs found may be given as it is. */
const ALLOWED_KEYS: readonly string[] = ['a', 'b', 'reason', 'contacts'];
const GROUP_KEYS: readonly string[] = ['name', 'joints'];
const STATE_KEYS: readonly string[] = ['name', 'group', 'values'];

/**
 * A tree of links held by joints. Makes the paths that a `Scene` judges, and knows its forward kinematics. Immutable
 * but for `allowed`. `readUrdf` of `inbetween/io` reads one from a file.
 *
 * @example
 * ```ts
 * const arm = new Robot({
 *   name: 'arm',
 *   links: [
 *     { name: 'base', shapes: [{ shape: box([0.2, 0.2, 0.1]) }] },
 *     {
 *       name: 'upper',
 *       parent: 'base',
 *       joint: { name: 'shoulder', type: 'revolute', axis: [0, 1, 0], origin: { position: [0, 0, 0.1] } },
 *       shapes: [{ shape: capsule([0, 0, 0], [0, 0, 0.5], 0.05) }],
 *     },
 *   ],
 *   allowed: [{ a: 'base', b: 'upper' }], // they meet at the shoulder
 * });
 * const swing = arm.path([{ shoulder: 0 }, { shoulder: 1.5 }]); // radians
 * ```
 */
export class Robot implements RobotModel {
  /** Shown in results, and the key under which a scene is given its path. */
  readonly name: string;
  /** Parents come before their children; otherwise in the order given. */
  readonly links: readonly Link[];
  /** The joints that have values of their own, in the order of those. */
  readonly joints: readonly Joint[];
  /** How many values a configuration has. */
  readonly size: number;
  /** Where it stands in the world. */
  readonly base: { readonly position: Vec3; readonly quaternion: Quat };
  /** Pairs of its links that are not tested; may be changed until a scene is made of it. */
  readonly allowed: AllowedPairs;
  /** Joints that are moved together, as they were given. */
  readonly groups: readonly JointGroup[];
  /** Configurations with names, as they were given. */
  readonly states: readonly NamedState[];
  /** Whether every link may be given poses of its own, see `posed`. */
  readonly posable: boolean;
  /** Links that are its tool, what it holds among them. */
  readonly tool: readonly string[];
  /** What closes its loops, where it has some: then it is a `LoopedRobot`. */
  readonly loops?: readonly RobotLoop[];
  /** @internal */
  closing?(): Closing;
  private readonly linkNumbers: ReadonlyMap<string, number>;
  private readonly jointNumbers: ReadonlyMap<string, Joint>;

  /** Checks everything: links must form a tree, names must be one of a kind; anything else is an InputError. */
  constructor(options: RobotOptions) {
    checkRecord(options, ROBOT_KEYS, 'robot');
    this.name = options.name;
    if (typeof this.name !== 'string' || this.name === '') throw new InputError(`robot: needs a name, got ${shownValue(this.name)}`);
    const what = `robot '${this.name}'`;
    if (options.links?.length === 0) throw new InputError(`${what}: has no links`);
    checkList(options.links, `${what}: links`);
    this.base = checkedPose(options.base, `${what}: base`);
    for (const link of options.links) checkRecord(link, LINK_KEYS, `${what}: link`);
    const sorted = parentsFirst(options.links, what);
    this.linkNumbers = new Map(sorted.map(({ name }, i) => [name, i]));
    let slot = 0;
    this.links = sorted.map((link, index) => {
      const joint = checkedJoint(link.joint ?? { type: 'fixed' }, link.name, slot);
      slot += joint.size;
      const parent = link.parent === undefined ? -1 : (this.linkNumbers.get(link.parent) as number);
      return { name: link.name, index, parent, joint, shapes: checkedShapes(link) };
    });
    this.size = slot;
    this.joints = this.links.map(({ joint }) => joint).filter(({ size }) => size > 0);
    this.jointNumbers = new Map(this.links.map(({ joint }) => [joint.name, joint]));
    if (this.jointNumbers.size < this.links.length) {
      const double = firstDouble(this.links.map(({ joint }) => joint.name)) ?? '';
      throw new InputError(`${what}: two joints are named ${shownName(double)}`);
    }
    this.checkMimics(what);
    this.allowed = new AllowedPairs(this.links.map(({ name }) => name));
    for (const { a, b, reason } of checkedList(options.allowed, ALLOWED_KEYS, `${what}: allowed`)) this.allowed.allow(a, b, reason);
    this.groups = checkedList(options.groups, GROUP_KEYS, `${what}: groups`);
    this.states = checkedList(options.states, STATE_KEYS, `${what}: states`);
    this.posable = options.posable ?? false;
    this.tool = options.tool ?? [];
    checkFlag(this.posable, `${what}: posable`);
    checkNames(this.tool, `${what}: tool`);
    for (const name of this.tool) this.link(name);
    for (const { name, joints } of this.groups) {
      checkNames(joints, `${what}: joints of group ${shownValue(name)}`);
      for (const joint of joints)
        if (!this.jointNumbers.has(joint))
          throw new InputError(`${what}: group '${name}' names the joint ${shownValue(joint)}, which is none of it`);
    }
  }

  /**
   * The same robot holding something, or several things: a link more for each, fixed to the one that holds it, which
   * may be a thing before it in the list. Values keep their places, so that configurations fit both; paths are of one
   * of them.
   */
  attach(held: HeldThing | readonly HeldThing[]): Robot {
    const what = `robot '${this.name}': attach`;
    const list: readonly HeldThing[] = Array.isArray(held) ? held : [held];
    const fresh = new Set<string>();
    const known = (name: string): void => {
      if (!fresh.has(name)) this.link(name);
    };
    const links = list.map((thing): LinkOptions => {
      checkRecord(thing, HELD_KEYS, what);
      const { name = thing.shape?.name, to, shape, pose, touches = [] } = thing;
      known(to);
      checkNames(touches, `${what}: touches`);
      for (const touch of touches) known(touch);
      fresh.add(name);
      return { name, parent: to, joint: { type: 'fixed', origin: checkedPose(pose, `${what}: pose`) }, shapes: [{ shape }] };
    });
    const own = this.options();
    const out = this.remade({
      ...own,
      tool: [...this.tool, ...links.map(({ name }) => name)],
      links: [...own.links, ...links],
    });
    list.forEach(({ touches = [] }, i) => {
      for (const touch of touches) out.allowed.allow(links[i].name, touch, 'user');
    });
    return out;
  }

  /** The same robot with another list of pairs that are not tested; its meshes are shared, its paths are its own. */
  withAllowed(allowed: readonly AllowedPair[]): Robot {
    return this.remade({ ...this.options(), allowed });
  }

  /**
   * The same robot elsewhere, or by another name, as for two arms of one file; what is not given stays. Its meshes are
   * shared, its paths are its own.
   */
  placed(where: { readonly base?: Pose; readonly name?: string }): Robot {
    checkRecord(where, ['base', 'name'], `robot '${this.name}': placed`);
    const { base = this.base, name = this.name } = where;
    return this.remade({ ...this.options(), base, name });
  }

  /** A robot of its own kind. */
  private remade(options: RobotOptions): Robot {
    return new (this.constructor as new (options: RobotOptions) => Robot)(options);
  }

  private linkOptions(): LinkOptions[] {
    return this.links.map(({ name, joint, shapes, parent }): { readonly [Key in keyof Required<LinkOptions>]: LinkOptions[Key] } => ({
      name,
      joint: jointOptions(joint),
      shapes,
      parent: parent < 0 ? undefined : this.links[parent].name,
    }));
  }

  /**
   * What the same robot can be made of again, bit by bit.
   * @internal
   */
  options(): RobotOptions {
    const { name, base, groups, states, posable, tool } = this;
    const own = { name, base, groups, states, posable, tool, allowed: this.allowed.list(), links: this.linkOptions() };
    return own satisfies { readonly [Key in keyof Required<RobotOptions>]: RobotOptions[Key] };
  }

  /** The link of that name; an InputError lists the links where there is none. */
  link(name: string): Link {
    const index = this.linkNumbers.get(name);
    if (index === undefined)
      throw new InputError(
        `robot '${this.name}' has no link ${shownValue(name)}; it has ${shownNames(this.links.map((link) => link.name))}`,
      );
    return this.links[index];
  }

  /** The joint of that name; an InputError lists the joints where there is none. */
  joint(name: string): Joint {
    const joint = this.jointNumbers.get(name);
    if (joint === undefined)
      throw new InputError(`robot '${this.name}' has no joint ${shownValue(name)}; it has ${shownNames(this.joints.map((j) => j.name))}`);
    return joint;
  }

  /** The joint whose value a mimic joint follows in the end, and value = multiplier · that + offset. */
  source(joint: Joint): { readonly joint: Joint; readonly multiplier: number; readonly offset: number } {
    let multiplier = 1;
    let offset = 0;
    let at = joint;
    while (at.mimic !== null) {
      offset += multiplier * at.mimic.offset;
      multiplier *= at.mimic.multiplier;
      at = this.joint(at.mimic.joint);
    }
    return { joint: at, multiplier, offset };
  }

  /**
   * The path through configurations, at least two, straight in joint space from each to the next; angles never modulo
   * 2π. One segment, one unit of time, from each to the next. Joints not named keep their values.
   */
  path(configurations: readonly Configuration[], ...more: readonly never[]): RobotPath {
    checkNoMore(more, `robot '${this.name}': path takes one list of configurations`);
    refuseLoops(this, 'path: in a worker');
    return robotPath(this, configurations);
  }

  /**
   * A timed trajectory as a ROS joint trajectory controller executes it: linear, cubic where both points give
   * velocities, quintic where both give accelerations too. Path time counts segments; `secondsAt` gives the seconds.
   */
  trajectory(points: readonly TrajectoryPoint[], ...more: readonly never[]): RobotPath {
    checkNoMore(more, `robot '${this.name}': trajectory takes one list of points`);
    refuseLoops(this, 'trajectory: in a worker');
    return robotTrajectory(this, points);
  }

  /**
   * Every link between given poses in the world, at two instants at least, by an in-between motion of its own: for
   * mechanisms solved elsewhere. Each instant has a pose for every link, in the order of `links` or by name, and a
   * second where there are `times`.
   */
  posed(instants: readonly (readonly Pose[] | Readonly<Record<string, Pose>>)[], times: readonly number[] | null = null): PosedLinks {
    return new PosedLinks(this, instants, times);
  }

  /** Forward kinematics: where every link is in the world, by name. Joints not named are at 0. */
  linkPoses(configuration: Configuration): Readonly<Record<string, LinkPose>> {
    const standing = this.configuration(configuration);
    const chain = new Chain(this);
    chain.load(robotPath(this, [standing, standing]), 0);
    return linkPoses(chain, [0, 0, 0]);
  }

  /** All joints at 0, floating ones at the identity. */
  neutral(): Float64Array {
    const out = new Float64Array(this.size);
    for (const { kind, slot } of this.joints) if (kind.orientation >= 0) out[slot + kind.orientation + 3] = 1;
    return out;
  }

  /**
   * A configuration as one array, checked: numbers finite, quaternions of unit length. By name, joints that are not
   * named keep their values in `rest` (default: 0). Limits are not judged here; see `limitFaults`.
   */
  configuration(values: Configuration, rest?: ArrayLike<number>): Float64Array {
    if (typeof (values as { load?: unknown } | null)?.load === 'function') throw new InputError(`${this.asked()} ${TAKES_NO_PATH}`);
    if (values === null || typeof values !== 'object')
      throw new InputError(`${this.asked()} must be an array or an object, got ${shownValue(values)}`);
    const isListed = isList(values);
    const out = isListed ? new Float64Array(this.size) : this.neutral();
    if (isListed) {
      if (values.length !== this.size) {
        throw new InputError(`${this.asked()} must have ${this.size} values (${shownNames(this.valueNames())}), got ${values.length}`);
      }
      for (let i = 0; i < this.size; i++) out[i] = numberAt(values, i);
    } else {
      checkByName(values, this.asked());
      if (rest !== undefined) for (let i = 0; i < this.size; i++) out[i] = rest[i];
      for (const [name, value] of Object.entries(values)) this.setJoint(out, name, value, this.asked());
    }
    checkValues(this, out);
    return out;
  }

  private asked(): string {
    return `robot '${this.name}': configuration`;
  }

  /** One name a value: the joint's, for planar and floating joints followed by `/x` and so on. */
  valueNames(): readonly string[] {
    return this.joints.flatMap(({ name, size, kind }) => (size === 1 ? [name] : kind.parts.map((part) => `${name}/${part}`)));
  }

  /** One sentence for each joint whose value is beyond its limits, mimic joints included; empty when there are none. */
  limitFaults(given: Configuration): readonly string[] {
    const configuration = given instanceof Float64Array && given.length === this.size ? given : this.configuration(given);
    const faults: string[] = [];
    for (const { joint } of this.links) {
      if (!joint.kind.hasLimits) continue;
      const source = this.source(joint);
      const value = source.multiplier * configuration[source.joint.slot] + source.offset;
      const { lower = -Infinity, upper = Infinity } = joint.limits;
      // of what follows, twice what ranges leave: they were rounded themselves
      const slack = (limit: number): number => (joint.mimic === null ? 0 : 2 * followerSlack(source.offset, limit));
      if (value < lower - slack(lower) || value > upper + slack(upper))
        faults.push(`joint '${joint.name}' at ${value} is beyond its limits ${lower} to ${upper}`);
    }
    return faults;
  }

  private setJoint(out: Float64Array, name: string, value: number | readonly number[], what: string): void {
    const joint = this.joint(name);
    if (joint.size === 0) throw new InputError(`${what}: joint '${name}' ${joint.mimic ? `follows '${joint.mimic.joint}'` : 'is fixed'}`);
    const numbers = typeof value === 'number' ? [value] : value;
    if (!isList(numbers) || numbers.length !== joint.size)
      throw new InputError(`${what}: joint '${name}' (${joint.type}) takes ${joint.size} values, got ${shownValue(value)}`);
    for (let i = 0; i < joint.size; i++) out[joint.slot + i] = numberAt(numbers, i);
  }

  private checkMimics(what: string): void {
    for (const { joint } of this.links) {
      let at = joint;
      for (let steps = 0; at.mimic !== null; steps++) {
        if (steps > this.links.length) throw new InputError(`${what}: joint '${joint.name}' mimics itself, by way of '${at.name}'`);
        const next = this.jointNumbers.get(at.mimic.joint);
        if (next === undefined) throw new InputError(`${what}: joint '${at.name}' mimics '${at.mimic.joint}', which is no joint of it`);
        if (next.mimic === null && next.size !== 1)
          throw new InputError(
            `${what}: joint '${at.name}' mimics '${next.name}', a ${next.type} joint; only single values can be followed`,
          );
        at = next;
      }
    }
  }
}

function isList(values: unknown): values is ArrayLike<number> {
  return Array.isArray(values) || ArrayBuffer.isView(values);
}

/** NaN for what is no number, so that the check of all values tells it. */
function numberAt(values: ArrayLike<number>, i: number): number {
  return typeof values[i] === 'number' ? values[i] : Number.NaN;
}
