/** Is what a chunk asks of its items something that can be asked? Of names of links nothing is known here. */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { ArrivalsWish } from '../job/check-path.ts';
import type { Ask } from '../job/chunk.ts';

type Check = (value: unknown) => boolean;

const positive: Check = (value) => typeof value === 'number' && value > 0 && value < Infinity;
const distance: Check = (value) => typeof value === 'number' && value >= 0 && value < Infinity;
const yesOrNo: Check = (value) => typeof value === 'boolean';
const oneOf = <Name extends string>(names: Readonly<Record<Name, true>>): Check => {
  return (value) => typeof value === 'string' && Object.hasOwn(names, value);
};

/** Every key of an `Ask`: what it must be, whether it must be there. The compiler sees that none is missing. */
const KEYS: Readonly<Record<keyof Ask, readonly [check: Check, wanted: string, needed: boolean]>> = {
  method: [oneOf<Ask['method']>({ auto: true, hca: true, interval: true }), "'auto', 'hca' or 'interval'", true],
  start: [oneOf<Ask['start']>({ strict: true, leaving: true }), "'strict' or 'leaving'", true],
  tolerance: [positive, 'a number above 0', false],
  clearance: [(value) => distance(value) || areRules(value), 'a number, 0 or more, or rules', false],
  maxIterations: [positive, 'a number above 0', false],
  maxMilliseconds: [positive, 'a number above 0', false],
  limits: [oneOf<Ask['limits']>({ error: true, warn: true, ignore: true, default: true }), "'error', 'warn', 'ignore' or 'default'", true],
  arrivals: [oneOf<ArrivalsWish>({ error: true, warn: true }), "'error' or 'warn'", false],
  margin: [yesOrNo, 'true or false', true],
  all: [yesOrNo, 'true or false', true],
  maxWork: [positive, 'a number above 0', false],
  proof: [(value) => value === true, 'true', false],
};

const MOST_PAIRS = 100_000;

export function checkAsk(given: unknown): Ask {
  const keys = Object.keys(KEYS) as (keyof Ask)[];
  checkRecord(given, keys, 'chunk: ask');
  const ask = given as Readonly<Record<string, unknown>>;
  for (const key of keys) {
    const [check, wanted, needed] = KEYS[key];
    if (ask[key] === undefined && !needed) continue;
    if (!check(ask[key])) throw new InputError(`chunk: ask.${key} must be ${wanted}, got ${shownValue(ask[key])}`);
  }
  return given as Ask;
}

function areRules(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || ArrayBuffer.isView(given)) return false;
  return Object.entries(given).every(([group, value]) => {
    if (group === 'pairs') return Array.isArray(value) && value.length <= MOST_PAIRS && value.every(isPair);
    return ['default', 'self', 'tool', 'environment'].includes(group) && distance(value);
  });
}

function isPair(given: unknown): boolean {
  return Array.isArray(given) && given.length === 3 && typeof given[0] === 'string' && typeof given[1] === 'string' && distance(given[2]);
}
