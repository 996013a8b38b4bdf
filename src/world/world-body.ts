import { ballisticBox } from '../broad/motion-box.ts';
import { FALLING_STATE_SIZE, STATE_FALL } from '../convex/convex-approach.ts';
import type { ConvexPolyhedron } from '../convex/convex-polyhedron.ts';
import { supportVertex } from '../convex/support.ts';
import type { Vec3 } from '../math/pose.ts';
import { lengthAt } from '../math/vec3.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_TIME, STATE_V } from '../motion/motion.ts';
import type { WorldPath } from './world-path.ts';
import type { WorldShape } from './world-shape.ts';

const GROW = 1 + 2 ** -40;

/** By whom a body is held, and the acceleration that it has otherwise [holding.ts]. */
export interface Held {
  readonly by: BodyRecord;
  readonly acceleration: Vec3;
}

/**
 * One body of a world: its shape, its path since the last change, its state at the instant it was last placed at, and
 * the box it is swept in.
 */
export class BodyRecord {
  readonly name: string;
  /** Its item in the queue: due when its swept box ends. */
  readonly item: number;
  readonly shape: WorldShape;
  /** Its reach; for a point, what passes for it. */
  readonly size: number;
  readonly fixed: boolean;
  /** Its number in the broad phase, and what it was given there last: min x y z, max x y z. */
  box = -1;
  readonly swept: Float64Array = new Float64Array(6);
  /** The swept box holds until then. */
  horizon: number = Infinity;
  sweptAt = 0;
  /** How many times its own size the next sweep may be long. */
  reachOut = 1;
  /** By whom it is held, until it gets another path. */
  held: Held | null = null;
  readonly state: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private route: WorldPath;
  /** Time since which it has been on this path. */
  private since: number;
  private readonly supports: Uint32Array = new Uint32Array(6);

  constructor(name: string, item: number, shape: WorldShape, size: number, fixed: boolean, path: WorldPath, now: number) {
    this.name = name;
    this.item = item;
    this.shape = shape;
    this.size = size;
    this.fixed = fixed;
    this.route = path;
    this.since = now;
    this.state[STATE_TIME] = Number.NaN;
  }

  get path(): WorldPath {
    return this.route;
  }

  get pathSince(): number {
    return this.since;
  }

  follow(path: WorldPath, since: number): void {
    this.route = path;
    this.since = since;
    this.state[STATE_TIME] = Number.NaN;
  }

  get hull(): ConvexPolyhedron {
    return this.shape.hull;
  }

  /** Brings the state to time t. */
  place(t: number): void {
    const { state, route } = this;
    if (state[STATE_TIME] === t) return;
    const placed = state[STATE_TIME] === state[STATE_TIME];
    state[STATE_TIME] = t;
    if (route.still && placed) return;
    route.writeState(state);
  }

  /** Speed of its fastest point, roughly, at the placed instant. */
  get speed(): number {
    const { state } = this;
    return lengthAt(state, STATE_V) + lengthAt(state, STATE_OMEGA) * this.hull.reach;
  }

  /** How far it has turned since it has been on its path, roughly. */
  get turned(): number {
    return lengthAt(this.state, STATE_OMEGA) * (this.state[STATE_TIME] - this.since);
  }

  /** Lengths that were added up for its position. */
  get lengths(): number {
    const { state } = this;
    const age = state[STATE_TIME] - this.since;
    return lengthAt(state, STATE_P) + age * (lengthAt(state, STATE_V) + age * lengthAt(state, STATE_FALL));
  }

  /**
   * The box of all that may come within `margin` of it in the next `window` seconds, into out: its origin's path with
   * the apex of a parabola [Mirtich 1997, Fig. 1], grown by its extent, which is the box of its vertices as far as it
   * does not turn and a cube where it does.
   */
  writeBox(window: number, margin: number, out: Float64Array): void {
    const { state, hull } = this;
    const still = this.route.still;
    const w = still ? 0 : window;
    // a₁ bounds how fast it may come to turn faster, too
    const turn = still ? 0 : (lengthAt(state, STATE_OMEGA) + state[STATE_A1] * w) * w;
    const distance = w * (lengthAt(state, STATE_V) + w * lengthAt(state, STATE_FALL));
    // what rounding and the ticks of the clock make of the tolerance
    const ticks = 2 ** -47 * Math.abs(state[STATE_TIME]) * this.speed;
    const slack = 2 ** -36 * (1 + this.turned) * (this.lengths + hull.reach + distance) + ticks + margin;
    const bend = 0.5 * (state[STATE_A0] + lengthAt(state, STATE_OMEGA) * state[STATE_KAPPA] * state[STATE_DELTA]) * w * w * GROW + slack;
    for (let k = 0; k < 3; k++) {
      parabola[0][k] = state[STATE_P + k];
      parabola[1][k] = still ? 0 : state[STATE_V + k];
      parabola[2][k] = still ? 0 : state[STATE_FALL + k];
    }
    ballisticBox(parabola[0], parabola[1], parabola[2], w, 0, out);
    const far = hull.reach;
    for (let k = 0; k < 3; k++) {
      out[k] -= Math.min(far, this.extent(k, -1) + far * turn) + bend;
      out[3 + k] += Math.min(far, this.extent(k, 1) + far * turn) + bend;
    }
  }

  /** How far the placed hull reaches along a world axis from its origin. */
  private extent(k: number, sign: number): number {
    const { state, hull, supports } = this;
    for (let i = 0; i < 3; i++) direction[i] = sign * state[3 * k + i];
    const which = sign > 0 ? k : 3 + k;
    const v = supportVertex(hull, direction, 0, supports[which]);
    supports[which] = v;
    const x = direction[0] * hull.positions[3 * v] + direction[1] * hull.positions[3 * v + 1] + direction[2] * hull.positions[3 * v + 2];
    return x + hull.radius;
  }
}

const direction = new Float64Array(3);
/** Position, velocity and acceleration of the origin. */
const parabola = [new Float64Array(3), new Float64Array(3), new Float64Array(3)] as const;
