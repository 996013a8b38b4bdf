import type { Robot } from '../../index.ts';
import type { PathUnits } from '../../io/index.ts';
import { unitOf, unitWords } from './value-units.ts';

const BEYOND = /has (.+) at (\S+), beyond its limits (\S+) to (\S+)/;
/** Digits that a change of units leaves. */
const DIGITS = 12;

/** Why there is no path, with the value of a joint that is beyond its limits in the units asked for. */
export function whyText(why: string, robots: readonly Robot[], units: PathUnits | undefined): string {
  if (units === undefined) return why;
  return why.replace(BEYOND, (text: string, name: string, ...rest: string[]) => {
    for (const { kind, name: joint } of robots.flatMap(({ joints }) => joints)) {
      const part = kind.size === 1 ? (joint === name ? 0 : -1) : kind.parts.findIndex((own) => `${joint}/${own}` === name);
      if (part < 0) continue;
      const [value, low, high] = rest.slice(0, 3).map((word) => Number((Number(word) / unitOf(kind, part, units)).toPrecision(DIGITS)));
      return `has ${name} at ${value}, beyond its limits ${low} to ${high} ${unitWords([kind], units)}`;
    }
    return text;
  });
}
