/** Who answers the chunks of a job: threads of this machine, where wished with graphics hardware before them. */
import { availableParallelism } from 'node:os';
import type { LoadedCell } from '../../io/index.ts';
import { threads } from '../../node/index.ts';
import type { Answerer } from '../../node/job/answerer.ts';
import type { Subject } from '../../node/job/job-item.ts';
import { packCell } from '../../node/job/packed-cell.ts';
import { poolAnswerer } from '../../node/job/pool-answerer.ts';
import type { ItemProofTask, ItemVerdict } from '../../node/job/verify-item.ts';

export interface EngineWishes {
  /** Undefined: one a core. */
  readonly workers: number | undefined;
  /** Bytes that all workers together may take. */
  readonly memory: number;
  readonly gpu: boolean;
  /** Told what the person should know. */
  readonly onNote: (text: string) => void;
}

export interface Engine {
  readonly answerer: Answerer;
  readonly workers: number;
  /** Workers that ended by themselves so far. */
  readonly ended: () => number;
  readonly packCell: (cell: LoadedCell, plannedFor?: string) => Uint8Array;
  /** Holds the proof of an item against what was answered. */
  readonly verify: (task: ItemProofTask, subject: Subject) => Promise<ItemVerdict>;
}

export type OpenEngine = (wishes: EngineWishes) => Promise<Engine>;

/** Less is not enough for a scene of any size. */
const LEAST_MEGABYTES = 64;

export const openEngine: OpenEngine = async ({ workers = availableParallelism(), memory, gpu, onNote }) => {
  const share = Math.floor(memory / workers / 2 ** 20);
  if (share < LEAST_MEGABYTES)
    onNote(`--memory: every one of ${workers} workers may take ${LEAST_MEGABYTES} MB all the same, less is not enough`);
  const megabytes = Math.max(LEAST_MEGABYTES, share);
  const answerer = poolAnswerer(threads({ count: workers, megabytes }));
  const { pool } = answerer;
  const engine = { workers, ended: () => pool.ended, packCell, verify: answerer.verify };
  if (!gpu) return { ...engine, answerer };
  const { gpuAnswerer } = await import('../../node/job/gpu-answerer.ts');
  return { ...engine, answerer: gpuAnswerer(answerer, onNote) };
};
