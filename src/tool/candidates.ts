/*
 * Which triangles of a workpiece may meet a convex volume given by planes? Those without a plane that has all their
 * points outside:
 * three points at rest, six (both ends of the step) when the vertices move linearly.
 * Guarantee: a triangle that has, at any time of the step, a point in the volume { x : n_k·x ≤ d_k } in exact
 * arithmetic is found. What is found besides is no error. Nothing is computed on the workpiece beforehand: it may have
 * deformed freely.
 * The question of [Caby & Crosnier, §3.1], answered there by the select mechanism of graphics hardware. Here each
 * vertex gets a code with a bit for each plane it is outside of, and a triangle is out where its codes share a bit. The
 * box's planes come first for all vertices; clipping planes are asked only about vertices of triangles that the box
 * kept.
 */
import { BOX_PLANES } from './swept-box.ts';

/**
 * Finds the triangles of a workpiece that may meet a convex volume given by planes. A place to plug in something faster
 * than the loop that ToolQuery uses by itself; it may find too many, never too few.
 */
export interface CandidateFinder {
  /**
   * Numbers of the first `triangleCount` triangles (three of `indices` each) that may meet the volume of the first
   * `planeCount` planes (n x y z, d each, n·x ≤ d inside; at most 15), ascending, into `out`; answers how many.
   * Vertices move straight from `positions0` to `positions1`; the same array twice is a workpiece at rest.
   */
  find(
    planes: Float64Array,
    planeCount: number,
    positions0: Float64Array,
    positions1: Float64Array,
    indices: Uint32Array,
    triangleCount: number,
    out: Uint32Array,
  ): number;
}

/**
 * n·x − d is taken as positive when it exceeds 2⁻⁵⁰ (|x| + |y| + |z|): three products and two sums with |n| ≤ 1 + 2⁻⁴⁰
 * err by less than 4 · 2⁻⁵³ of that, subtracting it by one rounding more.
 */
const EVALUATING: number = 2 ** -50;
/** Bit of a code: the clipping planes have been asked. */
const COMPLETE = 1 << 15;
const ALL = COMPLETE - 1;

export class CpuCandidateFinder implements CandidateFinder {
  private codes: Uint16Array = new Uint16Array(0);

  find(
    planes: Float64Array,
    planeCount: number,
    positions0: Float64Array,
    positions1: Float64Array,
    indices: Uint32Array,
    triangleCount: number,
    out: Uint32Array,
  ): number {
    const vertexCount = Math.floor(positions0.length / 3);
    if (this.codes.length < vertexCount) this.codes = new Uint16Array(vertexCount);
    const { codes } = this;
    const first = Math.min(planeCount, BOX_PLANES);
    if (first === BOX_PLANES && oppositePairs(planes)) {
      writeBoxCodes(planes, positions0, vertexCount, codes, ALL);
      if (positions0 !== positions1) writeBoxCodes(planes, positions1, vertexCount, codes, 0);
    } else {
      for (let v = 0; v < vertexCount; v++)
        codes[v] = outside(planes, 0, first, positions0, 3 * v) & outside(planes, 0, first, positions1, 3 * v);
    }
    const count = collect(codes, indices, triangleCount, out);
    return planeCount > first ? clipped(planes, first, planeCount, positions0, positions1, indices, codes, count, out) : count;
  }
}

/** Triangles whose codes share no bit. */
function collect(codes: Uint16Array, indices: Uint32Array, triangleCount: number, out: Uint32Array): number {
  let count = 0;
  for (let i = 0, o = 0; i < triangleCount; i++, o += 3) {
    if ((codes[indices[o]] & codes[indices[o + 1]] & codes[indices[o + 2]]) === 0) out[count++] = i;
  }
  return count;
}

/** Keeps those among out[0..count) that the further planes keep too; a vertex is asked once. */
function clipped(
  planes: Float64Array,
  from: number,
  to: number,
  positions0: Float64Array,
  positions1: Float64Array,
  indices: Uint32Array,
  codes: Uint16Array,
  count: number,
  out: Uint32Array,
): number {
  const moving = positions0 !== positions1;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const triangle = out[i];
    let shared = ALL;
    for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
      const v = indices[k];
      let code = codes[v];
      if ((code & COMPLETE) === 0) {
        let more = outside(planes, from, to, positions0, 3 * v);
        if (moving) more &= outside(planes, from, to, positions1, 3 * v);
        code |= more | COMPLETE;
        codes[v] = code;
      }
      shared &= code;
    }
    if (shared === 0) out[kept++] = triangle;
  }
  return kept;
}

/**
 * Those of list[0..count) that may meet the volume, into `out` (which may be `list`), in the same order; answers how
 * many.
 */
export function candidatesAmong(
  planes: Float64Array,
  planeCount: number,
  positions0: Float64Array,
  positions1: Float64Array,
  indices: Uint32Array,
  list: Uint32Array,
  count: number,
  out: Uint32Array,
): number {
  const moving = positions0 !== positions1;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const triangle = list[i];
    let shared = (1 << planeCount) - 1;
    for (let k = 3 * triangle; k < 3 * triangle + 3 && shared !== 0; k++) {
      const v = 3 * indices[k];
      shared &= outside(planes, 0, planeCount, positions0, v);
      if (moving && shared !== 0) shared &= outside(planes, 0, planeCount, positions1, v);
    }
    if (shared === 0) out[kept++] = triangle;
  }
  return kept;
}

/** True unless the point is certainly outside one of the planes. */
export function mayContain(planes: Float64Array, planeCount: number, point: Float64Array, o: number): boolean {
  return outside(planes, 0, planeCount, point, o) === 0;
}

/** Bits of the planes from..to) that the point is certainly outside of. */
function outside(planes: Float64Array, from: number, to: number, positions: Float64Array, o: number): number {
  const x = positions[o];
  const y = positions[o + 1];
  const z = positions[o + 2];
  const slack = EVALUATING * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  let code = 0;
  for (let k = from, p = 4 * from; k < to; k++, p += 4) {
    if (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - slack > planes[p + 3]) code |= 1 << k;
  }
  return code;
}

/** Are planes 0 and 1, 2 and 3, 4 and 5 parallel and opposite, to the bit, with something between them? */
function oppositePairs(planes: Float64Array): boolean {
  for (let p = 0; p < 4 * BOX_PLANES; p += 8) {
    if (!(-planes[p + 7] <= planes[p + 3])) return false;
    for (let k = p; k < p + 3; k++) if (planes[k] !== -planes[k + 4]) return false;
  }
  return true;
}

/** Bits of the six planes, one dot product for two of them; `fresh`: ALL, or 0 for those also in the present codes. */
function writeBoxCodes(planes: Float64Array, positions: Float64Array, vertexCount: number, codes: Uint16Array, fresh: number): void {
  const evaluating = EVALUATING;
  const ax = planes[0];
  const ay = planes[1];
  const az = planes[2];
  const aHigh = planes[3];
  const aLow = -planes[7];
  const bx = planes[8];
  const by = planes[9];
  const bz = planes[10];
  const bHigh = planes[11];
  const bLow = -planes[15];
  const cx = planes[16];
  const cy = planes[17];
  const cz = planes[18];
  const cHigh = planes[19];
  const cLow = -planes[23];
  for (let v = 0, o = 0; v < vertexCount; v++, o += 3) {
    const x = positions[o];
    const y = positions[o + 1];
    const z = positions[o + 2];
    const slack = evaluating * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    const a = ax * x + ay * y + az * z;
    const b = bx * x + by * y + bz * z;
    const c = cx * x + cy * y + cz * z;
    let code = 0;
    if (a - slack > aHigh) code = 1;
    else if (a + slack < aLow) code = 2;
    if (b - slack > bHigh) code |= 4;
    else if (b + slack < bLow) code |= 8;
    if (c - slack > cHigh) code |= 16;
    else if (c + slack < cLow) code |= 32;
    codes[v] = code & (codes[v] | fresh);
  }
}
