/** A piece of the extrapolated motion, to be checked as one in-between motion. */
export interface ForecastSegment<State> {
  /** The state at its start: a pose, or joint values. */
  readonly from: State;
  /** The state at its end. */
  readonly to: State;
  /** When it starts, in seconds from now. */
  readonly t0: number;
  /** When it ends, in seconds from now. */
  readonly t1: number;
}

/** What a check says of a segment; results of `firstContact` have this form. */
export interface SegmentVerdict {
  /** What is proven of the segment, as of any first contact. */
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  /** Share of the segment, 0 to 1: where contact is first made; unresolved: proven free until then. */
  readonly time: number;
  /** Numbers of the triangles in contact, where the check tells them. */
  readonly zone?: readonly number[];
}

/** Checks a segment in at most so many milliseconds, if it can; 'unresolved' when they are used up. */
export type SegmentCheck<State, Verdict extends SegmentVerdict = SegmentVerdict> = (
  segment: ForecastSegment<State>,
  milliseconds: number,
) => Verdict;

/**
 * How near contact is. clear: none up to the horizon, which was checked to its end; unknown: none was found, but some
 * of the horizon was not checked, or there are too few samples to say where to look; considered: within the horizon,
 * time to decide; reflex: within the reflex interval, time only to flinch; contact: now.
 */
export type ForecastLevel = 'clear' | 'unknown' | 'considered' | 'reflex' | 'contact';

/**
 * What lies ahead if the motion goes on as it does: the answer of ContactForecast. All seconds but `now` count from
 * now.
 */
export interface Forecast<State, Verdict extends SegmentVerdict = SegmentVerdict> {
  /**
   * What was found. `clear` is only said where all of the horizon was checked (`unchecked` is null) and the samples
   * bear an extrapolation (`confidence` above 0); else it is `unknown`.
   */
  readonly level: ForecastLevel;
  /** Seconds from now to the contact; 0 in contact, null where none was found. */
  readonly timeToContact: number | null;
  /** Numbers of the triangles in contact, as the check gave them; empty without contact. */
  readonly zone: readonly number[];
  /** What the check said of the segment in contact, for a robot also what touches what; null without. */
  readonly found: Verdict | null;
  /** True: the contact was foretold earlier and lies where there was no time to look this time. */
  readonly held: boolean;
  /**
   * 0 to 1: erf(scale / √2 deviation), the probability that in any one direction the extrapolated state is off by less
   * than `scale` at the contact, or at `checkedUntil` where there is none. The deviation comes from the residuals of
   * the fit. 0 while there are too few samples to tell.
   */
  readonly confidence: number;
  /** The extrapolated state in contact, a pose or joint values; null without contact. */
  readonly predicted: State | null;
  /** Seconds from now for which the extrapolated motion is known to be free. */
  readonly checkedUntil: number;
  /** What was not checked before the contact or the horizon, in seconds from now, or null when that is nothing. */
  readonly unchecked: readonly [from: number, to: number] | null;
  /** Where this forecast starts, in seconds of the samples' clock. */
  readonly now: number;
  /** Samples behind the fit since it was started. */
  readonly samples: number;
  /** Names of the state variables that the prediction holds at a limit, at the contact or at the horizon. */
  readonly clamped: readonly string[];
  /** How many segments were checked. */
  readonly checks: number;
}
