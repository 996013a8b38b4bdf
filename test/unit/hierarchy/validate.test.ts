import { describe, expect, test } from 'vitest';
import { buildAabbTree } from '../../../src/hierarchy/aabb-tree.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import { treeStatistics } from '../../../src/hierarchy/tree-statistics.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { wavySheet } from './soups.ts';

describe('validate', () => {
  test('notices every volume that is too small by 10^-12', () => {
    const mesh = wavySheet(4);
    for (let node = 0; node < 63; node += 5) {
      const swept = buildSweptSphereTree(mesh);
      swept.nodes[16 * node + 11] -= 1e-12;
      expect(validate(swept).join()).toMatch(`node ${node} `);
      const boxed = buildObbTree(mesh);
      boxed.nodes[16 * node + 3] -= 1e-12;
      expect(validate(boxed).join()).toMatch(`node ${node} `);
      const straight = buildAabbTree(mesh);
      straight.nodes[8 * node + 4] -= 1e-12;
      expect(validate(straight).join()).toMatch(`node ${node} `);
    }
  });

  test('notices moved corners, turned axes, a short radius, a wrong depth', () => {
    const moved = buildSweptSphereTree(wavySheet(3));
    moved.leaves[14] += 1e-9;
    expect(validate(moved).join()).toMatch('corner 1');
    const turned = buildSweptSphereTree(wavySheet(3));
    turned.nodes[0] += 1e-9;
    expect(validate(turned)[0]).toMatch('node 0: axes');
    const short = buildSweptSphereTree(wavySheet(3));
    short.radius *= 0.5;
    expect(validate(short).join()).toMatch('beyond the radius');
    const shortBox = buildAabbTree(wavySheet(3));
    shortBox.radius *= 0.99;
    expect(validate(shortBox).join()).toMatch('beyond the radius');
    const deep = Object.assign(buildSweptSphereTree(wavySheet(3)), { depth: 2 });
    expect(validate(deep).join()).toMatch('not 2');
  });

  test('lists a limited number of faults', () => {
    const tree = buildSweptSphereTree(wavySheet(12));
    for (let o = 0; o < tree.nodes.length; o += 16) tree.nodes[o + 11] = 0;
    expect(validate(tree).length).toBeLessThan(30);
    tree.nodes.fill(Number.NaN);
    expect(validate(tree).length).toBeGreaterThan(0);
  });
});

describe('treeStatistics', () => {
  test('counts what is there', () => {
    for (const tree of [buildSweptSphereTree(wavySheet(8)), buildObbTree(wavySheet(8)), buildAabbTree(wavySheet(8))]) {
      const statistics = treeStatistics(tree);
      expect(statistics).toMatchObject({ kind: tree.kind, nodeCount: 255, leafCount: 128, depth: tree.depth });
      expect(statistics.meanDepth).toBeGreaterThanOrEqual(7);
      expect(statistics.meanDepth).toBeLessThanOrEqual(tree.depth);
      expect(statistics.bytes).toBe(tree.nodes.byteLength + tree.triangles.byteLength);
      expect(statistics.sahCost).toBeGreaterThan(1);
      expect(statistics.sahCost).toBeLessThan(60);
      expect(statistics.sizeSum).toBeGreaterThan(0);
    }
  });
});
