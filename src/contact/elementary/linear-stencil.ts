/**
 * A vertex and a face, or two edges, whose four corners move linearly: do they touch on the way, and when first?
 * Corners are read where they are: x y z from an index on, in one array at t = 0 and in another at t = 1.
 * Guarantee: as in origin-in-hull.ts. The cubic comes first: it is one straight piece of code and rules out 90 to 95 %
 * of what is near. The axes rule out less than half, and no branch predictor foresees which pairs, or by which axis.
 */
import { CUBIC_ERROR, cubic } from './coplanarity.ts';
import { FREE, HULL_END, HULL_NORMALS, HULL_SIZE, hull, originEntersHull } from './origin-in-hull.ts';

/**
 * 32u: of each coefficient and of any value interpolated from them, relative to the permanent; here of doubled factors.
 */
const CUBIC_ROUNDING = (32 * 2 ** -53) / 8;
/** ½, and a little more for the rounding of the sums. */
const HALF = 0.5 * (1 + 2 ** -49);
const CUBIC_TINY = 2 ** -1068;

/** Vertex p of P, face a b c of F; before and after. FREE, TOUCHES or UNPROVEN. */
export function testVertexFace(
  P0: Float64Array,
  P1: Float64Array,
  p: number,
  F0: Float64Array,
  F1: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  // e = b − a, f = c − a, d = a − p
  if (fillCubic(F0, F1, b, a, F0, F1, c, a, P0, P1, p)) return FREE;
  const H = hull;
  for (let k = 0; k < 3; k++) {
    const p0 = P0[p + k];
    const p1 = P1[p + k];
    const a0 = F0[a + k] - p0;
    const b0 = F0[b + k] - p0;
    const c0 = F0[c + k] - p0;
    const a1 = F1[a + k] - p1;
    const b1 = F1[b + k] - p1;
    const c1 = F1[c + k] - p1;
    // one sign for all, the sign of a difference being exact; a product that underflows says nothing
    if (a0 * a1 > 0 && a0 * b0 > 0 && a0 * b1 > 0 && a0 * c0 > 0 && a0 * c1 > 0) return FREE;
    H[k] = a0;
    H[3 + k] = b0;
    H[6 + k] = c0;
    H[HULL_END + k] = a1;
    H[HULL_END + 3 + k] = b1;
    H[HULL_END + 6 + k] = c1;
  }
  return originEntersHull(3);
}

/** Edge from i to j of A, edge from k to l of B. */
export function testEdgeEdge(
  A0: Float64Array,
  A1: Float64Array,
  i: number,
  j: number,
  B0: Float64Array,
  B1: Float64Array,
  k: number,
  l: number,
): number {
  // e = a1 − a0, f = b0 − b1, d = a0 − b0
  if (fillCubic(A0, A1, j, i, B0, B1, k, l, B0, B1, k)) return FREE;
  const H = hull;
  for (let x = 0; x < 3; x++) {
    const a0 = A0[i + x];
    const a1 = A0[j + x];
    const b0 = B0[k + x];
    const b1 = B0[l + x];
    const p0 = a0 - b0;
    const q0 = a1 - b0;
    const r0 = a1 - b1;
    const s0 = a0 - b1;
    const c0 = A1[i + x];
    const c1 = A1[j + x];
    const d0 = B1[k + x];
    const d1 = B1[l + x];
    const p1 = c0 - d0;
    const q1 = c1 - d0;
    const r1 = c1 - d1;
    const s1 = c0 - d1;
    if (p0 * r0 > 0 && q0 * s0 > 0 && p0 * q0 > 0 && p0 * p1 > 0 && p1 * r1 > 0 && q1 * s1 > 0 && p1 * q1 > 0) return FREE;
    H[x] = p0;
    H[3 + x] = q0;
    H[6 + x] = r0;
    H[9 + x] = s0;
    H[HULL_END + x] = p1;
    H[HULL_END + 3 + x] = q1;
    H[HULL_END + 6 + x] = r1;
    H[HULL_END + 9 + x] = s1;
  }
  return originEntersHull(4);
}

/**
 * g(t) = (e × f)·d with e = E[e1] − E[e0], f = F[f1] − F[f0], d = E[e0] − D[d0]:
 *   b₀ = N₀·d₀,  3b₁ = N₀·d₁ + Nₘ·d₀,  3b₂ = N₁·d₀ + Nₘ·d₁,  b₃ = N₁·d₁,   Nₘ = e₀ × f₁ + e₁ × f₀
 * True when it never vanishes.
 */
function fillCubic(
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
  if (together) {
    // sums are bounds of the larger magnitudes, and mostly good enough
    const e = Math.abs(ex) + Math.abs(ey) + Math.abs(ez) + (Math.abs(gx) + Math.abs(gy) + Math.abs(gz));
    const f = Math.abs(fx) + Math.abs(fy) + Math.abs(fz) + (Math.abs(hx) + Math.abs(hy) + Math.abs(hz));
    const d = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) + (Math.abs(cx) + Math.abs(cy) + Math.abs(cz));
    const loose = 8 * CUBIC_ROUNDING * (e * f * d) + CUBIC_TINY * (1 + d + e + f);
    if (Math.abs(b0) > loose && Math.abs(b1) > loose && Math.abs(b2) > loose && Math.abs(b3) > loose) return true;
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
  const E = CUBIC_ROUNDING * permanent + CUBIC_TINY * (1 + size);
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
