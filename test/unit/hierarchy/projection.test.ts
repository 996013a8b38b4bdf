import { expect, test } from 'vitest';
import { orthonormalAxes } from '../../../src/hierarchy/principal-axes.ts';
import { Projection, spreadOf } from '../../../src/hierarchy/projection.ts';
import { LEAF_STRIDE } from '../../../src/hierarchy/triangle-tree.ts';
import { Random } from '../../../src/math/random.ts';

test('coordinates in a frame give the points back, bounds touch the outermost, radii are passed over, seed projection', () => {
  const random = new Random('projection');
  const groups = Float64Array.from({ length: LEAF_STRIDE * 9 }, (_, k) => (k % LEAF_STRIDE === 9 ? 1e9 : 5 + random.range(-1, 1)));
  const projection = new Projection(27);
  const { axes, centre, along, bounds } = projection;
  for (const [from, to] of [
    [0, 9],
    [2, 3],
    [4, 9],
  ]) {
    orthonormalAxes(...random.direction(), ...random.direction(), axes);
    centre.set([0, 1, 2].map(() => 5 + random.range(-1, 1)));
    projection.project(groups, from, to);
    const points = Array.from({ length: 3 * (to - from) }, (_, i) => {
      const o = LEAF_STRIDE * (from + Math.floor(i / 3)) + 3 * (i % 3);
      return [...groups.subarray(o, o + 3)];
    });
    points.forEach((point, i) => {
      for (let k = 0; k < 3; k++) {
        const back = centre[k] + [0, 1, 2].reduce((sum, axis) => sum + along[axis][i] * axes[3 * axis + k], 0);
        expect(back).toBeCloseTo(point[k], 13);
      }
      expect(spreadOf(bounds)).toBeGreaterThanOrEqual(Math.hypot(...point.map((x, k) => x - centre[k])) - 1e-14);
    });
    for (let axis = 0; axis < 3; axis++) {
      const values = along[axis].subarray(0, points.length);
      expect([bounds[2 * axis], bounds[2 * axis + 1]]).toEqual([Math.min(...values), Math.max(...values)]);
    }
  }
});
