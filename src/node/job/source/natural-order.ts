/**
 * Orders names as people number files: runs of digits by their value, all else by code units. The same on every
 * machine, whatever its language; names that differ never compare as equal.
 */
export function naturalOrder(a: string, b: string): number {
  const [as, bs] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let i = 0; i < Math.min(as.length, bs.length); i++) {
    const difference = /^\d/.test(as[i]) && /^\d/.test(bs[i]) ? byValue(as[i], bs[i]) : byUnits(as[i], bs[i]);
    if (difference !== 0) return difference;
  }
  return as.length - bs.length || byUnits(a, b);
}

/** Compares digits of any length, even longer than a number holds, by value. */
function byValue(a: string, b: string): number {
  const [x, y] = [a, b].map((digits) => digits.replace(/^0+/, ''));
  return x.length - y.length || byUnits(x, y);
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
