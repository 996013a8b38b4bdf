import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { MotionChecker } from '../../scene/check/motion-checker.ts';
import type { Scene } from '../../scene/scene.ts';

const KEPT: WeakMap<Scene, Map<string, MotionChecker>> = new WeakMap();
/** Checkers kept for one scene, at most. */
const MOST_KEPT = 4;

/** The checker of a scene for these distances. Kept: in a large cell one takes longer to make than most plans. */
export function checkerOf(scene: Scene, clearance: number | ClearanceRules | undefined, tolerance: number | undefined): MotionChecker {
  let kept = KEPT.get(scene);
  if (kept === undefined) {
    kept = new Map();
    KEPT.set(scene, kept);
  }
  const key = JSON.stringify([clearance ?? null, tolerance ?? null]);
  let checker = kept.get(key);
  if (checker === undefined) {
    if (kept.size >= MOST_KEPT) kept.clear();
    checker = new MotionChecker(scene, {
      ...(clearance === undefined ? {} : { clearance }),
      ...(tolerance === undefined ? {} : { tolerance }),
    });
    // states of plans carry what the start decides: how loops are closed
    checker.asGiven = true;
    kept.set(key, checker);
  }
  return checker;
}
