/**
 * Pairs that sleep. Every box has a larger, fat box; pairs whose fat boxes meet are candidates. A pair that was tested
 * is tested again only when the travel of both boxes together may have used up the gap, or the depth, that was found.
 * A box that leaves its fat box gets a new one, which reaches ahead along its motion, and asks a grid of fat boxes for
 * new candidates. Nothing is ever rebuilt.
 * Guarantee: after `follow` of all that has changed, the state of every pair is exact. Budgets are rounded down, travel
 * up.
 * Derivation: docs/notes/broad-phases.md.
 */

import { enlarged } from '../../math/enlarged.ts';
import type { PairList } from '../../math/pair-list.ts';
import { type BoxStore, FIXED, LEAVING, MOVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';
import { CandidatePairs, LIST } from './candidate-pairs.ts';
import { FatGrid } from './fat-grid.ts';

/** Moves that a fat box shall last at most. */
const LIFE = 72;
/** Updates that are looked at when choosing one in which it ends. */
const TRIES = 8;
/** Ahead of a box at most, in its size. */
const MOST_AHEAD = 0.6;
/** Room of a fat box to all sides, in moves, and at most in its size. */
const AROUND = 14;
const MOST_AROUND = 0.1;
/** Room to all sides before a first move is seen, at most, in its size. */
const UNKNOWN = 0.06;
/** Way of a move in the box's size from which on fat boxes do not pay. */
const FAST = 0.2;
/** Pairs in a pass over all that take the time of one box in a pass over the lists of those moved. */
const PAIRS_PER_BOX = 12;
/** A travel this many sizes long starts again at 0, so that budgets keep their digits. */
const LONG_TRAVEL = 2 ** 24;
/** More than the error of a dozen sums, in the sum of their terms. */
const ROUNDING = 2 ** -46;
/** Sums and products of a few terms, each off by 2⁻⁵³. */
const DOWN = 1 - 2 ** -49;

/** Doubles per box in `start`: travel, moves and lowest corner when it got its fat box. */
const START = 5;

export class SleepingPairs {
  pairCount = 0;
  boxTests = 0;
  /** Whether changes go to `opened` and `closed`. */
  notesChanges = true;
  readonly grid: FatGrid = new FatGrid();
  private readonly store: BoxStore;
  private readonly opened: PairList;
  private readonly closed: PairList;
  private readonly pairs: CandidatePairs = new CandidatePairs();
  /** Per box: travel from which on it may leave its fat box. */
  private stay: Float64Array = new Float64Array(64);
  private start: Float64Array = new Float64Array(START * 64);
  /** Per box the last search that knew it as a candidate. */
  private seen: Uint32Array = new Uint32Array(64);
  private search = 0;
  private clock = 0;
  /** Boxes expected to leave their fat boxes, by update. */
  private readonly leaving: Uint32Array = new Uint32Array(256);
  /** Pairs to be tested. */
  private awake: Uint32Array = new Uint32Array(64);
  /** Gap or depth of the last two boxes measured, rounded down. */
  private readonly budget: Float64Array = new Float64Array(1);

  constructor(store: BoxStore, opened: PairList, closed: PairList) {
    this.store = store;
    this.opened = opened;
    this.closed = closed;
  }

  /** To be called before each update: makes room for all boxes of the store. */
  begin(): void {
    const { top } = this.store;
    this.leaving[this.clock++ & (this.leaving.length - 1)] = 0;
    this.grid.cover(top);
    this.pairs.cover(top);
    if (top <= this.seen.length) return;
    this.stay = enlarged(this.stay, new Float64Array(2 * top));
    this.start = enlarged(this.start, new Float64Array(2 * START * top));
    this.seen = enlarged(this.seen, new Uint32Array(2 * top));
  }

  /** Forgets all boxes; `size` is what most will have. */
  reset(size: number): void {
    this.stay.fill(0);
    this.pairs.reset();
    this.grid.reset(2 * size);
    this.pairCount = 0;
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    const { words, count } = this.pairs;
    for (let p = 0; p < count; p++) {
      if ((words[4 * p + 3] & 1) === 0) continue;
      const i = words[4 * p + 2];
      const j = words[4 * p + 3] >>> 1;
      visit(i < j ? i : j, i < j ? j : i);
    }
  }

  isOpen(i: number, j: number): boolean {
    const { list, entries, words } = this.pairs;
    const at = LIST * (list[LIST * i + 1] < list[LIST * j + 1] ? i : j);
    for (let e = list[at]; e < list[at] + list[at + 1]; e++) {
      const a = words[4 * entries[e] + 2];
      const b = words[4 * entries[e] + 3];
      if ((a === i && b >>> 1 === j) || (a === j && b >>> 1 === i)) return (b & 1) === 1;
    }
    return false;
  }

  /** About how many of the changed boxes need a new fat box: every sixteenth is looked at. */
  leavers(): number {
    const { changed, changedCount, travel, boxes } = this.store;
    const { stay, grid } = this;
    let count = 0;
    for (let k = 0; k < changedCount; k += 16) {
      const i = changed[k];
      if (travel[i] >= stay[i] && !(grid.has(i) && contains(grid.boxes, boxes, 6 * i))) count += 16;
    }
    return count;
  }

  /** What is known of a box's last move, for its first fat box: its length and the lowest corner before it. */
  recall(i: number, before: Float64Array, moved: number): void {
    const { start } = this;
    const s = START * i;
    start[s] = this.store.travel[i] - moved;
    start[s + 1] = this.store.moves[i] - (moved > 0 ? 1 : 0);
    for (let k = 0; k < 3; k++) start[s + 2 + k] = before[6 * i + k];
  }

  /** A removed box: its pairs close. */
  leave(i: number): void {
    const { pairs } = this;
    const at = LIST * i;
    while (pairs.list[at + 1] > 0) {
      const p = pairs.entries[pairs.list[at] + pairs.list[at + 1] - 1];
      if ((pairs.words[4 * p + 3] & 1) === 1) this.noteChange(pairs.words[4 * p + 2], pairs.words[4 * p + 3] >>> 1, 0);
      pairs.remove(p);
    }
    pairs.release(i);
    this.grid.take(i);
    this.stay[i] = 0;
    this.start.fill(0, START * i, START * i + START);
  }

  /** Follows the changed boxes that are not removed and below a number. */
  follow(changed: Uint32Array, count: number, below: number): void {
    const { state, travel } = this.store;
    const { stay, grid, pairs } = this;
    for (let k = 0; k < count; k++) {
      const i = changed[k];
      if (travel[i] < stay[i] || i >= below || state[i] === LEAVING) continue;
      if (!grid.has(i) || !this.remains(i)) this.renew(i);
    }
    if (this.awake.length < pairs.count) this.awake = new Uint32Array(2 * pairs.count);
    if (PAIRS_PER_BOX * count > pairs.count) this.testAll();
    else for (let k = 0; k < count; k++) this.testOf(changed[k]);
  }

  /** Tests all pairs that are due. */
  private testAll(): void {
    const { travel } = this.store;
    const { words, due, count } = this.pairs;
    const { awake } = this;
    let found = 0;
    for (let p = 0; p < count; p++) {
      awake[found] = p;
      if (travel[words[4 * p + 2]] + travel[words[4 * p + 3] >>> 1] >= due[2 * p]) found++;
    }
    this.test(found);
  }

  /** Tests the pairs of a box that are due. */
  private testOf(i: number): void {
    const { travel } = this.store;
    const { words, due, list, entries } = this.pairs;
    const { awake } = this;
    const from = list[LIST * i];
    const to = from + list[LIST * i + 1];
    let found = 0;
    for (let e = from; e < to; e++) {
      const p = entries[e];
      if (travel[words[4 * p + 2]] + travel[words[4 * p + 3] >>> 1] >= due[2 * p]) awake[found++] = p;
    }
    if (found > 1) awake.subarray(0, found).sort();
    if (found > 0) this.test(found);
  }

  /**
   * Tests the pairs in `awake`, whose numbers go upward; from the last, since a pair that is taken out gives its number
   * to the last one.
   */
  private test(found: number): void {
    const { travel } = this.store;
    const { pairs, awake, budget, grid } = this;
    const { words, due } = pairs;
    for (let k = found - 1; k >= 0; k--) {
      const p = awake[k];
      const i = words[4 * p + 2];
      const other = words[4 * p + 3];
      const j = other >>> 1;
      const open = this.measure(i, j) ? 1 : 0;
      if (open !== (other & 1)) {
        words[4 * p + 3] = other ^ 1;
        this.noteChange(i, j, open);
      }
      if (open === 0 && !boxesMeet(grid.boxes, i, j)) pairs.remove(p);
      else due[2 * p] = (travel[i] + travel[j] + budget[0]) * DOWN;
    }
    this.boxTests += found;
  }

  /** Candidates for a box with a new fat box. */
  private meet(i: number): void {
    const { state, travel } = this.store;
    const { seen, grid, pairs, budget } = this;
    const { list, entries, words } = pairs;
    const search = ++this.search;
    const from = list[LIST * i];
    const to = from + list[LIST * i + 1];
    for (let e = from; e < to; e++) {
      const p = entries[e];
      seen[words[4 * p + 2]] = search;
      seen[words[4 * p + 3] >>> 1] = search;
    }
    grid.collect(i);
    const { hits, hitCount } = grid;
    for (let h = 0; h < hitCount; h++) {
      const j = hits[h];
      if (seen[j] === search || (state[j] === FIXED && state[i] === FIXED)) continue;
      const open = this.measure(i, j);
      this.boxTests++;
      pairs.add(i, j, open, (travel[i] + travel[j] + budget[0]) * DOWN);
      if (open) this.noteChange(i, j, 1);
    }
  }

  /** Whether two boxes meet; how far apart or deep they are, at least, to `budget`. */
  private measure(i: number, j: number): boolean {
    const { boxes } = this.store;
    const a = 6 * i;
    const b = 6 * j;
    const p = boxes[b] - boxes[a + 3];
    const q = boxes[a] - boxes[b + 3];
    const r = boxes[b + 1] - boxes[a + 4];
    const s = boxes[a + 1] - boxes[b + 4];
    const t = boxes[b + 2] - boxes[a + 5];
    const u = boxes[a + 2] - boxes[b + 5];
    // the largest of six by a + b + |a − b| = 2 max(a, b), without branches
    const pq = p + q + Math.abs(p - q);
    const rs = r + s + Math.abs(r - s);
    const tu = t + u + Math.abs(t - u);
    const four = pq + rs + Math.abs(pq - rs);
    const gap = 0.125 * (four + 2 * tu + Math.abs(four - 2 * tu));
    const error = ROUNDING * (Math.abs(p) + Math.abs(q) + Math.abs(r) + Math.abs(s) + Math.abs(t) + Math.abs(u));
    const least = Math.abs(gap) - error;
    if (least > 0) {
      this.budget[0] = least;
      return gap < 0;
    }
    this.budget[0] = 0;
    return boxesMeet(boxes, i, j);
  }

  /**
   * Moves that a fat box shall reach ahead, at most a share less than the given ones: so that it is left in an update
   * in which few others are.
   */
  private quietLife(i: number, most: number, more: number, less: number): number {
    const { leaving, clock } = this;
    const first = chance(i, this.search);
    let best = most;
    let slot = -1;
    for (let k = 0; k < TRIES; k++) {
      const life = most * (1 - (less * (k + first)) / TRIES);
      const at = Math.floor(clock + life + more) & (leaving.length - 1);
      if (slot >= 0 && leaving[at] >= leaving[slot]) continue;
      slot = at;
      best = life;
    }
    leaving[slot]++;
    return best;
  }

  private noteChange(i: number, j: number, open: number): void {
    this.pairCount += 2 * open - 1;
    if (!this.notesChanges) return;
    if (open === 1) this.opened.pushSorted(i, j);
    else this.closed.pushSorted(i, j);
  }

  /** Whether a box is inside its fat box; then how far it may go. */
  private remains(i: number): boolean {
    const { boxes, travel } = this.store;
    const fat = this.grid.boxes;
    const a = 6 * i;
    const p = boxes[a] - fat[a];
    const q = boxes[a + 1] - fat[a + 1];
    const r = boxes[a + 2] - fat[a + 2];
    const s = fat[a + 3] - boxes[a + 3];
    const t = fat[a + 4] - boxes[a + 4];
    const u = fat[a + 5] - boxes[a + 5];
    const ps = p + s - Math.abs(p - s);
    const qt = q + t - Math.abs(q - t);
    const ru = r + u - Math.abs(r - u);
    const four = ps + qt - Math.abs(ps - qt);
    const error = ROUNDING * (Math.abs(p) + Math.abs(q) + Math.abs(r) + Math.abs(s) + Math.abs(t) + Math.abs(u));
    const room = 0.125 * (four + 2 * ru - Math.abs(four - 2 * ru)) - error;
    this.stay[i] = (travel[i] + room) * DOWN;
    return room >= 0;
  }

  /** A new fat box: ahead for LIFE moves like those since the last one, and a little to all sides. */
  private renew(i: number): void {
    const { boxes, travel, moves, state } = this.store;
    const { start, grid, pairs } = this;
    const fat = grid.boxes;
    const a = 6 * i;
    const s = START * i;
    const known = moves[i] - start[s + 1];
    const size = Math.max(boxes[a + 3] - boxes[a], boxes[a + 4] - boxes[a + 1], boxes[a + 5] - boxes[a + 2]);
    const pace = known > 0 ? Math.max(0, travel[i] - start[s]) / known : 0;
    let around = 0;
    let ahead = 0;
    if (!(known > 0)) around = state[i] === MOVING ? UNKNOWN * size * chance(i, 0) : 0;
    else if (pace < FAST * size) {
      around = Math.min(AROUND * pace, MOST_AROUND * size);
      ahead = this.quietLife(i, Math.min(LIFE, (MOST_AHEAD * size) / pace), around / pace, grid.has(i) ? 0.5 : 0.95) / known;
    }
    const most = MOST_AHEAD * size;
    if (travel[i] > LONG_TRAVEL * size) {
      travel[i] = 0;
      for (let e = pairs.list[LIST * i]; e < pairs.list[LIST * i] + pairs.list[LIST * i + 1]; e++) pairs.due[2 * pairs.entries[e]] = 0;
    }
    start[s] = travel[i];
    start[s + 1] = moves[i];
    for (let k = 0; k < 3; k++) {
      const lead = ahead > 0 ? Math.max(-most, Math.min(most, ahead * (boxes[a + k] - start[s + 2 + k]))) : 0;
      fat[a + k] = boxes[a + k] - around + Math.min(0, lead);
      fat[a + 3 + k] = boxes[a + 3 + k] + around + Math.max(0, lead);
      start[s + 2 + k] = boxes[a + k];
    }
    this.remains(i);
    grid.put(i);
    this.meet(i);
  }
}

/** Evenly spread over [0, 1), from two whole numbers. */
function chance(i: number, k: number): number {
  let x = Math.imul(i ^ Math.imul(k, 0x9e3779b1), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

function contains(outer: Float64Array, inner: Float64Array, a: number): boolean {
  return (
    inner[a] >= outer[a] &&
    inner[a + 1] >= outer[a + 1] &&
    inner[a + 2] >= outer[a + 2] &&
    inner[a + 3] <= outer[a + 3] &&
    inner[a + 4] <= outer[a + 4] &&
    inner[a + 5] <= outer[a + 5]
  );
}
