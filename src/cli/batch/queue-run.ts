/** A job by a queue: chunks of some ten seconds' counted work are submitted, answers collected in the job's order. */

import type { Answerer } from '../../node/job/answerer.ts';
import type { Chunk, ChunkAnswer } from '../../node/job/chunk.ts';
import type { JobItem } from '../../node/job/job-item.ts';
import { errorLine, joined, utf8 } from '../../node/job/result-line.ts';
import { chunksByWork } from '../../node/job/run/chunk-sizes.ts';
import type { Recheck } from '../../node/job/run/recheck.ts';
import { type AnsweredItems, answeredAtOnce } from '../../node/job/run/run-job.ts';
import type { ClusterQueue } from '../../node/queue/open-queue.ts';
import type { Collected } from '../../node/queue/submit.ts';
import { TRY_AGAIN } from '../../words/exit-code.ts';

/** Counted work of a chunk: some ten seconds of an ordinary core. */
const CHUNK_WORK = 1e7;

export interface QueueRunWishes {
  /** Name of the job, as `--status` calls it. */
  readonly job: string;
  /** Counted work of a chunk; undefined: as usual. */
  readonly chunkWork?: number;
  /** Items in all, as soon as that is known. */
  readonly total: () => number | undefined;
  /** Items that earlier runs did. */
  readonly resumed: number;
  readonly recheck: Recheck;
  /** Answers the first few items here, by which the size of chunks is found. */
  readonly pilot: Answerer;
  readonly take: (answered: AnsweredItems) => Promise<void>;
  readonly isStopped: () => boolean;
  /** Told of chunks that failed for good. */
  readonly onFailed: (collected: Collected) => void;
}

/** What waits for its turn: answered here, or submitted. */
interface Slot {
  items: readonly JobItem[];
  readonly answer: ChunkAnswer | null;
}

export async function runOnQueue(source: AsyncIterable<JobItem>, queue: ClusterQueue, wishes: QueueRunWishes): Promise<void> {
  const { job, chunkWork = CHUNK_WORK, total, resumed, recheck, pilot, take, isStopped, onFailed } = wishes;
  let here = resumed;
  const slots: Slot[] = [];
  const subjects = new Map<string, Uint8Array>();
  const chunks = async function* (): AsyncGenerator<Chunk> {
    const cut = chunksByWork(source, { work: chunkWork, pilot: (own) => answeredAtOnce(pilot, own) });
    for await (const own of cut) {
      if (isStopped()) return;
      const { items, chunk } = own;
      if (chunk === undefined || own.answer !== undefined) {
        slots.push({ items, answer: own.answer ?? (await answeredAtOnce(pilot, own)) });
        here += items.length;
        continue;
      }
      const { subject } = items[0].section;
      subjects.set(subject.id, subject.bytes);
      slots.push({ items, answer: null });
      yield chunk;
    }
  };
  const takeReady = async (): Promise<void> => {
    for (let next = slots[0]; next !== undefined && next.answer !== null; next = slots[0]) {
      slots.shift();
      await take({ items: next.items, answer: next.answer });
    }
  };
  const subject = (id: string): Uint8Array => subjects.get(id) as Uint8Array;
  for await (const collected of queue.submit(chunks(), { job, subject, total, here: () => here })) {
    await takeReady();
    const [slot] = slots;
    if (slot === undefined || isStopped()) return;
    // a chunk that failed comes in parts
    const items = slot.items.slice(0, collected.items);
    slot.items = slot.items.slice(collected.items);
    if (slot.items.length === 0) slots.shift();
    if (collected.answer === null) {
      onFailed(collected);
      await take({ items, answer: notAnswered(items, collected.reasons), isUnanswered: true });
    } else {
      await recheck.check(items, collected.answer);
      await take({ items, answer: collected.answer });
    }
  }
  if (!isStopped()) await takeReady();
}

/** One line an item, with the reasons. */
function notAnswered(items: readonly JobItem[], reasons: readonly string[]): ChunkAnswer {
  const why = `no worker could answer it: ${[...new Set(reasons)].join('; ')}`;
  return {
    lines: joined(items.map(({ id }) => utf8(errorLine(id, why)))),
    codes: new Uint8Array(items.length).fill(TRY_AGAIN),
    milliseconds: new Float64Array(items.length),
    work: 0,
  };
}
