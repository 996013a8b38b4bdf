/**
 * Where a path is cut: at the front often, because what lies behind a contact is of no use, then ever less, so that
 * messages cost little, and in the end so that all workers are done together. Where the cuts are depends on how fast
 * workers are; the answer does not.
 */
import type { Span } from '../../scene/search/span.ts';

/** Milliseconds of a span: at first, from round to round of the workers so many times more, and at most. */
const FIRST = 2;
const GROWTH = 2;
const LONGEST = 40;

export class SpanCutter {
  private readonly segments: number;
  private readonly ahead: number;
  private readonly cutFrom: (segment: number) => number;
  private at = 0;
  private count = 0;
  private longest = 1;
  /** Milliseconds a segment; 0: not known yet. */
  private each = 0;

  /**
   * ahead: how many spans are worked on at the same time; cutFrom: from a segment on, the first one that may begin a
   * span.
   */
  constructor(segments: number, ahead: number, cutFrom: (segment: number) => number) {
    this.segments = segments;
    this.ahead = ahead;
    this.cutFrom = cutFrom;
  }

  /** Null: there are no more. */
  next(): Span | null {
    const left = this.segments - this.at;
    if (left === 0) return null;
    let wish = FIRST;
    for (let round = Math.floor(this.count++ / this.ahead); round > 0 && wish < LONGEST; round--) wish *= GROWTH;
    const few = this.each === 0 ? 1 : Math.ceil(FIRST / this.each);
    const wanted = this.each === 0 ? 1 : Math.min(wish, LONGEST) / this.each;
    const length = Math.min(left, Math.ceil(Math.max(1, Math.min(wanted, 4 * this.longest, Math.max(few, left / this.ahead)))));
    const first = this.at;
    this.at = this.cutFrom(first + length);
    this.longest = Math.max(this.longest, this.at - first);
    return { first, last: this.at };
  }

  /** What a span took. */
  took({ first, last }: Span, milliseconds: number): void {
    const each = Math.max(1e-6, milliseconds / (last - first));
    this.each = this.each === 0 ? each : 0.7 * this.each + 0.3 * each;
  }
}
