/**
 * The distance to be kept, where it is not the same for all: pairs of one distance are a class, and a query is asked
 * class by class, the others left out. So every method and every proof stays what it is for one distance.
 */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { largestOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { MovingNames } from '../scene-motions.ts';
import type { NamedBody, ScenePairs } from '../scene-pairs.ts';
import { AllowedNames } from './allowed-names.ts';

const GROUPS = ['default', 'self', 'tool', 'environment'] as const;

export function checkClearanceRules(rules: ClearanceRules, what: string): void {
  checkRecord(rules, [...GROUPS, 'pairs'], what);
  for (const group of GROUPS) if (rules[group] !== undefined) checkDistance(rules[group], `${what}.${group}`);
  const { pairs = [] } = rules;
  if (!Array.isArray(pairs)) throw new InputError(`${what}.pairs: must be a list, got ${shownValue(pairs)}`);
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 3 || typeof pair[0] !== 'string' || typeof pair[1] !== 'string')
      throw new InputError(`${what}.pairs: must be two names and a distance, got ${shownValue(pair)}`);
    checkDistance(pair[2], `${what}.pairs: '${pair[0]}' and '${pair[1]}'`);
  }
}

function checkDistance(distance: unknown, what: string): void {
  if (typeof distance !== 'number' || !(distance >= 0 && distance <= 2 ** 300))
    throw new InputError(`${what}: must be a number ≥ 0, got ${shownValue(distance)}${limitHint(distance)}`);
}

/** The largest distance that a rule asks for. */
export function largestClearance(clearance: number | ClearanceRules): number {
  if (typeof clearance === 'number') return clearance;
  const groups = GROUPS.map((group) => clearance[group] ?? 0);
  return Math.max(0, largestOf(groups), largestOf((clearance.pairs ?? []).map(([, , distance]) => distance)));
}

/** Pairs that keep the same distance; `others`: all pairs that do not. */
export interface ClearanceClass {
  readonly clearance: number;
  readonly others: readonly number[];
}

/** Obstacles that are named must have bodies of their own. */
export function clearanceClasses(pairs: ScenePairs, names: MovingNames, clearance: number | ClearanceRules): readonly ClearanceClass[] {
  if (typeof clearance === 'number') return [{ clearance, others: [] }];
  const distances = distancesOf(pairs, names, clearance);
  const values = [...new Set(distances)];
  // nothing to test is free
  if (values.length === 0) return [{ clearance: clearance.default ?? 0, others: [] }];
  return values.map((value) => ({
    clearance: value,
    others: distances.flatMap((distance, pair) => (distance === value ? [] : [pair])),
  }));
}

function distancesOf(pairs: ScenePairs, { robots, obstacles, bodies }: MovingNames, rules: ClearanceRules): number[] {
  const { moving, standing } = pairs;
  const named = new NamedDistances(robots, rules, [...obstacles, ...bodies]);
  const bodyOf = (body: number): NamedBody =>
    body < moving.length ? moving[body] : { name: standing[body - moving.length].parts[0].name, robot: -1 };
  const tools = robots.map((robot) => new Set(robot.tool));
  const isTool = ({ name, robot }: NamedBody): boolean => robot >= 0 && tools[robot].has(name);
  return Array.from({ length: pairs.topFrom }, (_, pair) => {
    const [viewA, viewB] = [pairs.viewA(pair).body, pairs.viewB(pair).body];
    const [a, b] = [bodyOf(viewA), bodyOf(viewB)];
    const own = named.of(a, b);
    if (own !== undefined) return own;
    const { default: otherwise = 0, self = otherwise, tool, environment = otherwise } = rules;
    if (a.robot >= 0 && a.robot === b.robot) return self;
    if (tool !== undefined && (isTool(a) || isTool(b))) return tool;
    return viewB >= moving.length ? environment : otherwise;
  });
}

/** Distances of pairs that rules name, by both names; of several rules that fit the first counts. */
class NamedDistances {
  private readonly robots: MovingNames['robots'];
  /** Number of the rule, and its distance. */
  private readonly rules: Map<string, readonly [rule: number, distance: number]> = new Map();

  constructor(robots: MovingNames['robots'], { pairs = [] }: ClearanceRules, others: readonly string[]) {
    this.robots = robots;
    if (pairs.length === 0) return;
    const names = pairs.map(([a, b]) => [a, b] as const);
    // Throws where one is not known.
    new AllowedNames(robots, names, others, 'clearance.pairs');
    pairs.forEach(([a, b, distance], rule) => {
      for (const key of [`${a}\n${b}`, `${b}\n${a}`]) if (!this.rules.has(key)) this.rules.set(key, [rule, distance]);
    });
  }

  of(a: NamedBody, b: NamedBody): number | undefined {
    if (this.rules.size === 0) return undefined;
    let first: readonly [rule: number, distance: number] | undefined;
    for (const x of this.names(a)) {
      for (const y of this.names(b)) {
        const found = this.rules.get(`${x}\n${y}`);
        if (found !== undefined && (first === undefined || found[0] < first[0])) first = found;
      }
    }
    return first?.[1];
  }

  private names({ name, robot }: NamedBody): readonly string[] {
    return robot < 0 ? [name] : [name, `${this.robots[robot].name}/${name}`];
  }
}
