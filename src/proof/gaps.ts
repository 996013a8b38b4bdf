/**
 * How far bodies jump where one segment ends and the next one begins [docs/proof-format.md, "Where segments meet"].
 * A frame turns by α and slides by l, so a point r from its origin jumps by at most l + r α. With A the sum of α over
 * the frames that a frame stands on, and L that of l and of each α times the distance below it:
 *
 *   G = L + ρ A, ρ: how far points of the body are from the origin of its frame
 */
import { abs, type Ball, BITS, fixedUp, rootUp, square } from './fixed.ts';
import type { Pose } from './motion.ts';
import { Malformed, type Shape } from './shape.ts';

/** What something is at least and at most, in units. */
export interface Range {
  readonly low: bigint;
  readonly up: bigint;
}

/** How a frame jumps. `isWhole`: in the world, so that what it stands on counts no more. */
export interface Jump {
  readonly angle: Range;
  readonly length: Range;
  readonly isWhole: boolean;
}

interface Sum {
  readonly angle: Range;
  readonly length: Range;
}

export const NONE: Range = { low: 0n, up: 0n };
/** A gap is at most this share of its body's size: so many bits. */
const SHARE = 20n;

/** By how much |x| exceeds what tubes explain. */
export function beyond({ m, e }: Ball, tubes: bigint): Range {
  const far = abs(m);
  return { low: positive(far - e - tubes), up: positive(far + e - tubes) };
}

/** The range times |x|. */
export function scaled({ low, up }: Range, { m, e }: Ball): Range {
  if (up === 0n) return NONE;
  return { low: (low * positive(abs(m) - e)) >> BITS, up: ((up * (abs(m) + e)) >> BITS) + 1n };
}

/** A frame at both sides: the Frobenius norm of its turn, and its way but for tubes. */
export function jumpBetween(end: Pose, start: Pose, tubes: bigint, isWhole: boolean): Jump {
  const size = (xs: readonly bigint[], ys: readonly bigint[]): bigint => rootUp(xs.reduce((sum, x, k) => sum + square(x - ys[k]), 0n));
  // a matrix off by e in the spectral norm is so by less than 2e in that of Frobenius; its floors add 9 units
  const angle = beyond({ m: size(end.R, start.R), e: 2n * (end.eR + start.eR) + 20n }, 0n);
  const length = beyond({ m: size(end.p, start.p), e: end.ep + start.ep + 8n }, tubes);
  return { angle, length, isWhole };
}

/** The gaps of one place where segments meet, by body; null where nothing jumps. */
export class Gaps {
  private readonly sums: readonly Sum[];

  /** By frame, parents first: its jump, what it stands on, and how far its origin is from the one of that. */
  constructor(jumps: ReadonlyMap<number, Jump>, parents: readonly number[], distance: (frame: number) => bigint) {
    const still: Sum = { angle: NONE, length: NONE };
    const sums: Sum[] = [];
    parents.forEach((parent, frame) => {
      const jump = jumps.get(frame);
      const below = parent < 0 || jump?.isWhole ? still : sums[parent];
      if (jump === undefined && below === still) {
        sums.push(still);
        return;
      }
      const { angle, length } = jump ?? still;
      const carried = below.angle.up === 0n ? NONE : scaled(below.angle, { m: distance(frame), e: 0n });
      sums.push({ angle: sum(angle, below.angle), length: sum(length, below.length, carried) });
    });
    this.sums = sums;
  }

  /** How far a point of a body jumps at most; a file in which that is too far for its size is none. */
  of(frame: number, shape: Shape): Range {
    const own = this.sums[frame];
    if (own === undefined || (own.angle.up === 0n && own.length.up === 0n)) return NONE;
    const { far, size } = sizesOf(shape);
    const gap = sum(own.length, scaled(own.angle, { m: far, e: 0n }));
    if (gap.low << SHARE > size) throw new Malformed('the path jumps between two segments');
    return gap;
  }
}

const SIZES: WeakMap<Shape, { readonly far: bigint; readonly size: bigint }> = new WeakMap();

/** How far its points are from the origin, and the largest extent of its box; both with the largest radius. */
function sizesOf(shape: Shape): { readonly far: bigint; readonly size: bigint } {
  let known = SIZES.get(shape);
  if (known === undefined) {
    const box = shape.boxOf(0);
    const extent = [0, 1, 2].reduce((most, k) => (box[3 + k] - box[k] > most ? box[3 + k] - box[k] : most), 0n);
    const radius = fixedUp(shape.radiusOf[0]);
    known = { far: shape.farthest + radius, size: extent + 2n * radius };
    SIZES.set(shape, known);
  }
  return known;
}

function sum(...ranges: readonly Range[]): Range {
  return ranges.reduce((all, { low, up }) => ({ low: all.low + low, up: all.up + up }), NONE);
}

function positive(x: bigint): bigint {
  return x > 0n ? x : 0n;
}
