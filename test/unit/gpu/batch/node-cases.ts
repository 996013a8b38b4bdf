/** Boxes as the programs of a batch see them, one moving between two poses, that certainly touch another or do not. */
import type { BatchModel } from '../../../../src/gpu/batch/batch-model.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { directed } from '../../../support/bad-rounding.ts';
import { add, times, turned } from '../../../support/brute-force.ts';
import type { TwinPose } from './twin/chain-twin.ts';
import type { V } from './twin/float32.ts';

export interface NodeCase {
  readonly begin: TwinPose;
  readonly end: TwinPose;
  readonly moving: readonly [c: V, h: V];
  readonly standing: readonly [c: V, h: V];
  /** No coordinate is larger. */
  readonly size: number;
  readonly touches: boolean;
}

const f = Math.fround;

export function poseOf(quaternion: Quat, position: Vec3): TwinPose {
  const column = (v: Vec3): V => turned(quaternion, v).map((x) => f(Math.abs(x) < 1e-12 ? 0 : x)) as unknown as V;
  return { x: column([1, 0, 0]), y: column([0, 1, 0]), z: column([0, 0, 1]), p: position.map(f) as unknown as V };
}

/** In doubles. */
function placed({ x, y, z, p }: TwinPose, v: Vec3): Vec3 {
  return [0, 1, 2].map((k) => x[k] * v[0] + y[k] * v[1] + z[k] * v[2] + p[k]) as unknown as Vec3;
}

/** A standing box that has a point of the moving one on its rim, within the distance to keep, or is a little farther away. */
export function nodeCase(random: Random, keep: number, touches: boolean): NodeCase {
  const straight = random.next() < 0.2;
  const quaternion = (): Quat => (straight ? [0, 0, 0, 1] : random.quaternion());
  const place = (): Vec3 => times(random.direction(), random.pick([0, 1, 1]) * random.range(0.2, 1));
  const q = quaternion();
  const begin = poseOf(q, place());
  const end = random.next() < 0.3 ? begin : poseOf(random.next() < 0.5 ? q : quaternion(), place());
  const extent = (): number => f(random.pick([0, 2 ** -10, 2 ** -4, 1]) * 0.5 * random.next());
  const c: V = times(random.direction(), 0.3 * random.next()).map(f) as unknown as V;
  const h: V = [extent(), extent(), extent()];
  // a corner of the box, or a point on its side
  const share = (): number => random.pick([-1, 1, random.range(-1, 1)]);
  const v: Vec3 = [c[0] + h[0] * share(), c[1] + h[1] * share(), c[2] + h[2] * share()];
  const t = random.pick([0, 1, random.next()]);
  const away = times(random.direction(), touches ? keep * (1 - 1e-9) : keep + 10 ** random.range(-6, -1));
  const x = add(add(times(placed(begin, v), 1 - t), times(placed(end, v), t)), away);
  const standing = boxAt(random, x);
  const size = 2.5;
  return { begin, end, moving: [c, h], standing, size, touches };
}

/** Beside x, which is on its rim or within. */
function boxAt(random: Random, x: Vec3): readonly [V, V] {
  const half = (): number => f(random.pick([0, 2 ** -8, 2 ** -3]) * random.next());
  const c: number[] = [];
  const h: number[] = [];
  for (const coordinate of x) {
    const own = half();
    const middle = f(coordinate + random.pick([-1, 1, 0]) * own);
    c.push(middle);
    h.push(directed(Math.max(own, Math.abs(coordinate - middle)), true));
  }
  return [c as unknown as V, h as unknown as V];
}

const TASK_WORDS = 32;

/** As a model of one task whose trees are these boxes: moving ones at even numbers, standing ones at odd. */
export function modelOf(cases: readonly NodeCase[], keep: number, standingSize: number): Pick<BatchModel, 'model' | 'nodes'> {
  const model = new Uint32Array(TASK_WORDS);
  const numbers = new Float32Array(model.buffer);
  numbers[5] = keep;
  numbers[8] = standingSize;
  const nodes = new Float32Array(16 * cases.length);
  cases.forEach(({ moving, standing }, i) => {
    for (const [k, [c, h]] of [moving, standing].entries()) {
      nodes.set([...c, 0, ...h, directed(Math.hypot(...c.map((x, j) => Math.abs(x) + h[j])), true)], 16 * i + 8 * k);
    }
  });
  return { model, nodes };
}
