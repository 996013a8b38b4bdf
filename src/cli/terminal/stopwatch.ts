/**
 * Processor time of a piece of work on this thread, in milliseconds, never less than it was.
 * Elapsed time counts what others did meanwhile; the process's processor time counts its other threads (compiler,
 * garbage collector) and reading it costs microseconds. Both are upper bounds, so the smaller one is the better.
 */
export class Stopwatch {
  private cpuStart = 0;
  private wallStart = 0;

  start(): void {
    this.cpuStart = processorMicroseconds();
    this.wallStart = performance.now();
  }

  stop(): number {
    const wall = performance.now() - this.wallStart;
    const cpu = (processorMicroseconds() - this.cpuStart) / 1000;
    // Where the processor clock is coarse it may not have moved at all.
    return cpu > 0 && HAS_FINE_CLOCK ? Math.min(wall, cpu) : wall;
  }
}

/** Windows counts processor time in ticks of 15.6 ms. */
const HAS_FINE_CLOCK = process.platform !== 'win32';

/** Processor time of this thread where Node can tell (from 23.9 on), else of the process. */
const cpuUsage: () => NodeJS.CpuUsage =
  (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process);

function processorMicroseconds(): number {
  const { user, system } = cpuUsage();
  return user + system;
}
