/**
 * The shapes of a link as at most two bodies in the link's frame: one of surfaces, spheres and capsules, one of solids.
 * A single shape that stands in the link's own frame is taken as it is; others are moved and joined, rounded to
 * doubles, and it is these doubles that answers are about.
 */

import { largestOf } from '../../math/extreme.ts';
import { checkedPose } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import type { LinkShape } from '../../robot/robot-model.ts';

export interface LinkBody {
  readonly link: number;
  readonly mesh: TriangleMesh;
}

const known: WeakMap<Robot, readonly LinkBody[]> = new WeakMap();

/** Made at first use and kept with the robot, so that scenes share meshes and trees. */
export function linkBodies(robot: Robot): readonly LinkBody[] {
  let bodies = known.get(robot);
  if (bodies === undefined) {
    bodies = robot.links.flatMap(({ index, name, shapes }) =>
      [false, true]
        .map((solid) => shapes.filter(({ shape: mesh }) => mesh.solid === solid))
        .filter((group) => group.length > 0)
        .map((group) => ({ link: index, mesh: joined(group, name) })),
    );
    known.set(robot, bodies);
  }
  return bodies;
}

/** Takes bodies that were made elsewhere for those of a robot. */
export function keepLinkBodies(robot: Robot, bodies: readonly LinkBody[]): void {
  known.set(robot, bodies);
}

/** Shapes in one frame as one body, all of them solid or none. */
export function joined(shapes: readonly LinkShape[], name: string): TriangleMesh {
  if (shapes.length === 1 && isIdentity(shapes[0])) return shapes[0].shape;
  const positions: number[] = [];
  const indices: number[] = [];
  const radii: number[] = [];
  const R = new Float64Array(9);
  for (const { shape: mesh, pose } of shapes) {
    const { position: p, quaternion } = checkedPose(pose, `link '${name}': shape`);
    writeMatrix(quaternion, R, 0);
    const first = positions.length / 3;
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const x = mesh.positions[v];
      const y = mesh.positions[v + 1];
      const z = mesh.positions[v + 2];
      for (let k = 0; k < 3; k++) positions.push(R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + p[k]);
    }
    for (const v of mesh.indices) indices.push(first + v);
    for (let i = 0; i < mesh.triangleCount; i++) radii.push(mesh.radii === null ? 0 : mesh.radii[i]);
  }
  const radius = radii.some((r) => r > 0) ? radii : 0;
  return new TriangleMesh(positions, indices, {
    name,
    radius,
    solid: shapes[0].shape.solid,
    excess: largestOf(shapes.map(({ shape }) => shape.excess)),
  });
}

function isIdentity({ pose }: LinkShape): boolean {
  const { position, quaternion } = checkedPose(pose, 'shape');
  return position.every((x) => x === 0) && quaternion[3] === 1 && quaternion[0] === 0 && quaternion[1] === 0 && quaternion[2] === 0;
}
