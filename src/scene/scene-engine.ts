/**
 * Runs first-contact queries over the pairs of a scene, segment by segment, and looks at single pairs and instants
 * for what the search itself does not say: contacts, containment in solids, leaving, distances.
 */
import { Budget } from '../contact/budget.ts';
import type { Closest } from '../contact/closest-leaves.ts';
import { isContained } from '../contact/containment.ts';
import { findLeaving } from '../contact/leaving.ts';
import { MovingPair } from '../contact/moving-pair.ts';
import { PairQueue } from '../contact/pair-queue.ts';
import type { Pose } from '../math/pose.ts';
import { atRest } from '../motion/rigid-motion.ts';
import { ChainReach } from '../robot/chain-reach.ts';
import type { SceneMotions } from './scene-motions.ts';
import { SCENE_DEFAULTS, type SceneContactOptions } from './scene-options.ts';
import type { ScenePairs } from './scene-pairs.ts';
import type { StageStats } from './scene-result.ts';
import { type SceneOutcome, SceneSearch } from './scene-search.ts';
import { EPSILON, PROVABLE, StartPairs } from './start-pairs.ts';

/** Single pairs kept for another look. */
const MOST_KEPT = 64;

export class SceneEngine {
  readonly pairs: ScenePairs;
  readonly start: StartPairs;
  readonly search: SceneSearch;
  readonly outcome: SceneOutcome = { status: 'free', time: 0, reason: 'iterations', pair: -1, leafA: -1, leafB: -1 };
  readonly budget: Budget = new Budget();
  /** What the stages of the last query did, where its method has any. */
  stages: readonly StageStats[] = [];
  tolerance = 0;
  private readonly reaches: readonly ChainReach[];
  private readonly poses: readonly (Pose | undefined)[];
  private readonly kept: Map<number, MovingPair> = new Map();
  private readonly queue: PairQueue = new PairQueue();
  private readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  private segment = 0;
  private clearance = 0;

  /** poses: where bodies of their own stand while no motion is given. */
  constructor(pairs: ScenePairs, poses: readonly (Pose | undefined)[]) {
    this.pairs = pairs;
    this.poses = poses;
    this.start = new StartPairs(pairs.topFrom + pairs.movable);
    this.search = new SceneSearch(pairs);
    this.reaches = pairs.chains.map((chain) => new ChainReach(chain));
    this.search.leaving = (pair) => this.leavingTime(pair);
    this.search.inspect = () => this.lookInside();
  }

  /** All views take over a segment; everything is placed at its start. */
  load(motions: SceneMotions, segment: number): void {
    const { pairs, reaches } = this;
    this.segment = segment;
    pairs.clock[0] = 0;
    for (let r = 0; r < reaches.length; r++) {
      const path = motions.robots[r];
      pairs.chains[r].load(path, Math.min(segment, path.segments - 1));
      reaches[r].begin();
    }
    for (const view of pairs.movingViews) {
      const { robot } = pairs.moving[view.body];
      if (robot >= 0) view.begin(reaches[robot]);
      else view.move(motions.bodies[view.body]?.[segment] ?? atRest(this.poses[view.body]));
    }
    for (const view of pairs.relativeViews) view.begin(reaches[pairs.moving[view.body].robot]);
    this.start.nextSegment();
  }

  /** Leaves the answer in outcome, its time in path time. */
  firstContact(motions: SceneMotions, tolerance: number, options: SceneContactOptions): void {
    const { start, search, outcome, budget } = this;
    const clearance = options.clearance ?? SCENE_DEFAULTS.clearance;
    this.clearance = clearance;
    this.tolerance = tolerance;
    this.stages = [];
    budget.start(options.maxIterations ?? SCENE_DEFAULTS.maxIterations, options.maxMilliseconds ?? SCENE_DEFAULTS.maxMilliseconds);
    const { counts } = search;
    counts.nodes = counts.triangles = counts.poses = counts.iterations = 0;
    for (const chain of this.pairs.chains) chain.placements = 0;
    outcome.pair = outcome.leafA = outcome.leafB = -1;
    start.begin(clearance, tolerance, options.start === 'leaving');
    for (let segment = 0; segment < motions.segments; segment++) {
      this.load(motions, segment);
      search.run(0, clearance, start, budget, outcome);
      outcome.time += segment;
      if (outcome.status !== 'free') break;
    }
    if (outcome.status === 'contact') this.checkProvable();
  }

  /** Found, but finer than doubles can prove here. */
  private checkProvable(): void {
    const { start, pairs, outcome } = this;
    start.settle(outcome.pair, pairs.viewA(outcome.pair), pairs.viewB(outcome.pair));
    if (start.numbers[PROVABLE] === 1) return;
    outcome.status = 'unresolved';
    outcome.reason = 'precision';
  }

  /** Where surfaces do not touch at the start, one body may still be wholly inside another, a solid. */
  private lookInside(): void {
    const { start, pairs } = this;
    for (const pair of start.solids) {
      if (start.records.get(pair)?.overlaps) continue;
      const moving = this.pair(pair);
      moving.placeAt(0);
      const inside = isContained(moving);
      if (inside === false) continue;
      start.settle(pair, pairs.viewA(pair), pairs.viewB(pair));
      if (inside) start.observeInside(pair, start.numbers[EPSILON]);
      else start.doubtful = pair;
    }
  }

  /** When an exempt pair is proven apart in the segment loaded. */
  private leavingTime(pair: number): number {
    const { start, pairs } = this;
    const record = start.records.get(pair);
    if (record === undefined) return Infinity;
    const time = findLeaving(this.pair(pair), this.queue, this.budget, start.apart(record.epsilon), this.closest);
    if (!(time >= 0 && time <= 1)) return Infinity;
    start.leave(pair, this.segment + time);
    pairs.clock[0] = 0;
    return time;
  }

  /** A pair by itself, under the segment loaded. */
  pair(number: number): MovingPair {
    const { pairs, kept } = this;
    let moving = kept.get(number);
    const a = pairs.viewA(number);
    const b = pairs.viewB(number);
    if (moving === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      moving = new MovingPair(a.tree, b.tree);
      kept.set(number, moving);
    }
    moving.begin(a, b, this.clearance);
    return moving;
  }
}
