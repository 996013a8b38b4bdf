// Build and refit times, tightness and memory of every hierarchy over the scenes' meshes.
// "first" is the very first build in the process, compiler cold; the others are the fastest of ROUNDS.

import { rigidScenes } from '../../scenes/index.ts';
import { type AabbTree, buildAabbTree } from '../../src/hierarchy/aabb-tree.ts';
import { buildSweptSphereTree } from '../../src/hierarchy/build-swept-sphere-tree.ts';
import { buildObbTree, type ObbTree } from '../../src/hierarchy/obb-tree.ts';
import { refit } from '../../src/hierarchy/refit.ts';
import type { SweptSphereTree } from '../../src/hierarchy/swept-sphere-tree.ts';
import { treeStatistics } from '../../src/hierarchy/tree-statistics.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const BUILD_USAGE = 'build    building and refitting of every kind of tree: times, tightness, memory; names of scenes may follow';

const ROUNDS = 9;

type Tree = SweptSphereTree | ObbTree | AabbTree;

const BUILDERS: Readonly<Record<string, (mesh: TriangleMesh) => Tree>> = {
  rss: (mesh) => buildSweptSphereTree(mesh),
  lss: (mesh) => buildSweptSphereTree(mesh, { volume: 'lss' }),
  pss: (mesh) => buildSweptSphereTree(mesh, { volume: 'pss' }),
  obb: (mesh) => buildObbTree(mesh),
  aabb: (mesh) => buildAabbTree(mesh),
};

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export async function build(names: readonly string[]): Promise<void> {
  const rows: Cell[][] = [];
  let first = true;
  for (const name of names.length > 0 ? names : Object.keys(rigidScenes)) {
    const { meshA: mesh } = rigidScenes[name]({ queries: 0 });
    for (const [kind, builder] of Object.entries(BUILDERS)) {
      let tree = null as Tree | null;
      const cold = first ? milliseconds(() => builder(mesh)) : Number.NaN;
      first = false;
      let fastest = Number.POSITIVE_INFINITY;
      let fastestRefit = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS; round++) {
        fastest = Math.min(
          fastest,
          milliseconds(() => {
            tree = builder(mesh);
          }),
        );
        fastestRefit = Math.min(
          fastestRefit,
          milliseconds(() => refit(tree as Tree, mesh.positions)),
        );
      }
      const { leafCount, depth, meanDepth, bytes, sahCost, sizeSum } = treeStatistics(tree as Tree);
      const round = (x: number, digits = 1): Cell => (Number.isFinite(x) ? Number(x.toFixed(digits)) : '');
      rows.push([
        name,
        kind,
        leafCount,
        round(cold),
        round(fastest),
        round(fastestRefit),
        depth,
        round(meanDepth),
        round(bytes / leafCount),
        round(sahCost),
        round(sizeSum, 0),
      ]);
    }
  }
  console.log(
    toMarkdown({
      file: 'build',
      title: 'Building hierarchies',
      note: 'Milliseconds; bytes a triangle without mesh and leaves; SAH cost relative to the root; sum of sizes in squared units of length.',
      columns: ['scene', 'tree', 'triangles', 'first', 'build', 'refit', 'depth', 'mean depth', 'bytes', 'SAH', 'size'],
      rows,
    }),
  );
}
