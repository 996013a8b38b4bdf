import { expect, test } from 'vitest';
import { LEAF_STRIDE } from '../../../src/hierarchy/triangle-tree.ts';
import { turnAxes } from '../../../src/hierarchy/turn-axes.ts';
import { Random } from '../../../src/math/random.ts';

/** Σ p⁶ · Σ q⁶ with p and q along two directions of the plane, added up one by one. */
function sixthMoments(groups: Float64Array, [ux, uy]: readonly number[], [vx, vy]: readonly number[]): number {
  let along = 0;
  let across = 0;
  for (let o = 0; o < groups.length; o += LEAF_STRIDE) {
    for (let i = o; i < o + 9; i += 3) {
      along += (groups[i] * ux + groups[i + 1] * uy) ** 6;
      across += (groups[i] * vx + groups[i + 1] * vy) ** 6;
    }
  }
  return along * across;
}

test('the turn is as good as every quarter of the right angle, by moments added up one by one (seed 71)', () => {
  const random = new Random(71);
  let turned = 0;
  for (let round = 0; round < 500; round++) {
    const groups = new Float64Array(LEAF_STRIDE * (1 + Math.floor(random.range(0, 6))));
    const width = random.range(0, 1);
    for (let i = 0; i < groups.length; i++) groups[i] = random.range(-1, 1) * ((i % LEAF_STRIDE) % 3 === 1 ? width : 1);
    const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    turnAxes(groups, 0, groups.length / LEAF_STRIDE, new Float64Array(3), axes);
    const found = sixthMoments(groups, [axes[0], axes[1]], [axes[3], axes[4]]);
    expect(found).toBeLessThanOrEqual(sixthMoments(groups, [1, 0], [0, 1]) * (1 + 1e-9));
    for (let quarter = 1; quarter < 4; quarter++) {
      const angle = (quarter * Math.PI) / 8;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // turning must gain 2 %
      expect(found).toBeLessThanOrEqual((sixthMoments(groups, [c, s], [-s, c]) / 0.98) * (1 + 1e-9));
    }
    if (axes[0] !== 1) turned++;
  }
  expect(turned).toBeGreaterThan(100);
});
