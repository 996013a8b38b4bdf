// Whether a mesh is closed, and turns one way. Exact: corners are the same when their coordinates are; triangles
// collapsed to a segment or a point take no part.
import { type EdgeAdjacency, edgeAdjacency, weldByPosition } from './adjacency.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

export interface Closing {
  /** Three a triangle: the first vertex at the place of each corner; `whole`: of triangles that are not collapsed. */
  readonly corners: Uint32Array;
  readonly whole: Uint32Array;
  /** Edges of the triangles in `whole`. */
  readonly edges: EdgeAdjacency;
  /** How many edges have one triangle, an odd number of them, more than two. */
  readonly uses: { readonly single: number; readonly odd: number; readonly overfull: number };
  /** Every edge has an even number of triangles, at least two. */
  readonly closed: boolean;
  /** Every edge is run along equally often in both directions, boundaries aside. */
  readonly oriented: boolean;
}

export function closingOf(mesh: TriangleMesh): Closing {
  const first = weldByPosition(mesh.positions);
  const corners = mesh.indices.map((v) => first[v]);
  const whole = withoutCollapsed(corners);
  const edges = edgeAdjacency(whole, mesh.vertexCount);
  const uses = countEdgeUses(edges);
  return { corners, whole, edges, uses, closed: whole.length > 0 && uses.odd === 0, oriented: isOriented(whole, edges) };
}

function withoutCollapsed(corners: Uint32Array): Uint32Array {
  const out = new Uint32Array(corners.length);
  let length = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const a = corners[i];
    const b = corners[i + 1];
    const c = corners[i + 2];
    if (a === b || b === c || c === a) continue;
    out[length++] = a;
    out[length++] = b;
    out[length++] = c;
  }
  return out.subarray(0, length);
}

function countEdgeUses({ edgeCount, start }: EdgeAdjacency): Closing['uses'] {
  const uses = { single: 0, odd: 0, overfull: 0 };
  for (let e = 0; e < edgeCount; e++) {
    const n = start[e + 1] - start[e];
    if (n === 1) uses.single++;
    if (n % 2 === 1) uses.odd++;
    if (n > 2) uses.overfull++;
  }
  return uses;
}

function isOriented(corners: Uint32Array, { edgeCount, ends, edgeOf }: EdgeAdjacency): boolean {
  const balance = new Int32Array(edgeCount);
  for (let side = 0; side < corners.length; side++) {
    const edge = edgeOf[side];
    balance[edge] += corners[side] === ends[2 * edge] ? 1 : -1;
  }
  return balance.every((n) => Math.abs(n) <= 1);
}
