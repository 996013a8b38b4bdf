import { describe, expect, test } from 'vitest';
import { parsePly } from '../../../../src/io/index.ts';
import { fan, type PlyFormat, type PlyType, POLYGONS, plyBytes, scalarBytes, TETRAHEDRON } from './write-mesh.ts';

const FORMATS: PlyFormat[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

describe.each(FORMATS)('%s', (format) => {
  test.each([TETRAHEDRON, POLYGONS])('what was written comes back', (soup) => {
    for (const newline of ['\n', '\r\n', '\r']) {
      const mesh = parsePly(plyBytes(soup, format, { newline }), 'a.ply');
      expect([...mesh.positions]).toEqual(soup.positions);
      expect([...mesh.indices]).toEqual(fan(soup.faces));
    }
  });

  const types: PlyType[] = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'float', 'double'];
  test.each(types)('coordinates, lengths and indices of type %s', (type) => {
    const soup = { positions: [0, 0, 0, 100, 0, 0, 0, 10, 0, 1, 2, 3], faces: [[0, 1, 2, 3]] };
    const isReal = type === 'float' || type === 'double';
    const mesh = parsePly(plyBytes(soup, format, { coordinate: type, count: isReal ? 'uchar' : type, index: type }), 'a.ply');
    expect([...mesh.positions]).toEqual(soup.positions);
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  test('elements and properties in any order, unknown ones skipped', () => {
    const header = [
      `ply\nformat ${format} 1.0\nobj_info nothing\nelement material 1\nproperty list uint short shades\nproperty uchar gloss`,
      'element nothing 4000000000\nelement face 2\nproperty float quality\nproperty list short uint vertex_index\nproperty list uchar float texcoord',
      'comment in between\nelement vertex 3\nproperty uchar red\nproperty float z\nproperty list char double tags\nproperty double x\nproperty short y',
      'element edge 1\nproperty int vertex1\nend_header\n',
    ].join('\n');
    const rows: [number, PlyType][][] = [
      [
        [2, 'uint'],
        [-7, 'short'],
        [8, 'short'],
        [9, 'uchar'],
      ],
      [
        [0.5, 'float'],
        [3, 'short'],
        [0, 'uint'],
        [1, 'uint'],
        [2, 'uint'],
        [1, 'uchar'],
        [0.25, 'float'],
      ],
      [
        [0.5, 'float'],
        [3, 'short'],
        [2, 'uint'],
        [1, 'uint'],
        [0, 'uint'],
        [0, 'uchar'],
      ],
      [
        [1, 'uchar'],
        [3, 'float'],
        [1, 'char'],
        [5, 'double'],
        [0.1, 'double'],
        [2, 'short'],
      ],
      [
        [1, 'uchar'],
        [6, 'float'],
        [0, 'char'],
        [0.4, 'double'],
        [5, 'short'],
      ],
      [
        [1, 'uchar'],
        [9, 'float'],
        [0, 'char'],
        [0.7, 'double'],
        [-8, 'short'],
      ],
      [[0, 'int']],
    ];
    const head = new TextEncoder().encode(header);
    const body =
      format === 'ascii'
        ? new TextEncoder().encode(rows.map((row) => row.map(([x]) => x).join(' ')).join('\n'))
        : rows.flat().flatMap(([x, type]) => scalarBytes(x, type, format === 'binary_little_endian'));
    const mesh = parsePly(Uint8Array.from([...head, ...body]), 'a.ply');
    expect([...mesh.positions]).toEqual([0.1, 2, 3, 0.4, 5, 6, 0.7, -8, 9]);
    expect([...mesh.indices]).toEqual([0, 1, 2, 2, 1, 0]);
  });

  test('triangle strips: alternate turns, restarts, steering corners', () => {
    const strip = [0, 1, 2, 3, -1, 3, 2, 1, 1, 0, 0, 1, 2];
    const bytes = plyBytes({ positions: TETRAHEDRON.positions, faces: [strip] }, format);
    const renamed = String.fromCharCode(...bytes).replace('element face 1', 'element tristrips 1');
    const mesh = parsePly(
      Uint8Array.from(renamed, (c) => c.charCodeAt(0)),
      'a.ply',
    );
    expect([...mesh.indices]).toEqual([0, 1, 2, 2, 1, 3, 3, 2, 1, 1, 0, 2]);
  });
});

test('text numbers keep the precision of doubles, whatever the type says', () => {
  const text =
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0.1 0 0\n1 0 0\n\n0 1 0\n3 0 1 2\n\n';
  expect(parsePly(text, 'a.ply').positions[0]).toBe(0.1);
});

test('data that begin with a line feed after bare returns', () => {
  const soup = { positions: [10, 0, 0, 1, 0, 0, 0, 1, 0], faces: [[0, 1, 2]] };
  const mesh = parsePly(plyBytes(soup, 'binary_little_endian', { newline: '\r', coordinate: 'char' }), 'a.ply');
  expect([...mesh.positions]).toEqual(soup.positions);
});
