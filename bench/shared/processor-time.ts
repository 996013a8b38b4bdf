/** Something to be timed; a call does it `count` times. */
export interface TimedWork {
  readonly count: number;
  /** Comes before every call, untimed. */
  prepare?(): void;
  run(): void;
}

/** Milliseconds of processor time for doing each once: the works in turn, `rounds` times, the fastest round counts. Other programs on the machine hardly show in it. */
export function processorTime(works: readonly TimedWork[], rounds: number): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [w, work] of works.entries()) {
      work.prepare?.();
      const start = process.cpuUsage();
      work.run();
      const { user, system } = process.cpuUsage(start);
      best[w] = Math.min(best[w], (user + system) / 1000 / work.count);
    }
  }
  return best;
}

/** Milliseconds of processor time that this process has taken. */
export function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
