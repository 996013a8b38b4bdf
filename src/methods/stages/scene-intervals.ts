/**
 * `interval` for whole scenes: the three stages of [Redon et al. 2004]. Boxes around what the links sweep
 * [robot/dynamic-bvh.ts], volumes swept by their line swept spheres [robot/swept-volume.ts], then continuous box tests
 * and elementary equations of all pairs that are left, solved together [contact/interval-search.ts]. Links of one robot
 * are compared in the frame of their deepest common ancestor by the third stage. Guarantee: every stage is
 * conservative, so switching one off changes no verdict; contact as for every method.
 */
import { type Budget, milliseconds } from '../../contact/budget.ts';
import type { ObbTree } from '../../hierarchy/obb-tree.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import type { PairList } from '../../math/pair-list.ts';
import { POSE_SIZE, writeIdentity } from '../../motion/interval-pose.ts';
import { type IntervalMotion, STATE_OMEGA, STATE_P, STATE_SIZE, STATE_TIME, STATE_V } from '../../motion/motion.ts';
import { encloseMotion, StateBounds } from '../../motion/state-bounds.ts';
import type { Chain } from '../../robot/chain.ts';
import { ChainBounds } from '../../robot/chain-bounds.ts';
import { findAllNear, type NearPairs } from '../../scene/pairs/near-pairs.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { View } from '../../scene/pairs/view.ts';
import type { StageStats } from '../../scene/search/scene-method.ts';
import { giveUp, type SceneOutcome } from '../../scene/search/scene-outcome.ts';
import { EPSILON, EXEMPT, LIMIT, RESERVE, type StartPairs } from '../../scene/search/start-pairs.ts';
import type { ObjectBoxes } from '../culling/object-boxes.ts';
import { ContactLocalisation, type LocalisationOptions } from '../culling/stages.ts';
import {
  type IntervalBody,
  type IntervalOutcome,
  type IntervalPair,
  type IntervalStats,
  noIntervalWork,
} from '../interval/interval-body.ts';
import { IntervalSearch } from '../interval/interval-search.ts';
import { leafIn, obbTreeInTime, obbTreeOf } from '../interval/interval-trees.ts';

/**
 * The stages in front of the exact one [Redon et al. 2004, §4], for method `interval`. A matter of speed: none changes
 * what is proven.
 */
export interface StageOptions {
  /** 1: boxes around what each link sweeps. Default true. */
  readonly boxes?: boolean;
  /** 2: the volume swept by each link's line swept sphere. Default true. */
  readonly sweptVolumes?: boolean;
  /**
   * How poses are enclosed over intervals of time; 'both' takes the tighter of the two. Default 'taylor', which is
   * never much wider.
   */
  readonly bounds?: 'interval' | 'taylor' | 'both';
  /**
   * All equations on the same intervals of time, or each by itself [Redon et al. 2004, §5.2.2]. Default 'simultaneous'.
   */
  readonly solver?: 'simultaneous' | 'independent';
}

/** Which of the stages' names people know them by. */
const STAGES = ['swept boxes', 'swept volumes', 'exact contact'] as const;

export class SceneIntervals {
  /** What the stages did in the last query, over all its segments. */
  stages: readonly StageStats[] = [];
  readonly work: IntervalStats = noIntervalWork();
  private readonly pairs: ScenePairs;
  private readonly budget: Budget;
  private readonly options: StageOptions;
  private readonly search: IntervalSearch = new IntervalSearch();
  private readonly chainBounds: Map<Chain, Map<Int32Array, ChainBounds>> = new Map();
  private readonly relativeBounds: Map<ChainBounds, Map<number, ChainBounds>> = new Map();
  readonly localisation: ContactLocalisation;
  /** What moves, with its motion in the segment that was localised last. */
  readonly links: { readonly mesh: SweptSphereTree['mesh']; readonly tree: SweptSphereTree; motion: IntervalMotion }[];
  private readonly found: IntervalOutcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1, pair: -1 };
  private readonly times: Float64Array = new Float64Array(2);
  /** Where not all pairs have numbers: finds those that come near. */
  private readonly near: NearPairs | null;

  /** `volumeTest`: another way to do stage 2. */
  constructor(
    pairs: ScenePairs,
    near: NearPairs | null,
    objects: ObjectBoxes,
    options: StageOptions,
    budget: Budget,
    volumeTest?: LocalisationOptions['volumeTest'],
  ) {
    this.pairs = pairs;
    this.near = near;
    this.budget = budget;
    this.options = options;
    this.links = pairs.movingViews.map((view) => ({ mesh: view.mesh, tree: view.tree, motion: NO_MOTION }));
    this.localisation = new ContactLocalisation(this.links, objects, {
      stages: { boxes: options.boxes ?? true, volumes: options.sweptVolumes ?? true },
      self: near === null ? (a, b) => pairs.numberOf(a, b) >= 0 : { count: pairs.tested, collect: (out) => this.collectNear(near, out) },
      clock: milliseconds,
      budget,
      ...(volumeTest === undefined ? {} : { volumeTest }),
    });
  }

  /** A new query begins. */
  begin(): void {
    this.stages = STAGES.map((stage) => ({ stage, tested: 0, culled: 0, milliseconds: 0 }));
    Object.assign(this.work, noIntervalWork());
  }

  /**
   * Searches [from, 1] of the segment that all views have begun; the start is settled. `leaving`: when an exempt pair
   * is proven apart in this segment.
   */
  run(
    from: number,
    clearance: number,
    rounding: number,
    start: StartPairs,
    leaving: ((pair: number) => number) | null,
    outcome: SceneOutcome,
  ): void {
    const { pairs, localisation, found, budget } = this;
    // also pairs that the stages rule out leave, and may come back in a later segment
    const left = new Map<number, number>();
    for (const record of start.records.values()) if (record.left === null && leaving !== null) left.set(record.pair, leaving(record.pair));
    if (!this.localise(from, clearance, rounding)) return giveUp(from, budget, outcome);
    const begun = milliseconds();
    const numbers: number[] = [];
    const { candidates, linkCandidates } = localisation;
    for (let i = 0; i < linkCandidates.count; i++) {
      numbers.push(pairs.numberOf(linkCandidates.pairs[2 * i], linkCandidates.pairs[2 * i + 1]));
    }
    for (let i = 0; i < candidates.count; i++) {
      // links that no joint moves are not tested against what stands still
      const k = candidates.pairs[2 * i];
      const number = k < pairs.movable ? pairs.standingNumber(k, candidates.pairs[2 * i + 1]) : -1;
      if (number >= 0) numbers.push(number);
    }
    for (const number of numbers) start.admit(number);
    const bodies: IntervalBody[] = [];
    const known = new Map<View, number>();
    const judged: IntervalPair[] = [];
    const kept: number[] = [];
    for (const number of numbers) {
      const first = left.get(number) ?? (start.flags[number] === EXEMPT ? Infinity : from);
      if (!(first <= 1)) continue;
      const a = pairs.viewA(number);
      const b = pairs.viewB(number);
      if (budget.isLate() || obbTreeInTime(a.mesh, budget) === null || obbTreeInTime(b.mesh, budget) === null)
        return giveUp(from, budget, outcome);
      start.settle(number, a, b);
      const { numbers: n } = start;
      const body = (view: View): number => known.get(view) ?? this.addBody(view, bodies, known);
      judged.push({ a: body(a), b: body(b), clearance, rounding: n[EPSILON], limit: n[LIMIT], reserve: n[RESERVE], from: first });
      kept.push(number);
    }
    const { solver = 'simultaneous' } = this.options;
    const equations = this.work.equations;
    this.search.search(bodies, judged, { solver }, budget, found, this.work);
    outcome.status = found.status;
    outcome.time = found.time;
    outcome.reason = found.reason;
    if (found.pair >= 0) {
      const number = kept[found.pair];
      outcome.pair = number;
      outcome.leafA = leafIn(pairs.viewA(number).tree, bodies[judged[found.pair].a].tree, found.leafA);
      outcome.leafB = leafIn(pairs.viewB(number).tree, bodies[judged[found.pair].b].tree, found.leafB);
    }
    const [boxes, volumes] = localisation.stats;
    const exact = {
      tested: judged.length,
      culled: this.work.equations > equations ? 0 : judged.length,
      milliseconds: milliseconds() - begun,
    };
    this.stages = this.stages.map((stage, i) => sum(stage, [boxes, volumes, exact][i]));
  }

  /** The first two stages over [from, 1] of the segment that all views have begun; false: the budget's time is over. */
  localise(from: number, clearance: number, rounding: number): boolean {
    const { pairs, links, times, near, budget } = this;
    if (near !== null && !findAllNear(near, from, clearance, budget)) return false;
    pairs.clock[0] = 0;
    for (const view of pairs.movingViews) links[view.body].motion = this.boundsOf(view);
    times[0] = from;
    times[1] = 1;
    this.localisation.run(times, clearance, rounding);
    return !budget.late;
  }

  private collectNear({ found }: NearPairs, out: PairList): void {
    for (let k = 0; k < 2 * found.count; k += 2)
      if (this.pairs.numberOf(found.pairs[k], found.pairs[k + 1]) >= 0) out.push(found.pairs[k], found.pairs[k + 1]);
  }

  private addBody(view: View, bodies: IntervalBody[], known: Map<View, number>): number {
    known.set(view, bodies.length);
    bodies.push(new ViewBody(view, this.boundsOf(view)));
    return bodies.length - 1;
  }

  /** Enclosures of a view's motion, in the frame it is looked at. */
  private boundsOf(view: View): IntervalMotion {
    const { chain } = view;
    const { reference } = this.pairs;
    if (chain === null) return view.motion === null ? new StateBounds(view, reference) : encloseMotion(view.motion, reference);
    const world = this.boundsOfChain(chain);
    if (view.ancestor < 0) return world.motion(view.link);
    if (view.ancestor === view.link) return RESTING;
    const frames = entry(this.relativeBounds, world, () => new Map<number, ChainBounds>());
    return entry(frames, view.ancestor, () => world.relativeTo(view.ancestor)).motion(view.link);
  }

  private boundsOfChain(chain: Chain): ChainBounds {
    const known = entry(this.chainBounds, chain, () => new Map<Int32Array, ChainBounds>());
    return entry(known, chain.parents, () => {
      const base = chain.parents === chain.treeParents ? chain.robot.base : undefined;
      const [x, y, z] = this.pairs.reference;
      return new ChainBounds(chain, { base, reference: [x, y, z], kind: this.options.bounds ?? 'taylor' });
    });
  }

  /** The joint motions were loaded anew. */
  forget(): void {
    for (const known of this.chainBounds.values()) for (const bounds of known.values()) bounds.forget();
  }
}

/** A view as the third stage wants it: states in the frame of its ancestor, where it has one. */
class ViewBody implements IntervalBody {
  readonly tree: ObbTree;
  readonly bounds: IntervalMotion;
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  readonly travel: number;
  readonly spinner: View;
  readonly reference: Float64Array = NO_REFERENCE;

  constructor(view: View, bounds: IntervalMotion) {
    this.spinner = view;
    this.bounds = bounds;
    this.tree = obbTreeOf(view.mesh);
    this.travel = view.way;
  }

  writeState(): void {
    const { spinner: view, state } = this;
    view.writeState(NO_REFERENCE, state);
    const { chain, ancestor } = view;
    if (chain === null || ancestor < 0) return;
    // the view may stand at this instant already while others have moved its ancestor
    chain.place(ancestor);
    intoFrame(chain.states[ancestor], state);
  }
}

const NO_REFERENCE = new Float64Array(3);
/** The ancestor itself, in its own frame. */
const RESTING: IntervalMotion = {
  writePose: (_times, out, o) => writeIdentity(out, o),
  writeRate: (_times, out, o) => void out.fill(0, o, o + POSE_SIZE),
  writeBend: (_times, out, o) => void out.fill(0, o, o + POSE_SIZE),
};
const NO_MOTION: IntervalMotion = { writePose() {}, writeRate() {}, writeBend() {} };
const scratch = new Float64Array(STATE_SIZE);

/** R ← Pᵀ R, p ← Pᵀ (p − P's), and Pᵀ of the velocities, which are relative to P already. */
function intoFrame(P: Float64Array, state: Float64Array): void {
  scratch.set(state);
  for (let k = 0; k < 3; k++) scratch[STATE_P + k] -= P[STATE_P + k];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) state[3 * i + j] = P[i] * scratch[j] + P[3 + i] * scratch[3 + j] + P[6 + i] * scratch[6 + j];
    for (const o of [STATE_P, STATE_OMEGA, STATE_V])
      state[o + i] = P[i] * scratch[o] + P[3 + i] * scratch[o + 1] + P[6 + i] * scratch[o + 2];
  }
  state[STATE_TIME] = scratch[STATE_TIME];
}

/** What a map holds for the key, made where there is nothing. */
function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function sum(a: StageStats, b: Omit<StageStats, 'stage'>): StageStats {
  return { stage: a.stage, tested: a.tested + b.tested, culled: a.culled + b.culled, milliseconds: a.milliseconds + b.milliseconds };
}
