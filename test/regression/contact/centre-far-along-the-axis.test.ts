import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';

// The centre may be any point of the axis. One far along it magnified the rounding of the unit axis: g × u carries u·|g|, while the
// rounding bound counts only ways, which hold |g⊥|. The body then left its axis by 8e-3 with a reported rounding of 1e-11.
const AXIS = [8, 18, 19] as const;
const FAR = 2 ** 40;
const motion = rotationMotion({}, AXIS, 3, [FAR * AXIS[0], FAR * AXIS[1], FAR * AXIS[2]]);

test.each(METHODS)('%s: a point on the axis stays there, wherever on the axis the centre is', (method) => {
  const point = new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const [x, y, z] = poseAt(motion, 1).position;
  const wall = new TriangleMesh([
    ...[x / 2 + AXIS[0], y / 2 + AXIS[1], z / 2 + AXIS[2]],
    ...[x / 2 - AXIS[0], y / 2 - AXIS[1], z / 2 - AXIS[2]],
    ...[x / 2, y / 2, z / 2],
  ]);
  const { status, rounding } = firstContact({ shape: point, motion }, { shape: wall }, { method: methodNamed(method), tolerance: 1e-8 });
  // either the pose is right, or the error is owned up to
  const off = Math.hypot(x, y, z);
  expect(off, `status ${status}`).toBeLessThanOrEqual(rounding);
});
