// The least and the largest of a list of any length: `Math.min(...list)` and `Math.max(...list)` hand over one argument
// each, which engines refuse somewhere above a hundred thousand.

/** Infinity of an empty list, NaN where one of them is. */
export function leastOf(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}

/** −Infinity of an empty list, NaN where one of them is. */
export function largestOf(values: Iterable<number>): number {
  let largest = -Infinity;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}
