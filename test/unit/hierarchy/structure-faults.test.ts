import { describe, expect, test } from 'vitest';
import { buildAabbTree } from '../../../src/hierarchy/aabb-tree.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import { structureFaults } from '../../../src/hierarchy/structure-faults.ts';
import { LEAF_RADIUS, LEAF_STRIDE, NODE_SHAPE, type TriangleTree } from '../../../src/hierarchy/triangle-tree.ts';
import { wavySheet } from './soups.ts';

type Parts = { -readonly [K in keyof TriangleTree]: TriangleTree[K] };

/** A copy whose arrays are its own, to be broken. */
function copyOf(tree: TriangleTree): Parts {
  const { kind, nodeCount, leafCount, mesh, radius, depth } = tree;
  const arrays = { nodes: tree.nodes.slice(), leaves: tree.leaves.slice(), triangles: tree.triangles.slice() };
  return { ...tree, ...arrays, kind, nodeCount, leafCount, mesh, radius, depth } as Parts;
}

const mesh = wavySheet(4);

describe.each([buildSweptSphereTree(mesh), buildObbTree(mesh), buildAabbTree(mesh)])('a tree of $kind', (tree) => {
  const { stride, child } = NODE_SHAPE[tree.kind];
  const slots = Array.from({ length: tree.nodeCount }, (_, node) => stride * node + child);
  const inner = slots.filter((slot) => tree.nodes[slot] > 0);
  const leaf = slots.filter((slot) => tree.nodes[slot] < 0);

  test('has no faults as it was built', () => {
    expect(structureFaults(tree)).toEqual([]);
    expect(structureFaults(copyOf(tree))).toEqual([]);
  });

  test.each<[string, (parts: Parts) => void, RegExp]>([
    [
      'two leaves of one number',
      ({ nodes }) => {
        nodes[leaf[1]] = nodes[leaf[0]];
      },
      /leaf \d+ has two nodes/,
    ],
    [
      'a leaf that is not there',
      ({ nodes }) => {
        nodes[leaf[0]] = -1 - mesh.triangleCount;
      },
      /names leaf 32 of 32/,
    ],
    [
      'a child before its parent',
      ({ nodes }) => {
        nodes[inner.at(-1) ?? 0] = 1;
      },
      /children 1 and 2|two parents/,
    ],
    [
      'children beyond the end',
      ({ nodes }) => {
        nodes[inner[0]] = slots.length - 1;
      },
      /children \d+ and \d+ of 63 nodes/,
    ],
    [
      'half a child',
      ({ nodes }) => {
        nodes[inner[0]] += 0.5;
      },
      /is not an integer/,
    ],
    [
      'a part that nothing leads to',
      ({ nodes }) => {
        nodes[inner.at(-1) ?? 0] = nodes[leaf[0]];
      },
      /no parent|two nodes/,
    ],
    [
      'a number that is none',
      ({ nodes }) => {
        nodes[stride * 5] = NaN;
      },
      /^node 5: number 0 is NaN/,
    ],
    [
      'a triangle twice',
      ({ triangles }) => {
        triangles[3] = triangles[4];
      },
      /has two leaves/,
    ],
    [
      'a triangle that is not there',
      ({ triangles }) => {
        triangles[3] = 99;
      },
      /names triangle 99 of 32/,
    ],
    ['leaves exchanged', ({ triangles }) => void triangles.subarray(3, 5).reverse(), /is not that of triangle/],
    [
      'a corner moved a hair',
      ({ leaves }) => {
        leaves[LEAF_STRIDE * 7 + 5] += 2 ** -50;
      },
      /^leaf 7: corner 1 is not that/,
    ],
    [
      'a radius of its own',
      ({ leaves }) => {
        leaves[LEAF_STRIDE * 7 + LEAF_RADIUS] = 1;
      },
      /^leaf 7: radius 1 is not 0/,
    ],
    ['a level too many', (parts) => void parts.depth++, /the depth is/],
    [
      'a radius below nothing',
      (parts) => {
        parts.radius = -1;
      },
      /the radius is -1/,
    ],
    [
      'a radius that is none',
      (parts) => {
        parts.radius = NaN;
      },
      /the radius is NaN/,
    ],
    [
      'a node less',
      (parts) => {
        parts.nodes = parts.nodes.subarray(stride);
      },
      /numbers for 63 nodes/,
    ],
    [
      'a leaf less',
      (parts) => {
        parts.leaves = parts.leaves.subarray(LEAF_STRIDE);
      },
      /numbers for 32 leaves/,
    ],
    [
      'a triangle less',
      (parts) => {
        parts.triangles = parts.triangles.subarray(1);
      },
      /31 triangle numbers/,
    ],
    [
      'another mesh',
      (parts) => {
        parts.mesh = wavySheet(3);
      },
      /32 leaves for a mesh of 18/,
    ],
  ])('%s is found', (_, spoil, words) => {
    const parts = copyOf(tree);
    spoil(parts);
    const faults = structureFaults(parts);
    expect(faults.length).toBeGreaterThan(0);
    expect(
      faults.some((fault) => words.test(fault)),
      faults.join('\n'),
    ).toBe(true);
    expect(faults.length).toBeLessThanOrEqual(20);
  });

  test('where everything is wrong, the list still ends', () => {
    const parts = copyOf(tree);
    parts.leaves.fill(1e9);
    expect(structureFaults(parts)).toHaveLength(20);
  });
});
