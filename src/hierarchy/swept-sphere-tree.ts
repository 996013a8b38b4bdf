/*
 * A hierarchy of point, line or rectangle swept spheres over a triangle mesh [Larsen et al. 1999], for distance and
 * first-contact queries.
 * Guarantee: in real arithmetic on the stored doubles, every corner of every triangle below a node has distance to the
 * node's rectangle + leaf radius ≤ r (so by convexity every point of the triangle has); ρ and `radius` are upper
 * bounds.
 * Deviations: axes from the area-weighted second moments of the surface, merged bottom-up, instead of those of the
 * vertices (10 to 23 % fewer tests in first-contact queries); each volume is fitted to vertices, not to child volumes.
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { finished, type Piecemeal } from '../math/piecemeal.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { evenRadiusOf, fitNodes } from './fit-nodes.ts';
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
import { forgetHullPoints } from './hull-points.ts';
import { planOf } from './tree-plan.ts';
import {
  type Allocate,
  allocateTree,
  fillLeaves,
  movedPositions,
  plantTree,
  reachOf,
  type TreeArrays,
  TriangleTree,
  workingScale,
} from './triangle-tree.ts';

/** Which volumes a tree is made of, and where it is built. */
export interface SweptSphereTreeOptions {
  /** Rectangle, line or point swept spheres. Default 'rss', which bounds surfaces tightest. */
  readonly volume?: SweptVolume;
  /** Where the tree shall live. Default: a new ArrayBuffer. */
  readonly allocate?: Allocate;
}

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

/**
 * Builds the tree that queries use over a mesh. `treeOf` does it once for a mesh and keeps it; call this for other
 * volumes, or for memory of your own.
 */
export function buildSweptSphereTree(mesh: TriangleMesh, options: SweptSphereTreeOptions = {}): SweptSphereTree {
  return finished(growSweptSphereTree(mesh, options));
}

/** The same in pieces. */
export function* growSweptSphereTree(mesh: TriangleMesh, options: SweptSphereTreeOptions = {}): Piecemeal<SweptSphereTree> {
  checkRecord(options, ['volume', 'allocate'], 'swept sphere tree');
  const volume = options.volume ?? 'rss';
  if (volume !== 'rss' && volume !== 'lss' && volume !== 'pss') {
    throw new InputError(`volume must be 'rss', 'lss' or 'pss', got ${shownValue(volume)}`);
  }
  const arrays = allocateTree('swept-sphere', mesh.triangleCount, options.allocate);
  const scale = workingScale(mesh);
  const depth = yield* plantTree('swept-sphere', mesh, arrays, scale);
  return new SweptSphereTree(mesh, volume, arrays, depth, yield* fitTree(mesh, arrays, volume, scale));
}

/**
 * New vertex positions, which also go into tree.mesh; same triangles together as before. Every volume is fitted anew.
 */
export function refitSweptSphereTree(tree: SweptSphereTree, positions: ArrayLike<number>): void {
  movedPositions(tree.mesh, positions, LARGEST_COORDINATE);
  forgetHullPoints(tree);
  tree.radius = finished(fitTree(tree.mesh, tree, tree.volume, workingScale(tree.mesh)));
}

function* fitTree(mesh: TriangleMesh, arrays: TreeArrays, volume: SweptVolume, scale: number): Piecemeal<number> {
  fillLeaves(mesh, arrays, scale);
  const radius = reachOf(arrays.leaves, scale);
  const plan = volume === 'rss' ? planOf(mesh) : undefined;
  if (plan?.fit !== undefined) yield* plan.fit(arrays.nodes, arrays.leaves);
  else {
    const fitter = new SweptSphereFitter(volume, evenRadiusOf(arrays.leaves));
    yield* fitNodes(mesh, arrays, NODE_CHILD, fitter, volume === 'rss' ? fitTriangle : null);
  }
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
