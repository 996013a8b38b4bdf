// How far apart are two triangles, and where? Degenerate triangles stand for segments and points.
// Guarantee, with M the largest coordinate after moving a's first corner to the origin and u = 2⁻⁵³:
// |distance − true distance| ≤ 64·u·M, the points lie on their triangles within 32·u·M (plus the rounding of adding
// that corner back), and a direction other than 0 separates: min n·b − max n·a ≥ distance − 64·u·M.
// Assumes coordinates of at most 2³⁰⁰; NaN or infinite ones give NaN. Nothing depends on the unit of length.
// Every answer is proven by weak duality: a pair of points bounds the distance from above, the gap of the supports
// along any unit direction bounds it from below. Candidates (vertex over face, nine edge pairs as in
// [Larsen et al. 1999], piercing edges) are tried in double; a pair for which the two bounds do not meet (needles,
// near-parallel, near-touching) goes to 106 bits.

import { DISTANCE_ERROR, FRAME_SIZE, loadFrame, PROOF_SLACK, supportGap } from './pair-frame.ts';
import { separatePrecisely } from './triangle-triangle-precise.ts';

/** Numbers a triangleSeparation writes. */
export const SEPARATION_SIZE = 11;
/** Where they are, behind the two points: the distance, the feature code, the unit direction from a to b. */
export const SEPARATION_DISTANCE = 6;
export const SEPARATION_FEATURES = 7;
export const SEPARATION_DIRECTION = 8;

/** One triangle's part in a feature code: 0 to 2 a vertex, 3 to 5 the edge k → k+1 mod 3, 6 the face. */
export function featureOfA(code: number): number {
  return code & 7;
}

export function featureOfB(code: number): number {
  return code >> 3;
}

/** Leaf functions never call back, so one frame per module instance (per worker) is enough. */
const F = new Float64Array(FRAME_SIZE);
/**
 * Closest points and distance: out[oo..oo+2] on a, [oo+3..oo+5] on b, [oo+6] the distance, [oo+7] the feature code
 * featureOfA + 8·featureOfB. For intersecting triangles both points are a common point.
 */
export function triangleDistance(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  separate(a, ao, b, bo);
  write(a, ao, b, bo, out, oo);
}

/**
 * triangleDistance, and in [oo+8..oo+10] the unit direction from a to b that proves it (also at distances where the
 * difference of the points is mostly rounding), or 0 0 0 where the triangles touch or intersect and none separates
 * them.
 */
export function triangleSeparation(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  separate(a, ao, b, bo);
  write(a, ao, b, bo, out, oo);
  out[oo + SEPARATION_DIRECTION] = F[49];
  out[oo + SEPARATION_DIRECTION + 1] = F[50];
  out[oo + SEPARATION_DIRECTION + 2] = F[51];
}

/** The largest |distance − true distance| of this pair, 64·2⁻⁵³·M. */
export function distanceError(a: Float64Array, ao: number, b: Float64Array, bo: number): number {
  let m = 0;
  for (let k = 0; k < 9; k++) {
    const o = a[ao + (k % 3)];
    m = Math.max(m, Math.abs(a[ao + k] - o), Math.abs(b[bo + k] - o));
  }
  return DISTANCE_ERROR * m;
}

function write(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  const code = F[52];
  const back = 1 / F[54];
  const fa = code & 7;
  const fb = code >> 3;
  const ia = ao + 3 * fa;
  const ib = bo + 3 * fb;
  const x = a[ao];
  const y = a[ao + 1];
  const z = a[ao + 2];
  const ax = fa < 3 ? a[ia] : x + F[42] * back;
  const ay = fa < 3 ? a[ia + 1] : y + F[43] * back;
  const az = fa < 3 ? a[ia + 2] : z + F[44] * back;
  const bx = fb < 3 ? b[ib] : x + F[45] * back;
  const by = fb < 3 ? b[ib + 1] : y + F[46] * back;
  const bz = fb < 3 ? b[ib + 2] : z + F[47] * back;
  out[oo] = ax;
  out[oo + 1] = ay;
  out[oo + 2] = az;
  out[oo + 3] = bx;
  out[oo + 4] = by;
  out[oo + 5] = bz;
  out[oo + SEPARATION_DISTANCE] = F[48] * back;
  out[oo + SEPARATION_FEATURES] = code;
}

/** Leaves points, distance, direction and code in the frame. */
function separate(a: Float64Array, ao: number, b: Float64Array, bo: number): void {
  loadFrame(a, ao, b, bo, F);
  if (!(F[53] < Number.POSITIVE_INFINITY)) {
    F[48] = Number.NaN;
    F[52] = 0;
    clearDirection();
    return;
  }
  const pointA = !(F[36] > 0 || F[37] > 0 || F[38] > 0);
  const pointB = !(F[39] > 0 || F[40] > 0 || F[41] > 0);
  if (pointA !== pointB) {
    // Spheres and clouds against triangles: three edges, and mostly the face.
    if (pointA ? vertexOverFace(9, 0, 27) : vertexOverFace(0, 9, 18)) return;
    if (edgeEdge(a, ao, b, bo, pointA ? 9 : 3, pointA ? 3 : 1)) return;
  }
  // Measured: the first pair of edges is the answer for 75 to 86 of 100 random separated pairs.
  else if (edgeEdge(a, ao, b, bo, 1, 1) || vertexOverFace(0, 9, 18) || vertexOverFace(9, 0, 27)) return;
  const slack = PROOF_SLACK * F[53];
  // Edges far through a face first: nothing separates such a pair.
  if (pierce(0, 18, 9, 27, 2) || pierce(9, 27, 0, 18, 2)) return;
  if (pointA === pointB && edgeEdge(a, ao, b, bo, 9, 1)) return;
  const distance = F[48];
  // The closest points lie on edges, yet a face's normal may be the better known direction: a face resting on a face.
  if (faceProves(18, distance, slack) || faceProves(27, distance, slack)) return;
  if (distance <= slack) {
    clearDirection();
    return;
  }
  if (pierce(0, 18, 9, 27, 0) || pierce(9, 27, 0, 18, 0)) return;
  separatePrecisely(a, ao, b, bo, F);
}

/**
 * Is the answer a corner of y over the inside of x's face? Corners of x and y and edges of x at these places in the
 * frame.
 */
function vertexOverFace(x: number, y: number, e: number): boolean {
  if (!faceNormal(e)) return false;
  const nx = F[49];
  const ny = F[50];
  const nz = F[51];
  const x0 = F[x];
  const x1 = F[x + 1];
  const x2 = F[x + 2];
  const h0 = nx * (F[y] - x0) + ny * (F[y + 1] - x1) + nz * (F[y + 2] - x2);
  const h1 = nx * (F[y + 3] - x0) + ny * (F[y + 4] - x1) + nz * (F[y + 5] - x2);
  const h2 = nx * (F[y + 6] - x0) + ny * (F[y + 7] - x1) + nz * (F[y + 8] - x2);
  // All on one side, or on the plane within rounding: a corner that touches still has the normal for direction.
  const touch = 0.5 * PROOF_SLACK * F[53];
  const up = h0 + h1 + h2 >= 0;
  if (up ? !(h0 >= -touch && h1 >= -touch && h2 >= -touch) : !(h0 <= touch && h1 <= touch && h2 <= touch)) return false;
  const g0 = up ? h0 : -h0;
  const g1 = up ? h1 : -h1;
  const g2 = up ? h2 : -h2;
  const corner = g0 <= g1 ? (g0 <= g2 ? 0 : 2) : g1 <= g2 ? 1 : 2;
  const v = y + 3 * corner;
  if (!within(F[v], F[v + 1], F[v + 2], x, e, 0)) return false;
  refineNormal(e + 6, e);
  // p = v − (n·(v − x₀))·n
  const mx = F[49];
  const my = F[50];
  const mz = F[51];
  const h = mx * (F[v] - x0) + my * (F[v + 1] - x1) + mz * (F[v + 2] - x2);
  const face = x === 0 ? 42 : 45;
  const vertex = x === 0 ? 45 : 42;
  F[face] = F[v] - h * mx;
  F[face + 1] = F[v + 1] - h * my;
  F[face + 2] = F[v + 2] - h * mz;
  F[vertex] = F[v];
  F[vertex + 1] = F[v + 1];
  F[vertex + 2] = F[v + 2];
  const distance = Math.abs(h);
  F[48] = distance;
  F[52] = x === 0 ? 6 + 8 * corner : corner + 48;
  if (up !== (x === 0)) flip();
  supportGap(F);
  return F[55] >= distance - PROOF_SLACK * F[53];
}

/** Unit normal of the face with edges at e into the direction; false for needles, whose normal 53 bits do not hold. */
function faceNormal(e: number): boolean {
  // n = (x₀ − x₂) × (x₁ − x₀)
  const x = F[e + 7] * F[e + 2] - F[e + 8] * F[e + 1];
  const y = F[e + 8] * F[e] - F[e + 6] * F[e + 2];
  const z = F[e + 6] * F[e + 1] - F[e + 7] * F[e];
  const nn = x * x + y * y + z * z;
  const l = 30 + e / 3;
  if (!(nn > SINE_SQUARED * F[l] * F[l + 2])) return false;
  const s = 1 / Math.sqrt(nn);
  F[49] = x * s;
  F[50] = y * s;
  F[51] = z * s;
  return true;
}

/** Below an angle of 2⁻²⁰ a cross product in double keeps too few bits to be worth a try. */
const SINE_SQUARED = 2 ** -40;
/** A sine below 2⁻⁵: the parameters of an edge pair deserve a second step. */
const POLISH_SQUARED = 2 ** -10;

/**
 * n ← n less its rounding along two edges at e and g, normalised: then n·edge is of the order of one rounding, however
 * small their angle.
 */
function refineNormal(e: number, g: number): void {
  let x = F[49];
  let y = F[50];
  let z = F[51];
  const ux = F[e];
  const uy = F[e + 1];
  const uz = F[e + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vx = F[g];
  const vy = F[g + 1];
  const vz = F[g + 2];
  const along = (x * ux + y * uy + z * uz) / uu;
  x -= along * ux;
  y -= along * uy;
  z -= along * uz;
  const uv = (ux * vx + uy * vy + uz * vz) / uu;
  const wx = vx - uv * ux;
  const wy = vy - uv * uy;
  const wz = vz - uv * uz;
  const across = (x * vx + y * vy + z * vz) / (wx * wx + wy * wy + wz * wz);
  x -= across * wx;
  y -= across * wy;
  z -= across * wz;
  const s = 1 / Math.sqrt(x * x + y * y + z * z);
  F[49] = x * s;
  F[50] = y * s;
  F[51] = z * s;
}

function flip(): void {
  F[49] = -F[49];
  F[50] = -F[50];
  F[51] = -F[51];
}

function clearDirection(): void {
  F[49] = 0;
  F[50] = 0;
  F[51] = 0;
}

/**
 * Does the projection of a point along the unit direction lie inside the triangle at x with edges at e, by depth and
 * more than rounding?
 */
function within(px: number, py: number, pz: number, x: number, e: number, depth: number): boolean {
  const nx = F[49];
  const ny = F[50];
  const nz = F[51];
  const margin = depth + 16 * 2 ** -53 * F[53];
  for (let k = 0; k < 3; k++) {
    const c = x + 3 * k;
    const g = e + 3 * k;
    const dx = px - F[c];
    const dy = py - F[c + 1];
    const dz = pz - F[c + 2];
    const ex = F[g];
    const ey = F[g + 1];
    const ez = F[g + 2];
    const side = nx * (ey * dz - ez * dy) + ny * (ez * dx - ex * dz) + nz * (ex * dy - ey * dx);
    if (!(side > 0 && side * side > margin * margin * F[30 + e / 3 + k])) return false;
  }
  return true;
}

/**
 * Up to nine edge pairs, every stride-th, the likely ones first; true when one is proven to be the answer, else the
 * closest stays in the frame.
 */
function edgeEdge(a: Float64Array, ao: number, b: Float64Array, bo: number, pairs: number, stride: number): boolean {
  // One piece: the cases of one kernel, whose numbers stay in local variables.
  const scale = F[53];
  const slack = PROOF_SLACK * scale;
  const loose = 2 ** -40 * scale * scale;
  // The corner farthest back along the line of the centres is opposite the edge to begin with.
  const cx = F[9] + F[12] + F[15] - F[3] - F[6];
  const cy = F[10] + F[13] + F[16] - F[4] - F[7];
  const cz = F[11] + F[14] + F[17] - F[5] - F[8];
  const a1 = cx * F[3] + cy * F[4] + cz * F[5];
  const a2 = cx * F[6] + cy * F[7] + cz * F[8];
  const b0 = cx * F[9] + cy * F[10] + cz * F[11];
  const b1 = cx * F[12] + cy * F[13] + cz * F[14];
  const b2 = cx * F[15] + cy * F[16] + cz * F[17];
  const i0 = a1 < 0 ? (a1 < a2 ? 2 : 0) : a2 < 0 ? 0 : 1;
  const j0 = b0 > b1 ? (b0 > b2 ? 1 : 0) : b1 > b2 ? 2 : 0;
  let best = Number.POSITIVE_INFINITY;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;
  let bestI = 0;
  let bestJ = 0;
  let bestS = 0;
  let bestT = 0;
  for (let n = 0; n < pairs; n += stride) {
    let i = i0 + (n % 3);
    if (i > 2) i -= 3;
    let j = j0 + ((n / 3) | 0);
    if (j > 2) j -= 3;
    const pa = 3 * i;
    const pb = 9 + 3 * j;
    const ux = F[18 + pa];
    const uy = F[19 + pa];
    const uz = F[20 + pa];
    const vx = F[18 + pb];
    const vy = F[19 + pb];
    const vz = F[20 + pb];
    const wx = F[pb] - F[pa];
    const wy = F[pb + 1] - F[pa + 1];
    const wz = F[pb + 2] - F[pa + 2];
    const uu = F[36 + i];
    const vv = F[39 + j];
    const uv = ux * vx + uy * vy + uz * vz;
    const uw = ux * wx + uy * wy + uz * wz;
    const vw = vx * wx + vy * wy + vz * wz;
    // minimise |w + t·v − s·u|² over the unit square
    const det = uu * vv - uv * uv;
    let s = det > 0 ? (uw * vv - vw * uv) / det : 0;
    s = s > 0 ? (s < 1 ? s : 1) : 0;
    let t = vv > 0 ? (s * uv - vw) / vv : 0;
    if (!(t > 0)) {
      t = 0;
      s = uu > 0 ? uw / uu : 0;
      s = s > 0 ? (s < 1 ? s : 1) : 0;
    } else if (!(t < 1)) {
      t = 1;
      s = uu > 0 ? (uw + uv) / uu : 0;
      s = s > 0 ? (s < 1 ? s : 1) : 0;
    }
    let x = wx + t * vx - s * ux;
    let y = wy + t * vy - s * uy;
    let z = wz + t * vz - s * uz;
    const inside = s > 0 && s < 1 && t > 0 && t < 1;
    if (inside && det < POLISH_SQUARED * uu * vv && det > 0) {
      // One step more from the difference itself, which knows the parameters to 1/sine, not 1/sine².
      const ur = ux * x + uy * y + uz * z;
      const vr = vx * x + vy * y + vz * z;
      const s1 = s + (ur * vv - vr * uv) / det;
      const t1 = t + (ur * uv - vr * uu) / det;
      if (s1 > 0 && s1 < 1 && t1 > 0 && t1 < 1) {
        s = s1;
        t = t1;
        x = wx + t * vx - s * ux;
        y = wy + t * vy - s * uy;
        z = wz + t * vz - s * uz;
      }
    }
    const d2 = x * x + y * y + z * z;
    if (!(d2 < best)) continue;
    best = d2;
    bestX = x;
    bestY = y;
    bestZ = z;
    bestI = i;
    bestJ = j;
    bestS = s;
    bestT = t;
    // Direction: across both edges, or the difference of the points less its part along the one edge.
    let crossed = false;
    if (inside) {
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const nn = nx * nx + ny * ny + nz * nz;
      if (nn > SINE_SQUARED * uu * vv) {
        const turn = (nx * wx + ny * wy + nz * wz >= 0 ? 1 : -1) / Math.sqrt(nn);
        x = nx * turn;
        y = ny * turn;
        z = nz * turn;
        crossed = true;
      }
    }
    if (!crossed) {
      if (s > 0 && s < 1) {
        const along = (x * ux + y * uy + z * uz) / uu;
        x -= along * ux;
        y -= along * uy;
        z -= along * uz;
      } else if (t > 0 && t < 1) {
        const along = (x * vx + y * vy + z * vz) / vv;
        x -= along * vx;
        y -= along * vy;
        z -= along * vz;
      } else {
        const f = F[54];
        const ia = ao + 3 * (s > 0 ? (i + 1) % 3 : i);
        const ib = bo + 3 * (t > 0 ? (j + 1) % 3 : j);
        x = (b[ib] - a[ia]) * f;
        y = (b[ib + 1] - a[ia + 1]) * f;
        z = (b[ib + 2] - a[ia + 2]) * f;
      }
    }
    // Far from separating? Then the two opposite corners show it without a root.
    const ka = i === 0 ? 6 : 3 * i - 3;
    const kb = j === 0 ? 15 : 6 + 3 * j;
    const over = x * (F[ka] - F[pa]) + y * (F[ka + 1] - F[pa + 1]) + z * (F[ka + 2] - F[pa + 2]);
    const under = x * (F[pb] - F[kb]) + y * (F[pb + 1] - F[kb + 1]) + z * (F[pb + 2] - F[kb + 2]);
    const rr = x * x + y * y + z * z;
    const lift = s * (x * ux + y * uy + z * uz);
    const drop = t * (x * vx + y * vy + z * vz);
    const beyondA = over - lift;
    const beyondB = under + drop;
    if ((beyondA > 0 && beyondA * beyondA > loose * rr) || (beyondB > 0 && beyondB * beyondB > loose * rr)) continue;
    if (!(rr > 0)) continue;
    const root = 1 / Math.sqrt(rr);
    F[49] = x * root;
    F[50] = y * root;
    F[51] = z * root;
    if (crossed) refineNormal(18 + pa, 18 + pb);
    supportGap(F);
    const distance = Math.sqrt(d2);
    if (F[55] >= distance - slack) {
      F[48] = distance;
      F[56] = s;
      F[57] = t;
      storeEdges(i, j);
      return true;
    }
    if (crossed && distance <= slack) {
      flip();
      supportGap(F);
      if (F[55] >= distance - slack) {
        F[48] = distance;
        F[56] = s;
        F[57] = t;
        storeEdges(i, j);
        return true;
      }
    }
  }
  F[48] = Math.sqrt(best);
  F[56] = bestS;
  F[57] = bestT;
  storeEdges(bestI, bestJ);
  const root = best > 0 ? 1 / Math.sqrt(best) : 0;
  F[49] = bestX * root;
  F[50] = bestY * root;
  F[51] = bestZ * root;
  return false;
}

function storeEdges(i: number, j: number): void {
  const pa = 3 * i;
  const pb = 9 + 3 * j;
  const s = F[56];
  const t = F[57];
  F[42] = F[pa] + s * F[18 + pa];
  F[43] = F[pa + 1] + s * F[19 + pa];
  F[44] = F[pa + 2] + s * F[20 + pa];
  F[45] = F[pb] + t * F[18 + pb];
  F[46] = F[pb + 1] + t * F[19 + pb];
  F[47] = F[pb + 2] + t * F[20 + pb];
  const fa = s > 0 ? (s < 1 ? 3 + i : (i + 1) % 3) : i;
  const fb = t > 0 ? (t < 1 ? 3 + j : (j + 1) % 3) : j;
  F[52] = fa + 8 * fb;
}

/** Does the normal of the face with edges at e, one way or the other, prove the distance already found? */
function faceProves(e: number, distance: number, slack: number): boolean {
  if (!faceNormal(e)) return false;
  refineNormal(e + 6, e);
  supportGap(F);
  if (F[55] >= distance - slack) return true;
  flip();
  supportGap(F);
  return F[55] >= distance - slack;
}

/**
 * Does an edge of the triangle at y pass through the face at x, by more than depth on every side? Then the common point
 * stays in the frame.
 */
function pierce(x: number, e: number, y: number, g: number, slacks: number): boolean {
  const depth = slacks * (PROOF_SLACK * F[53]);
  if (!faceNormal(e)) return false;
  const nx = F[49];
  const ny = F[50];
  const nz = F[51];
  for (let k = 0; k < 3; k++) {
    const c = y + 3 * k;
    const d = g + 3 * k;
    const h = nx * (F[c] - F[x]) + ny * (F[c + 1] - F[x + 1]) + nz * (F[c + 2] - F[x + 2]);
    const step = nx * F[d] + ny * F[d + 1] + nz * F[d + 2];
    // n·(c + t·edge − x₀) = 0
    if (h > 0 ? !(h >= depth && h + step <= -depth) : !(h <= -depth && h + step >= depth)) continue;
    const t = Math.min(1, -h / step);
    if (!(t >= 0)) continue;
    const px = F[c] + t * F[d];
    const py = F[c + 1] + t * F[d + 1];
    const pz = F[c + 2] + t * F[d + 2];
    if (!within(px, py, pz, x, e, depth)) continue;
    refineNormal(e + 6, e);
    const off = F[49] * (px - F[x]) + F[50] * (py - F[x + 1]) + F[51] * (pz - F[x + 2]);
    if (!(Math.abs(off) <= 8 * 2 ** -53 * F[53])) return false;
    F[42] = px;
    F[43] = py;
    F[44] = pz;
    F[45] = px;
    F[46] = py;
    F[47] = pz;
    F[48] = 0;
    F[52] = x === 0 ? 6 + 8 * (3 + k) : 3 + k + 48;
    clearDirection();
    return true;
  }
  return false;
}
