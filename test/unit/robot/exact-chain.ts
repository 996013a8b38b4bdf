/**
 * Random trees of joints whose motion is known exactly: rational rotations and axes, in fixed point with 320 fractional bits. The doubles
 * of the joint motions are these, off by as much as they may be. Derivatives are differences over 2^-50, off by less than
 * 2^-80 of the higher ones: no formula of the code under test is used.
 */
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { JOINT_ANGLE, JOINT_AXIS, JOINT_DEGREE, JOINT_PLACE, JOINT_STRIDE, type JointMotions } from '../../../src/robot/joint-motion.ts';
import { preciseSinCos } from '../../support/precise-trig.ts';
import { rational } from '../../support/rational.ts';

export const FIXED_BITS = 320;
const BITS = 320n;
const ONE = 1n << BITS;
const STEP_BITS = 50n;

export type JointKind = 'fixed' | 'revolute' | 'prismatic' | 'quintic' | 'planar' | 'floating';
export const JOINT_KINDS: readonly JointKind[] = ['fixed', 'revolute', 'prismatic', 'quintic', 'planar', 'floating'];

export interface ExactChain {
  readonly motions: JointMotions;
  readonly kinds: readonly JointKind[];
  /** A B C exactly, and s₀ … s₅. */
  readonly matrices: readonly bigint[][];
  readonly places: readonly bigint[][];
  readonly base: Pose;
  readonly reference: Vec3;
}

/** The exact value of a double that is a multiple of 2^-FIXED_BITS, in fixed point. */
export function fixed(x: number): bigint {
  const { numerator, denominator } = rational(x);
  return (numerator << BITS) / denominator;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const toNumber = (a: bigint): number => Number(a) * 2 ** -FIXED_BITS;

export function exactSinCos(x: bigint): { sin: bigint; cos: bigint } {
  const head = toNumber(x);
  const { sin, cos } = preciseSinCos(head, FIXED_BITS);
  const rest = x - fixed(head);
  // |rest| < 2^-30: the series to the 8th power leaves 2^-270
  let small = ONE;
  let s = 0n;
  let c = ONE;
  for (let k = 1n; k <= 8n; k++) {
    small = times(small, rest) / k;
    const sign = (k >> 1n) & 1n ? -1n : 1n;
    if (k & 1n) s += sign * small;
    else c += sign * small;
  }
  return { sin: times(sin, c) + times(cos, s), cos: times(cos, c) - times(sin, s) };
}

/** The matrix of a quaternion of any length, off by less than 2^-310. */
export function exactMatrix([x, y, z, w]: readonly bigint[]): bigint[] {
  const square = x * x + y * y + z * z + w * w;
  const entry = (n: bigint) => ((2n * n) << BITS) / square;
  return [
    [ONE - entry(y * y + z * z), entry(x * y - z * w), entry(x * z + y * w)],
    [entry(x * y + z * w), ONE - entry(x * x + z * z), entry(y * z - x * w)],
    [entry(x * z - y * w), entry(y * z + x * w), ONE - entry(x * x + y * y)],
  ].flat();
}

function product(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const out: bigint[] = [];
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 3; j++) out.push((a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j]) >> BITS);
  }
  return out;
}

function randomMatrix(random: Random): bigint[] {
  const q = [0, 1, 2, 3].map(() => BigInt(random.integer(2001) - 1000));
  return exactMatrix(q.every((x) => x === 0n) ? [0n, 0n, 0n, 1n] : q);
}

export interface ChainShape {
  readonly kinds?: readonly JointKind[];
  /** How often a link hangs on any earlier one instead of the last; 0: a single chain. */
  readonly branching?: number;
  /** Angles start between −far and far. */
  readonly far?: number;
}

/** A tree of `count` links whose angles and lengths change by up to `step`. */
export function randomChain(random: Random, count: number, step: number, shape: ChainShape = {}): ExactChain {
  const { kinds: allowed = JOINT_KINDS, branching = 0.3, far = 3 } = shape;
  const joints = new Float64Array(count * JOINT_STRIDE);
  const parents = new Int32Array(count);
  const kinds: JointKind[] = [];
  const matrices: bigint[][] = [];
  const places: bigint[][] = [];
  for (let i = 0; i < count; i++) {
    parents[i] = i === 0 ? -1 : random.next() < branching ? random.integer(i + 1) - 1 : i - 1;
    const kind = random.pick(allowed);
    const turned = randomMatrix(random);
    const frame = randomMatrix(random);
    const u = [frame[0], frame[3], frame[6]];
    const along = u.flatMap((a) => u.map((b) => times(a, b)));
    const cross = [0n, -u[2], u[1], u[2], 0n, -u[0], -u[1], u[0], 0n];
    const C = product(along, turned);
    const turns = kind !== 'fixed';
    const A = turned.map((x, e) => (turns ? x - C[e] : 0n));
    const B = turns ? product(cross, turned) : A;
    const exact = [...A, ...B, ...(turns ? C : turned)];
    const o = i * JOINT_STRIDE;
    // off by up to 60 u, which the bounds must bear
    exact.forEach((x, e) => {
      joints[o + e] = toNumber(x) + (x === 0n ? 0 : random.range(-60, 60) * 2 ** -53);
    });
    u.forEach((x, e) => {
      joints[o + JOINT_AXIS + e] = toNumber(x);
    });
    const degree = kind === 'fixed' ? 0 : kind === 'quintic' ? 5 : 1;
    joints[o + JOINT_DEGREE] = degree;
    if (kind !== 'prismatic') joints[o + JOINT_ANGLE] = random.range(-far, far);
    if (kind !== 'prismatic') for (let m = 1; m <= degree; m++) joints[o + JOINT_ANGLE + m] = (step * random.range(-1, 1)) / m;
    const place: bigint[] = [];
    for (let m = 0; m < 6; m++) {
      const moves = m === 0 || (m <= degree && kind !== 'revolute');
      for (let e = 0; e < 3; e++) {
        const s = moves ? (m === 0 ? 1 : step) * random.range(-1, 1) : 0;
        joints[o + JOINT_PLACE + 3 * m + e] = s;
        place.push(fixed(s) + (fixed(s) * BigInt(random.integer(15) - 7)) / (1n << 53n));
      }
    }
    kinds.push(kind);
    matrices.push(exact);
    places.push(place);
  }
  const base: Pose = { position: [random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)], quaternion: random.quaternion() };
  return { motions: { joints, parents }, kinds, matrices, places, base, reference: [random.range(-9, 9), 8, 7] };
}

/** R row by row and T of every link, in the world less the reference, or in the frame of an ancestor and null where it is none. */
export function exactPoses(chain: ExactChain, t: bigint, ancestor = -1): (bigint[] | null)[] {
  const { joints, parents } = chain.motions;
  const { quaternion, position } = chain.base as { quaternion: Quat; position: Vec3 };
  const root = [...exactMatrix(quaternion.map(fixed)), ...position.map((x, e) => fixed(x) - fixed(chain.reference[e]))];
  const out: (bigint[] | null)[] = [];
  for (let i = 0; i < parents.length; i++) {
    const parent = parents[i] === ancestor ? (ancestor < 0 ? root : undefined) : parents[i] < 0 ? null : out[parents[i]];
    if (parent === null) {
      out.push(null);
      continue;
    }
    let angle = 0n;
    const T = [0n, 0n, 0n];
    for (let m = 5; m >= 0; m--) {
      angle = times(angle, t) + fixed(joints[i * JOINT_STRIDE + JOINT_ANGLE + m]);
      for (let e = 0; e < 3; e++) T[e] = times(T[e], t) + chain.places[i][3 * m + e];
    }
    const { sin, cos } = exactSinCos(angle);
    const k = chain.matrices[i];
    const R = Array.from({ length: 9 }, (_, e) => times(cos, k[e]) + times(sin, k[9 + e]) + k[18 + e]);
    if (parent === undefined) {
      out.push([...R, ...T]);
      continue;
    }
    const row = (e: number) => (parent[3 * e] * T[0] + parent[3 * e + 1] * T[1] + parent[3 * e + 2] * T[2]) >> BITS;
    out.push([...product(parent, R), row(0) + parent[9], row(1) + parent[10], row(2) + parent[11]]);
  }
  return out;
}

/** Pose, rate and bend of every link. */
export function exactMotions(chain: ExactChain, t: number, ancestor = -1): (bigint[][] | null)[] {
  return withDerivatives(t, (at) => exactPoses(chain, at, ancestor));
}

/** Values and both derivatives of lists of functions of t in fixed point. */
export function withDerivatives(t: number, valuesAt: (t: bigint) => (bigint[] | null)[]): (bigint[][] | null)[] {
  const at = fixed(t);
  const step = ONE >> STEP_BITS;
  const before = valuesAt(at - step);
  const now = valuesAt(at);
  const after = valuesAt(at + step);
  return now.map((value, i) => {
    const a = before[i];
    const b = after[i];
    if (value === null || a === null || b === null) return null;
    return [value, value.map((_, e) => (b[e] - a[e]) << (STEP_BITS - 1n)), value.map((x, e) => (b[e] - 2n * x + a[e]) << (2n * STEP_BITS))];
  });
}

/** Whether lo ≤ x ≤ hi for an x in fixed point that may be off by 2^-75. */
export function holds(lo: number, hi: number, x: bigint): boolean {
  if (!(lo <= hi)) return false;
  const slack = ONE >> 75n;
  return (lo === -Infinity || fixed(lo) <= x + slack) && (hi === Infinity || fixed(hi) >= x - slack);
}
