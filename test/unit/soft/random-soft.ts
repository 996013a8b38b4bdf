import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

/** A bumpy sheet of n × n quads, some 2 wide, about z = 0. */
export function sheet(n: number, random: Random, bump = 0.1): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) positions.push((2 * i) / n - 1, (2 * j) / n - 1, bump * (2 * random.next() - 1));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  }
  return new TriangleMesh(positions, indices, { name: 'sheet' });
}

/** Every vertex goes its own way, by up to `reach`, and all of them together by `drift`. */
export function movedVertices(positions: Float64Array, random: Random, reach: number, drift: Vec3): Float64Array {
  return positions.map((x, i) => x + reach * (2 * random.next() - 1) + drift[i % 3]);
}

export function randomQuaternion(random: Random): Quat {
  for (;;) {
    const q = [0, 0, 0, 0].map(() => 2 * random.next() - 1);
    const length = Math.hypot(...q);
    if (length > 0.1 && length < 1) return q.map((x) => x / length) as unknown as Quat;
  }
}

export function randomPose(random: Random, spread: number, height: number): Pose {
  return {
    position: [spread * (2 * random.next() - 1), spread * (2 * random.next() - 1), height + spread * (random.next() - 0.5)],
    quaternion: randomQuaternion(random),
  };
}

/** A small rigid body of one of a few shapes; a surface, not a solid. */
export function randomTool(random: Random): TriangleMesh {
  const solid = [box([0.5, 0.3, 0.9]), cylinder(0.25, 1, { segments: 9 }), sphere(0.3)][Math.floor(3 * random.next())];
  return new TriangleMesh(solid.positions, solid.indices, { name: 'tool', ...(solid.radii === null ? {} : { radius: solid.radii }) });
}
