import type { Pose, Vec3 } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import { dot, scaled, subtract } from '../../math/vec3.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { drawnShape } from '../drawn-shape.ts';
import type { Sphere } from '../mesh-encoding.ts';

const SIDES = 40;

/** Keeps n·x ≤ offset. */
interface Plane {
  readonly normal: Vec3;
  readonly offset: number;
}

/**
 * What of a placed mesh lies in an upright drum around a ball, in the world's frame; null where nothing does. A floor
 * without end becomes a round one.
 */
export function clippedMesh(
  mesh: TriangleMesh,
  { position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose,
  drum: Sphere,
): TriangleMesh | null {
  const planes = drumPlanes(drum);
  const { positions, indices } = drawnShape(mesh);
  const out: number[] = [];
  const corner = (i: number): Vec3 => {
    const v = 3 * indices[i];
    const [x, y, z] = rotate(quaternion, [positions[v], positions[v + 1], positions[v + 2]]);
    return [x + position[0], y + position[1], z + position[2]];
  };
  for (let i = 0; i < indices.length; i += 3) {
    const polygon = planes.reduce(clipped, [corner(i), corner(i + 1), corner(i + 2)]);
    for (let k = 1; k + 1 < polygon.length; k++) out.push(...polygon[0], ...polygon[k], ...polygon[k + 1]);
  }
  return out.length === 0 ? null : new TriangleMesh(out, undefined, { name: mesh.name });
}

function drumPlanes({ centre, radius }: Sphere): Plane[] {
  const around = Array.from({ length: SIDES }, (_, i): Vec3 => {
    const angle = (2 * Math.PI * i) / SIDES;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  return [...around, [0, 0, 1] as Vec3, [0, 0, -1] as Vec3].map((normal) => ({ normal, offset: dot(normal, centre) + radius }));
}

function clipped(polygon: readonly Vec3[], { normal, offset }: Plane): Vec3[] {
  const out: Vec3[] = [];
  polygon.forEach((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const [above, next] = [dot(normal, p) - offset, dot(normal, q) - offset];
    if (above <= 0) out.push(p);
    if (above <= 0 !== next <= 0) out.push(subtract(p, scaled(subtract(q, p), above / (next - above))));
  });
  return out;
}
