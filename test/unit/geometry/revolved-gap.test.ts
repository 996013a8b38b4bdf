import { describe, expect, test } from 'vitest';
import {
  RING_BEND,
  RING_DRIFT,
  RING_PAD,
  RING_REST,
  RING_SIZE,
  RING_SPEED,
  RING_STEP,
  stepRevolved,
} from '../../../src/geometry/revolved-gap.ts';
import { addPoint, beginSet, REVOLVED_SIZE, revolve } from '../../../src/geometry/revolved-set.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { rounds } from '../../support/rounds.ts';

interface Axis {
  readonly c: Vec3;
  readonly u: Vec3;
}

interface Swept {
  readonly points: readonly Vec3[];
  readonly radius: number;
  readonly axes: readonly Axis[];
}

interface Drift {
  readonly pad?: number;
  readonly rest?: number;
  readonly drift?: Vec3;
  readonly speed?: number;
  readonly bend?: number;
}

function setOf({ points, radius, axes }: Swept): Float64Array {
  const set = new Float64Array(REVOLVED_SIZE);
  beginSet(set, radius);
  for (const [x, y, z] of points) addPoint(set, x, y, z);
  revolve(set, Float64Array.from(axes.flatMap(({ c, u }) => [...c, ...u])), 0, axes.length);
  return set;
}

function stepOf(a: Swept, b: Swept, { pad = 0, rest = 1, drift = [0, 0, 0], speed = 0, bend = 0 }: Drift = {}): number {
  const w = new Float64Array(RING_SIZE);
  w[RING_PAD] = pad;
  w[RING_REST] = rest;
  w.set(drift, RING_DRIFT);
  w[RING_SPEED] = speed;
  w[RING_BEND] = bend;
  stepRevolved(setOf(a), setOf(b), w);
  return w[RING_STEP];
}

/** Rodrigues, by the engine's own sine and cosine: nothing of what is tested. */
function turned([x, y, z]: Vec3, { c, u }: Axis, angle: number): Vec3 {
  const d: Vec3 = [x - c[0], y - c[1], z - c[2]];
  const along = d[0] * u[0] + d[1] * u[1] + d[2] * u[2];
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const cross: Vec3 = [u[1] * d[2] - u[2] * d[1], u[2] * d[0] - u[0] * d[2], u[0] * d[1] - u[1] * d[0]];
  return [0, 1, 2].map((k) => c[k] + cos * d[k] + sin * cross[k] + (1 - cos) * along * u[k]) as unknown as Vec3;
}

/** Weights of the points, and an angle for each axis. */
type Place = { readonly weights: readonly number[]; readonly angles: readonly number[] };

function somePlace({ points, axes }: Swept, random: Random): Place {
  const weights: number[] = points.map(() => (random.integer(3) === 0 ? 0 : random.next()));
  if (!weights.some((weight) => weight > 0)) weights[random.integer(points.length)] = 1;
  return { weights, angles: axes.map(() => random.range(0, 2 * Math.PI)) };
}

function nearby({ weights, angles }: Place, random: Random, size: number): Place {
  const near: number[] = weights.map((weight) => Math.max(0, weight + random.range(-size, size)));
  if (!near.some((weight) => weight > 0)) near[0] = 1;
  return { weights: near, angles: angles.map((angle) => angle + 3 * random.range(-size, size)) };
}

/** That point of the hull, turned about each axis. */
function pointAt({ points, axes }: Swept, { weights, angles }: Place): Vec3 {
  const sum = weights.reduce((s, weight) => s + weight, 0);
  let x = [0, 1, 2].map((k) => points.reduce((s, p, i) => s + (weights[i] / sum) * p[k], 0)) as unknown as Vec3;
  axes.forEach((axis, i) => {
    x = turned(x, axis, angles[i]);
  });
  return x;
}

/** The nearest two points found by trying: at least the true distance of the sets. */
function leastFound(a: Swept, b: Swept, random: Random): number {
  let least = Infinity;
  for (let start = 0; start < 6; start++) {
    let [p, q] = [somePlace(a, random), somePlace(b, random)];
    let found = distance(pointAt(a, p), pointAt(b, q));
    for (let k = 0; k < 120; k++) {
      const size = 0.5 * 0.95 ** k;
      const [p1, q1] = [nearby(p, random, size), nearby(q, random, size)];
      const other = distance(pointAt(a, p1), pointAt(b, q1));
      if (other < found) [p, q, found] = [p1, q1, other];
    }
    least = Math.min(least, found);
  }
  return least - a.radius - b.radius;
}

const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function someVector(random: Random, size: number): Vec3 {
  return [random.range(-size, size), random.range(-size, size), random.range(-size, size)];
}

function someAxis(random: Random, spread: number): Axis {
  const v = random.integer(2) === 0 ? ([0, 0, 1] as const) : someVector(random, 1);
  const length = Math.hypot(...v);
  return { c: someVector(random, spread), u: [v[0] / length, v[1] / length, v[2] / length] };
}

function someSwept(random: Random, place: number): Swept {
  const size = 2 ** random.range(-4, 0.5);
  const middle = someVector(random, place);
  const corner = (): Vec3 => {
    const [x, y, z] = someVector(random, size);
    return [middle[0] + x, middle[1] + y, middle[2] + z];
  };
  const axes = Array.from({ length: random.integer(4) }, () => someAxis(random, 0.7));
  return { points: [corner(), corner(), corner()], radius: random.integer(2) * 0.1 * random.next(), axes };
}

describe('sets that points sweep by spinning', () => {
  test(`are never nearer than was proven, seed 'rings'`, () => {
    const random = new Random('rings');
    let proven = 0;
    let inTime = 0;
    for (let round = 0; round < rounds(3000); round++) {
      const a = someSwept(random, 2);
      const b = someSwept(random, 2);
      const drift = someVector(random, 1);
      const speed = random.integer(2) * 0.5 * random.next();
      const bend = random.integer(2) * random.next();
      const pad = random.integer(2) * 0.1 * random.next();
      const rest = random.next();
      const step = stepOf(a, b, { pad, rest, drift, speed, bend });
      if (step === 0) continue;
      proven++;
      if (step < Infinity) inTime++;
      for (let sample = 0; sample < 30; sample++) {
        const tau = Math.min(rest, step) * (random.integer(2) === 0 ? 1 : random.next());
        const x = pointAt(a, somePlace(a, random));
        const y = pointAt(b, somePlace(b, random));
        const moved: Vec3 = [x[0] + tau * drift[0], x[1] + tau * drift[1], x[2] + tau * drift[2]];
        const wandered = tau * speed + 0.5 * tau * tau * bend;
        expect(distance(moved, y) - wandered - a.radius - b.radius - pad).toBeGreaterThan(-1e-12);
      }
    }
    // the test tests something
    expect(proven).toBeGreaterThan(0.2 * rounds(3000));
    expect(inTime).toBeGreaterThan(0.02 * rounds(3000));
  });

  test(`are as far apart as the largest pad that is proven, and mostly hardly farther, seed 'pads'`, () => {
    const random = new Random('pads');
    let near = 0;
    let tried = 0;
    for (let round = 0; round < rounds(80); round++) {
      const a = someSwept(random, 2);
      const b = someSwept(random, 2);
      if (stepOf(a, b) === 0) continue;
      let [low, high] = [0, 8];
      for (let k = 0; k < 30; k++) {
        const pad = 0.5 * (low + high);
        if (stepOf(a, b, { pad }) === Infinity) low = pad;
        else high = pad;
      }
      tried++;
      const found = leastFound(a, b, random);
      expect(found).toBeGreaterThan(low - 1e-9);
      if (a.axes.length < 2 && b.axes.length < 2 && found < 1.3 * low + 0.05) near++;
    }
    expect(tried).toBeGreaterThan(10);
    expect(near).toBeGreaterThan(0.15 * tried);
  });

  const z: Axis = { c: [0, 0, 0], u: [0, 0, 1] };
  const plate: Swept = {
    points: [
      [1, 0.5, 0],
      [-1, 0.5, 0],
      [0, -1, 0],
    ],
    radius: 0.05,
    axes: [z],
  };

  test('a plate that spins flat above another one', () => {
    const floor: Swept = {
      points: [
        [9, 9, -0.2],
        [-9, 9, -0.2],
        [0, -9, -0.2],
      ],
      radius: 0,
      axes: [],
    };
    expect(stepOf(plate, floor, { pad: 0.149 })).toBe(Infinity);
    expect(stepOf(plate, floor, { pad: 0.151 })).toBe(0);
    // sinks by 0.5: the 0.1499 beyond radius and pad are gone after 0.2998
    expect(stepOf(plate, floor, { pad: 0.0001, drift: [0, 0, -0.5] })).toBeCloseTo(0.2998, 6);
    expect(stepOf(plate, floor, { pad: 0.0001, drift: [0, 0, 0.5] })).toBe(Infinity);
  });

  test('a pin beside the rim', () => {
    const rim = Math.hypot(1, 0.5);
    const pin = (x: number): Swept => ({
      points: [
        [x, 0, -1],
        [x, 0, 1],
        [x, 0, 0],
      ],
      radius: 0.01,
      axes: [],
    });
    expect(stepOf(plate, pin(rim + 0.061))).toBe(Infinity);
    expect(stepOf(plate, pin(rim + 0.059))).toBe(0);
  });

  test('a shaft within the hole of what spins around it, also one that spins itself, and slides', () => {
    const blade: Swept = {
      points: [
        [1, 0.1, 0],
        [1, -0.1, 0.2],
        [1.3, 0, -0.2],
      ],
      radius: 0,
      axes: [z],
    };
    const shaft: Swept = {
      points: [
        [0.9, 0, -5],
        [0.9, 0, 5],
        [-0.9, 0, 5],
      ],
      radius: 0.05,
      axes: [],
    };
    expect(stepOf(blade, shaft, { pad: 0.04 })).toBe(Infinity);
    expect(stepOf(shaft, blade, { pad: 0.04 })).toBe(Infinity);
    expect(stepOf(blade, { ...shaft, axes: [z] }, { pad: 0.04, drift: [0, 0, 7] })).toBe(Infinity);
    expect(stepOf(blade, shaft, { pad: 0.06 })).toBe(0);
  });

  test('a spindle on a turntable: two axes that are parallel keep the height', () => {
    const both: Swept = { ...plate, axes: [{ c: [2, 0, 0], u: [0, 0, 1] }, z] };
    const above: Swept = {
      points: [
        [0, 0, 0.1],
        [4, 4, 0.1],
        [4, -4, 0.1],
      ],
      radius: 0,
      axes: [],
    };
    expect(stepOf(both, above, { pad: 0.049 })).toBe(Infinity);
    expect(stepOf(both, above, { pad: 0.051 })).toBe(0);
  });

  test.each([2 ** -300, 2 ** 300, 1e-9, 1e9])('in another unit of length the same, times %f', (unit) => {
    const random = new Random('units of rings');
    for (let round = 0; round < 50; round++) {
      const [a, b] = [someSwept(random, 2), someSwept(random, 2)];
      const drift = someVector(random, 1);
      const grown = (set: Swept): Swept => ({
        radius: set.radius * unit,
        points: set.points.map(([x, y, w]) => [x * unit, y * unit, w * unit] as const),
        axes: set.axes.map(({ c, u }) => ({ c: [c[0] * unit, c[1] * unit, c[2] * unit], u })),
      });
      const scaled = stepOf(grown(a), grown(b), { drift: [drift[0] * unit, drift[1] * unit, drift[2] * unit] });
      const step = stepOf(a, b, { drift });
      if (step === 0 || step === Infinity) expect(scaled).toBe(step);
      else expect(scaled / step).toBeCloseTo(1, 6);
    }
  });
});
