import type { Clearance, RobotPath, Scene } from '../../index.ts';
import type { LoadedCell } from '../../io/index.ts';
import type { Plan, PlanRequest, TimedPath } from '../../plan/index.ts';
import { entryOf } from '../../words/entries.ts';

/** What was asked and what came of it. */
export interface Planned {
  readonly cell: LoadedCell;
  readonly scene: Scene;
  readonly request: PlanRequest;
  readonly found: Plan;
  /** The path in seconds; null: not asked for, or there is no path. */
  readonly timed: TimedPath | null;
  /** Names as the user said them: the start, what is passed, the goal. */
  readonly names: readonly string[];
  /** Why there is no path, in the units asked for; empty where there is one. */
  readonly why: string;
  /** The least distance along the path; null: not looked for, or there is no path. */
  readonly clearance: Clearance | null;
  /** When that is, where the trajectory has seconds. */
  readonly clearanceSeconds: number | null;
}

/** The paths or trajectories of all robots, in the scene's order; none where none is certified. */
export function robotPaths({ scene: { robots }, found, timed }: Pick<Planned, 'scene' | 'found' | 'timed'>): RobotPath[] {
  const motions = timed === null ? found.path : timed.status === 'certified' ? timed.trajectories : null;
  return motions === null ? [] : robots.map(({ name }) => entryOf(motions, name) as RobotPath);
}
