import { describe, expect, test } from 'vitest';
import { parseCloud, parseMesh } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { joined, pcdBytes } from './write-cloud.ts';

// Each broken file gives one InputError that names the file and the line or byte of the fault, and says what is wrong.

interface Broken {
  readonly what: string;
  readonly source: string | Uint8Array;
  readonly line?: number;
  readonly byte?: number;
  readonly says: RegExp;
}

const HEAD = 'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n';
const ROWS = '0 0 0\n1 2 3\n';
const fields = ['x', 'y', 'z'].map((name) => ({ name, values: [1, 1, 1, 2] }));
const BINARY = pcdBytes('binary', fields);
const PACKED = pcdBytes('binary_compressed', fields);
const dataOf = (bytes: Uint8Array): number =>
  String.fromCharCode(...bytes).lastIndexOf('DATA') +
  String.fromCharCode(...bytes)
    .slice(String.fromCharCode(...bytes).lastIndexOf('DATA'))
    .indexOf('\n') +
  1;
const [AT, PACKED_AT] = [dataOf(BINARY), dataOf(PACKED)];

function changed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer));
  return copy;
}

const PCD: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /ends inside its header/ },
  { what: 'no DATA', source: HEAD.replace(/DATA.*\n/, ''), line: 8, says: /ends inside its header, before DATA/ },
  { what: 'no FIELDS', source: HEAD.replace(/FIELDS.*\n/, '') + ROWS, line: 8, says: /no line FIELDS/ },
  { what: 'no SIZE', source: HEAD.replace(/SIZE.*\n/, '') + ROWS, line: 8, says: /no line SIZE/ },
  { what: 'no z', source: HEAD.replace('x y z', 'x y i') + ROWS, line: 9, says: /no field z/ },
  { what: 'two sizes', source: HEAD.replace('SIZE 4 4 4', 'SIZE 4 4') + ROWS, line: 3, says: /SIZE has 2 values; expected 3, one a field/ },
  { what: 'four types', source: HEAD.replace('F F F', 'F F F F') + ROWS, line: 4, says: /TYPE has 4 values/ },
  { what: 'floats of two bytes', source: HEAD.replace('SIZE 4', 'SIZE 2') + ROWS, line: 4, says: /field "x" has TYPE "F" and SIZE "2"/ },
  { what: 'x of three values', source: HEAD.replace('COUNT 1', 'COUNT 3') + ROWS, line: 9, says: /field x has COUNT 3/ },
  { what: 'a count of -1', source: HEAD.replace('COUNT 1', 'COUNT -1') + ROWS, line: 5, says: /cannot have COUNT "-1"/ },
  {
    what: 'a width in words',
    source: HEAD.replace('WIDTH 2', 'WIDTH two') + ROWS,
    line: 6,
    says: /WIDTH should be a whole number, got "two"/,
  },
  { what: 'width × height', source: HEAD.replace('HEIGHT 1', 'HEIGHT 3') + ROWS, line: 8, says: /POINTS 2 is not WIDTH × HEIGHT, 2 × 3/ },
  {
    what: 'neither points nor width',
    source: HEAD.replace(/WIDTH.*\n/, '').replace(/POINTS.*\n/, '') + ROWS,
    line: 7,
    says: /neither POINTS nor WIDTH/,
  },
  { what: 'no points', source: HEAD.replace('WIDTH 2', 'WIDTH 0').replace('POINTS 2', 'POINTS 0'), line: 9, says: /no points/ },
  { what: 'data of another kind', source: HEAD.replace('ascii', 'base64') + ROWS, line: 9, says: /DATA "base64" is none of/ },
  { what: 'an unknown line', source: `COLOUR red\n${HEAD}${ROWS}`, line: 1, says: /"COLOUR" is no PCD header line/ },
  { what: 'a line twice', source: `VERSION .7\n${HEAD}${ROWS}`, line: 2, says: /a second line VERSION/ },
  { what: 'text: a word', source: `${HEAD}0 0 0\n1 two 3\n`, line: 11, says: /y should be a number, got "two"/ },
  { what: 'text: no number after all', source: `${HEAD}0 0 0\n1 name 3\n`, line: 11, says: /y should be a number, got "name"/ },
  { what: 'text: two values', source: `${HEAD}0 0\n1 200 300\n`, line: 10, says: /the line ends where z should be a number/ },
  { what: 'text: four values', source: `${HEAD}0 0 0 0\n1 2 3\n`, line: 10, says: /more than 3 values/ },
  { what: 'text: a point too few', source: `${HEAD}10.25 11.25 12.5\n`, line: 10, says: /ends before point 2 of 2; it may be cut short/ },
  { what: 'text: a point too many', source: `${HEAD}${ROWS}4 5 6\n`, line: 12, says: /more lines than the 2 points/ },
  { what: 'text: too large', source: `${HEAD}0 0 1e99\n1 2 3\n`, line: 10, says: /z = 1e\+99 is too large/ },
  {
    what: 'text: a billion points',
    source: HEAD.replaceAll(' 2\n', ' 999999999\n') + ROWS,
    line: 10,
    says: /999999999 points of 3 values, but only 12 bytes are left/,
  },
  { what: 'binary: cut short', source: BINARY.subarray(0, -1), byte: AT, says: /4 points of 12 bytes, but only 47 are left/ },
  { what: 'binary: left over', source: joined(BINARY, Uint8Array.of(7)), byte: BINARY.length, says: /1 bytes are left over/ },
  {
    what: 'binary: too large',
    source: pcdBytes(
      'binary',
      fields.map((field) => ({ ...field, size: 8, values: [1, 1e99, 1, 1] })),
    ),
    byte: AT + 24,
    says: /point 1 is at 1e\+99/,
  },
  {
    what: 'binary: a negative radius',
    source: pcdBytes('binary', [...fields, { name: 'radius', values: [1, 1, -1, 1] }]),
    byte: dataOf(pcdBytes('binary', [...fields, { name: 'radius', values: [1, 1, -1, 1] }])) + 32,
    says: /point 2 has the radius -1/,
  },
  {
    what: 'binary: nothing but NaN',
    source: pcdBytes(
      'binary',
      fields.map((field) => ({ ...field, values: [Number.NaN, Number.NaN] })),
    ),
    says: /no points: all 2 have a coordinate that is no finite number/,
  },
  { what: 'packed: no sizes', source: PACKED.subarray(0, PACKED_AT + 7), byte: PACKED_AT, says: /ends before the sizes/ },
  { what: 'packed: cut short', source: PACKED.subarray(0, -1), byte: PACKED_AT, says: /bytes of compressed data, but only/ },
  {
    what: 'packed: another size',
    source: changed(PACKED, (v) => v.setUint32(PACKED_AT + 4, 47, true)),
    byte: PACKED_AT,
    says: /claim 47 bytes, but 4 points of 12 bytes are 48/,
  },
  {
    what: 'packed: 4 billion',
    source: changed(
      new TextEncoder().encode(`${HEAD.replace('ascii', 'binary_compressed').replaceAll(' 2\n', ' 99999999\n')}........123456`),
      (v) => {
        v.setUint32(v.byteLength - 14, 6, true);
        v.setUint32(v.byteLength - 10, 1199999988, true);
      },
    ),
    byte: HEAD.length + 26,
    says: /6 compressed bytes cannot hold 1199999988/,
  },
  {
    what: 'packed: a reference before the start',
    source: changed(PACKED, (v) => v.setUint16(PACKED_AT + 8, 0xffff, false)),
    byte: PACKED_AT + 8,
    says: /refer to \d+ bytes back, after 0/,
  },
  {
    what: 'packed: a run beyond the end',
    source: changed(PACKED, (v) => v.setUint8(PACKED_AT + 8, 31)),
    byte: PACKED_AT + 8,
    says: /end within a run/,
  },
  { what: 'packed: left over', source: joined(PACKED, Uint8Array.of(7)), byte: PACKED.length, says: /1 bytes are left over/ },
];

const PLY_HEAD = 'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n';
const PLY: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /begins with the line "ply"/ },
  { what: 'no vertices', source: 'ply\nformat ascii 1.0\nend_header\n', line: 3, says: /no points: the header has no element "vertex"/ },
  {
    what: 'no y',
    source: PLY_HEAD.replace('y\n', '!\n').replace('pl!', 'ply').replace('float y', 'float w'),
    line: 7,
    says: /no single value y/,
  },
  {
    what: 'a mesh',
    source: PLY_HEAD.replace('end_header', 'element face 3\nproperty list uchar int vertex_indices\nend_header'),
    line: 9,
    says: /3 rows of "face" and is a mesh.*readMesh/,
  },
  { what: 'cut short', source: `${PLY_HEAD}1.25 2.25 3.25\n`, line: 8, says: /ends before the last row/ },
  { what: 'a billion', source: PLY_HEAD.replace('vertex 2', 'vertex 1000000000'), says: /claims 1000000000 rows/ },
  { what: 'too large', source: `${PLY_HEAD}1 2 1e99\n1 2 3\n`, line: 8, says: /1e\+99 is too large/ },
  {
    what: 'a negative radius',
    source: `${PLY_HEAD.replace('float z', 'float z\nproperty float radius')}1 2 3 -1\n1 2 3 1\n`,
    line: 9,
    says: /point 0 has the radius -1/,
  },
];

const TEXT: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /no points: the file is empty/ },
  { what: 'comments alone', source: '# a\n# b\n', line: 2, says: /no points/ },
  { what: 'names alone', source: 'x y z\n', line: 1, says: /no points/ },
  { what: 'two columns', source: '1 2\n3 4\n', line: 1, says: /the line ends after 2 of 3 values/ },
  { what: 'two columns by commas', source: '1,2,3\n3,4\n', line: 2, says: /the line ends after 2 of 3 values/ },
  { what: 'a word', source: '1 2 3\n1 x 3\n', line: 2, says: /y should be a number, got "x"/ },
  { what: 'an empty field', source: '1,2,3\n1,,3\n', line: 2, says: /y should be a number/ },
  { what: 'decimal commas', source: '0,5;1,5;2\n', line: 1, says: /x should be a number, got "0,5/ },
  { what: 'another separator later', source: '1,2,3\n4;5;6\n', line: 2, says: /x should be a number, got "4;5;6"/ },
  { what: 'blanks among commas', source: '1,2,3\n4 5 6\n', line: 2, says: /what follows should be a separator, got "5"/ },
  { what: 'names without x', source: 'id a b c\n1 2 3 4\n', line: 1, says: /names columns \(id, a, b, c\), but none is x/ },
  { what: 'x named twice', source: 'x y z x\n1 2 3 4\n', line: 1, says: /two columns x/ },
  { what: 'too large', source: '1 2 1e99\n', line: 1, says: /z = 1e\+99 is too large/ },
  { what: 'a negative radius', source: 'x y z radius\n1 2 3 -1\n', line: 2, says: /the radius -1 is negative/ },
  { what: 'UTF-16', source: Uint8Array.of(0xff, 0xfe, 49, 0, 32, 0), line: 1, says: /UTF-16/ },
];

describe.each([
  ['a.pcd', PCD],
  ['a.ply', PLY],
  ['a.csv', TEXT],
] as const)('%s', (file, cases) => {
  test.each(cases)('$what', ({ source, line, byte, says }) => {
    let caught: unknown;
    try {
      parseCloud(source, file);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(InputError);
    const { message, file: at, line: atLine, byte: atByte } = caught as InputError;
    expect(message).toMatch(says);
    expect(at).toBe(file);
    if (line !== undefined) expect(atLine).toBe(line);
    if (byte !== undefined) expect(atByte).toBe(byte);
  });
});

test('a count of points that is not right', () => {
  expect(() => parseCloud('3\n1 2 3\n4 5 6\n', 'a.pts')).toThrow(/^a\.pts, line 3: the first line says 3 points, the file has 2/);
});

test('formats of others, and none', () => {
  expect(() => parseCloud('LASF....', 'a.las')).toThrow(
    /^a\.las, byte 0: is a LAS or LAZ file, which is not read; convert it to PCD or PLY/,
  );
  expect(() => parseCloud('ASTM-E57', 'a.e57')).toThrow(/E57/);
  expect(() => parseCloud('hello', 'hello')).toThrow(/^hello, byte 0: format not recognised/);
});

test('a reader of meshes sends points to the reader of clouds', () => {
  expect(() => parseMesh(`${PLY_HEAD}1 2 3\n1 2 3\n`, 'a.ply')).toThrow(/points alone are no surface; readCloud/);
});
