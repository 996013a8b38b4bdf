import { expect, test } from 'vitest';
import { type Closest, findClosestLeaves } from '../../../src/contact/closest-leaves.ts';
import { MovingPair } from '../../../src/contact/moving-pair.ts';
import { PairQueue } from '../../../src/contact/pair-queue.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { restMotion, rigidMotion } from '../../../src/motion/rigid-motion.ts';

const SEED = 18;

test(`whether anything is nearer than the cutoff is told whatever the slack (seed ${SEED})`, () => {
  const random = new Random(SEED);
  const queue = new PairQueue();
  const trees = [sphere(0.5), box([1, 0.7, 0.2])].map((mesh) => buildSweptSphereTree(mesh));
  let found = 0;
  for (let i = 0; i < 200; i++) {
    const pair = new MovingPair(trees[i & 1], trees[(i >> 1) & 1]);
    const place = (): [number, number, number] => [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)];
    const half = random.range(-1.5, 1.5);
    const turn = [0, 0.6 * Math.sin(half), 0.8 * Math.sin(half), Math.cos(half)] as const;
    pair.begin(rigidMotion({ position: place() }, { position: place(), quaternion: turn }), restMotion(), 0);
    pair.placeAt(random.range(0, 1));
    const nearest = (cutoff: number, slack: number): Closest => {
      const out = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
      findClosestLeaves(pair, queue, cutoff, 0, slack, out);
      return out;
    };
    const { distance } = nearest(Infinity, 0);
    for (const cutoff of [distance - 1e-6, distance + 1e-6, 2 * distance + 0.1]) {
      if (!(cutoff > 0)) continue;
      const exact = nearest(cutoff, 0);
      const any = nearest(cutoff, Infinity);
      expect(any.leafA < 0).toBe(exact.leafA < 0);
      expect(exact.leafA < 0).toBe(!(distance < cutoff));
      expect(any.distance).toBeGreaterThanOrEqual(exact.distance);
      expect(any.distance).toBeLessThanOrEqual(cutoff);
      if (any.distance > exact.distance) found++;
    }
  }
  expect(found).toBeGreaterThan(10);
});
