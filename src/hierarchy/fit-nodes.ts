/*
 * Fits a volume to every node of a tree whose shape and leaves are known.
 * Guarantee: each volume is fitted to all corners below its node; whether it then holds them is up to the fitter.
 * Second moments are merged bottom-up in the nodes' own slots; then each node is fitted to all its vertices. Above
 * BLOCK triangles these are taken from lists in which a vertex appears once per block, four times fewer than corners.
 */
import type { Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { mergeMoments, principalAxes } from './principal-axes.ts';
import { Projection } from './projection.ts';
import { LEAF_RADIUS, LEAF_STRIDE, type TreeArrays } from './triangle-tree.ts';

/** Fits one kind of volume to the corners of groups from..to, three points and a radius each. */
export interface VolumeFitter {
  fit(projection: Projection, groups: Float64Array, from: number, to: number, nodes: Float64Array, node: number): void;
}

export type LeafFit = (leaves: Float64Array, leaf: number, nodes: Float64Array, node: number, axes: Float64Array) => void;

/** Doubles a node of the trees that are fitted this way. */
const STRIDE = 16;
/** Smaller blocks repeat more vertices, larger ones leave more nodes to be fitted to corners; 4 to 64 differ little. */
const BLOCK = 16;
/** Triangles that one piece of the work looks at, at least; a node is never cut in two. */
const PIECE = 512;
/**
 * Until a node is fitted it holds moments: its weight, its middle, the sums of xx, xy, xz, yy, yz and zz about that;
 * and from where to where its leaves are.
 */
const WEIGHT = 0;
const MIDDLE = 1;
const SQUARES = 4;
const FROM = 10;
const TO = 11;

/**
 * Writes every node but its child slot. Leaves go to `fitLeaf` where there is one. `each`: triangles a leaf, 1 or 2,
 * one after the other in the leaves and triangle numbers given.
 */
export function* fitNodes(
  mesh: Pick<TriangleMesh, 'indices' | 'vertexCount'>,
  arrays: TreeArrays,
  childSlot: number,
  fitter: VolumeFitter,
  fitLeaf: LeafFit | null,
  each: 1 | 2 = 1,
): Piecemeal<void> {
  const { nodes, leaves } = arrays;
  const leafCount = arrays.triangles.length;
  yield;
  gatherMoments(nodes, leaves, childSlot, each);
  yield;
  // Points of different thickness cannot share a list of vertices.
  const even = evenRadiusOf(leaves) !== null;
  const packed = even && leafCount > BLOCK ? packBlocks(mesh, arrays, childSlot) : null;
  const mostGroups = packed === null ? leafCount : Math.max(BLOCK, packed.groups.length / LEAF_STRIDE);
  const projection = new Projection(3 * mostGroups);
  const { axes, centre } = projection;
  let handled = 0;
  // Smallest first: by the time of the large ones everything is compiled. Integers, lest doubles be boxed.
  for (let node = nodes.length - STRIDE; node >= 0; node -= STRIDE) {
    const from = nodes[node + FROM] | 0;
    const to = nodes[node + TO] | 0;
    const child = nodes[node + childSlot];
    if (fitLeaf !== null && child < 0) {
      fitLeaf(leaves, LEAF_STRIDE * from, nodes, node, axes);
    } else {
      if (!(nodes[node + WEIGHT] > 0)) pointMoments(leaves, from, to, nodes, node);
      principalAxes(nodes, node, axes);
      centre[0] = nodes[node + MIDDLE];
      centre[1] = nodes[node + MIDDLE + 1];
      centre[2] = nodes[node + MIDDLE + 2];
      if (packed === null || to - from <= BLOCK) fitter.fit(projection, leaves, from, to, nodes, node);
      else fitter.fit(projection, packed.groups, packed.start[from], packed.start[to], nodes, node);
    }
    nodes[node + childSlot] = child;
    handled += to - from;
    if (handled > PIECE) {
      handled = 0;
      yield;
    }
  }
}

/** What `fitWhole` needs room for. */
export const WHOLE_MOMENTS: number = 2 * STRIDE;

/** Fits one node to the first leaves; the projection has room for them, `moments` for WHOLE_MOMENTS. */
export function fitWhole(
  leaves: Float64Array,
  count: number,
  nodes: Float64Array,
  fitter: VolumeFitter,
  projection: Projection,
  moments: Float64Array,
): void {
  const { axes, centre } = projection;
  gatherWhole(leaves, 0, count, moments);
  if (!(moments[WEIGHT] > 0)) pointMoments(leaves, 0, count, moments, 0);
  principalAxes(moments, 0, axes);
  for (let k = 0; k < 3; k++) centre[k] = moments[MIDDLE + k];
  fitter.fit(projection, leaves, 0, count, nodes, 0);
}

/** The radius of all leaves, null where they differ. */
export function evenRadiusOf(leaves: Float64Array, count: number = leaves.length / LEAF_STRIDE): number | null {
  const radius = leaves[LEAF_RADIUS];
  for (let o = LEAF_RADIUS; o < count * LEAF_STRIDE; o += LEAF_STRIDE) if (leaves[o] !== radius) return null;
  return radius;
}

/** Children come after parents, so backwards is bottom-up. */
function gatherMoments(nodes: Float64Array, leaves: Float64Array, childSlot: number, each: 1 | 2): void {
  const halves = new Float64Array(WHOLE_MOMENTS);
  for (let node = nodes.length - STRIDE; node >= 0; node -= STRIDE) {
    const child = nodes[node + childSlot];
    if (child < 0) {
      const leaf = each * (-1 - child);
      nodes[node + FROM] = leaf;
      nodes[node + TO] = leaf + each;
      if (each === 1) triangleMoments(leaves, LEAF_STRIDE * leaf, nodes, node);
      else {
        gatherWhole(leaves, leaf, leaf + each, halves);
        for (let i = 0; i < FROM; i++) nodes[node + i] = halves[i];
      }
    } else {
      const first = STRIDE * child;
      nodes[node + FROM] = nodes[first + FROM];
      nodes[node + TO] = nodes[first + STRIDE + TO];
      mergeMoments(nodes, node, first, first + STRIDE);
    }
  }
}

/** Writes the moments of triangles from..to together to the beginning of `moments`. */
function gatherWhole(leaves: Float64Array, from: number, to: number, moments: Float64Array): void {
  triangleMoments(leaves, LEAF_STRIDE * from, moments, 0);
  for (let leaf = from + 1; leaf < to; leaf++) {
    triangleMoments(leaves, LEAF_STRIDE * leaf, moments, STRIDE);
    mergeMoments(moments, 0, 0, STRIDE);
  }
}

/**
 * ∫(x − m)(x − m)ᵀ over a triangle of corners v = A/12 Σ (v − m)(v − m)ᵀ. Slivers, segments and thick points have a
 * size without an area: they weigh as if 2^-10 of their longest edge, or their radius, were the width.
 */
function triangleMoments(leaves: Float64Array, o: number, m: Float64Array, to: number): void {
  const cx = (leaves[o] + leaves[o + 3] + leaves[o + 6]) / 3;
  const cy = (leaves[o + 1] + leaves[o + 4] + leaves[o + 7]) / 3;
  const cz = (leaves[o + 2] + leaves[o + 5] + leaves[o + 8]) / 3;
  const ax = leaves[o] - cx;
  const ay = leaves[o + 1] - cy;
  const az = leaves[o + 2] - cz;
  const bx = leaves[o + 3] - cx;
  const by = leaves[o + 4] - cy;
  const bz = leaves[o + 5] - cz;
  const dx = leaves[o + 6] - cx;
  const dy = leaves[o + 7] - cy;
  const dz = leaves[o + 8] - cz;
  const nx = (by - ay) * (dz - az) - (bz - az) * (dy - ay);
  const ny = (bz - az) * (dx - ax) - (bx - ax) * (dz - az);
  const nz = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  const xx = ax * ax + bx * bx + dx * dx;
  const yy = ay * ay + by * by + dy * dy;
  const zz = az * az + bz * bz + dz * dz;
  const radius = leaves[o + LEAF_RADIUS];
  const weight = Math.max(0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz), 2 ** -10 * (xx + yy + zz), radius * radius);
  const k = weight / 12;
  m[to + WEIGHT] = weight;
  m[to + MIDDLE] = cx;
  m[to + MIDDLE + 1] = cy;
  m[to + MIDDLE + 2] = cz;
  m[to + SQUARES] = k * xx;
  m[to + SQUARES + 1] = k * (ax * ay + bx * by + dx * dy);
  m[to + SQUARES + 2] = k * (ax * az + bx * bz + dx * dz);
  m[to + SQUARES + 3] = k * yy;
  m[to + SQUARES + 4] = k * (ay * az + by * bz + dy * dz);
  m[to + SQUARES + 5] = k * zz;
}

/** Moments of the corners themselves, for nodes whose triangles are all points. */
function pointMoments(leaves: Float64Array, from: number, to: number, m: Float64Array, node: number): void {
  let cx = 0;
  let cy = 0;
  let cz = 0;
  const part = 1 / (to - from);
  for (let o = LEAF_STRIDE * from; o < LEAF_STRIDE * to; o += LEAF_STRIDE) {
    cx += part * leaves[o];
    cy += part * leaves[o + 1];
    cz += part * leaves[o + 2];
  }
  m.fill(0, node + SQUARES, node + FROM);
  for (let o = LEAF_STRIDE * from; o < LEAF_STRIDE * to; o += LEAF_STRIDE) {
    const x = leaves[o] - cx;
    const y = leaves[o + 1] - cy;
    const z = leaves[o + 2] - cz;
    m[node + SQUARES] += x * x;
    m[node + SQUARES + 1] += x * y;
    m[node + SQUARES + 2] += x * z;
    m[node + SQUARES + 3] += y * y;
    m[node + SQUARES + 4] += y * z;
    m[node + SQUARES + 5] += z * z;
  }
  m[node + MIDDLE] = cx;
  m[node + MIDDLE + 1] = cy;
  m[node + MIDDLE + 2] = cz;
}

/**
 * The vertices of each largest subtree of at most BLOCK triangles, each once, three to a group as in a leaf.
 * start[l] is the first group of the block that begins at leaf l.
 */
function packBlocks(
  mesh: Pick<TriangleMesh, 'indices' | 'vertexCount'>,
  arrays: TreeArrays,
  childSlot: number,
): { groups: Float64Array; start: Uint32Array } {
  const { nodes, leaves, triangles } = arrays;
  const leafCount = triangles.length;
  const start = new Uint32Array(leafCount + 1);
  // A block starts where a node of at most BLOCK triangles has a larger parent.
  for (let node = 0; node < nodes.length; node += STRIDE) {
    if (nodes[node + TO] - nodes[node + FROM] <= BLOCK) continue;
    const child = STRIDE * nodes[node + childSlot];
    for (let o = child; o <= child + STRIDE; o += STRIDE) {
      if (nodes[o + TO] - nodes[o + FROM] <= BLOCK) start[nodes[o + FROM]] = nodes[o + TO];
    }
  }
  const seen = new Uint32Array(mesh.vertexCount);
  const places = new Uint32Array(3 * BLOCK);
  let groups = new Float64Array(LEAF_STRIDE * Math.ceil(leafCount / 2));
  let length = 0;
  for (let from = 0; from < leafCount; ) {
    const to = start[from];
    start[from] = length / LEAF_STRIDE;
    let count = 0;
    for (let leaf = from; leaf < to; leaf++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = mesh.indices[3 * triangles[leaf] + corner];
        if (seen[vertex] === to) continue;
        seen[vertex] = to;
        places[count++] = LEAF_STRIDE * leaf + 3 * corner;
      }
    }
    while (count % 3 !== 0) places[count++] = places[0];
    if (length + 4 * count > groups.length) {
      const larger = new Float64Array(2 * groups.length + 4 * count);
      larger.set(groups);
      groups = larger;
    }
    for (let i = 0; i < count; i++) {
      const o = places[i];
      groups[length] = leaves[o];
      groups[length + 1] = leaves[o + 1];
      groups[length + 2] = leaves[o + 2];
      length += 3;
      if (i % 3 === 2) groups[length++] = leaves[LEAF_RADIUS];
    }
    from = to;
  }
  start[leafCount] = length / LEAF_STRIDE;
  return { groups: groups.subarray(0, length), start };
}
