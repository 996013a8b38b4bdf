/**
 * Plain data with typed arrays as one block of bytes, to share with workers, to send and to name by its content:
 *
 *   8 bytes "inbpack1", then four words: letters of the text in bytes, number of arrays, 0, 0
 *   four words an array: kind, place in units of 8 bytes, length in items, 0
 *   the text, JSON in which { "$a": i } stands for array i, { "$n": "-0" } for a number that JSON has not, and
 *   { "$o": … } for a record one of whose keys begins with $
 *   the arrays, each from a place divisible by 8; little-endian, as on every machine that runs JavaScript today
 *
 * The same value gives the same bytes. What `unpack` accepts has this form: nothing is allocated by a count that was
 * not checked, and its arrays are views of the block, not copies.
 */
import { entryOf, setEntry } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';

/** What can be packed; what is undefined in a record is left out. */
export type Packable =
  | null
  | undefined
  | boolean
  | number
  | string
  | PackedArray
  | readonly Packable[]
  | { readonly [key: string]: Packable };

type PackedArray = Float64Array | Uint32Array | Uint8Array;

/** Gives room for so many bytes; shared memory will do. */
export type Room = (bytes: number) => ArrayBufferLike;

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

const MAGIC: readonly number[] = [...'inbpack1'].map((letter) => letter.charCodeAt(0));
const HEADER = 24;
const ENTRY = 16;
const KINDS = [Float64Array, Uint32Array, Uint8Array] as const;
/** Records within records. */
const DEEPEST = 64;
const ODD_NUMBERS: Readonly<Record<string, number>> = { '-0': -0, NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity };

/** The bytes of a value. */
export function pack(value: Packable, room: Room = (bytes) => new ArrayBuffer(bytes)): Uint8Array {
  const arrays: PackedArray[] = [];
  const text = new TextEncoder().encode(JSON.stringify(asJson(value, arrays, 0)));
  const places: number[] = [];
  let end = aligned(HEADER + ENTRY * arrays.length + text.length);
  for (const array of arrays) {
    places.push(end);
    end = aligned(end + array.byteLength);
  }
  if (end > 2 ** 34) throw new InputError(`pack: ${end} bytes are more than fit one block`);
  const out = new Uint8Array(room(end), 0, end);
  out.set(MAGIC);
  const words = new Uint32Array(out.buffer, 8, (HEADER - 8 + ENTRY * arrays.length) / 4);
  words[0] = text.length;
  words[1] = arrays.length;
  out.set(text, HEADER + ENTRY * arrays.length);
  arrays.forEach((array, i) => {
    const at = 4 + 4 * i;
    words[at] = KINDS.findIndex((kind) => array instanceof kind);
    words[at + 1] = places[i] / 8;
    words[at + 2] = fittingWord('pack: an array', array.length);
    out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), places[i]);
  });
  return out;
}

/** A count as a word of 32 bits, or an InputError. */
export function fittingWord(what: string, count: number): number {
  if (count >= 2 ** 32) throw new InputError(`${what} of ${count} is longer than a word can tell`);
  return count;
}

/** The value in such bytes, its arrays as views of them; they must begin at a place divisible by 8. */
export function unpack(bytes: Uint8Array): unknown {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset % 8 !== 0) throw new InputError('packed data: must begin at a place divisible by 8');
  if (byteLength < HEADER || MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new InputError('packed data: does not begin with "inbpack1"', { byte: 0 });
  const head = new Uint32Array(buffer, byteOffset + 8, 4);
  const [letters, count] = head;
  const from = HEADER + ENTRY * count;
  if (from + letters > byteLength) throw damaged(`${count} arrays and a text of ${letters} bytes do not fit ${byteLength} bytes`);
  const words = new Uint32Array(buffer, byteOffset + HEADER, 4 * count);
  const arrays: PackedArray[] = [];
  for (let i = 0; i < count; i++) {
    const Kind = KINDS[words[4 * i]];
    const place = 8 * words[4 * i + 1];
    const length = words[4 * i + 2];
    if (Kind === undefined || place < from + letters || place + length * Kind.BYTES_PER_ELEMENT > byteLength)
      throw damaged(`array ${i} lies outside of it`);
    arrays.push(new Kind(buffer as ArrayBuffer, byteOffset + place, length));
  }
  // a decoder of a page takes no shared memory
  const text = Uint8Array.from(bytes.subarray(from, from + letters));
  return fromJson(parsed(text), arrays, 0);
}

function aligned(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

function damaged(why: string): InputError {
  return new InputError(`packed data: damaged: ${why}`);
}

function parsed(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    throw damaged('its text is no JSON');
  }
}

function asJson(value: Packable, arrays: PackedArray[], depth: number): unknown {
  if (depth > DEEPEST) throw new InputError(`pack: records within records, more than ${DEEPEST} deep`);
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { $n: oddName(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Float64Array || value instanceof Uint32Array || value instanceof Uint8Array) {
    let i = arrays.indexOf(value);
    if (i < 0) i = arrays.push(value) - 1;
    return { $a: i };
  }
  if (Array.isArray(value)) return value.map((item: Packable) => asJson(item ?? null, arrays, depth + 1));
  const out: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (item !== undefined) setEntry(out, key, asJson(item, arrays, depth + 1));
  return Object.keys(out).some((key) => key.startsWith('$')) ? { $o: out } : out;
}

function oddName(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function fromJson(value: unknown, arrays: readonly PackedArray[], depth: number): unknown {
  if (depth > DEEPEST) throw damaged(`records within records, more than ${DEEPEST} deep`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => fromJson(item, arrays, depth + 1));
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record);
  if (keys.length === 1 && keys[0].startsWith('$')) return special(keys[0], entryOf(record, keys[0]), arrays, depth);
  return plainRecord(record, arrays, depth);
}

function special(key: string, value: unknown, arrays: readonly PackedArray[], depth: number): unknown {
  if (key === '$a' && typeof value === 'number' && arrays[value] !== undefined) return arrays[value];
  if (key === '$n' && typeof value === 'string' && Object.hasOwn(ODD_NUMBERS, value)) return ODD_NUMBERS[value];
  if (key === '$o' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return plainRecord(value as Readonly<Record<string, unknown>>, arrays, depth);
  throw damaged(`${key} stands for nothing`);
}

function plainRecord(record: Readonly<Record<string, unknown>>, arrays: readonly PackedArray[], depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(record)) setEntry(out, key, fromJson(entryOf(record, key), arrays, depth + 1));
  return out;
}
