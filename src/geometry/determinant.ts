/**
 * On which side of the plane through three points does a fourth lie? The determinant (b − a) × (c − a) · (d − a) and
 * its sign.
 * Guarantee: a sign that is given is that of real arithmetic on the given doubles, for coordinates up to 2^300 and down
 * to subnormals.
 * Stages, each for what the last could not tell: doubles with an error bound [Shewchuk 1997], zeros that are seen in
 * the factors, double-doubles, and the caller's integers. The third also proves zeros: where coordinates are multiples
 * of g, determinants are multiples of g³.
 */
import { ddCross, ddDifference, ddDot } from './double-double.ts';

/** Relative to Σ Nₖ|dₖ|: differences, products and sums round by at most 8u in all. */
export const DOUBT_3: number = 10 * 2 ** -53;
/** The same for double-doubles: cross product and dot product round by less than 40 u². */
const DOUBT_PRECISE = 2 ** -98;
/** What underflow may add, times one and the lengths it is multiplied with. */
export const TINY: number = 2 ** -1060;

/** Double-doubles; the first eight slots are scratch of the operations. */
const EDGE_U = 8;
const EDGE_V = 14;
const EDGE_D = 20;
const NORMAL = 26;
const PRODUCT = 32;
const precise = new Float64Array(34);

/**
 * The sign for points a, b, c, d of p, whose coordinates are multiples of `grain`; NaN where only integers can tell.
 */
export function filteredSide(p: Float64Array, a: number, b: number, c: number, d: number, grain: number): number {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const az = p[3 * a + 2];
  const ux = p[3 * b] - ax;
  const uy = p[3 * b + 1] - ay;
  const uz = p[3 * b + 2] - az;
  const vx = p[3 * c] - ax;
  const vy = p[3 * c + 1] - ay;
  const vz = p[3 * c + 2] - az;
  const dx = p[3 * d] - ax;
  const dy = p[3 * d + 1] - ay;
  const dz = p[3 * d + 2] - az;
  const sum = (uy * vz - uz * vy) * dx + (uz * vx - ux * vz) * dy + (ux * vy - uy * vx) * dz;
  const size =
    (Math.abs(uy * vz) + Math.abs(uz * vy)) * Math.abs(dx) +
    (Math.abs(uz * vx) + Math.abs(ux * vz)) * Math.abs(dy) +
    (Math.abs(ux * vy) + Math.abs(uy * vx)) * Math.abs(dz);
  const tiny = TINY * (1 + Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  const doubt = DOUBT_3 * size + tiny;
  if (sum > doubt) return 1;
  if (sum < -doubt) return -1;
  const noX = dx === 0 || ((uy === 0 || vz === 0) && (uz === 0 || vy === 0));
  const noY = dy === 0 || ((uz === 0 || vx === 0) && (ux === 0 || vz === 0));
  const noZ = dz === 0 || ((ux === 0 || vy === 0) && (uy === 0 || vx === 0));
  if (noX && noY && noZ) return 0;
  const determinant = preciseDeterminant(p, a, b, c, p, d);
  const left = DOUBT_PRECISE * size + tiny;
  if (determinant > left) return 1;
  if (determinant < -left) return -1;
  return Math.abs(determinant) + 2 * left < grain * grain * grain ? 0 : Number.NaN;
}

/** The determinant for points a, b, c of p and d of q by double-doubles, rounded to a double in the end. */
export function preciseDeterminant(p: Float64Array, a: number, b: number, c: number, q: Float64Array, d: number): number {
  for (let k = 0; k < 3; k++) {
    ddDifference(precise, EDGE_U + 2 * k, p[3 * b + k], p[3 * a + k], 1);
    ddDifference(precise, EDGE_V + 2 * k, p[3 * c + k], p[3 * a + k], 1);
    ddDifference(precise, EDGE_D + 2 * k, q[3 * d + k], p[3 * a + k], 1);
  }
  ddCross(precise, NORMAL, EDGE_U, EDGE_V);
  ddDot(precise, PRODUCT, NORMAL, EDGE_D);
  return precise[PRODUCT];
}

/** The sign for points of whole coordinates, of any length. */
export function exactSide(a: readonly bigint[], b: readonly bigint[], c: readonly bigint[], d: readonly bigint[]): number {
  const [ux, uy, uz] = b.map((x, k) => x - a[k]);
  const [vx, vy, vz] = c.map((x, k) => x - a[k]);
  const [dx, dy, dz] = d.map((x, k) => x - a[k]);
  return signOf((uy * vz - uz * vy) * dx + (uz * vx - ux * vz) * dy + (ux * vy - uy * vx) * dz);
}

export function signOf(n: bigint): number {
  return n > 0n ? 1 : n < 0n ? -1 : 0;
}
