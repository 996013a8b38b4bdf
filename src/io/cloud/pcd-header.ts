import { entryOf } from '../../math/entries.ts';
import { TextScanner } from '../text/text-scanner.ts';

export type PcdRead = (view: DataView, at: number) => number;

/** By type and size; always little-endian. */
const READS: Readonly<Record<string, PcdRead>> = {
  F4: (view, at) => view.getFloat32(at, true),
  F8: (view, at) => view.getFloat64(at, true),
  I1: (view, at) => view.getInt8(at),
  I2: (view, at) => view.getInt16(at, true),
  I4: (view, at) => view.getInt32(at, true),
  I8: (view, at) => view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true),
  U1: (view, at) => view.getUint8(at),
  U2: (view, at) => view.getUint16(at, true),
  U4: (view, at) => view.getUint32(at, true),
  U8: (view, at) => view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true),
};

export interface PcdField {
  /** `_` is padding. */
  readonly name: string;
  /** Bytes of a value, and values of a point. */
  readonly size: number;
  readonly count: number;
  readonly read: PcdRead;
  /** Bytes, and values, of a point before it. */
  readonly offset: number;
  readonly column: number;
}

export interface PcdHeader {
  readonly fields: readonly PcdField[];
  readonly points: number;
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  /** Bytes, and values, of a point. */
  readonly stride: number;
  readonly columns: number;
  /** Whether the sensor stood elsewhere than at the origin. */
  readonly isMoved: boolean;
  /** Byte and line where the data begin. */
  readonly dataByte: number;
  readonly dataLine: number;
}

const KEYWORDS: readonly string[] = ['VERSION', 'FIELDS', 'SIZE', 'TYPE', 'COUNT', 'WIDTH', 'HEIGHT', 'VIEWPOINT', 'POINTS', 'DATA'];
/** Real files have a handful of fields. */
const MOST_FIELDS = 1000;

interface Entry {
  readonly words: readonly string[];
  readonly line: number;
}

/** Trusts no count: whoever allocates by one must compare it with the bytes that are left. */
export function readPcdHeader(bytes: Uint8Array, file: string): PcdHeader {
  const scanner = new TextScanner(bytes, file, { comments: true });
  const entries = new Map<string, Entry>();
  while (!entries.has('DATA')) {
    if (!scanner.skipToContent()) throw scanner.error('the file ends inside its header, before DATA; it may be cut short');
    const keyword = scanner.accept('columns') ? 'FIELDS' : scanner.word();
    if (!KEYWORDS.includes(keyword)) throw scanner.error(`${quoted(keyword)} is no PCD header line (${KEYWORDS.join(', ')})`);
    if (entries.has(keyword)) throw scanner.error(`a second line ${keyword}`);
    const words: string[] = [];
    while (!scanner.atLineEnd()) {
      if (words.length >= MOST_FIELDS) throw scanner.error(`more than ${MOST_FIELDS} values of ${keyword}`);
      words.push(scanner.word());
    }
    entries.set(keyword, { words, line: scanner.line });
    if (keyword !== 'DATA') scanner.nextLine();
  }
  const fields = readFields(scanner, entries);
  const { stride, columns } = fields.reduce(
    (sum, { size, count }) => ({ stride: sum.stride + size * count, columns: sum.columns + count }),
    { stride: 0, columns: 0 },
  );
  const [data] = valuesOf(scanner, entries, 'DATA', 1);
  if (data !== 'ascii' && data !== 'binary' && data !== 'binary_compressed')
    throw scanner.error(`DATA ${quoted(data)} is none of ascii, binary, binary_compressed`);
  const points = pointCount(scanner, entries);
  scanner.nextLine();
  const viewpoint = entries.get('VIEWPOINT')?.words ?? [];
  const isMoved = viewpoint.some((word, k) => Number(word) !== (k === 3 ? 1 : 0));
  return { fields, points, data, stride, columns, isMoved, dataByte: scanner.pos, dataLine: scanner.line };
}

function readFields(scanner: TextScanner, entries: ReadonlyMap<string, Entry>): PcdField[] {
  const names = valuesOf(scanner, entries, 'FIELDS');
  const sizes = valuesOf(scanner, entries, 'SIZE', names.length);
  const types = valuesOf(scanner, entries, 'TYPE', names.length);
  const counts = entries.has('COUNT') ? valuesOf(scanner, entries, 'COUNT', names.length) : names.map(() => '1');
  let offset = 0;
  let column = 0;
  return names.map((name, i) => {
    const read = entryOf(READS, `${types[i]}${sizes[i]}`);
    if (read === undefined)
      throw faultAt(
        scanner,
        entries,
        'TYPE',
        `field ${quoted(name)} has TYPE ${quoted(types[i])} and SIZE ${quoted(sizes[i])}; read are ${Object.keys(READS).join(', ')}`,
      );
    const count = wholeNumber(counts[i]);
    if (count === undefined) throw faultAt(scanner, entries, 'COUNT', `field ${quoted(name)} cannot have COUNT ${quoted(counts[i])}`);
    const field = { name, size: Number(sizes[i]), count, read, offset, column };
    offset += field.size * count;
    column += count;
    return field;
  });
}

function pointCount(scanner: TextScanner, entries: ReadonlyMap<string, Entry>): number {
  const numberOf = (keyword: string): number | undefined => {
    if (!entries.has(keyword)) return undefined;
    const [word] = valuesOf(scanner, entries, keyword, 1);
    const count = wholeNumber(word);
    if (count === undefined) throw faultAt(scanner, entries, keyword, `${keyword} should be a whole number, got ${quoted(word)}`);
    return count;
  };
  const width = numberOf('WIDTH');
  const height = numberOf('HEIGHT') ?? 1;
  const points = numberOf('POINTS');
  if (points === undefined && width === undefined) throw scanner.error('the header says neither POINTS nor WIDTH');
  if (points !== undefined && width !== undefined && points !== width * height)
    throw faultAt(scanner, entries, 'POINTS', `POINTS ${points} is not WIDTH × HEIGHT, ${width} × ${height}`);
  return points ?? (width as number) * height;
}

function valuesOf(scanner: TextScanner, entries: ReadonlyMap<string, Entry>, keyword: string, count?: number): readonly string[] {
  const words = entries.get(keyword)?.words;
  if (words === undefined) throw scanner.error(`the header has no line ${keyword}`);
  if (count === undefined ? words.length > 0 : words.length === count) return words;
  const wanted = count === undefined ? 'at least one' : count === 1 ? 'one' : `${count}, one a field`;
  throw faultAt(scanner, entries, keyword, `${keyword} has ${words.length} values; expected ${wanted}`);
}

function faultAt(scanner: TextScanner, entries: ReadonlyMap<string, Entry>, keyword: string, message: string): Error {
  scanner.line = entries.get(keyword)?.line ?? scanner.line;
  return scanner.error(message);
}

/** Exact, and such that products with sizes stay so. */
function wholeNumber(word: string): number | undefined {
  return /^\d{1,12}$/.test(word) ? Number(word) : undefined;
}

function quoted(word: string): string {
  return JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
}
