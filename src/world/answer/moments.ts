/**
 * Volume, first and second moments of a solid: ∫ 1, ∫ x, ∫ x xᵀ over its inside, added up piece by piece.
 * Exact in real arithmetic for what is bounded by triangles (signed tetrahedra) and for what is swollen by a radius:
 * the swollen part of a convex polyhedron is a sum of products of a face, an edge or a vertex with what its normals
 * sweep, a segment, a sector of a disc or a cone of a ball: Steiner's formula, for moments.
 */
import type { Vec3 } from '../../math/pose.ts';
import { angleOf, PI } from '../../math/trig.ts';
import { cross, dot, length, normalise, plus, scaled, subtract } from '../../math/vec3.ts';

/** ∫ 1, ∫ x, ∫ x xᵀ of one piece, the last row by row. */
export interface Moments {
  readonly size: number;
  readonly first: Vec3;
  readonly second: readonly number[];
}

const NOWHERE: Vec3 = [0, 0, 0];

/** a bᵀ, row by row. */
export function outer(a: Vec3, b: Vec3): number[] {
  const [x, y, z] = b;
  return [a[0] * x, a[0] * y, a[0] * z, a[1] * x, a[1] * y, a[1] * z, a[2] * x, a[2] * y, a[2] * z];
}

/** s·1, row by row. */
export function diagonal(s: number): number[] {
  return [s, 0, 0, 0, s, 0, 0, 0, s];
}

/** Σ of matrices, each times its number. */
export function mixed(...terms: readonly (readonly [number, readonly number[]])[]): number[] {
  const out = new Array<number>(9).fill(0);
  for (const [s, m] of terms) for (let k = 0; k < 9; k++) out[k] += s * m[k];
  return out;
}

export function sum(pieces: Iterable<Moments>): Moments {
  let size = 0;
  let first = NOWHERE;
  const second = new Array<number>(9).fill(0);
  for (const piece of pieces) {
    size += piece.size;
    first = plus(first, piece.first);
    for (let k = 0; k < 9; k++) second[k] += piece.second[k];
  }
  return { size, first, second };
}

/** All x + y with x of the one and y of the other, which stand upright on each other: sizes multiply. */
export function product(a: Moments, b: Moments): Moments {
  return {
    size: a.size * b.size,
    first: plus(scaled(a.first, b.size), scaled(b.first, a.size)),
    second: mixed([b.size, a.second], [1, outer(a.first, b.first)], [1, outer(b.first, a.first)], [a.size, b.second]),
  };
}

/** The tetrahedron of the origin and three corners; below 0 where they turn clockwise seen from outside. */
export function tetrahedron(a: Vec3, b: Vec3, c: Vec3): Moments {
  const size = dot(a, cross(b, c)) / 6;
  const s = plus(plus(a, b), c);
  const squares = mixed([1, outer(s, s)], [1, outer(a, a)], [1, outer(b, b)], [1, outer(c, c)]);
  return { size, first: scaled(s, size / 4), second: mixed([size / 20, squares]) };
}

export function triangle(a: Vec3, b: Vec3, c: Vec3): Moments {
  const size = 0.5 * length(cross(subtract(b, a), subtract(c, a)));
  const s = plus(plus(a, b), c);
  const squares = mixed([1, outer(s, s)], [1, outer(a, a)], [1, outer(b, b)], [1, outer(c, c)]);
  return { size, first: scaled(s, size / 3), second: mixed([size / 12, squares]) };
}

export function segment(a: Vec3, b: Vec3): Moments {
  const along = subtract(b, a);
  const size = length(along);
  const middle = scaled(plus(a, b), 0.5);
  return { size, first: scaled(middle, size), second: mixed([size, outer(middle, middle)], [size / 12, outer(along, along)]) };
}

export function point(a: Vec3): Moments {
  return { size: 1, first: a, second: outer(a, a) };
}

/** What a face's normal sweeps: from 0 to r·n. */
export function spike(n: Vec3, r: number): Moments {
  return { size: r, first: scaled(n, (r * r) / 2), second: mixed([(r * r * r) / 3, outer(n, n)]) };
}

/** The sector of a disc of radius r between two unit directions, less than a half turn apart. */
export function sector(m: Vec3, n: Vec3, r: number): Moments {
  const sine = length(cross(m, n));
  const cosine = dot(m, n);
  const angle = angleOf(sine, cosine);
  const u = normalise(plus(m, n)) ?? m;
  const t = normalise(subtract(n, m)) ?? NOWHERE;
  // ω = cos φ u + sin φ t for φ from −angle/2 to angle/2
  const squares = mixed([(angle + sine) / 2, outer(u, u)], [(angle - sine) / 2, outer(t, t)]);
  const third = (r * r * r) / 3;
  return {
    size: (angle * r * r) / 2,
    first: scaled(plus(m, n), (third * sine) / (1 + cosine)),
    second: mixed([(r * r * r * r) / 4, squares]),
  };
}

/** The cone of a ball of radius r whose directions fill a spherical polygon with these corners, in order. */
export function cone(corners: readonly Vec3[], r: number): Moments {
  let solid = 0;
  let first = NOWHERE;
  let second: number[] = diagonal(0);
  corners.forEach((m, k) => {
    const n = corners[(k + 1) % corners.length];
    // Ω of the triangle with the first corner: tan(Ω/2) = a·(m × n) / (1 + a·m + m·n + n·a)
    const volume = dot(corners[0], cross(m, n));
    const angle = 2 * angleOf(Math.abs(volume), 1 + dot(corners[0], m) + dot(m, n) + dot(n, corners[0]));
    if (k > 0 && k + 1 < corners.length) solid += volume < 0 ? -angle : angle;
    // by the divergence of 1 and of x over the cone, whose flat sides are sectors of the unit disc
    const inward = normalise(cross(m, n));
    if (inward === undefined) return;
    const sine = length(cross(m, n));
    first = plus(first, scaled(inward, angleOf(sine, dot(m, n)) / 2));
    second = mixed([1, second], [sine / (3 * (1 + dot(m, n))), outer(inward, plus(m, n))]);
  });
  const sign = solid < 0 ? -1 : 1;
  const r3 = r * r * r;
  return {
    size: (sign * solid * r3) / 3,
    first: scaled(first, (sign * r3 * r) / 4),
    second: mixed([(sign * r3 * r * r) / 5, mixed([1, diagonal(solid / 3)], [1, second])]),
  };
}

/** A whole disc of radius r, perpendicular to the unit direction n. */
export function disc(n: Vec3, r: number): Moments {
  return { size: PI * r * r, first: NOWHERE, second: mixed([(PI * r * r * r * r) / 4, mixed([1, diagonal(1)], [-1, outer(n, n)])]) };
}

/** The half of a ball of radius r on the side of the unit direction n; a whole ball without one. */
export function ball(r: number, n?: Vec3): Moments {
  const r3 = r * r * r;
  const share = n === undefined ? 1 : 0.5;
  return {
    size: (share * 4 * PI * r3) / 3,
    first: n === undefined ? NOWHERE : scaled(n, (PI * r3 * r) / 4),
    second: diagonal((share * 4 * PI * r3 * r * r) / 15),
  };
}
