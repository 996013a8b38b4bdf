/**
 * How close counts as contact, given how the motion starts: τ′ = min(τ, (d(start) − c)/2), so that a motion that starts
 * near the other body and leaves it is not called contact. The distance at the start is only asked for once something
 * is within τ; most free motions never pay for it.
 */
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import type { MovingPair } from './moving-pair.ts';
import { PairQueue } from './pair-queue.ts';

/** In units of ε: a start nearer than this to the clearance is overlap … */
const OVERLAP = 24;
/** … and a tolerance below this cannot be proven. */
const FINEST = 8;

/** ε₀ in units of ε: a computed distance of OVERLAP·ε proves d ≤ c + this. */
export const OVERLAP_ROUNDING: number = OVERLAP + 1;

export class StartRule {
  from = 0;
  /** τ′, as far as it is known. */
  effective = 0;
  /** A computed distance up to here is contact. */
  limit = 0;
  /** Half of τ′: leaves are advanced to here, strictly inside what counts as contact. */
  reserve = 0;
  /** False when τ′ is finer than doubles can prove here: then contact must be told as unresolved. */
  provable = true;
  /** The leaves closest at the start, once settled, where they are within c + 2τ. */
  readonly closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  private readonly queue: PairQueue = new PairQueue();
  private tolerance = 0;
  private settled = false;

  begin(pair: MovingPair, from: number, tolerance: number): void {
    this.from = from;
    this.tolerance = tolerance;
    this.settled = false;
    this.adopt(pair, tolerance);
  }

  touches(distance: number): boolean {
    return distance <= this.limit;
  }

  /** True when the bodies are in contact at the start. Looks only once; leaves the pair placed there when it had to look. */
  settle(pair: MovingPair): boolean {
    if (!this.settled) {
      this.settled = true;
      pair.placeAt(this.from);
      findClosestLeaves(pair, this.queue, pair.clearance + 2 * (this.tolerance + pair.rounding), 0, 0, this.closest);
      if (this.closest.leafA >= 0 && !this.overlaps(pair)) {
        this.adopt(pair, Math.min(this.tolerance, (this.closest.distance - pair.rounding - pair.clearance) / 2));
      }
    }
    return this.closest.leafA >= 0 && this.overlaps(pair);
  }

  /** True when the bodies start within clearance + tolerance. */
  isNear(pair: MovingPair): boolean {
    this.settle(pair);
    return this.closest.leafA >= 0 && this.closest.distance - pair.rounding <= pair.clearance + this.tolerance;
  }

  private overlaps(pair: MovingPair): boolean {
    return this.closest.distance <= pair.clearance + OVERLAP * pair.rounding;
  }

  private adopt(pair: MovingPair, tolerance: number): void {
    const finest = FINEST * pair.rounding;
    const usable = Math.max(tolerance, finest);
    this.effective = tolerance;
    this.provable = tolerance >= finest;
    this.limit = pair.clearance + usable - pair.rounding;
    this.reserve = usable / 2;
  }
}
