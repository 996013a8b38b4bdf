/**
 * The corners of a mesh that looks convex, in clusters, for the farthest of them along any direction.
 *
 * Nothing relies on the mesh being convex: what is said of the corners holds for their hull, and so for the mesh in it.
 * A mesh that bulges inwards where nobody looked only gains less.
 */
import { longestAxis } from '../mesh/longest-axis.ts';
import { LEAF_RADIUS, LEAF_STRIDE, type TriangleTree } from './triangle-tree.ts';

export interface HullPoints {
  /** Three doubles a corner, those of a cluster one after the other. */
  readonly points: Float64Array;
  /** Six doubles a cluster, a box around its corners: its least x, y, z, its largest. */
  readonly clusters: Float64Array;
  /** The same of groups of clusters. */
  readonly groups: Float64Array;
  /** Leaves at corner i: `leaves` from firstLeaf[i] up to firstLeaf[i + 1]. */
  readonly firstLeaf: Uint32Array;
  readonly leaves: Uint32Array;
  /** The thickest triangle. */
  readonly thickness: number;
}

/** Leaves, as many as there is room for. */
export interface LeafList {
  readonly leaves: Int32Array;
  count: number;
}

/** Corners a cluster, clusters a group [docs/notes/first-contact.md, "Convex bodies"]. */
const CLUSTER = 8;
const GROUP = 8;
/** Doubles a box. */
const BOX = 6;
/** So few are looked at one by one. */
const FEW = 32;

/** Beyond, the farthest corner takes as long as the search that it would save. */
const MOST_POINTS = 16_384;
/** Faces that are looked at, and by how much of the size corners may stick out of them. */
const LOOKS = 64;
const BULGE = 2 ** -20;
/** So many leaves without a face are no convex body. */
const FACES = 8;

const known = new WeakMap<TriangleTree, HullPoints | null>();

/** The corners of the tree's mesh, found at the first call and kept; null where it is not convex, or too large. */
export function hullPointsOf(tree: TriangleTree): HullPoints | null {
  let found = known.get(tree);
  if (found === undefined) {
    found = pointsOf(tree);
    known.set(tree, found);
  }
  return found;
}

/** The tree's corners have moved. */
export function forgetHullPoints(tree: TriangleTree): void {
  known.delete(tree);
}

function pointsOf(tree: TriangleTree): HullPoints | null {
  const { leaves, leafCount, triangles, mesh } = tree;
  // a closed surface has half as many corners as triangles; some files give each triangle its own
  if (leafCount > 2 * MOST_POINTS) return null;
  const corners = mesh.indices;
  const taken = new Uint8Array(mesh.vertexCount);
  const vertices: number[] = [];
  let thickness = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    thickness = Math.max(thickness, leaves[leaf * LEAF_STRIDE + LEAF_RADIUS]);
    for (let c = 3 * triangles[leaf]; c < 3 * triangles[leaf] + 3; c++) {
      if (taken[corners[c]] === 0) vertices.push(corners[c]);
      taken[corners[c]] = 1;
    }
  }
  if (vertices.length > MOST_POINTS || !looksConvex(tree, vertices)) return null;
  const order = Uint32Array.from(vertices);
  gather(mesh.positions, order);
  const points = new Float64Array(3 * order.length);
  const slots = new Uint32Array(mesh.vertexCount);
  for (const [slot, vertex] of order.entries()) {
    slots[vertex] = slot;
    for (let k = 0; k < 3; k++) points[3 * slot + k] = mesh.positions[3 * vertex + k];
  }
  const firstLeaf = new Uint32Array(order.length + 1);
  const at = new Uint32Array(3 * leafCount);
  for (let c = 0; c < 3 * leafCount; c++) firstLeaf[slots[corners[c]] + 1]++;
  for (let slot = 0; slot < order.length; slot++) firstLeaf[slot + 1] += firstLeaf[slot];
  const next = firstLeaf.slice();
  for (let leaf = 0; leaf < leafCount; leaf++) {
    for (let c = 3 * triangles[leaf]; c < 3 * triangles[leaf] + 3; c++) at[next[slots[corners[c]]]++] = leaf;
  }
  const clusters = boxesOf(points, CLUSTER);
  return { points, clusters, groups: boxesOf(points, CLUSTER * GROUP), firstLeaf, leaves: at, thickness };
}

/** Puts vertices that are near each other into the same cluster: halves along the longest side, and so on. */
function gather(positions: Float64Array, order: Uint32Array): void {
  if (order.length <= CLUSTER) return;
  const axis = longestAxis(positions, order);
  order.sort((i, j) => positions[3 * i + axis] - positions[3 * j + axis] || i - j);
  // groups and clusters begin at multiples of their sizes
  const unit = order.length > CLUSTER * GROUP ? CLUSTER * GROUP : CLUSTER;
  const half = unit * Math.ceil(order.length / (2 * unit));
  gather(positions, order.subarray(0, half));
  gather(positions, order.subarray(half));
}

/** Whether all corners are on one side of some of the faces. */
function looksConvex({ leaves, leafCount, radius, mesh }: TriangleTree, vertices: readonly number[]): boolean {
  const { positions } = mesh;
  const looks = Math.min(LOOKS, leafCount);
  const face = new Float64Array(3);
  let faces = 0;
  for (let look = 0; look < looks; look++) {
    const o = Math.floor((look * leafCount) / looks) * LEAF_STRIDE;
    if (!writeNormal(leaves, o, face)) continue;
    faces++;
    const [x, y, z] = face;
    const place = x * leaves[o] + y * leaves[o + 1] + z * leaves[o + 2];
    let above = false;
    let below = false;
    for (const vertex of vertices) {
      const i = 3 * vertex;
      const height = x * positions[i] + y * positions[i + 1] + z * positions[i + 2] - place;
      if (height > BULGE * radius) above = true;
      else if (height < -BULGE * radius) below = true;
      if (above && below) return false;
    }
  }
  // balls and capsules have no faces; of many of them, as in a cloud, nobody knows
  return faces > 0 || leafCount < FACES;
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

/** About so many corners each. */
function boxesOf(points: Float64Array, size: number): Float64Array {
  const count = points.length / 3;
  const boxes = new Float64Array(BOX * Math.ceil(count / size));
  for (let first = 0, o = 0; first < count; first += size, o += BOX) {
    boxes.fill(Infinity, o, o + 3).fill(-Infinity, o + 3, o + BOX);
    for (let i = 3 * first; i < 3 * Math.min(count, first + size); i++) {
      const k = o + (i % 3);
      boxes[k] = Math.min(boxes[k], points[i]);
      boxes[k + 3] = Math.max(boxes[k + 3], points[i]);
    }
  }
  return boxes;
}

/**
 * The corner farthest along way[o..o+2], as an offset into the points: by plain doubles, so that no other is farther by
 * more than a few roundings of a product. `last`: any of them, best a near one.
 */
export function farthestPoint(hull: HullPoints, way: Float64Array, o: number, last: number): number {
  const { points, clusters, groups } = hull;
  if (points.length <= 3 * FEW) return farthestOf(points, 0, points.length, way, o, last);
  const x = way[o];
  const y = way[o + 1];
  const z = way[o + 2];
  // first where it should be, so that most of the rest needs no look
  const group = likeliestBox(groups, 0, groups.length, x, y, z);
  const likely = likeliestBox(clusters, group * GROUP, Math.min(clusters.length, (group + BOX) * GROUP), x, y, z);
  let best = farthestOf(points, (likely / BOX) * 3 * CLUSTER, Math.min(points.length, (likely / BOX + 1) * 3 * CLUSTER), way, o, last);
  let most = x * points[best] + y * points[best + 1] + z * points[best + 2];
  // no rounded height is above the box's rounded one: of corners equally far, as on a floor, none is looked at
  for (let g = 0; g < groups.length; g += BOX) {
    if (highestOf(groups, g, x, y, z) <= most) continue;
    const end = Math.min(clusters.length, (g + BOX) * GROUP);
    for (let c = g * GROUP; c < end; c += BOX) {
      if (highestOf(clusters, c, x, y, z) <= most) continue;
      const from = (c / BOX) * 3 * CLUSTER;
      best = farthestOf(points, from, Math.min(points.length, from + 3 * CLUSTER), way, o, best);
      most = x * points[best] + y * points[best + 1] + z * points[best + 2];
    }
  }
  return best;
}

/** Lists the leaves of which a corner reaches `height` along way[o..o+2], a unit vector; false: there is no room. */
export function listLeavesBeyond(hull: HullPoints, way: Float64Array, o: number, height: number, out: LeafList): boolean {
  const { points, clusters, groups } = hull;
  out.count = 0;
  const x = way[o];
  const y = way[o + 1];
  const z = way[o + 2];
  for (let g = 0; g < groups.length; g += BOX) {
    if (highestOf(groups, g, x, y, z) < height) continue;
    const end = Math.min(clusters.length, (g + BOX) * GROUP);
    for (let c = g * GROUP; c < end; c += BOX) {
      if (highestOf(clusters, c, x, y, z) < height) continue;
      const from = (c / BOX) * 3 * CLUSTER;
      const to = Math.min(points.length, from + 3 * CLUSTER);
      for (let i = from; i < to; i += 3) {
        if (x * points[i] + y * points[i + 1] + z * points[i + 2] >= height && !addLeaves(hull, i / 3, out)) return false;
      }
    }
  }
  return true;
}

function addLeaves({ firstLeaf, leaves }: HullPoints, corner: number, out: LeafList): boolean {
  for (let k = firstLeaf[corner]; k < firstLeaf[corner + 1]; k++) {
    let known = false;
    for (let i = 0; i < out.count; i++) if (out.leaves[i] === leaves[k]) known = true;
    if (known) continue;
    if (out.count === out.leaves.length) return false;
    out.leaves[out.count++] = leaves[k];
  }
  return true;
}

/** Place of the farthest along `way`: of points[from..end] and the one at `best`. */
function farthestOf(points: Float64Array, from: number, end: number, way: Float64Array, o: number, best: number): number {
  const x = way[o];
  const y = way[o + 1];
  const z = way[o + 2];
  let most = x * points[best] + y * points[best + 1] + z * points[best + 2];
  for (let i = from; i < end; i += 3) {
    const height = x * points[i] + y * points[i + 1] + z * points[i + 2];
    if (height > most) {
      most = height;
      best = i;
    }
  }
  return best;
}

/** How far a box reaches along a direction: not below any height of its corners, rounded as theirs are. */
function highestOf(boxes: Float64Array, b: number, x: number, y: number, z: number): number {
  return x * boxes[x > 0 ? b + 3 : b] + y * boxes[y > 0 ? b + 4 : b + 1] + z * boxes[z > 0 ? b + 5 : b + 2];
}

/** Whose middle is the farthest. */
function likeliestBox(boxes: Float64Array, from: number, end: number, x: number, y: number, z: number): number {
  let best = from;
  let most = -Infinity;
  for (let c = from; c < end; c += BOX) {
    const height = x * (boxes[c] + boxes[c + 3]) + y * (boxes[c + 1] + boxes[c + 4]) + z * (boxes[c + 2] + boxes[c + 5]);
    if (height > most) {
      most = height;
      best = c;
    }
  }
  return best;
}
