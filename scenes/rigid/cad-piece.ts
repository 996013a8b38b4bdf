import type { Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, flipped, griddedBox, joined, mapped, type Surface, TURN, torusLike } from '../surface.ts';

/** A base plate with an upright bushing and a lying pipe clamp, as a CAD system writes it: a soup of three closed parts. 2,600 triangles. */
export function cadPiece(): TriangleMesh {
  const plate = griddedBox([2, 1, 0.18], [10, 15, 4]);
  const bushing = mapped(tube(0.22, 0.36, 0.4), ([x, y, z]): Vec3 => [x + 0.6, y, z + 0.49]);
  const clamp = flipped(mapped(tube(0.28, 0.42, 0.2), ([x, y, z]): Vec3 => [x - 0.75, z, y + 0.5]));
  return benchmarkMesh('cad', joined(plate, bushing, clamp));
}

/** Once around the wall of a tube: 0 inner, 1 outer radius; height in half lengths. */
const WALL: readonly (readonly [wall: number, height: number])[] = [
  [1, -1],
  [1, -0.5],
  [1, 0],
  [1, 0.5],
  [1, 1],
  [0, 1],
  [0, 0.5],
  [0, 0],
  [0, -0.5],
  [0, -1],
];

function tube(inner: number, outer: number, halfLength: number): Surface {
  const around = 40;
  return torusLike(around, WALL.length, (i, j) => {
    const angle = (i / around) * TURN;
    const [wall, height] = WALL[j];
    const radius = inner + (outer - inner) * wall;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height * halfLength];
  });
}
