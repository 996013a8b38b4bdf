// Mechanisms of bars among upright posts: how much room there is, by kinematics of the tests' own.
import type { Vec3 } from '../../src/math/pose.ts';
import type { LoopJudge } from '../unit/robot/follow/loop-judge.ts';
import { turned } from './brute-force.ts';
import type { Frame } from './brute-robot.ts';

/** Bars are capsules of 0.01: so much is left of it by their corners. */
export const BAR_RADIUS = 0.0085;
const PLACES = 70;

/** A bar from the origin of its link. */
export interface Bar {
  readonly link: string;
  readonly end: Vec3;
}

/** A box along the axes. */
export interface Post {
  readonly at: Vec3;
  readonly size: Vec3;
}

export const FIVE_BARS: readonly Bar[] = ['left', 'left-fore', 'right', 'right-fore'].map((link, k) => ({
  link,
  end: [k % 2 ? 0.35 : 0.25, 0, 0],
}));

export function placeOf({ p, q }: Frame, x: Vec3): Vec3 {
  const v = turned(q, x);
  return [p[0] + v[0], p[1] + v[1], p[2] + v[2]];
}

/** Places along a line, both ends among them. */
export function along(a: Vec3, b: Vec3): Vec3[] {
  return Array.from({ length: PLACES + 1 }, (_, i) => [0, 1, 2].map((e) => a[e] + ((b[e] - a[e]) * i) / PLACES) as unknown as Vec3);
}

/** How far the middles of bars are from posts at most; negative inside. */
export function roomOf(frames: Map<string, Frame>, bars: readonly Bar[], posts: readonly Post[]): number {
  let least = Infinity;
  for (const { link, end } of bars) {
    const frame = frames.get(link) as Frame;
    for (const x of along(placeOf(frame, [0, 0, 0]), placeOf(frame, end)))
      for (const { at, size } of posts) {
        const off = x.map((c, i) => Math.abs(c - at[i]) - size[i] / 2);
        const out = Math.hypot(...off.map((d) => Math.max(0, d)));
        least = Math.min(least, out > 0 ? out : Math.max(...off));
      }
  }
  return least;
}

/** Straight in driven joints from where all are closed, in small steps; where it ends. */
export function stepsTo(
  judge: LoopJudge,
  from: Float64Array,
  to: Float64Array,
  steps: number,
  look: (frames: Map<string, Frame>, share: number) => void,
): Float64Array {
  let here = from;
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const solved = judge.solved(here.map((x, s) => (judge.passive.includes(s) ? x : from[s] + share * (to[s] - from[s]))));
    if (solved === null) throw new Error(`the judge cannot close the loops at ${share} of the way`);
    here = solved;
    look(judge.frames(here), share);
  }
  return here;
}
