/**
 * Spheres, cylinders and boxes of three.js as the shapes that they stand for, where their triangles are inside of these
 * and would miss contacts: a ball exactly, a cylinder as a prism around it.
 */
import type { CylinderGeometry, Mesh, SphereGeometry } from 'three';
import { length } from '../math/vec3.ts';
import { cylinder } from '../mesh/cylinder.ts';
import { sphere } from '../mesh/primitives.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { LinkPose } from '../robot/link-poses.ts';
import { frameOf, poseOfFrame } from './rigid-frame.ts';

/** A shape, and where it is. */
export interface ExactShape {
  readonly shape: TriangleMesh;
  readonly pose: LinkPose;
}

/** Scales this much apart are the same: what rounding leaves of a turn. */
const EVEN = 1e-9;

/** `matrix`: from its vertices to the frame in which the shape is wanted. Null: its triangles are all there is. */
export function exactShape({ geometry }: Mesh, matrix: readonly number[], name: string): ExactShape | null {
  const [x, y, z] = [0, 4, 8].map((at) => length([matrix[at], matrix[at + 1], matrix[at + 2]]));
  if (!isUpright(matrix, x, y, z)) return null;
  if (geometry.type === 'SphereGeometry') return ball(geometry as SphereGeometry, matrix, [x, y, z], name);
  if (geometry.type === 'CylinderGeometry') return prism(geometry as CylinderGeometry, matrix, [x, y, z], name);
  return null;
}

function ball({ parameters }: SphereGeometry, matrix: readonly number[], scales: readonly number[], name: string): ExactShape | null {
  const { radius, phiLength, thetaLength } = parameters;
  const [x, y, z] = scales;
  const isWhole = phiLength >= 2 * Math.PI && thetaLength >= Math.PI;
  if (!isWhole || Math.abs(y - x) > EVEN * x || Math.abs(z - x) > EVEN * x) return null;
  return { shape: sphere(radius * Math.max(x, y, z), [0, 0, 0], name), pose: { position: placeOf(matrix), quaternion: [0, 0, 0, 1] } };
}

/** Three's cylinders stand along y, those of this library along z. */
function prism({ parameters }: CylinderGeometry, matrix: readonly number[], [x, y, z]: readonly number[], name: string): ExactShape | null {
  const { radiusTop, radiusBottom, height, openEnded, thetaLength } = parameters;
  if (radiusTop !== radiusBottom || openEnded || thetaLength < 2 * Math.PI || Math.abs(z - x) > EVEN * x) return null;
  const turned = [0, 8, 4, 12].flatMap((at) => matrix.slice(at, at + 4)); // x z y
  const shape = cylinder(radiusTop * Math.max(x, z), height * y, { name });
  return { shape, pose: poseOfFrame(frameOf(turned)) };
}

function placeOf(m: readonly number[]): [number, number, number] {
  return [m[12], m[13], m[14]];
}

/** Whether the axes are still at right angles, and none is lost. */
function isUpright(m: readonly number[], x: number, y: number, z: number): boolean {
  const along = (a: number, b: number): number => Math.abs(m[a] * m[b] + m[a + 1] * m[b + 1] + m[a + 2] * m[b + 2]);
  return x > 0 && y > 0 && z > 0 && along(0, 4) <= EVEN * x * y && along(0, 8) <= EVEN * x * z && along(4, 8) <= EVEN * y * z;
}
