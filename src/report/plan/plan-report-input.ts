import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Plan } from '../../plan/plan-result.ts';
import type { TimedPath } from '../../plan/timing/timed-path.ts';
import type { Clearance } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';

/** All that a page shows about a plan. */
export interface PlanReportInput {
  /** Heading of the page. */
  readonly title: string;
  /** The scene that was planned in. */
  readonly scene: Scene;
  /** The answer; with `keepTrees` the page draws what was searched. */
  readonly plan: Plan;
  /** Where everything stands, as a scene's queries take it: what is drawn where no path was found. */
  readonly standing: SceneMotions;
  /** Clearance and tolerance that were asked for. Default: the scene's. */
  readonly options?: SceneFirstContactOptions;
  /** The least distance along the path, where it was asked for. Default: the page draws it from samples. */
  readonly clearance?: Clearance;
  /** The path in seconds, by `timed`, which is played instead. Default: there is none. */
  readonly timed?: TimedPath;
  /** Version of inbetween, for the foot of the page. */
  readonly version: string;
  /** Unit of length, for display. Default 'm'. */
  readonly unit?: string;
}

const INPUT_KEYS: readonly string[] = ['title', 'scene', 'plan', 'standing', 'options', 'clearance', 'timed', 'version', 'unit'];

/** Throws an InputError on a key that is unknown or misspelt. */
export function checkPlanReportInput(input: PlanReportInput): void {
  checkRecord(input, INPUT_KEYS, 'report');
  const { plan } = input;
  if (plan === null || typeof plan !== 'object' || !('status' in plan)) throw new InputError('report: plan should be what plan() gave');
}
