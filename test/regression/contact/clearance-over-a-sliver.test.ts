import { expect, it } from 'vitest';
import { elementary } from '../../../src/contact/elementary/elementary.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { randomQuaternion } from '../../unit/soft/random-soft.ts';

// The point of a sliver nearest to a vertex was taken from its normal, which is mostly rounding: a standing vertex was told to come
// within a clearance it kept by four tolerances.
it('a vertex that stands over a sliver keeps its distance, seed 1', () => {
  const random = new Random(1);
  let hits = 0;
  for (let i = 0; i < 2000; i++) {
    const height = 1e-9;
    const d = 0.01 + 0.1 * random.next();
    const q = randomQuaternion(random);
    const at = (x: number, y: number, z: number): Vec3 => rotate(q, [x, y, z]);
    const corners = [at(0.3 + 0.4 * random.next(), height * 0.3, d), at(0, 0, 0), at(1, 0, 0), at(0.5, height, 0)].flat();
    const clearance = d - 1e-8;
    // d is the distance up to the sliver's height squared and rounding
    if (elementary('vertex-face', [...corners, ...corners], { clearance, tolerance: 2.5e-9 }).hit) hits++;
  }
  expect(hits).toBe(0);
});
