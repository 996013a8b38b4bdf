/**
 * Random states by which a path can become shorter: those x with |s − x| + |x − g| < c, c being the length of the best
 * path [Gammell et al. 2014]. Where the metric is Euclidean that is an ellipsoid with foci s and g, drawn from
 * directly; what turns is drawn from a ball of its own, and what is too far is drawn again. Guarantee: no state of the
 * set is left out, because of every part k the sum of both ways is c_k = √(c² − Σ_{j≠k} δ_j²) at most, δ_j the way of
 * part j from s to g (Minkowski's inequality). With one goal all are equally likely.
 */
import type { Quat } from '../../math/pose.ts';
import { multiply, normalised } from '../../math/quat.ts';
import type { Random } from '../../math/random.ts';
import { sinCos } from '../../math/trig.ts';
import type { Axis } from '../space/axes.ts';
import type { StateSpace, States } from '../space/state-space.ts';
import { pointInBall } from './ball.ts';

const TURN: number = 2 * Math.PI;
/** So many are drawn for one that is wanted. */
const TRIES = 400;
/** Near a state: how often the distance is halved at most. */
const NEARER = 7;

/** Where the parts of a state may be, for one goal. */
interface Region {
  /** Axes with a metric that is Euclidean here, and their middle, weighted. */
  readonly flat: readonly Axis[];
  readonly middle: Float64Array;
  /** Both half axes of the ellipsoid. */
  readonly long: number;
  readonly wide: number;
  /** The vector of the reflection that takes the first axis to the way from s to g. */
  readonly mirror: Float64Array;
  /** Angles that may go either way round: the middle, and how far from it. */
  readonly circles: readonly { readonly axis: Axis; readonly middle: number; readonly most: number }[];
  /** Turns: the middle, and how far from it. */
  readonly turns: readonly { readonly axis: Axis; readonly middle: Quat; readonly most: number }[];
}

export class InformedStates {
  private readonly space: StateSpace;
  private readonly start: States;
  private readonly goals: readonly States[];
  private readonly ball: Float64Array;
  private readonly trig: Float64Array = new Float64Array(2);
  private regions: readonly Region[] = [];
  private length = NaN;
  /** How often a state was drawn from the ellipsoid and from the whole space, and how often it would do. */
  private readonly drawn: [number, number] = [0, 0];
  private readonly useful: [number, number] = [0, 0];

  constructor(space: StateSpace, start: States, goals: readonly States[]) {
    this.space = space;
    this.start = start;
    this.goals = goals;
    this.ball = new Float64Array(space.dimension + 1);
  }

  /** The least way from the start by a state to a goal. */
  by(states: States, i: number): number {
    const { space, start, goals } = this;
    let least = Infinity;
    for (const goal of goals) least = Math.min(least, space.distance(states, i, goal, 0));
    return space.distance(start, 0, states, i) + least;
  }

  /** Writes a state by which there may be a path shorter than that; false: none was found. */
  sample(random: Random, length: number, out: States): boolean {
    const { space, goals, drawn, useful } = this;
    if (length !== this.length) {
      this.length = length;
      this.regions = goals.map((goal) => this.regionOf(goal, length)).filter((region) => region !== null);
      drawn.fill(0);
      useful.fill(0);
    }
    if (this.regions.length === 0) return false;
    for (let k = 0; k < TRIES; k++) {
      // whichever is more often of use; both give all states of the set alike
      const way = (useful[1] + 1) * (drawn[0] + 1) > (useful[0] + 1) * (drawn[1] + 1) ? 1 : 0;
      drawn[way]++;
      if (way === 1) space.sample(random, out, 0);
      else this.draw(random, this.regions[this.regions.length === 1 ? 0 : random.integer(this.regions.length)], out);
      if (space.beyond(out, 0) !== undefined || !(this.by(out, 0) < length)) continue;
      useful[way]++;
      return true;
    }
    return false;
  }

  /** The same near a state: at distances of all magnitudes, so that coarse and fine changes are tried alike. */
  near(random: Random, from: States, length: number, out: States): boolean {
    const { space, ball } = this;
    const most = (0.25 * length) / (1 << random.integer(NEARER));
    const flat = space.axes.filter(({ kind }) => kind !== 'turn');
    space.between(from, 0, from, 0, 0, out, 0);
    pointInBall(random, flat.length, ball);
    flat.forEach(({ at, weight }, k) => {
      out[at] += (most * ball[k]) / weight;
    });
    for (const { kind, at, weight } of space.axes) {
      if (kind !== 'turn') continue;
      const q = normalised(
        multiply(this.turnWithin(random, Math.min(Math.PI, most / weight)), [from[at], from[at + 1], from[at + 2], from[at + 3]]),
      );
      for (let k = 0; k < 4; k++) out[at + k] = q[k];
    }
    return space.beyond(out, 0) === undefined && this.by(out, 0) < length;
  }

  private draw(random: Random, { flat, middle, long, wide, mirror, circles, turns }: Region, out: States): void {
    const { ball, space, start } = this;
    space.between(start, 0, start, 0, 0, out, 0);
    if (flat.length > 0) {
      pointInBall(random, flat.length, ball);
      ball[0] *= long;
      for (let k = 1; k < flat.length; k++) ball[k] *= wide;
      let dot = 0;
      for (let k = 0; k < flat.length; k++) dot += mirror[k] * ball[k];
      flat.forEach(({ at, weight }, k) => {
        out[at] = (middle[k] + ball[k] - 2 * dot * mirror[k]) / weight;
      });
    }
    for (const { axis, middle: angle, most } of circles) out[axis.at] = angle + most * (2 * random.next() - 1);
    for (const { axis, middle: turn, most } of turns) {
      const q = multiply(this.turnWithin(random, most), turn);
      const unit = normalised(q);
      for (let k = 0; k < 4; k++) out[axis.at + k] = unit[k];
    }
  }

  /** Any turn by an angle up to that, all equally likely: θ counts for sin²(θ/2), vectors of that length for θ². */
  private turnWithin(random: Random, most: number): Quat {
    const { trig } = this;
    for (;;) {
      const angle = most * Math.max(random.next(), random.next(), random.next());
      const [x, y, z] = random.direction();
      sinCos(0.5 * angle, trig, 0);
      const [sin, cos] = trig;
      const density = angle > 0 ? (2 * sin) / angle : 1;
      if (random.next() < density * density) return [sin * x, sin * y, sin * z, cos];
    }
  }

  /** Null: no path to that goal can be shorter. */
  private regionOf(goal: States, length: number): Region | null {
    const { space, start } = this;
    const seen = new Float64Array(space.size);
    space.seenFrom(start, 0, goal, 0, seen, 0);
    const half = new Float64Array(space.size);
    space.between(start, 0, goal, 0, 0.5, half, 0);
    const ways = space.axes.map((axis) => axis.weight * this.wayOf(axis, seen));
    const square = ways.reduce((sum, way) => sum + way * way, 0);
    const least = length * length - square;
    if (!(least > 0)) return null;
    /** The largest sum of both ways of parts whose own way has that square. */
    const most = (own: number): number => Math.sqrt(least + own);
    const flat: Axis[] = [];
    const circles: Region['circles'][number][] = [];
    const turns: Region['turns'][number][] = [];
    let flatSquare = 0;
    space.axes.forEach((axis, k) => {
      const { kind, at, weight } = axis;
      const own = ways[k] * ways[k];
      const sum = most(own) / weight;
      const way = ways[k] / weight;
      if (kind === 'turn') {
        const turn: Quat = [half[at], half[at + 1], half[at + 2], half[at + 3]];
        // |m − x| ≤ |s − x| + |m − s|, and the same from g
        turns.push({ axis, middle: turn, most: Math.min(Math.PI, 0.5 * (sum + way)) });
      } else if (kind === 'circle' && !(sum < TURN - way)) circles.push({ axis, middle: 0, most: Math.PI });
      else {
        flat.push(axis);
        flatSquare += own;
      }
    });
    const long = most(flatSquare) / 2;
    const middle = Float64Array.from(flat, ({ at, weight }) => weight * half[at]);
    const along = Float64Array.from(flat, ({ at, weight }) => weight * (seen[at] - start[at]));
    return { flat, middle, long, wide: Math.sqrt(least) / 2, mirror: mirrorTo(along), circles, turns };
  }

  private wayOf({ kind, at }: Axis, seen: States): number {
    if (kind !== 'turn') return Math.abs(seen[at] - this.start[at]);
    const other = this.start.slice();
    for (let k = 0; k < 4; k++) other[at + k] = seen[at + k];
    // all else is the same: what is left is the weighted angle
    const axis = this.space.axes.find((one) => one.at === at) as Axis;
    return this.space.distance(this.start, 0, other, 0) / axis.weight;
  }
}

/** A unit vector u with e₁ − 2 u (u·e₁) along the given one; 0 where that is e₁ already. */
function mirrorTo(along: Float64Array): Float64Array {
  let square = 0;
  for (const x of along) square += x * x;
  const length = Math.sqrt(square);
  const out = new Float64Array(along.length);
  if (!(length > 0)) return out;
  for (let k = 0; k < along.length; k++) out[k] = (k === 0 ? 1 : 0) - along[k] / length;
  let own = 0;
  for (const x of out) own += x * x;
  const scale = own > 0 ? 1 / Math.sqrt(own) : 0;
  return out.map((x) => x * scale);
}
