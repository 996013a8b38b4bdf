/**
 * Every pair of leaves whose distance at the placed instant is at most `within`, up to rounding in favour of being
 * listed: depth first, node pairs provably farther apart left out. The visitor answers whether to go on. Where the
 * pair's budget is late, there may be more.
 */
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../hierarchy/split-rule.ts';
import type { MovingPair } from './moving-pair.ts';
import type { PairStack } from './pair-stack.ts';
import { REST } from './volume-gap.ts';

export function forLeavesWithin(
  pair: MovingPair,
  stack: PairStack,
  within: number,
  visit: (leafA: number, leafB: number) => boolean,
): void {
  const nodesA = pair.treeA.nodes;
  const nodesB = pair.treeB.nodes;
  const { budget } = pair;
  const rounding = pair.roundingNow;
  pair.widen(0);
  // what a node's gap leaves out
  const beyond = Math.max(0, within - pair.clearance);
  pair.frame[REST] = -1;
  stack.clear();
  stack.push(0, 0);
  while (stack.pop()) {
    if (budget.isLate()) break;
    const { a, b } = stack;
    const childA = nodesA[(a << 4) + NODE_CHILD];
    const childB = nodesB[(b << 4) + NODE_CHILD];
    if (childA < 0 && childB < 0) {
      const near = pair.leafDistance(-1 - childA, -1 - childB) <= within + rounding;
      if (near && !visit(-1 - childA, -1 - childB)) break;
      continue;
    }
    const splitA = splitsA(nodesA, a, nodesB, b);
    const first = splitA ? childA : childB;
    if (splitA) pair.frameOnB(b);
    else pair.frameOnA(a);
    for (let child = first + 1; child >= first; child--) {
      if (splitA) pair.stepFromB(child, b);
      else pair.stepFromA(a, child);
      if (pair.nodeGap() <= beyond) stack.push(splitA ? child : a, splitA ? b : child);
    }
  }
  if (!pair.gapOnly) pair.frame[REST] = 1 - pair.time;
}
