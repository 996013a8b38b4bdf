/**
 * out[0..2]: the point of the triangle at (t, o) closest to (x, y, z); out[3]: its feature, 0 to 2 a corner, 3 to 5 the
 * edge k → k+1, 6 the face. By regions, as [Ericson 2005, §5.1.5]: an estimate for forces, ten times cheaper than
 * geometry/point-triangle.ts with its error bound, and only for triangles with area or with three or two equal corners.
 */
export function closestOnTriangle(x: number, y: number, z: number, t: Float64Array, o: number, out: Float64Array): void {
  // One piece: the regions of one triangle, whose products later ones use.
  const abx = t[o + 3] - t[o];
  const aby = t[o + 4] - t[o + 1];
  const abz = t[o + 5] - t[o + 2];
  const acx = t[o + 6] - t[o];
  const acy = t[o + 7] - t[o + 1];
  const acz = t[o + 8] - t[o + 2];
  const apx = x - t[o];
  const apy = y - t[o + 1];
  const apz = z - t[o + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) {
    out[0] = t[o];
    out[1] = t[o + 1];
    out[2] = t[o + 2];
    out[3] = 0;
    return;
  }
  const bpx = x - t[o + 3];
  const bpy = y - t[o + 4];
  const bpz = z - t[o + 5];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  if (d3 >= 0 && d4 <= d3) {
    out[0] = t[o + 3];
    out[1] = t[o + 4];
    out[2] = t[o + 5];
    out[3] = 1;
    return;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const s = d1 / (d1 - d3);
    out[0] = t[o] + s * abx;
    out[1] = t[o + 1] + s * aby;
    out[2] = t[o + 2] + s * abz;
    out[3] = 3;
    return;
  }
  const cpx = x - t[o + 6];
  const cpy = y - t[o + 7];
  const cpz = z - t[o + 8];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  if (d6 >= 0 && d5 <= d6) {
    out[0] = t[o + 6];
    out[1] = t[o + 7];
    out[2] = t[o + 8];
    out[3] = 2;
    return;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const s = d2 / (d2 - d6);
    out[0] = t[o] + s * acx;
    out[1] = t[o + 1] + s * acy;
    out[2] = t[o + 2] + s * acz;
    out[3] = 5;
    return;
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const s = (d4 - d3) / (d4 - d3 + (d5 - d6));
    out[0] = t[o + 3] + s * (t[o + 6] - t[o + 3]);
    out[1] = t[o + 4] + s * (t[o + 7] - t[o + 4]);
    out[2] = t[o + 5] + s * (t[o + 8] - t[o + 5]);
    out[3] = 4;
    return;
  }
  const sum = va + vb + vc;
  // Not positive only for slivers, by rounding: any corner is as good.
  const v = sum > 0 ? vb / sum : 0;
  const w = sum > 0 ? vc / sum : 0;
  out[0] = t[o] + v * abx + w * acx;
  out[1] = t[o + 1] + v * aby + w * acy;
  out[2] = t[o + 2] + v * abz + w * acz;
  out[3] = 6;
}
