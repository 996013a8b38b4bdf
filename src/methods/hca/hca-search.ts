/**
 * `hca` for scenes: first contact of any of many pairs of bodies by temporal culling [Tang et al. 2013, Alg. 4]. The
 * pairs that boxes leave [hca-culling.ts] get an upper bound, the contact of two of their triangles, and a lower one,
 * by advancing only the upper levels of their trees; pairs whose lower bound is not before the least upper one are
 * dropped, the others advanced in the order of their lower bounds [Alg. 3, as contact/methods/hca.ts], each cut off at
 * the earliest contact found so far.
 *
 * Guarantee: as scene-search.ts gives it, for every pair with its own tolerance τ′ [start-pairs.ts]; every contact
 * told, and every upper bound, is that of two leaves within the pair's limit. Deviations: lower bounds start at the
 * root, so that a depth of 0 means something; an upper bound that takes too many steps is given up; triangles at random
 * come from a fixed seed.
 */
import { type Budget, milliseconds } from '../../contact/budget.ts';
import { PairStack } from '../../contact/pair-stack.ts';
import { NODE_CHILD } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { Random } from '../../math/random.ts';
import type { NearPairs } from '../../scene/pairs/near-pairs.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { View } from '../../scene/pairs/view.ts';
import type { StageStats } from '../../scene/search/scene-method.ts';
import { giveUp, type SceneOutcome } from '../../scene/search/scene-outcome.ts';
import type { SceneCounts } from '../../scene/search/scene-search.ts';
import { EXEMPT, type StartPairs } from '../../scene/search/start-pairs.ts';
import { DirectionalBound } from '../culling/directional-bound.ts';
import type { ObjectBoxes } from '../culling/object-boxes.ts';
import type { ClosingSide } from './closing-speed.ts';
import { HcaCulling } from './hca-culling.ts';
import { HcaDescent, type PairUnderWay } from './hca-descent.ts';
import { BEST, HcaPair, REACHED } from './hca-pair.ts';
import { PoseGrid } from './hca-pose-grid.ts';
import { TreeLevels } from './tree-levels.ts';

/**
 * Temporal culling of link pairs [Tang et al. 2013, §5.3], for method `hca`. A matter of speed: it changes nothing that
 * is proven.
 */
export interface TemporalOptions {
  /**
   * Where upper bounds on the time come from: triangles taken at random, or those that touched in the query before.
   * Default 'random'.
   */
  readonly upperBounds?: 'random' | 'coherent' | 'none';
  /** T_t: poses are kept at multiples of this share of a segment, in [0, 1]. Default 0.01; 0: none are kept. */
  readonly timeGrid?: number;
  /** T_depth as a share of the trees' depth, in [0, 1]. Default 1/3. */
  readonly depth?: number;
}

/** Steps after which a triangle pair that shall give an upper bound is given up; the paper's limit on iterations. */
const MOST_STEPS = 50;

const TEMPORAL_DEFAULTS: Required<TemporalOptions> = { upperBounds: 'random', timeGrid: 0.01, depth: 1 / 3 };

/** What one stage did, over the segments of a query. */
interface StageWork extends StageStats {
  tested: number;
  culled: number;
  milliseconds: number;
}

export class SceneHca {
  /**
   * When an exempt pair is proven apart in this segment, which it then notes at the start's records; Infinity: not in
   * it.
   */
  leaving: ((pair: number) => number) | null = null;
  /** Looks at what only the start can show, before it is closed. */
  inspect: ((start: StartPairs) => void) | null = null;
  private readonly work: readonly [StageWork, StageWork, StageWork];
  private readonly pairs: ScenePairs;
  private readonly counts: SceneCounts;
  private readonly bounds: readonly DirectionalBound[];
  private readonly culling: HcaCulling;
  private readonly grid: PoseGrid;
  private readonly current: HcaPair;
  private readonly descent: HcaDescent;
  private readonly stack: PairStack = new PairStack();
  private readonly levels: Map<SweptSphereTree, TreeLevels> = new Map();
  /** By pair, the nodes of the leaves that touched last. */
  private readonly touched: Map<number, readonly [number, number]> = new Map();
  private options: Required<TemporalOptions> = TEMPORAL_DEFAULTS;
  private random: Random = new Random(0);

  /** counts: where work is counted, and objects: around what stands; shared with the scene's other methods. */
  constructor(pairs: ScenePairs, near: NearPairs | null, counts: SceneCounts, objects: ObjectBoxes) {
    this.pairs = pairs;
    this.counts = counts;
    this.bounds = pairs.chains.map((chain) => new DirectionalBound(chain, pairs.reference));
    this.culling = new HcaCulling(pairs, near, this.bounds, objects);
    this.grid = new PoseGrid(pairs);
    this.current = new HcaPair(pairs.clock, this.grid, counts);
    this.descent = new HcaDescent(this.current, counts, this.touched);
    this.work = [newStage('dynamic BVH'), newStage('lower bounds'), newStage('advancement')];
  }

  /** A new query begins. */
  begin({ upperBounds, timeGrid, depth }: TemporalOptions = {}): void {
    this.options = {
      upperBounds: upperBounds ?? TEMPORAL_DEFAULTS.upperBounds,
      timeGrid: timeGrid ?? TEMPORAL_DEFAULTS.timeGrid,
      depth: depth ?? TEMPORAL_DEFAULTS.depth,
    };
    this.random = new Random('temporal culling');
    for (const stage of this.work) stage.tested = stage.culled = stage.milliseconds = 0;
  }

  /** What the stages did in this query so far. */
  get stages(): readonly StageStats[] {
    return this.work.map((stage) => ({ ...stage }));
  }

  /** Searches [from, 1] of the segment that all views have begun; as SceneSearch.run. */
  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): void {
    const { pairs, culling, grid, work } = this;
    const [boxes, bounding, advancing] = work;
    const begun = milliseconds();
    const { times } = this.current;
    times[BEST] = Infinity;
    if (budget.spent()) return giveUp(from, budget, outcome);
    pairs.clock[0] = 0;
    for (const bound of this.bounds) bound.begin();
    grid.begin(this.options.timeGrid);
    if (!culling.run(from, clearance, start, budget) || budget.late) return giveUp(from, budget, outcome);
    boxes.tested += culling.tested;
    boxes.culled += culling.tested - culling.left.length;
    const list: PairUnderWay[] = [];
    for (const pair of culling.left) {
      if (budget.isLate()) return giveUp(from, budget, outcome);
      if (start.flags[pair] !== EXEMPT) list.push(this.enter(pair, from));
    }
    boxes.milliseconds += milliseconds() - begun;
    if (start.open) {
      for (const under of list) if (this.meet(under, from, clearance, start, budget)) return giveUp(from, budget, outcome);
      this.inspect?.(start);
      if (start.close(outcome)) return;
    }
    const judged = list.filter(({ pair }) => start.flags[pair] !== EXEMPT);
    this.addLeavers(judged, start);
    outcome.status = 'free';

    const between = milliseconds();
    bounding.tested += judged.length;
    let spent = false;
    for (let i = 0; i < judged.length && !spent; i++) spent = this.bound(judged[i], clearance, start, budget, outcome);
    const early = judged.filter(({ lower }) => lower < times[BEST]).sort((p, q) => p.lower - q.lower);
    bounding.culled += judged.length - early.length;
    const after = milliseconds();
    bounding.milliseconds += after - between;
    advancing.tested += early.length;
    for (let i = 0; i < early.length && !spent; i++) {
      const under = early[i];
      if (under.lower < times[BEST]) spent = this.advance(under, clearance, start, budget, outcome);
      else advancing.culled++;
    }
    advancing.milliseconds += milliseconds() - after;
    this.conclude(early, spent, budget, outcome);
  }

  /** Everything not done is proven up to its own time only. */
  private conclude(list: readonly PairUnderWay[], spent: boolean, budget: Budget, outcome: SceneOutcome): void {
    const best = this.current.times[BEST];
    outcome.time = Math.min(1, best);
    if (!spent) return;
    let safe = best;
    for (const { lower } of list) safe = Math.min(safe, lower);
    if (safe < best) giveUp(safe, budget, outcome);
  }

  /** A pair with the bounds on its two bodies' speeds; everything is placed at t = 0. */
  private enter(pair: number, from: number): PairUnderWay {
    const { pairs } = this;
    const a = pairs.viewA(pair);
    const b = pairs.viewB(pair);
    const ancestor = a.chain !== null && a.chain === b.chain ? commonAncestor(a.chain.parents, a.link, b.link) : -1;
    return { pair, a: this.side(a, ancestor), b: this.side(b, ancestor), lower: from };
  }

  private side(view: View, ancestor: number): ClosingSide {
    const { chain, link } = view;
    if (chain === null) return { view, bound: null, table: null };
    const bound = this.bounds[this.pairs.moving[view.body].robot];
    return { view, bound, table: bound.prepare(link, ancestor) };
  }

  /** Exempt pairs are judged from the time on at which they are proven apart. */
  private addLeavers(list: PairUnderWay[], start: StartPairs): void {
    const { leaving, pairs } = this;
    if (leaving === null) return;
    for (const { pair, left } of start.records.values()) {
      if (left !== null) continue;
      const time = leaving(pair);
      pairs.clock[0] = 0;
      if (time <= 1) list.push(this.enter(pair, time));
    }
  }

  /** Looks at the leaves of a pair that are within clearance + 2τ at the start; true: the budget is spent. */
  private meet({ pair, a, b }: PairUnderWay, from: number, clearance: number, start: StartPairs, budget: Budget): boolean {
    const { current, stack, counts } = this;
    const nodesA = a.view.nodes;
    const nodesB = b.view.nodes;
    start.settle(pair, a.view, b.view);
    current.set(a, b, start, clearance, start.concern);
    current.times[REACHED] = from;
    if (!current.meets(0, 0, false)) return false;
    start.enter(pair, a.view, b.view);
    stack.clear();
    stack.push(0, 0);
    while (stack.pop()) {
      counts.iterations++;
      if (budget.spent()) return true;
      const childA = nodesA[(stack.a << 4) + NODE_CHILD];
      const childB = nodesB[(stack.b << 4) + NODE_CHILD];
      if (childA < 0 && childB < 0) {
        const distance = current.leafDistance(stack.a, stack.b);
        start.settle(pair, a.view, b.view);
        start.observe(pair, distance, -1 - childA, -1 - childB);
        // it is settled that they overlap, but not yet how far they are apart
        if (start.flags[pair] === EXEMPT) current.narrow(start.records.get(pair)?.distance ?? 0);
        if (distance <= 0) return false;
        continue;
      }
      const splitA = splitsA(nodesA, stack.a, nodesB, stack.b);
      const { a: na, b: nb } = stack;
      for (let k = 1; k >= 0; k--) {
        const ca = splitA ? childA + k : na;
        const cb = splitA ? nb : childB + k;
        if (current.meets(ca, cb, splitA)) stack.push(ca, cb);
      }
    }
    return false;
  }

  /** Upper and lower bound on the time of contact of a pair; true: the budget is spent. */
  private bound(under: PairUnderWay, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): boolean {
    const { current, options } = this;
    const { pair, a, b } = under;
    start.settle(pair, a.view, b.view);
    current.set(a, b, start, clearance, 0);
    const levelsA = this.levelsOf(a.view.tree);
    const levelsB = this.levelsOf(b.view.tree);
    let na = -1;
    let nb = -1;
    if (options.upperBounds === 'random') {
      na = levelsA.leafNodes[this.random.integer(levelsA.leafNodes.length)];
      nb = levelsB.leafNodes[this.random.integer(levelsB.leafNodes.length)];
    } else if (options.upperBounds === 'coherent') {
      [na, nb] = this.touched.get(pair) ?? [-1, -1];
    }
    const { times } = current;
    if (na >= 0) {
      times[REACHED] = under.lower;
      if (current.advanceLeaves(na, nb, budget, MOST_STEPS) === 'contact') this.descent.note(under, na, nb, outcome);
    }
    times[REACHED] = under.lower;
    current.advanceNodes(0, 0, false, budget);
    under.lower = times[REACHED];
    return this.descent.run(under, { a: levelsA, b: levelsB, depth: options.depth }, budget, outcome);
  }

  /** Advances a pair to its contact, or past the best one; true: the budget is spent. */
  private advance(under: PairUnderWay, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): boolean {
    const { a, b, pair } = under;
    start.settle(pair, a.view, b.view);
    this.current.set(a, b, start, clearance, 0);
    return this.descent.run(under, null, budget, outcome);
  }

  private levelsOf(tree: SweptSphereTree): TreeLevels {
    let levels = this.levels.get(tree);
    if (levels === undefined) {
      levels = new TreeLevels(tree);
      this.levels.set(tree, levels);
    }
    return levels;
  }
}

function newStage(stage: string): StageWork {
  return { stage, tested: 0, culled: 0, milliseconds: 0 };
}

function commonAncestor(parents: Int32Array, a: number, b: number): number {
  let i = a;
  let j = b;
  while (i !== j) {
    if (i > j) i = parents[i];
    else j = parents[j];
  }
  return i;
}
