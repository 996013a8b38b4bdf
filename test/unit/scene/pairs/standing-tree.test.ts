import { describe, expect, test } from 'vitest';
import { SweptSphereTree } from '../../../../src/hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { fillLeaves } from '../../../../src/hierarchy/triangle-tree.ts';
import { validate } from '../../../../src/hierarchy/validate.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { bodiesOfLeaves, MANY_STANDING, treeOver } from '../../../../src/scene/pairs/standing-tree.ts';
import { View } from '../../../../src/scene/pairs/view.ts';

const REFERENCE = new Float64Array(3);
const CLOCK = new Float64Array(1);

function placed(shapes: readonly TriangleMesh[], count: number, [x, y, z]: readonly [number, number, number] = [50, 50, 5]): View[] {
  const random = new Random('standing');
  return Array.from({ length: count }, (_, i) => {
    const view = new View(i, treeOf(shapes[i % shapes.length]), REFERENCE, CLOCK);
    view.stand([random.range(-x, x), random.range(-y, y), random.range(-z, z)], [0, 0, 0.6, 0.8]);
    return view;
  });
}

/** The same tree as one over the other triangle of each body's rectangle. */
function overOtherHalves(tree: SweptSphereTree): SweptSphereTree {
  const { positions, radii, triangleCount } = tree.mesh;
  const indices = Array.from({ length: triangleCount }, (_, s) => [4 * s, 4 * s + 3, 4 * s + 2]).flat();
  const mesh = new TriangleMesh(positions, indices, { radius: radii ?? 0 });
  const { nodes, triangles } = tree;
  const arrays = { nodes, triangles, leaves: new Float64Array(tree.leaves.length) };
  fillLeaves(mesh, arrays, 1);
  return new SweptSphereTree(mesh, 'rss', arrays, tree.depth, tree.radius);
}

/** How thick each body is in the tree. */
function radiiOf(views: readonly View[]): readonly number[] {
  const tree = treeOver(views, null);
  expect(validate(tree)).toEqual([]);
  const radii = [...(tree.mesh.radii ?? [])];
  return radii.length === views.length ? radii : radii.filter((_, half) => half % 2 === 0);
}

describe('the tree over all that stands', () => {
  const shapes = [box([0.5, 0.4, 0.3]), box([0.5, 0.4, 0.2])];

  test('many bodies of one shape are as thick as the thickest of them (seed "standing")', () => {
    const views = placed([shapes[0]], MANY_STANDING);
    const even = radiiOf(views);
    // fewer of them keep what each needs
    const own = [...radiiOf(views.slice(0, MANY_STANDING / 2)), ...radiiOf(views.slice(MANY_STANDING / 2))];
    expect(new Set(own).size).toBeGreaterThan(100);
    expect(new Set(even)).toEqual(new Set([Math.max(...own)]));
  });

  test('bodies of several shapes keep what each needs (seed "standing")', () => {
    const views = placed(shapes, MANY_STANDING);
    const own = [...radiiOf(views.slice(0, MANY_STANDING / 2)), ...radiiOf(views.slice(MANY_STANDING / 2))];
    expect(radiiOf(views)).toEqual(own);
  });

  const triangle = new TriangleMesh([0, 0, 0, 3, 0, 0.1, 0, 0.2, 1], [0, 1, 2]);
  const segment = new TriangleMesh([0, 0, 0, 0, 2, 0], [0, 1, 1]);
  const point = new TriangleMesh([1, 1, 1], [0, 0, 0], { radius: 0.3 });

  test.each([
    ['in space', [9, 9, 9]],
    ['on a floor', [30, 30, 0]],
    ['in a row', [100, 0, 0]],
    ['in one place', [0, 0, 0]],
    ['far away', [1e15, 1e15, 1]],
    ['tiny', [1e-200, 1e-200, 0]],
  ] as const)('%s: many bodies are leaves, and every volume holds all of their rectangles, exactly', (_, spread) => {
    for (const some of [[shapes[0]], [...shapes, triangle, segment, point]]) {
      const views = placed(some, MANY_STANDING + 7, spread);
      const tree = treeOver(views, null);
      expect([...bodiesOfLeaves(tree, views.length)].sort((a, b) => a - b)).toEqual(views.map((_, s) => s));
      expect(validate(tree)).toEqual([]);
      expect(validate(overOtherHalves(tree))).toEqual([]);
      // the check sees what is missing
      tree.nodes[11] *= 0.5;
      expect([...validate(tree), ...validate(overOtherHalves(tree))]).not.toEqual([]);
    }
  });
});
