/**
 * Stretches in contact of the spans of a path as those of the whole. A span may have been asked before it was known how
 * the path goes before it: its answer holds where it was asked from the place at which those before it ended, or where
 * these ended with nothing in contact and it was asked from its own beginning.
 */
import type { IntervalPlace } from '../answers/contact-intervals.ts';
import { summedStats } from '../answers/scene-answer.ts';
import { united } from '../answers/scene-first-contact.ts';
import type { ContactInterval, ContactIntervals, SceneFirstContact, SceneStats } from '../answers/scene-result.ts';
import type { Span } from '../search/span.ts';
import type { SpanStretch, SpanStretches } from './span-question.ts';

/** Joins the stretches of one class of pairs. */
export class StretchJoiner {
  readonly intervals: ContactInterval[] = [];
  /** Where the next span has to begin; at 0, the start of the path is still what counts. */
  place: IntervalPlace = { at: 0, under: false };
  /** Nothing more is to be asked. */
  done = false;
  complete = true;
  /** What was done since the last stretch ended. */
  private since: SceneStats | null = null;
  private readonly segments: number;

  constructor(segments: number) {
    this.segments = segments;
  }

  /** From where to ask a span while those before it are not known: from its beginning. */
  guess({ first }: Span): IntervalPlace {
    return this.place.at === 0 && !this.place.under ? this.place : { at: first, under: false };
  }

  /** Whether the answer of the next span holds that was asked from there. */
  holds({ first }: Span, asked: IntervalPlace, { ofStart }: SpanStretches): boolean {
    const { at, under } = this.place;
    if (asked.at === at && asked.under === under) return true;
    if (under || asked.under || at === 0 || at > first) return false;
    return asked.at === first || (asked.at === 0 && !ofStart);
  }

  /** Takes the answer of the next span, one that holds. */
  take({ stretches, rest, ends, late }: SpanStretches): void {
    for (const stretch of stretches) this.takeStretch(stretch);
    if (rest !== null) this.since = this.since === null ? rest.stats : summedStats(this.since, rest.stats);
    const untouched = this.intervals.length === 0;
    this.place = untouched && !ends.under ? { at: 0, under: false } : ends;
    const open = rest !== null && rest.status !== 'free';
    this.complete &&= !late && !open;
    this.done = late || open || ends.at >= this.segments;
  }

  private takeStretch({ from, to, pairs, first }: SpanStretch): void {
    const { intervals } = this;
    if (first !== null) {
      intervals.push({ from, to, pairs, first: this.counted(first) });
      this.since = null;
      return;
    }
    const last = intervals[intervals.length - 1];
    const seen = new Map([...last.pairs, ...pairs].map((pair) => [JSON.stringify(pair), pair]));
    intervals[intervals.length - 1] = { ...last, to, pairs: [...seen.values()] };
  }

  private counted(first: SceneFirstContact): SceneFirstContact {
    return this.since === null ? first : { ...first, stats: summedStats(this.since, first.stats) };
  }
}

/** The stretches of all classes, those that meet as one. */
export function joinStretches(classes: readonly StretchJoiner[]): ContactIntervals {
  const all = classes.flatMap(({ intervals }) => intervals);
  return { intervals: classes.length === 1 ? all : united(all), complete: classes.every(({ complete }) => complete) };
}
