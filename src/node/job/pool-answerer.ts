/** Chunks answered by workers of this machine, with trees built once for all of them. */
import type { Room } from '../../batch/packed.ts';
import { type Subject, WorkerPool } from '../../batch/pool.ts';
import type { Workers } from '../../batch/workers.ts';
import type { Answerer } from './answerer.ts';
import type { Chunk, ChunkAnswer } from './chunk.ts';
import { cellWithTrees } from './packed-cell.ts';
import type { ItemProofTask, ItemVerdict } from './verify-item.ts';

/** Jobs go from one subject to the next: so many are kept ready. */
const MOST_READY = 4;

/** Threads that answer, and check what others answered. */
export interface PoolAnswerer extends Answerer {
  readonly pool: WorkerPool;
  verify(task: ItemProofTask, subject: Subject): Promise<ItemVerdict>;
}

export function poolAnswerer(workers: Workers): PoolAnswerer {
  const pool = new WorkerPool(workers);
  pool.warm();
  const room: Room | undefined = workers.shares ? (bytes) => new SharedArrayBuffer(bytes) : undefined;
  const ready = new Map<string, Subject>();
  const readied = (kind: Chunk['kind'], { id, bytes }: Subject): Subject => {
    const known = ready.get(id) ?? { id, bytes: kind === 'path' || kind === 'motion' ? cellWithTrees(bytes, room) : shared(bytes, room) };
    ready.delete(id);
    ready.set(id, known);
    for (const old of ready.keys()) {
      if (ready.size <= MOST_READY) break;
      ready.delete(old);
      pool.forget(old);
    }
    return known;
  };
  return {
    pool,
    room: 2 * pool.size,
    answer: async (chunk, subject) => (await pool.run<ChunkAnswer>('chunk', chunk, { subject: readied(chunk.kind, subject) })).value,
    verify: async (task, subject) =>
      (await pool.run<ItemVerdict>('verifyItem', task, { subject: readied(task.chunk.kind, subject) })).value,
    close: () => pool.close(),
  };
}

function shared(bytes: Uint8Array, room: Room | undefined): Uint8Array {
  if (room === undefined) return bytes;
  const out = new Uint8Array(room(bytes.length), 0, bytes.length);
  out.set(bytes);
  return out;
}
