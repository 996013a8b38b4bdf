import { InputError } from '../../math/input-error.ts';
import { writeMatrix } from '../../math/quat.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { shownJson } from '../text/shown-json.ts';
import type { WorkMeter } from '../work-meter.ts';
import { meshMeter } from './build-mesh.ts';
import { GltfAccessors } from './gltf-accessor.ts';
import { type GltfItem, GltfJson, pathOf } from './gltf-json.ts';
import { GltfPrimitives } from './gltf-primitives.ts';
import {
  type Affine,
  affineOf,
  checkUpAxis,
  compose,
  IDENTITY,
  MeshAssembly,
  type MeshPart,
  type SceneMeshOptions,
  Y_UP_TO_Z_UP,
} from './mesh-assembly.ts';

// glTF 2.0, binary (.glb) or as JSON (.gltf) with embedded buffers or such that are at hand: the triangles of the
// default scene, each mesh where its nodes put it, in metres. Skins and morph targets are ignored (rest shape), points
// and lines skipped; compressed geometry is an error.
//
// glTF says y is up, URDF says z. MoveIt's geometric_shapes, tesseract, urdf-loaders (three.js), trimesh and RViz
// before June 2025 leave the coordinates as they are; RViz since then (ros2/rviz#1482), Drake and Genesis turn y up
// into z up. Here they stay, as in every other format, unless upAxis is 'z'.

/**
 * Reads binary glTF 2.0 (.glb) at hand: all triangles of the default scene, each mesh where its nodes put it, in
 * metres. Skins and morph targets are ignored, compressed geometry is an InputError. `file` is its name, for errors.
 */
export function parseGlb(source: MeshSource, file: string, options: SceneMeshOptions = {}): TriangleMesh {
  const work = meshMeter(options);
  checkUpAxis(options, file);
  const bytes = bytesOf(source, file);
  work.open(file, bytes.length);
  const { json, binary, binaryStart } = readContainer(bytes, file);
  const document = new GltfJson(json, file, work, HEADER_BYTES + 8);
  return new GltfContent(document, binary, binaryStart, new MeshAssembly(file, work), options).read(options);
}

/** Reads glTF 2.0 as JSON (.gltf) at hand, with embedded buffers or `options.buffers`; as `parseGlb` otherwise. */
export function parseGltf(source: MeshSource, file: string, options: SceneMeshOptions = {}): TriangleMesh {
  const work = meshMeter(options);
  checkUpAxis(options, file);
  const bytes = bytesOf(source, file);
  if (bytes.length === 0) throw new InputError('no triangles: the file is empty', { file, byte: 0 });
  work.open(file, bytes.length);
  return new GltfContent(new GltfJson(bytes, file, work), null, 0, new MeshAssembly(file, work), options).read(options);
}

/** Names of the files that a glTF as JSON keeps its numbers in. */
export function buffersBeside(bytes: Uint8Array, file: string, work: WorkMeter): readonly string[] {
  const json = new GltfJson(bytes, file, work);
  return json.list(json.root, 'buffers').flatMap((item) => {
    const uri = item !== null && typeof item === 'object' && 'uri' in item ? item.uri : undefined;
    return typeof uri === 'string' && BUFFER_FILE.test(uri) ? [uri] : [];
  });
}

/** Nothing else beside a mesh is a buffer, whatever the mesh calls one. */
const BUFFER_FILE = /^(?!data:).*\.bin$/i;

const HEADER_BYTES = 12;
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

function readContainer(bytes: Uint8Array, file: string): { json: Uint8Array; binary: Uint8Array | null; binaryStart: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES + 8) {
    throw new InputError(`a .glb file has at least 20 bytes, this has ${bytes.length}`, { file, byte: bytes.length });
  }
  if (view.getUint32(0, true) !== MAGIC) throw new InputError('a .glb file begins with "glTF"', { file, byte: 0 });
  const version = view.getUint32(4, true);
  if (version !== 2) throw new InputError(`is glTF version ${version}, only 2 can be read`, { file, byte: 4 });
  const length = view.getUint32(8, true);
  if (length !== bytes.length) {
    const fault = bytes.length < length ? 'cut short' : 'has bytes left over';
    throw new InputError(`${fault}: its header claims ${length} bytes, the file has ${bytes.length}`, { file, byte: 8 });
  }
  let json: Uint8Array | null = null;
  for (let at = HEADER_BYTES; at + 8 <= length; ) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const data = at + 8;
    if (data + size > length) throw new InputError(`a chunk claims ${size} bytes, but ${length - data} are left`, { file, byte: at });
    if (json === null) {
      if (type !== JSON_CHUNK) throw new InputError('the first chunk should be the JSON', { file, byte: at + 4 });
      json = bytes.subarray(data, data + size);
    } else if (type === BINARY_CHUNK) return { json, binary: bytes.subarray(data, data + size), binaryStart: data };
    at = data + size;
  }
  return { json: json as Uint8Array, binary: null, binaryStart: 0 };
}

/** Extensions that do not change where triangles are. Any other one a file requires could, so the file is refused. */
const HARMLESS = /^(KHR_(mesh_quantization|materials_|texture_|lights_|xmp|animation_|node_)|EXT_(texture_|lights_)|MSFT_texture|ADOBE_)/;

class GltfContent {
  private readonly json: GltfJson;
  private readonly primitives: GltfPrimitives;
  private readonly assembly: MeshAssembly;
  private readonly parts: Map<number, readonly MeshPart[]> = new Map();

  constructor(json: GltfJson, binary: Uint8Array | null, binaryStart: number, assembly: MeshAssembly, { buffers = {} }: SceneMeshOptions) {
    this.json = json;
    this.assembly = assembly;
    const spend = (units: number): void => assembly.spend(units);
    this.primitives = new GltfPrimitives(json, new GltfAccessors(json, binary, binaryStart, buffers, spend), spend);
  }

  read(options: SceneMeshOptions): TriangleMesh {
    const { json, assembly } = this;
    this.checkHeader();
    const root = options.upAxis === 'z' ? Y_UP_TO_Z_UP : IDENTITY;
    const roots = this.roots();
    if (roots.length > 0) this.walk(roots, root);
    else {
      const count = json.list(json.root, 'meshes').length;
      for (let mesh = 0; mesh < count; mesh++) this.placeMesh(json.entry(json.root, 'meshes', mesh), mesh, root);
    }
    if (assembly.isEmpty) throw json.fault('the scene', 'has no triangles');
    return assembly.build(options);
  }

  private checkHeader(): void {
    const { json } = this;
    const version = json.child(json.root, 'asset')?.fields.version;
    if (typeof version !== 'string' || !/^2\./.test(version)) {
      throw json.fault('asset.version', `should be "2.0", got ${shownJson(version)}`);
    }
    for (const name of json.list(json.root, 'extensionsRequired')) {
      if (typeof name === 'string' && HARMLESS.test(name)) continue;
      if (typeof name === 'string' && /draco|meshopt/i.test(name)) {
        throw json.fault('extensionsRequired', `has ${shownJson(name)}: compressed geometry cannot be read; export it without compression`);
      }
      throw json.fault('extensionsRequired', `has ${shownJson(name)}, which cannot be read; export it without`);
    }
  }

  /** Root nodes: those of the default scene, else of all scenes, else the nodes that are nobody's child. */
  private roots(): number[] {
    const { json } = this;
    const { root } = json;
    if (json.has(root, 'scene')) return json.references(json.referred(root, 'scene', 'scenes').item, 'nodes', 'nodes');
    const sceneCount = json.list(root, 'scenes').length;
    const roots = new Set<number>();
    for (let s = 0; s < sceneCount; s++) {
      for (const node of json.references(json.entry(root, 'scenes', s), 'nodes', 'nodes')) roots.add(node);
    }
    if (sceneCount > 0) return [...roots];
    const nodeCount = json.list(root, 'nodes').length;
    for (let n = 0; n < nodeCount; n++) roots.add(n);
    for (let n = 0; n < nodeCount; n++) {
      for (const child of json.references(json.entry(root, 'nodes', n), 'children', 'nodes')) roots.delete(child);
    }
    if (nodeCount > 0 && roots.size === 0) throw json.fault('nodes', 'are children of each other in a circle');
    return [...roots];
  }

  private walk(roots: readonly number[], rootTransform: Affine): void {
    const { json } = this;
    const seen = new Set<number>();
    const open = roots.map((node) => ({ node, to: rootTransform })).reverse();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node } = next;
      if (seen.has(node)) throw json.fault(`nodes[${node}]`, 'is reached twice; nodes should form a tree');
      seen.add(node);
      const item = json.entry(json.root, 'nodes', node);
      const to = compose(next.to, this.transformOf(item));
      if (json.has(item, 'mesh')) {
        if (json.child(item, 'extensions')?.fields.EXT_mesh_gpu_instancing !== undefined) {
          throw json.fault(item.path, 'has EXT_mesh_gpu_instancing, which cannot be read; export it without');
        }
        const { item: mesh, index } = json.referred(item, 'mesh', 'meshes');
        this.placeMesh(mesh, index, to);
      }
      const children = json.references(item, 'children', 'nodes');
      for (let c = children.length - 1; c >= 0; c--) open.push({ node: children[c], to });
    }
  }

  private transformOf(node: GltfItem): Affine {
    const { json } = this;
    const m = json.numbers(node, 'matrix', 16);
    if (m !== null) {
      const rows = Array.from({ length: 16 }, (_, i) => m[4 * (i % 4) + Math.floor(i / 4)]);
      const affine = affineOf(rows);
      if (affine === null) throw json.fault(pathOf(node, 'matrix'), 'should be affine, with 0 0 0 1 as its last row');
      return affine;
    }
    const t = json.numbers(node, 'translation', 3);
    const q = json.numbers(node, 'rotation', 4);
    const s = json.numbers(node, 'scale', 3);
    if (t === null && q === null && s === null) return IDENTITY;
    const [sx, sy, sz] = s ?? [1, 1, 1];
    const [tx, ty, tz] = t ?? [0, 0, 0];
    const r = this.rotationOf(q ?? [0, 0, 0, 1], node);
    return [r[0] * sx, r[1] * sy, r[2] * sz, tx, r[3] * sx, r[4] * sy, r[5] * sz, ty, r[6] * sx, r[7] * sy, r[8] * sz, tz];
  }

  private rotationOf([x, y, z, w]: readonly number[], node: GltfItem): Float64Array {
    const norm = Math.sqrt(x * x + y * y + z * z + w * w);
    // Looser than for poses: files carry a few decimals of single precision.
    if (!(Math.abs(norm - 1) <= 1e-4)) {
      throw this.json.fault(pathOf(node, 'rotation'), `should be a quaternion of length 1, its length is ${norm}`);
    }
    const matrix = new Float64Array(9);
    writeMatrix([x, y, z, w], matrix, 0);
    return matrix;
  }

  private placeMesh(mesh: GltfItem, index: number, to: Affine): void {
    let parts = this.parts.get(index);
    if (parts === undefined) {
      parts = this.primitives.readMesh(mesh);
      this.parts.set(index, parts);
    }
    this.assembly.spend(1);
    for (const part of parts) this.assembly.place(part, to);
  }
}
