/** Memory after a collection, at a moment of a soak. */
export interface Sample {
  readonly seconds: number;
  /** Megabytes of objects. */
  readonly heap: number;
  /** Megabytes of buffers. */
  readonly buffers: number;
  /** Megabytes that the process holds. */
  readonly resident: number;
}

/**
 * What may grow over the whole run, as a share of the median: the heap after a collection is known to a percent, what the process holds
 * depends on when the engine gives pages back.
 */
export const BOUNDS = { heap: 0.05, buffers: 0.05, resident: 0.15 } as const;
/** Of a small heap, megabytes that do not count: code that the engine compiles late. */
const SLACK_MEGABYTES = 2;
/** The share of the samples at the beginning during which caches fill and code is compiled. */
export const WARM_UP = 0.25;

export interface Growth {
  readonly what: keyof typeof BOUNDS;
  readonly median: number;
  /** Megabytes an hour, by least squares over what comes after the warm-up. */
  readonly slope: number;
  /** Megabytes over the run, and how many would be too many. */
  readonly grown: number;
  readonly bound: number;
}

export function growthOf(samples: readonly Sample[]): Growth[] {
  const kept = samples.slice(Math.floor(WARM_UP * samples.length));
  const times = kept.map(({ seconds }) => seconds);
  const span = times[times.length - 1] - times[0];
  return (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).map((what) => {
    const values = kept.map((sample) => sample[what]);
    const slope = slopeOf(times, values);
    const middle = [...values].sort((x, y) => x - y)[values.length >> 1];
    return { what, median: middle, slope: 3600 * slope, grown: slope * span, bound: BOUNDS[what] * middle + SLACK_MEGABYTES };
  });
}

/** Looks after the warm-up below which a slope says nothing. */
export const LEAST_LOOKS = 12;

/** One line: whether memory grew, or that too little was seen to say so. */
export function memoryVerdict(samples: readonly Sample[], growth: readonly Growth[]): { readonly isFault: boolean; readonly text: string } {
  const looks = samples.length - Math.floor(WARM_UP * samples.length);
  if (looks < LEAST_LOOKS)
    return {
      isFault: false,
      text: `memory: too few rounds to tell (${looks} looks after the warm-up, ${LEAST_LOOKS} are needed; run it longer)`,
    };
  const tooMuch = growth.filter(({ grown, bound }) => grown > bound);
  if (tooMuch.length === 0) return { isFault: false, text: 'memory: within bounds' };
  return { isFault: true, text: `MEMORY GROWS: ${tooMuch.map(({ what, grown }) => `${what} by ${grown.toFixed(1)} MB`).join(', ')}` };
}

/** Σ (x − x̄)(y − ȳ) / Σ (x − x̄)², 0 where all x are one. */
export function slopeOf(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const spread = x.reduce((sum, value) => sum + (value - mx) * (value - mx), 0);
  if (!(spread > 0)) return 0;
  return x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0) / spread;
}
