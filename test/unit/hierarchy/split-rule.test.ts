import { expect, test } from 'vitest';
import { NODE_CHILD, NODE_SIZE, NODE_STRIDE } from '../../../src/hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../../src/hierarchy/split-rule.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';

/** The second of two nodes is the one looked at. */
function nodes(child: number, size: number): Float64Array {
  const out = new Float64Array(2 * NODE_STRIDE);
  out[NODE_CHILD] = -1;
  out[NODE_STRIDE + NODE_CHILD] = child;
  out[NODE_STRIDE + NODE_SIZE] = size;
  return out;
}

test('the larger of two nodes is split, the first where they are alike', () => {
  expect(splitsA(nodes(4, 2), 1, nodes(6, 1), 1)).toBe(true);
  expect(splitsA(nodes(4, 1), 1, nodes(6, 2), 1)).toBe(false);
  expect(splitsA(nodes(4, 1), 1, nodes(6, 1), 1)).toBe(true);
});

test('where only one has parts, that one, however small', () => {
  expect(splitsA(nodes(4, 1), 1, nodes(-3, 9), 1)).toBe(true);
  expect(splitsA(nodes(-3, 9), 1, nodes(4, 1), 1)).toBe(false);
});

test('splitting so ends at two leaves, whatever is split first', () => {
  const a = treeOf(box([2, 0.1, 0.1])).nodes;
  const b = treeOf(sphere(0.5)).nodes;
  const waiting: [number, number][] = [[0, 0]];
  let leaves = 0;
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    const [m, n] = top;
    const childA = a[NODE_STRIDE * m + NODE_CHILD];
    const childB = b[NODE_STRIDE * n + NODE_CHILD];
    if (childA < 0 && childB < 0) leaves++;
    else if (splitsA(a, m, b, n)) waiting.push([childA, n], [childA + 1, n]);
    else waiting.push([m, childB], [m, childB + 1]);
  }
  expect(leaves).toBe(treeOf(box([2, 0.1, 0.1])).leafCount * treeOf(sphere(0.5)).leafCount);
});
