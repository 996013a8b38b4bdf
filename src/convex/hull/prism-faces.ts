/**
 * The faces of an upright prism over a strictly convex polygon, without a search for its hull: growing the hull of many
 * points on two circles point by point takes time that grows with their square.
 * Guarantee: the exact hull, or null. Lower and upper corners have the same x and y and their own z, so that all faces
 * are plane exactly; that the polygon turns left at every corner and goes around once is decided in real arithmetic,
 * and makes it strictly convex.
 */
import type { HullFaces } from '../convex-polyhedron.ts';
import { writePlane } from './hull-faces.ts';
import { Orientation } from './orientation.ts';

/** Corners in order around z, each a lower point and the upper one above it. */
export function prismFaces(positions: Float64Array): HullFaces | null {
  const sides = positions.length / 6;
  const orientation = new Orientation(positions);
  // how often edges begin to lead upwards: once around
  let rises = 0;
  let rising = leadsUp(positions, sides - 1, 0);
  for (let i = 0; i < sides; i++) {
    const next = i + 1 < sides ? i + 1 : 0;
    const after = next + 1 < sides ? next + 1 : 0;
    if (!(positions[6 * i + 2] < positions[6 * i + 5])) return null;
    if (orientation.turn(2, 2 * i, 2 * next, 2 * after) <= 0) return null;
    const up = leadsUp(positions, i, next);
    if (up && !rising) rises++;
    rising = up;
  }
  if (rises !== 1) return null;
  const faces = sides + 2;
  const faceStart = new Uint32Array(faces + 1);
  const faceVertices = new Uint32Array(6 * sides);
  const planes = new Float64Array(4 * faces);
  for (let f = 1; f <= faces; f++) faceStart[f] = f < 3 ? f * sides : 2 * sides + 4 * (f - 2);
  const lower: number[] = [];
  const upper: number[] = [];
  for (let i = 0; i < sides; i++) {
    lower.push(2 * (sides - 1 - i));
    upper.push(2 * i + 1);
  }
  faceVertices.set(lower, 0);
  faceVertices.set(upper, sides);
  writePlane(positions, orientation, lower, planes, 0);
  writePlane(positions, orientation, upper, planes, 4);
  for (let i = 0; i < sides; i++) {
    const next = i + 1 < sides ? i + 1 : 0;
    const side = [2 * i, 2 * next, 2 * next + 1, 2 * i + 1];
    faceVertices.set(side, faceStart[i + 2]);
    writePlane(positions, orientation, side, planes, 4 * (i + 2));
  }
  return { dimension: 3, positions, faceStart, faceVertices, planes };
}

/** Whether the edge from corner i to corner j leads to greater y, or along x to greater x. */
function leadsUp(p: Float64Array, i: number, j: number): boolean {
  return p[6 * j + 1] > p[6 * i + 1] || (p[6 * j + 1] === p[6 * i + 1] && p[6 * j] > p[6 * i]);
}
