import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, flipped, joined, lathe, mapped, smoothStep } from '../surface.ts';

/** A hammer: a waisted head and a handle that runs into it (a soup of two closed parts). 1,700 triangles. */
export function hammer(): TriangleMesh {
  const head = lathe(20, 25, (s) => {
    const z = -0.45 + 0.9 * s;
    const waist = 0.05 * smoothStep(0.1, 0.3, z) - 0.05 * smoothStep(-0.3, -0.1, z);
    const peen = 0.06 * smoothStep(0, -0.45, z);
    return [(0.16 + waist - peen) * flatEnds(s, 24), z];
  });
  const handle = lathe(14, 25, (s) => {
    const z = 2 * s;
    return [(0.06 + 0.02 * smoothStep(1, 1.8, z)) * flatEnds(s, 30), z];
  });
  const handleAcross = flipped(mapped(handle, ([x, y, z]) => [x, z - 0.05, y]));
  return benchmarkMesh('hammer', joined(head, handleAcross));
}

/** 1 along the profile, falling to 0 at both poles; the higher the power, the flatter the ends. */
function flatEnds(s: number, power: number): number {
  return Math.sqrt(Math.max(0, 1 - Math.abs(2 * s - 1) ** power));
}
