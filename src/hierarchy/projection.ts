import { LEAF_STRIDE } from './triangle-tree.ts';

/** Points in the frame of some axes about some centre: the first step of every fit. */
export class Projection {
  /** Nine numbers, a row an axis. */
  readonly axes: Float64Array;
  /** A point near the others. */
  readonly centre: Float64Array;
  /** Coordinates on each axis. */
  readonly along: readonly [Float64Array, Float64Array, Float64Array];
  /** Lowest and highest coordinate on each axis. */
  readonly bounds: Float64Array;

  constructor(mostPoints: number, doubles: (count: number) => Float64Array = (count) => new Float64Array(count)) {
    this.axes = doubles(9);
    this.centre = doubles(3);
    this.bounds = doubles(6);
    this.along = [doubles(mostPoints), doubles(mostPoints), doubles(mostPoints)];
  }

  /** p_k = (x − centre)·u_k for every point of groups in the layout of leaves, and the range of each. */
  project(groups: Float64Array, from: number, to: number): void {
    project(groups, from, to, this.axes, this.centre, this.bounds, this.along[0], this.along[1], this.along[2]);
  }
}

export function project(
  groups: Float64Array,
  from: number,
  to: number,
  axes: Float64Array,
  centre: Float64Array,
  bounds: Float64Array,
  P: Float64Array,
  Q: Float64Array,
  R: Float64Array,
): void {
  const cx = centre[0];
  const cy = centre[1];
  const cz = centre[2];
  const ux = axes[0];
  const uy = axes[1];
  const uz = axes[2];
  const vx = axes[3];
  const vy = axes[4];
  const vz = axes[5];
  const wx = axes[6];
  const wy = axes[7];
  const wz = axes[8];
  let p0 = Number.POSITIVE_INFINITY;
  let q0 = Number.POSITIVE_INFINITY;
  let r0 = Number.POSITIVE_INFINITY;
  let p1 = Number.NEGATIVE_INFINITY;
  let q1 = Number.NEGATIVE_INFINITY;
  let r1 = Number.NEGATIVE_INFINITY;
  const end = LEAF_STRIDE * to;
  let count = 0;
  for (let o = LEAF_STRIDE * from; o < end; o++) {
    for (const stop = o + 9; o < stop; o += 3) {
      const x = groups[o] - cx;
      const y = groups[o + 1] - cy;
      const z = groups[o + 2] - cz;
      const p = x * ux + y * uy + z * uz;
      const q = x * vx + y * vy + z * vz;
      const r = x * wx + y * wy + z * wz;
      P[count] = p;
      Q[count] = q;
      R[count] = r;
      count++;
      p0 = Math.min(p0, p);
      p1 = Math.max(p1, p);
      q0 = Math.min(q0, q);
      q1 = Math.max(q1, q);
      r0 = Math.min(r0, r);
      r1 = Math.max(r1, r);
    }
  }
  bounds[0] = p0;
  bounds[1] = p1;
  bounds[2] = q0;
  bounds[3] = q1;
  bounds[4] = r0;
  bounds[5] = r1;
}

/** An upper bound on a point's distance from the centre, up to the rounding of the projections. */
export function spreadOf(bounds: Float64Array): number {
  return (
    Math.max(Math.abs(bounds[0]), Math.abs(bounds[1])) +
    Math.max(Math.abs(bounds[2]), Math.abs(bounds[3])) +
    Math.max(Math.abs(bounds[4]), Math.abs(bounds[5]))
  );
}
