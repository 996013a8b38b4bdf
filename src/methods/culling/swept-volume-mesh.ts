/*
 * The volume swept by a link's capsule, for viewers: the pieces whose union bounds it [Redon et al. 2004, §4.2.1] —
 * offset surfaces of the ruled surface (eq. 9), pipes around the tracks of both ends (eq. 10), the capsule at start and
 * end.
 * Guarantee: no drawn point is farther than radius + `error` from the swept axis. That every part of the boundary is
 * drawn within the tolerance is tested, not proven; parts inside the volume are drawn too. Nothing is culled by this
 * mesh.
 * Deviations: eq. 10 turns its rings by C′ × C″, which straight and resting tracks do not have; here the ring's first
 * direction is the last one made perpendicular to the tangent, and where there is no tangent, or it reverses, a sphere
 * is drawn. Eq. 9 needs a normal; quads are split along the ruling while their normals differ too much, and what
 * remains (the ruling momentarily at rest or moving along itself) gets a sphere: every normal at once.
 */
import { PI } from '../../math/trig.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { applyToPoint, POSE_SIZE } from '../../motion/interval-pose.ts';
import type { IntervalMotion } from '../../motion/motion.ts';
import { writeSlice } from './dynamic-bvh.ts';
import type { LineSweptSphere } from './line-swept-sphere.ts';
import { RoundPieces } from './round-pieces.ts';
import { RuledSkeleton } from './ruled-skeleton.ts';

export interface SweptVolumeMesh {
  /** In the world less the motion's reference point. */
  readonly mesh: TriangleMesh;
  readonly error: number;
}

export interface SweptVolumeMeshOptions {
  /** How far the drawing may be off. Default: a twentieth of the radius. */
  readonly tolerance?: number;
  readonly name?: string;
}

const MOST_STRIPS = 256;
const SLICES = 4;
/** Halvings of a quad along its ruling. */
const DEEPEST = 6;
/** A normal shorter than this part of the vectors it is the product of is none. */
const NO_NORMAL = 2 ** -20;

export function sweptVolumeMesh(
  capsule: LineSweptSphere,
  motion: IntervalMotion,
  times: Float64Array,
  options: SweptVolumeMeshOptions = {},
): SweptVolumeMesh {
  const { radius } = capsule;
  const { tolerance = radius / 20, name = 'swept volume' } = options;
  const sheets = new Sheets(capsule, motion, times);
  // r (1 − cos φ/2) ≤ tolerance/2 between neighbouring normals φ apart
  const widest = Math.sqrt((4 * tolerance) / radius);
  let skeleton = sheets.sweep(tolerance / 2);
  for (let asked = tolerance / 4; skeleton.strips < MOST_STRIPS && sheets.turnsBeyond(widest); asked /= 4) skeleton = sheets.sweep(asked);
  const sides = Math.max(8, 4 * Math.floor((2 * PI) / (4 * widest) + 1));
  const pieces = new RoundPieces(radius, Math.min(sides, 128));
  sheets.draw(pieces, widest);
  const { stations, strips } = skeleton;
  pieces.capsule(stations, 0, stations, 3);
  pieces.capsule(stations, 6 * strips, stations, 6 * strips + 3);
  pieces.pipe(stations, 0, sheets.rates, 0, strips, widest);
  pieces.pipe(stations, 3, sheets.rates, 3, strips, widest);
  return { mesh: new TriangleMesh(pieces.positions, pieces.indices, { name }), error: skeleton.error };
}

/** The offset surfaces on both sides. */
class Sheets {
  /** P′ and Q′ at the stations. */
  readonly rates: Float64Array = new Float64Array(6 * (MOST_STRIPS + 1));
  private readonly skeleton: RuledSkeleton = new RuledSkeleton(MOST_STRIPS);
  private readonly capsule: LineSweptSphere;
  private readonly motion: IntervalMotion;
  private readonly times: Float64Array;
  /** Four corners: point and normal, in the order start, start, end, end; low, high, high, low. */
  private readonly quad: Float64Array = new Float64Array(24);

  constructor(capsule: LineSweptSphere, motion: IntervalMotion, times: Float64Array) {
    this.capsule = capsule;
    this.motion = motion;
    this.times = times;
  }

  sweep(tolerance: number): RuledSkeleton {
    const { skeleton, capsule, motion, times, rates } = this;
    skeleton.sweep(capsule, motion, times, tolerance, SLICES);
    const ends = Float64Array.of(...capsule.p, ...capsule.q);
    const at = new Float64Array(2);
    const rate = new Float64Array(POSE_SIZE);
    const box = new Float64Array(12);
    for (let i = 0; i <= skeleton.strips; i++) {
      writeSlice(times, Math.min(i, skeleton.strips - 1), skeleton.strips, at);
      at[i < skeleton.strips ? 1 : 0] = at[i < skeleton.strips ? 0 : 1];
      motion.writeRate(at, rate, 0);
      applyToPoint(rate, 0, ends, 0, box, 0);
      applyToPoint(rate, 0, ends, 3, box, 6);
      for (let k = 0; k < 6; k++) rates[6 * i + k] = 0.5 * (box[2 * k] + box[2 * k + 1]);
    }
    return skeleton;
  }

  /** Do normals of neighbouring stations differ by more than this, at either end or in the middle? */
  turnsBeyond(angle: number): boolean {
    for (let i = 0; i < this.skeleton.strips; i++) {
      for (let s = 0; s <= 1; s += 0.5) {
        const before = this.writeCorner(i, s, 0);
        const after = this.writeCorner(i + 1, s, 6);
        if (before && after && this.between(0, 6) > angle) return true;
      }
    }
    return false;
  }

  draw(pieces: RoundPieces, widest: number): void {
    for (let i = 0; i < this.skeleton.strips; i++) this.drawQuad(pieces, i, 0, 1, 0, widest);
  }

  private drawQuad(pieces: RoundPieces, i: number, low: number, high: number, depth: number, widest: number): void {
    const { quad } = this;
    let known = -1;
    let complete = true;
    for (let corner = 0; corner < 4; corner++) {
      const s = corner === 1 || corner === 2 ? high : low;
      if (this.writeCorner(corner < 2 ? i : i + 1, s, 6 * corner)) known = corner;
      else complete = false;
    }
    // Nowhere a normal: the ruling rests or moves along itself, and pipes and capsules bound what it sweeps.
    if (known < 0) return;
    let apart = 0;
    for (let corner = 0; corner < 4; corner++) {
      const o = 6 * corner;
      if (quad[o + 3] === 0 && quad[o + 4] === 0 && quad[o + 5] === 0) for (let k = 3; k < 6; k++) quad[o + k] = quad[6 * known + k];
      apart = Math.max(apart, this.between(6 * known, o));
    }
    if (apart > widest && depth < DEEPEST) {
      const middle = 0.5 * (low + high);
      this.drawQuad(pieces, i, low, middle, depth + 1, widest);
      this.drawQuad(pieces, i, middle, high, depth + 1, widest);
      return;
    }
    pieces.sheet(quad, 1);
    pieces.sheet(quad, -1);
    if (apart > 2 * widest || (!complete && depth === DEEPEST))
      for (let corner = 0; corner < 4; corner += 2) pieces.capsule(quad, 6 * corner, quad, 6 * corner);
  }

  /** x(t, s) and its unit normal, null where there is none; answers whether there is. */
  private writeCorner(station: number, s: number, o: number): boolean {
    const { quad, rates } = this;
    const { stations } = this.skeleton;
    const at = 6 * station;
    const dx = stations[at + 3] - stations[at];
    const dy = stations[at + 4] - stations[at + 1];
    const dz = stations[at + 5] - stations[at + 2];
    quad[o] = stations[at] + s * dx;
    quad[o + 1] = stations[at + 1] + s * dy;
    quad[o + 2] = stations[at + 2] + s * dz;
    const vx = rates[at] + s * (rates[at + 3] - rates[at]);
    const vy = rates[at + 1] + s * (rates[at + 4] - rates[at + 1]);
    const vz = rates[at + 2] + s * (rates[at + 5] - rates[at + 2]);
    const nx = vy * dz - vz * dy;
    const ny = vz * dx - vx * dz;
    const nz = vx * dy - vy * dx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const ends = Math.max(Math.abs(rates[at]), Math.abs(rates[at + 1]), Math.abs(rates[at + 2]));
    const others = Math.max(Math.abs(rates[at + 3]), Math.abs(rates[at + 4]), Math.abs(rates[at + 5]));
    const regular = length > NO_NORMAL * Math.max(ends, others) * Math.sqrt(dx * dx + dy * dy + dz * dz);
    quad[o + 3] = regular ? nx / length : 0;
    quad[o + 4] = regular ? ny / length : 0;
    quad[o + 5] = regular ? nz / length : 0;
    return regular;
  }

  /**
   * Turns the normal at b to the side of that at a, which nothing forbids as both sides are drawn; answers |a − b|,
   * about the angle.
   */
  private between(a: number, b: number): number {
    const { quad } = this;
    const dot = quad[a + 3] * quad[b + 3] + quad[a + 4] * quad[b + 4] + quad[a + 5] * quad[b + 5];
    if (dot < 0) for (let k = 3; k < 6; k++) quad[b + k] = -quad[b + k];
    return Math.sqrt(Math.max(0, 2 - 2 * Math.abs(dot)));
  }
}
