import { expect, test } from 'vitest';
import { type PlanePoint, planeIntersection } from '../../../src/geometry/plane-intersection.ts';
import { seeded } from './triangle-families.ts';

const T: PlanePoint[] = [
  [0, 0],
  [4, 0],
  [0, 4],
];

test('segments, triangles and nothing', () => {
  const length = (q: PlanePoint[]): number => planeIntersection(T, q, 1e-6).length;
  expect(
    length([
      [1, 1],
      [2, 1],
    ]),
  ).toBe(2);
  expect(
    length([
      [1, 1],
      [9, 1],
    ]),
  ).toBe(2);
  expect(
    length([
      [5, 5],
      [9, 9],
    ]),
  ).toBe(0);
  expect(
    length([
      [1, 1],
      [2, 1],
      [1, 2],
    ]),
  ).toBe(3);
  expect(
    length([
      [3, 3],
      [-1, 3],
      [3, -1],
    ]),
  ).toBe(6);
  // flat triangle, and one that is but a point
  expect(
    length([
      [1, 1],
      [2, 1],
      [3, 1],
    ]),
  ).toBe(2);
  expect(
    length([
      [1, 1],
      [1, 1],
      [1, 1],
    ]),
  ).toBe(0);
});

test('segments count only where they run side by side', () => {
  const a: PlanePoint[] = [
    [0, 0],
    [4, 0],
  ];
  expect(
    planeIntersection(
      a,
      [
        [1, 0],
        [9, 0],
      ],
      1e-6,
    ),
  ).toEqual([
    [1, 0],
    [4, 0],
  ]);
  expect(
    planeIntersection(
      a,
      [
        [9, 0],
        [1, 0],
      ],
      1e-6,
    ),
  ).toEqual([
    [1, 0],
    [4, 0],
  ]);
  expect(
    planeIntersection(
      a,
      [
        [1, -1],
        [1, 1],
      ],
      1e-6,
    ),
  ).toEqual([]);
  expect(
    planeIntersection(
      a,
      [
        [1, 1],
        [3, 1],
      ],
      1e-6,
    ),
  ).toEqual([]);
  expect(
    planeIntersection(
      a,
      [
        [5, 0],
        [9, 0],
      ],
      1e-6,
    ),
  ).toEqual([]);
});

test('corners of the intersection lie in both triangles (seed 51)', () => {
  const random = seeded(51);
  const triangle = (): PlanePoint[] => [0, 1, 2].map(() => [random(), random()] as const);
  const turn = (p: PlanePoint, q: PlanePoint, r: PlanePoint): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  let seen = 0;
  for (let n = 0; n < 500; n++) {
    const a = triangle();
    const b = triangle();
    for (const p of planeIntersection(a, b, 1e-9)) {
      seen++;
      for (const t of [a, b]) {
        const sign = Math.sign(turn(t[0], t[1], t[2]));
        for (let k = 0; k < 3; k++) expect(sign * turn(t[k], t[(k + 1) % 3], p)).toBeGreaterThan(-1e-9);
      }
    }
  }
  expect(seen).toBeGreaterThan(500);
});
