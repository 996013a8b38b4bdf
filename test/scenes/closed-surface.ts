import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/** Edges that are not shared by exactly two triangles running along them in opposite directions. */
export function openEdges(mesh: TriangleMesh): number {
  const { indices, vertexCount } = mesh;
  const directed = new Map<number, number>();
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const key = indices[i + k] * vertexCount + indices[i + ((k + 1) % 3)];
      directed.set(key, (directed.get(key) ?? 0) + 1);
    }
  }
  let open = 0;
  for (const [key, count] of directed) {
    const back = (key % vertexCount) * vertexCount + Math.floor(key / vertexCount);
    if (count !== 1 || directed.get(back) !== 1) open++;
  }
  return open;
}

/**
 * Volume of each connected part, positive when its triangles run counter-clockwise seen from outside; the smallest doubled
 * triangle area; the bounding radius about the origin.
 */
export function measured(mesh: TriangleMesh): { volumes: number[]; smallestArea: number; radius: number } {
  const { positions: p, indices } = mesh;
  const part = connectedParts(mesh);
  const volumes = new Map<number, number>();
  let smallestArea = Number.POSITIVE_INFINITY;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const root = part[indices[i]];
    volumes.set(root, (volumes.get(root) ?? 0) + (p[a] * nx + p[a + 1] * ny + p[a + 2] * nz) / 6);
    smallestArea = Math.min(smallestArea, Math.sqrt(nx * nx + ny * ny + nz * nz));
  }
  let radius = 0;
  for (let i = 0; i < p.length; i += 3) radius = Math.max(radius, Math.sqrt(p[i] ** 2 + p[i + 1] ** 2 + p[i + 2] ** 2));
  return { volumes: [...volumes.values()], smallestArea, radius };
}

/** A representative vertex for each vertex, the same throughout a connected part. */
function connectedParts({ indices, vertexCount }: TriangleMesh): Uint32Array {
  const parent = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const find = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 1; k < 3; k++) parent[find(indices[i + k])] = find(indices[i]);
  }
  return parent.map((_, v) => find(v));
}
