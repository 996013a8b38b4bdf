// What stands for a tree before it is built must hold what the tree holds.
import { describe, expect, test } from 'vitest';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { Outliner } from '../../../src/hierarchy/tree-outline.ts';
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
