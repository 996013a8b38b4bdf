import type { Vec3 } from '../math/pose.ts';
import { dot, length, subtract } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { motionParameters, pointAt } from './placed-body.ts';
import type { ReportBody, ReportInput } from './report-input.ts';

/** More markers than this only hide each other. */
const MOST_MARKERS = 200;

/**
 * What the page draws, as JSON-safe data. Lengths are in units of the scene's radius, positions relative to its centre, so that
 * single precision is enough for a picture of any scene. The scene's size is that of both bodies at the time shown first.
 */
export function pictureData({ a, b, result }: ReportInput, shownTime: number): object {
  const spheres = [a, b].map((body) => ({ body, ...sphereAround(body.mesh) }));
  const centres = spheres.map(({ body, centre }) => pointAt(body.motion, shownTime, centre));
  const origin: Vec3 = [0, 1, 2].map((k) => centres[0][k] / 2 + centres[1][k] / 2) as unknown as Vec3;
  const reach = Math.max(...spheres.map(({ radius }, i) => length(subtract(centres[i], origin)) + radius));
  const scale = reach > 0 ? 1 / reach : 1;
  const relative = (p: Vec3) => p.map((x, k) => (x - origin[k]) * scale);
  const sameMesh = a.mesh === b.mesh;
  return {
    status: result.status,
    time: result.time,
    shownTime,
    meshes: (sameMesh ? [a] : [a, b]).map(({ mesh }) => encodedMesh(mesh, sphereAround(mesh).centre, scale)),
    bodies: spheres.map(({ body, centre, radius }, i) => ({
      name: body.name,
      mesh: sameMesh ? 0 : i,
      still: body.motion.still,
      centre: centre.map((x) => x * scale),
      radius: radius * scale,
      motion: motionParameters(body.motion, origin, scale),
    })),
    contacts: distinct(result.contacts.map(({ point, normal }) => ({ point: relative(point), normal }))),
  };
}

interface Marker {
  readonly point: readonly number[];
  readonly normal: Vec3;
}

/** Markers that would be seen as one are drawn as one. */
function distinct(markers: readonly Marker[]): Marker[] {
  const kept: Marker[] = [];
  for (const { point, normal } of markers) {
    const isNear = (other: Marker) => other.point.every((x, k) => Math.abs(x - point[k]) < 0.005) && dot(other.normal, normal) > 0.96;
    if (kept.length < MOST_MARKERS && !kept.some(isNear)) kept.push({ point, normal });
  }
  return kept;
}

function sphereAround({ positions, indices }: ReportBody['mesh']): { centre: Vec3; radius: number } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const v of indices) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], positions[3 * v + k]);
      max[k] = Math.max(max[k], positions[3 * v + k]);
    }
  }
  const centre: Vec3 = [0, 1, 2].map((k) => min[k] / 2 + max[k] / 2) as unknown as Vec3;
  let radius = 0;
  for (const v of indices) {
    radius = Math.max(radius, length([positions[3 * v] - centre[0], positions[3 * v + 1] - centre[1], positions[3 * v + 2] - centre[2]]));
  }
  return { centre, radius };
}

function encodedMesh({ positions, indices }: TriangleMesh, centre: Vec3, scale: number): { positions: string; indices: string } {
  const relative = Float32Array.from(positions, (x, i) => (x - centre[i % 3]) * scale);
  return { positions: base64(relative), indices: base64(indices) };
}

/** Little-endian bytes, as every engine in use stores them. */
function base64({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8190) parts.push(btoa(String.fromCharCode(...bytes.subarray(i, i + 8190))));
  return parts.join('');
}
