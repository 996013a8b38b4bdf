/** Many questions about one scene, answered by workers. */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Clearance, ContactIntervals, SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { SceneMotions } from '../scene/content/scene-motions.ts';
import { Scene } from '../scene/scene.ts';
import {
  type ClearanceOptions,
  type ContactIntervalOptions,
  checkSceneOptions,
  type SceneFirstContactOptions,
  TELLS,
} from '../scene/search/scene-options.ts';
import { Aborted, type BatchSignal } from './aborted.ts';
import { AnswerReader, type FlatAnswers } from './flat-answers.ts';
import { packMany, separated, type TakenMotions, takenMotions } from './many-motions.ts';
import { errorOf } from './messages.ts';
import { type BatchMotions, type CheckedMotions, checkedMotions, followedMotionsAt, hasLoops, rowsBetween } from './motion-rows.ts';
import { type Subject, type TaskAnswer, type TaskOptions, WorkerEnded, WorkerPool } from './pool.ts';
import { sceneSubject } from './scene-subject.ts';
import type { FirstContactsTask, FreeTask } from './services.ts';
import { clearanceBySpans, contactIntervalsBySpans, firstContactBySpans } from './spans/long-questions.ts';
import type { Crew } from './spans/span-crew.ts';
import { TaskSize } from './task-size.ts';
import { sentOptions } from './travelling-method.ts';
import type { Workers } from './workers.ts';

/** Options: whose questions are answered, and by whom. */
export interface BatchOptions {
  /** What the motions are asked about. When it is changed, questions asked from then on are about the changed one. */
  readonly scene: Scene;
  /** Who answers: `threads()` of `inbetween/node`, `webWorkers()` of `inbetween/page`. */
  readonly workers: Workers;
}

/** What is asked of every motion, and how the asking is stopped. */
export interface BatchAsk extends Omit<SceneFirstContactOptions, 'onProgress' | 'proof'> {
  /** Ends the answers with its reason when it is aborted. Default: nothing does. */
  readonly signal?: BatchSignal;
}

/** What became of one of many motions: an answer, or what is wrong with it. */
export type BatchAnswer =
  | {
      /** The number of the motion among those asked about, from 0. */
      readonly index: number;
      /** The answer as the scene itself gives it, in its bits. */
      readonly result: SceneFirstContact;
      /** Nothing is wrong with it. */
      readonly error: null;
    }
  | {
      /** The number of the motion among those asked about, from 0. */
      readonly index: number;
      /** There is none. */
      readonly result: null;
      /** Malformed motions are an `InputError`; a worker that ended in the middle of it is another one. */
      readonly error: Error;
    };

const OPTIONS: readonly string[] = ['scene', 'workers'];
/** Tasks that are on their way, for each worker: answers wait for their turn. */
const AHEAD = 4;

/**
 * Many questions about one scene, answered by workers on all cores, with the scene's meshes and trees in shared memory
 * where workers share it. Answers come in the order of the questions and have the bits that the scene itself gives.
 * Keep it for many calls, and close it in the end.
 * @example
 * const batch = new Batch({ scene, workers: threads() });
 * for await (const { index, result, error } of batch.firstContacts(paths)) {
 *   if (error === null) console.log(index, result.status, result.time);
 * }
 * await batch.close();
 */
export class Batch {
  /** What the motions are asked about. */
  readonly scene: Scene;
  private readonly workers: Workers;
  private readonly pool: WorkerPool;
  private packed: { readonly subject: Subject; readonly revision: number } | null = null;

  /** Starts nothing yet: workers are started when the first question comes, or by `warm`. */
  constructor(options: BatchOptions) {
    checkRecord(options, OPTIONS, 'Batch');
    const { scene, workers } = options;
    if (!(scene instanceof Scene)) throw new InputError(`Batch: needs a Scene, got ${shownValue(scene)}`);
    if (typeof workers?.start !== 'function')
      throw new InputError(
        `Batch: workers must be threads() of inbetween/node or webWorkers() of inbetween/page, got ${shownValue(workers)}`,
      );
    this.scene = scene;
    this.workers = workers;
    this.pool = new WorkerPool(workers);
  }

  /** How many workers answer. */
  get size(): number {
    return this.pool.size;
  }

  /** Starts the workers and packs the scene, so that the first question finds both ready. */
  warm(): void {
    this.pool.warm();
    this.subject();
  }

  /**
   * The first contact of each of many motions, in their order. They are taken from the list, or whatever gives them one
   * by one, as answers are taken from here: neither has to fit memory. What is malformed is answered with its error,
   * and the rest goes on.
   */
  async *firstContacts(
    motions: Iterable<SceneMotions> | AsyncIterable<SceneMotions>,
    options: BatchAsk = {},
  ): AsyncGenerator<BatchAnswer, void, void> {
    checkSceneOptions(options, ['signal']);
    const { signal, ...rest } = options;
    const asked = sentOptions(rest);
    const aborted = new Aborted(signal);
    const many = motions as Partial<Iterable<SceneMotions> & AsyncIterable<SceneMotions>> | null;
    const isAsync = typeof many?.[Symbol.asyncIterator] === 'function';
    const source = isAsync ? many[Symbol.asyncIterator]?.() : many?.[Symbol.iterator]?.();
    if (source === undefined) throw new InputError(`firstContacts: needs a list of motions by name, got ${shownValue(motions)}`);
    const subject = this.subject();
    const size = new TaskSize();
    const waiting: Promise<Iterable<BatchAnswer>>[] = [];
    let items: TakenMotions[] = [];
    let next = 0;
    let ended = false;
    let step: Promise<IteratorResult<SceneMotions>> | null = null;
    const send = (): void => {
      const answers = this.answered(subject, items, next, asked, size);
      // whoever waits for it gets it; it must not end the program before
      answers.catch(() => undefined);
      waiting.push(answers);
      next += items.length;
      items = [];
    };
    const take = ({ done, value }: IteratorResult<SceneMotions>): void => {
      if (done) ended = true;
      else items.push(takenMotions(this.scene.robots, value));
    };
    try {
      for (;;) {
        aborted.check();
        // who waits for a slow source has nothing else to do
        if (items.length > 0 && (ended || items.length >= size.count || (isAsync && this.pool.room > 0))) send();
        else if (!ended && !isAsync && waiting.length < AHEAD * this.pool.size) take(source.next() as IteratorResult<SceneMotions>);
        else {
          if (!ended && waiting.length < AHEAD * this.pool.size) {
            step ??= source.next() as Promise<IteratorResult<SceneMotions>>;
            const [first] = waiting;
            const taken = await aborted.before(first === undefined ? step : Promise.race([step, first.then(() => null)]));
            if (taken !== null) {
              step = null;
              take(taken);
              continue;
            }
          }
          const answers = waiting.shift();
          if (answers === undefined) return;
          for (const answer of await aborted.before(answers)) yield answer;
        }
      }
    } finally {
      aborted.close();
      // one that never gives its next motion never ends either
      if (!ended && step !== null) void Promise.resolve(source.return?.()).catch(() => undefined);
      else if (!ended) await source.return?.();
    }
  }

  /** Which motions are free, straight in joint space from each row of `from` to that of `to`: as `GpuBatch` tells. */
  async motionsAreFree(motions: BatchMotions, options: BatchFreeOptions = {}): Promise<{ readonly free: Uint8Array }> {
    checkSceneOptions(options, ['signal', 'onProgress']);
    const { signal, onProgress, ...rest } = options;
    const asked = sentOptions(rest);
    const rows = checkedMotions(this.scene, motions);
    if (hasLoops(this.scene)) return this.followedAreFree(rows, options);
    const aborted = new Aborted(signal);
    const subject = this.subject();
    const free = new Uint8Array(rows.count);
    const size = new TaskSize();
    let next = 0;
    let done = 0;
    const one = async (): Promise<void> => {
      while (next < rows.count) {
        aborted.check();
        const first = next;
        const last = Math.min(rows.count, first + size.count);
        next = last;
        const task: FreeTask = { rows: rowsBetween(rows, first, last), options: asked };
        const { value, milliseconds } = await this.pool.run<Uint8Array>('motionsAreFree', task, { subject });
        size.took(last - first, milliseconds);
        free.set(value, first);
        done += last - first;
        onProgress?.(done, rows.count);
      }
    };
    try {
      await aborted.before(Promise.all(Array.from({ length: 2 * this.pool.size }, one)));
    } finally {
      aborted.close();
      // after an error nobody wants the rest
      next = rows.count;
    }
    return { free };
  }

  /** Workers are sent paths of robots with loops, and make none: these are followed here. */
  private async followedAreFree(rows: CheckedMotions, { onProgress, ...asked }: BatchFreeOptions): Promise<{ readonly free: Uint8Array }> {
    const { scene } = this;
    const free = new Uint8Array(rows.count);
    const numbers: number[] = [];
    const followed = function* (): Generator<SceneMotions> {
      for (let i = 0; i < rows.count; i++) {
        const one = followedMotionsAt(scene, rows, i);
        if (one === null) continue;
        numbers.push(i);
        yield one;
      }
    };
    for await (const { index, result, error } of this.firstContacts(followed(), { ...asked, contacts: 'none' })) {
      if (error !== null) throw error;
      if (result.status === 'free') free[numbers[index]] = 1;
      onProgress?.(numbers[index] + 1, rows.count);
    }
    onProgress?.(rows.count, rows.count);
    return { free };
  }

  /**
   * The first contact along one long path: its segments are shared out among the workers. The answer is that of
   * `Scene.firstContact`, in its bits; what binds segments together (`start: 'leaving'`, things that are held, other
   * methods than the default) is answered whole by one of them.
   */
  firstContact(motions: SceneMotions, options: Omit<SceneFirstContactOptions, 'proof'> = {}): Promise<SceneFirstContact> {
    return this.asked(() => firstContactBySpans(this.crew(), motions, options), options);
  }

  /** The least distance along one long path, as `Scene.clearance` tells it, by all workers. */
  clearance(motions: SceneMotions, options: Omit<ClearanceOptions, 'proof'> = {}): Promise<Clearance> {
    return this.asked(() => clearanceBySpans(this.crew(), motions, options));
  }

  /** Every stretch in contact of one long path, as `Scene.contactIntervals` tells them, by all workers. */
  contactIntervals(motions: SceneMotions, options: ContactIntervalOptions = {}): Promise<ContactIntervals> {
    return this.asked(() => contactIntervalsBySpans(this.crew(), motions, options));
  }

  private async asked<T>(ask: () => Promise<T>, options: SceneFirstContactOptions = {}): Promise<T> {
    checkSceneOptions(options, TELLS);
    return ask();
  }

  private crew(): Crew {
    const { pool, scene, workers } = this;
    return { pool, scene, subject: this.subject(), shares: workers.shares };
  }

  /**
   * What else workers can do about the scene, for whoever knows how it is asked.
   * @internal
   */
  task<T>(service: string, payload: unknown, options: Omit<TaskOptions, 'subject'> = {}): Promise<TaskAnswer<T>> {
    return this.pool.run<T>(service, payload, { ...options, subject: this.subject() });
  }

  /** Ends the workers; what they are still asked is given up with an error. */
  close(): Promise<void> {
    return this.pool.close();
  }

  /** The scene as it is now, packed once. */
  private subject(): Subject {
    const { scene, workers, pool } = this;
    const { revision } = scene;
    if (this.packed?.revision !== revision) {
      if (this.packed !== null) pool.forget(this.packed.subject.id);
      this.packed = { subject: sceneSubject(scene, workers.shares), revision };
    }
    return this.packed.subject;
  }

  /** Packed at once: items that wait with their task would be carried along by each collection of garbage. */
  private answered(
    subject: Subject,
    items: readonly TakenMotions[],
    first: number,
    options: FirstContactsTask['options'],
    size: TaskSize,
  ): Promise<Iterable<BatchAnswer>> {
    const wrong: Map<number, Error> = new Map();
    const motions = packMany(this.scene.robots, items, (place, error) => wrong.set(place, error));
    return this.answeredPacked(subject, { motions, options }, { first, count: items.length, wrong }, size);
  }

  private async answeredPacked(subject: Subject, task: FirstContactsTask, places: Places, size: TaskSize): Promise<Iterable<BatchAnswer>> {
    const { first, count, wrong } = places;
    if (wrong.size === count) return answersFrom(places, null);
    try {
      const { value, milliseconds } = await this.pool.run<FlatAnswers>('firstContacts', task, { subject });
      size.took(count - wrong.size, milliseconds);
      return answersFrom(places, new AnswerReader(value));
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      if (count === 1) return answersFrom({ ...places, wrong: new Map([[0, error]]) }, null);
      // which of them ended it shows when each is asked by itself
      const each = separated(this.scene.robots, task.motions);
      const out: BatchAnswer[] = [];
      for (let place = 0, k = 0; place < count; place++) {
        const why = wrong.get(place);
        const alone: Places = { first: first + place, count: 1, wrong: new Map(why === undefined ? [] : [[0, why]]) };
        const motions = why === undefined ? each[k++] : task.motions;
        for (const answer of await this.answeredPacked(subject, { ...task, motions }, alone, size)) out.push(answer);
      }
      return out;
    }
  }
}

/** Which motions a task is about, and which of them were not sent because they are wrong. */
interface Places {
  readonly first: number;
  readonly count: number;
  readonly wrong: ReadonlyMap<number, Error>;
}

/** Answers are made when they are taken, not carried along before. */
function* answersFrom({ first, count, wrong }: Places, reader: AnswerReader | null): Generator<BatchAnswer, void, void> {
  for (let place = 0; place < count; place++) {
    const index = first + place;
    const error = wrong.get(place);
    const found = error === undefined ? reader?.next() : undefined;
    if (found === undefined) yield { index, result: null, error: error as Error };
    else if ('fault' in found) yield { index, result: null, error: errorOf(found.fault) };
    else yield { index, result: found, error: null };
  }
}

/** What is asked of every motion, and who gets reports of progress. */
export interface BatchFreeOptions extends BatchAsk {
  /** Told now and then: how many motions of all are done. */
  readonly onProgress?: (done: number, total: number) => void;
}
