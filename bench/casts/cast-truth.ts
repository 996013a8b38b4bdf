// When do two meshes first meet along a straight way, by all pairs: every vertex against every triangle, both ways, and every edge against every edge. Nothing but
// the box that the moving mesh sweeps is passed over. Shares no code with the library.

import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Cast } from './cast-scenes.ts';

/** The time of first contact in [0, 1], Infinity where there is none. */
export function castTruth(a: TriangleMesh, b: TriangleMesh, { pose, way }: Cast): number {
  const moved = placed(a, pose.quaternion, pose.position);
  const box = sweptBox(moved, way);
  const edgesA = edgesOf(a.indices);
  let first = Infinity;
  const take = (t: number) => {
    if (t >= 0 && t <= 1 && t < first) first = t;
  };
  const back = way.map((x) => -x);
  const near = (indices: ArrayLike<number>, o: number, n: number): boolean => {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < n; i++) {
        const x = b.positions[3 * indices[o + i] + k];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      if (low > box[3 + k] || high < box[k]) return false;
    }
    return true;
  };
  for (let f = 0; f < b.indices.length; f += 3) {
    if (!near(b.indices, f, 3)) continue;
    for (let v = 0; v < moved.length; v += 3) take(rayTriangle(moved, v, way, b.positions, b.indices, f));
  }
  const used = new Set<number>();
  for (const v of b.indices) {
    if (used.has(v)) continue;
    used.add(v);
    if (!near([v], 0, 1)) continue;
    for (let f = 0; f < a.indices.length; f += 3) take(rayTriangle(b.positions, 3 * v, back, moved, a.indices, f));
  }
  const edgesB = edgesOf(b.indices);
  for (let e = 0; e < edgesB.length; e += 2) {
    if (!near(edgesB, e, 2)) continue;
    for (let g = 0; g < edgesA.length; g += 2)
      take(edgeEdge(moved, 3 * edgesA[g], 3 * edgesA[g + 1], way, b.positions, 3 * edgesB[e], 3 * edgesB[e + 1]));
  }
  return first;
}

function placed({ positions }: TriangleMesh, [x, y, z, w]: readonly number[], at: readonly number[]): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i], positions[i + 1], positions[i + 2]];
    // p + 2 q × (q × p + w p)
    const tx = 2 * (y * pz - z * py);
    const ty = 2 * (z * px - x * pz);
    const tz = 2 * (x * py - y * px);
    out[i] = px + w * tx + (y * tz - z * ty) + at[0];
    out[i + 1] = py + w * ty + (z * tx - x * tz) + at[1];
    out[i + 2] = pz + w * tz + (x * ty - y * tx) + at[2];
  }
  return out;
}

function sweptBox(positions: Float64Array, way: readonly number[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    box[k] = Math.min(box[k], positions[i], positions[i] + way[k]);
    box[3 + k] = Math.max(box[3 + k], positions[i], positions[i] + way[k]);
  }
  return box;
}

function edgesOf(indices: ArrayLike<number>): number[] {
  const out: number[] = [];
  const seen = new Set<number>();
  for (let f = 0; f < indices.length; f += 3) {
    for (let k = 0; k < 3; k++) {
      const [u, v] = [indices[f + k], indices[f + ((k + 1) % 3)]];
      const key = Math.min(u, v) * 2 ** 26 + Math.max(u, v);
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(u, v);
    }
  }
  return out;
}

/** Where the ray from p[i] along d goes through triangle f; NaN where it does not. */
function rayTriangle(p: ArrayLike<number>, i: number, d: readonly number[], q: ArrayLike<number>, t: ArrayLike<number>, f: number): number {
  const [a, b, c] = [3 * t[f], 3 * t[f + 1], 3 * t[f + 2]];
  const ex = q[b] - q[a];
  const ey = q[b + 1] - q[a + 1];
  const ez = q[b + 2] - q[a + 2];
  const fx = q[c] - q[a];
  const fy = q[c + 1] - q[a + 1];
  const fz = q[c + 2] - q[a + 2];
  const hx = d[1] * fz - d[2] * fy;
  const hy = d[2] * fx - d[0] * fz;
  const hz = d[0] * fy - d[1] * fx;
  const det = ex * hx + ey * hy + ez * hz;
  const sx = p[i] - q[a];
  const sy = p[i + 1] - q[a + 1];
  const sz = p[i + 2] - q[a + 2];
  const u = (sx * hx + sy * hy + sz * hz) / det;
  if (!(u >= 0 && u <= 1)) return Number.NaN;
  const kx = sy * ez - sz * ey;
  const ky = sz * ex - sx * ez;
  const kz = sx * ey - sy * ex;
  const v = (d[0] * kx + d[1] * ky + d[2] * kz) / det;
  if (!(v >= 0 && u + v <= 1)) return Number.NaN;
  return (fx * kx + fy * ky + fz * kz) / det;
}

/** When the edge i j, moving by d, meets the edge k l; NaN where it does not: p + s e + t d = q + r f. */
function edgeEdge(p: ArrayLike<number>, i: number, j: number, d: readonly number[], q: ArrayLike<number>, k: number, l: number): number {
  const ex = p[j] - p[i];
  const ey = p[j + 1] - p[i + 1];
  const ez = p[j + 2] - p[i + 2];
  const fx = q[l] - q[k];
  const fy = q[l + 1] - q[k + 1];
  const fz = q[l + 2] - q[k + 2];
  const gx = q[k] - p[i];
  const gy = q[k + 1] - p[i + 1];
  const gz = q[k + 2] - p[i + 2];
  // f × d
  const hx = fy * d[2] - fz * d[1];
  const hy = fz * d[0] - fx * d[2];
  const hz = fx * d[1] - fy * d[0];
  const det = ex * hx + ey * hy + ez * hz;
  const s = (gx * hx + gy * hy + gz * hz) / det;
  if (!(s >= 0 && s <= 1)) return Number.NaN;
  // e × g
  const kx = ey * gz - ez * gy;
  const ky = ez * gx - ex * gz;
  const kz = ex * gy - ey * gx;
  const r = -(d[0] * kx + d[1] * ky + d[2] * kz) / det;
  if (!(r >= 0 && r <= 1)) return Number.NaN;
  return -(fx * kx + fy * ky + fz * kz) / det;
}
