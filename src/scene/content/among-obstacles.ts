/** What moves in a scene, among some of its obstacles only: the questions that a change of the cell leaves. */
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { SceneOptions } from './content-options.ts';
import { nameOf, type SceneContent, withoutMovers } from './scene-content.ts';
import type { SceneObstacles } from './scene-obstacles.ts';

/** Nothing is tested among what moves; rules that name an obstacle which is left out are left out too. */
export function amongObstacles(
  { robots, bodies, tolerance, uncertainty }: SceneContent,
  standing: SceneObstacles,
  names: ReadonlySet<string>,
  clearance: number | ClearanceRules,
): SceneOptions {
  const isHere = (name: string): boolean => names.has(name) || !standing.namesEver.obstacles.has(name);
  const pairs = typeof clearance === 'number' ? [] : (clearance.pairs ?? []);
  const options: SceneOptions = {
    robots,
    bodies,
    obstacles: standing.list.filter((obstacle) => names.has(nameOf(obstacle))),
    self: false,
    allowed: standing.allowed.filter((pair) => pair.every(isHere)),
    clearance: typeof clearance === 'number' ? clearance : { ...clearance, pairs: pairs.filter(([a, b]) => isHere(a) && isHere(b)) },
    tolerance,
    uncertainty: { ...uncertainty, places: Object.fromEntries(Object.entries(uncertainty.places ?? {}).filter(([name]) => isHere(name))) },
  };
  withoutMovers.add(options);
  return options;
}
