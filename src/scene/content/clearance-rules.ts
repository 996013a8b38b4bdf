/**
 * The distance to be kept, where it is not the same for all: pairs of one distance are a class, and a query is asked
 * class by class, the others left out. So every method and every proof stays what it is for one distance.
 */

import { checkRecord, shownValue } from '../../math/check-record.ts';
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
  return Math.max(0, ...GROUPS.map((group) => clearance[group] ?? 0), ...(clearance.pairs ?? []).map(([, , distance]) => distance));
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
  const named = (rules.pairs ?? []).map(([a, b, distance]) => ({
    distance,
    names: new AllowedNames(robots, [[a, b]], [...obstacles, ...bodies], 'clearance.pairs'),
  }));
  const bodyOf = (body: number): NamedBody =>
    body < moving.length ? moving[body] : { name: standing[body - moving.length].parts[0].name, robot: -1 };
  const isTool = ({ name, robot }: NamedBody): boolean => robot >= 0 && robots[robot].tool.includes(name);
  return Array.from({ length: pairs.topFrom }, (_, pair) => {
    const [viewA, viewB] = [pairs.viewA(pair).body, pairs.viewB(pair).body];
    const [a, b] = [bodyOf(viewA), bodyOf(viewB)];
    const own = named.find(({ names }) => names.isAllowed(a, b));
    if (own !== undefined) return own.distance;
    const { default: otherwise = 0, self = otherwise, tool, environment = otherwise } = rules;
    if (a.robot >= 0 && a.robot === b.robot) return self;
    if (tool !== undefined && (isTool(a) || isTool(b))) return tool;
    return viewB >= moving.length ? environment : otherwise;
  });
}
