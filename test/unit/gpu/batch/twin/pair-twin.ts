/** The twin of wgsl/batch-apart.wgsl and wgsl/batch-hit.wgsl: two triangles proven apart, or in contact. */

import { largestOf } from '../../../../../src/math/extreme.ts';
import { BATCH_MARGINS, type BatchMargins } from './batch-margins.ts';
import { type Float32, largest, NEGATIVE, type V } from './float32.ts';

const U = 2 ** -23;
const f = Math.fround;

/** As `Pair` of the program: corners of the moving triangle at both ends, edges of the standing one. */
export interface TwinPair {
  readonly a: readonly [V, V, V];
  readonly b: readonly [V, V, V];
  readonly e1: V;
  readonly e2: V;
}

/** What corners that stand, and their first one, are off by. */
export function standingOff(base: V, { e1, e2 }: TwinPair, { r }: Float32, share = 1): number {
  return r(f(0.9 * U * share) * r(largest(base) + Math.max(largest(e1), largest(e2))));
}

/** How far computed corners are off: all of one body together, and each by itself. */
export interface TwinOff {
  readonly together: number;
  readonly alone: number;
}

export function spanOf({ a, b, e1, e2 }: TwinPair): number {
  return largestOf([...a, ...b, e1, e2].map(largest));
}

export class PairTwin {
  readonly F: Float32;
  readonly margins: BatchMargins;

  constructor(F: Float32, margins: BatchMargins = BATCH_MARGINS) {
    this.F = F;
    this.margins = margins;
  }

  apartAlong(n: V, { a, b, e1, e2 }: TwinPair, need: number): boolean {
    const { F, margins } = this;
    const { r, rough } = F;
    const q = F.dot(n, n);
    if (q < f(1e-30) || q > f(1e30)) return false;
    const d = F.times(n, rough(1 / Math.sqrt(q)));
    const norm = r(f(0.5 + 5e-7 * margins.norm) + r(0.5 * F.dot(d, d)));
    const moving = [...a, ...b].map((v) => F.dot(d, v));
    const standing = [0, F.dot(d, e1), F.dot(d, e2)];
    const most = r(norm * need);
    return r(Math.min(...moving) - Math.max(...standing)) > most || r(Math.min(...standing) - Math.max(...moving)) > most;
  }

  /** One after the other: most pairs need few. */
  private *directions({ a, b, e1, e2 }: TwinPair): Generator<V> {
    const { F } = this;
    const f1 = F.sub(a[1], a[0]);
    const f2 = F.sub(a[2], a[0]);
    const g1 = F.sub(b[1], b[0]);
    const g2 = F.sub(b[2], b[0]);
    const h1 = F.add(f1, g1);
    const h2 = F.add(f2, g2);
    const n = F.cross(e1, e2);
    yield n;
    const m = F.add(F.cross(f1, f2), F.cross(g1, g2));
    yield m;
    const sum = [...a, ...b].reduce((x, y) => F.add(x, y));
    yield F.sub(sum, F.times(F.add(e1, e2), 2));
    const edges: readonly V[] = [e1, e2, F.sub(e2, e1)];
    const moved: readonly V[] = [h1, h2, F.sub(h2, h1)];
    for (const e of edges) for (const h of moved) yield F.cross(e, h);
    for (const e of edges) yield F.cross(n, e);
    for (const h of moved) yield F.cross(m, h);
  }

  trianglesApart(pair: TwinPair, need: number): boolean {
    for (const d of this.directions(pair)) if (this.apartAlong(d, pair, need)) return true;
    return false;
  }

  /** The sign of a volume, 0 where it is in doubt. */
  certainSign(x: V, y: V, z: V, swept: V, off: TwinOff): number {
    const { F } = this;
    const { r } = F;
    const v = F.dot(x, F.cross(y, z));
    const [a, b, c] = [x, y, z].map((w) => this.taxicab(w));
    const alone = r(off.alone * r(r(r(a * b) + r(b * c)) + r(c * a)));
    const doubt = r(r(f(1.01) * r(r(off.together * this.taxicab(swept)) + alone)) + r(r(r(f(12 * U * this.margins.volume) * a) * b) * c));
    return Math.abs(v) > doubt ? Math.sign(v) : 0;
  }

  private taxicab([x, y, z]: V): number {
    const { r } = this.F;
    return r(r(Math.abs(x) + Math.abs(y)) + Math.abs(z));
  }

  pierces(p: V, q: V, a: V, b: V, c: V, off: TwinOff): boolean {
    const { F } = this;
    const ab = F.sub(b, a);
    const ac = F.sub(c, a);
    const face = F.cross(ab, ac);
    const sp = this.certainSign(F.sub(p, a), ab, ac, face, off);
    const sq = this.certainSign(F.sub(q, a), ab, ac, face, off);
    if (sp === 0 || sq !== -sp) return false;
    const d = F.sub(q, p);
    const [u, v, w] = [a, b, c].map((x) => F.sub(x, p));
    const side = (y: V, z: V): number => this.certainSign(d, y, z, F.cross(F.sub(z, y), d), off);
    const first = side(u, v);
    return first !== 0 && side(v, w) === first && side(w, u) === first;
  }

  trianglesCross(a: readonly V[], e1: V, e2: V, off: TwinOff): boolean {
    const o: V = [0, 0, 0];
    const standing = [o, e1, e2];
    const next = [1, 2, 0];
    return (
      next.some((l, k) => this.pierces(a[k], a[l], o, e1, e2, off)) ||
      next.some((l, k) => this.pierces(standing[k], standing[l], a[0], a[1], a[2], off))
    );
  }

  isWithin(v: V, most: number, off: number): boolean {
    const { F } = this;
    const { within } = this.margins;
    const { r } = F;
    const room = r(r(most - off) - r(f(4 * U * within) * this.taxicab(v)));
    return room > 0 && r(F.dot(v, v) * f(1 + 8 * U * within)) < r(r(room * room) * f(1 - 8 * U * within));
  }

  private pointNear(a: V, e: V, g: V): V {
    const { F } = this;
    const { r, rough } = F;
    const n = F.cross(e, g);
    const q = F.dot(n, n);
    let s = f(1 / 3);
    let t = f(1 / 3);
    if (q > f(1e-30)) {
      s = clamped(rough(F.dot(F.cross(g, a), n) / q));
      t = clamped(rough(F.dot(F.cross(a, e), n) / q));
      const over = r(s + t);
      if (over > 1) {
        s = r(s / over);
        t = r(t / over);
      }
    }
    return F.add(F.add(a, F.times(e, s)), F.times(g, t));
  }

  private betweenEdges(p: V, d: V, q: V, e: V): V {
    const { F } = this;
    const { r, rough } = F;
    const w = F.sub(p, q);
    const [a, b, c, x, y] = [F.dot(d, d), F.dot(d, e), F.dot(e, e), F.dot(d, w), F.dot(e, w)];
    const det = r(r(a * c) - r(b * b));
    let s = 0.5;
    if (det > r(r(f(1e-6) * a) * c) && det > f(1e-30)) s = clamped(rough(r(r(b * y) - r(c * x)) / det));
    let t = 0.5;
    if (c > f(1e-30)) t = clamped(rough(r(r(b * s) + y) / c));
    if (a > f(1e-30)) s = clamped(rough(r(r(b * t) - x) / a));
    return F.sub(F.add(w, F.times(d, s)), F.times(e, t));
  }

  /** Vectors between some points of both that are near each other: corners and faces, edges. */
  private between(a: readonly V[], e1: V, e2: V): V[] {
    const { F } = this;
    const standing: readonly V[] = [[0, 0, 0], e1, e2];
    const g = [F.sub(a[1], a[0]), F.sub(a[2], a[0])];
    const found: V[] = [];
    for (const v of a) found.push(this.pointNear(NEGATIVE(v), e1, e2));
    for (const v of standing) found.push(this.pointNear(F.sub(a[0], v), g[0], g[1]));
    for (let l = 0; l < 3; l++)
      for (let k = 0; k < 3; k++) {
        const [p, q] = [a[k], standing[l]];
        found.push(this.betweenEdges(p, F.sub(a[(k + 1) % 3], p), q, F.sub(standing[(l + 1) % 3], q)));
      }
    return found;
  }

  trianglesWithin(a: readonly V[], e1: V, e2: V, most: number, off: number): boolean {
    return this.between(a, e1, e2).some((v) => this.isWithin(v, most, off));
  }

  /** Whether they are apart across the line between their nearest points, halfway. */
  apartBetween(pair: TwinPair, need: number): boolean {
    const { F } = this;
    const { a, b, e1, e2 } = pair;
    const all = this.between(
      a.map((v, k) => F.add(v, b[k])),
      F.add(e1, e1),
      F.add(e2, e2),
    );
    const shortest = all.reduce((best, v) => (F.dot(v, v) < F.dot(best, best) ? v : best));
    return this.apartAlong(shortest, pair, need);
  }
}

function clamped(x: number): number {
  return Math.max(0, Math.min(1, x));
}
