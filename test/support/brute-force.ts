// An independent judge of first contact: its own evaluation of every motion (quaternion exponential, twists, the engine's sine),
// distances over all pairs of triangles, and the crudest conservative advancement. Slow, simple, and nothing of src/motion,
// src/hierarchy or src/contact.
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { NearestPair, PlacedTriangles, type Placement, Triangles } from './brute-soup.ts';

export type { Placement };

/** A motion by what defines it, apart from any code that evaluates it. */
export type MotionSpec =
  | { readonly kind: 'rest'; readonly pose: Pose }
  | { readonly kind: 'translation'; readonly pose: Pose; readonly displacement: Vec3 }
  | { readonly kind: 'rotation'; readonly pose: Pose; readonly axis: Vec3; readonly angle: number; readonly centre?: Vec3 }
  | { readonly kind: 'in-between'; readonly from: Pose; readonly to: Pose }
  | { readonly kind: 'screw'; readonly from: Pose; readonly to: Pose }
  /** Over one second. */
  | {
      readonly kind: 'ballistic';
      readonly pose: Pose;
      readonly velocity: Vec3;
      readonly angularVelocity: Vec3;
      readonly acceleration: Vec3;
    };

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);

const unit = (q: Quat): Quat => {
  const l = Math.hypot(...q);
  return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
};

/** p q: first q, then p. By scalar and vector parts: p₄ b + q₄ a + a × b, p₄ q₄ − a · b. */
export function product(p: Quat, q: Quat): Quat {
  return [
    q[0] * p[3] + p[0] * q[3] + (p[1] * q[2] - p[2] * q[1]),
    q[1] * p[3] + p[1] * q[3] + (p[2] * q[0] - p[0] * q[2]),
    q[2] * p[3] + p[2] * q[3] + (p[0] * q[1] - p[1] * q[0]),
    p[3] * q[3] - (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]),
  ];
}

/** v + 2 w (n × v) + 2 n × (n × v), q = (n, w) of unit length. */
export function turned(q: Quat, v: Vec3): Vec3 {
  const x = 2 * (q[1] * v[2] - q[2] * v[1]);
  const y = 2 * (q[2] * v[0] - q[0] * v[2]);
  const z = 2 * (q[0] * v[1] - q[1] * v[0]);
  return [v[0] + x * q[3] + (q[1] * z - q[2] * y), v[1] + y * q[3] + (q[2] * x - q[0] * z), v[2] + z * q[3] + (q[0] * y - q[1] * x)];
}

/** The rotation about a unit axis. */
export function turn(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** Axis and angle in [0, π] that bring q0 to q1. */
function arc(q0: Quat, q1: Quat): { axis: Vec3; angle: number } {
  const [x, y, z, w] = product(q1, [-q0[0], -q0[1], -q0[2], q0[3]]);
  // the sign from the dot product: more digits than w has after the product
  const sign = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3] < 0 ? -1 : 1;
  const l = Math.hypot(x, y, z);
  if (l === 0) return { axis: [0, 0, 1], angle: 0 };
  return { axis: [(sign * x) / l, (sign * y) / l, (sign * z) / l], angle: 2 * Math.atan2(l, Math.max(0, sign * w)) };
}

/** The images of the three axes, as columns. */
export function matrixOf([x, y, z, w]: Quat): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (z * z + x * x),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** One motion, evaluated anywhere. */
export interface BruteMotion {
  /** Positions relative to `origin`, so that scenes far from the world's origin keep their digits. */
  at(t: number, origin: Vec3): Placement;
  /** No point within `reach` of the body's origin is ever faster. */
  fastest(reach: number): number;
  readonly start: Vec3;
}

/** (1 − cos φ)/φ and (φ − sin φ)/φ, without cancellation at small φ. */
function twistTerms(phi: number): [number, number] {
  if (Math.abs(phi) > 0.1) return [(1 - Math.cos(phi)) / phi, 1 - Math.sin(phi) / phi];
  const s = phi * phi;
  return [phi * (1 / 2 - s * (1 / 24 - s * (1 / 720 - s / 40320))), s * (1 / 6 - s * (1 / 120 - s * (1 / 5040 - s / 362880)))];
}

export function bruteMotion(spec: MotionSpec): BruteMotion {
  const first = 'pose' in spec ? spec.pose : spec.from;
  const p0 = first.position ?? [0, 0, 0];
  const q0 = unit(first.quaternion ?? [0, 0, 0, 1]);
  const still = matrixOf(q0);
  switch (spec.kind) {
    case 'rest':
      return { start: p0, fastest: () => 0, at: (_, origin) => ({ rotation: still, position: minus(p0, origin) }) };
    case 'translation':
      return {
        start: p0,
        fastest: () => norm(spec.displacement),
        at: (t, origin) => ({ rotation: still, position: add(minus(p0, origin), times(spec.displacement, t)) }),
      };
    case 'rotation': {
      const axis = times(spec.axis, 1 / norm(spec.axis));
      const arm = minus(p0, spec.centre ?? p0);
      return {
        start: p0,
        fastest: (reach) => Math.abs(spec.angle) * (norm(arm) + reach),
        at: (t, origin) => {
          const q = turn(axis, spec.angle * t);
          return { rotation: matrixOf(product(q, q0)), position: add(minus(p0, origin), minus(turned(q, arm), arm)) };
        },
      };
    }
    case 'ballistic': {
      const { velocity, angularVelocity, acceleration } = spec;
      const speed = norm(angularVelocity);
      const axis = speed > 0 ? times(angularVelocity, 1 / speed) : ([0, 0, 1] as const);
      return {
        start: p0,
        // the speed of a point on a parabola is largest at one of its ends
        fastest: (reach) => Math.max(norm(velocity), norm(add(velocity, acceleration))) + speed * reach,
        at: (t, origin) => ({
          rotation: matrixOf(product(turn(axis, speed * t), q0)),
          position: add(add(minus(p0, origin), times(velocity, t)), times(acceleration, (t * t) / 2)),
        }),
      };
    }
  }
  const p1 = spec.to.position ?? [0, 0, 0];
  const way = minus(p1, p0);
  const { axis, angle } = arc(q0, unit(spec.to.quaternion ?? [0, 0, 0, 1]));
  const rotationAt = (t: number): number[] => matrixOf(product(turn(axis, angle * t), q0));
  if (spec.kind === 'in-between') {
    return {
      start: p0,
      fastest: (reach) => norm(way) + angle * reach,
      at: (t, origin) => ({ rotation: rotationAt(t), position: add(minus(p0, origin), times(way, t)) }),
    };
  }
  // Twist (ω, v) about the start: p(t) − p0 = t V(tω) v, V(φu) = I + (1−cos φ)/φ [u]× + (φ−sin φ)/φ [u]×²; v = V(ω)⁻¹ way.
  const side = cross(axis, way);
  const half = angle / 2;
  const inward = half < 0.05 ? (half * half) / 3 + half ** 4 / 45 + (2 * half ** 6) / 945 : 1 - half / Math.tan(half);
  const v = add(add(way, times(side, -half)), times(cross(axis, side), inward));
  return {
    start: p0,
    fastest: (reach) => norm(v) + angle * reach,
    at: (t, origin) => {
      const [one, two] = twistTerms(angle * t);
      const across = cross(axis, v);
      const moved = add(add(v, times(across, one)), times(cross(axis, across), two));
      return { rotation: rotationAt(t), position: add(minus(p0, origin), times(moved, t)) };
    },
  };
}

export function placed({ rotation: r, position: p }: Placement, x: Vec3): Vec3 {
  return [
    r[0] * x[0] + r[1] * x[1] + r[2] * x[2] + p[0],
    r[3] * x[0] + r[4] * x[1] + r[5] * x[2] + p[1],
    r[6] * x[0] + r[7] * x[1] + r[8] * x[2] + p[2],
  ];
}

export interface BruteBody {
  readonly mesh: TriangleMesh;
  readonly motion: MotionSpec;
}

/** The triangles of a mesh. */
export function trianglesOf({ positions, indices, radii, triangleCount }: TriangleMesh): Triangles {
  const corners = new Float64Array(9 * triangleCount);
  for (const [i, v] of indices.entries()) corners.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  return new Triangles(corners, radii ?? new Float64Array(triangleCount));
}

/** One walk by steps that cannot jump over d ≤ level: it is above until `reached`, where it is to be asked next, or meets it at `first`. */
interface Walk {
  reached: number;
  first: number | null;
  /** By its end, what samples found of a walk of too many steps. */
  readonly sampled: Map<number, number | null>;
}

export class BrutePair {
  private readonly motions: readonly [BruteMotion, BruteMotion];
  private readonly placed: readonly [PlacedTriangles, PlacedTriangles];
  private readonly nearest: NearestPair;
  private readonly origin: Vec3;
  /** Several methods are judged by the same walk, each as far as it says. */
  private readonly walks: Map<string, Walk> = new Map();
  /** The distance never changes faster. */
  readonly fastest: number;
  /** A length that bounds all that is met, for slack against rounding. */
  readonly size: number;

  constructor(a: BruteBody, b: BruteBody) {
    const [A, B] = [bruteMotion(a.motion), bruteMotion(b.motion)];
    const [own, other] = [trianglesOf(a.mesh), trianglesOf(b.mesh)];
    this.motions = [A, B];
    this.placed = [new PlacedTriangles(own), new PlacedTriangles(other)];
    this.origin = B.start;
    this.fastest = (A.fastest(own.reach) + B.fastest(other.reach)) * (1 + 1e-12);
    this.size = norm(minus(A.start, this.origin)) + own.reach + other.reach + this.fastest;
    this.nearest = new NearestPair(...this.placed, 1e-12 * this.size);
  }

  /** The distance at t; below 0 where spheres or capsules penetrate. */
  distance(t: number): number {
    for (let i = 0; i < 2; i++) this.placed[i].place(this.motions[i].at(t, this.origin));
    return this.nearest.distance();
  }

  /**
   * Walks from `from` towards `to` by steps that cannot jump over d ≤ level. Answers the first time met with d ≤ level, or null. Where the
   * steps become too many (grazing), the rest is sampled densely instead.
   */
  firstBelow(level: number, from = 0, to = 1, most = 3000): number | null {
    const key = `${level} ${from} ${most}`;
    const walk = this.walks.get(key) ?? { reached: from, first: null, sampled: new Map() };
    this.walks.set(key, walk);
    for (let step = 0; step < most && walk.first === null && !walk.sampled.has(to); step++) {
      if (to < walk.reached) return null;
      const above = this.distance(walk.reached) - level;
      if (above <= 0) walk.first = walk.reached;
      else if (walk.reached === to || this.fastest === 0) return null;
      else walk.reached = Math.min(to, Math.max(walk.reached + above / this.fastest, walk.reached + 2 ** -52));
    }
    if (walk.first !== null) return walk.first <= to ? walk.first : null;
    if (!walk.sampled.has(to)) walk.sampled.set(to, this.sampleBelow(level, walk.reached, to, 500));
    return walk.sampled.get(to) ?? null;
  }

  /** The first of n + 1 evenly spread times with d ≤ level, or null. */
  sampleBelow(level: number, from: number, to: number, n: number): number | null {
    for (let i = 0; i <= n; i++) {
      const t = from + ((to - from) * i) / n;
      if (this.distance(t) <= level) return t;
    }
    return null;
  }

  /** [first d ≤ c + τ, some time by which d ≤ c]; hi is null where nothing was seen that deep: free or the grey band. */
  bracket(clearance: number, tolerance: number, samples = 400): { lo: number | null; hi: number | null } {
    const lo = this.firstBelow(clearance + tolerance);
    if (lo === null) return { lo, hi: null };
    const sampled = this.sampleBelow(clearance, lo, 1, samples);
    if (sampled === null) return { lo, hi: null };
    let hi: number = sampled;
    let before = Math.max(lo, hi - (1 - lo) / samples);
    for (let halving = 0; halving < 40; halving++) {
      const middle = (before + hi) / 2;
      if (this.distance(middle) <= clearance) hi = middle;
      else before = middle;
    }
    return { lo, hi };
  }
}

/** What a result claims. */
export interface Claim {
  readonly status: string;
  readonly time: number;
  readonly gap: readonly [number, number] | null;
  readonly rounding: number;
}

/**
 * What is wrong with an answer by the guarantee, or null. Slack: how much the judge's own distances may be off, and where the scene was
 * changed by rounding, that too.
 */
export function violation(
  pair: BrutePair,
  claim: Claim,
  clearance: number,
  tolerance: number,
  slack: number = 1e-13 * pair.size,
): string | null {
  const { status, time, gap } = claim;
  // surfaces that cross are 0 apart, never less
  const level = Math.max(0, clearance - slack);
  const before = (until: number): string | null => {
    const hit = pair.firstBelow(level, 0, until);
    // places are off by rounding, and so are times
    return hit === null || hit >= until - slack / pair.fastest
      ? null
      : `${status} at ${time}, but d(${hit}) = ${pair.distance(hit)} ≤ clearance ${clearance}`;
  };
  if (status === 'free') {
    if (time !== 1) return `free with time ${time}`;
    const hit = pair.firstBelow(level);
    return hit === null ? null : `free, but d(${hit}) = ${pair.distance(hit)} ≤ clearance ${clearance}`;
  }
  const d = pair.distance(time);
  if (status === 'overlap') {
    if (time !== 0) return `overlap at ${time}`;
    return d <= clearance + claim.rounding + slack ? null : `overlap, but d(0) = ${d} > ${clearance} + ${claim.rounding}`;
  }
  if (status === 'contact') {
    if (!(time > 0 && time <= 1)) return `contact at ${time}`;
    const effective = Math.min(tolerance, (pair.distance(0) - clearance) / 2);
    if (!(d <= clearance + effective + slack)) return `contact at ${time}, but d = ${d} > ${clearance} + ${effective}`;
    if (gap === null || !(gap[0] - slack <= Math.max(0, d) && d <= gap[1] + slack))
      return `contact at ${time}: d = ${d} not in gap [${gap}]`;
    return before(time);
  }
  if (status !== 'unresolved') return `status ${status}`;
  return before(time);
}
