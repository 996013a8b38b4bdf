/*
 * Rectangles, lines and points near given points, in the frame of their axes, and how far the farthest point is from
 * them.
 * A rectangle is [x0, x1, y0, y1, z]; coordinates come as three arrays, radii (or null) as one per three points, from
 * radiusAt on, every LEAF_STRIDE numbers. Only what the two `measure` functions return matters for correctness: no
 * computed distance + radius of any point, to the rectangle as they leave it, is larger. All else is a matter of
 * tightness.
 */
import { LEAF_STRIDE } from './triangle-tree.ts';

/** Steps of the centre of a point swept sphere towards the farthest point; further ones gain below 1 %. */
const CENTRE_STEPS = 8;

/** Half the extent along z of points with their own radii; the middle goes to the rectangle. */
export function thickHalf(Z: Float64Array, count: number, rectangle: Float64Array, radii: Float64Array, radiusAt: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const radius = radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
    low = Math.min(low, Z[i] - radius);
    high = Math.max(high, Z[i] + radius);
  }
  rectangle[4] = 0.5 * (low + high);
  return 0.5 * (high - low);
}

/** Moves the rectangle's four sides inwards as far as spheres of the goal's radius still reach every point. */
export function clipRectangle(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  goal: number,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  const z = rectangle[4];
  let x0 = rectangle[0] + goal;
  let x1 = rectangle[1] - goal;
  let y0 = rectangle[2] + goal;
  let y1 = rectangle[3] - goal;
  const square = goal * goal;
  for (let i = 0; i < count; i++) {
    const x = X[i];
    const y = Y[i];
    // Only points beyond a side can push it outwards.
    if (x < x0 || x > x1 || y < y0 || y > y1) {
      const dz = Z[i] - z;
      // h = √((r − ρ)² − dz²): how far beyond a side the sphere reaches at this height.
      let h = square - dz * dz;
      if (radii !== null) {
        const left = goal - radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
        h = left * left - dz * dz;
      }
      h = h > 0 ? Math.sqrt(h) : 0;
      x0 = Math.min(x0, x + h);
      x1 = Math.max(x1, x - h);
      y0 = Math.min(y0, y + h);
      y1 = Math.max(y1, y - h);
    }
  }
  if (x0 > x1) x0 = x1 = 0.5 * (x0 + x1);
  if (y0 > y1) y0 = y1 = 0.5 * (y0 + y1);
  rectangle[0] = x0;
  rectangle[1] = x1;
  rectangle[2] = y0;
  rectangle[3] = y1;
}

/**
 * Largest distance + radius of the points. Points out of reach beyond a corner push it outwards along its diagonal
 * first.
 * The rectangle only grows meanwhile, so what was measured before holds after. `height`: how far the farthest is from
 * its plane, so that points right above or below it need no look, unless each has its own radius.
 */
export function measureGrowing(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  goal: number,
  height: number,
  radii: Float64Array | null,
  radiusAt: number,
): number {
  let x0 = rectangle[0];
  let x1 = rectangle[1];
  let y0 = rectangle[2];
  let y1 = rectangle[3];
  const z = rectangle[4];
  let farthest = height * height;
  let reach = 0;
  let room = goal * goal;
  for (let i = 0; i < count; i++) {
    const x = X[i];
    const y = Y[i];
    if (radii === null && x >= x0 && x <= x1 && y >= y0 && y <= y1) continue;
    const dz = Z[i] - z;
    let dx = Math.max(x0 - x, x - x1, 0);
    let dy = Math.max(y0 - y, y - y1, 0);
    let radius = 0;
    if (radii !== null) {
      radius = radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
      room = (goal - radius) * (goal - radius);
    }
    if (dx > 0 && dy > 0 && dx * dx + dy * dy + dz * dz > room) {
      // |(dx − m, dy − m, dz)| = r − ρ: 2 m² − 2 m (dx + dy) + dx² + dy² + dz² − (r − ρ)² = 0, the smaller root.
      const inside = 2 * (room - dz * dz) - (dx - dy) * (dx - dy);
      const m = 0.5 * (dx + dy - (inside > 0 ? Math.sqrt(inside) : 0));
      if (m > 0) {
        if (x < x0) x0 -= m;
        else x1 += m;
        if (y < y0) y0 -= m;
        else y1 += m;
        dx = Math.max(x0 - x, x - x1, 0);
        dy = Math.max(y0 - y, y - y1, 0);
      }
    }
    const square = dx * dx + dy * dy + dz * dz;
    if (radii !== null) reach = Math.max(reach, Math.sqrt(square) + radius);
    else farthest = Math.max(farthest, square);
  }
  rectangle[0] = x0;
  rectangle[1] = x1;
  rectangle[2] = y0;
  rectangle[3] = y1;
  return radii !== null ? reach : Math.sqrt(farthest);
}

/** Largest distance + radius of the points from the rectangle as it is. */
export function measure(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): number {
  let reach = 0;
  for (let i = 0; i < count; i++) {
    const dx = Math.max(rectangle[0] - X[i], X[i] - rectangle[1], 0);
    const dy = Math.max(rectangle[2] - Y[i], Y[i] - rectangle[3], 0);
    const dz = Z[i] - rectangle[4];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    reach = Math.max(reach, radii === null ? distance : distance + radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)]);
  }
  return reach;
}

/** A line along the first axis through the middle of the other two extents, its ends moved inwards. */
export function shrinkToLine(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  const y = 0.5 * (rectangle[2] + rectangle[3]);
  const z = rectangle[4];
  rectangle[2] = rectangle[3] = y;
  const low = rectangle[0];
  const high = rectangle[1];
  rectangle[0] = Number.NEGATIVE_INFINITY;
  rectangle[1] = Number.POSITIVE_INFINITY;
  const radius = measure(X, Y, Z, count, rectangle, radii, radiusAt);
  let x0 = low + radius;
  let x1 = high - radius;
  for (let i = 0; i < count; i++) {
    const dy = Y[i] - y;
    const dz = Z[i] - z;
    const left = radius - (radii === null ? 0 : radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)]);
    const square = left * left - dy * dy - dz * dz;
    const h = square > 0 ? Math.sqrt(square) : 0;
    x0 = Math.min(x0, X[i] + h);
    x1 = Math.max(x1, X[i] - h);
  }
  if (x0 > x1) x0 = x1 = 0.5 * (x0 + x1);
  rectangle[0] = x0;
  rectangle[1] = x1;
}

/** A centre that steps from the middle of the box towards the farthest point, ever shorter [Bădoiu, Clarkson 2003]. */
export function shrinkToPoint(
  X: Float64Array,
  Y: Float64Array,
  Z: Float64Array,
  count: number,
  rectangle: Float64Array,
  radii: Float64Array | null,
  radiusAt: number,
): void {
  let x = 0.5 * (rectangle[0] + rectangle[1]);
  let y = 0.5 * (rectangle[2] + rectangle[3]);
  let z = rectangle[4];
  let smallest = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= CENTRE_STEPS; step++) {
    let reach = 0;
    let farthest = 0;
    for (let i = 0; i < count; i++) {
      const dx = X[i] - x;
      const dy = Y[i] - y;
      const dz = Z[i] - z;
      const radius = radii === null ? 0 : radii[radiusAt + LEAF_STRIDE * ((i / 3) | 0)];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) + radius;
      if (distance > reach) {
        reach = distance;
        farthest = i;
      }
    }
    if (reach < smallest) {
      smallest = reach;
      rectangle[0] = rectangle[1] = x;
      rectangle[2] = rectangle[3] = y;
      rectangle[4] = z;
    }
    const part = 1 / (step + 4);
    x += part * (X[farthest] - x);
    y += part * (Y[farthest] - y);
    z += part * (Z[farthest] - z);
  }
}
