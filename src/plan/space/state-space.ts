/**
 * States of a scene as a space to search in: how far two are apart, what lies between them, which there are. A state is
 * the flat list of `MotionChecker`; only the axes move, the rest keeps the start's values.
 */

import type { Quat } from '../../math/pose.ts';
import { multiply, normalised, writeMatrix } from '../../math/quat.ts';
import type { Random } from '../../math/random.ts';
import { sinCos } from '../../math/trig.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import type { Axis } from './axes.ts';

/** A state, or several in a row. */
export type States = Float64Array;

const TURN: number = 2 * Math.PI;
/** Numbers that stand for an axis where nearest ones are looked for. */
const SPREAD = { line: 1, circle: 2, turn: 9 } as const;
/** What carries hardly anything, or nothing with a size, counts as much, beside what sweeps most. */
const LEAST_SWEEP: number = 2 ** -10;

export class StateSpace {
  /** What moves; sweeps as parts of the largest. */
  readonly axes: readonly Axis[];
  /** How many numbers a state has. */
  readonly size: number;
  /** How many numbers stand for a state where nearest ones are looked for. */
  readonly spread: number;
  /** How much ways between two states can sweep. */
  readonly extent: number;
  /** The same where no angle goes farther than a whole turn: what lies beyond is what is here, seen again. */
  readonly room: number;
  /** How many dimensions it has. */
  readonly dimension: number;
  /** A state; what no axis moves stays as it is there. */
  readonly rest: Float64Array;
  private readonly trig: Float64Array = new Float64Array(2);
  private readonly matrix: Float64Array = new Float64Array(9);

  /** rest: a state; what no axis moves stays as it is there. */
  constructor(rest: Float64Array, axes: readonly Axis[]) {
    const largest = axes.reduce((most, { sweep }) => Math.max(most, sweep), 0);
    this.axes = axes.map((axis) => ({ ...axis, sweep: Math.max(LEAST_SWEEP, largest > 0 ? axis.sweep / largest : 1) }));
    this.rest = rest.slice();
    this.size = rest.length;
    let spread = 0;
    let square = 0;
    let roomSquare = 0;
    let dimension = 0;
    for (const { kind, sweep, low, high, turns } of this.axes) {
      spread += SPREAD[kind];
      dimension += kind === 'turn' ? 3 : 1;
      const most = sweep * (kind === 'line' ? high - low : Math.PI);
      const once = turns ? Math.min(most, sweep * TURN) : most;
      square += most * most;
      roomSquare += once * once;
    }
    this.spread = spread;
    this.extent = Math.sqrt(square);
    this.room = Math.sqrt(roomSquare);
    this.dimension = dimension;
  }

  /** Places in a state of values that are not the same in all of them. */
  get changing(): ReadonlySet<number> {
    return new Set(this.axes.flatMap(({ kind, at }) => (kind === 'turn' ? [at, at + 1, at + 2, at + 3] : [at])));
  }

  /** How long the way from one state to another is, by the shortest arcs. */
  distance(a: States, i: number, b: States, j: number): number {
    return this.measured(false, a, i, b, j);
  }

  /** How much that way sweeps, by how far each axis moves what it carries: what searches measure ways by. */
  swept(a: States, i: number, b: States, j: number): number {
    return this.measured(true, a, i, b, j);
  }

  private measured(isSwept: boolean, a: States, i: number, b: States, j: number): number {
    let square = 0;
    for (const { kind, at, weight, sweep } of this.axes) {
      const unit = isSwept ? sweep : weight;
      const x =
        kind === 'line' ? b[j + at] - a[i + at] : kind === 'circle' ? shortest(b[j + at] - a[i + at]) : arcAngle(a, i + at, b, j + at);
      square += unit * unit * x * x;
    }
    return Math.sqrt(square);
  }

  /** What lies at a share of the way from a to b. */
  between(a: States, i: number, b: States, j: number, share: number, out: States, o: number): void {
    const { rest, size, axes } = this;
    for (let k = 0; k < size; k++) out[o + k] = rest[k];
    for (const { kind, at } of axes) {
      if (kind === 'line') out[o + at] = share === 1 ? b[j + at] : a[i + at] + share * (b[j + at] - a[i + at]);
      else if (kind === 'circle') out[o + at] = a[i + at] + share * shortest(b[j + at] - a[i + at]);
      else this.turned(a, i + at, b, j + at, share, out, o + at);
    }
  }

  /** The way from one state to another, as what it sweeps in each dimension; turns as their axis times their angle. */
  writeWay(a: States, i: number, b: States, j: number, out: Float64Array): void {
    let k = 0;
    for (const { kind, at, sweep } of this.axes) {
      if (kind === 'line') out[k++] = sweep * (b[j + at] - a[i + at]);
      else if (kind === 'circle') out[k++] = sweep * shortest(b[j + at] - a[i + at]);
      else {
        const [axis, angle] = shortestArc(quaternionAt(a, i + at), quaternionAt(b, j + at));
        for (const x of axis) out[k++] = sweep * angle * x;
      }
    }
  }

  /** The state at the end of a share of such a way; within the limits. */
  moved(a: States, i: number, way: Float64Array, share: number, out: States, o: number): void {
    const { rest, size, axes, trig } = this;
    for (let k = 0; k < size; k++) out[o + k] = rest[k];
    let d = 0;
    for (const { kind, at, sweep, low, high } of axes) {
      if (kind === 'line') out[o + at] = Math.min(high, Math.max(low, a[i + at] + (share * way[d++]) / sweep));
      else if (kind === 'circle') out[o + at] = a[i + at] + (share * way[d++]) / sweep;
      else {
        const [x, y, z] = [way[d++], way[d++], way[d++]];
        const angle = Math.sqrt(x * x + y * y + z * z);
        sinCos((0.5 * share * angle) / sweep, trig, 0);
        const s = angle > 0 ? trig[0] / angle : 0;
        const q = normalised(multiply([s * x, s * y, s * z, trig[1]], quaternionAt(a, i + at)));
        for (let k = 0; k < 4; k++) out[o + at + k] = q[k];
      }
    }
  }

  /**
   * Writes b as a motion from a reaches it: angles that wrap go on from a's, the short way round, so that the motion
   * straight from a to what is written is the one that `distance` measures.
   */
  seenFrom(a: States, i: number, b: States, j: number, out: States, o: number): void {
    for (let k = 0; k < this.size; k++) out[o + k] = b[j + k];
    for (const { kind, at } of this.axes) if (kind === 'circle') out[o + at] = a[i + at] + shortest(b[j + at] - a[i + at]);
  }

  /** Any state within the limits, all equally likely. */
  sample(random: Random, out: States, o: number): void {
    const { rest, size, axes } = this;
    for (let k = 0; k < size; k++) out[o + k] = rest[k];
    for (const { kind, at, low, high } of axes) {
      if (kind === 'turn') {
        const q = random.quaternion();
        for (let k = 0; k < 4; k++) out[o + at + k] = q[k];
      } else out[o + at] = low + (high - low) * random.next();
    }
  }

  /** Numbers whose Euclidean distance is what a way sweeps, or a little less where things turn (chords of arcs). */
  writeSpread(state: States, i: number, out: Float64Array, o: number): void {
    const { trig, matrix } = this;
    let at = o;
    for (const { kind, at: slot, sweep } of this.axes) {
      if (kind === 'line') out[at++] = sweep * state[i + slot];
      else if (kind === 'circle') {
        sinCos(state[i + slot], trig, 0);
        out[at++] = sweep * trig[0];
        out[at++] = sweep * trig[1];
      } else {
        // |R − S| = 2√2 sin(θ/2)
        writeMatrix(quaternionAt(state, i + slot), matrix, 0);
        for (let k = 0; k < 9; k++) out[at++] = sweep * Math.SQRT1_2 * matrix[k];
      }
    }
  }

  /** The name of an axis beyond its limits, with what they are; undefined: there is none. */
  beyond(state: States, i: number): { readonly axis: Axis; readonly value: number } | undefined {
    for (const axis of this.axes) {
      const value = state[i + axis.at];
      if (axis.kind === 'line' && !(value >= axis.low && value <= axis.high)) return { axis, value };
    }
    return undefined;
  }

  /**
   * The same of a value that follows from the others: of robots with loops it is beyond where these do not close, too.
   */
  astray(_states: States, _i: number): { readonly axis: Axis; readonly value: number } | undefined {
    return undefined;
  }

  /** Whether a value that follows from the others is beyond its limits anywhere between two states. */
  straysBetween(_from: States, _to: States): boolean {
    return false;
  }

  /** Makes a state whose axes were drawn whole: what follows from them is continued from another state. */
  complete(_states: States, _i: number, _from: States, _j: number): void {}

  private turned(a: States, i: number, b: States, j: number, share: number, out: States, o: number): void {
    const q0 = quaternionAt(a, i);
    const [axis, angle] = shortestArc(q0, quaternionAt(b, j));
    sinCos(0.5 * share * angle, this.trig, 0);
    const [s, c] = this.trig;
    const q = normalised(multiply([s * axis[0], s * axis[1], s * axis[2], c], q0));
    for (let k = 0; k < 4; k++) out[o + k] = q[k];
  }
}

/** An angle less whole turns, in [−π, π]; one that is in it stays as it is. */
function shortest(angle: number): number {
  if (angle >= -Math.PI && angle <= Math.PI) return angle;
  return angle - TURN * Math.round(angle / TURN);
}

function arcAngle(a: States, i: number, b: States, j: number): number {
  return shortestArc(quaternionAt(a, i), quaternionAt(b, j))[1];
}

function quaternionAt(states: States, i: number): Quat {
  return [states[i], states[i + 1], states[i + 2], states[i + 3]];
}
