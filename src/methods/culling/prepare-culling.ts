import { type Budget, MOST_UNITS } from '../../contact/budget.ts';
import { continued, finished, type Piecemeal } from '../../math/piecemeal.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import { fitLineSweptSphere } from './line-swept-sphere.ts';
import { growObjectBoxes, type ObjectBoxes } from './object-boxes.ts';

/** Boxes of what stands in each scene, as far as there was time to make them. */
const known: WeakMap<ScenePairs, { objects: ObjectBoxes | null; readonly preparing: Piecemeal<ObjectBoxes> }> = new WeakMap();

/** What the stages need to know of meshes beforehand: capsules, which are kept for each, and boxes of what stands. */
function* prepareCulling({ moving, standingViews }: ScenePairs): Piecemeal<ObjectBoxes> {
  for (const { mesh } of moving) yield* fitLineSweptSphere(mesh);
  return yield* growObjectBoxes(standingViews);
}

/** Around what stands; null: it is late, and the next question goes on with the work. */
export function objectsInTime(pairs: ScenePairs, budget: Budget): ObjectBoxes | null {
  const entry = entryOf(pairs);
  entry.objects ??= continued(entry.preparing, () => budget.isLate(MOST_UNITS));
  return entry.objects;
}

/** The same, however long it takes. */
export function objectsOf(pairs: ScenePairs): ObjectBoxes {
  const entry = entryOf(pairs);
  entry.objects ??= finished(entry.preparing);
  return entry.objects;
}

function entryOf(pairs: ScenePairs): { objects: ObjectBoxes | null; readonly preparing: Piecemeal<ObjectBoxes> } {
  let entry = known.get(pairs);
  if (entry === undefined) {
    entry = { objects: null, preparing: prepareCulling(pairs) };
    known.set(pairs, entry);
  }
  return entry;
}
