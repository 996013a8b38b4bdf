/*
 * Where can a rigid tool be during an interval of time? An oriented box around its vertices at the ends of the
 * interval, axes from their covariance, cut by two side and two front planes [Caby & Crosnier, §3.1, Figures 4 and 5].
 * Guarantee: every point of the tool (any convex combination of the vertices, thickened by `radius`) is, at every time
 * of the interval and in exact arithmetic, in the inner half-space of all ten planes, and `margin` away from each of
 * them.
 * The paper assumes straight displacements. Here a vertex leaves the chord between two of its places, h apart in time,
 * by at most the sagitta A h²/8 in direction n, A the motion's bound on acceleration along n; each plane is moved out
 * by that and by the rounding of poses [docs/notes/rounding.md, "Poses"].
 * Deviations: every vertex counts once in the covariance, not once a triangle; planes for any mesh, see clip-lines.ts.
 */
import { ADDING, TURNING } from '../contact/moving-pair.ts';
import { orthonormalAxes, principalAxes } from '../hierarchy/principal-axes.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
} from '../motion/motion.ts';
import { ClipLines } from './clip-lines.ts';

export const BOX_PLANES = 6;
export const CLIPPED_PLANES = 10;

/** Pays for the roundings of a bound. */
const ROUND_UP: number = 1 + 2 ** -40;
/** Projections, and moving them to the world's origin: each below 20 roundings of the lengths involved. */
const PROJECTING: number = 2 ** -47;
/** Lengths below this have no squares. */
const SMALLEST: number = 2 ** -400;

/** Slots of a bend. */
const BEND_KAPPA = 0;
const BEND_DELTA = 1;
const BEND_A0 = 2;
const BEND_A1 = 3;
const BEND_OMEGA = 4;

/** Room for the places of the vertices; boxes that are fitted one after the other may share it. */
export class SweepScratch {
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  readonly reference: Float64Array = new Float64Array(3);
  readonly moments: Float64Array = new Float64Array(10);
  readonly axes: Float64Array = new Float64Array(9);
  readonly bounds: Float64Array = new Float64Array(6);
  /** κ δ a₀ a₁ and ω at the start of the interval. */
  readonly bend: Float64Array = new Float64Array(7);
  readonly lines: ClipLines = new ClipLines();
  points: Float64Array = new Float64Array(0);
  along: [Float64Array, Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0), new Float64Array(0)];

  reserve(count: number): void {
    if (this.points.length >= 3 * count) return;
    this.points = new Float64Array(3 * count);
    this.along = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  }
}

/**
 * An oriented box around a part of a tool during an interval of time, cut by four more planes. Every point of that part
 * is inside at every time of the interval, proven.
 */
export class SweptBox {
  /**
   * Ten planes, n x y z and d each, n·x ≤ d inside, x in the world: those of the box along X, −X, Y, −Y, Z, −Z, then
   * two that cut its sides and two that cut its fronts.
   */
  readonly planes: Float64Array = new Float64Array(4 * CLIPPED_PLANES);
  /** For drawing: the middle of the box in the world. */
  readonly centre: Float64Array = new Float64Array(3);
  /** For drawing: unit vectors X (shortest), Y and Z (longest) of the box in the world, row by row. */
  readonly axes: Float64Array = new Float64Array(9);
  /** For drawing: half sizes along X, Y and Z, in the unit of length. */
  readonly half: Float64Array = new Float64Array(3);
  /** For drawing: a, b, s of each clipping plane, a y + b z ≤ s, y and z from the centre along Y and Z. */
  readonly clip: Float64Array = new Float64Array(12);
  /** The most that any plane was moved out for the bend of the motion, in the unit of length. */
  sagitta = 0;
  /** The most that any plane was moved out for bend, rounding, radius and margin, in the unit of length. */
  pad = 0;
  /** x y z of each vertex of the part, in the tool's frame. */
  readonly vertices: Float64Array;
  /** By how much the part is thicker than its vertices, in the unit of length. */
  readonly radius: number;
  /** Upper bound on the distance of the part's vertices from the origin of the tool's frame, in the unit of length. */
  readonly rho: number;
  private readonly scratch: SweepScratch;

  /** Use `sweptVolumeOf`, which makes them along a motion. */
  constructor(vertices: Float64Array, radius = 0, scratch: SweepScratch = new SweepScratch()) {
    if (!(vertices.length >= 3 && vertices.length % 3 === 0))
      throw new InputError(`a swept box needs x y z of at least one vertex, got ${vertices.length} numbers`);
    this.vertices = vertices;
    this.radius = radius;
    this.scratch = scratch;
    let square = 0;
    for (let i = 0; i < vertices.length; i += 3)
      square = Math.max(square, vertices[i] * vertices[i] + vertices[i + 1] * vertices[i + 1] + vertices[i + 2] * vertices[i + 2]);
    this.rho = Math.sqrt(square) * ROUND_UP + SMALLEST;
  }

  /**
   * Encloses what the part sweeps in [t0, t1] of a motion, 0 to 1, touched up at `steps` − 1 instants between, plus a
   * margin.
   */
  fit(motion: Motion, t0 = 0, t1 = 1, margin = 0, steps = 1): void {
    if (!(t0 >= 0 && t0 <= t1 && t1 <= 1)) throw new InputError(`a swept box needs an interval within [0, 1], got [${t0}, ${t1}]`);
    if (!(margin >= 0 && margin < Number.POSITIVE_INFINITY)) throw new InputError(`margin must be a number ≥ 0, got ${shownValue(margin)}`);
    const { scratch, rho } = this;
    const instants = motion.still ? 0 : steps;
    const count = (this.vertices.length / 3) * (instants + 1);
    scratch.reserve(count);
    motion.startPosition(scratch.reference, 0);
    for (let i = 0; i <= instants; i++) this.place(motion, i, i === instants && i > 0 ? t1 : t0 + ((t1 - t0) * i) / steps);
    chooseAxes(scratch, count);
    longestLast(scratch, this.axes);
    // rounding: poses, sums; projections and the way from the world's origin
    const { moments: m, reference: r, bounds } = scratch;
    let lengths = 0;
    for (let k = 0; k < 3; k++)
      lengths += Math.abs(m[1 + k]) + Math.abs(r[k]) + Math.max(Math.abs(bounds[2 * k]), Math.abs(bounds[2 * k + 1]));
    const rounding =
      TURNING * (1 + motion.turn) * rho + ADDING * (rho + motion.travel(rho) + motion.lever) + PROJECTING * lengths + SMALLEST;
    // h²/8; times are off by less than 2⁻⁵¹
    const h = motion.still ? 0 : (t1 - t0) / steps + 2 ** -51;
    this.writePlanes(count, 0.125 * h * h, (rounding + this.radius + margin) * ROUND_UP);
  }

  /** The vertices at one instant, relative to where the tool's origin starts. */
  private place(motion: Motion, instant: number, t: number): void {
    const { scratch, vertices } = this;
    const { state: s, points, bend } = scratch;
    s[STATE_TIME] = t;
    motion.writeState(scratch.reference, s);
    if (instant === 0) {
      bend[BEND_KAPPA] = s[STATE_KAPPA];
      bend[BEND_DELTA] = s[STATE_DELTA];
      bend[BEND_A0] = s[STATE_A0];
      bend[BEND_A1] = s[STATE_A1];
      for (let k = 0; k < 3; k++) bend[BEND_OMEGA + k] = s[STATE_OMEGA + k];
    }
    const px = s[STATE_P];
    const py = s[STATE_P + 1];
    const pz = s[STATE_P + 2];
    for (let i = 0, o = instant * vertices.length; i < vertices.length; i += 3, o += 3) {
      const x = vertices[i];
      const y = vertices[i + 1];
      const z = vertices[i + 2];
      points[o] = s[0] * x + s[1] * y + s[2] * z + px;
      points[o + 1] = s[3] * x + s[4] * y + s[5] * z + py;
      points[o + 2] = s[6] * x + s[7] * y + s[8] * z + pz;
    }
  }

  private writePlanes(count: number, bow: number, rest: number): void {
    const { planes, axes, half, centre, clip, scratch } = this;
    const { moments: m, reference: r, bounds, along, lines } = scratch;
    this.sagitta = 0;
    for (let k = 0; k < 3; k++) {
      const low = bounds[2 * k];
      const high = bounds[2 * k + 1];
      const nx = axes[3 * k];
      const ny = axes[3 * k + 1];
      const nz = axes[3 * k + 2];
      const pad = this.sagittaAlong(nx, ny, nz, bow) + rest;
      // Σ n (mean + reference)
      const place = nx * m[1] + ny * m[2] + nz * m[3] + (nx * r[0] + ny * r[1] + nz * r[2]);
      writePlane(planes, 2 * k, nx, ny, nz, place + (high + pad));
      writePlane(planes, 2 * k + 1, -nx, -ny, -nz, pad - low - place);
      half[k] = 0.5 * (high - low) + pad;
    }
    for (let k = 0; k < 3; k++) {
      centre[k] = r[k] + m[1 + k];
      for (let j = 0; j < 3; j++) centre[k] += 0.5 * (bounds[2 * j] + bounds[2 * j + 1]) * axes[3 * j + k];
    }
    const Y = along[1];
    const Z = along[2];
    lines.choose(Y, Z, count, bounds.subarray(2));
    const middleY = 0.5 * (bounds[2] + bounds[3]);
    const middleZ = 0.5 * (bounds[4] + bounds[5]);
    for (let line = 0; line < 4; line++) {
      const a = lines.normals[2 * line];
      const b = lines.normals[2 * line + 1];
      let support = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        const s = a * Y[i] + b * Z[i];
        if (s > support) support = s;
      }
      const nx = a * axes[3] + b * axes[6];
      const ny = a * axes[4] + b * axes[7];
      const nz = a * axes[5] + b * axes[8];
      const pad = this.sagittaAlong(nx, ny, nz, bow) + rest;
      const place = nx * m[1] + ny * m[2] + nz * m[3] + (nx * r[0] + ny * r[1] + nz * r[2]);
      writePlane(planes, BOX_PLANES + line, nx, ny, nz, place + (support + pad));
      clip[3 * line] = a;
      clip[3 * line + 1] = b;
      clip[3 * line + 2] = support + pad - (a * middleY + b * middleZ);
    }
    this.pad = this.sagitta + rest;
  }

  /** (|n × ω| κ (ρ + δ) + a₀ + a₁ρ) h²/8 */
  private sagittaAlong(nx: number, ny: number, nz: number, bow: number): number {
    const b = this.scratch.bend;
    const wx = b[BEND_OMEGA];
    const wy = b[BEND_OMEGA + 1];
    const wz = b[BEND_OMEGA + 2];
    const x = ny * wz - nz * wy;
    const y = nz * wx - nx * wz;
    const z = nx * wy - ny * wx;
    // n × ω cancels where n is nearly along ω
    const turning = Math.sqrt(x * x + y * y + z * z) + 2 ** -44 * (Math.abs(wx) + Math.abs(wy) + Math.abs(wz));
    const sagitta = (turning * b[BEND_KAPPA] * (this.rho + b[BEND_DELTA]) + b[BEND_A0] + b[BEND_A1] * this.rho) * bow * ROUND_UP;
    if (sagitta > this.sagitta) this.sagitta = sagitta;
    return sagitta;
  }
}

/** Bound on the acceleration of the points within rho of the origin over [t, 1], from the state at t. */
export function accelerationBound(state: Float64Array, rho: number): number {
  const x = state[STATE_OMEGA];
  const y = state[STATE_OMEGA + 1];
  const z = state[STATE_OMEGA + 2];
  const turning = Math.sqrt(x * x + y * y + z * z) * state[STATE_KAPPA] * (rho + state[STATE_DELTA]);
  return (turning + state[STATE_A0] + state[STATE_A1] * rho) * ROUND_UP;
}

function writePlane(planes: Float64Array, plane: number, nx: number, ny: number, nz: number, d: number): void {
  planes[4 * plane] = nx;
  planes[4 * plane + 1] = ny;
  planes[4 * plane + 2] = nz;
  planes[4 * plane + 3] = d;
}

/** Mean and principal axes of the points, and where they lie along these from the mean. */
function chooseAxes(scratch: SweepScratch, count: number): void {
  const { points, moments: m, axes, along, bounds } = scratch;
  m.fill(0);
  for (let o = 0; o < 3 * count; o += 3) {
    m[1] += points[o];
    m[2] += points[o + 1];
    m[3] += points[o + 2];
  }
  m[0] = count;
  for (let k = 1; k < 4; k++) m[k] /= count;
  for (let o = 0; o < 3 * count; o += 3) {
    const x = points[o] - m[1];
    const y = points[o + 1] - m[2];
    const z = points[o + 2] - m[3];
    m[4] += x * x;
    m[5] += x * y;
    m[6] += x * z;
    m[7] += y * y;
    m[8] += y * z;
    m[9] += z * z;
  }
  principalAxes(m, 0, axes);
  orthonormalAxes(axes[0], axes[1], axes[2], axes[3], axes[4], axes[5], axes);
  for (let k = 0; k < 3; k++) {
    const nx = axes[3 * k];
    const ny = axes[3 * k + 1];
    const nz = axes[3 * k + 2];
    const to = along[k];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0, o = 0; i < count; i++, o += 3) {
      const s = nx * (points[o] - m[1]) + ny * (points[o + 1] - m[2]) + nz * (points[o + 2] - m[3]);
      to[i] = s;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    bounds[2 * k] = low;
    bounds[2 * k + 1] = high;
  }
}

/**
 * Reorders projections and bounds so that Z is the longest side, then Y, then X, a right-handed frame; writes the axes.
 */
function longestLast(scratch: SweepScratch, out: Float64Array): void {
  const { axes, along, bounds } = scratch;
  for (let i = 1; i < 3; i++) {
    for (let j = i; j > 0 && extent(bounds, j) < extent(bounds, j - 1); j--) {
      const kept = along[j];
      along[j] = along[j - 1];
      along[j - 1] = kept;
      for (let k = 0; k < 2; k++) swap(bounds, 2 * j + k, 2 * j - 2 + k);
      for (let k = 0; k < 3; k++) swap(axes, 3 * j + k, 3 * j - 3 + k);
    }
  }
  out.set(axes);
  const turned =
    axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) +
    axes[1] * (axes[5] * axes[6] - axes[3] * axes[8]) +
    axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
  if (turned >= 0) return;
  for (let k = 0; k < 3; k++) out[k] = -axes[k];
  const low = bounds[0];
  bounds[0] = -bounds[1];
  bounds[1] = -low;
}

function extent(bounds: Float64Array, k: number): number {
  return bounds[2 * k + 1] - bounds[2 * k];
}

function swap(array: Float64Array, i: number, j: number): void {
  const kept = array[i];
  array[i] = array[j];
  array[j] = kept;
}
