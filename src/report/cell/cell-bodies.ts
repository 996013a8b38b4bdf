import type { PairSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import { largestOf, leastOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import { checkedPose } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import { length, subtract } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { linkBodies } from '../../scene/content/link-bodies.ts';
import type { Scene } from '../../scene/scene.ts';
import { type Sphere, sphereAround } from '../mesh-encoding.ts';
import { isStill, type PlacedPose, type Track, type Tracks } from './cell-samples.ts';

/** Something to draw. */
export interface DrawnBody {
  readonly side: PairSide;
  readonly kind: 'robot' | 'body' | 'obstacle';
  /** Number of the robot or obstacle. */
  readonly index: number;
  readonly mesh: TriangleMesh;
  readonly sphere: Sphere;
  /** One pose where it never moves. */
  readonly track: Track;
  /** The last ones of their robot that move: their ways are drawn. */
  readonly isTip: boolean;
}

/**
 * So many triangles a page draws smoothly, counting every place of a mesh, and so many distinct ones keep the file
 * small.
 */
const MOST_DRAWN = 400_000;
const MOST_DISTINCT = 150_000;

const spheres: WeakMap<TriangleMesh, Sphere> = new WeakMap();

/** Around the mesh; kept with it, as many bodies may share it. */
function sphereOf(mesh: TriangleMesh): Sphere {
  let sphere = spheres.get(mesh);
  if (sphere === undefined) {
    sphere = sphereAround(mesh);
    spheres.set(mesh, sphere);
  }
  return sphere;
}

export function centreAt({ sphere, track }: Pick<DrawnBody, 'sphere' | 'track'>, sample: number): Vec3 {
  const { position, quaternion } = track.length === 1 ? track[0] : track[sample];
  const [x, y, z] = rotate(quaternion, sphere.centre);
  return [x + position[0], y + position[1], z + position[2]];
}

/** What may move: every robot's links, then the bodies. */
export function movingBodies(scene: Scene, tracks: Tracks): readonly DrawnBody[] {
  const links = scene.robots.flatMap((robot, index) => {
    const shaped = linkBodies(robot);
    const isMoving = (link: number) => !isStill(entryOf(entryOf(tracks.links, robot.name), robot.links[link].name));
    const carriesMore = new Set<number>();
    for (const { link } of shaped.filter((body) => isMoving(body.link)))
      for (let at = robot.links[link].parent; at >= 0; at = robot.links[at].parent) carriesMore.add(at);
    return shaped.map(({ link, mesh }): DrawnBody => {
      const { name } = robot.links[link];
      const isTip = isMoving(link) && !carriesMore.has(link);
      return {
        side: { body: robot.name, link: name },
        kind: 'robot',
        index,
        mesh,
        isTip,
        ...placed(mesh, entryOf(entryOf(tracks.links, robot.name), name)),
      };
    });
  });
  const bodies = scene.bodies.map(({ name, shape: mesh }, index): DrawnBody => {
    const track = entryOf(tracks.bodies, name);
    return { side: { body: name }, kind: 'body', index, mesh, isTip: !isStill(track), ...placed(mesh, track) };
  });
  return [...links, ...bodies];
}

/** The obstacles nearest to what moves, as many as a page can hold; `wanted` ones come first. */
export function drawnObstacles(
  scene: Scene,
  moving: readonly DrawnBody[],
  wanted: (side: PairSide) => boolean,
): { readonly obstacles: readonly DrawnBody[]; readonly leftOut: number } {
  const samples = Math.max(1, largestOf(moving.map(({ track }) => track.length)));
  const steps = Array.from({ length: Math.min(samples, 40) }, (_, i) => Math.floor((i * samples) / Math.min(samples, 40)));
  const places = moving.flatMap((body) =>
    (body.track.length === 1 ? [0] : steps).map((i) => ({ centre: centreAt(body, i), radius: body.sphere.radius })),
  );
  const all = scene.obstacles.map(({ name, shape: mesh, pose }, index): DrawnBody => {
    const side = { body: name ?? mesh.name };
    return { side, kind: 'obstacle', index, mesh, isTip: false, ...placed(mesh, [checkedPose(pose, side.body)]) };
  });
  const farness = (body: DrawnBody): number => {
    if (wanted(body.side)) return -Infinity;
    const centre = centreAt(body, 0);
    return leastOf(places.map((place) => length(subtract(place.centre, centre)) - place.radius)) - body.sphere.radius;
  };
  const nearest = all.map((body) => ({ body, far: farness(body) })).sort((a, b) => a.far - b.far || a.body.index - b.body.index);
  const meshes = new Set(moving.map(({ mesh }) => mesh));
  const robots = moving.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
  let drawn = robots;
  let distinct = robots;
  const obstacles: DrawnBody[] = [];
  for (const { body, far } of nearest) {
    const { mesh } = body;
    const more = meshes.has(mesh) ? 0 : mesh.triangleCount;
    if (far > -Infinity && (drawn + mesh.triangleCount > MOST_DRAWN || distinct + more > MOST_DISTINCT)) continue;
    meshes.add(mesh);
    drawn += mesh.triangleCount;
    distinct += more;
    obstacles.push(body);
  }
  return { obstacles: obstacles.sort((a, b) => a.index - b.index), leftOut: all.length - obstacles.length };
}

function placed(mesh: TriangleMesh, track: readonly PlacedPose[]): Pick<DrawnBody, 'sphere' | 'track'> {
  return { sphere: sphereOf(mesh), track: isStill(track) ? [track[0]] : track };
}
