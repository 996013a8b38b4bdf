import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../../src/cloud/point-cloud.ts';
import { buildAabbTree } from '../../../src/hierarchy/aabb-tree.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import { refit } from '../../../src/hierarchy/refit.ts';
import { DEEPEST } from '../../../src/hierarchy/split-triangles.ts';
import { treeInTime } from '../../../src/hierarchy/tree-of.ts';
import { planOf } from '../../../src/hierarchy/tree-plan.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { CLOUD_KINDS, randomCloud } from '../../property/random-clouds.ts';
import { escapes } from '../hierarchy/exact-containment.ts';

test('a cloud is a mesh of points alone, from 64 on', () => {
  const points = randomCloud(new Random(1), 'ball', 64);
  expect(planOf(pointCloud(points))).toBeDefined();
  expect(planOf(pointCloud(points.subarray(3)))).toBeUndefined();
  const indices = Uint32Array.from({ length: 192 }, (_, i) => Math.floor(i / 3));
  indices[191] = 0;
  expect(planOf(new TriangleMesh(points, indices))).toBeUndefined();
  expect(planOf(box(1))).toBeUndefined();
});

describe.each(CLOUD_KINDS)('%s', (kind) => {
  test('every node holds its balls, exactly, seed 1', () => {
    const random = new Random(`trees ${kind} 1`);
    for (const count of [64, 101]) {
      const points = randomCloud(random, kind, count);
      for (const radius of [0, 0.02, new Float64Array(count).map(() => random.next())]) {
        for (const volume of ['rss', 'lss', 'pss'] as const) {
          const tree = buildSweptSphereTree(pointCloud(points, { radius }), { volume });
          expect(validate(tree)).toEqual([]);
          if (volume === 'rss') expect(escapes(tree)).toEqual([]);
        }
      }
    }
  });

  test('of 1e-300 to 1e80, and far from the origin, seed 2', () => {
    const random = new Random(`trees ${kind} 2`);
    const points = randomCloud(random, kind, 300);
    const few = points.subarray(0, 3 * 64);
    for (const unit of [1e-300, 1e-80, 1e-9, 1e-3, 1e3, 1e9, 1e80])
      for (const shift of [0, 1, 1e9]) {
        const treeOfPlaced = (given: Float64Array) => {
          const placed = given.map((x) => unit * (x + shift));
          return buildSweptSphereTree(pointCloud(placed, { radius: 0.01 * unit }));
        };
        expect(validate(treeOfPlaced(points)), `${unit} ${shift}`).toEqual([]);
        if (shift === 1) expect(escapes(treeOfPlaced(few)), `${unit} ${shift}`).toEqual([]);
      }
  });

  test('boxes too, seed 3', () => {
    const cloud = pointCloud(randomCloud(new Random(`trees ${kind} 3`), kind, 500), { radius: 0.01 });
    for (const tree of [buildObbTree(cloud), buildAabbTree(cloud)]) expect(validate(tree)).toEqual([]);
  });
});

test.each(['ball', 'flat', 'line', 'one place', 'bursts'] as const)('30,000 points, %s, no deeper than trees may be, seed 4', (kind) => {
  const cloud = pointCloud(randomCloud(new Random(`trees ${kind} 4`), kind, 30_000), { radius: 0.001 });
  const tree = buildSweptSphereTree(cloud);
  expect(validate(tree)).toEqual([]);
  expect(tree.depth).toBeLessThanOrEqual(DEEPEST);
  expect([new Set(tree.triangles).size, cloud.vertexCount]).toEqual([kind === 'one place' ? 1 : 30_000, 30_000]);
});

test('each point has coordinates of its own size, 1e-9 to 1e9, seed 5', () => {
  const random = new Random('trees 5');
  const points = Float64Array.from({ length: 600 }, () => random.range(-1, 1) * 10 ** random.range(-9, 9));
  const tree = buildSweptSphereTree(pointCloud(points, { radius: points.filter((_, i) => i % 3 === 0).map((x) => Math.abs(x) / 2) }));
  expect(validate(tree)).toEqual([]);
  expect(escapes(tree)).toEqual([]);
});

test('refitted to other places, seed 6', () => {
  const random = new Random('trees 6');
  const tree = buildSweptSphereTree(pointCloud(randomCloud(random, 'ball', 400), { radius: 0.01 }));
  refit(tree, randomCloud(random, 'shell', 400));
  expect(validate(tree)).toEqual([]);
});

test('cut in the middle: halves of a lattice are as many', () => {
  const points = Float64Array.from({ length: 3 * 4096 }, (_, i) => (i % 3 === 0 ? Math.floor(i / 3) : 0));
  const tree = buildSweptSphereTree(pointCloud(points));
  expect(tree.depth).toBe(12);
});

test('few points apart from many: work and depth stay in bounds', () => {
  // every cut takes off one point
  const points = Float64Array.from({ length: 3 * 900 }, (_, i) => (i % 3 === 0 ? 2 ** -(i / 3) : 0));
  const tree = buildSweptSphereTree(pointCloud(points));
  expect(tree.depth).toBeLessThanOrEqual(DEEPEST);
  expect(validate(tree)).toEqual([]);
});

test('in pieces, whoever has no time left goes on later; the same tree, seed 6', () => {
  const points = randomCloud(new Random('trees 6'), 'ball', 30_000);
  const cloud = pointCloud(points, { radius: 0.001 });
  let rounds = 0;
  let tree: ReturnType<typeof treeInTime> = null;
  for (; tree === null; rounds++) {
    let pieces = 0;
    tree = treeInTime(cloud, () => ++pieces > 4);
  }
  expect(rounds).toBeGreaterThan(20);
  const atOnce = buildSweptSphereTree(pointCloud(points, { radius: 0.001 }));
  expect(tree.nodes.every((x, i) => Object.is(x, atOnce.nodes[i]))).toBe(true);
  expect(tree.triangles.every((t, i) => t === atOnce.triangles[i])).toBe(true);
});
