/** The worker's side of a pool: takes tasks one after the other and answers them by services. */
import { milliseconds } from '../contact/budget.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { type FromWorker, faultOf, type ToWorker } from './messages.ts';

/**
 * A worker's end of the line. Nothing is ever transferred: from the first array that is detached on, V8 looks at every
 * access to any array whether it is, and the whole engine is a tenth slower.
 */
export interface ServedPort {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

/** What a service is given beside its payload. */
export interface TaskContext {
  /** What `open` makes of the subject's bytes; made once, and kept for the next task about it. */
  opened<T>(open: (bytes: Uint8Array) => T): T;
  /** Tells something in the middle of the work. */
  tell(value: unknown): void;
  /** Whether nobody waits for the answer any more; it changes only while the service lets others have their turn. */
  readonly stopped: boolean;
}

/** Gives the answer, or promises it. */
export type Service = (payload: never, context: TaskContext) => unknown;
/** By name; loaded when the first task wants it. */
export type Services = Readonly<Record<string, () => Promise<Service>>>;

interface KeptSubject {
  readonly bytes: Uint8Array;
  readonly opened: Map<unknown, unknown>;
}

export function serve(port: ServedPort, services: Services): void {
  const subjects = new Map<string, KeptSubject>();
  const loaded = new Map<string, Promise<Service>>();
  /** Tasks that nobody waits for, and the last one that was answered: they come in the order of their numbers. */
  const stopped = new Set<number>();
  let answered = -1;
  const post = (message: FromWorker): void => port.post(message);

  async function answer({ number, service, subject, payload }: Extract<ToWorker, { kind: 'task' }>): Promise<void> {
    try {
      if (stopped.has(number)) throw new Error('the task was stopped');
      const make = entryOf(services, service);
      if (make === undefined) throw new Error(`workers know no service '${service}'`);
      if (!loaded.has(service)) loaded.set(service, make());
      const run = (await loaded.get(service)) as Service;
      const context: TaskContext = {
        opened: (open) => {
          const kept = subject === null ? undefined : subjects.get(subject);
          if (kept === undefined) throw new InputError('a task has no subject');
          if (!kept.opened.has(open)) kept.opened.set(open, open(kept.bytes));
          return kept.opened.get(open) as never;
        },
        tell: (value) => post({ kind: 'told', number, value }),
        get stopped() {
          return stopped.has(number);
        },
      };
      const begin = milliseconds();
      const value = await run(payload as never, context);
      post({ kind: 'done', number, value, milliseconds: milliseconds() - begin });
    } catch (error) {
      post({ kind: 'failed', number, fault: faultOf(error) });
    } finally {
      answered = number;
      stopped.delete(number);
    }
  }

  let last: Promise<void> = Promise.resolve();
  port.listen((given) => {
    const message = given as ToWorker;
    if (message.kind === 'stop') {
      if (message.number > answered) stopped.add(message.number);
      return;
    }
    // in the order in which they came: one that is sent again after it was forgotten must stay
    last = last.then(() => {
      if (message.kind === 'task') return answer(message);
      if (message.kind === 'forget') subjects.delete(message.id);
      else subjects.set(message.id, { bytes: message.bytes, opened: new Map() });
    });
  });
  post({ kind: 'ready' });
}
