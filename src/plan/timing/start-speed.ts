/** ṡ² at an end of a course, from joint velocities there. */
import { InputError } from '../../math/input-error.ts';
import type { Configuration, RobotModel } from '../../robot/robot-model.ts';
import type { Course } from './along.ts';

/** Relative to the velocity limits: velocities may point beside the path by so much. */
const BESIDE = 2 ** -20;

export function startSpeed(
  robot: RobotModel,
  { corners, lengths, limits }: Course,
  velocities: Configuration,
  end: 'start' | 'end',
): number {
  const what = `timed: ${end}Velocities`;
  const given = robot.configuration(velocities);
  for (const { kind, slot } of robot.joints) if (kind.orientation >= 0) given.fill(0, slot, slot + 7);
  const k = end === 'start' ? 0 : lengths.length - 1;
  let speed = 0;
  const tangent = corners.points[k + 1].map((x, j) => (x - corners.points[k][j]) / lengths[k]);
  let fastest = 0;
  tangent.forEach((t, j) => {
    if (limits.moves[j] && Math.abs(t) / limits.velocity[j] > fastest) {
      fastest = Math.abs(t) / limits.velocity[j];
      speed = given[j] / t;
    }
  });
  const isAlong = given.every((v, j) => Math.abs(v - speed * tangent[j]) <= (limits.moves[j] ? BESIDE * limits.velocity[j] : 0));
  if (!isAlong || speed < 0) {
    const along = limits.names.map((name, j) => `${name} ${tangent[j]}`).join(', ');
    throw new InputError(`${what}: must point along the path, which goes by ${along}; got [${given.join(', ')}]`);
  }
  if (speed > 1) throw new InputError(`${what}: beyond the velocity limits by a factor of ${speed}`);
  return speed * speed;
}
