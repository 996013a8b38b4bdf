// Which triangles share an edge, and which vertices share a place. Exact: indices and doubles are compared, nothing is
// rounded or merged by distance. Both run by counting and radix sort, so the time is linear for any input, also one made
// to collide in a hash table.

/** Stands in `EdgeAdjacency.edgeOf` where a triangle names the same vertex at both ends. */
export const NO_EDGE = 0xffffffff;

/** The edges of a soup. Numbers only: triangle t's corners are `indices[3t..3t+2]`, its edge k runs from corner k to corner k + 1 (mod 3). */
export interface EdgeAdjacency {
  readonly edgeCount: number;
  /** Two vertices per edge, the smaller first; edges ascend by smaller, then larger vertex. */
  readonly ends: Uint32Array;
  /** The triangles of edge e are `triangles[start[e]]` up to, not including, `triangles[start[e + 1]]`, ascending, each once. */
  readonly start: Uint32Array;
  readonly triangles: Uint32Array;
  /** Three edges per triangle, or NO_EDGE. */
  readonly edgeOf: Uint32Array;
}

/** Edges by vertex number: corners at the same place but with different numbers are not joined (see `weldByPosition`). */
export function edgeAdjacency(indices: Uint32Array, vertexCount: number): EdgeAdjacency {
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
  sortByKey(sides, spare, larger, vertexCount);
  sortByKey(spare, sides, smaller, vertexCount);

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
  // −0 + 0 = 0, so that equal numbers have equal bits.
  const plain = new Float64Array(3 * count);
  for (let i = 0; i < plain.length; i++) plain[i] = positions[i] + 0;
  const words = new Uint32Array(plain.buffer);
  const order = sortedByWords(words, 6, count);
  const first = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const vertex = order[i];
    const previous = order[i - 1];
    first[vertex] = i > 0 && sameWords(words, 6 * vertex, 6 * previous) ? first[previous] : vertex;
  }
  return first;
}

/** Writes the numbers of `from` to `to`, ordered by key[number] < keyCount; equal keys keep their order. */
export function sortByKey(from: Uint32Array, to: Uint32Array, key: Uint32Array, keyCount: number): void {
  const next = new Uint32Array(keyCount + 1);
  for (let i = 0; i < from.length; i++) next[key[from[i]] + 1]++;
  for (let k = 0; k < keyCount; k++) next[k + 1] += next[k];
  for (let i = 0; i < from.length; i++) to[next[key[from[i]]]++] = from[i];
}

/** Record numbers sorted by their words (in some fixed order of significance), stable. */
function sortedByWords(words: Uint32Array, wordsPerRecord: number, count: number): Uint32Array {
  let order: Uint32Array = new Uint32Array(count);
  let spare: Uint32Array = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  // A table of 65,536 digits pays off only when there are many records to sort by it.
  const bits = count < 4096 ? 8 : 16;
  const mask = (1 << bits) - 1;
  const next = new Uint32Array(mask + 2);
  for (let word = 0; word < wordsPerRecord; word++) {
    for (let shift = 0; shift < 32; shift += bits) {
      next.fill(0);
      for (let i = word; i < words.length; i += wordsPerRecord) next[((words[i] >>> shift) & mask) + 1]++;
      if (next[((words[word] >>> shift) & mask) + 1] === count) continue;
      for (let d = 0; d < mask; d++) next[d + 1] += next[d];
      for (let i = 0; i < count; i++) {
        const record = order[i];
        spare[next[(words[record * wordsPerRecord + word] >>> shift) & mask]++] = record;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}

function sameWords(words: Uint32Array, i: number, j: number): boolean {
  return (
    words[i] === words[j] &&
    words[i + 1] === words[j + 1] &&
    words[i + 2] === words[j + 2] &&
    words[i + 3] === words[j + 3] &&
    words[i + 4] === words[j + 4] &&
    words[i + 5] === words[j + 5]
  );
}
