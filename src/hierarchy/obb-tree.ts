/*
 * A hierarchy of oriented boxes over a triangle mesh [Gottschalk et al. 1996], for overlap queries.
 * Guarantee: in real arithmetic on the stored doubles, the box { c + Σ a_k u_k : |a_k| ≤ h_k }, u2 = u0 × u1, of a node
 * contains every triangle below it, thickened by its leaf radius; ρ and `radius` are upper bounds.
 * Deviation: axes from the area-weighted moments of the surface itself, not of its convex hull; fitted to vertices.
 */
import { checkHas, checkRecord } from '../math/check-record.ts';
import { finished, type Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { byNodes, fitNodes } from './fit-nodes.ts';
import { type Projection, spreadOf } from './projection.ts';
import {
  type Allocate,
  allocateTree,
  fillLeaves,
  LEAF_RADIUS,
  LEAF_STRIDE,
  movedPositions,
  plantTree,
  reachOf,
  type TreeArrays,
  TriangleTree,
  workingScale,
} from './triangle-tree.ts';
import { turnAxes } from './turn-axes.ts';

/** Doubles a node, and what they are. */
export const OBB_STRIDE = 16;
export const OBB_CENTRE = 0;
export const OBB_HALF = 3;
export const OBB_U0 = 6;
export const OBB_U1 = 9;
export const OBB_CHILD = 12;
/** h0 h1 + h1 h2 + h2 h0, an eighth of the surface. */
export const OBB_SIZE = 13;
/** Upper bound on the corners' distance from the origin of the body's frame. */
export const OBB_RHO = 14;

/** The same rounding as that of swept spheres: docs/notes/hierarchies.md. */
const SPREAD_ERROR = 2 ** -46;
const PLACE_ERROR = 2 ** -50;
const TINY = 2 ** -530;

/** Where a tree is built. */
export interface TreeOptions {
  /** Where the tree shall live. Default: a new ArrayBuffer. */
  readonly allocate?: Allocate;
}

/**
 * A hierarchy of oriented boxes [Gottschalk et al. 1996], for overlap queries. Every triangle, thickened by its radius,
 * is inside the boxes above it, proven. A node is 16 doubles: centre, half extents, axes u0 and u1, child, size, reach,
 * 0.
 */
export class ObbTree extends TriangleTree {
  /** Which volumes it is made of. */
  readonly kind = 'obb';
}

/** Builds a tree of oriented boxes over a mesh, in new memory or where `allocate` says. */
export function buildObbTree(mesh: TriangleMesh, options: TreeOptions = {}): ObbTree {
  return finished(growObbTree(mesh, options));
}

/** The same in pieces. */
export function* growObbTree(mesh: TriangleMesh, options: TreeOptions = {}): Piecemeal<ObbTree> {
  checkHas(mesh, ['positions', 'triangleCount'], 'obb tree: the mesh');
  checkRecord(options, ['allocate'], 'obb tree');
  const arrays = allocateTree('obb', mesh.triangleCount, options.allocate);
  const scale = workingScale(mesh);
  const depth = yield* plantTree('obb', mesh, arrays, scale);
  return new ObbTree(mesh, arrays, depth, yield* fitTree(mesh, arrays, scale));
}

/** New vertex positions, which also go into tree.mesh; same triangles together as before. */
export function refitObbTree(tree: ObbTree, positions: ArrayLike<number>): void {
  movedPositions(tree.mesh, positions);
  tree.radius = finished(fitTree(tree.mesh, tree, workingScale(tree.mesh)));
}

function* fitTree(mesh: TriangleMesh, arrays: TreeArrays, scale: number): Piecemeal<number> {
  fillLeaves(mesh, arrays, scale);
  const radius = reachOf(arrays.leaves, scale);
  yield* fitNodes(mesh, arrays, OBB_CHILD, byNodes(OBB_CHILD, { fit: fitBox }, null));
  if (scale !== 1) {
    const { nodes } = arrays;
    // Exact but for underflow: at most 2^-1075 in each number.
    for (let node = 0; node < nodes.length; node += OBB_STRIDE) {
      for (let i = node; i < node + OBB_U0; i++) nodes[i] /= scale;
      for (let i = node + OBB_HALF; i < node + OBB_U0; i++) nodes[i] += 2 ** -1070;
      nodes[node + OBB_SIZE] /= scale * scale;
      nodes[node + OBB_RHO] = nodes[node + OBB_RHO] / scale + 2 ** -1070;
    }
    fillLeaves(mesh, arrays, 1);
  }
  return radius;
}

function fitBox(projection: Projection, groups: Float64Array, from: number, to: number, nodes: Float64Array, node: number): void {
  const { axes, centre, bounds } = projection;
  turnAxes(groups, from, to, centre, axes);
  projection.project(groups, from, to);
  const place = Math.abs(centre[0]) + Math.abs(centre[1]) + Math.abs(centre[2]);
  const rounding = SPREAD_ERROR * spreadOf(bounds) + PLACE_ERROR * place + TINY;
  let thick = false;
  for (let g = from; g < to; g++) if (groups[LEAF_STRIDE * g + LEAF_RADIUS] > 0) thick = true;
  if (thick) thicken(projection, groups, from, to);
  for (let k = 0; k < 3; k++) nodes[node + OBB_HALF + k] = 0.5 * (bounds[2 * k + 1] - bounds[2 * k]) * (1 + SPREAD_ERROR) + rounding;
  for (let i = 0; i < 3; i++) {
    const p = 0.5 * (bounds[0] + bounds[1]);
    const q = 0.5 * (bounds[2] + bounds[3]);
    const r = 0.5 * (bounds[4] + bounds[5]);
    nodes[node + OBB_CENTRE + i] = centre[i] + (p * axes[i] + q * axes[3 + i] + r * axes[6 + i]);
    nodes[node + OBB_U0 + i] = axes[i];
    nodes[node + OBB_U1 + i] = axes[3 + i];
  }
  const x = nodes[node];
  const y = nodes[node + 1];
  const z = nodes[node + 2];
  const h0 = nodes[node + 3];
  const h1 = nodes[node + 4];
  const h2 = nodes[node + 5];
  nodes[node + OBB_SIZE] = h0 * h1 + h1 * h2 + h2 * h0;
  const norm = Math.sqrt(x * x + y * y + z * z) + Math.sqrt(h0 * h0 + h1 * h1 + h2 * h2);
  nodes[node + OBB_RHO] = norm * (1 + SPREAD_ERROR) + TINY;
  nodes[node + 15] = 0;
}

/** Bounds with each group's radius around its points. */
function thicken(projection: Projection, groups: Float64Array, from: number, to: number): void {
  const { along, bounds } = projection;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let g = from, i = 0; g < to; g++) {
      const radius = groups[LEAF_STRIDE * g + LEAF_RADIUS];
      for (let corner = 0; corner < 3; corner++, i++) {
        low = Math.min(low, along[k][i] - radius);
        high = Math.max(high, along[k][i] + radius);
      }
    }
    bounds[2 * k] = low;
    bounds[2 * k + 1] = high;
  }
}
