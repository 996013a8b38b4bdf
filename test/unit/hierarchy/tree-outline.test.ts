// What stands for a tree before it is built must hold what the tree holds.
import { describe, expect, test } from 'vitest';
import { NODE_CHILD } from '../../../src/hierarchy/fit-swept-sphere.ts';
import { buildSweptSphereTree, SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { Outliner } from '../../../src/hierarchy/tree-outline.ts';
import { planTree } from '../../../src/hierarchy/tree-plan.ts';
import { splitPairs } from '../../../src/hierarchy/triangle-tree.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { reaches, sweptSphereHolds } from './exact-containment.ts';
import { hardSoups, wavySheet } from './soups.ts';

describe('outlines', () => {
  const outliner = new Outliner();
  const soups = [...hardSoups(61), { name: 'sheet', mesh: wavySheet(12) }];

  test.each(soups)('$name: every corner, exactly, and the radius of the tree', ({ mesh }) => {
    const { nodes, radius } = outliner.outlineOf(mesh);
    const tree = buildSweptSphereTree(mesh);
    expect(radius).toBeGreaterThanOrEqual(tree.radius);
    for (let o = 0; o < tree.leaves.length; o += 10) {
      for (let v = o; v < o + 9; v += 3) {
        expect(sweptSphereHolds(nodes, 0, tree.leaves, v, tree.leaves[o + 9])).toBe(true);
        expect(reaches(radius, [...tree.leaves.subarray(v, v + 3)], tree.leaves[o + 9])).toBe(true);
      }
    }
  });

  test('the same mesh twice: measured once; another one in between changes nothing', () => {
    const one = outliner.outlineOf(soups[0].mesh);
    const before = [...one.nodes];
    outliner.outlineOf(wavySheet(30));
    expect(outliner.outlineOf(soups[0].mesh)).toBe(one);
    expect([...one.nodes]).toEqual(before);
    expect([...new Outliner().outlineOf(soups[0].mesh).nodes]).toEqual(before);
  });
});

describe('rectangles of different thickness, by the thousand (seed 62)', () => {
  /** Two triangles each. */
  function plates(count: number, spread: readonly [number, number, number]): TriangleMesh {
    const random = new Random(62);
    const positions: number[] = [];
    const indices: number[] = [];
    const radius: number[] = [];
    for (let i = 0; i < count; i++) {
      const [x, y, z] = spread.map((s) => random.range(-s, s));
      const [a, b] = [random.range(0, 0.3), random.range(0, 0.2)];
      for (const [u, v] of [
        [0, 0],
        [a, 0],
        [0, b],
        [a, b],
      ])
        positions.push(x + u, y + v, z + u * v);
      indices.push(4 * i, 4 * i + 1, 4 * i + 3, 4 * i, 4 * i + 3, 4 * i + 2);
      const thick = random.range(0, 0.1);
      radius.push(thick, thick);
    }
    return new TriangleMesh(positions, indices, { radius });
  }

  test.each([
    ['in space', [9, 9, 9]],
    ['on a floor', [30, 30, 0]],
    ['in a row', [100, 0, 0]],
    ['in one place', [0, 0, 0]],
  ] as const)('%s: every volume holds what is below it, halves are siblings', (_, spread) => {
    const mesh = planTree(plates(1500, spread), { split: splitPairs });
    const tree = buildSweptSphereTree(mesh);
    expect(tree).toBeInstanceOf(SweptSphereTree);
    expect(validate(tree)).toEqual([]);
    for (let node = 0; node < tree.nodeCount; node++) {
      const child = tree.nodes[16 * node + NODE_CHILD];
      const grandchild = child < 0 ? 0 : tree.nodes[16 * child + NODE_CHILD];
      if (grandchild < 0) {
        const other = tree.nodes[16 * (child + 1) + NODE_CHILD];
        expect(tree.triangles[-1 - grandchild] ^ 1).toBe(tree.triangles[-1 - other]);
      }
    }
  });
});
