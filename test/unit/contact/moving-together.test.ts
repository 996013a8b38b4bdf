import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { rigidMotion, screwMotion } from '../../../src/motion/rigid-motion.ts';
import { body, randomPair, randomVector } from '../../property/random-pairs.ts';
import { add, BrutePair, times, violation } from '../../support/brute-force.ts';

const turned = [0, 0, Math.sin(1.2), Math.cos(1.2)] as const;

describe.each(METHODS)('%s, bodies that move together', (method) => {
  test.each([rigidMotion, screwMotion])('as one, a hair apart: free without work', (make) => {
    const motion = make({ position: [1, 2, 3] }, { position: [4, 0, 5], quaternion: turned });
    const result = firstContact({ shape: box(1, [1.0001, 0.2, 0.1]), motion }, { shape: box(1), motion }, { method: methodNamed(method) });
    expect(result.status).toBe('free');
    expect(result.stats.triangles).toBeLessThan(200);
  });

  test('closing slowly in a common turn: analytic time, told in the world', () => {
    // in the common frame, turned by 2.4 t, the gap of 0.005 along x is closed when 0.1 t cos 2.4 t = 0.005
    const common = { position: [10, 0, 0], quaternion: turned } as const;
    const slow = rigidMotion({ position: [7, 2, 3] }, common);
    const other = rigidMotion({ position: [7, 2, 3] }, { ...common, position: [9.9, 0, 0] });
    const pair = [
      { shape: box(1, [1.005, 0, 0]), motion: other },
      { shape: box(1), motion: slow },
    ] as const;
    const result = firstContact(pair[0], pair[1], { method: methodNamed(method), tolerance: 1e-9 });
    expect(result.status).toBe('contact');
    expect(result.time).toBeGreaterThan(0.05);
    expect(0.1 * result.time * Math.cos(2.4 * result.time)).toBeCloseTo(0.005, 8);
    const [a, b] = result.poses;
    expect(Math.hypot(...a.position.map((x, k) => x - b.position[k]))).toBeCloseTo(0.1 * result.time, 12);
    const { point } = result.contacts[0];
    expect(Math.hypot(point[0] - b.position[0], point[1] - b.position[1], point[2] - b.position[2])).toBeLessThan(1.2);
  });

  test("the guarantee, against brute force (seed 'together')", () => {
    const random = new Random('together');
    for (let round = 0; round < 60; round++) {
      const { a, b } = randomPair(random, { most: 12 });
      const from = { position: randomVector(random, 20), quaternion: random.quaternion() };
      const to = { position: randomVector(random, 20), quaternion: random.quaternion() };
      const side = random.direction();
      const beside = (pose: typeof from, way: number) => ({ ...pose, position: add(pose.position, times(side, way)) });
      // beside each other all the way, coming closer, both turning alike
      const leader = { ...a, motion: { kind: 'in-between', from, to } as const };
      const end = beside(to, random.range(0.8, 2.3));
      const follower = { ...b, motion: { kind: 'in-between', from: beside(from, 2.1), to: end } as const };
      const result = firstContact(body(leader), body(follower), { method: methodNamed(method), tolerance: 1e-5, contacts: 'none' });
      expect(violation(new BrutePair(leader, follower), result, 0, 1e-5), `round ${round}`).toBe(null);
    }
  });
});
