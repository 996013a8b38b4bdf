/**
 * `auto` for a small motion like the one before it: the search of best-first.ts, begun where the last one ended
 * [front.ts] instead of at the roots, less the pairs that it proved farther apart than the two motions differ.
 *
 * Guarantee: that of best-first.ts. The records of a front cover all pairs of leaves; one is left out only where it is
 * proven farther apart, at all times, than what counts as contact or bears on the start, and all others enter the queue
 * at t = 0. The time found may differ from that search's by what the tolerance explains.
 */

import type { Budget } from '../../contact/budget.ts';
import { FAR, type KeepsFront, searchQueued } from '../../contact/methods/best-first.ts';
import type { MovingPair } from '../../contact/moving-pair.ts';
import type { Outcome } from '../../contact/outcome.ts';
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../../contact/pair-queue.ts';
import type { StartRule } from '../../contact/start-rule.ts';
import { CORNERS_B, DIRECTION } from '../../contact/triangle-gap.ts';
import { LEAST, LEAST_LENGTH, STEP, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { doubled } from '../../math/enlarged.ts';
import { Front, PROVEN, RECORD, RECORD_A, RECORD_B, RECORD_SPLIT, ROUND_UP } from './front.ts';
import { Track } from './track.ts';

/** A shorter direction proves nothing. */
const SHORTEST = 2 ** -300;
/** In units of ε: what bounds of distances may be off by. */
const ROUNDINGS = 16;
/** Motions are small up to this share of the smaller radius; in larger ones few pairs stay apart from step to step. */
const SMALL: number = 2 ** -8;
const ORIGIN: Float64Array = new Float64Array(3);

export class PairFollower implements KeepsFront {
  private readonly pair: MovingPair;
  private readonly front: Front = new Front();
  private readonly trackA: Track = new Track();
  private readonly trackB: Track = new Track();
  private together = false;
  /** ε of the last motion. */
  private rounding = 0;
  /** Records whose parts are still to be looked at. */
  private waiting: Int32Array = new Int32Array(64);

  constructor(pair: MovingPair) {
    this.pair = pair;
  }

  /** As searchBestFirst; false: the motion is none to follow, and nothing is answered. */
  search(queue: PairQueue, budget: Budget, start: StartRule, outcome: Outcome): boolean {
    const { pair, front } = this;
    if (pair.spins || start.from !== 0 || !(pair.fastest <= SMALL * Math.min(pair.treeA.radius, pair.treeB.radius))) {
      this.trackA.forget();
      return false;
    }
    this.begin(pair.clearance + start.concern + ROUNDINGS * pair.rounding);
    queue.clear();
    queue.keys[KEY_POPPED] = 0;
    pair.widen(start.concern);
    this.enter(queue);
    searchQueued(pair, queue, budget, start, Infinity, outcome, this);
    front.close();
    return true;
  }

  /** Bodies within the distance are looked at; leaves them at t = 0. */
  private begin(distance: number): void {
    const { pair, front, trackA, trackB } = this;
    const { stateA, stateB, treeA, treeB, reference, together } = pair;
    // in b's frame places are measured from another origin
    if (together !== this.together) trackA.forget();
    this.together = together;
    const origin = together ? ORIGIN : reference;
    pair.placeAt(0);
    trackA.begin(stateA, origin, treeA.radius);
    trackB.begin(stateB, origin, treeB.radius);
    pair.placeAt(1);
    const moved = trackA.end(stateA, origin, treeA.radius) + trackB.end(stateB, origin, treeB.radius) + 4 * (pair.rounding + this.rounding);
    this.rounding = pair.rounding;
    pair.placeAt(0);
    // farther than they reach: nothing that was known is of use
    const isNew = !(moved < treeA.radius + treeB.radius) || front.isFull;
    if (isNew) front.clear();
    front.begin(isNew ? 0 : moved, distance);
    if (front.size === 0) front.add(1);
  }

  split(record: number, splitA: boolean, child: number): number {
    return this.front.split(record, splitA, child);
  }

  /** All pairs that the front does not prove apart, with what a look from t = 0 says of them. */
  private enter(queue: PairQueue): void {
    const { pair, front } = this;
    const { treeA, treeB, stateA, stateB, stats, frame } = pair;
    const nodesA = treeA.nodes;
    const nodesB = treeB.nodes;
    const { bar, values, records } = front;
    if (values[0] >= bar) return;
    if (records[0] === 0) {
      queue.pushNow(0, 0, 0);
      return;
    }
    let waiting = 1;
    this.waiting[0] = 0;
    while (waiting > 0) {
      const record = this.waiting[--waiting];
      if (waiting + 2 > this.waiting.length) this.waiting = doubled(this.waiting);
      front.visit(record);
      const o = RECORD * record;
      const first = records[o];
      // looked at: neither proven apart nor split
      const looks0 = !(values[first] >= bar) && records[RECORD * first] === 0;
      const looks1 = !(values[first + 1] >= bar) && records[RECORD * first + RECORD] === 0;
      if (records[RECORD * first] > 0 && !(values[first] >= bar)) this.waiting[waiting++] = first;
      if (records[RECORD * first + RECORD] > 0 && !(values[first + 1] >= bar)) this.waiting[waiting++] = first + 1;
      if (!looks0 && !looks1) continue;
      const splitA = records[o + RECORD_SPLIT] === 1;
      const nodesF = splitA ? nodesB : nodesA;
      const f = (splitA ? records[o + RECORD_B] : records[o + RECORD_A]) << 4;
      setFrame(frame, nodesF, f, splitA ? stateB : stateA, splitA ? stateA : stateB);
      const from = looks0 ? first : first + 1;
      const count = looks0 && looks1 ? 2 : 1;
      stats.nodes += count;
      stepVolumes(frame, nodesF, f, splitA ? nodesA : nodesB, records[RECORD * from + (splitA ? RECORD_A : RECORD_B)] << 4, count);
      for (let k = 0; k < count; k++) {
        this.note(from + k, k);
        const step = frame[STEP + k];
        const at = RECORD * (from + k);
        if (step === 0) queue.pushNow(records[at + RECORD_A], records[at + RECORD_B], from + k);
        else if (step < Infinity) {
          queue.keys[KEY_PUSHED] = step;
          queue.pushLater(records[at + RECORD_A], records[at + RECORD_B], step > FAR, from + k);
        }
      }
    }
  }

  /** What that look, from t = 0, says of all of the motion: h is concave. */
  note(record: number, k: number): void {
    const { front } = this;
    const { frame, clearance, extra } = this.pair;
    if (frame[STEP + k] !== Infinity) return;
    front.ways[PROVEN] = frame[LEAST + k] / frame[LEAST_LENGTH + k] + clearance + extra;
    front.note(record);
  }

  /** The same of two leaves that were measured there: their corners along the closest direction, less all ways. */
  noteLeaves(leafA: number, leafB: number, record: number): void {
    const { front } = this;
    const { leaf, treeA, treeB, fastest, roundingNow } = this.pair;
    const x = leaf[DIRECTION];
    const y = leaf[DIRECTION + 1];
    const z = leaf[DIRECTION + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > SHORTEST)) return;
    let near = -Infinity;
    let far = Infinity;
    for (let i = 0; i < 9; i += 3) {
      const a = x * leaf[i] + y * leaf[i + 1] + z * leaf[i + 2];
      const b = x * leaf[CORNERS_B + i] + y * leaf[CORNERS_B + i + 1] + z * leaf[CORNERS_B + i + 2];
      if (a > near) near = a;
      if (b < far) far = b;
    }
    const radii = treeA.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS] + treeB.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS];
    front.ways[PROVEN] = (far - near) / length - radii - roundingNow - fastest * ROUND_UP;
    front.note(record);
  }
}
