import type { Joint } from '../../robot/joint.ts';
import type { Robot } from '../../robot/robot.ts';

/** What a robot's parts are called, to look up by name: files name them again and again. */
export interface RobotNames {
  readonly links: ReadonlySet<string>;
  /** Joints of all links by name, fixed and following ones too. */
  readonly joints: ReadonlyMap<string, Joint>;
  /** Which value of a configuration each name stands for. */
  readonly slots: ReadonlyMap<string, number>;
}

const known: WeakMap<Robot, RobotNames> = new WeakMap();

export function robotNames(robot: Robot): RobotNames {
  let names = known.get(robot);
  if (names === undefined) {
    names = {
      links: new Set(robot.links.map(({ name }) => name)),
      joints: new Map(robot.links.map(({ joint }) => [joint.name, joint])),
      slots: new Map(robot.valueNames().map((name, slot) => [name, slot])),
    };
    known.set(robot, names);
  }
  return names;
}
