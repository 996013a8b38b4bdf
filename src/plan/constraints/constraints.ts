/**
 * Do several constraints hold at a state, and on all of the straight way between two? And what is a state near by where
 * they do?
 * Guarantee: `holdsAlong` is true only where every constraint holds for every t of the edge, rounding included; edges
 * are halved until each piece is proven, one is refuted, or pieces become too many, which counts as no. In a scene with
 * uncertainty the constraints are tightened by what their links may be off by [docs/notes/uncertainty.md], so that they
 * hold of every motion within it.
 */

import { checkHas, checkNames, checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { length } from '../../math/vec3.ts';
import { Chain } from '../../robot/chain.ts';
import { ChainBounds } from '../../robot/chain-bounds.ts';
import type { Uncertain } from '../../robot/follow/uncertainty.ts';
import { Arm, chainOf, reachOf } from '../../robot/inverse/arm.ts';
import { LeastSquares } from '../../robot/inverse/least-squares.ts';
import { loopResiduals } from '../../robot/inverse/loop-residuals.ts';
import { Variables } from '../../robot/inverse/variables.ts';
import { slidePer } from '../../robot/joint.ts';
import { JOINT_REACH, JOINT_STRIDE } from '../../robot/joint-motion.ts';
import type { Robot } from '../../robot/robot.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import type { UncertainCode } from '../../scene/answers/uncertain.ts';
import type { Scene } from '../../scene/scene.ts';
import { type CheckedConstraint, type Constraint, checkedConstraints, type LinkErrors, tightened } from './constraint.ts';
import { type Kept, keptOf } from './kept.ts';

/** How constraints are kept. */
export interface ConstraintsOptions {
  /** By name of a robot, the joints that a projection may move. Default: all joints of all robots. */
  readonly joints?: Readonly<Record<string, readonly string[]>>;
}

/** So many pieces of one edge, and none shorter than this share of it. */
const MOST_PIECES = 512;
const SHORTEST: number = 2 ** -12;
/** Share of an arm's length that counts as much as a radian. */
const UNIT = 0.25;
/** Where an edge is looked at before it is proven, because most that break a constraint do so in the middle. */
const PROBES: readonly number[] = [0, 1, 0.5, 0.25, 0.75];

/** All constraints of one robot. */
interface Group {
  readonly robot: Robot;
  readonly at: number;
  readonly members: readonly Member[];
  readonly chain: Chain;
  readonly bounds: ChainBounds;
  readonly moving: ReadonlySet<string>;
  readonly unit: number;
  /** Values of one state of the robot. */
  readonly values: Float64Array;
  /** Where joints that slide stay, so that what is off is bounded: slot, least and largest value; empty: anywhere. */
  readonly slides: readonly (readonly [slot: number, lower: number, upper: number])[];
  /** How far each link's origin may be from that of its parent, for the same reason; null: anywhere. */
  readonly reaches: Float64Array | null;
  projection: Projection | null;
}

interface Member {
  readonly kept: Kept;
  readonly link: number;
  readonly arm: Arm;
  readonly reach: number;
}

/** What a projection needs, for the values that it may not change. */
interface Projection {
  readonly rest: Float64Array;
  readonly variables: Variables;
  readonly solver: LeastSquares;
}

/**
 * Constraints that hold all along the way of a plan. A state is one list of numbers: the values of each robot in the
 * scene's order, then x y z qx qy qz qw of each of its bodies. In a scene with `uncertainty` they hold of every motion
 * within it.
 *
 * @example
 * ```ts
 * const constraints = new Constraints(scene, [{ link: 'hand', axis: [0, 0, 1], tolerance: 0.1 }]);
 * const upright = constraints.project(state);
 * upright !== null && constraints.holdsAlong(state, upright);
 * ```
 */
export class Constraints {
  /** How many numbers a state has. */
  readonly size: number;
  private readonly groups: readonly Group[];
  /** Which margin belongs to which group and member, in the order given. */
  private readonly order: readonly (readonly [group: number, member: number])[];

  /** Constraints that no state can keep, where that is known, are an InputError as malformed ones are. */
  constructor(
    scene: Pick<Scene, 'robots' | 'bodies'> & Partial<Pick<Scene, 'options'>>,
    constraints: readonly Constraint[],
    options: ConstraintsOptions = {},
  ) {
    checkRecord(options, ['joints'], 'constraints: options');
    checkHas(scene, ['robots', 'bodies'], 'constraints: the scene');
    const { robots, bodies } = scene;
    const joints = options.joints ?? {};
    checkRecord(
      joints,
      robots.map(({ name }) => name),
      'constraints: joints',
    );
    this.size = robots.reduce((sum, { size }) => sum + size, 0) + 7 * bodies.length;
    const within = uncertainLinks(robots, scene.options?.uncertainty);
    const given = checkedConstraints(constraints, robots);
    const list = within === null ? given : tightened(given, within);
    const used = [...new Set(list.map(({ placed }) => placed.robot))];
    this.order = list.map((constraint) => {
      const group = used.indexOf(constraint.placed.robot);
      return [group, list.filter(({ placed }) => placed.robot === constraint.placed.robot).indexOf(constraint)] as const;
    });
    this.groups = used.map((robot) => {
      const own = list.filter(({ placed }) => placed.robot === robot);
      return groupOf(robot, own, entryOf(joints, robot.name), within);
    });
  }

  /** Do all constraints hold at a state, beyond doubt by rounding? */
  holds(state: ArrayLike<number>): boolean {
    for (const group of this.groups) {
      this.read(group, state);
      if (!holdsAt(group)) return false;
    }
    return true;
  }

  /**
   * How far each constraint is from breaking at a state, in the order given: radians of an upright axis, the unit of
   * length of a box; below 0 it is broken, or may be within the uncertainty of the scene.
   */
  margins(state: ArrayLike<number>): readonly number[] {
    return this.order.map(([g, m]) => {
      const group = this.groups[g];
      this.read(group, state);
      return marginOf(group.members[m], group.values);
    });
  }

  /** What a constraint is about, in a few words: for messages. */
  nameOf(index: number): string {
    const [g, m] = this.order[index];
    const { robot, members } = this.groups[g];
    return `link '${robot.links[members[m].link].name}' of '${robot.name}'`;
  }

  /**
   * A state near by at which all constraints hold, with room to their bounds, within the limits of all joints; null
   * where none was found. A state at which they hold is given back as it is; at NaN none holds.
   */
  project(state: ArrayLike<number>): Float64Array | null {
    for (const group of this.groups) this.read(group, state);
    const out = Float64Array.from(state);
    for (const group of this.groups) {
      this.read(group, state);
      if (holdsAt(group)) continue;
      const { values } = group;
      const { variables, solver } = projectionOf(group);
      variables.clamp(values);
      solver.solve(values, 0, true);
      if (!closed(group) || !holdsAt(group)) return null;
      out.set(values, group.at);
    }
    return out;
  }

  /**
   * Do all constraints hold on all of the way between two states, straight in joint values and never modulo 2π, as
   * `robot.path` goes? True only where that is proven; of a robot with loops, also that it can be followed to there.
   */
  holdsAlong(from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    return this.groups.every((group) => {
      this.read(group, from);
      const start = group.values.slice();
      this.read(group, to);
      const path = pathBetween(group.robot, start, group.values.slice());
      return path !== null && keptAlong(group, path);
    });
  }

  private read({ values, at }: Group, state: ArrayLike<number>): void {
    if (state?.length !== this.size)
      throw new InputError(`constraints: a state has ${this.size} numbers, got ${state?.length ?? shownValue(state)}`);
    for (let i = 0; i < values.length; i++) {
      const value = state[at + i];
      if (typeof value !== 'number') throw new InputError(`constraints: number ${at + i} of the state is ${shownValue(value)}`);
      values[i] = value;
    }
  }
}

/** How far links of these robots may be off, and where that bound holds. */
interface UncertainLinks extends LinkErrors {
  slides(robot: Robot): Group['slides'];
  reaches(robot: Robot): Float64Array;
}

function uncertainLinks(robots: readonly Robot[], uncertainty: Uncertain | undefined): UncertainLinks | null {
  if (uncertainty === undefined) return null;
  const { PlaceErrors, slidesOf } = uncertainty.code as UncertainCode;
  const errors = new PlaceErrors(uncertainty, robots, null);
  return {
    place: (robot, link, rho) => errors.ofLink(robots.indexOf(robot), link, -1, rho),
    turn: (robot, link) => errors.turnOfLink(robots.indexOf(robot), link),
    slides: (robot) => slidesOf([robot]),
    reaches: (robot) => errors.joints[robots.indexOf(robot)].reach,
  };
}

function groupOf(
  robot: Robot,
  list: readonly CheckedConstraint[],
  joints: readonly string[] | undefined,
  within: UncertainLinks | null,
): Group {
  const chain = new Chain(robot);
  const names = robot.joints.map(({ name }) => name);
  if (joints !== undefined) checkNames(joints, `constraints: joints of '${robot.name}'`);
  for (const name of joints ?? []) robot.joint(name);
  const all = new Variables(robot, new Set(names), 1);
  const rest = robot.neutral();
  const members = list.map((constraint): Member => {
    const { link } = constraint;
    const kept = keptOf(constraint);
    return { kept, link, arm: new Arm(robot, link, kept.frame, all, rest), reach: reachOf(robot, link, kept.frame).length };
  });
  const loops = robot.closing?.();
  const moves = new Set(members.flatMap(({ link }) => chainOf(robot, link).map((i) => robot.source(robot.links[i].joint).joint.slot)));
  if (loops !== undefined) for (const { link } of members) for (const slot of loops.moving(link)) moves.add(slot);
  const may = new Set([...(joints ?? names), ...(loops?.passive ?? [])]);
  const moving = new Set(robot.joints.flatMap(({ name, slot }) => (may.has(name) && moves.has(slot) ? [name] : [])));
  return {
    robot,
    at: list[0].placed.at,
    members,
    chain,
    bounds: new ChainBounds(chain, { base: robot.base, kind: 'taylor' }),
    moving,
    unit: UNIT * (members.reduce((most, { kept, link }) => Math.max(most, reachOf(robot, link, kept.frame, moving).length), 0) || 1),
    values: new Float64Array(robot.size),
    slides: within?.slides(robot) ?? [],
    reaches: within?.reaches(robot) ?? null,
    projection: null,
  };
}

function marginOf({ kept, arm }: Member, values: Float64Array): number {
  arm.place(values);
  return kept.margin(arm.tip);
}

/** By the group's values. */
function holdsAt({ members, values, robot, slides }: Group): boolean {
  if (slides.some(([slot, lower, upper]) => !(values[slot] >= lower && values[slot] <= upper))) return false;
  let turned = 0;
  let slid = length(robot.base.position);
  for (const joint of robot.joints) {
    const { kind, slot } = joint;
    for (let part = 0; part < kind.size && part !== kind.orientation; part++) {
      const size = Math.abs(values[slot + part]);
      if (part === kind.angle) turned = Math.max(turned, size);
      slid += Math.abs(slidePer(joint, part)) * size;
    }
  }
  for (const member of members) if (!(marginOf(member, values) > member.kept.slack(member.reach + slid, turned))) return false;
  return true;
}

/** Kept, and made anew where a value that it may not change is another one. */
function projectionOf(group: Group): Projection {
  const { robot, values, members, moving, unit } = group;
  const { projection: last } = group;
  if (last !== null && robot.joints.every(({ name, slot, size }) => moving.has(name) || sameValues(values, last.rest, slot, size)))
    return last;
  const rest = values.slice();
  const variables = new Variables(robot, moving, unit);
  const parts = members.map(({ kept, link }) => kept.residuals(new Arm(robot, link, kept.frame, variables, rest), unit));
  const made = { rest, variables, solver: new LeastSquares(variables, [...parts, ...loopResiduals(robot, variables)], robot.size) };
  group.projection = made;
  return made;
}

function sameValues(a: Float64Array, b: Float64Array, slot: number, size: number): boolean {
  for (let k = slot; k < slot + size; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Brings loops of the group's values from nearly closed to closed; false: they do not close there. */
function closed({ robot, values }: Group): boolean {
  if (robot.loops === undefined) return true;
  const found = robot.closing?.().near(values) ?? null;
  if (found !== null) values.set(found);
  return found !== null;
}

/** Null: its loops cannot be kept closed all the way, or end elsewhere. */
function pathBetween(robot: Robot, from: Float64Array, to: Float64Array): RobotPath | null {
  if (robot.loops === undefined) return new RobotPath(robot, [from, to]);
  try {
    return robot.path([from, to]);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function keptAlong(group: Group, path: RobotPath): boolean {
  const { values } = group;
  for (const t of PROBES) {
    values.set(path.configurationAt(t * path.segments));
    if (!holdsAt(group)) return false;
  }
  for (let segment = 0; segment < path.segments; segment++) if (!keptOn(group, path, segment)) return false;
  return true;
}

function keptOn({ robot, chain, bounds, members, reaches }: Group, path: RobotPath, segment: number): boolean {
  chain.load(path, segment);
  // between closed states of loops what slides goes where it must
  if (robot.loops !== undefined && reaches?.some((most, link) => chain.joints[JOINT_STRIDE * link + JOINT_REACH] > most)) return false;
  bounds.forget();
  const pieces: [from: number, to: number][] = [[0, 1]];
  for (let looked = 0; pieces.length > 0; looked++) {
    const [from, to] = pieces.pop() as [number, number];
    bounds.over(from, to);
    let isKept = true;
    for (const { kept } of members) {
      const verdict = kept.verdict(bounds);
      if (verdict < 0) return false;
      if (verdict === 0) isKept = false;
    }
    if (isKept) continue;
    if (to - from <= SHORTEST || looked >= MOST_PIECES) return false;
    const middle = 0.5 * (from + to);
    pieces.push([middle, to], [from, middle]);
  }
  return true;
}
