import { leastOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { type EdgeAdjacency, sortByKey } from './adjacency.ts';
import { closingOf } from './closing.ts';
import { TriangleMesh } from './triangle-mesh.ts';

// What a mesh is like, before anybody relies on it. Counts are exact: corners are the same when their coordinates are,
// and zero area is decided without rounding. Lengths, area and volume are rounded doubles, for display.
// Triangles collapsed to a segment or a point count as `degenerate` and take no part in edges and closedness.

/**
 * What a mesh is like. Counts are exact; lengths, area and volume are rounded doubles in the unit of the mesh, for
 * display.
 */
export interface MeshInspection {
  /** The mesh's own name. */
  readonly name: string;
  /** How many vertices it has, those that no triangle names included. */
  readonly vertices: number;
  /** How many triangles it has, degenerate ones and duplicates included. */
  readonly triangles: number;
  /** The box around all triangles, their radii included. */
  readonly bounds: { readonly min: Vec3; readonly max: Vec3 };
  /** Distance of the farthest point of any triangle from the mesh's origin, and from the centre of `bounds`. */
  readonly boundingRadius: { readonly origin: number; readonly centre: number };
  /** Sum over the triangles, in the square of the unit of length, radii left out. */
  readonly area: number;
  /** Every edge has an even number of triangles, at least two. */
  readonly closed: boolean;
  /** Neighbours turn the same way round: every edge is run along equally often in both directions, boundaries aside. */
  readonly oriented: boolean;
  /** No edge has more than two triangles, no vertex more than one fan of them. */
  readonly manifold: boolean;
  /** Edges of exactly one triangle. */
  readonly boundaryEdges: number;
  /** Edges of more than two triangles. */
  readonly nonManifoldEdges: number;
  /** Vertices at which more than one fan of triangles meets. */
  readonly nonManifoldVertices: number;
  /** Triangles whose area is exactly zero. */
  readonly degenerate: number;
  /** Triangles with the same three corners as an earlier one, in any order. */
  readonly duplicates: number;
  /** Vertices no triangle names. */
  readonly unusedVertices: number;
  /** Parts that share no corner position. */
  readonly components: number;
  /**
   * Enclosed volume, positive when the triangles turn counter-clockwise seen from outside; null unless closed and
   * oriented.
   */
  readonly volume: number | null;
}

/**
 * What a mesh is like, before anybody relies on it: closed, oriented, manifold, how large, with which faults. Corners
 * are the same when their coordinates are. Triangles collapsed to a segment or a point count as `degenerate` and
 * otherwise take no part in edges and closedness.
 */
export function inspectMesh(mesh: TriangleMesh): MeshInspection {
  if (!(mesh instanceof TriangleMesh))
    throw new InputError('inspectMesh needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
  const { positions } = mesh;
  const { corners, whole, edges, uses, closed, oriented } = closingOf(mesh);
  const nonManifoldVertices = countVerticesOfSeveralFans(whole, edges, mesh.vertexCount);
  const bounds = boundsOf(mesh);
  const centre: Vec3 = [0, 1, 2].map((k) => bounds.min[k] / 2 + bounds.max[k] / 2) as unknown as Vec3;
  let area = 0;
  let degenerate = 0;
  for (let i = 0; i < corners.length; i += 3) {
    area += triangleArea(positions, 3 * corners[i], 3 * corners[i + 1], 3 * corners[i + 2]);
    if (hasZeroArea(positions, 3 * corners[i], 3 * corners[i + 1], 3 * corners[i + 2])) degenerate++;
  }
  return {
    name: mesh.name,
    vertices: mesh.vertexCount,
    triangles: mesh.triangleCount,
    bounds,
    boundingRadius: { origin: boundingRadius(mesh, [0, 0, 0]), centre: boundingRadius(mesh, centre) },
    area,
    closed,
    oriented,
    manifold: uses.overfull === 0 && nonManifoldVertices === 0,
    boundaryEdges: uses.single,
    nonManifoldEdges: uses.overfull,
    nonManifoldVertices,
    degenerate,
    duplicates: countDuplicates(corners, mesh.vertexCount),
    unusedVertices: countUnused(mesh),
    components: countComponents(corners, mesh.vertexCount),
    volume: closed && oriented ? signedVolume(positions, whole, bounds, centre) : null,
  };
}

/** Whether the triangle with corners at these offsets is a segment or a point: no rounding, any magnitudes. */
export function hasZeroArea(positions: Float64Array, a: number, b: number, c: number): boolean {
  // Zero area ⇔ all three projections on coordinate planes have zero area.
  for (let k = 0; k < 3; k++) {
    const u = k;
    const v = k === 2 ? 0 : k + 1;
    const left = (positions[b + u] - positions[a + u]) * (positions[c + v] - positions[a + v]);
    const right = (positions[b + v] - positions[a + v]) * (positions[c + u] - positions[a + u]);
    // |error of left − right| ≤ (3 + 16ε)ε (|left| + |right|), ε = 2⁻⁵³ [Shewchuk 1997, §4.2], plus what underflow may
    // lose.
    if (Math.abs(left - right) > 4 * 2 ** -53 * (Math.abs(left) + Math.abs(right)) + 2 ** -1060) return false;
  }
  if (sameCorner(positions, a, b) || sameCorner(positions, b, c) || sameCorner(positions, c, a)) return true;
  const exact = asIntegers(positions, [a, a + 1, a + 2, b, b + 1, b + 2, c, c + 1, c + 2]);
  for (let u = 0; u < 3; u++) {
    const v = (u + 1) % 3;
    const left = (exact[3 + u] - exact[u]) * (exact[6 + v] - exact[v]);
    const right = (exact[3 + v] - exact[v]) * (exact[6 + u] - exact[u]);
    if (left !== right) return false;
  }
  return true;
}

function sameCorner(positions: Float64Array, a: number, b: number): boolean {
  return positions[a] === positions[b] && positions[a + 1] === positions[b + 1] && positions[a + 2] === positions[b + 2];
}

/** The doubles at these offsets, all multiplied by the one power of two that makes them integers. */
function asIntegers(positions: Float64Array, offsets: readonly number[]): bigint[] {
  const bits = new BigUint64Array(Float64Array.from(offsets, (i) => positions[i]).buffer);
  const shifts = Array.from(bits, (word) => Math.max(1, Number((word >> 52n) & 0x7ffn)));
  const lowest = leastOf(shifts.filter((_, i) => positions[offsets[i]] !== 0));
  return Array.from(bits, (word, i) => {
    if (positions[offsets[i]] === 0) return 0n;
    const fraction = word & 0xfffffffffffffn;
    const normal = (word >> 52n) & 0x7ffn;
    const magnitude = (normal === 0n ? fraction : fraction | 0x10000000000000n) << BigInt(shifts[i] - lowest);
    return word >> 63n === 0n ? magnitude : -magnitude;
  });
}

/** A fan: the corners at one vertex that are connected through edges of at most two triangles. */
function countVerticesOfSeveralFans(corners: Uint32Array, edges: EdgeAdjacency, vertexCount: number): number {
  const fans = new Forest(corners.length);
  for (let e = 0; e < edges.edgeCount; e++) {
    for (let use = edges.start[e] + 1; use < edges.start[e + 1]; use++) {
      const t = 3 * edges.triangles[use - 1];
      const s = 3 * edges.triangles[use];
      for (const vertex of [edges.ends[2 * e], edges.ends[2 * e + 1]]) {
        fans.join(cornerAt(corners, t, vertex), cornerAt(corners, s, vertex));
      }
    }
  }
  const fansAt = new Uint32Array(vertexCount);
  for (let i = 0; i < corners.length; i++) if (fans.root(i) === i) fansAt[corners[i]]++;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) if (fansAt[v] > 1) count++;
  return count;
}

function cornerAt(corners: Uint32Array, triangle: number, vertex: number): number {
  return corners[triangle] === vertex ? triangle : corners[triangle + 1] === vertex ? triangle + 1 : triangle + 2;
}

function countDuplicates(corners: Uint32Array, vertexCount: number): number {
  const count = corners.length / 3;
  const low = new Uint32Array(count);
  const middle = new Uint32Array(count);
  const high = new Uint32Array(count);
  let order: Uint32Array = new Uint32Array(count);
  for (let t = 0; t < count; t++) {
    const a = corners[3 * t];
    const b = corners[3 * t + 1];
    const c = corners[3 * t + 2];
    low[t] = Math.min(a, b, c);
    high[t] = Math.max(a, b, c);
    // The median: x = max(min(a, b), min(max(a, b), c)).
    middle[t] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    order[t] = t;
  }
  for (const key of [high, middle, low]) {
    const sorted = new Uint32Array(count);
    sortByKey(order, sorted, key, vertexCount);
    order = sorted;
  }
  let duplicates = 0;
  for (let i = 1; i < count; i++) {
    const t = order[i];
    const s = order[i - 1];
    if (low[t] === low[s] && middle[t] === middle[s] && high[t] === high[s]) duplicates++;
  }
  return duplicates;
}

function countUnused(mesh: TriangleMesh): number {
  const used = new Uint8Array(mesh.vertexCount);
  for (const v of mesh.indices) used[v] = 1;
  return used.reduce((unused, flag) => unused - flag, mesh.vertexCount);
}

function countComponents(corners: Uint32Array, vertexCount: number): number {
  const parts = new Forest(vertexCount);
  const used = new Uint8Array(vertexCount);
  for (let i = 0; i < corners.length; i += 3) {
    used[corners[i]] = used[corners[i + 1]] = used[corners[i + 2]] = 1;
    parts.join(corners[i], corners[i + 1]);
    parts.join(corners[i], corners[i + 2]);
  }
  let count = 0;
  for (let v = 0; v < vertexCount; v++) if (used[v] === 1 && parts.root(v) === v) count++;
  return count;
}

function boundsOf({ positions, indices, radii }: TriangleMesh): { min: Vec3; max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < indices.length; i++) {
    const r = radii === null ? 0 : radii[Math.floor(i / 3)];
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * indices[i] + k];
      if (x - r < min[k]) min[k] = x - r;
      if (x + r > max[k]) max[k] = x + r;
    }
  }
  return { min, max };
}

function boundingRadius({ positions, indices, radii }: TriangleMesh, centre: Vec3): number {
  let radius = 0;
  for (let i = 0; i < indices.length; i++) {
    const v = 3 * indices[i];
    const r = radii === null ? 0 : radii[Math.floor(i / 3)];
    radius = Math.max(radius, norm(positions[v] - centre[0], positions[v + 1] - centre[1], positions[v + 2] - centre[2]) + r);
  }
  return radius;
}

/** √(x² + y² + z²), also where the squares leave the range of doubles. */
function norm(x: number, y: number, z: number): number {
  const square = x * x + y * y + z * z;
  if (square > 1e-250 && square < 1e250) return Math.sqrt(square);
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  return m === 0 ? 0 : m * Math.sqrt((x / m) * (x / m) + (y / m) * (y / m) + (z / m) * (z / m));
}

function triangleArea(positions: Float64Array, a: number, b: number, c: number): number {
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  // ½ |u × v|
  return 0.5 * norm(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

function signedVolume(positions: Float64Array, corners: Uint32Array, bounds: MeshInspection['bounds'], centre: Vec3): number {
  const extent = Math.max(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1], bounds.max[2] - bounds.min[2]);
  // A power of two near the extent: dividing by it is exact, and products of three stay in range.
  let unit = 1;
  while (unit < extent) unit *= 2;
  while (unit > extent) unit /= 2;
  const p = new Float64Array(9);
  let sum = 0;
  for (let i = 0; i < corners.length; i += 3) {
    for (let k = 0; k < 9; k++) p[k] = (positions[3 * corners[i + Math.floor(k / 3)] + (k % 3)] - centre[k % 3]) / unit;
    sum += p[0] * (p[4] * p[8] - p[5] * p[7]) + p[1] * (p[5] * p[6] - p[3] * p[8]) + p[2] * (p[3] * p[7] - p[4] * p[6]);
  }
  return (sum / 6) * unit * unit * unit;
}

/** Disjoint sets of 0..n−1; a root is the smallest member. */
class Forest {
  private readonly parent: Uint32Array;

  constructor(n: number) {
    this.parent = new Uint32Array(n);
    for (let i = 0; i < n; i++) this.parent[i] = i;
  }

  root(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  join(i: number, j: number): void {
    const a = this.root(i);
    const b = this.root(j);
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
  }
}
