import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';

/** How deep each node of a tree is, and the node of each leaf. */
export class TreeLevels {
  readonly depths: Uint32Array;
  readonly leafNodes: Uint32Array;
  readonly deepest: number;

  constructor({ nodes, nodeCount, leafCount, depth }: SweptSphereTree) {
    this.depths = new Uint32Array(nodeCount);
    this.leafNodes = new Uint32Array(leafCount);
    this.deepest = depth;
    // parents come before their children
    for (let n = 0; n < nodeCount; n++) {
      const child = nodes[(n << 4) + NODE_CHILD];
      if (child < 0) this.leafNodes[-1 - child] = n;
      else this.depths[child] = this.depths[child + 1] = this.depths[n] + 1;
    }
  }
}
