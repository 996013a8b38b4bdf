/**
 * A triangle mesh as masses joined by bars, the model the paper announces for its elastic workpiece [Caby & Crosnier,
 * §5].
 * Bars run along the edges; weaker ones span each inner edge from one opposite corner to the other and resist bending
 * of what is curved; springs to the rest positions keep the form of a thin hull. A bar of length L with the area A of
 * its triangles has k = E A / L² [Van Gelder 1998], so that the sheet's stiffness does not depend on how finely it is
 * meshed.
 * Vertices are joined by number: weld a soup first.
 */
import { writeAreaVector } from '../../geometry/area-vector.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { edgeAdjacency, sortByKey } from '../../mesh/adjacency.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkedNumber } from './penalty-law.ts';

/**
 * A workpiece as masses joined by bars, in metres, kilograms and seconds: what BarWorkpiece makes of a mesh, or is
 * given.
 */
export interface BarModel {
  /** Where the vertices are at rest, metres; x y z a vertex. */
  readonly rest: Float64Array;
  /** Kilograms, one a vertex. A vertex without mass does not move. */
  readonly masses: Float64Array;
  /** Numbers of the vertices that each bar joins, two a bar. */
  readonly ends: Uint32Array;
  /** Lengths of the bars at rest, metres. */
  readonly lengths: Float64Array;
  /** Stiffness of the bars, newtons per metre. */
  readonly stiffness: Float64Array;
  /** Stiffness of the springs to the rest positions, newtons per metre, one a vertex; 0: none. */
  readonly shape: Float64Array;
  /** One number a vertex: 1 where it is held, else 0. */
  readonly anchored: Uint8Array;
  /** Drag on every vertex: the share of its speed that it loses a second, 1/s. */
  readonly damping: number;
}

/** What a workpiece is made of. Metres, kilograms and seconds; density and stiffness must be given. */
export interface BarOptions {
  /** Kilograms a square metre of the sheet. */
  readonly density: number;
  /** Young's modulus times thickness, newtons a metre; how finely the sheet is meshed does not matter. */
  readonly stiffness: number;
  /** Stiffness of the bars across inner edges, relative to those along edges. Default 0.2; 0: none. */
  readonly bending?: number;
  /**
   * Springs to the rest positions, which keep the form of a thin hull: newtons a metre per square metre. Default 0:
   * none.
   */
  readonly shape?: number;
  /** Drag: a free vertex loses this share of its speed a second, 1/s. Default 0. */
  readonly damping?: number;
  /** Numbers of vertices that are held. Default: none. */
  readonly anchors?: ArrayLike<number>;
}

const BAR_OPTIONS: readonly string[] = ['density', 'stiffness', 'bending', 'shape', 'damping', 'anchors'];

export function barModel(mesh: TriangleMesh, options: BarOptions): BarModel {
  if (!(mesh instanceof TriangleMesh))
    throw new InputError('a workpiece needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
  checkRecord(options, BAR_OPTIONS, `${mesh.name}: bars`);
  const { bending = 0.2, shape = 0, damping = 0, anchors = [] } = options;
  const density = checkedNumber(options.density, `${mesh.name}: bars: density`, false);
  const stiffness = checkedNumber(options.stiffness, `${mesh.name}: bars: stiffness`, true);
  checkedNumber(bending, `${mesh.name}: bars: bending`, true);
  checkedNumber(shape, `${mesh.name}: bars: shape`, true);
  const { positions, indices, vertexCount } = mesh;
  const areas = triangleAreas(mesh);
  const around = new Float64Array(vertexCount);
  for (let i = 0; i < indices.length; i++) around[indices[i]] += areas[Math.floor(i / 3)] / 3;
  const bars = layBars(mesh, areas, stiffness, bending);
  return {
    rest: positions.slice(),
    masses: around.map((area) => density * area),
    ...bars,
    shape: around.map((area) => shape * area),
    anchored: anchoredVertices(anchors, vertexCount, mesh.name),
    damping: checkedNumber(damping, `${mesh.name}: damping`, true),
  };
}

function layBars(
  { positions, indices, vertexCount }: TriangleMesh,
  areas: Float64Array,
  stiffness: number,
  bending: number,
): Pick<BarModel, 'ends' | 'lengths' | 'stiffness'> {
  const edges = edgeAdjacency(indices, vertexCount);
  const ends: number[] = [];
  const lengths: number[] = [];
  const strengths: number[] = [];
  const lay = (a: number, b: number, strength: number) => {
    const x = positions[3 * b] - positions[3 * a];
    const y = positions[3 * b + 1] - positions[3 * a + 1];
    const z = positions[3 * b + 2] - positions[3 * a + 2];
    const square = x * x + y * y + z * z;
    if (!(square > 0 && strength > 0)) return;
    ends.push(a, b);
    lengths.push(Math.sqrt(square));
    strengths.push(strength / square);
  };
  for (let e = 0; e < edges.edgeCount; e++) {
    const from = edges.start[e];
    const to = edges.start[e + 1];
    let area = 0;
    for (let i = from; i < to; i++) area += areas[edges.triangles[i]];
    const a = edges.ends[2 * e];
    const b = edges.ends[2 * e + 1];
    lay(a, b, stiffness * area);
    if (to - from !== 2) continue;
    const p = oppositeCorner(indices, edges.triangles[from], a, b);
    const q = oppositeCorner(indices, edges.triangles[from + 1], a, b);
    if (p !== q) lay(p, q, bending * stiffness * area);
  }
  return { ends: Uint32Array.from(ends), lengths: Float64Array.from(lengths), stiffness: Float64Array.from(strengths) };
}

/** The same bars ordered by their first end, and where the bars of each vertex begin. */
export function groupBars(model: BarModel): { readonly model: BarModel; readonly first: Uint32Array } {
  const count = model.lengths.length;
  const vertexCount = model.masses.length;
  const key = Uint32Array.from({ length: count }, (_, bar) => model.ends[2 * bar]);
  const order = new Uint32Array(count);
  sortByKey(
    Uint32Array.from({ length: count }, (_, bar) => bar),
    order,
    key,
    vertexCount,
  );
  const first = new Uint32Array(vertexCount + 1);
  for (const v of key) first[v + 1]++;
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v];
  const ends = Uint32Array.from({ length: 2 * count }, (_, i) => model.ends[2 * order[i >> 1] + (i & 1)]);
  const lengths = Float64Array.from(order, (bar) => model.lengths[bar]);
  const stiffness = Float64Array.from(order, (bar) => model.stiffness[bar]);
  return { model: { ...model, ends, lengths, stiffness }, first };
}

function oppositeCorner(indices: Uint32Array, triangle: number, a: number, b: number): number {
  for (let k = 0; k < 3; k++) {
    const v = indices[3 * triangle + k];
    if (v !== a && v !== b) return v;
  }
  return a;
}

export function triangleAreas({ positions: p, indices }: TriangleMesh): Float64Array {
  const out = new Float64Array(indices.length / 3);
  const area = new Float64Array(3);
  for (let t = 0; t < out.length; t++) {
    writeAreaVector(p, indices, 3 * t, area, 0);
    out[t] = Math.sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]) / 2;
  }
  return out;
}

function anchoredVertices(anchors: ArrayLike<number>, vertexCount: number, name: string): Uint8Array {
  if (anchors === null || typeof anchors !== 'object')
    throw new InputError(`${name}: anchors must be a list of vertex numbers, got ${shownValue(anchors)}`);
  const out = new Uint8Array(vertexCount);
  for (let i = 0; i < anchors.length; i++) {
    const v = anchors[i];
    if (!(Number.isInteger(v) && v >= 0 && v < vertexCount)) {
      throw new InputError(`${name}: anchors[${i}] is ${shownValue(v)}, but the vertices are 0 to ${vertexCount - 1}`);
    }
    out[v] = 1;
  }
  return out;
}
