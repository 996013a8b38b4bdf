/** Twice the area times the normal of the triangle whose corners are indices[i..i+2] of positions, into out[o..o+2]. */
export function writeAreaVector(positions: Float64Array, indices: Uint32Array, i: number, out: Float64Array, o: number): void {
  const p = positions;
  const a = 3 * indices[i];
  const b = 3 * indices[i + 1];
  const c = 3 * indices[i + 2];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
}
