/** Three numbers: of the page's data, of a view into a buffer, or computed. */
export type Triple = ArrayLike<number>;
export type Vector = [x: number, y: number, z: number];

/** a + s b */
export function add(a: Triple, b: Triple, s = 1): Vector {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

export function subtract(a: Triple, b: Triple): Vector {
  return add(a, b, -1);
}

export function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Triple, b: Triple): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function measure(a: Triple): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** The null vector stays what it is. */
export function normalise(a: Triple): Vector {
  const n = measure(a) || 1;
  return [a[0] / n, a[1] / n, a[2] / n];
}
