/**
 * The planes by which a corner is separated from a triangle in the triangle's own frame, where they are constant: the
 * triangle's own and, through each edge, the one that stands upright on it. Each with the triangle's support along it,
 * so that whatever the normals are by rounding or for degenerate triangles, a corner farther than the support is
 * farther from the triangle.
 */
import { ROUNDING } from './interval-bounds.ts';

/**
 * A plane: direction, support of the face from its corner 0 (of the first, to both sides), length of the direction; 0
 * where it has no digits.
 */
export const PLANE_SIZE = 5;
export const PLANE_SUPPORT = 3;
export const PLANE_LENGTH = 4;
export const FACE_SIZE: number = 4 * PLANE_SIZE;

/** Squares of normals below this may have lost their digits. */
export const NO_NORMAL: number = 2 ** -900;

export function writeFace(leaves: Float64Array, l: number, out: Float64Array): void {
  const px = leaves[l + 3] - leaves[l];
  const py = leaves[l + 4] - leaves[l + 1];
  const pz = leaves[l + 5] - leaves[l + 2];
  const qx = leaves[l + 6] - leaves[l];
  const qy = leaves[l + 7] - leaves[l + 1];
  const qz = leaves[l + 8] - leaves[l + 2];
  const nx = py * qz - pz * qy;
  const ny = pz * qx - px * qz;
  const nz = px * qy - py * qx;
  writePlane(leaves, l, nx, ny, nz, true, out, 0);
  for (let k = 0; k < 3; k++) {
    const i = l + 3 * k;
    const j = k === 2 ? l : i + 3;
    const ex = leaves[j] - leaves[i];
    const ey = leaves[j + 1] - leaves[i + 1];
    const ez = leaves[j + 2] - leaves[i + 2];
    writePlane(leaves, l, ey * nz - ez * ny, ez * nx - ex * nz, ex * ny - ey * nx, false, out, PLANE_SIZE * (k + 1));
  }
}

function writePlane(
  leaves: Float64Array,
  l: number,
  sx: number,
  sy: number,
  sz: number,
  bothSides: boolean,
  out: Float64Array,
  o: number,
): void {
  let support = 0;
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  for (let k = l + 3; k < l + 9; k += 3) {
    const x = leaves[k] - leaves[l];
    const y = leaves[k + 1] - leaves[l + 1];
    const z = leaves[k + 2] - leaves[l + 2];
    const along = sx * x + sy * y + sz * z;
    const error = ROUNDING * (Math.abs(sx * x) + Math.abs(sy * y) + Math.abs(sz * z));
    support = Math.max(support, (bothSides ? Math.abs(along) : along) + error);
  }
  out[o] = sx;
  out[o + 1] = sy;
  out[o + 2] = sz;
  out[o + PLANE_SUPPORT] = support;
  out[o + PLANE_LENGTH] = length * length > NO_NORMAL ? length * (1 + ROUNDING) : 0;
}
