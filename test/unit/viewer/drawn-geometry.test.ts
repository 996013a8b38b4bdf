import { box, sphere, TriangleMesh } from 'inbetween';
import { parseMesh } from 'inbetween/io';
import { expect, test } from 'vitest';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { drawnGeometry, edgeGeometry } from '../../../viewer/src/stage/drawn-geometry.ts';
import { partsOf } from '../../../viewer/src/stage/parts.ts';

/** Edges as pairs of points, each written the same way round. */
function edgesOf(mesh: TriangleMesh): string[] {
  const places = edgeGeometry(mesh)?.getAttribute('position').array ?? [];
  return Array.from({ length: places.length / 6 }, (_, k) =>
    [0, 3]
      .map((at) => Array.from(places.slice(6 * k + at, 6 * k + at + 3)).join())
      .sort()
      .join(' '),
  );
}

test('lines are drawn where a surface turns or ends, each once, however its triangles share vertices', () => {
  const cube = box([2, 2, 2]);
  const soup = new TriangleMesh(Array.from(cube.indices, (v) => [...cube.positions.subarray(3 * v, 3 * v + 3)]).flat());
  for (const mesh of [cube, soup]) {
    const edges = edgesOf(mesh);
    expect(new Set(edges).size).toBe(12);
    expect(edges.length).toBe(12);
    // along an axis each: no diagonal of a face
    for (const edge of edges) {
      const [a, b] = edge.split(' ').map((end) => end.split(',').map(Number));
      expect(a.filter((x, k) => x !== b[k]).length).toBe(1);
    }
  }
  // two triangles in one plane, turned either way round: their rim
  expect(edgesOf(new TriangleMesh([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 3, 2])).length).toBe(4);
  expect(edgeGeometry(sphere(1))).toBe(null);
});

test('a mesh of a file has its colours at its corners, in linear light; one without has none', () => {
  const text = `{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,${Buffer.from(
    Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer,
  ).toString('base64')}"}]}`;
  const colours = drawnGeometry(parseMesh(text, 'a.gltf')).getAttribute('color');
  expect(Array.from(colours.array)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0]);
  expect(drawnGeometry(box([1, 1, 1])).hasAttribute('color')).toBe(false);
});

test('a robot that is dropped keeps the colours of its links, whichever shapes of it are tested', async () => {
  const shape = '<geometry><sphere radius="1"/></geometry>';
  const urdf = `<robot name="r"><link name="a"><visual>${shape}<material name="m"><color rgba="0 0.5 1 1"/></material></visual><collision>${shape}</collision></link></robot>`;
  const files = { 'r.urdf': new TextEncoder().encode(urdf) };
  for (const geometry of ['collision', 'visual'] as const) {
    const opened = await openSource({ kind: 'files', files, main: 'r.urdf', path: null, geometry });
    expect(opened.colours).toEqual({ 'r/a': [0, 0.5, 1] });
    expect(partsOf(opened.scene, opened.colours).map(({ key, colour }) => [key, colour])).toEqual([['r/a', [0, 0.5, 1]]]);
  }
});
