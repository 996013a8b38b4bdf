import { TextScanner } from '../text/text-scanner.ts';

export interface PlyScalar {
  readonly bytes: number;
  readonly isInteger: boolean;
  readonly read: (view: DataView, at: number, isLittle: boolean) => number;
}

function scalar(bytes: number, isInteger: boolean, read: PlyScalar['read']): PlyScalar {
  return { bytes, isInteger, read };
}

const INT8 = scalar(1, true, (view, at) => view.getInt8(at));
const UINT8 = scalar(1, true, (view, at) => view.getUint8(at));
const INT16 = scalar(2, true, (view, at, isLittle) => view.getInt16(at, isLittle));
const UINT16 = scalar(2, true, (view, at, isLittle) => view.getUint16(at, isLittle));
const INT32 = scalar(4, true, (view, at, isLittle) => view.getInt32(at, isLittle));
const UINT32 = scalar(4, true, (view, at, isLittle) => view.getUint32(at, isLittle));
const FLOAT32 = scalar(4, false, (view, at, isLittle) => view.getFloat32(at, isLittle));
const FLOAT64 = scalar(8, false, (view, at, isLittle) => view.getFloat64(at, isLittle));

const SCALARS: ReadonlyMap<string, PlyScalar> = new Map([
  ['char', INT8],
  ['int8', INT8],
  ['uchar', UINT8],
  ['uint8', UINT8],
  ['short', INT16],
  ['int16', INT16],
  ['ushort', UINT16],
  ['uint16', UINT16],
  ['int', INT32],
  ['int32', INT32],
  ['uint', UINT32],
  ['uint32', UINT32],
  ['float', FLOAT32],
  ['float32', FLOAT32],
  ['double', FLOAT64],
  ['float64', FLOAT64],
]);

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyScalar;
  /** The type of a list's length; null for a single value. */
  readonly countType: PlyScalar | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Byte and line where the data begin. */
  readonly dataByte: number;
  readonly dataLine: number;
  /** Line of end_header. */
  readonly endLine: number;
}

/** Trusts no count: whoever allocates by one must compare it with the bytes that are left. */
export function readPlyHeader(bytes: Uint8Array, file: string): PlyHeader {
  const scanner = new TextScanner(bytes, file);
  if (scanner.word() !== 'ply' || !scanner.atLineEnd()) throw scanner.error('a PLY file begins with the line "ply"');
  const hasBareReturns = bytes[scanner.pos] === 13 && bytes[scanner.pos + 1] !== 10;
  scanner.nextLine();
  let format: PlyHeader['format'] | undefined;
  const elements: PlyElement[] = [];
  /** Names of the elements, and of the properties of the last of them. */
  const names = new Set<string>();
  let propertyNames = new Set<string>();
  for (;;) {
    if (!scanner.skipToContent()) throw scanner.error('the file ends inside its header; it may be cut short');
    const keyword = scanner.word();
    if (keyword === 'end_header') break;
    if (keyword === 'format') format = readFormat(scanner, format);
    else if (keyword === 'element') {
      elements.push(readElement(scanner, elements, names));
      propertyNames = new Set();
    } else if (keyword === 'property') addProperty(scanner, elements.at(-1), propertyNames);
    else if (keyword !== 'comment' && keyword !== 'obj_info') {
      throw scanner.error(`${quoted(keyword)} is no PLY header line (format, element, property, comment, end_header)`);
    }
    if (keyword !== 'comment' && keyword !== 'obj_info' && !scanner.atLineEnd()) {
      throw scanner.unexpected('the rest of the line', 'empty');
    }
    scanner.nextLine();
  }
  if (!scanner.atLineEnd()) throw scanner.unexpected('the rest of the line', 'empty');
  if (format === undefined) throw scanner.error('the header has no format line');
  const lineEnd = scanner.pos;
  const endLine = scanner.line;
  scanner.nextLine();
  // After a bare CR the next byte is data, also when it happens to be 10.
  const dataByte = hasBareReturns ? Math.min(lineEnd + 1, bytes.length) : scanner.pos;
  return { format, elements, dataByte, dataLine: scanner.line, endLine };
}

function readFormat(scanner: TextScanner, previous: PlyHeader['format'] | undefined): PlyHeader['format'] {
  if (previous !== undefined) throw scanner.error('a second format line');
  const format = scanner.word();
  if (format !== 'ascii' && format !== 'binary_little_endian' && format !== 'binary_big_endian') {
    throw scanner.error(`format ${quoted(format)} is none of ascii, binary_little_endian, binary_big_endian`);
  }
  const version = scanner.word();
  if (version !== '1.0') throw scanner.error(`PLY version ${quoted(version)} is not 1.0`);
  return format;
}

function readElement(scanner: TextScanner, elements: readonly PlyElement[], names: Set<string>): PlyElement {
  const name = scanner.word();
  if (name === '') throw scanner.error('an element needs a name and a count');
  if (elements.length >= MOST_ELEMENTS) throw scanner.error(`more than ${MOST_ELEMENTS} elements`);
  if (names.has(name)) throw scanner.error(`a second element ${quoted(name)}`);
  names.add(name);
  const count = scanner.integer(`the count of element ${quoted(name)}`);
  if (!(count >= 0 && Number.isSafeInteger(count))) throw scanner.error(`element ${quoted(name)} cannot have count ${count}`);
  return { name, count, properties: [] };
}

/** Real files have a handful. */
const MOST_ELEMENTS = 1000;

function addProperty(scanner: TextScanner, element: PlyElement | undefined, names: Set<string>): void {
  if (element === undefined) throw scanner.error('a property before any element');
  const word = scanner.word();
  const isList = word === 'list';
  const countType = isList ? scalarType(scanner, scanner.word()) : null;
  const type = scalarType(scanner, isList ? scanner.word() : word);
  if (countType !== null && !countType.isInteger) throw scanner.error('the length of a list must have an integer type');
  const name = scanner.word();
  if (name === '') throw scanner.error('a property needs a name');
  if (element.properties.length >= MOST_ELEMENTS) throw scanner.error(`more than ${MOST_ELEMENTS} properties`);
  if (names.has(name)) throw scanner.error(`a second property ${quoted(name)}`);
  names.add(name);
  element.properties.push({ name, type, countType });
}

function scalarType(scanner: TextScanner, word: string): PlyScalar {
  const type = SCALARS.get(word);
  if (type === undefined) {
    throw scanner.error(`${quoted(word)} is no PLY type (char, uchar, short, ushort, int, uint, float, double, int8 to float64)`);
  }
  return type;
}

function quoted(word: string): string {
  return JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
}
