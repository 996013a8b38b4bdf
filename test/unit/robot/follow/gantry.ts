/** Three slides and three turns about one point, so that the tool is where the values say. */
import type { Vec3 } from '../../../../src/math/pose.ts';
import { sphere } from '../../../../src/mesh/primitives.ts';
import { type LinkOptions, Robot } from '../../../../src/robot/robot.ts';

const AXES: readonly (readonly [name: string, axis: Vec3])[] = [
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
  ['z', [0, 0, 1]],
  ['a', [0, 0, 1]],
  ['b', [0, 1, 0]],
  ['c', [1, 0, 0]],
];

export function gantry(radius = 0.02, more: readonly LinkOptions[] = []): Robot {
  return new Robot({
    name: 'gantry',
    links: [
      ...AXES.map(
        ([name, axis], k): LinkOptions => ({
          name,
          ...(k > 0 && { parent: AXES[k - 1][0] }),
          joint: { name, type: k < 3 ? 'prismatic' : 'revolute', axis },
          ...(k === 5 && { shapes: [{ shape: sphere(radius) }] }),
        }),
      ),
      ...more,
    ],
  });
}
