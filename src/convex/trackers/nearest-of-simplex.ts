/**
 * Which point of a simplex of one to four corners is nearest to the origin, and which corners does it need?
 * Signed volumes from the top down: inside if all signs agree, else the best of the faces the origin is in front of
 * [Montanari et al. 2017].
 * Guarantee: weights ≥ 0 with sum 1 within rounding; the point's length is the distance within roundings of the
 * corners' size, divided by the sines of the angles of the face it lies in. The point is made perpendicular to that
 * face once more, so that its direction stays good where its length is mostly rounding. 'Inside' is said only where no
 * sign is in doubt.
 */

/**
 * Out: four weights, 0 where the corner is not needed; the nearest point; its square. In: SIZE, no corner has a larger
 * coordinate.
 */
export const NEAREST_POINT = 4;
export const NEAREST_SQUARE = 7;
export const NEAREST_SIZE = 8;
export const NEAREST_DOUBLES = 9;

/**
 * The corners, three doubles each in w; true when the origin lies inside four of them, then only the weights are
 * written.
 */
export function nearestOfSimplex(w: Float64Array, count: number, near: Float64Array): boolean {
  near[0] = near[1] = near[2] = near[3] = 0;
  near[NEAREST_SQUARE] = Number.POSITIVE_INFINITY;
  if (count === 3) ofTriangle(w, 0, 1, 2, near);
  else if (count === 2) ofSegment(w, 0, 1, near);
  else if (count === 1) ofPoint(w, 0, near);
  else return ofTetrahedron(w, near);
  return false;
}

function ofPoint(w: Float64Array, i: number, near: Float64Array): void {
  const x = w[3 * i];
  const y = w[3 * i + 1];
  const z = w[3 * i + 2];
  const square = x * x + y * y + z * z;
  if (square >= near[NEAREST_SQUARE]) return;
  near[0] = near[1] = near[2] = near[3] = 0;
  near[i] = 1;
  near[NEAREST_POINT] = x;
  near[NEAREST_POINT + 1] = y;
  near[NEAREST_POINT + 2] = z;
  near[NEAREST_SQUARE] = square;
}

function ofSegment(w: Float64Array, i: number, j: number, near: Float64Array): void {
  const px = w[3 * i];
  const py = w[3 * i + 1];
  const pz = w[3 * i + 2];
  const qx = w[3 * j];
  const qy = w[3 * j + 1];
  const qz = w[3 * j + 2];
  const ex = qx - px;
  const ey = qy - py;
  const ez = qz - pz;
  const pe = px * ex + py * ey + pz * ez;
  const qe = qx * ex + qy * ey + qz * ez;
  if (pe >= 0) return ofPoint(w, i, near);
  if (qe <= 0) return ofPoint(w, j, near);
  const ee = ex * ex + ey * ey + ez * ez;
  const t = -pe / ee;
  const s = 1 - t;
  let x = s * px + t * qx;
  let y = s * py + t * qy;
  let z = s * pz + t * qz;
  const rest = (x * ex + y * ey + z * ez) / ee;
  x -= rest * ex;
  y -= rest * ey;
  z -= rest * ez;
  const square = x * x + y * y + z * z;
  if (square >= near[NEAREST_SQUARE]) return;
  near[0] = near[1] = near[2] = near[3] = 0;
  near[i] = s;
  near[j] = t;
  near[NEAREST_POINT] = x;
  near[NEAREST_POINT + 1] = y;
  near[NEAREST_POINT + 2] = z;
  near[NEAREST_SQUARE] = square;
}

/** Below this sine² of a corner the cross product is mostly rounding: the triangle is its sides. */
const NEEDLE = 2 ** -90;
/** Below this height over length, squared, normal and weights deserve a second step. */
const NARROW = 2 ** -4;

function ofTriangle(w: Float64Array, i: number, j: number, k: number, near: Float64Array): void {
  // One piece: the regions of one triangle, whose products all of them share.
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const bx = w[3 * j];
  const by = w[3 * j + 1];
  const bz = w[3 * j + 2];
  const cx = w[3 * k];
  const cy = w[3 * k + 1];
  const cz = w[3 * k + 2];
  // e from a to b, f from a to c, g from b to c
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const fx = cx - ax;
  const fy = cy - ay;
  const fz = cz - az;
  const gx = cx - bx;
  const gy = cy - by;
  const gz = cz - bz;
  const ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  const gg = gx * gx + gy * gy + gz * gz;
  // n = e × f = e × g = f × g, from the two shortest sides
  const longE = ee >= ff && ee >= gg;
  const longF = !longE && ff >= gg;
  const ux = longE ? fx : ex;
  const uy = longE ? fy : ey;
  const uz = longE ? fz : ez;
  const vx = longE || longF ? gx : fx;
  const vy = longE || longF ? gy : fy;
  const vz = longE || longF ? gz : fz;
  const uu = longE ? ff : ee;
  const vv = longE || longF ? gg : ff;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > NEEDLE * uu * vv)) {
    ofSegment(w, i, j, near);
    ofSegment(w, j, k, near);
    ofSegment(w, k, i, near);
    return;
  }
  const narrow = nn < NARROW * Math.max(uu * uu, vv * vv);
  if (narrow) {
    // n less its rounding along u and along v⊥ = v − (u·v/u·u)·u
    const along = (nx * ux + ny * uy + nz * uz) / uu;
    nx -= along * ux;
    ny -= along * uy;
    nz -= along * uz;
    const uv = (ux * vx + uy * vy + uz * vz) / uu;
    const px = vx - uv * ux;
    const py = vy - uv * uy;
    const pz = vz - uv * uz;
    const across = (nx * vx + ny * vy + nz * vz) / (px * px + py * py + pz * pz);
    nx -= across * px;
    ny -= across * py;
    nz -= across * pz;
    nn = nx * nx + ny * ny + nz * nz;
  }
  // weights from the areas of the triangles with the origin's projection: n·(a × e) and so on
  let weightC = nx * (ay * ez - az * ey) + ny * (az * ex - ax * ez) + nz * (ax * ey - ay * ex);
  let weightB = nx * (fy * az - fz * ay) + ny * (fz * ax - fx * az) + nz * (fx * ay - fy * ax);
  let weightA = nx * (by * gz - bz * gy) + ny * (bz * gx - bx * gz) + nz * (bx * gy - by * gx);
  const h = (nx * ax + ny * ay + nz * az) / nn;
  const sum = 1 / (weightA + weightB + weightC);
  weightA *= sum;
  weightB *= sum;
  weightC *= sum;
  // twice more from what their point is off by: each time rounding is divided by a small sine
  for (let pass = 0; narrow && pass < 2; pass++) {
    const rx = weightA * ax + weightB * bx + weightC * cx - h * nx;
    const ry = weightA * ay + weightB * by + weightC * cy - h * ny;
    const rz = weightA * az + weightB * bz + weightC * cz - h * nz;
    const moreC = (nx * (ry * ez - rz * ey) + ny * (rz * ex - rx * ez) + nz * (rx * ey - ry * ex)) / nn;
    const moreB = (nx * (fy * rz - fz * ry) + ny * (fz * rx - fx * rz) + nz * (fx * ry - fy * rx)) / nn;
    weightC += moreC;
    weightB += moreB;
    weightA -= moreB + moreC;
  }
  if (weightA > 0 && weightB > 0 && weightC > 0) {
    const square = h * h * nn;
    if (square >= near[NEAREST_SQUARE]) return;
    near[0] = near[1] = near[2] = near[3] = 0;
    near[i] = weightA;
    near[j] = weightB;
    near[k] = weightC;
    near[NEAREST_POINT] = h * nx;
    near[NEAREST_POINT + 1] = h * ny;
    near[NEAREST_POINT + 2] = h * nz;
    near[NEAREST_SQUARE] = square;
    return;
  }
  if (!(weightC > 0)) ofSegment(w, i, j, near);
  if (!(weightA > 0)) ofSegment(w, j, k, near);
  if (!(weightB > 0)) ofSegment(w, k, i, near);
}

function ofTetrahedron(w: Float64Array, near: Float64Array): boolean {
  // from the newest face to the oldest; the origin is in front of a face, or too near to its plane to tell
  const a = behind(w, 1, 2, 3, 0, near);
  const b = behind(w, 0, 2, 3, 1, near);
  const c = behind(w, 0, 1, 3, 2, near);
  const d = behind(w, 0, 1, 2, 3, near);
  if (a && b && c && d) {
    // the weights once more from what their point is off by
    for (let k = 0; k < 2; k++) centre(w, near);
    return true;
  }
  if (!a) ofTriangle(w, 1, 2, 3, near);
  if (!b) ofTriangle(w, 0, 2, 3, near);
  if (!c) ofTriangle(w, 0, 1, 3, near);
  if (!d) ofTriangle(w, 0, 1, 2, near);
  return false;
}

/** Moves the weights of four corners so that their point, which was near it, is the origin. */
function centre(w: Float64Array, near: Float64Array): void {
  const sum = 1 / (near[0] + near[1] + near[2] + near[3]);
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < 4; k++) {
    near[k] *= sum;
    x += near[k] * w[3 * k];
    y += near[k] * w[3 * k + 1];
    z += near[k] * w[3 * k + 2];
  }
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < 2 ** -51 * near[NEAREST_SIZE]) return;
  const ux = w[0] - w[9];
  const uy = w[1] - w[10];
  const uz = w[2] - w[11];
  const vx = w[3] - w[9];
  const vy = w[4] - w[10];
  const vz = w[5] - w[11];
  const px = w[6] - w[9];
  const py = w[7] - w[10];
  const pz = w[8] - w[11];
  // r = α u + β v + γ p by Cramer's rule, in the frame of the last corner
  const nx = vy * pz - vz * py;
  const ny = vz * px - vx * pz;
  const nz = vx * py - vy * px;
  const det = nx * ux + ny * uy + nz * uz;
  const mx = y * uz - z * uy;
  const my = z * ux - x * uz;
  const mz = x * uy - y * ux;
  const first = (nx * x + ny * y + nz * z) / det;
  // (r × u)·p = −β·det, (r × u)·v = γ·det
  const second = -(mx * px + my * py + mz * pz) / det;
  const third = (mx * vx + my * vy + mz * vz) / det;
  near[0] -= first;
  near[1] -= second;
  near[2] -= third;
  near[3] += first + second + third;
}

/** Is the origin certainly on the same side of the plane of i j k as corner l? The weight of l in passing. */
function behind(w: Float64Array, i: number, j: number, k: number, l: number, near: Float64Array): boolean {
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const ex = w[3 * j] - ax;
  const ey = w[3 * j + 1] - ay;
  const ez = w[3 * j + 2] - az;
  const fx = w[3 * k] - ax;
  const fy = w[3 * k + 1] - ay;
  const fz = w[3 * k + 2] - az;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const origin = -(nx * ax + ny * ay + nz * az);
  const corner = nx * (w[3 * l] - ax) + ny * (w[3 * l + 1] - ay) + nz * (w[3 * l + 2] - az);
  const e = Math.max(Math.abs(ex), Math.abs(ey), Math.abs(ez));
  const f = Math.max(Math.abs(fx), Math.abs(fy), Math.abs(fz));
  near[l] = origin / corner;
  const doubt = 2 ** -47 * e * f * near[NEAREST_SIZE];
  return corner > 0 ? origin > doubt && corner > doubt : origin < -doubt && corner < -doubt;
}
