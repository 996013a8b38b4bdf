import { describe, expect, test } from 'vitest';
import { ConvexHierarchy } from '../../../../src/convex/convex-hierarchy.ts';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import {
  convexBox,
  convexCapsule,
  convexGeodesicSphere,
  convexPrism,
  convexSphere,
  convexWedge,
} from '../../../../src/convex/polyhedra.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { cylinder } from '../../../../src/mesh/cylinder.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { type MassProperties, massProperties } from '../../../../src/world/answer/mass-properties.ts';
import { turned } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { randomHull } from '../../convex/placed-hulls.ts';

const diagonalOf = ({ inertia }: MassProperties): number[] => [inertia[0], inertia[4], inertia[8]];
const across = ({ inertia }: MassProperties): number[] => [inertia[1], inertia[2], inertia[5]];

/** All numbers, compared by a share of the largest of their kind. */
function expectSame(found: MassProperties, wanted: MassProperties, share = 1e-12): void {
  const near = (x: readonly number[], y: readonly number[], least = 0): void => {
    const scale = Math.max(...y.map(Math.abs), least);
    x.forEach((v, k) => {
      expect(Math.abs(v - y[k])).toBeLessThanOrEqual(share * scale);
    });
  };
  near([found.volume], [wanted.volume]);
  near([found.mass], [wanted.mass]);
  near(found.inertia, wanted.inertia);
  near(found.centre, wanted.centre, Math.cbrt(wanted.volume));
}

describe('known solids', () => {
  test('a box, as a mesh and as a polyhedron', () => {
    const [x, y, z] = [0.2, 0.3, 0.5];
    for (const shape of [box([x, y, z]), convexBox([x, y, z])]) {
      const found = massProperties(shape, { density: 1000 });
      expect(found.volume).toBeCloseTo(0.03, 14);
      expect(found.mass).toBeCloseTo(30, 12);
      expect(found.centre.map(Math.abs).every((c) => c < 1e-16)).toBe(true);
      [y * y + z * z, x * x + z * z, x * x + y * y].forEach((squares, k) => {
        expect(diagonalOf(found)[k]).toBeCloseTo((30 / 12) * squares, 12);
      });
      for (const product of across(found)) expect(Math.abs(product)).toBeLessThan(1e-15);
    }
  });

  test('a tetrahedron of the origin and the axes', () => {
    const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
    const found = massProperties(mesh);
    expect(found.volume).toBeCloseTo(1 / 6, 15);
    for (const c of found.centre) expect(c).toBeCloseTo(0.25, 15);
    // ∫ x² = 1/60, ∫ xy = 1/120, less mass · 1/16
    for (const moment of diagonalOf(found)) expect(moment).toBeCloseTo(2 * (1 / 60 - 1 / 96), 15);
    for (const product of across(found)) expect(product).toBeCloseTo(-(1 / 120 - 1 / 96), 15);
  });

  test('a ball: exact with a radius, as a polyhedron ever nearer', () => {
    const exact = massProperties(convexSphere(0.5), { mass: 3 });
    expect(exact.volume).toBeCloseTo((4 / 3) * Math.PI * 0.125, 14);
    for (const moment of diagonalOf(exact)) expect(moment).toBeCloseTo(0.4 * 3 * 0.25, 14);
    expectSame(massProperties(sphere(0.5), { mass: 3 }), exact);
    const errors = [2, 4, 8, 16].map((frequency) => {
      const { volume, inertia } = massProperties(convexGeodesicSphere(0.5, frequency), { mass: 3 });
      return [exact.volume - volume, exact.inertia[0] - inertia[0]];
    });
    for (let k = 1; k < errors.length; k++) for (const i of [0, 1]) expect(errors[k][i] / errors[k - 1][i]).toBeCloseTo(0.25, 1);
    expect(Math.max(...errors[3])).toBeLessThan(0.01);
  });

  test('a capsule: a cylinder and two halves of a ball', () => {
    const [r, l] = [0.2, 0.7];
    const found = massProperties(convexCapsule([0, 0, -l / 2], [0, 0, l / 2], r));
    const [tube, ball] = [Math.PI * r * r * l, (4 / 3) * Math.PI * r ** 3];
    expect(found.volume).toBeCloseTo(tube + ball, 14);
    expect(found.inertia[8]).toBeCloseTo((tube * r * r) / 2 + 0.4 * ball * r * r, 14);
    // each half at 3/8 r beyond its end
    const halves = ball * (0.4 * r * r + (l * l) / 4 + (3 / 8) * r * l);
    expect(found.inertia[0]).toBeCloseTo(tube * ((r * r) / 4 + (l * l) / 12) + halves, 14);
    expectSame(massProperties(capsule([0, 0, -l / 2], [0, 0, l / 2], r)), found);
  });

  test('a wedge, a prism, a tessellated cylinder', () => {
    expect(massProperties(convexWedge([1, 2, 3])).volume).toBeCloseTo(3, 14);
    const coin = massProperties(convexPrism(360, 1, 0.1), { mass: 2 });
    expect(coin.inertia[8]).toBeCloseTo(1, 3);
    expect(coin.inertia[0]).toBeCloseTo((2 / 12) * (3 + 0.01), 3);
    expect(massProperties(cylinder(1, 2, { segments: 400 })).volume / (2 * Math.PI)).toBeCloseTo(1, 3);
  });

  test('a hole counts against what is around it', () => {
    const [out, hole] = [box(2), box(1)];
    const inward = Array.from(hole.indices, (_, i) => hole.indices[i - (i % 3) + [0, 2, 1][i % 3]] + out.vertexCount);
    const mesh = new TriangleMesh([...out.positions, ...hole.positions], [...out.indices, ...inward]);
    const found = massProperties(mesh);
    expect(found.volume).toBeCloseTo(7, 13);
    expect(found.inertia[0]).toBeCloseTo((8 * 8) / 12 - 2 / 12, 13);
  });

  test('pieces add up', () => {
    const halves = new ConvexHierarchy([convexBox([1, 2, 2], [-0.5, 0, 0]), convexBox([1, 2, 2], [0.5, 0, 0])]);
    expectSame(massProperties(halves), massProperties(convexBox(2)));
  });
});

describe('swollen by a radius', () => {
  const solids: [string, ConvexPolyhedron][] = [
    ['a box', convexHull(convexBox([0.5, 0.7, 1]).positions, { radius: 0.2 })],
    ['a wedge', convexHull(convexWedge([0.5, 0.7, 1], [0.1, 0.2, 0.3]).positions, { radius: 0.1 })],
    ['a triangle', convexHull([0, 0, 0, 1, 0, 0.2, 0.3, 0.8, 0], { radius: 0.15 })],
    ['a square plate', convexHull([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], { radius: 0.3 })],
    ['a hull', convexHull(randomHull(new Random('swollen'), 12, [0.6, 0.5, 0.7]).positions, { radius: 0.25 })],
  ];

  /** The hull of a ball of triangles at every corner; ever finer, it fills the swollen hull. */
  const filled = (hull: ConvexPolyhedron, frequency: number): MassProperties => {
    const ball = convexGeodesicSphere(hull.radius, frequency).positions;
    const points: number[] = [];
    for (let v = 0; v < hull.positions.length; v += 3)
      for (let i = 0; i < ball.length; i++) points.push(hull.positions[v + (i % 3)] + ball[i]);
    return massProperties(convexHull(points));
  };

  test.each(solids)('%s: as what it is filled by, ever more finely', (_, hull) => {
    const exact = massProperties(hull);
    const off = [4, 8].map((frequency) => {
      const { volume, inertia, centre } = filled(hull, frequency);
      const apart = (x: readonly number[], y: readonly number[]): number => Math.max(...x.map((v, k) => Math.abs(v - y[k])));
      return [exact.volume - volume, apart(exact.inertia, inertia), apart(exact.centre, centre)];
    });
    expect(off[1][0]).toBeGreaterThan(0);
    expect(off[1][0] / exact.volume).toBeLessThan(0.02);
    expect(off[1][1] / exact.inertia[0]).toBeLessThan(0.03);
    expect(off[1][2]).toBeLessThan(2e-3);
    // a fourth of the error with half of the edges
    expect(off[1][0] / off[0][0]).toBeLessThan(0.4);
    expect(off[1][1] / off[0][1]).toBeLessThan(0.4);
  });

  test("Steiner's volume of a box: faces, edges, corners", () => {
    const [x, y, z, r] = [0.5, 0.7, 1, 0.2];
    const steiner = x * y * z + 2 * r * (x * y + y * z + z * x) + Math.PI * r * r * (x + y + z) + (4 / 3) * Math.PI * r ** 3;
    expect(massProperties(solids[0][1]).volume).toBeCloseTo(steiner, 14);
  });
});

describe("moved, turned, mirrored, in another unit, seed 'mass'", () => {
  const random = new Random('mass');
  const hulls = Array.from({ length: rounds(60) }, () => {
    const hull = randomHull(
      random,
      4 + random.integer(20),
      random.pick([
        [0.6, 0.6, 0.6],
        [0.9, 0.05, 0.05],
        [1, 1, 0.01],
      ]),
    );
    return convexHull(hull.positions, { radius: random.pick([0, 0, 0.1, 0.5]) });
  }).filter(({ dimension, radius }) => dimension === 3 || radius > 0);
  const changed = (hull: ConvexPolyhedron, change: (x: Vec3) => Vec3, radius = hull.radius): ConvexPolyhedron => {
    const points: number[] = [];
    for (let v = 0; v < hull.positions.length; v += 3)
      points.push(...change([hull.positions[v], hull.positions[v + 1], hull.positions[v + 2]]));
    return convexHull(points, { radius });
  };
  /** M I Mᵀ, M by what it makes of the axes. */
  const conjugated = (inertia: readonly number[], map: (x: Vec3) => Vec3): number[] => {
    const columns = [map([1, 0, 0]), map([0, 1, 0]), map([0, 0, 1])];
    return Array.from({ length: 9 }, (_, at) => {
      let sum = 0;
      for (let i = 0; i < 9; i++) sum += columns[Math.floor(i / 3)][Math.floor(at / 3)] * inertia[i] * columns[i % 3][at % 3];
      return sum;
    });
  };

  test('moved: the centre moves along, the inertia about it stays', () => {
    for (const hull of hulls) {
      const by = random.direction().map((x) => 8 * x) as unknown as Vec3;
      const here = massProperties(hull);
      const there = massProperties(changed(hull, (x) => [x[0] + by[0], x[1] + by[1], x[2] + by[2]]));
      // rounded corners: a thin one's moments by more than its numbers
      expectSame({ ...there, centre: there.centre.map((c, k) => c - by[k]) as unknown as Vec3 }, here, 1e-9);
    }
  });

  test('turned and mirrored: the inertia turns along', () => {
    for (const hull of hulls) {
      const q = random.quaternion();
      const maps: ((x: Vec3) => Vec3)[] = [(x) => turned(q, x), ([x, y, z]) => [y, x, z], ([x, y, z]) => [-x, y, z]];
      for (const map of maps) {
        const here = massProperties(hull);
        const wanted = {
          ...here,
          centre: map(here.centre),
          inertia: conjugated(here.inertia, map) as unknown as MassProperties['inertia'],
        };
        expectSame(massProperties(changed(hull, map)), wanted, 1e-9);
      }
    }
  });

  test('a mesh turned inside out weighs the same', () => {
    for (const { mesh, radius } of hulls) {
      if (radius > 0) continue;
      const { positions, indices } = mesh;
      const back = new TriangleMesh(
        positions,
        indices.map((_, i) => indices[i - (i % 3) + [0, 2, 1][i % 3]]),
      );
      expectSame(massProperties(back), massProperties(new TriangleMesh(positions, indices)));
    }
  });

  test('in another unit, a power of two: volume, mass and inertia to the third and fifth power, the same bits', () => {
    for (const hull of hulls) {
      for (const unit of [2 ** -150, 2 ** -10, 2 ** 100]) {
        const { volume, centre, inertia, mass } = massProperties(hull);
        const larger = massProperties(changed(hull, ([x, y, z]) => [x * unit, y * unit, z * unit], hull.radius * unit));
        expect(larger.volume / unit / unit / unit).toBe(volume);
        expect(larger.mass / unit / unit / unit).toBe(mass);
        expect(larger.centre.map((x) => x / unit)).toEqual(centre);
        expect(larger.inertia.map((x) => x / unit / unit / unit / unit / unit)).toEqual(inertia);
      }
    }
  });
});

describe('what has no mass of its own', () => {
  const open = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3], { name: 'cup' });
  const flipped = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 3, 2], { name: 'pot' });
  test.each<[string, () => unknown, RegExp]>([
    [
      'open',
      () => massProperties(open),
      /^cup: not closed \(3 edges .*\{ mass, inertia \}.*massProperties\(convexHull\(mesh\.positions\)\)/,
    ],
    ['turned at odds', () => massProperties(flipped), /^pot: its triangles do not turn alike.*\{ mass, inertia \}/],
    ['thickened', () => massProperties(new TriangleMesh([...box(1).positions], box(1).indices, { radius: 0.1 })), /thickened/],
    ['flat', () => massProperties(convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0])), /is flat/],
    ['a point', () => massProperties(convexHull([1, 2, 3])), /is flat/],
    ['no shape', () => massProperties({} as never), /needs a ConvexPolyhedron/],
    ['no number', () => massProperties(box(1), { mass: '3' as never }), /mass must be a number above 0, got '3'/],
    ['nothing', () => massProperties(box(1), { density: 0 }), /density must be a number above 0/],
    ['both', () => massProperties(box(1), { density: 1, mass: 1 }), /do not go together/],
    ['beyond doubles', () => massProperties(convexBox(2 ** 299)), /range of doubles/],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  test('the hull of what is open does have one, and a mass given keeps inertia in range', () => {
    expect(massProperties(convexHull(open.positions)).volume).toBeCloseTo(1 / 6, 15);
    expect(massProperties(convexBox(2 ** 299), { mass: 6 }).inertia[0]).toBe(2 ** 598);
  });
});
