/**
 * Nodes of body Y in X's frame, turned when they are first asked for and kept while their place is not needed for
 * another: as many places as fit into a processor's nearest memory, however large the tree, for one pair or several.
 */
import { NODE_CHILD, NODE_L0, NODE_L1, NODE_R, NODE_STRIDE } from '../../../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';

/** A power of two, so that two siblings never share a place. */
const PLACES = 512;
/** Keeps the first nodes of one pair out of the places of another's. */
const SPREAD = 89;

export class MovedNodes {
  /** As in a tree, up to the radius. */
  readonly nodes: Float64Array = new Float64Array(NODE_STRIDE * PLACES);
  /** Corners and radius of the same nodes, where they are leaves. */
  readonly leaves: Float64Array = new Float64Array(NODE_STRIDE * PLACES);
  private readonly kept: Int32Array = new Int32Array(PLACES);
  private readonly tags: Int32Array = new Int32Array(PLACES);

  forget(): void {
    this.kept.fill(-1);
  }

  /** The place in `nodes` of a node of the tree; R, nine doubles, turns it. `tag`: of the pair it is turned for. */
  placeOf(node: number, { nodes: tree, leaves }: SweptSphereTree, R: Float64Array, tag = 0): number {
    const place = (node + SPREAD * tag) & (PLACES - 1);
    const o = place << 4;
    if (this.kept[place] === node && this.tags[place] === tag) return o;
    this.kept[place] = node;
    this.tags[place] = tag;
    const { nodes } = this;
    const n = node << 4;
    turnThree(tree, n, R, nodes, o);
    nodes[o + NODE_L0] = tree[n + NODE_L0];
    nodes[o + NODE_L1] = tree[n + NODE_L1];
    nodes[o + NODE_R] = tree[n + NODE_R];
    const child = tree[n + NODE_CHILD];
    if (child < 0) {
      const leaf = (-1 - child) * LEAF_STRIDE;
      turnThree(leaves, leaf, R, this.leaves, o);
      this.leaves[o + LEAF_RADIUS] = leaves[leaf + LEAF_RADIUS];
    }
    return o;
  }
}

function turnThree(from: Float64Array, f: number, R: Float64Array, to: Float64Array, o: number): void {
  for (let i = 0; i < 9; i += 3) {
    const x = from[f + i];
    const y = from[f + i + 1];
    const z = from[f + i + 2];
    to[o + i] = R[0] * x + R[1] * y + R[2] * z;
    to[o + i + 1] = R[3] * x + R[4] * y + R[5] * z;
    to[o + i + 2] = R[6] * x + R[7] * y + R[8] * z;
  }
}
