/** What a queue is to the rest of this room: entries that name chunks, each given to one worker at a time. */

/** All that is in the queue of a chunk; its data lie in the store. */
export interface QueueEntry {
  readonly format: number;
  /** Version of the library. */
  readonly version: string;
  /** SHA-256 of the chunk's bytes; the entry's own id too. */
  readonly chunk: string;
  readonly subject: string;
  readonly items: number;
  /** Name of the job that it was sent for. */
  readonly job: string;
}

/** 'open': waits, is worked on, or is to be tried again. */
export type EntryState = 'open' | 'failed' | 'gone';

export interface EntryCounts {
  readonly waiting: number;
  readonly active: number;
  /** Number of entries to be tried again after a while. */
  readonly delayed: number;
  readonly failed: number;
}

export interface FailedEntry {
  readonly id: string;
  readonly reason: string;
}

/** How often a chunk is tried. */
export interface Tries {
  readonly attempts: number;
  /** Milliseconds before the second; doubled for each that follows. */
  readonly backoff: number;
  /** Seconds for which a failed entry is kept. */
  readonly keepFailed: number;
}

export interface Entries {
  /** Nothing happens where the chunk is in the queue already. */
  add(entry: QueueEntry, tries: Tries): Promise<void>;
  state(id: string): Promise<EntryState>;
  /** The last reason why an entry failed; undefined where there is none. */
  reason(id: string): Promise<string | undefined>;
  /** False where it is not there, or a worker has it. */
  remove(id: string): Promise<boolean>;
  /** Ids of a job's entries that no worker has. */
  ofJob(job: string): Promise<readonly string[]>;
  counts(): Promise<EntryCounts>;
  failures(most: number): Promise<readonly FailedEntry[]>;
  /** Gives entries to `take` until the worker is closed. */
  work(take: TakeEntry, options: EntryWorkerOptions): Promise<EntryWorker>;
  close(): Promise<void>;
}

/** What an entry holds comes from anywhere. What it throws is a reason to try again, `Hopeless` one not to. */
export type TakeEntry = (id: string, data: unknown, attempt: number) => Promise<void>;

export interface EntryWorkerOptions {
  /** Entries at a time. */
  readonly count: number;
  /** Milliseconds after which an entry is another's where its worker is not heard of; renewed at half of them. */
  readonly lock: number;
  /** Milliseconds between looks for such entries. */
  readonly stalled: number;
  /** How often an entry may be taken from a worker that was not heard of. */
  readonly mostStalls: number;
  /** An entry was taken from a worker that was not heard of. */
  readonly onStalled: (id: string) => void;
}

export interface EntryWorker {
  /** Takes nothing new, and resolves when what it has is done, or at once. */
  close(atOnce?: boolean): Promise<void>;
}

/** Trying again would not help. */
export class Hopeless extends Error {
  override readonly name = 'Hopeless';
}
