/*
 * A hierarchy of point, line or rectangle swept spheres over a triangle mesh [Larsen et al. 1999], for distance and
 * first-contact queries.
 * Guarantee: in real arithmetic on the stored doubles, every corner of every triangle below a node has distance to the
 * node's rectangle + leaf radius ≤ r (so by convexity every point of the triangle has); ρ and `radius` are upper
 * bounds.
 * Deviations: axes from the area-weighted second moments of the surface, merged bottom-up, instead of those of the
 * vertices (10 to 23 % fewer tests in first-contact queries); each volume is fitted to vertices, not to child volumes.
 */
import type { Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { roomFor } from './compiled/compiled-kernels.ts';
import { byNodes, evenRadiusOf, fitNodes } from './fit-nodes.ts';
import {
  fitTriangle,
  NODE_CHILD,
  NODE_R,
  NODE_RHO,
  NODE_SIZE,
  NODE_STRIDE,
  SweptSphereFitter,
  type SweptVolume,
} from './fit-swept-sphere.ts';
import { planOf } from './tree-plan.ts';
import { fillLeaves, plantTree, reachOf, type TreeArrays, TriangleTree, treeArrays, workingScale } from './triangle-tree.ts';

/**
 * A hierarchy of point, line or rectangle swept spheres over a mesh, which queries of distance and first contact go
 * down. Every triangle, thickened by its radius, is inside the volumes above it, proven. A node is 16 doubles: axes u0
 * and u1, corner, two lengths, radius, reach, child, size, 0.
 */
export class SweptSphereTree extends TriangleTree {
  /** Which volumes it is made of. */
  readonly kind = 'swept-sphere';
  /** Which swept spheres: of rectangles, lines or points. */
  readonly volume: SweptVolume;

  constructor(mesh: TriangleMesh, volume: SweptVolume, arrays: TreeArrays, depth: number, radius: number) {
    super(mesh, arrays, depth, radius);
    this.volume = volume;
  }
}

/** The tree that queries use over a mesh, in pieces: of rectangle swept spheres, in memory of its own. */
export function* growSweptSphereTree(mesh: TriangleMesh): Piecemeal<SweptSphereTree> {
  const arrays = treeArrays('swept-sphere', mesh.triangleCount);
  const scale = workingScale(mesh);
  const depth = yield* plantTree('swept-sphere', mesh, arrays, scale);
  return new SweptSphereTree(mesh, 'rss', arrays, depth, yield* fitRectangles(mesh, arrays, scale));
}

/** Every node but its child slot, and the leaves. Returns how far the body and its volumes reach. */
export function fitRectangles(mesh: TriangleMesh, arrays: TreeArrays, scale: number): Piecemeal<number> {
  const plan = planOf(mesh);
  return fitTree(mesh, arrays, scale, ({ nodes, leaves }) => {
    if (plan?.fit !== undefined) return plan.fit(nodes, leaves);
    const room = roomFor(2 * nodes.byteLength + mesh.indices.byteLength + mesh.positions.byteLength);
    const even = evenRadiusOf(leaves);
    const part = room?.sweptSpheres(even) ?? byNodes(NODE_CHILD, new SweptSphereFitter(even), fitTriangle);
    return fitNodes(mesh, arrays, NODE_CHILD, part, 1, room);
  });
}

/** The same by any way of fitting nodes to leaves of working scale. */
export function* fitTree(
  mesh: TriangleMesh,
  arrays: TreeArrays,
  scale: number,
  writeNodes: (arrays: TreeArrays) => Piecemeal<void>,
): Piecemeal<number> {
  fillLeaves(mesh, arrays, scale);
  const radius = reachOf(arrays.leaves, scale);
  yield* writeNodes(arrays);
  if (scale !== 1) {
    toTrueScale(arrays.nodes, scale);
    fillLeaves(mesh, arrays, 1);
  }
  let reach = radius;
  for (let node = 0; node < arrays.nodes.length; node += NODE_STRIDE)
    reach = Math.max(reach, arrays.nodes[node + NODE_RHO] + arrays.nodes[node + NODE_R]);
  return reach * (1 + 2 ** -52);
}

/** Dividing by a power of two is exact but for underflow: at most 2^-1075 in each of corner, lengths and radius. */
export function toTrueScale(nodes: Float64Array, scale: number): void {
  for (let node = 0; node < nodes.length; node += NODE_STRIDE) {
    for (let i = node + 6; i < node + NODE_CHILD; i++) nodes[i] /= scale;
    nodes[node + NODE_R] += 2 ** -1070;
    nodes[node + NODE_RHO] += 2 ** -1070;
    nodes[node + NODE_SIZE] /= scale * scale;
  }
}
