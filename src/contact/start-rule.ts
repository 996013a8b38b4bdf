/**
 * How close counts as contact, given how the motion starts: τ′ = min(τ, (d(start) − c)/2), so that a motion that starts
 * near the other body and leaves it is not called contact. A method either meets every pair of leaves within c + 2τ at
 * the start itself and lets it be observed here, or has the start settled before it begins.
 */
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import type { MovingPair } from './moving-pair.ts';
import { PairQueue } from './pair-queue.ts';

/** In units of ε: a start nearer than this to the clearance is overlap … */
export const OVERLAP = 24;
/** … and a tolerance below this cannot be proven. */
export const FINEST = 8;

/**
 * Contact is reported at c + min(τ′/2, this much of the fastest way): well inside the tolerance, and near the true time
 * of contact also where the bodies approach slowly, for a few more leaf steps.
 */
export const SHARPNESS: number = 2 ** -12;

/** ε₀ in units of ε: a computed distance of OVERLAP·ε proves d ≤ c + this. */
export const OVERLAP_ROUNDING: number = OVERLAP + 1;

/** What the rule needs to know of two bodies in motion. */
export interface Approach {
  readonly clearance: number;
  /** ε, on every distance. */
  readonly rounding: number;
  /** Bound on how fast the distance changes. */
  readonly fastest: number;
}

export class StartRule {
  from = 0;
  /** The bodies are proven apart from `from` up to here, at first by more than bears on τ′: a search may begin here. */
  clear = 0;
  /** 2τ: pairs nearer than this beyond the clearance bear on τ′. */
  concern = 0;
  /** τ′, as far as it is known. */
  effective = 0;
  /** A computed distance up to here is contact. */
  limit = 0;
  /** Leaves are advanced to here, strictly inside what counts as contact. */
  readonly reserve: Float64Array = new Float64Array(1);
  /** False when τ′ is finer than doubles can prove here: then contact must be reported as unresolved. */
  provable = true;
  /** The bodies are in contact at the start. */
  overlaps = false;
  /** The closest leaves met at the start; leafA −1: none within c + 2τ. */
  readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  private readonly found: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  private readonly queue: PairQueue = new PairQueue();
  private tolerance = 0;

  begin(pair: Approach, from: number, tolerance: number): void {
    this.from = this.clear = from;
    this.tolerance = tolerance;
    this.concern = 2 * (tolerance + pair.rounding);
    this.overlaps = false;
    this.closest.leafA = this.closest.leafB = -1;
    this.closest.distance = Infinity;
    this.adopt(pair, tolerance);
  }

  /** How far apart a pair must be proven to have left, and not to count as overlap at once. */
  apart(pair: Approach): number {
    return pair.clearance + Math.max(this.tolerance, (OVERLAP + 2) * pair.rounding);
  }

  touches(distance: number): boolean {
    return distance <= this.limit;
  }

  /** Takes note of two leaves met at the start. */
  observe(pair: Approach, distance: number, leafA: number, leafB: number): void {
    const { closest } = this;
    if (!(distance < closest.distance && distance <= pair.clearance + this.concern)) return;
    closest.distance = distance;
    closest.leafA = leafA;
    closest.leafB = leafB;
    this.overlaps = distance <= pair.clearance + OVERLAP * pair.rounding;
    if (!this.overlaps) this.adopt(pair, Math.min(this.tolerance, (distance - pair.rounding - pair.clearance) / 2));
  }

  /** Looks for the closest leaves at the start, for methods that do not meet them all. True: in contact there. */
  settle(pair: MovingPair): boolean {
    pair.placeAt(this.from);
    const { found } = this;
    findClosestLeaves(pair, this.queue, pair.clearance + this.concern, 0, 0, found);
    if (found.leafA >= 0) this.observe(pair, found.distance, found.leafA, found.leafB);
    return this.overlaps;
  }

  /** True when the leaves met at the start are within clearance + tolerance. */
  isNear(pair: Approach): boolean {
    return this.closest.distance - pair.rounding <= pair.clearance + this.tolerance;
  }

  private adopt(pair: Approach, tolerance: number): void {
    const finest = FINEST * pair.rounding;
    const usable = Math.max(finest, Math.min(tolerance / 2, SHARPNESS * pair.fastest));
    this.effective = tolerance;
    this.provable = tolerance >= finest;
    this.limit = pair.clearance + usable - pair.rounding;
    this.reserve[0] = usable / 2;
  }
}
