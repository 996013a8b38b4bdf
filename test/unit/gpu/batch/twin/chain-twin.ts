/** The twin of wgsl/batch-chain.wgsl: where a chain of joints puts a body, and bounds over parts of its motion. */
import { BATCH_MARGINS, type BatchMargins } from './batch-margins.ts';
import type { Float32, Round, V } from './float32.ts';

export interface TwinPose {
  x: V;
  y: V;
  z: V;
  p: V;
}

export interface TwinBounds {
  readonly a0: number;
  readonly a1: number;
  readonly error: number;
  readonly turned: number;
  readonly rounded: number;
  readonly size: number;
  readonly middle: V;
  readonly way: number;
}

export const NO_BOUNDS: TwinBounds = { a0: 0, a1: 0, error: 0, turned: 0, rounded: 0, size: 0, middle: [0, 0, 0], way: 0 };

const U = 2 ** -23;
const STEP = 24;
const KIND = 3;
const [TURN, , STILL] = [0, 1, 2];
const HAS_TURN = 4;
const HAS_PLACE = 8;
const REVERSED = 16;
const BACKWARDS = 32;
const TASK_RADIUS = 7;
const TASK_START = 10;
const TASK_START_LENGTH = 22;
const f = Math.fround;

/** (sine, cosine) of an angle plus quarter turns. */
export function twinSineCosine(angle: number, quarters: number, r: Round): readonly [number, number] {
  const k = Math.round(r(angle * f(0.63661975)));
  const rest = r(r(angle - r(k * f(1.57080078125))) + r(k * f(4.454455e-6)));
  const z = r(rest * rest);
  const inner = r(f(-0.16666648) + r(z * r(f(0.0083318017) + r(z * f(-0.00019473836)))));
  const s = r(rest + r(r(rest * z) * inner));
  const other = r(f(0.041666642) + r(z * r(f(-0.0013887128) + r(z * f(2.4411127e-5)))));
  const c = r(r(1 - r(0.5 * z)) + r(r(z * z) * other));
  const quarter = (k + quarters) & 3;
  const [a, b] = (quarter & 1) === 1 ? [c, -s] : [s, c];
  return quarter >= 2 ? [-a, -b] : [a, b];
}

/** An upper bound of |v|. */
export function twinLengthBound(v: V, F: Float32, share = 1): number {
  const { r, rough } = F;
  const q = F.dot(v, v);
  const all = r(r(Math.abs(v[0]) + Math.abs(v[1])) + Math.abs(v[2]));
  if (q < f(1e-30)) return r(all + f(1e-15));
  const g = r(r(q * rough(1 / Math.sqrt(q))) * f(1 + 1e-5 * share));
  return r(g * g) >= r(q * f(1 + 4e-6 * share)) && g < r(all * f(1.01)) ? g : r(all * f(1 + 1e-5 * share));
}

export class ChainTwin {
  readonly F: Float32;
  readonly margins: BatchMargins;
  private readonly words: Uint32Array;
  private readonly numbers: Float32Array;
  motions: Uint32Array = new Uint32Array(0);
  private values: Float32Array = new Float32Array(0);

  constructor(model: Uint32Array<ArrayBuffer>, F: Float32, margins: BatchMargins = BATCH_MARGINS) {
    this.F = F;
    this.margins = margins;
    this.words = model;
    this.numbers = new Float32Array(model.buffer, model.byteOffset, model.length);
  }

  /** Packed motions, as the programs read them. */
  take(motions: Uint32Array<ArrayBuffer>): void {
    this.motions = motions;
    this.values = new Float32Array(motions.buffer, motions.byteOffset, motions.length);
  }

  private vector(at: number): V {
    const { numbers: n } = this;
    return [n[at], n[at + 1], n[at + 2]];
  }

  /** (sine, cosine) of a turn, or a length. */
  private gone(step: number, motion: number, t: number): readonly [number, number] {
    const { F, words, values, motions } = this;
    const { r } = F;
    const kind = words[step];
    const at = motion + words[step + 1];
    const forth = r(values[at] + r(t * values[at + 1]));
    const back = (kind & BACKWARDS) !== 0;
    const v = back ? -forth : forth;
    if ((kind & KIND) !== TURN) return [v, 0];
    const counted = motions[motion + words[step + 2]] >>> words[step + 3];
    return twinSineCosine(v, back ? 4 - (counted & 3) : counted, r);
  }

  private moved(pose: TwinPose, step: number, motion: number, t: number): void {
    const { F, words } = this;
    const kind = words[step] & KIND;
    if (kind === STILL) return;
    const [s, c] = this.gone(step, motion, t);
    if (kind === TURN) {
      const { x, y } = pose;
      pose.x = F.add(F.times(x, c), F.times(y, s));
      pose.y = F.sub(F.times(y, c), F.times(x, s));
    } else pose.p = F.add(pose.p, F.times(pose.z, s));
  }

  /** Columns of the rotation of a fixed frame. */
  private turnOf(step: number, motion: number): V[] {
    const { words, values } = this;
    const kind = words[step];
    const own = words[step + 7];
    let frame = [0, 3, 6].map((k) => this.vector(step + 8 + k));
    if (own !== 0) {
      const m = motion + own;
      frame = [0, 3, 6].map((k): V => [values[m + k], values[m + k + 1], values[m + k + 2]]);
      if ((kind & REVERSED) !== 0) frame = ([0, 1, 2] as const).map((k): V => [frame[0][k], frame[1][k], frame[2][k]]);
    }
    return frame;
  }

  private framed(pose: TwinPose, step: number, motion: number): void {
    const { F, words } = this;
    const kind = words[step];
    if ((kind & HAS_PLACE) !== 0) {
      const p = this.vector(step + 17);
      pose.p = F.add(pose.p, F.mix(pose.x, p[0], pose.y, p[1], pose.z, p[2]));
    }
    if ((kind & HAS_TURN) === 0) return;
    const { x, y, z } = pose;
    const [fx, fy, fz] = this.turnOf(step, motion).map((column) => F.mix(x, column[0], y, column[1], z, column[2]));
    pose.x = fx;
    pose.y = fy;
    pose.z = fz;
  }

  private start(task: number): TwinPose {
    const at = task + TASK_START;
    return { x: this.vector(at), y: this.vector(at + 3), z: this.vector(at + 6), p: this.vector(at + 9) };
  }

  poseAt(task: number, motion: number, t: number): TwinPose {
    const pose = this.start(task);
    for (let i = 0; i < this.words[task + 1]; i++) {
      const step = this.words[task] + STEP * i;
      this.moved(pose, step, motion, t);
      this.framed(pose, step, motion);
    }
    return pose;
  }

  place({ x, y, z, p }: TwinPose, v: V): V {
    return this.F.add(this.F.mix(x, v[0], y, v[1], z, v[2]), p);
  }

  /** Of the times within `half` of t. */
  boundsOf(task: number, motion: number, t: number, half: number): TwinBounds {
    const { words, numbers, values, F, margins } = this;
    const { r } = F;
    const count = words[task + 1];
    const first = words[task];
    const radius = numbers[task + TASK_RADIUS];
    let turning = 0;
    let length = radius;
    for (let i = 0; i < count; i++) {
      const step = first + STEP * i;
      length = r(length + numbers[step + 4]);
      const kind = words[step] & KIND;
      if (kind === STILL) continue;
      const at = motion + words[step + 1];
      const rate = Math.abs(values[at + 1]);
      if (kind === TURN) turning = r(turning + rate);
      else length = r(length + r(Math.abs(values[at]) + rate));
    }
    const startLength = numbers[task + TASK_START_LENGTH];
    const size = r(startLength + length);
    const blur = r(r(r(r((count + 1) * 64) + r(3 * turning)) * f(U * margins.blur)) * size);
    let a0 = 0;
    let q: V = [0, 0, 0];
    let before = turning;
    let way = 0;
    let rest = radius;
    let turned = 0;
    let error = r(f(0.5 * U * margins.start) * r(startLength + r(f(1.7320509) * length)));
    for (let i = count - 1; i >= 0; i--) {
      const step = first + STEP * i;
      const kind = words[step] & KIND;
      const [x, y, z] = this.turnOf(step, motion);
      const span = numbers[step + 4];
      const framed = r(r(rest * numbers[step + 5]) + r(U * r(r(f(6.7) * span) + size)));
      error = r(error + f(margins.frame * framed));
      turned = r(turned + numbers[step + 5]);
      rest = r(rest + span);
      if ((words[step] & HAS_TURN) !== 0) q = F.mix(x, q[0], y, q[1], z, q[2]);
      if ((words[step] & HAS_PLACE) !== 0) q = F.add(q, this.vector(step + 17));
      if (kind === STILL) continue;
      const at = motion + words[step + 1];
      const rate = Math.abs(values[at + 1]);
      const [s, c] = this.gone(step, motion, t);
      const more = r(f(8 * U) * turning);
      if (kind === TURN) {
        before = r(before - rate);
        const D = Math.min(numbers[step + 6], r(r(twinLengthBound([q[0], q[1], 0], F, margins.length) + way) + blur));
        a0 = r(a0 + r(r(rate * r(r(rate + r(2 * Math.max(before, 0))) + more)) * D));
        way = r(way + r(r(half * rate) * D));
        const turn = r(U * r(f(9.8) + r(2.5 * rate)));
        error = r(error + f(margins.turn * r(rest * turn)));
        turned = r(turned + turn);
        q = [r(r(c * q[0]) - r(s * q[1])), r(r(s * q[0]) + r(c * q[1])), q[2]];
      } else {
        const most = r(Math.abs(values[at]) + rate);
        a0 = r(a0 + r(r(2 * rate) * r(Math.max(before, 0) + more)));
        way = r(way + r(half * rate));
        q = [q[0], q[1], r(q[2] + s)];
        rest = r(rest + most);
        error = r(error + f(margins.slide * r(U * r(r(5 * most) + size))));
      }
    }
    const rounded = r(f(1.01 * U * margins.rounded) * r(r(f(6.7) * radius) + size));
    error = r(f(1.01) * r(error + rounded));
    turned = f(margins.turned * r(r(f(1.01) * turned) + f(0.87 * U)));
    return {
      a0: r(a0 * f(1.001)),
      a1: r(r(turning * turning) * f(1.001)),
      error,
      turned,
      rounded,
      size,
      middle: this.place(this.start(task), q),
      way: r(way * f(1.001)),
    };
  }
}
