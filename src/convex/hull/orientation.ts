/**
 * On which side of the plane through three points of a set does a fourth lie, and which way do three turn?
 * Guarantee: the sign in real arithmetic on the given doubles, for coordinates up to 2^300 and down to subnormals:
 * by filters [geometry/determinant.ts], and where these leave it open by integers in units of the set's lowest bit.
 */
import { filteredSide, signOf, TINY } from '../../geometry/determinant.ts';

const DOUBT_2 = 4 * 2 ** -53;

const view = new DataView(new ArrayBuffer(8));

export class Orientation {
  private readonly points: Float64Array;
  /** All coordinates are multiples of 2^grainExponent. */
  private readonly grainExponent: number;
  private readonly grain: number;
  private readonly integers: (bigint | undefined)[] = [];

  constructor(points: Float64Array) {
    this.points = points;
    let lowest = 1024;
    for (let i = 0; i < points.length; i++) if (points[i] !== 0) lowest = Math.min(lowest, lowestBit(points[i]));
    this.grainExponent = lowest;
    this.grain = powerOfTwo(lowest);
  }

  /** The sign of (b − a) × (c − a) · (d − a): positive where d sees a, b, c counter-clockwise. */
  side(a: number, b: number, c: number, d: number): number {
    const side = filteredSide(this.points, a, b, c, d, this.grain);
    return side === side ? side : this.exactSide(a, b, c, d);
  }

  private exactSide(a: number, b: number, c: number, d: number): number {
    const det =
      this.minor(0, a, b, c) * this.difference(0, a, d) +
      this.minor(1, a, b, c) * this.difference(1, a, d) +
      this.minor(2, a, b, c) * this.difference(2, a, d);
    return signOf(det);
  }

  /**
   * The sign of component `axis` of (b − a) × (c − a): positive where a, b, c turn counter-clockwise seen against that
   * axis.
   */
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
