/** Rigid motions in fixed point, from their definitions rather than from the code's formulas: rotations by Rodrigues, centres of rotation explicit. */
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { exactMatrix, exactSinCos, FIXED_BITS, fixed, withDerivatives } from '../robot/exact-chain.ts';

const BITS = BigInt(FIXED_BITS);
const ONE = 1n << BITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
type Exact3 = readonly bigint[];

export interface ExactRigid {
  readonly R0: Exact3;
  readonly p0: Exact3;
  readonly axis: Exact3;
  readonly angle: bigint;
  /** Straight way of the origin, and a point that the rotation leaves alone; null: the origin itself. */
  readonly way: Exact3;
  readonly centre: Exact3 | null;
}

function squareRoot(x: bigint): bigint {
  let r = 1n << BigInt(Math.ceil(x.toString(2).length / 2));
  for (let next = (r + x / r) >> 1n; next < r; next = (r + x / r) >> 1n) r = next;
  return r;
}

const lengthOf = (v: Exact3): bigint => squareRoot(v.reduce((sum, x) => sum + x * x, 0n));
const exact = (v: Vec3 | Quat): bigint[] => [...v].map(fixed);
const cross = (a: Exact3, b: Exact3): bigint[] =>
  [0, 1, 2].map((e) => times(a[(e + 1) % 3], b[(e + 2) % 3]) - times(a[(e + 2) % 3], b[(e + 1) % 3]));

/** The angle of (c, s) by Newton's method from the double nearest. */
function angleOf(s: bigint, c: bigint): bigint {
  const r = lengthOf([s, c]);
  let angle = fixed(Math.atan2(Number(s) * 2 ** -FIXED_BITS, Number(c) * 2 ** -FIXED_BITS));
  for (let i = 0; i < 4; i++) {
    const { sin, cos } = exactSinCos(angle);
    angle += (((s * cos - c * sin) >> BITS) << BITS) / r;
  }
  return angle;
}

function arc(a: Pose, b: Pose): { axis: bigint[]; angle: bigint } {
  const [x, y, z, w] = exact(a.quaternion as Quat);
  const [X, Y, Z, W] = exact(b.quaternion as Quat);
  // q1 · conj(q0)
  const q = [
    times(X, w) - times(W, x) - times(Y, z) + times(Z, y),
    times(Y, w) - times(W, y) - times(Z, x) + times(X, z),
    times(Z, w) - times(W, z) - times(X, y) + times(Y, x),
  ];
  const real = times(X, x) + times(Y, y) + times(Z, z) + times(W, w);
  const sign = real < 0n ? -1n : 1n;
  const sine = lengthOf(q);
  if (sine === 0n) return { axis: [0n, 0n, ONE], angle: 0n };
  return { axis: q.map((v) => ((sign * v) << BITS) / sine), angle: 2n * angleOf(sine, sign * real) };
}

function start(pose: Pose): { R0: bigint[]; p0: bigint[] } {
  return { R0: exactMatrix(exact(pose.quaternion as Quat)), p0: exact(pose.position as Vec3) };
}

export function exactInBetween(a: Pose, b: Pose): ExactRigid {
  const { R0, p0 } = start(a);
  return { R0, p0, ...arc(a, b), way: exact(b.position as Vec3).map((x, e) => x - p0[e]), centre: null };
}

export function exactScrew(a: Pose, b: Pose): ExactRigid {
  const { R0, p0 } = start(a);
  const { axis, angle } = arc(a, b);
  const D = exact(b.position as Vec3).map((x, e) => x - p0[e]);
  const along = D.reduce((sum, x, e) => sum + times(x, axis[e]), 0n);
  const way = axis.map((x) => times(x, along));
  const across = D.map((x, e) => x - way[e]);
  const { sin, cos } = exactSinCos(angle / 2n);
  const side = cross(axis, across);
  const centre = p0.map((x, e) => x + across[e] / 2n + (side[e] * cos) / (2n * sin));
  return { R0, p0, axis, angle, way, centre };
}

export function exactRotation(pose: Pose, axis: Vec3, angle: number, centre: Vec3): ExactRigid {
  const u = exact(axis);
  const length = lengthOf(u);
  return { ...start(pose), axis: u.map((x) => (x << BITS) / length), angle: fixed(angle), way: [0n, 0n, 0n], centre: exact(centre) };
}

/** Pose, rate and bend at t, less the reference. */
export function exactRigidAt(motion: ExactRigid, reference: Float64Array, t: number): bigint[][] {
  const { R0, p0, axis, angle, way, centre } = motion;
  const poseAt = (at: bigint): bigint[] => {
    const { sin, cos } = exactSinCos(times(angle, at));
    const turned = (v: Exact3): bigint[] => {
      const along = v.reduce((sum, x, e) => sum + times(x, axis[e]), 0n);
      const side = cross(axis, v);
      return v.map((x, e) => times(cos, x) + times(sin, side[e]) + times(times(ONE - cos, along), axis[e]));
    };
    const columns = [0, 1, 2].map((c) => turned([R0[c], R0[3 + c], R0[6 + c]]));
    const R = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
    const p = centre === null ? p0 : turned(p0.map((x, e) => x - centre[e])).map((x, e) => x + centre[e]);
    return [...R, ...p.map((x, e) => x + times(way[e], at) - fixed(reference[e]))];
  };
  return withDerivatives(t, (at) => [poseAt(at)])[0] as bigint[][];
}
