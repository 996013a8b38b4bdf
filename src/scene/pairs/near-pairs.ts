/**
 * The pairs of a scene that come near each other in a segment, where not all pairs have numbers: at once, or part by
 * part of the segment where bounds on all of it leave too many. Guarantee: as near-boxes.ts, of the part that is
 * returned.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import type { PairList } from '../../math/pair-list.ts';
import { NearBoxes } from './near-boxes.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** So many that come near are looked at together, and so many more for each moving body … */
const FEW = 4096;
const FEW_EACH = 16;
/** … else in parts of the segment, none shorter than this. */
const SHORTEST: number = 2 ** -16;

export class NearPairs {
  readonly pairs: ScenePairs;
  readonly boxes: NearBoxes;
  private segment = -1;
  /** How long the last part of a segment was. */
  private last = 1;

  constructor(pairs: ScenePairs) {
    this.pairs = pairs;
    this.boxes = new NearBoxes(pairs);
  }

  /** Moving bodies that come near each other, the smaller number first, in order; not all of them are tested. */
  get found(): PairList {
    return this.boxes.found;
  }

  /** Movable bodies that come near something that stands, in order. */
  get standingNear(): readonly number[] {
    return this.boxes.standingNear;
  }

  /** Boxes and bodies looked at, since the scene was made. */
  get looks(): number {
    return this.boxes.looks;
  }

  /** All that is within the margin at one instant, where everything is then placed; false: the time is over. */
  findAt(t: number, margin: number, budget: Budget = NO_LIMITS): boolean {
    return this.boxes.find(t, t, margin, Infinity, budget);
  }

  /**
   * As `find`, of as much of the rest of the segment as does not find too many: returns where that ends. NaN: the
   * budget's time is over.
   */
  findNext(from: number, margin: number, budget: Budget): number {
    const { boxes, pairs } = this;
    if (this.segment !== pairs.serial) {
      this.segment = pairs.serial;
      this.last = 1;
    }
    const few = FEW + FEW_EACH * pairs.moving.length;
    if (boxes.find(from, 1, margin, few, budget)) return 1;
    // what is near at this instant must be looked at anyway
    if (!boxes.find(from, from, margin, Infinity, budget)) return Number.NaN;
    const most = few + 4 * boxes.found.count;
    let width = Math.min(0.5 * (1 - from), 2 * this.last);
    while (width > SHORTEST) {
      if (boxes.find(from, from + width, margin, most, budget)) {
        this.last = width;
        return from + width;
      }
      if (budget?.isOver()) return Number.NaN;
      width /= 2;
    }
    this.last = SHORTEST;
    const until = Math.min(1, from + SHORTEST);
    return boxes.find(from, until, margin, Infinity, budget) ? until : Number.NaN;
  }

  /** The most that rounding adds to the place of any moving body, the most that any turns, and the largest radius. */
  largest(t: number): { readonly adding: number; readonly turn: number; readonly radius: number } {
    const { boxes } = this;
    boxes.find(t, t, 0, 0, NO_LIMITS);
    let turn = 0;
    let radius = 0;
    let adding = 0;
    for (let u = 0; u < boxes.radii.length; u++) {
      turn = Math.max(turn, boxes.turnOf(u));
      radius = Math.max(radius, boxes.radii[u]);
      adding = Math.max(adding, 0.5 * boxes.roundings[u]);
    }
    return { adding, turn, radius };
  }

  /** How large bodies are, the median of their spheres, to begin with where distances are looked for. */
  typicalSize(t: number): number {
    const { boxes, pairs } = this;
    boxes.find(t, t, 0, 0, NO_LIMITS);
    const radii = Float64Array.from({ length: pairs.moving.length }, (_, body) => boxes.spheres[4 * body + 3]).sort();
    const size = radii[radii.length >> 1];
    return size > 0 ? size : radii[radii.length - 1] > 0 ? radii[radii.length - 1] : this.extent();
  }

  /** Whether everything is within so much of everything else, where it was placed last. */
  holdsAll(distance: number): boolean {
    return !(distance < this.extent());
  }

  /** A bound of all distances. */
  private extent(): number {
    const { boxes, standingBox } = this.boxes;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      let low = standingBox[k];
      let high = standingBox[3 + k];
      for (let o = 0; o < boxes.length; o += 6) {
        low = Math.min(low, boxes[o + k]);
        high = Math.max(high, boxes[o + 3 + k]);
      }
      size += high - low;
    }
    return 2 * size;
  }
}

/** Everything that comes near from `from` to the end of the segment, part by part; false: the time is over. */
export function findAllNear(near: NearPairs, from: number, margin: number, budget: Budget): boolean {
  const { boxes, pairs } = near;
  const { found } = boxes;
  let until = near.findNext(from, margin, budget);
  if (until >= 1) return true;
  const count = pairs.moving.length;
  const keys = new Set<number>();
  const standing = new Set<number>();
  for (;;) {
    if (Number.isNaN(until)) return false;
    for (let k = 0; k < 2 * found.count; k += 2) keys.add(found.pairs[k] * count + found.pairs[k + 1]);
    for (const k of boxes.standingNear) standing.add(k);
    if (until >= 1) break;
    until = near.findNext(until, margin, budget);
  }
  found.clear();
  for (const key of Float64Array.from(keys).sort()) found.push(Math.floor(key / count), key % count);
  boxes.standingNear = [...standing].sort((a, b) => a - b);
  return true;
}
