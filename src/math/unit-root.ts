/**
 * Roots in [0, 1] of a polynomial with integer coefficients, and exact signs of other polynomials at them.
 * A root is held as a dyadic number, or as the one root of its polynomial in an open dyadic interval that shrinks when
 * asked to.
 * Isolation by Descartes' rule of signs and bisection.
 */
import { commonDivisor, type IntegerPolynomial, shiftByOne, squareFreePart, valueAtDyadic, zoomIn } from './integer-polynomial.ts';

export type Sign = -1 | 0 | 1;

/**
 * Halvings between two looks at a sign; and before a common root is looked for, which costs about as much as so many.
 */
const HALVINGS = 16n;
const PATIENCE = 64n;

export class UnitRoot {
  static readonly ZERO: UnitRoot = new UnitRoot([], 0, 0n, 0n);

  readonly #polynomial: IntegerPolynomial;
  /** Sign of the polynomial between the lower end and the root; 0: the root is the lower end. */
  #before: Sign;
  // The root is in (m, m + 1)·2⁻ᵏ, or is m·2⁻ᵏ.
  #m: bigint;
  #k: bigint;

  constructor(polynomial: IntegerPolynomial, before: Sign, m: bigint, k: bigint) {
    this.#polynomial = polynomial;
    this.#before = before;
    this.#m = m;
    this.#k = k;
  }

  /** The sign of q at the root. */
  signOf(q: IntegerPolynomial): Sign {
    const patience = this.#k + PATIENCE;
    let isCommonExcluded = false;
    let step = HALVINGS;
    while (this.#before !== 0 && q.length > 1) {
      const values = bernstein(zoomIn(q, this.#m, this.#k));
      if (variations(values) === 0) return firstSign(values);
      if (this.#k >= patience) {
        if (!isCommonExcluded && this.#isRootOf(commonDivisor(this.#polynomial, q))) return 0;
        isCommonExcluded = true;
        step *= 2n;
      }
      this.#halve(step);
    }
    return signOf(valueAtDyadic(q, this.#m, this.#k));
  }

  /** The largest double that is not above the root. */
  floor(): number {
    // With 53 bits of m, or k = 1074, m·2⁻ᵏ and (m + 1)·2⁻ᵏ are neighbouring doubles; of more bits the first 53 count.
    while (this.#before !== 0 && this.#m < 0x10000000000000n && this.#k < 1074n) this.#halve(1n);
    let m = this.#m;
    let k = this.#k;
    if (k > 1074n) {
      m >>= k - 1074n;
      k = 1074n;
    }
    const excess = BigInt(Math.max(0, m.toString(2).length - 53));
    // m alone may be beyond the range of doubles; powers of two in two halves are not
    const down = k - excess;
    const half = down >> 1n;
    return Number(m >> excess) / Number(1n << half) / Number(1n << (down - half));
  }

  /**
   * Whether a divisor of the polynomial has the root too. Roots in the interval and sign variations are both odd or
   * both even.
   */
  #isRootOf(divisor: IntegerPolynomial): boolean {
    return divisor.length > 1 && variations(bernstein(zoomIn(divisor, this.#m, this.#k))) % 2 === 1;
  }

  #halve(times: bigint): void {
    for (let i = 0n; i < times && this.#before !== 0; i++) {
      this.#m <<= 1n;
      this.#k += 1n;
      const middle = signOf(valueAtDyadic(this.#polynomial, this.#m + 1n, this.#k));
      if (middle === this.#before || middle === 0) this.#m += 1n;
      if (middle === 0) this.#before = 0;
    }
  }
}

/** All roots in [0, 1], ascending, each once; none for the zero polynomial. */
export function rootsInUnitInterval(p: IntegerPolynomial): UnitRoot[] {
  const roots: UnitRoot[] = [];
  if (p.length < 2) return roots;
  const values = bernstein(p);
  if (p[0] === 0n) roots.push(UnitRoot.ZERO);
  const simple = variations(values) > 1 ? squareFreePart(p) : p;
  isolate(simple, simple, 0n, 0n, roots);
  if (values[0] === 0n) roots.push(new UnitRoot([], 0, 1n, 0n));
  return roots;
}

/** Roots of p in the open interval (m, m + 1)·2⁻ᵏ; `zoomed` is p over it, as a polynomial over (0, 1). */
function isolate(p: IntegerPolynomial, zoomed: IntegerPolynomial, m: bigint, k: bigint, roots: UnitRoot[]): void {
  const count = variations(bernstein(zoomed));
  if (count === 0) return;
  if (count === 1) {
    roots.push(new UnitRoot(p, firstSign(zoomed), m, k));
    return;
  }
  const degree = zoomed.length - 1;
  const left = zoomed.map((c, i) => c << BigInt(degree - i));
  const right = shiftByOne(left);
  isolate(p, left, 2n * m, k + 1n, roots);
  if (right[0] === 0n) roots.push(new UnitRoot([], 0, 2n * m + 1n, k + 1n));
  isolate(p, right, 2n * m + 1n, k + 1n, roots);
}

/** Bernstein coefficients over [0, 1] times binomials, that of 1 first: (1 + x)ᵈ p(1 / (1 + x)). */
function bernstein(p: IntegerPolynomial): bigint[] {
  return shiftByOne(p.toReversed());
}

/** Changes of sign, zeros skipped: at least the number of roots in (0, 1), and equal to it where below 2. */
function variations(values: readonly bigint[]): number {
  let count = 0;
  let last: Sign = 0;
  for (const value of values) {
    const sign = signOf(value);
    if (sign !== 0) {
      if (last !== 0 && sign !== last) count += 1;
      last = sign;
    }
  }
  return count;
}

function firstSign(values: readonly bigint[]): Sign {
  for (const value of values) if (value !== 0n) return signOf(value);
  return 0;
}

function signOf(x: bigint): Sign {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}
