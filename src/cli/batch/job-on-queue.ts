/** `inbetween batch --status JOB`, `--cancel JOB`, `--purge`: what can be done to jobs on a queue, from any machine. */

import { InputError } from '../../index.ts';
import type { ClusterQueue, JobStatus } from '../../node/queue/open-queue.ts';
import { REFUSALS } from '../../node/queue/seal.ts';
import { rateText, spanText } from '../../words/job-words.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { counted, shownCount } from '../../words/shown-number.ts';
import type { Streams } from '../terminal/streams.ts';
import type { BatchOptions } from './batch-options.ts';
import { openQueueOf } from './queue-of.ts';

/** Exit code 0 where the job is known. */
export async function jobOnQueue(options: BatchOptions, streams: Streams): Promise<number> {
  const { status, cancel, purge = false, json } = options;
  if ([status !== undefined, cancel !== undefined, purge].filter(Boolean).length > 1)
    throw new InputError('--status, --cancel and --purge: one at a time');
  const queue = await openQueueOf(options, streams, 0, () => {});
  const write = (record: object, text: string) => streams.stdout.write(json ? `${safeJson(record)}\n` : text);
  try {
    if (purge) {
      const removed = await queue.purge();
      write({ purged: queue.shown, removed }, safeText(`${queue.shown}: ${counted(removed, 'thing')} removed`).concat('\n'));
    } else if (cancel !== undefined) {
      await known(queue, '--cancel', cancel);
      const removed = await queue.cancel(cancel);
      write({ cancelled: cancel, removed }, safeText(`${cancel}: cancelled, ${counted(removed, 'chunk')} left the queue`).concat('\n'));
    } else {
      const found = await known(queue, '--status', status as string);
      write(found, statusText(found));
    }
    return 0;
  } finally {
    await queue.close();
  }
}

async function known(queue: ClusterQueue, option: string, job: string): Promise<JobStatus> {
  const status = await queue.status(job);
  if (status === null) throw new InputError(`${option}: nobody submitted a job called '${job}' to ${queue.shown}, or it was forgotten`);
  return status;
}

function statusText({ job, runs, workers, queue, failures }: JobStatus): string {
  const lines = [job];
  for (const { host, pid, total, items, here, refused, rate, finished, cancelled, age } of runs) {
    const of = total === null ? '' : ` of ${shownCount(total)}`;
    const without = here === 0 ? '' : ` (${shownCount(here)} of them without the queue)`;
    const all = REFUSALS.reduce((sum, why) => sum + refused[why], 0);
    const parts = [
      `${shownCount(items.done + here)}${of} items done${without}`,
      ...(finished ? [] : [`${shownCount(items.submitted - items.done - items.failed)} on their way`]),
      ...(items.failed === 0 ? [] : [`${shownCount(items.failed)} without an answer`]),
      ...(all === 0 ? [] : [`${counted(all, 'answer')} refused`]),
    ];
    const pace = finished ? 'finished' : cancelled ? 'cancelled' : `${rateText(rate, 1)}, heard of ${spanText(age)} ago`;
    lines.push(`  submitted by ${host} (process ${pid}): ${parts.join(', ')}; ${pace}`);
  }
  lines.push(`  queue: ${queue.waiting} waiting, ${queue.active} at work, ${queue.delayed} to be tried again, ${queue.failed} failed`);
  lines.push(
    workers.length === 0 ? '  no worker is heard of: inbetween worker --queue URL starts one' : `  ${counted(workers.length, 'worker')}:`,
  );
  for (const { host, pid, threads, active, version, age } of workers)
    lines.push(
      `    ${host} (process ${pid}): ${counted(threads, 'thread')}, ${active} at work, version ${version}, heard of ${spanText(age)} ago`,
    );
  for (const { chunk, reasons } of failures) lines.push(`  failed: chunk ${chunk.slice(0, 16)}: ${reasons.join('; ')}`);
  return `${lines.map((line) => safeText(line)).join('\n')}\n`;
}
