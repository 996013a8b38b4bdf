import type { WorkerListener, WorkerPort, Workers } from '../batch/workers.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** How many workers there are, and where their program lies; all optional. */
export interface WebWorkersOptions {
  /** Workers. Default: one a core, as the browser tells it. */
  readonly count?: number;
  /**
   * Address of the program `inbetween/page/worker`, where the page's bundler does not find it by itself; on the page's
   * own origin. Default: beside this module.
   */
  readonly program?: string;
}

const KEYS: readonly string[] = ['count', 'program'];

/**
 * Workers of a page for a `Batch`. Where the page is cross-origin isolated they share the scene's meshes and trees,
 * else each has a copy.
 * @example
 * const batch = new Batch({ scene, workers: webWorkers() });
 */
export function webWorkers(given: number | WebWorkersOptions = {}): Workers {
  const options = typeof given === 'number' ? { count: given } : given;
  checkRecord(options, KEYS, 'webWorkers');
  const { count = navigator.hardwareConcurrency || 2, program } = options;
  if (!Number.isSafeInteger(count) || count < 1 || count > 1024)
    throw new InputError(`webWorkers: the count must be a whole number from 1 to 1024, got ${shownValue(count)}`);
  const start = (): Worker =>
    program === undefined
      ? new Worker(new URL('../page/worker.ts', import.meta.url), { type: 'module' })
      : new Worker(program, { type: 'module' });
  return { count, shares: globalThis.crossOriginIsolated === true, start: () => new PageWorker(start()) };
}

class PageWorker implements WorkerPort {
  private readonly worker: Worker;

  constructor(worker: Worker) {
    this.worker = worker;
  }

  post(message: unknown): void {
    this.worker.postMessage(message);
  }

  listen({ message, ended }: WorkerListener): void {
    this.worker.onmessage = (event) => message(event.data);
    const end = (why: string): void => {
      this.worker.terminate();
      ended(why);
    };
    this.worker.onmessageerror = () => end('a message could not be read');
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      end(event.message || 'its program could not be loaded; name it by webWorkers({ program })');
    };
  }

  /** Workers of a page end with it. */
  hold(): void {}

  async end(): Promise<void> {
    this.worker.terminate();
  }
}
