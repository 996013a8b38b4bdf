import { describe, expect, test } from 'vitest';
import { flatOutline } from '../../../src/hierarchy/flat-outline.ts';
import { hullPointsOf } from '../../../src/hierarchy/hull-points.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import { cylinder, Robot, rigidMotion } from '../../../src/index.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { rounds } from '../../support/rounds.ts';

type Place = readonly [number, number];

/** Triangles over a grid of cells, some left out; `put` says where a place of the unit square is. */
function grid(cells: number, put: (p: number, q: number) => readonly number[], isHole: () => boolean = () => false): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= cells; i++) for (let j = 0; j <= cells; j++) positions.push(...put(i / cells, j / cells));
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const a = i * (cells + 1) + j;
      const b = a + cells + 1;
      if (!isHole()) triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return new TriangleMesh(positions, triangles);
}

const numbers = (count: number): number[] => Array.from({ length: rounds(count) }, (_, i) => i);
const floor = (cells: number): TriangleMesh => grid(cells, (p, q) => [4 * p - 2, 4 * q - 2, 0]);

function outlineOf(mesh: TriangleMesh, most = 32) {
  const tree = treeOf(mesh);
  const vertices = [...new Set(mesh.indices)];
  return { found: flatOutline(mesh.positions, vertices, tree.leaves, tree.radius, most), vertices, radius: tree.radius };
}

describe('the corners that span a flat mesh', () => {
  test('four of a floor', () => {
    const { found, radius } = outlineOf(floor(40));
    const corners = found?.corners.map((vertex) => [...floor(40).positions.slice(3 * vertex, 3 * vertex + 2)]);
    expect(corners?.sort()).toEqual([
      [-2, -2],
      [-2, 2],
      [2, -2],
      [2, 2],
    ]);
    expect(found?.off).toBeLessThan(1e-13 * radius);
  });

  test.each(numbers(60))('no vertex is farther along any direction than they are, but for what is told (%s)', (seed) => {
    const random = new Random(`flat outline ${seed}`);
    const [u, v] = [random.direction(), random.direction()];
    const away = random.direction().map((x) => x * random.pick([0, 1, 1e4]));
    const sides: Place = [random.pick([1, 1e-3, 1e-9]), 1];
    const bent = random.pick([0, 1e-9, 1e-7]);
    const mesh = grid(
      12,
      (p, q) => {
        const bump = bent * random.range(-1, 1);
        return [0, 1, 2].map((k) => away[k] + sides[0] * p * u[k] + sides[1] * q * (1 + 0.3 * p) * v[k] + (k === 2 ? bump : 0));
      },
      () => random.range(0, 1) < 0.2,
    );
    const { found, vertices, radius } = outlineOf(mesh);
    if (found === null) return expect(bent > 0 || sides[0] < 1e-8 || away[0] !== 0).toBe(true);
    expect(found.off).toBeLessThan(2 ** -20 * radius);
    for (let i = 0; i < 50; i++) {
      const d = random.direction();
      const height = (vertex: number): number => d.reduce((sum, x, k) => sum + x * mesh.positions[3 * vertex + k], 0);
      expect(Math.max(...vertices.map(height)) - Math.max(...found.corners.map(height))).toBeLessThanOrEqual(found.off);
    }
  });

  test('none of what is not flat, has no face, or is round', () => {
    expect(outlineOf(grid(8, (p, q) => [p, q, 1e-4 * p * q])).found).toBeNull();
    expect(outlineOf(box([1, 1, 1])).found).toBeNull();
    expect(outlineOf(grid(8, (p) => [p, 0, 0])).found).toBeNull();
    const round = grid(20, (p, q) => [q * Math.cos(2 * Math.PI * (p % 1)), q * Math.sin(2 * Math.PI * (p % 1)), 0]);
    expect(outlineOf(round, 12).found).toBeNull();
    expect(outlineOf(round, 32).found?.corners).toHaveLength(20);
  });

  test('a tree looks at those alone for the farthest, and keeps all for what lies at a plane', () => {
    const hull = hullPointsOf(treeOf(floor(40)));
    expect(hull?.outline).toBe(3 * 4);
    expect(hull?.points).toHaveLength(3 * 41 * 41);
    expect(hull?.firstLeaf.at(-1)).toBe(3 * 2 * 40 * 40);
    const ball = hullPointsOf(treeOf(cylinder(1, 1)));
    expect(ball?.outline).toBe(ball?.points.length);
  });
});

describe('a floor of many triangles answers as one of two', () => {
  const arm = new Robot({
    name: 'arm',
    links: [0, 1, 2].map((i) => ({
      name: `l${i}`,
      ...(i === 0 ? {} : { parent: `l${i - 1}` }),
      joint: {
        type: 'continuous' as const,
        axis: i === 0 ? [0, 0, 1] : [0, 1, 0],
        origin: { position: [0, 0, i === 0 ? 0.01 : 0.3] },
      } as const,
      shapes: [{ shape: cylinder(0.08, 0.25), pose: { position: [0, 0, 0.125] as const } }],
    })),
  });
  const scenes = [1, 60].map((cells) => new Scene({ robots: [arm], obstacles: [{ name: 'floor', shape: floor(cells) }], self: false }));

  test.each(numbers(40))('an arm (%s)', (seed) => {
    const random = new Random(`floors ${seed}`);
    const way = [0, 1].map(() => [0, 1, 2].map(() => random.range(-2.5, 2.5)));
    const [two, many] = scenes.map((scene) => scene.firstContact({ arm: arm.path(way) }, { tolerance: 1e-6 }));
    expect(many.status).toBe(two.status);
    expect(Math.abs(many.time - two.time)).toBeLessThan(1e-4);
    expect(scenes[1].motionIsFree({ arm: way[0] }, { arm: way[1] })).toBe(two.status === 'free');
  });

  test.each(numbers(40))('a box that tumbles (%s)', (seed) => {
    const random = new Random(`tumbling ${seed}`);
    const pose = (z: number) => ({ position: [random.range(-1, 1), random.range(-1, 1), z] as const, quaternion: random.quaternion() });
    const motion = rigidMotion(pose(1), pose(random.range(-0.2, 0.6)));
    const [two, many] = [1, 60].map((cells) =>
      new Scene({
        bodies: [{ name: 'box', shape: box([0.3, 0.2, 0.1]) }],
        obstacles: [{ name: 'floor', shape: floor(cells) }],
      }).firstContact({ box: motion }, { tolerance: 1e-6 }),
    );
    expect([many.status, many.time.toFixed(4)]).toEqual([two.status, two.time.toFixed(4)]);
  });
});
