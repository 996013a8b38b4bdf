/**
 * Workers that answer tasks about subjects. A task goes to whoever has the least to do, a second one waits beside the
 * first so that nobody is idle for the length of a message, and each worker is sent a subject once. Guarantee: every
 * task is answered, fails with its own error, or with `WorkerEnded` where its worker ended in the middle of it; another
 * one takes its place then, and nothing else is lost.
 */
import { InputError } from '../math/input-error.ts';
import { errorOf, type FromWorker, type ToWorker } from './messages.ts';
import type { WorkerPort, Workers } from './workers.ts';

/** What tasks are about: bytes, and a name that is theirs alone. */
export interface Subject {
  readonly id: string;
  /** Bytes, in shared memory where the workers share it. */
  readonly bytes: Uint8Array;
}

export interface TaskOptions {
  readonly subject?: Subject;
  /** Told what the service tells in the middle of its work. */
  readonly onTold?: (value: unknown) => void;
  /** Aborted, nobody waits for the answer: a task that waits is dropped, the worker of one under way gets word. */
  readonly signal?: StopSignal;
}

/** What is needed of an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What a task became. */
export interface TaskAnswer<T> {
  readonly value: T;
  /** What it took in its worker. */
  readonly milliseconds: number;
}

/** The worker ended while it worked on a task. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly why: string;

  constructor(why: string) {
    super(`a worker ended: ${why}`);
    this.why = why;
  }
}

/** Nobody waited for a task any more before it was begun. */
class TaskStopped extends Error {
  override readonly name = 'TaskStopped';

  constructor() {
    super('the task was stopped');
  }
}

interface Task {
  readonly number: number;
  readonly service: string;
  readonly payload: unknown;
  readonly options: TaskOptions;
  readonly resolve: (answer: TaskAnswer<never>) => void;
  readonly reject: (error: Error) => void;
}

interface Member {
  readonly port: WorkerPort;
  /** Names of subjects that it has. */
  readonly subjects: Set<string>;
  /** The first is worked on, the others wait. */
  readonly tasks: Task[];
  ready: boolean;
}

/** One that is worked on, one that waits. */
const TASKS_EACH = 2;

export class WorkerPool {
  private readonly workers: Workers;
  private members: Member[] = [];
  private readonly waiting: Task[] = [];
  private readonly heeding: Map<StopSignal, { readonly tasks: Set<Task>; readonly listener: () => void }> = new Map();
  private next = 0;
  private closed = false;
  /** Workers that ended by themselves since the pool was made. */
  ended = 0;

  constructor(workers: Workers) {
    this.workers = workers;
  }

  get size(): number {
    return this.workers.count;
  }

  /** How many tasks can be given to it before one has to wait for another to be done. */
  get room(): number {
    return TASKS_EACH * this.workers.count - this.busy - this.waiting.length;
  }

  private get busy(): number {
    let out = 0;
    for (const { tasks } of this.members) out += tasks.length;
    return out;
  }

  /** Starts the workers now, so that they are loaded when the first task comes. */
  warm(): void {
    while (this.members.length < this.workers.count && !this.closed) this.add();
  }

  run<T>(service: string, payload: unknown, options: TaskOptions = {}): Promise<TaskAnswer<T>> {
    if (this.closed) return Promise.reject(new InputError('the workers were closed'));
    if (options.signal?.aborted) return Promise.reject(new TaskStopped());
    let done = (): void => {};
    const answer = new Promise<TaskAnswer<T>>((resolve, reject) => {
      const task: Task = { number: this.next++, service, payload, options, resolve: resolve as Task['resolve'], reject };
      done = this.heeded(task);
      this.waiting.push(task);
      this.warm();
      this.dispatch();
    });
    return options.signal === undefined ? answer : answer.finally(() => done());
  }

  /** The task stops with its signal, until the function is called. One listener a signal: of many Node complains. */
  private heeded(task: Task): () => void {
    const { signal } = task.options;
    if (signal === undefined) return () => {};
    let heeding = this.heeding.get(signal);
    if (heeding === undefined) {
      const tasks = new Set<Task>();
      const listener = () => {
        for (const one of [...tasks]) this.stop(one);
      };
      heeding = { tasks, listener };
      this.heeding.set(signal, heeding);
      signal.addEventListener('abort', listener);
    }
    const { tasks, listener } = heeding;
    tasks.add(task);
    return () => {
      tasks.delete(task);
      if (tasks.size > 0) return;
      signal.removeEventListener('abort', listener);
      this.heeding.delete(signal);
    };
  }

  private stop(task: Task): void {
    const at = this.waiting.indexOf(task);
    if (at >= 0) {
      this.waiting.splice(at, 1);
      task.reject(new TaskStopped());
    } else {
      const member = this.members.find(({ tasks }) => tasks.includes(task));
      member?.port.post({ kind: 'stop', number: task.number } satisfies ToWorker);
    }
  }

  /** Lets go of a subject; a task about it sends it again. */
  forget(id: string): void {
    for (const member of this.members) if (member.subjects.delete(id)) member.port.post({ kind: 'forget', id } satisfies ToWorker);
  }

  /** Ends all workers; what they work on is given up. */
  async close(): Promise<void> {
    this.closed = true;
    const members = this.members;
    this.members = [];
    for (const { tasks } of members) for (const task of tasks) this.waiting.push(task);
    for (const task of this.waiting.splice(0)) task.reject(new InputError('the workers were closed'));
    await Promise.all(members.map(({ port }) => port.end()));
  }

  private add(): void {
    const port = this.workers.start();
    const member: Member = { port, subjects: new Set(), tasks: [], ready: false };
    this.members.push(member);
    port.listen({
      message: (message) => this.take(member, message as FromWorker),
      ended: (why) => this.lose(member, why),
    });
  }

  private dispatch(): void {
    while (this.waiting.length > 0) {
      let idle: Member | undefined;
      for (const member of this.members)
        if (member.tasks.length < TASKS_EACH && (idle === undefined || member.tasks.length < idle.tasks.length)) idle = member;
      if (idle === undefined) return;
      this.give(idle, this.waiting.shift() as Task);
    }
  }

  private give(member: Member, task: Task): void {
    const { subject } = task.options;
    if (member.tasks.push(task) === 1) member.port.hold(true);
    try {
      if (subject !== undefined && !member.subjects.has(subject.id)) {
        member.port.post({ kind: 'subject', id: subject.id, bytes: subject.bytes } satisfies ToWorker);
        member.subjects.add(subject.id);
      }
      const { number, service, payload } = task;
      member.port.post({ kind: 'task', number, service, subject: subject?.id ?? null, payload } satisfies ToWorker);
    } catch (error) {
      member.tasks.pop();
      if (member.tasks.length === 0) member.port.hold(false);
      task.reject(error as Error);
    }
  }

  private take(member: Member, message: FromWorker): void {
    if (message.kind === 'ready') {
      member.ready = true;
      return;
    }
    const at = member.tasks.findIndex(({ number }) => number === message.number);
    const task = member.tasks[at];
    if (task === undefined) return;
    if (message.kind === 'told') {
      task.options.onTold?.(message.value);
      return;
    }
    member.tasks.splice(at, 1);
    this.dispatch();
    if (member.tasks.length === 0) member.port.hold(false);
    if (message.kind === 'failed') task.reject(errorOf(message.fault));
    else task.resolve({ value: message.value as never, milliseconds: message.milliseconds });
  }

  /** What waited beside the task that it worked on goes to others. */
  private lose(member: Member, why: string): void {
    if (this.closed) return;
    this.members = this.members.filter((one) => one !== member);
    this.ended++;
    const [working, ...rest] = member.tasks;
    for (const task of rest.reverse()) this.waiting.unshift(task);
    working?.reject(new WorkerEnded(why));
    if (!member.ready) {
      // it could not even be loaded: neither will the next one
      for (const task of this.waiting.splice(0)) task.reject(new WorkerEnded(why));
      return;
    }
    if (this.waiting.length > 0) {
      this.warm();
      this.dispatch();
    }
  }
}
