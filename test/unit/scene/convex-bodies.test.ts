import { expect, test } from 'vitest';
import { box, cylinder, type Motion, PairQuery, Random, rotationMotion, Scene, type TriangleMesh, type Vec3 } from '../../../src/index.ts';
import { hca } from '../../../src/methods/index.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';

// Convex bodies near each other are looked at as wholes before their trees are.

const LYING = { quaternion: [0, Math.SQRT1_2, 0, Math.SQRT1_2] } as const;
const ACROSS = { position: [1.5, 0, 0], quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] } as const;

test.each([10, 30])('beaters that turn by %d rad without touching take no look at triangles', (angle) => {
  const shape = cylinder(0.06, 2);
  const scene = new Scene({
    bodies: [
      { name: 'a', shape },
      { name: 'b', shape },
    ],
  });
  const { status, stats } = scene.firstContact({
    a: rotationMotion(LYING, [0, 0, 1], angle),
    b: rotationMotion(ACROSS, [0, 0, 1], -angle),
  });
  expect(status).toBe('free');
  expect(stats.triangles).toBe(0);
  // 78,634 node pairs by 30 rad, when trees were all there was
  expect(stats.nodes).toBeLessThan(200);
});

test("a scene of convex bodies answers as its pairs do alone (seed 'convex scene')", () => {
  const random = new Random('convex scene');
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
  for (let round = 0; round < 40; round++) {
    const shapes: TriangleMesh[] = [box([1, 0.4, 0.2]), cylinder(0.3, 0.9), box(0.5)];
    const names = ['a', 'b', 'c'];
    const motions: Record<string, Motion> = {};
    for (const name of names) {
      const at = (): Vec3 => [random.range(-1.5, 1.5), random.range(-1.5, 1.5), random.range(-1.5, 1.5)];
      motions[name] = rigidMotion({ position: at(), quaternion: random.quaternion() }, { position: at(), quaternion: random.quaternion() });
    }
    const options = { tolerance: 1e-6, clearance: random.pick([0, 0.05]) };
    const scene = new Scene({ bodies: names.map((name, i) => ({ name, shape: shapes[i] })) });
    const together = scene.firstContact(motions, options);
    seen[together.status]++;
    const alone = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([i, j]) =>
      new PairQuery({ shape: shapes[i] }, { name: 'other', shape: shapes[j] }).firstContact(
        { a: motions[names[i]], b: motions[names[j]] },
        { ...options, method: hca },
      ),
    );
    const first = Math.min(...alone.map(({ status, time }) => (status === 'free' ? 2 : time)));
    expect(together.status === 'free' ? 2 : together.time, `round ${round}`).toBeCloseTo(first, 4);
  }
  expect(seen.free).toBeGreaterThan(2);
  expect(seen.contact).toBeGreaterThan(5);
});
