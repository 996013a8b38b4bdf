// Our own judge: the first contact of a path in a scene that the planner did not touch.

import type { CertifiedLine, PlanLine } from './plan-line.ts';
import { motionsOf, type PlanningProblem } from './problem.ts';

export function certify({ scene, content }: PlanningProblem, line: PlanLine, clearance: number): CertifiedLine {
  const asked = { contacts: 'none', clearance } as const;
  const motions = motionsOf(content, line.path);
  const begun = process.cpuUsage();
  const { status } = scene.firstContact(motions, asked);
  const { user, system } = process.cpuUsage(begun);
  const hits =
    status === 'free'
      ? []
      : line.path
          .slice(1)
          .flatMap((to, i) => (scene.firstContact(motionsOf(content, [line.path[i], to]), asked).status === 'free' ? [] : [i]));
  const { scene: name, planner, resolution, seed } = line;
  return { scene: name, planner, resolution, seed, status, clearance, ms: (user + system) / 1000, hits };
}
