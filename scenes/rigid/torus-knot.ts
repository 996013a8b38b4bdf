import type { Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, flipped, TURN, torusLike } from '../surface.ts';

const ALONG = 346;
const AROUND = 50;
const TUBE_RADIUS = 0.42;

/** A tube around the trefoil, the (2, 3) torus knot. 34,600 triangles. */
export function torusKnot(): TriangleMesh {
  const surface = torusLike(ALONG, AROUND, (i, j) => {
    const u = i / ALONG;
    const step = 1e-3;
    const [before, here, after] = [trefoil(u - step), trefoil(u), trefoil(u + step)];
    const tangent = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    const outward: Vec3 = [after[0] + before[0], after[1] + before[1], after[2] + before[2]];
    const binormal = unit(cross(tangent, outward));
    const normal = cross(binormal, tangent);
    const angle = (j / AROUND) * TURN;
    const [c, s] = [TUBE_RADIUS * Math.cos(angle), TUBE_RADIUS * Math.sin(angle)];
    return [
      here[0] + c * normal[0] + s * binormal[0],
      here[1] + c * normal[1] + s * binormal[1],
      here[2] + c * normal[2] + s * binormal[2],
    ];
  });
  return benchmarkMesh('torusknot', flipped(surface));
}

function trefoil(u: number): Vec3 {
  const a = u * TURN;
  const radius = 2 + Math.cos(3 * a);
  return [radius * Math.cos(2 * a), radius * Math.sin(2 * a), -Math.sin(3 * a)];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Vec3): Vec3 {
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return [a[0] / length, a[1] / length, a[2] / length];
}
