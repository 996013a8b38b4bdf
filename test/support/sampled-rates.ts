/** What a trajectory does, looked at from outside: by differences of its values, and by distances from a polyline. */
import type { RobotPath } from '../../src/robot/robot-path.ts';

interface Rates {
  velocity: number;
  acceleration: number;
  jerk: number;
}

/** Largest rates of every value, by differences of five values around places in every segment, exact for cubics. */
export function largestRates(trajectory: RobotPath, size: number): Rates[] {
  const out = Array.from({ length: size }, (): Rates => ({ velocity: 0, acceleration: 0, jerk: 0 }));
  const { times } = trajectory;
  if (times === null) throw new Error('a trajectory has times');
  for (let k = 0; k < trajectory.segments; k++) {
    const lasts = times[k + 1] - times[k];
    for (const middle of [0.2, 0.5, 0.8]) {
      const share = 0.1;
      const h = share * lasts;
      const q = [-2, -1, 0, 1, 2].map((m) => trajectory.configurationAt(k + middle + m * share));
      out.forEach((rates, j) => {
        const at = (m: number): number => q[m + 2][j];
        // differences of values err by 2⁻⁵³ of these
        const noise = 1e-15 * Math.abs(at(0));
        const bound = (x: number, order: number): number => Math.max(0, Math.abs(x) - noise / h ** order);
        rates.velocity = Math.max(rates.velocity, bound((at(-2) - 8 * at(-1) + 8 * at(1) - at(2)) / (12 * h), 1));
        rates.acceleration = Math.max(
          rates.acceleration,
          bound((-at(-2) + 16 * at(-1) - 30 * at(0) + 16 * at(1) - at(2)) / (12 * h * h), 2) - (64 * noise) / h ** 2,
        );
        rates.jerk = Math.max(rates.jerk, bound((-at(-2) + 2 * at(-1) - 2 * at(1) + at(2)) / (2 * h ** 3), 3) - (64 * noise) / h ** 3);
      });
    }
  }
  return out;
}

/** What this search of the nearest place errs by. */
const NOISE = 1e-12;

/** At most 1: some place of the polyline is nearer than the size of the box, in every value. */
export function distanceInBoxes(q: ArrayLike<number>, polyline: readonly (readonly number[])[], box: readonly number[]): number {
  let least = Infinity;
  for (let k = 0; k + 1 < polyline.length; k++) {
    const size = (t: number): number =>
      Math.max(...polyline[k].map((x, j) => Math.abs(q[j] - x - t * (polyline[k + 1][j] - x)) / Math.max(box[j], NOISE)));
    // a convex function of the place
    let [low, high] = [0, 1];
    for (let n = 0; n < 80; n++) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (size(a) < size(b)) high = b;
      else low = a;
    }
    least = Math.min(least, size((low + high) / 2), size(0), size(1));
  }
  return least;
}
