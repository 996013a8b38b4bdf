/*
 * Fits a volume to every node of a tree whose shape and leaves are known.
 * Guarantee: each volume is fitted to all corners below its node; whether it then holds them is up to the fitter.
 * Second moments are merged bottom-up in the nodes' own slots; then each node is fitted to all its vertices. Above
 * BLOCK triangles these are taken from lists in which a vertex appears once per block, four times fewer than corners.
 */
import type { Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Room } from './compiled/compiled-kernels.ts';
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
export const BLOCK = 16;
/** Triangles that one piece of the work looks at, at least; a node is never cut in two. */
export const PIECE = 512;
/**
 * Until a node is fitted it holds moments: its weight, its middle, the sums of xx, xy, xz, yy, yz and zz about that;
 * and from where to where its leaves are.
 */
const WEIGHT = 0;
const MIDDLE = 1;
const SQUARES = 4;
export const FROM = 10;
export const TO = 11;

const HEAP: Pick<Room, 'doubles' | 'integers'> = {
  doubles: (of) => (typeof of === 'number' ? new Float64Array(of) : of),
  integers: (of) => (typeof of === 'number' ? new Uint32Array(of) : of),
};

/** What nodes are fitted to: leaves, or, above BLOCK triangles, `groups` from start[first leaf] to start[last leaf]. */
export interface FitWork {
  readonly nodes: Float64Array;
  readonly leaves: Float64Array;
  readonly groups: Float64Array;
  readonly start: Uint32Array;
  readonly isPacked: boolean;
  readonly projection: Projection;
}

/** Fits some nodes, from the one given downwards, each after those below it; gives the next one. */
export type PartFit = (work: FitWork, node: number) => number;

/** Nodes one by one; leaves go to `fitLeaf` where there is one. */
export function byNodes(childSlot: number, fitter: VolumeFitter, fitLeaf: LeafFit | null): PartFit {
  return ({ nodes, leaves, groups, start, isPacked, projection }, first) => {
    const { axes, centre } = projection;
    let node = first;
    // Integers, lest doubles be boxed.
    for (let handled = 0; node >= 0 && handled <= PIECE; node -= STRIDE) {
      const from = nodes[node + FROM] | 0;
      const to = nodes[node + TO] | 0;
      const child = nodes[node + childSlot];
      if (fitLeaf !== null && child < 0) {
        fitLeaf(leaves, LEAF_STRIDE * from, nodes, node, axes);
      } else {
        guessAxes(leaves, from, to, nodes, node, axes, centre);
        if (!isPacked || to - from <= BLOCK) fitter.fit(projection, leaves, from, to, nodes, node);
        else fitter.fit(projection, groups, start[from], start[to], nodes, node);
      }
      nodes[node + childSlot] = child;
      handled += to - from;
    }
    return node;
  };
}

/** Principal axes and the middle, by the moments that a node holds. */
export function guessAxes(
  leaves: Float64Array,
  from: number,
  to: number,
  nodes: Float64Array,
  node: number,
  axes: Float64Array,
  centre: Float64Array,
): void {
  if (!(nodes[node + WEIGHT] > 0)) pointMoments(leaves, from, to, nodes, node);
  principalAxes(nodes, node, axes);
  centre[0] = nodes[node + MIDDLE];
  centre[1] = nodes[node + MIDDLE + 1];
  centre[2] = nodes[node + MIDDLE + 2];
}

/**
 * Writes every node but its child slot. `each`: triangles a leaf, 1 or 2, one after the other in the leaves and
 * triangle numbers given. `room`: in which `fitPart` works.
 */
export function* fitNodes(
  mesh: Pick<TriangleMesh, 'indices' | 'vertexCount'>,
  arrays: TreeArrays,
  childSlot: number,
  fitPart: PartFit,
  each: 1 | 2 = 1,
  room: Room | null = null,
): Piecemeal<void> {
  const { doubles, integers } = room ?? HEAP;
  const nodes = doubles(arrays.nodes);
  const leaves = doubles(arrays.leaves);
  const leafCount = arrays.triangles.length;
  yield;
  (room?.gatherMoments ?? gatherMoments)(nodes, nodes.length, leaves, childSlot, each);
  yield;
  // Points of different thickness cannot share a list of vertices.
  const isPacked = leafCount > BLOCK && evenRadiusOf(arrays.leaves) !== null;
  const start = integers(leafCount + 1);
  const groups = doubles(isPacked ? LEAF_STRIDE * leafCount : 0);
  let mostGroups = leafCount;
  if (isPacked) {
    const [indices, triangles, seen] = [integers(mesh.indices), integers(arrays.triangles), integers(mesh.vertexCount)];
    const pack = room?.packBlocks ?? packBlocks;
    mostGroups = Math.max(BLOCK, pack(indices, nodes, nodes.length, leaves, triangles, leafCount, childSlot, seen, start, groups));
  }
  const work: FitWork = { nodes, leaves, groups, start, isPacked, projection: new Projection(3 * mostGroups, doubles) };
  // Smallest first: by the time of the large ones everything is compiled.
  for (let node = nodes.length - STRIDE; node >= 0; ) {
    node = fitPart(work, node);
    yield;
  }
  room?.leave(nodes, arrays.nodes);
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
  gatherWhole(leaves, 0, count, moments);
  guessAxes(leaves, 0, count, moments, 0, projection.axes, projection.centre);
  fitter.fit(projection, leaves, 0, count, nodes, 0);
}

/** The radius of all leaves, null where they differ. */
export function evenRadiusOf(leaves: Float64Array, count: number = leaves.length / LEAF_STRIDE): number | null {
  const radius = leaves[LEAF_RADIUS];
  for (let o = LEAF_RADIUS; o < count * LEAF_STRIDE; o += LEAF_STRIDE) if (leaves[o] !== radius) return null;
  return radius;
}

const halves: Float64Array = new Float64Array(WHOLE_MOMENTS);

/** Children come after parents, so backwards is bottom-up. */
function gatherMoments(nodes: Float64Array, length: number, leaves: Float64Array, childSlot: number, each: number): void {
  for (let node = length - STRIDE; node >= 0; node -= STRIDE) {
    const child = nodes[node + childSlot] | 0;
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
  for (let i = node + SQUARES; i < node + FROM; i++) m[i] = 0;
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

const places: Uint32Array = new Uint32Array(3 * BLOCK);

/**
 * The vertices of each largest subtree of at most BLOCK triangles, each once, three to a group as in a leaf.
 * start[l] is the first group of the block that begins at leaf l. `seen`: zeros, one a vertex. Returns how many groups.
 */
function packBlocks(
  indices: Uint32Array,
  nodes: Float64Array,
  length: number,
  leaves: Float64Array,
  triangles: Uint32Array,
  leafCount: number,
  childSlot: number,
  seen: Uint32Array,
  start: Uint32Array,
  groups: Float64Array,
): number {
  // A block starts where a node of at most BLOCK triangles has a larger parent.
  for (let node = 0; node < length; node += STRIDE) {
    if (nodes[node + TO] - nodes[node + FROM] <= BLOCK) continue;
    const child = STRIDE * (nodes[node + childSlot] | 0);
    for (let o = child; o <= child + STRIDE; o += STRIDE) {
      if (nodes[o + TO] - nodes[o + FROM] <= BLOCK) start[nodes[o + FROM]] = nodes[o + TO];
    }
  }
  let used = 0;
  for (let from = 0; from < leafCount; ) {
    const to = start[from];
    start[from] = used / LEAF_STRIDE;
    let count = 0;
    for (let leaf = from; leaf < to; leaf++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = indices[3 * triangles[leaf] + corner];
        if (seen[vertex] === to) continue;
        seen[vertex] = to;
        places[count++] = LEAF_STRIDE * leaf + 3 * corner;
      }
    }
    while (count % 3 !== 0) places[count++] = places[0];
    for (let i = 0; i < count; i++) {
      const o = places[i];
      groups[used] = leaves[o];
      groups[used + 1] = leaves[o + 1];
      groups[used + 2] = leaves[o + 2];
      used += 3;
      if (i % 3 !== 2) continue;
      groups[used] = leaves[LEAF_RADIUS];
      used++;
    }
    from = to;
  }
  start[leafCount] = used / LEAF_STRIDE;
  return start[leafCount];
}
