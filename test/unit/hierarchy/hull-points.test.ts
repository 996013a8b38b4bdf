import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { farthestPoint, hullPointsOf } from '../../../src/hierarchy/hull-points.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import { cylinder, Robot, rigidMotion } from '../../../src/index.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { importCounted, workDone } from '../../support/counted-work.ts';
import { rounds } from '../../support/rounds.ts';
import type * as Entry from './hull-entry.ts';

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

const drawn = (seed: string, share: number) => {
  const random = new Random(seed);
  return () => random.range(0, 1) < share;
};
const numbers = (count: number): number[] => Array.from({ length: rounds(count, Math.ceil(count / 3)) }, (_, i) => i);
const floor = (cells: number): TriangleMesh => grid(cells, (p, q) => [4 * p - 2, 4 * q - 2, 0]);

/** A box whose faces are grids of so many cells a side. */
function tiledBox(cells: number): TriangleMesh {
  const faces = [0, 1, 2].flatMap((k) =>
    [0, 1].map((end) => grid(cells, (p, q) => [0, 1, 2].map((i) => (i === k ? end : i === (k + 1) % 3 ? p : q)))),
  );
  const positions = faces.flatMap((face) => [...face.positions]);
  const indices = faces.flatMap((face, f) => Array.from(face.indices, (i) => i + f * (cells + 1) ** 2));
  return new TriangleMesh(positions, indices);
}

const MESHES = {
  floor: floor(20),
  'floor with holes': grid(20, (p, q) => [p, q, 0.3], drawn('holes', 0.1)),
  'tilted floor': grid(20, (p, q) => [p + q, p - 2 * q, 0.1 * p + 0.7 * q]),
  'box of many triangles': tiledBox(8),
  cylinder: cylinder(1, 2, { segments: 96 }),
};

describe('the farthest corner of a hull', () => {
  test.each(Object.entries(MESHES))('%s: as far as the farthest of all, whatever was the last', (name, mesh) => {
    const hull = hullPointsOf(treeOf(mesh));
    if (hull === null) throw new Error('does not look convex');
    const random = new Random(name);
    const axes = [0, 1, 2].flatMap((k) => [-1, 1].map((sign) => [0, 1, 2].map((i) => (i === k ? sign : 0))));
    const ways = [...axes, ...Array.from({ length: rounds(200, 70) }, () => random.direction())];
    let last = 0;
    for (const [x, y, z] of ways) {
      const heightAt = (i: number): number => x * hull.points[i] + y * hull.points[i + 1] + z * hull.points[i + 2];
      last = farthestPoint(hull, Float64Array.of(9, x, y, z), 1, last);
      let most = -Infinity;
      for (let i = 0; i < hull.points.length; i += 3) most = Math.max(most, heightAt(i));
      expect(heightAt(last)).toBe(most);
    }
  });

  test('a floor of many triangles is not gone over', async () => {
    const counted = await importCounted<typeof Entry>(join(import.meta.dirname, 'hull-entry.ts'));
    const work = [20, 80].map((cells) => {
      const { positions, indices } = floor(cells);
      const hull = counted.hullPointsOf(counted.treeOf(new counted.TriangleMesh(positions, indices)));
      if (hull === null) throw new Error('does not look convex');
      const begun = workDone();
      counted.farthestPoint(hull, Float64Array.of(0, 0, 1), 0, 0);
      return workDone() - begun;
    });
    // 81² corners one by one would take more than ten times as much: groups of 64 are looked at
    expect(work[1]).toBeLessThan(0.06 * 81 * 81 + 200);
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
