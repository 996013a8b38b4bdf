/**
 * Robots with loops: palletisers, deltas, parallel grippers. A tree of links whose loops are closed by two frames that
 * coincide; joints that are driven are given, the others follow.
 */
import { checkHas, checkList, checkNoMore, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose } from '../../math/pose.ts';
import type { Joint } from '../joint.ts';
import { type LimitFinding, limitFindings } from '../limit-findings.ts';
import { ROBOT_KEYS, Robot, type RobotOptions } from '../robot.ts';
import type { Closing, Configuration, LoopFrame, RobotLoop } from '../robot-model.ts';
import { type PathPiece, RobotPath, robotPath, robotTrajectory, type TrajectoryPoint } from '../robot-path.ts';
import { LoopCloser, MATCH, type NamedLoop } from './loop-closer.ts';
import { LoopedWay } from './looped-way.ts';
import { endOf } from './pieces.ts';

/** What a robot with loops is made of. */
export interface LoopedRobotOptions extends RobotOptions {
  /** What closes them, at least one. */
  readonly loops: readonly RobotLoop[];
  /** Joints within loops that are driven, by name; the others within loops follow. Joints in no loop are driven. */
  readonly driven: readonly string[];
  /**
   * A configuration in which the loops nearly close: it says in which of several ways they do. 'search': one that is
   * found from all joints at 0 by least squares, driven ones too; for models that come without. Default: all at 0.
   */
  readonly closed?: Configuration | 'search';
  /**
   * How far what is to coincide may be apart where loops ask for more than joints can do, as planar ones written in
   * space do; a share of a loop's length. Default 1e-5.
   */
  readonly openness?: number;
  /** How far links may be from where polynomials have them, in the unit of length. Default: as of `toolPath`. */
  readonly accuracy?: number;
}

const OWN_KEYS = ['loops', 'driven', 'closed', 'openness', 'accuracy'] as const;
const KEYS: readonly string[] = [...ROBOT_KEYS, ...OWN_KEYS];
const LOOP_KEYS: readonly string[] = ['name', 'a', 'b', 'keeps'];
const KINDS: readonly RobotLoop['keeps'][] = ['point', 'axis', 'whole'];
const OPENNESS = 1e-5;
/** Radians, or shares of a loop's length: nearer values are the same. */
const SAME = 1e-9;

/**
 * A robot whose joints follow those that are driven, so that its loops stay closed. Configurations name the driven
 * joints, the others come by themselves; `path` and `trajectory` give polynomials with a proven bound on how far the
 * true motion is from them, for all questions of a `Scene`. What cannot be kept closed is an InputError that names the
 * loop and how far it goes.
 *
 * @example
 * ```ts
 * const loops = [{ a: { link: 'rod' }, b: { link: 'rocker' }, keeps: 'axis' }] as const;
 * const robot = new LoopedRobot({ name: 'four-bar', links, loops, driven: ['crank'] });
 * const path = robot.path([{ crank: 0 }, { crank: 6.28 }]);
 * ```
 */
export class LoopedRobot extends Robot {
  /** What closes its loops, as it was given. */
  override readonly loops: readonly RobotLoop[];
  /** Joints that are given, by name. */
  readonly driven: readonly string[];
  /** Joints that follow, by name. */
  readonly passive: readonly string[];
  /** A configuration in which its loops are closed; what is not named in others is continued from it. */
  readonly closed: Float64Array;
  private readonly own: Pick<LoopedRobotOptions, 'loops' | 'driven' | 'openness' | 'accuracy'>;
  /** @internal */
  readonly closer: LoopCloser;

  /** Checks everything, as `Robot` does; loops that do not close, or joints that contradict them, are an InputError. */
  constructor(options: LoopedRobotOptions) {
    super(plainOptions(options));
    const { loops, driven, closed, openness, accuracy } = options;
    const what = `robot '${this.name}'`;
    checkHas(options, ['loops', 'driven'], what);
    checkList(loops, `${what}: loops`);
    if (loops.length === 0) throw new InputError(`${what}: loops: needs at least one; without any it is a Robot`);
    checkList(driven, `${what}: driven`);
    for (const [key, value] of Object.entries({ openness, accuracy }))
      if (value !== undefined && !(typeof value === 'number' && value > 0 && value < Infinity))
        throw new InputError(`${what}: ${key} must be a number above 0, got ${shownValue(value)}`);
    this.loops = loops;
    this.own = { loops, driven, openness, accuracy };
    const named = loops.map((loop, k) => this.checkedLoop(loop, `${what}: loops[${k}]`));
    const within = this.withinLoops(named, what);
    for (const name of driven) {
      const { size, mimic } = this.joint(name);
      if (size === 0) throw new InputError(`${what}: driven: joint '${name}' ${mimic ? `follows '${mimic.joint}'` : 'is fixed'}`);
    }
    const isDriven = new Set(driven);
    const passive = this.joints.filter(({ name }) => within.has(name) && !isDriven.has(name));
    if (passive.length === 0) throw new InputError(`${what}: driven: all joints of its loops are, none is left to follow`);
    this.passive = passive.map(({ name }) => name);
    this.driven = this.joints.filter(({ name }) => !within.has(name) || isDriven.has(name)).map(({ name }) => name);
    this.closed = super.neutral();
    this.closer = new LoopCloser(
      this,
      named,
      passive.map(({ slot }) => slot),
      openness ?? OPENNESS,
      accuracy,
    );
    const near = closed === 'search' ? this.closer.nearest(this.closed) : super.configuration(closed ?? {});
    this.closed = this.closer.assemble(near, this.driven, what);
  }

  /** Where its loops are closed, as it was made. */
  override neutral(): Float64Array {
    return this.closed.slice();
  }

  /**
   * What the same robot can be made of again, bit by bit.
   * @internal
   */
  override options(): LoopedRobotOptions {
    return { ...super.options(), ...this.own, closed: this.closed };
  }

  /**
   * A configuration as one array, closed: joints that follow are continued from `rest` (default: `closed`), straight in
   * those that are driven; where they are given, and not as in `closed`, they are taken as near. An InputError where
   * the loops do not close.
   */
  override configuration(values: Configuration, rest?: ArrayLike<number>): Float64Array {
    const out = super.configuration(values, rest ?? this.closed);
    const isList = Array.isArray(values) || ArrayBuffer.isView(values);
    const { units, slots } = this.closer.closure;
    const isGiven = isList
      ? slots.some((s) => Math.abs(out[s] - this.closed[s]) > SAME * units[s])
      : this.passive.some((name) => Object.hasOwn(values, name));
    const what = `robot '${this.name}': configuration`;
    if (isGiven) return this.closer.closed(out, null, what);
    const from = rest === undefined || isList ? this.closed : this.closer.closed(Float64Array.from(rest), null, what);
    return this.closer.closed(out, from, what);
  }

  /**
   * The path through configurations of the driven joints, straight in these from each to the next, all others follow.
   * It has several segments from each to the next; `waypointAt` says which.
   */
  override path(configurations: readonly Configuration[], ...more: readonly never[]): LoopedPath {
    checkNoMore(more, `robot '${this.name}': path takes one list of configurations`);
    return this.followed(robotPath(this, configurations, this.reading), 'path');
  }

  /** A timed trajectory of the driven joints, as of `Robot`; rates of joints that follow are not used. */
  override trajectory(points: readonly TrajectoryPoint[], ...more: readonly never[]): LoopedPath {
    checkNoMore(more, `robot '${this.name}': trajectory takes one list of points`);
    const none = Object.fromEntries(this.passive.map((name) => [name, 0]));
    const filled = (rates: Configuration | undefined): Configuration | undefined =>
      rates === null || typeof rates !== 'object' || Array.isArray(rates) || ArrayBuffer.isView(rates) ? rates : { ...none, ...rates };
    const all = Array.isArray(points)
      ? points.map((point: TrajectoryPoint) => ({
          ...point,
          ...(point?.velocities && { velocities: filled(point.velocities) }),
          ...(point?.accelerations && { accelerations: filled(point.accelerations) }),
        }))
      : points;
    return this.followed(robotTrajectory(this, all, this.reading), 'trajectory');
  }

  /**
   * Its loops for inverse kinematics.
   * @internal
   */
  override closing(): Closing {
    return this.closer.closing(this.passive);
  }

  /** The first waypoint is closed; of the others only what is driven counts. */
  private readonly reading = (values: Configuration, before?: Float64Array): Float64Array =>
    before === undefined ? this.configuration(values) : this.lead(values, before);

  /**
   * A configuration as it is given, with its loops as they are.
   * @internal
   */
  lead(values: Configuration, before: Float64Array): Float64Array {
    return super.configuration(values, before);
  }

  /**
   * Whether the driven joints, straight from one configuration to another, bring the others there.
   * @internal
   */
  leads(from: Float64Array, to: Float64Array): boolean {
    try {
      const driven = Object.fromEntries(this.driven.map((name) => [name, valuesOf(this.joint(name), to)]));
      this.checkFollowing(from, to, this.configuration(driven, from), '');
      return true;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  }

  /**
   * The way towards a configuration, as far as it can be gone.
   * @internal
   */
  way(from: Float64Array, to: Float64Array): LoopedWay {
    return new LoopedWay(
      this,
      from,
      to,
      this.passive.map((name) => this.joint(name).slot),
    );
  }

  /**
   * Where joints that follow are beyond their limits on a path.
   * @internal
   */
  strays(path: RobotPath): readonly LimitFinding[] {
    return limitFindings(path).filter(({ joint, limit }) => limit === 'position' && this.passive.includes(joint));
  }

  private followed(lead: RobotPath, kind: string): LoopedPath {
    const { closer } = this;
    const { closure } = closer;
    const [first, last] = [lead.waypoints[0], lead.waypoints[lead.segments]];
    // one that stands goes with paths of any length
    if (kind === 'path' && lead.segments === 1 && first.every((x, s) => x === last[s]))
      return new LoopedPath(this, [first, first], null, null, 0);
    const waypoints = [first];
    const pieces: PathPiece[] = [];
    const times = lead.times && [lead.times[0]];
    let errors: Float64Array = new Float64Array(this.size);
    let open = 0;
    for (let k = 0; k < lead.segments; k++) {
      const what = `robot '${this.name}': ${kind}: from waypoint ${k} to ${k + 1}`;
      const goal = lead.waypoints[k + 1];
      if (closure.orientations.some((s) => lead.waypoints[k][s] !== goal[s]))
        throw new InputError(`${what}: joints that float stay turned as they are where a robot has loops`);
      const [t0, t1] = lead.times === null ? [0, 1] : [lead.times[k], lead.times[k + 1]];
      // seconds are rounded where a piece ends
      const clock = (Math.abs(t0) + Math.abs(t1)) / (t1 - t0);
      const followed = closer.follow(lead.coefficientsOf(k), waypoints[waypoints.length - 1], errors, clock, what);
      for (const piece of followed.pieces) {
        const end = endOf(piece, closure);
        if (piece.to === 1) for (let s = 0; s < end.length; s++) if (!closure.slots.includes(s)) end[s] = goal[s];
        pieces.push({
          coefficients: piece.coefficients,
          errors: piece.errors,
          of: { move: k, kind: 'path', from: piece.from, to: piece.to },
        });
        waypoints.push(end);
        times?.push(piece.to === 1 ? t1 : t0 + piece.to * (t1 - t0));
        errors = piece.errors;
      }
      open = Math.max(open, followed.open);
      this.checkFollowing(lead.waypoints[k], goal, waypoints[waypoints.length - 1], what);
    }
    return new LoopedPath(this, waypoints, times, pieces, open, lead);
  }

  /**
   * What is given of joints that follow, and is not what it was, must be where they are.
   * @internal
   */
  checkFollowing(before: Float64Array, given: Float64Array, found: Float64Array, what: string): void {
    const { units } = this.closer.closure;
    for (const name of this.passive) {
      const { slot } = this.joint(name);
      const isGiven = Math.abs(given[slot] - before[slot]) > MATCH * units[slot];
      if (isGiven && Math.abs(given[slot] - found[slot]) > MATCH * units[slot])
        throw new InputError(`${what}: joint '${name}' is given as ${given[slot]}, but it follows, and is at ${found[slot]} there`);
    }
  }

  private checkedLoop(loop: RobotLoop, what: string): NamedLoop {
    checkRecord(loop, LOOP_KEYS, what);
    checkHas(loop, ['a', 'b', 'keeps'], what);
    if (!KINDS.includes(loop.keeps)) throw new InputError(`${what}: keeps must be ${KINDS.join(', ')}, got ${shownValue(loop.keeps)}`);
    const side = (frame: LoopFrame, which: string): NamedLoop['a'] => {
      checkRecord(frame, ['link', 'at'], `${what}: ${which}`);
      return { link: this.link(frame.link).index, at: checkedPose(frame.at, `${what}: ${which}: at`) };
    };
    const [a, b] = [side(loop.a, 'a'), side(loop.b, 'b')];
    if (a.link === b.link) throw new InputError(`${what}: both frames are of link '${loop.a.link}'`);
    const { name = `${loop.a.link} - ${loop.b.link}` } = loop;
    return { name, a, b, keeps: loop.keeps };
  }

  /** Names of joints that move one frame of a loop against the other. */
  private withinLoops(loops: readonly NamedLoop[], what: string): ReadonlySet<string> {
    const out = new Set<string>();
    for (const { a, b, name } of loops) {
      const count = out.size;
      const sides = [a, b].map(({ link }) => new Set(this.above(link)));
      for (const link of [...sides[0], ...sides[1]]) {
        const { joint } = this.links[link];
        if ((sides[0].has(link) && sides[1].has(link)) || joint.kind.size === 0) continue;
        if (joint.kind.size > 1)
          throw new InputError(`${what}: loop '${name}': joint '${joint.name}' is ${joint.type}; within loops joints turn or slide`);
        out.add(this.source(joint).joint.name);
      }
      if (out.size === count && count === 0) throw new InputError(`${what}: loop '${name}': no joint moves its frames against each other`);
    }
    return out;
  }

  private above(link: number): number[] {
    const out: number[] = [];
    for (let i = link; i >= 0; i = this.links[i].parent) out.push(i);
    return out;
  }
}

function valuesOf({ slot, size }: Joint, values: Float64Array): number | readonly number[] {
  return size === 1 ? values[slot] : Array.from(values.subarray(slot, slot + size));
}

function plainOptions(options: LoopedRobotOptions): RobotOptions {
  checkRecord(options, KEYS, 'robot');
  const { loops, driven, closed, openness, accuracy, ...rest } = options;
  return rest;
}

/** A path of a robot with loops; its segments are shorter than from waypoint to waypoint of what it was made of. */
export class LoopedPath extends RobotPath {
  /** How far apart what is to coincide can be, where loops ask for more than joints can do; in the unit of length. */
  readonly open: number;
  /** The driven joints, as they were given. */
  private readonly lead: RobotPath | null;

  /** Made by `path` and `trajectory` of a `LoopedRobot`. */
  constructor(
    robot: LoopedRobot,
    waypoints: readonly Float64Array[],
    times: readonly number[] | null,
    pieces: readonly PathPiece[] | null,
    open: number,
    lead: RobotPath | null = null,
  ) {
    super(robot, waypoints, times, undefined, undefined, pieces);
    this.open = open;
    this.lead = lead;
  }

  override get points(): readonly TrajectoryPoint[] | null {
    const { knots, lead, waypoints } = this;
    return (
      lead?.points?.map(({ time, velocities: v, accelerations: a }, k) => ({
        time,
        positions: waypoints[knots[k]],
        ...(v !== undefined && { velocities: this.withFollowing(v as Float64Array, knots[k], 1) }),
        ...(a !== undefined && { accelerations: this.withFollowing(a as Float64Array, knots[k], 2) }),
      })) ?? null
    );
  }

  /** Rates at a waypoint, those of joints that follow by their polynomials. */
  private withFollowing(rates: Float64Array, knot: number, order: 1 | 2): Float64Array {
    const { times, segments } = this;
    const passive = new Set(this.robot.closing?.().passive);
    const segment = Math.min(knot, segments - 1);
    const c = this.coefficientsOf(segment);
    const lasts = times === null ? 1 : times[segment + 1] - times[segment];
    const out = Float64Array.from(rates);
    for (const { name, slot } of this.robot.joints) {
      if (!passive.has(name)) continue;
      let x = 0;
      for (let m = knot === segment ? order : 5; m >= order; m--) x += m * (order === 2 ? m - 1 : 1) * c[6 * slot + m];
      out[slot] = order === 1 ? x / lasts : x / lasts / lasts;
    }
    return out;
  }

  /** Which waypoints were given. */
  private get knots(): readonly number[] {
    const { pieces, waypoints } = this;
    return [...waypoints.keys()].filter((k) => k === 0 || pieces === null || pieces[k - 1].of?.to === 1);
  }

  /** The waypoints that were given, with what follows where it is there. */
  get given(): readonly Float64Array[] {
    return this.knots.map((k) => this.waypoints[k]);
  }

  /** Where a path time is among the waypoints that were given: 1.5 is halfway from the second to the third. */
  waypointAt(time: number): number {
    const segment = Math.max(0, Math.min(this.segments - 1, Math.floor(time)));
    const { move, from, to } = this.pieces?.[segment].of ?? { move: segment, from: 0, to: 1 };
    const share = Math.max(0, Math.min(1, time - segment));
    return move + (share === 1 ? to : from + share * (to - from));
  }
}
