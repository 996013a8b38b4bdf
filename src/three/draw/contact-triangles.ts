import { Triangle, Vector3 } from 'three';
import type { TriangleSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import { leastOf } from '../../math/extreme.ts';
import { checkedPose, type Pose, type Vec3 } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { linkBodies } from '../../scene/content/link-bodies.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';

/** Gives the three corners of the triangle of one side of a contact in the world, nine numbers; null: there is none. */
export type ContactTriangle = (side: TriangleSide, point: Vec3) => readonly number[] | null;

interface Candidate {
  readonly mesh: TriangleMesh;
  readonly pose: Pose | undefined;
}

/** Finds the triangles that the contacts of an answer name, where they are in the world at its time. */
export function contactTriangles(scene: Scene, motions: SceneMotions, time: number): ContactTriangle {
  const links = scene.linkPoses(motions, time);
  const bodies = scene.bodyPoses(motions, time);
  const candidates = ({ body, link }: TriangleSide): Candidate[] => {
    const robot = scene.robots.find(({ name }) => name === body);
    if (robot !== undefined && link !== undefined) {
      const pose = entryOf(entryOf(links, body), link);
      return linkBodies(robot).flatMap((one) => (robot.links[one.link].name === link ? [{ mesh: one.mesh, pose }] : []));
    }
    const own = scene.bodies.filter(({ name }) => name === body).map(({ shape }) => ({ mesh: shape, pose: entryOf(bodies, body) }));
    const standing = scene.obstacles.filter(({ name, shape }) => (name ?? shape.name) === body);
    return [...own, ...standing.map(({ shape, pose }) => ({ mesh: shape, pose }))];
  };
  return (side, point) => {
    // a link may have two meshes, surfaces and solids: the triangle is that at the point
    const found = candidates(side).filter(({ mesh }) => side.triangle < mesh.triangleCount);
    const corners = found.map((candidate) => cornersOf(candidate, side.triangle));
    const distances = found.map(({ mesh }, i) => Math.abs(distanceTo(corners[i], point) - (mesh.radii?.[side.triangle] ?? 0)));
    return corners[distances.indexOf(leastOf(distances))] ?? null;
  };
}

function cornersOf({ mesh, pose }: Candidate, triangle: number): number[] {
  const { position, quaternion } = checkedPose(pose, 'pose');
  const corner = (k: number): number[] => {
    const v = 3 * mesh.indices[3 * triangle + k];
    const turned = rotate(quaternion, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
    return turned.map((x, i) => x + position[i]);
  };
  return [0, 1, 2].flatMap(corner);
}

function distanceTo(corners: readonly number[], point: Vec3): number {
  const [a, b, c] = [0, 3, 6].map((k) => new Vector3().fromArray(corners, k));
  const target = new Vector3(point[0], point[1], point[2]);
  return new Triangle(a, b, c).closestPointToPoint(target, new Vector3()).distanceTo(target);
}
