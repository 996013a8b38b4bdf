import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../../../src/cloud/point-cloud.ts';
import { LeavesAtPlane } from '../../../../src/contact/methods/hulls/leaves-at-plane.ts';
import { PairQuery } from '../../../../src/contact/pair-query.ts';
import { convexHull } from '../../../../src/convex/index.ts';
import { refitSweptSphereTree } from '../../../../src/hierarchy/build-swept-sphere-tree.ts';
import { farthestPoint, type HullPoints, hullPointsOf } from '../../../../src/hierarchy/hull-points.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { LEAF_STRIDE } from '../../../../src/hierarchy/triangle-tree.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { cylinder } from '../../../../src/mesh/cylinder.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../../src/methods/index.ts';
import { restMotion, rigidMotion, rotationMotion, translationMotion } from '../../../../src/motion/rigid-motion.ts';
import { aimed, body, randomMotion, randomVector } from '../../../property/random-pairs.ts';
import { type BruteBody, BrutePair, type MotionSpec, violation } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { apart, expectListed } from '../listed-contacts.ts';

// Bodies that look convex are walked as wholes; judged by brute force, which knows nothing of hulls.

/** Points in a ball, or on it; each triangle with corners of its own where `soup`. */
function hull(random: Random, name: string, { points = 8, flat = false, soup = false, radius = 0 }): TriangleMesh {
  const at: number[] = [];
  for (let i = 0; i < points; i++) {
    const [x, y, z] = random.direction();
    at.push(x, y, flat ? 0.001 * z : z);
  }
  const { mesh } = convexHull(at);
  const count = mesh.indices.length / 3;
  const thick = radius === 0 ? undefined : Array.from({ length: count }, () => radius * random.next());
  if (!soup) return new TriangleMesh(mesh.positions, mesh.indices, { name, radius: thick });
  const corners = Array.from(mesh.indices, (v) => [0, 1, 2].map((k) => mesh.positions[3 * v + k])).flat();
  return new TriangleMesh(corners, undefined, { name, radius: thick });
}

function hullOf(mesh: TriangleMesh): HullPoints {
  const points = hullPointsOf(treeOf(mesh));
  if (points === null) throw new Error('a hull is convex');
  return points;
}

/** A hull without some of its triangles: it looks convex, and is hollow. */
function bowl(random: Random, name: string): TriangleMesh {
  const { positions, indices } = hull(random, name, { points: 9 });
  return new TriangleMesh(positions, indices.slice(0, indices.length - 9), { name });
}

const SHAPES: Readonly<Record<string, (random: Random, name: string) => TriangleMesh>> = {
  hulls: (random, name) => hull(random, name, { points: 4 + random.integer(9) }),
  'flat hulls': (random, name) => hull(random, name, { points: 5 + random.integer(5), flat: true }),
  'thick hulls': (random, name) => hull(random, name, { points: 4 + random.integer(5), radius: 0.2 }),
  'hulls of loose triangles': (random, name) => hull(random, name, { points: 4 + random.integer(5), soup: true }),
  bowls: bowl,
  triangles: (random, name) => hull(random, name, { points: 4 }),
};

function randomBodies(
  random: Random,
  shape: (random: Random, name: string) => TriangleMesh,
  kind?: MotionSpec['kind'],
): [BruteBody, BruteBody] {
  const pose = { position: randomVector(random, 1), quaternion: random.quaternion() };
  const b: BruteBody = {
    mesh: shape(random, 'b'),
    motion: random.next() < 0.5 ? { kind: 'rest', pose } : randomMotion(random, 0.5, undefined, kind),
  };
  const mesh = shape(random, 'a');
  const motion = randomMotion(random, random.range(2, 5), undefined, kind);
  return [{ mesh, motion: random.next() < 0.75 ? aimed(random, mesh, motion, b) : motion }, b];
}

describe.each(Object.entries(SHAPES))('%s', (family, shape) => {
  test.each([0, 0.15])(`the guarantee, clearance %d (seed 'hulls ${family}')`, (clearance) => {
    const random = new Random(`hulls ${family}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const count = rounds(40, 20);
    let unsearched = 0;
    for (let round = 0; round < count; round++) {
      const [a, b] = randomBodies(random, shape, round % 3 === 0 ? 'translation' : round % 7 === 1 ? 'ballistic' : undefined);
      const tolerance = 10 ** random.range(-8, -2);
      const judge = new BrutePair(a, b);
      const query = new PairQuery(body(a), body(b));
      const result = query.firstContact({}, { clearance, tolerance });
      seen[result.status]++;
      if (result.stats.nodes === 0) unsearched++;
      expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);
      if (result.status !== 'contact') continue;
      expectListed(a, b, result, clearance + tolerance, 1e-12 * judge.size, `round ${round}`);
    }
    expect(seen.contact).toBeGreaterThan(count / 4);
    expect(seen.unresolved).toBe(0);
    // misses are proven without a look at the trees
    if (clearance === 0) expect(unsearched).toBeGreaterThan(0);
  });
});

test('large hulls touch with few looks, and answer as the search over nodes does', () => {
  const random = new Random('large hulls');
  for (const points of [60, 400]) {
    const query = new PairQuery({ shape: hull(random, 'a', { points }) }, { shape: hull(random, 'b', { points }) });
    for (let round = 0; round < 20; round++) {
      const from = { position: [-4, random.range(-1, 1), random.range(-1, 1)] as Vec3, quaternion: random.quaternion() };
      const to = { position: [4, random.range(-1, 1), random.range(-1, 1)] as Vec3, quaternion: random.quaternion() };
      for (const a of [rigidMotion(from, to), translationMotion(from, [8, 0, 0])]) {
        const walked = query.firstContact({ a });
        const searched = query.firstContact({ a }, { method: hca });
        expect(walked.status).toBe(searched.status);
        if (walked.status !== 'contact') continue;
        expect(Math.abs(walked.time - searched.time)).toBeLessThan(1e-5);
        expect(walked.contacts.length).toBeGreaterThan(0);
        expect(walked.stats.nodes).toBe(0);
      }
    }
  }
});

test('what is not convex is searched as before', () => {
  const bent = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5, 0.3, 0.3, -1], [0, 1, 2, 1, 3, 2, 0, 4, 1]);
  expect(hullPointsOf(treeOf(bent))).toBe(null);
  const cloud = pointCloud(
    Array.from({ length: 60 }, (_, i) => Math.sin(i)),
    { radius: 0.01 },
  );
  expect(hullPointsOf(treeOf(cloud))).toBe(null);
  expect(hullPointsOf(treeOf(sphere(0.3)))?.thickness).toBe(0.3);
  const block = box(1);
  expect(hullPointsOf(treeOf(block))?.points.length).toBe(24);
  expect(hullPointsOf(treeOf(cylinder(1, 2)))).not.toBe(null);
});

test('a start within tolerance is judged by the start rule', () => {
  const query = new PairQuery({ shape: box(1) }, { shape: box(1) });
  const near = restMotion({ position: [1 + 1e-4, 0, 0] });
  const { status, tolerance } = query.firstContact({ b: near }, { tolerance: 1e-3 });
  expect(status).toBe('free');
  expect(tolerance).toBeLessThan(1e-4);
  expect(query.firstContact({ b: restMotion({ position: [0.9, 0, 0] }) }).status).toBe('overlap');
});

test('what a budget stops is told from where it is proven', () => {
  const query = new PairQuery({ shape: cylinder(0.1, 2) }, { shape: cylinder(0.1, 2) });
  const motions = { a: rotationMotion({ position: [0.3, 0, 0] }, [0, 0, 1], 50, [0, 0, 0]), b: rotationMotion({}, [1, 0, 0], 50) };
  const whole = query.firstContact(motions);
  const stopped = query.firstContact(motions, { maxIterations: 6 });
  expect([stopped.status, stopped.reason]).toEqual(['unresolved', 'iterations']);
  expect(stopped.time).toBeGreaterThan(0);
  expect(stopped.time).toBeLessThanOrEqual(whole.time);
});

test('corners that were moved are looked at where they are', () => {
  const shape = new TriangleMesh(box(1).positions, box(1).indices);
  const tree = treeOf(shape);
  const query = new PairQuery({ shape, tree }, { shape: box(1), pose: { position: [0, 0, 5] } });
  const way = { a: translationMotion({}, [0, 0, 10]) };
  expect(query.firstContact(way).time).toBeCloseTo(0.4, 6);
  refitSweptSphereTree(
    tree,
    shape.positions.map((x) => 2 * x),
  );
  expect(query.firstContact(way).time).toBeCloseTo(0.35, 6);
});

test("the farthest corner is that of all corners (seed 'corners')", () => {
  const random = new Random('corners');
  for (const points of [4, 17, 300]) {
    const corners = hullOf(hull(random, 'x', { points }));
    let last = 0;
    for (let round = 0; round < 200; round++) {
      const length = random.range(0.5, 3);
      const way = Float64Array.from([0, 0, ...random.direction().map((x) => x * length)]);
      const height = (i: number): number => [0, 1, 2].reduce((sum, k) => sum + way[2 + k] * corners.points[i + k], 0);
      last = farthestPoint(corners, way, 2, last);
      let most = -Infinity;
      for (let i = 0; i < corners.points.length; i += 3) most = Math.max(most, height(i));
      expect(height(last)).toBe(most);
    }
  }
});

test("leaves at a plane: every two triangles within reach are listed, and their boxes meet (seed 'plane')", () => {
  const random = new Random('plane');
  const [listA, listB] = [new LeavesAtPlane(), new LeavesAtPlane()];
  const unturned = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  let found = 0;
  for (let round = 0; round < 60; round++) {
    const [a, b] = [hull(random, 'a', { points: 12 }), hull(random, 'b', { points: 12 })];
    const n = random.direction();
    const along = ({ positions }: TriangleMesh): number[] =>
      Array.from(
        { length: positions.length / 3 },
        (_, i) => n[0] * positions[3 * i] + n[1] * positions[3 * i + 1] + n[2] * positions[3 * i + 2],
      );
    const gap = 0.1 * random.next();
    const within = gap + 0.4 * random.next();
    // b stands so that its lowest corner is the gap above the highest of a
    const up = Math.max(...along(a)) - Math.min(...along(b)) + gap;
    const state = (t: number): Float64Array => Float64Array.from([...unturned, ...n.map((x) => x * t), ...new Array(14).fill(0)]);
    const way = Float64Array.from([...n, ...n.map((x) => -x)]);
    expect(listA.list(hullOf(a), treeOf(a), state(0), way, 0, Math.max(...along(a)) + gap - within)).toBe(true);
    expect(listB.list(hullOf(b), treeOf(b), state(up), way, 3, -Math.min(...along(b)) + gap - within)).toBe(true);
    const corners = (mesh: TriangleMesh, leaf: number, t: number): number[] =>
      Array.from({ length: 9 }, (_, i) => treeOf(mesh).leaves[leaf * LEAF_STRIDE + i] + t * n[i % 3]);
    for (let i = 0; i < treeOf(a).leafCount; i++) {
      for (let j = 0; j < treeOf(b).leafCount; j++) {
        if (apart(corners(a, i, 0), corners(b, j, up)) > within - 1e-12) continue;
        found++;
        const [s, t] = [listA.leaves.subarray(0, listA.count).indexOf(i), listB.leaves.subarray(0, listB.count).indexOf(j)];
        expect([s, t]).not.toContain(-1);
        expect(listA.meet(s, listB, t, within)).toBe(true);
      }
    }
  }
  expect(found).toBeGreaterThan(100);
});
