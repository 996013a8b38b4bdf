/**
 * On which side of the plane through three points of a set does a fourth lie?
 * Guarantee: the sign of (b − a) × (c − a) · (d − a) in real arithmetic on the given doubles, for coordinates up to 2^300 and down to subnormals.
 * Four stages, each for what the last could not tell: doubles with an error bound [Shewchuk 1997], zeros that are seen in the factors,
 * double-doubles, integers. The third also proves zeros: a set whose coordinates are multiples of g has determinants that are multiples of g³.
 */
import { ddCross, ddDifference, ddDot } from '../../geometry/double-double.ts';

/** Relative to Σ Nₖ|dₖ|: differences, products and sums round by at most 8u in all. */
export const DOUBT_3: number = 10 * 2 ** -53;
const DOUBT_2 = 4 * 2 ** -53;
/** Of double-doubles: cross product and dot product round by less than 40 u². */
const DOUBT_PRECISE = 2 ** -98;
/** What underflow may add, times one and the lengths it is multiplied with. */
export const TINY: number = 2 ** -1060;

const view = new DataView(new ArrayBuffer(8));

export class Orientation {
  private readonly points: Float64Array;
  /** All coordinates are multiples of 2^grainExponent. */
  private readonly grainExponent: number;
  private readonly grain: number;
  private readonly integers: (bigint | undefined)[] = [];
  /** Slots: 8 to 25 edges u, v, d; 26 to 31 normal; 32 determinant. */
  private readonly precise = new Float64Array(34);

  constructor(points: Float64Array) {
    this.points = points;
    let lowest = 1024;
    for (let i = 0; i < points.length; i++) if (points[i] !== 0) lowest = Math.min(lowest, lowestBit(points[i]));
    this.grainExponent = lowest;
    this.grain = powerOfTwo(lowest);
  }

  /** The sign of (b − a) × (c − a) · (d − a): positive where d sees a, b, c counter-clockwise. */
  side(a: number, b: number, c: number, d: number): number {
    const p = this.points;
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
    return this.preciseSide(a, b, c, d, DOUBT_PRECISE * size + tiny);
  }

  private preciseSide(a: number, b: number, c: number, d: number, doubt: number): number {
    const { points: p, precise: r, grain } = this;
    for (let k = 0; k < 3; k++) {
      ddDifference(r, 8 + 2 * k, p[3 * b + k], p[3 * a + k], 1);
      ddDifference(r, 14 + 2 * k, p[3 * c + k], p[3 * a + k], 1);
      ddDifference(r, 20 + 2 * k, p[3 * d + k], p[3 * a + k], 1);
    }
    ddCross(r, 26, 8, 14);
    ddDot(r, 32, 26, 20);
    if (r[32] > doubt) return 1;
    if (r[32] < -doubt) return -1;
    if (Math.abs(r[32]) + 2 * doubt < grain * grain * grain) return 0;
    const det =
      this.minor(0, a, b, c) * this.difference(0, a, d) +
      this.minor(1, a, b, c) * this.difference(1, a, d) +
      this.minor(2, a, b, c) * this.difference(2, a, d);
    return signOf(det);
  }

  /** The sign of component `axis` of (b − a) × (c − a): positive where a, b, c turn counter-clockwise seen against that axis. */
  turn(axis: number, a: number, b: number, c: number): number {
    const p = this.points;
    const i = (axis + 1) % 3;
    const j = (axis + 2) % 3;
    const ui = p[3 * b + i] - p[3 * a + i];
    const uj = p[3 * b + j] - p[3 * a + j];
    const vi = p[3 * c + i] - p[3 * a + i];
    const vj = p[3 * c + j] - p[3 * a + j];
    const sum = ui * vj - uj * vi;
    const doubt = DOUBT_2 * (Math.abs(ui * vj) + Math.abs(uj * vi)) + TINY;
    if (sum > doubt) return 1;
    if (sum < -doubt) return -1;
    if ((ui === 0 || vj === 0) && (uj === 0 || vi === 0)) return 0;
    return signOf(this.minor(axis, a, b, c));
  }

  collinear(a: number, b: number, c: number): boolean {
    return this.turn(0, a, b, c) === 0 && this.turn(1, a, b, c) === 0 && this.turn(2, a, b, c) === 0;
  }

  /** Component `axis` of (b − a) × (c − a), in units of the squared grain. */
  minor(axis: number, a: number, b: number, c: number): bigint {
    const i = (axis + 1) % 3;
    const j = (axis + 2) % 3;
    return this.difference(i, a, b) * this.difference(j, a, c) - this.difference(j, a, b) * this.difference(i, a, c);
  }

  private difference(k: number, from: number, to: number): bigint {
    return this.integer(3 * to + k) - this.integer(3 * from + k);
  }

  /** A coordinate in units of the grain. */
  private integer(at: number): bigint {
    let n = this.integers[at];
    if (n === undefined) {
      const x = this.points[at];
      const ratio = x / this.grain;
      // beyond the range of doubles x is above 2^-50, and its lowest bit above 2^-103
      n = Number.isFinite(ratio) ? BigInt(ratio) : BigInt(x * 2 ** 200) << BigInt(-200 - this.grainExponent);
      this.integers[at] = n;
    }
    return n;
  }
}

function signOf(n: bigint): number {
  return n > 0n ? 1 : n < 0n ? -1 : 0;
}

/** The exponent of the lowest bit of x ≠ 0: x is an odd multiple of that power of two. */
function lowestBit(x: number): number {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const low = view.getUint32(4);
  const biased = (high >>> 20) & 0x7ff;
  const upper = (high & 0xfffff) | (biased === 0 ? 0 : 0x100000);
  const zeros = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(upper);
  return Math.max(biased, 1) - 1075 + zeros;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let e = exponent; e > 0; e--) power *= 2;
  for (let e = exponent; e < 0; e++) power /= 2;
  return power;
}
