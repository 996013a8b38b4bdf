/*
 * Whether two oriented boxes may have a point in common.
 * Guarantee: `false` is proven, rounding included; boxes that touch, and boxes apart by less than about 2^-43 of their
 * coordinates, may give `true`. Not a number anywhere gives `true`.
 * Oriented boxes by the fifteen separating axes [Gottschalk et al. 1996]: the three axes of each and their cross
 * products.
 * A box is { c + Σ a_k u_k : |a_k| ≤ h_k } with u2 = u0 × u1; 12 doubles: c, h, u0, u1, as in a node of an ObbTree.
 * The rounding bound is derived in docs/notes/hierarchies.md, "Separating axes".
 */

/**
 * What L·d, L·u_i and L·R p_j may differ from their formulas below, per unit of length, is at most 360 u; this is 512
 * u.
 */
const AXIS_ERROR = 2 ** -44;

/**
 * `placement` takes b's frame to a's: nine numbers of a rotation R, row by row, then three of a translation t, x ↦ R x
 * + t.
 * R must be orthonormal to 2^-48 or so; `slack` ≥ 0 is how far the true placement may be from the one given.
 */
export function obbsOverlap(
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  placement: Float64Array,
  po: number,
  slack: number,
): boolean {
  const r00 = placement[po];
  const r01 = placement[po + 1];
  const r02 = placement[po + 2];
  const r10 = placement[po + 3];
  const r11 = placement[po + 4];
  const r12 = placement[po + 5];
  const r20 = placement[po + 6];
  const r21 = placement[po + 7];
  const r22 = placement[po + 8];
  const tx = placement[po + 9];
  const ty = placement[po + 10];
  const tz = placement[po + 11];
  // d: from a's centre to b's.
  const bx = b[bo];
  const by = b[bo + 1];
  const bz = b[bo + 2];
  const dx = r00 * bx + r01 * by + r02 * bz + tx - a[ao];
  const dy = r10 * bx + r11 * by + r12 * bz + ty - a[ao + 1];
  const dz = r20 * bx + r21 * by + r22 * bz + tz - a[ao + 2];
  const a0 = a[ao + 3];
  const a1 = a[ao + 4];
  const a2 = a[ao + 5];
  const b0 = b[bo + 3];
  const b1 = b[bo + 4];
  const b2 = b[bo + 5];
  const coordinates =
    Math.abs(bx) +
    Math.abs(by) +
    Math.abs(bz) +
    Math.abs(tx) +
    Math.abs(ty) +
    Math.abs(tz) +
    Math.abs(a[ao]) +
    Math.abs(a[ao + 1]) +
    Math.abs(a[ao + 2]);
  const room = AXIS_ERROR * (coordinates + a0 + a1 + a2 + b0 + b1 + b2) + 2 * slack;

  const ux = a[ao + 6];
  const uy = a[ao + 7];
  const uz = a[ao + 8];
  const vx = a[ao + 9];
  const vy = a[ao + 10];
  const vz = a[ao + 11];
  const wx = uy * vz - uz * vy;
  const wy = uz * vx - ux * vz;
  const wz = ux * vy - uy * vx;
  const px = b[bo + 6];
  const py = b[bo + 7];
  const pz = b[bo + 8];
  const qx = b[bo + 9];
  const qy = b[bo + 10];
  const qz = b[bo + 11];
  // b's axes in a's frame, then along a's axes: C_ij = u_i · R p_j.
  const ex = r00 * px + r01 * py + r02 * pz;
  const ey = r10 * px + r11 * py + r12 * pz;
  const ez = r20 * px + r21 * py + r22 * pz;
  const fx = r00 * qx + r01 * qy + r02 * qz;
  const fy = r10 * qx + r11 * qy + r12 * qz;
  const fz = r20 * qx + r21 * qy + r22 * qz;
  const gx = ey * fz - ez * fy;
  const gy = ez * fx - ex * fz;
  const gz = ex * fy - ey * fx;

  // L = u_i: |d·u_i| > h_i + Σ_j k_j |C_ij|
  const d0 = dx * ux + dy * uy + dz * uz;
  const c00 = ux * ex + uy * ey + uz * ez;
  const c01 = ux * fx + uy * fy + uz * fz;
  const c02 = ux * gx + uy * gy + uz * gz;
  const m00 = Math.abs(c00);
  const m01 = Math.abs(c01);
  const m02 = Math.abs(c02);
  if (Math.abs(d0) > a0 + b0 * m00 + b1 * m01 + b2 * m02 + room) return false;
  const d1 = dx * vx + dy * vy + dz * vz;
  const c10 = vx * ex + vy * ey + vz * ez;
  const c11 = vx * fx + vy * fy + vz * fz;
  const c12 = vx * gx + vy * gy + vz * gz;
  const m10 = Math.abs(c10);
  const m11 = Math.abs(c11);
  const m12 = Math.abs(c12);
  if (Math.abs(d1) > a1 + b0 * m10 + b1 * m11 + b2 * m12 + room) return false;
  const d2 = dx * wx + dy * wy + dz * wz;
  const c20 = wx * ex + wy * ey + wz * ez;
  const c21 = wx * fx + wy * fy + wz * fz;
  const c22 = wx * gx + wy * gy + wz * gz;
  const m20 = Math.abs(c20);
  const m21 = Math.abs(c21);
  const m22 = Math.abs(c22);
  if (Math.abs(d2) > a2 + b0 * m20 + b1 * m21 + b2 * m22 + room) return false;

  // L = R p_j: |d·R p_j| > k_j + Σ_i h_i |C_ij|
  if (Math.abs(d0 * c00 + d1 * c10 + d2 * c20) > b0 + a0 * m00 + a1 * m10 + a2 * m20 + room) return false;
  if (Math.abs(d0 * c01 + d1 * c11 + d2 * c21) > b1 + a0 * m01 + a1 * m11 + a2 * m21 + room) return false;
  if (Math.abs(d0 * c02 + d1 * c12 + d2 * c22) > b2 + a0 * m02 + a1 * m12 + a2 * m22 + room) return false;

  // L = u_i × R p_j: |d_{i+2} C_{i+1,j} − d_{i+1} C_{i+2,j}| > h_{i+1} |C_{i+2,j}| + h_{i+2} |C_{i+1,j}| + k_{j+1}
  // |C_{i,j+2}| + k_{j+2} |C_{i,j+1}|
  if (Math.abs(d2 * c10 - d1 * c20) > a1 * m20 + a2 * m10 + b1 * m02 + b2 * m01 + room) return false;
  if (Math.abs(d2 * c11 - d1 * c21) > a1 * m21 + a2 * m11 + b0 * m02 + b2 * m00 + room) return false;
  if (Math.abs(d2 * c12 - d1 * c22) > a1 * m22 + a2 * m12 + b0 * m01 + b1 * m00 + room) return false;
  if (Math.abs(d0 * c20 - d2 * c00) > a0 * m20 + a2 * m00 + b1 * m12 + b2 * m11 + room) return false;
  if (Math.abs(d0 * c21 - d2 * c01) > a0 * m21 + a2 * m01 + b0 * m12 + b2 * m10 + room) return false;
  if (Math.abs(d0 * c22 - d2 * c02) > a0 * m22 + a2 * m02 + b0 * m11 + b1 * m10 + room) return false;
  if (Math.abs(d1 * c00 - d0 * c10) > a0 * m10 + a1 * m00 + b1 * m22 + b2 * m21 + room) return false;
  if (Math.abs(d1 * c01 - d0 * c11) > a0 * m11 + a1 * m01 + b0 * m22 + b2 * m20 + room) return false;
  if (Math.abs(d1 * c02 - d0 * c12) > a0 * m12 + a1 * m02 + b0 * m21 + b1 * m20 + room) return false;
  return true;
}
