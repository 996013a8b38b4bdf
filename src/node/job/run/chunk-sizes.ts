import type { ChunkAnswer } from '../chunk.ts';
import type { JobItem, JobSection } from '../job-item.ts';
import { type ChunkSizes, type CutChunk, chunkOf } from './cut-chunks.ts';

/** What a task should take: long beside the message that brings it, short beside the time a person waits. */
const TASK_MILLISECONDS = 50;
/** Items of the first chunk of a section, and how much larger the next may be at most. */
const FIRST = 4;
const GROWTH = 4;
const MOST_ITEMS = 16_384;
/** Limits on a chunk for a cluster: its items, and bytes of their data. */
const CLUSTER_ITEMS = 2 ** 17;
const CLUSTER_BYTES = 2 ** 24;
/** Share of what the last chunk said in what is expected. */
const NEW = 0.5;

interface Expected {
  /** Milliseconds an item. */
  each: number;
  /** Items of the largest chunk so far. */
  most: number;
}

/** By the time that chunks took: for workers of one machine. */
export class TimedSizes implements ChunkSizes {
  private readonly known: WeakMap<JobSection, Expected> = new WeakMap();

  next(section: JobSection): number {
    const expected = this.known.get(section);
    if (expected === undefined) return FIRST;
    const fitting = expected.each > 0 ? TASK_MILLISECONDS / expected.each : MOST_ITEMS;
    return Math.floor(Math.max(1, Math.min(fitting, GROWTH * expected.most, MOST_ITEMS)));
  }

  measured(section: JobSection, items: number, milliseconds: number): void {
    const before = this.known.get(section);
    const each = milliseconds / items;
    if (before === undefined) this.known.set(section, { each, most: items });
    else {
      before.each += NEW * (each - before.each);
      before.most = Math.max(before.most, items);
    }
  }
}

/** A chunk for a cluster; those of the pilot are answered already. */
export interface WorkChunk extends CutChunk {
  readonly answer?: ChunkAnswer;
}

/** Units of work that a chunk of a cluster should be. */
export interface WorkWish {
  readonly work: number;
  /** Answers the chunks of the pilot here. */
  pilot(chunk: CutChunk): Promise<ChunkAnswer>;
}

/** Items that the pilot of a section is made of, chunk by chunk: enough to see an average, few beside a job. */
const PILOT: readonly number[] = [1, 3, 12];

/**
 * Chunks of about equal counted work, whatever machine cuts them: the first few items of every section are answered
 * here, and their work tells how many the others have. So ids that follow from content are the same everywhere.
 */
export async function* chunksByWork(source: AsyncIterable<JobItem>, { work, pilot }: WorkWish): AsyncGenerator<WorkChunk> {
  const known = new WeakMap<JobSection, { items: number; work: number; chunks: number }>();
  let items: JobItem[] = [];
  let bytes = 0;
  const sizeOf = (section: JobSection): number => {
    const seen = known.get(section);
    const step = PILOT[seen?.chunks ?? 0];
    if (seen === undefined || step !== undefined) return step;
    return Math.max(1, Math.min(CLUSTER_ITEMS, Math.round((work * seen.items) / Math.max(1, seen.work))));
  };
  const cut = async (): Promise<WorkChunk> => {
    const { section } = items[0];
    const out: CutChunk = { items, chunk: chunkOf(items), bytes };
    items = [];
    bytes = 0;
    const seen = known.get(section) ?? { items: 0, work: 0, chunks: 0 };
    if (seen.chunks >= PILOT.length) return out;
    const answer = await pilot(out);
    known.set(section, { items: seen.items + out.items.length, work: seen.work + answer.work, chunks: seen.chunks + 1 });
    return { ...out, answer };
  };
  for await (const item of source) {
    const isOther = items.length > 0 && (items[0].section !== item.section || bytes + item.data.length > CLUSTER_BYTES);
    if (isOther || (item.fault !== undefined && items.length > 0)) yield await cut();
    if (item.fault !== undefined) {
      yield { items: [item], chunk: undefined, bytes: item.data.length };
      continue;
    }
    items.push(item);
    bytes += item.data.length;
    if (items.length >= sizeOf(item.section)) yield await cut();
  }
  if (items.length > 0) yield await cut();
}
