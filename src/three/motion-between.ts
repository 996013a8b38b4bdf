import type { Matrix4, Object3D } from 'three';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { type RigidMotion, rigidMotion } from '../motion/rigid-motion.ts';
import { frameOf, poseOfFrame, shapeChange } from './rigid-frame.ts';
import { updateUpwards } from './world-matrices.ts';

/** A state of an object: a matrix to the world (`matrixWorld.clone()`), or an object, as it is now. */
export type ObjectState = Matrix4 | Object3D;

/** Scale and shear may differ by this share from state to state: what the rounding of 32-bit quaternions leaves. */
export const SAME_SHAPE = 1e-6;

/**
 * The in-between motion from one state of an object to another, of the frame that `meshOf` has its triangles in. Scale,
 * shear and mirroring must stay what they are, else an InputError: for what deforms, see `DeformingObject`.
 *
 * @example
 * ```ts
 * const before = object.matrixWorld.clone();
 * object.position.x += 1;
 * const hit = firstContact({ shape: meshOf(object), motion: motionBetween(before, object) }, bodyOf(wall));
 * ```
 */
export function motionBetween(before: ObjectState, after: ObjectState): RigidMotion {
  const a = elementsOf(before, 'before');
  const b = elementsOf(after, 'after');
  const change = shapeChange(a, b);
  if (!(change <= SAME_SHAPE))
    throw new InputError(
      `motionBetween: scale or shear changes by ${(100 * change).toPrecision(2)} % on the way; a rigid motion keeps them, DeformingObject does not`,
    );
  return rigidMotion(poseOfFrame(frameOf(a)), poseOfFrame(frameOf(b)));
}

function elementsOf(state: ObjectState, what: string): readonly number[] {
  const { isMatrix4, isObject3D } = (state ?? {}) as { readonly isMatrix4?: boolean; readonly isObject3D?: boolean };
  if (isObject3D === true) updateUpwards(state as Object3D);
  else if (isMatrix4 !== true) throw new InputError(`motionBetween: ${what} must be a Matrix4 or an Object3D, got ${shownValue(state)}`);
  const { elements } = isObject3D === true ? (state as Object3D).matrixWorld : (state as Matrix4);
  // as it is now: the same object may stand for a later state too
  return [...elements];
}
