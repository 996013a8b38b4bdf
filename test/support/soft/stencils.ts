/** Stencils of linearly moving points for the elementary tests: seeded, by families, most of them with an exact degeneracy. */
import type { Random } from '../../../src/math/random.ts';

export type StencilKind = 'vertex-face' | 'edge-edge';

/** Four points at t = 0, then at t = 1: p, a, b, c or a0, a1, b0, b1. */
export interface Stencil {
  readonly kind: StencilKind;
  readonly family: StencilFamily;
  readonly values: Float64Array;
}

type Points = number[][];

interface Instant {
  /** Steps since t = 0 and up to t = 1. */
  readonly before: number;
  readonly after: number;
  /** Positions at that time, exact in few bits. */
  readonly at: Points;
  /** What one step moves. */
  readonly velocities: Points;
}

const BUILDERS = {
  random: (_, r) => moved(points(r, real), points(r, real)),
  'small grid': (_, r) => moved(points(r, grid), points(r, grid)),
  'near miss': (kind, r) => {
    const instant = touching(kind, r, inside);
    const size = r.pick([2 ** -4, 2 ** -12, 2 ** -24, 2 ** -36, 2 ** -48]);
    return through({ ...instant, at: instant.at.map((x) => x.map((c) => c + size * real(r))) });
  },
  'touching inside': (kind, r) => through(touching(kind, r, inside)),
  'touching on the boundary': (kind, r) => through(touching(kind, r, boundary)),
  'touching at vertices': (kind, r) => through(touching(kind, r, (random) => random.integer(2) * 8)),
  coplanar: (_, r) => {
    const fine = r.integer(2) === 0 ? grid : real;
    return moved(flattened(points(r, fine)), flattened(points(r, fine)));
  },
  'coplanar, drifting': (_, r) => {
    const drift = [grid(r), grid(r), grid(r)];
    return moved(
      flattened(points(r, grid)),
      flattened(points(r, grid)).map((x) => x.map((c, i) => c + drift[i])),
    );
  },
  'always parallel edges': (_, r) => {
    const [start, end] = [points(r, grid), points(r, grid)];
    for (const x of [start, end]) x[3] = x[2].map((c, i) => c + (x[1][i] - x[0][i]) * r.pick([1, 2, -1, -2]));
    return moved(start, end);
  },
  'on a line': (_, r) => {
    const direction = [grid(r), grid(r), grid(r)];
    const place = (): Points => points(r, grid).map(([c]) => direction.map((d) => c * d));
    return moved(place(), place());
  },
  'degenerate face or edge': (_, r) => {
    const [start, end] = [points(r, grid), points(r, grid)];
    const share = grid(r);
    const shape = r.integer(3);
    for (const x of [start, end]) {
      x[3] = x[2].map((c, i) => (shape === 0 ? c + share * (c - x[1][i]) : c));
      if (shape === 1) x[1] = x[r.pick([0, 2])].slice();
    }
    return moved(start, end);
  },
  'duplicated points': (_, r) => {
    const [pool, goals] = [points(r, grid), points(r, grid)];
    const picks = pool.map(() => r.integer(3));
    const others = r.integer(2) === 0 ? picks : pool.map(() => r.integer(3));
    return moved(
      picks.map((i) => pool[i].slice()),
      others.map((i) => goals[i].slice()),
    );
  },
  resting: (kind, r) => {
    const { at } = touching(kind, r, r.integer(2) === 0 ? inside : boundary);
    const drift = [grid(r), grid(r), grid(r)];
    return moved(
      at,
      at.map((x) => x.map((c, i) => c + drift[i])),
    );
  },
  'double root': (kind, r) => through(tangential(kind, r)),
  'at the start': (kind, r) => through({ ...touching(kind, r, r.integer(2) === 0 ? inside : boundary), before: 0 }),
  'at the end': (kind, r) => through({ ...touching(kind, r, r.integer(2) === 0 ? inside : boundary), after: 0 }),
  'huge and tiny': (kind, r) => {
    const scale = 2 ** r.pick([-1070, -1000, -500, -60, 60, 200, 300]);
    return [...pick(kind, r)].map((c) => c * scale);
  },
  'mixed sizes': (_, r) => {
    const mixed = (random: Random): number => grid(random) * 2 ** random.pick([-300, -60, -20, 0, 0, 0, 20]);
    return moved(points(r, mixed), points(r, mixed));
  },
  'far away': (kind, r) => {
    const offset = [0, 1, 2].map(() => real(r) * r.pick([2 ** 10, 2 ** 30, 2 ** 49]));
    return [...pick(kind, r)].map((c, i) => c + offset[i % 3]);
  },
} satisfies Record<string, (kind: StencilKind, random: Random) => number[]>;

export type StencilFamily = keyof typeof BUILDERS;

export const STENCIL_FAMILIES: readonly StencilFamily[] = Object.keys(BUILDERS) as StencilFamily[];

export function stencilOf(family: StencilFamily, kind: StencilKind, random: Random): Stencil {
  return { kind, family, values: Float64Array.from(BUILDERS[family](kind, random)) };
}

/** Values of a stencil that touches in most cases, or of a random one. */
function pick(kind: StencilKind, r: Random): number[] {
  if (r.integer(3) === 0) return moved(points(r, real), points(r, real));
  if (r.integer(2) === 0) return moved(points(r, grid), points(r, grid));
  return through(touching(kind, r, r.integer(2) === 0 ? inside : boundary));
}

function real(r: Random): number {
  return r.range(-1, 1);
}

/** A whole number from −3 to 3. */
function grid(r: Random): number {
  return r.integer(7) - 3;
}

// Shares in eighths.
function inside(r: Random): number {
  return 1 + r.integer(7);
}

function boundary(r: Random): number {
  return r.pick([0, 8, 1 + r.integer(7)]);
}

function points(r: Random, coordinate: (r: Random) => number): Points {
  return Array.from({ length: 4 }, () => [coordinate(r), coordinate(r), coordinate(r)]);
}

function moved(start: Points, end: Points): number[] {
  return [...start.flat(), ...end.flat()];
}

function through({ before, after, at, velocities }: Instant): number[] {
  return moved(
    at.map((x, i) => x.map((c, k) => c - before * velocities[i][k])),
    at.map((x, i) => x.map((c, k) => c + after * velocities[i][k])),
  );
}

/** The plane z = 0 or another one through the origin. */
function flattened(x: Points): Points {
  return x.map(([u, v]) => [u, v, u - v]);
}

/** Weights, in 64ths, of the four points whose weighted sum is 0 when they touch there. */
function weights(kind: StencilKind, r: Random, share: (r: Random) => number): number[] {
  const [u, v] = [share(r), share(r)];
  return kind === 'vertex-face' ? [-64, (8 - u) * 8, u * (8 - v), u * v] : [(8 - u) * 8, u * 8, (v - 8) * 8, -v * 8];
}

function steps(r: Random): { before: number; after: number } {
  const all = r.pick([1, 3, 4, 5, 7]);
  const before = r.integer(all + 1);
  return { before, after: all - before };
}

/** In contact at a rational time; the motion is random. */
function touching(kind: StencilKind, r: Random, share: (r: Random) => number): Instant {
  const at = points(r, grid);
  complete(at, kind, weights(kind, r, share), [0, 1, 2]);
  return { ...steps(r), at, velocities: points(r, grid) };
}

/** In contact at a rational time, with no relative velocity across the common plane. */
function tangential(kind: StencilKind, r: Random): Instant {
  const shares = weights(kind, r, r.integer(2) === 0 ? inside : boundary);
  const at = points(r, grid).map(([x, y]) => [x, y, 0]);
  complete(at, kind, shares, [0, 1]);
  const velocities = points(r, grid);
  complete(velocities, kind, shares, [2]);
  return { ...steps(r), at, velocities };
}

/** Replaces p, or shifts the second edge, so that the weighted sum of the points is 0. */
function complete(x: Points, kind: StencilKind, shares: readonly number[], axes: readonly number[]): void {
  for (const axis of axes) {
    const sum = shares.reduce((total, share, i) => total + (share * x[i][axis]) / 64, 0);
    for (const i of kind === 'vertex-face' ? [0] : [2, 3]) x[i][axis] += sum;
  }
}
