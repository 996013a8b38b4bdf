/** A piece of the extrapolated motion, to be checked as one in-between motion. Seconds are ahead of now. */
export interface ForecastSegment<State> {
  readonly from: State;
  readonly to: State;
  readonly t0: number;
  readonly t1: number;
}

/** What a check says of a segment; results of `firstContact` have this form. */
export interface SegmentVerdict {
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  /** Part of the segment, 0 to 1: where contact is first made; unresolved: proven free until then. */
  readonly time: number;
  /** Triangles in contact. */
  readonly zone?: readonly number[];
}

/** Checks a segment in at most so many milliseconds, if it can; 'unresolved' when they are used up. */
export type SegmentCheck<State, Verdict extends SegmentVerdict = SegmentVerdict> = (
  segment: ForecastSegment<State>,
  milliseconds: number,
) => Verdict;

/** clear: no contact was found; considered, reflex: contact within the horizon, within the reflex interval; contact: now. */
export type ForecastLevel = 'clear' | 'considered' | 'reflex' | 'contact';

export interface Forecast<State, Verdict extends SegmentVerdict = SegmentVerdict> {
  /** Says what was found. `clear` means no contact up to `horizon` only where `unchecked` is null: look at both. */
  readonly level: ForecastLevel;
  /** Seconds from now; null where no contact was found. */
  readonly timeToContact: number | null;
  readonly zone: readonly number[];
  /** What the check said of the segment in contact, for a robot also what touches what; null without. */
  readonly found: Verdict | null;
  /** The contact was foretold earlier and lies where there was no time to look this time. */
  readonly held: boolean;
  /**
   * 0 to 1: erf(scale / √2 deviation), the probability that in any one direction the extrapolated state is off by less than `scale` at the
   * contact, or at `checkedUntil` where there is none. The deviation comes from the residuals of the fit. 0 while too few samples tell.
   */
  readonly confidence: number;
  /** The state in contact, or null. */
  readonly predicted: State | null;
  /** Seconds from now that the extrapolated motion is known to be free. */
  readonly checkedUntil: number;
  /** What was not checked before the contact or the horizon, in seconds from now, or null when that is nothing. */
  readonly unchecked: readonly [from: number, to: number] | null;
  /** The clock of the samples, in seconds. */
  readonly now: number;
  /** Samples behind the fit. */
  readonly samples: number;
  /** State variables that the prediction holds at a limit, at the contact or at the horizon. */
  readonly clamped: readonly string[];
  /** Segments checked. */
  readonly checks: number;
}
