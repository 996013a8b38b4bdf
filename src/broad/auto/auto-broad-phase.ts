/**
 * Which pairs of boxes meet: the default. Two ways of keeping track, chosen by what the boxes do:
 * pairs that sleep (sleeping-pairs.ts), where a box stays near its last place for a few frames; columns (columns.ts),
 * all from scratch, where many do not.
 * To columns it goes at once; back by and by, some boxes in each update, so that no update costs much more than its
 * neighbours.
 * Guarantee: exact, as for all broad phases (broad-phase.ts). Measurements: docs/notes/broad-phases.md.
 */

import { enlarged } from '../../math/enlarged.ts';
import { PairList } from '../../math/pair-list.ts';
import { BoxPhase } from '../box-phase.ts';
import { FREE, LEAVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';
import { Columns } from './columns.ts';
import { SleepingPairs } from './sleeping-pairs.ts';

/** Share of the boxes that need new fat boxes from which on columns are faster. */
const RESTLESS = 1 / 2;
/** So few boxes are never worth columns. */
const FEW = 32;
/** A move longer than this, in the box's size, is no calm one. */
const CALM = 0.15;
/** Boxes looked at to see whether most are calm. */
const SAMPLE = 32;
/** Updates that it takes to go back to sleeping pairs, and calm ones before that, at least and at most. */
const RETURN = 16;
const LEAST_WAIT = 2;
const LONGEST_WAIT = 64;

/**
 * Which pairs of boxes meet, kept up to date while they move: the default, for any number of boxes that rest, creep or
 * fly. It chooses between two ways of keeping track by what the boxes do; exact as all broad phases.
 * @example
 * const phase = new AutoBroadPhase();
 * const floor = phase.add([-9, -9, -1, 9, 9, 0], 0, true); // x y z of the lowest corner, then of the highest
 * const ball = phase.add([0, 0, 1, 1, 1, 2]);
 * phase.move(ball, [0, 0, -0.5, 1, 1, 0.5]);
 * phase.update();
 * for (let i = 0; i < phase.openedCount; i++) console.log(phase.opened[2 * i], phase.opened[2 * i + 1]);
 */
export class AutoBroadPhase extends BoxPhase {
  readonly method = 'auto';
  private readonly sleeping: SleepingPairs = new SleepingPairs(this.store, this.opening, this.closing);
  private readonly columns: Columns = new Columns();
  private byColumns = false;
  /** With columns: the pairs that meet, and those of the update before. */
  private pairs: PairList = new PairList();
  private before: PairList = new PairList();
  /** With columns: the boxes at the last update; empty ones for numbers not in use. */
  private last: Float64Array = new Float64Array(0);
  /** Boxes below this are followed by sleeping pairs already. */
  private returned = 0;
  private batch: Uint32Array = new Uint32Array(0);
  private calmUpdates = 0;
  private wait: number = LEAST_WAIT;
  /** Updates since sleeping pairs took over. */
  private slept = 0;

  get pairCount(): number {
    return this.byColumns ? this.pairs.count : this.sleeping.pairCount;
  }

  move(id: number, box: ArrayLike<number>, offset: number = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, sleeping, stats } = this;
    this.opening.count = 0;
    this.closing.count = 0;
    sleeping.begin();
    if (this.byColumns) this.sweep();
    else if (this.isRestless() && this.columns.prepare(store)) this.leaveSleep();
    else this.followChanged(store.top);
    stats.boxTests += sleeping.boxTests;
    stats.visits += sleeping.grid.visits;
    sleeping.boxTests = 0;
    sleeping.grid.visits = 0;
    this.slept++;
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    const { pairs, count } = this.pairs;
    if (!this.byColumns) this.sleeping.forEachPair(visit);
    else for (let k = 0; k < count; k++) visit(pairs[2 * k], pairs[2 * k + 1]);
  }

  /** Sleeping pairs follow the changed boxes that they know, and those below a number that they do not. */
  private followChanged(below: number): void {
    const { sleeping } = this;
    const { changed, changedCount, leaving } = this.store;
    for (const i of leaving) sleeping.leave(i);
    sleeping.follow(changed, changedCount, below);
  }

  private isRestless(): boolean {
    const many = Math.max(FEW, RESTLESS * this.store.size);
    return this.store.changedCount > many && this.sleeping.leavers() > many;
  }

  /** Changes from sleeping pairs to columns, within an update. */
  private leaveSleep(): void {
    const { store, sleeping, pairs } = this;
    pairs.count = 0;
    this.columns.find(store, pairs);
    this.stats.boxTests += this.columns.boxTests;
    for (let k = 0; k < pairs.count; k++) {
      const i = pairs.pairs[2 * k];
      const j = pairs.pairs[2 * k + 1];
      if (!sleeping.isOpen(i, j)) this.opening.pushSorted(i, j);
    }
    sleeping.forEachPair((i, j) => {
      if (!this.meetsNow(i, j)) this.closing.pushSorted(i, j);
    });
    sleeping.reset(this.columns.typicalSize);
    this.byColumns = true;
    this.returned = 0;
    this.calmUpdates = 0;
    this.wait = this.slept < LONGEST_WAIT ? Math.min(LONGEST_WAIT, 2 * this.wait) : LEAST_WAIT;
    this.keepBoxes();
  }

  /**
   * All pairs from scratch; opened are those whose last boxes did not meet, closed those of the last pairs whose boxes
   * do not meet now.
   */
  private sweep(): void {
    const { store, sleeping } = this;
    const isSuited = this.columns.prepare(store);
    this.growLastBoxes();
    const calm = this.isCalm();
    const { last } = this;
    const { before: pairs, pairs: before } = this;
    pairs.count = 0;
    this.pairs = pairs;
    this.before = before;
    sleeping.notesChanges = false;
    if (isSuited) {
      this.columns.find(store, pairs);
      this.stats.boxTests += this.columns.boxTests;
      this.fallAsleep(calm, RETURN);
    } else {
      this.fallAsleep(true, 1);
      sleeping.forEachPair((i, j) => pairs.pushSorted(i, j));
    }
    sleeping.notesChanges = true;
    for (let k = 0; k < pairs.count; k++) {
      const i = pairs.pairs[2 * k];
      const j = pairs.pairs[2 * k + 1];
      if (!boxesMeet(last, i, j)) this.opening.pushSorted(i, j);
    }
    for (let k = 0; k < before.count; k++) {
      const i = before.pairs[2 * k];
      const j = before.pairs[2 * k + 1];
      if (!this.meetsNow(i, j)) this.closing.pushSorted(i, j);
    }
    this.keepBoxes();
  }

  /** Some more boxes for the sleeping pairs, once it has been calm for a while; none where it is not. */
  private fallAsleep(calm: boolean, updates: number): void {
    const { store, sleeping, last } = this;
    if (!calm) {
      if (this.returned > 0) sleeping.reset(this.columns.typicalSize);
      this.returned = 0;
      this.calmUpdates = 0;
      return;
    }
    if (++this.calmUpdates <= this.wait && updates > 1) return;
    this.followChanged(this.returned);
    const until = Math.min(store.top, this.returned + Math.max(FEW, Math.ceil(store.top / updates)));
    if (this.batch.length < until - this.returned) this.batch = new Uint32Array(until - this.returned);
    let count = 0;
    for (let i = this.returned; i < until; i++) {
      if (store.state[i] === FREE || store.state[i] === LEAVING) continue;
      const moved = last[6 * i] <= last[6 * i + 3] ? moveOf(last, store.boxes, 6 * i) : 0;
      sleeping.recall(i, last, moved);
      this.batch[count++] = i;
    }
    sleeping.follow(this.batch, count, store.top);
    this.returned = until;
    if (until < store.top) return;
    this.byColumns = false;
    this.slept = 0;
  }

  /** Whether most of a sample of boxes have moved little, for their size. */
  private isCalm(): boolean {
    const { boxes, state, top } = this.store;
    const { last } = this;
    const step = Math.max(1, Math.floor(top / SAMPLE));
    let seen = 0;
    let fast = 0;
    for (let i = 0; i < top; i += step) {
      const b = 6 * i;
      if (state[i] === FREE || state[i] === LEAVING || !(last[b] <= last[b + 3])) continue;
      seen++;
      const size = Math.max(boxes[b + 3] - boxes[b], boxes[b + 4] - boxes[b + 1], boxes[b + 5] - boxes[b + 2]);
      if (moveOf(last, boxes, b) > CALM * size) fast++;
    }
    return fast <= RESTLESS * 0.5 * seen;
  }

  private meetsNow(i: number, j: number): boolean {
    const { boxes, state } = this.store;
    return state[i] !== LEAVING && state[j] !== LEAVING && boxesMeet(boxes, i, j);
  }

  /** Room in `last`, empty boxes for new numbers. */
  private growLastBoxes(): void {
    const { top } = this.store;
    const { length } = this.last;
    if (length >= 6 * top) return;
    this.last = enlarged(this.last, new Float64Array(12 * top));
    for (let b = length; b < 12 * top; b += 6) this.last[b] = Number.POSITIVE_INFINITY;
  }

  private keepBoxes(): void {
    const { boxes, state, top } = this.store;
    this.growLastBoxes();
    this.last.set(boxes.subarray(0, 6 * top));
    for (let i = 0; i < top; i++) if (state[i] === FREE || state[i] === LEAVING) this.last[6 * i] = Number.POSITIVE_INFINITY;
  }
}

/** How far a face has moved. */
function moveOf(from: Float64Array, to: Float64Array, a: number): number {
  return Math.max(
    Math.abs(to[a] - from[a]),
    Math.abs(to[a + 1] - from[a + 1]),
    Math.abs(to[a + 2] - from[a + 2]),
    Math.abs(to[a + 3] - from[a + 3]),
    Math.abs(to[a + 4] - from[a + 4]),
    Math.abs(to[a + 5] - from[a + 5]),
  );
}
