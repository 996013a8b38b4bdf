import { checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';

/** Throws an InputError on a key that is unknown, or a value that is none of its choices; none: judged elsewhere. */
export function checkChoices(given: object, choices: Readonly<Record<string, readonly unknown[]>>, what: string): void {
  checkRecord(given, Object.keys(choices), what);
  for (const [key, value] of Object.entries(given)) {
    const allowed = entryOf(choices, key);
    if (value !== undefined && allowed.length > 0 && !allowed.includes(value))
      throw new InputError(`${what}.${key}: ${shownValue(value)} is none of ${allowed.join(', ')}`);
  }
}
