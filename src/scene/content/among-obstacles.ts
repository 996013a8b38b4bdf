/** What moves in a scene, among some of its obstacles only: the questions that a change of the cell leaves. */
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { SceneOptions } from '../scene-options.ts';
import { nameOf, type SceneContent } from './scene-content.ts';
import type { SceneObstacles } from './scene-obstacles.ts';

/** Nothing is tested among what moves; rules that name an obstacle which is left out are left out too. */
export function amongObstacles(
  { robots, bodies, tolerance }: SceneContent,
  standing: SceneObstacles,
  names: ReadonlySet<string>,
  clearance: number | ClearanceRules,
): SceneOptions {
  const isHere = (name: string): boolean => names.has(name) || !standing.namesEver.obstacles.has(name);
  const pairs = typeof clearance === 'number' ? [] : (clearance.pairs ?? []);
  return {
    robots,
    bodies,
    obstacles: standing.list.filter((obstacle) => names.has(nameOf(obstacle))),
    self: false,
    allowed: [...standing.allowed.filter((pair) => pair.every(isHere)), ...movingPairs(robots, bodies)],
    clearance: typeof clearance === 'number' ? clearance : { ...clearance, pairs: pairs.filter(([a, b]) => isHere(a) && isHere(b)) },
    tolerance,
  };
}

/** Every two that move, but for links of one robot. */
function movingPairs(robots: SceneContent['robots'], bodies: SceneContent['bodies']): [string, string][] {
  const movers = [...robots.map(({ name, links }) => links.map((link) => `${name}/${link.name}`)), ...bodies.map(({ name }) => [name])];
  return movers.flatMap((own, i) =>
    movers.slice(i + 1).flatMap((others) => own.flatMap((a) => others.map((b): [string, string] => [a, b]))),
  );
}
