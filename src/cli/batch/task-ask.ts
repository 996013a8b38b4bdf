import type { JobTask } from '../../io/index.ts';
import type { Ask } from '../../node/job/chunk.ts';
import type { BatchOptions } from './batch-options.ts';

/** What a task asks of every item; `touch`: the tolerance of a scene that has one. */
export function askOf(task: JobTask, { maxWork, proof }: Pick<BatchOptions, 'maxWork' | 'proof'>, touch?: number): Ask {
  const { method = 'auto', start = 'strict', tolerance = touch, clearance, maxIterations, budget, limits = 'default', arrivals } = task;
  return {
    method,
    start,
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(clearance === undefined ? {} : { clearance }),
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(budget === undefined ? {} : { maxMilliseconds: budget }),
    limits,
    ...(arrivals === undefined ? {} : { arrivals }),
    margin: task.margin ?? false,
    all: task.all ?? false,
    ...(maxWork === undefined ? {} : { maxWork }),
    ...(proof === undefined ? {} : { proof: true }),
  };
}
