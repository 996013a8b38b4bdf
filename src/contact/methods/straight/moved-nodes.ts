/**
 * Nodes of body Y in X's frame, turned when they are first asked for and kept while their place is not needed for
 * another: as many places as fit into a processor's nearest memory, however large the tree.
 */
import { NODE_STRIDE } from '../../../hierarchy/fit-swept-sphere.ts';

/** A power of two, so that two siblings never share a place. */
const PLACES = 512;

export class MovedNodes {
  /** As in a tree, up to the radius. */
  readonly nodes: Float64Array = new Float64Array(NODE_STRIDE * PLACES);
  private readonly kept: Int32Array = new Int32Array(PLACES);

  forget(): void {
    this.kept.fill(-1);
  }

  /** The place in `nodes` of a node of the tree; R, nine doubles, turns it. */
  placeOf(node: number, tree: Float64Array, R: Float64Array): number {
    const place = node & (PLACES - 1);
    const o = place << 4;
    if (this.kept[place] === node) return o;
    this.kept[place] = node;
    const { nodes } = this;
    const n = node << 4;
    for (let i = 0; i < 9; i += 3) {
      const x = tree[n + i];
      const y = tree[n + i + 1];
      const z = tree[n + i + 2];
      nodes[o + i] = R[0] * x + R[1] * y + R[2] * z;
      nodes[o + i + 1] = R[3] * x + R[4] * y + R[5] * z;
      nodes[o + i + 2] = R[6] * x + R[7] * y + R[8] * z;
    }
    nodes[o + 9] = tree[n + 9];
    nodes[o + 10] = tree[n + 10];
    nodes[o + 11] = tree[n + 11];
    return o;
  }
}
