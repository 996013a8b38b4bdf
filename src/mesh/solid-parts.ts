import { InputError } from '../math/input-error.ts';
import { weldByPosition } from './adjacency.ts';
import { closingOf } from './closing.ts';
import { TriangleMesh } from './triangle-mesh.ts';

/** Up to so many vertices a table of every two of them is small. */
const FEW = 64;

/** Closed meshes, and whether their triangles turn alike. */
const closedMeshes = new WeakMap<TriangleMesh, boolean>();
const partsOf = new WeakMap<TriangleMesh, Uint32Array>();

/** A solid needs an inside: throws an InputError unless the mesh is closed. */
export function requireClosed(mesh: TriangleMesh): void {
  if (closedMeshes.has(mesh)) return;
  if (mesh.vertexCount <= FEW && isPlainlyClosed(mesh)) {
    closedMeshes.set(mesh, true);
    return;
  }
  const { closed, oriented, uses } = closingOf(mesh);
  if (!closed) throw new InputError(`${mesh.name}: declared solid, but not closed (${uses.single} edges with one triangle only)`);
  closedMeshes.set(mesh, oriented);
}

/**
 * True where every edge is run along once in each direction, by the numbers of the vertices, and some triangle has
 * three places: then it is closed and turns one way with corners at the same place joined too, because what joins or
 * collapses keeps as many sides of an edge in one direction as in the other.
 */
function isPlainlyClosed({ indices, positions, vertexCount }: TriangleMesh): boolean {
  const sides = new Uint8Array(vertexCount * vertexCount);
  let isWhole = false;
  for (let i = 0; i < indices.length; i += 3) {
    const a = indices[i];
    const b = indices[i + 1];
    const c = indices[i + 2];
    if (a === b || b === c || c === a) return false;
    if (sides[a * vertexCount + b]++ + sides[b * vertexCount + c]++ + sides[c * vertexCount + a]++ > 0) return false;
    isWhole ||= !isSamePlace(positions, a, b) && !isSamePlace(positions, b, c) && !isSamePlace(positions, c, a);
  }
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i];
    const to = indices[i % 3 === 2 ? i - 2 : i + 1];
    if (sides[to * vertexCount + from] === 0) return false;
  }
  return isWhole;
}

function isSamePlace(positions: Float64Array, a: number, b: number): boolean {
  return (
    positions[3 * a] === positions[3 * b] && positions[3 * a + 1] === positions[3 * b + 1] && positions[3 * a + 2] === positions[3 * b + 2]
  );
}

/** True when a closed mesh tells in from out by the turn of its triangles. */
export function isOriented(mesh: TriangleMesh): boolean {
  requireClosed(mesh);
  return closedMeshes.get(mesh) === true;
}

const byNumber = new WeakMap<TriangleMesh, TriangleMesh>();

/**
 * A mesh of the same triangles whose vertices are all at places of their own, no three in a line: what holds for it
 * holds for the mesh however it deforms, its corners joined by their numbers only.
 */
export function joinedByNumber(mesh: TriangleMesh): TriangleMesh {
  let joined = byNumber.get(mesh);
  if (joined === undefined) {
    const places = new Float64Array(mesh.positions.length);
    for (let v = 0; v < mesh.vertexCount; v++) for (let k = 0, x = v; k < 3; k++, x *= v) places[3 * v + k] = x;
    joined = new TriangleMesh(places, mesh.indices, { name: mesh.name, solid: mesh.solid });
    byNumber.set(mesh, joined);
  }
  return joined;
}

/** Vertices with the same root, and those of one triangle, are connected: tells which one stands for all of a part. */
export function connected(indices: Uint32Array, root: Uint32Array): (vertex: number) => number {
  const find = (v: number): number => {
    let x = v;
    while (root[x] !== x) {
      root[x] = root[root[x]];
      x = root[x];
    }
    return x;
  };
  for (let i = 0; i < indices.length; i += 3) for (let k = 1; k < 3; k++) root[find(indices[i + k])] = find(indices[i]);
  return find;
}

/** One vertex of each connected part of the mesh; corners at the same place are connected. */
export function partVertices(mesh: TriangleMesh): Uint32Array {
  const known = partsOf.get(mesh);
  if (known !== undefined) return known;
  const { indices } = mesh;
  const rootOf = connected(indices, weldByPosition(mesh.positions));
  const parts = new Set<number>();
  for (let i = 0; i < indices.length; i += 3) parts.add(rootOf(indices[i]));
  const out = Uint32Array.from(parts);
  partsOf.set(mesh, out);
  return out;
}
