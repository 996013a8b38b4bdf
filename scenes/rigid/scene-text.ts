import type { Pose } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { RigidScene } from './rigid-scene.ts';

/** OBJ text of a mesh. Numbers are written in full, so that a reader gets the same doubles. */
export function objText(mesh: TriangleMesh): string {
  const { positions: p, indices: t } = mesh;
  const lines = [`# ${mesh.name}: ${mesh.vertexCount} vertices, ${mesh.triangleCount} triangles`];
  for (let i = 0; i < p.length; i += 3) lines.push(`v ${p[i]} ${p[i + 1]} ${p[i + 2]}`);
  for (let i = 0; i < t.length; i += 3) lines.push(`f ${t[i] + 1} ${t[i + 1] + 1} ${t[i + 2] + 1}`);
  return `${lines.join('\n')}\n`;
}

/** A `ccd-scene/1` file whose meshes are the named OBJ files beside it. */
export function sceneText(scene: RigidScene, fileA: string, fileB: string): string {
  const head = {
    format: 'ccd-scene/1',
    name: scene.name,
    meshA: fileA,
    meshB: fileB,
    poseB: { q: scene.poseB.quaternion, t: scene.poseB.position },
    motion: 'linear-origin+constant-axis',
    touch: scene.touch,
  };
  const queries = scene.queries.map(({ id, trajectory, pose0, pose1 }) => ({ id, trajectory, ...ends(pose0, pose1) }));
  return `${JSON.stringify({ ...head, queries })}\n`;
}

function ends(pose0: Required<Pose>, pose1: Required<Pose>) {
  return { q0: pose0.quaternion, t0: pose0.position, q1: pose1.quaternion, t1: pose1.position };
}
