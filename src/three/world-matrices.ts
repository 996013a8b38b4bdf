/** World matrices of three.js are as old as the last frame that was drawn; here they are brought up to date. */
import type { Object3D, SkinnedMesh } from 'three';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** The object's own, and those of all it hangs on. */
export function updateUpwards(object: Object3D): void {
  if (object.parent !== null) updateUpwards(object.parent);
  object.updateWorldMatrix(false, false, true);
}

/** Those of all below it too, and of the bones that its skins hang on, wherever these are. */
export function updateAround(object: Object3D): void {
  updateUpwards(object);
  object.updateMatrixWorld(true);
  const bones = new Set<Object3D>();
  object.traverse((node) => {
    const { isSkinnedMesh, skeleton } = node as Partial<SkinnedMesh>;
    if (isSkinnedMesh) for (const bone of skeleton?.bones ?? []) bones.add(bone);
  });
  for (const bone of bones) updateUpwards(bone);
}

/** Throws where something else was given; a mark, not a class, because there may be two copies of three. */
export function checkObject(object: unknown, what: string): asserts object is Object3D {
  if ((object as Partial<Object3D> | null | undefined)?.isObject3D !== true)
    throw new InputError(`${what}: needs an Object3D of three.js, got ${shownValue(object)}`);
}

/** An object as messages and answers call it. */
export function objectName({ name, type }: Object3D): string {
  return name || type;
}
