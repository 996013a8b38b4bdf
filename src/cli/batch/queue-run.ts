/** A job by a queue: chunks of some ten seconds' counted work are submitted, answers collected in the job's order. */

import type { Answerer } from '../../node/job/answerer.ts';
import type { Chunk, ChunkAnswer } from '../../node/job/chunk.ts';
import type { JobItem } from '../../node/job/job-item.ts';
import { errorLine, joined, utf8 } from '../../node/job/result-line.ts';
import { chunksByWork } from '../../node/job/run/chunk-sizes.ts';
import { type AnsweredItems, answeredAtOnce } from '../../node/job/run/run-job.ts';
import type { ClusterQueue } from '../../node/queue/open-queue.ts';
import type { Collected } from '../../node/queue/submit.ts';
import { CANNOT_RUN } from '../../words/exit-code.ts';

/** Counted work of a chunk: some ten seconds of an ordinary core. */
const CHUNK_WORK = 1e7;

export interface QueueRunWishes {
  /** As `--status` calls it. */
  readonly job: string;
  /** Items in all, where that is known. */
  readonly total?: number;
  /** Answers the first few items here, by which the size of chunks is found. */
  readonly pilot: Answerer;
  readonly take: (answered: AnsweredItems) => Promise<void>;
  readonly isStopped: () => boolean;
  /** Told of chunks that failed for good. */
  readonly onFailed: (collected: Collected) => void;
}

/** What waits for its turn: answered here, or submitted. */
interface Slot {
  readonly items: readonly JobItem[];
  readonly answer: ChunkAnswer | null;
}

export async function runOnQueue(source: AsyncIterable<JobItem>, queue: ClusterQueue, wishes: QueueRunWishes): Promise<void> {
  const { job, total, pilot, take, isStopped, onFailed } = wishes;
  const slots: Slot[] = [];
  const subjects = new Map<string, Uint8Array>();
  const chunks = async function* (): AsyncGenerator<Chunk> {
    const cut = chunksByWork(source, { work: CHUNK_WORK, pilot: (own) => answeredAtOnce(pilot, own) });
    for await (const own of cut) {
      if (isStopped()) return;
      const { items, chunk } = own;
      if (chunk === undefined || own.answer !== undefined) {
        slots.push({ items, answer: own.answer ?? (await answeredAtOnce(pilot, own)) });
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
  for await (const collected of queue.submit(chunks(), { job, subject, ...(total === undefined ? {} : { total }) })) {
    await takeReady();
    const slot = slots.shift();
    if (slot === undefined || isStopped()) return;
    if (collected.answer === null) onFailed(collected);
    await take({ items: slot.items, answer: collected.answer ?? notAnswered(slot.items, collected.reasons) });
  }
  if (!isStopped()) await takeReady();
}

/** One line an item, with the reasons. */
function notAnswered(items: readonly JobItem[], reasons: readonly string[]): ChunkAnswer {
  const why = `no worker could answer its chunk: ${[...new Set(reasons)].join('; ')}`;
  return {
    lines: joined(items.map(({ id }) => utf8(errorLine(id, why)))),
    codes: new Uint8Array(items.length).fill(CANNOT_RUN),
    milliseconds: new Float64Array(items.length),
    work: 0,
  };
}
