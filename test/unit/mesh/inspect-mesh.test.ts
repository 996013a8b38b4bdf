import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasZeroArea, inspectMesh } from '../../../src/mesh/inspect-mesh.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

const cube = box([2, 4, 6], [1, 2, 3]);
const soupOf = (mesh: TriangleMesh) => [...mesh.indices].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]);

test('a box', () => {
  expect(inspectMesh(cube)).toEqual({
    name: 'box',
    vertices: 8,
    triangles: 12,
    bounds: { min: [0, 0, 0], max: [2, 4, 6] },
    boundingRadius: { origin: Math.sqrt(56), centre: Math.sqrt(14) },
    area: 2 * (8 + 12 + 24),
    closed: true,
    oriented: true,
    manifold: true,
    boundaryEdges: 0,
    nonManifoldEdges: 0,
    nonManifoldVertices: 0,
    degenerate: 0,
    duplicates: 0,
    unusedVertices: 0,
    components: 1,
    volume: 48,
  });
});

test('the same box as a soup without shared vertices', () => {
  const { vertices, ...soup } = inspectMesh(new TriangleMesh(soupOf(cube), undefined, { name: 'box' }));
  expect(vertices).toBe(36);
  expect(soup).toEqual({ ...inspectMesh(cube), vertices: undefined });
});

test('a hole, and a box inside out', () => {
  const open = inspectMesh(new TriangleMesh(cube.positions, cube.indices.slice(3)));
  expect(open).toMatchObject({ closed: false, oriented: true, manifold: true, boundaryEdges: 3, volume: null });
  const inverted = cube.indices.slice().reverse();
  expect(inspectMesh(new TriangleMesh(cube.positions, inverted))).toMatchObject({ closed: true, oriented: true, volume: -48 });
  const [a, b, c, ...rest] = cube.indices;
  const turned = inspectMesh(new TriangleMesh(cube.positions, [a, c, b, ...rest]));
  expect(turned).toMatchObject({ closed: true, oriented: false, volume: null });
});

test('duplicates in any order, unused vertices, parts', () => {
  const [a, b, c] = cube.indices;
  const positions = [...cube.positions, 50, 50, 50];
  const mesh = new TriangleMesh(positions, [...cube.indices, c, a, b, b, a, c]);
  expect(inspectMesh(mesh)).toMatchObject({ duplicates: 2, unusedVertices: 1, nonManifoldEdges: 3, closed: true, manifold: false });
  expect(inspectMesh(mesh).bounds.max).toEqual([2, 4, 6]);
  const two = new TriangleMesh([...soupOf(cube), ...soupOf(box(1, [10, 0, 0]))]);
  expect(inspectMesh(two)).toMatchObject({ components: 2, closed: true, manifold: true, volume: 49 });
});

test('edges of three and four triangles, and two fans at one vertex', () => {
  const fin = (n: number) => {
    const positions = [0, 0, 0, 0, 0, 1, ...Array.from({ length: n }, (_, i) => [1, i, 0]).flat()];
    return new TriangleMesh(positions, Array.from({ length: n }, (_, i) => [0, 1, i + 2]).flat());
  };
  expect(inspectMesh(fin(3))).toMatchObject({ nonManifoldEdges: 1, boundaryEdges: 6, manifold: false });
  // Boxes that share one edge: closed, not manifold.
  const beside = new TriangleMesh([...soupOf(box(2)), ...soupOf(box(2, [2, 2, 0]))]);
  expect(inspectMesh(beside)).toMatchObject({
    closed: true,
    oriented: true,
    nonManifoldEdges: 1,
    manifold: false,
    components: 1,
    volume: 16,
  });
  // Boxes that share one corner.
  const touching = new TriangleMesh([...soupOf(box(2)), ...soupOf(box(2, [2, 2, 2]))]);
  expect(inspectMesh(touching)).toMatchObject({ closed: true, nonManifoldEdges: 0, nonManifoldVertices: 1, manifold: false, volume: 16 });
});

test('collapsed triangles do not open or close anything', () => {
  const mesh = new TriangleMesh(cube.positions, [...cube.indices, 0, 0, 1, 3, 3, 3, 0, 1, 0]);
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, manifold: true, degenerate: 3, duplicates: 1, volume: 48 });
});

test('spheres and capsules', () => {
  const ball = inspectMesh(sphere(2, [1, 0, 0]));
  expect(ball).toMatchObject({ bounds: { min: [-1, -2, -2], max: [3, 2, 2] }, boundingRadius: { origin: 3, centre: 2 } });
  expect(ball).toMatchObject({ triangles: 1, degenerate: 1, closed: false, area: 0, volume: null, components: 1 });
  const rod = inspectMesh(capsule([0, 0, -3], [0, 0, 3], 1));
  expect(rod).toMatchObject({ bounds: { min: [-1, -1, -4], max: [1, 1, 4] }, boundingRadius: { origin: 4, centre: 4 } });
});

test('lengths and areas do not depend on the unit, down to 2^-300 and up to 2^290', () => {
  for (const power of [-300, -100, 100, 290]) {
    const unit = 2 ** power;
    const scaled = inspectMesh(
      new TriangleMesh(
        cube.positions.map((x) => x * unit),
        cube.indices,
      ),
    );
    expect(scaled).toMatchObject({ area: 88 * unit * unit, degenerate: 0, closed: true });
    expect(scaled.boundingRadius.centre).toBe(Math.sqrt(14) * unit);
    expect(scaled.volume).toBeCloseTo(48 * unit * unit * unit, 12);
  }
});

describe('zero area is decided exactly', () => {
  const zero = (...p: number[]) => hasZeroArea(Float64Array.from(p), 0, 3, 6);

  test('points, segments, multiples', () => {
    expect(zero(1, 2, 3, 1, 2, 3, 1, 2, 3)).toBe(true);
    expect(zero(1, 2, 3, 1, 2, 3, 7, 8, 9)).toBe(true);
    expect(zero(0, 0, 0, 0.1, 0.3, 0.7, 0.2, 0.6, 1.4)).toBe(true);
    expect(zero(0, 0, 0, 1, 1, 1, 3, 3, 3)).toBe(true);
    expect(zero(0, 0, 0, 1, 0, 0, 0, 1, 0)).toBe(false);
  });

  test('one unit in the last place, and below the range of products', () => {
    expect(zero(0, 0, 0, 1, 1, 1, 2, 2, 2 + 2 ** -51)).toBe(false);
    expect(zero(1e15, 1e15, 0, 1e15 + 0.125, 1e15 + 0.125, 0, 1e15 + 0.25, 1e15 + 0.25, 5e-324)).toBe(false);
    expect(zero(0, 0, 0, 1e-200, 0, 0, 0, 1e-200, 0)).toBe(false);
    expect(zero(0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0)).toBe(false);
    expect(zero(0, 0, 0, 5e-324, 1e-323, 0, 1e-323, 2e-323, 0)).toBe(true);
    expect(zero(0, 0, 0, 2 ** 300, 5e-324, 0, -(2 ** 300), -5e-324, 0)).toBe(true);
  });

  test('corners on one line of integers, moved and scaled exactly, seed 33', () => {
    const n = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.tuple(n, n, n), fc.tuple(n, n, n), n, n, fc.integer({ min: -1000, max: 200 }), ([x, y, z], [u, v, w], s, t, power) => {
        const unit = 2 ** power;
        const on = (k: number) => [x + k * u, y + k * v, z + k * w];
        expect(zero(...[...on(0), ...on(s), ...on(t)].map((c) => c * unit))).toBe(true);
        // One coordinate off by one leaves the line, unless corners coincide or the step runs along it.
        const moved = [...on(0), ...on(s), ...on(t)];
        moved[6] += 1;
        const isStraight = s === 0 || (v === 0 && w === 0) || (u === 0 && v === 0 && w === 0);
        expect(zero(...moved.map((c) => c * unit))).toBe(isStraight);
      }),
      { seed: 33, numRuns: 500 },
    );
  });
});
