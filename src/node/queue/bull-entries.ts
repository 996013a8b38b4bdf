/** The queue by BullMQ, which gives each entry to one worker, and to another where that one is not heard of. */
import type { Job, Queue, Worker } from 'bullmq';
import type {
  Entries,
  EntryCounts,
  EntryState,
  EntryWorker,
  EntryWorkerOptions,
  FailedEntry,
  QueueEntry,
  TakeEntry,
  Tries,
} from './entries.ts';
import { Hopeless } from './entries.ts';
import type { Patience } from './patience.ts';
import { isAway, queueFault } from './queue-faults.ts';
import type { QueueAddress } from './queue-url.ts';

type Bull = typeof import('bullmq');

/** What makes queues and workers of one server. */
export interface BullGround {
  readonly bull: Bull;
  readonly address: QueueAddress;
  /** Prefix of Redis keys; PostgreSQL has a schema in `connection`. */
  readonly prefix: string;
  readonly connection: object;
  /** Undefined: Redis. */
  readonly backend: unknown;
  readonly patience: Patience;
  readonly onNote: (text: string) => void;
}

/** Milliseconds before a worker asks again where its server is away. */
const ASK_AGAIN = 1000;
/** Entries that are looked at in one go. */
const PAGE = 500;
/** Seconds that a worker waits for the server to speak first. */
const LISTEN = 5;

export class BullEntries implements Entries {
  private readonly ground: BullGround;
  private readonly name: string;
  private opened: Queue | undefined;
  private readonly said = new Set<string>();

  constructor(ground: BullGround, name: string) {
    this.ground = ground;
    this.name = name;
  }

  async add({ format, version, chunk, subject, items, job }: QueueEntry, { attempts, backoff, keepFailed }: Tries): Promise<void> {
    await this.ask((queue) =>
      queue.add(
        'chunk',
        { format, version, chunk, subject, items, job },
        {
          jobId: chunk,
          attempts,
          backoff: { type: 'exponential', delay: backoff },
          removeOnComplete: true,
          removeOnFail: { age: keepFailed },
          stackTraceLimit: 1,
          keepLogs: 0,
        },
      ),
    );
  }

  async state(id: string): Promise<EntryState> {
    const state = await this.ask((queue) => queue.getJobState(id));
    if (state === 'failed') return 'failed';
    return state === 'unknown' || state === 'completed' ? 'gone' : 'open';
  }

  async reason(id: string): Promise<string | undefined> {
    const job = await this.ask((queue) => queue.getJob(id));
    return job?.failedReason;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.ask((queue) => queue.remove(id))) === 1;
  }

  async ofJob(job: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (let from = 0; ; from += PAGE) {
      const page = await this.ask((queue) => queue.getJobs(['waiting', 'delayed', 'prioritized', 'failed'], from, from + PAGE - 1));
      // of each of the four as many
      for (const one of page) if ((one?.data as { readonly job?: unknown } | undefined)?.job === job) found.push(String(one.id));
      if (page.length === 0) return [...new Set(found)];
    }
  }

  async counts(): Promise<EntryCounts> {
    const {
      waiting = 0,
      active = 0,
      delayed = 0,
      failed = 0,
    } = await this.ask((queue) => {
      return queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    });
    return { waiting, active, delayed, failed };
  }

  async failures(most: number): Promise<readonly FailedEntry[]> {
    const jobs = await this.ask((queue) => queue.getFailed(0, most - 1));
    return jobs.map(({ id, failedReason }) => ({ id: String(id), reason: failedReason ?? '' }));
  }

  async work(take: TakeEntry, { count, lock, stalled, mostStalls, onStalled }: EntryWorkerOptions): Promise<EntryWorker> {
    const { bull, prefix, connection, backend, patience } = this.ground;
    const process = async (job: Job): Promise<void> => {
      try {
        await take(String(job.id), job.data, job.attemptsMade + 1);
      } catch (error) {
        // the stack would be kept by the server
        const { message } = error as Error;
        throw Object.assign(error instanceof Hopeless ? new bull.UnrecoverableError(message) : new Error(message), { stack: message });
      }
    };
    const options = {
      connection,
      prefix,
      concurrency: count,
      lockDuration: lock,
      stalledInterval: stalled,
      maxStalledCount: mostStalls,
      runRetryDelay: ASK_AGAIN,
      drainDelay: LISTEN,
      skipVersionCheck: true,
    };
    const worker = await patience.of(async () => {
      const fresh: Worker = new bull.Worker(this.name, process, options as never, backend as never);
      fresh.on('error', (error) => this.reportFault(error));
      fresh.on('active', () => patience.back());
      fresh.on('stalled', (id) => onStalled(id));
      try {
        await fresh.waitUntilReady();
      } catch (error) {
        fresh.close(true).catch(() => {});
        throw error;
      }
      return fresh;
    });
    return { close: (atOnce) => worker.close(atOnce) };
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  /** Whatever fails because the server is away is asked again: all that is asked here may be done twice. */
  private ask<T>(work: (queue: Queue) => Promise<T>): Promise<T> {
    return this.ground.patience.of(async () => work(await this.ready()));
  }

  /** One that could not begin, because the server was away, never will: the next try has another. */
  private async ready(): Promise<Queue> {
    const queue = this.queue();
    try {
      await queue.waitUntilReady();
    } catch (error) {
      if (this.opened === queue) this.opened = undefined;
      queue.close().catch(() => {});
      throw error;
    }
    return queue;
  }

  private queue(): Queue {
    if (this.opened === undefined) {
      const { bull, prefix, connection, backend } = this.ground;
      const options = { connection, prefix, skipVersionCheck: true };
      this.opened = new bull.Queue(this.name, options as never, backend as never);
      this.opened.on('error', (error) => this.reportFault(error));
    }
    return this.opened;
  }

  /** Reports what goes wrong between requests. A lost lock is no fault: another worker has the chunk then. */
  private reportFault(error: Error): void {
    if (isAway(error)) {
      this.ground.patience.lost(error);
      return;
    }
    const isLock = /\block\b|Missing key|not in the active state/i.test(error.message);
    const text = isLock
      ? 'this worker was not heard of for too long: a chunk of its went to another; nothing is lost'
      : queueFault(error, this.ground.address).message;
    const kind = text.replace(/[0-9a-f]{8,}|\d+/g, '');
    if (this.said.has(kind)) return;
    this.said.add(kind);
    this.ground.onNote(text);
  }
}
