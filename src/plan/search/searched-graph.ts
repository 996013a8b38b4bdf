/** A tree of a search as flat lists, for whoever wants to look at it. */
import type { SearchedGraph } from '../plan-result.ts';
import type { SearchTree } from './search-tree.ts';

/** size: how many numbers a state has. */
export function searchedGraph(tree: SearchTree, from: SearchedGraph['from'], leg: number, size: number): SearchedGraph {
  const { count, parents, proven, states } = tree;
  const edges: number[] = [];
  const known: number[] = [];
  for (let node = 0; node < count; node++) {
    if (parents[node] < 0) continue;
    edges.push(parents[node], node);
    known.push(proven[node]);
  }
  return { from, leg, states: states.slice(0, count * size), edges: Uint32Array.from(edges), proven: Uint8Array.from(known) };
}
