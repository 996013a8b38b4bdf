/**
 * Which configurations bring a link to a pose? Least squares within limits, begun at what is given and at random.
 * Guarantee: forward kinematics (`Chain`) confirms what is answered, and no value is beyond a limit; that all, or any,
 * solutions are found is not promised.
 */
import { Budget } from '../../contact/budget.ts';
import { checkLimit, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { Random } from '../../math/random.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { Chain } from '../chain.ts';
import type { Configuration, RobotModel } from '../robot-model.ts';
import { RobotPath } from '../robot-path.ts';
import { chainOf, compose, frameOf, reachOf } from './arm.ts';
import { robotParts } from './kept-arm.ts';
import { LeastSquares } from './least-squares.ts';
import { loopResiduals } from './loop-residuals.ts';
import { type CheckedGoal, checkedGoal, type PoseGoal, PoseResiduals } from './pose-goal.ts';
import type { Variables } from './variables.ts';

/** How to look for configurations. */
export interface InverseOptions {
  /** The search begins there, and what is nearest to it comes first. Default: `rest`. */
  readonly near?: Configuration;
  /** Further configurations to begin at, before random ones. Default: none. */
  readonly begin?: readonly Configuration[];
  /** Values of all joints that do not move. Default: 0, or the limit that is nearest to it. */
  readonly rest?: Configuration;
  /** Joints that may move, by name. Default: all, but for a base that floats where there are others. */
  readonly joints?: readonly string[];
  /** Name of the group whose joints may move. Default: all. */
  readonly group?: string;
  /** How many different ones are wanted. Default 1. */
  readonly solutions?: number;
  /** How often the search may begin, at given and at random configurations. Default 200. */
  readonly attempts?: number;
  /**
   * Time for the search, `accept` included: what was found by then is told, and which that is depends on the machine.
   * Default: no limit.
   */
  readonly maxMilliseconds?: number;
  /** Seed of the random configurations. Default 1. */
  readonly seed?: number | string;
  /** Says which configurations count, those that touch nothing for one. Default: all. */
  readonly accept?: (configuration: Float64Array) => boolean;
}

/** A configuration, and how far it is from a goal. */
export interface NearestConfiguration {
  /** Within all limits. */
  readonly configuration: Float64Array;
  /** How far the frame is from its place there, in the unit of length; 0 where the place does not matter. */
  readonly length: number;
  /** How far it is turned from its orientation there, in radians; 0 where that does not matter. */
  readonly angle: number;
}

/** What `inverseKinematics` found. */
export interface InverseKinematics {
  /** Configurations that bring the link to its goal, within all limits, nearest first; none: none was found. */
  readonly solutions: readonly Float64Array[];
  /** The first of the solutions; where there is none, what came nearest to one. */
  readonly best: NearestConfiguration;
  /** How often the search began; less than it might have where it found enough, or the time was over. */
  readonly attempts: number;
  /** How many steps it took in all. */
  readonly iterations: number;
}

const OPTION_KEYS: readonly string[] = [
  ...['near', 'begin', 'rest', 'joints', 'group', 'solutions'],
  ...['attempts', 'maxMilliseconds', 'seed', 'accept'],
];
const ATTEMPTS = 200;
/** Tolerance where none is given: a share of the arm's length, and radians. */
const DEFAULT_TOLERANCE = 1e-9;
/** Part of an arm's length that weighs like a radian; from 1 to 1/5, 1/4 takes fewest steps [docs/notes/inverse.md]. */
const UNIT = 0.25;
/** Solutions that are nearer to each other, in radians or quarters of an arm's length, are one. */
const SAME = 0.1;

/**
 * Inverse kinematics: configurations within limits that bring a link, or a frame fixed in it, to a pose; nearest to
 * `near` first. Numeric: what is told is confirmed, but that something is found is not promised; where nothing was,
 * `solutions` is empty and `best` tells how near it came. The same call gives the same answer.
 *
 * @example
 * ```ts
 * const goal = { link: 'upper', pose: { position: [0, 0, 0.1] }, free: ['orientation'] } as const;
 * const { solutions } = inverseKinematics(arm, goal);
 * ```
 */
export function inverseKinematics(robot: RobotModel, goal: PoseGoal, options: InverseOptions = {}): InverseKinematics {
  if (!Array.isArray(robot?.joints)) throw new InputError(`inverseKinematics: needs a Robot, got ${shownValue(robot)}`);
  return new InverseSearch(robot, checkedGoal(robot, goal), options).run();
}

class InverseSearch {
  private readonly robot: RobotModel;
  private readonly goal: CheckedGoal;
  private readonly near: Float64Array;
  private readonly begin: readonly Float64Array[];
  private readonly wanted: number;
  private readonly attempts: number;
  private readonly random: Random;
  private readonly accept: (configuration: Float64Array) => boolean;
  private readonly variables: Variables;
  private readonly residuals: PoseResiduals;
  private readonly solver: LeastSquares;
  private readonly chain: Chain;
  private readonly at: Float64Array;
  /** How far lengths without limits are from those of `near` at random. */
  private readonly spread: number;
  private readonly solutions: Float64Array[] = [];
  private readonly budget: Budget = new Budget();

  constructor(robot: RobotModel, goal: CheckedGoal, options: InverseOptions) {
    const what = `robot '${robot.name}': inverse`;
    checkRecord(options, OPTION_KEYS, what);
    const { solutions = 1, attempts = ATTEMPTS, maxMilliseconds = Infinity, seed = 1, accept = () => true, begin = [] } = options;
    checkLimit(maxMilliseconds, 'maxMilliseconds', `${what}: maxMilliseconds`);
    this.budget.start(Infinity, maxMilliseconds);
    this.robot = robot;
    this.goal = goal;
    this.wanted = checkedCount(solutions, `${what}: solutions`);
    this.attempts = checkedCount(attempts, `${what}: attempts`);
    this.random = new Random(seed);
    if (typeof accept !== 'function') throw new InputError(`${what}: accept must be a function, got ${shownValue(accept)}`);
    this.accept = accept;
    if (!Array.isArray(begin)) throw new InputError(`${what}: begin must be a list of configurations, got ${shownValue(begin)}`);
    const joints = movingJoints(robot, goal.link, options, what);
    const { length: reach } = reachOf(robot, goal.link, goal.at, joints);
    const away = length(subtract(goal.pose.position, robot.base.position));
    const unit = UNIT * (reach || away || 1);
    this.spread = reach + away;
    const parts = robotParts(robot);
    const { neutral, chain } = parts;
    this.variables = parts.variables(joints, unit);
    const { near, rest = near ?? neutral } = options;
    const resting = robot.configuration(rest, neutral);
    this.variables.clamp(resting);
    const [fault] = robot.limitFaults(resting);
    if (fault !== undefined) throw new InputError(`${what}: rest: ${fault}`);
    this.begin = [near ?? rest, ...begin].map((given) => this.begun(robot.configuration(given, resting), resting));
    this.near = this.begin[0];
    const arm = parts.arm(goal.link, goal.at, joints, unit, this.variables, resting);
    this.residuals = new PoseResiduals(arm, goal, unit, { length: DEFAULT_TOLERANCE * (unit / UNIT), angle: DEFAULT_TOLERANCE });
    const { variables } = this;
    this.solver = new LeastSquares(variables, [this.residuals, ...loopResiduals(robot, variables)], robot.size);
    this.chain = chain;
    this.at = frameOf(goal.at);
  }

  run(): InverseKinematics {
    const { begin, near, solver, residuals, variables, solutions, budget } = this;
    const { good } = residuals;
    const values = new Float64Array(this.robot.size);
    const best = new Float64Array(near);
    let least = Number.POSITIVE_INFINITY;
    let attempts = 0;
    while (attempts < this.attempts && solutions.length < this.wanted && !budget.isOver()) {
      if (attempts < begin.length) values.set(begin[attempts]);
      else this.sample(values);
      attempts++;
      let square = solver.solve(values, good, false, budget);
      if (square > good && residuals.isLoose) {
        residuals.slack = 1;
        solver.solve(values, 0, false, budget);
        residuals.slack = 0;
        square = solver.square(values);
      }
      if (square < least) {
        least = square;
        best.set(values);
      }
      if (square <= good || residuals.isLoose) this.take(values);
    }
    // what came near may come nearer with patience
    if (solutions.length === 0 && least > good && solver.solve(best, good, true, budget) <= good) this.take(best);
    solutions.sort((a, b) => variables.distance(a, near) - variables.distance(b, near));
    if (solutions.length > 0) best.set(solutions[0]);
    return { solutions, best: { configuration: best, ...this.miss(best) }, attempts, iterations: solver.iterations };
  }

  /** Keeps a configuration that is confirmed, accepted and unlike those before it. */
  private take(values: Float64Array): void {
    const { variables, solutions, residuals, robot } = this;
    variables.unwind(values, this.near);
    if (robot.loops !== undefined && !this.closes(values)) return;
    const { length: far, angle } = this.miss(values);
    if (far > residuals.lengthTolerance || angle > residuals.angleTolerance || robot.limitFaults(values).length > 0) return;
    for (const other of solutions) if (variables.distance(values, other) < SAME) return;
    const found = values.slice();
    if (this.accept(found)) solutions.push(found);
  }

  /** Closes loops to the last digit; false: they do not close there. */
  private closes(values: Float64Array): boolean {
    try {
      values.set(this.robot.configuration(values));
      return true;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  }

  /** By the forward kinematics that everything else uses. */
  private miss(values: Float64Array): { readonly length: number; readonly angle: number } {
    const { chain, goal } = this;
    chain.load(new RobotPath(this.robot, [values, values]), 0);
    chain.place(goal.link);
    const tip = new Float64Array(12);
    compose(chain.states[goal.link], this.at, tip);
    return this.residuals.miss(tip);
  }

  /** A given configuration, within limits, its joints that stay as they rest. */
  private begun(given: Float64Array, resting: Float64Array): Float64Array {
    const out = resting.slice();
    this.variables.copy(given, out);
    this.variables.clamp(out);
    return out;
  }

  private sample(values: Float64Array): void {
    values.set(this.near);
    this.variables.sample(this.random, this.spread, this.near, values);
  }
}

/**
 * A base that floats stands, unless that is all there is: robots that are bolted down have such a joint in their SRDF.
 */
export function withoutFloatingBase(robot: RobotModel, joints: ReadonlySet<string>): ReadonlySet<string> {
  const base = robot.links.find(({ parent, joint }) => parent < 0 && joint.kind.orientation >= 0)?.joint.name;
  const others = new Set([...joints].filter((name) => name !== base));
  return others.size > 0 ? others : joints;
}

/** Joints that may move and that the link's place depends on. */
function movingJoints(robot: RobotModel, link: number, { joints, group }: InverseOptions, what: string): ReadonlySet<string> {
  if (joints !== undefined && group !== undefined) throw new InputError(`${what}: give joints or a group, not both`);
  let allowed = joints;
  if (group !== undefined) {
    allowed = robot.groups.find(({ name }) => name === group)?.joints;
    const names = robot.groups.map(({ name }) => name);
    if (allowed === undefined) throw new InputError(`${what}: no group ${shownValue(group)}; there are ${names.join(', ') || 'none'}`);
  }
  if (allowed !== undefined && !Array.isArray(allowed))
    throw new InputError(`${what}: joints must be a list of names, got ${shownValue(allowed)}`);
  for (const name of allowed ?? []) robot.joint(name);
  const loops = robot.closing?.();
  const moving = new Set(loops?.passive);
  for (const name of loops?.driving ?? []) if (allowed === undefined || allowed.includes(name)) moving.add(name);
  for (const i of chainOf(robot, link)) {
    const { joint } = robot.links[i];
    if (joint.kind.size === 0) continue;
    const { name } = robot.source(joint).joint;
    if (allowed === undefined || allowed.includes(name)) moving.add(name);
  }
  if (moving.size > 0) return allowed === undefined ? withoutFloatingBase(robot, moving) : moving;
  const which = allowed === undefined ? 'no joint moves' : `none of the joints ${allowed.join(', ') || '(an empty list)'} moves`;
  throw new InputError(`${what}: ${which} link '${robot.links[link].name}'`);
}

function checkedCount(value: number, what: string): number {
  if (!(Number.isSafeInteger(value) && value > 0)) throw new InputError(`${what} must be a whole number above 0, got ${shownValue(value)}`);
  return value;
}
