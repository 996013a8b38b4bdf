import { describe, expect, test } from 'vitest';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { validate } from '../../../../src/hierarchy/validate.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { MANY_STANDING, treeOver } from '../../../../src/scene/pairs/standing-tree.ts';
import { View } from '../../../../src/scene/view.ts';

const REFERENCE = new Float64Array(3);
const CLOCK = new Float64Array(1);

function placed(shapes: readonly TriangleMesh[], count: number): View[] {
  const random = new Random('standing');
  return Array.from({ length: count }, (_, i) => {
    const view = new View(i, treeOf(shapes[i % shapes.length]), REFERENCE, CLOCK);
    view.stand([random.range(-50, 50), random.range(-50, 50), random.range(-5, 5)], [0, 0, 0.6, 0.8]);
    return view;
  });
}

/** How thick each body is in the tree. */
function radiiOf(views: readonly View[]): readonly number[] {
  const tree = treeOver(views, null);
  expect(validate(tree)).toEqual([]);
  return [...(tree.mesh.radii ?? [])];
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
});
