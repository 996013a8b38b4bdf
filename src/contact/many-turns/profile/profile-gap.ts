/**
 * How far are two bodies apart in the half-plane of an axis [body-profile.ts]? No pair of their points is nearer in
 * space, whatever the angles, as (h, r) changes by at most the way.
 *
 * Guarantee: a lower bound, up to rounding: of two boxes their distance; of two leaves also the gap along any unit
 * direction (c, s), s ≥ 0, from the corners (h, r) of the inner one to the corners (h, l) of the outer one.
 */
import { type Budget, NO_LIMITS } from '../../budget.ts';
import { BOX_SIZE, BodyProfile, isBucket, PROFILE_L, PROFILE_N, PROFILE_R, PROFILE_RADIUS, PROFILE_SIZE } from './body-profile.ts';

/** Tests before a look is given up, for each leaf; two profiles that interlock finely would take the product. */
const TESTS_A_LEAF = 64;

/** Slots: the least gap so far; what is too little; a gap on its way through memory. */
const LEAST = 0;
const LITTLE = 1;
const GAP = 2;

export class ProfileGap {
  readonly a: BodyProfile = new BodyProfile();
  readonly b: BodyProfile = new BodyProfile();
  /** Tests of the last look. */
  tests = 0;
  private most = 0;
  private budget: Budget = NO_LIMITS;
  private readonly now: Float64Array = new Float64Array(3);

  /** The gap of what is laid out, `enough` where it is not less; 0: it is not above `little`, or too long a look. */
  find(little: number, enough: number, budget: Budget): number {
    const { a, b, now } = this;
    this.tests = 1;
    if (boxGap(a.boxes, BOX_SIZE, b.boxes, BOX_SIZE) >= enough) return enough;
    if (!a.plant(budget) || !b.plant(budget)) return 0;
    this.budget = budget;
    this.most = TESTS_A_LEAF * (a.count + b.count);
    now[LEAST] = enough;
    now[LITTLE] = little;
    return this.descend(1, 0, a.count, 1, 0, b.count) ? now[LEAST] : 0;
  }

  /** False: it is too little. */
  private descend(i: number, fromA: number, endA: number, j: number, fromB: number, endB: number): boolean {
    const { a, b, now } = this;
    if (++this.tests > this.most || this.budget.isLate()) return false;
    if (boxGap(a.boxes, BOX_SIZE * i, b.boxes, BOX_SIZE * j) >= now[LEAST]) return true;
    const endsA = isBucket(endA - fromA);
    const endsB = isBucket(endB - fromB);
    if (endsA && endsB) return this.compare(fromA, endA, fromB, endB);
    if (endsB || (!endsA && endA - fromA >= endB - fromB)) {
      const middle = (fromA + endA) >> 1;
      return this.descend(2 * i, fromA, middle, j, fromB, endB) && this.descend(2 * i + 1, middle, endA, j, fromB, endB);
    }
    const middle = (fromB + endB) >> 1;
    return this.descend(i, fromA, endA, 2 * j, fromB, middle) && this.descend(i, fromA, endA, 2 * j + 1, middle, endB);
  }

  private compare(fromA: number, endA: number, fromB: number, endB: number): boolean {
    const { a, b, now } = this;
    for (let i = fromA; i < endA; i++) {
      if (this.budget.isLate()) return false;
      for (let j = fromB; j < endB; j++) {
        this.tests++;
        const p = PROFILE_SIZE * a.order[i];
        const q = PROFILE_SIZE * b.order[j];
        now[GAP] = -Infinity;
        leafGap(a.leaves, p, b.leaves, q, now);
        if (now[GAP] < now[LEAST]) leafGap(b.leaves, q, a.leaves, p, now);
        if (now[GAP] >= now[LEAST]) continue;
        if (!(now[GAP] > now[LITTLE])) return false;
        now[LEAST] = now[GAP];
      }
    }
    return true;
  }
}

/** The distance of two boxes, 0 where they meet. */
function boxGap(A: Float64Array, a: number, B: Float64Array, b: number): number {
  const h = Math.max(A[a] - B[b + 1], B[b] - A[a + 1]);
  const r = Math.max(A[a + 2] - B[b + 3], B[b + 2] - A[a + 3]);
  if (h > 0 && r > 0) return Math.sqrt(h * h + r * r);
  return Math.max(0, h, r);
}

/** Raises now[GAP] to the gap of two leaves, where the first is below the second along some direction tried. */
function leafGap(I: Float64Array, i: number, O: Float64Array, o: number, now: Float64Array): void {
  tryDirection(I, i, O, o, 0, 1, now);
  tryDirection(I, i, O, o, 1, 0, now);
  for (let k = 0; k < 3 && now[GAP] < now[LEAST]; k++) {
    const next = k === 2 ? 0 : k + 1;
    tryEdge(I, i, O, o, I[i + next] - I[i + k], I[i + PROFILE_R + next] - I[i + PROFILE_R + k], now);
    tryEdge(I, i, O, o, O[o + next] - O[o + k], O[o + PROFILE_L + next] - O[o + PROFILE_L + k], now);
    tryEdge(I, i, O, o, O[o + next] - O[o + k], O[o + PROFILE_N + next] - O[o + PROFILE_N + k], now);
  }
}

/** Across an edge. */
function tryEdge(I: Float64Array, i: number, O: Float64Array, o: number, h: number, r: number, now: Float64Array): void {
  const most = Math.max(Math.abs(h), Math.abs(r));
  if (!(most > 0)) return;
  // divided twice: the squares of very small numbers would make a direction longer than 1
  const x = h / most;
  const y = r / most;
  const unit = (h < 0 ? -1 : 1) / Math.sqrt(x * x + y * y);
  tryDirection(I, i, O, o, -y * unit, x * unit, now);
}

function tryDirection(I: Float64Array, i: number, O: Float64Array, o: number, c: number, s: number, now: Float64Array): void {
  const inner = Math.max(c * I[i] + s * I[i + PROFILE_R], c * I[i + 1] + s * I[i + PROFILE_R + 1], c * I[i + 2] + s * I[i + PROFILE_R + 2]);
  const nearest = Math.min(
    c * O[o] + s * O[o + PROFILE_L],
    c * O[o + 1] + s * O[o + PROFILE_L + 1],
    c * O[o + 2] + s * O[o + PROFILE_L + 2],
  );
  const normal = Math.min(
    c * O[o] + s * O[o + PROFILE_N],
    c * O[o + 1] + s * O[o + PROFILE_N + 1],
    c * O[o + 2] + s * O[o + PROFILE_N + 2],
  );
  const gap = Math.max(nearest, normal) - inner - I[i + PROFILE_RADIUS] - O[o + PROFILE_RADIUS];
  if (gap > now[GAP]) now[GAP] = gap;
}
