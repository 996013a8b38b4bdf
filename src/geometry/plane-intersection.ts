// The common part of two convex figures of the plane with two or three corners each: segments and triangles, flat ones
// included.
// Corners of the result in order, none closer than `near` to the next; a stretch gives its two ends, a point one,
// nothing none.
// Figures thinner than `near` count as segments, and segments that run within `near` of each other as parallel.

export type PlanePoint = readonly [x: number, y: number];

export function planeIntersection(p: readonly PlanePoint[], q: readonly PlanePoint[], near: number): PlanePoint[] {
  const a = figure(p, near);
  const b = figure(q, near);
  if (a.length < 2 || b.length < 2) return [];
  if (a.length === 3) return clip(b, a, near);
  if (b.length === 3) return clip(a, b, near);
  return stretch(a, b, near);
}

/** Counter-clockwise, or reduced to the ends of its longest edge when it is thinner than near. */
function figure(points: readonly PlanePoint[], near: number): PlanePoint[] {
  let from = 0;
  let till = 0;
  let longest = 0;
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const l = distance(points[i], points[j]);
      if (l > longest) {
        longest = l;
        from = i;
        till = j;
      }
    }
  }
  if (!(longest > near)) return [points[0]];
  if (points.length === 3) {
    const [x, y, z] = points;
    const area = turn(x, y, z);
    if (Math.abs(area) > near * longest) return area > 0 ? [x, y, z] : [x, z, y];
  }
  return [points[from], points[till]];
}

/** What of a figure lies in a triangle: cut by its three edges in turn, each moved outwards by a sliver of near. */
function clip(subject: readonly PlanePoint[], triangle: readonly PlanePoint[], near: number): PlanePoint[] {
  let points = [...subject];
  for (let k = 0; k < 3 && points.length > 0; k++) {
    const from = triangle[k];
    const till = triangle[(k + 1) % 3];
    const l = distance(from, till);
    const height = points.map((p) => turn(from, till, p) / l + near / 1024);
    const kept: PlanePoint[] = [];
    const closed = points.length > 2 ? points.length : points.length - 1;
    for (let i = 0; i < points.length; i++) {
      if (height[i] >= 0) kept.push(points[i]);
      if (i >= closed) continue;
      const j = (i + 1) % points.length;
      if (height[i] < 0 !== height[j] < 0) kept.push(between(points[i], points[j], height[i] / (height[i] - height[j])));
    }
    points = kept;
  }
  return apart(points, near);
}

/** Where two segments run side by side; empty when they cross at an angle. */
function stretch(a: readonly PlanePoint[], b: readonly PlanePoint[], near: number): PlanePoint[] {
  const l = distance(a[0], a[1]);
  const ux = (a[1][0] - a[0][0]) / l;
  const uy = (a[1][1] - a[0][1]) / l;
  const along = b.map((p) => ux * (p[0] - a[0][0]) + uy * (p[1] - a[0][1]));
  const aside = b.map((p) => ux * (p[1] - a[0][1]) - uy * (p[0] - a[0][0]));
  const low = Math.max(0, Math.min(along[0], along[1]));
  const high = Math.min(l, Math.max(along[0], along[1]));
  if (!(high - low > near)) return [];
  const slope = (aside[1] - aside[0]) / (along[1] - along[0]);
  const ends = [low, high].map((s) => aside[0] + slope * (s - along[0]));
  if (!(Math.abs(ends[0]) <= near && Math.abs(ends[1]) <= near)) return [];
  return [
    [a[0][0] + low * ux, a[0][1] + low * uy],
    [a[0][0] + high * ux, a[0][1] + high * uy],
  ];
}

/** Drops corners that coincide with the one before. */
function apart(points: readonly PlanePoint[], near: number): PlanePoint[] {
  const kept: PlanePoint[] = [];
  for (const p of points) if (kept.every((q) => distance(p, q) > near)) kept.push(p);
  return kept;
}

function between(p: PlanePoint, q: PlanePoint, t: number): PlanePoint {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
}

function distance(p: PlanePoint, q: PlanePoint): number {
  const x = Math.abs(q[0] - p[0]);
  const y = Math.abs(q[1] - p[1]);
  const m = Math.max(x, y);
  return m > 0 ? m * Math.sqrt((x / m) * (x / m) + (y / m) * (y / m)) : 0;
}

/** Twice the signed area of p q r. */
function turn(p: PlanePoint, q: PlanePoint, r: PlanePoint): number {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}
