/** `inbetween batch --status JOB`: what a queue knows of a job, from any machine. */

import { InputError } from '../../index.ts';
import type { JobStatus } from '../../node/queue/open-queue.ts';
import { rateText, spanText } from '../../words/job-words.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import { counted, shownCount } from '../../words/shown-number.ts';
import type { Streams } from '../terminal/streams.ts';
import type { BatchOptions } from './batch-options.ts';
import { openQueueOf } from './queue-of.ts';

/** Exit code 0 where the job is known. */
export async function jobStatus(job: string, options: BatchOptions, streams: Streams): Promise<number> {
  const queue = await openQueueOf(options, streams, () => {});
  try {
    const status = await queue.status(job);
    if (status === null) throw new InputError(`--status: nobody submitted a job called '${job}' to ${queue.shown}, or it was forgotten`);
    streams.stdout.write(options.json ? `${safeJson(status)}\n` : statusText(status));
    return 0;
  } finally {
    await queue.close();
  }
}

function statusText({ job, runs, workers, queue, failures }: JobStatus): string {
  const lines = [job];
  for (const { host, pid, total, items, chunks, rate, finished, age } of runs) {
    const of = total === null ? '' : ` of ${shownCount(total)}`;
    const done = `${shownCount(items.done)}${of} items done`;
    const failed = chunks.failed === 0 ? '' : `, ${counted(chunks.failed, 'chunk')} failed`;
    const pace = finished ? 'finished' : `${rateText(rate, 1)}, heard of ${spanText(age)} ago`;
    lines.push(`  submitted by ${host} (process ${pid}): ${done}${failed}; ${pace}`);
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
