/**
 * Where a frame is to go: one joint after the other, each a block of joint-motion.ts over t in [0, 1], the first in the
 * world. A line whose frame turns about one axis is one block, an arc three: the turn about its centre, back upright,
 * and the frame's own turn; what moves under a line comes before it, block by block. Laws of time are quadratic.
 */
import { InputError } from '../../math/input-error.ts';
import { checkNumbers, type Quat, type Vec3 } from '../../math/pose.ts';
import { angleOf, PI, sinCosInPlace } from '../../math/trig.ts';
import { cross, dot, length, normalise, plus, scaled, subtract } from '../../math/vec3.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';
import { partsOf } from '../../motion/rigid-parts.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import { chainOf, compose, type FixedFrame } from '../inverse/arm.ts';
import {
  JOINT_A,
  JOINT_ANGLE,
  JOINT_ANGLE_ERROR,
  JOINT_B,
  JOINT_C,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_PLACE_ERROR,
  JOINT_RATE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_STRIDE,
} from '../joint-motion.ts';
import { finishJoint, jointTemplate, loadScrew } from '../joint-template.ts';
import type { RobotPath } from '../robot-path.ts';
import { ChainGrowth } from './proof/chain-growth.ts';

/** How much of a way is done at t: a + b t + c t². */
export type Law = readonly [a: number, b: number, c: number];

export const EVENLY: Law = [0, 1, 0];

export function shareAt([a, b, c]: Law, t: number): number {
  return a + (b + c * t) * t;
}

/** A law from one share of its time to another. */
export function partOf([a, b, c]: Law, from: number, to: number): Law {
  const span = to - from;
  return [shareAt([a, b, c], from), (b + 2 * c * from) * span, c * span * span];
}

const UPRIGHT: Quat = [0, 0, 0, 1];
const ORIGIN: Vec3 = [0, 0, 0];
const ROUND_UP = 1 + 2 ** -40;
/**
 * Places of an arc that are nearer, relative to the farthest two, leave its plane to rounding; those of a spline,
 * relative to the whole of it, its direction.
 */
const ONE_PLACE = 2e-6;
const SAME_PLACES: readonly string[] = ['start and through', 'start and end', 'through and end'];
const trig = new Float64Array(2);

export class Way {
  /** After `begin`: how it grows. */
  readonly growth: ChainGrowth;
  /** The last block's number. */
  private readonly last: number;
  /** At most so fast its origin goes and it turns, a unit of t. */
  readonly speed: number;
  readonly rate: number;
  /** The true frame is within so much of this one at every t: place, and turn in radians. */
  readonly slack: readonly [place: number, turn: number];
  /** Its blocks, one on the other. */
  readonly joints: Float64Array;
  private readonly local: Float64Array = new Float64Array(12);

  /** Blocks one after the other, each on the one before. */
  constructor(joints: Float64Array, tube: readonly [place: number, turn: number] = [0, 0]) {
    const count = joints.length / JOINT_STRIDE;
    let [speed, rate, reach, place, turn] = [0, 0, 0, tube[0], tube[1]];
    for (let o = joints.length - JOINT_STRIDE; o >= 0; o -= JOINT_STRIDE) {
      speed += joints[o + JOINT_SPEED] + joints[o + JOINT_RATE] * reach;
      rate += joints[o + JOINT_RATE];
      place += joints[o + JOINT_PLACE_ERROR] + joints[o + JOINT_ANGLE_ERROR] * reach;
      turn += joints[o + JOINT_ANGLE_ERROR];
      reach += joints[o + JOINT_REACH];
      // paid for here, so that what is left is a curve
      joints[o + JOINT_PLACE_ERROR] = joints[o + JOINT_ANGLE_ERROR] = 0;
    }
    this.joints = joints;
    this.growth = new ChainGrowth(count);
    this.last = count - 1;
    this.speed = speed;
    this.rate = rate;
    this.slack = [place * ROUND_UP, turn * ROUND_UP];
  }

  /** A part of it, for `growth`. */
  begin(from: number, to: number): void {
    const { growth, joints } = this;
    growth.begin(0);
    for (let o = 0; o < joints.length; o += JOINT_STRIDE) growth.add(joints, o, from, to, 0, 0);
    growth.end(0);
  }

  /** The frame at t, rotation row by row and then place: an estimate. */
  at(t: number, out: Float64Array): void {
    const { joints: J, local } = this;
    for (let k = 0; k <= this.last; k++) {
      const o = JOINT_STRIDE * k;
      const degree = J[o + JOINT_DEGREE];
      let angle = J[o + JOINT_ANGLE + degree];
      for (let e = 0; e < 3; e++) local[9 + e] = J[o + JOINT_PLACE + 3 * degree + e];
      for (let m = degree - 1; m >= 0; m--) {
        angle = angle * t + J[o + JOINT_ANGLE + m];
        for (let e = 0; e < 3; e++) local[9 + e] = local[9 + e] * t + J[o + JOINT_PLACE + 3 * m + e];
      }
      trig[0] = angle;
      sinCosInPlace(trig, 0);
      for (let e = 0; e < 9; e++) local[e] = J[o + JOINT_C + e] + (trig[1] * J[o + JOINT_A + e] + trig[0] * J[o + JOINT_B + e]);
      if (k === 0) out.set(local);
      else compose(out, local, out);
    }
  }
}

/** A block that slides by a way and turns about an axis by an angle, as a law says. */
function screw(frame: FixedFrame, way: Vec3, axis: Vec3, angle: number, law: Law): Float64Array {
  const J = new Float64Array(JOINT_STRIDE);
  loadScrew(J, 0, frame, way, axis, angle);
  if (law === EVENLY) return J;
  for (let m = 0; m < 3; m++) {
    J[JOINT_ANGLE + m] = angle * law[m];
    for (let e = 0; e < 3; e++) J[JOINT_PLACE + 3 * m + e] = (m === 0 ? frame.position[e] : 0) + way[e] * law[m];
  }
  J[JOINT_DEGREE] = law[2] === 0 ? 1 : 2;
  finishJoint(J, 0);
  return J;
}

/** A frame that stands. */
export function standing(frame: FixedFrame): Float64Array {
  return screw(frame, ORIGIN, [0, 0, 1], 0, EVENLY);
}

export function joined(blocks: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    out.set(block, at);
    at += block.length;
  }
  return out;
}

/** What lies between two frames, once for all its parts. */
export interface Track {
  /** How long the way of the frame's origin is, and by how much the frame turns. */
  readonly length: number;
  readonly turn: number;
  /** The blocks of a part of it. */
  blocks(law: Law): Float64Array;
}

/** That of a line, and what its frame turns about. */
export interface LineTrack extends Track {
  readonly way: Vec3;
  readonly axis: Vec3;
}

export function lineTrack(from: FixedFrame, to: FixedFrame): LineTrack {
  const [axis, turn] = shortestArc(from.quaternion, to.quaternion);
  const way = subtract(to.position, from.position);
  return { length: length(way), turn, way, axis, blocks: (law) => screw(from, way, axis, turn, law) };
}

/** Around the centre, back upright, then the frame's own turn. */
export function arcTrack(from: FixedFrame, to: FixedFrame, through: Vec3, what: string): Track {
  checkNumbers(through, 3, `${what}: through`);
  const [a, b] = [subtract(through, from.position), subtract(to.position, from.position)];
  const apart = [length(a), length(b), length(subtract(through, to.position))];
  const near = apart.findIndex((far) => far <= ONE_PLACE * Math.max(apart[0], apart[1], apart[2]));
  if (near >= 0)
    throw new InputError(
      `${what}: ${SAME_PLACES[near]} are one place, within ${apart[near].toPrecision(3)}: that leaves the plane of the circle open; ${near === 1 ? 'give two arcs, each over a part of the circle' : 'give a place between start and end'}`,
    );
  const normal = cross(a, b);
  const axis = normalise(normal);
  if (axis === undefined || length(normal) < 1e-9 * length(a) * length(b))
    throw new InputError(`${what}: start, through and end lie on one line: give a line, or another place to come through`);
  // the circle's centre: |a|² (b × n) − |b|² (a × n) over 2 |n|², from the start on
  const square = dot(normal, normal);
  const off = scaled(subtract(scaled(cross(b, normal), dot(a, a)), scaled(cross(a, normal), dot(b, b))), 1 / (2 * square));
  const centre = plus(from.position, off);
  const [u, v] = [scaled(off, -1), subtract(to.position, centre)];
  const sine = dot(cross(u, v), axis);
  const unsigned = angleOf(sine, dot(u, v));
  const angle = sine < 0 ? 2 * PI - unsigned : unsigned;
  const [turnAxis, turn] = shortestArc(from.quaternion, to.quaternion);
  return {
    length: length(u) * angle,
    turn,
    blocks: (law) =>
      joined([
        screw({ position: centre, quaternion: UPRIGHT }, ORIGIN, axis, angle, law),
        screw({ position: u, quaternion: UPRIGHT }, ORIGIN, axis, -angle, law),
        screw({ position: ORIGIN, quaternion: from.quaternion }, ORIGIN, turnAxis, turn, law),
      ]),
  };
}

/**
 * The parabola from one line into the next, tangent to both, over their zones: E (1 − t)² + 2 C t (1 − t) + X t². The
 * first line's turn ends as (1 − t)², the second's begins as t².
 */
export function parabola(entry: FixedFrame, corner: FixedFrame, exit: FixedFrame): Float64Array {
  const [first, before] = shortestArc(entry.quaternion, corner.quaternion);
  const [second, after] = shortestArc(corner.quaternion, exit.quaternion);
  const [begin, way] = [entry.position, subtract(corner.position, entry.position)];
  const outer = screw({ position: begin, quaternion: UPRIGHT }, way, second, after, [0, 0, 1]);
  for (let e = 0; e < 3; e++) {
    outer[JOINT_PLACE + 3 + e] = 2 * way[e];
    outer[JOINT_PLACE + 6 + e] = exit.position[e] - corner.position[e] - way[e];
  }
  finishJoint(outer, 0);
  return joined([outer, screw({ position: ORIGIN, quaternion: entry.quaternion }, ORIGIN, first, before, [0, 2, -1])]);
}

/**
 * Beside the corner of two lines by shares of both, polynomials of degree 5: back by what is left of the first, on by
 * what is done of the second, and turned so, the first turn first.
 */
export function besideCorner(
  corner: FixedFrame,
  first: LineTrack,
  second: LineTrack,
  left: readonly number[],
  done: readonly number[],
): Float64Array {
  const outer = screw({ position: corner.position, quaternion: UPRIGHT }, ORIGIN, second.axis, second.turn, EVENLY);
  const inner = screw({ position: ORIGIN, quaternion: corner.quaternion }, ORIGIN, first.axis, first.turn, EVENLY);
  for (let m = 0; m < 6; m++) {
    for (let e = 0; e < 3; e++)
      outer[JOINT_PLACE + 3 * m + e] = (m === 0 ? corner.position[e] : 0) + second.way[e] * done[m] - first.way[e] * left[m];
    outer[JOINT_ANGLE + m] = second.turn * done[m];
    inner[JOINT_ANGLE + m] = -first.turn * left[m];
  }
  outer[JOINT_DEGREE] = inner[JOINT_DEGREE] = 5;
  finishJoint(outer, 0);
  finishJoint(inner, 0);
  return joined([outer, inner]);
}

export interface SplineTrack extends Track {
  /** Shares of it at the frames, from 0 to 1. */
  readonly knots: readonly number[];
}

/**
 * A spline through frames: their origins on the natural cubic spline over the lengths of the straight ways between
 * them: a cubic between each two, velocity and acceleration without a jump, none of the latter at both ends. Between
 * two frames it turns evenly about one axis, by the shorter way. It is gone evenly in that parameter: as fast as the
 * straight ways are long, where it bulges a little faster. Length: of the straight ways; turn: what it would be if it
 * turned as fast everywhere as where it turns fastest.
 */
export function splineTrack(frames: readonly FixedFrame[], what: string): SplineTrack {
  const count = frames.length - 1;
  const ways = frames.slice(1).map(({ position }, i) => subtract(position, frames[i].position));
  const lengths = ways.map(length);
  const whole = lengths.reduce((sum, h) => sum + h, 0);
  const none = lengths.findIndex((h) => !(h > ONE_PLACE * whole));
  if (none >= 0)
    throw new InputError(
      `${what}: spline: ${nameOf(none)} and ${nameOf(none + 1)} are at one place, within ${lengths[none].toPrecision(3)}: that leaves the direction there to rounding; leave one out`,
    );
  const knots = [0];
  for (const h of lengths) knots.push(knots[knots.length - 1] + h / whole);
  knots[count] = 1;
  const bends = bendsOf(ways, lengths);
  const turns = frames.slice(1).map(({ quaternion }, i) => shortestArc(frames[i].quaternion, quaternion));
  const turn = turns.reduce((most, [, angle], i) => Math.max(most, (Math.abs(angle) * whole) / lengths[i]), 0);
  const blocks = (law: Law): Float64Array => {
    const middle = law[0] + law[1] / 2;
    const i = Math.max(0, Math.min(count - 1, knots.findIndex((knot) => knot > middle) - 1));
    const span = knots[i + 1] - knots[i];
    const [from, step] = [(law[0] - knots[i]) / span, law[1] / span];
    const [axis, angle] = turns[i];
    const out = screw(frames[i], [0, 0, 0], axis, angle, [from, step, 0]);
    for (let e = 0; e < 3; e++) {
      const [m0, m1] = [bends[i][e], bends[i + 1][e]].map((m) => lengths[i] * lengths[i] * m);
      const [c1, c2, c3] = [ways[i][e] - (2 * m0 + m1) / 6, m0 / 2, (m1 - m0) / 6];
      // c₀ + c₁ s + c₂ s² + c₃ s³ at s = from + step t
      const at = JOINT_PLACE + e;
      out[at] = frames[i].position[e] + from * (c1 + from * (c2 + from * c3));
      out[at + 3] = step * (c1 + from * (2 * c2 + 3 * from * c3));
      out[at + 6] = step * step * (c2 + 3 * from * c3);
      out[at + 9] = step * step * step * c3;
    }
    out[JOINT_DEGREE] = 3;
    finishJoint(out, 0);
    return out;
  };
  return { length: whole, turn, blocks, knots };
}

function nameOf(k: number): string {
  return k === 0 ? 'where it begins' : `pose ${k - 1}`;
}

/** Second derivatives at the frames, by the length of the ways; 0 at both ends. */
function bendsOf(ways: readonly Vec3[], lengths: readonly number[]): readonly Vec3[] {
  const n = ways.length;
  const bends: number[][] = Array.from({ length: n + 1 }, () => [0, 0, 0]);
  // h₋ M₋ + 2 (h₋ + h₊) M + h₊ M₊ = 6 (v₊/h₊ − v₋/h₋), eliminated downwards
  const upper: number[] = [0];
  for (let i = 1; i < n; i++) {
    const pivot = 2 * (lengths[i - 1] + lengths[i]) - lengths[i - 1] * upper[i - 1];
    upper.push(lengths[i] / pivot);
    for (let e = 0; e < 3; e++) {
      const right = 6 * (ways[i][e] / lengths[i] - ways[i - 1][e] / lengths[i - 1]);
      bends[i][e] = (right - lengths[i - 1] * bends[i - 1][e]) / pivot;
    }
  }
  for (let i = n - 1; i > 0; i--) for (let e = 0; e < 3; e++) bends[i][e] -= upper[i] * bends[i + 1][e];
  return bends as unknown as readonly Vec3[];
}

/** A part of a body's motion, from one share of it to another. */
export function bodyBlocks(motion: RigidMotion, from: number, to: number): Float64Array {
  const k = partsOf(motion);
  const three = (o: number): Vec3 => [k[o], k[o + 1], k[o + 2]];
  // it turns about a point of the axis, which is as far from its origin as e₁
  const lever = three(6);
  const law: Law = [from, to - from, 0];
  return joined([
    screw({ position: plus(three(0), lever), quaternion: UPRIGHT }, three(3), three(16), motion.angle, law),
    standing({ position: scaled(lever, -1), quaternion: [k[12], k[13], k[14], k[15]] }),
  ]);
}

/** A part of a segment of a robot's path, as a link of it moves. */
export function linkBlocks(path: RobotPath, link: number, segment: number, from: number, to: number): Float64Array {
  const { robot } = path;
  const all = jointTemplate(robot).joints.slice();
  path.loadPart(segment, from, to, all);
  const chain = chainOf(robot, link).map((i) => all.subarray(JOINT_STRIDE * i, JOINT_STRIDE * (i + 1)));
  return joined([standing(robot.base), ...chain]);
}
