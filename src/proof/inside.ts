/**
 * Is a part of one body inside another one, a solid, at an instant at which their surfaces are apart? For one corner of
 * each connected part a ray is followed through all triangles; the sign of every determinant is certain, or the next
 * direction is tried.
 */
import { abs, BITS } from './fixed.ts';
import type { Work } from './leaf.ts';
import type { Pose } from './motion.ts';
import type { Shape } from './shape.ts';

/** In no special position. */
const RAYS: readonly (readonly bigint[])[] = [
  [480n, 601n, 643n],
  [-353n, 863n, 361n],
  [281n, -577n, 769n],
  [-797n, 359n, -479n],
];

/** By corner: the first one at the same place. */
function placesOf({ corners }: Shape): number[] {
  const first = new Map<string, number>();
  return Array.from({ length: corners.length / 3 }, (_, c) => {
    const key = `${corners[3 * c]} ${corners[3 * c + 1]} ${corners[3 * c + 2]}`;
    const place = first.get(key) ?? c;
    first.set(key, place);
    return place;
  });
}

/** Every edge is run along as often one way as the other, or for parity an even number of times. */
export function isClosed(shape: Shape, winding: boolean): boolean {
  const places = placesOf(shape);
  const edges = new Map<string, number>();
  const { triangles } = shape;
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [places[triangles[i]], places[triangles[i % 3 === 2 ? i - 2 : i + 1]]];
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    edges.set(key, (edges.get(key) ?? 0) + (winding ? Math.sign(b - a) : a === b ? 0 : 1));
  }
  return [...edges.values()].every((count) => (winding ? count : count % 2) === 0);
}

/** One corner of each connected part. */
export function partsOf(shape: Shape): number[] {
  const above = placesOf(shape);
  const { triangles } = shape;
  const rootOf = (c: number): number => {
    let top = c;
    while (above[top] !== top) {
      above[top] = above[above[top]];
      top = above[top];
    }
    return top;
  };
  for (let i = 0; i < triangles.length; i++) above[rootOf(triangles[i])] = rootOf(triangles[i - (i % 3)]);
  return [...new Set(Array.from(triangles, rootOf))];
}

/** Whether a corner of `other`, which stands at `pose` in the solid's frame, is inside; null: not decided. */
export function isInside(solid: Shape, winding: boolean, point: readonly bigint[], pose: Pose, work: Work): boolean | null {
  const { R, p, eR, ep } = pose;
  const x = [0, 3, 6].map((i, k) => ((R[i] * point[0] + R[i + 1] * point[1] + R[i + 2] * point[2]) >> BITS) + p[k]);
  const e = ep + (((abs(point[0]) + abs(point[1]) + abs(point[2])) * eR) >> BITS) + 8n;
  const box = solid.boxOf(0);
  for (let k = 0; k < 3; k++) if (x[k] + e < box[k] || x[k] - e > box[3 + k] + 1n) return false;
  for (const ray of RAYS) {
    work.own += 10 * (solid.triangles.length / 3);
    const crossings = countCrossings(solid, x, e, ray);
    if (crossings !== null) return (winding ? crossings : crossings % 2) !== 0;
  }
  return null;
}

/**
 * Crossings out less crossings in. With corners a, b, c relative to the point: the ray d runs through the triangle
 * where
 * d·(a × b), d·(b × c), d·(c × a) have one sign, and ahead of the point where a·(b × c) has it too. Each a, b, c is
 * off by e in
 * every coordinate, so that a determinant is by less than `doubt`.
 */
function countCrossings(solid: Shape, x: readonly bigint[], e: bigint, d: readonly bigint[]): number | null {
  let count = 0;
  for (let t = 0; t < solid.triangles.length / 3; t++) {
    const c = solid.cornersOf(t).map((y, k) => y - x[k % 3]);
    // without an area: nothing runs through it
    if ([0, 3, 6].some((i) => [0, 1, 2].every((k) => c[i + k] === c[((i + 3) % 9) + k]))) continue;
    const size = c.reduce((most, y) => (abs(y) > most ? abs(y) : most), 0n) + e;
    const doubt = 12n * 1000n * (size + e) * e;
    const sides = [det(d, c, 0, 3), det(d, c, 3, 6), det(d, c, 6, 0)];
    if (sides.some((s) => s > doubt) && sides.some((s) => s < -doubt)) continue;
    if (sides.every((s) => abs(s) > doubt)) {
      const ahead = det(c.slice(0, 3), c, 3, 6);
      if (abs(ahead) <= 18n * size * size * e) return null;
      if (ahead > 0n === sides[0] > 0n) count += ahead > 0n ? 1 : -1;
      continue;
    }
    return null;
  }
  return count;
}

/** d·(a × b) of two corners. */
function det(d: readonly bigint[], c: readonly bigint[], a: number, b: number): bigint {
  return (
    d[0] * (c[a + 1] * c[b + 2] - c[a + 2] * c[b + 1]) +
    d[1] * (c[a + 2] * c[b] - c[a] * c[b + 2]) +
    d[2] * (c[a] * c[b + 1] - c[a + 1] * c[b])
  );
}
