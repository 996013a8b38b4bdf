import { LEAF_RADIUS, LEAF_STRIDE, NODE_SHAPE, type TriangleTree } from './triangle-tree.ts';

/** Faults reported at most: one is enough to distrust a tree. */
const MOST_FAULTS = 20;

/** Collects what is wrong, up to a limit. */
export class Faults {
  readonly list: string[] = [];

  get full(): boolean {
    return this.list.length >= MOST_FAULTS;
  }

  add(fault: string): void {
    if (!this.full) this.list.push(fault);
  }
}

/**
 * Whether the arrays form a tree over their mesh: every node and leaf reached once, siblings adjacent, parents before
 * children, depth right, triangles numbered once each, corners those of the mesh, all numbers finite.
 */
export function structureFaults(tree: TriangleTree): string[] {
  const faults = new Faults();
  const { nodes, leaves, triangles, nodeCount, leafCount, mesh } = tree;
  const { stride, child: slot } = NODE_SHAPE[tree.kind];
  if (leafCount < 1 || nodeCount !== 2 * leafCount - 1) faults.add(`${leafCount} leaves cannot have ${nodeCount} nodes`);
  if (nodes.length !== stride * nodeCount) faults.add(`${nodes.length} numbers for ${nodeCount} nodes of ${stride}`);
  if (leaves.length !== LEAF_STRIDE * leafCount) faults.add(`${leaves.length} numbers for ${leafCount} leaves of ${LEAF_STRIDE}`);
  if (triangles.length !== leafCount) faults.add(`${triangles.length} triangle numbers for ${leafCount} leaves`);
  if (mesh.triangleCount !== leafCount) faults.add(`${leafCount} leaves for a mesh of ${mesh.triangleCount} triangles`);
  if (!(tree.radius >= 0 && tree.radius < Number.POSITIVE_INFINITY)) faults.add(`the radius is ${tree.radius}`);
  if (faults.list.length > 0) return faults.list;
  for (let i = 0; i < nodes.length && !faults.full; i++) {
    if (!Number.isFinite(nodes[i])) faults.add(`node ${Math.floor(i / stride)}: number ${i % stride} is ${nodes[i]}`);
  }
  treeFaults(tree, stride, slot, faults);
  const seen = new Uint8Array(leafCount);
  for (let leaf = 0; leaf < leafCount && !faults.full; leaf++) {
    const triangle = triangles[leaf];
    if (triangle >= leafCount) faults.add(`leaf ${leaf} names triangle ${triangle} of ${leafCount}`);
    else if (seen[triangle] === 1) faults.add(`triangle ${triangle} has two leaves`);
    else {
      seen[triangle] = 1;
      cornerFaults(tree, leaf, triangle, faults);
    }
  }
  return faults.list;
}

function treeFaults(tree: TriangleTree, stride: number, slot: number, faults: Faults): void {
  const { nodes, nodeCount, leafCount } = tree;
  const level = new Int32Array(nodeCount).fill(-1);
  level[0] = 0;
  const leafSeen = new Uint8Array(leafCount);
  let deepest = 0;
  for (let node = 0; node < nodeCount && !faults.full; node++) {
    const child = nodes[stride * node + slot];
    if (level[node] < 0) faults.add(`node ${node} has no parent before it`);
    else if (!Number.isInteger(child)) faults.add(`node ${node}: child ${child} is not an integer`);
    else if (child < 0) {
      const leaf = -1 - child;
      if (leaf >= leafCount) faults.add(`node ${node} names leaf ${leaf} of ${leafCount}`);
      else if (leafSeen[leaf] === 1) faults.add(`leaf ${leaf} has two nodes`);
      else leafSeen[leaf] = 1;
    } else if (child <= node || child + 1 >= nodeCount)
      faults.add(`node ${node}: children ${child} and ${child + 1} of ${nodeCount} nodes`);
    else if (level[child] >= 0 || level[child + 1] >= 0) faults.add(`node ${child} or ${child + 1} has two parents`);
    else {
      level[child] = level[child + 1] = level[node] + 1;
      deepest = Math.max(deepest, level[node] + 1);
    }
  }
  if (faults.list.length === 0 && deepest !== tree.depth) faults.add(`the depth is ${deepest}, not ${tree.depth}`);
}

function cornerFaults(tree: TriangleTree, leaf: number, triangle: number, faults: Faults): void {
  const { leaves, mesh } = tree;
  const o = LEAF_STRIDE * leaf;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * mesh.indices[3 * triangle + corner];
    for (let k = 0; k < 3; k++) {
      if (leaves[o + 3 * corner + k] !== mesh.positions[v + k]) {
        faults.add(`leaf ${leaf}: corner ${corner} is not that of triangle ${triangle}`);
        return;
      }
    }
  }
  const radius = mesh.radii === null ? 0 : mesh.radii[triangle];
  if (leaves[o + LEAF_RADIUS] !== radius)
    faults.add(`leaf ${leaf}: radius ${leaves[o + LEAF_RADIUS]} is not ${radius} of triangle ${triangle}`);
}
