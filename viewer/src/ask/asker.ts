/** The page's side: asks a worker, which is started with the first question and ended by whoever cancels one. */
import type { Pose } from 'inbetween';
import type { Source } from '../source/opened.ts';
import type { Answer, FromAsker, Progress, Question, ToAsker } from './protocol.ts';

/** A question was given up, or nobody is left to answer it. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor(message = 'cancelled') {
    super(message);
  }
}

/** What it needs of a Worker. */
export interface AskerPort {
  onmessage: ((event: { readonly data: FromAsker }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: ToAsker): void;
  terminate(): void;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class Asker {
  private readonly source: Source;
  private readonly start: () => AskerPort;
  private readonly waiting: Map<number, Waiting> = new Map();
  /** Obstacles that are elsewhere than in the source, by name: sent to every worker. */
  private readonly moved: Map<string, Pose> = new Map();
  private port: AskerPort | null = null;
  private next = 0;
  private closed = false;
  /** Why the source could not be opened. */
  private fault: Error | null = null;

  /** start: makes a worker; tests bring their own. */
  constructor(source: Source, start: () => AskerPort = startWorker) {
    this.source = source;
    this.start = start;
  }

  /** Starts the worker before the first question, so that this one finds the source opened. */
  warm(): void {
    this.ready();
  }

  /** Rejects with `Cancelled` where it is given up, else with what is wrong with the question or the source. */
  ask(question: Question, onProgress?: (progress: Progress) => void): Promise<Answer> {
    if (this.closed) return Promise.reject(new Cancelled('closed'));
    return new Promise((resolve, reject) => {
      const number = this.next++;
      this.waiting.set(number, { resolve, reject, onProgress });
      this.ready().postMessage({ kind: 'ask', number, question });
    });
  }

  /** Moves an obstacle for all questions from now on, and for all workers to come. */
  moveObstacle(name: string, pose: Pose): void {
    this.moved.set(name, pose);
    this.port?.postMessage({ kind: 'move', name, pose });
  }

  /** Ends the device of the graphics hardware in the middle of whatever it does; for tests. */
  loseGraphics(): void {
    this.port?.postMessage({ kind: 'lose-graphics' });
  }

  /** Gives up all that is asked; the next question starts another worker. */
  cancel(): void {
    if (this.waiting.size > 0) this.end(new Cancelled());
  }

  /** Gives up all that is asked, for good. */
  close(): void {
    this.closed = true;
    this.end(new Cancelled('closed'));
  }

  private ready(): AskerPort {
    if (this.port !== null) return this.port;
    const port = this.start();
    this.port = port;
    this.fault = null;
    port.onmessage = ({ data }) => {
      if (this.port === port) this.take(data);
    };
    port.onerror = ({ message }) => {
      if (this.port === port) this.end(new Error(message ?? 'the worker ended'));
    };
    const page = (globalThis as { document?: { baseURI: string } }).document?.baseURI;
    port.postMessage({ kind: 'open', source: this.source, ...(page === undefined ? {} : { page }) });
    for (const [name, pose] of this.moved) port.postMessage({ kind: 'move', name, pose });
    return port;
  }

  private take(message: FromAsker): void {
    if (message.kind === 'opened') return;
    if (message.kind === 'failed' && message.number === null) {
      // the first is the one about opening; what follows it is a consequence
      this.fault ??= new Error(message.message);
      return;
    }
    const waiting = this.waiting.get(message.number as number);
    if (waiting === undefined) return;
    if (message.kind === 'progress') {
      waiting.onProgress?.(message.progress);
      return;
    }
    this.waiting.delete(message.number as number);
    if (message.kind === 'answer') waiting.resolve(message.answer);
    else waiting.reject(this.fault ?? new Error(message.message));
  }

  private end(reason: Error): void {
    this.port?.terminate();
    this.port = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}

function startWorker(): AskerPort {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as unknown as AskerPort;
}
