import { describe, expect, test } from 'vitest';
import { parseCloud, readCloud } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { plyBytes, TETRAHEDRON } from '../mesh/write-mesh.ts';
import { joined, type PcdData, packLzf, pcdBytes } from './write-cloud.ts';

const X = [0, 1.5, -2, 3];
const Y = [0.25, 0, 7, -8];
const Z = [9, -1, 0.5, 0];
const XYZ = [0, 0.25, 9, 1.5, 0, -1, -2, 7, 0.5, 3, -8, 0];
const xyz = [
  { name: 'x', values: X },
  { name: 'y', values: Y },
  { name: 'z', values: Z },
];
const warned = (source: Uint8Array | string, file: string, options = {}): string[] => {
  const warnings: string[] = [];
  parseCloud(source, file, { ...options, onWarning: (warning) => warnings.push(warning) });
  return warnings;
};

describe.each<PcdData>(['ascii', 'binary', 'binary_compressed'])('PCD %s', (data) => {
  test('points come back, as leaves with a radius', () => {
    const cloud = parseCloud(pcdBytes(data, xyz), 'scan.pcd', { radius: 0.5 });
    expect([...cloud.positions]).toEqual(XYZ);
    expect([...cloud.indices]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect([...(cloud.radii ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect([cloud.name, cloud.solid]).toEqual(['scan.pcd', false]);
  });

  test('fields in any order, of any type, with padding, organised; radii of the file', () => {
    const fields = [
      { name: '_', type: 'U' as const, size: 1 as const, count: 3, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
      { name: 'z', size: 8 as const, values: Z },
      { name: 'rgb', type: 'U' as const, values: [1, 2, 3, 4] },
      { name: 'y', type: 'I' as const, size: 2 as const, values: [-5, 6, -7, 8] },
      { name: 'radius', values: [0.5, 0, 2, 0.25] },
      { name: 'x', type: 'I' as const, size: 8 as const, values: [-(2 ** 40), 3, -1, 2 ** 33] },
      { name: '_', values: [9, 9, 9, 9] },
    ];
    const source = pcdBytes(data, fields, { height: 2, order: 'VERSION HEIGHT TYPE COUNT FIELDS POINTS WIDTH SIZE DATA'.split(' ') });
    const cloud = parseCloud(source, 'scan.pcd');
    expect([...cloud.positions]).toEqual([-(2 ** 40), -5, 9, 3, 6, -1, -1, -7, 0.5, 2 ** 33, 8, 0]);
    expect([...(cloud.radii ?? [])]).toEqual([0.5, 0, 2, 0.25]);
    expect([...(parseCloud(source, 'scan.pcd', { radius: 1 }).radii ?? [])]).toEqual([1, 1, 1, 1]);
    expect(parseCloud(source, 'scan.pcd', { radius: 0 }).radii).toBe(null);
  });

  test('points that are none are left out and counted', () => {
    const source = pcdBytes(data, [{ name: 'x', values: [0, Number.NaN, -2, Number.NaN] }, xyz[1], xyz[2]]);
    expect([...parseCloud(source, 'a.pcd').positions]).toEqual([0, 0.25, 9, -2, 7, 0.5]);
    expect(warned(source, 'a.pcd', { radius: 1 })).toEqual([
      'a.pcd: 2 points have a coordinate that is no finite number and stand for nothing; 2 are left',
    ]);
  });

  test('the format is told by content too, and lines may end with CR LF where the data are text', () => {
    expect([...parseCloud(pcdBytes(data, xyz), 'scan').positions]).toEqual(XYZ);
    if (data === 'ascii') expect([...parseCloud(pcdBytes(data, xyz, { newline: '\r\n' }), 'scan.pcd').positions]).toEqual(XYZ);
  });
});

test('10,000 points, compressed: as they were written, seed 1', () => {
  const random = new Random(1);
  const [x, y, z] = [0, 1, 2].map((k) =>
    Array.from({ length: 10_000 }, () => Math.fround(k === 2 ? 0.5 : Math.round(100 * random.next()) / 8)),
  );
  const fields = [
    { name: 'x', values: x },
    { name: 'y', values: y },
    { name: 'z', values: z },
  ];
  const packed = pcdBytes('binary_compressed', fields);
  expect(packed.length).toBeLessThan(0.9 * pcdBytes('binary', fields).length);
  const { positions } = parseCloud(packed, 'a.pcd');
  expect(Array.from({ length: 10_000 }, (_, i) => positions[3 * i])).toEqual(x);
  expect(Array.from({ length: 10_000 }, (_, i) => positions[3 * i + 1])).toEqual(y);
  expect(positions[29_999]).toBe(0.5);
});

test('a sensor that stood elsewhere: the points stay where they are, and that is said', () => {
  const moved = new TextDecoder('latin1').decode(pcdBytes('ascii', xyz)).replace('VIEWPOINT 0 0 0 1', 'VIEWPOINT 0 0 2 1');
  expect([...parseCloud(moved, 'a.pcd').positions]).toEqual(XYZ);
  expect(warned(moved, 'a.pcd', { radius: 1 })).toEqual([expect.stringMatching(/^a\.pcd: its VIEWPOINT is not applied/)]);
});

describe.each(['ascii', 'binary_little_endian', 'binary_big_endian'] as const)('PLY %s', (format) => {
  const soup = { positions: XYZ, faces: [] };

  test('points come back', () => {
    expect([...parseCloud(plyBytes(soup, format), 'scan.ply', { radius: 1 }).positions]).toEqual(XYZ);
    expect([...parseCloud(plyBytes(soup, format, { coordinate: 'float' }), 'scan').positions]).toEqual(XYZ);
  });

  test('a mesh is refused', () => {
    expect(() => parseCloud(plyBytes(TETRAHEDRON, format), 'a.ply')).toThrow(
      /a\.ply, line \d+: has 4 rows of "face" and is a mesh.*readMesh/,
    );
  });
});

test('PLY: radii, other values and elements, nan', () => {
  const source =
    'ply\nformat ascii 1.0\nelement camera 1\nproperty list uchar float view\nelement vertex 3\nproperty uchar red\nproperty float radius\nproperty float z\nproperty list uchar int tags\nproperty float y\nproperty float x\nend_header\n2 1 1\n255 0.5 3 0 2 1\n1 0.25 nan 2 7 7 0 -nan\n2 0.125 6 0 5 4\n';
  const cloud = parseCloud(source, 'a.ply', { scale: 2 });
  expect([...cloud.positions]).toEqual([2, 4, 6, 8, 10, 12]);
  expect([...(cloud.radii ?? [])]).toEqual([1, 0.25]);
});

describe('text', () => {
  const read = (source: string, file = 'a.xyz') => [...parseCloud(source, file).positions];

  test.each([
    ['blanks', '0 0.25 9\n1.5\t0   -1\n -2 7 5e-1\n3 -8 0'],
    ['commas', '0,0.25,9\n1.5, 0, -1\n-2 ,7 ,.5\n3,-8,0\n'],
    ['semicolons', '0;0.25;9\r\n1.5;0;-1\r\n-2;7;0.5\r\n3;-8;0\r\n'],
    ['comments and empty lines', '# scan, of today; 1\n\n0 0.25 9 # here\n1.5 0 -1\n\n-2 7 0.5\n3 -8 0\n'],
    ['other columns', '0 0.25 9 255 0 0\n1.5 0 -1 255\n-2 7 0.5 label\n3 -8 0 1e999\n'],
    ['empty other columns', '0,0.25,9,,1\n1.5,0,-1,,\n-2,7,0.5,\n3,-8,0\n'],
    ['names', 'X Y Z\n0 0.25 9\n1.5 0 -1\n-2 7 0.5\n3 -8 0\n'],
    ['names of CloudCompare', '//X,Y,Z,Intensity\n0,0.25,9,1\n1.5,0,-1,2\n-2,7,0.5,3\n3,-8,0,4\n'],
    ['names elsewhere', '"id","z","x",time,"y",more\na,9,0,,0.25,1\nb,-1,1.5,,0,\nc,0.5,-2,7,7\nd,0,3,1,-8\n'],
  ])('%s', (_what, source) => {
    for (const file of ['a.xyz', 'a.txt', 'a.csv', 'a.pts', 'a.asc']) expect(read(source, file)).toEqual(XYZ);
  });

  test('PTS with its count', () => {
    expect(read('4\n0 0.25 9 10\n1.5 0 -1 10\n-2 7 0.5 10\n3 -8 0 10\n', 'a.pts')).toEqual(XYZ);
    expect(() => read('4\n0 0 0\n', 'a.xyz')).toThrow(/line 1: the line ends after 1 of 3/);
  });

  test('radii by name; nan left out', () => {
    const cloud = parseCloud('x,y,z,radius\n1,2,3,0.5\nnan,NaN,-nan,1\n4,5,6,0.25\n', 'a.csv');
    expect([...cloud.positions]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(cloud.radii ?? [])]).toEqual([0.5, 0.25]);
    expect(parseCloud('nan nan nan\n1 2 3\n', 'a.xyz').vertexCount).toBe(1);
  });
});

describe('options', () => {
  test('scale multiplies places and the radii of the file, not the radius given', () => {
    const source = 'x y z radius\n1000 0 0 5\n0 2000 0 6\n';
    const own = parseCloud(source, 'a.xyz', { scale: 0.5, radius: 'file', name: 'scan' });
    expect([...own.positions, ...(own.radii ?? [])]).toEqual([500, 0, 0, 0, 1000, 0, 2.5, 3]);
    expect(own.name).toBe('scan');
    expect([...(parseCloud(source, 'a.xyz', { scale: 0.5, radius: 7 }).radii ?? [])]).toEqual([7, 7]);
  });

  test('a radius of 0 is said, with one that would do', () => {
    const lattice = Array.from({ length: 400 }, (_, i) => `${(i % 20) * 0.01} ${Math.floor(i / 20) * 0.01} 0`).join('\n');
    expect(warned(lattice, 'a.xyz')).toEqual([
      'a.xyz: the points have radius 0, so that anything fits between them; neighbours touch from about radius: 0.005 on',
    ]);
    expect(warned(lattice, 'a.xyz', { radius: 0.001 })).toEqual([]);
    expect(warned('1 2 3\n1 2 3', 'a.xyz')).toEqual(['a.xyz: the points have radius 0, so that anything fits between them']);
  });

  test('what they cannot be', async () => {
    for (const options of [
      { radius: -1 },
      { radius: 'each' },
      { radius: Number.NaN },
      { scale: 0 },
      { scale: -1 },
      { scale: '1' },
      { thin: 2 },
    ])
      expect(() => parseCloud('1 2 3', 'a.xyz', options as never)).toThrow(InputError);
    expect(() => parseCloud('1 2 3', 'a.xyz', { radius: 'file' })).toThrow(/a\.xyz: has no radius of each point/);
    await expect(readCloud('a.xyz' as never, 'a.xyz')).rejects.toThrow(/readCloud\(files, path\)/);
    const files = { read: async () => new TextEncoder().encode('1 2 3') };
    expect((await readCloud(files, 'a.xyz')).vertexCount).toBe(1);
    await expect(readCloud(files, 'a.xyz', { radius: -1 })).rejects.toThrow(InputError);
  });
});

test('LZF: long references, far ones, those that repeat themselves', () => {
  const bytes = joined(
    new Uint8Array(3000).fill(7),
    Uint8Array.from({ length: 9000 }, (_, i) => i % 251),
    Uint8Array.of(1, 2, 3),
  );
  const y = Array.from({ length: bytes.length }, (_, i) => bytes[i]);
  const fields = ['x', 'y', 'z'].map((name) => ({ name, type: 'U' as const, size: 1 as const, values: y }));
  expect(packLzf(bytes).length).toBeLessThan(bytes.length / 3);
  const { positions } = parseCloud(pcdBytes('binary_compressed', fields), 'a.pcd');
  expect(positions.every((value, i) => value === y[Math.floor(i / 3)])).toBe(true);
});
