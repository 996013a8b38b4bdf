import { describe, expect, test } from 'vitest';
import { evenRadiusOf, fitWhole, WHOLE_MOMENTS } from '../../../src/hierarchy/fit-nodes.ts';
import { NODE_R, NODE_STRIDE, SweptSphereFitter } from '../../../src/hierarchy/fit-swept-sphere.ts';
import { Projection } from '../../../src/hierarchy/projection.ts';
import { ThinFitter } from '../../../src/hierarchy/thin-fitter.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../src/hierarchy/triangle-tree.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rhoReaches, sweptSphereHolds } from './exact-containment.ts';
import { hardSoups } from './soups.ts';

/** Corners and radius, triangle by triangle. */
function leavesOf({ positions, indices, radii, triangleCount }: TriangleMesh): Float64Array {
  const leaves = new Float64Array(LEAF_STRIDE * triangleCount);
  for (let i = 0; i < triangleCount; i++) {
    for (let k = 0; k < 9; k++) leaves[LEAF_STRIDE * i + k] = positions[3 * indices[3 * i + Math.floor(k / 3)] + (k % 3)];
    leaves[LEAF_STRIDE * i + LEAF_RADIUS] = radii === null ? 0 : radii[i];
  }
  return leaves;
}

// the fitter assumes the working scale, to which trees bring their meshes first
const soups = hardSoups(11).filter(({ mesh }) => {
  const largest = Math.max(...Array.from(mesh.positions, Math.abs));
  return largest === 0 || (largest >= 2 ** -20 && largest <= 2 ** 40);
});

describe.each(['rss', 'lss', 'pss'] as const)('one %s around all of a soup', (volume) => {
  test.each(soups)('holds every corner of $name exactly', ({ mesh }) => {
    const leaves = leavesOf(mesh);
    const count = mesh.triangleCount;
    const even = evenRadiusOf(leaves);
    const node = new Float64Array(NODE_STRIDE);
    const fitter = volume === 'rss' ? new SweptSphereFitter(even) : new ThinFitter(volume, even);
    fitWhole(leaves, count, node, fitter, new Projection(3 * count), new Float64Array(WHOLE_MOMENTS));
    const escaped: string[] = [];
    for (let i = 0; i < count; i++) {
      for (let corner = 0; corner < 3; corner++) {
        const o = LEAF_STRIDE * i;
        if (!sweptSphereHolds(node, 0, leaves, o + 3 * corner, leaves[o + LEAF_RADIUS])) escaped.push(`${i}/${corner}`);
      }
    }
    expect(escaped).toEqual([]);
    expect(rhoReaches(node, 0)).toBe(true);
    // and is no larger than a ball about the first corner that holds all of them twice over
    let far = 0;
    for (let o = 0; o < leaves.length; o += LEAF_STRIDE) {
      for (let k = 0; k < 9; k += 3)
        far = Math.max(
          far,
          Math.hypot(leaves[o + k] - leaves[0], leaves[o + k + 1] - leaves[1], leaves[o + k + 2] - leaves[2]) + leaves[o + LEAF_RADIUS],
        );
    }
    const place = Math.max(...Array.from(mesh.positions, Math.abs));
    expect(node[NODE_R]).toBeLessThanOrEqual(2 * far + 2 ** -45 * place + 2 ** -500);
  });
});

test('a radius is even where all have the same, of those that are counted', () => {
  const leaves = Float64Array.from({ length: 4 * LEAF_STRIDE }, (_, k) => (k % LEAF_STRIDE === LEAF_RADIUS ? 0.5 : k));
  expect(evenRadiusOf(leaves)).toBe(0.5);
  leaves[3 * LEAF_STRIDE + LEAF_RADIUS] = 0.25;
  expect([evenRadiusOf(leaves), evenRadiusOf(leaves, 3)]).toEqual([null, 0.5]);
});
