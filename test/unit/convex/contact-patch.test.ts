import { expect, test } from 'vitest';
import { ContactPatch, PATCH_DOUBLES, PATCH_GAP, PATCH_POINT_B } from '../../../src/convex/contact-patch.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { Epa } from '../../../src/convex/epa.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexGeodesicSphere, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import type { Quat } from '../../../src/math/pose.ts';
import { multiply, rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { placed, placement, randomPlacement } from './placements.ts';

const SEED = 5105;
const half = (degrees: number): number => (degrees * Math.PI) / 360;
const aboutX = (degrees: number): Quat => [Math.sin(half(degrees)), 0, 0, Math.cos(half(degrees))];
const aboutY = (degrees: number): Quat => [0, Math.sin(half(degrees)), 0, Math.cos(half(degrees))];
const aboutZ = (degrees: number): Quat => [0, 0, Math.sin(half(degrees)), Math.cos(half(degrees))];

type Pair = { a: number[]; b: number[]; gap: number };

function patchOf(a: ConvexPolyhedron, b: ConvexPolyhedron, A: Float64Array, B: Float64Array, depth: number, most?: number): Pair[] {
  const tracker = new Gjk(a, b);
  tracker.track(A, B);
  const patch = new ContactPatch(a, b);
  patch.find(A, B, tracker.out, depth, most);
  return Array.from({ length: patch.count }, (_, i) => {
    const at = PATCH_DOUBLES * i;
    const p = patch.points;
    return { a: [...p.subarray(at, at + 3)], b: [...p.subarray(at + PATCH_POINT_B, at + PATCH_POINT_B + 3)], gap: p[at + PATCH_GAP] };
  });
}

/** The same points in any order, to 1e-9. */
function expectSamePlaces(found: number[][], truth: number[][]): void {
  const apart = (p: number[], q: number[]): number => Math.max(...p.map((x, k) => Math.abs(x - q[k])));
  expect(found).toHaveLength(truth.length);
  for (const p of truth) expect(Math.min(...found.map((q) => apart(p, q)))).toBeLessThan(1e-9);
  for (const p of found) expect(Math.min(...truth.map((q) => apart(p, q)))).toBeLessThan(1e-9);
}

const FLOOR = convexBox([20, 20, 1], [0, 0, -0.5]);
const CASES: [name: string, body: ConvexPolyhedron, q: Quat, height: number, points: number[][]][] = [
  [
    'a coin lying',
    convexPrism(32, 1, 0.1),
    [0, 0, 0, 1],
    0.05,
    Array.from({ length: 32 }, (_, i) => [Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16), 0]),
  ],
  [
    'a box on its face',
    convexBox([2, 4, 1]),
    [0, 0, 0, 1],
    0.5,
    [
      [1, 2, 0],
      [-1, 2, 0],
      [1, -2, 0],
      [-1, -2, 0],
    ],
  ],
  [
    'a box on its edge',
    convexBox(2),
    aboutX(45),
    Math.SQRT2,
    [
      [1, 0, 0],
      [-1, 0, 0],
    ],
  ],
  ['a box on its corner', convexBox(2), multiply(aboutY((Math.atan(Math.SQRT1_2) * 180) / Math.PI), aboutX(45)), Math.sqrt(3), [[0, 0, 0]]],
  [
    'a capsule lying',
    convexCapsule([-1, 0, 0], [1, 0, 0], 0.5),
    [0, 0, 0, 1],
    0.5,
    [
      [1, 0, 0.5],
      [-1, 0, 0.5],
    ],
  ],
  ['a ball', convexSphere(1), [0, 0, 0, 1], 1, [[0, 0, 1]]],
  [
    'a polyhedral ball on its corner',
    convexGeodesicSphere(1, 8),
    aboutX((Math.atan2(1, (1 + Math.sqrt(5)) / 2) * 180) / Math.PI),
    1,
    [[0, 0, 0]],
  ],
];

for (const [name, body, q, height, points] of CASES) {
  test(`${name} on a floor touches it where it should, wherever both are, seed ${SEED}`, () => {
    const random = new Random(`${SEED} ${name}`);
    for (let round = 0; round < 20; round++) {
      const turn = round === 0 ? ([0, 0, 0, 1] as const) : random.quaternion();
      const away = round === 0 ? ([0, 0, 0] as const) : ([random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)] as const);
      const gap = round % 2 === 0 ? 1e-4 : 1e-9;
      const world = placement(away, turn);
      const onFloor = placement(placed(world, [0, 0, height + gap]), multiply(turn, q));
      const depth = 1e-6;
      const pairs = patchOf(FLOOR, body, world, onFloor, depth);
      const back = (p: number[]): number[] => [
        ...rotate([-turn[0], -turn[1], -turn[2], turn[3]], [p[0] - away[0], p[1] - away[1], p[2] - away[2]]),
      ];
      expectSamePlaces(
        pairs.map((pair) => back(pair.a)),
        points.map(([x, y]) => [x, y, 0]),
      );
      expectSamePlaces(
        pairs.map((pair) => back(pair.b)),
        points.map(([x, y, z]) => [x, y, z + gap]),
      );
      for (const pair of pairs) expect(Math.abs(pair.gap - gap - points[0][2])).toBeLessThan(1e-10);
      // the other way round
      const swapped = patchOf(body, FLOOR, onFloor, world, depth);
      expectSamePlaces(
        swapped.map((pair) => back(pair.b)),
        points.map(([x, y]) => [x, y, 0]),
      );
    }
  });
}

test('boxes that stand on each other share the rectangle, or the octagon, between them', () => {
  const box = convexBox(2);
  const at = (x: number, y: number, degrees: number): number[][] =>
    patchOf(box, box, placement(), placement([x, y, 2 + 1e-6], aboutZ(degrees)), 1e-7).map((pair) => pair.a);
  expectSamePlaces(at(0, 0, 0), [
    [1, 1, 1],
    [-1, 1, 1],
    [1, -1, 1],
    [-1, -1, 1],
  ]);
  expectSamePlaces(at(0.5, 1.25, 0), [
    [-0.5, 0.25, 1],
    [1, 0.25, 1],
    [-0.5, 1, 1],
    [1, 1, 1],
  ]);
  const t = Math.SQRT2 - 1;
  expectSamePlaces(at(0, 0, 45), [
    [1, t, 1],
    [1, -t, 1],
    [-1, t, 1],
    [-1, -t, 1],
    [t, 1, 1],
    [-t, 1, 1],
    [t, -1, 1],
    [-t, -1, 1],
  ]);
  expect(at(0, 0, 30)).toHaveLength(8);
});

test('edges: crossing at one point, side by side at two, a corner beyond the face still at one', () => {
  const box = convexBox(2);
  const above = [0, 0, 2 * Math.SQRT2 + 1e-6] as const;
  expectSamePlaces(
    patchOf(box, box, placement([0, 0, 0], aboutX(45)), placement(above, aboutY(45)), 1e-7).map((p) => p.a),
    [[0, 0, Math.SQRT2]],
  );
  const beside = patchOf(box, box, placement([0, 0, 0], aboutX(45)), placement([0.5, 0, above[2]], aboutX(45)), 1e-7);
  expectSamePlaces(
    beside.map((p) => p.a),
    [
      [-0.5, 0, Math.SQRT2],
      [1, 0, Math.SQRT2],
    ],
  );
  // nearly parallel: within the depth they are side by side, beyond it they cross
  const turned = placement(above, multiply(aboutZ(1e-3), aboutX(45)));
  expect(patchOf(box, box, placement([0, 0, 0], aboutX(45)), turned, 1e-4)).toHaveLength(2);
  expect(patchOf(box, box, placement([0, 0, 0], aboutX(45)), turned, 1e-7)).toHaveLength(1);
  // corner to corner
  expect(patchOf(box, box, placement(), placement([2.1, 2.1, 2.1]), 1e-7)).toHaveLength(1);
  const capsule = convexCapsule([-1, 0, 0], [1, 0, 0], 0.1);
  expect(patchOf(capsule, capsule, placement(), placement([0.5, 0, 1]), 1e-7)).toHaveLength(2);
  expect(patchOf(capsule, capsule, placement(), placement([0.5, 0, 1], aboutZ(90)), 1e-7)).toHaveLength(1);
});

test(`a prism on a prism: all corners of one over the other and all crossings, nothing else, seed ${SEED}`, () => {
  const random = new Random(SEED);
  for (let round = 0; round < 200; round++) {
    const [m, n] = [3 + random.integer(20), 3 + random.integer(20)];
    const [p, q] = [convexPrism(m, 1, 1), convexPrism(n, random.range(0.2, 2), 1)];
    const B = placement([random.range(-1, 1), random.range(-1, 1), 1 + 1e-7], aboutZ(random.range(0, 360)));
    const polygon = (body: ConvexPolyhedron, P: Float64Array): number[][] =>
      Array.from({ length: body.vertexCount / 2 }, (_, i) => placed(P, body.positions, 6 * i).slice(0, 2));
    const turn = (a: number[], b: number[], c: number[]): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const [P, Q] = [polygon(p, placement()), polygon(q, B)];
    const inside = (x: number[], poly: number[][]): boolean => poly.every((c, i) => turn(c, poly[(i + 1) % poly.length], x) > 0);
    const truth = [...P.filter((x) => inside(x, Q)), ...Q.filter((x) => inside(x, P))];
    for (let i = 0; i < P.length; i++) {
      for (let j = 0; j < Q.length; j++) {
        const [a, b, c, d] = [P[i], P[(i + 1) % P.length], Q[j], Q[(j + 1) % Q.length]];
        const [s, t] = [turn(a, b, c), turn(a, b, d)];
        if (s * t < 0 && turn(c, d, a) * turn(c, d, b) < 0) truth.push([0, 1].map((k) => c[k] + (s / (s - t)) * (d[k] - c[k])));
      }
    }
    const found = patchOf(p, q, placement(), B, 1e-8, 1000);
    if (truth.length === 0) continue;
    expectSamePlaces(
      found.map(({ a }) => a),
      truth.map(([x, y]) => [x, y, 0.5]),
    );
  }
});

test(`any bodies anywhere, apart or deep in each other: at least one pair, all within the depth of their bodies and on lines along the normal, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const bodies = [
    convexBox([1, 2, 0.1]),
    convexPrism(17, 1, 1e-6),
    convexGeodesicSphere(1, 4),
    convexSphere(1),
    convexCapsule([0, 0, -1], [0, 0, 1], 0.1),
    convexHull(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 0 : random.range(-1, 1)))),
    convexHull(Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 1 : 1e-9) * random.range(-1, 1))),
    convexHull(Array.from({ length: 60 }, () => random.integer(3) - 1)),
  ];
  const point = convexHull([0, 0, 0]);
  for (let round = 0; round < 300; round++) {
    const [a, b] = [random.pick(bodies), random.pick(bodies)];
    const [A, B] = [randomPlacement(random, 1), randomPlacement(random, 1.5)];
    if (round % 3 === 0) A.set(B.subarray(0, 9));
    const tracker = new Gjk(a, b);
    tracker.track(A, B);
    let witness = tracker.out;
    if (tracker.overlap) {
      const epa = new Epa(a, b);
      epa.penetrate(A, B);
      witness = epa.out;
    }
    const depth = random.pick([0, 1e-9, 1e-3, 0.3, 10]);
    const patch = new ContactPatch(a, b);
    patch.find(A, B, witness, depth, 1 + random.integer(40));
    expect(patch.count).toBeGreaterThan(0);
    for (let i = 0; i < patch.count; i++) {
      const at = PATCH_DOUBLES * i;
      const [p, q] = [patch.points.subarray(at, at + 3), patch.points.subarray(at + PATCH_POINT_B, at + PATCH_POINT_B + 3)];
      for (const [body, P, x] of [
        [a, A, p],
        [b, B, q],
      ] as const) {
        const meter = new Gjk(body, point);
        meter.track(P, placement([x[0], x[1], x[2]]));
        expect(meter.out[0]).toBeLessThanOrEqual(depth + 1e-9);
      }
      for (let k = 0; k < 3; k++) expect(Math.abs(q[k] - p[k] - patch.points[at + PATCH_GAP] * witness[7 + k])).toBeLessThan(1e-9);
    }
  }
});

test('units do not matter, the number of pairs can be bounded, and memory is used again', () => {
  for (const unit of [2 ** -250, 2 ** -40, 2 ** 40, 2 ** 200]) {
    const coin = convexPrism(24, unit, unit / 8);
    const big = convexPrism(5, 4 * unit, unit);
    const one = patchOf(
      convexPrism(5, 4, 1),
      convexPrism(24, 1, 1 / 8),
      placement(),
      placement([1.5, 1, 0.5 + 1 / 16 + 2 ** -20]),
      2 ** -30,
    );
    const other = patchOf(big, coin, placement(), placement([1.5 * unit, unit, (0.5 + 1 / 16 + 2 ** -20) * unit]), 2 ** -30 * unit);
    expect(other.length).toBe(one.length);
    other.forEach((pair, i) => {
      for (let k = 0; k < 3; k++) expect(pair.b[k] / unit).toBeCloseTo(one[i].b[k], 12);
    });
  }
  const coin = convexPrism(64, 1, 0.1);
  const four = patchOf(FLOOR, coin, placement(), placement([0, 0, 0.05 + 1e-6]), 1e-7, 4);
  expect(four).toHaveLength(4);
  expect(four.map((pair) => Math.hypot(pair.a[0] - four[0].a[0], pair.a[1] - four[0].a[1])).map((x) => x.toFixed(6))).toEqual(
    [0, Math.SQRT2, 2, Math.SQRT2].map((x) => x.toFixed(6)),
  );
  const patch = new ContactPatch(FLOOR, coin);
  const tracker = new Gjk(FLOOR, coin);
  const B = placement([0, 0, 0.05 + 1e-6]);
  tracker.track(placement(), B);
  patch.find(placement(), B, tracker.out, 1e-7);
  const { points } = patch;
  const first = points.slice();
  patch.find(placement(), B, tracker.out, 1e-7);
  expect(patch.points).toBe(points);
  expect(points).toEqual(first);
});
