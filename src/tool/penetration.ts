/*
 * How far must a tool go back along −n to be out of a workpiece, n the unit direction in which it goes in? With heights
 * n·x: the greatest height of a front side of the tool above a near side of the workpiece on one line along n,
 *
 *   depth = max over lines along n of  n·x_tool − n·x_workpiece,   0 where that is negative or no line meets both
 *
 * front: outward normal along n; near: against n. Over the common projection of two triangles the difference is linear,
 * so its maximum is at a corner of the intersection of their projections: a corner of one in the other, or a crossing
 * of two edges.
 * Guarantee: none beyond rounding, about 2⁻⁴⁵ of the extents: it feeds forces, not verdicts. Both surfaces must be
 * oriented; triangles seen edge-on count for nothing, their edges belong to neighbours. The step from geometric
 * interference to a collision force that [Caby & Crosnier, §5] announces.
 */
import { type Budget, NO_LIMITS } from '../contact/budget.ts';
import { InputError } from '../math/input-error.ts';
import { checkNumbers, type Vec3 } from '../math/pose.ts';

export interface Penetration {
  readonly depth: number;
  /** The deepest point of the tool; `depth` before it along −n is the workpiece's surface. Null without penetration. */
  readonly point: Vec3 | null;
  /** The triangles there: number among the given ones of the tool, number in the workpiece; −1 without penetration. */
  readonly tool: number;
  readonly workpiece: number;
}

/** Per triangle: u v h of three corners, lowest u, highest u, lowest v, highest v, lowest h, highest h. */
const STRIDE = 15;
/** Room for twelve corners. */
const HALF = 36;
/** How far the length of a direction may be from 1. */
const UNIT_SLACK = 1e-6;

/** Owns its scratch; may be asked again and again. */
/** Slots of the deepest place so far. */
const BEST_DEPTH = 0;
const BEST_POINT = 1;

export class PenetrationMeter {
  private front: Float64Array = new Float64Array(0);
  private near: Float64Array = new Float64Array(0);
  private frontNumbers: Uint32Array = new Uint32Array(0);
  private nearNumbers: Uint32Array = new Uint32Array(0);
  /** Rows u, v, n. */
  private readonly frame: Float64Array = new Float64Array(9);
  /** The common projection while it is cut: u v h a corner, 6 but for rounding, twice. */
  private readonly polygon: Float64Array = new Float64Array(2 * HALF);
  /** depth, u, v, h of the tool there. */
  private readonly best: Float64Array = new Float64Array(4);

  /**
   * Tool: nine doubles a triangle, where it is now. Workpiece: list[0..count) of the triangles of `positions` and
   * `indices`. Where the budget is late, the deepest place so far.
   */
  measure(
    tool: Float64Array,
    positions: Float64Array,
    indices: Uint32Array,
    list: Uint32Array,
    count: number,
    direction: Vec3,
    budget: Budget = NO_LIMITS,
  ): Penetration {
    setFrame(direction, this.frame);
    const toolCount = Math.floor(tool.length / 9);
    if (this.front.length < STRIDE * toolCount) {
      this.front = new Float64Array(STRIDE * toolCount);
      this.frontNumbers = new Uint32Array(toolCount);
    }
    if (this.near.length < STRIDE * count) {
      this.near = new Float64Array(STRIDE * count);
      this.nearNumbers = new Uint32Array(count);
    }
    const { front, near, frontNumbers, nearNumbers, frame, best } = this;
    let fronts = 0;
    for (let i = 0; i < toolCount; i++) {
      if (project(frame, tool, 9 * i, tool, 9 * i + 3, tool, 9 * i + 6, front, STRIDE * fronts, 1)) frontNumbers[fronts++] = i;
    }
    const around = boundsOf(front, fronts);
    let nears = 0;
    for (let i = 0; i < count; i++) {
      const k = 3 * list[i];
      const a = 3 * indices[k];
      const b = 3 * indices[k + 1];
      const c = 3 * indices[k + 2];
      const o = STRIDE * nears;
      if (!project(frame, positions, a, positions, b, positions, c, near, o, -1)) continue;
      if (near[o + 9] > around[1] || near[o + 10] < around[0] || near[o + 11] > around[3] || near[o + 12] < around[2]) continue;
      if (near[o + 13] < around[4]) nearNumbers[nears++] = list[i];
    }
    best[BEST_DEPTH] = 0;
    let bestFront = -1;
    let bestNear = -1;
    for (let i = 0; i < fronts; i++) {
      if (budget.isLate(1 + (nears >> 4))) break;
      const f = STRIDE * i;
      for (let j = 0, g = 0; j < nears; j++, g += STRIDE) {
        if (front[f + 14] - near[g + 13] <= best[BEST_DEPTH]) continue;
        if (near[g + 9] > front[f + 10] || near[g + 10] < front[f + 9] || near[g + 11] > front[f + 12] || near[g + 12] < front[f + 11])
          continue;
        if (!this.deepen(f, g)) continue;
        bestFront = i;
        bestNear = j;
      }
    }
    if (bestFront < 0) return { depth: 0, point: null, tool: -1, workpiece: -1 };
    const [depth, u, v, h] = best;
    const at = (k: number): number => u * frame[k] + v * frame[3 + k] + h * frame[6 + k];
    return { depth, point: [at(0), at(1), at(2)], tool: frontNumbers[bestFront], workpiece: nearNumbers[bestNear] };
  }

  /**
   * Cuts the front triangle by the sides of the near one; true, and the place in `best`, where it is deeper than
   * before.
   */
  private deepen(f: number, g: number): boolean {
    const { front, near, polygon, best } = this;
    for (let k = 0; k < 9; k++) polygon[k] = front[f + k];
    let from = 0;
    let corners = 3;
    // The near side is clockwise in (u, v), being seen from behind: inside is to the right of its sides.
    for (let side = 0; side < 3; side++) {
      const p = g + 3 * side;
      const q = g + 3 * ((side + 1) % 3);
      corners = cutBySide(near[p], near[p + 1], near[q], near[q + 1], polygon, from, corners, HALF - from);
      from = HALF - from;
      if (corners === 0) return false;
    }
    // Height of the near side by weights: twice the areas opposite to its corners.
    const au = near[g];
    const av = near[g + 1];
    const bu = near[g + 3] - au;
    const bv = near[g + 4] - av;
    const cu = near[g + 6] - au;
    const cv = near[g + 7] - av;
    const area = bu * cv - bv * cu;
    let deeper = false;
    for (let o = from; o < from + 3 * corners; o += 3) {
      const pu = polygon[o] - au;
      const pv = polygon[o + 1] - av;
      const wb = (pu * cv - pv * cu) / area;
      const wc = (bu * pv - bv * pu) / area;
      const height = near[g + 2] + wb * (near[g + 5] - near[g + 2]) + wc * (near[g + 8] - near[g + 2]);
      // of a steep triangle the weights are uncertain, its range is not
      const depth = polygon[o + 2] - Math.min(Math.max(height, near[g + 13]), near[g + 14]);
      if (!(depth > best[BEST_DEPTH])) continue;
      deeper = true;
      best[BEST_DEPTH] = depth;
      best[BEST_POINT] = polygon[o];
      best[BEST_POINT + 1] = polygon[o + 1];
      best[BEST_POINT + 2] = polygon[o + 2];
    }
    return deeper;
  }
}

/**
 * What is to the right of the line from (pu, pv) to (qu, qv) of the polygon at `from`, written to `to`; answers its
 * corners.
 */
function cutBySide(
  pu: number,
  pv: number,
  qu: number,
  qv: number,
  polygon: Float64Array,
  from: number,
  corners: number,
  to: number,
): number {
  const du = qu - pu;
  const dv = qv - pv;
  let count = 0;
  for (let i = 0; i < corners; i++) {
    const a = from + 3 * i;
    const b = from + 3 * (i + 1 === corners ? 0 : i + 1);
    const left = du * (polygon[a + 1] - pv) - dv * (polygon[a] - pu);
    const next = du * (polygon[b + 1] - pv) - dv * (polygon[b] - pu);
    if (left <= 0) {
      for (let k = 0; k < 3; k++) polygon[to + 3 * count + k] = polygon[a + k];
      count++;
    }
    if ((left < 0 && next > 0) || (left > 0 && next < 0)) {
      const s = left / (left - next);
      for (let k = 0; k < 3; k++) polygon[to + 3 * count + k] = polygon[a + k] + s * (polygon[b + k] - polygon[a + k]);
      count++;
    }
  }
  return count;
}

/** Writes a triangle's record if its normal has the wanted sign along n. */
function project(
  frame: Float64Array,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  C: Float64Array,
  c: number,
  out: Float64Array,
  o: number,
  facing: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    const x = frame[3 * k];
    const y = frame[3 * k + 1];
    const z = frame[3 * k + 2];
    const p = x * A[a] + y * A[a + 1] + z * A[a + 2];
    const q = x * B[b] + y * B[b + 1] + z * B[b + 2];
    const r = x * C[c] + y * C[c + 1] + z * C[c + 2];
    out[o + k] = p;
    out[o + 3 + k] = q;
    out[o + 6 + k] = r;
    out[o + 9 + 2 * k] = Math.min(p, q, r);
    out[o + 10 + 2 * k] = Math.max(p, q, r);
  }
  // the normal's part along n is the projection's area, counter-clockwise in (u, v)
  const area = (out[o + 3] - out[o]) * (out[o + 7] - out[o + 1]) - (out[o + 4] - out[o + 1]) * (out[o + 6] - out[o]);
  return facing * area > 0;
}

/** Lowest and highest u, lowest and highest v, highest h. */
function boundsOf(records: Float64Array, count: number): Float64Array {
  const least = Number.POSITIVE_INFINITY;
  const bounds = Float64Array.of(least, -least, least, -least, -least);
  for (let o = 0; o < STRIDE * count; o += STRIDE) {
    bounds[0] = Math.min(bounds[0], records[o + 9]);
    bounds[1] = Math.max(bounds[1], records[o + 10]);
    bounds[2] = Math.min(bounds[2], records[o + 11]);
    bounds[3] = Math.max(bounds[3], records[o + 12]);
    bounds[4] = Math.max(bounds[4], records[o + 14]);
  }
  return bounds;
}

/** Rows u, v, n of a right-handed frame. */
function setFrame(direction: Vec3, frame: Float64Array): void {
  checkNumbers(direction, 3, 'direction');
  const [x, y, z] = direction;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(Math.abs(length - 1) <= UNIT_SLACK)) throw new InputError(`direction [${direction}] has length ${length}, must be 1`);
  frame[6] = x / length;
  frame[7] = y / length;
  frame[8] = z / length;
  // u across n and the unit axis that is most across n
  const k = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  const across = Math.sqrt(frame[6 + i] * frame[6 + i] + frame[6 + j] * frame[6 + j]);
  frame[k] = 0;
  frame[i] = frame[6 + j] / across;
  frame[j] = -frame[6 + i] / across;
  frame[3] = frame[7] * frame[2] - frame[8] * frame[1];
  frame[4] = frame[8] * frame[0] - frame[6] * frame[2];
  frame[5] = frame[6] * frame[1] - frame[7] * frame[0];
}
