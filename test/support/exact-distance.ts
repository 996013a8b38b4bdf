// Squared distance of two triangles of doubles, in exact rational arithmetic, by brute force over all features.
// Independent of src/: used to judge it.

type Vector = readonly [bigint, bigint, bigint];

/** num/den, den > 0, in units of 2^exponent squared. */
export interface ExactSquare {
  readonly num: bigint;
  readonly den: bigint;
  readonly exponent: number;
}

export function exactSquaredDistance(a: ArrayLike<number>, b: ArrayLike<number>): ExactSquare {
  const { integers, exponent } = toIntegers([...Array.from(a), ...Array.from(b)]);
  const A = corners(integers, 0);
  const B = corners(integers, 9);
  let num = -1n;
  let den = 1n;
  const offer = (n: bigint, d: bigint): void => {
    if (num < 0n || n * den < num * d) {
      num = n;
      den = d;
    }
  };
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      pointSegment(A[i], B[j], B[(j + 1) % 3], offer);
      pointSegment(B[i], A[j], A[(j + 1) % 3], offer);
      lineLine(A[i], A[(i + 1) % 3], B[j], B[(j + 1) % 3], offer);
    }
  }
  faces(A, B, offer);
  faces(B, A, offer);
  return { num, den, exponent };
}

/** The distance, correct to about 2⁻⁶⁰ relative before the last rounding. */
export function exactDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return squareRoot(exactSquaredDistance(a, b));
}

export function squareRoot({ num, den, exponent }: ExactSquare): number {
  if (num === 0n) return 0;
  // √(num/den) = isqrt(num·4^k/den)/2^k with 80 bits kept
  let k = Math.ceil((160 - (num.toString(2).length - den.toString(2).length)) / 2);
  if (k < 0) k = 0;
  const root = integerRoot((num << BigInt(2 * k)) / den);
  const drop = Math.max(0, root.toString(2).length - 64);
  return timesPowerOfTwo(Number(root >> BigInt(drop)), exponent - k + drop);
}

function timesPowerOfTwo(x: number, e: number): number {
  let y = x;
  let left = e;
  for (; left > 500; left -= 500) y *= 2 ** 500;
  for (; left < -500; left += 500) y *= 2 ** -500;
  return y * 2 ** left;
}

function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** Doubles as integers times one power of two. */
export function toIntegers(values: readonly number[]): { integers: bigint[]; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  const parts = values.map((x) => {
    view.setFloat64(0, x);
    const bits = view.getBigUint64(0);
    const biased = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & ((1n << 52n) - 1n);
    const m = biased === 0 ? fraction : fraction | (1n << 52n);
    return { m: bits >> 63n ? -m : m, e: Math.max(biased, 1) - 1075 };
  });
  const exponent = parts.reduce((e, p) => (p.m === 0n ? e : Math.min(e, p.e)), 0);
  return { integers: parts.map((p) => (p.m === 0n ? 0n : p.m << BigInt(p.e - exponent))), exponent };
}

function corners(v: readonly bigint[], o: number): [Vector, Vector, Vector] {
  return [
    [v[o], v[o + 1], v[o + 2]],
    [v[o + 3], v[o + 4], v[o + 5]],
    [v[o + 6], v[o + 7], v[o + 8]],
  ];
}

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];

type Offer = (num: bigint, den: bigint) => void;

function pointSegment(p: Vector, q0: Vector, q1: Vector, offer: Offer): void {
  const e = minus(q1, q0);
  const w = minus(p, q0);
  const ee = dot(e, e);
  const t = dot(w, e);
  if (t <= 0n || ee === 0n) offer(dot(w, w), 1n);
  else if (t >= ee) offer(dot(minus(p, q1), minus(p, q1)), 1n);
  else offer(dot(w, w) * ee - t * t, ee);
}

/** Only where both feet are inside their segments; the rest is pointSegment's. */
function lineLine(p0: Vector, p1: Vector, q0: Vector, q1: Vector, offer: Offer): void {
  const u = minus(p1, p0);
  const v = minus(q1, q0);
  const w = minus(q0, p0);
  const n = cross(u, v);
  const nn = dot(n, n);
  if (nn === 0n) return;
  const s = dot(cross(w, v), n);
  const t = dot(cross(w, u), n);
  if (s < 0n || s > nn || t < 0n || t > nn) return;
  const h = dot(w, n);
  offer(h * h, nn);
}

/** Corners over the inside of the face, and edges through it. */
function faces(face: readonly Vector[], other: readonly Vector[], offer: Offer): void {
  const n = cross(minus(face[1], face[0]), minus(face[2], face[0]));
  const nn = dot(n, n);
  if (nn === 0n) return;
  // x/d inside, d > 0
  const inside = (x: Vector, d: bigint): boolean =>
    face.every((c, k) => {
      const e = minus(face[(k + 1) % 3], c);
      return dot(cross(e, [x[0] - d * c[0], x[1] - d * c[1], x[2] - d * c[2]]), n) >= 0n;
    });
  const h = other.map((p) => dot(minus(p, face[0]), n));
  for (let k = 0; k < 3; k++) {
    if (inside(other[k], 1n)) offer(h[k] * h[k], nn);
    const l = (k + 1) % 3;
    if ((h[k] < 0n && h[l] > 0n) || (h[k] > 0n && h[l] < 0n)) {
      let d = h[k] - h[l];
      const sign = d < 0n ? -1n : 1n;
      d *= sign;
      const x = [0, 1, 2].map((c) => (other[l][c] * h[k] - other[k][c] * h[l]) * sign) as unknown as Vector;
      if (inside(x, d)) offer(0n, 1n);
    }
  }
}
