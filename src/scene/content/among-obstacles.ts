/** What moves in a scene, among some of its obstacles only: the questions that a change of the cell leaves. */
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { isUncertain, type Uncertain } from '../../robot/follow/uncertainty.ts';
import type { SceneOptions } from './content-options.ts';
import { nameOf, type SceneContent, withoutMovers } from './scene-content.ts';
import type { SceneObstacles } from './scene-obstacles.ts';

interface Rules extends Required<Pick<SceneOptions, 'allowed' | 'clearance'>> {
  readonly uncertainty: Uncertain | undefined;
}

/** Without those that name something which is not here. */
export function rulesAmong(
  { allowed, clearance, uncertainty }: Omit<Rules, 'uncertainty'> & Pick<SceneContent, 'uncertainty'>,
  isHere: (name: string) => boolean,
): Rules {
  const pairs = typeof clearance === 'number' ? [] : (clearance.pairs ?? []);
  const off = uncertainty?.without((name) => !isHere(name));
  return {
    allowed: allowed.filter((pair) => pair.every(isHere)),
    clearance: typeof clearance === 'number' ? clearance : { ...clearance, pairs: pairs.filter(([a, b]) => isHere(a) && isHere(b)) },
    uncertainty: off !== undefined && isUncertain(off) ? off : undefined,
  };
}

/** Nothing is tested among what moves; rules that name an obstacle which is left out are left out too. */
export function amongObstacles(
  { robots, bodies, tolerance, uncertainty }: SceneContent,
  standing: SceneObstacles,
  names: ReadonlySet<string>,
  clearance: number | ClearanceRules,
): SceneOptions {
  const isHere = (name: string): boolean => names.has(name) || !standing.known.has(name);
  const options: SceneOptions = {
    robots,
    bodies,
    obstacles: standing.list.filter((obstacle) => names.has(nameOf(obstacle))),
    self: false,
    tolerance,
    ...rulesAmong({ allowed: standing.allowed, clearance, uncertainty }, isHere),
  };
  withoutMovers.add(options);
  return options;
}
