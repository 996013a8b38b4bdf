import { describe, expect, test } from 'vitest';
import { MovingPair } from '../../../src/contact/moving-pair.ts';
import { LEAF_STEP } from '../../../src/contact/triangle-gap.ts';
import { STEP } from '../../../src/contact/volume-gap.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import type { SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { approachLeavesOf, approachNodes } from '../../../src/methods/advancement/approach-pair.ts';
import { libraryMotion, randomMotion, randomSoup, randomVector } from '../../property/random-pairs.ts';
import { add, type BruteMotion, bruteMotion, cross, norm, placed, times } from '../../support/brute-force.ts';

// Every step is a proof: while it lasts, the volumes stay more than the clearance apart. Judged at sampled times, by the distance of the two
// rectangles (two triangles each) under an independent evaluation of the motions.

const NODES = 12;

/** Nodes of any shape, in no tree. */
function looseNodes(random: Random): SweptSphereTree {
  const nodes = new Float64Array(16 * NODES);
  let radius = 0;
  for (let o = 0; o < nodes.length; o += 16) {
    const u = random.direction();
    let v = cross(u, random.direction());
    v = times(v, 1 / norm(v));
    const corner = randomVector(random, 3);
    const side = (): number => (random.next() < 0.2 ? 0 : random.range(0, 1.5) * random.pick([1, 1, 1e-3]));
    const lengths = [side(), side()];
    const r = random.pick([0, 1e-3, random.next()]);
    nodes.set([...u, ...v, ...corner, ...lengths, r], o);
    nodes[o + 12] = Math.max(...rectangle(nodes, o).map(norm)) * (1 + 1e-14);
    nodes[o + 14] = Math.max(...lengths) ** 2;
    radius = Math.max(radius, nodes[o + 12] + r);
  }
  return { nodes, leaves: new Float64Array(0), radius: radius * (1 + 1e-14) } as unknown as SweptSphereTree;
}

/** Corners in order around. */
function rectangle(nodes: Float64Array, o: number): Vec3[] {
  const vector = (i: number): Vec3 => [nodes[o + i], nodes[o + i + 1], nodes[o + i + 2]];
  const corner = vector(6);
  const side0 = times(vector(0), nodes[o + 9]);
  const side1 = times(vector(3), nodes[o + 10]);
  return [corner, add(corner, side0), add(add(corner, side0), side1), add(corner, side1)];
}

const out = new Float64Array(8);

/** Distance of the two volumes, radii taken off. */
function volumeDistance(
  nodesA: Float64Array,
  a: number,
  A: BruteMotion,
  nodesB: Float64Array,
  b: number,
  B: BruteMotion,
  t: number,
): number {
  const placeAll = (nodes: Float64Array, o: number, motion: BruteMotion): Float64Array[] => {
    const placement = motion.at(t, B.start);
    const [p, q, r, s] = rectangle(nodes, o).map((x) => placed(placement, x));
    return [Float64Array.of(...p, ...q, ...r), Float64Array.of(...p, ...r, ...s)];
  };
  let least = Infinity;
  for (const f of placeAll(nodesA, a, A)) {
    for (const m of placeAll(nodesB, b, B)) {
      triangleDistance(f, 0, m, 0, out, 0);
      least = Math.min(least, out[6]);
    }
  }
  return least - nodesA[a + 11] - nodesB[b + 11];
}

const samples = (random: Random, t: number, step: number): number[] => {
  const end = Math.min(1, t + step);
  return [t, end, ...Array.from({ length: 10 }, () => random.range(t, end)), t + 0.99 * (end - t)];
};

describe.each(['loose nodes', 'nodes of trees'])('%s', (kind) => {
  const seed = `steps of ${kind}`;

  test(`no step of a node pair is too long, no gap too wide (seed '${seed}')`, () => {
    const random = new Random(seed);
    const seen = { steps: 0, infinite: 0, none: 0 };
    for (let round = 0; round < 36; round++) {
      const treeA =
        kind === 'loose nodes' ? looseNodes(random) : treeOf(randomSoup(random, 'a', { most: 30, radius: random.pick([0, 0.1]) }));
      const treeB = kind === 'loose nodes' ? looseNodes(random) : treeOf(randomSoup(random, 'b', { most: 30 }));
      const specA = randomMotion(random, random.range(1, 6));
      const specB = randomMotion(random, random.range(0, 3), [0, 0, 0], random.pick(['rest', 'in-between', 'screw', 'rotation']));
      const [A, B] = [bruteMotion(specA), bruteMotion(specB)];
      const pair = new MovingPair(treeA, treeB);
      const clearance = random.pick([0, 0, 0.3]);
      pair.begin(libraryMotion(specA), libraryMotion(specB), clearance);
      const slack = 1e-13 * (10 + treeA.radius + treeB.radius + norm(A.start) + A.fastest(treeA.radius) + B.fastest(treeB.radius));
      for (let k = 0; k < 12; k++) {
        const a = random.integer(treeA.nodes.length / 16);
        const b = random.integer(treeB.nodes.length / 16);
        const t = random.pick([0, random.next(), 0.999]);
        pair.placeAt(t);
        const now = volumeDistance(treeA.nodes, 16 * a, A, treeB.nodes, 16 * b, B, t);
        for (const onA of [true, false]) {
          if (onA) {
            pair.frameOnA(a);
            pair.stepFromA(a, b);
          } else {
            pair.frameOnB(b);
            pair.stepFromB(a, b);
          }
          const step = pair.frame[STEP];
          const gap = pair.nodeGap();
          if (onA) approachNodes(pair, a, b, true);
          else approachNodes(pair, a, b, false);
          const approach = pair.frame[STEP];
          expect(gap).toBeLessThanOrEqual(Math.max(0, now - clearance + slack));
          if (step === 0) seen.none++;
          else if (step === Infinity) seen.infinite++;
          else seen.steps++;
          for (const certified of [step, approach]) {
            expect(certified).toBeGreaterThanOrEqual(0);
            if (certified === 0) continue;
            const least = Math.min(
              ...samples(random, t, certified).map((s) => volumeDistance(treeA.nodes, 16 * a, A, treeB.nodes, 16 * b, B, s)),
            );
            expect(least, `round ${round}, nodes ${a} ${b}, from ${t} for ${certified}`).toBeGreaterThan(clearance - slack);
          }
        }
      }
    }
    expect(seen.steps).toBeGreaterThan(60);
    expect(seen.infinite).toBeGreaterThan(60);
    expect(seen.none).toBeGreaterThan(10);
  });
});

describe('leaves', () => {
  const seed = 'steps of leaves';

  test(`no step of a leaf pair is too long, distances are right (seed '${seed}')`, () => {
    const random = new Random(seed);
    let steps = 0;
    for (let round = 0; round < 150; round++) {
      const radius = random.pick([0, 0, 0.2]);
      const meshA = randomSoup(random, 'a', { most: 1, radius, degenerate: 0.3 });
      const meshB = randomSoup(random, 'b', { most: 1, radius, degenerate: 0.3 });
      const [treeA, treeB] = [treeOf(meshA), treeOf(meshB)];
      const specA = randomMotion(random, random.range(1, 3));
      const specB = randomMotion(random, random.range(0, 1), [0, 0, 0], random.pick(['rest', 'in-between', 'screw', 'rotation']));
      const [A, B] = [bruteMotion(specA), bruteMotion(specB)];
      const distanceAt = (t: number): number => {
        const corners = (mesh: typeof meshA, motion: BruteMotion): Float64Array => {
          const placement = motion.at(t, B.start);
          return Float64Array.from(
            [0, 3, 6].flatMap((o) => placed(placement, [mesh.positions[o], mesh.positions[o + 1], mesh.positions[o + 2]])),
          );
        };
        triangleDistance(corners(meshA, A), 0, corners(meshB, B), 0, out, 0);
        return out[6] - (meshA.radii?.[0] ?? 0) - (meshB.radii?.[0] ?? 0);
      };
      const pair = new MovingPair(treeA, treeB);
      const clearance = random.pick([0, 0, 0.3]);
      const reserve = random.pick([0, 1e-4]);
      pair.begin(libraryMotion(specA), libraryMotion(specB), clearance);
      for (const t of [0, random.next(), 0.99]) {
        pair.placeAt(t);
        const distance = pair.leafDistance(0, 0);
        expect(Math.abs(distance - distanceAt(t))).toBeLessThanOrEqual(pair.roundingNow);
        pair.stepOfLeaves(0, 0, 0, 0, Float64Array.of(reserve));
        const second = pair.leaf[LEAF_STEP];
        approachLeavesOf(pair, 0, 0, Float64Array.of(reserve));
        for (const step of [second, pair.leaf[LEAF_STEP]]) {
          expect(step).toBeGreaterThanOrEqual(0);
          if (step === 0) continue;
          steps++;
          const least = Math.min(...samples(random, t, step).map(distanceAt));
          expect(least, `round ${round}, from ${t} for ${step}`).toBeGreaterThan(clearance + reserve - 1e-12);
        }
      }
    }
    expect(steps).toBeGreaterThan(500);
  });
});
