/** How far a client is with its job, as it tells others by a note. */
import { hostname } from 'node:os';
import { isVersion, noteRecord } from './link.ts';
import { noRefusals, REFUSALS, type Refusal } from './seal.ts';

/** One client's way through a job. */
export interface JobRun {
  /** The machine and process that submits. */
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** Items in all; null where it is not known yet. */
  readonly total: number | null;
  readonly chunks: RunCounts;
  readonly items: RunCounts;
  /** Items that it had without the queue: of earlier runs, and answered by itself. */
  readonly here: number;
  /** Answers in the store that did not count, by why. */
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Items a second, lately. */
  readonly rate: number;
  /** Seconds that it has been at it. */
  readonly seconds: number;
  readonly finished: boolean;
  /** Whether it was cancelled, by `--cancel`. */
  readonly cancelled: boolean;
  /** The first chunks that failed for good, and why. */
  readonly failures: readonly RunFailure[];
}

export interface RunCounts {
  readonly submitted: number;
  readonly done: number;
  /** Those among the done whose answer was in the store already. */
  readonly known: number;
  readonly failed: number;
}

export interface RunFailure {
  readonly chunk: string;
  /** Id of the first item. */
  readonly first: string;
  readonly items: number;
  readonly reasons: readonly string[];
}

const MOST_FAILURES = 100;
/** Milliseconds over which a rate is taken. */
const LATELY = 30_000;

/** What only the client knows. */
export interface RunWishes {
  /** Items in all, as far as it is known; undefined or null: not yet. */
  readonly total?: () => number | null | undefined;
  /** Items that it had without the queue. */
  readonly here?: () => number;
}

export class RunRecord {
  private readonly version: string;
  private readonly clock: () => number;
  private readonly begin: number;
  readonly refused: Record<Refusal, number> = noRefusals();
  readonly chunks = { submitted: 0, done: 0, known: 0, failed: 0 };
  readonly items = { submitted: 0, done: 0, known: 0, failed: 0 };
  finished = false;
  cancelled = false;
  /** All of the job was submitted: how many items it has is certain. */
  isFed = false;
  private readonly failures: RunFailure[] = [];
  private readonly wishes: RunWishes;
  private readonly marks: [time: number, done: number][] = [];

  constructor(version: string, wishes: RunWishes, clock: () => number) {
    this.version = version;
    this.wishes = wishes;
    this.clock = clock;
    this.begin = clock();
  }

  count(what: keyof RunCounts, items: number): void {
    this.chunks[what]++;
    this.items[what] += items;
  }

  fail(failure: RunFailure): void {
    this.count('failed', failure.items);
    if (this.failures.length < MOST_FAILURES) this.failures.push(failure);
  }

  toRun(): JobRun {
    const now = this.clock();
    this.marks.push([now, this.items.done]);
    while (this.marks.length > 2 && now - this.marks[1][0] > LATELY) this.marks.shift();
    const [since, before] = this.marks.length > 1 ? this.marks[0] : [this.begin, 0];
    const { version, chunks, items, refused, finished, cancelled, failures } = this;
    const { total, here } = this.wishes;
    const others = here?.() ?? 0;
    const all = this.isFed ? items.submitted + others : (total?.() ?? null);
    const rate = now > since ? (1000 * (items.done - before)) / (now - since) : 0;
    const seconds = (now - this.begin) / 1000;
    return {
      ...{ host: hostname(), pid: process.pid, version, total: all, chunks, items, here: others, refused },
      ...{ rate, seconds, finished, cancelled, failures },
    };
  }
}

/** The run in a note; null where it is none. */
export function readRun(text: string): JobRun | null {
  const run = noteRecord(text) as Partial<JobRun> | null;
  if (run === null || !areCounts(run.chunks) || !areCounts(run.items)) return null;
  const { host, pid, version, total, here, refused, rate, seconds, finished, cancelled, failures } = run;
  const isSound =
    typeof host === 'string' &&
    typeof pid === 'number' &&
    isVersion(version) &&
    (total === null || typeof total === 'number') &&
    typeof here === 'number' &&
    REFUSALS.every((why) => typeof refused?.[why] === 'number') &&
    typeof rate === 'number' &&
    typeof seconds === 'number' &&
    typeof finished === 'boolean' &&
    typeof cancelled === 'boolean' &&
    Array.isArray(failures) &&
    failures.every(isFailure);
  return isSound ? (run as JobRun) : null;
}

function areCounts(given: unknown): boolean {
  const counts = given as Partial<RunCounts> | null | undefined;
  return [counts?.submitted, counts?.done, counts?.known, counts?.failed].every((count) => typeof count === 'number');
}

function isFailure(given: unknown): boolean {
  const failure = given as Partial<RunFailure> | null;
  return (
    typeof failure?.chunk === 'string' &&
    typeof failure.first === 'string' &&
    typeof failure.items === 'number' &&
    Array.isArray(failure.reasons) &&
    failure.reasons.every((reason) => typeof reason === 'string')
  );
}
