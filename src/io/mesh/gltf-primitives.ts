import { limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import type { Accessor, GltfAccessors } from './gltf-accessor.ts';
import { type GltfItem, type GltfJson, pathOf } from './gltf-json.ts';
import { isPinched, type MeshPart } from './mesh-assembly.ts';
import { type Colour, type ColouredRun, gltfColour } from './mesh-colours.ts';

// The primitives of one glTF mesh as triangles. Only vertices that a triangle uses are read.

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;
const SHAPES: Readonly<Record<number, string>> = { [TRIANGLES]: 'whole triangles', [STRIP]: 'a strip', [FAN]: 'a fan' };

interface Corners {
  /** Three vertices of the accessor per triangle. */
  readonly vertices: Uint32Array;
  readonly isChain: boolean;
  readonly colour: Colour | null;
}

export class GltfPrimitives {
  private readonly json: GltfJson;
  private readonly accessors: GltfAccessors;
  private readonly spend: (units: number) => void;
  private readonly isQuantised: boolean;
  /** 1 + the new number of each vertex while a part is made, 0 otherwise. */
  private numbers: Uint32Array = new Uint32Array(0);

  constructor(json: GltfJson, accessors: GltfAccessors, spend: (units: number) => void) {
    this.json = json;
    this.accessors = accessors;
    this.spend = spend;
    const lists = ['extensionsUsed', 'extensionsRequired'];
    this.isQuantised = lists.some((list) => json.list(json.root, list).includes('KHR_mesh_quantization'));
  }

  /** Primitives that share their positions become one part, so that vertices stay shared. */
  readMesh(mesh: GltfItem): MeshPart[] {
    const { json } = this;
    const byPositions = new Map<Accessor, Corners[]>();
    const count = json.list(mesh, 'primitives').length;
    for (let p = 0; p < count; p++) {
      const primitive = json.entry(mesh, 'primitives', p);
      const mode = json.integer(primitive, 'mode', 0, TRIANGLES);
      if (mode > FAN) throw json.fault(pathOf(primitive, 'mode'), `should be 0 to 6, got ${mode}`);
      const attributes = json.child(primitive, 'attributes');
      if (mode < TRIANGLES || attributes === null || !json.has(attributes, 'POSITION')) continue;
      const positions = this.positionsOf(primitive, attributes);
      const corners = this.cornersOf(primitive, mode, positions);
      const list = byPositions.get(positions);
      if (list === undefined) byPositions.set(positions, [corners]);
      else list.push(corners);
    }
    return [...byPositions].map(([positions, list]) => this.partOf(positions, list));
  }

  private positionsOf(primitive: GltfItem, attributes: GltfItem): Accessor {
    const { json } = this;
    const { index, item } = json.referred(attributes, 'POSITION', 'accessors');
    if (!json.has(item, 'bufferView') && json.child(primitive, 'extensions')?.fields.KHR_draco_mesh_compression !== undefined) {
      throw json.fault(primitive.path, 'is compressed (KHR_draco_mesh_compression), which cannot be read; export it without compression');
    }
    const positions = this.accessors.get(attributes, 'POSITION');
    const isKnown = positions.component === 'float' || (this.isQuantised && positions.component !== 'unsigned int');
    if (positions.type !== 'VEC3' || !isKnown) {
      throw json.fault(
        `accessors[${index}]`,
        `holds positions, which should be VEC3 of float, not ${positions.type} of ${positions.component}`,
      );
    }
    return positions;
  }

  private cornersOf(primitive: GltfItem, mode: number, positions: Accessor): Corners {
    const { json } = this;
    const indices = json.has(primitive, 'indices') ? this.accessors.get(primitive, 'indices') : null;
    if (indices !== null && (indices.type !== 'SCALAR' || !indices.component.startsWith('unsigned') || indices.isNormalised)) {
      throw json.fault(
        indices.path,
        `holds indices, which should be SCALAR of unsigned integers, not ${indices.type} of ${indices.component}`,
      );
    }
    const count = indices?.count ?? positions.count;
    if (count < 3 || (mode === TRIANGLES && count % 3 !== 0)) {
      throw json.fault(primitive.path, `has ${count} corners, which do not make ${SHAPES[mode]}`);
    }
    const vertices = new Uint32Array(this.paid(mode === TRIANGLES ? count : 3 * (count - 2)));
    for (let i = 0; i < vertices.length; i++) {
      const corner = cornerOf(mode, i);
      const v = indices === null ? corner : indices.read(corner, 0);
      if (v >= positions.count) throw (indices as Accessor).fault(corner, `names vertex ${v}, but there are ${positions.count}`);
      vertices[i] = v;
    }
    return { vertices, isChain: mode !== TRIANGLES, colour: gltfColour(json.root.fields, primitive.fields) };
  }

  private paid(units: number): number {
    this.spend(units);
    return units;
  }

  private partOf(accessor: Accessor, list: readonly Corners[]): MeshPart {
    if (this.numbers.length < accessor.count) this.numbers = new Uint32Array(Math.max(accessor.count, 2 * this.numbers.length));
    const { numbers } = this;
    const cornerCount = list.reduce((sum, { vertices }) => sum + vertices.length, 0);
    const used = new Uint32Array(Math.min(cornerCount, accessor.count));
    let usedCount = 0;
    for (const { vertices } of list) {
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        if (numbers[v] === 0) {
          used[usedCount++] = v;
          numbers[v] = usedCount;
        }
        vertices[i] = numbers[v] - 1;
      }
    }
    const positions = new Float64Array(3 * usedCount);
    for (let n = 0; n < usedCount; n++) {
      numbers[used[n]] = 0;
      for (let k = 0; k < 3; k++) positions[3 * n + k] = coordinateOf(accessor, used[n], k);
    }
    const indices = new Uint32Array(cornerCount);
    const runs: ColouredRun[] = [];
    let o = 0;
    for (const { vertices, isChain, colour } of list) {
      const first = o;
      for (let i = 0; i < vertices.length; i += 3) {
        // Strips are joined by triangles without area, which are no part of the surface.
        if (isChain && isPinched(positions, vertices[i], vertices[i + 1], vertices[i + 2])) continue;
        for (let k = 0; k < 3; k++) indices[o++] = vertices[i + k];
      }
      runs.push({ triangles: (o - first) / 3, colour });
    }
    return { positions, indices: indices.subarray(0, o), runs };
  }
}

function coordinateOf(accessor: Accessor, v: number, k: number): number {
  const x = accessor.read(v, k);
  if (!(Math.abs(x) <= LARGEST_COORDINATE)) throw accessor.fault(v, `has coordinate ${'xyz'[k]} = ${x}${limitHint(x)}`);
  return x;
}

/**
 * Which corner of the primitive is corner i of its triangles, counted through; every second triangle of a strip is
 * turned round.
 */
function cornerOf(mode: number, i: number): number {
  if (mode === TRIANGLES) return i;
  const t = Math.floor(i / 3);
  const k = i % 3;
  if (mode === FAN) return k === 2 ? 0 : t + k + 1;
  if (k === 0) return t;
  return (k === 1) === (t % 2 === 0) ? t + 1 : t + 2;
}
