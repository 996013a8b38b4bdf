/**
 * Are two oriented boxes of moving bodies certainly farther apart than a pad for a whole interval of time?
 * The fifteen separating axes of [Gottschalk et al. 1996], each with bounds over the interval
 * [Redon et al. 2004, §5.1, eq. 12].
 * Guarantee: `true` is proven for every placement within the bounds, rounding included; NaN anywhere gives `false`.
 * Deviation: not in the world but in the moving frame of A's box, where ten of the axes need one product of intervals
 * at most, and every interval is a centre and a radius instead of two ends.
 */
import { RELATIVE_RADIUS, RELATIVE_S, RELATIVE_T } from './interval-bounds.ts';

/**
 * Twice what two boxes at one instant need [docs/notes/hierarchies.md, "Separating axes"]; the other half pays for the
 * roundings of the radii, each a sum of some dozen terms ≥ 0 and at most a few times the coordinates.
 */
const AXIS_ERROR = 2 ** -43;
/** No entry of a rotation between axes is larger, those axes being unit vectors to 2^-48. */
const LARGEST_ENTRY: number = 1 + 2 ** -45;

/** Nodes of ObbTrees at a and b; bounds at o as written by writeRelativeBounds. */
export function boxesApart(
  nodesA: Float64Array,
  a: number,
  nodesB: Float64Array,
  b: number,
  bounds: Float64Array,
  o: number,
  pad: number,
): boolean {
  // One piece: fifteen axes written out, so that the numbers of all stay in local variables.
  const a0 = nodesA[a + 3];
  const a1 = nodesA[a + 4];
  const a2 = nodesA[a + 5];
  const b0 = nodesB[b + 3];
  const b1 = nodesB[b + 4];
  const b2 = nodesB[b + 5];
  const ax = nodesA[a];
  const ay = nodesA[a + 1];
  const az = nodesA[a + 2];
  const bx = nodesB[b];
  const by = nodesB[b + 1];
  const bz = nodesB[b + 2];
  const abx = Math.abs(bx);
  const aby = Math.abs(by);
  const abz = Math.abs(bz);
  const r00 = bounds[o];
  const r01 = bounds[o + 1];
  const r02 = bounds[o + 2];
  const r10 = bounds[o + 3];
  const r11 = bounds[o + 4];
  const r12 = bounds[o + 5];
  const r20 = bounds[o + 6];
  const r21 = bounds[o + 7];
  const r22 = bounds[o + 8];
  const e = o + RELATIVE_RADIUS;
  const e00 = bounds[e];
  const e01 = bounds[e + 1];
  const e02 = bounds[e + 2];
  const e10 = bounds[e + 3];
  const e11 = bounds[e + 4];
  const e12 = bounds[e + 5];
  const e20 = bounds[e + 6];
  const e21 = bounds[e + 7];
  const e22 = bounds[e + 8];
  const tx = bounds[o + RELATIVE_T];
  const ty = bounds[o + RELATIVE_T + 1];
  const tz = bounds[o + RELATIVE_T + 2];
  const etx = bounds[e + RELATIVE_T];
  const ety = bounds[e + RELATIVE_T + 1];
  const etz = bounds[e + RELATIVE_T + 2];
  // d: from a's centre to b's, in A's frame, and how far it may be off
  const dx = r00 * bx + r01 * by + r02 * bz + tx - ax;
  const dy = r10 * bx + r11 * by + r12 * bz + ty - ay;
  const dz = r20 * bx + r21 * by + r22 * bz + tz - az;
  const gx = e00 * abx + e01 * aby + e02 * abz + etx;
  const gy = e10 * abx + e11 * aby + e12 * abz + ety;
  const gz = e20 * abx + e21 * aby + e22 * abz + etz;
  const coordinates =
    abx + aby + abz + Math.abs(tx) + Math.abs(ty) + Math.abs(tz) + etx + ety + etz + Math.abs(ax) + Math.abs(ay) + Math.abs(az);
  const sides = a0 + a1 + a2 + b0 + b1 + b2;
  const turns = 1 + e00 + e01 + e02 + e10 + e11 + e12 + e20 + e21 + e22;
  const room = AXIS_ERROR * (coordinates + sides) * turns + pad * LARGEST_ENTRY;

  const ux = nodesA[a + 6];
  const uy = nodesA[a + 7];
  const uz = nodesA[a + 8];
  const vx = nodesA[a + 9];
  const vy = nodesA[a + 10];
  const vz = nodesA[a + 11];
  const wx = uy * vz - uz * vy;
  const wy = uz * vx - ux * vz;
  const wz = ux * vy - uy * vx;
  const aux = Math.abs(ux);
  const auy = Math.abs(uy);
  const auz = Math.abs(uz);
  const avx = Math.abs(vx);
  const avy = Math.abs(vy);
  const avz = Math.abs(vz);
  const awx = Math.abs(wx);
  const awy = Math.abs(wy);
  const awz = Math.abs(wz);
  const d0 = dx * ux + dy * uy + dz * uz;
  const d1 = dx * vx + dy * vy + dz * vz;
  const d2 = dx * wx + dy * wy + dz * wz;
  const g0 = gx * aux + gy * auy + gz * auz;
  const g1 = gx * avx + gy * avy + gz * avz;
  const g2 = gx * awx + gy * awy + gz * awz;
  const s0 = Math.abs(d0);
  const s1 = Math.abs(d1);
  const s2 = Math.abs(d2);
  const px = nodesB[b + 6];
  const py = nodesB[b + 7];
  const pz = nodesB[b + 8];
  const qx = nodesB[b + 9];
  const qy = nodesB[b + 10];
  const qz = nodesB[b + 11];
  const zx = py * qz - pz * qy;
  const zy = pz * qx - px * qz;
  const zz = px * qy - py * qx;
  const apx = Math.abs(px);
  const apy = Math.abs(py);
  const apz = Math.abs(pz);
  const aqx = Math.abs(qx);
  const aqy = Math.abs(qy);
  const aqz = Math.abs(qz);
  const azx = Math.abs(zx);
  const azy = Math.abs(zy);
  const azz = Math.abs(zz);

  // rows u_i R, with radii; then C_ij = u_i · R p_j
  let x = r00 * ux + r10 * uy + r20 * uz;
  let y = r01 * ux + r11 * uy + r21 * uz;
  let z = r02 * ux + r12 * uy + r22 * uz;
  let ex = e00 * aux + e10 * auy + e20 * auz;
  let ey = e01 * aux + e11 * auy + e21 * auz;
  let ez = e02 * aux + e12 * auy + e22 * auz;
  const c00 = x * px + y * py + z * pz;
  const c01 = x * qx + y * qy + z * qz;
  const c02 = x * zx + y * zy + z * zz;
  const f00 = ex * apx + ey * apy + ez * apz;
  const f01 = ex * aqx + ey * aqy + ez * aqz;
  const f02 = ex * azx + ey * azy + ez * azz;
  const m00 = Math.min(LARGEST_ENTRY, Math.abs(c00) + f00);
  const m01 = Math.min(LARGEST_ENTRY, Math.abs(c01) + f01);
  const m02 = Math.min(LARGEST_ENTRY, Math.abs(c02) + f02);
  // L = u_i: |d·u_i| > h_i + Σ_j k_j |C_ij|
  if (s0 - g0 > a0 + b0 * m00 + b1 * m01 + b2 * m02 + room) return true;
  x = r00 * vx + r10 * vy + r20 * vz;
  y = r01 * vx + r11 * vy + r21 * vz;
  z = r02 * vx + r12 * vy + r22 * vz;
  ex = e00 * avx + e10 * avy + e20 * avz;
  ey = e01 * avx + e11 * avy + e21 * avz;
  ez = e02 * avx + e12 * avy + e22 * avz;
  const c10 = x * px + y * py + z * pz;
  const c11 = x * qx + y * qy + z * qz;
  const c12 = x * zx + y * zy + z * zz;
  const f10 = ex * apx + ey * apy + ez * apz;
  const f11 = ex * aqx + ey * aqy + ez * aqz;
  const f12 = ex * azx + ey * azy + ez * azz;
  const m10 = Math.min(LARGEST_ENTRY, Math.abs(c10) + f10);
  const m11 = Math.min(LARGEST_ENTRY, Math.abs(c11) + f11);
  const m12 = Math.min(LARGEST_ENTRY, Math.abs(c12) + f12);
  if (s1 - g1 > a1 + b0 * m10 + b1 * m11 + b2 * m12 + room) return true;
  x = r00 * wx + r10 * wy + r20 * wz;
  y = r01 * wx + r11 * wy + r21 * wz;
  z = r02 * wx + r12 * wy + r22 * wz;
  ex = e00 * awx + e10 * awy + e20 * awz;
  ey = e01 * awx + e11 * awy + e21 * awz;
  ez = e02 * awx + e12 * awy + e22 * awz;
  const c20 = x * px + y * py + z * pz;
  const c21 = x * qx + y * qy + z * qz;
  const c22 = x * zx + y * zy + z * zz;
  const f20 = ex * apx + ey * apy + ez * apz;
  const f21 = ex * aqx + ey * aqy + ez * aqz;
  const f22 = ex * azx + ey * azy + ez * azz;
  const m20 = Math.min(LARGEST_ENTRY, Math.abs(c20) + f20);
  const m21 = Math.min(LARGEST_ENTRY, Math.abs(c21) + f21);
  const m22 = Math.min(LARGEST_ENTRY, Math.abs(c22) + f22);
  if (s2 - g2 > a2 + b0 * m20 + b1 * m21 + b2 * m22 + room) return true;

  // L = R p_j, with d in B's frame, c_B + S − Rᵀ c_A: |d·R p_j| > k_j + Σ_i h_i |C_ij|
  const aax = Math.abs(ax);
  const aay = Math.abs(ay);
  const aaz = Math.abs(az);
  const kx = bx + bounds[o + RELATIVE_S] - (r00 * ax + r10 * ay + r20 * az);
  const ky = by + bounds[o + RELATIVE_S + 1] - (r01 * ax + r11 * ay + r21 * az);
  const kz = bz + bounds[o + RELATIVE_S + 2] - (r02 * ax + r12 * ay + r22 * az);
  const lx = bounds[e + RELATIVE_S] + e00 * aax + e10 * aay + e20 * aaz;
  const ly = bounds[e + RELATIVE_S + 1] + e01 * aax + e11 * aay + e21 * aaz;
  const lz = bounds[e + RELATIVE_S + 2] + e02 * aax + e12 * aay + e22 * aaz;
  const k0 = Math.abs(kx * px + ky * py + kz * pz) - (lx * apx + ly * apy + lz * apz);
  if (k0 > b0 + a0 * m00 + a1 * m10 + a2 * m20 + room) return true;
  const k1 = Math.abs(kx * qx + ky * qy + kz * qz) - (lx * aqx + ly * aqy + lz * aqz);
  if (k1 > b1 + a0 * m01 + a1 * m11 + a2 * m21 + room) return true;
  const k2 = Math.abs(kx * zx + ky * zy + kz * zz) - (lx * azx + ly * azy + lz * azz);
  if (k2 > b2 + a0 * m02 + a1 * m12 + a2 * m22 + room) return true;

  // L = u_i × R p_j: |d_{i+2} C_{i+1,j} − d_{i+1} C_{i+2,j}| > h_{i+1} |C_{i+2,j}| + h_{i+2} |C_{i+1,j}| + k_{j+1}
  // |C_{i,j+2}| + k_{j+2} |C_{i,j+1}|, where d C is off by at most |d| f + g |C|
  let r = s2 * f10 + g2 * m10 + s1 * f20 + g1 * m20;
  if (Math.abs(d2 * c10 - d1 * c20) - r > a1 * m20 + a2 * m10 + b1 * m02 + b2 * m01 + room) return true;
  r = s2 * f11 + g2 * m11 + s1 * f21 + g1 * m21;
  if (Math.abs(d2 * c11 - d1 * c21) - r > a1 * m21 + a2 * m11 + b0 * m02 + b2 * m00 + room) return true;
  r = s2 * f12 + g2 * m12 + s1 * f22 + g1 * m22;
  if (Math.abs(d2 * c12 - d1 * c22) - r > a1 * m22 + a2 * m12 + b0 * m01 + b1 * m00 + room) return true;
  r = s0 * f20 + g0 * m20 + s2 * f00 + g2 * m00;
  if (Math.abs(d0 * c20 - d2 * c00) - r > a0 * m20 + a2 * m00 + b1 * m12 + b2 * m11 + room) return true;
  r = s0 * f21 + g0 * m21 + s2 * f01 + g2 * m01;
  if (Math.abs(d0 * c21 - d2 * c01) - r > a0 * m21 + a2 * m01 + b0 * m12 + b2 * m10 + room) return true;
  r = s0 * f22 + g0 * m22 + s2 * f02 + g2 * m02;
  if (Math.abs(d0 * c22 - d2 * c02) - r > a0 * m22 + a2 * m02 + b0 * m11 + b1 * m10 + room) return true;
  r = s1 * f00 + g1 * m00 + s0 * f10 + g0 * m10;
  if (Math.abs(d1 * c00 - d0 * c10) - r > a0 * m10 + a1 * m00 + b1 * m22 + b2 * m21 + room) return true;
  r = s1 * f01 + g1 * m01 + s0 * f11 + g0 * m11;
  if (Math.abs(d1 * c01 - d0 * c11) - r > a0 * m11 + a1 * m01 + b0 * m22 + b2 * m20 + room) return true;
  r = s1 * f02 + g1 * m02 + s0 * f12 + g0 * m12;
  return Math.abs(d1 * c02 - d0 * c12) - r > a0 * m12 + a1 * m02 + b0 * m21 + b1 * m20 + room;
}
