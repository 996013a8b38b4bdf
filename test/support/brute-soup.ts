// Distances of two heaps of triangles for the judges: over all pairs of them, but for those that balls around them rule out. Only the
// distance of two triangles is shared with the code under test; test/unit/geometry judges that by exact arithmetic.
import { triangleDistance } from '../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../src/math/pose.ts';

/** x ↦ rotation · x + position, rotation row by row. */
export interface Placement {
  readonly rotation: readonly number[];
  readonly position: Vec3;
}

/** Triangles in their own frame, and a ball around each. */
export class Triangles {
  readonly count: number;
  readonly corners: Float64Array;
  /** How thick each is. */
  readonly radii: Float64Array;
  readonly middles: Float64Array;
  /** Radii of the balls, which hold the thickness too. */
  readonly balls: Float64Array;
  /** Radius of a ball about the origin that holds all of them. */
  readonly reach: number;

  constructor(corners: Float64Array, radii: Float64Array) {
    this.count = radii.length;
    this.corners = corners;
    this.radii = radii;
    this.middles = new Float64Array(3 * this.count);
    this.balls = new Float64Array(this.count);
    let reach = 0;
    for (let k = 0; k < this.count; k++) {
      for (let c = 0; c < 3; c++) this.middles[3 * k + c] = (corners[9 * k + c] + corners[9 * k + 3 + c] + corners[9 * k + 6 + c]) / 3;
      let ball = 0;
      for (let o = 9 * k; o < 9 * k + 9; o += 3) {
        ball = Math.max(ball, squaredBetween(corners, o, this.middles, 3 * k));
        reach = Math.max(reach, Math.hypot(corners[o], corners[o + 1], corners[o + 2]) + radii[k]);
      }
      this.balls[k] = Math.sqrt(ball) + radii[k];
    }
    this.reach = reach;
  }
}

/** Where one body's triangles are at an instant: the middles of all of them, the corners of those that are asked for. */
export class PlacedTriangles {
  readonly own: Triangles;
  readonly corners: Float64Array;
  readonly middles: Float64Array;
  private placement: Placement = { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], position: [0, 0, 0] };
  private instant = 0;
  /** By triangle, at which instant its corners were placed. */
  private readonly settled: Float64Array;

  constructor(own: Triangles) {
    this.own = own;
    this.corners = new Float64Array(9 * own.count);
    this.middles = new Float64Array(3 * own.count);
    this.settled = new Float64Array(own.count);
  }

  place(placement: Placement): void {
    this.placement = placement;
    this.instant++;
    move(placement, this.own.middles, this.middles, 0, 3 * this.own.count);
  }

  /** Where the corners of a triangle begin, placed as they are now. */
  cornersOf(triangle: number): number {
    if (this.settled[triangle] !== this.instant) {
      this.settled[triangle] = this.instant;
      move(this.placement, this.own.corners, this.corners, 9 * triangle, 9 * triangle + 9);
    }
    return 9 * triangle;
  }
}

function move({ rotation: r, position: p }: Placement, from: Float64Array, to: Float64Array, begin: number, end: number): void {
  for (let i = begin; i < end; i += 3) {
    const x = from[i];
    const y = from[i + 1];
    const z = from[i + 2];
    to[i] = r[0] * x + r[1] * y + r[2] * z + p[0];
    to[i + 1] = r[3] * x + r[4] * y + r[5] * z + p[1];
    to[i + 2] = r[6] * x + r[7] * y + r[8] * z + p[2];
  }
}

function squaredBetween(A: Float64Array, i: number, B: Float64Array, j: number): number {
  const x = A[i] - B[j];
  const y = A[i + 1] - B[j + 1];
  const z = A[i + 2] - B[j + 2];
  return x * x + y * y + z * z;
}

const scratch = new Float64Array(8);

/** The nearest of all pairs of triangles. */
export class NearestPair {
  private readonly a: PlacedTriangles;
  private readonly b: PlacedTriangles;
  /** At least what rounding moves a triangle by, against its ball. */
  private readonly slack: number;
  private i = 0;
  private j = 0;

  constructor(a: PlacedTriangles, b: PlacedTriangles, slack: number) {
    this.a = a;
    this.b = b;
    this.slack = slack;
  }

  /** The smallest distance, less both radii, as the triangles are placed now. */
  distance(): number {
    const { a, b, slack } = this;
    // what was nearest before is near: most others are ruled out at once
    let least = this.between(this.i, this.j);
    for (let i = 0; i < a.own.count; i++) {
      const ball = a.own.balls[i] + slack;
      for (let j = 0; j < b.own.count; j++) {
        const near = least + ball + b.own.balls[j];
        if (near <= 0 || squaredBetween(a.middles, 3 * i, b.middles, 3 * j) > near * near) continue;
        const d = this.between(i, j);
        if (!(d < least)) continue;
        least = d;
        this.i = i;
        this.j = j;
      }
    }
    return least;
  }

  private between(i: number, j: number): number {
    const { a, b } = this;
    triangleDistance(a.corners, a.cornersOf(i), b.corners, b.cornersOf(j), scratch, 0);
    return scratch[6] - a.own.radii[i] - b.own.radii[j];
  }
}
