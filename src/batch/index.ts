export type { BatchSignal } from './aborted.ts';
export type { BatchAnswer, BatchAsk, BatchFreeOptions, BatchOptions } from './batch.ts';
export { Batch } from './batch.ts';
export type { BatchMotions, BatchRange, BatchRows } from './motion-rows.ts';
export type { WorkerListener, WorkerPort, Workers } from './workers.ts';
