import { expect, test } from 'vitest';
import type { Quat } from '../../../src/math/pose.ts';
import { rigidMotion, screwMotion } from '../../../src/motion/rigid-motion.ts';

// q and −q are one pose. At exactly half a turn both arcs are as short, and the sign of the quaternion decided which one was taken: the
// same two poses gave two different motions.
test.each([rigidMotion, screwMotion])('exactly half a turn: q and −q give the same motion', (make) => {
  const quaternions: Quat[] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0.6, -0.8, 0, 0],
    [-0.6, 0, 0.8, 0],
  ];
  for (const q of quaternions) {
    const opposite = q.map((x) => -x) as unknown as Quat;
    const one = make({}, { position: [1, 2, 3], quaternion: q });
    const other = make({}, { position: [1, 2, 3], quaternion: opposite });
    expect(one.angle).toBe(Math.PI);
    expect(other.angle).toBe(Math.PI);
    expect(other.axis.map((x) => x + 0)).toEqual(one.axis.map((x) => x + 0));
  }
});
