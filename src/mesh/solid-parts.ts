import { InputError } from '../math/input-error.ts';
import { weldByPosition } from './adjacency.ts';
import { closingOf } from './closing.ts';
import { TriangleMesh } from './triangle-mesh.ts';

/** Closed meshes, and whether their triangles turn alike. */
const closedMeshes = new WeakMap<TriangleMesh, boolean>();
const partsOf = new WeakMap<TriangleMesh, Uint32Array>();

/** A solid needs an inside: throws an InputError unless the mesh is closed. */
export function requireClosed(mesh: TriangleMesh): void {
  if (closedMeshes.has(mesh)) return;
  const { closed, oriented, uses } = closingOf(mesh);
  if (!closed) throw new InputError(`${mesh.name}: declared solid, but not closed (${uses.single} edges with one triangle only)`);
  closedMeshes.set(mesh, oriented);
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

/** One vertex of each connected part of the mesh; corners at the same place are connected. */
export function partVertices(mesh: TriangleMesh): Uint32Array {
  const known = partsOf.get(mesh);
  if (known !== undefined) return known;
  const root = weldByPosition(mesh.positions);
  const find = (v: number): number => {
    let x = v;
    while (root[x] !== x) {
      root[x] = root[root[x]];
      x = root[x];
    }
    return x;
  };
  const { indices } = mesh;
  for (let i = 0; i < indices.length; i += 3) {
    const a = find(indices[i]);
    root[find(indices[i + 1])] = a;
    root[find(indices[i + 2])] = a;
  }
  const parts = new Set<number>();
  for (let i = 0; i < indices.length; i += 3) parts.add(find(indices[i]));
  const out = Uint32Array.from(parts);
  partsOf.set(mesh, out);
  return out;
}
