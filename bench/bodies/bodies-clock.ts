// The clock of a frame. Where others work on the same machine, the time that passes says little about the time a frame takes: the processor time of this process
// does. It comes in microseconds, so frames of few boxes, which are too short to be interrupted often, are timed by the time that passes.

/** Milliseconds. */
export type Clock = () => number;

/** Boxes from which processor time is fine enough. */
const MANY = 1000;

export function clockFor(n: number): Clock {
  return n < MANY ? passed : processorTime;
}

const passed: Clock = performance.now.bind(performance);

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Does something while everyone who asks how much time has passed, a library's own timers too, gets the answer of `clock`. */
export function withClock(clock: Clock, act: () => void): void {
  Object.defineProperty(performance, 'now', { value: clock, configurable: true });
  try {
    act();
  } finally {
    // the prototype's is seen again
    Reflect.deleteProperty(performance, 'now');
  }
}
