import type { RobotPath } from '../../index.ts';
import type { MotionRequest } from '../../io/index.ts';

/** How far values may be apart that mean the same, in files of finitely many digits; relative above 1. */
const SAME = 1e-4;

/** Sentences about a path that does not begin and end where the request wants it. */
export function requestFaults(request: MotionRequest, path: RobotPath): string[] {
  const names = path.robot.valueNames();
  const [first, last] = [path.waypoints[0], path.waypoints[path.waypoints.length - 1]];
  const off = names.findIndex((_, k) => !isSame(first[k], request.start[k]));
  const begins =
    off < 0 ? [] : [`begins with ${names[off]} at ${first[off]}, but the start of ${request.file} has it at ${request.start[off]}`];
  return [...begins, ...goalFaults(request, names, last)];
}

function goalFaults({ goals, file }: MotionRequest, names: readonly string[], last: ArrayLike<number>): string[] {
  if (goals.length === 0) return [];
  const isOpen = ({ positions, orientations }: (typeof goals)[number]): boolean => positions.length + orientations.length > 0;
  const open = goals.filter(isOpen);
  const slots = new Map(names.map((name, slot) => [name, slot]));
  const misses = goals.map(({ joints }) =>
    joints.find(({ joint, position, above, below }) => {
      const value = last[slots.get(joint) ?? -1];
      return !(isSame(value, position) || (value <= position + above && value >= position - below));
    }),
  );
  if (open.length < goals.length && misses.some((miss, k) => miss === undefined && !isOpen(goals[k]))) return [];
  if (open.length > 0) return [`whether it ends at a goal of ${file} was not judged: goals that are poses of links are not compared`];
  const [miss] = misses;
  if (miss === undefined) return [];
  return [`ends with ${miss.joint} at ${last[slots.get(miss.joint) ?? -1]}, but the goal of ${file} has it at ${miss.position}`];
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(b));
}
