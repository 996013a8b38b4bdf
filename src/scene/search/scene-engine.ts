/**
 * Runs first-contact queries over the pairs of a scene, segment by segment, and looks at single pairs and instants
 * for what the search itself does not say: contacts, containment in solids, leaving, distances.
 */

import { Budget, PAIRS_A_UNIT } from '../../contact/budget.ts';
import type { Closest } from '../../contact/closest-leaves.ts';
import { type InsideVertex, isContained } from '../../contact/containment.ts';
import { findLeaving, GAVE_UP } from '../../contact/leaving.ts';
import { checkOutcome, isBuiltIn } from '../../contact/method.ts';
import { MovingPair } from '../../contact/moving-pair.ts';
import { DEFAULT_ITERATIONS } from '../../contact/options.ts';
import { undecided } from '../../contact/outcome.ts';
import { PairQueue } from '../../contact/pair-queue.ts';
import type { Pose } from '../../math/pose.ts';
import type { Motion } from '../../motion/motion.ts';
import { restMotion } from '../../motion/rigid-motion.ts';
import { JoinedMotions, LEAST_JOINED } from '../content/joined-motions.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { type PairDistances, withMore } from '../pairs/clearance-rules.ts';
import { NearPairs } from '../pairs/near-pairs.ts';
import { NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import { largestRounding } from './largest-rounding.ts';
import { MotionProbes } from './motion-probes.ts';
import type { PathProgress } from './path-progress.ts';
import { SceneDistance } from './scene-distance.ts';
import type { StageStats } from './scene-method.ts';
import { AUTO, type SceneGround, type SceneMethod, type SegmentSearch } from './scene-method.ts';
import { type EngineOptions, SCENE_DEFAULTS } from './scene-options.ts';
import { giveUp, type SceneOutcome } from './scene-outcome.ts';
import { SceneSearch } from './scene-search.ts';
import type { Span } from './span.ts';
import { ALL_LEAVE, EPSILON, NONE_LEAVE, PROVABLE, StartPairs } from './start-pairs.ts';

/** Several segments are searched together for as much more distance as so many tolerances. */
const MORE = 3;
/** Where fewer of them are proven free at once, so many are searched by themselves before it is tried again. */
const WORTH_JOINING = 2;
const PAUSE = 3;
/** Single pairs kept for another look. */
const MOST_KEPT = 64;

export class SceneEngine implements SceneGround {
  /** Who is inside whom, as of the last look. */
  private readonly inside: InsideVertex = { side: 0, vertex: -1 };
  readonly pairs: ScenePairs;
  /** Where not all pairs have numbers: finds those that come near. */
  readonly near: NearPairs | null;
  readonly start: StartPairs;
  readonly search: SceneSearch;
  readonly outcome: SceneOutcome = { status: 'free', time: 0, reason: 'iterations', pair: -1, leafA: -1, leafB: -1 };
  readonly budget: Budget = new Budget();
  /** Who is told how far the question at hand is; null: nobody. */
  progress: PathProgress | null = null;
  /** When the question at hand has to be answered, by the clock; of all searches that it takes together. */
  private deadline = Infinity;
  /** What the stages of the last query did, where its method has any. */
  stages: readonly StageStats[] = [];
  enclosures = 0;
  tolerance = 0;
  readonly distance: SceneDistance;
  private readonly poses: readonly (Pose | undefined)[];
  private readonly kept: Map<number, MovingPair> = new Map();
  /** What each method made, by the function that made it. */
  private searches: WeakMap<SceneMethod['scene'], SegmentSearch> = new WeakMap();
  private readonly queue: PairQueue = new PairQueue();
  private readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  /** The one that is loaded. */
  segment = 0;
  /** Whose segment it is; null: not known, or not all of it. */
  private loaded: ResolvedMotions | null = null;
  private clearance = 0;
  private madeProbes: MotionProbes | null = null;
  private readonly joined: JoinedMotions = new JoinedMotions();
  /** What is searched together: segments that are nearly one motion. */
  private readonly trialStart: StartPairs;
  private readonly trial: SceneOutcome = { status: 'free', time: 0, reason: 'iterations', pair: -1, leafA: -1, leafB: -1 };

  /** poses: where bodies of their own stand while no motion is given. */
  constructor(pairs: ScenePairs, poses: readonly (Pose | undefined)[]) {
    this.pairs = pairs;
    this.poses = poses;
    this.near = pairs.listsAll ? null : new NearPairs(pairs);
    this.start = new StartPairs(pairs);
    this.trialStart = new StartPairs(pairs);
    this.search = new SceneSearch(pairs, this.near);
    this.distance = new SceneDistance(pairs, this.near);
    this.search.leaving = (pair) => this.leavingTime(pair);
    this.search.inspect = (start) => this.lookInside(start);
  }

  /** A new question begins, to be answered until then. */
  allowUntil(deadline: number): void {
    this.deadline = deadline;
    this.loaded = null;
    this.joined.forget();
    this.budget.startUntil(Infinity, deadline);
  }

  /**
   * All views take over a segment, or those that were joined from there on; everything is placed at its start. Where
   * the budget is late, some may not have.
   */
  load(motions: ResolvedMotions, segment: number, joined: JoinedMotions | null = null): void {
    const { pairs, budget } = this;
    const { chains, moving, movingViews } = pairs;
    this.segment = segment;
    this.loaded = null;
    pairs.clock[0] = 0;
    // where neither robot nor obstacle gives one, the first body's place is the reference: a scene far away loses
    // nothing
    if (chains.length === 0 && pairs.standing.length === 0 && moving.length > 0)
      this.motionOf(motions, 0).startPosition(pairs.reference, 0);
    for (let r = 0; r < chains.length; r++) {
      const path = motions.robots[r];
      const together = joined?.robots[r] ?? null;
      if (together !== null) chains[r].load(together, 0, together);
      else chains[r].load(path, Math.min(segment, path.segments - 1));
      if (budget.isLate(1 + (chains[r].parents.length >> 2))) return;
    }
    // bodies of their own come first
    for (let body = 0; body < moving.length && moving[body].robot < 0; body++) {
      if (budget.isLate()) return;
      movingViews[body].move(this.motionOf(motions, body));
    }
    pairs.begin(budget);
    this.start.nextSegment();
    if (!budget.late && joined === null) this.loaded = motions;
  }

  private motionOf(motions: ResolvedMotions, body: number): Motion {
    return motions.bodies[body]?.[this.segment] ?? restMotion(this.poses[body]);
  }

  /**
   * Leaves the answer in outcome, its time in path time. `from`: a path time at which nothing is near; `exempt`: pairs
   * not judged; `span`: only these segments, answered, and their work counted, as on the way along the whole path.
   */
  firstContact(
    motions: ResolvedMotions,
    tolerance: number,
    options: EngineOptions,
    from = 0,
    exempt: PairSet = NO_PAIRS,
    mayLeave: (pair: number) => boolean = options.start === 'leaving' ? ALL_LEAVE : NONE_LEAVE,
    span: Span = { first: 0, last: motions.segments },
  ): void {
    const { start, search, outcome, budget } = this;
    const clearance = options.clearance ?? SCENE_DEFAULTS.clearance;
    const distances = options.distances ?? clearance;
    this.clearance = clearance;
    this.tolerance = tolerance;
    const { method = AUTO } = options;
    const usual = method.maxIterations;
    const searching = this.searchOf(method);
    searching.begin?.(method.options);
    budget.startUntil(options.maxIterations ?? usual, this.deadline);
    this.countFromHere();
    outcome.pair = outcome.leafA = outcome.leafB = -1;
    start.begin(distances, tolerance, mayLeave, from === 0, exempt);
    const first = Math.max(span.first, Math.min(Math.floor(from), motions.segments - 1));
    this.stages = [];
    this.enclosures = 0;
    if (start.open && first > 0 && !this.lookAtStart(motions, first, options.maxIterations ?? usual)) return;
    // what may leave is no contact until it has left, which an instant does not tell
    search.probes = options.mode === 'any' && from === 0 && mayLeave === NONE_LEAVE ? this.probesFor(distances, exempt) : null;
    // a limit is on those of each segment by itself
    const joins = method === AUTO && options.maxIterations === undefined;
    // segments before this one are searched by themselves
    let alone = from > first ? first + 1 : first;
    for (let segment = first; segment < span.last; segment++) {
      if (options.maxIterations === undefined) budget.renew(usual);
      if (joins && segment >= alone) {
        const proven = this.searchTogether(motions, segment, span.last, distances, exempt);
        if (proven < segment + WORTH_JOINING) alone = Math.min(segment + PAUSE, this.joined.endOf(motions, segment));
        for (; segment < proven; segment++) this.progress?.reached(segment + 1);
        if (segment === span.last) {
          Object.assign(outcome, { status: 'free', time: segment });
          this.segment = segment - 1;
          break;
        }
      }
      this.load(motions, segment);
      search.probes?.begin();
      const begin = segment === first ? Math.max(0, from - first) : 0;
      if (budget.late) giveUp(begin, budget, outcome);
      else {
        undecided(outcome, begin);
        searching.run(begin, clearance, start, budget, outcome);
        if (method !== AUTO && !isBuiltIn(method)) checkOutcome(method, outcome, begin);
      }
      if (start.gaveUp) {
        undecided(outcome, 0, budget.reason);
        outcome.pair = -1;
      }
      if (outcome.status === 'unresolved' && budget.late) outcome.reason = 'milliseconds';
      outcome.time += segment;
      if (outcome.status !== 'free') break;
      this.progress?.reached(segment + 1);
    }
    this.stages = searching.stages ?? [];
    this.enclosures = searching.enclosures ?? 0;
    if (outcome.status === 'contact') this.checkProvable();
  }

  /**
   * Up to which segment all pairs are proven to stay apart from the start of this one on, by more than any tolerance
   * asks for, so that a search of each would find it free: those of one group are searched as one motion, with as much
   * more distance as the true one may be from it.
   */
  private searchTogether(motions: ResolvedMotions, first: number, end: number, distances: number | PairDistances, exempt: PairSet): number {
    const { joined, start, trial, trialStart, search, budget, pairs, tolerance } = this;
    if (motions.segments < LEAST_JOINED || this.isLeaving()) return first;
    const last = Math.min(joined.endOf(motions, first), end);
    if (!joined.join(motions, first, last)) return first;
    this.load(motions, first, joined);
    const { probes } = search;
    search.probes = null;
    const more = MORE * tolerance;
    trialStart.begin(withMore(distances, more), tolerance, NONE_LEAVE, start.open, exempt);
    if (!budget.late) search.run(0, this.clearance + more + 2 * pairs.largestTube(), trialStart, budget, trial);
    search.probes = probes;
    if (budget.late) return first;
    const proven = trial.status === 'free' ? last : first + joined.before(trial.time, first, last);
    if (proven > first) start.pass();
    return proven;
  }

  /** From a segment on, the first one that is not searched together with the one before. */
  cutFrom(motions: ResolvedMotions, segment: number): number {
    return segment > 0 ? Math.max(segment, this.joined.endOf(motions, segment - 1)) : 0;
  }

  /** Whether any pair is not judged because it has not left yet. */
  private isLeaving(): boolean {
    for (const { left } of this.start.records.values()) if (left === null) return true;
    return false;
  }

  private searchOf({ scene: make }: SceneMethod): SegmentSearch {
    const { searches } = this;
    let search = searches.get(make);
    if (search === undefined) {
      search = make(this);
      searches.set(make, search);
    }
    return search;
  }

  private countFromHere(): void {
    const { counts } = this.search;
    counts.nodes = counts.triangles = counts.poses = counts.iterations = 0;
    for (const chain of this.pairs.chains) chain.placements = 0;
  }

  /**
   * For segments from a later one on: what the start of the path says of pairs that are near each other there, which
   * belongs to the work on the first segment. False: it settles the outcome, or there was no time for it.
   */
  private lookAtStart(motions: ResolvedMotions, first: number, iterations: number): boolean {
    const { start, search, outcome, budget } = this;
    // those that it takes are not among the ones that are left
    budget.renew(Infinity);
    this.load(motions, 0);
    if (!budget.late) search.run(0, this.clearance, start, budget, outcome, 'start');
    if (budget.late) this.knowNothing(this.tolerance, first);
    this.countFromHere();
    if (budget.late || outcome.status !== 'free') return false;
    budget.renew(iterations);
    return true;
  }

  /** As after a question for which there was no time from a path time on. */
  knowNothing(tolerance: number, time: number): void {
    const { start, outcome } = this;
    this.tolerance = tolerance;
    this.segment = time;
    this.loaded = null;
    this.stages = [];
    start.begin(0, tolerance, NONE_LEAVE, false, NO_PAIRS);
    this.countFromHere();
    Object.assign(outcome, { status: 'unresolved', reason: 'milliseconds', time, pair: -1, leafA: -1, leafB: -1 });
  }

  private probesFor(distances: number | PairDistances, exempt: PairSet): MotionProbes {
    const { probes } = this;
    probes.keep(distances, exempt);
    return probes;
  }

  /** Looks at single instants of what is loaded. */
  get probes(): MotionProbes {
    this.madeProbes ??= new MotionProbes(this.pairs, this.near, this.budget);
    return this.madeProbes;
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
  private lookInside(start: StartPairs): void {
    const { pairs } = this;
    for (const pair of start.solids) {
      if (start.records.get(pair)?.overlaps) continue;
      if (this.budget.isLate()) {
        start.gaveUp = true;
        return;
      }
      // of many pairs most only come near later
      if (this.near !== null && start.areApart(pair, pairs.viewA(pair), pairs.viewB(pair))) continue;
      const moving = this.pair(pair);
      moving.placeAt(0);
      const inside = isContained(moving, this.inside);
      if (inside === false) continue;
      if (this.budget.late) {
        start.doubtful = pair;
        return;
      }
      start.settle(pair, pairs.viewA(pair), pairs.viewB(pair));
      if (inside) start.observeInside(pair, start.numbers[EPSILON], this.inside.side, this.triangleInside(pair));
      else start.doubtful = pair;
    }
  }

  /** When an exempt pair is proven apart in the segment loaded. */
  private leavingTime(pair: number): number {
    const { start, pairs } = this;
    const record = start.records.get(pair);
    if (record === undefined) return Infinity;
    const now = pairs.clock[0];
    const time = findLeaving(this.pair(pair), this.queue, start.apart(record), this.closest);
    pairs.clock[0] = now;
    if (time === GAVE_UP) start.gaveUp = true;
    if (!(time >= 0 && time <= 1)) return Infinity;
    start.leave(pair, this.segment + time);
    return time;
  }

  /** Looks at the start of a path only: at which pairs are near each other there, and which of them are let leave. */
  lookAtLeavers(
    motions: ResolvedMotions,
    tolerance: number,
    clearance: number,
    exempt: PairSet,
    mayLeave: (pair: number) => boolean,
  ): void {
    const { start, search, outcome, budget } = this;
    this.clearance = clearance;
    this.tolerance = tolerance;
    budget.startUntil(DEFAULT_ITERATIONS, this.deadline);
    start.begin(clearance, tolerance, mayLeave, true, exempt);
    search.probes = null;
    this.load(motions, 0);
    if (!budget.late) search.run(0, clearance, start, budget, outcome, 'start');
    // then it was not looked through
    if (start.open) start.gaveUp = true;
  }

  /** After lookAtLeavers: the pairs that start in contact and are let leave. */
  leavers(): number[] {
    return [...this.start.records.values()].flatMap(({ pair, left }) => (left === undefined ? [] : [pair]));
  }

  /** The same, and when each is proven apart; Infinity: never. */
  leavingTimes(motions: ResolvedMotions): Map<number, number> {
    const out = new Map(this.leavers().map((pair) => [pair, Infinity]));
    const { budget } = this;
    for (let segment = 0; segment < motions.segments && out.size > 0; segment++) {
      if (segment > 0) this.load(motions, segment);
      budget.renew(DEFAULT_ITERATIONS);
      if (budget.late) {
        this.start.gaveUp = true;
        break;
      }
      for (const [pair, left] of out) if (left === Infinity) out.set(pair, this.segment + this.leavingTime(pair));
      this.progress?.reached(segment + 1);
    }
    return out;
  }

  /** Loads the segment of a path time and places everything there. */
  placeAt(motions: ResolvedMotions, time: number): void {
    const segment = Math.max(0, Math.min(Math.floor(time), motions.segments - 1));
    if (this.loaded !== motions || this.segment !== segment) this.load(motions, segment);
    this.pairs.clock[0] = time - segment;
  }

  /**
   * The closest two bodies where everything is placed, into distance.found; of those looked at until it was late.
   * `enough`: where it need not be known how much nearer than this they are.
   */
  findClosest(cutoff: number, slack: number, exempt: PairSet, enough: number = -Infinity): void {
    this.distance.find(cutoff, slack, exempt, this.budget, enough);
  }

  /** Between questions: numbers of pairs that were met are given anew where there are many. */
  tidy(): void {
    if (!this.pairs.forgetMany()) return;
    this.kept.clear();
    this.start.begin(0, 0, NONE_LEAVE, false, NO_PAIRS);
    this.searches = new WeakMap();
    this.outcome.pair = -1;
  }

  /** Bound on ε of any pair whose bodies meet. */
  largestRounding(): number {
    return largestRounding(this.pairs, this.near, this.clearance);
  }

  /**
   * A pair in which one body is inside the other, a solid, where everything is placed; −1: none, or it cannot be
   * decided, or it is late.
   */
  findInside(exempt: PairSet): number {
    const { pairs } = this;
    const t = pairs.clock[0];
    if (pairs.listsAll) {
      for (let pair = 0; pair < pairs.topFrom; pair++) {
        if ((pair & PAIRS_A_UNIT) === 0 && this.budget.isLate()) return -1;
        if (pairs.ignored[pair] === 0 && this.isInside(pair, t, exempt)) return pair;
      }
      return -1;
    }
    for (const pair of this.probes.search.meeting()) if (this.isInside(pair, t, exempt)) return pair;
    return -1;
  }

  private isInside(pair: number, t: number, exempt: PairSet): boolean {
    const { viewsA, viewsB } = this.pairs;
    if (!(viewsA[pair].mesh.solid || viewsB[pair].mesh.solid) || exempt.has(pair)) return false;
    const moving = this.pair(pair);
    moving.placeAt(t);
    return isContained(moving, this.inside) === true;
  }

  /** A triangle, on the side that is inside, at the vertex found last. */
  triangleInside(pair: number): number {
    const view = this.inside.side === 0 ? this.pairs.viewA(pair) : this.pairs.viewB(pair);
    return Math.floor(view.mesh.indices.indexOf(this.inside.vertex) / 3);
  }

  get insideSide(): 0 | 1 {
    return this.inside.side;
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
      moving.budget = this.budget;
      kept.set(number, moving);
    }
    moving.begin(a, b, this.start.clearanceOf(number));
    return moving;
  }
}
