/**
 * `auto` for two bodies: which of the default's searches answers, and in what order. Bodies that look convex as wholes,
 * then who follows, where one is given, then the leaves that touched before, then best first, along straight ways where
 * nothing turns. Guarantee: each of these gives it; docs/guarantee.md.
 */
import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import { hullPointsOf } from '../../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import type { Budget } from '../budget.ts';
import type { LeavesWithin } from '../collect-contacts.ts';
import type { PairMethod, PairQuestion, PairSearch } from '../method.ts';
import type { MovingPair } from '../moving-pair.ts';
import { DEFAULT_ITERATIONS } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import type { PairQueue } from '../pair-queue.ts';
import type { PairFirstContact } from '../result.ts';
import type { StartRule } from '../start-rule.ts';
import { LEAF_STEP } from '../triangle-gap.ts';
import { searchBestFirst } from './best-first.ts';
import { HullSearch } from './hulls/hull-search.ts';
import { HullSweep } from './hulls/hull-sweep.ts';
import type { NearPairs } from './hulls/near-pairs.ts';
import { StraightSearch } from './straight/straight-search.ts';

/** A repeated contact that is not reached in so many steps is no help. */
const MOST_REPEATED_STEPS = 40;

/** The default. */
export const AUTO: PairMethod = { name: 'auto', maxIterations: DEFAULT_ITERATIONS, pair: () => new AutoSearch() };

/** Who answers from what the last search of the same two left. False: nothing is answered. */
export interface Follows {
  search(queue: PairQueue, budget: Budget, start: StartRule, outcome: Outcome): boolean;
}

export class AutoSearch implements PairSearch {
  readonly gapOnly = false;
  private straight: StraightSearch | undefined;
  /** Made where both bodies look convex. */
  private hulls: HullSearch | undefined;
  /** Made where one body looks convex, and flies straight at a mesh. */
  private sweep: HullSweep | undefined;
  /** Whoever found the contact knows the leaves next to it. */
  private near: NearPairs | null = null;
  /** What the search left in the queue holds every pair of leaves that is within tolerance at the contact. */
  private queueHasAll = false;
  private readonly follow: ((pair: MovingPair) => Follows) | null;
  private follower: Follows | undefined;
  private readonly leafNodes: Map<SweptSphereTree, Int32Array> = new Map();

  /** follow: how to make one who follows coherent motions; null: each is searched anew. */
  constructor(follow: ((pair: MovingPair) => Follows) | null = null) {
    this.follow = follow;
  }

  /** By the bodies as wholes, where they look convex. Otherwise start.clear may have moved on. */
  early(question: PairQuestion): boolean {
    const { pair, start, budget, outcome, tolerance, mode } = question;
    this.queueHasAll = false;
    this.near = null;
    if (mode === 'any' || pair.spins) return false;
    const a = hullPointsOf(pair.treeA);
    const b = hullPointsOf(pair.treeB);
    if (a === null || b === null) return this.swept(question, true);
    // trees may have been fitted to new positions
    if (this.hulls?.a !== a || this.hulls.b !== b) this.hulls = new HullSearch(a, b);
    const done = this.hulls.search(pair, start, tolerance, budget, outcome);
    if (done && outcome.status === 'contact' && !pair.together) this.near = this.hulls.near;
    return done;
  }

  /** By one of the bodies as a whole, where it looks convex and flies straight. `apart`: only where they start so. */
  private swept({ pair, start, budget, outcome, tolerance, mode, previous }: PairQuestion, apart: boolean): boolean {
    const { treeA, treeB } = pair;
    if (!pair.straight || this.follow !== null || previous !== null || mode === 'any') return false;
    const a = hullPointsOf(treeA);
    const b = hullPointsOf(treeB);
    const hull = a ?? b;
    // two that look convex are walked
    if (hull === null || (a !== null && b !== null)) return false;
    if (!(a === null ? HullSweep.suits(treeB, treeA) : HullSweep.suits(treeA, treeB))) return false;
    if (this.sweep?.hull !== hull) this.sweep = new HullSweep(hull, pair, a !== null);
    const done = this.sweep.search(pair, start, tolerance, budget, outcome, apart);
    if (done && outcome.status === 'contact' && !pair.together) this.near = this.sweep.near;
    return done;
  }

  search(question: PairQuestion): void {
    const { pair, start, budget, outcome, queue, previous } = question;
    this.queueHasAll = false;
    this.near = null;
    if (start.clear === start.from && this.swept(question, false)) return;
    if (this.follow !== null) {
      this.follower ??= this.follow(pair);
      if (this.follower.search(queue, budget, start, outcome)) return;
    }
    const until = previous === null ? Infinity : this.contactAgain(previous, question);
    this.searchTimes(question, until);
    // the start turned out nearer than the repeated contact was judged by
    if (outcome.status === 'contact' && outcome.time === until) {
      pair.placeAt(until);
      if (!start.touches(pair.leafDistance(outcome.leafA, outcome.leafB))) this.searchTimes(question, Infinity);
    }
  }

  leavesThere({ pair, queue, outcome }: PairQuestion): LeavesWithin | null {
    const { near, straight } = this;
    if (near !== null) return (within, visit) => near.forEach(pair, within, visit);
    if (!this.queueHasAll) return null;
    return (within, visit) => (straight as StraightSearch).forLeavesLeft(pair, queue, outcome, within, visit);
  }

  private searchTimes({ pair, start, budget, outcome, queue, tolerance }: PairQuestion, until: number): void {
    if (!pair.straight) searchBestFirst(pair, queue, budget, start, until, outcome);
    else {
      this.straight ??= new StraightSearch();
      this.straight.search(pair, queue, budget, start, tolerance, until, outcome);
      this.queueHasAll = outcome.status === 'contact' && until === Infinity && !pair.together;
    }
  }

  /**
   * The time at which the leaves that touched in the step before touch again, or Infinity: nothing later needs to be
   * looked at. Leaves their numbers in the outcome.
   */
  private contactAgain(previous: PairFirstContact, { pair, start, outcome }: PairQuestion): number {
    const { treeA, treeB } = pair;
    const contact = previous.contacts.at(0);
    if (contact === undefined) return Infinity;
    const nodeA = this.leafNode(treeA, contact.a.triangle);
    const nodeB = this.leafNode(treeB, contact.b.triangle);
    if (nodeA < 0 || nodeB < 0) return Infinity;
    outcome.leafA = leafAt(treeA, nodeA);
    outcome.leafB = leafAt(treeB, nodeB);
    let t = start.from;
    for (let step = 0; step < MOST_REPEATED_STEPS; step++) {
      pair.placeAt(t);
      const distance = pair.leafDistance(outcome.leafA, outcome.leafB);
      if (start.touches(distance)) return t > start.from ? t : Infinity;
      pair.stepOfLeaves(nodeA, outcome.leafA, nodeB, outcome.leafB, start.reserve);
      const gain = pair.leaf[LEAF_STEP];
      if (!(t + gain > t) || gain === Infinity) return Infinity;
      t += gain;
    }
    return Infinity;
  }

  /** The leaf node of a triangle, −1 when there is none; the table is made at the first call. */
  private leafNode(tree: SweptSphereTree, triangle: number): number {
    let table = this.leafNodes.get(tree);
    if (table === undefined) {
      table = new Int32Array(tree.leafCount);
      for (let node = 0; node < tree.nodeCount; node++) {
        if (tree.nodes[(node << 4) + NODE_CHILD] < 0) table[tree.triangles[leafAt(tree, node)]] = node;
      }
      this.leafNodes.set(tree, table);
    }
    return table[triangle] ?? -1;
  }
}

/** Leaf number at a leaf node. */
function leafAt({ nodes }: SweptSphereTree, node: number): number {
  return -1 - nodes[(node << 4) + NODE_CHILD];
}
