import { InputError } from '../../math/input-error.ts';
import { MOVED_BY_SCENE } from './scene-capabilities.ts';
import type { SceneMotions } from './scene-motions.ts';

/** Refuses motions that a scene gives its bodies: where states list the pose of every body, nothing follows them. */
export function refuseMoved({ bodyMotions }: { readonly bodyMotions: SceneMotions }, what: string): void {
  const [moved] = Object.keys(bodyMotions);
  if (moved !== undefined)
    throw new InputError(
      `${what}: the scene moves '${moved}' ${MOVED_BY_SCENE}; make one without, and give a robot what it holds by attach`,
    );
}
