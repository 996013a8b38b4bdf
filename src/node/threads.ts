import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { WorkerListener, WorkerPort, Workers } from '../batch/workers.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** How many threads there are, and how much memory each may take; all optional. */
export interface ThreadsOptions {
  /** Threads. Default: one a core. */
  readonly count?: number;
  /**
   * Megabytes of heap that one may take; one that wants more ends, and what it worked on is an error of its own.
   * Shared scenes are not counted. Default: what Node gives it.
   */
  readonly megabytes?: number;
}

const KEYS: readonly string[] = ['count', 'megabytes'];

/**
 * Threads of Node for a `Batch`, one a core or as many as given; they share the scene's meshes and trees. Idle ones do
 * not keep the program from ending.
 * @example
 * const batch = new Batch({ scene, workers: threads() });
 */
export function threads(given: number | ThreadsOptions = {}): Workers {
  const options = typeof given === 'number' ? { count: given } : given;
  checkRecord(options, KEYS, 'threads');
  const { count = availableParallelism(), megabytes } = options;
  if (!Number.isSafeInteger(count) || count < 1 || count > 1024)
    throw new InputError(`threads: the count must be a whole number from 1 to 1024, got ${shownValue(count)}`);
  if (megabytes !== undefined && !(typeof megabytes === 'number' && megabytes >= 16))
    throw new InputError(`threads: megabytes must be a number from 16 on, got ${shownValue(megabytes)}`);
  const program = threadProgram();
  return { count, shares: true, start: () => new Thread(program, megabytes) };
}

/**
 * Where the program of a thread is.
 * @internal
 */
export function threadProgram(): URL {
  // the name that it has in the package; in the sources a bundle lies beside it, because Node 20 runs no TypeScript
  const named = new URL('../node/thread.ts', import.meta.url);
  return named.pathname.endsWith('.ts') ? new URL('../node/thread.generated.mjs', import.meta.url) : named;
}

class Thread implements WorkerPort {
  private readonly worker: Worker;

  constructor(program: URL, megabytes: number | undefined) {
    const resourceLimits = megabytes === undefined ? {} : { maxOldGenerationSizeMb: megabytes };
    this.worker = new Worker(program, { resourceLimits });
  }

  post(message: unknown): void {
    this.worker.postMessage(message);
  }

  listen({ message, ended }: WorkerListener): void {
    let why = '';
    this.worker.on('message', message);
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      why = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : error.message;
    });
    this.worker.on('exit', (code) => ended(why || `exit code ${code}`));
    // after the listeners: one for messages holds the program
    this.worker.unref();
  }

  hold(isBusy: boolean): void {
    if (isBusy) this.worker.ref();
    else this.worker.unref();
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
