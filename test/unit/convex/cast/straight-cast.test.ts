import { describe, expect, test } from 'vitest';
import {
  CAST_CLOSEST,
  CAST_FREE,
  CAST_GAP,
  CAST_HEIGHT,
  CAST_HIT,
  CAST_LOST,
  CAST_PASSING,
  CAST_PLANE,
  CAST_POINT,
  CAST_RATE,
  CAST_REACH,
  CAST_SLACK,
  CAST_TIME,
  CAST_UNTIL,
} from '../../../../src/convex/cast/hull-cast.ts';
import { StraightCast } from '../../../../src/convex/cast/straight-cast.ts';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { ConvexQuery, type ConvexQueryOptions } from '../../../../src/convex/convex-query.ts';
import { climbed, farthestVertex } from '../../../../src/convex/farthest-vertex.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexGeodesicSphere, convexSphere } from '../../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../../src/convex/trackers/gjk.ts';
import { NEAREST_DOUBLES, NEAREST_POINT, NEAREST_SIZE, nearestOfSimplex } from '../../../../src/convex/trackers/nearest-of-simplex.ts';
import { CORNERS_DOUBLES, CORNERS_POINT, nearestCorners } from '../../../../src/geometry/nearest-corners.ts';
import type { Pose, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { translationMotion } from '../../../../src/motion/rigid-motion.ts';
import { hulls, outside, placement, randomHull, randomPlacements, worldVertices } from '../placed-hulls.ts';

const SEED = 5120;
const MOST_PASSES = 48;
const REACH = 1e-6;

/** When b meets a, by clipping the ray against all planes of the hull of all differences; Infinity: not up to t = 1. */
function timeByDifferences(a: ConvexPolyhedron, b: ConvexPolyhedron, A: Float64Array, B: Float64Array, v: Float64Array): number {
  const va = worldVertices(a, A);
  const vb = worldVertices(b, B);
  const differences: number[] = [];
  for (let j = 0; j < vb.length; j += 3)
    for (let i = 0; i < va.length; i += 3) for (let k = 0; k < 3; k++) differences.push(vb[j + k] - va[i + k]);
  const { planes } = convexHull(differences);
  let from = 0;
  let to = 1;
  for (let f = 0; f < planes.length; f += 4) {
    // −t v inside of the plane
    const rate = -(planes[f] * v[0] + planes[f + 1] * v[1] + planes[f + 2] * v[2]);
    const offset = planes[f + 3];
    if (rate < 0) from = Math.max(from, offset / rate);
    else if (rate > 0) to = Math.min(to, offset / rate);
    else if (offset < 0) return Infinity;
  }
  return from <= to ? from : Infinity;
}

/** Casts, and looks at what must hold whatever was guessed. */
function castAt(cast: StraightCast, A: Float64Array, B: Float64Array, v: Float64Array, reach: number = REACH): number {
  const { numbers: n, a, b } = cast;
  n[CAST_REACH] = reach;
  n[CAST_SLACK] = reach / 8;
  const found = cast.cast(A, B, v);
  expect(cast.passes).toBeLessThanOrEqual(MOST_PASSES);
  if (found === CAST_LOST) return found;
  expect(n[CAST_TIME]).toBeGreaterThanOrEqual(0);
  expect(n[CAST_TIME]).toBeLessThanOrEqual(1);
  for (const [body, kind, index] of [[a, cast.kindA, cast.indexA] as const, [b, cast.kindB, cast.indexB] as const])
    expect(index).toBeLessThan([body.vertexCount, body.edgeCount, body.faceCount][kind]);
  // the witness points are points of the bodies, there and then
  const there = Float64Array.from(B, (x, k) => (k < 9 ? x : x + n[CAST_TIME] * v[k - 9]));
  const onA = [0, 1, 2].map(
    (k) => A[3 * k] * n[CAST_POINT] + A[3 * k + 1] * n[CAST_POINT + 1] + A[3 * k + 2] * n[CAST_POINT + 2] + A[9 + k],
  );
  const onB = onA.map((x, k) => x + A[3 * k] * n[CAST_GAP] + A[3 * k + 1] * n[CAST_GAP + 1] + A[3 * k + 2] * n[CAST_GAP + 2]);
  const size = 1e-13 * (1 + a.reach + b.reach + Math.hypot(B[9] - A[9], B[10] - A[10], B[11] - A[11]) + Math.hypot(...v));
  expect(outside(a, A, onA)).toBeLessThanOrEqual(size);
  expect(outside(b, there, onB)).toBeLessThanOrEqual(size);
  return found;
}

const lengthOf = (n: readonly number[], o: number): number => Math.hypot(n[o], n[o + 1], n[o + 2]);

describe('the cast', () => {
  test(`random hulls: hit and time as clipping against all planes says, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const seen = [0, 0, 0];
    for (let round = 0; round < 300; round++) {
      const a = randomHull(random, 4 + random.integer(28));
      const b = randomHull(random, 4 + random.integer(28));
      const from = random.direction();
      const A = placement(random.quaternion(), [0, 0, 0]);
      const B = placement(random.quaternion(), from.map((x) => 3 * x + random.range(-1.6, 1.6)) as unknown as Vec3);
      const v = Float64Array.from(from, (x) => -4 * x);
      const cast = new StraightCast(a, b);
      const found = castAt(cast, A, B, v);
      const truth = timeByDifferences(a, b, A, B, v);
      // they overlap at the start
      if (truth === 0) continue;
      seen[found]++;
      // a body that is only grazed may be told either way
      const graze = new StraightCast(a, b);
      graze.numbers[CAST_REACH] = 1e-3;
      graze.numbers[CAST_SLACK] = 1e-4;
      if (graze.cast(A, B, v) === CAST_HIT && truth === Infinity) continue;
      expect(found).toBe(truth === Infinity ? CAST_FREE : CAST_HIT);
      if (found === CAST_HIT) {
        expect(cast.numbers[CAST_TIME]).toBeLessThanOrEqual(truth + 1e-12);
        expect(lengthOf(cast.numbers, CAST_GAP)).toBeLessThanOrEqual(1.2 * REACH);
      } else {
        const gjk = new Gjk(a, b);
        gjk.track(
          A,
          Float64Array.from(B, (x, k) => (k < 9 ? x : x + v[k - 9])),
        );
        expect(lengthOf(cast.numbers, CAST_GAP)).toBeCloseTo(gjk.out[0], 9);
      }
    }
    expect(seen[CAST_HIT]).toBeGreaterThan(150);
    expect(seen[CAST_FREE]).toBeGreaterThan(20);
  });

  test(`bodies of all kinds, parallel and flat, fast and standing: always ends, witnesses stay on their bodies, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const bodies = hulls(random);
    let told = 0;
    for (let round = 0; round < 2000; round++) {
      const cast = new StraightCast(random.pick(bodies), random.pick(bodies));
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.range(0, 5));
      const speed = random.pick([0, 1e-9, 1, 6, 1e9]);
      const v = Float64Array.from(position, (x) => -speed * (x + random.pick([0, 0, 0.3])));
      if (castAt(cast, placement(quaternionA, [0, 0, 0]), placement(quaternionB, position), v) !== CAST_LOST) told++;
    }
    expect(told).toBeGreaterThan(1000);
  });

  test(`bodies that come to all but touch: no cast runs in circles, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const told = [0, 0, 0];
    for (let round = 0; round < 1500; round++) {
      const [a, b] = [randomHull(random, 4 + random.integer(18)), randomHull(random, 4 + random.integer(18))];
      const { quaternionA, quaternionB, position } = randomPlacements(random, 2.5);
      const v = Float64Array.from(position, (x) => -x + random.range(-0.5, 0.5));
      told[castAt(new StraightCast(a, b), placement(quaternionA, [0, 0, 0]), placement(quaternionB, position), v, 1e-12)]++;
    }
    expect(told[CAST_HIT]).toBeGreaterThan(1000);
    expect(told[CAST_LOST]).toBe(0);
  });

  test(`what its planes tell is never more than the distance, at any time, and at the end it is that, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const bodies = [...hulls(random), randomHull(random, 8), randomHull(random, 23), randomHull(random, 24), randomHull(random, 70)];
    const seen = { closest: 0, plane: 0, passing: 0 };
    for (let round = 0; round < 1500; round++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      const cast = new StraightCast(a, b);
      const gjk = new Gjk(a, b);
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.range(1, 5));
      const A = placement(quaternionA, [0, 0, 0]);
      const B = placement(quaternionB, position);
      const v = Float64Array.from(position, (x) => -1.5 * (x + random.range(-0.6, 0.6)));
      const found = castAt(cast, A, B, v);
      if (found === CAST_LOST) continue;
      const { numbers: n } = cast;
      const size = 1e-12 * (1 + a.reach + b.reach + Math.hypot(...position) + Math.hypot(...v));
      const planes = [CAST_CLOSEST];
      if (n[CAST_UNTIL] > 0) planes.push(CAST_PLANE);
      if (found === CAST_FREE) planes.push(CAST_PASSING);
      for (const plane of planes) {
        cast.stand(plane);
        for (const t of [0, n[CAST_UNTIL], random.next(), n[CAST_TIME], 1]) {
          gjk.track(
            A,
            Float64Array.from(B, (x, k) => (k < 9 ? x : x + t * v[k - 9])),
          );
          expect(n[CAST_HEIGHT] + t * n[CAST_RATE]).toBeLessThanOrEqual(gjk.out[0] + size);
        }
      }
      cast.stand(CAST_CLOSEST);
      seen.closest++;
      if (n[CAST_UNTIL] > 0) seen.plane++;
      if (found === CAST_FREE) seen.passing++;
      const gap = lengthOf(n, CAST_GAP);
      expect(Math.abs(n[CAST_HEIGHT] + n[CAST_TIME] * n[CAST_RATE] - gap)).toBeLessThanOrEqual(size + 1e-6 * gap);
    }
    expect(Math.min(seen.closest, seen.plane, seen.passing)).toBeGreaterThan(150);
  });

  test('a plane whose direction is lost in its square tells nothing', () => {
    const cast = new StraightCast(convexBox(1), convexBox(1));
    expect(castAt(cast, placement([0, 0, 0, 1], [0, 0, 0]), placement([0, 0, 0, 1], [3, 0, 0]), Float64Array.of(-3, 0, 0))).toBe(CAST_HIT);
    const { numbers: n } = cast;
    cast.stand(CAST_CLOSEST);
    expect(n[CAST_HEIGHT]).toBeCloseTo(2, 12);
    for (const tiny of [1e-200, 2 ** -537, 0]) {
      n[CAST_CLOSEST] = tiny;
      n[CAST_CLOSEST + 1] = n[CAST_CLOSEST + 2] = 0;
      cast.stand(CAST_CLOSEST);
      expect(n[CAST_HEIGHT]).toBe(0);
    }
  });

  test('what is no number, too large or nowhere is lost, not endless', () => {
    const cube = convexBox(1);
    const identity = [0, 0, 0, 1] as const;
    const huge = convexBox(2 ** 299);
    for (const [body, far] of [[cube, Number.NaN] as const, [cube, Infinity] as const, [huge, 2 ** 300] as const, [cube, 0] as const]) {
      const cast = new StraightCast(body, body);
      const v = Float64Array.of(-far, 0, 0);
      expect(castAt(cast, placement(identity, [0, 0, 0]), placement(identity, [far, 0, 0]), v)).toBe(CAST_LOST);
    }
  });
});

test(`the quick simplex finds what the careful one does, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const quick = new Array<number>(CORNERS_DOUBLES).fill(0);
  const careful = new Float64Array(NEAREST_DOUBLES);
  let inside = 0;
  for (let round = 0; round < 4000; round++) {
    const count = 1 + (round % 3);
    const given = Array.from({ length: 12 }, () => random.range(-1, 1));
    const corners = Float64Array.from(given);
    careful[NEAREST_SIZE] = 1;
    nearestOfSimplex(corners, count, careful);
    expect(nearestCorners(given, count, quick)).toBe([0, 1, 2].reduce((sum, k) => sum + (careful[k] > 0 ? 1 << k : 0), 0));
    for (let k = 0; k < 3; k++) expect(quick[CORNERS_POINT + k]).toBeCloseTo(careful[NEAREST_POINT + k], 9);
    // whatever moved since: nothing but four about the origin are inside of each other
    careful[NEAREST_SIZE] = 1;
    expect(nearestCorners(given, 4, quick) === 0, `round ${round}`).toBe(nearestOfSimplex(corners, 4, careful));
    // as it comes about: a fourth corner beyond the nearest point of three
    nearestOfSimplex(corners, 3, careful);
    const [x, y, z] = careful.subarray(NEAREST_POINT, NEAREST_POINT + 3);
    if (!(x * corners[9] + y * corners[10] + z * corners[11] < 0.99 * (x * x + y * y + z * z))) continue;
    if (careful[0] === 0 || careful[1] === 0 || careful[2] === 0) continue;
    const meets = nearestOfSimplex(corners, 4, careful);
    expect(nearestCorners(given, 4, quick) === 0).toBe(meets);
    if (meets) inside++;
    else for (let k = 0; k < 3; k++) expect(quick[CORNERS_POINT + k]).toBeCloseTo(careful[NEAREST_POINT + k], 9);
  }
  expect(inside).toBeGreaterThan(10);
});

test(`the farthest vertex, with a table and without, is that of all vertices, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const bodies = [convexBox([1, 2, 3]), randomHull(random, 23), randomHull(random, 90), randomHull(random, 400, [1, 0.1, 3])];
  bodies.push(convexGeodesicSphere(0.3, 8, [5, 0, 0]), convexSphere(1), convexCapsule([0, 0, 1], [1, 2, 3], 0.1));
  const direction = new Float64Array(4);
  for (const body of bodies) {
    const high = climbed(body);
    let last = 0;
    for (let round = 0; round < 300; round++) {
      if (round % 3 === 0) direction.set(random.direction(), 1);
      else for (let k = 1; k < 4; k++) direction[k] = random.pick([-1, 0, 1, 0.5]);
      let most = -Infinity;
      const along = (v: number): number =>
        direction[1] * body.positions[3 * v] + direction[2] * body.positions[3 * v + 1] + direction[3] * body.positions[3 * v + 2];
      for (let v = 0; v < body.vertexCount; v++) most = Math.max(most, along(v));
      for (const wild of [true, false]) {
        last = farthestVertex(high, wild, direction, 1, wild ? last : random.integer(body.vertexCount));
        expect(most - along(last)).toBeLessThanOrEqual(1e-15 * body.reach);
      }
    }
  }
});

/** Only what V-Clip follows is cast. */
const WALKING: ConvexQueryOptions = { tracker: (a, b) => new Gjk(a, b) };

describe('straight first contact', () => {
  test(`bodies of all kinds, with radii and clearances: as step by step, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const bodies = [...hulls(random), convexSphere(0.4), convexCapsule([0, 0, 0], [0.5, 1, 0], 0.2), randomHull(random, 80)];
    const seen: Record<string, number> = {};
    for (let round = 0; round < 1500; round++) {
      const [a, b] = [random.pick(bodies), random.pick(bodies)];
      if (Math.max(a.reach, b.reach) === 0) continue;
      const { quaternionA, quaternionB, position } = randomPlacements(random, random.range(0.5, 6));
      const way = position.map((x) => -1.5 * x + random.pick([0, 0, 0.4, -1.2])) as unknown as Vec3;
      const start: Pose = { position, quaternion: quaternionB };
      const query = new ConvexQuery({ shape: a, pose: { quaternion: quaternionA } }, { shape: b });
      const options = { tolerance: 1e-6, clearance: random.pick([0, 0, 0.1]) };
      const motion = translationMotion(start, way);
      const quick = query.firstContact({ b: motion }, options);
      const walked = new ConvexQuery({ shape: a, pose: { quaternion: quaternionA } }, { shape: b }, WALKING).firstContact(
        { b: motion },
        options,
      );
      seen[quick.status] = (seen[quick.status] ?? 0) + 1;
      const { status, time, gap, contacts } = quick;
      if (status !== walked.status) {
        // the least distance lies within the tolerance of the clearance: both are right
        const contact = status === 'contact' ? quick : walked;
        expect([status, walked.status].sort()).toEqual(['contact', 'free']);
        expect(contact.gap[1]).toBeLessThanOrEqual(options.clearance + options.tolerance);
        continue;
      }
      if (status === 'contact') {
        const speed = Math.hypot(...way);
        // both within the tolerance before contact; how much time that is, is a matter of the angle
        expect(Math.abs(time - walked.time) * speed).toBeLessThanOrEqual(2e-3);
        expect(gap[0]).toBeGreaterThan(options.clearance);
        expect(gap[1]).toBeLessThanOrEqual(options.clearance + options.tolerance);
        expect(contacts.length).toBeGreaterThan(0);
        for (const { distance } of contacts) expect(distance).toBeLessThanOrEqual(options.clearance + 3 * options.tolerance);
      }
      const poses = { a: { quaternion: quaternionA }, b: { position: quick.poses[1].position, quaternion: quaternionB } };
      const measured = new ConvexQuery({ shape: a }, { shape: b }, { tracker: (p, q) => new Gjk(p, q) }).distance(poses);
      if (status !== 'overlap') {
        expect(gap[0]).toBeLessThanOrEqual(measured.gap[1]);
        expect(gap[1]).toBeGreaterThanOrEqual(measured.gap[0]);
        expect(gap[1] - gap[0]).toBeLessThanOrEqual(1e-8 + 1e-8 * gap[1]);
      }
    }
    expect(seen.contact).toBeGreaterThan(300);
    expect(seen.free).toBeGreaterThan(100);
  });

  test('a body that passes closely is proven by two planes, not walked', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) });
    const walking = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) }, WALKING);
    for (const beside of [1e-4, 1e-3, 0.2]) {
      // past a corner: no one plane is between them all the way
      const motion = translationMotion({ position: [0, 3, 0] }, [4 + 2 * beside, -4, 0]);
      const turned = translationMotion({ position: [-2, 3 + 2 * beside, 0], quaternion: [0, 0, Math.sin(0.4), Math.cos(0.4)] }, [5, -3, 0]);
      for (const b of [motion, turned]) {
        const { status, stats } = query.firstContact({ b });
        const walked = walking.firstContact({ b });
        expect(walked.stats.checks).toBeGreaterThan(2);
        expect(status).toBe(walked.status);
        expect(stats.checks).toBe(2);
      }
    }
  });
});
