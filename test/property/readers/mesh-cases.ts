import { readCloud, readFloorMap, readHeightField, readMesh, readOctomap } from '../../../src/io/index.ts';
import { bytesOf, each, joined, type ReaderCase } from './reader-case.ts';

// Meshes, clouds and maps: one row for every thing that such a file can repeat.

type Make = (n: number) => string | Uint8Array;

function mesh(file: string, construct: string, make: Make, refused?: RegExp): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readMesh(files, path, options);
  return { format: file.split('.')[1], construct, make: (n) => ({ [file]: make(n) }), read, refused };
}

function cloud(file: string, construct: string, make: Make, refused?: RegExp): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readCloud(files, path, options);
  return { format: `cloud ${file.split('.')[1]}`, construct, make: (n) => ({ [file]: make(n) }), read, refused };
}

const POINTS = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const row = (i: number): string => `${i % 7} ${i % 11} ${i % 13}`;

const OBJ: readonly ReaderCase[] = [
  mesh('a.obj', 'vertices and faces', (n) => `${each(n, (i) => `v ${row(i)}`)}\n${each(n, () => 'f 1 2 3')}\n`),
  mesh('a.obj', 'normals and textures', (n) => `${POINTS}${each(n, () => 'vn 0 0 1\nvt 0 0')}\nf 1/1/1 2/1/1 3/1/1\n`),
  mesh('a.obj', 'corners of one face', (n) => `${POINTS}f ${each(n, (i) => String((i % 3) + 1), ' ')} 1 2 3\n`),
  mesh('a.obj', 'lines that go on', (n) => `${POINTS}f 1 2 3 ${'\\\n1 2 3 '.repeat(n)}\n`),
  mesh('a.obj', 'groups and objects', (n) => POINTS + each(n, (i) => `o a${i % 10}\ng b\nf 1 2 3`)),
  mesh('a.obj', 'vertices named before they come', (n) => `${each(n, (i) => `f 1 2 ${i + 3}`)}\n${each(n + 3, () => 'v 0 0 0')}\n`),
  mesh('a.obj', 'comments, blanks, looks', (n) => `${POINTS}${'# x # y\n   \t\nusemtl a # b\n'.repeat(n)}f 1 2 3\n`),
  mesh('a.obj', 'blanks of one line', (n) => `${POINTS}f 1 2 3${' \t'.repeat(4 * n)}\n`),
  mesh('a.obj', 'digits of one number', (n) => `v 0.${'3'.repeat(8 * n)} 0 0\n${POINTS}f 1 2 3\n`),
  mesh('a.obj', 'a name of no end', (n) => `${POINTS}o ${'a #'.repeat(4 * n)}\nf 1 2 3\n`),
];

const facet = (i: number): string => `facet normal 0 0 1\nouter loop\nvertex ${row(i)}\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet`;

function binaryStl(n: number): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * n);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, n, true);
  for (let i = 0; i < n; i++) for (let k = 0; k < 9; k++) view.setFloat32(96 + 50 * i + 4 * k, (i * (k + 3)) % 17, true);
  return bytes;
}

const STL: readonly ReaderCase[] = [
  mesh('a.stl', 'facets as text', (n) => `solid a\n${each(n, facet)}\nendsolid a\n`),
  mesh('a.stl', 'solids', (n) => each(n, (i) => `solid a\n${facet(i)}\nendsolid a`)),
  mesh('a.stl', 'facets as bytes', binaryStl),
];

const plyHead = (vertices: number, faces: number, format = 'ascii', more = ''): string =>
  `ply\nformat ${format} 1.0\n${more}element vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\nelement face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;

function binaryPly(n: number): Uint8Array {
  const data = new Uint8Array(12 * n + 13 * n);
  const view = new DataView(data.buffer);
  for (let i = 0; i < 3 * n; i++) view.setFloat32(4 * i, i % 19, true);
  for (let i = 0; i < n; i++) {
    data[12 * n + 13 * i] = 3;
    for (let k = 0; k < 3; k++) view.setInt32(12 * n + 13 * i + 1 + 4 * k, (i + k) % n, true);
  }
  return joined(bytesOf(plyHead(n, n, 'binary_little_endian')), data);
}

const PLY: readonly ReaderCase[] = [
  mesh('a.ply', 'rows as text', (n) => `${plyHead(n, n)}${each(n, row)}\n${each(n, (i) => `3 0 1 ${i % n}`)}\n`),
  mesh('a.ply', 'rows as bytes', binaryPly),
  mesh('a.ply', 'comments of the header', (n) => `${plyHead(3, 1, 'ascii', 'comment a b\n'.repeat(n))}0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`),
  mesh('a.ply', 'elements of no rows', (n) => {
    const more = each(Math.min(n, 900), (i) => `element e${i} 0\nproperty int a\n`, '');
    return `${plyHead(3, 1, 'ascii', more)}0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`;
  }),
  mesh('a.ply', 'strips', (n) => {
    const head = plyHead(3, 0).replace('element face 0', 'element tristrips 1').replace('uchar', 'int');
    return `${head}0 0 0\n1 0 0\n0 1 0\n${3 * n} ${'0 1 2 '.repeat(n)}\n`;
  }),
];

const OFF: readonly ReaderCase[] = [
  mesh('a.off', 'vertices and faces', (n) => `OFF\n${n} ${n} 0\n${each(n, row)}\n${each(n, () => '3 0 1 2')}\n`),
  mesh('a.off', 'corners of one face', (n) => `OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n${3 * n} ${'0 1 2 '.repeat(n)}\n`),
  mesh('a.off', 'comments', (n) => `${'# a\n'.repeat(n)}OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`),
];

const PLACE =
  '<source id="p"><float_array id="f" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#f" count="3" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>';
const TRIANGLE = '<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>';
const geometry = (id: string, inner = TRIANGLE): string => `<geometry id="${id}"><mesh>${PLACE}${inner}</mesh></geometry>`;
const dae = (scene: string, libraries = ''): string =>
  `<COLLADA><library_geometries>${geometry('g')}</library_geometries>${libraries}<library_visual_scenes><visual_scene id="s">${scene}</visual_scene></library_visual_scenes></COLLADA>`;
const INSTANCE = '<instance_geometry url="#g"/>';

const COLLADA: readonly ReaderCase[] = [
  mesh('a.dae', 'nodes side by side', (n) => dae(`<node><translate>1 2 3</translate>${INSTANCE}</node>`.repeat(n))),
  mesh('a.dae', 'nodes within nodes', (n) => {
    const depth = 500;
    const chain = `${'<node><translate>1 0 0</translate>'.repeat(depth)}${INSTANCE}${'</node>'.repeat(depth)}`;
    return dae(`<node>${INSTANCE}</node>${chain.repeat(Math.ceil(n / 250))}`);
  }),
  mesh('a.dae', 'instances of a node', (n) =>
    dae('<node><instance_node url="#n"/></node>'.repeat(n), `<library_nodes><node id="n">${INSTANCE}</node></library_nodes>`),
  ),
  mesh('a.dae', 'controllers one by one', (n) => {
    const controllers = each(
      n,
      (i) =>
        `<controller id="c${i}"><skin source="#g"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller>`,
      '',
    );
    return dae(
      each(n, (i) => `<node><instance_controller url="#c${i}"/></node>`),
      `<library_controllers>${controllers}</library_controllers>`,
    );
  }),
  mesh('a.dae', 'geometries', (n) =>
    dae(
      each(n, (i) => `<node><instance_geometry url="#h${i}"/></node>`, ''),
      `<library_geometries>${each(n, (i) => geometry(`h${i}`), '')}</library_geometries>`,
    ),
  ),
  mesh('a.dae', 'primitives of a geometry', (n) =>
    dae(`<node><instance_geometry url="#h"/></node>`, `<library_geometries>${geometry('h', TRIANGLE.repeat(n))}</library_geometries>`),
  ),
  mesh('a.dae', 'sources of a geometry', (n) =>
    dae(
      `<node>${INSTANCE}</node>`,
      `<library_geometries>${geometry('h', each(n, (i) => `<source id="q${i}"/>`, '') + TRIANGLE)}</library_geometries>`,
    ),
  ),
  mesh('a.dae', 'numbers of a list', (n) =>
    dae(
      `<node><instance_geometry url="#h"/></node>`,
      `<library_geometries>${geometry('h', `<triangles count="${n}"><input semantic="VERTEX" source="#v" offset="0"/><p>${'0 1 2 '.repeat(n)}</p></triangles>`)}</library_geometries>`,
    ),
  ),
  mesh('a.dae', 'polygons', (n) =>
    dae(
      `<node><instance_geometry url="#h"/></node>`,
      `<library_geometries>${geometry('h', `<polygons count="${n}"><input semantic="VERTEX" source="#v" offset="0"/>${'<p>0 1 2</p>'.repeat(n)}</polygons>`)}</library_geometries>`,
    ),
  ),
  mesh('a.dae', 'transforms of a node', (n) => dae(`<node>${'<rotate>0 0 1 90</rotate>'.repeat(n)}${INSTANCE}</node>`)),
  mesh('a.dae', 'text, comments, entities', (n) => dae(`<node>${INSTANCE}<extra>${'a &lt; <!-- b --> '.repeat(n)}</extra></node>`)),
];

const BUFFER = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)))}`;
interface Gltf {
  readonly nodes?: readonly object[];
  readonly meshes?: readonly object[];
  readonly [key: string]: unknown;
}
const MESH = { primitives: [{ attributes: { POSITION: 0 } }] };
function gltf(given: Gltf): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: BUFFER }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [MESH],
    nodes: [{ mesh: 0 }],
    ...given,
  });
}
const list = <T>(n: number, one: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));

function glb(text: string): Uint8Array {
  const json = bytesOf(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = new Uint32Array([0x46546c67, 2, 20 + json.length, json.length, 0x4e4f534a]);
  return joined(new Uint8Array(head.buffer), json);
}

const GLTF: readonly ReaderCase[] = [
  mesh('a.gltf', 'nodes', (n) => gltf({ nodes: list(n, () => ({ mesh: 0, translation: [1, 2, 3] })) })),
  mesh('a.gltf', 'nodes within nodes', (n) => gltf({ nodes: list(n, (i) => (i + 1 < n ? { children: [i + 1] } : { mesh: 0 })) })),
  mesh('a.gltf', 'meshes', (n) => gltf({ meshes: list(n, () => MESH), nodes: list(n, (i) => ({ mesh: i })) })),
  mesh('a.gltf', 'primitives', (n) => gltf({ meshes: [{ primitives: list(n, () => MESH.primitives[0]) }] })),
  mesh('a.gltf', 'accessors', (n) =>
    gltf({
      accessors: list(n, () => ({ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' })),
      meshes: [{ primitives: list(n, (i) => ({ attributes: { POSITION: i } })) }],
    }),
  ),
  mesh('a.gltf', 'scenes', (n) => gltf({ scenes: list(n, () => ({ nodes: [0] })) })),
  mesh('a.gltf', 'children', (n) => gltf({ nodes: [{ children: list(n, (i) => i + 1) }, ...list(n, () => ({ mesh: 0 }))] })),
  mesh('a.gltf', 'extensions', (n) =>
    gltf({ extensionsUsed: list(n, () => 'KHR_materials_unlit'), extensionsRequired: list(n, () => 'KHR_materials_unlit') }),
  ),
  mesh('a.gltf', 'lists within lists', (n) => `${gltf({}).slice(0, -1)},"extras":${'['.repeat(n)}${']'.repeat(n)}}`),
  mesh('a.glb', 'nodes', (n) => glb(gltf({ nodes: list(n, () => ({ mesh: 0 })) }))),
];

const pcdHead = (n: number, data: string): string =>
  `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${n}\nHEIGHT 1\nPOINTS ${n}\nDATA ${data}\n`;

function binaryPoints(n: number): Uint8Array {
  return new Uint8Array(Float32Array.from({ length: 3 * n }, (_, i) => (i * 7) % 31).buffer);
}

/** Runs of 32 bytes as they are. */
function packed(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let i = 0; i < bytes.length; i += 32) {
    const run = bytes.subarray(i, i + 32);
    parts.push(Uint8Array.of(run.length - 1), run);
  }
  const data = joined(...parts);
  return joined(new Uint8Array(new Uint32Array([data.length, bytes.length]).buffer), data);
}

/** All zeros, 264 bytes for three. */
function packedZeros(n: number): Uint8Array {
  const data = joined(Uint8Array.of(0, 0), ...list(n, () => Uint8Array.of(0xe0, 255, 0)));
  const length = 264 * n + 1;
  const points = Math.floor(length / 12);
  // What is left over of the last point is cut from the last reference.
  const last = data.length - 3;
  data[last + 1] = 255 - (length - 12 * points);
  return joined(bytesOf(pcdHead(points, 'binary_compressed')), new Uint8Array(new Uint32Array([data.length, 12 * points]).buffer), data);
}

const CLOUDS: readonly ReaderCase[] = [
  cloud('a.pcd', 'points as text', (n) => `${pcdHead(n, 'ascii')}${each(n, row)}\n`),
  cloud('a.pcd', 'points as bytes', (n) => joined(bytesOf(pcdHead(n, 'binary')), binaryPoints(n))),
  cloud('a.pcd', 'points compressed', (n) => joined(bytesOf(pcdHead(n, 'binary_compressed')), packed(binaryPoints(n)))),
  cloud('a.pcd', 'points compressed most', packedZeros),
  cloud('a.pcd', 'comments', (n) => `${'# a\n'.repeat(n)}${pcdHead(1, 'ascii')}0 0 0\n`),
  cloud('a.ply', 'points', (n) => `${plyHead(n, 0)}${each(n, row)}\n`),
  cloud('a.xyz', 'points', (n) => `${each(n, row)}\n`),
  cloud('a.xyz', 'columns', (n) => `1 2 3 ${'4 '.repeat(Math.min(n, 900))}\n1 2 3\n`),
  cloud('a.csv', 'points with names', (n) => `x,y,z,c\n${each(n, (i) => `${i % 7},${i % 11},2,3`)}\n`),
  cloud('a.pts', 'points', (n) => `${n}\n${each(n, row)}\n`),
];

const MAP = 'image: a.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
function map(construct: string, yaml: (n: number) => string, image: (n: number) => string | Uint8Array): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readFloorMap(files, path, { height: 1, ...options });
  return { format: 'floor map', construct, make: (n) => ({ 'a.yaml': yaml(n), 'a.pgm': image(n) }), read };
}

/** One cell in each of many cubes, none beside another. */
function octomap(n: number): Uint8Array {
  const data: number[] = [];
  const full = (level: number, left: number): number => {
    if (level === 15 || left <= 1) {
      data.push(2, 0);
      return 1;
    }
    const children = Math.min(8, left);
    let bits = 0;
    for (let c = 0; c < children; c++) bits |= 3 << (2 * c);
    data.push(bits & 255, bits >> 8);
    let made = 0;
    for (let c = 0; c < children; c++) made += full(level + 1, Math.ceil(left / children));
    return made;
  };
  full(0, n);
  return joined(bytesOf('# Octomap OcTree binary file\nid OcTree\nsize 0\nres 0.1\ndata\n'), Uint8Array.from(data));
}

function field(file: string, construct: string, make: (n: number) => string): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readHeightField(files, path, { spacing: 1, base: -1, ...options });
  return { format: `heights ${file.split('.')[1]}`, construct, make: (n) => ({ [file]: make(n) }), read };
}

const MAPS: readonly ReaderCase[] = [
  map(
    'pixels as bytes',
    () => MAP,
    (n) => joined(bytesOf(`P5\n${n} 8\n255\n`), new Uint8Array(8 * n)),
  ),
  map(
    'pixels as text',
    () => MAP,
    (n) => `P2\n${n} 2\n9\n${'0 9 '.repeat(n)}\n`,
  ),
  map(
    'comments',
    (n) => '# a\n'.repeat(n) + MAP,
    (n) => `P2\n${'# a\n'.repeat(n)}2 2\n9\n0 0 0 9\n`,
  ),
  {
    format: 'octomap',
    construct: 'cells',
    make: (n) => ({ 'a.bt': octomap(n) }),
    read: (files, path, options) => readOctomap(files, path, options),
  },
  field('a.txt', 'rows', (n) => `${each(n, (i) => `1 2 ${i % 9}`)}\n`),
  field('a.txt', 'columns', (n) => `${'1 '.repeat(n)}\n${'2 '.repeat(n)}\n`),
  field('a.json', 'rows', (n) => `[${each(n, (i) => `[1,2,${i % 9}]`, ',')}]`),
];

export const MESH_CASES: readonly ReaderCase[] = [...OBJ, ...STL, ...PLY, ...OFF, ...COLLADA, ...GLTF, ...CLOUDS, ...MAPS];
