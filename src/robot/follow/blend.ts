/** Lines that go over into one another: how fast, and what a robot's own curve may be off the parabola by. */
import { InputError } from '../../math/input-error.ts';
import { fromMatrix } from '../../math/quat.ts';
import { length, subtract } from '../../math/vec3.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import type { FixedFrame } from '../inverse/arm.ts';
import type { Rate } from './pace.ts';
import type { BlendKind } from './tool-moves.ts';
import { type LineTrack, type Track, Way } from './way.ts';

/** One line of several that go over into one another. */
export interface RunLine {
  readonly move: number;
  readonly to: FixedFrame;
  readonly track: LineTrack;
  readonly rate: Rate | null;
  /** Values of joints that do not follow, before and after it. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly blend: number;
}

/** What the robot's own curve may be off the parabola by. */
export function blendTube(
  blends: BlendKind,
  entry: FixedFrame,
  corner: FixedFrame,
  exit: FixedFrame,
  isTimed: boolean,
  what: string,
): readonly [place: number, turn: number] {
  if (blends !== 'triangle') return [0, 0];
  if (isTimed)
    throw new InputError(`${what}: nobody says when a robot is where in a blend of kind 'triangle'; a path in seconds needs another kind`);
  const turns = [shortestArc(entry.quaternion, corner.quaternion)[1], shortestArc(corner.quaternion, exit.quaternion)[1]];
  const middle = entry.position.map((x, k) => (x + exit.position[k]) / 2) as unknown as FixedFrame['position'];
  return [length(subtract(corner.position, middle)) / 2, 2 * Math.max(turns[0], turns[1])];
}

/** Where a track is at a share of it. */
export function placed(track: Track, share: number): FixedFrame {
  const out = new Float64Array(12);
  new Way(track.blocks([share, 0, 0])).at(0, out);
  return { position: [out[9], out[10], out[11]], quaternion: fromMatrix(out, 0) };
}

/**
 * How fast the tool is in each blend, one more than lines, 0 at both ends: as fast as both lines are, and as each can
 * still speed up to or slow down from; 1 where there are no seconds.
 */
export function blendSpeeds(run: readonly RunLine[]): readonly number[] {
  const speeds = run.map(({ rate, track }, i) => {
    const own = (rate?.cruise ?? 1) * track.length;
    return i === 0 ? 0 : Math.min(own, (run[i - 1].rate?.cruise ?? 1) * run[i - 1].track.length);
  });
  speeds.push(0);
  const reachable = (i: number, speed: number): number => {
    const { rate, track, blend } = run[i];
    const way = track.length - blend - (i === 0 ? 0 : run[i - 1].blend);
    const change = (rate?.change ?? Infinity) * track.length;
    return change === Infinity ? Infinity : Math.sqrt(speed * speed + 2 * change * way);
  };
  for (let i = 1; i < run.length; i++) speeds[i] = Math.min(speeds[i], reachable(i - 1, speeds[i - 1]));
  for (let i = run.length - 1; i > 0; i--) speeds[i] = Math.min(speeds[i], reachable(i, speeds[i + 1]));
  return speeds;
}
