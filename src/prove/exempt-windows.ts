/**
 * While pairs may touch [docs/proof-format.md, "Windows"]: until they have left what they touch at the start, and from
 * their last approach on. A window is as narrow as what shows it: instants all along at which the two are near, the
 * last one of a leaving less than 2⁻¹⁰ of a segment before its end.
 */
import type { MovingPair } from '../contact/moving-pair.ts';
import type { PairQueue } from '../contact/pair-queue.ts';
import type { PairSide } from '../contact/result.ts';
import { pairsOfSides } from '../scene/pairs/pairs-of-sides.ts';
import type { ScenePairs } from '../scene/pairs/scene-pairs.ts';
import type { ProvenAnswer } from '../scene/search/scene-proof.ts';
import type { ProofLines } from './proof-lines.ts';
import { insideOf, witnessOf } from './witness.ts';

/** From when to when a pair is to be proven in a segment, and what shows that it may touch before and after. */
export interface ProvenSpan {
  readonly from: number;
  readonly to: number;
  /** Keys of its line. */
  readonly keys: { readonly leave?: number; readonly arrive?: number; readonly near?: readonly object[] };
}

/** When two leave, and arrive, as they are told: times of the path; Infinity: they do not. */
export interface Wanted {
  readonly left: number;
  readonly arrived: number;
}

/** Near is within so many tolerances beyond the clearance; who checks it allows 2. */
const NEAR = 1.9;
const STEP = 1 / 20;
const FINEST = 2 ** -10;
/** Where it is not near at an instant, it is at one of these beside it: gaps of a contact are shorter. */
const BESIDE: readonly number[] = [0, 1, -1, 1.5, -1.5].map((n) => n * FINEST);

/** By the number of a pair, what is told of it. */
export function wantedTimes(pairs: ScenePairs, { initial, arrivals = [] }: ProvenAnswer): Map<number, Wanted> {
  const out = new Map<number, Wanted>();
  const note = (a: PairSide, b: PairSide, times: Partial<Wanted>): void => {
    for (const pair of pairsOfSides(pairs, [[a, b]], 'proof'))
      out.set(pair, { left: 0, arrived: Number.POSITIVE_INFINITY, ...out.get(pair), ...times });
  };
  for (const { a, b, left } of initial) if (left !== undefined) note(a, b, { left: left ?? Number.POSITIVE_INFINITY });
  for (const { a, b, time } of arrivals) if (time !== null) note(a, b, { arrived: time });
  return out;
}

/** The windows of one pair after the other. */
export class ExemptWindows {
  private readonly lines: ProofLines;
  tolerance = 0;
  private readonly queue: PairQueue;

  constructor(lines: ProofLines, queue: PairQueue) {
    this.lines = lines;
    this.queue = queue;
  }

  /** Times of a segment that goes on to `until`; 0 and Infinity: it does not leave, and does not arrive. */
  span(pair: MovingPair, { left, arrived }: Wanted, until: number): ProvenSpan {
    const near: object[] = [];
    let from = 0;
    if (left > 0) from = left >= until ? until : this.leaves(pair, left);
    if (from > 0) this.show(pair, 0, from, near);
    const to = from < until && arrived < until ? Math.max(arrived, 0) : until;
    if (to < until) this.show(pair, to, until, near);
    const keys = { ...(from > 0 ? { leave: from } : {}), ...(to < until ? { arrive: to } : {}), ...(near.length > 0 ? { near } : {}) };
    return { from, to, keys };
  }

  /** Whether anything shows that the two are near at an instant. */
  isNear(pair: MovingPair, t: number): boolean {
    return this.nearAt(pair, t) !== null;
  }

  /** A little behind the last instant before `left` at which they are near. */
  private leaves(pair: MovingPair, left: number): number {
    let [before, after] = [0, left];
    while (after - before > FINEST) {
      const middle = (before + after) / 2;
      if (this.isNear(pair, middle)) before = middle;
      else after = middle;
    }
    return after;
  }

  private show(pair: MovingPair, from: number, to: number, out: object[]): void {
    const steps = Math.ceil((to - from) / STEP);
    for (let k = 0; k <= steps; k++) {
      const t = k === steps ? to : from + k * STEP;
      for (const more of BESIDE) {
        if (t + more < from || t + more > to) continue;
        const near = this.nearAt(pair, t + more);
        if (near === null) continue;
        out.push({ t: t + more, ...near });
        break;
      }
    }
  }

  private nearAt(pair: MovingPair, t: number): object | null {
    const found = witnessOf(pair, t, NEAR * this.tolerance, this.queue);
    if (found !== null) {
      const { leafA, leafB, u, v } = found;
      return { a: this.lines.place(pair.treeA, leafA), b: this.lines.place(pair.treeB, leafB), u, v };
    }
    const inside = insideOf(pair, t);
    return inside === null ? null : { inside };
  }
}
