import { describe, expect, test } from 'vitest';
import { distance } from '../../../../src/contact/placed-query.ts';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { FEATURE_EDGE, FEATURE_FACE, FEATURE_VERTEX } from '../../../../src/convex/convex-tracker.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere, convexPrism } from '../../../../src/convex/polyhedra.ts';
import { GJK_LOWER, GJK_ROUNDING, Gjk } from '../../../../src/convex/trackers/gjk.ts';
import type { Quat } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { depthByAllNormals, hulls, outside, placement, randomHull, randomPlacements, spanAlong, worldVertices } from '../placed-hulls.ts';

const UPRIGHT: Quat = [0, 0, 0, 1];
const SEED = 'gjk';
const GAPS = [1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 0];

function sizeOf(a: ConvexPolyhedron, b: ConvexPolyhedron, g: Gjk): number {
  return Math.max(a.reach + b.reach, g.out[0]);
}

/** What an answer claims, checked against all vertices and faces: two points and a plane prove a distance, a common point proves overlap. */
function faults(g: Gjk, A: Float64Array, B: Float64Array): string[] {
  const { a, b, out, overlap } = g;
  const size = sizeOf(a, b, g);
  const found: string[] = [];
  const claim = (holds: boolean, what: string): void => void (holds || found.push(what));
  const n = out.subarray(7, 10);
  claim(outside(a, A, out.subarray(1, 4)) <= 2e-14 * size, 'point of a outside');
  claim(outside(b, B, out.subarray(4, 7)) <= 2e-14 * size, 'point of b outside');
  const apart = Math.sqrt((out[4] - out[1]) ** 2 + (out[5] - out[2]) ** 2 + (out[6] - out[3]) ** 2);
  claim(Math.abs(apart - out[0]) <= 3e-14 * size, `points ${apart} apart`);
  claim(out[GJK_ROUNDING] > 0 && out[GJK_ROUNDING] < 4e-14 * (size + 1), 'rounding');
  if (overlap) {
    claim(out[0] === 0, 'distance of overlap');
    return found;
  }
  const gap = spanAlong(worldVertices(b, B), n)[0] - spanAlong(worldVertices(a, A), n)[1];
  claim(Math.abs(Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) - 1) < 1e-14, 'unit normal');
  claim(Math.abs(gap - out[0]) <= 2e-14 * size, `gap ${gap} at distance ${out[0]}`);
  claim(out[GJK_LOWER] <= out[0] && out[GJK_LOWER] >= out[0] - 4e-14 * size, 'lower bound');
  claim(onFeature(a, A, g.kindA, g.indexA, out.subarray(1, 4)) <= 1e-13 * size, 'feature of a');
  claim(onFeature(b, B, g.kindB, g.indexB, out.subarray(4, 7)) <= 1e-13 * size, 'feature of b');
  return found;
}

/** How far a point is from the plane of a face, the line of an edge, a vertex. */
function onFeature(body: ConvexPolyhedron, P: Float64Array, kind: number, index: number, x: Float64Array): number {
  const v = worldVertices(body, P);
  if (kind === FEATURE_FACE) {
    const [nx, ny, nz] = body.planes.subarray(4 * index, 4 * index + 3);
    const o = 3 * body.faceVertices[body.faceStart[index]];
    return Math.abs([0, 1, 2].reduce((sum, k) => sum + (P[3 * k] * nx + P[3 * k + 1] * ny + P[3 * k + 2] * nz) * (x[k] - v[o + k]), 0));
  }
  const tail = kind === FEATURE_VERTEX ? index : body.edges[4 * index];
  const r = [0, 1, 2].map((k) => x[k] - v[3 * tail + k]);
  if (kind === FEATURE_EDGE) {
    const e = [0, 1, 2].map((k) => v[3 * body.edges[4 * index + 1] + k] - v[3 * tail + k]);
    const t = (r[0] * e[0] + r[1] * e[1] + r[2] * e[2]) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (let k = 0; k < 3; k++) r[k] -= t * e[k];
  }
  return Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

/** Moves b towards a along the normal until this gap is left. */
function approach(g: Gjk, B: Float64Array, gap: number): void {
  for (let k = 0; k < 3; k++) B[9 + k] -= (g.out[0] - gap) * g.out[7 + k];
}

describe(`bodies of all kinds (seed '${SEED}')`, () => {
  const bodies = hulls(new Random(SEED));

  test('8,000 answers and more proven by their own points and planes, far, near and overlapping', () => {
    const random = new Random(`${SEED} proof`);
    const ANSWERS = rounds(8000);
    let overlaps = 0;
    let refined = 0;
    let most = 0;
    for (let n = 0; n < ANSWERS; n++) {
      const g = new Gjk(random.pick(bodies), random.pick(bodies));
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([0, 0.1, 0.5, 1, 2, 3, 10, 1000]));
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      g.track(A, B);
      if (!g.overlap && random.next() < 0.6) {
        approach(g, B, random.pick(GAPS));
        g.track(A, B);
      }
      overlaps += g.overlap ? 1 : 0;
      refined += g.refined;
      most = Math.max(most, g.steps);
      expect(faults(g, A, B), `configuration ${n}`).toEqual([]);
    }
    expect(overlaps).toBeGreaterThan(ANSWERS / 5);
    expect(overlaps).toBeLessThan(0.6 * ANSWERS);
    // the slow way is rare, and tried
    expect(refined).toBeGreaterThan(ANSWERS / 4000);
    expect(refined).toBeLessThan(ANSWERS / 50);
    expect(most).toBeLessThan(40);
  });

  test('equals the distance of the meshes', () => {
    const random = new Random(`${SEED} mesh`);
    for (let n = 0; n < 2000; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const g = new Gjk(a, b);
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([1, 2, 3, 10]));
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      g.track(A, B);
      if (g.overlap) continue;
      if (random.next() < 0.6) approach(g, B, random.pick(GAPS));
      g.track(A, B);
      const truth = distance(
        { shape: a.mesh, pose: { quaternion: quaternionA } },
        { shape: b.mesh, pose: { quaternion: quaternionB, position: [B[9], B[10], B[11]] } },
      );
      expect(Math.abs(g.out[0] - truth.distance)).toBeLessThanOrEqual(truth.rounding + 1e-14 * sizeOf(a, b, g));
      expect(g.out[GJK_LOWER]).toBeLessThanOrEqual(truth.distance + truth.rounding);
    }
  });

  test('overlap is what no normal of faces and edges separates', () => {
    const random = new Random(`${SEED} overlap`);
    let both = 0;
    for (let n = 0; n < 1000; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const g = new Gjk(a, b);
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([0, 0.2, 0.7, 1.2, 1.7]));
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      g.track(A, B);
      const depth = depthByAllNormals(a, b, A, B);
      const grey = 1e-14 * sizeOf(a, b, g);
      if (a.dimension + b.dimension < 3 || Math.abs(depth) <= grey) continue;
      expect(g.overlap, `configuration ${n}, depth ${depth}`).toBe(depth > 0);
      both |= g.overlap ? 1 : 2;
    }
    expect(both).toBe(3);
  });

  test('does not care which comes first, nor where both stand', () => {
    const random = new Random(`${SEED} swap`);
    for (let n = 0; n < 1000; n++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([1, 2, 3]));
      const A = placement(quaternionA, [0, 0, 0]);
      // whole multiples of 2⁻²⁰: moving both by 10⁶ sizes changes no bit of the difference
      const B = placement(quaternionB, [0, 1, 2].map((k) => Math.round(position[k] * 2 ** 20) / 2 ** 20) as [number, number, number]);
      const g = new Gjk(a, b);
      const swapped = new Gjk(b, a);
      g.track(A, B);
      swapped.track(B, A);
      const slack = 1e-14 * sizeOf(a, b, g);
      expect(Math.abs(swapped.out[0] - g.out[0])).toBeLessThanOrEqual(slack);
      if (g.out[0] > slack) {
        for (let k = 7; k < 10; k++) expect(Math.abs(swapped.out[k] + g.out[k])).toBeLessThanOrEqual((4 * slack) / g.out[0] + 1e-14);
      }
      const near = Float64Array.from(g.out);
      for (const P of [A, B]) for (let k = 0; k < 3; k++) P[9 + k] += 3e6 * (k + 1);
      g.reset();
      g.track(A, B);
      expect(g.out[0]).toBe(near[0]);
      for (let k = 7; k < 10; k++) expect(g.out[k]).toBe(near[k]);
    }
  });

  test.each([20, -20, 290, -290])('in units 2^%i times as large: the same bits', (exponent) => {
    const random = new Random(`${SEED} scale`);
    const s = 2 ** exponent;
    const scaled = bodies.map(({ positions }) => convexHull(positions.map((x) => x * s)));
    for (let n = 0; n < 500; n++) {
      const [i, j] = [random.integer(bodies.length), random.integer(bodies.length)];
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.pick([0.5, 1, 2, 3]));
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const g = new Gjk(bodies[i], bodies[j]);
      const h = new Gjk(scaled[i], scaled[j]);
      g.track(A, B);
      for (const P of [A, B]) for (let k = 9; k < 12; k++) P[k] *= s;
      h.track(A, B);
      expect(h.overlap).toBe(g.overlap);
      expect(h.out[0]).toBe(g.out[0] * s);
      for (let k = 7; k < 10; k++) expect(h.out[k]).toBe(g.out[k]);
    }
  });
});

describe('known answers', () => {
  const cube = convexBox(1);

  test.each([0.25, 1e-3, 1e-6, 1e-9, 1e-12])('cubes face to face, shifted, %f apart', (gap) => {
    const g = new Gjk(cube, cube);
    for (const [y, z] of [
      [0, 0],
      [0.3, 0],
      [0.5, 0.5],
      [1, 0],
      [1, 1],
    ]) {
      g.reset();
      g.track(placement(UPRIGHT, [0, 0, 0]), placement(UPRIGHT, [1 + gap, y, z]));
      expect(g.out[0]).toBe(1 + gap - 1);
      expect([...g.out.subarray(7, 10)]).toEqual([1, 0, 0]);
    }
  });

  test('parallel and crossing edges, corner to corner', () => {
    const s = Math.SQRT1_2;
    const about = (x: number, y: number, z: number): Quat => [
      x * Math.sin(Math.PI / 8),
      y * Math.sin(Math.PI / 8),
      z * Math.sin(Math.PI / 8),
      Math.cos(Math.PI / 8),
    ];
    const g = new Gjk(cube, cube);
    g.track(placement(about(0, 0, 1), [0, 0, 0]), placement(about(0, 0, 1), [2, 0, 0.2]));
    expect(g.out[0]).toBeCloseTo(2 - 2 * s, 14);
    g.track(placement(about(0, 0, 1), [0, 0, 0]), placement(about(0, 1, 0), [2, 0, 0]));
    expect(g.out[0]).toBeCloseTo(2 - 2 * s, 14);
    expect([g.kindA, g.kindB]).toEqual([FEATURE_EDGE, FEATURE_EDGE]);
    g.track(placement(UPRIGHT, [0, 0, 0]), placement(UPRIGHT, [2, 2, 2]));
    expect(g.out[0]).toBeCloseTo(Math.sqrt(3), 14);
    expect([g.kindA, g.kindB]).toEqual([FEATURE_VERTEX, FEATURE_VERTEX]);
  });

  test('a corner over a face, an edge over a face', () => {
    const g = new Gjk(convexBox([4, 4, 1]), convexHull([0, 0, 1, 1, 0, 2, 0, 1, 2, -1, -1, 2]));
    g.track(placement(UPRIGHT, [0, 0, 0]), placement(UPRIGHT, [0.1, 0.2, 0]));
    expect(g.out[0]).toBe(0.5);
    expect([g.kindA, g.kindB, g.indexB]).toEqual([FEATURE_FACE, FEATURE_VERTEX, 0]);
  });

  test('touching is overlap: faces, edges, corners', () => {
    const g = new Gjk(cube, cube);
    for (const at of [
      [1, 0, 0],
      [1, 0.5, 0.25],
      [1, 1, 0],
      [1, 1, 1],
      [0, 0, 0],
    ] as const) {
      g.reset();
      g.track(placement(UPRIGHT, [0, 0, 0]), placement(UPRIGHT, at));
      expect([g.overlap, g.out[0]]).toEqual([true, 0]);
    }
  });
});

describe('from call to call', () => {
  test.each([
    ['boxes', convexBox(1), convexBox([1, 2, 1]), 1.3],
    ['hulls of 1,000 points', randomHull(new Random('1'), 1000), randomHull(new Random('2'), 1000), 2.2],
    ['a disc and a needle', convexPrism(100, 1, 1e-6), convexBox([1e-6, 1e-6, 2]), 2],
    ['a sphere of 20,480 facets beside a cube', convexGeodesicSphere(1, 32), convexBox(1), 2.5],
  ] as const)('%s: the same as from scratch, in few steps', (_, a, b, bound) => {
    const random = new Random(`${SEED} coherent`);
    const warm = new Gjk(a, b);
    const cold = new Gjk(a, b);
    const [x, y, z] = random.direction();
    let steps = 0;
    let overlaps = 0;
    const frames = 720;
    for (let n = 0; n < frames; n++) {
      // one degree a call, in and out of contact
      const half = (n * Math.PI) / 360;
      const s = Math.sin(half);
      const A = placement([x * s, y * s, z * s, Math.cos(half)], [0, 0, 0]);
      const B = placement([0, s, 0, Math.cos(half)], [1.7 + Math.cos(n / 50), 0.2, 0.1]);
      warm.track(A, B);
      cold.reset();
      cold.track(A, B);
      steps += warm.steps;
      overlaps += warm.overlap ? 1 : 0;
      expect(warm.overlap).toBe(cold.overlap);
      expect(Math.abs(warm.out[0] - cold.out[0])).toBeLessThan(1e-14 * sizeOf(a, b, cold));
      if (n % 8 === 0) expect(faults(warm, A, B), `frame ${n}`).toEqual([]);
    }
    expect(overlaps).toBeGreaterThan(0);
    expect(overlaps).toBeLessThan(frames);
    expect(steps / frames).toBeLessThan(bound);
  });

  test('spheres of 20,480 facets, nearly touching', () => {
    const sphere = convexGeodesicSphere(1, 32);
    const random = new Random(`${SEED} spheres`);
    for (const gap of GAPS) {
      const g = new Gjk(sphere, sphere);
      const A = placement(random.quaternion(), [0, 0, 0]);
      const B = placement(random.quaternion(), [2.5, 0.1, 0.3]);
      for (let n = 0; n < 3; n++) {
        g.track(A, B);
        if (!g.overlap) approach(g, B, gap);
      }
      g.track(A, B);
      expect(Math.abs(g.out[0] - gap)).toBeLessThan(1e-13);
      expect(faults(g, A, B), `gap ${gap}`).toEqual([]);
      expect(g.steps).toBeLessThan(40);
    }
  });
});
