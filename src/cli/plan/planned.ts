import type { Clearance, RobotPath, Scene } from '../../index.ts';
import type { LoadedCell } from '../../io/index.ts';
import type { Plan, PlanRequest } from '../../plan/index.ts';

/** What was asked and what came of it. */
export interface Planned {
  readonly cell: LoadedCell;
  readonly scene: Scene;
  readonly request: PlanRequest;
  readonly found: Plan;
  /** As the user said it: the start, what is passed, the goal. */
  readonly names: readonly string[];
  /** The least distance along the path; null: not looked for, or there is no path. */
  readonly clearance: Clearance | null;
}

/** The paths of all robots, in the scene's order. */
export function robotPaths({ robots }: Scene, { path }: Plan): RobotPath[] {
  return robots.map(({ name }) => path?.[name] as RobotPath);
}
