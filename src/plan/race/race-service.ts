/** One seed of a race, in a worker. */
import type { Scene } from '../../scene/scene.ts';
import { PlanJob } from '../plan.ts';
import { checkRequest, type PlanRequest } from '../plan-options.ts';
import type { RaceAnswer, RaceNews, RaceRequest } from './race-task.ts';

/** What a worker is told beside the request. */
export interface RaceContext {
  tell(news: RaceNews): void;
  /** Nobody waits for it any more. */
  readonly stopped: boolean;
}

export async function planInRace(scene: Scene, request: RaceRequest, context: RaceContext): Promise<RaceAnswer> {
  const asked: PlanRequest = {
    ...request,
    signal: {
      get aborted() {
        return context.stopped;
      },
    },
    onProgress: (progress) => context.tell({ work: job.work, progress }),
    onPath: (path) => context.tell({ work: job.work, path }),
  };
  checkRequest(asked);
  const job = new PlanJob(scene, asked);
  const { path: _, ...plan } = await job.run();
  return { plan, work: job.work, reached: job.reached };
}
