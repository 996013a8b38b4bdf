import type { Subject } from '../../batch/pool.ts';
import type { Chunk, ChunkAnswer } from './chunk.ts';

/** Whoever answers chunks: threads, graphics hardware, a cluster, or this thread. */
export interface Answerer {
  /** How many chunks it takes at a time; more would only wait. */
  readonly room: number;
  /** Rejects with `WorkerEnded` where the worker ended in the middle of it. */
  answer(chunk: Chunk, subject: Subject): Promise<ChunkAnswer>;
  close(): Promise<void>;
}

/** Answers in this thread. `open` makes of a subject's bytes what its chunks are answered by; the last few are kept. */
export function inThisThread(
  open: (kind: Chunk['kind'], bytes: Uint8Array) => (chunk: Chunk) => ChunkAnswer | Promise<ChunkAnswer>,
): Answerer {
  const opened = new Map<string, (chunk: Chunk) => ChunkAnswer | Promise<ChunkAnswer>>();
  return {
    room: 1,
    answer: async (chunk, { id, bytes }) => {
      const key = `${chunk.kind} ${id}`;
      const answer = opened.get(key) ?? open(chunk.kind, bytes);
      opened.delete(key);
      opened.set(key, answer);
      for (const old of opened.keys()) if (opened.size > MOST_OPEN) opened.delete(old);
      return answer(chunk);
    },
    close: async () => opened.clear(),
  };
}

/** Jobs go from one subject to the next. */
const MOST_OPEN = 4;
