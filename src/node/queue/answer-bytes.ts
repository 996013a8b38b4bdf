/** An answer as it lies in the store, and what it must be to be believed. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { pack, unpack } from '../../batch/packed.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ChunkAnswer } from '../job/chunk.ts';
import { checkProofs } from '../job/proof-parts.ts';

const KEYS = ['lines', 'codes', 'milliseconds', 'work', 'proofs'] as const;
const NEW_LINE = 10;
/** Fast: lines shrink to a tenth by it, and to a twelfth by the slowest. */
const LEVEL = 1;
const deflated = promisify(deflate) as (bytes: Uint8Array, options: { level: number }) => Promise<Buffer>;
const inflated = promisify(inflate) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

export function squeezed(bytes: Uint8Array): Promise<Uint8Array> {
  return deflated(bytes, { level: LEVEL });
}

/** Throws where they are damaged, or more than `most`, however few they look like. */
export async function unsqueezed(bytes: Uint8Array, most: number, what: string): Promise<Uint8Array> {
  let out: Uint8Array;
  try {
    out = await inflated(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isLarge = (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new InputError(
      `${what}: ${isLarge ? `unpacks to more than the ${most} bytes that are taken` : 'damaged, it cannot be unpacked'}`,
    );
  }
  // what is packed begins at a place divisible by 8
  return out.byteOffset % 8 === 0 ? out : Uint8Array.from(out);
}

export function answerBytes({ lines, codes, milliseconds, work, proofs }: ChunkAnswer): Uint8Array {
  return pack({ lines, codes, milliseconds, work, proofs: proofs && { ...proofs } });
}

/** The answer in such bytes, to so many items. */
export function readAnswer(bytes: Uint8Array, items: number): ChunkAnswer {
  const given = unpack(bytes);
  checkRecord(given, KEYS, 'answer');
  checkAnswer(given as ChunkAnswer, items);
  return given as ChunkAnswer;
}

/** Throws where it is no answer to so many items: one line, one code and one time each. */
export function checkAnswer(given: ChunkAnswer, items: number): void {
  const { lines, codes, milliseconds, work, proofs } = given as Readonly<Record<(typeof KEYS)[number], unknown>>;
  if (!(codes instanceof Uint8Array) || codes.length !== items) throw wrong('codes', items, codes);
  if (!(milliseconds instanceof Float64Array) || milliseconds.length !== items) throw wrong('milliseconds', items, milliseconds);
  if (typeof work !== 'number' || !(work >= 0)) throw new InputError(`answer: work must be a number, 0 or more, got ${shownValue(work)}`);
  if (!(lines instanceof Uint8Array) || countLines(lines) !== items || (lines.length > 0 && lines.at(-1) !== NEW_LINE))
    throw wrong('lines', items, lines);
  if (proofs !== undefined) checkProofs(proofs, items);
}

function wrong(what: string, items: number, got: unknown): InputError {
  const size = got instanceof Uint8Array || got instanceof Float64Array ? `${got.length} of them` : shownValue(got);
  return new InputError(`answer: there must be ${items} ${what}, one an item, got ${what === 'lines' ? 'others' : size}`);
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEW_LINE) count++;
  return count;
}
