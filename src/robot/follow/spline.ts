/**
 * A spline through frames: their origins on the natural cubic spline over the lengths of the straight ways between
 * them: a cubic between each two, velocity and acceleration without a jump, none of the latter at both ends. Between two the frame turns evenly about one axis, by the shorter way. It is gone evenly in that
 * parameter: as fast as the straight ways are long, where it bulges a little faster.
 */
import { InputError } from '../../math/input-error.ts';
import type { Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import type { FixedFrame } from '../inverse/arm.ts';
import { JOINT_DEGREE, JOINT_PLACE } from '../joint-motion.ts';
import { finishJoint } from '../joint-template.ts';
import { type Law, screw, type Track } from './way.ts';

export interface SplineTrack extends Track {
  /** Shares of it at the frames, from 0 to 1. */
  readonly knots: readonly number[];
}

/** Length: of the straight ways; turn: what it would be if it turned as fast everywhere as where it turns fastest. */
export function splineTrack(frames: readonly FixedFrame[], what: string): SplineTrack {
  const count = frames.length - 1;
  const ways = frames.slice(1).map(({ position }, i) => subtract(position, frames[i].position));
  const lengths = ways.map(length);
  const none = lengths.findIndex((h) => !(h > 0));
  if (none >= 0) throw new InputError(`${what}: spline: ${nameOf(none)} and ${nameOf(none + 1)} are at one place`);
  const whole = lengths.reduce((sum, h) => sum + h, 0);
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
