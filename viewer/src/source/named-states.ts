import { InputError, type Robot } from 'inbetween';
import type { Opened } from './opened.ts';

/** The states that robots bring along, as whole configurations, and more; joints that a state leaves out stay at `rests`. */
export function namedStates(
  robots: readonly Robot[],
  more: Opened['states'] = {},
  rests: readonly (ArrayLike<number> | undefined)[] = [],
): Opened['states'] {
  return Object.fromEntries(
    robots.map((robot, i) => {
      const own = robot.states.flatMap(({ name, group, values }) => {
        const isAlone = robot.states.filter((state) => state.name === name).length === 1;
        try {
          const configuration = Array.from(robot.configuration(values, rests[i]));
          return [[isAlone || group === undefined ? name : `${group}/${name}`, configuration] as const];
        } catch (cause) {
          // a state that does not fit its robot is no reason to show nothing
          if (cause instanceof InputError) return [];
          throw cause;
        }
      });
      return [robot.name, { ...Object.fromEntries(own), ...more[robot.name] }] as const;
    }),
  );
}
