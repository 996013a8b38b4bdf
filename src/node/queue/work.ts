/**
 * A worker machine: takes chunks of its own version, answers them, stores the answers. Guarantee: an answer is in the
 * store before its entry leaves the queue, so that a worker that is killed, stopped or cut off at any moment costs time
 * and nothing else; what it finishes too late is dropped, because the first answer counts.
 */
import { hostname } from 'node:os';
import { entryOf } from '../../math/entries.ts';
import type { EntryWorker } from './entries.ts';
import { Hopeless } from './entries.ts';
import { addReason, everySoOften, isVersion, JOBS, type Link, noteRecord, reasonText, WORKERS } from './link.ts';
import { SubjectCache } from './subject-cache.ts';
import { type AnswerChunk, takeChunk } from './take-chunk.ts';

/** How a worker works; all optional. */
export interface WorkOptions {
  /** Chunks at a time: as many as `answer` has threads for. Default 1. */
  readonly threads?: number;
  /** Milliseconds after which its chunks are another's where it is not heard of. Default 30000. */
  readonly lock?: number;
  /** Milliseconds between looks for workers that are not heard of. Default: as `lock`. */
  readonly stalled?: number;
  /** How often a chunk may be taken from a worker that is not heard of. Default 3. */
  readonly mostStalls?: number;
  /** Bytes of subjects kept at hand. Default 1 GiB. */
  readonly cacheBytes?: number;
  /** Milliseconds between signs of life. Default 2000. */
  readonly beat?: number;
  /** Told of a subject that was let go. */
  readonly onForget?: (subject: string) => void;
  /** Told of every chunk: what became of it, and in how many milliseconds. */
  readonly onChunk?: (chunk: WorkedChunk) => void;
}

export interface WorkedChunk {
  readonly id: string;
  /** 'known': another had answered it. */
  readonly outcome: 'answered' | 'known' | 'failed';
  readonly items: number;
  readonly milliseconds: number;
  /** Why it failed. */
  readonly reason: string | null;
}

export interface WorkCounts {
  readonly active: number;
  readonly answered: number;
  readonly known: number;
  readonly failed: number;
  readonly items: number;
}

/** A worker as others see it. */
export interface WorkerSeen extends WorkCounts {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** Tells whether it has the same key; '' where it has none. */
  readonly seal: string;
  readonly threads: number;
  /** Seconds since it was last heard of. */
  readonly age: number;
}

export interface ClusterWorker {
  readonly counts: WorkCounts;
  /** Takes nothing new; resolves when what it has is done. */
  drain(): Promise<void>;
  /** Waits for nothing: what it has is another's after a while. */
  leave(): Promise<void>;
}

/** Threads of one worker, at most, whatever its note says: how much is sent ahead depends on it. */
const MOST_THREADS = 4096;
/** How often it is tried to throw out an entry that cannot be read, in the time of two locks. */
const THROWS = 100;

export async function work(link: Link, answer: AnswerChunk, options: WorkOptions): Promise<ClusterWorker> {
  // One piece: the functions of one worker, which share what it counts and has to close.
  const { store, seal, entries, version, limits, expire, clock, onNote } = link;
  const { threads = 1, lock = 30_000, mostStalls = 3, cacheBytes = 2 ** 30, beat = 2000 } = options;
  const me = `${hostname()}:${process.pid}`;
  const name = `${me}:${Math.random().toString(36).slice(2)}`;
  const counts = { active: 0, answered: 0, known: 0, failed: 0, items: 0 };
  const subjects = new SubjectCache({
    store,
    most: cacheBytes,
    mostEach: limits.subjectBytes,
    onForget: (id) => options.onForget?.(id),
  });

  async function take(id: string, data: unknown, attempt: number): Promise<void> {
    const begin = clock();
    counts.active++;
    const done = (outcome: WorkedChunk['outcome'], items: number, reason: string | null): void => {
      counts[outcome]++;
      counts.items += items;
      options.onChunk?.({ id, outcome, items, milliseconds: clock() - begin, reason });
    };
    try {
      const out = await takeChunk({ store, seal, subjects, version, limits, expire, answer }, id, data);
      done(out === null ? 'known' : 'answered', out?.codes.length ?? 0, null);
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      done('failed', 0, message);
      await addReason(link, id, reasonText(attempt, me, error instanceof Hopeless, message), me).catch(() => {});
      throw error;
    } finally {
      counts.active--;
    }
  }

  /** What cannot even be read would be given from worker to worker for ever. */
  async function stalled(id: string): Promise<void> {
    await addReason(link, id, 'its worker was not heard of: killed, stopped or cut off', me);
    try {
      await entries.reason(id);
    } catch (error) {
      if (!/JSON|Unexpected token/i.test((error as Error).message)) throw error;
      await throwOut(id);
    }
  }

  /** Who took it has a lock on it that nobody renews: it goes when that has run out. */
  async function throwOut(id: string): Promise<void> {
    for (let i = 0; i < THROWS; i++) {
      if (await entries.remove(id)) {
        onNote(`an entry that is no JSON was thrown out: ${id}`);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, (2 * lock) / THROWS));
    }
  }

  const seconds = Math.max(2, Math.ceil((5 * beat) / 1000));
  let saidOthers = false;
  const putNote = async (): Promise<void> => {
    await store.putNote(
      WORKERS,
      name,
      JSON.stringify({ host: hostname(), pid: process.pid, version, seal: seal.name, threads, ...counts }),
      seconds,
    );
    if (saidOthers) return;
    const jobs = (await store.notes(JOBS)).map(({ text }) => noteRecord(text)).filter((job) => isVersion(job?.version));
    const other = jobs.find((job) => job?.version !== version)?.version;
    if (other !== undefined)
      onNote(`there is a job of inbetween ${other}; this worker is ${version} and leaves it to others: install ${other} here for it`);
    const hasOtherKey = jobs.some((job) => job?.version === version && job.seal !== seal.name);
    if (hasOtherKey) onNote('there is a job with another key, or with none: this worker leaves it to others (--key-file, INBETWEEN_KEY)');
    saidOthers = other !== undefined || hasOtherKey;
  };

  await putNote();
  const worker: EntryWorker = await entries.work(take, {
    count: threads,
    lock,
    stalled: options.stalled ?? lock,
    mostStalls,
    onStalled: (id) => void stalled(id).catch((error) => onNote((error as Error).message)),
  });
  const stop = everySoOften(beat, putNote, (error) => onNote((error as Error).message));
  return {
    counts,
    drain: async () => {
      await worker.close();
      await stop();
    },
    leave: () => worker.close(true),
  };
}

/** The worker in a note; null where it is none. */
export function readWorker(text: string, age: number): WorkerSeen | null {
  const given = noteRecord(text);
  if (given === null || typeof given.host !== 'string' || !isVersion(given.version)) return null;
  const number = (key: string, most = Number.MAX_SAFE_INTEGER): number => {
    const value = entryOf(given, key);
    return Number.isSafeInteger(value) && (value as number) >= 0 ? Math.min(value as number, most) : 0;
  };
  return {
    host: given.host,
    version: given.version,
    seal: typeof given.seal === 'string' ? given.seal : '',
    pid: number('pid'),
    threads: number('threads', MOST_THREADS),
    active: number('active'),
    answered: number('answered'),
    known: number('known'),
    failed: number('failed'),
    items: number('items'),
    age: age / 1000,
  };
}
