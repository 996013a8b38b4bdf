/**
 * Triangles of the round parts of a swept volume, collected for one mesh: capsules, spheres, pipes, offset sheets.
 * Every vertex lies at the radius from a point of its axis; sides are chords, so that nothing reaches out.
 */
import { PI, sinCos } from '../../math/trig.ts';

export class RoundPieces {
  readonly positions: number[] = [];
  readonly indices: number[] = [];
  private readonly radius: number;
  /** Sides of a ring, a multiple of 4. */
  private readonly sides: number;
  /** cos and sin of the corners of a ring. */
  private readonly circle: Float64Array;
  /** Tangent and the ring's two directions. */
  private readonly axes: Float64Array = new Float64Array(9);

  constructor(radius: number, sides: number) {
    this.radius = radius;
    this.sides = sides;
    this.circle = new Float64Array(2 * sides);
    const pair = new Float64Array(2);
    for (let i = 0; i < sides; i++) {
      sinCos((2 * PI * i) / sides, pair, 0);
      this.circle[2 * i] = pair[1];
      this.circle[2 * i + 1] = pair[0];
    }
  }

  /** Around the segment from a[ao] to b[bo]; a sphere where they coincide. */
  capsule(a: Float64Array, ao: number, b: Float64Array, bo: number): void {
    const { axes, circle, sides, radius } = this;
    axes.fill(0);
    this.turnTo(b[bo] - a[ao], b[bo + 1] - a[ao + 1], b[bo + 2] - a[ao + 2]);
    const quarter = sides / 4;
    let before = -1;
    // From one pole to the other; the equator twice, once at each end.
    for (let ring = 0; ring <= 2 * quarter + 1; ring++) {
      const upper = ring > quarter;
      const latitude = (upper ? ring - 1 : ring) - quarter;
      const rise = latitude < 0 ? -circle[2 * -latitude + 1] : circle[2 * latitude + 1];
      const wide = circle[2 * Math.abs(latitude)];
      const from = upper ? b : a;
      const o = upper ? bo : ao;
      const first = this.ring(
        from[o] + radius * rise * axes[0],
        from[o + 1] + radius * rise * axes[1],
        from[o + 2] + radius * rise * axes[2],
        radius * Math.max(0, wide),
      );
      if (before >= 0) this.join(before, first);
      before = first;
    }
  }

  /** Around the track through strips + 1 points, six doubles apart, with tangents likewise. */
  pipe(points: Float64Array, po: number, tangents: Float64Array, to: number, strips: number, widest: number): void {
    const { axes, radius } = this;
    let fastest = 0;
    for (let i = 0; i <= strips; i++) fastest = Math.max(fastest, size(tangents, to + 6 * i));
    // A track that rests is a point of both capsules.
    if (!(fastest > 0)) return;
    axes.fill(0);
    let start = 0;
    while (!(size(tangents, to + 6 * start) > 2 ** -20 * fastest)) start++;
    this.turnTo(tangents[to + 6 * start], tangents[to + 6 * start + 1], tangents[to + 6 * start + 2]);
    let before = -1;
    let forward = 1;
    for (let i = 0; i <= strips; i++) {
      const t = to + 6 * i;
      const p = po + 6 * i;
      const speed = size(tangents, t);
      const along = (tangents[t] * axes[0] + tangents[t + 1] * axes[1] + tangents[t + 2] * axes[2]) / speed;
      const moving = speed > 2 ** -20 * fastest;
      if (moving) this.turnTo(tangents[t], tangents[t + 1], tangents[t + 2]);
      // No tangent, a reversed one, or a sharp turn: the rings leave part of the sphere between them open.
      if (!moving || along * along < 1 - widest * widest || along * forward < 0) this.sphereInPipe(points, p);
      if (moving && along < 0 !== forward < 0) forward = -forward;
      const first = this.ring(points[p], points[p + 1], points[p + 2], radius);
      if (before >= 0) this.join(before, first);
      before = first;
    }
  }

  /** The quad of four corners (point, unit normal; six doubles each) moved along its normals. */
  sheet(quad: Float64Array, side: number): void {
    const first = this.positions.length / 3;
    const d = side * this.radius;
    for (let o = 0; o < 24; o += 6) {
      this.positions.push(quad[o] + d * quad[o + 3], quad[o + 1] + d * quad[o + 4], quad[o + 2] + d * quad[o + 5]);
    }
    this.indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  /** A sphere, without losing the axes of the pipe it stands in. */
  private sphereInPipe(points: Float64Array, p: number): void {
    const kept = this.axes.slice();
    this.capsule(points, p, points, p);
    this.axes.set(kept);
  }

  private ring(x: number, y: number, z: number, wide: number): number {
    const { axes, circle, positions, sides } = this;
    const first = positions.length / 3;
    for (let i = 0; i < 2 * sides; i += 2) {
      const c = wide * circle[i];
      const s = wide * circle[i + 1];
      positions.push(x + c * axes[3] + s * axes[6], y + c * axes[4] + s * axes[7], z + c * axes[5] + s * axes[8]);
    }
    return first;
  }

  private join(a: number, b: number): void {
    const { indices, sides } = this;
    for (let i = 0; i < sides; i++) {
      const j = i + 1 < sides ? i + 1 : 0;
      indices.push(a + i, a + j, b + j, a + i, b + j, b + i);
    }
  }

  /**
   * The axis along d, either way, whichever is nearer to the last: a ring has no front. The first ring direction is the
   * last one made perpendicular to it, or any; defined whatever d is.
   */
  private turnTo(dx: number, dy: number, dz: number): void {
    const { axes } = this;
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const fresh = axes[0] === 0 && axes[1] === 0 && axes[2] === 0;
    const turn = dx * axes[0] + dy * axes[1] + dz * axes[2] < 0 ? -l : l;
    const x = l > 0 ? dx / turn : 0;
    const y = l > 0 ? dy / turn : 0;
    const z = l > 0 ? dz / turn : 1;
    let px = fresh ? 0 : axes[3];
    let py = fresh ? 0 : axes[4];
    let pz = fresh ? 0 : axes[5];
    let k = px * x + py * y + pz * z;
    // The coordinate axis farthest from d where the last direction is lost.
    if (!(px * px + py * py + pz * pz - k * k > 0.25)) {
      px = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 1 : 0;
      py = px === 0 && Math.abs(y) <= Math.abs(z) ? 1 : 0;
      pz = px === 0 && py === 0 ? 1 : 0;
      k = px * x + py * y + pz * z;
    }
    px -= k * x;
    py -= k * y;
    pz -= k * z;
    const m = Math.sqrt(px * px + py * py + pz * pz);
    axes[0] = x;
    axes[1] = y;
    axes[2] = z;
    axes[3] = px / m;
    axes[4] = py / m;
    axes[5] = pz / m;
    axes[6] = y * axes[5] - z * axes[4];
    axes[7] = z * axes[3] - x * axes[5];
    axes[8] = x * axes[4] - y * axes[3];
  }
}

function size(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}
