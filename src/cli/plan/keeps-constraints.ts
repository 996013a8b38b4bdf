import type { RobotPath, Scene } from '../../index.ts';
import { Constraints, type PlanRequest } from '../../plan/index.ts';
import { entryOf } from '../../words/entries.ts';
import { givenKnots } from './path-text.ts';

/** Whether what must hold on the way is proven to hold along paths that go straight between their points. */
export function keepsConstraints(scene: Scene, { constraints = [] }: PlanRequest, paths: Readonly<Record<string, RobotPath>>): boolean {
  if (constraints.length === 0) return true;
  const asked = new Constraints(scene, constraints);
  const [{ name: first }] = scene.robots;
  const knots = new Map(scene.robots.map(({ name }) => [name, givenKnots(entryOf(paths, name))]));
  const states = (knots.get(first) as number[]).map((_, k) =>
    scene.robots.flatMap(({ name }) => Array.from(entryOf(paths, name).waypoints[(knots.get(name) as number[])[k]])),
  );
  return states.slice(1).every((state, k) => asked.holdsAlong(states[k], state));
}
