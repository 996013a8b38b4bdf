import type { Vec3 } from '../math/pose.ts';
import { cross, length, plus, scaled, subtract } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { drawnCloud, isManyPoints } from './drawn-cloud.ts';

export interface DrawnShape {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** So many round leaves are drawn finely; more of them are drawn coarsely. */
const FINE = 60;

/** Triangles to draw a mesh by: its own, and where leaves have a radius the spheres, capsules and plates these are. */
export function drawnShape(mesh: TriangleMesh): DrawnShape {
  const { positions, indices, radii } = mesh;
  if (isManyPoints(mesh)) return drawnCloud(mesh);
  if (radii === null) return mesh;
  const sectors = radii.length > FINE ? 8 : 20;
  const points: Vec3[] = [];
  const out: number[] = [];
  const at = (v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  for (let t = 0; t < radii.length; t++) {
    const corners = [0, 1, 2].map((k) => at(indices[3 * t + k]));
    const distinct = corners.filter((p, k) => corners.findIndex((q) => length(subtract(p, q)) === 0) === k);
    if (radii[t] > 0 && distinct.length < 3) addCapsule(points, out, distinct[0], distinct[distinct.length - 1], radii[t], sectors);
    else addPlate(points, out, corners, radii[t]);
  }
  return { positions: Float64Array.from(points.flat()), indices: Uint32Array.from(out) };
}

function addPlate(points: Vec3[], out: number[], corners: readonly Vec3[], radius: number): void {
  const normal = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
  const size = length(normal);
  for (const side of radius > 0 && size > 0 ? [radius / size, -radius / size] : [0]) {
    const first = points.length;
    for (const p of corners) points.push(plus(p, scaled(normal, side)));
    out.push(first, first + 1, first + 2);
  }
}

/** Rings around the axis: half a ball at a, half a ball at b. */
function addCapsule(points: Vec3[], out: number[], a: Vec3, b: Vec3, radius: number, sectors: number): void {
  const way = subtract(b, a);
  const z: Vec3 = length(way) > 0 ? scaled(way, 1 / length(way)) : [0, 0, 1];
  const side = cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z);
  const x = scaled(side, 1 / length(side));
  const y = cross(z, x);
  const half = sectors / 4;
  const first = points.length;
  for (let i = 0; i <= 2 * half + 1; i++) {
    const [centre, up] = i <= half ? [a, i - half] : [b, i - half - 1];
    const turn = (up / half) * (Math.PI / 2);
    for (let j = 0; j < sectors; j++) {
      const angle = (j / sectors) * 2 * Math.PI;
      const r = radius * Math.cos(turn);
      const flat = plus(scaled(x, r * Math.cos(angle)), scaled(y, r * Math.sin(angle)));
      points.push(plus(plus(centre, flat), scaled(z, radius * Math.sin(turn))));
      if (i === 0) continue;
      const [p, q] = [first + i * sectors + j, first + i * sectors + ((j + 1) % sectors)];
      out.push(p - sectors, q - sectors, q, p - sectors, q, p);
    }
  }
}
