import { InputError, type NamedState, type PoseGoal, type Robot } from '../../index.ts';
import { bindPaths, type Files, type LoadedCell, type PathUnits } from '../../io/index.ts';
import type { Goal, LinkGoal, PlanState } from '../../plan/index.ts';
import { entryOf, setEntry } from '../../words/entries.ts';
import { slashed } from '../terminal/slashed-path.ts';
import { parseWhere, type WherePart } from './where.ts';
import { isWhereFile, readWhereFile } from './where-file.ts';

/** Values by robot and joint, as a scene's states are given. */
type Named = Record<string, Record<string, number | readonly number[]>>;

/** What the texts behind --from, --to and --through mean in one cell. */
export class WhereReader {
  private readonly files: Files;
  private readonly robots: readonly Robot[];
  private readonly starts: readonly Float64Array[];
  private readonly units: PathUnits | undefined;
  private readonly columns: readonly string[] | undefined;

  /** starts: one configuration a robot, for joints that nobody names. */
  constructor(files: Files, { robots, starts, units, columns }: Pick<LoadedCell, 'robots' | 'starts' | 'units' | 'columns'>) {
    this.files = files;
    this.robots = robots;
    this.starts = starts;
    this.units = units;
    this.columns = columns;
  }

  /** Where everything is: what the files say, or the cell's start, with what the text says instead. */
  async start(text: string | undefined, what: string, given?: PlanState): Promise<PlanState> {
    const rests = this.robots.map((robot, i) => (given === undefined ? this.starts[i] : ownPart(given, robot, this.robots)));
    const named: Named = {};
    for (const part of text === undefined ? [] : await this.parts(text, what)) {
      if ('anyOf' in part) throw new InputError(`${what}: there is one start, not several`);
      if ('pose' in part) throw new InputError(`${what}: a start is a configuration: the name of a state, or values of joints; got a pose`);
      this.addValues(part, what, named);
    }
    return Object.fromEntries(this.robots.map((robot, i) => [robot.name, robot.configuration(entryOf(named, robot.name) ?? {}, rests[i])]));
  }

  /** What is not named stays where it is. */
  async goal(text: string, what: string): Promise<Goal> {
    const parts = await this.parts(text, what);
    if (parts.length === 1 && 'anyOf' in parts[0]) return { anyOf: parts[0].anyOf.map((one) => this.goalOf(one, what)) };
    return this.goalOf(
      parts.map((part) => {
        if ('anyOf' in part) throw new InputError(`${what}: anyOf has nothing beside it`);
        return part;
      }),
      what,
    );
  }

  private goalOf(parts: readonly WherePart[], what: string): PlanState | LinkGoal {
    const named: Named = {};
    for (const part of parts) {
      if (!('pose' in part)) this.addValues(part, what, named);
      else if (parts.length === 1) return this.linkGoal(part.pose, part.robot, what);
      else throw new InputError(`${what}: the pose of a link stands by itself; robots that move with it are named by --moving`);
    }
    return named;
  }

  /** The robot is found by its link where one only has it. */
  private linkGoal(goal: PoseGoal, robot: string | undefined, what: string): LinkGoal {
    const [, prefix, rest] = /^([^/]*)\/(.*)$/.exec(goal.link) ?? [];
    if (robot === undefined && this.robots.some(({ name }) => name === prefix)) return this.linkGoal({ ...goal, link: rest }, prefix, what);
    const having = this.robots.filter(({ name, links }) => name === (robot ?? name) && links.some((link) => link.name === goal.link));
    if (having.length === 1) return { ...goal, robot: having[0].name };
    if (having.length > 1) {
      const ways = having.map(({ name }) => `'${name}:${goal.link}@…'`).join(' or ');
      throw new InputError(`${what}: the link '${goal.link}' belongs to several robots; write ${ways}`);
    }
    const whose = this.robots.filter(({ name }) => name === (robot ?? name));
    const known = whose.flatMap(({ links }) => links.map(({ name }) => name)).join(', ');
    throw new InputError(`${what}: there is no link '${goal.link}'; there are ${known}`);
  }

  private async parts(text: string, what: string): Promise<readonly (WherePart | { readonly anyOf: readonly (readonly WherePart[])[] })[]> {
    const names = this.robots.map(({ name }) => name);
    if (isWhereFile(text)) return readWhereFile(this.files, slashed(text), names, this.units);
    return parseWhere(text, what, names, this.units);
  }

  private addValues(part: Exclude<WherePart, { readonly pose: unknown }>, what: string, named: Named): void {
    const robots = part.robot === undefined ? this.robots : this.robots.filter(({ name }) => name === part.robot);
    const found = 'state' in part ? this.stateOf(part.state, robots, what) : this.boundOf(part, robots, what);
    for (const [robot, values] of Object.entries(found)) {
      const own = entryOf(named, robot) ?? {};
      setEntry(named, robot, own);
      for (const [joint, value] of Object.entries(values)) {
        if (Object.hasOwn(own, joint)) throw new InputError(`${what}: names joint '${joint}' of '${robot}' twice`);
        setEntry(own, joint, value);
      }
    }
  }

  /** Values of the state of that name, or `group/name`, in all groups that have it. */
  private stateOf(state: string, robots: readonly Robot[], what: string): Named {
    // the reader of paths knows states, and what is wrong with names of them
    const points = [{ positions: [], state }];
    const bound = bindPaths(
      robots,
      { file: what, jointNames: null, points, kind: 'path' },
      { rests: robots.map((one) => this.startOf(one)) },
    );
    const out: Named = {};
    for (const [i, robot] of robots.entries()) {
      const joints = new Set(robot.states.filter((one) => isCalled(one, state)).flatMap(({ values }) => Object.keys(values)));
      const own = robot.joints.filter(({ name }) => joints.has(name));
      if (own.length > 0) setEntry(out, robot.name, valuesOf(bound[i][0].configuration, own));
    }
    return out;
  }

  /** Numbers of all joints in order, or by name. */
  private boundOf(
    part: { readonly values: readonly number[] } | { readonly joints: readonly (readonly [string, number])[] },
    robots: readonly Robot[],
    what: string,
  ): Named {
    const positions = 'joints' in part ? part.joints.map(([, value]) => value) : part.values;
    // as of paths: so many values as the group has are those of the group
    const isGroup = this.columns !== undefined && positions.length === this.columns.length;
    const jointNames = 'joints' in part ? part.joints.map(([name]) => name) : isGroup ? (this.columns ?? null) : null;
    const seen = new Set<string>();
    const double = jointNames?.find((name) => seen.has(name) || !seen.add(name));
    if (double !== undefined) throw new InputError(`${what}: names joint '${double}' twice`);
    const rests = robots.map((one) => this.startOf(one));
    const { units } = this;
    const bound = bindPaths(robots, { file: what, jointNames, points: [{ positions }], kind: 'path' }, { rests, ...(units && { units }) });
    const out: Named = {};
    for (const [i, robot] of robots.entries()) {
      const slots = robot.valueNames().map((name) => jointNames?.some((one) => one === name || one === `${robot.name}/${name}`) ?? true);
      const own = robot.joints.filter(({ slot, size }) => slots.slice(slot, slot + size).includes(true));
      if (own.length > 0) setEntry(out, robot.name, valuesOf(bound[i][0].configuration, own));
    }
    return out;
  }

  private startOf(robot: Robot): Float64Array {
    return this.starts[this.robots.indexOf(robot)];
  }
}

/** The values of one robot, in those of all in order, or by name. */
function ownPart(given: PlanState, robot: Robot, robots: readonly Robot[]): ArrayLike<number> {
  if (!Array.isArray(given)) return entryOf(given as Readonly<Record<string, ArrayLike<number>>>, robot.name);
  const first = robots.slice(0, robots.indexOf(robot)).reduce((sum, { size }) => sum + size, 0);
  return given.slice(first, first + robot.size);
}

function isCalled({ name, group }: NamedState, text: string): boolean {
  return name === text || `${group}/${name}` === text;
}

function valuesOf(configuration: Float64Array, joints: Robot['joints']): Named[string] {
  return Object.fromEntries(
    joints.map(({ name, slot, size }) => [name, size === 1 ? configuration[slot] : Array.from(configuration.slice(slot, slot + size))]),
  );
}
