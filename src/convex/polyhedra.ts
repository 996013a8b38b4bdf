// Simple convex bodies. Ball and capsule are exact: a point or a segment with a radius. All others have their corners
// at the doubles nearest to what is said, and are the exact hulls of those.

import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';
import { PI, sinCos } from '../math/trig.ts';
import { length } from '../math/vec3.ts';
import { LARGEST_COORDINATE } from '../mesh/triangle-mesh.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import { convexHull } from './hull/convex-hull.ts';
import { prismFaces } from './hull/prism-faces.ts';

const ORIGIN: Vec3 = [0, 0, 0];
/** Prisms of so many sides are laid out face by face; of fewer, their hull is as quick. */
const MANY_SIDES = 128;

/** A box about `centre` (default the origin), with edge lengths along x, y, z, or one for all. */
export function convexBox(size: Vec3 | number, centre: Vec3 = ORIGIN, name = 'box'): ConvexPolyhedron {
  const lengths = typeof size === 'number' ? [size, size, size] : size;
  if (lengths?.length !== 3) throw new InputError(`${name}: size must be one or three numbers, got ${shownValue(size)}`);
  checkedPoint(centre, name);
  const half = lengths.map((edge) => checkedSize(edge, name, 'size') / 2);
  const points: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) points.push((corner >> k) & 1 ? centre[k] + half[k] : centre[k] - half[k]);
  }
  return convexHull(points, { name });
}

/**
 * A regular prism around the z axis, from −height/2 to height/2 about `centre` (default the origin); corners at
 * `radius` from the axis, the first along x. A coin has many sides, up to 65,536.
 */
export function convexPrism(sides: number, radius: number, height: number, centre: Vec3 = ORIGIN, name = 'prism'): ConvexPolyhedron {
  if (!(Number.isInteger(sides) && sides >= 3 && sides <= 65536)) {
    throw new InputError(`${name}: sides must be an integer from 3 to 65536, got ${shownValue(sides)}`);
  }
  checkedPoint(centre, name);
  checkedSize(radius, name, 'radius');
  const half = checkedSize(height, name, 'height') / 2;
  const points: number[] = [];
  const turn = new Float64Array(2);
  for (let i = 0; i < sides; i++) {
    sinCos((2 * PI * i) / sides, turn, 0);
    const x = centre[0] + radius * turn[1];
    const y = centre[1] + radius * turn[0];
    points.push(x, y, centre[2] - half, x, y, centre[2] + half);
  }
  const faces = sides < MANY_SIDES || points.some((x) => !(Math.abs(x) <= LARGEST_COORDINATE)) ? null : prismFaces(placed(points));
  return faces === null ? convexHull(points, { name }) : new ConvexPolyhedron(faces, name, 0);
}

/**
 * A right-angled wedge about `centre` (default the origin): the half of a box of that size below the plane through its
 * edges at (−x, −z) and (x, z), that falls towards −x.
 */
export function convexWedge(size: Vec3, centre: Vec3 = ORIGIN, name = 'wedge'): ConvexPolyhedron {
  const { positions } = convexBox(size, centre, name);
  const points: number[] = [];
  // corner i of a box has x, y, z at the upper end where bit 0, 1, 2 of i is set
  for (const corner of [0, 1, 2, 3, 5, 7]) points.push(...positions.subarray(3 * corner, 3 * corner + 3));
  return convexHull(points, { name });
}

/** All points within `radius` of `centre` (default the origin), exactly: a point with a radius. */
export function convexSphere(radius: number, centre: Vec3 = ORIGIN, name = 'ball'): ConvexPolyhedron {
  return convexHull(checkedPoint(centre, name), { name, radius: checkedSize(radius, name, 'radius') });
}

/** All points within `radius` of the segment from a to b, exactly: a segment with a radius. */
export function convexCapsule(a: Vec3, b: Vec3, radius: number, name = 'capsule'): ConvexPolyhedron {
  return convexHull([...checkedPoint(a, name), ...checkedPoint(b, name)], { name, radius: checkedSize(radius, name, 'radius') });
}

/**
 * A sphere as a polyhedron of 20 frequency² triangles: an icosahedron's, cut into frequency² each, their corners moved
 * out to `radius` about `centre` (default the origin). `convexSphere` is exact and quicker.
 */
export function convexGeodesicSphere(radius: number, frequency: number, centre: Vec3 = ORIGIN, name = 'sphere'): ConvexPolyhedron {
  if (!(Number.isInteger(frequency) && frequency >= 1 && frequency <= 256)) {
    throw new InputError(`${name}: frequency must be an integer from 1 to 256, got ${shownValue(frequency)}`);
  }
  checkedPoint(centre, name);
  checkedSize(radius, name, 'radius');
  const points: number[] = [];
  const place = (a: Vec3, b: Vec3, c: Vec3, i: number, j: number): void => {
    const k = frequency - i - j;
    const p: Vec3 = [i * a[0] + j * b[0] + k * c[0], i * a[1] + j * b[1] + k * c[1], i * a[2] + j * b[2] + k * c[2]];
    const size = length(p);
    for (let n = 0; n < 3; n++) points.push(centre[n] + radius * (p[n] / size));
  };
  for (const v of CORNERS) place(v, v, v, 0, 0);
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      if (!joined(a, b)) continue;
      for (let i = 1; i < frequency; i++) place(CORNERS[a], CORNERS[b], CORNERS[b], i, frequency - i);
      for (let c = b + 1; c < 12; c++) {
        if (!joined(a, c) || !joined(b, c)) continue;
        for (let i = 1; i < frequency; i++) for (let j = 1; i + j < frequency; j++) place(CORNERS[a], CORNERS[b], CORNERS[c], i, j);
      }
    }
  }
  return convexHull(points, { name });
}

/** Corners of an icosahedron with edges of length 2: (0, ±1, ±φ) and its rotations. */
const GOLDEN = (1 + Math.sqrt(5)) / 2;
const CORNERS: readonly Vec3[] = [-1, 1].flatMap((s) =>
  [-GOLDEN, GOLDEN].flatMap((t): Vec3[] => [
    [0, s, t],
    [s, t, 0],
    [t, 0, s],
  ]),
);

function joined(a: number, b: number): boolean {
  const [p, q] = [CORNERS[a], CORNERS[b]];
  return length([p[0] - q[0], p[1] - q[1], p[2] - q[2]]) < 2.5;
}

/** As a hull has them: −0 + 0 = 0. */
function placed(points: readonly number[]): Float64Array {
  return Float64Array.from(points, (x) => x + 0);
}

/** Below 2^-300 the products of the kernels leave the range of doubles. */
function checkedSize(size: number, name: string, what: string): number {
  if (!(typeof size === 'number' && size >= 2 ** -300 && size <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: ${what} must be a number > 0, got ${shownValue(size)}${limitHint(size, true)}`);
  }
  return size;
}

function checkedPoint(point: Vec3, name: string): Vec3 {
  if (point?.length !== 3 || !point.every((x) => typeof x === 'number' && Math.abs(x) <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: a point must be three finite numbers, got ${shownValue(point)}${limitHint(point)}`);
  }
  return point;
}
