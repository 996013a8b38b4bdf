import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { Robot } from '../../robot/robot.ts';
import type { NamedState } from '../../robot/robot-model.ts';

/** States by both of their names: a path may name one in every line. */
const known: WeakMap<Robot, ReadonlyMap<string, readonly NamedState[]>> = new WeakMap();

function statesOf(robot: Robot): ReadonlyMap<string, readonly NamedState[]> {
  const ready = known.get(robot);
  if (ready !== undefined) return ready;
  const made = new Map<string, NamedState[]>();
  for (const state of robot.states) {
    for (const name of new Set([state.name, longName(state)])) {
      const others = made.get(name);
      if (others === undefined) made.set(name, [state]);
      else others.push(state);
    }
  }
  known.set(robot, made);
  return made;
}

/**
 * The values of the states of that name; undefined where the robot has none. States of several groups (arm and hand
 * both at `home`) are taken together unless they move the same joint; `group/home` means one of them.
 */
export function stateValues(robot: Robot, name: string): NamedState['values'] | undefined {
  const found = statesOf(robot).get(name);
  if (found === undefined) return undefined;
  const values = new Map<string, readonly number[]>();
  for (const state of found) {
    for (const [joint, value] of Object.entries(state.values)) {
      const other = values.get(joint);
      if (other !== undefined && other.join() !== value.join()) {
        const ways = shownNames(found.map(longName), ' or ');
        throw new InputError(`several states of robot ${shownName(robot.name)} are named ${shownName(name)}; write ${ways}`);
      }
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
  const whose = robots.length === 1 ? `robot ${shownName(robots[0].name)} has` : 'the robots have';
  if (known.length === 0) return `${whose} no state ${shownName(name)}, nor any other; states stand in an SRDF`;
  const near = nearestName(name, known);
  return `${whose} no state ${shownName(name)}; ${near === undefined ? `known are ${shownNames(known)}` : `is ${shownName(near)} meant?`}`;
}
