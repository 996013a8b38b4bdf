import type { BodyData } from '../scene-data.ts';
import { placeAt } from './body-pose.ts';
import type { Scene } from './decode-scene.ts';
import { add, dot, subtract, type Triple, type Vector } from './vectors.ts';

export interface SightOptions {
  /** Distance from the point within which nothing hides it. */
  readonly from?: number;
  /** Triangles of a body that are tested, evenly chosen. */
  readonly most?: number;
}

/**
 * How far in front of the target surroundings begin to be cut away: about the ball of all that moves, nearer in a
 * thicket.
 */
export function cutDepth({ data: { bodies } }: Scene): number {
  return bodies.length > 100 ? 0.5 : 1.1;
}

/** Whether one of these bodies, at the time shown first, lies between the point and an eye in that direction. */
export function isHidden(
  scene: Scene,
  point: Triple,
  direction: Triple,
  by: readonly BodyData[],
  { from = 0.02, most = 30_000 }: SightOptions = {},
): boolean {
  const depth = cutDepth(scene);
  const height = dot(point, direction);
  return by.some((body) => {
    const { columns, centre } = placeAt(scene, body, scene.data.shownTime);
    const { shown, indices } = scene.meshes[body.mesh];
    const to = subtract(centre, point);
    const ahead = dot(to, direction);
    if (ahead < -body.radius || dot(to, to) - ahead * ahead > body.radius * body.radius) return false;
    const toFrame = (v: Triple): Vector => [dot(columns[0], v), dot(columns[1], v), dot(columns[2], v)];
    const d = toFrame(direction);
    const origin = add(toFrame(subtract(point, centre)), d, from);
    const stride = 3 * Math.ceil(indices.length / 3 / most);
    for (let i = 0; i < indices.length; i += stride) {
      const far = rayMeetsTriangle(origin, d, shown, 3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]);
      if (far > 0 && (!body.obstacle || height + far < depth)) return true;
    }
    return false;
  });
}

/** How far along the ray; 0 where it misses. Corners are places in p. */
export function rayMeetsTriangle(s: Triple, d: Triple, p: ArrayLike<number>, a: number, b: number, c: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const hx = d[1] * vz - d[2] * vy;
  const hy = d[2] * vx - d[0] * vz;
  const hz = d[0] * vy - d[1] * vx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return 0;
  const wx = s[0] - p[a];
  const wy = s[1] - p[a + 1];
  const wz = s[2] - p[a + 2];
  const m = (wx * hx + wy * hy + wz * hz) / det;
  if (m < 0 || m > 1) return 0;
  const qx = wy * uz - wz * uy;
  const qy = wz * ux - wx * uz;
  const qz = wx * uy - wy * ux;
  const n = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (n < 0 || m + n > 1) return 0;
  return Math.max(0, (vx * qx + vy * qy + vz * qz) / det);
}
