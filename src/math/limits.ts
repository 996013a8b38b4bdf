import { shownValue } from './check-record.ts';
import { InputError } from './input-error.ts';

/** Lengths, coordinates and values up to here: squares and products of them stay finite. */
const LARGEST: number = 2 ** 300;
/** Sizes from here on: their squares stay above what doubles can hold. */
const SMALLEST: number = 2 ** -300;

/** Throws where a value is no length or the like, from 0 to 2^300. */
export function checkLength(value: unknown, what: string): asserts value is number {
  if (typeof value !== 'number' || !(value >= 0 && value <= LARGEST))
    throw new InputError(`${what} must be a number ≥ 0, got ${shownValue(value)}${limitHint(value)}`);
}

/**
 * What a message adds where a number was refused because of its size: nobody guesses a limit. `least`: sizes, which may
 * not be too small either. Empty where something else is wrong.
 */
export function limitHint(given: unknown, least = false): string {
  const values: readonly unknown[] = typeof given === 'number' ? [given] : listed(given);
  for (const x of values) {
    if (typeof x !== 'number' || !Number.isFinite(x)) continue;
    if (Math.abs(x) > LARGEST) return '; 2^300, about 2e90, is the most';
    if (least && x > 0 && x < SMALLEST) return '; 2^-300, about 5e-91, is the least';
  }
  return '';
}

function listed(given: unknown): readonly unknown[] {
  return Array.isArray(given) || ArrayBuffer.isView(given) ? Array.from(given as unknown as ArrayLike<unknown>).slice(0, 1000) : [];
}
