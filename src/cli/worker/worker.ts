import { availableParallelism } from 'node:os';
import { threads } from '../../node/index.ts';
import { poolAnswerer } from '../../node/job/pool-answerer.ts';
import type { WorkedChunk } from '../../node/queue/work.ts';
import { safeJson, safeText } from '../../words/safe-text.ts';
import type { MetricsAddress, QueueWishes } from '../batch/batch-options.ts';
import { type MetricsServer, serveMetrics } from '../batch/metrics-server.ts';
import { openQueueOf } from '../batch/queue-of.ts';
import { colorsFor, type Streams } from '../terminal/streams.ts';
import { workerMetrics } from './worker-metrics.ts';

export interface WorkerOptions extends QueueWishes {
  readonly threads?: number;
  readonly memory?: number;
  readonly lock?: number;
  readonly metrics?: MetricsAddress;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Works until it is interrupted, then finishes what it has. */
export async function worker(options: WorkerOptions, streams: Streams): Promise<number> {
  const voice = new Voice(options, streams);
  const count = options.threads ?? availableParallelism();
  const lock = options.lock === undefined ? undefined : 1000 * options.lock;
  const queue = await openQueueOf(options, streams, Infinity, (note) => voice.note(note));
  const answerer = poolAnswerer(threads({ count, megabytes: options.memory }));
  let metrics: MetricsServer | undefined;
  try {
    const working = await queue.work((chunk, bytes) => answerer.answer(chunk, { id: chunk.subject, bytes }), {
      threads: count,
      lock,
      onChunk: (chunk) => voice.chunk(chunk),
    });
    if (options.metrics !== undefined) {
      metrics = await serveMetrics(options.metrics, () => workerMetrics(working.counts, count, answerer.pool.ended));
      voice.note(`metrics at ${metrics.url}`);
    }
    voice.say(`working for ${queue.shown} with ${count} ${count === 1 ? 'thread' : 'threads'}; SIGTERM or Ctrl+C ends it`);
    await Promise.race([streams.untilInterrupted(), queue.spent.catch((error) => working.leave().then(() => Promise.reject(error)))]);
    const { active } = working.counts;
    if (active > 0) voice.say(`finishing ${active} ${active === 1 ? 'chunk' : 'chunks'}; another signal ends at once`);
    await working.drain();
    const { answered, known, failed, items } = working.counts;
    voice.say(`done: ${answered} chunks with ${items} items answered, ${known} known already, ${failed} failed`);
    return 0;
  } finally {
    await metrics?.close();
    await queue.close();
    await answerer.close();
  }
}

/** What a worker says: sentences for people, or lines of JSON for programs. */
class Voice {
  private readonly options: WorkerOptions;
  private readonly streams: Streams;

  constructor(options: WorkerOptions, streams: Streams) {
    this.options = options;
    this.streams = streams;
  }

  say(text: string): void {
    if (this.options.json === true || this.options.quiet === true) return;
    this.streams.stderr.write(`${safeText(text)}\n`);
  }

  note(note: string): void {
    if (this.options.json === true) this.streams.stdout.write(`${safeJson({ note })}\n`);
    else if (this.options.quiet !== true) this.streams.stderr.write(`${this.yellow('note:')} ${safeText(note)}\n`);
  }

  chunk({ id, outcome, items, milliseconds, reason }: WorkedChunk): void {
    if (this.options.json === true)
      this.streams.stdout.write(`${safeJson({ chunk: id, outcome, items, seconds: Math.round(milliseconds) / 1000, reason })}\n`);
    else if (outcome === 'failed')
      this.streams.stderr.write(`${this.yellow('failed:')} chunk ${safeText(id.slice(0, 64))}: ${safeText(reason ?? '')}\n`);
  }

  private yellow(text: string): string {
    return colorsFor(this.streams.stderr, this.streams.env).yellow(text);
  }
}
