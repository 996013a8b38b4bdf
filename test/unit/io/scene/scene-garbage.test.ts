import { describe, expect, test } from 'vitest';
import { parseMesh } from '../../../../src/io/mesh/read-mesh.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { type ColladaParts, colladaText, INSTANCE, QUAD_TRIANGLES } from '../mesh/write-collada.ts';
import { type Document, GltfWriter, glbBytes, QUAD_INDICES, QUAD_POSITIONS, quadGlb } from '../mesh/write-gltf.ts';

// Each broken COLLADA or glTF file gives one InputError that names the file and the fault; soon, and without much memory.

function errorOf(source: string | Uint8Array, file: string): InputError {
  try {
    parseMesh(source, file);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('was read');
}

const VERTEX = '<input semantic="VERTEX" source="#quad-v" offset="0"/>';
const p = (text: string, count = 2) => ({ primitives: `<triangles count="${count}">${VERTEX}<p>${text}</p></triangles>` });

const COLLADA: [what: string, parts: ColladaParts | string, line: number | undefined, says: RegExp][] = [
  ['empty', '', 1, /the file is empty/],
  ['not XML', 'solid a', undefined, /is no COLLADA file/],
  ['another root', '<robot name="r"/>', undefined, /is no COLLADA file/],
  ['cut short', colladaText().slice(0, colladaText().indexOf('</technique_common>')), 8, /cut short|unclosed/],
  ['no scene content', { nodes: '' }, 2, /no triangles/],
  ['only lines', { primitives: `<lines count="1">${VERTEX}<p>0 1</p></lines>` }, 2, /no triangles/],
  ['a word among the coordinates', { positions: '0 0 0 2 0 zero 2 1 0 0 1 0' }, 7, /should be a number, got "zero"/],
  ['nan', { positions: '0 0 0 2 0\nnan 2 1 0 0 1 0' }, 8, /got "nan"/],
  ['overflow', { positions: '0 0 0 2 0 1e999 2 1 0 0 1 0' }, 7, /Infinity is too large/],
  ['decimal commas', { positions: '0,5 0 0 2 0 0 2 1 0 0 1 0' }, 7, /got "0,5"/],
  ['fewer coordinates than announced', colladaText().replace('count="12"', 'count="15"'), 7, /should hold 15 numbers/],
  ['more coordinates than announced', colladaText().replace('count="12"', 'count="9"'), 7, /should hold 9 numbers, but holds more/],
  ['a billion coordinates announced', colladaText().replace('count="12"', 'count="4000000000"'), 7, /its text is shorter/],
  ['a negative count', colladaText().replace('count="12"', 'count="-12"'), 7, /at least 0, got -12/],
  ['accessor beyond the array', { accessor: '<accessor source="#quad-a" count="5" stride="3"/>' }, 8, /claims 5 positions/],
  ['a billion positions', { accessor: '<accessor source="#quad-a" count="4000000000" stride="3"/>' }, 8, /claims 4000000000/],
  ['two coordinates', { accessor: '<accessor source="#quad-a" count="4" stride="2"/>' }, 8, /stride is 2/],
  ['stride 0', { accessor: '<accessor source="#quad-a" count="4" stride="0"/>' }, 8, /at least 1, got 0/],
  ['accessor of nothing', { accessor: '<accessor source="#gone" count="4" stride="3"/>' }, 8, /"#gone" should be # and the id/],
  ['no accessor', { accessor: '' }, 8, /<technique_common> has no <accessor>/],
  ['no position', { vertices: '<vertices id="quad-v"/>' }, 11, /no <input semantic="POSITION">/],
  ['no vertices', { vertices: '' }, 4, /<mesh> has no <vertices>/],
  ['no vertex input', { primitives: '<triangles count="1"><p>0 1 2</p></triangles>' }, 12, /no <input semantic="VERTEX">/],
  ['vertex of another mesh', { primitives: QUAD_TRIANGLES.replace('#quad-v', '#other') }, 12, /"#other"/],
  ['index out of range', p('0 1 2 0 2 4'), 12, /corner 5 of <p> names vertex 4, but there are 4/],
  ['negative index', p('0 1 2 0 2 -1'), 12, /names vertex -1/],
  ['index with 400 digits', p(`0 1 2 0 2 ${'9'.repeat(400)}`), 12, /names vertex Infinity/],
  ['fractional index', p('0 1 2 0 2 1.5'), 12, /should be an integer, got "1.5"/],
  ['too few indices', p('0 1 2'), 12, /2 triangles have 6 corners, but <p> holds 3/],
  ['a rest of indices', { primitives: QUAD_TRIANGLES.replace('offset="0"', 'offset="3"') }, 13, /not a multiple of 4/],
  ['an offset of a billion', { primitives: QUAD_TRIANGLES.replace('offset="0"', 'offset="1000000000"') }, 12, /offset is 1000000000/],
  ['polygon of two', { primitives: `<polylist count="1">${VERTEX}<vcount>2</vcount><p>0 1</p></polylist>` }, 12, /here is one with 2/],
  ['polylist too short', { primitives: `<polylist count="1">${VERTEX}<vcount>9</vcount><p>0 1 2</p></polylist>` }, 12, /adds up to 9/],
  ['polygon with a hole', { primitives: `<polygons count="1">${VERTEX}<ph><p>0 1 2</p><h>3</h></ph></polygons>` }, 12, /holes/],
  ['strip of two', { primitives: `<tristrips count="1">${VERTEX}<p>0 1</p></tristrips>` }, 12, /at least 3 corners, here are 2/],
  ['missing strips', { primitives: `<tristrips count="2">${VERTEX}<p>0 1 2</p></tristrips>` }, 12, /count of <tristrips> is 2/],
  ['missing geometry', { nodes: '<node><instance_geometry url="#gone"/></node>' }, 16, /no <geometry> with that id/],
  ['geometry of another file', { nodes: '<node><instance_geometry url="b.dae#quad"/></node>' }, 16, /other files are not read/],
  ['missing scene', { scene: '<scene><instance_visual_scene url="#t"/></scene>' }, 17, /no <visual_scene> with that id/],
  ['a node within itself', { nodes: `<node id="a">${INSTANCE}<instance_node url="#a"/></node>` }, 16, /<node id="a"> contains itself/],
  ['skew', { nodes: `<node><skew>45 0 1 0 1 0 0</skew>${INSTANCE}</node>` }, 16, /<skew> cannot be read/],
  ['short matrix', { nodes: `<node><matrix>1 0 0 0</matrix>${INSTANCE}</node>` }, 16, /should hold 16 numbers/],
  ['perspective', { nodes: `<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1</matrix>${INSTANCE}</node>` }, 16, /should be affine/],
  ['no axis', { nodes: `<node><rotate>0 0 0 90</rotate>${INSTANCE}</node>` }, 16, /axis of <rotate> is 0 0 0/],
  ['unit 0', { asset: '<unit meter="0"/>' }, 3, /greater than 0/],
  [
    'two geometries with one id',
    { libraries: '<library_geometries><geometry id="quad"/></library_geometries>' },
    15,
    /two <geometry> have the id "quad"/,
  ],
  [
    'a controller of itself',
    {
      libraries: '<library_controllers><controller id="c"><skin source="#c"/></controller></library_controllers>',
      nodes: '<node><instance_controller url="#c"/></node>',
    },
    15,
    /is its own source/,
  ],
];

test.each(COLLADA)('COLLADA: %s', (_, parts, line, says) => {
  const error = errorOf(typeof parts === 'string' ? parts : colladaText(parts), 'broken.dae');
  expect(error.message).toMatch(says);
  expect(error.file).toBe('broken.dae');
  expect(error.line).toBe(line);
});

test('COLLADA: coordinates that only their place makes too large', () => {
  const nodes = `<node><scale>1e90 1 1</scale><scale>1e90 1 1</scale>${INSTANCE}</node>`;
  const error = errorOf(colladaText({ nodes }), 'a.dae');
  expect(error.message).toMatch(/vertex 1 has coordinate x = [\d.]+e\+180/);
  expect(error.line).toBe(16);
});

test('COLLADA: nodes that double 40 times are refused before they fill the memory', () => {
  const level = (k: number) => `<node id="n${k}"><instance_node url="#n${k + 1}"/><instance_node url="#n${k + 1}"/></node>`;
  const libraries = (last: string) =>
    `<library_nodes>${Array.from({ length: 40 }, (_, k) => level(k)).join('')}<node id="n40">${last}</node></library_nodes>`;
  for (const last of ['', INSTANCE]) {
    const text = colladaText({ libraries: libraries(last), nodes: '<node><instance_node url="#n0"/></node>' });
    expect(errorOf(text, 'a.dae').message).toMatch(/takes more work to read/);
  }
});

function brokenQuad(change: (document: { [key: string]: Document[] }, writer: GltfWriter) => void): Uint8Array {
  const writer = new GltfWriter();
  const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
  const indices = writer.accessor(Uint16Array.from(QUAD_INDICES), 'SCALAR');
  const document = writer.document({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }] });
  change(document as { [key: string]: Document[] }, writer);
  return glbBytes(document, writer.buffer);
}

function rewritten(at: number, value: number): Uint8Array {
  const bytes = quadGlb();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}

const node = (fields: Document) => brokenQuad((d) => Object.assign(d.nodes[0], fields));
const accessor = (index: number, fields: Document) => brokenQuad((d) => Object.assign(d.accessors[index], fields));
const primitive = (fields: Document) => brokenQuad((d) => Object.assign((d.meshes[0].primitives as Document[])[0], fields));
const JSON_BYTE = 20;

const GLB: [what: string, source: Uint8Array, byte: number | undefined, says: RegExp][] = [
  ['empty', new Uint8Array(), 0, /at least 20 bytes, this has 0/],
  ['another format', new TextEncoder().encode('solid a\nendsolid a\n   '), 0, /begins with "glTF"/],
  ['version 1', rewritten(4, 1), 4, /version 1, only 2/],
  ['cut short', quadGlb().slice(0, -4), 8, /cut short: its header claims/],
  ['bytes left over', Uint8Array.from([...quadGlb(), 0, 0, 0, 0]), 8, /left over/],
  ['a chunk beyond the end', rewritten(12, 0xfffffff0), 12, /a chunk claims 4294967280 bytes/],
  ['no JSON first', rewritten(16, 0x004e4942), 16, /first chunk should be the JSON/],
  ['broken JSON', glbBytes('{"asset":', null), JSON_BYTE, /its JSON cannot be read/],
  ['JSON that is a list', glbBytes('[]', null), JSON_BYTE, /should be an object/],
  ['no version', glbBytes({}, null), JSON_BYTE, /asset\.version should be "2\.0", got nothing/],
  ['nothing in it', glbBytes({ asset: { version: '2.0' } }, null), JSON_BYTE, /no triangles/],
  ['only points', primitive({ mode: 0 }), JSON_BYTE, /no triangles/],
  ['mode 7', primitive({ mode: 7 }), JSON_BYTE, /meshes\[0\]\.primitives\[0\]\.mode should be 0 to 6, got 7/],
  [
    'missing accessor',
    primitive({ indices: 9 }),
    JSON_BYTE,
    /primitives\[0\]\.indices should be a number into accessors, of which there are 2, got 9/,
  ],
  ['meshes as an object', brokenQuad((d) => Object.assign(d, { meshes: {} })), JSON_BYTE, /meshes should be a list/],
  ['a mesh that is null', brokenQuad((d) => Object.assign(d, { meshes: [null] })), JSON_BYTE, /meshes\[0\] should be an object/],
  ['missing mesh', node({ mesh: 3 }), JSON_BYTE, /nodes\[0\]\.mesh should be a number into meshes/],
  ['a node as its own child', node({ children: [0] }), JSON_BYTE, /circle/],
  [
    'a node with two parents',
    brokenQuad((d) => d.nodes.push({ children: [0] }, { children: [0] })),
    JSON_BYTE,
    /nodes\[0\] is reached twice/,
  ],
  [
    'a circle below the scene',
    brokenQuad((d) => Object.assign(d, { scene: 0, scenes: [{ nodes: [0] }], nodes: [{ children: [1] }, { children: [0] }] })),
    JSON_BYTE,
    /reached twice/,
  ],
  ['short matrix', node({ matrix: [1, 0, 0] }), JSON_BYTE, /matrix should be 16 finite numbers/],
  ['perspective', node({ matrix: [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }), JSON_BYTE, /should be affine/],
  ['long quaternion', node({ rotation: [0, 0, 1, 1] }), JSON_BYTE, /length 1, its length is 1\.41/],
  ['words as numbers', node({ scale: ['1', 1, 1] }), JSON_BYTE, /scale should be 3 finite numbers/],
  ['count of a billion', accessor(0, { count: 1e9 }), JSON_BYTE, /accessors\[0\] claims 1000000000 elements/],
  ['count beyond integers', accessor(0, { count: 1e300 }), JSON_BYTE, /count should be an integer/],
  ['a billion zeros without data', accessor(0, { count: 1e9, bufferView: undefined }), undefined, /takes more work to read/],
  ['count 0', accessor(0, { count: 0 }), JSON_BYTE, /at least 1, got 0/],
  ['unknown type', accessor(0, { type: 'constructor' }), JSON_BYTE, /accessors\[0\]\.type should be one of SCALAR/],
  ['unknown component', accessor(0, { componentType: 5124 }), JSON_BYTE, /componentType should be one of 5120/],
  ['positions of two', accessor(0, { type: 'VEC2' }), JSON_BYTE, /should be VEC3 of float, not VEC2/],
  ['signed indices', accessor(1, { componentType: 5122 }), JSON_BYTE, /SCALAR of unsigned integers, not SCALAR of short/],
  ['five corners', accessor(1, { count: 5 }), JSON_BYTE, /5 corners, which do not make whole triangles/],
  [
    'strip of two',
    brokenQuad((d) => {
      Object.assign((d.meshes[0].primitives as Document[])[0], { mode: 5 });
      d.accessors[1].count = 2;
    }),
    JSON_BYTE,
    /2 corners, which do not make a strip/,
  ],
  [
    'view beyond the buffer',
    brokenQuad((d) => {
      d.bufferViews[0].byteLength = 1000;
    }),
    JSON_BYTE,
    /bufferViews\[0\] ends at byte 1000/,
  ],
  [
    'stride below the size',
    brokenQuad((d) => {
      d.bufferViews[0].byteStride = 4;
    }),
    JSON_BYTE,
    /byteStride is 4, but an element takes 12/,
  ],
  [
    'buffer beyond the chunk',
    brokenQuad((d) => {
      d.buffers[0].byteLength = 1e9;
    }),
    JSON_BYTE,
    /claims 1000000000 bytes, but has 60/,
  ],
  [
    'external buffer',
    brokenQuad((d) => {
      d.buffers[0].uri = 'quad.bin';
    }),
    JSON_BYTE,
    /names another file, "quad\.bin".*\.glb/,
  ],
  [
    'broken base64',
    brokenQuad((d) => {
      d.buffers[0].uri = 'data:application/octet-stream;base64,%%%';
    }),
    JSON_BYTE,
    /not valid base64/,
  ],
  [
    'data without base64',
    brokenQuad((d) => {
      d.buffers[0].uri = 'data:text/plain,abc';
    }),
    JSON_BYTE,
    /should be base64/,
  ],
  ['Draco', brokenQuad((d) => Object.assign(d, { extensionsRequired: ['KHR_draco_mesh_compression'] })), JSON_BYTE, /compressed geometry/],
  ['meshopt', brokenQuad((d) => Object.assign(d, { extensionsRequired: ['EXT_meshopt_compression'] })), JSON_BYTE, /compressed geometry/],
  ['unknown requirement', brokenQuad((d) => Object.assign(d, { extensionsRequired: ['X_y'] })), JSON_BYTE, /"X_y", which cannot be read/],
  [
    'Draco, not announced',
    brokenQuad((d) => {
      Object.assign((d.meshes[0].primitives as Document[])[0], { extensions: { KHR_draco_mesh_compression: {} } });
      delete d.accessors[0].bufferView;
    }),
    JSON_BYTE,
    /is compressed/,
  ],
  ['copies on the GPU', node({ extensions: { EXT_mesh_gpu_instancing: {} } }), JSON_BYTE, /EXT_mesh_gpu_instancing/],
];

test.each(GLB)('glTF: %s', (_, source, byte, says) => {
  const error = errorOf(source, 'broken.glb');
  expect(error.message).toMatch(says);
  expect(error.file).toBe('broken.glb');
  expect(error.byte).toBe(byte);
});

describe('glTF: faults in the data name their byte', () => {
  const base = brokenQuad(() => {});
  const data = base.length - 60;

  test('NaN', () => {
    const bytes = base.slice();
    new DataView(bytes.buffer).setFloat32(data + 16, Number.NaN, true);
    const error = errorOf(bytes, 'a.glb');
    expect(error.message).toBe(`a.glb, byte ${data + 12}: accessors[0], element 1, has coordinate y = NaN`);
  });

  test('index out of range', () => {
    const bytes = base.slice();
    new DataView(bytes.buffer).setUint16(data + 48 + 10, 65535, true);
    const error = errorOf(bytes, 'a.glb');
    expect(error.message).toBe(`a.glb, byte ${data + 58}: accessors[1], element 5, names vertex 65535, but there are 4`);
  });

  test('sparse index out of range', () => {
    const bytes = brokenQuad((d) => {
      const part = { bufferView: 1, componentType: 5123 };
      d.accessors[0].sparse = { count: 1, indices: { ...part, byteOffset: 6 + 4 }, values: { bufferView: 0 } };
      d.accessors[0].count = 3;
    });
    expect(errorOf(bytes, 'a.glb').message).toMatch(/accessors\[0\]\.sparse\.indices names element 3, but there are 3$/);
  });
});

test('glTF: one mesh under 100,000 nodes of a small file is refused', () => {
  const nodes = Array.from({ length: 100_000 }, () => ({ mesh: 0 }));
  const writer = new GltfWriter();
  const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS.slice(0, 9)), 'VEC3');
  const indices = writer.accessor(new Uint8Array(3 * 4000), 'SCALAR');
  const bytes = writer.glb({ nodes, meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }] });
  expect(errorOf(bytes, 'a.glb').message).toMatch(/takes more work to read/);
});

const RUNS = rounds(1000);

const ORIGINALS: Record<string, Uint8Array> = {
  'a.glb': quadGlb([
    { children: [1], rotation: [0, 0, 0, 1] },
    { mesh: 0, scale: [1, 2, 3] },
  ]),
  'a.gltf': (() => {
    const writer = new GltfWriter();
    const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
    const sparse = { count: 1, indices: { bufferView: writer.view(Uint8Array.of(2)), componentType: 5121 }, values: { bufferView: 0 } };
    Object.assign(writer.accessors[0], { sparse });
    return new TextEncoder().encode(writer.gltf({ meshes: [{ primitives: [{ attributes: { POSITION }, mode: 5 }] }] }));
  })(),
  'a.dae': new TextEncoder().encode(
    colladaText({
      nodes: `<node id="n"><rotate>0 0 1 30</rotate><translate>1 2 3</translate>${INSTANCE}</node><node><instance_node url="#n"/></node>`,
    }),
  ),
};

function survives(source: Uint8Array, file: string): boolean {
  try {
    parseMesh(source, file);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.message.startsWith(file)) return false;
    throw error;
  }
}

describe.each(Object.keys(ORIGINALS))('%s', (file) => {
  const original = ORIGINALS[file];

  test('the original is read; cut short anywhere, it is not', () => {
    expect(survives(original, file)).toBe(true);
    let read = 0;
    for (let length = 0; length < original.length; length++) if (survives(original.subarray(0, length), file)) read++;
    // The line break at the end of the COLLADA file may be missing.
    expect(read).toBeLessThanOrEqual(1);
  });

  test('up to 6 bytes changed, 1,000 times and more, seed 11', () => {
    const random = new Random(11);
    const tempting = new TextEncoder().encode('0123456789-+.eE/ \n#"<>[]{},:');
    const pick = (n: number) => Math.floor(random.next() * n);
    let refused = 0;
    for (let run = 0; run < RUNS; run++) {
      const damaged = original.slice();
      for (let n = 1 + pick(6); n > 0; n--)
        damaged[pick(damaged.length)] = random.next() < 0.3 ? pick(256) : tempting[pick(tempting.length)];
      if (!survives(damaged, file)) refused++;
    }
    expect(refused).toBeGreaterThan(RUNS / 3);
  });

  test('numbers replaced by tempting ones, 1,000 times and more, seed 12', () => {
    const random = new Random(12);
    const text = String.fromCharCode(...original);
    const places = [...text.matchAll(/\d+/g)].map(({ index, 0: word }) => ({ index, word }));
    const tempting = ['0', '1', '3', '-1', '1e9', '4294967296', '1e308', '1.5', '99', '""', 'null', '[]'];
    let refused = 0;
    for (let run = 0; run < RUNS; run++) {
      const { index, word } = places[Math.floor(random.next() * places.length)];
      const value = tempting[Math.floor(random.next() * tempting.length)];
      const changed = text.slice(0, index) + value + text.slice(index + word.length);
      const bytes = Uint8Array.from(changed, (c) => c.charCodeAt(0));
      if (file.endsWith('.glb')) {
        const view = new DataView(bytes.buffer);
        view.setUint32(8, bytes.length, true);
        view.setUint32(12, view.getUint32(12, true) + value.length - word.length, true);
      }
      if (!survives(bytes, file)) refused++;
    }
    expect(refused).toBeGreaterThan(RUNS / 3);
  });

  test('parts repeated and removed, 1,000 times, seed 13', () => {
    const random = new Random(13);
    let refused = 0;
    for (let run = 0; run < 1000; run++) {
      const [a, b] = [random.next(), random.next()].map((r) => Math.floor(r * original.length)).sort((x, y) => x - y);
      const parts = run % 2 === 0 ? [original.subarray(0, b), original.subarray(a)] : [original.subarray(0, a), original.subarray(b)];
      if (!survives(Uint8Array.from(parts.flatMap((part) => [...part])), file)) refused++;
    }
    expect(refused).toBeGreaterThan(100);
  });
});
