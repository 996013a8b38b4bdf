/**
 * The filter of step-filter.wgsl in TypeScript, line by line, every operation rounded by `round`: to the nearest f32 as
 * a device may do it, or as badly as WGSL allows, for tests. Margins can be made smaller, to see that they are needed.
 */

export type Vector = readonly [number, number, number];

/** How the result of one operation, given in full, becomes an f32. */
export type Rounding = (exact: number) => number;

/** The margins of the filter, in units of what they are multiplied with. */
export interface FilterMargins {
  readonly cubic: number;
  readonly height: number;
  /** Rounding of the difference of two coordinates, by axis. */
  readonly eps2: Vector;
}

/** Margins as in step-filter.wgsl; those of coordinates belong to a scene. */
export const FILTER_MARGINS: Omit<FilterMargins, 'eps2'> = { cubic: 32 * 2 ** -23, height: 24 * 2 ** -23 };

const UP = Math.fround(1.0000076);
const TINY = 2 ** -100;
const WHOLE = 2047;
const THIRD = Math.fround(0.33333334);
const ZERO: Vector = [0, 0, 0];
const ONE: Vector = [1, 1, 1];

interface Hull {
  readonly d0: Vector;
  readonly e0: Vector;
  readonly f0: Vector;
  readonly d1: Vector;
  readonly e1: Vector;
  readonly f1: Vector;
  readonly d: Vector;
  readonly e: Vector;
  readonly f: Vector;
  readonly edges: boolean;
  readonly keep: number;
}

interface Cubic {
  readonly b: readonly [number, number, number, number];
  readonly bound: number;
}

/** What the filter says of a pair: the results of both of its tests, or that they are apart along an axis. */
export interface FilterAnswer {
  readonly apart: boolean;
  readonly free: boolean;
  /** Time until which it is free, in halves of the step; 2: all of it. */
  readonly until: number;
}

export class StepTwin {
  private readonly round: Rounding;
  private readonly margins: FilterMargins;

  constructor(margins: FilterMargins, round: Rounding = Math.fround) {
    this.margins = margins;
    this.round = round;
  }

  /** Judges four corners at t = 0 and four at t = 1, x y z each in f32: a vertex and a face, or two edges. */
  pair(corners: ArrayLike<number>, edges: boolean, keep: number, deepest: number): FilterAnswer {
    const at = (k: number): Vector => [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]];
    const [p0, a0, b0, c0, p1, a1, b1, c1] = [0, 1, 2, 3, 4, 5, 6, 7].map(at);
    const [first, second] = edges ? [[p0, a0, p1, a1] as const, [b0, c0, b1, c1] as const] : [[p0, p0, p1, p1] as const, null];
    const low = (x: Vector, y: Vector): Vector => [Math.min(x[0], y[0]), Math.min(x[1], y[1]), Math.min(x[2], y[2])];
    const high = (x: Vector, y: Vector): Vector => [Math.max(x[0], y[0]), Math.max(x[1], y[1]), Math.max(x[2], y[2])];
    const others =
      second === null
        ? [low(low(a0, b0), c0), high(high(a0, b0), c0), low(low(a1, b1), c1), high(high(a1, b1), c1)]
        : [low(second[0], second[1]), high(second[0], second[1]), low(second[2], second[3]), high(second[2], second[3])];
    const own = [low(first[0], first[1]), high(first[0], first[1]), low(first[2], first[3]), high(first[2], first[3])];
    const apart = [0, 1, 2].some((k) => {
      const margin = keep > 0 ? this.mul(this.add(this.margins.eps2[k], keep), UP) : 0;
      const beyond = (x: Vector, y: Vector): boolean => this.sub(x[k], y[k]) > margin;
      return (beyond(own[0], others[1]) && beyond(own[2], others[3])) || (beyond(others[0], own[1]) && beyond(others[2], own[3]));
    });
    const hull = edges
      ? this.hull(
          this.minus(p0, b0),
          this.minus(a0, p0),
          this.minus(b0, c0),
          this.minus(p1, b1),
          this.minus(a1, p1),
          this.minus(b1, c1),
          edges,
          keep,
        )
      : this.hull(
          this.minus(a0, p0),
          this.minus(b0, a0),
          this.minus(c0, a0),
          this.minus(a1, p1),
          this.minus(b1, a1),
          this.minus(c1, a1),
          edges,
          keep,
        );
    const cubic = this.cubic(hull);
    const free = this.neverCoplanar(cubic, 0, 1) || this.separatedBetween(hull, 0, 1, false);
    return { apart, free, until: this.freeUntil(hull, cubic, deepest) };
  }

  /** Whether an edge may go through a face at the start, by five points: its ends, the face's corners. */
  mayPierce(points: ArrayLike<number>): boolean {
    const [p, q, a, b, c] = [0, 1, 2, 3, 4].map((k): Vector => [points[3 * k], points[3 * k + 1], points[3 * k + 2]]);
    const { eps2: s, cubic } = this.margins;
    for (let k = 0; k < 3; k++) {
      if (Math.min(p[k], q[k]) > Math.max(a[k], b[k], c[k]) || Math.min(a[k], b[k], c[k]) > Math.max(p[k], q[k])) return false;
    }
    const [e, f, pa, qa] = [this.minus(b, a), this.minus(c, a), this.minus(p, a), this.minus(q, a)];
    const n = this.cross(e, f);
    const [E, F, high] = [absolute(e), absolute(f), larger(absolute(pa), absolute(qa))];
    const [Es, Fs, hs] = [this.plus(E, s), this.plus(F, s), this.plus(high, s)];
    const terms = [
      this.mul(cubic, this.permanent(E, F, high)),
      this.permanent(s, Fs, hs),
      this.permanent(Es, s, hs),
      this.permanent(Es, Fs, s),
      TINY,
    ];
    const off = this.mul(this.sum(terms), UP);
    const heights = [this.dot(n, pa), this.dot(n, qa)];
    if (heights.every((h) => h > off) || heights.every((h) => h < -off)) return false;
    const [r, x, y, z] = [this.minus(q, p), this.minus(a, p), this.minus(b, p), this.minus(c, p)];
    const [R, far] = [absolute(r), larger(larger(absolute(x), absolute(y)), absolute(z))];
    const [Rs, fars] = [this.plus(R, s), this.plus(far, s)];
    const around = [this.mul(cubic, this.permanent(R, far, far)), this.permanent(s, fars, fars), 2 * this.permanent(Rs, s, fars), TINY];
    const doubt = this.mul(this.sum(around), UP);
    const turns = [this.dot(r, this.cross(x, y)), this.dot(r, this.cross(y, z)), this.dot(r, this.cross(z, x))];
    if (turns.some((t) => t > doubt) && turns.some((t) => t < -doubt)) return false;
    const m = this.sized(this.cross(this.sized(e), this.sized(f)));
    const size = this.plus(this.plus(E, F), high);
    return ![e, f, this.minus(f, e), r].some((v) => this.passes(this.cross(m, this.sized(v)), pa, qa, e, f, size));
  }

  private passes(direction: Vector, p: Vector, q: Vector, e: Vector, f: Vector, size: Vector): boolean {
    const s = this.whole(direction);
    if (s === null) return false;
    const { eps2, height } = this.margins;
    const margin = this.mul(this.add(this.dot(absolute(s), this.plus(eps2, this.scaled(size, height))), TINY), UP);
    const [alongE, alongF, here, there] = [this.dot(s, e), this.dot(s, f), this.dot(s, p), this.dot(s, q)];
    const low = Math.min(alongE, alongF, 0);
    const high = Math.max(alongE, alongF, 0);
    return this.sub(Math.min(here, there), high) > margin || this.sub(low, Math.max(here, there)) > margin;
  }

  private hull(d0: Vector, e0: Vector, f0: Vector, d1: Vector, e1: Vector, f1: Vector, edges: boolean, keep: number): Hull {
    const most = (x: Vector, y: Vector): Vector => larger(absolute(x), absolute(y));
    return { d0, e0, f0, d1, e1, f1, d: most(d0, d1), e: most(e0, e1), f: most(f0, f1), edges, keep };
  }

  private cubic(h: Hull): Cubic {
    const { eps2: s, cubic } = this.margins;
    const n0 = this.cross(h.e0, h.f0);
    const n1 = this.cross(h.e1, h.f1);
    const nm = this.plus(this.cross(h.e0, h.f1), this.cross(h.e1, h.f0));
    const b = [
      this.dot(n0, h.d0),
      this.mul(this.add(this.dot(n0, h.d1), this.dot(nm, h.d0)), THIRD),
      this.mul(this.add(this.dot(n1, h.d0), this.dot(nm, h.d1)), THIRD),
      this.dot(n1, h.d1),
    ] as const;
    const [e, f, d] = [this.plus(h.e, s), this.plus(h.f, s), this.plus(h.d, s)];
    const terms = [
      this.mul(cubic, this.permanent(h.e, h.f, h.d)),
      this.permanent(s, f, d),
      this.permanent(e, s, d),
      this.permanent(e, f, s),
    ];
    let bound = this.sum(terms);
    if (h.keep > 0) {
      const n = Math.max(this.lengthBound(n0), this.lengthBound(n1), 0.5 * this.lengthBound(nm));
      const off = this.sum([this.mul(cubic, this.permanent(ONE, h.e, h.f)), this.permanent(ONE, s, f), this.permanent(ONE, e, s)]);
      bound = this.add(bound, this.mul(h.keep, this.add(n, off)));
    }
    return { b, bound: this.mul(this.add(bound, TINY), UP) };
  }

  private neverCoplanar({ b, bound }: Cubic, t0: number, t1: number): boolean {
    const mix = (t: number, x: number, y: number): number => this.add(this.mul(1 - t, x), this.mul(t, y));
    const p = [mix(t0, b[0], b[1]), mix(t0, b[1], b[2]), mix(t0, b[2], b[3])];
    const q = [mix(t0, p[0], p[1]), mix(t0, p[1], p[2])];
    const r = [mix(t1, p[0], p[1]), mix(t1, p[1], p[2])];
    const o = [mix(t1, b[0], b[1]), mix(t1, b[1], b[2]), mix(t1, b[2], b[3])];
    const v = [mix(t1, o[0], o[1]), mix(t1, o[1], o[2])];
    const values = [mix(t0, q[0], q[1]), mix(t1, q[0], q[1]), mix(t1, r[0], r[1]), mix(t1, v[0], v[1])];
    return values.every((x) => x > bound) || values.every((x) => x < -bound);
  }

  private separates(h: Hull, direction: Vector, t0: number, t1: number): boolean {
    const s = this.whole(direction);
    if (s === null) return false;
    const { eps2, height } = this.margins;
    const size = this.plus(this.plus(h.d, h.e), h.f);
    const along = this.dot(absolute(s), this.plus(eps2, this.scaled(size, height)));
    const margin = this.mul(this.add(this.add(along, this.mul(h.keep, this.lengthBound(s))), TINY), UP);
    const mix = (t: number, x: number, y: number): number => this.add(this.mul(1 - t, x), this.mul(t, y));
    const [d0, d1, e0, e1, f0, f1] = [h.d0, h.d1, h.e0, h.e1, h.f0, h.f1].map((v) => this.dot(s, v));
    const ends = [t0, t1].map((t) => [mix(t, d0, d1), mix(t, e0, e1), mix(t, f0, f1)]);
    const far =
      (pick: (...of: number[]) => number) =>
      ([d, e, f]: number[]) =>
        this.add(d, h.edges ? this.add(pick(e, 0), pick(f, 0)) : pick(e, f, 0));
    return ends.map(far(Math.min)).every((x) => x > margin) || ends.map(far(Math.max)).every((x) => x < -margin);
  }

  private separatedBetween(h: Hull, t0: number, t1: number, toCorner: boolean): boolean {
    const t = this.mul(0.5, this.add(t0, t1));
    const mix = (x: Vector, y: Vector): Vector => this.plus(this.scaled(x, 1 - t), this.scaled(y, t));
    const e = mix(h.e0, h.e1);
    const f = mix(h.f0, h.f1);
    const n = this.sized(this.cross(this.sized(e), this.sized(f)));
    const edges = h.edges ? [e, f] : [e, f, this.minus(f, e)];
    if (edges.some((edge) => this.separates(h, this.cross(n, this.sized(edge)), t0, t1))) return true;
    if (!toCorner) return false;
    const d = mix(h.d0, h.d1);
    const corners = [d, this.plus(d, e), this.plus(d, f), ...(h.edges ? [this.plus(this.plus(d, e), f)] : [])];
    let w = d;
    for (const corner of corners) if (this.dot(corner, corner) < this.dot(w, w)) w = corner;
    if (this.separates(h, w, t0, t1)) return true;
    const m = this.scaled(n, this.round(1 / Math.max(this.dot(n, n), TINY)));
    return this.separates(h, this.minus(w, this.scaled(m, this.dot(n, w))), t0, t1);
  }

  private freeUntil(h: Hull, cubic: Cubic, deepest: number): number {
    for (let level = 1, k = 0; ; ) {
      const size = 2 ** -level;
      if (this.neverCoplanar(cubic, k * size, (k + 1) * size) || this.separatedBetween(h, k * size, (k + 1) * size, true)) {
        for (k++; level > 0 && k % 2 === 0; level--) k /= 2;
        if (level === 0) return 2;
      } else {
        if (level >= deepest) return k * size;
        level++;
        k *= 2;
      }
    }
  }

  /** An upper bound on the length of v. */
  private lengthBound(v: Vector): number {
    const [x, y, z] = absolute(v);
    const most = this.mul(Math.fround(0.585787), Math.max(x, y, z));
    return this.mul(this.add(most, this.mul(Math.fround(0.414214), this.sum([x, y, z]))), UP);
  }

  /** A direction in whole numbers; null: none. */
  private whole(direction: Vector): Vector | null {
    const most = Math.max(...absolute(direction));
    if (!(most > TINY)) return null;
    const scale = this.round(WHOLE / most);
    return [
      Math.round(this.mul(direction[0], scale)),
      Math.round(this.mul(direction[1], scale)),
      Math.round(this.mul(direction[2], scale)),
    ];
  }

  private sized(v: Vector): Vector {
    const most = Math.max(...absolute(v));
    return most > TINY ? this.scaled(v, this.round(1 / most)) : ZERO;
  }

  private cross(a: Vector, b: Vector): Vector {
    const minor = (i: number, j: number): number => this.sub(this.mul(a[i], b[j]), this.mul(a[j], b[i]));
    return [minor(1, 2), minor(2, 0), minor(0, 1)];
  }

  private permanent(a: Vector, b: Vector, c: Vector): number {
    const minor = (i: number, j: number): number => this.add(this.mul(b[i], c[j]), this.mul(b[j], c[i]));
    return this.dot(a, [minor(1, 2), minor(2, 0), minor(0, 1)]);
  }

  private dot(a: Vector, b: Vector): number {
    return this.sum([this.mul(a[0], b[0]), this.mul(a[1], b[1]), this.mul(a[2], b[2])]);
  }

  private sum(terms: readonly number[]): number {
    return terms.reduce((sum, term) => this.add(sum, term));
  }

  private plus(a: Vector, b: Vector): Vector {
    return [this.add(a[0], b[0]), this.add(a[1], b[1]), this.add(a[2], b[2])];
  }

  private minus(a: Vector, b: Vector): Vector {
    return [this.sub(a[0], b[0]), this.sub(a[1], b[1]), this.sub(a[2], b[2])];
  }

  private scaled(v: Vector, by: number): Vector {
    return [this.mul(v[0], by), this.mul(v[1], by), this.mul(v[2], by)];
  }

  private add(x: number, y: number): number {
    return this.round(x + y);
  }

  private sub(x: number, y: number): number {
    return this.round(x - y);
  }

  private mul(x: number, y: number): number {
    return this.round(x * y);
  }
}

function absolute([x, y, z]: Vector): Vector {
  return [Math.abs(x), Math.abs(y), Math.abs(z)];
}

function larger(a: Vector, b: Vector): Vector {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];
}
