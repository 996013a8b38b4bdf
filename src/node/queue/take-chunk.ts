/**
 * What a worker does with one entry of the queue. Nothing in it is believed: the entry, the chunk and the subject are
 * held against their hashes, versions and limits before anybody works on them. No file is named by any of them, and
 * nothing in them is run. An answer that is in the store already, and counts, is not computed again.
 */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Chunk, ChunkAnswer } from '../job/chunk.ts';
import { checkAnswer, unsqueezed } from './answer-bytes.ts';
import { type ChunkLimits, FORMAT, isHash, readChunk, sha256 } from './chunk-bytes.ts';
import { Hopeless, type QueueEntry } from './entries.ts';
import { QueueFault } from './queue-faults.ts';
import type { Seal } from './seal.ts';
import { isAnswered, storeAnswer } from './sealed-answer.ts';
import type { Store } from './store.ts';
import type { SubjectCache } from './subject-cache.ts';

/** Answers all items of a chunk about a subject. */
export type AnswerChunk = (chunk: Chunk, subject: Uint8Array) => Promise<ChunkAnswer>;

export interface TakeGround {
  readonly store: Store;
  readonly seal: Seal;
  readonly subjects: SubjectCache;
  readonly version: string;
  readonly limits: ChunkLimits;
  /** Seconds for which answers are kept. */
  readonly expire: number;
  readonly answer: AnswerChunk;
}

/** What was done: null where the answer was known. */
export async function takeChunk(ground: TakeGround, id: string, data: unknown): Promise<ChunkAnswer | null> {
  try {
    return await answered(ground, id, data);
  } catch (error) {
    // what is wrong with the input is wrong with it for everybody
    if (error instanceof InputError && !(error instanceof QueueFault)) throw new Hopeless(error.message);
    throw error;
  }
}

async function answered(ground: TakeGround, id: string, data: unknown): Promise<ChunkAnswer | null> {
  const { store, subjects, version, limits, answer } = ground;
  const entry = checkedEntry(data, version);
  if (entry.chunk !== id) throw new InputError('entry: its id is not that of its chunk');
  const about = { chunk: id, subject: entry.subject };
  if (await isAnswered(ground, about)) return null;
  const stored = await store.get('chunk', id, limits.chunkBytes);
  if (stored === null) {
    // whoever answered it took the data away
    if (await isAnswered(ground, about)) return null;
    throw new Error(`chunk ${id} is not in the store: never sent, or it ran out`);
  }
  const bytes = await unsqueezed(stored, limits.chunkBytes, `chunk ${id}`);
  if (sha256(bytes) !== id) throw new InputError(`chunk ${id}: its bytes are others than its name says`);
  const chunk = readChunk(bytes, version, limits);
  if (chunk.subject !== entry.subject) throw new InputError('entry: its subject is not that of its chunk');
  const out = await answer(chunk, await subjects.get(chunk.subject));
  checkAnswer(out, chunk.ids.length);
  await storeAnswer(ground, about, out);
  await store.remove('chunk', id);
  return out;
}

function checkedEntry(data: unknown, version: string): QueueEntry {
  checkRecord(data, ['format', 'version', 'chunk', 'subject', 'items', 'job'], 'entry');
  const entry = data as Readonly<Record<keyof QueueEntry, unknown>>;
  if (entry.format !== FORMAT) throw new InputError(`entry: format ${shownValue(entry.format)}, here it is ${FORMAT}`);
  if (entry.version !== version) throw new InputError(`entry: of inbetween ${shownValue(entry.version)}, here it is ${version}`);
  for (const key of ['chunk', 'subject'] as const)
    if (!isHash(entry[key])) throw new InputError(`entry: ${key} must be 64 hexadecimal digits, got ${shownValue(entry[key])}`);
  return entry as QueueEntry;
}
