/**
 * Is a point of a cloud inside a solid? A cloud has as many parts as points, so they are not asked one by one: a volume
 * of the cloud's tree that meets no volume around the solid's surface lies on one side of it, which one of its points
 * tells.
 * Guarantee: as in containment.ts.
 */

import { PairStack } from '../contact/pair-stack.ts';
import { FRAME_SIZE, GAP, PAD, REST, setFrame, stepVolumes } from '../contact/volume-gap.ts';
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import type { AnyPart } from '../hierarchy/tree-plan.ts';

export const holdsCloudPoint: AnyPart = (solid, solidState, cloud, cloudState, rounding, holds) => {
  const frame = new Float64Array(FRAME_SIZE);
  frame[PAD] = rounding;
  frame[REST] = -1;
  const below = new PairStack();
  const inSolid = new PairStack();
  let doubtful = false;
  const isApart = (node: number, other: number): boolean => {
    stepVolumes(frame, cloud.nodes, node << 4, solid.nodes, other << 4, 1);
    return frame[GAP] > 0;
  };
  const meetsSurface = (node: number): boolean => {
    inSolid.clear();
    inSolid.push(0, 0);
    while (inSolid.pop()) {
      if (isApart(node, inSolid.a)) continue;
      const child = solid.nodes[(inSolid.a << 4) + NODE_CHILD];
      if (child < 0) return true;
      inSolid.push(child, 0);
      inSolid.push(child + 1, 0);
    }
    return false;
  };
  below.push(0, 0);
  while (below.pop()) {
    const node = below.a;
    setFrame(frame, cloud.nodes, node << 4, cloudState, solidState);
    // the volume around all of the surface holds the inside too
    if (isApart(node, 0)) continue;
    const child = cloud.nodes[(node << 4) + NODE_CHILD];
    if (child >= 0 && meetsSurface(node)) {
      below.push(child, 0);
      below.push(child + 1, 0);
      continue;
    }
    const inside = holds(cloud.mesh.indices[3 * cloud.triangles[leafBelow(cloud.nodes, node)]]);
    if (inside) return true;
    doubtful ||= inside === undefined;
  }
  return doubtful ? undefined : false;
};

function leafBelow(nodes: Float64Array, node: number): number {
  let child = nodes[(node << 4) + NODE_CHILD];
  while (child >= 0) child = nodes[(child << 4) + NODE_CHILD];
  return -1 - child;
}
