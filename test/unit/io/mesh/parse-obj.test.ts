import { expect, test } from 'vitest';
import { parseObj, parseObjGroups } from '../../../../src/io/index.ts';
import { fan, objText, POLYGONS, TETRAHEDRON } from './write-mesh.ts';

const THREE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';

test('what was written comes back', () => {
  for (const soup of [TETRAHEDRON, POLYGONS]) {
    const mesh = parseObj(objText(soup), 'a.obj');
    expect([...mesh.positions]).toEqual(soup.positions);
    expect([...mesh.indices]).toEqual(fan(soup.faces));
    expect(mesh.name).toBe('a.obj');
  }
});

test.each([
  ['texture', 'f 1/1 2/2 3/3'],
  ['normal', 'f 1//1 2//2 3//3'],
  ['both', 'f 1/1/1 2/2/2 3/3/3'],
  ['negative', 'f -3 -2 -1'],
  ['negative, both', 'f -3/-3/-3 -2/-2/-2 -1/-1/-1'],
  ['empty parts', 'f 1/ 2// 3/'],
  ['tabs and blanks', '\t f  1\t2   3  '],
  ['comment', 'f 1 2 3 # the only one'],
  ['comment glued', 'f 1 2 3#one'],
  ['joined lines', 'f 1 \\\n 2 \\\r\n3'],
  ['outline', 'vt 0 0\nvn 0 0 1\nvp 0\ns off\nusemtl steel\nmtllib a.mtl\nl 1 2\np 1\nmg 1\nf 1 2 3'],
  ['skipped with joined lines', 'vn 0 \\\n0 \\\n1\nusemtl a\\b\nf 1 2 3'],
  ['byte order mark', 'f 1 2 3'],
])('face with %s', (what, face) => {
  const text = `${what === 'byte order mark' ? '\ufeff' : ''}${THREE}${face}`;
  expect([...parseObj(text, 'a.obj').indices]).toEqual([0, 1, 2]);
  const windows = parseObj(text.replaceAll(/\r?\n/g, '\r\n'), 'a.obj');
  expect([...windows.indices]).toEqual([0, 1, 2]);
});

test('weights and colours of vertices are dropped', () => {
  const text = 'v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 0.1 0.2 0.3\nf 1 2 3';
  expect([...parseObj(text, 'a.obj').positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
});

test('faces may come before their vertices', () => {
  expect([...parseObj(`f 1 2 3\n${THREE}`, 'a.obj').indices]).toEqual([0, 1, 2]);
});

test('a first line with the counts is checked', () => {
  expect(parseObj(`3 1\r\n${THREE}f 1 2 3`, 'a.obj').triangleCount).toBe(1);
  expect(() => parseObj(`3 2\r\n${THREE}f 1 2 3`, 'a.obj')).toThrow(/announces 3 vertices and 2 faces/);
});

test('objects and groups are ranges of triangles', () => {
  const text = `${THREE}f 1 2 3\no left hand # a comment\nf 1 2 3\ng thumb\nf 1 2 3\nf 1 2 3\no empty\no right#2\nf 1 2 3 1\ng\nf 3 2 1\n`;
  const { mesh, groups } = parseObjGroups(text, 'a.obj');
  expect(mesh.triangleCount).toBe(7);
  expect(groups).toEqual([
    { kind: 'group', name: 'thumb', firstTriangle: 2, triangleCount: 2 },
    { kind: 'object', name: 'left hand', firstTriangle: 1, triangleCount: 3 },
    { kind: 'group', name: '', firstTriangle: 6, triangleCount: 1 },
    { kind: 'object', name: 'right#2', firstTriangle: 4, triangleCount: 3 },
  ]);
});

test('options: name, scale, weld, radius, solid', () => {
  const text = `${THREE}v 1 0 -0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5`;
  const mesh = parseObj(text, 'a.obj', { name: 'plate', scale: [2, 4, 8], weld: true, radius: 0.5, solid: true });
  expect(mesh.name).toBe('plate');
  expect([...mesh.positions]).toEqual([0, 0, 0, 2, 0, 0, 0, 4, 0, 2, 4, 0]);
  expect([...mesh.indices]).toEqual([0, 1, 2, 1, 3, 2]);
  expect([...(mesh.radii ?? [])]).toEqual([0.5, 0.5]);
  expect(mesh.solid).toBe(true);
  const mirrored = parseObj(`${THREE}f 1 2 3`, 'a.obj', { scale: [-1, 1, 1] });
  expect([...mirrored.indices]).toEqual([0, 2, 1]);
  expect([...parseObj(`${THREE}f 1 2 3`, 'a.obj', { scale: [-1, -1, 1] }).indices]).toEqual([0, 1, 2]);
});

test.each([0, Number.NaN, Number.POSITIVE_INFINITY, [1, 1], [1, 0, 1], 1e300])('scale %j is an input error', (scale) => {
  expect(() => parseObj(`${THREE}v 5 5 5\nf 1 2 3`, 'a.obj', { scale: scale as number })).toThrow(/^a\.obj: scale/);
});

test('a polygon of 100,000 corners is read in linear time', () => {
  const n = 100_000;
  const text = `${Array.from({ length: n }, (_, i) => `v ${i} ${i % 7} 0`).join('\n')}\nf ${Array.from({ length: n }, (_, i) => i + 1).join(' ')}`;
  expect(parseObj(text, 'a.obj').triangleCount).toBe(n - 2);
});
