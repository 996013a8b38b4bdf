// Pairs of triangles that distance code gets wrong: random, degenerate, nearly degenerate, close, coplanar, mixed in size.

export type Random = () => number;

export interface TrianglePair {
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** Mulberry32: uniform in [0, 1). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const signed = (r: Random): number => 2 * r() - 1;
const power = (r: Random, low: number, high: number): number => 10 ** (low + (high - low) * r());
const whole = (r: Random, n: number): number => Math.floor(r() * n);

function triangle(r: Random, size = 1): Float64Array {
  return Float64Array.from({ length: 9 }, () => signed(r) * size);
}

function shift(t: Float64Array, x: number, y: number, z: number): Float64Array {
  return t.map((v, k) => v + [x, y, z][k % 3]);
}

function rotation(r: Random): number[] {
  let q = [0, 0, 0, 0];
  let n = 0;
  do {
    q = q.map(() => signed(r));
    n = Math.sqrt(q.reduce((s, v) => s + v * v, 0));
  } while (n < 0.1);
  const [x, y, z, w] = q.map((v) => v / n);
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

function rotate(m: readonly number[], t: Float64Array): Float64Array {
  return t.map((_, k) => {
    const o = k - (k % 3);
    const row = 3 * (k % 3);
    return m[row] * t[o] + m[row + 1] * t[o + 1] + m[row + 2] * t[o + 2];
  });
}

/** In the plane z = height, rotated with the partner afterwards. */
function flat(r: Random, height: number): Float64Array {
  const t = triangle(r);
  t[2] = height;
  t[5] = height;
  t[8] = height;
  return t;
}

/** Third corner beside the first edge, as far as 10^-exponent. */
function needle(r: Random): Float64Array {
  const t = triangle(r);
  const s = signed(r) * 1.5;
  const w = r() < 0.2 ? 0 : power(r, -18, -3);
  for (let k = 0; k < 3; k++) t[6 + k] = t[k] + s * (t[3 + k] - t[k]) + w * signed(r);
  const turn = whole(r, 3) * 3;
  return Float64Array.from({ length: 9 }, (_, k) => t[(k + turn) % 9]);
}

function degenerate(r: Random): Float64Array {
  const t = triangle(r);
  const kind = whole(r, 4);
  for (let k = 0; k < 3; k++) {
    if (kind === 0) t[3 + k] = t[6 + k] = t[k];
    else if (kind === 1) t[6 + k] = t[k];
    else if (kind === 2) t[3 + k] = t[k];
    else t[6 + k] = t[3 + k];
  }
  return t;
}

function any(r: Random): Float64Array {
  const kind = whole(r, 3);
  return kind === 0 ? triangle(r) : kind === 1 ? needle(r) : degenerate(r);
}

/** Moves b so that a feature point of it comes within 10^-k of one of a. */
function nearContact(r: Random, a: Float64Array, b: Float64Array): TrianglePair {
  const point = (t: Float64Array): number[] => {
    const kind = whole(r, 3);
    const first = whole(r, 3);
    const w = [0, 0, 0];
    if (kind === 0) w[first] = 1;
    else {
      w[first] = r();
      w[(first + 1) % 3] = 1 - w[first];
      if (kind === 2) {
        const s = r();
        w[0] *= s;
        w[1] *= s;
        w[2] *= s;
        w[(first + 2) % 3] += 1 - s;
      }
    }
    return [0, 1, 2].map((c) => w[0] * t[c] + w[1] * t[3 + c] + w[2] * t[6 + c]);
  };
  const p = point(a);
  const q = point(b);
  const gap = power(r, -17, 0);
  return { a, b: shift(b, p[0] - q[0] + gap * signed(r), p[1] - q[1] + gap * signed(r), p[2] - q[2] + gap * signed(r)) };
}

/** Parallel planes a small or no gap apart, turned together. */
function parallelFaces(r: Random): TrianglePair {
  const m = r() < 0.3 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : rotation(r);
  const gap = r() < 0.3 ? 0 : power(r, -16, 0);
  const apart = r() < 0.4 ? 3 * signed(r) : 0;
  return { a: rotate(m, flat(r, 0)), b: rotate(m, shift(flat(r, gap), apart, 0, 0)) };
}

/** An edge of b along an edge of a, turned a little and lifted a little. */
function nearParallelEdges(r: Random): TrianglePair {
  const a = r() < 0.5 ? triangle(r) : needle(r);
  const b = triangle(r);
  const turn = r() < 0.2 ? 0 : power(r, -18, -1);
  const lift = r() < 0.2 ? 0 : power(r, -16, 0);
  const offset = [signed(r) * lift, signed(r) * lift, signed(r) * lift];
  const s = signed(r) * 1.5;
  const l = power(r, -3, 1) * (r() < 0.5 ? -1 : 1);
  for (let k = 0; k < 3; k++) {
    const e = a[3 + k] - a[k];
    b[k] = a[k] + s * e + offset[k];
    b[3 + k] = b[k] + l * (e + turn * signed(r));
  }
  return { a, b };
}

/** Corners, edges or whole triangles in common. */
function shared(r: Random): TrianglePair {
  const a = any(r);
  const b = any(r);
  const count = 1 + whole(r, 3);
  for (let n = 0; n < count; n++) {
    const i = 3 * whole(r, 3);
    const j = 3 * whole(r, 3);
    for (let k = 0; k < 3; k++) b[j + k] = a[i + k];
  }
  return { a, b };
}

/** Sharing an edge up to 10^-k and almost in one plane, as neighbours in a mesh that was moved. */
function nearDuplicates(r: Random): TrianglePair {
  const a = any(r);
  const noise = power(r, -17, -2);
  return { a, b: a.map((v) => v + noise * signed(r)) };
}

/** A vertex over a needle whose plane it almost shares with its own triangle: the direction must be the needle's normal. */
function overNeedle(r: Random): TrianglePair {
  const m = rotation(r);
  const w = power(r, -13, -2);
  const a = Float64Array.of(-1, 0, 0, 1, 0.3 * w, 0, 0.2, w, 0);
  const gap = power(r, -13, -1);
  const tilt = power(r, -17, -1);
  const b = Float64Array.of(0.1, 0.5 * w, gap, 1, 1 + r(), gap + tilt, -1, 1 - r(), gap + tilt * r());
  return { a: rotate(m, a), b: rotate(m, b) };
}

export const FAMILIES: Readonly<Record<string, (r: Random) => TrianglePair>> = {
  random: (r) => ({ a: triangle(r), b: shift(triangle(r), 2 * signed(r), 2 * signed(r), 2 * signed(r)) }),
  far: (r) => ({ a: any(r), b: shift(any(r), power(r, 0, 8), power(r, 0, 8), signed(r)) }),
  'near contact': (r) => nearContact(r, triangle(r), triangle(r)),
  'near contact, degenerate': (r) => nearContact(r, any(r), any(r)),
  degenerate: (r) => ({ a: degenerate(r), b: any(r) }),
  needles: (r) => ({ a: needle(r), b: needle(r) }),
  'over needle': overNeedle,
  'parallel faces': parallelFaces,
  'near-parallel edges': nearParallelEdges,
  shared,
  'near duplicates': nearDuplicates,
  grid: (r) => ({
    a: Float64Array.from({ length: 9 }, () => whole(r, 4)),
    b: Float64Array.from({ length: 9 }, () => whole(r, 4)),
  }),
  'planar grid': (r) => ({
    a: Float64Array.from({ length: 9 }, (_, k) => (k % 3 === 2 ? 0 : whole(r, 4))),
    b: Float64Array.from({ length: 9 }, (_, k) => (k % 3 === 2 ? 0 : whole(r, 4))),
  }),
  'mixed size': (r) => nearContact(r, triangle(r), triangle(r, power(r, -14, 0))),
  'far from the origin': (r) => {
    const { a, b } = nearContact(r, any(r), any(r));
    const x = 1000 * signed(r);
    return { a: shift(a, x, 77, -x), b: shift(b, x, 77, -x) };
  },
};
