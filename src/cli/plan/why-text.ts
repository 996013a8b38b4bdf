import type { Robot } from '../../index.ts';
import type { PathUnits } from '../../io/index.ts';
import type { Plan } from '../../plan/index.ts';
import { unitOf, unitWords } from './value-units.ts';

/** Digits that a change of units leaves. */
const DIGITS = 12;

/** Why there is no path, with the value of a joint that is beyond its limits in the units asked for. */
export function whyText({ why = '', beyond }: Plan, robots: readonly Robot[], units: PathUnits | undefined): string {
  if (units === undefined || beyond === undefined) return why;
  const { name, value, lower, upper } = beyond;
  for (const { kind, name: joint } of robots.flatMap(({ joints }) => joints)) {
    const part = kind.size === 1 ? (joint === name ? 0 : -1) : kind.parts.findIndex((own) => `${joint}/${own}` === name);
    if (part < 0) continue;
    const inUnit = (number: number): string => `${Number((number / unitOf(kind, part, units)).toPrecision(DIGITS))}`;
    const limits = `${inUnit(lower)} to ${inUnit(upper)} ${unitWords([kind], units)}`;
    return why.replace(`at ${value}, beyond its limits ${lower} to ${upper}`, `at ${inUnit(value)}, beyond its limits ${limits}`);
  }
  return why;
}
