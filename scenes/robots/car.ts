import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { alongY, mixed, partMesh, shifted, signedPower, turned } from '../part-surfaces.ts';
import { flipped, joined, smoothStep, sphereLike, TURN } from '../surface.ts';

/** A small car along x, 4.1 × 1.5 × 1.5 m, on its wheels: a soup of five closed parts. 3,992 triangles. */
export function car(): TriangleMesh {
  const body = sphereLike(46, 34, (s, u) => {
    const x = -2.05 + 4.1 * s;
    const end = Math.sqrt(Math.max(0, 1 - Math.abs(2 * s - 1) ** 3));
    const cabin = 0.72 * smoothStep(-1.95, -0.3, x) * smoothStep(1.25, 0.25, x);
    const bonnet = 0.12 * smoothStep(1.9, 0.9, x) * smoothStep(-2, -1, x);
    const [bottom, roof] = [0.22, 0.75 + cabin + bonnet];
    const [c, n] = [Math.cos(u * TURN), Math.sin(u * TURN)];
    const waist = n > 0 ? 1 - 0.28 * n * n : 1;
    const middle = mixed(0.55, (roof + bottom) / 2, Math.min(1, end * 1.2));
    return [x, 0.72 * end ** 0.6 * waist * signedPower(c, 0.7), middle + ((roof - bottom) / 2) * end * signedPower(n, 0.8)];
  });
  const wheel = alongY(
    turned(18, [
      [0.16, -0.08],
      [0.3, -0.09],
      [0.32, -0.06],
      [0.32, 0.06],
      [0.3, 0.09],
      [0.16, 0.08],
    ]),
  );
  const wheels = [1.2, -1.2].flatMap((x) => [0.66, -0.66].map((y) => shifted(wheel, [x, y, 0.32])));
  return partMesh('car', joined(flipped(body), ...wheels));
}
