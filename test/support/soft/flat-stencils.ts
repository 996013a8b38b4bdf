/** Stencils of features that meet flat: exactly, in the plane of an axis, or in a turned one but for roundings. */
import { stencil } from '../../../src/contact/elementary/keep-distance.ts';
import { testEdgeEdge, testVertexFace } from '../../../src/contact/elementary/linear-stencil.ts';
import { HULL_END, hull } from '../../../src/contact/elementary/origin-in-hull.ts';
import type { Random } from '../../../src/math/random.ts';
import type { StencilKind } from './stencils.ts';

const CORNERS: Readonly<Record<StencilKind, readonly (readonly [number, number])[]>> = {
  'vertex-face': [
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  'edge-edge': [
    [0, 2],
    [1, 2],
    [1, 3],
    [0, 3],
  ],
};

/** Few different numbers for all coordinates; mostly both features are flat along one axis, and may not move across it. */
export function axisStencil(kind: StencilKind, random: Random): Float64Array {
  const isWhole = random.integer(2) === 0;
  const numbers = Array.from({ length: 3 + random.integer(3) }, () => (isWhole ? random.integer(5) - 2 : random.range(-1, 1)));
  const unit = random.pick([1, 1, 1 / 3, 1e-9, 0.1, 2 ** (random.integer(240) - 120)]);
  const offset = random.pick([0, 0, 0.1, 100.1, 1e6 / 3]) * unit;
  const one = (): number => random.pick(numbers) * unit + offset;
  const values = new Float64Array(24);
  for (let k = 0; k < 12; k++) {
    values[k] = one();
    values[12 + k] = random.integer(2) === 0 ? values[k] : one();
  }
  const shape = random.integer(5);
  if (shape > 2) return values;
  const axis = random.integer(3);
  const sides =
    kind === 'vertex-face'
      ? [[0], [1, 2, 3]]
      : [
          [0, 1],
          [2, 3],
        ];
  for (const [side, points] of sides.entries()) {
    const height = one();
    const after = random.integer(3) === 0 ? height : one();
    const drift = [0, 1, 2].map(() => random.pick(numbers) * unit);
    for (const p of points) {
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k;
        if (k === axis) [values[i], values[12 + i]] = [height, after];
        else if (shape === 1) values[12 + i] = values[i];
        else if (shape === 2) values[12 + i] = values[i] + (side === 0 ? drift[k] : 0);
      }
    }
  }
  return values;
}

/** Corners of a grid in a turned plane, one feature above the other, that falls, lands, rests or slides; some shaken by a rounding. */
export function turnedStencil(kind: StencilKind, random: Random): Float64Array {
  const cell = random.pick([1 / 16, 1 / 3, 0.1, 1e-3]);
  const turns = [0, 1].map(() => {
    const t = random.range(-1, 1);
    return [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
  });
  const unit = random.pick([1, 1, 1, 2 ** (random.integer(200) - 100)]);
  const offset = random.pick([0, 0, 0.1, 100]);
  const [[c, s], [d, e]] = turns;
  const place = (x: number, y: number, z: number): number[] => {
    const [v, w] = [c * y - s * z, s * y + c * z];
    return [(d * x - e * v + offset) * unit, (e * x + d * v) * unit, (w + offset) * unit];
  };
  const from = random.pick([0.1, 0.1, 0]);
  const to = random.pick([-0.1, -0.05, 0, 0]);
  const slide = random.pick([
    [0, 0],
    [cell, 0],
    [random.range(0, cell), random.range(0, cell)],
  ]);
  const shaken = random.integer(3) === 0 ? 1e-15 : 0;
  const upper = kind === 'vertex-face' ? 1 : 2;
  const values = new Float64Array(24);
  for (let p = 0; p < 4; p++) {
    const [x, y] = [random.integer(4) * cell, random.integer(4) * cell];
    const shake = (): number => shaken * random.range(-0.5, 0.5);
    const before = p < upper ? place(x + shake(), y + shake(), from) : place(x, y, 0);
    values.set(before, 3 * p);
    values.set(p < upper ? place(x + slide[0] + shake(), y + slide[1] + shake(), to) : before, 12 + 3 * p);
  }
  return values;
}

/** As a test leaves them that could not decide: the stencil and the hull, to be decided by another stage. */
export function putStencil(kind: StencilKind, values: Float64Array): void {
  stencil.set(values);
  for (const [j, [head, tail]] of CORNERS[kind].entries()) {
    for (let k = 0; k < 3; k++) {
      hull[3 * j + k] = values[3 * head + k] - values[3 * tail + k];
      hull[HULL_END + 3 * j + k] = values[12 + 3 * head + k] - values[12 + 3 * tail + k];
    }
  }
}

/** What the stage in doubles says: FREE, TOUCHES or UNPROVEN. */
export function firstStage(kind: StencilKind, values: Float64Array): number {
  const after = values.slice(12);
  stencil.set(values);
  return kind === 'vertex-face'
    ? testVertexFace(values, after, 0, values, after, 3, 6, 9)
    : testEdgeEdge(values, after, 0, 3, values, after, 6, 9);
}
