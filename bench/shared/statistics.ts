export interface Summary {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** The value that 95 % of the others do not exceed. */
  readonly p95: number;
  readonly min: number;
  readonly max: number;
}

/** NaN throughout when there is nothing to summarise. */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  const middle = count >> 1;
  return {
    count,
    mean: sorted.reduce((sum, x) => sum + x, 0) / count,
    median: count === 0 ? Number.NaN : count % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2,
    p95: sorted[Math.ceil(0.95 * count) - 1] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted[count - 1] ?? Number.NaN,
  };
}

export function mean(values: readonly number[]): number {
  return summarize(values).mean;
}
