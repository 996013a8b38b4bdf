/**
 * Motions through the device chunk by chunk, two under way at once: while it works on one, the next is packed and the
 * last one's answers are taken. Chunks grow until one takes some tens of milliseconds.
 */
import type { BatchEnds } from '../../batch/motion-rows.ts';
import type { BatchModel } from './batch-model.ts';
import type { BatchAnswers, BatchLane, BatchRunner } from './batch-runner.ts';
import { packMotions } from './pack-motions.ts';

const FIRST_CHUNK = 12288;
const LARGEST_CHUNK = 2 ** 18;
/** What a chunk is to take. */
const MILLISECONDS = 40;
/** So many threads keep a device busy: fewer motions are cut into slices of time. */
const THREADS = 2 ** 18;
const MOST_SLICES = 64;
/** Brackets go on to the finest intervals: the more begin there, the sooner they are done. */
const THREADS_OF_BRACKETS = 2 ** 20;
const MOST_SLICES_OF_BRACKETS = 1024;

/** Takes the answers of a chunk, and which of its motions, all that there are, the device could not take. */
export type TakeChunk = (first: number, answers: BatchAnswers, aside: Uint8Array) => Promise<void>;

interface Under {
  readonly lane: BatchLane;
  readonly first: number;
  readonly count: number;
  readonly begun: number;
  readonly answers: Promise<BatchAnswers>;
}

export class ChunkRun {
  private readonly runner: BatchRunner;
  private readonly model: BatchModel;
  private readonly ends: BatchEnds;
  private readonly bracket: boolean;

  constructor(runner: BatchRunner, model: BatchModel, ends: BatchEnds, bracket: boolean) {
    this.runner = runner;
    this.model = model;
    this.ends = ends;
    this.bracket = bracket;
  }

  /** All motions from `first` on, in order. */
  async all(first: number, total: number, take: TakeChunk): Promise<void> {
    const { runner } = this;
    const slices = this.slicesFor(total - first);
    const most = Math.min(LARGEST_CHUNK, runner.mostMotions(slices));
    let chunk = Math.min(runner.chunk ?? FIRST_CHUNK, most);
    let next = first;
    const under: Under[] = [];
    try {
      while (next < total || under.length > 0) {
        while (under.length < 2 && next < total) {
          // the last two are of one size, so that none of them is a small rest
          const rest = total - next;
          const count = Math.min(chunk, rest > chunk && rest < 2 * chunk ? Math.ceil(rest / 2) : rest);
          under.push(await this.start(next, count, slices));
          next += count;
        }
        const [{ lane, first: begin, count, begun, answers }] = under;
        const found = await answers;
        under.shift();
        const took = performance.now() - begun;
        if (count >= chunk && took < MILLISECONDS) chunk = Math.min(2 * chunk, most);
        else if (took > 6 * MILLISECONDS) chunk = Math.max(64, chunk >> 1);
        runner.chunk = chunk;
        const aside = lane.aside.slice(0, count);
        runner.release(lane);
        // the device is kept busy while these are looked at
        if (next < total && under.length < 2) {
          const more = Math.min(chunk, total - next);
          under.push(await this.start(next, more, slices));
          next += more;
        }
        await take(begin, found, aside);
      }
    } finally {
      for (const { lane, answers } of under) {
        await answers.catch(() => undefined);
        runner.release(lane);
      }
    }
  }

  private async start(first: number, count: number, slices: number): Promise<Under> {
    const { runner, model, ends, bracket } = this;
    const lane = await runner.lane(count, slices);
    packMotions(model, ends, first, count, lane.packed, lane.aside);
    const begun = performance.now();
    const answers = runner.ask(lane, count, slices, bracket);
    // whoever waits for it gets it; nobody may wait any more
    answers.catch(() => undefined);
    return { lane, first, count, begun, answers };
  }

  private slicesFor(count: number): number {
    const threads = count * this.model.tasks.length;
    const [most, all] = this.bracket ? [MOST_SLICES_OF_BRACKETS, THREADS_OF_BRACKETS] : [MOST_SLICES, THREADS];
    let slices = 1;
    while (!this.runner.isSoftware && slices < most && 2 * slices * threads <= all) slices *= 2;
    return slices;
  }
}
