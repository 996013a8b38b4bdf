/** Pairs of features for the filter, with the truth about them in exact arithmetic. */
import { edgePiercesFace } from '../../../../src/geometry/edge-pierces-face.ts';
import type { Random } from '../../../../src/math/random.ts';
import { elementary } from '../../../../src/soft/index.ts';
import { STENCIL_FAMILIES, type StencilKind, stencilOf } from '../../../support/soft/stencils.ts';

/** What coordinates up to 1 may be off by when rounded to f32, twice, and more than that as in StepNumbers. */
export const EPS2: number = directedUp(2 * (2 ** -24 * (1 + 2 ** -20) + 2 ** -100));

function directedUp(x: number): number {
  const nearest = Math.fround(x);
  return nearest < x ? Math.fround(x * (1 + 2 ** -23)) : nearest;
}

export interface FilterCase {
  readonly kind: StencilKind;
  /** Doubles, none beyond 1. */
  readonly points: Float64Array;
  readonly clearance: number;
  /** What must not be passed over: hits are nearer than this at some time. */
  readonly keep: number;
  readonly hit: boolean;
  readonly time: number;
}

/** All families in turn; small ones somewhere in a scene of size 1, so that coordinates are rounded. */
export function filterCases(random: Random, count: number, withClearance: boolean): FilterCase[] {
  return Array.from({ length: count }, (_, i) => {
    const kind: StencilKind = i % 2 === 0 ? 'vertex-face' : 'edge-edge';
    const { values } = stencilOf(STENCIL_FAMILIES[(i >> 1) % STENCIL_FAMILIES.length], kind, random);
    let most = 0;
    for (const x of values) most = Math.max(most, Math.abs(x));
    let unit = 1;
    while (most * unit > 0.5) unit *= 0.5;
    while (most > 0 && most * unit <= 0.25 && unit < 2 ** 1000) unit *= 2;
    const share = random.pick([1, 1, 2 ** -4, 2 ** -8, 2 ** -12]);
    const size = unit * share;
    const place = random.pick([0, 1]) * 0.45;
    const offset = [random.range(-place, place), random.range(-place, place), random.range(-place, place)];
    const points = values.map((x, k) => x * size + offset[k % 3]);
    const clearance = withClearance ? share * random.pick([3e-4, 0.01, 0.1]) : 0;
    const tolerance = 0.05 * clearance;
    const { hit, time } = elementary(kind, points, clearance > 0 ? { clearance, tolerance } : {});
    return { kind, points, clearance, keep: directedUp((clearance + tolerance) * (1 + 2 ** -20)), hit, time };
  });
}

export interface PiercingCase {
  readonly points: Float64Array;
  readonly pierces: boolean;
}

/** Edges and faces: random ones, on a grid, flat, and such that just go through or just do not. */
export function piercingCases(random: Random, count: number): PiercingCase[] {
  return Array.from({ length: count }, (_, i) => {
    const shape = i % 5;
    const coordinate = (): number => (shape === 1 || shape === 2 ? random.integer(7) / 16 - 0.2 : random.range(-0.5, 0.5));
    const points = Float64Array.from({ length: 15 }, coordinate);
    if (shape === 2) for (let k = 2; k < 15; k += 3) points[k] = 0.125;
    if (shape >= 3) {
      // an end of the edge at the face, a hair beyond it
      const [u, v] = [random.range(0.01, 0.6), random.range(0.01, 0.35)];
      const hair = random.pick([1e-12, 1e-9, 1e-7, -1e-12, -1e-7]);
      for (let k = 0; k < 3; k++) {
        const at = points[6 + k] + u * (points[9 + k] - points[6 + k]) + v * (points[12 + k] - points[6 + k]);
        points[k] = at - hair * (points[3 + k] - at);
      }
    }
    const size = random.pick([1, 1, 2 ** -6]);
    const offset = [random.range(-0.4, 0.4), random.range(-0.4, 0.4), random.range(-0.4, 0.4)];
    for (let k = 0; k < 15; k++) points[k] = size * points[k] + offset[k % 3];
    return { points, pierces: edgePiercesFace(points) };
  });
}
