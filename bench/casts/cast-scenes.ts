// Casts that were not tuned for: random hulls and bumpy blobs, thrown at one another from some way off, most of them at each other, some past.

import { bumpyBlob } from '../../scenes/index.ts';
import { type ConvexPolyhedron, convexHull } from '../../src/convex/index.ts';
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/** A body as all contestants can take it: points of a hull, or a mesh. */
export interface CastBody {
  readonly name: string;
  readonly mesh: TriangleMesh;
  /** Where it is convex. */
  readonly hull?: ConvexPolyhedron;
}

/** The first body flies by `way` from its pose; the second one stands as its shape was given. */
export interface Cast {
  readonly pose: Required<Pose>;
  readonly way: Vec3;
  /** Where ours is asked with turning: how it stands at the end. */
  readonly turned: Quat;
}

export interface CastScene {
  readonly kind: 'hull-hull' | 'hull-mesh' | 'mesh-mesh' | 'small-mesh';
  /** Points of a hull, triangles of a mesh. */
  readonly size: number;
  readonly a: CastBody;
  readonly b: CastBody;
  readonly casts: readonly Cast[];
}

/** So many points on the unit sphere, or on what it is stretched to. */
export function hullBody(random: Random, points: number, [x, y, z]: Vec3 = [1, 1, 1]): CastBody {
  const at = Array.from({ length: points }, () => random.direction()).flatMap((d) => [x * d[0], y * d[1], z * d[2]]);
  const hull = convexHull(at, { name: `hull ${points}` });
  return { name: hull.name, mesh: hull.mesh, hull };
}

/** The lobed blob of the rigid benchmarks, within the unit sphere. */
export function blobBody(triangles: number): CastBody {
  const rings = Math.round(Math.sqrt(triangles / 2.5));
  const name = `blob ${triangles}`;
  const { positions, indices } = bumpyBlob(name, Math.round(triangles / 2 / rings), rings).mesh;
  let reach = 0;
  for (let i = 0; i < positions.length; i += 3) reach = Math.max(reach, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  return {
    name,
    mesh: new TriangleMesh(
      positions.map((x) => x / reach),
      indices,
      { name },
    ),
  };
}

/** Of the origins: beyond, bodies within unit spheres are apart. */
const APART = 2.01;

/** `far`: from how far they are thrown, and how far they fly. */
export function castsOf(random: Random, count: number, far: number): Cast[] {
  return Array.from({ length: count }, (): Cast => {
    for (;;) {
      const from = random.direction();
      // one in eight may well miss
      const beside = random.integer(8) === 0 ? 2 : 0.7;
      const aside = (k: number): number => far * from[k] + random.range(-beside, beside);
      const position: Vec3 = [aside(0), aside(1), aside(2)];
      const way: Vec3 = [-far * from[0], -far * from[1], -far * from[2]];
      const cast = { pose: { position, quaternion: random.quaternion() }, way, turned: random.quaternion() };
      // brute force knows surfaces, and nothing of solids that overlap at the start
      if (Math.hypot(...position) > APART) return cast;
    }
  });
}

/** What a program throws at things most often: a small hull at a mesh of 1,000 triangles, from afar. */
function smallScenes(quick: boolean): CastScene[] {
  const random = new Random('small casts');
  const b = blobBody(quick ? 200 : 1000);
  return (quick ? [8] : [8, 64]).map((n): CastScene => {
    const a = hullBody(random, n, [0.15, 0.1, 0.06]);
    return { kind: 'small-mesh', size: n, a, b, casts: castsOf(random, quick ? 6 : 200, 6) };
  });
}

export function castScenes(quick: boolean, far: number): CastScene[] {
  const random = new Random('casts');
  const count = quick ? 6 : 200;
  // peers look at most triangles of a mesh along a long way
  const countOf = (triangles: number): number => Math.min(count, triangles > 5000 ? 24 : 100);
  const scenes: CastScene[] = [];
  for (const n of quick ? [8] : [8, 64, 250, 1000]) {
    const [a, b] = [hullBody(random, n), hullBody(random, n)];
    scenes.push({ kind: 'hull-hull', size: n, a, b, casts: castsOf(random, count, far) });
  }
  for (const triangles of quick ? [200] : [1000, 25_000]) {
    const b = blobBody(triangles);
    for (const n of quick ? [8] : [8, 64, 250]) {
      scenes.push({ kind: 'hull-mesh', size: n, a: hullBody(random, n), b, casts: castsOf(random, countOf(triangles), far) });
    }
  }
  for (const triangles of quick ? [200] : [1000, 25_000]) {
    const b = blobBody(triangles);
    scenes.push({ kind: 'mesh-mesh', size: triangles, a: b, b, casts: castsOf(random, countOf(triangles), far) });
  }
  return [...scenes, ...smallScenes(quick)];
}
