import { expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { add, times } from '../../../support/brute-force.ts';
import { gantry } from './gantry.ts';

const robot = gantry();

test.each([
  ['start and end', 1],
  ['start and through', 0],
  ['through and end', 2],
] as const)("arcs whose %s are one place, whatever their size, leave their plane to rounding (seed 'one place')", (what, which) => {
  const random = new Random('one place');
  for (const apart of [0, 1e-16, 1e-12, 1e-9, 1e-7, 1e-6])
    for (const size of [1e-3, 1, 1e3]) {
      const off = times(random.direction(), apart * size);
      const far = times(random.direction(), size);
      const [through, end] = which === 1 ? [far, off] : which === 0 ? [off, far] : [far, add(far, off)];
      const make = () => toolPath(robot, { link: 'c', from: [0, 0, 0, 0, 0, 0], moves: [{ arc: { position: end }, through }] });
      expect(make, `${apart} of ${size}`).toThrow(new RegExp(`moves\\[0\\]: ${what} are one place.*the plane of the circle`));
    }
});

test('arcs that are nearly whole circles keep their plane', () => {
  for (const size of [0.01, 1]) {
    const path = toolPath(robot, {
      ...{ link: 'c', from: [0, 0, 0, 0, 0, 0] },
      moves: [{ arc: { position: [0, 1e-4 * size, 0] }, through: [2 * size, 0, 0] }],
    });
    for (let k = 0; k <= 40; k++) {
      const [x, y, z] = path.configurationAt((k / 40) * path.segments);
      expect(Math.hypot(x - size, y)).toBeCloseTo(size, 3);
      expect(Math.abs(z)).toBeLessThan(1e-6 * size);
    }
  }
});
