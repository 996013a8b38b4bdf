// On which side of a triangle is a point? In double, where an error bound proves it [Shewchuk 1997, §4.4], with a
// coarser constant.

/**
 * Products that underflow lose at most 2⁻¹⁰⁷⁴ times a length of at most 2³⁰¹: inside the error bound of sizes above
 * this.
 */
const SMALLEST_SIZE = 2 ** -600;

/** Sign of (q − p)·((r − p) × (s − p)), or 0 when double does not decide it. */
export function volumeSign(
  p: Float64Array,
  po: number,
  q: Float64Array,
  qo: number,
  r: Float64Array,
  ro: number,
  s: Float64Array,
  so: number,
): number {
  const px = p[po];
  const py = p[po + 1];
  const pz = p[po + 2];
  const ax = q[qo] - px;
  const ay = q[qo + 1] - py;
  const az = q[qo + 2] - pz;
  const bx = r[ro] - px;
  const by = r[ro + 1] - py;
  const bz = r[ro + 2] - pz;
  const cx = s[so] - px;
  const cy = s[so + 1] - py;
  const cz = s[so + 2] - pz;
  const yz = by * cz;
  const zy = bz * cy;
  const zx = bz * cx;
  const xz = bx * cz;
  const xy = bx * cy;
  const yx = by * cx;
  const volume = ax * (yz - zy) + ay * (zx - xz) + az * (xy - yx);
  const size =
    Math.abs(ax) * (Math.abs(yz) + Math.abs(zy)) +
    Math.abs(ay) * (Math.abs(zx) + Math.abs(xz)) +
    Math.abs(az) * (Math.abs(xy) + Math.abs(yx));
  // Three differences, two products, a difference, two sums: eight roundings; and no product below the normal range.
  if (!(size > SMALLEST_SIZE && size < Number.POSITIVE_INFINITY)) return 0;
  const error = 16 * 2 ** -53 * size;
  return volume > error ? 1 : volume < -error ? -1 : 0;
}
