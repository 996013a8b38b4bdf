/** One question on its way to workers, part by part. */
import { sharedMilliseconds } from '../../contact/budget.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { spanQuestion } from '../../scene/friends.ts';
import type { Scene } from '../../scene/scene.ts';
import { type OnProgress, PathProgress } from '../../scene/search/path-progress.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { Span } from '../../scene/search/span.ts';
import type { SpanQuestion } from '../../scene/spans/span-question.ts';
import { type Packable, pack } from '../packed.ts';
import { packMotions } from '../packed-motions.ts';
import { type StopSignal, type Subject, type TaskAnswer, WorkerEnded, type WorkerPool } from '../pool.ts';
import { sentOptions } from '../travelling-method.ts';
import { inOrder } from './in-order.ts';
import { SpanCutter } from './span-cutter.ts';
import type { SpanAsk, SpanTask, WholeAsk } from './span-service.ts';

/** Who answers, and about what. */
export interface Crew {
  readonly pool: WorkerPool;
  /** The scene, packed. */
  readonly subject: Subject;
  /** The scene itself. */
  readonly scene: Scene;
  /** Whether memory can be shared with the workers. */
  readonly shares: boolean;
}

/** Each worker has one span to answer, and one that waits. */
const AHEAD = 2;
/** A span whose worker ended is asked once more: it may have ended for another reason. */
const TRIES = 2;

declare const AbortController: new () => { readonly signal: StopSignal; abort(): void };

let questions = 0;

export class SpanCrew {
  /** Null: it must be answered whole. */
  readonly question: SpanQuestion | null;
  private readonly crew: Crew;
  private readonly task: Omit<SpanTask, 'part'>;
  private readonly onProgress: OnProgress | undefined;
  private readonly progress: PathProgress | null;

  /** options: as far as all parts of the question have them in common. */
  constructor(crew: Crew, motions: SceneMotions, asked: SceneFirstContactOptions, maxMilliseconds: number = Infinity) {
    const { onProgress, ...options } = asked;
    this.crew = crew;
    this.onProgress = onProgress;
    const deadline = maxMilliseconds === Infinity ? Infinity : sharedMilliseconds() + maxMilliseconds;
    const question = spanQuestion(crew.scene, motions, options);
    // a single segment is not worth it
    this.question = question !== null && question.segments > 1 ? question : null;
    this.progress = onProgress === undefined || question === null ? null : new PathProgress(onProgress, question.segments);
    const room = crew.shares ? (bytes: number) => new SharedArrayBuffer(bytes) : undefined;
    const packed = pack(packMotions(crew.scene.robots, motions) as unknown as Packable, room);
    this.task = { question: questions++, motions: packed, options: sentOptions(options), deadline };
  }

  async ask<T>(part: SpanAsk, signal?: StopSignal, onTold?: (value: unknown) => void): Promise<TaskAnswer<T>> {
    const { pool, subject } = this.crew;
    const task: SpanTask = { ...this.task, part };
    for (let tries = 1; ; tries++) {
      try {
        return await pool.run<T>('spans', task, { subject, signal, onTold });
      } catch (error) {
        if (!(error instanceof WorkerEnded) || tries === TRIES) throw error;
      }
    }
  }

  /** The answer alone. */
  async answer<T>(part: SpanAsk): Promise<T> {
    return (await this.ask<T>(part)).value;
  }

  /** The answer to the whole question by one worker, which reports its progress. */
  async whole<T>(part: WholeAsk): Promise<T> {
    const { onProgress } = this;
    if (onProgress === undefined) return this.answer(part);
    const stopped = new AbortController();
    return new Promise((resolve, reject) => {
      const onTold = (told: unknown): void => {
        if (stopped.signal.aborted) return;
        try {
          const [done, total, round] = told as Parameters<OnProgress>;
          onProgress(done, total, round);
        } catch (error) {
          reject(error);
          stopped.abort();
        }
      };
      this.ask<T>({ ...part, tells: true }, stopped.signal, onTold).then(({ value }) => resolve(value), reject);
    });
  }

  /** Spans from the start of the path to its end, or until `take` says that is enough. */
  along<T>(part: (span: Span) => SpanAsk, take: (span: Span, value: T) => boolean | Promise<boolean>): Promise<void> {
    const ahead = AHEAD * this.crew.pool.size;
    const asked = new AbortController();
    return inOrder<T>({
      cutter: new SpanCutter(this.question?.segments ?? 0, ahead, (segment) => this.question?.cutFrom(segment) ?? segment),
      ahead,
      ask: (span) => this.ask(part(span), asked.signal),
      take: async (span, value) => {
        const goesOn = await take(span, value);
        if (goesOn) this.progress?.reached(span.last);
        return goesOn;
      },
      stop: () => asked.abort(),
    });
  }
}
