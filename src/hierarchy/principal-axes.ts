/*
 * Along which directions a surface extends: orthonormal axes of its second moments, largest first.
 * Guarantee: the rows that `orthonormalAxes` writes have |u_i·u_j − δ_ij| ≤ 2^-47, whatever the input; checked, not
 * assumed.
 * `principalAxes` only makes a good guess for it: nothing but tightness depends on that.
 * Moments: [weight, centroid x y z, xx xy xz yy yz zz about the centroid], merged as in [Chan et al. 1979].
 * Deviation: closed form by the adjugate, Jacobi rotations only for needles; nothing but + − × ÷ √ either way.
 */

/** Off-diagonal elements below this part of the trace turn the axes by less than the rounding of the moments. */
const NEGLIGIBLE = 2 ** -49;
/** Jacobi on 3×3 converges quadratically; four sweeps are usual. */
const MOST_SWEEPS = 12;
/** Least λ₁λ₂ + λ₁λ₃ + λ₂λ₃, with trace 1: below it rounding may show in the adjugate. */
const SLENDER = 2 ** -24;
const SQUARINGS = 4;
/** 8 ulp; the products that are compared with it are themselves off by up to 3. */
const ORTHONORMAL = 2 ** -49;

/** The moments at a and b together, each about its own centroid. */
export function mergeMoments(m: Float64Array, to: number, a: number, b: number): void {
  const wa = m[a];
  const wb = m[b];
  const w = wa + wb;
  // Half and half where nothing weighs anything.
  const share = w > 0 ? wb / w : 0.5;
  const x = m[b + 1] - m[a + 1];
  const y = m[b + 2] - m[a + 2];
  const z = m[b + 3] - m[a + 3];
  const k = wa * share;
  m[to + 1] = m[a + 1] + share * x;
  m[to + 2] = m[a + 2] + share * y;
  m[to + 3] = m[a + 3] + share * z;
  m[to + 4] = m[a + 4] + m[b + 4] + k * x * x;
  m[to + 5] = m[a + 5] + m[b + 5] + k * x * y;
  m[to + 6] = m[a + 6] + m[b + 6] + k * x * z;
  m[to + 7] = m[a + 7] + m[b + 7] + k * y * y;
  m[to + 8] = m[a + 8] + m[b + 8] + k * y * z;
  m[to + 9] = m[a + 9] + m[b + 9] + k * z * z;
  m[to] = w;
}

/** Nine numbers, a row an axis, from the six second moments at m[o + 4]. */
export function principalAxes(m: Float64Array, o: number, axes: Float64Array): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const trace = m[o + 4] + m[o + 7] + m[o + 9];
  const scale = 1 / trace;
  if (!(trace > 0 && scale < 2 ** 1000)) {
    identityAxes(axes);
    return;
  }
  const xx = m[o + 4] * scale;
  const xy = m[o + 5] * scale;
  const xz = m[o + 6] * scale;
  const yy = m[o + 7] * scale;
  const yz = m[o + 8] * scale;
  const zz = m[o + 9] * scale;
  // The adjugate has the same eigenvectors, with eigenvalues λ₂λ₃, λ₁λ₃, λ₁λ₂: the smallest axis of a surface leads by
  // far.
  let aa = yy * zz - yz * yz;
  let ab = xz * yz - xy * zz;
  let ac = xy * yz - xz * yy;
  let bb = xx * zz - xz * xz;
  let bc = xy * xz - xx * yz;
  let cc = xx * yy - xy * xy;
  const second = aa + bb + cc;
  if (!(second > SLENDER)) {
    jacobiAxes(xx, xy, xz, yy, yz, zz, axes);
    return;
  }
  // Squared over and over it leads by (λ₂/λ₃)^16.
  let norm = 1 / second;
  for (let i = 0; i < SQUARINGS; i++) {
    aa *= norm;
    ab *= norm;
    ac *= norm;
    bb *= norm;
    bc *= norm;
    cc *= norm;
    const aa2 = aa * aa + ab * ab + ac * ac;
    const bb2 = ab * ab + bb * bb + bc * bc;
    const cc2 = ac * ac + bc * bc + cc * cc;
    const ab2 = aa * ab + ab * bb + ac * bc;
    const ac2 = aa * ac + ab * bc + ac * cc;
    bc = ab * ac + bb * bc + bc * cc;
    aa = aa2;
    bb = bb2;
    cc = cc2;
    ab = ab2;
    ac = ac2;
    norm = 1 / (aa + bb + cc);
  }
  // w: its largest column. u, v: any two axes across it, then turned by φ, cot 2φ = θ, as in a single Jacobi rotation.
  let wx = ac;
  let wy = bc;
  let wz = cc;
  if (aa >= bb && aa >= cc) {
    wx = aa;
    wy = ab;
    wz = ac;
  } else if (bb >= cc) {
    wx = ab;
    wy = bb;
    wz = bc;
  }
  norm = 1 / Math.sqrt(wx * wx + wy * wy + wz * wz);
  wx *= norm;
  wy *= norm;
  wz *= norm;
  let ux = 0;
  let uy = -wz;
  let uz = wy;
  if (wx * wx > wy * wy) {
    ux = wz;
    uy = 0;
    uz = -wx;
  }
  norm = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= norm;
  uy *= norm;
  uz *= norm;
  const vx = wy * uz - wz * uy;
  const vy = wz * ux - wx * uz;
  const vz = wx * uy - wy * ux;
  const px = xx * ux + xy * uy + xz * uz;
  const py = xy * ux + yy * uy + yz * uz;
  const pz = xz * ux + yz * uy + zz * uz;
  const uu = px * ux + py * uy + pz * uz;
  const uv = px * vx + py * vy + pz * vz;
  const vv = vx * (xx * vx + xy * vy + xz * vz) + vy * (xy * vx + yy * vy + yz * vz) + vz * (xz * vx + yz * vy + zz * vz);
  // (d + √(d² + uv²), uv), d = (uu − vv)/2, is the eigenvector of [uu uv; uv vv] with the larger eigenvalue.
  const d = 0.5 * (uu - vv);
  const root = Math.sqrt(d * d + uv * uv);
  const c = d >= 0 ? d + root : Math.abs(uv);
  const s = d >= 0 ? uv : uv < 0 ? d - root : root - d;
  if (root > 0) {
    axesAcross(c * ux + s * vx, c * uy + s * vy, c * uz + s * vz, wx, wy, wz, axes);
  } else axesAcross(ux, uy, uz, wx, wy, wz, axes);
}

/** Rows a / |a|, w × a / |a|, w: as orthonormal as w and a are, which is not checked here. */
function axesAcross(ax: number, ay: number, az: number, wx: number, wy: number, wz: number, axes: Float64Array): void {
  const norm = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const ux = ax * norm;
  const uy = ay * norm;
  const uz = az * norm;
  axes[0] = ux;
  axes[1] = uy;
  axes[2] = uz;
  axes[3] = wy * uz - wz * uy;
  axes[4] = wz * ux - wx * uz;
  axes[5] = wx * uy - wy * ux;
  axes[6] = wx;
  axes[7] = wy;
  axes[8] = wz;
}

/** Leaf functions never call back: one for all. */
const DIAGONAL: Float64Array = new Float64Array(3);
/** Entry k is that of the two other rows. */
const BESIDE: Float64Array = new Float64Array(3);
/** Columns of the accumulated rotation, one after the other. */
const TURNED: Float64Array = new Float64Array(9);

/** Cyclic Jacobi rotations, for needles, whose two small axes the adjugate does not tell apart. */
function jacobiAxes(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number, axes: Float64Array): void {
  const d = DIAGONAL;
  const o = BESIDE;
  const v = TURNED;
  d[0] = xx;
  d[1] = yy;
  d[2] = zz;
  o[0] = yz;
  o[1] = xz;
  o[2] = xy;
  for (let e = 0; e < 9; e++) v[e] = e % 4 === 0 ? 1 : 0;
  let done = false;
  for (let sweep = 0; sweep < MOST_SWEEPS && !done; sweep++) {
    done = true;
    for (let k = 2; k >= 0; k--) {
      if (!(Math.abs(o[k]) > NEGLIGIBLE)) continue;
      done = false;
      rotate(k === 0 ? 1 : 0, k === 2 ? 1 : 2, k);
    }
  }
  // the two largest, in order; the third follows
  const first = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : d[1] >= d[2] ? 1 : 2;
  const i = first === 0 ? 1 : 0;
  const j = first === 2 ? 1 : 2;
  const p = 3 * first;
  const q = 3 * (d[i] >= d[j] ? i : j);
  orthonormalAxes(v[p], v[p + 1], v[p + 2], v[q], v[q + 1], v[q + 2], axes);
}

/** Makes what rows i < j have beside the diagonal 0; k: the third row. */
function rotate(i: number, j: number, k: number): void {
  const d = DIAGONAL;
  const o = BESIDE;
  const v = TURNED;
  // t = tan φ solves t² + 2 θ t − 1 = 0, θ = cot 2φ; the smaller root
  const theta = (d[j] - d[i]) / (2 * o[k]);
  const t = theta < 0 ? 1 / (theta - Math.sqrt(theta * theta + 1)) : 1 / (theta + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  d[i] -= t * o[k];
  d[j] += t * o[k];
  o[k] = 0;
  const beside = c * o[j] - s * o[i];
  o[i] = s * o[j] + c * o[i];
  o[j] = beside;
  for (let e = 0; e < 3; e++) {
    const x = c * v[3 * i + e] - s * v[3 * j + e];
    v[3 * j + e] = s * v[3 * i + e] + c * v[3 * j + e];
    v[3 * i + e] = x;
  }
}

/**
 * Rows u0 ∥ a, u1 in the plane of a and b, u2 = u0 × u1. Where b is parallel to a or zero, any u1 will do;
 * where a is zero, the unit axes.
 */
export function orthonormalAxes(ax: number, ay: number, az: number, bx: number, by: number, bz: number, axes: Float64Array): void {
  const la = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const ux = ax * la;
  const uy = ay * la;
  const uz = az * la;
  const size = Math.abs(bx) + Math.abs(by) + Math.abs(bz);
  let k = bx * ux + by * uy + bz * uz;
  let vx = bx - k * ux;
  let vy = by - k * uy;
  let vz = bz - k * uz;
  // What is left of a nearly parallel b is mostly rounding: take the unit axis most across u0 instead.
  if (!(Math.abs(vx) + Math.abs(vy) + Math.abs(vz) > 2 ** -40 * size)) {
    const x = Math.abs(ux);
    const y = Math.abs(uy);
    const z = Math.abs(uz);
    vx = x <= y && x <= z ? 1 : 0;
    vy = vx === 0 && y <= z ? 1 : 0;
    vz = vx === 0 && vy === 0 ? 1 : 0;
  }
  // Once more: the first subtraction may have cancelled all but a few digits.
  k = vx * ux + vy * uy + vz * uz;
  vx -= k * ux;
  vy -= k * uy;
  vz -= k * uz;
  const lv = 1 / Math.sqrt(vx * vx + vy * vy + vz * vz);
  vx *= lv;
  vy *= lv;
  vz *= lv;
  const uu = Math.abs(ux * ux + uy * uy + uz * uz - 1);
  const vv = Math.abs(vx * vx + vy * vy + vz * vz - 1);
  const uv = Math.abs(ux * vx + uy * vy + uz * vz);
  if (!(uu <= ORTHONORMAL && vv <= ORTHONORMAL && uv <= ORTHONORMAL)) {
    identityAxes(axes);
    return;
  }
  axes[0] = ux;
  axes[1] = uy;
  axes[2] = uz;
  axes[3] = vx;
  axes[4] = vy;
  axes[5] = vz;
  axes[6] = uy * vz - uz * vy;
  axes[7] = uz * vx - ux * vz;
  axes[8] = ux * vy - uy * vx;
}

function identityAxes(axes: Float64Array): void {
  for (let i = 0; i < 9; i++) axes[i] = i % 4 === 0 ? 1 : 0;
}
