import { floatBits } from '../../support/float-bits.ts';

/** Plain data of an answer: typed arrays as lists, without what is undefined, without what a clock said. */
export function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const record: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key];
    if (item === undefined || typeof item === 'function' || isTime(key)) continue;
    record[key] = plain(item);
  }
  return record;
}

function isTime(key: string): boolean {
  return key === 'milliseconds' || key === 'proofMilliseconds';
}

/** Where the two differ, or null; numbers by their bits. */
export function difference(a: unknown, b: unknown, place = 'the answer'): string | null {
  if (typeof a === 'number' && typeof b === 'number') {
    return floatBits(a)[0] === floatBits(b)[0] ? null : `${place}: ${a} and ${b}`;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? null : `${place}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = difference(left[key], right[key], `${place}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Whether an answer is plain data: JSON gives back the same, but for the sign of a zero. */
export function jsonDoubt(answer: unknown): string | null {
  const unsigned = (value: unknown): unknown => JSON.parse(JSON.stringify(plain(value)));
  const back = unsigned(JSON.parse(JSON.stringify(answer)));
  const found = difference(unsigned(answer), back);
  return found === null ? null : `JSON changes it: ${found}`;
}
