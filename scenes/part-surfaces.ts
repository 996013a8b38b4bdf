import type { Vec3 } from '../src/math/pose.ts';
import { cross, dot, scaled, subtract } from '../src/math/vec3.ts';
import { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { unit } from './placed.ts';
import { flipped, griddedBox, mapped, type Surface, sixDecimals, sphereLike, TURN, torusLike } from './surface.ts';

// Surfaces of turned, bent and milled parts in metres, at the place where they are made; closed, facing outwards.

/** A part turned about z: corners (radius, height) from bottom to top, the ends closed flat. 2 · sectors · corners triangles. */
export function turned(sectors: number, profile: readonly (readonly [radius: number, height: number])[]): Surface {
  const rings = profile.length;
  return flipped(
    sphereLike(sectors, rings, (s, u) => {
      const ring = Math.round(s * (rings + 1));
      if (ring === 0) return [0, 0, profile[0][1]];
      if (ring > rings) return [0, 0, profile[rings - 1][1]];
      const [radius, height] = profile[ring - 1];
      return [radius * Math.cos(u * TURN), radius * Math.sin(u * TURN), height];
    }),
  );
}

/** A tube along a line of points, one radius each, the ends closed flat. 2 · sectors · points triangles. */
export function swept(sectors: number, line: readonly Vec3[], radii: readonly number[]): Surface {
  const rings = line.length;
  const frames: (readonly [normal: Vec3, binormal: Vec3])[] = [];
  let normal: Vec3 | undefined;
  for (let i = 0; i < rings; i++) {
    const tangent = unit(subtract(line[Math.min(rings - 1, i + 1)], line[Math.max(0, i - 1)]));
    // The last ring's normal, turned as little as possible: a tube without twist.
    const leaning: Vec3 = normal ?? cross(tangent, Math.abs(tangent[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
    normal = unit(subtract(leaning, scaled(tangent, dot(leaning, tangent))));
    frames.push([normal, cross(tangent, normal)]);
  }
  return flipped(
    sphereLike(sectors, rings, (s, u) => {
      const ring = Math.round(s * (rings + 1));
      if (ring === 0) return line[0];
      if (ring > rings) return line[rings - 1];
      const [n, b] = frames[ring - 1];
      const [c, d] = [radii[ring - 1] * Math.cos(u * TURN), radii[ring - 1] * Math.sin(u * TURN)];
      return [0, 1, 2].map((k) => line[ring - 1][k] + c * n[k] + d * b[k]) as unknown as Vec3;
    }),
  );
}

/** The line of an elbow: a quarter circle from one run to the next, which are perpendicular. */
export function quarterBend(before: Vec3, corner: Vec3, after: Vec3, bend: number, steps: number): Vec3[] {
  const [back, forth] = [unit(subtract(before, corner)), unit(subtract(after, corner))];
  return Array.from({ length: steps + 1 }, (_, k) => {
    const angle = ((k / steps) * Math.PI) / 2;
    const [a, b] = [bend * (1 - Math.sin(angle)), bend * (1 - Math.cos(angle))];
    return [0, 1, 2].map((axis) => corner[axis] + a * back[axis] + b * forth[axis]) as unknown as Vec3;
  });
}

/** A torus about z; 2 · around · across triangles. */
export function hoop(around: number, across: number, radius: number, thickness: number): Surface {
  return torusLike(around, across, (i, j) => {
    const [a, b] = [(i / around) * TURN, (j / across) * TURN];
    const r = radius + thickness * Math.cos(b);
    return [r * Math.cos(a), r * Math.sin(a), thickness * Math.sin(b)];
  });
}

/** A box about `centre`, its faces divided into cells; 12 triangles where they are not. */
export function block(size: Vec3, centre: Vec3 = [0, 0, 0], cells: Vec3 = [1, 1, 1]): Surface {
  return shifted(griddedBox(size, cells), centre);
}

export function shifted(surface: Surface, [x, y, z]: Vec3): Surface {
  return mapped(surface, (p) => [p[0] + x, p[1] + y, p[2] + z]);
}

/** Turns the z axis of a surface to x. */
export function alongX(surface: Surface): Surface {
  return mapped(surface, ([x, y, z]) => [z, y, -x]);
}

/** Turns the z axis of a surface to y. */
export function alongY(surface: Surface): Surface {
  return mapped(surface, ([x, y, z]) => [x, z, -y]);
}

export function mixed(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** sign(x) |x|^power: squares the corners of a round section off, or rounds them. */
export function signedPower(x: number, power: number): number {
  return Math.sign(x) * Math.abs(x) ** power;
}

/** The finished mesh, where it is made and to six decimals (micrometres), for the reasons given at `benchmarkMesh`. */
export function partMesh(name: string, { points, triangles }: Surface): TriangleMesh {
  return new TriangleMesh(
    points.flatMap((p) => p.map(sixDecimals)),
    triangles.flat(),
    { name },
  );
}
