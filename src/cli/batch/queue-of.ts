import { InputError } from '../../index.ts';
import type { ClusterQueue } from '../../node/queue/open-queue.ts';
import type { Streams } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import type { BatchOptions } from './batch-options.ts';

/** Whether the job goes to a cluster: by `--queue`, or by the environment unless `--no-queue` says otherwise. */
export function isQueued({ queue, gpu }: BatchOptions, { env }: Streams): boolean {
  if (typeof queue === 'string' && gpu) throw new InputError('--gpu is for this machine; with --queue the workers answer');
  return queue !== false && (typeof queue === 'string' || (env.INBETWEEN_QUEUE ?? '') !== '');
}

/** The queue that `--queue` names, or the environment where it names none. */
export async function openQueueOf(options: BatchOptions, { env }: Streams, onNote: (text: string) => void): Promise<ClusterQueue> {
  const url = typeof options.queue === 'string' ? options.queue : env.INBETWEEN_QUEUE;
  if (url === undefined || url === '')
    throw new InputError('--queue: which one? --queue URL, or INBETWEEN_QUEUE in the environment; for example redis://localhost');
  const { openQueue } = await import('../../node/queue/open-queue.ts');
  const { namespace } = options;
  return openQueue(url, { version: packageVersion(), ...(namespace === undefined ? {} : { namespace }), onNote });
}
