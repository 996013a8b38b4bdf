/**
 * The elementary equations of two leaves over an interval of time: three corners of b against the face of a, three of
 * a against that of b, nine pairs of edges [Redon et al. 2004, eq. 13 and 14]. Each says when the two features may be
 * within D of each other, D = clearance + radii + rounding. With f the equation and n its normal, that needs |f(t)| ≤ D
 * |n(t)|, and with bounds on f′ over the interval, m its middle, also f(m) + (t − m) f′ to meet [−D|n|, D|n|]: the
 * Newton step (eq. 18).
 * Guarantee: a feature pair is dropped, and time cut off, only where its distance is proven above D. While leaves that
 * start apart have all fifteen distances above D, they are more than D apart. Degenerate features only lose culling.
 * Deviations: in the frame of the face or of a's edge, which are constant there; corners beyond an edge of the face are
 * dropped.
 */
import { ROUNDING, type Span } from './interval-bounds.ts';
import { ALL_EQUATIONS, CORNERS_OF_A, CORNERS_OF_B, EDGES, LATER_HALF } from './interval-equations.ts';
import { FACE_SIZE, NO_NORMAL, PLANE_LENGTH, PLANE_SIZE, PLANE_SUPPORT, writeFace } from './interval-face.ts';
import {
  FEATURE_RADIUS,
  FEATURE_SIZE,
  FEATURE_SPEED,
  FEATURE_SPEED_RADIUS,
  writeCornersInA,
  writeCornersInB,
  writeEdgesInA,
} from './interval-features.ts';

/** Times are rounded to this. */
const TIME_ERROR = 2 ** -51;

/** Slots of a hull: what is left of the half before the middle, and of the half after it. */
export const EARLIER_FROM = 0;
export const EARLIER_TO = 1;
export const LATER_FROM = 2;
export const LATER_TO = 3;

export class Elementary {
  /** Out: from and to within the earlier half, then within the later; offsets from the middle of the interval. */
  readonly hull: Float64Array = new Float64Array(4);
  newton = true;
  evaluations = 0;
  newtonCulls = 0;
  private readonly cornersB: Float64Array = new Float64Array(FEATURE_SIZE);
  private readonly cornersA: Float64Array = new Float64Array(FEATURE_SIZE);
  private readonly edgesB: Float64Array = new Float64Array(FEATURE_SIZE);
  private readonly face: Float64Array = new Float64Array(FACE_SIZE);
  /** Half of what corners of b sweep in A's frame, thrice. */
  private readonly sweep: Float64Array = new Float64Array(9);
  /** From and to of the equation at hand. */
  private readonly cut: Float64Array = new Float64Array(2);

  /**
   * Which of the equations in the mask may have a solution, in the earlier half (low bits) and in the later; the hull
   * says when. Bounds at o of the two bodies over the span; distance D.
   */
  solve(
    mask: number,
    bounds: Float64Array,
    o: number,
    span: Span,
    leavesA: Float64Array,
    la: number,
    leavesB: Float64Array,
    lb: number,
    distance: number,
  ): number {
    const { hull, cornersB, cornersA, edgesB, sweep, face } = this;
    const h = span.half[0];
    hull[EARLIER_FROM] = hull[LATER_FROM] = Infinity;
    hull[EARLIER_TO] = hull[LATER_TO] = -Infinity;
    writeCornersInA(bounds, o, leavesB, lb, cornersB, 0);
    for (let i = 0; i < 9; i++) {
      const drift = Math.abs(cornersB[FEATURE_SPEED + i]) + cornersB[FEATURE_SPEED_RADIUS + i];
      sweep[i] = (cornersB[FEATURE_RADIUS + i] + h * drift) * (1 + 4 * ROUNDING) + ROUNDING * Math.abs(cornersB[i]);
    }
    const near = mask & this.nearby(leavesA, la, distance);
    let found = 0;
    if (near & CORNERS_OF_B) {
      writeFace(leavesA, la, face);
      for (let j = 0; j < 3; j++) {
        if (near & (1 << j)) found |= this.corner(1 << j, leavesA, la, cornersB, 3 * j, h, distance);
      }
    }
    if (near & CORNERS_OF_A) {
      writeCornersInB(bounds, o, leavesA, la, cornersA, 0);
      writeFace(leavesB, lb, face);
      for (let i = 0; i < 3; i++) {
        if (near & (8 << i)) found |= this.corner(8 << i, leavesB, lb, cornersA, 3 * i, h, distance);
      }
    }
    if (near & EDGES) {
      writeEdgesInA(bounds, o, leavesB, lb, edgesB, 0);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const bit = 64 << (3 * i + j);
          if (near & bit) found |= this.edges(bit, leavesA, la, i, j, h, distance);
        }
      }
    }
    return found;
  }

  /** Equations whose features' boxes in A's frame are not farther apart than the distance. */
  private nearby(leavesA: Float64Array, la: number, distance: number): number {
    const { cornersB, sweep } = this;
    let near = ALL_EQUATIONS;
    for (let k = 0; k < 3 && near !== 0; k++) {
      const a0 = leavesA[la + k];
      const a1 = leavesA[la + 3 + k];
      const a2 = leavesA[la + 6 + k];
      const l0 = cornersB[k] - sweep[k] - distance;
      const l1 = cornersB[3 + k] - sweep[3 + k] - distance;
      const l2 = cornersB[6 + k] - sweep[6 + k] - distance;
      const h0 = cornersB[k] + sweep[k] + distance;
      const h1 = cornersB[3 + k] + sweep[3 + k] + distance;
      const h2 = cornersB[6 + k] + sweep[6 + k] + distance;
      const low = Math.min(a0, a1, a2);
      const high = Math.max(a0, a1, a2);
      if (l0 > high || h0 < low) near &= ~1;
      if (l1 > high || h1 < low) near &= ~2;
      if (l2 > high || h2 < low) near &= ~4;
      const least = Math.min(l0, l1, l2);
      const most = Math.max(h0, h1, h2);
      if (least > a0 || most < a0) near &= ~8;
      if (least > a1 || most < a1) near &= ~16;
      if (least > a2 || most < a2) near &= ~32;
      for (let i = 0; i < 3; i++) {
        const p = i === 0 ? a0 : i === 1 ? a1 : a2;
        const q = i === 0 ? a1 : i === 1 ? a2 : a0;
        const below = Math.min(p, q);
        const above = Math.max(p, q);
        const at = 64 << (3 * i);
        if ((l0 > above && l1 > above) || (h0 < below && h1 < below)) near &= ~at;
        if ((l1 > above && l2 > above) || (h1 < below && h2 < below)) near &= ~(at << 1);
        if ((l2 > above && l0 > above) || (h2 < below && h0 < below)) near &= ~(at << 2);
      }
    }
    return near;
  }

  /** A corner (a place in its block) against the face that is set. */
  private corner(bit: number, leaves: Float64Array, l: number, corners: Float64Array, at: number, h: number, distance: number): number {
    const { face, cut } = this;
    this.evaluations++;
    const x = corners[at] - leaves[l];
    const y = corners[at + 1] - leaves[l + 1];
    const z = corners[at + 2] - leaves[l + 2];
    const ox = Math.abs(leaves[l]) + Math.abs(corners[at]);
    const oy = Math.abs(leaves[l + 1]) + Math.abs(corners[at + 1]);
    const oz = Math.abs(leaves[l + 2]) + Math.abs(corners[at + 2]);
    cut[0] = -h;
    cut[1] = h;
    for (let plane = 0; plane < FACE_SIZE; plane += PLANE_SIZE) {
      if (!(face[plane + PLANE_LENGTH] > 0)) continue;
      const sx = face[plane];
      const sy = face[plane + 1];
      const sz = face[plane + 2];
      const ax = Math.abs(sx);
      const ay = Math.abs(sy);
      const az = Math.abs(sz);
      // f(m) and f′ with radii
      const value = sx * x + sy * y + sz * z;
      const error =
        ax * (corners[at + FEATURE_RADIUS] + ROUNDING * ox) +
        ay * (corners[at + FEATURE_RADIUS + 1] + ROUNDING * oy) +
        az * (corners[at + FEATURE_RADIUS + 2] + ROUNDING * oz);
      const ux = corners[at + FEATURE_SPEED];
      const uy = corners[at + FEATURE_SPEED + 1];
      const uz = corners[at + FEATURE_SPEED + 2];
      const slope = sx * ux + sy * uy + sz * uz;
      const spread =
        (ax * (corners[at + FEATURE_SPEED_RADIUS] + ROUNDING * Math.abs(ux)) +
          ay * (corners[at + FEATURE_SPEED_RADIUS + 1] + ROUNDING * Math.abs(uy)) +
          az * (corners[at + FEATURE_SPEED_RADIUS + 2] + ROUNDING * Math.abs(uz))) *
        (1 + 4 * ROUNDING);
      const bound = (distance * face[plane + PLANE_LENGTH] + face[plane + PLANE_SUPPORT] + error) * (1 + 8 * ROUNDING);
      const reach = (bound + h * (Math.abs(slope) + spread)) * (1 + 4 * ROUNDING);
      if (plane === 0) {
        if (Math.abs(value) > reach) return 0;
        if (this.newton) this.keep(-bound - value, bound - value, slope, spread);
      } else {
        if (value > reach) return 0;
        if (this.newton) this.keep(-Infinity, bound - value, slope, spread);
      }
    }
    return this.take(bit);
  }

  /** Edge i of a against edge j of b, in A's frame: f = (c − a)·s, s = e × e′. */
  private edges(bit: number, leavesA: Float64Array, la: number, i: number, j: number, h: number, distance: number): number {
    const { cornersB: C, edgesB: E, cut } = this;
    this.evaluations++;
    const p = la + 3 * i;
    const q = i === 2 ? la : p + 3;
    const k = 3 * j;
    const ex = leavesA[q] - leavesA[p];
    const ey = leavesA[q + 1] - leavesA[p + 1];
    const ez = leavesA[q + 2] - leavesA[p + 2];
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const az = Math.abs(ez);
    // from a's edge to b's: in the middle, over the interval, its speed
    const cx = C[k] - leavesA[p];
    const cy = C[k + 1] - leavesA[p + 1];
    const cz = C[k + 2] - leavesA[p + 2];
    const rx = C[k + FEATURE_RADIUS] + ROUNDING * (Math.abs(C[k]) + Math.abs(leavesA[p]));
    const ry = C[k + FEATURE_RADIUS + 1] + ROUNDING * (Math.abs(C[k + 1]) + Math.abs(leavesA[p + 1]));
    const rz = C[k + FEATURE_RADIUS + 2] + ROUNDING * (Math.abs(C[k + 2]) + Math.abs(leavesA[p + 2]));
    const vx = C[k + FEATURE_SPEED];
    const vy = C[k + FEATURE_SPEED + 1];
    const vz = C[k + FEATURE_SPEED + 2];
    const wx = C[k + FEATURE_SPEED_RADIUS];
    const wy = C[k + FEATURE_SPEED_RADIUS + 1];
    const wz = C[k + FEATURE_SPEED_RADIUS + 2];
    const qx = rx + h * (Math.abs(vx) + wx);
    const qy = ry + h * (Math.abs(vy) + wy);
    const qz = rz + h * (Math.abs(vz) + wz);
    // s in the middle
    const gx = E[k];
    const gy = E[k + 1];
    const gz = E[k + 2];
    const fx = Math.abs(gx);
    const fy = Math.abs(gy);
    const fz = Math.abs(gz);
    const sx = ey * gz - ez * gy;
    const sy = ez * gx - ex * gz;
    const sz = ex * gy - ey * gx;
    const kx = E[k + FEATURE_RADIUS] + ROUNDING * fx;
    const ky = E[k + FEATURE_RADIUS + 1] + ROUNDING * fy;
    const kz = E[k + FEATURE_RADIUS + 2] + ROUNDING * fz;
    const tx = ay * kz + az * ky;
    const ty = az * kx + ax * kz;
    const tz = ax * ky + ay * kx;
    // ṡ, and s over the interval
    const dx = E[k + FEATURE_SPEED];
    const dy = E[k + FEATURE_SPEED + 1];
    const dz = E[k + FEATURE_SPEED + 2];
    const hx = Math.abs(dx);
    const hy = Math.abs(dy);
    const hz = Math.abs(dz);
    const jx = E[k + FEATURE_SPEED_RADIUS] + ROUNDING * hx;
    const jy = E[k + FEATURE_SPEED_RADIUS + 1] + ROUNDING * hy;
    const jz = E[k + FEATURE_SPEED_RADIUS + 2] + ROUNDING * hz;
    const bx = ey * dz - ez * dy;
    const by = ez * dx - ex * dz;
    const bz = ex * dy - ey * dx;
    const lx = ay * jz + az * jy;
    const ly = az * jx + ax * jz;
    const lz = ax * jy + ay * jx;
    const zx = tx + h * (ay * (hz + jz) + az * (hy + jy));
    const zy = ty + h * (az * (hx + jx) + ax * (hz + jz));
    const zz = tz + h * (ax * (hy + jy) + ay * (hx + jx));
    const mx = Math.abs(sx);
    const my = Math.abs(sy);
    const mz = Math.abs(sz);
    const nx = Math.abs(cx);
    const ny = Math.abs(cy);
    const nz = Math.abs(cz);
    const value = cx * sx + cy * sy + cz * sz;
    const error = nx * tx + ny * ty + nz * tz + rx * (mx + tx) + ry * (my + ty) + rz * (mz + tz) + ROUNDING * (nx * mx + ny * my + nz * mz);
    // f′ = ċ·s + (c − a)·ṡ
    const slope = vx * sx + vy * sy + vz * sz + (cx * bx + cy * by + cz * bz);
    const ox = Math.abs(vx);
    const oy = Math.abs(vy);
    const oz = Math.abs(vz);
    const ux = Math.abs(bx);
    const uy = Math.abs(by);
    const uz = Math.abs(bz);
    const spread =
      (ox * zx + oy * zy + oz * zz + wx * (mx + zx) + wy * (my + zy) + wz * (mz + zz)) * (1 + 4 * ROUNDING) +
      (nx * lx + ny * ly + nz * lz + qx * (ux + lx) + qy * (uy + ly) + qz * (uz + lz)) * (1 + 4 * ROUNDING) +
      ROUNDING * (ox * mx + oy * my + oz * mz + nx * ux + ny * uy + nz * uz);
    const longX = mx + zx;
    const longY = my + zy;
    const longZ = mz + zz;
    const square = longX * longX + longY * longY + longZ * longZ;
    cut[0] = -h;
    cut[1] = h;
    if (square > NO_NORMAL) {
      const bound = (distance * Math.sqrt(square) + error) * (1 + 8 * ROUNDING);
      if (Math.abs(value) > (bound + h * (Math.abs(slope) + spread)) * (1 + 8 * ROUNDING)) return 0;
      if (this.newton) this.keep(-bound - value, bound - value, slope, spread * (1 + 8 * ROUNDING));
    }
    return this.take(bit);
  }

  /** Cuts off the times τ at which g τ is not in [low, high] for any slope g within spread of slope. */
  private keep(low: number, high: number, slope: number, spread: number): void {
    const { cut } = this;
    if (!(Math.abs(slope) > spread)) return;
    const least = slope > 0 ? slope - spread : -slope - spread;
    const most = slope > 0 ? slope + spread : -slope + spread;
    const from = slope > 0 ? low : -high;
    const to = slope > 0 ? high : -low;
    const first = from / (from > 0 ? most : least);
    const last = to / (to > 0 ? least : most);
    const early = first - 4 * ROUNDING * Math.abs(first) - TIME_ERROR;
    const late = last + 4 * ROUNDING * Math.abs(last) + TIME_ERROR;
    if (early > cut[0]) cut[0] = early;
    if (late < cut[1]) cut[1] = late;
  }

  /** The equation's bits for the halves it is left in; the hull grows by what is left. */
  private take(bit: number): number {
    const { cut, hull } = this;
    const from = cut[0];
    const to = cut[1];
    if (from > to) {
      this.newtonCulls++;
      return 0;
    }
    let found = 0;
    if (from <= 0) {
      found |= bit;
      if (from < hull[EARLIER_FROM]) hull[EARLIER_FROM] = from;
      const end = to < 0 ? to : 0;
      if (end > hull[EARLIER_TO]) hull[EARLIER_TO] = end;
    }
    if (to >= 0) {
      found |= bit << LATER_HALF;
      const begin = from > 0 ? from : 0;
      if (begin < hull[LATER_FROM]) hull[LATER_FROM] = begin;
      if (to > hull[LATER_TO]) hull[LATER_TO] = to;
    }
    if (found !== (bit | (bit << LATER_HALF))) this.newtonCulls++;
    return found;
  }
}
