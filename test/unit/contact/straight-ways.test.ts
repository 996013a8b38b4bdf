import { describe, expect, test } from 'vitest';
import { blobBody, castsOf, hullBody } from '../../../bench/casts/cast-scenes.ts';
import { castTruth } from '../../../bench/casts/cast-truth.ts';
import { MovedNodes } from '../../../src/contact/methods/straight/moved-nodes.ts';
import { stepLeafStraight } from '../../../src/contact/methods/straight/straight-leaf-volume.ts';
import {
  castLeaves,
  LEAF_APART,
  LEAF_CAST_SIZE,
  LEAF_ENTRY,
  LEAF_TARGET,
  LEAF_WIDER,
} from '../../../src/contact/methods/straight/straight-leaves.ts';
import {
  OFFSET,
  OTHER_WAY,
  STRAIGHT_PAD,
  STRAIGHT_REST,
  STRAIGHT_SIZE,
  STRAIGHT_STEP,
  stepStraight,
  VELOCITY,
} from '../../../src/contact/methods/straight/straight-volumes.ts';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import type { SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import { writeMatrix } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../src/methods/index.ts';
import { restMotion, rigidMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { body, randomPair, randomSoup, type SoupOptions } from '../../property/random-pairs.ts';
import { add, BrutePair, type MotionSpec, norm, times, turn, violation } from '../../support/brute-force.ts';
import { rounds, roundsUntil } from '../../support/rounds.ts';
import { apart, expectListed } from './listed-contacts.ts';

// Bodies that do not turn are searched with bounds of their own. Judged by brute force over all features (bench/casts), by walks of
// certain steps (test/support) and by the distances of the triangles themselves.

const FAMILIES: Readonly<Record<string, SoupOptions>> = {
  'one triangle each': { most: 1, degenerate: 0 },
  'small soups': { most: 8 },
  'larger soups': { most: 40, degenerate: 0.3 },
  'points, segments and needles': { most: 6, degenerate: 1 },
  'thick triangles, capsules and spheres': { most: 10, degenerate: 0.5, radius: 0.2 },
};

describe.each(Object.entries(FAMILIES))('%s', (family, soup) => {
  test.each([0, 0.15])(`the guarantee, clearance %d (seed 'straight ${family}')`, (clearance) => {
    const random = new Random(`straight ${family}`);
    const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
    const count = rounds(40, 13);
    const isMet = (): boolean => seen.contact > count / 4 && (clearance > 0 || seen.free > 0);
    for (const round of roundsUntil(isMet, 40, 13)) {
      const { a, b } = randomPair(random, soup, 'translation');
      const tolerance = 10 ** random.range(-8, -2);
      const judge = new BrutePair(a, b);
      const query = new PairQuery(body(a), body(b));
      const result = query.firstContact({}, { clearance, tolerance });
      seen[result.status]++;
      expect(violation(judge, result, clearance, tolerance), `round ${round}`).toBe(null);
      // another method, where the two need not agree in the grey band
      const other = query.firstContact({}, { clearance, tolerance, method: hca, contacts: 'none' });
      if (other.status !== result.status) {
        const { lo, hi } = judge.bracket(clearance, tolerance);
        expect([lo === null, hi], `round ${round}`).toEqual([false, null]);
      }
      // what touched before is asked first, and says the same
      const again = query.firstContact({}, { clearance, tolerance, previous: result });
      expect(violation(judge, again, clearance, tolerance), `round ${round}, again`).toBe(null);
      if (result.status !== 'contact') continue;
      expect(result.complete).toBe(true);
      expectListed(a, b, result, clearance + tolerance, 1e-12 * judge.size, `round ${round}`);
    }
    expect(seen.unresolved).toBe(0);
    expect(isMet(), JSON.stringify(seen)).toBe(true);
  });
});

test('a box that comes down on a plate of many triangles: all contacts', () => {
  const n = 6;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i - n / 2, j - n / 2, 0);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const v = i * (n + 1) + j;
      indices.push(v, v + n + 1, v + 1, v + 1, v + n + 1, v + n + 2);
    }
  }
  const plate = new TriangleMesh(positions, indices, { name: 'plate' });
  const block = box([2, 2, 1]);
  // along the plate too, from above; once so that it slides within tolerance all the way; and tilted, so that what is within
  // tolerance would touch one after the other
  for (const [height, way, tilt] of [
    [2, [0.4, 0.3, -2], 0],
    [2, [0, 0, -4], 0],
    [0.5 + 4e-4, [1, 0, -1e-3], 0],
    [2, [0.4, 0.3, -2], 3e-4],
    [2, [0, 0, -2], 3e-4],
  ] as [number, Vec3, number][]) {
    const pose: Pose = { position: [0.2, 0.1, height], quaternion: turn([0.6, 0.8, 0], tilt) };
    const motion: MotionSpec = { kind: 'translation', pose, displacement: way };
    const a = { mesh: block, motion };
    const b = { mesh: plate, motion: { kind: 'rest', pose: {} } as MotionSpec };
    const result = new PairQuery(body(a), body(b)).firstContact({}, { tolerance: 1e-3 });
    expect(result.status).toBe('contact');
    expect(result.contacts.length).toBeGreaterThan(30);
    expectListed(a, b, result, 1e-3, 1e-12, `${way}`);
  }
});

test("hulls against lobed meshes, as brute force over all features says (seed 'lobes')", () => {
  const random = new Random('lobes');
  const target = blobBody(200);
  let hits = 0;
  for (const points of [8, 40]) {
    const a = hullBody(random, points);
    const query = new PairQuery({ shape: a.mesh }, { name: 'target', shape: target.mesh });
    const back = new PairQuery({ name: 'target', shape: target.mesh }, { shape: a.mesh });
    for (const cast of castsOf(random, rounds(40, 14), 3)) {
      const truth = castTruth(a.mesh, target.mesh, cast);
      const motion = translationMotion(cast.pose, cast.way);
      const { status, time, tolerance } = query.firstContact({ a: motion });
      expect(status).toBe(truth < Infinity ? 'contact' : 'free');
      const end = add(cast.pose.position, cast.way);
      // the other body flies instead, the two change places, both fly, and a whole motion of two poses
      const still = restMotion(cast.pose);
      const others = [
        query.firstContact({ a: still, b: translationMotion({}, times(cast.way, -1)) }),
        back.firstContact({ b: motion }),
        query.firstContact({
          a: translationMotion(cast.pose, add(cast.way, [0.3, 2, 0])),
          b: translationMotion({}, [0.3, 2, 0]),
        }),
        query.firstContact({ a: rigidMotion(cast.pose, { position: end, quaternion: cast.pose.quaternion }) }),
      ];
      for (const other of others) expect(other.status).toBe(status);
      if (truth === Infinity) continue;
      hits++;
      // never late; early by the tolerance at a grazing angle
      for (const told of [time, ...others.map((other) => other.time)]) {
        expect(told).toBeLessThanOrEqual(truth + 1e-12);
        expect(told).toBeGreaterThan(truth - 300 * tolerance);
      }
    }
  }
  expect(hits).toBeGreaterThan(rounds(40, 14));
});

/** A block as the search fills it: Y turned by R and flying by V from D on. */
function block(random: Random, D: Vec3, V: Vec3): Float64Array {
  const w = new Float64Array(STRAIGHT_SIZE);
  writeMatrix(random.quaternion(), w, 0);
  w.set(D, OFFSET);
  w.set(V, VELOCITY);
  w.set(times(D, -1), OFFSET + OTHER_WAY);
  w.set(times(V, -1), VELOCITY + OTHER_WAY);
  w[STRAIGHT_REST] = random.range(0.2, 1);
  return w;
}

function turnedBy(w: Float64Array, leaves: Float64Array, l: number, tau: number): number[] {
  return [0, 3, 6].flatMap((o) =>
    [0, 1, 2].map((k) => {
      const [x, y, z] = [leaves[l + o], leaves[l + o + 1], leaves[l + o + 2]];
      return w[3 * k] * x + w[3 * k + 1] * y + w[3 * k + 2] * z + w[OFFSET + k] + tau * w[VELOCITY + k];
    }),
  );
}

const instants = (random: Random, until: number): number[] => [0, until, ...Array.from({ length: 12 }, () => random.range(0, until))];

test("two triangles: apart until the entry, and mostly touching then (seed 'entries')", () => {
  const random = new Random('entries');
  const cast = new Float64Array(LEAF_CAST_SIZE);
  let tight = 0;
  let hits = 0;
  let never = 0;
  for (let round = 0; round < rounds(1500, 500); round++) {
    // on a lattice now and then: in one plane, parallel, without area
    const lattice = round % 3 === 0;
    const number = (): number => (lattice ? random.integer(4) / 2 : random.range(-1, 1));
    const [x, y] = [0, 1].map(() => Float64Array.from({ length: 10 }, (_, k) => (k < 9 ? number() : 0)));
    const D: Vec3 = [number() + 2, number(), number()];
    const w = block(random, D, [-4 * random.next(), lattice ? 0 : number(), lattice ? 0 : number()]);
    if (lattice) w.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 0);
    cast[LEAF_TARGET] = random.pick([1e-9, 1e-3, 0.2]);
    cast[LEAF_WIDER] = random.pick([0, 1e-3]);
    const [target, wider] = [cast[LEAF_TARGET], cast[LEAF_WIDER]];
    castLeaves(cast, w, x, 0, y, 0, false);
    const entry = cast[LEAF_ENTRY];
    const free = entry === Infinity;
    if (free) never++;
    const rest = w[STRAIGHT_REST];
    const level = free ? target + wider : target;
    if (entry > 0) {
      for (const tau of instants(random, Math.min(rest, entry)))
        expect(apart(x.subarray(0, 9), turnedBy(w, y, 0, tau)), `round ${round}`).toBeGreaterThan(level - 1e-12);
    }
    if (cast[LEAF_APART] === 1) expect(apart(x.subarray(0, 9), turnedBy(w, y, 0, 0)), `round ${round}`).toBeGreaterThan(target - 1e-12);
    if (lattice || target > 1e-9) continue;
    // from rays and edges, which know nothing of separating axes
    const mesh = (corners: ArrayLike<number>) => new TriangleMesh(Array.from(corners).slice(0, 9), [0, 1, 2]);
    const way = times([w[VELOCITY], w[VELOCITY + 1], w[VELOCITY + 2]], rest);
    const still = { position: [0, 0, 0] as const, quaternion: [0, 0, 0, 1] as const };
    const truth = rest * castTruth(mesh(turnedBy(w, y, 0, 0)), mesh(x), { pose: still, way, turned: still.quaternion });
    if (truth === 0 || apart(x.subarray(0, 9), turnedBy(w, y, 0, 0)) === 0) continue;
    if (truth < Infinity) {
      hits++;
      expect(free).toBe(false);
      expect(entry).toBeLessThanOrEqual(truth + 1e-12);
      if (truth - entry < 1e-6) tight++;
    }
  }
  expect(hits).toBeGreaterThan(rounds(1500, 500) / 40);
  expect(tight).toBeGreaterThan(0.95 * hits);
  expect(never).toBeGreaterThan(rounds(1500, 500) / 15);
});

/** Leaves below a node. */
function leavesBelow(tree: SweptSphereTree, node: number): number[] {
  const child = tree.nodes[16 * node + 13];
  return child < 0 ? [-1 - child] : [child, child + 1].flatMap((one) => leavesBelow(tree, one));
}

test("volumes, and leaves against volumes: what is below them stays apart for the step (seed 'volumes')", () => {
  const random = new Random('volumes');
  let steps = 0;
  let free = 0;
  const distance = (w: Float64Array, X: SweptSphereTree, x: number, Y: SweptSphereTree, y: number, tau: number): number => {
    let least = Infinity;
    for (const i of leavesBelow(X, x)) {
      for (const j of leavesBelow(Y, y)) {
        const [p, q] = [10 * i, 10 * j];
        const d = apart(X.leaves.subarray(p, p + 9), turnedBy(w, Y.leaves, q, tau)) - X.leaves[p + 9] - Y.leaves[q + 9];
        least = Math.min(least, d);
      }
    }
    return least;
  };
  for (let round = 0; round < rounds(40, 14); round++) {
    const options = { most: 30, radius: random.pick([0, 0.1]) };
    const [X, Y] = ['x', 'y'].map((name) => treeOf(randomSoup(random, name, options)));
    const from = times(random.direction(), random.range(0.5, 4));
    const w = block(random, from, times(add(from, times(random.direction(), norm(from) / 2)), -random.range(0, 2)));
    w[STRAIGHT_PAD] = random.pick([1e-9, 0.1]);
    const moved = new MovedNodes();
    moved.forget();
    for (let n = 0; n < 20; n++) {
      const x = random.integer(X.nodeCount);
      const y = random.integer(Y.nodeCount);
      const place = moved.placeOf(y, Y, w);
      const leafX = -1 - X.nodes[16 * x + 13];
      const leafY = -1 - Y.nodes[16 * y + 13];
      const ways = [
        () => stepStraight(w, 0, X.nodes, 16 * x, moved.nodes, place, place, 1),
        () => stepStraight(w, OTHER_WAY, moved.nodes, place, X.nodes, 16 * x, 16 * x, 1),
      ];
      if (leafX >= 0) ways.push(() => stepLeafStraight(w, 0, X.leaves, 10 * leafX, moved.nodes, place, place));
      if (leafY >= 0) ways.push(() => stepLeafStraight(w, OTHER_WAY, moved.leaves, place, X.nodes, 16 * x, 16 * x));
      for (const [k, step] of ways.entries()) {
        step();
        const tau = w[STRAIGHT_STEP];
        if (tau === 0) continue;
        steps++;
        if (tau === Infinity) free++;
        for (const t of instants(random, Math.min(tau, w[STRAIGHT_REST])))
          expect(distance(w, X, x, Y, y, t), `round ${round}, way ${k}`).toBeGreaterThan(w[STRAIGHT_PAD] - 1e-12);
      }
    }
  }
  expect(steps).toBeGreaterThan(rounds(40, 14) * 10);
  expect(free).toBeGreaterThan(rounds(40, 14));
  expect(steps - free).toBeGreaterThan(rounds(40, 14));
});

test('a tree with more nodes than there are places for: places are given anew, siblings have two', () => {
  const random = new Random('places');
  const tree = treeOf(blobBody(1500).mesh);
  const w = block(random, [0, 0, 0], [0, 0, 0]);
  const moved = new MovedNodes();
  moved.forget();
  for (const node of [3, 4, 515, 516, 3, 1027, 4]) {
    const [first, second] = [moved.placeOf(node, tree, w), moved.placeOf(node + 1, tree, w)];
    expect(first).not.toBe(second);
    const [x, y, z] = tree.nodes.subarray(16 * node + 6, 16 * node + 9);
    for (let k = 0; k < 3; k++) expect(moved.nodes[first + 6 + k]).toBe(w[3 * k] * x + w[3 * k + 1] * y + w[3 * k + 2] * z);
  }
});
