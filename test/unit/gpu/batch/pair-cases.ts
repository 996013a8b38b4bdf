/** Two triangles as the programs of a batch see them, one of them moving, with the truth about them in doubles. */

import { triangleDistance } from '../../../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { directed } from '../../../support/bad-rounding.ts';
import { add, cross, minus, norm, times } from '../../../support/brute-force.ts';
import { trianglesOverlap } from '../../geometry/triangle-overlap.ts';
import type { V } from './twin/float32.ts';
import type { TwinPair } from './twin/pair-twin.ts';

export interface PairCase {
  readonly pair: TwinPair;
  /** They come this near on the way, if not nearer. */
  readonly nearest: number;
  /** Farther apart than this they must be proven to be. */
  readonly keep: number;
  /** How far corners are off: those that move together, each by itself. */
  readonly together: number;
  readonly alone: number;
  /** At the end, so displaced: do they overlap, how far are they apart, and how far is too far. */
  readonly overlap: boolean;
  readonly distance: number;
  readonly most: number;
}

/** At one of these they are nearest, or nearly so. */
const TIMES: readonly number[] = [0, 0.5, 1];
const out = new Float64Array(8);
const f = Math.fround;

export function distanceOf(a: readonly Vec3[], b: readonly Vec3[]): number {
  triangleDistance(Float64Array.from(a.flat()), 0, Float64Array.from(b.flat()), 0, out, 0);
  return out[6];
}

export function rounded([x, y, z]: Vec3): V {
  return [f(x), f(y), f(z)];
}

type Corners = readonly [Vec3, Vec3, Vec3];

/** Of any shape, flat on a grid, a needle, a segment, a point. */
export function anyTriangle(random: Random, size: number): Corners {
  const corner = (): Vec3 => times(random.direction(), size * random.next());
  const [a, b, c] = [corner(), corner(), corner()];
  switch (random.integer(8)) {
    case 0:
      return [onGrid(a, size), onGrid(b, size), onGrid(c, size)];
    case 1:
      return [
        [a[0], a[1], 0],
        [b[0], b[1], 0],
        [c[0], c[1], 0],
      ];
    case 2:
      return [a, b, add(b, times(corner(), 1e-5))];
    case 3:
      return random.pick([
        [a, a, a],
        [a, b, b],
        [a, b, times(add(a, b), 0.5)],
      ] as const);
    default:
      return [a, b, c];
  }
}

function onGrid(v: Vec3, size: number): Vec3 {
  return v.map((x) => (Math.round((4 * x) / size) * size) / 4) as unknown as Vec3;
}

/** A point of it: a corner, on an edge, inside. */
function pointOf(random: Random, [a, b, c]: Corners): Vec3 {
  const k = random.integer(3);
  const u = k === 0 ? 0 : random.next();
  const v = k === 2 ? random.next() * (1 - u) : 0;
  return add(add(times(a, 1 - u - v), times(b, u)), times(c, v));
}

/** A moving triangle that is a little off a standing one, at some time of its way. */
export function pairCase(random: Random, number: number): PairCase {
  const size = 2 ** -random.integer(12);
  const e = anyTriangle(random, size);
  const m = anyTriangle(random, size * 2 ** random.integer(3));
  const x = pointOf(random, e);
  const y = pointOf(random, m);
  // a hair apart or into each other, or anywhere
  const gap = number % 3 === 0 ? size * random.next() : size * 10 ** random.range(-9, -1);
  const normal = cross(minus(e[1], e[0]), minus(e[2], e[0]));
  const across = norm(normal) > 0 && random.next() < 0.6 ? times(normal, random.pick([1, -1]) / norm(normal)) : random.direction();
  const at = m.map((v) => add(minus(v, y), add(minus(x, e[0]), times(across, gap)))) as unknown as Corners;
  const way = times(random.direction(), number % 2 === 0 ? size * random.next() : 0);
  const s = random.pick(TIMES);
  const [a, b] = [-s, 1 - s].map((t) => at.map((v) => rounded(add(v, times(way, t)))) as unknown as [V, V, V]);
  const [e1, e2] = [rounded(minus(e[1], e[0])), rounded(minus(e[2], e[0]))];
  return caseOf(random, { a, b, e1, e2 }, size, number);
}

export function caseOf(random: Random, pair: TwinPair, size: number, number: number): PairCase {
  const { a, b, e1, e2 } = pair;
  const standing: readonly Vec3[] = [[0, 0, 0], [...e1], [...e2]];
  let nearest = Infinity;
  for (const t of TIMES)
    nearest = Math.min(
      nearest,
      distanceOf(
        a.map((v, k) => add(times([...v], 1 - t), times([...b[k]], t))),
        standing,
      ),
    );
  const isOff = number % 2 === 1;
  const together = isOff ? f(size * 10 ** random.range(-8, -3)) : 0;
  const alone = isOff ? f(size * 10 ** random.range(-8, -3)) : 0;
  const common = times(random.direction(), together);
  const off = (v: Vec3): Vec3 => add(v, times(random.direction(), 0.999 * alone));
  const moved = b.map((v) => off(add([...v], common)));
  const stood = standing.map(off);
  const distance = distanceOf(moved, stood);
  const overlap = trianglesOverlap(Float64Array.from(moved.flat()), 0, Float64Array.from(stood.flat()), 0);
  return {
    pair,
    nearest,
    keep: random.next() < 0.5 ? directed(nearest * (1 + 1e-12), true) : f(nearest * (1 - 10 ** random.range(-7, -1))),
    together,
    alone,
    overlap,
    distance,
    most: random.next() < 0.5 ? directed(distance * (1 - 1e-12), false) : f(distance * (1 + 10 ** random.range(-7, -1)) + 0.1 * size),
  };
}

/** Words of a case. */
export const PAIR_WORDS = 28;

export function packPair({ pair: { a, b, e1, e2 }, keep, most, together, alone }: PairCase): readonly number[] {
  return [...a.flat(), ...b.flat(), ...e1, ...e2, keep, most, together, alone];
}
