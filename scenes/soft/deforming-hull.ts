// The deformable workpiece of [Caby & Crosnier, §4, Figure 7] as a procedural scene: a gently curved shell, 300 mm by 200 mm, with the paper's
// 400 and 1,600 triangles or any other even number. Metres. Only + − × ÷ and math/trig: the same bits in every engine.

import type { Vec3 } from '../../src/math/pose.ts';
import { sinCos } from '../../src/math/trig.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

export const HULL_LENGTH = 0.3;
export const HULL_WIDTH = 0.2;
const RISE_ALONG = 0.03;
const RISE_ACROSS = 0.02;
/** The grid's cells are chosen nearest to square. */
const RATIO: number = HULL_LENGTH / HULL_WIDTH;

/** Height of the shell over the point (x, y) of its ground plan, whose centre is the origin; highest at the centre. */
export function hullHeight(x: number, y: number): number {
  const u = (2 * x) / HULL_LENGTH;
  const v = (2 * y) / HULL_WIDTH;
  return RISE_ALONG * (1 - u * u) + RISE_ACROSS * (1 - v * v);
}

/** Unit normal there, upwards. */
export function hullNormal(x: number, y: number): Vec3 {
  const dx = (8 * RISE_ALONG * x) / (HULL_LENGTH * HULL_LENGTH);
  const dy = (8 * RISE_ACROSS * y) / (HULL_WIDTH * HULL_WIDTH);
  const l = Math.sqrt(dx * dx + dy * dy + 1);
  return [dx / l, dy / l, 1 / l];
}

/** Cells along and across: the divisors of triangles / 2 that make them nearest to square. */
function hullGrid(triangles: number): readonly [along: number, across: number] {
  if (!(Number.isInteger(triangles) && triangles >= 2 && triangles % 2 === 0))
    throw new Error(`a hull has an even number of triangles, got ${triangles}`);
  const cells = triangles / 2;
  let across = 1;
  for (let n = 1; n <= cells; n++) {
    if (cells % n === 0 && Math.abs(cells / n / n - RATIO) < Math.abs(cells / across / across - RATIO)) across = n;
  }
  return [cells / across, across];
}

/** Triangles turn counter-clockwise seen from above; diagonals alternate. */
export function hull(triangles: number): TriangleMesh {
  const [along, across] = hullGrid(triangles);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= along; i++) {
    for (let j = 0; j <= across; j++) {
      const x = (i / along - 0.5) * HULL_LENGTH;
      const y = (j / across - 0.5) * HULL_WIDTH;
      positions.push(x, y, hullHeight(x, y));
    }
  }
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < across; j++) {
      const a = i * (across + 1) + j;
      const b = a + across + 1;
      if ((i + j) % 2 === 0) indices.push(a, b, b + 1, a, b + 1, a + 1);
      else indices.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  return new TriangleMesh(positions, indices, { name: `hull-${triangles}` });
}

/** The vertices of its rim, where a real shell is clamped. */
export function hullRim(triangles: number): number[] {
  const [along, across] = hullGrid(triangles);
  const out: number[] = [];
  for (let i = 0; i <= along; i++) {
    for (let j = 0; j <= across; j++) if (i === 0 || j === 0 || i === along || j === across) out.push(i * (across + 1) + j);
  }
  return out;
}

/** Waves of up to 6 mm run over the hull, one a second along and a slower one across; smooth in place and time. */
export function deformHull(positions: Float64Array, time: number, out: Float64Array = new Float64Array(positions.length)): Float64Array {
  const wave = new Float64Array(4);
  for (let o = 0; o < positions.length; o += 3) {
    const x = positions[o];
    const y = positions[o + 1];
    sinCos(2 * Math.PI * ((2 * x) / HULL_LENGTH - time), wave, 0);
    sinCos(2 * Math.PI * (y / HULL_WIDTH + 0.6 * time), wave, 2);
    out[o] = x + 0.001 * wave[1];
    out[o + 1] = y + 0.001 * wave[3];
    out[o + 2] = positions[o + 2] + 0.004 * wave[0] + 0.002 * wave[2];
  }
  return out;
}
