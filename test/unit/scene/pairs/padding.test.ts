import { expect, test } from 'vitest';
import { MovingPair } from '../../../../src/contact/moving-pair.ts';
import { FRAME_SIZE } from '../../../../src/contact/volume-gap.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { restMotion, rotationMotion } from '../../../../src/motion/rigid-motion.ts';
import { KEPT_CLEARANCE, KEPT_SIZE, pad, paddedRounding } from '../../../../src/scene/pairs/padding.ts';
import type { View } from '../../../../src/scene/pairs/view.ts';

test('gaps of a scene leave out as much for rounding as those of the two bodies by themselves', () => {
  const [treeA, treeB] = [treeOf(box(1)), treeOf(box([2, 3, 1]))];
  const turning = rotationMotion({ position: [3, 4, 0] }, [0, 0, 1], 2, [0, 0, 0]);
  const pair = new MovingPair(treeA, treeB);
  pair.begin(turning, restMotion(), 0.25);
  pair.placeAt(0.5);
  // all of it that is no sum of positions
  const view = (tree: typeof treeA, state: Float64Array, turn: number) => ({ tree, state, turn, adding: 0 }) as unknown as View;
  const [a, b] = [view(treeA, pair.stateA, turning.turn), view(treeB, pair.stateB, 0)];
  const frame = new Float64Array(FRAME_SIZE);
  const kept = new Float64Array(KEPT_SIZE);
  kept[KEPT_CLEARANCE] = 0.25;
  pad(frame, kept, a, b);
  const least = pair.turning * (treeA.radius + treeB.radius + 0.25 + 5);
  expect(least).toBeGreaterThan(0);
  // the sum with the clearance is rounded itself
  expect(paddedRounding(frame, kept)).toBeGreaterThanOrEqual(least - 2 ** -53);
});
