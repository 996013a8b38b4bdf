/** Lengths, coordinates and values up to here: squares and products of them stay finite. */
const LARGEST: number = 2 ** 300;
/** Sizes from here on: their squares stay above what doubles can hold. */
const SMALLEST: number = 2 ** -300;

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
