import { expect, test } from 'vitest';
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { follows } from '../../../src/motion/follows.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { product, turn } from '../../support/brute-force.ts';

test('a segment follows from where the one before it ends, in any unit and by either sign of a quaternion, seed follows', () => {
  const random = new Random('follows');
  for (const unit of [1e-6, 1, 1000]) {
    for (let i = 0; i < 50; i++) {
      const pose = (): Pose => ({ position: random.direction().map((x) => unit * x) as unknown as Vec3, quaternion: random.quaternion() });
      const [start, middle, end] = [pose(), pose(), pose()];
      const before = rigidMotion(start, middle);
      const from = (position: Vec3, quaternion: Quat): boolean => follows(before, rigidMotion({ position, quaternion }, end));
      const { position: p, quaternion: q } = middle as Required<Pose>;
      expect(from(p, q)).toBe(true);
      expect(from(p, q.map((x) => -x) as unknown as Quat)).toBe(true);
      // what files of six digits cut off is another pose, what a computation rounds is not
      const away = random.direction();
      const moved = (by: number): Vec3 => p.map((x, k) => x + by * unit * away[k]) as unknown as Vec3;
      expect([from(moved(1e-13), q), from(moved(1e-6), q)]).toEqual([true, false]);
      expect([from(p, product(turn(away, 1e-9), q)), from(p, product(turn(away, 1e-3), q))]).toEqual([true, false]);
    }
  }
});
