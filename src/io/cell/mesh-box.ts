import { conjugate, rotate } from '../../math/quat.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FullPose } from '../scene/rigid-scene.ts';

/** Around a mesh, in its own frame. */
export interface MeshBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Boxes of meshes, each found once: many obstacles may share a mesh. */
export class MeshBoxes {
  private readonly known: Map<TriangleMesh, MeshBox> = new Map();

  of(mesh: TriangleMesh): MeshBox {
    const known = this.known.get(mesh);
    if (known !== undefined) return known;
    const { positions } = mesh;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
    const box = { low, high };
    this.known.set(mesh, box);
    return box;
  }

  /** Lengths of its sides along x, y and z. */
  sidesOf(mesh: TriangleMesh): readonly number[] {
    const { low, high } = this.of(mesh);
    return high.map((value, k) => value - low[k]);
  }
}

export function isWithinBox(point: readonly [number, number, number], { low, high }: MeshBox, pose: FullPose): boolean {
  const [x, y, z] = point.map((value, k) => value - pose.position[k]);
  const local = rotate(conjugate(pose.quaternion), [x, y, z]);
  return local.every((value, k) => low[k] < value && value < high[k]);
}
