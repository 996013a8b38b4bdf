/**
 * Numbers of the checker: integers that count units of 2⁻¹²⁰, called fixed, and balls of them: the true number is
 * within `e` units of `m`. + − × and floor are all that is used; doubles only enter as what they exactly are, or as
 * guesses that are checked. [docs/proof.md, "Numbers"]
 */
export const BITS = 120n;
/** 2¹²⁰, written out: who imports nothing of this room gets none of it. */
export const ONE = 0x1000000000000000000000000000000n;
const SCALE = 2 ** 120;

/** The true number is within e units of m. */
export interface Ball {
  readonly m: bigint;
  readonly e: bigint;
}

export const ZERO: Ball = { m: 0n, e: 0n };

/** ⌊x 2¹²⁰⌋; both steps are exact: a power of two moves no digit, and what is left of |x| < 2⁸⁰⁰ is finite. */
export function fixed(x: number): bigint {
  return BigInt(Math.floor(x * SCALE));
}

export function ball(x: number): Ball {
  const scaled = x * SCALE;
  return { m: fixed(x), e: Number.isInteger(scaled) ? 0n : 1n };
}

/** The least fixed number that is not below the double. */
export function fixedUp(x: number): bigint {
  return BigInt(Math.ceil(x * SCALE));
}

export function plus(a: Ball, b: Ball): Ball {
  return { m: a.m + b.m, e: a.e + b.e };
}

export function minus(a: Ball, b: Ball): Ball {
  return { m: a.m - b.m, e: a.e + b.e };
}

/** (a + α)(b + β) = ab + aβ + bα + αβ; a product that is no whole number of units is rounded down. */
export function times(a: Ball, b: Ball): Ball {
  const product = a.m * b.m;
  const m = product >> BITS;
  const e = abs(a.m) * b.e + abs(b.m) * a.e + a.e * b.e;
  const inexact = m << BITS !== product;
  return { m, e: e === 0n ? (inexact ? 1n : 0n) : (e >> BITS) + 2n };
}

/** Not below |x| of any x in the ball. */
export function most(a: Ball): bigint {
  return abs(a.m) + a.e;
}

export function abs(x: bigint): bigint {
  return x < 0n ? -x : x;
}

export function square(x: bigint): bigint {
  return x * x;
}

/** Not below √n, for whatever guess: Newton's steps (g + n/g)/2 end above it, and rounding takes less than 1. */
export function rootUp(n: bigint): bigint {
  if (n <= 0n) return 0n;
  // beyond doubles the first digits do for a guess
  const half = n >> 1000n === 0n ? 0n : BigInt(2 * n.toString(16).length - 400);
  let g = BigInt(Math.ceil(Math.sqrt(Number(n >> (2n * half))))) << half;
  for (let k = 0; k < 2; k++) g = (g + n / g) >> 1n;
  return g + 1n;
}

/** ⌊√n⌋, exactly. */
export function root(n: bigint): bigint {
  let g = rootUp(n);
  for (let next = (g + n / (g || 1n)) >> 1n; next < g; next = (g + n / g) >> 1n) g = next;
  return g;
}

/** Doubles as integers, all times one power of two: their ratios are exact. */
export function integers(xs: readonly number[]): bigint[] {
  let least = 0;
  for (let x of xs) for (let k = 0; !Number.isInteger(x); x *= 2) least = Math.max(least, ++k);
  return xs.map((x) => {
    let [rest, power] = [x, least];
    for (; power > 0 && !Number.isInteger(rest); power--) rest *= 2;
    return BigInt(rest) << BigInt(power);
  });
}

/** The least power of two, not below `least`, times which the double is whole. */
export function wholePower(x: number, least: number): number {
  let { scaled, power } = grown(x, least);
  if (Number.isInteger(scaled)) return least;
  for (; !Number.isInteger(scaled); scaled *= 2) power++;
  return power;
}

/** x 2^power, which is whole. */
export function whole(x: number, power: number): bigint {
  const { scaled, power: taken } = grown(x, power);
  return BigInt(scaled) << BigInt(power - taken);
}

/** The double times 2^power, `power` at most `most`, and less where it is whole before. */
function grown(x: number, most: number): { scaled: number; power: number } {
  let [scaled, power] = [x, 0];
  while (power < most && !Number.isInteger(scaled)) {
    const left = most - power;
    const step = left >= 32 ? 32 : left >= 8 ? 8 : 1;
    scaled *= step === 32 ? 2 ** 32 : step === 8 ? 2 ** 8 : 2;
    power += step;
  }
  return { scaled, power };
}

/**
 * v/|v| of integers, not all 0: off by at most 2 units. S = ⌊|v| 2¹²⁰⌋ ≥ 2¹²⁰ is short of |v| 2¹²⁰ by less than 1, a
 * quotient by it by less than 1 unit, and its floor by 1 more.
 */
export function unit(v: readonly bigint[]): bigint[] {
  const length = root(v.reduce((sum, x) => sum + x * x, 0n) << (2n * BITS));
  return v.map((x) => (x << (2n * BITS)) / length);
}

/** ⌊π 2²⁰⁰⌋ */
export const PI_200: bigint = 0x3243f6a8885a308d313198a2e03707344a4093822299f31d008n;
const MORE = 80n;

/**
 * Sine and cosine, each with its error. The angle less k quarter turns is r, |r| < 0.8, off by |k| 2⁻²⁰⁰. Their series
 * alternate and fall, so that the first term left out, less than a unit, bounds the rest; each term is rounded by less
 * than 3 units, and there are less than 40.
 */
export function sinCos(angle: Ball): { readonly sin: bigint; readonly cos: bigint; readonly e: bigint } {
  const wide = angle.m << MORE;
  const k = (2n * wide + PI_200 / 2n) / PI_200 - (wide < -PI_200 / 4n ? 1n : 0n);
  const r = (wide - (k * PI_200) / 2n) >> MORE;
  let term = ONE;
  const sums = [0n, 0n, 0n, 0n];
  for (let i = 0n; term !== 0n && term !== -1n; ) {
    sums[Number(i & 3n)] += term;
    i++;
    term = ((term * r) >> BITS) / i;
  }
  const [c, s] = [sums[0] - sums[2], sums[1] - sums[3]];
  const e = angle.e + 128n + (abs(k) >> MORE);
  const quarter = Number(((k % 4n) + 4n) % 4n);
  const [sin, cos] = [s, c, -s, -c, s].slice(quarter, quarter + 2);
  return { sin, cos, e };
}

/**
 * The angle h in [0, π/2] whose sine and cosine are y and x, each off by at most 2 units. From a guess g, at first y,
 * it
 * goes on by δ = y cos g − x sin g = sin(h − g); |h − g − δ| ≤ |δ|³ is less than a unit once |δ| < 2⁻⁴¹.
 */
export function angleOf(y: bigint, x: bigint): Ball {
  let g = y;
  for (let k = 0; k < 8; k++) {
    const { sin, cos, e } = sinCos({ m: g, e: 0n });
    const delta = (y * cos - x * sin) >> BITS;
    g += delta;
    if (abs(delta) < 1n << 79n) return { m: g, e: 2n * e + 8n };
  }
  throw new RangeError('no angle found');
}
