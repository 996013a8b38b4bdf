import { TURNING } from '../../contact/moving-pair.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { View } from '../pairs/view.ts';

/** The largest of all bodies of what rounding adds, of how far they turn, and of their radii. */
export function largestRoundingParts(
  { movingViews, standingViews, clock }: ScenePairs,
  near: NearPairs | null,
): { readonly adding: number; readonly turn: number; readonly radius: number } {
  let adding = 0;
  let turn = 0;
  let radius = 0;
  const look = (view: View): void => {
    adding = Math.max(adding, view.adding);
    turn = Math.max(turn, view.turn);
    radius = Math.max(radius, view.radius);
  };
  if (near === null) movingViews.forEach(look);
  else ({ adding, turn, radius } = near.largest(clock[0]));
  standingViews.forEach(look);
  return { adding, turn, radius };
}

/** Bound on ε of any pair whose bodies meet. */
export function largestRounding(pairs: ScenePairs, near: NearPairs | null, clearance: number): number {
  const { adding, turn, radius } = largestRoundingParts(pairs, near);
  return 2 * adding + 2 * TURNING * (1 + 2 * turn) * (2 * radius + clearance);
}
