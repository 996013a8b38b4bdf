/** Numbers for people. Where a number is a bound, it is rounded to the safe side. */

/** So many significant digits, without trailing zeros; all digits before the point up to a billion. */
export function shown(x: number, digits = 6): string {
  const text = x.toPrecision(digits);
  return tidy(text.includes('e+') && Math.abs(x) < 1e9 ? x.toFixed(0) : text);
}

/** The nearest number of so many digits that is not below x. */
export function shownUp(x: number, digits = 4): string {
  return neighbour(x, digits, 1);
}

/** The nearest number of so many digits that is not above x. */
export function shownDown(x: number, digits = 4): string {
  return neighbour(x, digits, -1);
}

export function shownCount(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '1 pair', '1,200 pairs'. */
export function counted(n: number, what: string, many = `${what}s`): string {
  return `${shownCount(n)} ${n === 1 ? what : many}`;
}

export function shownPoint(point: readonly number[], digits = 6): string {
  return `(${point.map((x) => shown(x, digits)).join(', ')})`;
}

/** Components of a unit vector. */
export function shownDirection(direction: readonly number[]): string {
  return `(${direction.map((x) => tidy((x + 0).toFixed(4))).join(', ')})`;
}

function neighbour(x: number, digits: number, side: 1 | -1): string {
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const text = x.toPrecision(digits);
  if (side * (Number(text) - x) >= 0) return tidy(text);
  const exponent = Number(x.toExponential(digits - 1).split('e')[1]);
  const step = Number(`1e${exponent - digits + 1}`);
  const moved = (Number(text) + side * step).toPrecision(digits);
  // Adding may have rounded back across x, at the very ends of the range.
  return side * (Number(moved) - x) >= 0 ? tidy(moved) : String(x);
}

function tidy(text: string): string {
  const [mantissa, exponent] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return exponent === undefined ? (short === '-0' ? '0' : short) : `${short}e${exponent.replace('+', '')}`;
}
