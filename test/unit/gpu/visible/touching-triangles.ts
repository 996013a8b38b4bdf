// Pairs of triangles that touch or keep apart by a known distance, for culling by visibility.
import type { Random } from '../../../../src/math/random.ts';

/** Ten numbers: corners and radius. */
export type Ten = readonly number[];

const ray = (random: Random, size: number): number[] => random.direction().map((x) => x * size);

/**
 * Two triangles that share a point exactly, its coordinates among the corners of both: f32, on a grid where `grid` is given,
 * so that it falls on corners and sides of pixels.
 */
export function touchingPair(random: Random, size: number, grid: number, away: number): { a: Ten; b: Ten; shared: readonly number[] } {
  const snapped = (x: number): number => Math.fround(grid > 0 ? Math.round(x / grid) * grid : x);
  const shared = ray(random, away + size * random.next()).map(snapped);
  const corner = (): number[] => {
    const thin = random.integer(4) === 0 ? 1e-3 : 1;
    const flat = random.integer(4);
    return shared.map((x, k) => Math.fround(x + size * random.range(-1, 1) * thin * (k === flat ? 0 : 1)));
  };
  // much larger than the other, the point in the middle of one of its edges, exactly
  const through = (): Ten => {
    const step = grid * 2 ** random.integer(14);
    const d = shared.map(() => step * (random.integer(65) - 32));
    const far = shared.map((x) => x + step * (random.integer(65) - 32));
    return [...random.shuffle([shared.map((x, k) => x + d[k]), shared.map((x, k) => x - d[k]), far]).flat(), 0];
  };
  const triangle = (): Ten => {
    const kind = random.integer(8);
    if (grid > 0 && kind > 4) return through();
    const [a, b] = [corner(), corner()];
    // points and segments too
    const corners = kind === 0 ? [shared, shared, shared] : kind === 1 ? [shared, a, shared] : [shared, a, b];
    return [...random.shuffle(corners).flat(), 0];
  };
  return { a: triangle(), b: triangle(), shared };
}

/** A triangle of that size about a place. */
export function triangleAt(random: Random, place: readonly number[], size: number, radius = 0): Ten {
  return [...[0, 1, 2].flatMap(() => place.map((x) => Math.fround(x + size * random.range(-1, 1)))), Math.fround(radius)];
}
