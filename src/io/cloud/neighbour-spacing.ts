import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';

/** Points whose neighbours are looked for: each costs a look at all. */
const SAMPLES = 32;

/**
 * How far apart neighbours of a cloud are: the median distance to the nearest point elsewhere, of 32 points spread over
 * the list, in their unit. x y z of one point after the other; what is no finite number is passed over. 0 where all are
 * at one place. Half of it is a radius from which on neighbours about touch.
 */
export function neighbourSpacing(positions: ArrayLike<number>): number {
  if (positions === null || typeof positions !== 'object' || !(positions.length >= 3) || positions.length % 3 !== 0)
    throw new InputError(`neighbourSpacing needs x y z of at least one point, got ${shownValue(positions)}`);
  const count = positions.length / 3;
  const samples = Math.min(SAMPLES, count);
  const squares: number[] = [];
  for (let s = 0; s < samples; s++) {
    const o = 3 * Math.floor((s * count) / samples);
    const x = positions[o];
    const y = positions[o + 1];
    const z = positions[o + 2];
    let nearest = Infinity;
    for (let i = 0; i < positions.length; i += 3) {
      const dx = positions[i] - x;
      if (dx * dx >= nearest) continue;
      const dy = positions[i + 1] - y;
      const dz = positions[i + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square < nearest && square > 0) nearest = square;
    }
    if (nearest < Infinity) squares.push(nearest);
  }
  squares.sort((a, b) => a - b);
  return squares.length === 0 ? 0 : Math.sqrt(squares[(squares.length - 1) >> 1]);
}
