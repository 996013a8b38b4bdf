/**
 * The least duration along a given way in joint space within velocity and acceleration limits, from rest to rest, by fine dynamic programming: over
 * places on the way and speeds there, from the end backwards, the least time to go. Shares nothing with src/plan/timing: its state is the length of the
 * velocity vector, accelerations are differences of velocity vectors, the way is sampled.
 */

/** A straight piece (two points) or a parabola (two ends and the corner in the middle). */
export type Way = readonly (readonly (readonly number[])[])[];

interface Place {
  /** Unit vector of the direction. */
  readonly along: readonly number[];
  /** Way to the next place; 0 where there is none. */
  length: number;
}

/** Places on the way, `steps` on every piece. */
function placesOf(way: Way, steps: number): Place[] {
  const places: Place[] = [];
  for (const points of way) {
    const at = (t: number): number[] =>
      points[0].map((x, j) => {
        if (points.length === 2) return x + t * (points[1][j] - x);
        return (1 - t) * (1 - t) * x + 2 * t * (1 - t) * points[1][j] + t * t * points[2][j];
      });
    const rate = (t: number): number[] =>
      points[0].map((x, j) =>
        points.length === 2 ? points[1][j] - x : 2 * ((1 - t) * (points[1][j] - x) + t * (points[2][j] - points[1][j])),
      );
    for (let i = 0; i < steps; i++) {
      const direction = rate((i + 0.5) / steps);
      const size = Math.hypot(...direction);
      const ends = [at(i / steps), at((i + 1) / steps)];
      const start = rate(i / steps);
      const norm = Math.hypot(...start) || size;
      places.push({ along: start.map((x) => x / norm), length: Math.hypot(...ends[1].map((x, j) => x - ends[0][j])) });
    }
  }
  const [before, last] = (way.at(-1) as readonly (readonly number[])[]).slice(-2);
  const end = last.map((x, j) => x - before[j]);
  places.push({ along: end.map((x) => x / Math.hypot(...end)), length: 0 });
  return places;
}

/** Largest speed w′ at the next place, and stretches of speeds between which it must not be. */
interface Reached {
  readonly high: number;
  readonly barred: readonly (readonly [number, number])[];
}

/** Which speeds w′ at the next place can be reached from w: |v′w′ − vw| (w + w′) / 2ℓ ≤ a for every joint. */
function reached(w: number, { along, length }: Place, next: Place, acceleration: readonly number[]): Reached {
  const barred: [number, number][] = [];
  let high = Infinity;
  for (let j = 0; j < along.length; j++) {
    const v = along[j];
    const u = next.along[j];
    if (v === 0 && u === 0) continue;
    for (const sign of [1, -1]) {
      // sign · (u w′² + (u − v) w w′ − v w²) ≤ 2 ℓ a
      const a = sign * u;
      const b = sign * (u - v) * w;
      const c = -sign * v * w * w - 2 * length * acceleration[j];
      if (Math.abs(a) * 1e9 < Math.abs(v)) {
        if (b > 0) high = Math.min(high, -c / b);
        else if (b < 0) barred.push([-Infinity, -c / b]);
        continue;
      }
      const square = b * b - 4 * a * c;
      if (square < 0) {
        if (a > 0) high = -1;
        continue;
      }
      const roots = [(-b - Math.sqrt(square)) / (2 * a), (-b + Math.sqrt(square)) / (2 * a)];
      if (a < 0) barred.push([roots[1], roots[0]]);
      else {
        high = Math.min(high, roots[1]);
        barred.push([-Infinity, roots[0]]);
      }
    }
  }
  return { high, barred };
}

/** The largest speed that can be reached and is not above a cap; below 0: none. Speeds are known to `slack`. */
function topBelow({ high, barred }: Reached, cap: number, slack: number): number {
  let top = Math.min(high, cap);
  for (let n = 0; n <= barred.length; n++) {
    const within = barred.find(([from, to]) => top > from + slack && top < to - slack);
    if (within === undefined) return top;
    [top] = within;
  }
  return -1;
}

const LEVELS = 48;
const CHOICES = 6;

/** Seconds from rest to rest. */
export function referenceDuration(way: Way, velocity: readonly number[], acceleration: readonly number[], steps: number): number {
  const places = placesOf(way, steps);
  const fastest = places.map(({ along }) => Math.min(...along.map((x, j) => (x === 0 ? Infinity : velocity[j] / Math.abs(x)))));
  const count = places.length - 1;
  // the largest speed from which the end can be reached, and the time to go at parts of it
  let most = 0;
  let toGo = new Float64Array(LEVELS + 1);
  for (let i = count - 1; i >= 0; i--) {
    const cap = Math.min(most, fastest[i + 1]);
    const slack = 1e-7 * fastest[i];
    const isAble = (w: number): boolean => topBelow(reached(w, places[i], places[i + 1], acceleration), cap, slack) >= 0;
    let [able, unable] = [0, fastest[i]];
    if (isAble(unable)) able = unable;
    else
      for (let n = 0; n < 60; n++) {
        const middle = (able + unable) / 2;
        if (isAble(middle)) able = middle;
        else unable = middle;
      }
    const here = new Float64Array(LEVELS + 1).fill(Infinity);
    for (let k = 0; k <= LEVELS; k++) {
      const w = k === LEVELS ? able : (able * k) / LEVELS;
      const set = reached(w, places[i], places[i + 1], acceleration);
      const top = topBelow(set, cap, slack);
      for (let c = 0; c < CHOICES; c++) {
        const next = c === 0 ? top : topBelow(set, (top * (CHOICES - c)) / CHOICES, slack);
        if (!(next >= 0 && w + next > 0)) continue;
        here[k] = Math.min(here[k], (2 * places[i].length) / (w + next) + between(toGo, most === 0 ? 0 : next / most));
      }
    }
    toGo = here;
    most = able;
  }
  return toGo[0];
}

function between(values: Float64Array, share: number): number {
  const at = Math.min(LEVELS, share * LEVELS);
  const k = Math.min(LEVELS - 1, Math.floor(at));
  if (at === k) return values[k];
  if (at === k + 1) return values[k + 1];
  if (!(values[k] < Infinity)) return Infinity;
  return values[k] + (at - k) * (values[k + 1] - values[k]);
}
