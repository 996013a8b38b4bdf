import { describe, expect, test } from 'vitest';
import { parseMesh } from '../../../src/io/index.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { objText, offText, plyBytes, stlBytes, stlText, TETRAHEDRON } from './mesh/write-mesh.ts';

// Each broken file gives one InputError that names the file and the line or byte of the fault, and says what is wrong.

interface Broken {
  readonly what: string;
  readonly source: string | Uint8Array;
  readonly line?: number;
  readonly byte?: number;
  readonly says: RegExp;
}

const V = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const HEAD =
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n';
const ROWS = '0 0 0\n1 0 0\n0 1 0\n';
const FACET = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';

function changed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer));
  return copy;
}

const LITTLE = plyBytes(TETRAHEDRON, 'binary_little_endian');
const BIG = plyBytes(TETRAHEDRON, 'binary_big_endian');
const LITTLE_DATA = String.fromCharCode(...LITTLE).indexOf('end_header\n') + 11;
const BIG_DATA = String.fromCharCode(...BIG).indexOf('end_header\n') + 11;

const OBJ: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /no vertices: the file is empty/ },
  { what: 'only comments', source: '# a\n# b\n', says: /is no OBJ file/ },
  { what: 'no vertices', source: 'o a\nf 1 2 3\n', line: 2, says: /no vertices/ },
  { what: 'no faces', source: V, line: 3, says: /no faces/ },
  { what: 'two coordinates', source: `v 0 0\n${V}f 1 2 3`, line: 1, says: /line ends where z should be a number/ },
  { what: 'a word as coordinate', source: `${V}v 1 two 3\nf 1 2 3`, line: 4, says: /y should be a number, got "two"/ },
  { what: 'nan', source: `${V}v nan 0 0\nf 1 2 3`, line: 4, says: /x should be a number, got "nan"/ },
  { what: 'inf', source: `${V}v 0 -inf 0\nf 1 2 3`, line: 4, says: /got "-inf"/ },
  { what: 'overflow', source: `${V}v 0 0 1e999\nf 1 2 3`, line: 4, says: /z = Infinity is too large/ },
  { what: 'too large', source: `${V}v 0 0 -1e100\nf 1 2 3`, line: 4, says: /z = -1e\+100 is too large/ },
  { what: 'five numbers', source: `${V}v 0 0 1 1 1\nf 1 2 3`, line: 4, says: /here are 5 numbers/ },
  { what: 'decimal commas', source: `${V}v 0,5 0,5 1\nf 1 2 3`, line: 4, says: /got "0,5"/ },
  { what: 'hexadecimal', source: `${V}v 0x10 0 1\nf 1 2 3`, line: 4, says: /got "0x10"/ },
  { what: 'vertex 0', source: `${V}f 0 1 2`, line: 4, says: /counted from 1/ },
  { what: 'index out of range', source: `${V}f 1 2 3\nf 1 2 4\nf 1 2 9\nf 1 2 3\n`, line: 5, says: /names vertex 4, but the file has 3/ },
  { what: 'index of 4 billion', source: `${V}f 1 2 4294967297\n`, line: 4, says: /names vertex 4294967297/ },
  { what: 'index of 400 digits', source: `${V}f 1 2 ${'9'.repeat(400)}\n`, line: 4, says: /names vertex Infinity/ },
  { what: 'negative index out of range', source: `${V}f -1 -2 -4\n`, line: 4, says: /names vertex -4, but there are only 3/ },
  { what: 'two corners', source: `${V}f 1 2 3\nf 1 2\n`, line: 5, says: /at least 3 corners, here are 2/ },
  { what: 'no corners', source: `${V}f\n`, line: 4, says: /here are 0/ },
  { what: 'fractional corner', source: `${V}f 1 2.5 3\n`, line: 4, says: /a corner should be an integer, got "2.5"/ },
  { what: 'four parts', source: `${V}f 1/1/1/1 2 3\n`, line: 4, says: /got "\/1"/ },
  { what: 'a word in a part', source: `${V}f 1/a 2 3\n`, line: 4, says: /got "a"/ },
  { what: 'unknown statement', source: `${V}face 1 2 3\n`, line: 4, says: /the statement should be one of OBJ .* got "face"/ },
  { what: 'curved surface', source: `${V}f 1 2 3\ncstype bezier\nsurf 0 1 0 1 1 2 3\n`, line: 6, says: /curved geometry \(surf\)/ },
  { what: 'included file', source: `${V}call other.obj\n`, line: 4, says: /includes another file/ },
  { what: 'in a joined line', source: `${V}f 1 \\\n2 \\\nx\n`, line: 6, says: /got "x"/ },
  { what: 'binary', source: Uint8Array.from({ length: 300 }, (_, i) => (i * 7919 + 1) % 256), line: 1, says: /the statement/ },
  { what: 'UTF-16', source: Uint8Array.from([0xff, 0xfe, 0x76, 0, 0x20, 0]), line: 1, says: /UTF-16/ },
  { what: 'zero bytes', source: new Uint8Array(100), line: 1, says: /the statement/ },
  { what: 'a mesh of another kind', source: stlText(TETRAHEDRON), says: /is no OBJ file/ },
];

const STL: Broken[] = [
  { what: 'empty', source: '', byte: 0, says: /empty/ },
  { what: 'shorter than a header', source: new Uint8Array(40), byte: 40, says: /at least 84 bytes/ },
  { what: 'no triangles', source: new Uint8Array(84), byte: 80, says: /no triangles/ },
  { what: 'cut short', source: stlBytes(TETRAHEDRON).subarray(0, 200), byte: 200, says: /cut short: 4 triangles need 284 bytes/ },
  { what: 'cut short, begins with solid', source: stlBytes(TETRAHEDRON, 'solid').subarray(0, 200), byte: 200, says: /cut short/ },
  { what: 'bytes left over', source: Uint8Array.from([...stlBytes(TETRAHEDRON), 0]), byte: 284, says: /left over/ },
  {
    what: 'claims 4 billion',
    source: changed(stlBytes(TETRAHEDRON), (v) => v.setUint32(80, 0xffffffff, true)),
    byte: 284,
    says: /4294967295 triangles need/,
  },
  {
    what: 'NaN',
    source: changed(stlBytes(TETRAHEDRON), (v) => v.setFloat32(84 + 50 + 16, Number.NaN, true)),
    byte: 150,
    says: /triangle 1 has coordinate y = NaN/,
  },
  {
    what: 'infinite',
    source: changed(stlBytes(TETRAHEDRON), (v) => v.setFloat32(96, -Infinity, true)),
    byte: 96,
    says: /triangle 0 has coordinate x = -Infinity/,
  },
  { what: 'text: no facets', source: 'solid a\nendsolid a\n', line: 2, says: /no triangles/ },
  { what: 'text: only solid', source: 'solid', says: /is no STL file/ },
  {
    what: 'text: cut short in a facet',
    source: `solid a\n${FACET}facet normal 0 0 1\nouter loop\nvertex 0 0`,
    line: 11,
    says: /file ends where z/,
  },
  { what: 'text: no endsolid', source: `solid a\n${FACET}`, line: 8, says: /facet or endsolid/ },
  {
    what: 'text: four corners',
    source: `solid a\n${FACET.replace('endloop', 'vertex 1 1 1\nendloop')}endsolid`,
    line: 7,
    says: /should be endloop, got "vertex"/,
  },
  {
    what: 'text: two corners',
    source: `solid a\n${FACET.replace('vertex 0 1 0\n', '')}endsolid`,
    line: 6,
    says: /should be vertex, got "endloop"/,
  },
  {
    what: 'text: nan',
    source: `solid a\n${FACET.replace('vertex 1', 'vertex nan')}endsolid`,
    line: 5,
    says: /x should be a number, got "nan"/,
  },
  {
    what: 'text: two numbers in the normal',
    source: `solid a\n${FACET.replace('0 0 1', '0 1')}endsolid`,
    line: 3,
    says: /should be outer, got "loop"/,
  },
  { what: 'text: words after the end', source: `solid a\n${FACET}endsolid\nthank you\n`, line: 10, says: /should be solid, got "thank"/ },
];

const PLY: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /begins with the line "ply"/ },
  { what: 'no magic', source: `plx\n${HEAD}`, says: /is no PLY file/ },
  { what: 'header cut short', source: 'ply\nformat ascii 1.0\nelement vertex 3\n', line: 3, says: /ends inside its header/ },
  { what: 'no format', source: `${HEAD.replace('format ascii 1.0\n', '')}${ROWS}3 0 1 2\n`, says: /is no PLY file/ },
  { what: 'unknown format', source: HEAD.replace('ascii', 'binary'), line: 2, says: /format "binary" is none of/ },
  { what: 'unknown version', source: HEAD.replace('1.0', '2.0'), line: 2, says: /version "2.0"/ },
  { what: 'two formats', source: HEAD.replace('element', 'format ascii 1.0\nelement'), line: 3, says: /second format/ },
  { what: 'unknown type', source: HEAD.replace('double x', 'quad x'), line: 4, says: /"quad" is no PLY type/ },
  { what: 'list with real length', source: HEAD.replace('uchar', 'float'), line: 8, says: /integer type/ },
  { what: 'property before element', source: 'ply\nformat ascii 1.0\nproperty int a\n', line: 3, says: /before any element/ },
  { what: 'property without name', source: HEAD.replace('double z', 'double'), line: 6, says: /needs a name/ },
  { what: 'property twice', source: HEAD.replace('double z', 'double x'), line: 6, says: /second property "x"/ },
  { what: 'element twice', source: HEAD.replace('element face', 'element vertex'), line: 7, says: /second element/ },
  { what: 'no count', source: HEAD.replace('vertex 3', 'vertex'), line: 3, says: /count of element "vertex"/ },
  { what: 'negative count', source: HEAD.replace('vertex 3', 'vertex -3'), line: 3, says: /cannot have count -3/ },
  { what: 'unknown header line', source: HEAD.replace('element face', 'elephant face'), line: 7, says: /"elephant" is no PLY header line/ },
  { what: 'no z', source: `${HEAD.replace('double z', 'double w')}${ROWS}3 0 1 2\n`, line: 9, says: /no single value z/ },
  { what: 'no vertices', source: HEAD.replace('vertex 3', 'vertex 0'), line: 9, says: /no vertices/ },
  { what: 'a header and nothing else', source: 'ply\nformat ascii 1.0\nend_header', line: 3, says: /no vertices/ },
  { what: 'no list of corners', source: HEAD.replace('vertex_indices', 'corners'), line: 9, says: /no list vertex_indices/ },
  { what: 'no faces', source: `${HEAD.replace('face 1', 'face 0')}${ROWS}`, line: 12, says: /no triangles/ },
  { what: 'claims 4 billion', source: `${HEAD.replace('vertex 3', 'vertex 4294967295')}${ROWS}`, line: 10, says: /claims 4294967295 rows/ },
  { what: 'rows missing', source: `${HEAD}${ROWS}`, line: 12, says: /element "face" claims 1 rows|ends before the last row/ },
  { what: 'row too short', source: `${HEAD}0 0\n1 0 0\n0 1 0\n3 0 1 2\n`, line: 10, says: /line ends where/ },
  { what: 'row too long', source: `${HEAD}0 0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`, line: 10, says: /rest of the line should be empty, got "0"/ },
  { what: 'too many rows', source: `${HEAD}${ROWS}3 0 1 2\n3 0 1 2\n`, line: 14, says: /more lines than the header says/ },
  { what: 'nan', source: `${HEAD}0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n`, line: 11, says: /got "nan"/ },
  { what: 'overflow', source: `${HEAD}0 0 0\n1 1e400 0\n0 1 0\n3 0 1 2\n`, line: 11, says: /vertex 1 has coordinate y = Infinity/ },
  { what: 'index out of range', source: `${HEAD}${ROWS}3 0 1 3\n`, line: 13, says: /names vertex 3, but there are 3/ },
  { what: 'negative index', source: `${HEAD}${ROWS}3 0 1 -1\n`, line: 13, says: /names vertex -1/ },
  { what: 'two corners', source: `${HEAD}${ROWS}2 0 1    \n`, line: 13, says: /at least 3 corners/ },
  { what: 'list length of 4 billion', source: `${HEAD}${ROWS}4000000000 0 1 2\n`, line: 13, says: /list of 4000000000 values/ },
  { what: 'binary: cut short in the vertices', source: BIG.subarray(0, -100), byte: BIG_DATA, says: /claims 4 rows of at least 24 bytes/ },
  {
    what: 'binary: cut short in the faces',
    source: LITTLE.subarray(0, -1),
    byte: LITTLE_DATA + 96 + 3 * 13,
    says: /list of 3 values, but only 11 bytes/,
  },
  {
    what: 'binary: bytes left over',
    source: Uint8Array.from([...LITTLE, 10, 32, 1]),
    byte: LITTLE.length + 2,
    says: /1 bytes are left over/,
  },
  {
    what: 'binary: NaN',
    source: changed(LITTLE, (v) => v.setFloat64(LITTLE_DATA + 32, Number.NaN, true)),
    byte: LITTLE_DATA + 32,
    says: /vertex 1 has coordinate y = NaN/,
  },
  {
    what: 'binary: index out of range',
    source: changed(BIG, (v) => v.setInt32(BIG_DATA + 96 + 1, 77)),
    byte: BIG_DATA + 97,
    says: /names vertex 77/,
  },
  {
    what: 'binary: 4 billion rows of one byte',
    source:
      'ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\nproperty char x\nproperty char y\nproperty char z\nend_header\n123',
    byte: 121,
    says: /claims 4294967295 rows of at least 3 bytes/,
  },
];

const OFF: Broken[] = [
  { what: 'empty', source: '', line: 1, says: /empty/ },
  { what: 'no keyword', source: '3 1 0\n', says: /is no OFF file/ },
  { what: 'four dimensions', source: '4OFF\n1 1 0\n', line: 1, says: /only three dimensions/ },
  { what: 'n dimensions', source: 'nOFF 3\n1 1 0\n', line: 1, says: /only three dimensions/ },
  { what: 'binary', source: 'OFF BINARY\n\0\0', line: 1, says: /binary OFF cannot be read/ },
  { what: 'no counts', source: 'OFF\n', line: 1, says: /number of vertices/ },
  { what: 'negative count', source: 'OFF\n-3 1 0\n', line: 2, says: /number of vertices cannot be -3/ },
  { what: 'claims 4 billion', source: `OFF\n4294967295 1 0\n${ROWS}`, line: 2, says: /need more than the/ },
  { what: 'claims 10^400', source: `OFF\n1${'0'.repeat(400)} 1 0\n${ROWS}`, line: 2, says: /cannot be Infinity/ },
  { what: 'no vertices', source: 'OFF\n0 0 0\n', line: 2, says: /no vertices/ },
  { what: 'no faces', source: `OFF\n3 0 0\n${ROWS}`, line: 2, says: /no faces/ },
  { what: 'a word in the counts', source: `OFF\n3 one 0\n${ROWS}`, line: 2, says: /number of faces should be an integer, got "one"/ },
  { what: 'five counts', source: `OFF\n3 1 0 7\n${ROWS}`, line: 2, says: /rest of the line should be empty/ },
  { what: 'two coordinates', source: 'OFF\n3 1 0\n0 0 0\n1 0\n0 1 0000\n3 0 1 2\n', line: 4, says: /line ends where z/ },
  { what: 'four coordinates', source: `OFF\n3 1 0\n0 0 0 1\n1 0 0\n0 1 0\n3 0 1 2\n`, line: 3, says: /rest of the line should be empty/ },
  { what: 'nan', source: `OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n`, line: 3, says: /got "nan"/ },
  { what: 'faces missing', source: `OFF\n3 2 0\n${ROWS}3 0 1 2 # and no more\n`, line: 6, says: /ends before face 2 of 2/ },
  { what: 'corners missing', source: `OFF\n3 1 0\n${ROWS}4 0 1 2\n`, line: 6, says: /line ends where a corner/ },
  { what: 'two corners', source: `OFF\n3 1 0\n${ROWS}2 0 1    \n`, line: 6, says: /at least 3 corners/ },
  { what: 'index out of range', source: `OFF\n3 1 0\n${ROWS}3 0 1 3\n`, line: 6, says: /names vertex 3/ },
  { what: 'corners of 4 billion', source: `OFF\n3 1 0\n${ROWS}4000000000 0 1 2\n`, line: 6, says: /line ends where a corner/ },
  { what: 'too many rows', source: `OFF\n3 1 0\n${ROWS}3 0 1 2\n3 0 1 2\n`, line: 7, says: /more lines than/ },
];

describe.each([
  ['obj', OBJ],
  ['stl', STL],
  ['ply', PLY],
  ['off', OFF],
] as const)('%s', (extension, cases) => {
  test.each(cases)('$what', ({ source, line, byte, says }) => {
    const file = `some folder/broken.${extension}`;
    let fault: unknown;
    try {
      parseMesh(source, file);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(InputError);
    const { message, ...place } = fault as InputError;
    expect(message).toMatch(says);
    expect(place).toMatchObject({ file, line, byte });
    // of another kind altogether, it has no place
    const where = line !== undefined ? `, line ${line}` : byte !== undefined ? `, byte ${byte}` : '';
    expect(message.startsWith(`${file}${where}: `)).toBe(true);
    expect(message.length).toBeLessThan(300);
  });
});

test('a name without a known extension and content of no known format', () => {
  for (const source of ['', 'hello', '{"a": 1}', new Uint8Array(200), '<xml/>']) {
    expect(() => parseMesh(source, 'thing.txt')).toThrow(/^thing\.txt, byte 0: format not recognised/);
    expect(() => parseMesh(source, 'thing.constructor')).toThrow(/format not recognised/);
  }
});

test('something that is neither bytes nor text', () => {
  for (const source of [undefined, null, 7, [1, 2], {}]) expect(() => parseMesh(source as unknown as string, 'a.obj')).toThrow(InputError);
});

test('the well-formed originals are read', () => {
  expect(parseMesh(`${HEAD}${ROWS}3 0 1 2\n`, 'a.ply').triangleCount).toBe(1);
  expect(parseMesh(`solid a\n${FACET}endsolid`, 'a.stl').triangleCount).toBe(1);
  expect(parseMesh(objText(TETRAHEDRON), 'a.obj').triangleCount).toBe(4);
  expect(parseMesh(offText(TETRAHEDRON), 'a.off').triangleCount).toBe(4);
});
