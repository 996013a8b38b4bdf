/**
 * Motions as sequences of steps, from a frame to its parent: a constant rotation, a way (a vector that is a polynomial
 * in time), a turn about a fixed axis by an angle that is one. From these alone follow where a frame is at an
 * instant, and how
 * far, fast and bent a point of it can run in any other frame. [docs/proof.md, "Poses" and "How much a point can bend"]
 */
import {
  abs,
  angleOf,
  type Ball,
  BITS,
  ball,
  integers,
  minus,
  most,
  ONE,
  plus,
  root,
  rootUp,
  sinCos,
  square,
  times,
  unit,
  ZERO,
} from './fixed.ts';

/** c₀ + c₁t + …, of a vector three of them. */
export type Polynomial = readonly Ball[];
/**
 * `off`: the true angle, or place, may be so far from the polynomial (a tube). Loose: what comes may be turned about
 * the origin by so much, about that axis or (null) whatever axis, and so far from there.
 */
export type Step =
  | { readonly is: 'loose'; readonly place: bigint; readonly angle: bigint; readonly axis: readonly bigint[] | null }
  | { readonly is: 'still'; readonly matrix: readonly bigint[] }
  | ({ readonly is: 'way'; readonly way: readonly Polynomial[]; readonly off: bigint } & Valued)
  | ({ readonly is: 'turn'; readonly axis: readonly bigint[]; readonly angle: Polynomial; readonly off: bigint } & Valued);

/** Which value it goes by, and how much of it: of a turn one number, of a way three. Left out: by none. */
interface Valued {
  readonly value?: number;
  readonly per?: readonly Ball[];
}

/** x ↦ R x + p; R is off by at most eR in the spectral norm, p by ep in length, in units. */
export interface Pose {
  readonly R: readonly bigint[];
  readonly p: readonly bigint[];
  readonly eR: bigint;
  readonly ep: bigint;
}

/** What may be turned by more than told, about an axis of its frame or (null) about any, through its origin. */
export interface Turning {
  readonly frame: number;
  readonly axis: readonly bigint[] | null;
  readonly angle: bigint;
}

/**
 * Points within a distance of a frame's origin, seen from another frame: a bound on |ẍ|, on how far they may be off
 * because of each of the `turnings`, to first order, and on all that is beside.
 */
export interface Reach {
  readonly bent: bigint;
  readonly off: bigint;
  readonly turned: readonly bigint[];
}

export const HERE: Pose = { R: [ONE, 0n, 0n, 0n, ONE, 0n, 0n, 0n, ONE], p: [0n, 0n, 0n], eR: 0n, ep: 0n };
/** Poses that are kept, of all frames together. */
const MOST_POSES = 0x10000;
/** Beyond it products of errors, which are left out, would count. */
const COARSE = 0x4000000000000n;

export const constant = (xs: readonly number[]): Polynomial[] => xs.map((x) => [ball(x)]);

/** p(f + t (e − f)), by Horner's rule. */
export function partOf(p: Polynomial, f: number, e: number): Polynomial {
  if (f === 0 && e === 1) return p;
  const [from, over] = [ball(f), minus(ball(e), ball(f))];
  let out: Ball[] = [];
  for (const c of [...p].reverse()) {
    const next = [ZERO, ...out.map((x) => times(x, over))];
    out.forEach((x, m) => {
      next[m] = plus(next[m], times(x, from));
    });
    next[0] = plus(next[0], c);
    out = next.slice(0, p.length);
  }
  return out;
}

export function valueAt(p: Polynomial, t: Ball): Ball {
  return p.reduceRight((sum, c) => plus(times(sum, t), c), ZERO);
}

/** R(q) of q/|q|: rational, so that every entry is its floor. */
export function still(q: readonly number[]): Step {
  const [x, y, z, w] = integers(q);
  const n = x * x + y * y + z * z + w * w;
  const rows = [
    [w * w + x * x - y * y - z * z, 2n * (x * y - z * w), 2n * (x * z + y * w)],
    [2n * (x * y + z * w), w * w - x * x + y * y - z * z, 2n * (y * z - x * w)],
    [2n * (x * z - y * w), 2n * (y * z + x * w), w * w - x * x - y * y + z * z],
  ];
  return { is: 'still', matrix: rows.flat().map((a) => (a << BITS) / n) };
}

export function turn(axis: readonly bigint[], angle: Polynomial, off = 0n, by: Valued = {}): Step {
  return { is: 'turn', axis: unit(axis), angle, off, ...by };
}

export function way(way: readonly Polynomial[], off = 0n, by: Valued = {}): Step {
  return { is: 'way', way, off, ...by };
}

/** The in-between motion of two poses; q₁q̄₀ in integers, so that on which side a half turn goes is exact. */
export function between(v: readonly number[], f: number, e: number): Step[] {
  const [a, b, c, d] = integers(v.slice(3, 7));
  const [x, y, z, w] = integers(v.slice(10, 14));
  const q = [x * d - w * a - (y * c - z * b), y * d - w * b - (z * a - x * c), z * d - w * c - (x * b - y * a)];
  const cosine = w * d + x * a + y * b + z * c;
  const path = way([0, 1, 2].map((k) => partOf([ball(v[k]), minus(ball(v[7 + k]), ball(v[k]))], f, e)));
  const start = still(v.slice(3, 7));
  const sines = square(q[0]) + square(q[1]) + square(q[2]);
  if (sines === 0n) return [start, path];
  const back = cosine !== 0n ? cosine < 0n : (q.find((k) => k !== 0n) ?? 0n) < 0n;
  // |q|, |cosine| over the length of both, times 2: the half angle's sine and cosine
  const [sine, length] = [root(sines << (2n * BITS)), root((sines + cosine * cosine) << (2n * BITS))];
  const half = angleOf((sine << BITS) / length, (abs(cosine) << (2n * BITS)) / length);
  const angle = partOf([ZERO, { m: 2n * half.m, e: 2n * half.e }], f, e);
  return [start, turn(back ? q.map((k) => -k) : q, angle), path];
}

/** R = cos φ I + (1 − cos φ) uuᵀ + sin φ [u]×, every entry off by less than 3e + 16, the matrix by three times that. */
function turned(axis: readonly bigint[], angle: Ball): { Q: bigint[]; eQ: bigint } {
  const { sin, cos, e } = sinCos(angle);
  const [x, y, z] = axis;
  const v = ONE - cos;
  const entry = (a: bigint, b: bigint, s: bigint, c: bigint) => c + ((((v * a) >> BITS) * b + s * sin) >> BITS);
  return {
    Q: [
      entry(x, x, 0n, cos),
      entry(x, y, -z, 0n),
      entry(x, z, y, 0n),
      entry(y, x, z, 0n),
      entry(y, y, 0n, cos),
      entry(y, z, -x, 0n),
      entry(z, x, -y, 0n),
      entry(z, y, x, 0n),
      entry(z, z, 0n, cos),
    ],
    eQ: 9n * e + 48n,
  };
}

export function rotate(Q: readonly bigint[], p: readonly bigint[]): bigint[] {
  return [0, 3, 6].map((i) => (Q[i] * p[0] + Q[i + 1] * p[1] + Q[i + 2] * p[2]) >> BITS);
}

function product(A: readonly bigint[], B: readonly bigint[]): bigint[] {
  const C: bigint[] = [];
  for (let i = 0; i < 9; i += 3) for (let j = 0; j < 3; j++) C.push((A[i] * B[j] + A[i + 1] * B[j + 3] + A[i + 2] * B[j + 6]) >> BITS);
  return C;
}

/** First the one, then the other. Rotations do not lengthen errors; floors add less than 3 units, √3 in length. */
export function after(b: Pose, a: Pose): Pose {
  if (a === HERE || b === HERE) return a === HERE ? b : a;
  if (b.R === HERE.R) return { ...a, p: a.p.map((x, k) => x + b.p[k]), ep: a.ep + b.ep };
  const lever = abs(a.p[0]) + abs(a.p[1]) + abs(a.p[2]);
  const p = rotate(b.R, a.p).map((x, k) => x + b.p[k]);
  const eR = a.eR + b.eR + 4n;
  if (eR > COARSE) throw new RangeError('rounding has become too coarse');
  return { R: product(b.R, a.R), p, eR, ep: a.ep + b.ep + ((lever * b.eR) >> BITS) + 4n };
}

function inverse({ R, p, eR, ep }: Pose): Pose {
  const T = [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]];
  const lever = abs(p[0]) + abs(p[1]) + abs(p[2]);
  return { R: T, p: rotate(T, p).map((x) => -x), eR, ep: ep + ((lever * eR) >> BITS) + 4n };
}

export function stepAt(step: Step, t: Ball): Pose {
  if (step.is === 'loose') return HERE;
  if (step.is === 'still') return { ...HERE, R: step.matrix, eR: 3n };
  if (step.is === 'way') {
    const place = step.way.map((p) => valueAt(p, t));
    return { ...HERE, p: place.map(({ m }) => m), ep: place[0].e + place[1].e + place[2].e };
  }
  const { Q, eQ } = turned(step.axis, valueAt(step.angle, t));
  return { ...HERE, R: Q, eR: eQ };
}

/** Bounds over an interval on |p|, |ṗ|, |p̈|: about its middle Σ |cₘ|hᵐ and so on. */
export function boundsOf(p: readonly Polynomial[], t0: bigint, t1: bigint): bigint[] {
  const half = (t1 - t0 + 1n) >> 1n;
  const middle = (t0 + t1) >> 1n;
  const about = p.map((one) => (one.length < 2 ? one : shifted(one, middle)));
  const bounds = [0n, 0n, 0n];
  const degree = p.reduce((most, { length }) => (length > most ? length : most), 0);
  let powers = [ONE, 0n, 0n];
  for (let m = 0; m < degree; m++) {
    let sum = 0n;
    for (const one of about) sum += m < one.length ? square(most(one[m])) : 0n;
    const size = p.length === 1 ? most(about[0][m]) : rootUp(sum);
    bounds.forEach((_, k) => {
      bounds[k] += ((size * powers[k]) >> BITS) + 1n;
    });
    // (h^(m+1))⁽ᵏ⁾ = h (h^m)⁽ᵏ⁾ + k (h^m)⁽ᵏ⁻¹⁾
    powers = powers.map((x, k) => ((x * half) >> BITS) + 1n + BigInt(k) * (k > 0 ? powers[k - 1] : 0n));
  }
  return bounds;
}

export function shifted(p: Polynomial, by: bigint): Polynomial {
  const out = [...p];
  for (let k = 0; k + 1 < out.length; k++)
    for (let m = out.length - 2; m >= k; m--) out[m] = plus(out[m], times(out[m + 1], { m: by, e: 0n }));
  return out;
}

/** The frames of one segment; `steps` from a frame to its parent, in order; parents come first, −1: the world. */
export class Frames {
  private readonly parents: readonly number[];
  private readonly steps: readonly (readonly Step[])[];
  /** Poses that were asked for, by frame, or by frame and the one that it is seen from; how many these are. */
  private readonly poses: Map<number | string, Map<bigint, Pose>> = new Map();
  private kept = 0;
  private readonly ways: Map<string, { readonly steps: readonly Step[]; readonly turnings: readonly Turning[] }> = new Map();
  private readonly reaches: Map<string, ReadonlyArray<readonly bigint[]>> = new Map();

  /** By frame, how many motions there are in it and in what it stands on. */
  private readonly chains: readonly number[];

  /** `counts`: how many motions a frame has; left out: each one. */
  constructor(parents: readonly number[], steps: readonly (readonly Step[])[], counts?: readonly number[]) {
    this.parents = parents;
    this.steps = steps;
    const chains: number[] = [];
    parents.forEach((parent, frame) => {
      chains.push((counts?.[frame] ?? 1) + (parent < 0 ? 0 : chains[parent]));
    });
    this.chains = chains;
  }

  /** How many motions a place of a frame in the world takes. */
  chain(frame: number): number {
    return frame < 0 ? 0 : this.chains[frame];
  }

  /** The steps of a frame up to what it and another one stand on, and of how many motions they are. */
  below(frame: number, other: number): { readonly steps: readonly Step[]; readonly frames: number } {
    const others = new Set<number>();
    for (let f = other; f >= 0; f = this.parents[f]) others.add(f);
    const steps: Step[] = [];
    let f = frame;
    for (; f >= 0 && !others.has(f); f = this.parents[f]) for (const step of this.steps[f]) steps.push(step);
    return { steps, frames: this.chain(frame) - this.chain(f) };
  }

  /** Where a frame is in its parent at t. */
  ownAt(frame: number, t: bigint): Pose {
    return this.steps[frame].reduce((pose, step) => after(stepAt(step, { m: t, e: 0n }), pose), HERE);
  }

  /** How far its origin is from that of its parent at most where the segment begins, wherever tubes let it be. */
  distance(frame: number): bigint {
    const { p, ep } = this.ownAt(frame, 0n);
    const tubes = this.steps[frame].reduce((sum, step) => sum + (step.is === 'way' ? step.off : step.is === 'loose' ? step.place : 0n), 0n);
    return rootUp(p.reduce((sum, x) => sum + square(x), 0n)) + ep + tubes;
  }

  /** Where a frame is in the world at t. */
  private placeAt(frame: number, t: bigint): Pose {
    if (frame < 0) return HERE;
    const chain: number[] = [];
    let pose: Pose | undefined;
    for (let f = frame; f >= 0 && pose === undefined; f = this.parents[f]) {
      pose = this.poses.get(f)?.get(t);
      if (pose === undefined) chain.push(f);
    }
    let up = pose ?? HERE;
    for (const f of chain.reverse()) {
      up = after(up, this.ownAt(f, t));
      this.keep(f, t, up);
    }
    return up;
  }

  private keep(key: number | string, t: bigint, pose: Pose): void {
    if (this.kept++ >= MOST_POSES) {
      this.poses.clear();
      this.kept = 1;
    }
    const known = this.poses.get(key);
    if (known === undefined) this.poses.set(key, new Map([[t, pose]]));
    else known.set(t, pose);
  }

  /** Where a frame is in another one at t. */
  poseAt(frame: number, seenFrom: number, t: bigint): Pose {
    if (seenFrom < 0) return this.placeAt(frame, t);
    if (seenFrom === frame) return HERE;
    const key = `${frame} ${seenFrom}`;
    let pose = this.poses.get(key)?.get(t);
    if (pose !== undefined) return pose;
    pose = after(inverse(this.placeAt(seenFrom, t)), this.placeAt(frame, t));
    this.keep(key, t, pose);
    return pose;
  }

  /** What of a frame may be turned by more than told, seen from another frame; in the order of `reach`. */
  turnings(frame: number, seenFrom: number): readonly Turning[] {
    return this.between(frame, seenFrom).turnings;
  }

  /** How much points within rho of the frame's origin can bend over [t0, t1], seen from another frame. */
  reach(frame: number, seenFrom: number, rho: bigint, t0: bigint, t1: bigint): Reach {
    const key = `${frame} ${seenFrom} ${t0} ${t1}`;
    let bounds = this.reaches.get(key);
    if (bounds === undefined) {
      const { steps } = this.between(frame, seenFrom);
      const turns = steps.findLastIndex(({ is }) => is === 'turn' || is === 'loose');
      bounds = steps.map((step, k) => {
        if (step.is === 'loose') return [0n, 0n, 0n, step.angle, step.place];
        if (step.is === 'turn') return [0n, ...boundsOf([step.angle], t0, t1).slice(1), step.off, 0n];
        // behind the last turn a straight way bends nothing, and where it leads does not count
        if (step.is === 'still' || (k > turns && step.off === 0n && step.way.every((p) => p.length < 3))) return [];
        return [1n, ...boundsOf(step.way, t0, t1), step.off];
      });
      if (this.reaches.size > 4096) this.reaches.clear();
      this.reaches.set(key, bounds);
    }
    const turned: bigint[] = [];
    // `far`: how far from where it is told a point may be so far
    let [r, v, a, off, far, angles] = [rho, 0n, 0n, 0n, 0n, 0n];
    for (const [kind, x, y, z, place] of bounds) {
      if (kind === 0n) {
        // y = Qx: |ÿ| ≤ |ẍ| + 2ω|ẋ| + (ω² + α)|x|, |ẏ| ≤ |ẋ| + ω|x|
        a += ((2n * x * v + (((x * x) >> BITS) + 1n + y) * r) >> BITS) + 1n;
        v += ((x * r) >> BITS) + 1n;
        if (z > 0n) {
          const first = ((z * r) >> BITS) + 1n;
          turned.push(first);
          angles += z;
          off += ((z * (2n * far + first)) >> (BITS + 1n)) + 1n;
          far += first;
        }
      } else if (kind === 1n) {
        r += x;
        v += y;
        a += z;
      } else continue;
      off += place;
      far += place;
      r += place;
    }
    return { bent: a + ((a * angles) >> BITS) + 1n, off, turned };
  }

  /** The steps up to what both frames stand on, then back down to the other; two ways that meet there are one. */
  private between(frame: number, seenFrom: number): { readonly steps: readonly Step[]; readonly turnings: readonly Turning[] } {
    const key = `${frame} ${seenFrom}`;
    const known = this.ways.get(key);
    if (known !== undefined) return known;
    const above = (frame: number): Set<number> => {
      const all = new Set<number>();
      for (let f = frame; f >= 0; f = this.parents[f]) all.add(f);
      return all;
    };
    const [own, others] = [above(frame), above(seenFrom)];
    const stepsOf = (frames: Set<number>, without: Set<number>) =>
      [...frames].filter((f) => !without.has(f)).flatMap((frame) => this.steps[frame].map((step) => ({ frame, step })));
    const [up, down] = [stepsOf(own, others), stepsOf(others, own)];
    const turnings = [...up, ...[...down].reverse()].flatMap(({ frame, step }): Turning[] => {
      if (step.is === 'loose') return step.angle > 0n ? [{ frame, axis: step.axis, angle: step.angle }] : [];
      return step.is === 'turn' && step.off > 0n ? [{ frame, axis: step.axis, angle: step.off }] : [];
    });
    const [last, first] = [up.at(-1)?.step, down.at(-1)?.step];
    if (last?.is === 'way' && first?.is === 'way') {
      const joined = last.way.map((p, k) => {
        const other = first.way[k];
        return Array.from({ length: Math.max(p.length, other.length) }, (_, m) => minus(p[m] ?? ZERO, other[m] ?? ZERO));
      });
      up.splice(-1, 1, { frame: -1, step: way(joined, last.off + first.off) });
      down.pop();
    }
    const found = { steps: [...up, ...down.reverse()].map(({ step }) => step), turnings };
    if (this.ways.size > 4096) this.ways.clear();
    this.ways.set(key, found);
    return found;
  }
}
