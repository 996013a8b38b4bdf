/**
 * Items into chunks, in order: all of one section, and together about as much work as one worker should be given at a
 * time. How much that is `ChunkSizes` say, from what chunks took before.
 */
import { fittingWord } from '../../../batch/packed.ts';
import type { Chunk } from '../chunk.ts';
import type { JobItem, JobSection } from '../job-item.ts';
import { joined } from '../result-line.ts';

/** Items that go to a worker together. */
export interface CutChunk {
  readonly items: readonly JobItem[];
  /** Undefined: an item that could not be read, alone; there is nothing to ask. */
  readonly chunk: Chunk | undefined;
  readonly bytes: number;
}

/** How many items of a section the next chunk should have. */
export interface ChunkSizes {
  next(section: JobSection): number;
}

/** Data of a chunk beyond this are sent as two: what is in flight stays small. */
export const MOST_CHUNK_BYTES: number = 2 ** 20;

export class ChunkCutter {
  private readonly source: AsyncIterator<JobItem>;
  private readonly sizes: ChunkSizes;
  /** Read, but of the next chunk. */
  private ahead: JobItem | undefined;
  private isAtEnd = false;

  constructor(source: AsyncIterable<JobItem>, sizes: ChunkSizes) {
    this.source = source[Symbol.asyncIterator]();
    this.sizes = sizes;
  }

  /** Undefined at the end of the job. */
  async next(): Promise<CutChunk | undefined> {
    const first = await this.take();
    if (first === undefined) return undefined;
    if (first.fault !== undefined) return { items: [first], chunk: undefined, bytes: first.data.length };
    const { section } = first;
    const most = Math.max(1, this.sizes.next(section));
    const items = [first];
    let bytes = first.data.length;
    while (items.length < most) {
      const item = await this.take();
      if (item === undefined) break;
      if (item.section !== section || item.fault !== undefined || bytes + item.data.length > MOST_CHUNK_BYTES) {
        this.ahead = item;
        break;
      }
      items.push(item);
      bytes += item.data.length;
    }
    return { items, chunk: chunkOf(items), bytes };
  }

  /** Lets go of the files that are open. */
  async close(): Promise<void> {
    this.isAtEnd = true;
    this.ahead = undefined;
    await this.source.return?.();
  }

  private async take(): Promise<JobItem | undefined> {
    const { ahead } = this;
    this.ahead = undefined;
    if (ahead !== undefined || this.isAtEnd) return ahead;
    const { done, value } = await this.source.next();
    if (done) this.isAtEnd = true;
    return done ? undefined : value;
  }
}

/** The first half of a chunk's items and the second; of two or more. */
export function halvesOf(chunk: Chunk): readonly [Chunk, Chunk] {
  const { ids, data, ends } = chunk;
  const half = ids.length >> 1;
  const at = ends[half - 1];
  return [
    { ...chunk, ids: ids.slice(0, half), data: data.slice(0, at), ends: ends.slice(0, half) },
    { ...chunk, ids: ids.slice(half), data: data.slice(at), ends: ends.slice(half).map((end) => end - at) },
  ];
}

/** The chunk of these items, which are of one section; at least one. */
export function chunkOf(items: readonly JobItem[]): Chunk {
  const { subject, kind, ask, columns } = items[0].section;
  const ends = new Uint32Array(items.length);
  let end = 0;
  items.forEach(({ data }, i) => {
    end += data.length;
    ends[i] = fittingWord('chunk: items', end);
  });
  return { subject: subject.id, kind, ask, columns, ids: items.map(({ id }) => id), data: joined(items.map(({ data }) => data)), ends };
}
