/**
 * Energy, gradient and stiffness of bars and shape springs. A bar from p to q, d = q − p, l = |d|, u = d/l, stores ½ k
 * (l − L)²; its stiffness k (u uᵀ + (1 − L/l)(I − u uᵀ)) loses the second term where the bar is pressed and that term
 * is negative: what remains is positive semi-definite [Choi and Ko 2002], and so a solve gives a direction in which the
 * energy falls.
 */
import type { BarModel } from './bar-model.ts';

/** Doubles a linearised bar: stiffness = a I + v vᵀ, as a, v. */
export const BAR_STRIDE = 4;

/** Adds twice the energy of some bars to what is given. */
export function addBarEnergy({ ends, lengths, stiffness }: BarModel, x: Float64Array, from: number, to: number, given: number): number {
  let sum = given;
  for (let bar = from; bar < to; bar++) {
    const p = 3 * ends[2 * bar];
    const q = 3 * ends[2 * bar + 1];
    const dx = x[q] - x[p];
    const dy = x[q + 1] - x[p + 1];
    const dz = x[q + 2] - x[p + 2];
    const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - lengths[bar];
    sum += stiffness[bar] * stretch * stretch;
  }
  return sum;
}

/** Adds twice the energy of the shape springs of some vertices to what is given. */
export function addShapeEnergy({ shape, rest }: BarModel, x: Float64Array, from: number, to: number, given: number): number {
  let sum = given;
  for (let v = from, i = 3 * from; v < to; v++, i += 3) {
    if (shape[v] === 0) continue;
    const dx = x[i] - rest[i];
    const dy = x[i + 1] - rest[i + 1];
    const dz = x[i + 2] - rest[i + 2];
    sum += shape[v] * (dx * dx + dy * dy + dz * dz);
  }
  return sum;
}

/**
 * Adds the gradient at x to `gradient`, the diagonal 3 × 3 blocks to `blocks` (xx xy xz yy yz zz a vertex), and writes
 * the stiffness of each bar; of some bars.
 */
export function lineariseBars(
  { ends, lengths, stiffness }: BarModel,
  x: Float64Array,
  gradient: Float64Array,
  blocks: Float64Array,
  bars: Float64Array,
  from: number,
  to: number,
): void {
  for (let bar = from, o = BAR_STRIDE * from; bar < to; bar++, o += BAR_STRIDE) {
    const p = ends[2 * bar];
    const q = ends[2 * bar + 1];
    const dx = x[3 * q] - x[3 * p];
    const dy = x[3 * q + 1] - x[3 * p + 1];
    const dz = x[3 * q + 2] - x[3 * p + 2];
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const k = stiffness[bar];
    // A bar crushed to a point pushes no way and is stiff every way.
    const s = l > 0 ? 1 / l : 0;
    const a = l > 0 ? Math.max(0, k * (1 - lengths[bar] * s)) : k;
    const r = Math.sqrt(k - a);
    const vx = r * dx * s;
    const vy = r * dy * s;
    const vz = r * dz * s;
    bars[o] = a;
    bars[o + 1] = vx;
    bars[o + 2] = vy;
    bars[o + 3] = vz;
    const pull = k * (1 - lengths[bar] * s);
    const fx = l > 0 ? pull * dx : 0;
    const fy = l > 0 ? pull * dy : 0;
    const fz = l > 0 ? pull * dz : 0;
    gradient[3 * p] -= fx;
    gradient[3 * p + 1] -= fy;
    gradient[3 * p + 2] -= fz;
    gradient[3 * q] += fx;
    gradient[3 * q + 1] += fy;
    gradient[3 * q + 2] += fz;
    const xx = a + vx * vx;
    const xy = vx * vy;
    const xz = vx * vz;
    const yy = a + vy * vy;
    const yz = vy * vz;
    const zz = a + vz * vz;
    for (let end = 0, b = 6 * p; end < 2; end++, b = 6 * q) {
      blocks[b] += xx;
      blocks[b + 1] += xy;
      blocks[b + 2] += xz;
      blocks[b + 3] += yy;
      blocks[b + 4] += yz;
      blocks[b + 5] += zz;
    }
  }
}

/** The same for the shape springs of some vertices. */
export function lineariseShape(
  { shape, rest }: BarModel,
  x: Float64Array,
  gradient: Float64Array,
  blocks: Float64Array,
  from: number,
  to: number,
): void {
  for (let v = from, i = 3 * from; v < to; v++, i += 3) {
    if (shape[v] === 0) continue;
    gradient[i] += shape[v] * (x[i] - rest[i]);
    gradient[i + 1] += shape[v] * (x[i + 1] - rest[i + 1]);
    gradient[i + 2] += shape[v] * (x[i + 2] - rest[i + 2]);
    blocks[6 * v] += shape[v];
    blocks[6 * v + 3] += shape[v];
    blocks[6 * v + 5] += shape[v];
  }
}

/** Adds the gradient of some bars to `gradient`, as lineariseBars does to the bit, but only of the marked vertices. */
export function addBarGradient(
  { ends, lengths, stiffness }: BarModel,
  x: Float64Array,
  marked: Uint8Array,
  gradient: Float64Array,
  from: number,
  to: number,
): void {
  for (let bar = from; bar < to; bar++) {
    const p = ends[2 * bar];
    const q = ends[2 * bar + 1];
    if ((marked[p] | marked[q]) === 0) continue;
    const dx = x[3 * q] - x[3 * p];
    const dy = x[3 * q + 1] - x[3 * p + 1];
    const dz = x[3 * q + 2] - x[3 * p + 2];
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(l > 0)) continue;
    const pull = stiffness[bar] * (1 - lengths[bar] * (1 / l));
    if (marked[p] === 1) {
      gradient[3 * p] -= pull * dx;
      gradient[3 * p + 1] -= pull * dy;
      gradient[3 * p + 2] -= pull * dz;
    }
    if (marked[q] === 1) {
      gradient[3 * q] += pull * dx;
      gradient[3 * q + 1] += pull * dy;
      gradient[3 * q + 2] += pull * dz;
    }
  }
}

/** The same for the shape springs of some vertices. */
export function addShapeGradient(
  { shape, rest }: BarModel,
  x: Float64Array,
  marked: Uint8Array,
  gradient: Float64Array,
  from: number,
  to: number,
): void {
  for (let v = from, i = 3 * from; v < to; v++, i += 3) {
    if (marked[v] === 0 || shape[v] === 0) continue;
    gradient[i] += shape[v] * (x[i] - rest[i]);
    gradient[i + 1] += shape[v] * (x[i + 1] - rest[i + 1]);
    gradient[i + 2] += shape[v] * (x[i + 2] - rest[i + 2]);
  }
}

/**
 * out += stiffness of the bars · d, without the shape springs, for the bars that begin at some vertices. Bars grouped
 * as `groupBars` says: a third faster than bar by bar.
 */
export function addBarProduct(
  first: Uint32Array,
  ends: Uint32Array,
  bars: Float64Array,
  d: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
): void {
  for (let v = from, p = 3 * from; v < to; v++, p += 3) {
    const px = d[p];
    const py = d[p + 1];
    const pz = d[p + 2];
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let bar = first[v], end = first[v + 1]; bar < end; bar++) {
      const q = 3 * ends[2 * bar + 1];
      const o = BAR_STRIDE * bar;
      const dx = d[q] - px;
      const dy = d[q + 1] - py;
      const dz = d[q + 2] - pz;
      const a = bars[o];
      const vx = bars[o + 1];
      const vy = bars[o + 2];
      const vz = bars[o + 3];
      const along = vx * dx + vy * dy + vz * dz;
      const fx = a * dx + along * vx;
      const fy = a * dy + along * vy;
      const fz = a * dz + along * vz;
      sx += fx;
      sy += fy;
      sz += fz;
      out[q] += fx;
      out[q + 1] += fy;
      out[q + 2] += fz;
    }
    out[p] -= sx;
    out[p + 1] -= sy;
    out[p + 2] -= sz;
  }
}

/** Each symmetric 3 × 3 block of some vertices to its inverse; those of `held` ones to 0. */
export function invertBlocks(blocks: Float64Array, held: Uint8Array, from: number, to: number): void {
  for (let v = from, o = 6 * from; v < to; v++, o += 6) {
    const a = blocks[o];
    const b = blocks[o + 1];
    const c = blocks[o + 2];
    const d = blocks[o + 3];
    const e = blocks[o + 4];
    const f = blocks[o + 5];
    // Cofactors relative to the trace, so that nothing under- or overflows.
    const s = held[v] === 1 ? 0 : 3 / (a + d + f);
    const A = d * s * (f * s) - e * s * (e * s);
    const B = c * s * (e * s) - b * s * (f * s);
    const C = b * s * (e * s) - c * s * (d * s);
    const det = a * s * A + b * s * B + c * s * C;
    // Rounding can spoil the determinant of a block with a huge stiffness one way only; its diagonal will do then.
    const ok = det > 2 ** -45;
    const r = ok ? s / det : 0;
    const plain = held[v] === 1 || ok ? 0 : 1;
    blocks[o] = A * r + (plain === 1 ? 1 / a : 0);
    blocks[o + 1] = B * r;
    blocks[o + 2] = C * r;
    blocks[o + 3] = (a * s * (f * s) - c * s * (c * s)) * r + (plain === 1 ? 1 / d : 0);
    blocks[o + 4] = (b * s * (c * s) - a * s * (e * s)) * r;
    blocks[o + 5] = (a * s * (d * s) - b * s * (b * s)) * r + (plain === 1 ? 1 / f : 0);
  }
}
