/** One number a value, from one for all or numbers by joint name. */

import { checkLimit, checkRecord } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import type { RobotModel } from '../../robot/robot-model.ts';
import { type JointNumbers, namesOf } from './limits.ts';

/** Numbers ≥ 0, in the order of the robots and their values; 0 where none is named. */
export function valueNumbers(robots: readonly RobotModel[], given: JointNumbers, what: string): Float64Array {
  const called = robots.flatMap((robot) => robot.joints.flatMap((joint) => namesOf(robot, joint)));
  const check = (value: unknown, name: string): number => {
    checkLimit(value, name, `timed: ${name}`);
    return value;
  };
  if (typeof given !== 'object' || given === null) return new Float64Array(called.length).fill(check(given, what));
  checkRecord(given, [...new Set(called.flat())], `timed: ${what}`);
  return Float64Array.from(called, (names) => {
    const name = names.findLast((text) => Object.hasOwn(given, text));
    return name === undefined ? 0 : check(entryOf(given, name), `${what} of '${name}'`);
  });
}
