/**
 * Pairs of a scene of which neither body turns nor bends its way, with the bounds of such [straight-ways.ts]. Each
 * keeps its frame for all of a segment; the nodes that were turned into it are kept for all pairs together.
 */
import { MovedNodes } from '../../contact/methods/straight/moved-nodes.ts';
import {
  STRAIGHT_ADDING,
  STRAIGHT_CLEARANCE,
  STRAIGHT_EXTRA,
  STRAIGHT_TIME,
  STRAIGHT_TURNING,
} from '../../contact/methods/straight/straight-volumes.ts';
import { StraightWays } from '../../contact/methods/straight/straight-ways.ts';
import { TURNING } from '../../contact/moving-pair.ts';
import { KEY_POPPED } from '../../contact/pair-queue.ts';
import { KEPT_CLEARANCE, KEPT_CONCERN } from '../pairs/padding.ts';
import { roomFor, type ScenePairs } from '../pairs/scene-pairs.ts';
import type { View } from '../pairs/view.ts';

/** Whether two bodies fly past each other so. Where both stand there is nothing to gain. */
export function flyStraight(a: View, b: View): boolean {
  return a.straight && b.straight && !(a.still && b.still);
}

export class StraightPairs {
  private readonly pairs: ScenePairs;
  private readonly moved: MovedNodes = new MovedNodes();
  private readonly ways: StraightWays[] = [];
  /** Pairs met in this segment, one after the other; and by pair which of them it is, counted from 1. */
  private readonly met: number[] = [];
  private places: Int32Array = new Int32Array(16);

  constructor(pairs: ScenePairs) {
    this.pairs = pairs;
  }

  /** True: some body of its own flies straight in the segment that all views have begun. */
  begin(): boolean {
    const { met, places } = this;
    const { movingViews } = this.pairs;
    if (met.length > 0) {
      for (const pair of met) places[pair] = 0;
      met.length = 0;
      this.moved.forget();
    }
    for (let k = 0; k < movingViews.length && movingViews[k].chain === null; k++)
      if (movingViews[k].straight && !movingViews[k].still) return true;
    return false;
  }

  /** Two bodies that fly straight, at the key popped, with what gaps leave out. */
  at(pair: number, a: View, b: View, keys: Float64Array, kept: Float64Array): StraightWays {
    if (pair >= this.places.length) this.places = roomFor(this.places, this.pairs);
    const place = this.places[pair];
    if (place === 0) return this.meet(pair, a, b, keys, kept);
    const ways = this.ways[place - 1];
    const { w } = ways;
    if (w[STRAIGHT_TIME] !== keys[KEY_POPPED] || w[STRAIGHT_EXTRA] !== kept[KEPT_CONCERN]) {
      w[STRAIGHT_TIME] = keys[KEY_POPPED];
      w[STRAIGHT_EXTRA] = kept[KEPT_CONCERN];
      ways.move();
    }
    return ways;
  }

  private meet(pair: number, a: View, b: View, keys: Float64Array, kept: Float64Array): StraightWays {
    const place = this.met.push(pair);
    this.places[pair] = place;
    this.ways[place - 1] ??= new StraightWays(this.moved);
    const ways = this.ways[place - 1];
    const { w } = ways;
    this.pairs.clock[0] = w[STRAIGHT_TIME] = keys[KEY_POPPED];
    a.place();
    b.place();
    // as padding.ts has it
    w[STRAIGHT_CLEARANCE] = kept[KEPT_CLEARANCE];
    w[STRAIGHT_EXTRA] = kept[KEPT_CONCERN];
    w[STRAIGHT_ADDING] = a.adding + b.adding + TURNING * (a.tree.radius + b.tree.radius + kept[KEPT_CLEARANCE]);
    w[STRAIGHT_TURNING] = TURNING;
    ways.begin(a.tree, b.tree, a.state, b.state, place);
    return ways;
  }
}
