import { describe, expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { EPA_LOWER, EPA_UPPER, Epa } from '../../../src/convex/epa.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { depthByAllNormals, hulls, outside, placement, randomHull, randomPlacements, spanAlong, worldVertices } from './placed-hulls.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const HERE: Vec3 = [0, 0, 0];
const SEED = 'epa';

/** What an answer claims beside the depth: a unit direction that separates after that way, points in the bodies, that far apart. */
function faults(e: Epa, A: Float64Array, B: Float64Array): string[] {
  const { a, b, out } = e;
  const size = a.reach + b.reach;
  const found: string[] = [];
  const claim = (holds: boolean, what: string): void => void (holds || found.push(what));
  const n = out.subarray(7, 10);
  claim(Math.abs(Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) - 1) < 1e-14, 'unit direction');
  const way = spanAlong(worldVertices(a, A), n)[1] - spanAlong(worldVertices(b, B), n)[0];
  claim(Math.abs(Math.max(0, way) - out[0]) <= 1e-14 * size, `frees after ${way}, not ${out[0]}`);
  claim(out[EPA_LOWER] <= out[0] && out[0] <= out[EPA_UPPER], 'bracket');
  claim(!e.exact || out[EPA_UPPER] - out[EPA_LOWER] <= 5e-14 * size, `bracket ${out[EPA_LOWER]} to ${out[EPA_UPPER]}`);
  claim(outside(a, A, out.subarray(1, 4)) <= 2e-14 * size, 'point of a outside');
  claim(outside(b, B, out.subarray(4, 7)) <= 2e-14 * size, 'point of b outside');
  if (e.exact && way >= 0) {
    const off = Math.max(...[0, 1, 2].map((k) => Math.abs(out[1 + k] - out[4 + k] - out[0] * n[k])));
    claim(off <= 1e-11 * size, `points off by ${off}`);
  }
  return found;
}

/** b overlaps a, by much, little or hardly. */
function overlapping(random: Random, a: ConvexPolyhedron, b: ConvexPolyhedron): { A: Float64Array; B: Float64Array } {
  const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([0, 1e-9, 0.01, 0.1, 0.5, 1, 1.5]));
  const A = placement(quaternionA, HERE);
  const B = placement(quaternionB, position);
  const g = new Gjk(a, b);
  g.track(A, B);
  const deep = random.pick([0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1]);
  if (!g.overlap) for (let k = 0; k < 3; k++) B[9 + k] -= (g.out[0] + deep) * g.out[7 + k];
  return { A, B };
}

describe(`bodies of all kinds (seed '${SEED}')`, () => {
  const bodies = hulls(new Random(SEED));

  test('the depth is the least over the normals of all faces and pairs of edges', () => {
    const random = new Random(`${SEED} normals`);
    let deep = 0;
    for (let n = 0; n < 2000; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const { A, B } = overlapping(random, a, b);
      const e = new Epa(a, b);
      e.penetrate(A, B);
      expect(faults(e, A, B), `configuration ${n}`).toEqual([]);
      expect(e.exact).toBe(true);
      const truth = Math.max(0, depthByAllNormals(a, b, A, B));
      // a point and a segment have no faces and no two edges
      if (truth === Infinity) continue;
      const size = a.reach + b.reach;
      expect(Math.abs(e.out[0] - truth), `configuration ${n}`).toBeLessThanOrEqual(1e-13 * size);
      expect(e.out[EPA_LOWER]).toBeLessThanOrEqual(truth + 1e-15 * size);
      expect(e.out[EPA_UPPER]).toBeGreaterThanOrEqual(truth - 1e-15 * size);
      deep += truth > 1e-3 ? 1 : 0;
    }
    expect(deep).toBeGreaterThan(600);
  });

  test('b is free after the depth, and not before', () => {
    const random = new Random(`${SEED} free`);
    for (let n = 0; n < 300; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const { A, B } = overlapping(random, a, b);
      const e = new Epa(a, b);
      e.penetrate(A, B);
      const size = a.reach + b.reach;
      const depth = e.out[0];
      if (depth < 1e-8) continue;
      const moved = (way: number): Gjk => {
        const to = B.slice();
        for (let k = 0; k < 3; k++) to[9 + k] += way * e.out[7 + k];
        const g = new Gjk(a, b);
        g.track(A, to);
        return g;
      };
      expect(moved(depth + 1e-12 * size).overlap).toBe(false);
      expect(moved(depth).out[0]).toBeLessThan(1e-13 * size);
      expect(moved(depth - 1e-12 * size).overlap).toBe(true);
    }
  });

  test('does not care which comes first, where both stand, nor for powers of two', () => {
    const random = new Random(`${SEED} swap`);
    for (let n = 0; n < 200; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const { A, B } = overlapping(random, a, b);
      for (let k = 9; k < 12; k++) B[k] = Math.round(B[k] * 2 ** 30) / 2 ** 30;
      const e = new Epa(a, b);
      const swapped = new Epa(b, a);
      e.penetrate(A, B);
      swapped.penetrate(B, A);
      expect(Math.abs(e.out[0] - swapped.out[0])).toBeLessThanOrEqual(1e-13 * (a.reach + b.reach));
      const [depth, x, y, z] = [e.out[0], ...e.out.subarray(7, 10)];
      const s = 2 ** random.pick([-280, 13, 280]);
      const scaled = new Epa(convexHull(a.positions.map((p) => p * s)), convexHull(b.positions.map((p) => p * s)));
      const [sA, sB] = [A, B].map((P) => P.map((p, k) => (k < 9 ? p : p * s)));
      scaled.penetrate(sA, sB);
      expect([...scaled.out.subarray(7, 10), scaled.out[0]]).toEqual([x, y, z, depth * s]);
      for (const P of [A, B]) for (let k = 9; k < 12; k++) P[k] += 2 ** 20 * (k - 8);
      // a new one: of directions that are equally good the last answers choose
      const far = new Epa(a, b);
      far.penetrate(A, B);
      expect([...far.out.subarray(7, 10), far.out[0]]).toEqual([x, y, z, depth]);
    }
  });
});

describe('known answers', () => {
  const cube = convexBox(1);

  test('concentric cubes, a small one inside, faces that touch', () => {
    const e = new Epa(cube, cube);
    e.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, HERE));
    expect(e.out[0]).toBe(1);
    e.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0.75, 0.125, 0.25]));
    expect([e.out[0], ...e.out.subarray(7, 10)]).toEqual([0.25, 1, 0, 0]);
    e.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0, -1, 0.25]));
    expect(e.out[0]).toBe(0);
    expect([...e.out.subarray(7, 10)]).toEqual([0, -1, 0]);
    const small = new Epa(cube, convexBox(0.125));
    small.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0, 0.25, 0]));
    expect([small.out[0], ...small.out.subarray(7, 10)]).toEqual([0.3125, 0, 1, 0]);
  });

  test('a point in a cube; a segment through a square; what is flat is left across its plane', () => {
    const point = new Epa(cube, convexHull([0, 0, 0]));
    point.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0.125, 0.0625, -0.375]));
    expect([...point.out.subarray(0, 10)]).toEqual([0.125, 0.125, 0.0625, -0.5, 0.125, 0.0625, -0.375, 0, 0, -1]);
    const square = convexHull([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
    const through = new Epa(square, convexHull([0.25, 0, -0.5, 0.25, 0, 2]));
    through.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, HERE));
    expect([through.out[0], ...through.out.subarray(7, 10)]).toEqual([0.5, 0, 0, 1]);
    const flat = new Epa(square, square);
    flat.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0.5, 0.25, 0]));
    expect([flat.out[0], Math.abs(flat.out[9])]).toEqual([0, 1]);
    const lines = new Epa(convexHull([-1, 0, 0, 1, 0, 0]), convexHull([-1, 0, 0, 1, 0, 0]));
    lines.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [0.5, 0, 0]));
    expect([lines.out[0], lines.out[7]]).toEqual([0, 0]);
    expect(lines.out[8] ** 2 + lines.out[9] ** 2).toBe(1);
    const points = new Epa(convexHull([1, 2, 3]), convexHull([1, 2, 3]));
    points.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, HERE));
    expect([...points.out.subarray(0, 7)]).toEqual([0, 1, 2, 3, 1, 2, 3]);
  });

  test('apart: depth 0, and the closest points', () => {
    const e = new Epa(cube, cube);
    e.penetrate(placement(UPRIGHT, HERE), placement(UPRIGHT, [3, 0.25, 0]));
    expect([e.out[0], e.out[EPA_LOWER], e.out[EPA_UPPER]]).toEqual([0, 0, 0]);
    expect([e.out[1], e.out[4]]).toEqual([0.5, 2.5]);
  });

  test('many facets: exact where few matter, a bracket where all do', () => {
    const sphere = convexGeodesicSphere(1, 32);
    const shallow = new Epa(sphere, cube);
    const A = placement([0.48, 0.6, 0, 0.64], HERE);
    const B = placement(UPRIGHT, [1.3, 0.125, 0.0625]);
    shallow.penetrate(A, B);
    expect(shallow.exact).toBe(true);
    expect(faults(shallow, A, B)).toEqual([]);
    expect(shallow.steps).toBeLessThan(200);
    const deep = new Epa(sphere, sphere, { mostVertices: 300 });
    const C = placement([0, 0.6, 0.8, 0], HERE);
    deep.penetrate(A, C);
    expect(deep.exact).toBe(false);
    expect(deep.steps).toBeLessThan(320);
    expect(faults(deep, A, C)).toEqual([]);
    // the polyhedra lie between spheres of radius 0.998 and 1
    expect(deep.out[EPA_LOWER]).toBeGreaterThan(1.8);
    expect(deep.out[EPA_LOWER]).toBeLessThan(2);
    expect(deep.out[EPA_UPPER]).toBeGreaterThan(1.996);
    expect(deep.out[EPA_UPPER]).toBeLessThanOrEqual(2);
  });

  test('what makes no sense is refused', () => {
    for (const mostVertices of [3, 4.5, Number.NaN]) expect(() => new Epa(cube, cube, { mostVertices })).toThrow(InputError);
    expect(() => new Epa(cube, cube, { mostPoints: 5 } as object)).toThrow(/mostVertices/);
  });

  test('a bracket holds wherever the hull stops growing', () => {
    const random = new Random(`${SEED} stops`);
    for (let n = 0; n < 60; n++) {
      const [a, b] = [randomHull(random, 20), randomHull(random, 20)];
      const A = placement(random.quaternion(), HERE);
      const B = placement(random.quaternion(), [0.2, 0.1, 0]);
      const truth = depthByAllNormals(a, b, A, B);
      for (const mostVertices of [4, 20, 30, 50]) {
        const e = new Epa(a, b, { mostVertices });
        e.penetrate(A, B);
        expect(e.out[EPA_LOWER]).toBeLessThanOrEqual(truth + 1e-14);
        expect(e.out[EPA_UPPER]).toBeGreaterThanOrEqual(truth - 1e-14);
        expect(e.out[0]).toBeGreaterThanOrEqual(truth - 1e-14);
        expect(faults(e, A, B), `${mostVertices} vertices`).toEqual([]);
      }
    }
  });
});
