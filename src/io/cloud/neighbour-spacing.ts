/** Points whose neighbours are looked for: each costs a look at all. */
const SAMPLES = 32;

/** Median distance to the nearest point elsewhere, of 32 points spread over the list; 0 where all are at one place. */
export function neighbourSpacing(positions: Float64Array): number {
  const count = positions.length / 3;
  const samples = Math.min(SAMPLES, count);
  const squares = new Float64Array(samples).fill(Infinity);
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
    squares[s] = nearest;
  }
  const median = squares.sort()[(samples - 1) >> 1];
  return median < Infinity ? Math.sqrt(median) : 0;
}
