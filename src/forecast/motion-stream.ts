/**
 * Where is something headed of which time-stamped samples come in? Keeps a recursive fit of its state variables; what a
 * state is, poses or joint values, the streams made of this one say. Samples may come at any rhythm:
 *  - time stamps jitter: weights follow time, not the number of samples;
 *  - the same time stamp again: the sample is ignored, the first one counts;
 *  - an earlier time stamp: ignored as late, unless it is more than `gap` back, which only a clock that was set back
 *    does;
 *  - a gap, or a clock set back: the fit starts anew, so that no velocity is made up across it;
 *  - anything malformed: an InputError that names the field, and the stream stays as it was.
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { RecursiveFit } from './recursive-fit.ts';

/** How a stream fits its samples: polynomials in time, by least squares, old samples counting less and less. */
export interface StreamOptions {
  /** Degree of the polynomials in time, 0 to 5. Default 2, which follows curves; 1 is steadier where noise is high. */
  readonly degree?: number;
  /** Seconds in which a sample's weight falls by e. Default 0.2. */
  readonly memory?: number;
  /** Seconds without a sample after which the fit starts anew. Default: three times the memory. */
  readonly gap?: number;
}

const STREAM_DEFAULTS: { readonly degree: number; readonly memory: number } = { degree: 2, memory: 0.2 };

/**
 * What became of a sample: 'taken'; 'restarted', taken after a gap or with a clock set back, so that the fit began
 * anew; ignored as a 'duplicate' of the newest time stamp, or as 'late'.
 */
export type SampleFate = 'taken' | 'restarted' | 'duplicate' | 'late';

const STREAM_KEYS: readonly string[] = ['degree', 'memory', 'gap'];

/**
 * Where is something headed of which time-stamped samples come in? The common part of PoseStream and JointStream: a
 * recursive fit of the state over time that stands jitter, duplicates, late samples and gaps, and extrapolates.
 */
export abstract class MotionStream<Sample extends { readonly time: number }, State> {
  /** Seconds without a sample after which the fit starts anew and nothing is known of what lies ahead. */
  readonly gap: number;
  /** How many samples came to which fate so far; those that restarted the fit are taken too. */
  readonly counts: { taken: number; restarted: number; duplicate: number; late: number };
  protected readonly fit: RecursiveFit;
  protected abstract readonly sampleKeys: readonly string[];
  private newestState: State | null = null;

  constructor(variables: number, options: StreamOptions, otherKeys: readonly string[]) {
    checkRecord(options, [...STREAM_KEYS, ...otherKeys], 'stream');
    const { degree = STREAM_DEFAULTS.degree, memory = STREAM_DEFAULTS.memory } = options;
    this.fit = new RecursiveFit(variables, degree, memory);
    this.gap = options.gap ?? 3 * memory;
    if (typeof this.gap !== 'number' || !(this.gap > 0))
      throw new InputError(`gap: must be a number of seconds above 0, got ${shownValue(this.gap)}`);
    this.counts = { taken: 0, restarted: 0, duplicate: 0, late: 0 };
  }

  /** Seconds: the time stamp of the newest sample; null before the first. */
  get time(): number | null {
    return this.newestState === null ? null : this.fit.time;
  }

  /** The newest state, as measured; null before the first sample. */
  get newest(): State | null {
    return this.newestState;
  }

  /** Samples taken since the fit was started. */
  get samples(): number {
    return this.fit.samples;
  }

  /** How many equally weighted samples would be as good as the faded ones are. */
  get effectiveSamples(): number {
    return this.fit.effectiveSamples;
  }

  /**
   * Takes a sample in, or ignores it where its time stamp is not later; says which. A malformed one throws an
   * InputError and changes nothing.
   */
  add(sample: Sample): SampleFate {
    checkRecord(sample, this.sampleKeys, 'sample');
    const { time } = sample;
    if (typeof time !== 'number' || !Number.isFinite(time))
      throw new InputError(`sample.time: must be a finite number of seconds, got ${shownValue(time)}`);
    const state = this.checked(sample);
    const first = this.newestState === null;
    const later = time - this.fit.time;
    if (!first && later === 0) return this.counted('duplicate');
    if (!first && later < 0 && later >= -this.gap) return this.counted('late');
    const restart = !first && (later < 0 || later > this.gap);
    if (restart) {
      this.fit.reset();
      this.counts.restarted++;
    }
    this.take(time, state, this.newestState);
    this.newestState = state;
    this.counts.taken++;
    return restart ? 'restarted' : 'taken';
  }

  private counted(fate: 'duplicate' | 'late'): SampleFate {
    this.counts[fate]++;
    return fate;
  }

  /** The state of a sample, or an InputError that names the field. */
  protected abstract checked(sample: Sample): State;
  /** Adds the state's variables to the fit. */
  protected abstract take(time: number, state: State, before: State | null): void;

  /** The fitted state at a time in seconds, usually a later one than the newest sample's. */
  abstract stateAt(time: number): State;

  /**
   * How far off stateAt(time) is to be expected, as the root of the expected square, in the measure of the stream;
   * Infinity while there are too few samples to tell.
   */
  abstract deviationAt(time: number): number;

  /**
   * Into how many pieces t0 … t1, in seconds, has to be cut so that the in-between motion of each goes the way the fit
   * goes.
   */
  piecesBetween(_t0: number, _t1: number): number {
    return 1;
  }

  /** Names of the state variables that stateAt(time) holds at a limit; none for poses. */
  clampedAt(_time: number): readonly string[] {
    return [];
  }

  protected started(): State {
    if (this.newestState === null) throw new InputError('the stream has no sample yet');
    return this.newestState;
  }
}
