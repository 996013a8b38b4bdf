import { expect, test } from 'vitest';
import { parseStl } from '../../../../src/io/index.ts';
import { inspectMesh } from '../../../../src/mesh/inspect-mesh.ts';
import { stlBytes, stlText, TETRAHEDRON } from './write-mesh.ts';

const corners = TETRAHEDRON.faces.flatMap((face) => face.flatMap((v) => TETRAHEDRON.positions.slice(3 * v, 3 * v + 3)));
const soupOf = (mesh: { positions: Float64Array; indices: Uint32Array }) =>
  [...mesh.indices].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]);

test.each([
  ['text', stlText(TETRAHEDRON)],
  ['text in capitals', stlText(TETRAHEDRON).toUpperCase()],
  ['text with CR LF', stlText(TETRAHEDRON).replaceAll('\n', '\r\n')],
  ['text without names', stlText(TETRAHEDRON, '')],
  ['text with a name that looks like content', stlText(TETRAHEDRON, 'facet normal endsolid')],
  ['text on few lines', stlText(TETRAHEDRON).replace(/\n(?= )/g, (_, at: number) => (at < 15 ? '\n' : ' '))],
  ['text with nan normals', stlText(TETRAHEDRON).replaceAll('normal 0 0 0', 'normal nan -nan(ind) 1.#QNAN')],
  ['binary', stlBytes(TETRAHEDRON)],
  ['binary that begins with solid', stlBytes(TETRAHEDRON, 'solid PUMA_LINK3\0')],
  ['binary that begins like text', stlBytes(TETRAHEDRON, 'solid part\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n')],
])('%s', (_, source) => {
  const welded = parseStl(source, 'a.stl');
  expect(welded.vertexCount).toBe(4);
  expect(soupOf(welded)).toEqual(corners);
  expect(inspectMesh(welded).closed).toBe(true);
  const soup = parseStl(source, 'a.stl', { weld: false });
  expect(soup.vertexCount).toBe(12);
  expect([...soup.positions]).toEqual(corners);
});

test('several solids are one mesh, empty ones included', () => {
  const mesh = parseStl(`${stlText(TETRAHEDRON, 'a')}\nsolid\nendsolid\n${stlText(TETRAHEDRON, 'b')}`, 'a.stl');
  expect(mesh.triangleCount).toBe(8);
  expect(mesh.vertexCount).toBe(4);
});

test('a view into a larger buffer is read where it lies', () => {
  const bytes = stlBytes(TETRAHEDRON);
  const larger = new Uint8Array(bytes.length + 7).fill(0xff);
  larger.set(bytes, 3);
  expect(soupOf(parseStl(larger.subarray(3, 3 + bytes.length), 'a.stl'))).toEqual(corners);
  expect(soupOf(parseStl(bytes.buffer as ArrayBuffer, 'a.stl'))).toEqual(corners);
});

test('welding is exact: one unit in the last place keeps vertices apart', () => {
  const next = 1 + 2 ** -23;
  const soup = {
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, next, 0, 0, 0, -0, 0],
    faces: [
      [0, 1, 2],
      [4, 3, 2],
    ],
  };
  expect(parseStl(stlBytes(soup), 'a.stl').vertexCount).toBe(4);
});
