/** What may be inside of what at the start: points of connected parts, and maps of what is outside of solids. */
import type { Vec3 } from '../../math/pose.ts';
import { partVertices } from '../../mesh/solid-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Region } from './batch-region.ts';
import type { BatchTrees, LooseTriangles } from './batch-trees.ts';
import { outsideWords, type PlacedSolid } from './outside-map.ts';

export interface Insides {
  /** One point of every connected part, and the solids among them, scaled and in their frame. */
  readonly points: readonly Vec3[];
  readonly solids: readonly PlacedSolid[];
}

/** Points of the parts, and the solids: what may be inside what. */
export function insidesOf(
  parts: readonly { readonly mesh: TriangleMesh; readonly at: (v: Vec3) => Vec3 }[],
  { corners }: LooseTriangles,
  scale: number,
  near: Region | null,
): Insides {
  const points: Vec3[] = [];
  const solids: PlacedSolid[] = [];
  let first = 0;
  for (const { mesh, at } of parts) {
    for (const v of partVertices(mesh)) {
      const [x, y, z] = at([mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]);
      points.push([scale * x, scale * y, scale * z]);
    }
    if (mesh.solid) solids.push({ mesh, corners: corners.subarray(9 * first, 9 * (first + mesh.triangleCount)), near });
    first += mesh.triangleCount;
  }
  return { points, solids };
}

/** Maps and points of what may be inside of a solid, behind the other words of a model, each once. */
export class InsideWords {
  readonly words: number[] = [];
  private readonly base: number;
  private readonly trees: BatchTrees;
  private readonly known: Map<unknown, number> = new Map();
  private readonly roots: Map<unknown, number> = new Map();

  constructor(base: number, trees: BatchTrees) {
    this.base = base;
    this.trees = trees;
  }

  /** A list of maps, one a solid. */
  mapsOf({ solids }: Insides): number {
    if (solids.length === 0) return 0;
    const maps = solids.map((solid) => this.once(solid, () => outsideWords(solid)));
    return this.once(solids, () => Uint32Array.from([maps.length, ...maps]));
  }

  pointsOf({ points }: Insides): number {
    return this.once(points, () => new Uint32Array(Float32Array.from(points.flat()).buffer));
  }

  /** The root of a tree of the points. */
  pointTree({ points }: Insides): number {
    let root = this.roots.get(points);
    if (root === undefined) {
      const corners = Float64Array.from(points.flatMap((p) => [...p, ...p, ...p]));
      root = this.trees.add({ corners, radii: new Float64Array(points.length) }, 2);
      this.roots.set(points, root);
    }
    return root;
  }

  private once(key: unknown, make: () => Uint32Array): number {
    let at = this.known.get(key);
    if (at === undefined) {
      at = this.base + this.words.length;
      for (const word of make()) this.words.push(word);
      this.known.set(key, at);
    }
    return at;
  }
}
