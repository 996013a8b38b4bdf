/** A queue by its URL: the one door of this room. */

import { InputError } from '../../math/input-error.ts';
import type { Chunk } from '../job/chunk.ts';
import { BullEntries } from './bull-entries.ts';
import { type ChunkLimits, FORMAT, USUAL_LIMITS } from './chunk-bytes.ts';
import type { EntryCounts } from './entries.ts';
import { reachServer } from './ground.ts';
import { cancelNotes, isVersion, jobNotes, type Link, reasonNotes, WORKERS } from './link.ts';
import { patientStore } from './patience.ts';
import { isLocal, queueAddress, withoutSecrets } from './queue-url.ts';
import { type JobRun, readRun } from './run-record.ts';
import { sealOf } from './seal.ts';
import { type Collected, type SubmitOptions, submit } from './submit.ts';
import type { AnswerChunk } from './take-chunk.ts';
import { type ClusterWorker, readWorker, type WorkerSeen, type WorkOptions, work } from './work.ts';

/** How a queue is opened. */
export interface QueueOptions {
  /** Version of the library: only those with the same version work for one another. */
  readonly version: string;
  /** Hash of what answers, 64 hexadecimal digits: answers of another build do not count. */
  readonly build: string;
  /** Key with which client and workers sign answers. Default: none, whoever can write to the store can answer. */
  readonly key?: Uint8Array;
  /** Keeps apart what several groups put on one server. Default 'inbetween'. */
  readonly namespace?: string;
  /** Seconds for which values are kept after their last use. Default: 7 days. */
  readonly expire?: number;
  /** Milliseconds for the server to answer at all. Default 10000. */
  readonly connect?: number;
  /** Milliseconds for which a server that is away or full is waited for. Default: for as long as it takes. */
  readonly patience?: number;
  readonly limits?: Partial<ChunkLimits>;
  /** Told what a person should know: the server is away, a setting is dangerous, a worker is of another version. */
  readonly onNote?: (text: string) => void;
}

export interface ClusterQueue {
  /** Its URL without what is secret. */
  readonly shown: string;
  /** Answers of a job's chunks, in their order; see `submit.ts`. */
  submit(source: AsyncIterable<Chunk> | Iterable<Chunk>, options: SubmitOptions): AsyncGenerator<Collected, void, void>;
  /** Works for whoever submits, until it is told to drain. */
  work(answer: AnswerChunk, options?: WorkOptions): Promise<ClusterWorker>;
  /** Null where nobody knows a job of that name. */
  status(job: string): Promise<JobStatus | null>;
  /** Ends the clients of a job, and takes what no worker has begun out of the queue: how many chunks. */
  cancel(job: string): Promise<number>;
  /** Removes all that the namespace holds: how many things. */
  purge(): Promise<number>;
  /** Rejects when the server was away for longer than patience lasts. */
  readonly spent: Promise<never>;
  close(): Promise<void>;
}

/** What is known of a job from anywhere. */
export interface JobStatus {
  readonly job: string;
  /** One a client that submitted it, the furthest first; `age`: seconds since it was last heard of. */
  readonly runs: readonly (JobRun & { readonly age: number })[];
  readonly workers: readonly WorkerSeen[];
  /** Entries of all jobs of this version. */
  readonly queue: EntryCounts;
  /** The last entries that failed for good, of any job. */
  readonly failures: readonly FailedChunk[];
}

export interface FailedChunk {
  readonly chunk: string;
  readonly reasons: readonly string[];
}

const WEEK = 7 * 24 * 3600;
const FAILURES_SHOWN = 20;
/** Seconds for which clients hear that their job is cancelled. */
const CANCEL = 60;
/** Milliseconds that closing may take where the server is away. */
const CLOSING = 2000;

export async function openQueue(url: string, options: QueueOptions): Promise<ClusterQueue> {
  const address = queueAddress(url);
  const { version, build, key = null, namespace = 'inbetween', expire = WEEK, connect = 10_000, patience = Infinity } = options;
  if (!isVersion(version)) throw new InputError(`queue: '${version}' is no version of this library`);
  const onNote = (text: string): void => options.onNote?.(withoutSecrets(text, address));
  const seal = sealOf(build, key);
  if (key === null && !isLocal(address))
    onNote(
      `queue ${address.shown}: whoever can write there can answer, because there is no key; give client and workers the same one (--key-file, INBETWEEN_KEY)`,
    );
  const { bull, store } = await reachServer(address, { namespace, connect, patience, onNote });
  const link: Link = {
    store: patientStore(store, bull.patience),
    // who has another version or key sees another queue
    entries: new BullEntries(bull, ['chunks', FORMAT, version, ...(seal.name === '' ? [] : [seal.name])].join('-')),
    version,
    seal,
    limits: { ...USUAL_LIMITS, ...options.limits },
    expire,
    onNote,
    clock: () => performance.now(),
  };
  return {
    shown: address.shown,
    submit: (source, given) => submit(link, source, given),
    work: (answer, given = {}) => work(link, answer, given),
    status: (job) => statusOf(link, job),
    cancel: (job) => cancelled(link, job),
    purge: () => link.store.purge(),
    spent: bull.patience.spent,
    close: async () => {
      bull.patience.end();
      // what waits for a server that is away is let go
      await Promise.race([link.entries.close(), new Promise((resolve) => setTimeout(resolve, CLOSING).unref())]);
      await store.close();
    },
  };
}

async function cancelled({ store, entries }: Link, job: string): Promise<number> {
  await store.putNote(cancelNotes(job), 'all', '', CANCEL);
  let count = 0;
  for (const id of await entries.ofJob(job)) {
    if (!(await entries.remove(id))) continue;
    await store.remove('chunk', id);
    await store.removeNotes(reasonNotes(id));
    count++;
  }
  return count;
}

async function statusOf({ store, entries }: Link, job: string): Promise<JobStatus | null> {
  const runs = (await store.notes(jobNotes(job))).flatMap(({ text, age }) => {
    const run = readRun(text);
    return run === null ? [] : [{ ...run, age: age / 1000 }];
  });
  if (runs.length === 0) return null;
  const workers = (await store.notes(WORKERS)).flatMap(({ text, age }) => readWorker(text, age) ?? []);
  const failures: FailedChunk[] = [];
  for (const { id, reason } of await entries.failures(FAILURES_SHOWN)) {
    const reasons = (await store.notes(reasonNotes(id))).map(({ text }) => text);
    failures.push({ chunk: id, reasons: reasons.length > 0 ? reasons : [reason] });
  }
  runs.sort((a, b) => b.items.done - a.items.done);
  return { job, runs, workers, queue: await entries.counts(), failures };
}
