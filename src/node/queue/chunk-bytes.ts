/**
 * A chunk as it travels. Its bytes hold all that its answer depends on, the versions of format and library too, and
 * their SHA-256 names it: whoever has the same question has the same name for it. What comes back is believed only
 * after every count, kind and length in it was looked at.
 */
import { createHash } from 'node:crypto';
import { type Packable, pack, unpack } from '../../batch/packed.ts';
import { refuseMore } from '../../batch/refuse-more.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Chunk, ItemKind } from '../job/chunk.ts';
import { checkAsk } from './check-ask.ts';

/** Version of the format of chunks, answers and what the store holds: it changes when any of them does. */
export const FORMAT = 2;

/** What a worker takes at most. */
export interface ChunkLimits {
  /** Bytes of one chunk, unpacked. */
  readonly chunkBytes: number;
  /** Items of one chunk. */
  readonly items: number;
  /** Bytes of one subject. */
  readonly subjectBytes: number;
  /** Bytes of one answer. */
  readonly answerBytes: number;
}

export const USUAL_LIMITS: ChunkLimits = {
  chunkBytes: 2 ** 28,
  items: 10 ** 6,
  subjectBytes: 2 ** 32,
  answerBytes: 2 ** 30,
};

/** Letters of an id or of a column's name. */
const LONGEST_NAME = 4096;
const MOST_COLUMNS = 10_000;
const KINDS: readonly ItemKind[] = ['path', 'motion', 'query', 'step'];
const CHUNK_KEYS = ['subject', 'kind', 'ask', 'columns', 'ids', 'data', 'ends'] as const;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function isHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

/** Keys in one order, so that two who ask the same send the same bytes. */
export function chunkBytes(chunk: Chunk, version: string): Uint8Array {
  const { subject, kind, ask, columns, ids, data, ends, ...rest } = chunk;
  refuseMore(rest, 'chunk');
  const ordered = { subject, kind, ask: inOrder(ask as unknown as Packable), columns, ids, data, ends };
  return pack({ format: FORMAT, version, chunk: ordered });
}

function inOrder(value: Packable): Packable {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, inOrder(item)]));
}

/** The chunk in such bytes; throws an `InputError` that says what is wrong with them. */
export function readChunk(bytes: Uint8Array, version: string, limits: ChunkLimits): Chunk {
  if (bytes.length > limits.chunkBytes)
    throw new InputError(`chunk: ${bytes.length} bytes are more than the ${limits.chunkBytes} that are taken`);
  const given = unpack(bytes);
  checkRecord(given, ['format', 'version', 'chunk'], 'chunk');
  const head = given as { readonly format?: unknown; readonly version?: unknown; readonly chunk?: unknown };
  if (head.format !== FORMAT) throw new InputError(`chunk: format ${shownValue(head.format)}, here it is ${FORMAT}`);
  if (head.version !== version) throw new InputError(`chunk: of inbetween ${shownValue(head.version)}, here it is ${version}`);
  return checkedChunk(head.chunk, limits);
}

function checkedChunk(given: unknown, limits: ChunkLimits): Chunk {
  checkRecord(given, CHUNK_KEYS, 'chunk');
  const { subject, kind, ask, columns, ids, data, ends } = given as Readonly<Record<(typeof CHUNK_KEYS)[number], unknown>>;
  if (!isHash(subject)) throw new InputError(`chunk: subject must be 64 hexadecimal digits, got ${shownValue(subject)}`);
  if (!KINDS.includes(kind as ItemKind)) throw new InputError(`chunk: kind must be one of ${KINDS.join(', ')}, got ${shownValue(kind)}`);
  if (columns !== null) checkNames(columns, 'columns', MOST_COLUMNS);
  checkNames(ids, 'ids', limits.items);
  if (ids.length === 0) throw new InputError('chunk: no items');
  if (new Set(ids).size !== ids.length) throw new InputError('chunk: two items have the same id');
  if (!(data instanceof Uint8Array)) throw new InputError(`chunk: data must be bytes, got ${shownValue(data)}`);
  if (!(ends instanceof Uint32Array) || ends.length !== ids.length)
    throw new InputError(`chunk: ends must be ${ids.length} whole numbers, one an item, got ${shownValue(ends)}`);
  let before = 0;
  for (const end of ends) {
    if (end < before) throw new InputError(`chunk: an item ends at byte ${end}, before it begins at ${before}`);
    before = end;
  }
  if (before !== data.length) throw new InputError(`chunk: items end at byte ${before} of ${data.length}`);
  return { subject, kind: kind as ItemKind, ask: checkAsk(ask), columns: columns as Chunk['columns'], ids, data, ends };
}

function checkNames(given: unknown, what: string, most: number): asserts given is readonly string[] {
  if (!Array.isArray(given)) throw new InputError(`chunk: ${what} must be a list of texts, got ${shownValue(given)}`);
  if (given.length > most) throw new InputError(`chunk: ${given.length} ${what} are more than the ${most} that are taken`);
  for (const name of given)
    if (typeof name !== 'string' || name.length > LONGEST_NAME)
      throw new InputError(`chunk: ${what} must be texts of at most ${LONGEST_NAME} letters, got ${shownValue(name)}`);
}
