/**
 * Which pairs of boxes meet, by the order of their ends along the three axes [Mirtich 1997, §2.3; Cohen et al. 1995],
 * exact: the lists are sorted by insertion from the order of the update before, and every exchange of a beginning and
 * an end is looked at. An update costs its exchanges: those of the moved boxes alone where few moved.
 * Adding and removing costs one pass over lists and pairs for any number of boxes.
 * Deviates: where an update would need more than `swapLimit` exchanges a box (teleports; the clustering of Figure 6,
 * which makes them O(n²)), the lists are sorted anew and the pairs found by the `rectangle-sweep`; so are those of the
 * next updates, up to 15 as it happens again, unless few boxes move.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { BoxPhase } from '../box-phase.ts';
import { LEAVING } from '../box-store.ts';
import { EndpointAxis } from './endpoint-axis.ts';
import { PairChanges } from './pair-changes.ts';
import { RectangleSweep } from './rectangle-sweep.ts';

/** When sorting from the order before is given up. */
export interface SweepAndPruneOptions {
  /**
   * Exchanges a box and update, on average, above which everything is sorted anew; Infinity: never. Default 200, about
   * what sorting anew costs.
   */
  readonly swapLimit?: number;
}

/** Boxes are moved one by one where fewer than this share of them have changed. */
const FEW = 1 / 4;
/** Above this share of all boxes, new ones are not looked up one by one. */
const MANY_NEW = 1 / 8;
const LONGEST_WAIT = 15;

/**
 * Which pairs of boxes meet, by the order of their ends along the three axes, kept sorted from update to update. For
 * boxes of which few move, or all move little; exact.
 */
export class SweepAndPrune extends BoxPhase {
  readonly method = 'sweep';
  private readonly swapLimit: number;
  private readonly changes = new PairChanges(this.store, this.opening, this.closing);
  private readonly axes = [new EndpointAxis(0), new EndpointAxis(1), new EndpointAxis(2)];
  private readonly sweep = new RectangleSweep();
  private arrivals: Uint32Array = new Uint32Array(64);
  /** Updates for which sorting by insertion is not tried, and how many the next failure adds. */
  private wait = 0;
  private nextWait = 1;
  /** By box, in the look-up of new ones: its place among those that the sweep has begun and not ended. */
  private spot: Uint32Array = new Uint32Array(64);

  constructor(options: SweepAndPruneOptions = {}) {
    super();
    checkRecord(options, ['swapLimit'], 'sweep and prune');
    const { swapLimit = 200 } = options;
    if (!(typeof swapLimit === 'number' && swapLimit >= 0))
      throw new InputError(`swapLimit: must be a number from 0, got ${shownValue(swapLimit)}`);
    this.swapLimit = swapLimit;
  }

  get pairCount(): number {
    return this.changes.meeting.size;
  }

  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, changes, axes, stats } = this;
    changes.begin();
    if (store.changedCount === 0) return;
    changes.boxTests = 0;
    for (const axis of axes) axis.swaps = 0;
    const arrived = this.replaceBoxes();
    const many = arrived > MANY_NEW * store.size;
    if (many || !this.follow()) this.startAnew();
    else if (arrived > 0) this.meetArrivals(arrived);
    stats.boxTests += changes.boxTests;
    stats.visits += axes[0].swaps + axes[1].swaps + axes[2].swaps;
    changes.earlier.follow(store);
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    this.changes.meeting.forEach(visit);
  }

  /** Takes the boxes that left out of the lists and merges the new ones in, `arrivals`; how many are new. */
  private replaceBoxes(): number {
    const { store, axes } = this;
    const { changed, state } = store;
    const before = this.changes.earlier.boxes;
    if (this.arrivals.length < store.changedCount) this.arrivals = new Uint32Array(changed.length);
    let arrived = 0;
    let left = false;
    for (let k = 0; k < store.changedCount; k++) {
      const id = changed[k];
      const known = before[6 * id] <= before[6 * id + 3];
      if (state[id] === LEAVING) left ||= known;
      else if (!known) this.arrivals[arrived++] = id;
    }
    if (left) {
      this.changes.dropLeaving();
      for (const axis of axes) axis.drop(store);
    }
    if (arrived > 0) for (const axis of axes) axis.insert(store, this.arrivals, arrived);
    return arrived;
  }

  /** Sorts by insertion; false where that would take too long. */
  private follow(): boolean {
    const { store, changes, axes } = this;
    const { changed, changedCount, state } = store;
    const limit = Math.min(this.swapLimit * store.size, Number.MAX_SAFE_INTEGER);
    if (changedCount < FEW * store.size) {
      for (const axis of axes) {
        for (let k = 0; k < changedCount; k++) {
          if (state[changed[k]] !== LEAVING) axis.follow(store, changed[k], changes);
          if (axis.swaps > limit) return this.giveUp();
        }
      }
    } else if (this.wait > 0) {
      this.wait--;
      return false;
    } else {
      let left = limit;
      for (const axis of axes) {
        if (!axis.followAll(store, left, changes)) return this.giveUp();
        left -= axis.swaps;
      }
    }
    this.nextWait = 1;
    return true;
  }

  private giveUp(): false {
    this.wait = this.nextWait;
    this.nextWait = Math.min(2 * this.nextWait + 1, LONGEST_WAIT);
    return false;
  }

  private startAnew(): void {
    const { store, changes, axes, sweep, stats } = this;
    for (const axis of axes) axis.sort(store);
    sweep.boxTests = 0;
    sweep.visits = 0;
    sweep.find(store);
    changes.replace(sweep.found);
    stats.boxTests += sweep.boxTests;
    stats.visits += sweep.visits;
  }

  /** Finds the pairs of the new boxes in one pass over the axis on which the boxes overlap least. */
  private meetArrivals(arrived: number): void {
    const { store, changes, arrivals } = this;
    if (this.spot.length < store.state.length) this.spot = new Uint32Array(store.state.length);
    const { spot } = this;
    const isNew = new Uint8Array(store.state.length);
    for (let k = 0; k < arrived; k++) isNew[arrivals[k]] = 1;
    const { codes, count } = this.axes[this.sparsestAxis()].list;
    // begun and not ended: the old boxes, the new ones
    const begun = [new Uint32Array(store.size), new Uint32Array(arrived)];
    const counts = [0, 0];
    for (let p = 0; p < count; p++) {
      const id = codes[p] >>> 1;
      const kind = isNew[id];
      if ((codes[p] & 1) === 0) {
        for (let k = 0; k < counts[1]; k++) changes.approach(id, begun[1][k]);
        if (kind === 1) for (let k = 0; k < counts[0]; k++) changes.approach(id, begun[0][k]);
        spot[id] = counts[kind];
        begun[kind][counts[kind]++] = id;
      } else {
        const last = begun[kind][--counts[kind]];
        begun[kind][spot[id]] = last;
        spot[last] = spot[id];
      }
    }
  }

  private sparsestAxis(): number {
    const { boxes } = this.store;
    const overlapCounts = this.axes.map(({ list: { codes, keys, count } }, k) => {
      let sizes = 0;
      for (let p = 0; p < count; p++) if ((codes[p] & 1) === 0) sizes += boxes[3 * codes[p] + k + 3] - boxes[3 * codes[p] + k];
      const range = keys[count - 1] - keys[0];
      return range > 0 ? sizes / range : Number.POSITIVE_INFINITY;
    });
    return overlapCounts.indexOf(Math.min(...overlapCounts));
  }
}
