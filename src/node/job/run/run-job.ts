/**
 * Chunks of a job to whoever answers them, answers in the order of the job. Guarantee: every item has one answer, in
 * its turn; not more chunks are in flight than the answerer has room for, and no further ones are begun while those in
 * flight and the answers that wait for their turn hold more bytes than `memory`, but for the one whose turn it is.
 * A chunk whose worker fails is asked again in halves, so that only the item that makes it fail is lost, and says so.
 */
import { WorkerEnded } from '../../../batch/pool.ts';
import { InputError } from '../../../math/input-error.ts';
import type { Answerer } from '../answerer.ts';
import type { ChunkAnswer } from '../chunk.ts';
import type { JobItem } from '../job-item.ts';
import { bothProofs } from '../proof-parts.ts';
import { errorLine, joined, utf8 } from '../result-line.ts';
import { TimedSizes } from './chunk-sizes.ts';
import { ChunkCutter, type CutChunk, chunkOf } from './cut-chunks.ts';

/** Exit code of an item whose input is to blame, and of one that made a fault of ours. */
const BAD_ITEM = 2;
export const OUR_FAULT = 70;

export interface AnsweredItems {
  readonly items: readonly JobItem[];
  readonly answer: ChunkAnswer;
  /** Nobody could answer them this time: the lines only say why. */
  readonly isUnanswered?: true;
}

export interface RunWishes {
  /** Bytes that chunks in flight and answers that wait may hold. */
  readonly memory: number;
  /** Told of answers in the order of the job; the next waits until it is done. */
  readonly take: (answered: AnsweredItems) => Promise<void>;
  /** True: no further chunks are begun, and nothing more is reported. */
  readonly isStopped?: () => boolean;
}

/** Items that end their worker one after another without an answer in between: so many, and the job cannot go on. */
const MOST_LOST_IN_A_ROW = 12;

interface InFlight {
  readonly cut: CutChunk;
  /** Bytes that it holds: of the question, then of the answer. */
  bytes: number;
  answer?: ChunkAnswer;
  error?: unknown;
}

export async function runJob(source: AsyncIterable<JobItem>, answerer: Answerer, { memory, take, isStopped }: RunWishes): Promise<void> {
  const sizes = new TimedSizes();
  const cutter = new ChunkCutter(source, sizes);
  const asker = new Asker(answerer);
  const queue: InFlight[] = [];
  let working = 0;
  let held = 0;
  let isAtEnd = false;
  let ring: () => void = () => {};

  const begin = (cut: CutChunk): void => {
    const own: InFlight = { cut, bytes: cut.bytes };
    queue.push(own);
    working++;
    held += own.bytes;
    asker
      .ask(cut)
      .then((answer) => {
        own.answer = answer;
        const bytes = answer.lines.length + (answer.proofs?.bytes.length ?? 0);
        held += bytes;
        own.bytes += bytes;
        const { chunk } = cut;
        if (chunk !== undefined) sizes.measured(cut.items[0].section, cut.items.length, sum(answer.milliseconds));
      })
      .catch((error: unknown) => {
        own.error = error ?? new Error('an answer failed without a reason');
      })
      .finally(() => {
        working--;
        ring();
      });
  };

  try {
    for (;;) {
      while (queue[0]?.answer !== undefined && !isStopped?.()) {
        const { cut, answer, bytes } = queue.shift() as InFlight;
        held -= bytes;
        await take({ items: cut.items, answer: answer as ChunkAnswer });
      }
      if (queue[0]?.error !== undefined) throw queue[0].error;
      if (isStopped?.()) return;
      const hasRoom = working < answerer.room && (queue.length === 0 || held < memory);
      if (!isAtEnd && hasRoom) {
        const cut = await cutter.next();
        if (cut === undefined) isAtEnd = true;
        else begin(cut);
        continue;
      }
      if (queue.length === 0) return;
      if (queue[0].answer === undefined && queue[0].error === undefined)
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
    }
  } finally {
    await cutter.close();
  }
}

/** One chunk by itself; where its worker fails, only the item that makes it fail is lost. */
export function answeredAtOnce(answerer: Answerer, cut: CutChunk): Promise<ChunkAnswer> {
  return new Asker(answerer).ask(cut);
}

/** Asks, and where a worker fails, asks for less at a time. */
class Asker {
  private readonly answerer: Answerer;
  private lostInARow = 0;

  constructor(answerer: Answerer) {
    this.answerer = answerer;
  }

  async ask({ items, chunk }: CutChunk): Promise<ChunkAnswer> {
    if (chunk === undefined) return failed(items[0], items[0].fault ?? 'could not be read', BAD_ITEM);
    try {
      const answer = await this.answerer.answer(chunk, items[0].section.subject);
      this.lostInARow = 0;
      return answer;
    } catch (error) {
      // halves on the way to one item do not count: of a large chunk there are many
      if (error instanceof WorkerEnded && items.length === 1 && ++this.lostInARow > MOST_LOST_IN_A_ROW)
        throw new InputError(
          `${this.lostInARow} items in a row ended their workers, the last one: ${error.why}. Give the workers more memory, or have fewer of them; then go on`,
        );
      if (items.length > 1) {
        const half = items.length >> 1;
        const first = await this.ask(cutOf(items.slice(0, half)));
        return both(first, await this.ask(cutOf(items.slice(half))));
      }
      return failedBy(items[0], error);
    }
  }
}

function cutOf(items: readonly JobItem[]): CutChunk {
  return { items, chunk: chunkOf(items), bytes: 0 };
}

function failedBy(item: JobItem, error: unknown): ChunkAnswer {
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof WorkerEnded) return failed(item, `its worker ended: ${error.why}`, BAD_ITEM);
  if (error instanceof InputError) return failed(item, message, BAD_ITEM);
  return failed(item, `internal error, please report it: ${message}`, OUR_FAULT);
}

function failed({ id }: JobItem, error: string, code: number): ChunkAnswer {
  return { lines: utf8(errorLine(id, error)), codes: Uint8Array.of(code), milliseconds: new Float64Array(1), work: 0 };
}

function both(a: ChunkAnswer, b: ChunkAnswer): ChunkAnswer {
  const milliseconds = new Float64Array(a.milliseconds.length + b.milliseconds.length);
  milliseconds.set(a.milliseconds);
  milliseconds.set(b.milliseconds, a.milliseconds.length);
  return {
    lines: joined([a.lines, b.lines]),
    codes: joined([a.codes, b.codes]),
    milliseconds,
    work: a.work + b.work,
    ...(a.proofs === undefined && b.proofs === undefined ? {} : { proofs: bothProofs([a, b]) }),
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
