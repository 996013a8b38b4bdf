// The pairs of features whose swept boxes meet: what a step query hands to its elementary tests, found here by sorting boxes along an axis, so
// that it says something about the query's own traversal. In a step almost all of them are free.

import { exactStencil } from '../../src/contact/elementary/exact-stencil.ts';
import { BOX, SoftShape } from '../../src/soft/soft-shape.ts';
import { pairKey, STENCIL, type StencilKind, type StencilSet, type TwoFrames, writeStencil } from './soft-data.ts';

export interface NearPairs {
  readonly kind: StencilKind;
  readonly count: number;
  /** Two numbers a pair: vertex and face, or two edges. */
  readonly pairs: Uint32Array;
}

/** All of them, without those that share a vertex. */
export function nearPairs({ mesh, positions1 }: Pick<TwoFrames, 'mesh' | 'positions1'>): {
  readonly shape: SoftShape;
  readonly near: readonly NearPairs[];
} {
  const shape = new SoftShape(mesh);
  shape.fit(mesh.positions, positions1, 1, 0);
  const { indices } = mesh;
  const { ends } = shape.edges;
  const faceBoxes = new Float64Array(BOX * mesh.triangleCount);
  for (let node = 0; node < shape.child.length; node++) {
    if (shape.child[node] < 0) faceBoxes.set(shape.nodeBoxes.subarray(BOX * node, BOX * node + BOX), BOX * (-1 - shape.child[node]));
  }
  const hasCorner = (vertex: number, face: number) =>
    indices[3 * face] === vertex || indices[3 * face + 1] === vertex || indices[3 * face + 2] === vertex;
  const meets = (e: number, f: number) =>
    ends[2 * e] === ends[2 * f] ||
    ends[2 * e] === ends[2 * f + 1] ||
    ends[2 * e + 1] === ends[2 * f] ||
    ends[2 * e + 1] === ends[2 * f + 1];
  return {
    shape,
    near: [
      swept('vertex-face', shape.vertexBoxes, faceBoxes, hasCorner),
      swept('edge-edge', shape.edgeBoxes, shape.edgeBoxes, (e, f) => e >= f || meets(e, f)),
    ],
  };
}

/** Every pair of overlapping boxes, one of each list, that `without` does not leave out. */
function swept(kind: StencilKind, a: Float64Array, b: Float64Array, without: (i: number, j: number) => boolean): NearPairs {
  const axis = widestAxis(a);
  const [first, second] = [sorted(a, axis), sorted(b, axis)];
  let pairs = new Uint32Array(1 << 16);
  let count = 0;
  // of the boxes of b that begin before the present one of a, those that have not ended
  let open: number[] = [];
  let next = 0;
  const take = (i: number, j: number): void => {
    const p = BOX * i;
    const q = BOX * j;
    for (let k = 0; k < 3; k++) if (a[p + k] > b[q + k + 3] || b[q + k] > a[p + k + 3]) return;
    if (without(i, j)) return;
    if (2 * count === pairs.length) {
      const larger = new Uint32Array(2 * pairs.length);
      larger.set(pairs);
      pairs = larger;
    }
    pairs[2 * count] = i;
    pairs[2 * count + 1] = j;
    count++;
  };
  for (const i of first) {
    const low = a[BOX * i + axis];
    const high = a[BOX * i + axis + 3];
    for (; next < second.length && b[BOX * second[next] + axis] <= low; next++) open.push(second[next]);
    open = open.filter((j) => b[BOX * j + axis + 3] >= low);
    for (const j of open) take(i, j);
    for (let n = next; n < second.length && b[BOX * second[n] + axis] <= high; n++) take(i, second[n]);
  }
  return { kind, count, pairs };
}

function sorted(boxes: Float64Array, axis: number): Uint32Array {
  return Uint32Array.from({ length: boxes.length / BOX }, (_, i) => i).sort((i, j) => boxes[BOX * i + axis] - boxes[BOX * j + axis]);
}

function widestAxis(boxes: Float64Array): number {
  const extent = [0, 1, 2].map((k) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let o = k; o < boxes.length; o += BOX) {
      low = Math.min(low, boxes[o]);
      high = Math.max(high, boxes[o]);
    }
    return high - low;
  });
  return extent.indexOf(Math.max(...extent));
}

/** Neighbours come together, as in a traversal. */
const STRETCH = 1024;

/** All that touch, and about `most` of the others, in stretches that are evenly spread. */
export function nearStencils(frames: TwoFrames, { kind, pairs, count }: NearPairs, shape: SoftShape, most: number): StencilSet {
  const { mesh, positions1, contacts } = frames;
  const stride = Math.max(1, Math.round(count / most));
  const chosen: number[] = [];
  const known: number[] = [];
  for (let i = 0; i < count; i++) {
    const time = contacts?.get(pairKey(kind, pairs[2 * i], pairs[2 * i + 1]));
    if (time === undefined && Math.floor(i / STRETCH) % stride !== 0) continue;
    chosen.push(i);
    known.push(time ?? Number.NEGATIVE_INFINITY);
  }
  const stencils = new Float64Array(STENCIL * chosen.length);
  chosen.forEach((i, n) => {
    writeStencil(kind, pairs[2 * i], pairs[2 * i + 1], shape.edges.ends, mesh, mesh.positions, positions1, stencils, STENCIL * n);
  });
  return {
    name: `${frames.name}, near pairs`,
    kind,
    count: chosen.length,
    stencils,
    truth: Uint8Array.from(known, (time) => (time === Number.NEGATIVE_INFINITY ? 0 : 1)),
    times: Float64Array.from(known, (time) => (time === Number.NEGATIVE_INFINITY ? Number.NaN : time)),
  };
}

/** Every contact of a step, each near pair decided in exact integers: for small steps that nobody has decided before. */
export function judgedNear(frames: TwoFrames): Map<string, number> {
  const { mesh, positions1 } = frames;
  const { shape, near } = nearPairs(frames);
  const found = new Map<string, number>();
  const one = new Float64Array(STENCIL);
  const out = new Float64Array(2);
  for (const { kind, pairs, count } of near) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
      writeStencil(kind, a, b, shape.edges.ends, mesh, mesh.positions, positions1, one, 0);
      exactStencil(kind, one, out);
      if (out[0] === 1) found.set(pairKey(kind, a, b), out[1]);
    }
  }
  return found;
}
