import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { Robot } from '../../robot/robot.ts';
import type { NamedState } from '../../robot/robot-model.ts';

/**
 * The values of the states of that name; undefined where the robot has none. States of several groups (arm and hand
 * both at `home`) are taken together unless they move the same joint; `group/home` means one of them.
 */
export function stateValues(robot: Robot, name: string): NamedState['values'] | undefined {
  const found = robot.states.filter((state) => state.name === name || longName(state) === name);
  if (found.length === 0) return undefined;
  const values = new Map<string, readonly number[]>();
  for (const state of found) {
    for (const [joint, value] of Object.entries(state.values)) {
      const other = values.get(joint);
      if (other !== undefined && other.join() !== value.join())
        throw new InputError(`several states of robot '${robot.name}' are named '${name}'; write ${found.map(longName).join(' or ')}`);
      values.set(joint, value);
    }
  }
  return Object.fromEntries(values);
}

function longName({ group, name }: NamedState): string {
  return group === undefined ? name : `${group}/${name}`;
}

/** What to say where no robot has a state of that name. */
export function unknownState(name: string, robots: readonly Robot[]): string {
  const known = [...new Set(robots.flatMap(({ states }) => states.map((state) => state.name)))];
  const whose = robots.length === 1 ? `robot '${robots[0].name}' has` : 'the robots have';
  if (known.length === 0) return `${whose} no state '${name}', nor any other; states stand in an SRDF`;
  const near = nearestName(name, known);
  return `${whose} no state '${name}'; ${near === undefined ? `known are ${known.join(', ')}` : `is '${near}' meant?`}`;
}
