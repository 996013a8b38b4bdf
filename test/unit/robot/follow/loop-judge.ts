// A judge of loops: its own kinematics of trees, its own Newton (least squares over all that is to coincide), in doubles to follow a branch and
// in pairs of doubles, some 31 digits, to say where the truth is. Nothing of the library but the types of its input.
import type { Pose, Vec3 } from '../../../../src/math/pose.ts';
import type { LoopedRobotOptions } from '../../../../src/robot/follow/looped-robot.ts';
import { turned } from '../../../support/brute-force.ts';
import { compose, type Frame, frameOf } from '../../../support/brute-robot.ts';
import { about, eliminated } from './arms.ts';

/** A sum of two doubles that do not overlap. */
export type Double2 = readonly [number, number];

const quick = (a: number, b: number): Double2 => [a + b, b - (a + b - a)];
const sum = (a: number, b: number): Double2 => {
  const s = a + b;
  const v = s - a;
  return [s, a - (s - v) + (b - v)];
};
const split = (a: number): Double2 => {
  const c = 134217729 * a;
  const high = c - (c - a);
  return [high, a - high];
};
const product = (a: number, b: number): Double2 => {
  const p = a * b;
  const [[ah, al], [bh, bl]] = [split(a), split(b)];
  return [p, ah * bh - p + ah * bl + al * bh + al * bl];
};
export const plus2 = (a: Double2, b: Double2): Double2 => {
  const [s, e] = sum(a[0], b[0]);
  const [t, f] = sum(a[1], b[1]);
  const [u, g] = quick(s, e + t);
  return quick(u, g + f);
};
export const minus2 = (a: Double2, b: Double2): Double2 => plus2(a, [-b[0], -b[1]]);
export const times2 = (a: Double2, b: Double2): Double2 => {
  const [p, e] = product(a[0], b[0]);
  return quick(p, e + (a[0] * b[1] + a[1] * b[0]));
};
const over2 = (a: Double2, b: Double2): Double2 => {
  const q: Double2 = [a[0] / b[0], 0];
  const r = minus2(a, times2(q, b));
  const s: Double2 = [r[0] / b[0], 0];
  const left = minus2(r, times2(s, b));
  return plus2(plus2(q, s), [left[0] / b[0], 0]);
};
const ZERO: Double2 = [0, 0];
const ONE: Double2 = [1, 0];
const of = (x: number): Double2 => [x, 0];

/** Sine and cosine: series at 1/64 of the angle, doubled six times; the sine's loss is carried as 1 − cosine. */
function sinCos2(x: Double2): readonly [Double2, Double2] {
  const y: Double2 = [x[0] / 64, x[1] / 64];
  let [s, v, term] = [ZERO, ZERO, ONE];
  for (let k = 1; k < 24; k++) {
    term = times2(term, over2(y, of(k)));
    const sign = k % 4 < 2 ? 1 : -1;
    // v = 1 − cos: + y²/2 − y⁴/24 …
    if (k % 2 === 1) s = plus2(s, [sign * term[0], sign * term[1]]);
    else v = plus2(v, k % 4 === 2 ? term : [-term[0], -term[1]]);
  }
  for (let k = 0; k < 6; k++) {
    // sin 2x = 2 s (1 − v), 1 − cos 2x = 2 s²
    const two = times2(of(2), s);
    [s, v] = [times2(two, minus2(ONE, v)), times2(two, s)];
  }
  return [s, minus2(ONE, v)];
}

/** Nine of a matrix row by row, then a place. */
type Frame2 = readonly Double2[];

function compose2(a: Frame2, b: Frame2): Frame2 {
  const at = (row: number, f: (k: number) => Double2): Double2 =>
    [0, 1, 2].reduce<Double2>((total, k) => plus2(total, times2(a[3 * row + k], f(k))), ZERO);
  const out: Double2[] = [];
  for (let row = 0; row < 3; row++) for (let column = 0; column < 3; column++) out.push(at(row, (k) => b[3 * k + column]));
  for (let row = 0; row < 3; row++)
    out.push(
      plus2(
        a[9 + row],
        at(row, (k) => b[9 + k]),
      ),
    );
  return out;
}

function turn2(axis: readonly number[], angle: Double2): Frame2 {
  const [s, c] = sinCos2(angle);
  const square = axis.reduce<Double2>((total, x) => plus2(total, product(x, x)), ZERO);
  let root: Double2 = of(Math.sqrt(square[0]));
  root = times2(of(0.5), plus2(root, over2(square, root)));
  const u = axis.map((x) => over2(of(x), root));
  const out: Double2[] = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const both = times2(times2(u[i], u[j]), minus2(ONE, c));
      const k = 3 - i - j;
      const odd = i === j ? c : times2(u[k], s);
      out.push(i === j || (j - i + 3) % 3 === 2 ? plus2(both, odd) : minus2(both, odd));
    }
  return [...out, ZERO, ZERO, ZERO];
}

function pose2({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose = {}): Frame2 {
  const [x, y, z, w] = quaternion;
  const square = quaternion.reduce<Double2>((total, q) => plus2(total, product(q, q)), ZERO);
  const two = (a: number, b: number, c: number, d: number): Double2 => over2(times2(of(2), plus2(product(a, b), product(c, d))), square);
  return [
    ...[minus2(ONE, two(y, y, z, z)), two(x, y, -z, w), two(x, z, y, w)],
    ...[two(x, y, z, w), minus2(ONE, two(x, x, z, z)), two(y, z, -x, w)],
    ...[two(x, z, -y, w), two(y, z, x, w), minus2(ONE, two(x, x, y, y))],
    ...position.map(of),
  ];
}

const POINTS: Readonly<Record<string, readonly number[]>> = { point: [-1], axis: [-1, 2], whole: [-1, 0, 1] };

export class LoopJudge {
  /** Joints that have values, in the order of links, parents first. */
  readonly names: readonly string[];
  /** Which of these follow. */
  readonly passive: readonly number[];
  private readonly options: LoopedRobotOptions;
  private readonly led: ((frames: Map<string, Frame>) => readonly number[]) | null;

  /** Links must come after their parents. `led`: what else is to be 0, in doubles only, where more joints follow. */
  constructor(options: LoopedRobotOptions, passive: readonly string[], led: LoopJudge['led'] = null) {
    this.options = options;
    this.led = led;
    this.names = options.links.flatMap(({ joint }) =>
      joint === undefined || joint.type === 'fixed' || joint.mimic ? [] : [joint.name ?? ''],
    );
    this.passive = passive.map((name) => this.names.indexOf(name));
  }

  /** Where every link is, by name. */
  frames(values: ArrayLike<number>): Map<string, Frame> {
    const out = new Map<string, Frame>();
    for (const { name, parent, joint } of this.options.links) {
      const before = parent === undefined ? frameOf(this.options.base) : (out.get(parent) as Frame);
      const value = this.valueOf(
        joint,
        (k) => values[k],
        (m, x, o) => m * x + o,
      );
      const axis: Vec3 = joint?.axis ?? [1, 0, 0];
      const own: Frame =
        value === null
          ? frameOf(undefined)
          : joint?.type === 'prismatic'
            ? { p: axis.map((x) => (x * value) / Math.hypot(...axis)) as unknown as Vec3, q: [0, 0, 0, 1] }
            : { p: [0, 0, 0], q: about(axis, value) };
      out.set(name, compose(compose(before, frameOf(joint?.origin)), own));
    }
    return out;
  }

  /** The values of all joints where those that follow close the loops; in pairs of doubles. Null: they do not. */
  truth(near: ArrayLike<number>, driven: readonly Double2[]): readonly Double2[] | null {
    let values = Array.from(driven, (x, k): Double2 => (this.passive.includes(k) ? of(near[k]) : x));
    for (let step = 0; step < 4; step++) {
      const change = this.step(
        values.map(([x]) => x),
        this.open2(values),
      );
      if (change === null) return null;
      values = values.map((x, k) => (this.passive.includes(k) ? plus2(x, of(change[this.passive.indexOf(k)])) : x));
    }
    return values;
  }

  /** The same in doubles. */
  solved(near: ArrayLike<number>): Float64Array | null {
    const values = Float64Array.from(near);
    for (let step = 0; step < 8; step++) {
      const change = this.step(values, this.open(values));
      if (change === null) return null;
      this.passive.forEach((k, i) => {
        values[k] += change[i];
      });
      if (Math.max(...change.map(Math.abs)) < 1e-14) break;
    }
    return Math.max(...this.open(values).map(Math.abs)) < 1e-9 ? values : null;
  }

  private step(values: ArrayLike<number>, open: readonly number[]): number[] | null {
    const h = 1e-6;
    const columns = this.passive.map((k) => {
      const [up, down] = [Float64Array.from(values), Float64Array.from(values)];
      up[k] += h;
      down[k] -= h;
      const [a, b] = [this.open(up), this.open(down)];
      return a.map((x, i) => (x - b[i]) / (2 * h));
    });
    const normal = columns.map((a) => columns.map((b) => a.reduce((total, x, i) => total + x * b[i], 0)));
    return eliminated(
      normal,
      columns.map((a) => -a.reduce((total, x, i) => total + x * open[i], 0)),
    );
  }

  /** How far all points that are to coincide are apart, x y z each. */
  private open(values: ArrayLike<number>): number[] {
    const frames = this.frames(values);
    const loops = this.options.loops.flatMap(({ a, b, keeps }) => {
      const [x, y] = [a, b].map(({ link, at }) => compose(frames.get(link) as Frame, frameOf(at)));
      return POINTS[keeps].flatMap((along) => {
        const out: Vec3 = [along === 0 ? 1 : 0, along === 1 ? 1 : 0, along === 2 ? 1 : 0];
        const [u, v] = [turned(x.q, out), turned(y.q, out)];
        return [0, 1, 2].map((e) => x.p[e] + u[e] - y.p[e] - v[e]);
      });
    });
    return [...loops, ...(this.led?.(frames) ?? [])];
  }

  private open2(values: readonly Double2[]): number[] {
    const frames = new Map<string, Frame2>();
    for (const { name, parent, joint } of this.options.links) {
      const before = parent === undefined ? pose2(this.options.base) : (frames.get(parent) as Frame2);
      const value = this.valueOf(
        joint,
        (k) => values[k],
        (m, x, o) => plus2(times2(of(m), x), of(o)),
      );
      const axis = joint?.axis ?? [1, 0, 0];
      const at = compose2(before, pose2(joint?.origin));
      if (value === null) frames.set(name, at);
      else if (joint?.type === 'prismatic')
        frames.set(name, compose2(at, [...pose2().slice(0, 9), ...axis.map((x) => times2(of(x), value))]));
      else frames.set(name, compose2(at, turn2(axis, value)));
    }
    return this.options.loops.flatMap(({ a, b, keeps }) => {
      const [x, y] = [a, b].map(({ link, at }) => compose2(frames.get(link) as Frame2, pose2(at)));
      return POINTS[keeps].flatMap((along) =>
        [0, 1, 2].map((e) => {
          const apart = minus2(x[9 + e], y[9 + e]);
          return (along < 0 ? apart : plus2(apart, minus2(x[3 * e + along], y[3 * e + along])))[0];
        }),
      );
    });
  }

  private valueOf<T>(
    joint: LoopedRobotOptions['links'][number]['joint'],
    at: (k: number) => T,
    scaled: (m: number, x: T, o: number) => T,
  ): T | null {
    if (joint === undefined || joint.type === 'fixed') return null;
    const { mimic } = joint;
    if (mimic === undefined) return at(this.names.indexOf(joint.name ?? ''));
    return scaled(mimic.multiplier ?? 1, at(this.names.indexOf(mimic.joint)), mimic.offset ?? 0);
  }
}
