/** One seed of a race, in a worker. */
import { sharedMilliseconds } from '../contact/budget.ts';
import type { Scene } from '../scene/scene.ts';
import { checkRequest, type PlanRequest } from './goals/plan-options.ts';
import { PlanJob } from './plan.ts';
import type { RaceAnswer, RaceNews, RaceTask } from './race/race-task.ts';

/** What a worker is given beside the request. */
export interface RaceContext {
  tell(news: RaceNews): void;
  /** Nobody waits for it any more. */
  readonly stopped: boolean;
}

export async function planInRace(scene: Scene, { request, until }: RaceTask, context: RaceContext): Promise<RaceAnswer> {
  const asked: PlanRequest = {
    ...request,
    maxMilliseconds: Math.max(0, until - sharedMilliseconds()),
    signal: {
      get aborted() {
        return context.stopped;
      },
    },
    // functions do not travel
    onProgress: ({ trees: _, ...progress }) => context.tell({ work: job.work, progress }),
    onPath: (path) => context.tell({ work: job.work, path }),
  };
  checkRequest(asked);
  const job = new PlanJob(scene, asked);
  const { path: _, ...plan } = await job.run();
  return { plan, work: job.work, reached: job.reached };
}
