/*
 * Which triangles go together: the shape of a binary tree with one triangle a leaf, shared by every hierarchy here.
 * Guarantee: a proper tree of 2n − 1 nodes, siblings adjacent, parents before children, at most DEEPEST levels below the
 * root, whatever the input; the same bits for the same mesh. Nothing else depends on the quality of the splits.
 * Binned surface area heuristic [Wald 2007, §3] with 16 bins on three axes; nodes of few triangles try every split of
 * the three sorted orders instead. Deviation: no cost for stopping, because a leaf always holds one triangle.
 */

/** Levels below the root that no tree exceeds; 2^24 triangles still fit after 40 lopsided splits. */
export const DEEPEST = 64;

/** More bins gave no fewer tests per query; see docs/notes/hierarchies.md. */
const BINS = 16;
/** Up to this many triangles all splits are tried: cheaper there than clearing and sweeping the bins. */
const SMALL = 8;
const SAMPLE = 1024;
const THIN = 0.5;

export interface Topology {
  /** Per node: index of the first of two adjacent children, or −1 − leaf. */
  readonly child: Int32Array;
  /** Leaf number → triangle number. The leaves below a node are consecutive. */
  readonly order: Uint32Array;
  /** Levels below the root: 0 for a single triangle. */
  readonly depth: number;
}

/** Boxes: per triangle min x y z, max x y z; coordinates whose pairwise products neither overflow nor vanish. */
export function splitTriangles(boxes: Float64Array): Topology {
  const count = boxes.length / 6;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const child = new Int32Array(2 * count - 1);
  const splitter = new Splitter(boxes, order);
  // Depth first, left child first: at most one pending sibling a level, three numbers each.
  const pending = new Uint32Array(4 * (DEEPEST + 2));
  let top = 0;
  let used = 1;
  let depth = 0;
  let node = 0;
  let from = 0;
  let to = count;
  let level = 0;
  for (;;) {
    if (level > depth) depth = level;
    if (to - from > 1) {
      const middle = splitter.split(from, to, level);
      const first = used;
      used += 2;
      child[node] = first;
      level++;
      pending[top] = first + 1;
      pending[top + 1] = middle;
      pending[top + 2] = to;
      pending[top + 3] = level;
      top += 4;
      node = first;
      to = middle;
      continue;
    }
    child[node] = -1 - from;
    if (top === 0) break;
    top -= 4;
    node = pending[top];
    from = pending[top + 1];
    to = pending[top + 2];
    level = pending[top + 3];
  }
  return { child, order, depth };
}

/** Halves that a set of n triangles can still be cut into: ⌈log₂ n⌉. */
function levelsOf(n: number): number {
  return 32 - Math.clz32(n - 1);
}

class Splitter {
  private readonly boxes: Float64Array;
  private readonly order: Uint32Array;
  /** Per axis and bin: min x y z, max x y z. */
  private readonly binBoxes = new Float64Array(3 * BINS * 6);
  private readonly binCounts = new Int32Array(3 * BINS);
  private readonly rightAreas = new Float64Array(BINS);
  private readonly low = new Float64Array(3);
  private readonly scale = new Float64Array(3);

  constructor(boxes: Float64Array, order: Uint32Array) {
    this.boxes = boxes;
    this.order = order;
  }

  /** Reorders order[from..to) and returns where the right half begins, strictly inside. */
  split(from: number, to: number, level: number): number {
    const count = to - from;
    if (count === 2) return from + 1;
    if (level + 1 + levelsOf(count - 1) > DEEPEST) return this.median(from, to);
    return count <= SMALL ? this.middle(from, to) : this.binned(from, to);
  }

  /** The middle of the axis on which the centres spread most. */
  private middle(from: number, to: number): number {
    const { boxes, order } = this;
    let kx0 = Number.POSITIVE_INFINITY;
    let ky0 = Number.POSITIVE_INFINITY;
    let kz0 = Number.POSITIVE_INFINITY;
    let kx1 = Number.NEGATIVE_INFINITY;
    let ky1 = Number.NEGATIVE_INFINITY;
    let kz1 = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const o = 6 * order[i];
      const kx = boxes[o] + boxes[o + 3];
      const ky = boxes[o + 1] + boxes[o + 4];
      const kz = boxes[o + 2] + boxes[o + 5];
      if (kx < kx0) kx0 = kx;
      if (ky < ky0) ky0 = ky;
      if (kz < kz0) kz0 = kz;
      if (kx > kx1) kx1 = kx;
      if (ky > ky1) ky1 = ky;
      if (kz > kz1) kz1 = kz;
    }
    const x = kx1 - kx0;
    const y = ky1 - ky0;
    const z = kz1 - kz0;
    const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const edge = 0.5 * (axis === 0 ? kx0 + kx1 : axis === 1 ? ky0 + ky1 : kz0 + kz1);
    let j = from;
    for (let i = from; i < to; i++) {
      const triangle = order[i];
      const o = 6 * triangle + axis;
      if (boxes[o] + boxes[o + 3] < edge) {
        order[i] = order[j];
        order[j++] = triangle;
      }
    }
    return j === from ? (from + to) >>> 1 : j;
  }

  private binned(from: number, to: number): number {
    const { boxes, order, binBoxes, binCounts, rightAreas, low, scale } = this;
    const stride = Math.max(1, Math.floor((to - from) / SAMPLE));
    // Twice the boxes' centres bound the bins.
    let kx0 = Number.POSITIVE_INFINITY;
    let ky0 = Number.POSITIVE_INFINITY;
    let kz0 = Number.POSITIVE_INFINITY;
    let kx1 = Number.NEGATIVE_INFINITY;
    let ky1 = Number.NEGATIVE_INFINITY;
    let kz1 = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i += stride) {
      const o = 6 * order[i];
      const kx = boxes[o] + boxes[o + 3];
      const ky = boxes[o + 1] + boxes[o + 4];
      const kz = boxes[o + 2] + boxes[o + 5];
      if (kx < kx0) kx0 = kx;
      if (ky < ky0) ky0 = ky;
      if (kz < kz0) kz0 = kz;
      if (kx > kx1) kx1 = kx;
      if (ky > ky1) ky1 = ky;
      if (kz > kz1) kz1 = kz;
    }
    low[0] = kx0;
    low[1] = ky0;
    low[2] = kz0;
    const thin = THIN * Math.max(kx1 - kx0, ky1 - ky0, kz1 - kz0);
    const sx = binScale(kx1 - kx0, thin);
    const sy = binScale(ky1 - ky0, thin);
    const sz = binScale(kz1 - kz0, thin);
    scale[0] = sx;
    scale[1] = sy;
    scale[2] = sz;

    binCounts.fill(0);
    for (let i = from; i < to; i += stride) {
      const o = 6 * order[i];
      const x0 = boxes[o];
      const y0 = boxes[o + 1];
      const z0 = boxes[o + 2];
      const x1 = boxes[o + 3];
      const y1 = boxes[o + 4];
      const z1 = boxes[o + 5];
      if (sx > 0) {
        let bin = Math.min(((x0 + x1 - kx0) * sx) | 0, BINS - 1);
        if (binCounts[bin]++ === 0) {
          bin *= 6;
          binBoxes[bin] = x0;
          binBoxes[bin + 1] = y0;
          binBoxes[bin + 2] = z0;
          binBoxes[bin + 3] = x1;
          binBoxes[bin + 4] = y1;
          binBoxes[bin + 5] = z1;
        } else {
          bin *= 6;
          if (x0 < binBoxes[bin]) binBoxes[bin] = x0;
          if (y0 < binBoxes[bin + 1]) binBoxes[bin + 1] = y0;
          if (z0 < binBoxes[bin + 2]) binBoxes[bin + 2] = z0;
          if (x1 > binBoxes[bin + 3]) binBoxes[bin + 3] = x1;
          if (y1 > binBoxes[bin + 4]) binBoxes[bin + 4] = y1;
          if (z1 > binBoxes[bin + 5]) binBoxes[bin + 5] = z1;
        }
      }
      if (sy > 0) {
        let bin = BINS + Math.min(((y0 + y1 - ky0) * sy) | 0, BINS - 1);
        if (binCounts[bin]++ === 0) {
          bin *= 6;
          binBoxes[bin] = x0;
          binBoxes[bin + 1] = y0;
          binBoxes[bin + 2] = z0;
          binBoxes[bin + 3] = x1;
          binBoxes[bin + 4] = y1;
          binBoxes[bin + 5] = z1;
        } else {
          bin *= 6;
          if (x0 < binBoxes[bin]) binBoxes[bin] = x0;
          if (y0 < binBoxes[bin + 1]) binBoxes[bin + 1] = y0;
          if (z0 < binBoxes[bin + 2]) binBoxes[bin + 2] = z0;
          if (x1 > binBoxes[bin + 3]) binBoxes[bin + 3] = x1;
          if (y1 > binBoxes[bin + 4]) binBoxes[bin + 4] = y1;
          if (z1 > binBoxes[bin + 5]) binBoxes[bin + 5] = z1;
        }
      }
      if (sz > 0) {
        let bin = 2 * BINS + Math.min(((z0 + z1 - kz0) * sz) | 0, BINS - 1);
        if (binCounts[bin]++ === 0) {
          bin *= 6;
          binBoxes[bin] = x0;
          binBoxes[bin + 1] = y0;
          binBoxes[bin + 2] = z0;
          binBoxes[bin + 3] = x1;
          binBoxes[bin + 4] = y1;
          binBoxes[bin + 5] = z1;
        } else {
          bin *= 6;
          if (x0 < binBoxes[bin]) binBoxes[bin] = x0;
          if (y0 < binBoxes[bin + 1]) binBoxes[bin + 1] = y0;
          if (z0 < binBoxes[bin + 2]) binBoxes[bin + 2] = z0;
          if (x1 > binBoxes[bin + 3]) binBoxes[bin + 3] = x1;
          if (y1 > binBoxes[bin + 4]) binBoxes[bin + 4] = y1;
          if (z1 > binBoxes[bin + 5]) binBoxes[bin + 5] = z1;
        }
      }
    }

    const count = Math.ceil((to - from) / stride);
    let bestCost = Number.POSITIVE_INFINITY;
    let bestBalance = 0;
    let bestAxis = -1;
    let bestBin = 0;
    for (let axis = 0; axis < 3; axis++) {
      if (scale[axis] === 0) continue;
      const base = axis * BINS;
      let x0 = Number.POSITIVE_INFINITY;
      let y0 = Number.POSITIVE_INFINITY;
      let z0 = Number.POSITIVE_INFINITY;
      let x1 = Number.NEGATIVE_INFINITY;
      let y1 = Number.NEGATIVE_INFINITY;
      let z1 = Number.NEGATIVE_INFINITY;
      for (let bin = BINS - 1; bin > 0; bin--) {
        if (binCounts[base + bin] > 0) {
          const o = 6 * (base + bin);
          x0 = Math.min(x0, binBoxes[o]);
          y0 = Math.min(y0, binBoxes[o + 1]);
          z0 = Math.min(z0, binBoxes[o + 2]);
          x1 = Math.max(x1, binBoxes[o + 3]);
          y1 = Math.max(y1, binBoxes[o + 4]);
          z1 = Math.max(z1, binBoxes[o + 5]);
        }
        const x = x1 - x0;
        const y = y1 - y0;
        const z = z1 - z0;
        rightAreas[bin] = x * y + y * z + z * x;
      }
      x0 = y0 = z0 = Number.POSITIVE_INFINITY;
      x1 = y1 = z1 = Number.NEGATIVE_INFINITY;
      let left = 0;
      for (let bin = 0; bin < BINS - 1; bin++) {
        if (binCounts[base + bin] > 0) {
          const o = 6 * (base + bin);
          x0 = Math.min(x0, binBoxes[o]);
          y0 = Math.min(y0, binBoxes[o + 1]);
          z0 = Math.min(z0, binBoxes[o + 2]);
          x1 = Math.max(x1, binBoxes[o + 3]);
          y1 = Math.max(y1, binBoxes[o + 4]);
          z1 = Math.max(z1, binBoxes[o + 5]);
        }
        left += binCounts[base + bin];
        const balance = Math.min(left, count - left);
        if (balance === 0) continue;
        const x = x1 - x0;
        const y = y1 - y0;
        const z = z1 - z0;
        const cost = left * (x * y + y * z + z * x) + (count - left) * rightAreas[bin + 1];
        if (cost < bestCost || (cost === bestCost && balance > bestBalance)) {
          bestCost = cost;
          bestBalance = balance;
          bestAxis = axis;
          bestBin = bin;
        }
      }
    }
    if (bestAxis < 0 || bestCost === 0) return this.median(from, to);

    const k0 = low[bestAxis];
    const s = scale[bestAxis];
    const edge = bestBin + 1;
    let i = from;
    let j = to - 1;
    for (;;) {
      let o = 6 * order[i] + bestAxis;
      while ((boxes[o] + boxes[o + 3] - k0) * s < edge) o = 6 * order[++i] + bestAxis;
      o = 6 * order[j] + bestAxis;
      while (!((boxes[o] + boxes[o + 3] - k0) * s < edge)) o = 6 * order[--j] + bestAxis;
      if (i >= j) return i;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
  }

  /** Equal halves along the axis on which the centres spread most; by number where all centres coincide. */
  private median(from: number, to: number): number {
    const { boxes, order } = this;
    let bestAxis = 0;
    let bestSpread = -1;
    for (let axis = 0; axis < 3; axis++) {
      let k0 = Number.POSITIVE_INFINITY;
      let k1 = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        const key = boxes[6 * order[i] + axis] + boxes[6 * order[i] + axis + 3];
        k0 = Math.min(k0, key);
        k1 = Math.max(k1, key);
      }
      if (k1 - k0 > bestSpread) {
        bestSpread = k1 - k0;
        bestAxis = axis;
      }
    }
    const keyOf = (triangle: number): number => boxes[6 * triangle + bestAxis] + boxes[6 * triangle + bestAxis + 3];
    order.subarray(from, to).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
    return (from + to) >>> 1;
  }
}

/** Bins per unit of twice the centre; 0 for an axis too thin to be worth dividing, or without extent. */
function binScale(extent: number, thin: number): number {
  const scale = BINS / extent;
  return extent >= thin && scale < 2 ** 1000 ? scale : 0;
}
