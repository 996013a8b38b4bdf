/**
 * The distance to be kept, where it is not the same for all: pairs of one distance are a class. The default's search
 * takes each pair's own; what else is asked is asked class by class, the others left out.
 */
import { largestOf, leastOf } from '../../math/extreme.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { AllowedNames, type NamedBody } from '../content/allowed-names.ts';
import type { MovingNames } from '../content/scene-motions.ts';
import { NO_PAIRS, type PairSet } from './pair-set.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** Pairs that keep the same distance; `others`: all pairs that do not. */
export interface ClearanceClass {
  readonly clearance: number;
  readonly others: PairSet;
}

/** The distance that each pair of two bodies keeps, the least and the largest of all. */
export interface PairDistances {
  readonly least: number;
  readonly most: number;
  of(pair: number): number;
}

const KNOWN: WeakMap<readonly ClearanceClass[], PairDistances> = new WeakMap();

/** All classes in one; kept with their list. */
export function distancesOf(pairs: ScenePairs, classes: readonly ClearanceClass[]): PairDistances {
  const known = KNOWN.get(classes);
  if (known !== undefined) return known;
  const each = classes.map(({ clearance }) => clearance);
  const [least, most] = [leastOf(each), largestOf(each)];
  const find = (pair: number): number => classes.find(({ others }) => !others.has(pair))?.clearance ?? most;
  const listed = pairs.listsAll ? Float64Array.from({ length: pairs.topFrom }, (_, pair) => find(pair)) : null;
  const out = { least, most, of: listed === null ? find : (pair: number) => listed[pair] };
  KNOWN.set(classes, out);
  return out;
}

/** All keep so much more. */
export function withMore(distances: number | PairDistances, more: number): number | PairDistances {
  if (typeof distances === 'number') return distances + more;
  return { least: distances.least + more, most: distances.most + more, of: (pair) => distances.of(pair) + more };
}

/** Obstacles that are named must have bodies of their own. */
export function clearanceClasses(pairs: ScenePairs, names: MovingNames, clearance: number | ClearanceRules): readonly ClearanceClass[] {
  if (typeof clearance === 'number') return [{ clearance, others: NO_PAIRS }];
  const distanceOf = distances(pairs, names, clearance);
  // nothing to test is free
  const nothing = [{ clearance: clearance.default ?? 0, others: NO_PAIRS }];
  if (!pairs.listsAll) return classesOf(pairs, valuesOf(pairs, names, clearance, distanceOf), distanceOf) ?? nothing;
  const list = Array.from({ length: pairs.topFrom }, (_, pair) => distanceOf(pair));
  const values = [...new Set(list)];
  if (values.length === 0) return nothing;
  if (values.length === 1) return [{ clearance: values[0], others: NO_PAIRS }];
  return values.map((value) => ({ clearance: value, others: { has: (pair) => pair < list.length && list[pair] !== value } }));
}

/** The classes of the last question: planners ask thousands with the same rules. */
export class KnownClasses {
  private pairs: ScenePairs | null = null;
  private rules: number | string = 0;
  private list: readonly ClearanceClass[] = [];

  of(pairs: ScenePairs, names: MovingNames, clearance: number | ClearanceRules): readonly ClearanceClass[] {
    // by value: rules that a caller changes in place are other rules
    const rules = typeof clearance === 'number' ? clearance : JSON.stringify(clearance);
    if (this.pairs !== pairs || this.rules !== rules) {
      this.list = clearanceClasses(pairs, names, clearance);
      this.pairs = pairs;
      this.rules = rules;
    }
    return this.list;
  }
}

/** Where not all pairs have numbers: each is looked up when it is met. */
function classesOf(
  pairs: ScenePairs,
  values: readonly number[],
  distanceOf: (pair: number) => number,
): readonly ClearanceClass[] | undefined {
  const known = new Map<number, number>();
  let { generation } = pairs;
  const kept = (pair: number): number => {
    if (generation !== pairs.generation) known.clear();
    generation = pairs.generation;
    const distance = known.get(pair) ?? distanceOf(pair);
    known.set(pair, distance);
    return distance;
  };
  if (values.length === 0) return undefined;
  if (values.length === 1) return [{ clearance: values[0], others: NO_PAIRS }];
  return values.map((value) => ({ clearance: value, others: { has: (pair) => kept(pair) !== value } }));
}

/** The distances that there may be pairs for. */
function valuesOf(pairs: ScenePairs, names: MovingNames, rules: ClearanceRules, distanceOf: (pair: number) => number): readonly number[] {
  const { moving, movable, standing, chains } = pairs;
  const { default: otherwise = 0, self = otherwise, tool, environment = otherwise } = rules;
  const values = new Set<number>();
  const units = new Set(moving.map(({ robot }, body) => (robot < 0 ? -1 - body : robot)));
  const among = pairs.rules.movers && units.size > 1;
  const against = movable > 0 && standing.length > 0;
  if (pairs.rules.self && chains.length > 0 && moving.length > units.size) values.add(self);
  if (among) values.add(otherwise);
  if (tool !== undefined && (among || against) && names.robots.some((robot) => robot.tool.length > 0)) values.add(tool);
  if (against) values.add(environment);
  const named = (rules.pairs ?? []).map(([a, b]) => [a, b] as const);
  namedPairs(pairs, new AllowedNames(names.robots, named, [...names.obstacles, ...names.bodies], 'clearance.pairs'), (pair) =>
    values.add(distanceOf(pair)),
  );
  return [...values];
}

/** The pairs of bodies that are named together; obstacles that are must have bodies of their own. */
export function namedPairs(pairs: ScenePairs, named: AllowedNames, note: (pair: number) => void): void {
  const { moving, movable, standing } = pairs;
  const bodies = [...moving, ...standing.map(({ parts }): NamedBody => ({ name: parts[0].name, robot: -1 }))];
  named.among(bodies, (i, j) => {
    const pair = j < moving.length ? pairs.numberOf(i, j) : i < movable ? pairs.standingNumber(i, j - moving.length) : -1;
    if (pair >= 0) note(pair);
  });
}

/** The distance that each pair keeps, by its number. */
function distances(pairs: ScenePairs, { robots, obstacles, bodies }: MovingNames, rules: ClearanceRules): (pair: number) => number {
  const { moving, standing } = pairs;
  const named = new FirstRules(rules.pairs ?? []);
  // checks the names
  if (named.any) void new AllowedNames(robots, named.names, [...obstacles, ...bodies], 'clearance.pairs');
  const tools = robots.map(({ tool }) => new Set(tool));
  const bodyOf = (body: number): NamedBody =>
    body < moving.length ? moving[body] : { name: standing[body - moving.length].parts[0].name, robot: -1 };
  const namesOf = ({ name, robot }: NamedBody): readonly string[] => (robot < 0 ? [name] : [name, `${robots[robot].name}/${name}`]);
  const isTool = ({ name, robot }: NamedBody): boolean => robot >= 0 && tools[robot].has(name);
  const { default: otherwise = 0, self = otherwise, tool, environment = otherwise } = rules;
  return (pair) => {
    const [first, second] = [pairs.viewsA[pair].body, pairs.viewsB[pair].body];
    const [a, b] = [bodyOf(first), bodyOf(second)];
    const own = named.any ? named.distanceOf(namesOf(a), namesOf(b)) : undefined;
    if (own !== undefined) return own;
    if (a.robot >= 0 && a.robot === b.robot) return self;
    if (tool !== undefined && (isTool(a) || isTool(b))) return tool;
    return second >= moving.length ? environment : otherwise;
  };
}

/** Distances of two by their names: of several rules the first one counts. */
class FirstRules {
  readonly any: boolean;
  readonly names: readonly (readonly [string, string])[];
  private readonly list: readonly (readonly [string, string, number])[];
  /** By both names, the number of the first rule. */
  private readonly numbers: Map<string, Map<string, number>> = new Map();

  constructor(list: readonly (readonly [string, string, number])[]) {
    this.list = list;
    this.any = list.length > 0;
    this.names = list.map(([a, b]) => [a, b] as const);
    for (const [i, [a, b]] of list.entries()) {
      this.note(a, b, i);
      this.note(b, a, i);
    }
  }

  distanceOf(a: readonly string[], b: readonly string[]): number | undefined {
    let first = Infinity;
    for (const x of a) {
      const own = this.numbers.get(x);
      if (own !== undefined) for (const y of b) first = Math.min(first, own.get(y) ?? Infinity);
    }
    return first === Infinity ? undefined : this.list[first][2];
  }

  private note(a: string, b: string, number: number): void {
    const own = this.numbers.get(a) ?? new Map<string, number>();
    if (!own.has(b)) own.set(b, number);
    this.numbers.set(a, own);
  }
}
