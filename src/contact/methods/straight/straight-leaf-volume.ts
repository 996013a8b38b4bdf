/**
 * The same for a leaf and one or two volumes, where the leaf is taken as what it is. The rectangle around a triangle is
 * twice as large and reaches out of a convex body beside its edges: there volumes of the other body would be split down
 * to their leaves in vain.
 */
import { moveToTriangle } from '../../leaf-volume-gap.ts';
import { OFFSET, STRAIGHT_PAD, STRAIGHT_REST, STRAIGHT_STEP, VELOCITY } from './straight-volumes.ts';

const SMALLEST = 2 ** -400;
const SHORTEN = 1 - 2 ** -30;

/** Leaf functions never call back: one for all. */
const NEAREST: Float64Array = new Float64Array(3);

/** Corners and radius of the leaf at (leaves, p), in X's axes, against nodes at q0 and q1; `way` as in stepStraight. */
export function stepLeafStraight(
  w: Float64Array,
  way: number,
  leaves: Float64Array,
  p: number,
  nq: Float64Array,
  q0: number,
  q1: number,
): void {
  const ox = w[OFFSET + way];
  const oy = w[OFFSET + way + 1];
  const oz = w[OFFSET + way + 2];
  const pad = leaves[p + 9] + w[STRAIGHT_PAD];
  for (let c = 0; c < 2; c++) {
    const q = c === 0 ? q0 : q1;
    const ex = nq[q];
    const ey = nq[q + 1];
    const ez = nq[q + 2];
    const fx = nq[q + 3];
    const fy = nq[q + 4];
    const fz = nq[q + 5];
    const tx = ox + nq[q + 6];
    const ty = oy + nq[q + 7];
    const tz = oz + nq[q + 8];
    const l = nq[q + 9];
    const m = nq[q + 10];
    // s from the triangle's point next to the rectangle's centre to the rectangle's point next to that, and once more
    NEAREST[0] = tx + 0.5 * (l * ex + m * fx);
    NEAREST[1] = ty + 0.5 * (l * ey + m * fy);
    NEAREST[2] = tz + 0.5 * (l * ez + m * fz);
    moveToTriangle(leaves, p, NEAREST);
    let x = NEAREST[0] - tx;
    let y = NEAREST[1] - ty;
    let z = NEAREST[2] - tz;
    let alpha = ex * x + ey * y + ez * z;
    let beta = fx * x + fy * y + fz * z;
    alpha = 0.5 * (Math.abs(alpha) - Math.abs(alpha - l) + l);
    beta = 0.5 * (Math.abs(beta) - Math.abs(beta - m) + m);
    NEAREST[0] = tx + alpha * ex + beta * fx;
    NEAREST[1] = ty + alpha * ey + beta * fy;
    NEAREST[2] = tz + alpha * ez + beta * fz;
    moveToTriangle(leaves, p, NEAREST);
    x = NEAREST[0] - tx;
    y = NEAREST[1] - ty;
    z = NEAREST[2] - tz;
    const sx = alpha * ex + beta * fx - x;
    const sy = alpha * ey + beta * fy - y;
    const sz = alpha * ez + beta * fz - z;
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const near = Math.max(
      sx * leaves[p] + sy * leaves[p + 1] + sz * leaves[p + 2],
      sx * leaves[p + 3] + sy * leaves[p + 4] + sz * leaves[p + 5],
      sx * leaves[p + 6] + sy * leaves[p + 7] + sz * leaves[p + 8],
    );
    const a0 = l * (sx * ex + sy * ey + sz * ez);
    const a1 = m * (sx * fx + sy * fy + sz * fz);
    const gap = sx * tx + sy * ty + sz * tz - near - (pad + nq[q + 11]) * length + 0.5 * (a0 - Math.abs(a0) + (a1 - Math.abs(a1)));
    if (!(gap > 0 && length > SMALLEST)) {
      w[STRAIGHT_STEP + c] = 0;
      continue;
    }
    const closing = -(sx * w[VELOCITY + way] + sy * w[VELOCITY + way + 1] + sz * w[VELOCITY + way + 2]);
    if (closing * w[STRAIGHT_REST] <= gap) w[STRAIGHT_STEP + c] = Infinity;
    else w[STRAIGHT_STEP + c] = SHORTEN * (gap / closing);
  }
}
