/** Along which axis of the positions do these vertices spread most? 0, 1 or 2. */
export function longestAxis(positions: Float64Array, vertices: Iterable<number>): number {
  let axis = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (const vertex of vertices) {
      low = Math.min(low, positions[3 * vertex + k]);
      high = Math.max(high, positions[3 * vertex + k]);
    }
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  return axis;
}
