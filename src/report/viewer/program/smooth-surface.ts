import { cross, subtract, type Vector } from './vectors.ts';

interface Triangles {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array;
}

/** Cosine of the angle, 38°, above which an edge is drawn sharp. */
const FLAT = 0.788;
/** Around a vertex of more triangles, nothing is smoothed. */
const MOST_AROUND = 256;
/** Slots looked at for a vertex before it counts as one of its own. */
const MOST_TRIES = 64;

/** Position and normal of every corner; smooth over flat edges, sharp over the others. */
export function smoothSurface({ positions, indices }: Triangles): Float32Array<ArrayBuffer> {
  const count = indices.length / 3;
  const number = numberPlaces(positions);
  const normals = new Float32Array(3 * count);
  const start = new Uint32Array(positions.length / 3 + 1);
  for (let t = 0; t < count; t++) {
    const corner = (k: number): Vector => {
      const v = 3 * indices[3 * t + k];
      return [positions[v], positions[v + 1], positions[v + 2]];
    };
    normals.set(cross(subtract(corner(1), corner(0)), subtract(corner(2), corner(0))), 3 * t);
    for (let k = 0; k < 3; k++) start[number[indices[3 * t + k]] + 1]++;
  }
  for (let v = 1; v < start.length; v++) start[v] += start[v - 1];
  const next = start.slice();
  const around = new Uint32Array(3 * count);
  for (let i = 0; i < 3 * count; i++) around[next[number[indices[i]]]++] = (i / 3) | 0;
  const lengths = new Float32Array(count);
  for (let t = 0; t < count; t++) lengths[t] = Math.hypot(normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]);
  const corners = new Float32Array(18 * count);
  for (let i = 0; i < 3 * count; i++) {
    const t = (i / 3) | 0;
    const v = indices[i];
    const from = start[number[v]];
    const to = start[number[v] + 1];
    const own = [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]];
    let [x, y, z] = own;
    for (let k = from; to - from <= MOST_AROUND && k < to; k++) {
      const f = around[k];
      if (f === t) continue;
      const [nx, ny, nz] = [normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]];
      if (own[0] * nx + own[1] * ny + own[2] * nz > FLAT * lengths[t] * lengths[f]) {
        x += nx;
        y += ny;
        z += nz;
      }
    }
    const n = Math.hypot(x, y, z) || 1;
    corners.set([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], x / n, y / n, z / n], 6 * i);
  }
  return corners;
}

/** Numbers vertices so that equal positions have equal numbers. */
function numberPlaces(positions: Float32Array<ArrayBuffer>): Uint32Array {
  const count = positions.length / 3;
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
  const isSame = (v: number, w: number) =>
    bits[3 * v] === bits[3 * w] && bits[3 * v + 1] === bits[3 * w + 1] && bits[3 * v + 2] === bits[3 * w + 2];
  let size = 16;
  while (size < 2 * count) size *= 2;
  const slots = new Int32Array(size).fill(-1);
  const number = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const mixed = Math.imul(bits[3 * v], 73856093) ^ Math.imul(bits[3 * v + 1], 19349663) ^ Math.imul(bits[3 * v + 2], 83492791);
    let slot = (mixed ^ (mixed >>> 15)) & (size - 1);
    let other = slots[slot];
    let tries = 0;
    while (other >= 0 && tries++ < MOST_TRIES && !isSame(v, other)) {
      slot = (slot + 1) & (size - 1);
      other = slots[slot];
    }
    if (other < 0) slots[slot] = v;
    number[v] = other < 0 || tries > MOST_TRIES ? v : other;
  }
  return number;
}
