/** What a client or a worker has of a queue, and the names of the notes that they leave each other. */
import type { ChunkLimits } from './chunk-bytes.ts';
import type { Entries } from './entries.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';

export interface Link {
  readonly store: Store;
  readonly entries: Entries;
  /** Version of the library: only those with the same version work for one another. */
  readonly version: string;
  /** Vouches for answers. */
  readonly seal: Seal;
  readonly limits: ChunkLimits;
  /** Seconds for which values are kept after their last use. */
  readonly expire: number;
  readonly onNote: (text: string) => void;
  /** Milliseconds, of any beginning. */
  readonly clock: () => number;
}

export const WORKERS = 'workers';
export const JOBS = 'jobs';
export const jobNotes = (job: string): string => `job:${job}`;
/** That a job is cancelled. */
export const cancelNotes = (job: string): string => `cancel:${job}`;
export const reasonNotes = (chunk: string): string => `reasons:${chunk}`;

/** Letters of a reason: it may quote anything. */
const LONGEST_REASON = 2000;
let reasons = 0;

/** Trying again would not help, in halves neither. */
const FOR_GOOD = ', for good: ';

export function reasonText(attempt: number, who: string, isForGood: boolean, message: string): string {
  return `attempt ${attempt} by ${who}${isForGood ? FOR_GOOD : ': '}${message}`;
}

export function isForGood(reasons: readonly string[]): boolean {
  return reasons.join('\n').includes(FOR_GOOD);
}

/** A version as this library writes it, and nothing else that a note may hold. */
export function isVersion(given: unknown): given is string {
  return typeof given === 'string' && /^[\w.+-]{1,60}$/.test(given);
}

/** Keeps why a chunk was not answered this time. */
export async function addReason({ store, expire }: Link, chunk: string, reason: string, who: string): Promise<void> {
  const name = `${String(Date.now()).padStart(16, '0')}-${who}-${reasons++}`;
  await store.putNote(reasonNotes(chunk), name, reason.slice(0, LONGEST_REASON), expire);
}

/** A record in a note, null where it is none: notes are written by others. */
export function noteRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const out: unknown = JSON.parse(text);
    return typeof out === 'object' && out !== null && !Array.isArray(out) ? (out as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** Does something again and again in the background, never twice at a time; what it throws is reported once. */
export function everySoOften(milliseconds: number, work: () => Promise<void>, onFault: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  let reported = false;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error) => {
        if (!reported) onFault(error);
        reported = true;
      })
      .finally(() => {
        running = null;
      });
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
