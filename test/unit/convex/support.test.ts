import { expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexGeodesicSphere, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { supportVertex } from '../../../src/convex/support.ts';
import { Random } from '../../../src/math/random.ts';
import { doubleOfAnySize } from '../../support/random-doubles.ts';
import { integerPoints } from './hull-faults.ts';

const SEED = 5102;

/** All vertices of greatest direction·position, by whole numbers. */
function farthest(body: ConvexPolyhedron, direction: Float64Array): number[] {
  const [corners] = integerPoints(body.positions);
  const [[d]] = integerPoints(direction);
  const heights = corners.map((p) => p[0] * d[0] + p[1] * d[1] + p[2] * d[2]);
  const most = heights.reduce((x, y) => (y > x ? y : x));
  return heights.flatMap((h, v) => (h === most ? [v] : []));
}

const random = new Random(SEED);
const BODIES: [string, ConvexPolyhedron][] = [
  ['box', convexBox([1, 2, 3e-3], [0.1, 0.2, 0.3])],
  ['coin', convexPrism(64, 1, 0.1)],
  ['sphere', convexGeodesicSphere(0.3, 6, [5, 0, 0])],
  ['grid', convexHull(Array.from({ length: 600 }, () => random.integer(6)))],
  ['needle', convexHull(Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 1 : 1e-12) * random.range(-1, 1)))],
  ['polygon', convexHull(Array.from({ length: 240 }, (_, i) => (i % 3 === 2 ? 0 : random.range(-1, 1))))],
  ['capsule', convexCapsule([0, 0, 1], [1, 2, 3], 0.1)],
  ['ball', convexSphere(1)],
  ['tiny', convexHull(Array.from({ length: 300 }, () => 1e-310 * random.range(-1, 1)))],
  ['huge', convexHull(Array.from({ length: 300 }, () => 1e90 * random.range(-1, 1)))],
];

for (const [name, body] of BODIES) {
  test(`the farthest vertex of a ${name} is exact from every start, seed ${SEED}`, () => {
    const direction = new Float64Array(5);
    for (let round = 0; round < 60; round++) {
      const kind = round % 6;
      if (kind === 0) direction.set(random.direction(), 1);
      else if (kind === 1) direction.set([random.integer(3) - 1, random.integer(3) - 1, random.integer(3) - 1], 1);
      else if (kind === 2) direction.set([doubleOfAnySize(random), doubleOfAnySize(random), doubleOfAnySize(random)], 1);
      else if (kind === 3)
        direction.set(
          random.direction().map((x) => x * 1e-300),
          1,
        );
      else if (body.faceCount > 0) {
        // along a face's normal, nearly all of its corners tie
        const f = 4 * random.integer(body.faceCount);
        direction.set(body.planes.subarray(f, f + 3), 1);
        if (kind === 5) direction[1 + random.integer(3)] *= 1 + 2 ** -52;
      }
      const best = farthest(body, direction.subarray(1, 4));
      for (let s = 0; s < 8; s++) {
        const start = s === 0 ? best[best.length - 1] : random.integer(body.vertexCount);
        const found = supportVertex(body, direction, 1, start);
        expect(best).toContain(found);
        if (best.includes(start)) expect(found).toBe(start);
      }
    }
  });
}

test('directions that overflow the products, and a null direction', () => {
  const body = convexBox(2 ** 299);
  expect(supportVertex(body, Float64Array.of(1e308, -1e308, 1e308), 0, 2)).toBe(5);
  expect(supportVertex(body, Float64Array.of(0, 0, 0), 0, 3)).toBe(3);
});
