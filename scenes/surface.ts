import type { Vec3 } from '../src/math/pose.ts';
import { TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** A shape under construction. Triangles run counter-clockwise seen from outside. */
export interface Surface {
  readonly points: Vec3[];
  readonly triangles: Vec3[];
}

export const TURN: number = 2 * Math.PI;

/** Every benchmark mesh is scaled to this bounding radius about its area centroid. */
export const BODY_RADIUS = 100;

/** 0 below `from`, 1 above `to` (either order), smooth between. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Closed surface of genus 0: two poles and `rings` rings of `sectors` points; 2 · sectors · rings triangles. s runs from the upper pole to the lower, u around. */
export function sphereLike(sectors: number, rings: number, at: (s: number, u: number) => Vec3): Surface {
  const points: Vec3[] = [at(0, 0)];
  for (let i = 1; i <= rings; i++) for (let j = 0; j < sectors; j++) points.push(at(i / (rings + 1), j / sectors));
  points.push(at(1, 0));
  const last = points.length - 1;
  const id = (ring: number, sector: number) => 1 + (ring - 1) * sectors + (sector % sectors);
  const triangles: Vec3[] = [];
  for (let j = 0; j < sectors; j++) triangles.push([0, id(1, j), id(1, j + 1)]);
  for (let i = 1; i < rings; i++) {
    for (let j = 0; j < sectors; j++) quad(triangles, id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1));
  }
  for (let j = 0; j < sectors; j++) triangles.push([last, id(rings, j + 1), id(rings, j)]);
  return { points, triangles };
}

/** Closed surface of genus 1, a grid periodic both ways; 2 · n · m triangles. */
export function torusLike(n: number, m: number, at: (i: number, j: number) => Vec3): Surface {
  const points: Vec3[] = [];
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) points.push(at(i, j));
  const id = (i: number, j: number) => (i % n) * m + (j % m);
  const triangles: Vec3[] = [];
  for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) quad(triangles, id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1));
  return { points, triangles };
}

/** Box about the origin with gridded faces, a × b × c cells; 4 (ab + bc + ca) triangles. */
export function griddedBox(size: Vec3, [a, b, c]: Vec3): Surface {
  const points: Vec3[] = [];
  const triangles: Vec3[] = [];
  const known = new Map<number, number>();
  const id = (i: number, j: number, k: number) => {
    const key = (i * (b + 1) + j) * (c + 1) + k;
    let found = known.get(key);
    if (found === undefined) {
      found = points.length;
      known.set(key, found);
      points.push([(i / a - 0.5) * size[0], (j / b - 0.5) * size[1], (k / c - 0.5) * size[2]]);
    }
    return found;
  };
  for (let i = 0; i < a; i++) {
    for (let j = 0; j < b; j++) {
      quad(triangles, id(i, j, 0), id(i, j + 1, 0), id(i + 1, j + 1, 0), id(i + 1, j, 0));
      quad(triangles, id(i, j, c), id(i + 1, j, c), id(i + 1, j + 1, c), id(i, j + 1, c));
    }
  }
  for (let j = 0; j < b; j++) {
    for (let k = 0; k < c; k++) {
      quad(triangles, id(0, j, k), id(0, j, k + 1), id(0, j + 1, k + 1), id(0, j + 1, k));
      quad(triangles, id(a, j, k), id(a, j + 1, k), id(a, j + 1, k + 1), id(a, j, k + 1));
    }
  }
  for (let i = 0; i < a; i++) {
    for (let k = 0; k < c; k++) {
      quad(triangles, id(i, 0, k), id(i + 1, 0, k), id(i + 1, 0, k + 1), id(i, 0, k + 1));
      quad(triangles, id(i, b, k), id(i, b, k + 1), id(i + 1, b, k + 1), id(i + 1, b, k));
    }
  }
  return { points, triangles };
}

function quad(triangles: Vec3[], p: number, q: number, r: number, s: number): void {
  triangles.push([p, q, r], [p, r, s]);
}

/** Solid of revolution about z; the profile gives radius and height from the lower pole to the upper. */
export function lathe(sectors: number, rings: number, profile: (s: number) => readonly [radius: number, height: number]): Surface {
  const surface = sphereLike(sectors, rings, (s, u) => {
    const [radius, height] = profile(s);
    return [radius * Math.cos(u * TURN), radius * Math.sin(u * TURN), height];
  });
  return flipped(surface);
}

/** Several surfaces as one soup; parts may run into each other. */
export function joined(...parts: Surface[]): Surface {
  const points: Vec3[] = [];
  const triangles: Vec3[] = [];
  for (const part of parts) {
    const first = points.length;
    for (const p of part.points) points.push(p);
    for (const [i, j, k] of part.triangles) triangles.push([i + first, j + first, k + first]);
  }
  return { points, triangles };
}

export function mapped(surface: Surface, map: (p: Vec3) => Vec3): Surface {
  return { points: surface.points.map(map), triangles: surface.triangles };
}

/** Turns a surface inside out, after a map that mirrors. */
export function flipped(surface: Surface): Surface {
  return { points: surface.points, triangles: surface.triangles.map(([i, j, k]): Vec3 => [i, k, j]) };
}

/** Where `benchmarkMesh` puts a point: x ↦ (x − centre) · scale. */
export interface Placement {
  readonly centre: Vec3;
  readonly scale: number;
}

/** Area centroid to the origin, bounding radius to BODY_RADIUS. */
export function placement({ points, triangles }: Surface): Placement {
  let area = 0;
  let [x, y, z] = [0, 0, 0];
  for (const [i, j, k] of triangles) {
    const [p, q, r] = [points[i], points[j], points[k]];
    const [ax, ay, az] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const [bx, by, bz] = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const a = Math.sqrt(nx * nx + ny * ny + nz * nz);
    area += a;
    x += (a * (p[0] + q[0] + r[0])) / 3;
    y += (a * (p[1] + q[1] + r[1])) / 3;
    z += (a * (p[2] + q[2] + r[2])) / 3;
  }
  const centre: Vec3 = [x / area, y / area, z / area];
  let farthest = 0;
  for (const p of points) {
    const [dx, dy, dz] = [p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]];
    farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz);
  }
  return { centre, scale: BODY_RADIUS / Math.sqrt(farthest) };
}

/**
 * The finished mesh. Coordinates keep six decimals, so that a written file holds the same doubles, and so that an engine's
 * own last digits of sin and cos do not show.
 */
export function benchmarkMesh(name: string, surface: Surface): TriangleMesh {
  const { centre, scale } = placement(surface);
  const positions = surface.points.flatMap((p) => p.map((x, axis) => sixDecimals((x - centre[axis]) * scale)));
  return new TriangleMesh(positions, surface.triangles.flat(), { name });
}

/** The double nearest to x written with six decimals; never −0, which a file would lose. */
export function sixDecimals(x: number): number {
  return Math.round(x * 1e6) / 1e6 + 0;
}
