/*
 * Whether a tree is what its class says: structure, and containment of every corner in every node above it.
 * Guarantee: no fault listed means proven containment, rounding included (distances are rounded up by their error
 * bound).
 * A sound tree with less margin than its builder leaves may be faulted. Costs triangles × depth.
 */
import { checkHas } from '../math/check-record.ts';
import { AABB_STRIDE, type AabbTree } from './aabb-tree.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_STRIDE, NODE_U0, NODE_U1 } from './fit-swept-sphere.ts';
import { OBB_CENTRE, OBB_HALF, OBB_STRIDE, OBB_U0, OBB_U1, type ObbTree } from './obb-tree.ts';
import { Faults, structureFaults } from './structure-faults.ts';
import type { SweptSphereTree } from './swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE, NODE_SHAPE, type TriangleTree } from './triangle-tree.ts';

/** How far axes may be from orthonormal. Builders stay 100 times below. */
const ORTHONORMAL = 2 ** -42;

/** What is wrong with a tree, a sentence each; empty: every volume is proven to hold what is below it. Never throws. */
export function validate(tree: SweptSphereTree | ObbTree | AabbTree): string[] {
  checkHas(tree, ['kind', 'nodes'], 'validate: the tree');
  const structure = structureFaults(tree);
  if (structure.length > 0) return structure;
  const faults = new Faults();
  nodeFaults(tree, faults);
  const { nodes, leaves, nodeCount, leafCount } = tree;
  const { stride, child: slot } = NODE_SHAPE[tree.kind];
  const parent = new Int32Array(nodeCount).fill(-1);
  const nodeOfLeaf = new Int32Array(leafCount);
  for (let node = 0; node < nodeCount; node++) {
    const child = nodes[stride * node + slot];
    if (child < 0) nodeOfLeaf[-1 - child] = node;
    else parent[child] = parent[child + 1] = node;
  }
  const contains = tree.kind === 'swept-sphere' ? sweptSphereContains : tree.kind === 'obb' ? obbContains : aabbContains;
  for (let leaf = 0; leaf < leafCount && !faults.full; leaf++) {
    const radius = leaves[LEAF_STRIDE * leaf + LEAF_RADIUS];
    for (let corner = 0; corner < 3; corner++) {
      const o = LEAF_STRIDE * leaf + 3 * corner;
      for (let node = nodeOfLeaf[leaf]; node >= 0; node = parent[node]) {
        if (!contains(nodes, stride * node, leaves, o, radius))
          faults.add(`node ${node} does not contain corner ${corner} of leaf ${leaf}`);
      }
      const reach = reachOfPoint(leaves, o) + radius;
      if (!(reach <= tree.radius))
        faults.add(`corner ${corner} of leaf ${leaf} is ${reach} from the origin, beyond the radius ${tree.radius}`);
    }
  }
  return faults.list;
}

/** |x|, by a scale that keeps squares in range. */
function reachOfPoint(x: Float64Array, o: number): number {
  const largest = Math.max(Math.abs(x[o]), Math.abs(x[o + 1]), Math.abs(x[o + 2]));
  if (largest === 0) return 0;
  const a = x[o] / largest;
  const b = x[o + 1] / largest;
  const c = x[o + 2] / largest;
  return largest * Math.sqrt(a * a + b * b + c * c) * (1 - 2 ** -50);
}

/** Some point of the rectangle is within r − radius. x − T − a u0 − b u1 is off by ≤ 4 u (|x − T|₁ + a + b). */
function sweptSphereContains(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  // Relative to the volume's own size, so that squares neither overflow nor vanish.
  const c = o + NODE_CORNER;
  const first = o + NODE_U0;
  const second = o + NODE_U1;
  const unit = nodes[o + NODE_L0] + nodes[o + NODE_L1] + nodes[o + NODE_R];
  if (!(unit > 0)) return x[v] === nodes[c] && x[v + 1] === nodes[c + 1] && x[v + 2] === nodes[c + 2] && radius === 0;
  const scale = powerBelow(1 / unit);
  const dx = (x[v] - nodes[c]) * scale;
  const dy = (x[v + 1] - nodes[c + 1]) * scale;
  const dz = (x[v + 2] - nodes[c + 2]) * scale;
  const a = Math.min(Math.max(dx * nodes[first] + dy * nodes[first + 1] + dz * nodes[first + 2], 0), nodes[o + NODE_L0] * scale);
  const b = Math.min(Math.max(dx * nodes[second] + dy * nodes[second + 1] + dz * nodes[second + 2], 0), nodes[o + NODE_L1] * scale);
  const ex = dx - a * nodes[first] - b * nodes[second];
  const ey = dy - a * nodes[first + 1] - b * nodes[second + 1];
  const ez = dz - a * nodes[first + 2] - b * nodes[second + 2];
  const spread = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + a + b;
  const distance = Math.sqrt(ex * ex + ey * ey + ez * ez) + radius * scale;
  return distance * (1 + 2 ** -51) + 2 ** -51 * spread <= nodes[o + NODE_R] * scale;
}

/** |(x − c)·u_k| + radius ≤ h_k with room for the axes being orthonormal only to 2^-47. */
function obbContains(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  const dx = x[v] - nodes[o + OBB_CENTRE];
  const dy = x[v + 1] - nodes[o + OBB_CENTRE + 1];
  const dz = x[v + 2] - nodes[o + OBB_CENTRE + 2];
  const ux = nodes[o + OBB_U0];
  const uy = nodes[o + OBB_U0 + 1];
  const uz = nodes[o + OBB_U0 + 2];
  const vx = nodes[o + OBB_U1];
  const vy = nodes[o + OBB_U1 + 1];
  const vz = nodes[o + OBB_U1 + 2];
  const p = Math.abs(dx * ux + dy * uy + dz * uz);
  const q = Math.abs(dx * vx + dy * vy + dz * vz);
  const r = Math.abs(dx * (uy * vz - uz * vy) + dy * (uz * vx - ux * vz) + dz * (ux * vy - uy * vx));
  const room = 2 ** -47 * (p + q + r + radius);
  return (
    p + radius + room <= nodes[o + OBB_HALF] && q + radius + room <= nodes[o + OBB_HALF + 1] && r + radius + room <= nodes[o + OBB_HALF + 2]
  );
}

function aabbContains(nodes: Float64Array, o: number, x: Float64Array, v: number, radius: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (!(x[v + k] - radius >= nodes[o + k] && x[v + k] + radius <= nodes[o + 3 + k])) return false;
  }
  return true;
}

function nodeFaults(tree: TriangleTree, faults: Faults): void {
  const { nodes, nodeCount } = tree;
  for (let node = 0; node < nodeCount && !faults.full; node++) {
    if (tree.kind === 'swept-sphere') {
      const o = NODE_STRIDE * node;
      if (!orthonormal(nodes, o, o + 3)) faults.add(`node ${node}: axes are not orthonormal`);
      for (let i = NODE_L0; i <= NODE_RHO; i++) if (!(nodes[o + i] >= 0)) faults.add(`node ${node}: number ${i} is ${nodes[o + i]}`);
      const reach = nodes[o + NODE_RHO] + nodes[o + NODE_R];
      if (!(reach <= tree.radius)) faults.add(`node ${node} reaches ${reach} from the origin, beyond the radius ${tree.radius}`);
    } else if (tree.kind === 'obb') {
      const o = OBB_STRIDE * node;
      if (!orthonormal(nodes, o + 6, o + 9)) faults.add(`node ${node}: axes are not orthonormal`);
      for (let i = OBB_HALF; i < OBB_HALF + 3; i++) if (!(nodes[o + i] >= 0)) faults.add(`node ${node}: half extent ${nodes[o + i]}`);
    } else {
      const o = AABB_STRIDE * node;
      for (let k = 0; k < 3; k++) if (!(nodes[o + k] <= nodes[o + 3 + k])) faults.add(`node ${node}: the box is inside out`);
    }
  }
}

function orthonormal(m: Float64Array, a: number, b: number): boolean {
  const aa = m[a] * m[a] + m[a + 1] * m[a + 1] + m[a + 2] * m[a + 2] - 1;
  const bb = m[b] * m[b] + m[b + 1] * m[b + 1] + m[b + 2] * m[b + 2] - 1;
  const ab = m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2];
  return Math.abs(aa) <= ORTHONORMAL && Math.abs(bb) <= ORTHONORMAL && Math.abs(ab) <= ORTHONORMAL;
}

/** A power of two within a factor 2 of x, at most 2^1000. */
function powerBelow(x: number): number {
  let power = 1;
  while (power > x) power /= 2;
  while (power * 2 <= x && power < 2 ** 1000) power *= 2;
  return power;
}
