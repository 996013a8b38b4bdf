// Which triangles share an edge, and which vertices share a place. Exact: indices and doubles are compared, nothing is
// rounded or merged by distance. Both run by counting sort, with no hash table that a file could be made to collide in:
// linear time for edges; for positions too, unless made to share hashes, and then n log n.

import { checkHas } from '../math/check-record.ts';

/** Stands in `EdgeAdjacency.edgeOf` where a triangle names the same vertex at both ends. */
export const NO_EDGE = 0xffffffff;

/** Vertices that are compared one by one sooner than they are sorted. */
const FEW = 32;

/**
 * The edges of a soup. Numbers only: triangle t's corners are `indices[3t..3t+2]`, its edge k runs from corner k to
 * corner k + 1 (mod 3).
 */
export interface EdgeAdjacency {
  /** How many edges there are, each counted once. */
  readonly edgeCount: number;
  /**
   * Two vertices per edge, the smaller first; edges ascend by larger, then smaller vertex, as elsewhere in the field.
   */
  readonly ends: Uint32Array;
  /**
   * The triangles of edge e are `triangles[start[e]]` up to, not including, `triangles[start[e + 1]]`, ascending, each
   * once.
   */
  readonly start: Uint32Array;
  /** Triangle numbers, edge after edge; `start` says where those of an edge begin. */
  readonly triangles: Uint32Array;
  /** Three edges per triangle; 0xffffffff where a triangle names the same vertex at both ends. */
  readonly edgeOf: Uint32Array;
}

/**
 * Which triangles share an edge, by vertex number: corners at the same place but with different numbers are not joined.
 * `indices`: three vertex numbers per triangle, as in `TriangleMesh.indices`. In linear time.
 */
export function edgeAdjacency(indices: Uint32Array, vertexCount: number): EdgeAdjacency {
  checkHas(indices, ['length'], 'edgeAdjacency: indices');
  const sideCount = indices.length;
  const smaller = new Uint32Array(sideCount);
  const larger = new Uint32Array(sideCount);
  let sides: Uint32Array = new Uint32Array(sideCount);
  let used = 0;
  for (let side = 0; side < sideCount; side++) {
    const from = indices[side];
    const to = indices[side % 3 === 2 ? side - 2 : side + 1];
    if (from === to) continue;
    smaller[side] = Math.min(from, to);
    larger[side] = Math.max(from, to);
    sides[used++] = side;
  }
  sides = sides.subarray(0, used);
  const spare = new Uint32Array(used);
  sortByKey(sides, spare, smaller, vertexCount);
  sortByKey(spare, sides, larger, vertexCount);

  const ends = new Uint32Array(2 * used);
  const start = new Uint32Array(used + 1);
  const triangles = new Uint32Array(used);
  const edgeOf = new Uint32Array(sideCount).fill(NO_EDGE);
  let edgeCount = 0;
  let useCount = 0;
  for (let i = 0; i < used; i++) {
    const side = sides[i];
    const triangle = Math.floor(side / 3);
    const isNew = edgeCount === 0 || ends[2 * edgeCount - 2] !== smaller[side] || ends[2 * edgeCount - 1] !== larger[side];
    if (isNew) {
      ends[2 * edgeCount] = smaller[side];
      ends[2 * edgeCount + 1] = larger[side];
      start[edgeCount++] = useCount;
    }
    edgeOf[side] = edgeCount - 1;
    // A segment leaf (a, b, b) runs along its edge twice.
    if (isNew || triangles[useCount - 1] !== triangle) triangles[useCount++] = triangle;
  }
  start[edgeCount] = useCount;
  return {
    edgeCount,
    ends: ends.slice(0, 2 * edgeCount),
    start: start.slice(0, edgeCount + 1),
    triangles: triangles.slice(0, useCount),
    edgeOf,
  };
}

/** For each vertex the first vertex at exactly the same position (0 and −0 are the same). */
export function weldByPosition(positions: Float64Array): Uint32Array {
  const count = Math.floor(positions.length / 3);
  if (count <= FEW) return weldFew(positions, count);
  // −0 + 0 = 0, so that equal numbers have equal bits.
  const plain = new Float64Array(3 * count);
  for (let i = 0; i < plain.length; i++) plain[i] = positions[i] + 0;
  const words = new Uint32Array(plain.buffer);
  const hashes = new Uint32Array(count);
  for (let v = 0; v < count; v++) hashes[v] = hashOf(words, 6 * v);
  const order = sortedByDigits(inOrder(count), hashes, 0xffffffff);
  const first = new Uint32Array(count);
  for (let start = 0, end = 0; start < count; start = end) {
    const leader = order[start];
    let isUniform = true;
    for (end = start; end < count && hashes[order[end]] === hashes[leader]; end++) {
      first[order[end]] = leader;
      if (isUniform && compareWords(words, 6 * leader, 6 * order[end]) !== 0) isUniform = false;
    }
    // Different positions of one hash: by comparison, n log n at worst.
    if (!isUniform) weldRun(order.subarray(start, end), words, first);
  }
  return first;
}

/** Each compared with those before it: no tables to fill. */
function weldFew(positions: Float64Array, count: number): Uint32Array {
  const first = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    let leader = 0;
    // what is no number equals nothing, itself neither
    while (leader < v && (positions[3 * leader] !== x || positions[3 * leader + 1] !== y || positions[3 * leader + 2] !== z)) leader++;
    first[v] = leader;
  }
  return first;
}

function weldRun(run: Uint32Array, words: Uint32Array, first: Uint32Array): void {
  run.sort((a, b) => compareWords(words, 6 * a, 6 * b) || a - b);
  first[run[0]] = run[0];
  for (let i = 1; i < run.length; i++) {
    first[run[i]] = compareWords(words, 6 * run[i], 6 * run[i - 1]) === 0 ? first[run[i - 1]] : run[i];
  }
}

/** Writes the numbers of `from` to `to`, ordered by key[number] < keyCount; equal keys keep their order. */
export function sortByKey(from: Uint32Array, to: Uint32Array, key: Uint32Array, keyCount: number): void {
  const next = new Uint32Array(keyCount + 1);
  for (let i = 0; i < from.length; i++) next[key[from[i]] + 1]++;
  for (let k = 0; k < keyCount; k++) next[k + 1] += next[k];
  for (let i = 0; i < from.length; i++) to[next[key[from[i]]]++] = from[i];
}

/** The numbers of `order` by ascending key[number] ≤ `most`; equal keys keep their order. Writes to `order`. */
export function sortedByDigits(order: Uint32Array, key: Uint32Array, most: number): Uint32Array {
  const count = order.length;
  let [from, to]: Uint32Array[] = [order, new Uint32Array(count)];
  // A table of 65,536 digits pays off only when there are many records to sort by it.
  const bits = count < 4096 ? 8 : 16;
  const mask = (1 << bits) - 1;
  const next = new Uint32Array(mask + 2);
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += bits) {
    next.fill(0);
    for (let i = 0; i < count; i++) next[((key[from[i]] >>> shift) & mask) + 1]++;
    for (let d = 0; d < mask; d++) next[d + 1] += next[d];
    for (let i = 0; i < count; i++) to[next[(key[from[i]] >>> shift) & mask]++] = from[i];
    [from, to] = [to, from];
  }
  return from;
}

/** 0, 1, 2, … */
export function inOrder(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order;
}

/** Multiply and fold each of six words in; the constants are odd and have no pattern. */
function hashOf(words: Uint32Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + 6; i++) {
    hash = Math.imul(hash ^ words[i], 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca77);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

function compareWords(words: Uint32Array, i: number, j: number): number {
  for (let k = 0; k < 6; k++) if (words[i + k] !== words[j + k]) return words[i + k] < words[j + k] ? -1 : 1;
  return 0;
}
