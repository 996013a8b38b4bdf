import type { Robot } from '../../index.ts';
import { type PathUnits, unitFactors } from '../../io/index.ts';
import { entryOf } from '../../words/entries.ts';
import type { RateLimit } from './plan-options.ts';

/** The kind of a joint, as far as units go. */
type Kind = Robot['joints'][number]['kind'];

/** By what a value is multiplied to be radians or metres; `part`: which of the joint's values. */
export function unitOf(kind: Kind, part: number, units: PathUnits = {}): number {
  if (kind.orientation >= 0 && part >= kind.orientation) return 1;
  return unitFactors(units)[part === kind.angle ? 'angle' : 'length'];
}

/** `degrees`, or `degrees and millimetres`, whichever the values of these joints are shown in. */
export function unitWords(kinds: readonly Kind[], { angle = 'radians', length = 'metres' }: PathUnits = {}): string {
  const words = kinds.flatMap((kind) => {
    const parts = kind.parts.slice(0, kind.orientation >= 0 ? kind.orientation : kind.size);
    return parts.map((_, part) => (part === kind.angle ? angle : length));
  });
  return [...new Set(words)].join(' and ');
}

/** Numbers of joints in radians and metres. `whose`: those that a number without a name is for. */
export function inBaseUnits(
  given: RateLimit,
  robots: readonly Robot[],
  units: PathUnits | undefined,
  whose: 'joints' | 'followers too',
): RateLimit {
  if (units?.angle !== 'degrees' && units?.length !== 'millimetres') return given;
  const values = robots.flatMap((robot) => {
    const joints = whose === 'joints' ? robot.joints : robot.links.map(({ joint }) => joint);
    return joints.flatMap(({ name, kind }) =>
      kind.parts.flatMap((part, k) => {
        const names = kind.size === 1 ? [name] : [name, `${name}/${part}`];
        const called = [...names, ...names.map((text) => `${robot.name}/${text}`)];
        const value = givenFor(given, called);
        // the last is the most particular name, which counts
        return value === undefined ? [] : [[called[called.length - 1], value * unitOf(kind, k, units)] as const];
      }),
    );
  });
  // names that nobody has stay, so that they are refused
  return { ...(typeof given === 'number' ? {} : given), ...Object.fromEntries(values) };
}

/** What is given for a value that is called so, the most particular name last. */
export function givenFor(given: RateLimit, called: readonly string[]): number | undefined {
  if (typeof given === 'number') return given;
  const name = called.findLast((text) => Object.hasOwn(given, text));
  return name === undefined ? undefined : entryOf(given, name);
}
