/**
 * Which point of a simplex is nearest to the origin, quickly: for guesses that are proven afterwards. As
 * convex/trackers/nearest-of-simplex.ts without its care for needles [Ericson 2005, §5.1.5]. Of four corners the face
 * without the newest one, the last, is left out: it was the nearest simplex before.
 */

/** What is written: the point, and its square. */
export const CORNERS_POINT = 0;
export const CORNERS_SQUARE = 3;
export const CORNERS_DOUBLES = 4;

/**
 * The corners, three doubles each in y. Writes the nearest point and its square into `near`; tells which corners it
 * needs as a sum of 1, 2, 4 and 8, and 0 where the origin lies inside of four.
 */
export function nearestCorners(y: readonly number[], count: number, near: number[]): number {
  near[CORNERS_SQUARE] = Infinity;
  if (count === 1) return atCorner(y, 0, near);
  if (count === 2) return onSegment(y, 0, 1, near);
  if (count === 3) return onTriangle(y, 0, 1, 2, near);
  let needed = 0;
  if (inFront(y, 0, 1, 2)) needed = onTriangle(y, 0, 1, 3, near);
  if (inFront(y, 1, 2, 0)) needed = onTriangle(y, 1, 2, 3, near) || needed;
  if (inFront(y, 2, 0, 1)) needed = onTriangle(y, 2, 0, 3, near) || needed;
  if (needed !== 0) return needed;
  // inside; or behind the face that is left out, where the corners have moved since
  needed = onTriangle(y, 0, 1, 2, near);
  return near[CORNERS_POINT] * y[9] + near[CORNERS_POINT + 1] * y[10] + near[CORNERS_POINT + 2] * y[11] > 0 ? needed : 0;
}

/** Is the origin on the other side of the plane of i, j and the last corner than corner k? */
function inFront(y: readonly number[], i: number, j: number, k: number): boolean {
  const dx = y[9];
  const dy = y[10];
  const dz = y[11];
  const ex = y[3 * i] - dx;
  const ey = y[3 * i + 1] - dy;
  const ez = y[3 * i + 2] - dz;
  const fx = y[3 * j] - dx;
  const fy = y[3 * j + 1] - dy;
  const fz = y[3 * j + 2] - dz;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const origin = -(nx * dx + ny * dy + nz * dz);
  const corner = nx * (y[3 * k] - dx) + ny * (y[3 * k + 1] - dy) + nz * (y[3 * k + 2] - dz);
  return corner > 0 ? origin < 0 : origin > 0;
}

function atCorner(y: readonly number[], i: number, near: number[]): number {
  const px = y[3 * i];
  const py = y[3 * i + 1];
  const pz = y[3 * i + 2];
  const square = px * px + py * py + pz * pz;
  if (!(square < near[CORNERS_SQUARE])) return 0;
  near[CORNERS_SQUARE] = square;
  near[CORNERS_POINT] = px;
  near[CORNERS_POINT + 1] = py;
  near[CORNERS_POINT + 2] = pz;
  return 1 << i;
}

function onSegment(y: readonly number[], i: number, j: number, near: number[]): number {
  const x0 = y[3 * i];
  const y0 = y[3 * i + 1];
  const z0 = y[3 * i + 2];
  const ex = y[3 * j] - x0;
  const ey = y[3 * j + 1] - y0;
  const ez = y[3 * j + 2] - z0;
  const along = -(x0 * ex + y0 * ey + z0 * ez);
  const square = ex * ex + ey * ey + ez * ez;
  if (!(along > 0)) return atCorner(y, i, near);
  if (along >= square) return atCorner(y, j, near);
  const s = along / square;
  const px = x0 + s * ex;
  const py = y0 + s * ey;
  const pz = z0 + s * ez;
  const length = px * px + py * py + pz * pz;
  if (!(length < near[CORNERS_SQUARE])) return 0;
  near[CORNERS_SQUARE] = length;
  near[CORNERS_POINT] = px;
  near[CORNERS_POINT + 1] = py;
  near[CORNERS_POINT + 2] = pz;
  return (1 << i) | (1 << j);
}

function onTriangle(y: readonly number[], i: number, j: number, k: number, near: number[]): number {
  const ax = y[3 * i];
  const ay = y[3 * i + 1];
  const az = y[3 * i + 2];
  const bx = y[3 * j];
  const by = y[3 * j + 1];
  const bz = y[3 * j + 2];
  const cx = y[3 * k];
  const cy = y[3 * k + 1];
  const cz = y[3 * k + 2];
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const fx = cx - ax;
  const fy = cy - ay;
  const fz = cz - az;
  const ea = -(ex * ax + ey * ay + ez * az);
  const fa = -(fx * ax + fy * ay + fz * az);
  if (ea <= 0 && fa <= 0) return atCorner(y, i, near);
  const eb = -(ex * bx + ey * by + ez * bz);
  const fb = -(fx * bx + fy * by + fz * bz);
  if (eb >= 0 && fb <= eb) return atCorner(y, j, near);
  if (ea * fb - eb * fa <= 0 && ea >= 0 && eb <= 0) return onSegment(y, i, j, near);
  const ec = -(ex * cx + ey * cy + ez * cz);
  const fc = -(fx * cx + fy * cy + fz * cz);
  if (fc >= 0 && ec <= fc) return atCorner(y, k, near);
  if (ec * fa - ea * fc <= 0 && fa >= 0 && fc <= 0) return onSegment(y, i, k, near);
  if (eb * fc - ec * fb <= 0 && fb >= eb && ec >= fc) return onSegment(y, j, k, near);
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const h = (nx * ax + ny * ay + nz * az) / (nx * nx + ny * ny + nz * nz);
  const length = h * h * (nx * nx + ny * ny + nz * nz);
  if (!(length < near[CORNERS_SQUARE])) return 0;
  near[CORNERS_SQUARE] = length;
  near[CORNERS_POINT] = h * nx;
  near[CORNERS_POINT + 1] = h * ny;
  near[CORNERS_POINT + 2] = h * nz;
  return (1 << i) | (1 << j) | (1 << k);
}

/**
 * How much each of one to three corners counts at the point nearest to the origin: never below 0, together 1 but for
 * rounding, whatever their triangle looks like.
 */
export function weigh(y: readonly number[], count: number, weights: number[]): void {
  weights[0] = 1;
  weights[1] = weights[2] = 0;
  if (count === 1) return;
  const ax = y[0];
  const ay = y[1];
  const az = y[2];
  const ex = y[3] - ax;
  const ey = y[4] - ay;
  const ez = y[5] - az;
  const ee = ex * ex + ey * ey + ez * ez;
  const ea = -(ex * ax + ey * ay + ez * az);
  let s = ea / ee;
  let u = 0;
  if (count > 2) {
    const fx = y[6] - ax;
    const fy = y[7] - ay;
    const fz = y[8] - az;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const square = nx * nx + ny * ny + nz * nz;
    // −a = s e + u f + …: across f, and across e
    s = (nx * (az * fy - ay * fz) + ny * (ax * fz - az * fx) + nz * (ay * fx - ax * fy)) / square;
    u = (nx * (ay * ez - az * ey) + ny * (az * ex - ax * ez) + nz * (ax * ey - ay * ex)) / square;
  }
  s = s > 0 ? (s < 1 ? s : 1) : 0;
  u = u > 0 ? (u < 1 - s ? u : 1 - s) : 0;
  weights[0] = 1 - s - u;
  weights[1] = s;
  weights[2] = u;
}
