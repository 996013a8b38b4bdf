/** Which of two nodes is split, in every search over pairs of nodes: the larger one, unless only one has parts. */
import { NODE_CHILD, NODE_SIZE } from '../hierarchy/fit-swept-sphere.ts';

/** True: node a of A; false: node b of B. One of them has parts. */
export function splitsA(nodesA: Float64Array, a: number, nodesB: Float64Array, b: number): boolean {
  const m = a << 4;
  const n = b << 4;
  return nodesB[n + NODE_CHILD] < 0 || (nodesA[m + NODE_CHILD] >= 0 && nodesA[m + NODE_SIZE] >= nodesB[n + NODE_SIZE]);
}
