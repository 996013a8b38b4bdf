/**
 * A vertex and a face, or two edges, whose four corners move linearly: do they touch on the way, and when first?
 * The corners stand in `stencil` (vertex, then the face's corners; or one edge, then the other; at t = 0, then at t = 1).
 * Guarantee: as in origin-in-hull.ts. What the axes or the cubic rule out costs no more than these.
 */
import { CUBIC_ERROR, cubic } from './coplanarity.ts';
import { FREE, HULL_END, HULL_NORMALS, HULL_SIZE, hull, originEntersHull } from './origin-in-hull.ts';

export const stencil: Float64Array = new Float64Array(24);

/** 32u: of each coefficient and of any value interpolated from them, relative to the permanent; here of doubled factors. */
const CUBIC_ROUNDING = (32 * 2 ** -53) / 8;
/** ½, and a little more for the rounding of the sums. */
const HALF = 0.5 * (1 + 2 ** -49);
const CUBIC_TINY = 2 ** -1068;

/** FREE, TOUCHES or UNPROVEN. */
export function testVertexFace(): number {
  const S = stencil;
  const H = hull;
  for (let k = 0; k < 3; k++) {
    const p = S[k];
    const q = S[12 + k];
    const a0 = S[3 + k] - p;
    const b0 = S[6 + k] - p;
    const c0 = S[9 + k] - p;
    const a1 = S[15 + k] - q;
    const b1 = S[18 + k] - q;
    const c1 = S[21 + k] - q;
    // the sign of a difference is exact
    if (a0 > 0) {
      if (a1 > 0 && b0 > 0 && b1 > 0 && c0 > 0 && c1 > 0) return FREE;
    } else if (a0 < 0 && a1 < 0 && b0 < 0 && b1 < 0 && c0 < 0 && c1 < 0) return FREE;
    H[k] = a0;
    H[3 + k] = b0;
    H[6 + k] = c0;
    H[HULL_END + k] = a1;
    H[HULL_END + 3 + k] = b1;
    H[HULL_END + 6 + k] = c1;
  }
  // e = b − a, f = c − a, d = a − p
  if (fillCubic(6, 3, 9, 3)) return FREE;
  return originEntersHull(3);
}

export function testEdgeEdge(): number {
  const S = stencil;
  const H = hull;
  for (let k = 0; k < 3; k++) {
    const a0 = S[k];
    const a1 = S[3 + k];
    const b0 = S[6 + k];
    const b1 = S[9 + k];
    const p0 = a0 - b0;
    const q0 = a1 - b0;
    const r0 = a1 - b1;
    const s0 = a0 - b1;
    const c0 = S[12 + k];
    const c1 = S[15 + k];
    const d0 = S[18 + k];
    const d1 = S[21 + k];
    const p1 = c0 - d0;
    const q1 = c1 - d0;
    const r1 = c1 - d1;
    const s1 = c0 - d1;
    if (p0 > 0) {
      if (r0 > 0 && p1 > 0 && r1 > 0 && q0 > 0 && s0 > 0 && q1 > 0 && s1 > 0) return FREE;
    } else if (p0 < 0 && r0 < 0 && p1 < 0 && r1 < 0 && q0 < 0 && s0 < 0 && q1 < 0 && s1 < 0) return FREE;
    H[k] = p0;
    H[3 + k] = q0;
    H[6 + k] = r0;
    H[9 + k] = s0;
    H[HULL_END + k] = p1;
    H[HULL_END + 3 + k] = q1;
    H[HULL_END + 6 + k] = r1;
    H[HULL_END + 9 + k] = s1;
  }
  // e = a1 − a0, f = b0 − b1, d = a0 − b0
  if (fillCubic(3, 0, 6, 9)) return FREE;
  return originEntersHull(4);
}

/**
 * f(t) = (e × f)·d with e = S[e1] − S[e0], f = S[f1] − S[f0], d = the hull's first point:
 *   b₀ = N₀·d₀,  3b₁ = N₀·d₁ + Nₘ·d₀,  3b₂ = N₁·d₀ + Nₘ·d₁,  b₃ = N₁·d₁,   Nₘ = e₀ × f₁ + e₁ × f₀
 * True when it never vanishes.
 */
function fillCubic(e1: number, e0: number, f1: number, f0: number): boolean {
  const S = stencil;
  const H = hull;
  const ex = S[e1] - S[e0];
  const ey = S[e1 + 1] - S[e0 + 1];
  const ez = S[e1 + 2] - S[e0 + 2];
  const fx = S[f1] - S[f0];
  const fy = S[f1 + 1] - S[f0 + 1];
  const fz = S[f1 + 2] - S[f0 + 2];
  const gx = S[e1 + 12] - S[e0 + 12];
  const gy = S[e1 + 13] - S[e0 + 13];
  const gz = S[e1 + 14] - S[e0 + 14];
  const hx = S[f1 + 12] - S[f0 + 12];
  const hy = S[f1 + 13] - S[f0 + 13];
  const hz = S[f1 + 14] - S[f0 + 14];
  const dx = H[0];
  const dy = H[1];
  const dz = H[2];
  const cx = H[HULL_END];
  const cy = H[HULL_END + 1];
  const cz = H[HULL_END + 2];
  const n0x = ey * fz - ez * fy;
  const n0y = ez * fx - ex * fz;
  const n0z = ex * fy - ey * fx;
  const n1x = gy * hz - gz * hy;
  const n1y = gz * hx - gx * hz;
  const n1z = gx * hy - gy * hx;
  const nmx = ey * hz - ez * hy + (gy * fz - gz * fy);
  const nmy = ez * hx - ex * hz + (gz * fx - gx * fz);
  const nmz = ex * hy - ey * hx + (gx * fy - gy * fx);
  const b0 = n0x * dx + n0y * dy + n0z * dz;
  const b1 = (n0x * cx + n0y * cy + n0z * cz + (nmx * dx + nmy * dy + nmz * dz)) * (1 / 3);
  const b2 = (n1x * dx + n1y * dy + n1z * dz + (nmx * cx + nmy * cy + nmz * cz)) * (1 / 3);
  const b3 = n1x * cx + n1y * cy + n1z * cz;
  // twice the larger of two magnitudes, without a branch
  const Ex = Math.abs(ex) + Math.abs(gx) + Math.abs(Math.abs(ex) - Math.abs(gx));
  const Ey = Math.abs(ey) + Math.abs(gy) + Math.abs(Math.abs(ey) - Math.abs(gy));
  const Ez = Math.abs(ez) + Math.abs(gz) + Math.abs(Math.abs(ez) - Math.abs(gz));
  const Fx = Math.abs(fx) + Math.abs(hx) + Math.abs(Math.abs(fx) - Math.abs(hx));
  const Fy = Math.abs(fy) + Math.abs(hy) + Math.abs(Math.abs(fy) - Math.abs(hy));
  const Fz = Math.abs(fz) + Math.abs(hz) + Math.abs(Math.abs(fz) - Math.abs(hz));
  const Dx = Math.abs(dx) + Math.abs(cx) + Math.abs(Math.abs(dx) - Math.abs(cx));
  const Dy = Math.abs(dy) + Math.abs(cy) + Math.abs(Math.abs(dy) - Math.abs(cy));
  const Dz = Math.abs(dz) + Math.abs(cz) + Math.abs(Math.abs(dz) - Math.abs(cz));
  const permanent = Ex * (Fy * Dz + Fz * Dy) + Ey * (Fx * Dz + Fz * Dx) + Ez * (Fx * Dy + Fy * Dx);
  // every point of the hull is d, d + e, d + f or d + e + f
  const sx = Ex + Fx + Dx;
  const sy = Ey + Fy + Dy;
  const sz = Ez + Fz + Dz;
  const size = (sx > sy ? (sx > sz ? sx : sz) : sy > sz ? sy : sz) * HALF;
  const E = CUBIC_ROUNDING * permanent + CUBIC_TINY * (1 + size);
  if (b0 > E ? b1 > E && b2 > E && b3 > E : b0 < -E && b1 < -E && b2 < -E && b3 < -E) return true;
  H[HULL_SIZE] = size;
  cubic[0] = b0;
  cubic[1] = b1;
  cubic[2] = b2;
  cubic[3] = b3;
  cubic[CUBIC_ERROR] = E;
  H[HULL_NORMALS] = n0x;
  H[HULL_NORMALS + 1] = n0y;
  H[HULL_NORMALS + 2] = n0z;
  H[HULL_NORMALS + 3] = nmx;
  H[HULL_NORMALS + 4] = nmy;
  H[HULL_NORMALS + 5] = nmz;
  H[HULL_NORMALS + 6] = n1x;
  H[HULL_NORMALS + 7] = n1y;
  H[HULL_NORMALS + 8] = n1z;
  return false;
}
