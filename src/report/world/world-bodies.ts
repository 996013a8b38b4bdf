import type { Pose, Vec3 } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { base64, encodedMesh, type Sphere, sphereAround } from '../mesh-encoding.ts';
import type { BodyData, MeshData } from '../viewer/scene-data.ts';
import { clippedMesh } from './clipped-mesh.ts';
import type { WorldReportBody, WorldReportFrame } from './world-report-input.ts';

/** Coordinates are stored as so many whole numbers to either side. */
const LARGEST = 32767;
/** What stands is drawn up to here, in radii of the picture. */
const SURROUNDINGS = 1.25;
/** Colours of what moves: by shape, or where all have the same shape, in turn. */
const COLORS: readonly string[] = ['robot0', 'b', 'mover', 'robot1', 'a'];
const TINTS = 4;

export function placed({ centre, radius }: Sphere, { position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose): Sphere {
  const [x, y, z] = rotate(quaternion, centre);
  return { centre: [x + position[0], y + position[1], z + position[2]], radius };
}

export interface DrawnBodies {
  readonly meshes: readonly MeshData[];
  readonly bodies: readonly BodyData[];
  readonly tracks: readonly string[];
  /** Positions of tracks are multiples of it. */
  readonly quantum: number;
  readonly clipped: number;
}

/** A mesh is stored once, however many bodies have it; of what stands and reaches far, what is near. */
export function drawnBodies(
  bodies: readonly WorldReportBody[],
  kept: readonly WorldReportFrame[],
  spheres: Map<TriangleMesh, Sphere>,
  { centre: origin, radius }: Sphere,
): DrawnBodies {
  const scale = 1 / radius;
  const meshes = new Map<TriangleMesh, number>();
  const shapes = [...new Set(bodies.filter(({ fixed }) => !fixed).map(({ mesh }) => mesh))];
  const quantum = quantumOf(bodies, kept, origin) * scale;
  const tracks: string[] = [];
  const out: BodyData[] = [];
  let clipped = 0;
  const draw = (mesh: TriangleMesh, how: Pick<BodyData, 'still' | 'color' | 'obstacle' | 'track' | 'pose'>) => {
    const { centre, radius } = spheres.get(mesh) as Sphere;
    if (!meshes.has(mesh)) meshes.set(mesh, meshes.size);
    const ball = { centre: centre.map((x) => rounded(x * scale)), radius: rounded(radius * scale) };
    out.push({ mesh: meshes.get(mesh) as number, isTip: false, ...ball, ...how });
  };
  const [{ poses }] = kept;
  for (const [i, { mesh, fixed = false }] of bodies.entries()) {
    if (!fixed) {
      const color = COLORS[(shapes.length > 1 ? shapes.indexOf(mesh) : i) % COLORS.length];
      draw(mesh, { still: false, color, track: tracks.push(trackOf(kept, i, origin, scale, quantum)) - 1 });
      continue;
    }
    const standing = { still: true, obstacle: true, color: `still${i % TINTS}` };
    const ball = placed(spheres.get(mesh) as Sphere, poses[i]);
    const isNear = length(subtract(ball.centre, origin)) + ball.radius <= SURROUNDINGS * radius;
    if (isNear) {
      draw(mesh, { ...standing, pose: packed(poses[i], origin, scale) });
      continue;
    }
    clipped++;
    const part = clippedMesh(mesh, poses[i], { centre: origin, radius: SURROUNDINGS * radius });
    if (part === null) continue;
    spheres.set(part, sphereAround(part));
    draw(part, { ...standing, pose: packed({}, origin, scale) });
  }
  const encoded = [...meshes.keys()].map((mesh) => encodedMesh(mesh, (spheres.get(mesh) as Sphere).centre, scale));
  return { meshes: encoded, bodies: out, tracks, quantum, clipped };
}

function quantumOf(bodies: readonly WorldReportBody[], kept: readonly WorldReportFrame[], origin: Vec3): number {
  let most = 0;
  for (const { poses } of kept)
    poses.forEach(({ position = [0, 0, 0] }, i) => {
      if (!bodies[i].fixed) for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(position[k] - origin[k]));
    });
  return most > 0 ? most / LARGEST : 1;
}

function packed({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose, origin: Vec3, scale: number): number[] {
  return [...position.map((x, k) => rounded((x - origin[k]) * scale)), ...quaternion];
}

/** Seven whole numbers a frame: the position, and the quaternion in LARGESTs. */
function trackOf(kept: readonly WorldReportFrame[], body: number, origin: Vec3, scale: number, quantum: number): string {
  const out = new Int16Array(7 * kept.length);
  kept.forEach(({ poses }, f) => {
    const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = poses[body];
    for (let k = 0; k < 3; k++) out[7 * f + k] = Math.round(((position[k] - origin[k]) * scale) / quantum);
    for (let k = 0; k < 4; k++) out[7 * f + 3 + k] = Math.round(quaternion[k] * LARGEST);
  });
  return base64(out);
}

/** Single precision needs no more digits. */
export function rounded(x: number): number {
  return Number(x.toPrecision(7));
}
