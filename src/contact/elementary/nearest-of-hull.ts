/**
 * The point nearest to the origin of a triangle or a parallelogram whose corners move linearly: of its outline, or of
 * all of it. Within rounding of the corners' size, and no more than a proposal where it is nearly flat: callers prove
 * what it says.
 */

/** Out: the point, x y z. In: the time. */
export const direction: Float64Array = new Float64Array(4);
export const DIRECTION_TIME = 3;

/** Corners: x y z each in W from 0 on at t = 0, from `end` on at t = 1. False when the point is the origin itself. */
export function nearestOfOutline(corners: number, W: Float64Array, end: number): boolean {
  const r = direction[DIRECTION_TIME];
  const s = 1 - r;
  const last = 3 * corners - 3;
  let x0 = s * W[last] + r * W[end + last];
  let y0 = s * W[last + 1] + r * W[end + last + 1];
  let z0 = s * W[last + 2] + r * W[end + last + 2];
  let nearest = Infinity;
  for (let k = 0; k <= last; k += 3) {
    const x1 = s * W[k] + r * W[end + k];
    const y1 = s * W[k + 1] + r * W[end + k + 1];
    const z1 = s * W[k + 2] + r * W[end + k + 2];
    const ex = x1 - x0;
    const ey = y1 - y0;
    const ez = z1 - z0;
    const length = ex * ex + ey * ey + ez * ez;
    let along = length > 0 ? -(x0 * ex + y0 * ey + z0 * ez) / length : 0;
    along = along > 0 ? (along < 1 ? along : 1) : 0;
    const x = x0 + along * ex;
    const y = y0 + along * ey;
    const z = z0 + along * ez;
    const far = x * x + y * y + z * z;
    if (far < nearest) {
      nearest = far;
      direction[0] = x;
      direction[1] = y;
      direction[2] = z;
    }
    x0 = x1;
    y0 = y1;
    z0 = z1;
  }
  return nearest > 0;
}

/** Also inside the outline, where the origin projects into it. */
export function nearestOfHull(corners: number, W: Float64Array, end: number): void {
  const r = direction[DIRECTION_TIME];
  const s = 1 - r;
  const ax = s * W[0] + r * W[end];
  const ay = s * W[1] + r * W[end + 1];
  const az = s * W[2] + r * W[end + 2];
  const bx = s * W[3] + r * W[end + 3];
  const by = s * W[4] + r * W[end + 4];
  const bz = s * W[5] + r * W[end + 5];
  const cx = s * W[6] + r * W[end + 6];
  const cy = s * W[7] + r * W[end + 7];
  const cz = s * W[8] + r * W[end + 8];
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const square = nx * nx + ny * ny + nz * nz;
  if (square > 0) {
    // (a × b)·n and so on, all ≥ 0: the origin projects into the triangle
    const ab = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
    const bc = nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx);
    let within = ab >= 0 && bc >= 0;
    if (corners === 3) within = within && nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax) >= 0;
    else {
      const dx = s * W[9] + r * W[end + 9];
      const dy = s * W[10] + r * W[end + 10];
      const dz = s * W[11] + r * W[end + 11];
      const cd = nx * (cy * dz - cz * dy) + ny * (cz * dx - cx * dz) + nz * (cx * dy - cy * dx);
      within = within && cd >= 0 && nx * (dy * az - dz * ay) + ny * (dz * ax - dx * az) + nz * (dx * ay - dy * ax) >= 0;
    }
    if (within) {
      const share = (nx * ax + ny * ay + nz * az) / square;
      direction[0] = share * nx;
      direction[1] = share * ny;
      direction[2] = share * nz;
      return;
    }
  }
  nearestOfOutline(corners, W, end);
}
