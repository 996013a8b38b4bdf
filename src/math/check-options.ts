import { InputError } from './input-error.ts';

/** A value as messages show it: a text in quotes, so that '1' is not taken for 1. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map((item) => (Array.isArray(item) ? '[…]' : shownValue(item))).join(', ')}]`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Throws where options are no object, or hold what is not known: what a misspelt one says would not be obeyed. */
export function checkOptionKeys(options: unknown, known: readonly string[], whose: string): void {
  if (options === null || typeof options !== 'object')
    throw new InputError(`${whose}: options must be an object with some of ${known.join(', ')}; got ${shownValue(options)}`);
  for (const key in options)
    if (!known.includes(key)) throw new InputError(`${whose}: unknown option '${key}'; known are ${known.join(', ')}`);
}
