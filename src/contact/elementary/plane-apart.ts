/**
 * Does the plane of a face, or the one that is parallel to two edges, keep two features with linearly moving corners
 * apart, or farther apart than a distance k, at every time of the step? One straight piece of code for what is near but
 * apart. g(t) = N·d, N = e × f, with e = E[e1] − E[e0], f = F[f1] − F[f0], d = E[e0] − D[d0]:
 *   b₀ = N₀·d₀,  3b₁ = N₀·d₁ + Nₘ·d₀,  3b₂ = N₁·d₀ + Nₘ·d₁,  b₃ = N₁·d₁,   Nₘ = e₀ × f₁ + e₁ × f₀
 * All points of the hull have the height |g|/|N| over the plane through the origin, and in Bernstein form neither
 * leaves the hull of its coefficients:
 *   |g(t)| ≥ min |bᵢ|  where these have one sign,   |N(t)| ≤ max (|N₀|, |Nₘ|/2, |N₁|)
 * Guarantee: true is proven; false says nothing. Constants: docs/notes/linear-vertices.md.
 */
import { CUBIC_ERROR, cubic } from './coplanarity.ts';
import { HULL_NORMALS, HULL_SIZE, hull } from './origin-in-hull.ts';

const U = 2 ** -53;
/** 32u: of each coefficient and of any value interpolated from them, relative to the permanent or any bound of it. */
const CUBIC_ROUNDING = 32 * U;
/** The same of doubled factors. */
const DOUBLED_ROUNDING = CUBIC_ROUNDING / 8;
const CUBIC_TINY = 2 ** -1068;
/** ½, and a little more for the rounding of the sums. */
const HALF = 0.5 * (1 + 2 ** -49);
/** Rounding of |N| as computed: 11u of the product of the sums, and roundings of the root. */
const NORMAL_ROUNDING = 16 * U;
const ROOT_ROUNDING = 1 + 2 ** -48;
/** More than what is lost where squares underflow. */
const NORMAL_TINY = 2 ** -500;
/** Factor that outweighs the rounding of k. */
const KEPT_ROUNDING = 1 + 2 ** -40;

/** In place of `finest`: touching is what counts. */
export const TOUCHING = -1;

/**
 * k is the clearance and the larger of the tolerance and `finest` of all corners' spread and the clearance; true:
 * farther apart. `finest` below 0: true where g never vanishes, or the cubic is left for what looks closer.
 */
export function planeKeepsApart(
  E0: Float64Array,
  E1: Float64Array,
  e1: number,
  e0: number,
  F0: Float64Array,
  F1: Float64Array,
  f1: number,
  f0: number,
  D0: Float64Array,
  D1: Float64Array,
  d0: number,
  clearance: number,
  tolerance: number,
  finest: number,
): boolean {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const x0 = E0[e0];
  const y0 = E0[e0 + 1];
  const z0 = E0[e0 + 2];
  const x1 = E1[e0];
  const y1 = E1[e0 + 1];
  const z1 = E1[e0 + 2];
  const ex = E0[e1] - x0;
  const ey = E0[e1 + 1] - y0;
  const ez = E0[e1 + 2] - z0;
  const fx = F0[f1] - F0[f0];
  const fy = F0[f1 + 1] - F0[f0 + 1];
  const fz = F0[f1 + 2] - F0[f0 + 2];
  const gx = E1[e1] - x1;
  const gy = E1[e1 + 1] - y1;
  const gz = E1[e1 + 2] - z1;
  const hx = F1[f1] - F1[f0];
  const hy = F1[f1 + 1] - F1[f0 + 1];
  const hz = F1[f1 + 2] - F1[f0 + 2];
  const dx = x0 - D0[d0];
  const dy = y0 - D0[d0 + 1];
  const dz = z0 - D0[d0 + 2];
  const cx = x1 - D1[d0];
  const cy = y1 - D1[d0 + 1];
  const cz = z1 - D1[d0 + 2];
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
  const together = b0 * b1 > 0 && b0 * b2 > 0 && b0 * b3 > 0;
  if (!together && finest >= 0) return false;
  if (together) {
    // sums are bounds of the larger magnitudes, and mostly good enough
    const e = Math.abs(ex) + Math.abs(ey) + Math.abs(ez) + (Math.abs(gx) + Math.abs(gy) + Math.abs(gz));
    const f = Math.abs(fx) + Math.abs(fy) + Math.abs(fz) + (Math.abs(hx) + Math.abs(hy) + Math.abs(hz));
    const d = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + (Math.abs(cx) + Math.abs(cy) + Math.abs(cz));
    let height = CUBIC_ROUNDING * (e * f * d) + CUBIC_TINY * (1 + d + e + f);
    if (finest >= 0) {
      const fine = finest * (d + e + f + clearance);
      const kept = (clearance + (tolerance > fine ? tolerance : fine)) * KEPT_ROUNDING;
      const s0 = n0x * n0x + n0y * n0y + n0z * n0z;
      const sm = 0.25 * (nmx * nmx + nmy * nmy + nmz * nmz);
      const s1 = n1x * n1x + n1y * n1y + n1z * n1z;
      const most = s0 > sm ? (s0 > s1 ? s0 : s1) : sm > s1 ? sm : s1;
      const normal = Math.sqrt(most) * ROOT_ROUNDING + NORMAL_ROUNDING * (e * f) + NORMAL_TINY;
      height = (kept * normal + CUBIC_ROUNDING * (e * f * d) + CUBIC_TINY * (1 + d + e + f)) * ROOT_ROUNDING;
    }
    if (Math.abs(b0) > height && Math.abs(b1) > height && Math.abs(b2) > height && Math.abs(b3) > height) return true;
    if (finest >= 0) return false;
  }
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
  const E = DOUBLED_ROUNDING * permanent + CUBIC_TINY * (1 + size);
  if (together && Math.abs(b0) > E && Math.abs(b1) > E && Math.abs(b2) > E && Math.abs(b3) > E) return true;
  const H = hull;
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
