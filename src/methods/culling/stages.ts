/*
 * Where along an interval of time must exact contact be looked for? Stage 1, boxes [dynamic-bvh.ts], then stage 2,
 * swept volumes [swept-volume.ts], over a set of moving links and objects that stand still [Redon et al. 2004, §4].
 * Guarantee: a pair that is not a candidate keeps more than the clearance on all of the interval, with either stage
 * switched off too; with both off everything is a candidate. Which links may touch each other is the caller's to say.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { InputError } from '../../math/input-error.ts';
import { PairList } from '../../math/pair-list.ts';
import { DynamicBvh, type MovingLink } from './dynamic-bvh.ts';
import type { ObjectBoxes } from './object-boxes.ts';
import { SkeletonCulling, type SkeletonOptions, type SweptVolumeTest } from './swept-volume.ts';

/** A moving link with its tree, which stage 3 will need. */
export interface StagedLink extends MovingLink {
  readonly tree: SweptSphereTree;
}

export interface LocalisationOptions extends SkeletonOptions {
  /** Which stages run. Default both. */
  readonly stages?: { readonly boxes?: boolean; readonly volumes?: boolean };
  /**
   * Pairs of links too; a function answers which to look at, the smaller number first. Default false. Of many links:
   * how many pairs there are, and those that come near at all.
   */
  readonly self?: boolean | ((a: number, b: number) => boolean) | NearLinks;
  /** Parts into which stage 1 cuts the interval. Default 2. */
  readonly boxSlices?: number;
  /** Another way to do stage 2, made for the links and the boxes of the objects. */
  readonly volumeTest?: (links: readonly StagedLink[], objects: ObjectBoxes) => SweptVolumeTest;
  /** Milliseconds since any moment; without it the stages' milliseconds are 0. The core itself looks at no clock. */
  readonly clock?: () => number;
}

/** Pairs of links that are found elsewhere. */
export interface NearLinks {
  readonly count: number;
  collect(out: PairList): void;
}

export interface StageStats {
  readonly stage: 'boxes' | 'volumes';
  /** Pairs that came in, and how many of them were ruled out; of links with objects and of links with links. */
  tested: number;
  culled: number;
  milliseconds: number;
}

export class ContactLocalisation {
  readonly bvh: DynamicBvh;
  readonly objects: ObjectBoxes;
  /** What remains: (link, object) and (link, link). Valid until the next `run`. */
  readonly candidates: PairList = new PairList();
  readonly linkCandidates: PairList = new PairList();
  /** What the two stages did in the last `run`. */
  readonly stats: readonly [StageStats, StageStats] = [
    { stage: 'boxes', tested: 0, culled: 0, milliseconds: 0 },
    { stage: 'volumes', tested: 0, culled: 0, milliseconds: 0 },
  ];
  private readonly links: readonly StagedLink[];
  private readonly volumes: SweptVolumeTest;
  private readonly useBoxes: boolean;
  private readonly useVolumes: boolean;
  private readonly near: NearLinks | null;
  private readonly self: ((a: number, b: number) => boolean) | null;
  private readonly boxSlices: number;
  private readonly clock: () => number;
  private readonly budget: Budget;
  /** Pairs of links that are looked at. */
  private readonly linkPairs: number;
  private readonly found: PairList = new PairList();

  constructor(links: readonly StagedLink[], objects: ObjectBoxes, options: LocalisationOptions = {}) {
    const { stages = {}, self = false, boxSlices = 2 } = options;
    if (!(Number.isInteger(boxSlices) && boxSlices >= 1)) {
      throw new InputError(`localisation: boxSlices must be a whole number ≥ 1, got ${boxSlices}`);
    }
    this.links = links;
    this.bvh = new DynamicBvh(links);
    this.objects = objects;
    this.volumes = options.volumeTest?.(links, objects) ?? new SkeletonCulling(links, objects, options);
    this.useBoxes = stages.boxes ?? true;
    this.useVolumes = stages.volumes ?? true;
    this.near = typeof self === 'object' ? self : null;
    this.self = self === false || typeof self === 'object' ? null : self === true ? () => true : self;
    this.boxSlices = boxSlices;
    this.clock = options.clock ?? (() => 0);
    this.budget = options.budget ?? NO_LIMITS;
    if (this.self !== null) this.allPairs(this.self, this.found);
    this.linkPairs = this.near?.count ?? this.found.count;
  }

  /**
   * Fills the candidates over times[0] … times[1]. `rounding` bounds what the objects' states are off the true
   * placements. Where the budget is late, they mean nothing.
   */
  run(times: Float64Array, clearance: number, rounding: number): void {
    const { candidates, linkCandidates, stats } = this;
    const n = this.links.length;
    const start = this.clock();
    candidates.clear();
    linkCandidates.clear();
    if (this.useBoxes) {
      // The sum rounds by half an ulp of itself.
      if (!this.bvh.sweep(times, this.boxSlices, (clearance + rounding) * (1 + 2 ** -52), this.budget)) return;
      this.bvh.collect(this.objects, candidates);
      if (this.self !== null) this.boxedPairs(this.self);
    } else {
      for (let link = 0; link < n; link++) for (let object = 0; object < this.objects.count; object++) candidates.push(link, object);
      if (this.self !== null) this.allPairs(this.self, linkCandidates);
    }
    if (this.near !== null) this.nearPairs(this.near);
    const between = this.clock();
    const left = candidates.count + linkCandidates.count;
    note(stats[0], this.useBoxes ? n * this.objects.count + this.linkPairs : 0, left, this.useBoxes ? between - start : 0);
    if (this.useVolumes) {
      this.volumes.begin(times, clearance, rounding);
      this.volumes.cull(candidates);
      this.volumes.cullPairs(linkCandidates);
    }
    const now = candidates.count + linkCandidates.count;
    note(stats[1], this.useVolumes ? left : 0, now, this.useVolumes ? this.clock() - between : 0);
  }

  private boxedPairs(wanted: (a: number, b: number) => boolean): void {
    const { found, linkCandidates } = this;
    found.clear();
    this.bvh.collect(null, found);
    for (let k = 0; k < 2 * found.count; k += 2) {
      if (wanted(found.pairs[k], found.pairs[k + 1])) linkCandidates.push(found.pairs[k], found.pairs[k + 1]);
    }
  }

  private nearPairs(near: NearLinks): void {
    const { found, linkCandidates, bvh, useBoxes } = this;
    found.clear();
    near.collect(found);
    for (let k = 0; k < 2 * found.count; k += 2)
      if (!useBoxes || bvh.meets(found.pairs[k], found.pairs[k + 1])) linkCandidates.push(found.pairs[k], found.pairs[k + 1]);
  }

  private allPairs(wanted: (a: number, b: number) => boolean, out: PairList): void {
    for (let b = 1; b < this.links.length; b++) for (let a = 0; a < b; a++) if (wanted(a, b)) out.push(a, b);
  }
}

function note(stats: StageStats, tested: number, left: number, milliseconds: number): void {
  stats.tested = tested;
  stats.culled = tested === 0 ? 0 : tested - left;
  stats.milliseconds = milliseconds;
}
