import { largestOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import { dot, length, subtract } from '../../math/vec3.ts';
import { encodedMesh, sphereAround } from '../mesh-encoding.ts';
import { motionParameters, pointAt } from '../placed-body.ts';
import type { SceneData } from '../viewer/scene-data.ts';
import type { ReportInput } from './report-input.ts';

/** More markers than this only hide each other. */
const MOST_MARKERS = 200;

/**
 * What the page draws, as JSON-safe data. Lengths are in units of the scene's radius, positions relative to its centre,
 * so that single precision is enough for a picture of any scene. The scene's size is that of both bodies at the time
 * shown first.
 */
export function pictureData({ a, b, result }: ReportInput, shownTime: number): SceneData {
  const spheres = [a, b].map((body) => ({ body, ...sphereAround(body.mesh) }));
  const centres = spheres.map(({ body, centre }) => pointAt(body.motion, shownTime, centre));
  const origin: Vec3 = [0, 1, 2].map((k) => centres[0][k] / 2 + centres[1][k] / 2) as unknown as Vec3;
  const reach = largestOf(spheres.map(({ radius }, i) => length(subtract(centres[i], origin)) + radius));
  const scale = reach > 0 ? 1 / reach : 1;
  const relative = (p: Vec3) => p.map((x, k) => (x - origin[k]) * scale);
  const sameMesh = a.mesh === b.mesh;
  return {
    status: result.status,
    time: result.time,
    shownTime,
    segments: 1,
    ghosts: [0, 1],
    meshes: (sameMesh ? [a] : [a, b]).map(({ mesh }) => encodedMesh(mesh, sphereAround(mesh).centre, scale)),
    bodies: spheres.map(({ body, centre, radius }, i) => ({
      name: body.name,
      color: 'ab'[i],
      mesh: sameMesh ? 0 : i,
      still: body.motion.still,
      centre: centre.map((x) => x * scale),
      radius: radius * scale,
      motion: motionParameters(body.motion, origin, scale),
    })),
    contacts: distinct(result.contacts.map(({ point, normal }) => ({ point: relative(point), normal }))),
  };
}

export interface Marker {
  readonly point: readonly number[];
  readonly normal: Vec3;
}

/** Markers that would be seen as one are drawn as one. */
export function distinct(markers: readonly Marker[], apart = 0.005): Marker[] {
  const kept: Marker[] = [];
  for (const { point, normal } of markers) {
    const isNear = (other: Marker) => other.point.every((x, k) => Math.abs(x - point[k]) < apart) && dot(other.normal, normal) > 0.96;
    if (kept.length < MOST_MARKERS && !kept.some(isNear)) kept.push({ point, normal });
  }
  return kept;
}
