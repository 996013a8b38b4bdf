/**
 * Will there be contact within the next second, when, and how sure is that? [Caby & Crosnier, §3.2]
 * A motion stream is extrapolated over the horizon: in fine steps over the reflex interval, where an operator can only
 * flinch, in coarse ones over the rest, where he can decide. Each step goes to a check as one in-between motion,
 * nearest first, until contact or the end of the budget.
 *
 * Guarantee: whatever is not reported as `unchecked` was found free by the check, and `clear` is said of nothing else.
 * Nothing is promised about the future
 * itself: the operator is free, `confidence` says how well the samples bear the extrapolation.
 * Beyond the paper: steps grow when the checks cost more than the budget, so that all of the horizon is seen coarsely
 * rather than half of it.
 */
import { milliseconds } from '../contact/budget.ts';
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import type { Forecast, ForecastLevel, SegmentCheck, SegmentVerdict } from './forecast-result.ts';
import type { MotionStream } from './motion-stream.ts';
import { withinDeviations } from './normal-probability.ts';

/** How far ahead a ContactForecast looks, in which steps, and how long it may take. Only `scale` must be given. */
export interface ForecastOptions {
  /**
   * How far off the state may be and still count as right, in the stream's measure: for tools a length, say what the
   * task forgives. `confidence` is reported against it.
   */
  readonly scale: number;
  /** T_p: seconds looked ahead. Default 1, the response time of considered acts. */
  readonly horizon?: number;
  /** Seconds of the reflex interval, in which an operator can only flinch. Default 0.1. */
  readonly reflex?: number;
  /** Δt_pr: seconds a step in the reflex interval. Default 0.02. */
  readonly fineStep?: number;
  /** Δt_pc: seconds a step after the reflex interval. Default 0.1. */
  readonly coarseStep?: number;
  /** Loops a second that must be held; sets the time that a prediction may take. Default 15. */
  readonly rate?: number;
  /**
   * Milliseconds for one prediction. Default: half a period of `rate`, the rest of the loop has the other half; with a
   * `rate`, a period at most.
   */
  readonly maxMilliseconds?: number;
  /** Says how many milliseconds have passed, from any start. Default: the machine's clock. */
  readonly clock?: () => number;
}

const FORECAST_DEFAULTS: {
  readonly horizon: number;
  readonly reflex: number;
  readonly fineStep: number;
  readonly coarseStep: number;
  readonly rate: number;
} = { horizon: 1, reflex: 0.1, fineStep: 0.02, coarseStep: 0.1, rate: 15 };

const OTHER_KEYS: readonly string[] = ['scale', 'maxMilliseconds', 'clock'];
const STATUSES: readonly string[] = ['free', 'contact', 'overlap', 'unresolved'];
/** How much the newest check counts in the mean cost of checks. */
const NEWEST_SHARE = 0.3;
/** What is left of the expected cost of a check each time it was not made though half of the time was there. */
const HOPE = 0.7;
/** A step more is not worth this part of it. */
const STEP_SLACK = 1e-6;
/** A step of more pieces is not checked: nothing turns so, two samples were at nearly the same time. */
const MOST_PIECES = 1024;

/**
 * Will there be contact within the next second, when, and how sure is that? Extrapolates a stream of samples and asks a
 * check about the way ahead, nearest first, within a budget of milliseconds. What is not reported as `unchecked` was
 * found free by the check; nothing is promised about the future itself.
 * @example
 * // A tool, whose samples are { time, pose }:
 * const tool = new PoseStream({ radius: 0.1 });
 * const forecast = new ContactForecast(tool, toolQuery.checkSegment(), { scale: 0.005 });
 * const { level, timeToContact, unchecked } = forecast.update({ time, pose });
 *
 * @example
 * // A robot, whose samples are { time, values }:
 * const joints = new JointStream(6, { limits });
 * const forecast = new ContactForecast(joints, ({ from, to }, maxMilliseconds) =>
 *   scene.firstContact({ ur5: robot.path([from, to]) }, { maxMilliseconds, contacts: 'first' }), { scale: 0.02 });
 */
export class ContactForecast<Sample extends { readonly time: number }, State, Verdict extends SegmentVerdict = SegmentVerdict> {
  /** Where the samples go, and the fit that is extrapolated. */
  readonly stream: MotionStream<Sample, State>;
  /** Seconds looked ahead. */
  readonly horizon: number;
  /** Seconds of the reflex interval, at most the horizon: contact within it is reported as 'reflex'. */
  readonly reflex: number;
  /** The error of the state that counts as right, in the stream's measure. */
  readonly scale: number;
  /** Milliseconds for one prediction, where the call does not say otherwise. */
  readonly maxMilliseconds: number;
  private readonly check: SegmentCheck<State, Verdict>;
  private readonly fineSteps: number;
  private readonly coarseSteps: number;
  private readonly clock: () => number;
  /** Mean milliseconds of a check in the reflex interval and after it; 0 while unknown. */
  private readonly cost: [fine: number, coarse: number] = [0, 0];
  /** The last contact reported that nothing has refuted since. */
  private warned: Forecast<State, Verdict> | null = null;
  private readonly guard: Exclusive = new Exclusive('ContactForecast');

  /** Takes a stream, and a check of segments: `toolQuery.checkSegment()`, or any first contact between two states. */
  constructor(stream: MotionStream<Sample, State>, check: SegmentCheck<State, Verdict>, options: ForecastOptions) {
    if (typeof stream?.stateAt !== 'function') throw new InputError('stream: must be a PoseStream or a JointStream');
    if (typeof check !== 'function')
      throw new InputError(
        `check: must be a function of a segment and milliseconds, such as toolQuery.checkSegment(), got ${shownValue(check)}`,
      );
    const { horizon, reflex, fineStep, coarseStep, rate } = checkedOptions(options);
    this.stream = stream;
    this.check = check;
    this.horizon = horizon;
    this.reflex = Math.min(reflex, horizon);
    this.scale = options.scale;
    this.clock = options.clock ?? milliseconds;
    const { maxMilliseconds: given } = options;
    this.maxMilliseconds = given === undefined ? 500 / rate : options.rate === undefined ? given : Math.min(given, 1000 / rate);
    this.fineSteps = Math.ceil(this.reflex / fineStep - STEP_SLACK);
    this.coarseSteps = Math.ceil((horizon - this.reflex) / coarseStep - STEP_SLACK);
  }

  /** Takes a sample and predicts from it on, within `allowed` milliseconds (default `maxMilliseconds`). */
  update(sample: Sample, allowed: number = this.maxMilliseconds): Forecast<State, Verdict> {
    this.guard.enter();
    try {
      this.stream.add(sample);
      return this.predictFrom(sample.time, allowed);
    } finally {
      this.guard.leave();
    }
  }

  /**
   * Predicts from a time on, in seconds of the samples' clock (default: the newest sample's), within `allowed`
   * milliseconds; a time before the newest sample counts as the newest. Without a sample, or with the newest older than
   * the stream's gap, the level is unknown: everything is unchecked. So it is with a single sample since the start or a
   * gap, but for contact now. A contact that was foretold before stays told (`held`) while it lies where there was no
   * time to look.
   */
  predict(now: number = this.stream.time ?? 0, allowed: number = this.maxMilliseconds): Forecast<State, Verdict> {
    this.guard.enter();
    try {
      return this.predictFrom(now, allowed);
    } finally {
      this.guard.leave();
    }
  }

  private predictFrom(now: number, allowed: number): Forecast<State, Verdict> {
    if (typeof now !== 'number' || !Number.isFinite(now))
      throw new InputError(`now: must be a finite number of seconds, got ${shownValue(now)}`);
    checkLimit(allowed, 'milliseconds', 'milliseconds:');
    const seen = this.forecastFrom(now, allowed);
    if (seen.timeToContact !== null) this.warned = seen;
    const { warned } = this;
    if (seen.timeToContact !== null || warned === null) return seen;
    const left = Math.max(0, warned.now + (warned.timeToContact as number) - seen.now);
    if (seen.unchecked === null || left < seen.unchecked[0] || seen.now - warned.now > this.horizon) {
      this.warned = null;
      return seen;
    }
    const level = warned.level === 'contact' ? 'contact' : this.levelOf(left, false);
    const { zone, found, predicted, confidence } = warned;
    return { ...seen, level, timeToContact: left, zone, found, predicted, confidence, held: true };
  }

  private levelOf(seconds: number, now: boolean): 'contact' | 'reflex' | 'considered' {
    return now ? 'contact' : seconds <= this.reflex ? 'reflex' : 'considered';
  }

  private forecastFrom(now: number, allowed: number): Forecast<State, Verdict> {
    const { stream, horizon } = this;
    const { time } = stream;
    if (time === null || now - time > stream.gap) return this.makeForecast('clear', null, null, Math.max(now, time ?? now), 0, horizon, 0);
    const start = Math.max(now, time);
    const deadline = this.clock() + allowed;
    const [fine, coarse] = this.steps(allowed);
    let checks = 0;
    if (stream.samples < 2) {
      if (!(allowed > 0)) return this.makeForecast('clear', null, null, start, 0, horizon, 0);
      const standing = stream.newest as State;
      const verdict = checkedVerdict(this.check({ from: standing, to: standing, t0: 0, t1: 0 }, allowed));
      if (verdict.status === 'overlap') return this.makeForecast('contact', 0, verdict, start, 0, 0, 1);
      return this.makeForecast('clear', null, null, start, 0, horizon, 1);
    }
    let from = start === time ? (stream.newest as State) : stream.stateAt(start);
    let freeUntil = 0;
    let hole = false;
    let t0 = 0;
    for (let step = 0; step < fine + coarse; step++) {
      const kind = step < fine ? 0 : 1;
      const begin = t0;
      const end = this.endOf(step, fine, coarse);
      const pieces = stream.piecesBetween(start + begin, start + end);
      if (pieces > MOST_PIECES) return this.makeForecast('clear', null, null, start, freeUntil, horizon, checks);
      for (let piece = 1; piece <= pieces; piece++) {
        const left = deadline - this.clock();
        if (left <= 0 || (checks > 0 && this.expected(kind) > left)) {
          // a cost that keeps a check from being made would never be corrected by it
          if (left > 0.5 * allowed) this.cost[kind] *= HOPE;
          return this.makeForecast('clear', null, null, start, freeUntil, horizon, checks);
        }
        const t1 = piece === pieces ? end : begin + ((end - begin) * piece) / pieces;
        const to = stream.stateAt(start + t1);
        const verdict = checkedVerdict(this.check({ from, to, t0, t1 }, left));
        checks++;
        // one that finds contact also looks at where, and ends the prediction
        if (verdict.status === 'free') this.updateCost(kind, left - (deadline - this.clock()));
        const reached = t0 + (t1 - t0) * (verdict.status === 'overlap' ? 0 : verdict.time);
        if (verdict.status === 'contact' || verdict.status === 'overlap') {
          return this.makeForecast(
            this.levelOf(reached, reached === 0),
            reached,
            verdict,
            start,
            hole ? freeUntil : reached,
            reached,
            checks,
          );
        }
        if (!hole) freeUntil = verdict.status === 'free' ? t1 : reached;
        hole ||= verdict.status === 'unresolved';
        from = to;
        t0 = t1;
      }
    }
    return this.makeForecast('clear', null, null, start, freeUntil, horizon, checks);
  }

  /** Seconds ahead; the intervals' ends to the bit. */
  private endOf(step: number, fine: number, coarse: number): number {
    const { reflex, horizon } = this;
    if (step === fine - 1) return reflex;
    if (step === fine + coarse - 1) return horizon;
    return step < fine ? (reflex * (step + 1)) / fine : reflex + ((horizon - reflex) * (step - fine + 1)) / coarse;
  }

  /** Numbers of steps: as many as wanted, or as the budget allows at the recent cost; one at least of either kind. */
  private steps(allowed: number): [fine: number, coarse: number] {
    const cost = this.expected(0);
    const later = this.expected(1);
    if (!(cost > 0)) return [this.fineSteps, this.coarseSteps];
    const fine = Math.max(1, Math.min(this.fineSteps, Math.floor((allowed - later) / cost)));
    return [fine, Math.min(this.coarseSteps, Math.max(1, Math.floor((allowed - fine * cost) / later)))];
  }

  private expected(kind: 0 | 1): number {
    return this.cost[kind] || this.cost[1 - kind];
  }

  private updateCost(kind: 0 | 1, spent: number): void {
    const before = this.cost[kind];
    this.cost[kind] = before === 0 ? spent : before + NEWEST_SHARE * (spent - before);
  }

  private makeForecast(
    level: Exclude<ForecastLevel, 'unknown'>,
    timeToContact: number | null,
    found: Verdict | null,
    now: number,
    checkedUntil: number,
    end: number,
    checks: number,
  ): Forecast<State, Verdict> {
    const { stream } = this;
    const at = now + (timeToContact ?? checkedUntil);
    const measured = timeToContact === 0 && now === stream.time;
    const confidence = checks === 0 ? 0 : measured ? 1 : this.confidence(stream.deviationAt(at));
    const isKnown = checkedUntil >= end && confidence > 0;
    return {
      level: level === 'clear' && !isKnown ? 'unknown' : level,
      timeToContact,
      zone: found?.zone ?? [],
      found,
      held: false,
      confidence,
      predicted: timeToContact === null ? null : measured ? stream.newest : stream.stateAt(at),
      checkedUntil,
      unchecked: checkedUntil < end ? [checkedUntil, end] : null,
      now,
      samples: stream.samples,
      clamped: checks === 0 ? [] : stream.clampedAt(timeToContact === null ? now + this.horizon : at),
      checks,
    };
  }

  private confidence(deviation: number): number {
    return deviation === 0 ? 1 : withinDeviations(this.scale / deviation);
  }
}

function checkedVerdict<Verdict extends SegmentVerdict>(verdict: Verdict): Verdict {
  if (verdict === null || typeof verdict !== 'object' || !STATUSES.includes(verdict.status))
    throw new InputError(
      `check: must return { status, time }, status one of ${STATUSES.join(', ')}; got ${shownValue(verdict?.status ?? verdict)}`,
    );
  const { status, time } = verdict;
  if ((status === 'contact' || status === 'unresolved') && (typeof time !== 'number' || !(time >= 0 && time <= 1)))
    throw new InputError(`check: the time of '${status}' must be in [0, 1], got ${shownValue(time)}`);
  return verdict;
}

function checkedOptions(options: ForecastOptions): typeof FORECAST_DEFAULTS {
  if (options === undefined)
    throw new InputError('forecast: needs { scale }: how far off may a predicted state be and still count as right?');
  checkRecord(options, [...Object.keys(FORECAST_DEFAULTS), ...OTHER_KEYS], 'forecast');
  for (const key in options) {
    const value = options[key as keyof ForecastOptions];
    if (value === undefined) continue;
    if (key === 'clock') {
      if (typeof value !== 'function') throw new InputError(`clock: must be a function, got ${shownValue(value)}`);
    } else if (typeof value !== 'number' || !(value > 0) || (value === Infinity && key !== 'maxMilliseconds')) {
      throw new InputError(`${key}: must be a number above 0, got ${shownValue(value)}`);
    }
  }
  if (options.scale === undefined)
    throw new InputError('scale: is missing; how far off may a predicted state be and still count as right?');
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...FORECAST_DEFAULTS, ...Object.fromEntries(given) };
}
