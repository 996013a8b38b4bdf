/*
 * A volume given by planes, as the graphics device tests it in f32: moved to a centre, planes moved out.
 * Guarantee: a vertex that the program finds outside of a plane, n·(x − c) − s > D by any rounding, order and fusion
 * that WGSL allows, is outside of it by the test of tool/candidates.ts as well, and so in exact arithmetic.
 * Derived in docs/notes/gpu-tool.md.
 */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';

/** A code has a bit for each. */
const MOST_PLANES = 15;
/** Words of a packed volume: centre, slack, sixteen planes. */
export const VOLUME_WORDS: number = 4 + 4 * 16;

/** Share of |x − c|₁: 5.5 u of evaluating, the rest for the slack's own roundings and those of the CPU. u = 2⁻²³. */
const SLACK: number = 6 * 2 ** -23;
/** The same where coordinates were rounded from doubles, which is 0.5 u of |x| ≤ |x − c| + |c|. */
const ROUNDED_SLACK: number = 6.5 * 2 ** -23;
/** Share of |c|₁ by which planes are moved out further then. */
const ROUNDED_CENTRE: number = 0.5 * (1 + 2 ** -20) * 2 ** -23;
/** What vanishes below 2⁻¹²⁶, in at most 64 places. */
const VANISHING: number = 2 ** -120;

/** n·c − d in doubles errs by less than this part of |n·c|₁ + |d|; the test of the CPU by less than it of |x|₁. */
const DOUBLES: number = 2 ** -49;
/** The program finds nothing outside that has a coordinate as large as this. */
const FAR: number = 2 ** 100;
/** A component of a normal below this is dropped; it moves n·(x − c) by less than this part of |x − c|₁. */
const SMALLEST_COMPONENT: number = 2 ** -60;
/** As swept boxes have them. */
const LONGEST_NORMAL: number = 1 + 2 ** -39;

/** Margins, which tests make smaller. */
export interface SelectionMargins {
  readonly slack: number;
  readonly roundedSlack: number;
  readonly roundedCentre: number;
  readonly vanishing: number;
}

export const SELECTION_MARGINS: SelectionMargins = {
  slack: SLACK,
  roundedSlack: ROUNDED_SLACK,
  roundedCentre: ROUNDED_CENTRE,
  vanishing: VANISHING,
};

/** Throws where these are no planes of a volume. */
export function checkPlanes(planes: ArrayLike<number>, planeCount: number): void {
  if (
    planes === null ||
    typeof planes !== 'object' ||
    !(planes.length >= 4 * planeCount) ||
    !(planeCount >= 1 && planeCount <= MOST_PLANES)
  )
    throw new InputError(`selection: needs 1 to ${MOST_PLANES} planes, n x y z and d each; got ${shownValue(planes)}`);
  for (let p = 0; p < 4 * planeCount; p += 4) {
    const square = planes[p] * planes[p] + planes[p + 1] * planes[p + 1] + planes[p + 2] * planes[p + 2];
    if (!(square <= LONGEST_NORMAL) || Number.isNaN(planes[p + 3]))
      throw new InputError(
        `selection: plane ${p / 4} must have a unit normal and a number d, got ${[0, 1, 2, 3].map((k) => planes[p + k])}`,
      );
  }
}

/** Into `out`, as the program reads it. `rounded`: coordinates are f32 of doubles, not doubles of f32. */
export function packVolume(
  planes: ArrayLike<number>,
  planeCount: number,
  rounded: boolean,
  out: Float32Array,
  margins: SelectionMargins = SELECTION_MARGINS,
): void {
  const centre = centreOf(planes, planeCount);
  out.fill(0);
  out.set(centre, 0);
  out[3] = upwards(rounded ? margins.roundedSlack : margins.slack);
  const [x, y, z] = centre;
  const far = Math.abs(x) + Math.abs(y) + Math.abs(z);
  for (let k = 0; k < planeCount; k++) {
    let along = -planes[4 * k + 3];
    let sizes = Math.abs(along);
    for (let i = 0; i < 3; i++) {
      const n = planes[4 * k + i];
      out[4 + 4 * k + i] = Math.abs(n) < SMALLEST_COMPONENT ? 0 : n;
      along += n * centre[i];
      sizes += Math.abs(n * centre[i]);
    }
    // D ≥ d − n·c; what doubles err by, of |x|₁ ≤ |x − c|₁ + |c|₁ too
    const d = -along + DOUBLES * (sizes + far) + (rounded ? margins.roundedCentre * far : 0) + margins.vanishing;
    out[4 + 4 * k + 3] = upwards(Math.min(Math.max(d, -FAR), 8 * FAR));
  }
}

/** The least f32 that is not below. */
function upwards(x: number): number {
  const near = Math.fround(x);
  if (near >= x) return near;
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, near);
  // below zero towards it
  if (near === 0) return 2 ** -126;
  bits.setInt32(0, bits.getInt32(0) + (near > 0 ? 1 : -1));
  return bits.getFloat32(0);
}

/**
 * A point near the middle, whose coordinates are f32: any would do, a near one keeps |x − c| small. Planes that are
 * opposite to each other, as the first six of a swept box, give it; of others the feet of the origin's perpendiculars.
 */
function centreOf(planes: ArrayLike<number>, planeCount: number): [number, number, number] {
  const c = [0, 0, 0];
  for (let k = 0; k + 1 < Math.min(planeCount, 6); k += 2) {
    const p = 4 * k;
    const opposite = [0, 1, 2].every((i) => planes[p + i] === -planes[p + 4 + i]);
    const middle = opposite ? 0.5 * (planes[p + 3] - planes[p + 7]) : 0;
    for (let i = 0; i < 3; i++) c[i] += middle * planes[p + i];
  }
  const usable = c.every((x) => Math.abs(x) < 2 ** -2 * FAR);
  return usable ? [Math.fround(c[0]), Math.fround(c[1]), Math.fround(c[2])] : [0, 0, 0];
}
