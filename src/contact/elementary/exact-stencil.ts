/**
 * When do a point and a triangle, or two segments, first touch while their four points move linearly? Decided exactly,
 * in integers.
 * No doubt is left: points and segments may coincide, stay coplanar, shrink to nothing, graze, or rest on each other.
 *
 * They touch at t ⇔ the origin is in the convex hull of w₀(t), w₁(t), …: a triangle (a−p, b−p, c−p) or a parallelogram
 * (a0−b0, a1−b0, a1−b1, a0−b1) with the area vector N = Σ wⱼ × wⱼ₊₁. With N ≠ 0 that means N·w₀ = 0 and (wⱼ × wⱼ₊₁)·N ≥
 * 0 for all j; with N = 0 the hull is a segment or point, and it means wⱼ × wₖ = 0 and wⱼ·wₖ ≤ 0 for some j < k.
 */
import { exactIntegers } from '../../geometry/exact-integers.ts';
import { leastOf } from '../../math/extreme.ts';
import { addPolynomials, type IntegerPolynomial, multiplyPolynomials, negatePolynomial, trimmed } from '../../math/integer-polynomial.ts';
import { rootsInUnitInterval, UnitRoot } from '../../math/unit-root.ts';

export type StencilKind = 'vertex-face' | 'edge-edge';

// Corner j is the difference of these two points, in cyclic order.
const CORNERS: Readonly<Record<StencilKind, readonly (readonly [number, number])[]>> = {
  'vertex-face': [
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  'edge-edge': [
    [0, 2],
    [1, 2],
    [1, 3],
    [0, 3],
  ],
};

/**
 * `s`: four points at t = 0, then at t = 1 (p, a, b, c or a0, a1, b0, b1), 24 finite numbers.
 * `out`: 1 and the largest double that is not after the first contact in [0, 1], or 0 and 1 where there is none.
 */
export function exactStencil(kind: StencilKind, s: Float64Array, out: Float64Array): void {
  const first = firstContact(new MovingHull(kind, s));
  out[0] = first === undefined ? 0 : 1;
  out[1] = first ?? 1;
}

function firstContact(hull: MovingHull): number | undefined {
  const coplanarity = hull.coplanarity();
  if (coplanarity.length > 0)
    return rootsInUnitInterval(coplanarity)
      .find((root) => hull.touchesOrigin(root))
      ?.floor();
  // Always coplanar. The times of contact are a closed set, so the first one is 0 or a critical time.
  if (hull.touchesOrigin(UnitRoot.ZERO)) return 0;
  const times = hull.criticalPolynomials().flatMap((p) => {
    const root = rootsInUnitInterval(p).find((candidate) => hull.touchesOrigin(candidate));
    return root === undefined ? [] : [root.floor()];
  });
  return times.length === 0 ? undefined : leastOf(times);
}

/** The points wⱼ(t), in integers. */
class MovingHull {
  /** w[j][axis], a polynomial in t. */
  readonly #w: readonly (readonly IntegerPolynomial[])[];
  readonly #areas: { edges: IntegerPolynomial[]; total: IntegerPolynomial }[] = [];

  constructor(kind: StencilKind, s: Float64Array) {
    const x = exactIntegers(s, 0, s, 12, 12);
    this.#w = CORNERS[kind].map(([head, tail]) =>
      [0, 1, 2].map((axis) => {
        const start = x[3 * head + axis] - x[3 * tail + axis];
        const end = x[12 + 3 * head + axis] - x[12 + 3 * tail + axis];
        return trimmed([start, end - start]);
      }),
    );
  }

  /** N·w₀ up to a constant: 0 whenever the hull touches the origin. */
  coplanarity(): IntegerPolynomial {
    const last = this.#w.length - 1;
    return [0, 1, 2].map((axis) => multiplyPolynomials(this.#w[0][axis], this.#cross(1, last, axis))).reduce(addPolynomials);
  }

  /**
   * Whether the hull contains the origin at a time when N·w₀ = 0. All wⱼ × wₖ are then parallel to N: one axis shows
   * their signs.
   */
  touchesOrigin(time: UnitRoot): boolean {
    for (let axis = 0; axis < 3; axis++) {
      const { edges, total } = this.#area(axis);
      const side = time.signOf(total);
      if (side !== 0) return edges.every((edge) => side * time.signOf(edge) >= 0);
    }
    return this.#pairs().some(
      ([j, k]) => [0, 1, 2].every((axis) => time.signOf(this.#cross(j, k, axis)) === 0) && time.signOf(this.#dot(j, k)) <= 0,
    );
  }

  /**
   * For a hull that is always coplanar with the origin: between the roots of these it touches all the time or never.
   */
  criticalPolynomials(): IntegerPolynomial[] {
    for (let axis = 0; axis < 3; axis++) {
      const { edges, total } = this.#area(axis);
      if (total.length > 0) return [total, ...edges];
    }
    return this.#pairs().map(([j, k]) => {
      const crosses = [0, 1, 2].map((axis) => this.#cross(j, k, axis));
      return crosses.find((p) => p.length > 0) ?? this.#dot(j, k);
    });
  }

  /** One component of the wⱼ × wⱼ₊₁ and of their sum N. */
  #area(axis: number): { edges: IntegerPolynomial[]; total: IntegerPolynomial } {
    if (this.#areas[axis] === undefined) {
      const edges = this.#w.map((_, j) => this.#cross(j, (j + 1) % this.#w.length, axis));
      this.#areas[axis] = { edges, total: edges.reduce(addPolynomials) };
    }
    return this.#areas[axis];
  }

  #pairs(): [number, number][] {
    return this.#w.flatMap((_, k) => Array.from({ length: k }, (_, j): [number, number] => [j, k]));
  }

  #cross(j: number, k: number, axis: number): IntegerPolynomial {
    const y = (axis + 1) % 3;
    const z = (axis + 2) % 3;
    const plus = multiplyPolynomials(this.#w[j][y], this.#w[k][z]);
    return addPolynomials(plus, negatePolynomial(multiplyPolynomials(this.#w[j][z], this.#w[k][y])));
  }

  #dot(j: number, k: number): IntegerPolynomial {
    return [0, 1, 2].map((axis) => multiplyPolynomials(this.#w[j][axis], this.#w[k][axis])).reduce(addPolynomials);
  }
}
