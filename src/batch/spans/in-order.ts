/**
 * Asks ahead and takes in order: spans of a path are answered by whoever is free, and taken one after another as if
 * there were one. Nobody waits for what is not taken any more.
 */
import type { Span } from '../../scene/search/span.ts';
import type { TaskAnswer } from '../pool.ts';
import type { SpanCutter } from './span-cutter.ts';

export interface InOrder<T> {
  readonly cutter: SpanCutter;
  /** How many are asked at the same time. */
  readonly ahead: number;
  ask(span: Span): Promise<TaskAnswer<T>>;
  /** Nobody waits for what was asked and not taken. */
  stop(): void;
  /** Takes the next one; false: that is enough. */
  take(span: Span, value: T): boolean | Promise<boolean>;
}

/** Until all spans were taken, or enough of them. */
export function inOrder<T>({ cutter, ahead, ask, take, stop }: InOrder<T>): Promise<void> {
  return new Promise((resolve, reject) => {
    const answers = new Map<number, { readonly span: Span; readonly value: T }>();
    let next = 0;
    let ended = false;
    let open = 0;
    let taking = false;

    async function takeAll(): Promise<void> {
      if (taking) return;
      taking = true;
      for (let answer = answers.get(next); answer !== undefined && !ended; answer = answers.get(next)) {
        answers.delete(next);
        next = answer.span.last;
        if (!(await take(answer.span, answer.value))) ended = true;
      }
      taking = false;
    }

    async function go(): Promise<void> {
      for (;;) {
        const span = ended ? null : cutter.next();
        if (span === null) return;
        const { value, milliseconds } = await ask(span);
        cutter.took(span, milliseconds);
        answers.set(span.first, { span, value });
        await takeAll();
        if (ended) end();
      }
    }

    function end(): void {
      resolve();
      stop();
    }

    for (let k = 0; k < ahead; k++) {
      open++;
      go().then(
        () => {
          if (--open === 0) resolve();
        },
        (error: unknown) => {
          ended = true;
          reject(error);
          stop();
        },
      );
    }
  });
}
