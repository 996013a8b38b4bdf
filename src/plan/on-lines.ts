/**
 * Plans that leave their start and come to their goal on lines of the tool: what stands close around a part is passed
 * on a line, and only between these the path is looked for. Guarantee: a path is told only where all of it, lines and
 * what is between them, is proven free by one `scene.firstContact`.
 */
import { checkHas, checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf, setEntry } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { inFrame } from '../robot/follow/moving-frame.ts';
import type { LineMove, ToolMove, ToolPathOptions } from '../robot/follow/tool-moves.ts';
import { toolPath } from '../robot/follow/tool-path.ts';
import type { Robot } from '../robot/robot.ts';
import type { RobotPath } from '../robot/robot-path.ts';
import type { SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { SceneMotion, SceneMotions } from '../scene/content/scene-motions.ts';
import type { Scene } from '../scene/scene.ts';
import { checkerOf } from './edges/checker-of.ts';
import { checkRequest, type PlanRequest } from './goals/plan-options.ts';
import { type Problem, problemOf, refuseMovers } from './goals/problem.ts';
import { plan } from './plan.ts';
import { FLOATING_STAYS, MOVES_ITS_ROBOT } from './plan-capabilities.ts';
import type { Plan } from './plan-result.ts';
import type { States } from './space/state-space.ts';

/** Which tool goes on lines, and how far. */
export interface PlanLines {
  /** Name of the link that carries the tool; only its robot moves. */
  readonly link: string;
  /** Name of the robot. Default: the only one that has such a link. */
  readonly robot?: string;
  /** The tool, a frame fixed in the link. Default: the link's own. */
  readonly at?: Pose;
  /** Joints that follow, as in `toolPath`. */
  readonly joints?: readonly string[];
  /** As in `toolPath`: the tool's place alone is led, and it turns as it has to. Default: both are led. */
  readonly free?: ToolPathOptions['free'];
  /**
   * Where the last line begins, as the tool at the goal sees it: so far back along its z, or a place. Default: there is
   * none.
   */
  readonly approach?: number | Vec3;
  /** Where the first line ends, as the tool at the start sees it, in the same way. Default: there is none. */
  readonly retreat?: number | Vec3;
}

/** A plan with its lines. */
export interface PlanOnLines {
  /** 'found': all of it is proven free. */
  readonly status: 'found' | 'none';
  /** Why there is none, in a sentence. */
  readonly why?: string;
  /** The motions of everything, by name, as a scene's queries take them; null: none was found. */
  readonly path: SceneMotions | null;
  /** The moves of the robot, as `toolPath` takes them and a program says them; null: none was found. */
  readonly program: ToolPathOptions | null;
  /** The first contact of all of it: 'free'. */
  readonly certificate: SceneFirstContact | null;
  /** What was found between the lines; null: it was not looked for. */
  readonly between: Plan | null;
}

const KEYS: readonly string[] = ['link', 'robot', 'at', 'joints', 'free', 'approach', 'retreat'];

/**
 * Looks for a path as `plan` does, whose tool leaves the start and comes to the goal on lines.
 *
 * @example
 * ```ts
 * const found = await planOnLines(scene, { from: 'home', to: 'pick' }, { link: 'tool0', approach: 0.1 });
 * if (found.status === 'found') console.log(found.program?.moves);
 * else console.log(found.why);
 * ```
 */
export async function planOnLines(scene: Scene, request: PlanRequest, lines: PlanLines): Promise<PlanOnLines> {
  checkRecord(lines, KEYS, 'planOnLines');
  checkHas(lines, ['link'], 'planOnLines');
  checkHas(scene, ['robots', 'bodies'], 'planOnLines: the scene');
  checkRequest(request);
  if ((request.constraints ?? []).length > 0)
    throw new InputError('planOnLines: lines are not proven to keep constraints; plan without them');
  return new LinesJob(scene, request, lines).run();
}

class LinesJob {
  private readonly scene: Scene;
  private readonly request: PlanRequest;
  private readonly lines: PlanLines;
  private readonly robot: Robot;
  private readonly problem: Problem;
  /** Where the robot's values begin in a state. */
  private readonly first: number;

  constructor(scene: Scene, request: PlanRequest, lines: PlanLines) {
    this.scene = scene;
    this.request = request;
    this.lines = lines;
    this.robot = robotOf(scene, lines);
    refuseMovers(scene);
    const checker = checkerOf(scene, request.clearance, request.tolerance);
    this.problem = problemOf(scene, request, (state) => checker.isFree(state));
    this.first = this.problem.layout.robots.find(({ robot }) => robot === this.robot)?.at ?? 0;
    const own = this.problem.space.axes.every(({ at }) => at >= this.first && at < this.first + this.robot.size);
    const floats = this.robot.joints.find(
      ({ kind, slot, size }) =>
        kind.orientation >= 0 && this.problem.space.axes.some(({ at }) => at >= this.first + slot && at < this.first + slot + size),
    );
    if (floats !== undefined) throw new InputError(`planOnLines: joint '${floats.name}': ${FLOATING_STAYS}`);
    if (!own) throw new InputError(`planOnLines: something else than '${this.robot.name}' would move; ${MOVES_ITS_ROBOT}`);
  }

  async run(): Promise<PlanOnLines> {
    const { start, legs, faults } = this.problem;
    const left = this.line(start, this.lines.retreat, 'retreat');
    if (typeof left === 'string') return none(left);
    // every way to be at the goal that has a line to it
    const ends: { readonly goal: States; readonly begin: States }[] = [];
    let why = faults[faults.length - 1] ?? '';
    for (const { state } of legs[legs.length - 1]) {
      const back = this.line(state, this.lines.approach, 'approach');
      if (typeof back === 'string') why = back;
      else ends.push({ goal: state, begin: back.end });
    }
    if (ends.length === 0) return none(why);
    const between = await plan(this.scene, {
      ...this.request,
      from: this.everything(left.end),
      to: { anyOf: ends.map(({ begin }) => this.moved(begin, left.end)) },
    });
    if (between.status === 'none' || between.path === null) return { ...none(between.why ?? ''), between };
    return this.joined(left.move, between, ends[between.goal]);
  }

  private joined(leave: LineMove | null, between: Plan, { goal, begin }: { readonly goal: States; readonly begin: States }): PlanOnLines {
    const { robot, first } = this;
    const states = between.states.map((state) => state.slice(first, first + robot.size));
    const moves: ToolMove[] = leave === null ? [] : [leave];
    for (const joints of states.slice(1)) moves.push({ joints });
    if (this.lines.approach !== undefined) {
      // a joint without limits may have gone round
      const last = states[states.length - 1];
      const joints = last.map((x, k) => goal[first + k] + (x - begin[first + k]));
      moves.push({ line: { joints } });
    }
    const program = this.program(this.problem.start, moves);
    let own: RobotPath;
    try {
      own = toolPath(robot, program);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { ...none(`no path found: ${error.message}`), between };
    }
    const path = this.motions(own);
    const certificate = this.firstContact(path);
    if (certificate.status !== 'free')
      return { ...none(`no path found: the whole of it was not certified (${certificate.status})`), between };
    return { status: 'found', path, program, certificate, between };
  }

  /** A line that begins at a state: where it ends, proven free; or why there is none. */
  private line(
    from: States,
    by: number | Vec3 | undefined,
    what: string,
  ): { readonly end: States; readonly move: LineMove | null } | string {
    const { robot, first, lines } = this;
    if (by === undefined) return { end: from, move: null };
    const offset = offsetOf(by, `planOnLines: ${what}`);
    const values = from.slice(first, first + robot.size);
    const at = checkedPose(lines.at, 'planOnLines: at');
    const tool = inFrame(entryOf(robot.linkPoses(values), lines.link) ?? null, at);
    const move: LineMove = { line: inFrame(tool, { position: offset, quaternion: [0, 0, 0, 1] }) };
    try {
      const path = toolPath(robot, this.program(from, [move]));
      const { status } = this.firstContact(this.motions(path));
      if (status !== 'free') return `no path found: the ${what} on a line is not free (${status})`;
      const end = from.slice();
      end.set(path.waypoints[path.segments], first);
      return { end, move };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return `no path found: ${what}: ${error.message}`;
    }
  }

  private program(from: States, moves: readonly ToolMove[]): ToolPathOptions {
    const { link, at, joints, free } = this.lines;
    const values = from.slice(this.first, this.first + this.robot.size);
    return { link, ...(at && { at }), ...(joints && { joints }), ...(free && { free }), from: values, moves };
  }

  /** The robot on a path, all else as it is at the start. */
  private motions(own: RobotPath): SceneMotions {
    const { layout, start } = this.problem;
    const out: Record<string, SceneMotion> = { ...layout.motions([start]) };
    setEntry(out, this.robot.name, own);
    return out;
  }

  /** A state as a start is given: everything by name. */
  private everything(state: States): PlanRequest['from'] {
    const { robots, bodies } = this.problem.layout;
    const out: Record<string, Float64Array | Pose> = {};
    for (const { robot, at } of robots) setEntry(out, robot.name, state.slice(at, at + robot.size));
    for (const { name, at } of bodies) {
      const [x, y, z, ...quaternion] = state.slice(at, at + 7);
      setEntry(out, name, { position: [x, y, z], quaternion: quaternion as unknown as Quat });
    }
    return out;
  }

  /** A state as a goal is given: joints that move, or have another value than before. */
  private moved(state: States, before: States): PlanRequest['from'] {
    const { robot, first } = this;
    const { space } = this.problem;
    const values: Record<string, number | readonly number[]> = {};
    for (const { name, slot, size } of robot.joints) {
      const at = first + slot;
      const own = Array.from(state.slice(at, at + size));
      if (space.axes.some((axis) => axis.at >= at && axis.at < at + size) || own.some((x, k) => x !== before[at + k]))
        setEntry(values, name, size === 1 ? own[0] : own);
    }
    return { [robot.name]: values };
  }

  private firstContact(motions: SceneMotions): SceneFirstContact {
    const { clearance, tolerance } = this.request;
    return this.scene.firstContact(motions, { clearance, tolerance, contacts: 'none' });
  }
}

function robotOf({ robots }: Scene, { robot: name, link }: PlanLines): Robot {
  const having = robots.filter((robot) => (name === undefined || robot.name === name) && robot.links.some((one) => one.name === link));
  if (having.length === 1) return having[0];
  throw new InputError(
    having.length === 0
      ? `planOnLines: no robot${name === undefined ? '' : ` ${shownValue(name)}`} has a link ${shownValue(link)}`
      : `planOnLines: several robots have a link '${link}' (${having.map((robot) => robot.name).join(', ')}): say which in 'robot'`,
  );
}

function offsetOf(by: number | Vec3, what: string): Vec3 {
  if (typeof by !== 'number') {
    checkNumbers(by, 3, what);
    return by;
  }
  if (!(by > 0 && by < Infinity)) throw new InputError(`${what} must be a length above 0 or a place, got ${shownValue(by)}`);
  return [0, 0, -by];
}

function none(why: string): PlanOnLines {
  return { status: 'none', why, path: null, program: null, certificate: null, between: null };
}
