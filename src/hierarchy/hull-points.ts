/**
 * The corners of a mesh that looks convex, in clusters, for the farthest of them along any direction.
 *
 * Nothing relies on the mesh being convex: what is said of the corners holds for their hull, and so for the mesh in it.
 * A mesh that bulges inwards where nobody looked only gains less.
 */
import type { SweptSphereTree } from './swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from './triangle-tree.ts';

export interface HullPoints {
  /** Three doubles a corner, those of a cluster one after the other. */
  readonly points: Float64Array;
  /** CLUSTER_STRIDE doubles a cluster: the ball about its corners. */
  readonly clusters: Float64Array;
  /** The thickest triangle. */
  readonly thickness: number;
}

/** Corners a cluster. */
const CLUSTER = 16;
const CLUSTER_STRIDE = 4;

/** Beyond, the farthest corner takes as long as the search that it would save. */
const MOST_POINTS = 16_384;
/** Faces that are looked at, and by how much of the size corners may stick out of them. */
const LOOKS = 64;
const BULGE = 2 ** -20;
/** Of a distance of points of working scale: some ten roundings. */
const WIDER = 1 + 2 ** -46;

const known = new WeakMap<SweptSphereTree, HullPoints | null>();

/** The corners of the tree's mesh, found at the first call and kept; null where the mesh is not convex, or too large. */
export function hullPointsOf(tree: SweptSphereTree): HullPoints | null {
  let found = known.get(tree);
  if (found === undefined) {
    found = pointsOf(tree);
    known.set(tree, found);
  }
  return found;
}

/** The tree's corners have moved. */
export function forgetHullPoints(tree: SweptSphereTree): void {
  known.delete(tree);
}

function pointsOf(tree: SweptSphereTree): HullPoints | null {
  const { leaves, leafCount, triangles, mesh } = tree;
  // a closed surface has half as many corners as triangles; some files give each triangle its own
  if (leafCount > 2 * MOST_POINTS) return null;
  const taken = new Uint8Array(mesh.vertexCount);
  const list = new Float64Array(3 * Math.min(mesh.vertexCount, 3 * leafCount));
  let size = 0;
  let thickness = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const o = leaf * LEAF_STRIDE;
    thickness = Math.max(thickness, leaves[o + LEAF_RADIUS]);
    for (let c = 0; c < 3; c++) {
      const vertex = mesh.indices[3 * triangles[leaf] + c];
      if (taken[vertex] === 1) continue;
      taken[vertex] = 1;
      for (let k = 0; k < 3; k++) list[size++] = leaves[o + 3 * c + k];
    }
  }
  const points = list.slice(0, size);
  if (size > 3 * MOST_POINTS || !looksConvex(tree, points)) return null;
  return { points, clusters: ballsOf(points), thickness };
}

/** Of some faces: are all corners on one side? */
function looksConvex({ leaves, leafCount, radius }: SweptSphereTree, points: Float64Array): boolean {
  const looks = Math.min(LOOKS, leafCount);
  const face = new Float64Array(3);
  for (let look = 0; look < looks; look++) {
    const o = Math.floor((look * leafCount) / looks) * LEAF_STRIDE;
    if (!writeNormal(leaves, o, face)) continue;
    const [x, y, z] = face;
    const place = x * leaves[o] + y * leaves[o + 1] + z * leaves[o + 2];
    let above = false;
    let below = false;
    for (let i = 0; i < points.length; i += 3) {
      const height = x * points[i] + y * points[i + 1] + z * points[i + 2] - place;
      if (height > BULGE * radius) above = true;
      else if (height < -BULGE * radius) below = true;
      if (above && below) return false;
    }
  }
  return true;
}

/** The unit normal of a leaf; false: it has none. */
function writeNormal(p: Float64Array, o: number, out: Float64Array): boolean {
  const ex = p[o + 3] - p[o];
  const ey = p[o + 4] - p[o + 1];
  const ez = p[o + 5] - p[o + 2];
  const fx = p[o + 6] - p[o];
  const fy = p[o + 7] - p[o + 1];
  const fz = p[o + 8] - p[o + 2];
  out[0] = ey * fz - ez * fy;
  out[1] = ez * fx - ex * fz;
  out[2] = ex * fy - ey * fx;
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) out[k] /= length;
  return true;
}

function ballsOf(points: Float64Array): Float64Array {
  const count = points.length / 3;
  const balls = new Float64Array(CLUSTER_STRIDE * Math.ceil(count / CLUSTER));
  for (let first = 0, o = 0; first < count; first += CLUSTER, o += CLUSTER_STRIDE) {
    const end = Math.min(count, first + CLUSTER);
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = first; i < end; i++) {
        low = Math.min(low, points[3 * i + k]);
        high = Math.max(high, points[3 * i + k]);
      }
      balls[o + k] = low + (high - low) / 2;
    }
    let most = 0;
    for (let i = first; i < end; i++) {
      const x = points[3 * i] - balls[o];
      const y = points[3 * i + 1] - balls[o + 1];
      const z = points[3 * i + 2] - balls[o + 2];
      most = Math.max(most, x * x + y * y + z * z);
    }
    balls[o + 3] = Math.sqrt(most) * WIDER;
  }
  return balls;
}

/**
 * The corner farthest along way[o..o+2], whose length is `length`, as an offset into the points: by plain doubles, so
 * that no other is farther by more than a few roundings of a product. `last`: any of them, best a near one.
 */
export function farthestPoint({ points, clusters }: HullPoints, way: Float64Array, o: number, length: number, last: number): number {
  const x = way[o];
  const y = way[o + 1];
  const z = way[o + 2];
  let best = last;
  let most = x * points[last] + y * points[last + 1] + z * points[last + 2];
  for (let first = 0, c = 0; first < points.length; first += 3 * CLUSTER, c += CLUSTER_STRIDE) {
    if (x * clusters[c] + y * clusters[c + 1] + z * clusters[c + 2] + length * clusters[c + 3] < most) continue;
    const end = Math.min(points.length, first + 3 * CLUSTER);
    for (let i = first; i < end; i += 3) {
      const height = x * points[i] + y * points[i + 1] + z * points[i + 2];
      if (height > most) {
        most = height;
        best = i;
      }
    }
  }
  return best;
}
