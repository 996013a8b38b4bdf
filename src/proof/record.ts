/**
 * Lines of a proof as records: every key is known, every number is one. Whatever else is `Malformed`.
 */
import { Malformed } from './shape.ts';

/** Lengths and coordinates are below it: sums and products of a few stay far from where doubles end. */
const LARGEST = 2 ** 300;

export type Row = { readonly [key: string]: unknown };

export function parsed(line: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Malformed('a line is no JSON');
  }
  return record(row, 'a line');
}

function record(row: unknown, what: string): Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Malformed(`${what} is no record`);
  return row as Row;
}

/** By the keys of a record as `rowOf` takes them: all of them, and those that must be there. */
const KEYS: Map<string, { readonly all: ReadonlySet<string>; readonly needed: readonly string[] }> = new Map();

/** The keys, each of which must be known; in `keys` a `?` is behind those that may be left out. */
export function rowOf(row: unknown, what: string, keys: string): Row {
  let known = KEYS.get(keys);
  if (known === undefined) {
    const each = keys.split(' ');
    known = { all: new Set(each.map((key) => key.replace('?', ''))), needed: each.filter((key) => !key.endsWith('?')) };
    KEYS.set(keys, known);
  }
  const given = record(row, what);
  if (Object.values(given).includes(null)) throw new Malformed(`${what}: a value is null`);
  for (const key of Object.keys(given)) if (!known.all.has(key)) throw new Malformed(`${what}: unknown key '${key.slice(0, 40)}'`);
  for (const key of known.needed) if (!Object.hasOwn(given, key)) throw new Malformed(`${what}: '${key}' is missing`);
  return given;
}

export function word(x: unknown, what: string): string {
  if (typeof x !== 'string' || x.length > 10_000) throw new Malformed(`${what} is no text, or too long`);
  return x;
}

export function number(x: unknown, what: string, least: number = -LARGEST, most: number = LARGEST): number {
  if (typeof x !== 'number' || !(x >= least && x <= most)) throw new Malformed(`${what} is no number from ${least} to ${most}`);
  return x;
}

/** A whole number below `count`, and not below `least`. */
export function index(x: unknown, what: string, count: number, least = 0): number {
  if (typeof x !== 'number' || !Number.isInteger(x) || x < least || x >= count)
    throw new Malformed(`${what} is no whole number from ${least} to ${count - 1}`);
  return x;
}

export function list(x: unknown, what: string, least: number, most: number): readonly unknown[] {
  if (!Array.isArray(x) || x.length < least || x.length > most) throw new Malformed(`${what} is no list of ${least} to ${most}`);
  return x;
}

export function numbers(x: unknown, what: string, count: number, most: number = count): number[] {
  return list(x, what, count, most).map((one) => number(one, what));
}

/** Position, then a quaternion that is not 0. */
export function pose(x: unknown, what: string): number[] {
  const seven = numbers(x, what, 7);
  if (seven.slice(3).every((q) => q === 0)) throw new Malformed(`${what}: a quaternion is 0`);
  return seven;
}

/** What a letter of base64 stands for; 255: it is none. */
function sixOf(letter: number): number {
  if (letter >= 65 && letter <= 90) return letter - 65;
  if (letter >= 97 && letter <= 122) return letter - 71;
  if (letter >= 48 && letter <= 57) return letter + 4;
  return letter === 43 ? 62 : letter === 47 ? 63 : 255;
}

/** The bytes of base64 with padding, a multiple of `size` of them. */
export function bytes(x: unknown, what: string, size = 1): Uint8Array {
  if (typeof x !== 'string' || x.length % 4 !== 0) throw new Malformed(`${what} is no base64`);
  const padding = x.endsWith('==') ? 2 : x.endsWith('=') ? 1 : 0;
  const out = new Uint8Array((x.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < x.length; i += 4, at += 3) {
    let bits = 0;
    for (let k = i; k < i + 4; k++) {
      const code = k >= x.length - padding ? 0 : sixOf(x.charCodeAt(k));
      if (code === 255) throw new Malformed(`${what} is no base64`);
      bits = (bits << 6) | code;
    }
    // beyond the end nothing is written
    out[at] = bits >> 16;
    out[at + 1] = bits >> 8;
    out[at + 2] = bits;
  }
  if (out.length % size !== 0) throw new Malformed(`${what} has ${out.length} bytes, no multiple of ${size}`);
  return out;
}

/** Little-endian, whatever the machine is. */
export function doubles(x: unknown, what: string, least: number): Float64Array {
  const data = bytes(x, what, 8);
  const view = new DataView(data.buffer);
  const out = new Float64Array(data.length / 8);
  for (let i = 0; i < out.length; i++) out[i] = number(view.getFloat64(8 * i, true), what, least);
  return out;
}

export function indices(x: unknown, what: string, count: number): Uint32Array {
  const data = bytes(x, what, 12);
  const view = new DataView(data.buffer);
  const out = new Uint32Array(data.length / 4);
  for (let i = 0; i < out.length; i++) out[i] = index(view.getUint32(4 * i, true), what, count);
  return out;
}
