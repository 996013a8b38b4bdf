/**
 * Arithmetic of the programs in TypeScript: every operation rounded to float32. WGSL fixes no direction of rounding, so
 * a twin may be given one that errs as badly as the specification allows.
 */
export type Round = (exact: number) => number;

export type V = readonly [number, number, number];

/** One of the two float32 next to a number that is none, as `up` says. */
export function neighbour(exact: number, up: boolean): number {
  const near = Math.fround(exact);
  if (near === exact || !Number.isFinite(near)) return near;
  if (near > exact === up) return near;
  BITS[0] = 0;
  WORDS[0] = near;
  const away = near > 0 === up;
  if (near === 0) return up ? 2 ** -149 : -(2 ** -149);
  BITS[0] += away ? 1 : -1;
  return WORDS[0];
}

const WORDS = new Float32Array(1);
const BITS = new Uint32Array(WORDS.buffer);

/** Vectors by a rounding; sums are added from left to right. */
export class Float32 {
  readonly r: Round;
  /** Rounding of roots and quotients, on which no proof may rely. */
  readonly rough: Round;

  constructor(round: Round = Math.fround, rough: Round = round) {
    this.r = round;
    this.rough = rough;
  }

  add(a: V, b: V): V {
    const { r } = this;
    return [r(a[0] + b[0]), r(a[1] + b[1]), r(a[2] + b[2])];
  }

  sub(a: V, b: V): V {
    const { r } = this;
    return [r(a[0] - b[0]), r(a[1] - b[1]), r(a[2] - b[2])];
  }

  times(a: V, s: number): V {
    const { r } = this;
    return [r(a[0] * s), r(a[1] * s), r(a[2] * s)];
  }

  dot(a: V, b: V): number {
    const { r } = this;
    return r(r(r(a[0] * b[0]) + r(a[1] * b[1])) + r(a[2] * b[2]));
  }

  cross(a: V, b: V): V {
    const { r } = this;
    return [r(r(a[1] * b[2]) - r(a[2] * b[1])), r(r(a[2] * b[0]) - r(a[0] * b[2])), r(r(a[0] * b[1]) - r(a[1] * b[0]))];
  }

  /** x a + y b + z c. */
  mix(x: V, a: number, y: V, b: number, z: V, c: number): V {
    const { r } = this;
    const at = (k: 0 | 1 | 2): number => r(r(r(x[k] * a) + r(y[k] * b)) + r(z[k] * c));
    return [at(0), at(1), at(2)];
  }
}

export const NEGATIVE = ([x, y, z]: V): V => [-x, -y, -z];
export const largest = ([x, y, z]: V): number => Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
