import { InputError } from '../math/input-error.ts';
import { weldByPosition } from './adjacency.ts';
import { inspectMesh } from './inspect-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

const closedMeshes = new WeakSet<TriangleMesh>();
const partsOf = new WeakMap<TriangleMesh, Uint32Array>();

/** A solid needs an inside: throws an InputError unless the mesh is closed. */
export function requireClosed(mesh: TriangleMesh): void {
  if (closedMeshes.has(mesh)) return;
  const { closed, boundaryEdges } = inspectMesh(mesh);
  if (!closed) throw new InputError(`${mesh.name}: declared solid, but not closed (${boundaryEdges} edges with one triangle only)`);
  closedMeshes.add(mesh);
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
