import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { cone, cylinder, cylinderExcess } from '../../../src/mesh/cylinder.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';
import { box, capsule, plane, sphere } from '../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';

test('sphere and capsule are one leaf with a radius', () => {
  const ball = sphere(0.5, [1, 2, 3]);
  expect([[...ball.positions], [...ball.indices], [...(ball.radii ?? [])]]).toEqual([[1, 2, 3], [0, 0, 0], [0.5]]);
  const rod = capsule([0, 0, 0], [0, 0, 2], 0.25, 'rod');
  expect([[...rod.positions], [...(rod.radii ?? [])], rod.name]).toEqual([[0, 0, 0, 0, 0, 2], [0.25], 'rod']);
});

test('a box is closed, solid and turned outwards', () => {
  const mesh = box(2);
  expect(mesh.solid).toBe(true);
  expect(inspectMesh(mesh)).toMatchObject({
    triangles: 12,
    closed: true,
    manifold: true,
    volume: 8,
    bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
  });
});

/** The double as numerator over 2^1074. */
function exact(x: number): bigint {
  const word = new BigUint64Array(Float64Array.of(x).buffer)[0];
  const power = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xfffffffffffffn;
  const magnitude = power === 0n ? fraction : (fraction | (1n << 52n)) << (power - 1n);
  return word >> 63n === 0n ? magnitude : -magnitude;
}

/** Whether every side of the ring of (x, y) passes the centre at a distance of at least `radius`, to its left, in exact arithmetic. */
function contains(ring: readonly (readonly [number, number])[], radius: number, centre: readonly number[]): boolean {
  const points = ring.map(([x, y]) => [exact(x) - exact(centre[0]), exact(y) - exact(centre[1])] as const);
  const r = exact(radius);
  return points.every(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    const cross = ax * by - ay * bx;
    // distance = cross / |b − a| ≥ r
    return cross > 0n && cross * cross >= r * r * ((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  });
}

describe('cylinder', () => {
  const ringOf = (mesh: { positions: Float64Array }, z: 0 | 1) =>
    Array.from(
      { length: mesh.positions.length / 6 },
      (_, i) => [mesh.positions[6 * i + 3 * z], mesh.positions[6 * i + 3 * z + 1]] as const,
    );

  const sides = [3, 4, 5, 6, 7, 8, 12, 13, 31, 32, 64, 100, 257, 1000];
  test.each(sides)('of %i sides contains the true one, exactly, and reaches out no farther than said', (segments) => {
    for (const radius of [1, 0.3, 1e-60, 12345.678, 2 ** -299, 1e80]) {
      const mesh = cylinder(radius, 3 * radius, { segments });
      for (const z of [0, 1] as const) expect(contains(ringOf(mesh, z), radius, [0, 0])).toBe(true);
      const reach = exact(radius) + exact(cylinderExcess(radius, segments));
      for (const [x, y] of ringOf(mesh, 0)) expect(exact(x) ** 2n + exact(y) ** 2n <= reach * reach).toBe(true);
      const { bounds } = inspectMesh(mesh);
      expect([bounds.min[2], bounds.max[2]]).toEqual([-1.5 * radius, 1.5 * radius]);
    }
    const tight = 1 / Math.cos(Math.PI / segments) - 1;
    expect(cylinderExcess(1, segments)).toBeCloseTo(tight, 12);
  });

  test('anywhere, seed 41', () => {
    const x = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 40 }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        x,
        x,
        x,
        (segments, radius, cx, cy, cz) => {
          const mesh = cylinder(radius, radius, { segments, centre: [cx, cy, cz] });
          expect(contains(ringOf(mesh, 1), radius, [cx, cy])).toBe(true);
          const half = exact(radius / 2);
          expect(exact(mesh.positions[5]) >= exact(cz) + half && exact(mesh.positions[2]) <= exact(cz) - half).toBe(true);
        },
      ),
      { seed: 41, numRuns: 200 },
    );
  });

  test('is closed, solid, turned outwards, and symmetric', () => {
    const mesh = cylinder(1, 2, { segments: 48 });
    expect(mesh.solid).toBe(true);
    expect(inspectMesh(mesh)).toMatchObject({ triangles: 188, vertices: 96, closed: true, oriented: true, manifold: true, degenerate: 0 });
    const { bounds, volume } = inspectMesh(mesh);
    expect([bounds.min[0], bounds.min[1]]).toEqual([-bounds.max[0], -bounds.max[1]]);
    expect(volume).toBeGreaterThan(2 * Math.PI);
    expect(volume).toBeLessThan(2 * Math.PI * 1.003);
  });
});

test.each<[string, () => unknown]>([
  ['negative radius', () => sphere(-1)],
  ['zero radius', () => sphere(0)],
  ['NaN radius', () => capsule([0, 0, 0], [1, 0, 0], Number.NaN)],
  ['NaN centre', () => sphere(1, [0, Number.NaN, 0])],
  ['two coordinates', () => sphere(1, [0, 0] as never)],
  ['six coordinates', () => capsule([0, 0, 0, 1, 1, 1] as never, [0, 0, 0], 1)],
  ['flat box', () => box([1, 0, 1])],
  ['two sizes', () => box([1, 1] as never)],
  ['two sides', () => cylinder(1, 1, { segments: 2 })],
  ['fractional sides', () => cylinder(1, 1, { segments: 4.5 })],
  ['a billion sides', () => cylinder(1, 1, { segments: 1e9 })],
  ['infinite height', () => cylinder(1, Infinity)],
  ['text as radius', () => cylinder('1' as never, 1)],
])('%s is an input error', (_, make) => {
  expect(make).toThrow(InputError);
});

describe('cone', () => {
  test.each([3, 4, 7, 32, 257])('%i sides: closed, around the true one, out by no more than its excess', (segments) => {
    const [radius, height] = [0.7, 2];
    const mesh = cone(radius, height, { segments });
    const { closed, oriented, manifold, unusedVertices, volume } = inspectMesh(mesh);
    expect([closed, oriented, manifold, unusedVertices]).toEqual([true, true, true, 0]);
    expect(volume).toBeGreaterThan((Math.PI * radius * radius * height) / 3);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
      const own = (radius * (height / 2 - z)) / height;
      expect(Math.sqrt(x * x + y * y)).toBeGreaterThanOrEqual(own);
      expect(Math.sqrt(x * x + y * y) - own).toBeLessThanOrEqual(mesh.excess);
    }
  });

  test('with a disc on top, and the other way round', () => {
    const volume = (a: number, b: number) => (Math.PI * 2 * (a * a + a * b + b * b)) / 3;
    for (const [a, b] of [
      [1, 0.5],
      [0.5, 1],
    ]) {
      const mesh = cone(a, 2, { topRadius: b, excess: 1e-5 });
      expect(mesh.excess).toBeLessThanOrEqual(1e-5);
      expect(inspectMesh(mesh).volume).toBeCloseTo(volume(a, b), 3);
    }
  });

  test.each<[string, () => unknown, RegExp]>([
    ['segments and excess', () => cone(1, 1, { segments: 8, excess: 1 }), /both given/],
    ['an excess that cannot be had', () => cylinder(1, 1, { excess: 1e-12 }), /65536 sides reach out by .* more than excess 1e-12/],
    ['a negative top', () => cone(1, 1, { topRadius: -1 }), /topRadius must be a number > 0/],
  ])('%s', (_, make, says) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(says);
  });
});

describe('an excess that is wanted', () => {
  test.each([0.1, 1e-2, 1e-4, 1e-6])('%d: as few sides as will do', (excess) => {
    const mesh = cylinder(1, 1, { excess });
    const segments = mesh.vertexCount / 2;
    expect(mesh.excess).toBeLessThanOrEqual(excess);
    if (segments > 3) expect(cylinderExcess(1, segments - 1)).toBeGreaterThan(excess);
  });

  test('answers tell it', () => {
    const fall = rigidMotion({ position: [0, 0, 5] }, { position: [0, 0, 0] });
    const lying: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const roll = { shape: cylinder(1, 1, { excess: 1e-3 }), pose: { quaternion: lying } };
    const { time, excess, status } = firstContact({ shape: sphere(0.5), motion: fall }, { shape: roll.shape, pose: roll.pose });
    expect([status, excess]).toEqual(['contact', roll.shape.excess]);
    // the true one is met at 5 − 5 t = 1.5
    expect(time).toBeLessThanOrEqual(0.7);
    expect(5 * (0.7 - time)).toBeLessThanOrEqual(excess + 1e-5);
    const scene = new Scene({ bodies: [{ name: 'ball', shape: sphere(0.5) }], obstacles: [{ name: 'roll', ...roll }] });
    expect(scene.firstContact({ ball: fall }).excess).toBe(excess);
  });
});

describe('plane', () => {
  test.each<[Vec3, number]>([
    [[0, 0, 1], 0],
    [[0, 0, -2], 0.25],
    [[1, 0, 0], -3],
    [[1, 2, -2], 1.5],
    [[1e-9, 1, 1e-9], 7],
  ])('normal %j, offset %d: all below it is solid', (normal, offset) => {
    const mesh = plane(normal, offset, { extent: 50 });
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });
    expect(inspectMesh(mesh).volume).toBeCloseTo(100 * 100 * 50, 5);
    const length = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0));
    const along = (d: number): Vec3 => [(normal[0] / length) * d, (normal[1] / length) * d, (normal[2] / length) * d];
    const fall = (from: number, to: number) =>
      firstContact({ shape: sphere(0.5), motion: rigidMotion({ position: along(from) }, { position: along(to) }) }, { shape: mesh });
    const hit = fall(offset + 2, offset - 1);
    expect([hit.status, hit.time]).toEqual(['contact', expect.closeTo(0.5, 5)]);
    expect(fall(offset + 2, offset + 1).status).toBe('free');
    expect(fall(offset - 5, offset - 6).status).toBe('overlap');
  });

  test('axes are exact', () => {
    expect(Math.max(...plane([0, 0, 1], 0.1).positions.filter((_, i) => i % 3 === 2))).toBe(0.1);
  });

  test.each<[string, () => unknown, RegExp]>([
    ['no direction', () => plane([0, 0, 0]), /normal must have a length/],
    ['no offset', () => plane([0, 0, 1], Number.NaN), /offset must be a finite number/],
    ['no extent', () => plane([0, 0, 1], 0, { extent: 0 }), /extent must be a number > 0/],
  ])('%s', (_, make, says) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(says);
  });
});
