// Volumes, and vertices as near to their planes as f32 gets: what every rounding could put on the wrong side.
import type { Random } from '../../../../src/math/random.ts';

export interface NearCase {
  readonly planes: Float64Array;
  readonly planeCount: number;
  /** Of vertices; each triangle has three of them that lie near the same plane, or one of them three times. */
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

/** Ten planes of a box with its corners cut, `size` wide, its middle at `centre`. */
function volumeAt(random: Random, size: number, centre: readonly number[]): Float64Array {
  const [a, b] = [random.direction(), random.direction()];
  const cross = (u: readonly number[], v: readonly number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const unit = (v: readonly number[]) => v.map((x) => x / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  // axes along the world's too: normals with zeros
  const straight = random.integer(3) === 0;
  const x = straight ? [1, 0, 0] : unit(a);
  const z = straight ? [0, 0, 1] : unit(cross(a, b));
  const y = cross(z, x);
  const planes = new Float64Array(40);
  const add = (plane: number, n: readonly number[], half: number) => {
    const d = n[0] * centre[0] + n[1] * centre[1] + n[2] * centre[2] + half;
    planes.set([...n, d], 4 * plane);
  };
  for (const [k, axis] of [x, y, z].entries()) {
    const half = size * random.range(0.2, 1);
    add(2 * k, axis, half);
    add(
      2 * k + 1,
      axis.map((c) => -c),
      half,
    );
  }
  for (let plane = 6; plane < 10; plane++)
    add(plane, unit(x.map((c, i) => random.range(-1, 1) * c + random.range(-1, 1) * y[i])), size * 0.9);
  return planes;
}

/** `count` triangles around a volume: near one plane each, at any distance from the volume's middle. */
export function nearPlanes(random: Random, count: number, size: number, away: number): NearCase {
  const centre = random.direction().map((x) => x * away);
  const planes = volumeAt(random, size, centre);
  const positions = new Float32Array(9 * count);
  const indices = new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const p = 4 * random.integer(10);
    const n = [planes[p], planes[p + 1], planes[p + 2]];
    const spread = size * random.pick([0.1, 1, 10]);
    for (let corner = 0; corner < 3; corner++) {
      const point = centre.map((x) => x + random.range(-spread, spread));
      const off = n[0] * point[0] + n[1] * point[1] + n[2] * point[2] - planes[p + 3];
      for (let k = 0; k < 3; k++) positions[9 * i + 3 * corner + k] = point[k] - off * n[k];
    }
    const same = random.integer(2) === 0;
    for (let corner = 0; corner < 3; corner++) indices[3 * i + corner] = 3 * i + (same ? 0 : corner);
  }
  return { planes, planeCount: 10, positions, indices };
}
