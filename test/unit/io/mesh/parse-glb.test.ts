import { describe, expect, test } from 'vitest';
import { parseGlb, parseGltf } from '../../../../src/io/mesh/parse-glb.ts';
import { parseMesh } from '../../../../src/io/mesh/read-mesh.ts';
import { GltfWriter, glbBytes, QUAD_INDICES, QUAD_POSITIONS, quadGlb } from './write-gltf.ts';

const quad = (nodes?: Parameters<typeof quadGlb>[0], more?: Parameters<typeof quadGlb>[1], options = {}) =>
  parseGlb(quadGlb(nodes, more), 'quad.glb', options);

function triangles(...list: [mode: number, positions: number[], indices?: number[]][]): number[][] {
  const writer = new GltfWriter();
  const primitives = list.map(([mode, positions, indices]) => ({
    mode,
    attributes: { POSITION: writer.accessor(Float32Array.from(positions), 'VEC3') },
    ...(indices && { indices: writer.accessor(Uint8Array.from(indices), 'SCALAR') }),
  }));
  const mesh = parseGlb(writer.glb({ meshes: [{ primitives }] }), 'modes.glb');
  return Array.from({ length: mesh.triangleCount }, (_, t) =>
    [...mesh.indices.subarray(3 * t, 3 * t + 3)].map((v) => mesh.positions[3 * v]),
  );
}

/** Points told apart by their x. */
const points = (count: number): number[] => Array.from({ length: count }, (_, i) => [i, i * i, 0]).flat();

describe('one quad', () => {
  test('comes back as written, from .glb and .gltf', () => {
    const writer = new GltfWriter();
    const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
    const indices = writer.accessor(Uint32Array.from(QUAD_INDICES), 'SCALAR');
    const more = { nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }] };
    for (const mesh of [quad(), parseGlb(writer.glb(more), 'a.glb'), parseGltf(writer.gltf(more), 'a.gltf')]) {
      expect([...mesh.positions]).toEqual(QUAD_POSITIONS);
      expect([...mesh.indices]).toEqual(QUAD_INDICES);
    }
  });

  test('is recognised without an extension', () => {
    expect(parseMesh(quadGlb(), 'quad').triangleCount).toBe(2);
    const writer = new GltfWriter();
    const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS.slice(0, 9)), 'VEC3');
    expect(parseMesh(writer.gltf({ meshes: [{ primitives: [{ attributes: { POSITION } }] }] }), 'tri').triangleCount).toBe(1);
  });

  test('a Buffer that is a window into a larger one', () => {
    const bytes = quadGlb();
    const larger = Buffer.alloc(bytes.length + 77, 255);
    larger.set(bytes, 33);
    expect([...parseGlb(larger.subarray(33, 33 + bytes.length), 'quad.glb').positions]).toEqual(QUAD_POSITIONS);
  });

  test('keeps the coordinates of the file, or turns y up into z up', () => {
    expect([...quad([{ mesh: 0 }], {}, { upAxis: 'keep' }).positions]).toEqual(QUAD_POSITIONS);
    const turned = quad([{ mesh: 0 }], {}, { upAxis: 'z' });
    expect([...turned.positions].map((x) => x + 0)).toEqual([0, 0, 0, 2, 0, 0, 2, 0, 1, 0, 0, 1]);
    expect([...turned.indices]).toEqual(QUAD_INDICES);
  });

  test('scale, weld and name apply as for other formats', () => {
    const mesh = quad([{ mesh: 0 }], {}, { scale: [1, -2, 1], name: 'q' });
    expect([...mesh.positions].map((x) => x + 0)).toEqual([0, 0, 0, 2, 0, 0, 2, -2, 0, 0, -2, 0]);
    expect([...mesh.indices]).toEqual([0, 2, 1, 0, 3, 2]);
    expect(mesh.name).toBe('q');
  });
});

describe('nodes', () => {
  test('translation, scale and quarter turns nest, by hand', () => {
    const s = Math.SQRT1_2;
    // The child doubles and turns x to y; the parent then shifts.
    const mesh = quad([
      { translation: [10, 20, 30], children: [1] },
      { mesh: 0, rotation: [0, 0, s, s], scale: [2, 2, 2] },
    ]);
    const expected = [10, 20, 30, 10, 24, 30, 8, 24, 30, 8, 20, 30];
    expected.forEach((x, i) => {
      expect(mesh.positions[i]).toBeCloseTo(x, 14);
    });
  });

  test('a matrix is column by column', () => {
    const mesh = quad([{ mesh: 0, matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] }]);
    expect([...mesh.positions]).toEqual([5, 6, 7, 5, 8, 7, 4, 8, 7, 4, 6, 7]);
  });

  test('a mirror turns the triangles round, two mirrors do not', () => {
    expect([...quad([{ mesh: 0, scale: [-1, 1, 1] }]).indices]).toEqual([0, 2, 1, 0, 3, 2]);
    expect([
      ...quad([
        { scale: [1, 1, -1], children: [1] },
        { mesh: 0, scale: [-1, 1, 1] },
      ]).indices,
    ]).toEqual(QUAD_INDICES);
  });

  test('a mesh used three times is there three times, in the order of the nodes', () => {
    const nodes = [
      { children: [1, 2] },
      { mesh: 0, translation: [1, 0, 0], children: [3] },
      { mesh: 0 },
      { mesh: 0, translation: [1, 0, 0] },
    ];
    const mesh = quad(nodes);
    expect(mesh.triangleCount).toBe(6);
    expect([0, 4, 8].map((v) => mesh.positions[3 * v])).toEqual([1, 2, 0]);
    expect([...mesh.indices.subarray(6, 12)]).toEqual(QUAD_INDICES.map((v) => v + 4));
  });

  test('only the default scene; all scenes where none is the default; all roots without scenes; all meshes without nodes', () => {
    const nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }, { mesh: 0, translation: [7, 0, 0] }];
    const firsts = (more: object) => {
      const { positions } = quad(nodes, { ...more });
      return Array.from({ length: positions.length / 12 }, (_, i) => positions[12 * i]);
    };
    const scenes = [{ nodes: [0] }, { nodes: [1, 0] }];
    expect(firsts({ scenes, scene: 1 })).toEqual([5, 0]);
    expect(firsts({ scenes, scene: undefined })).toEqual([0, 5]);
    expect(firsts({ scenes: undefined, scene: undefined })).toEqual([0, 5, 7]);
    expect(firsts({ scenes: undefined, scene: undefined, nodes: undefined })).toEqual([0]);
  });
});

describe('primitives', () => {
  test('strips, every second triangle turned round', () => {
    expect(triangles([5, points(5)])).toEqual([
      [0, 1, 2],
      [1, 3, 2],
      [2, 3, 4],
    ]);
  });

  test('fans', () => {
    expect(triangles([6, points(5)])).toEqual([
      [1, 2, 0],
      [2, 3, 0],
      [3, 4, 0],
    ]);
  });

  test('the joints of a strip are no part of the surface, neither by number nor by position', () => {
    const expected = [
      [0, 1, 2],
      [3, 5, 4],
    ];
    expect(triangles([5, points(6), [0, 1, 2, 2, 3, 3, 4, 5]])).toEqual(expected);
    const joined = [0, 1, 2, 2, 3, 3, 4, 5].flatMap((i) => [i, i * i, 0]);
    expect(triangles([5, joined])).toEqual(expected);
  });

  test('points and lines are skipped', () => {
    expect(triangles([0, points(3)], [1, points(4)], [2, points(3)], [3, points(4)], [4, points(3)])).toEqual([[0, 1, 2]]);
  });

  test('primitives over the same positions share their vertices, and only used ones are there', () => {
    const writer = new GltfWriter();
    const POSITION = writer.accessor(Float32Array.from(points(10)), 'VEC3');
    const primitives = [
      [7, 8, 9],
      [9, 8, 2],
    ].map((list) => ({ attributes: { POSITION }, indices: writer.accessor(Uint8Array.from(list), 'SCALAR') }));
    const mesh = parseGlb(writer.glb({ meshes: [{ primitives }] }), 'a.glb');
    expect([...mesh.positions]).toEqual([7, 49, 0, 8, 64, 0, 9, 81, 0, 2, 4, 0]);
    expect([...mesh.indices]).toEqual([0, 1, 2, 2, 1, 3]);
  });
});

describe('accessors', () => {
  const read = (writer: GltfWriter, more = {}) => [
    ...parseGlb(writer.glb({ meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], ...more }), 'a.glb').positions,
  ];

  test('byteStride and byteOffset', () => {
    const writer = new GltfWriter();
    // x y z and two others each, after one number to leave out.
    const data = Float32Array.from([99, ...[0, 1, 2].flatMap((i) => [i, 10 + i, 20 + i, -1, -1])]);
    const bufferView = writer.view(data, { byteStride: 20 });
    writer.accessors.push({ bufferView, byteOffset: 4, componentType: 5126, count: 3, type: 'VEC3' });
    expect(read(writer)).toEqual([0, 10, 20, 1, 11, 21, 2, 12, 22]);
  });

  test('the last element may lack the rest of its stride', () => {
    const writer = new GltfWriter();
    const bufferView = writer.view(Float32Array.from([1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9]), { byteStride: 16 });
    writer.accessors.push({ bufferView, componentType: 5126, count: 3, type: 'VEC3' });
    expect(read(writer)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each([true, false])('sparse, over a view: %s', (hasView) => {
    const writer = new GltfWriter();
    const base = hasView ? { bufferView: writer.view(Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9])) } : {};
    const indices = { bufferView: writer.view(Uint16Array.from([1])), componentType: 5123 };
    const values = { bufferView: writer.view(Float32Array.from([-4, -5, -6])) };
    writer.accessors.push({ ...base, componentType: 5126, count: 3, type: 'VEC3', sparse: { count: 1, indices, values } });
    expect(read(writer)).toEqual(hasView ? [1, 2, 3, -4, -5, -6, 7, 8, 9] : [0, 0, 0, -4, -5, -6, 0, 0, 0]);
  });

  test('quantised positions, where the extension is announced', () => {
    const extensionsUsed = ['KHR_mesh_quantization'];
    const signed = [0, 127, -127, -128, 1, 2, 3, 4, 5];
    const plain = new GltfWriter();
    plain.accessor(Int8Array.from(signed), 'VEC3');
    expect(read(plain, { extensionsUsed })).toEqual(signed);
    const normalised = new GltfWriter();
    normalised.accessor(Int8Array.from(signed), 'VEC3', { normalized: true });
    expect(read(normalised, { extensionsUsed })).toEqual(signed.map((x) => Math.max(x / 127, -1)));
    const unsigned = new GltfWriter();
    unsigned.accessor(Uint16Array.from([0, 65535, 1, 2, 3, 4, 5, 6, 7]), 'VEC3', { normalized: true });
    expect(read(unsigned, { extensionsUsed })).toEqual([0, 65535, 1, 2, 3, 4, 5, 6, 7].map((x) => x / 65535));
    expect(() => read(plain)).toThrow(/positions, which should be VEC3 of float, not VEC3 of byte/);
  });
});

test('hands out an empty JSON chunk as a fault, not a crash', () => {
  expect(() => parseGlb(glbBytes('', null), 'a.glb')).toThrow(/^a\.glb, byte 20: its JSON cannot be read/);
});
