/**
 * Is a record that a caller gave one that is known? Used for every public record (bodies, obstacles, links, joints,
 * options …), because what a misspelt key says would be passed over in silence, and a contact could turn into `free`.
 */
import { InputError } from './input-error.ts';
import { nearestName } from './nearest-name.ts';

/** At most so many items of a list or record are shown, and so many letters of a text. */
const MOST_ITEMS = 6;
const MOST_LETTERS = 40;

/**
 * A value as messages show it: a text in quotes, so that '1' is not taken for 1; objects by their class or their keys.
 */
export function shownValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return `'${value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    if (depth > 0) return '[…]';
    const items = value.slice(0, MOST_ITEMS).map((item) => shownValue(item, depth + 1));
    return `[${items.join(', ')}${value.length > MOST_ITEMS ? ', …' : ''}]`;
  }
  const maker = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof maker === 'string' && maker !== '' && maker !== 'Object') return `a ${maker}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return '{}';
  if (depth > 0) return '{…}';
  const record = value as Readonly<Record<string, unknown>>;
  const shown = keys.slice(0, MOST_ITEMS).map((key) => `${key}: ${shownValue(record[key], depth + 1)}`);
  return `{ ${shown.join(', ')}${keys.length > MOST_ITEMS ? ', …' : ''} }`;
}

/** As `includes`, which takes longer than all else that is checked of a record of a call. */
function isOneOf(key: string, known: readonly string[]): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] === key) return true;
  return false;
}

/** Throws where `given` is no record, or has a key that is not known; `subject` says whose record it is. */
export function checkRecord(given: unknown, known: readonly string[], subject: string): asserts given is object {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    for (const key in given) {
      if (isOneOf(key, known)) continue;
      const meant = nearestName(key, known);
      const hint = meant === undefined ? '; k' : `; did you mean '${meant}'? K`;
      throw new InputError(`${subject}: unknown key '${key}'${hint}nown are ${known.join(', ')}; got ${shownValue(given)}`);
    }
    if (isRecord(given)) return;
  }
  throw new InputError(`${subject}: must be an object with some of ${known.join(', ')}; got ${shownValue(given)}`);
}

/** Throws where `given` has not all that is `needed`, and cannot be what `subject` says. */
export function checkHas(given: unknown, needed: readonly string[], subject: string): asserts given is object {
  const record = given as Readonly<Record<string, unknown>> | null | undefined;
  if (record === undefined || record === null || needed.some((key) => record[key] === undefined))
    throw new InputError(`${subject} must be an object with ${needed.join(', ')}; got ${shownValue(given)}`);
}

/** Throws where `given` is no list, or has a hole, which `every` and `forEach` pass over. */
export function checkList(given: unknown, subject: string): asserts given is readonly unknown[] {
  if (!Array.isArray(given)) throw new InputError(`${subject} must be a list, got ${shownValue(given)}`);
  for (let i = 0; i < given.length; i++)
    if (given[i] === undefined) throw new InputError(`${subject.replace(/:$/, '')}[${i}] is missing; got ${shownValue(given)}`);
}

/** Throws where `given` is no list of names. */
export function checkNames(given: unknown, subject: string): asserts given is readonly string[] {
  const isList = Array.isArray(given);
  if (isList) checkList(given, subject);
  if (!isList || given.some((name) => typeof name !== 'string'))
    throw new InputError(`${subject} must be a list of names, got ${shownValue(given)}`);
}

/** Throws where `given` holds nothing by name: a Map, a list or a Promise would be taken for an empty record. */
export function checkByName(given: unknown, subject: string): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !isRecord(given))
    throw new InputError(`${subject} must be an object with entries by name, got ${shownValue(given)}`);
}

/** Whether what it holds is under keys; of a Map, a Set, a Promise that nobody waited for it is not. */
function isRecord(given: object): boolean {
  for (const _ in given) return true;
  return Object.prototype.toString.call(given) === '[object Object]';
}

/** Throws where a name is none. */
export function checkText(value: unknown, what: string): asserts value is string {
  if (typeof value !== 'string') throw new InputError(`${what} must be a text, got ${shownValue(value)}`);
}

/** Throws where an option is neither true nor false. */
export function checkFlag(value: unknown, what: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw new InputError(`${what} must be true or false, got ${shownValue(value)}`);
}

/** Limits that count: half an iteration is none. */
const COUNTS: readonly string[] = ['maxIterations', 'maxContacts', 'maxSamples'];

/** Throws where an option is no number ≥ 0, or counts something and is not whole; Infinity: no limit. */
export function checkLimit(value: unknown, key: string, what: string): asserts value is number {
  const counts = COUNTS.includes(key);
  if (typeof value === 'number' && value >= 0 && (!counts || value === Infinity || Number.isInteger(value))) return;
  throw new InputError(`${what} must be a ${counts ? 'whole ' : ''}number ≥ 0, got ${shownValue(value)}`);
}

/** Throws where a call has more arguments than it takes: they would be passed over in silence. */
export function checkNoMore(more: readonly unknown[], what: string): void {
  if (more.length > 0) throw new InputError(`${what}; got ${shownValue(more[0])} besides`);
}
