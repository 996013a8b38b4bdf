/** A path through states as a scene's queries take it, with the certificate of all of it. */
import type { Scene, SceneMotions } from '../../scene/scene.ts';
import type { SceneFirstContact } from '../../scene/scene-result.ts';
import type { Kept } from '../goals/free-ends.ts';
import type { SceneLayout } from '../goals/scene-state.ts';
import type { StateSpace, States } from '../space/state-space.ts';

export interface CertifiedPath {
  readonly path: SceneMotions;
  /** Angles that wrap go on from those before. */
  readonly states: readonly States[];
  readonly length: number;
  /** 'free', or there is no path. */
  readonly certificate: SceneFirstContact;
}

export function certifiedPath(scene: Scene, layout: SceneLayout, space: StateSpace, states: readonly States[], kept: Kept): CertifiedPath {
  const { clearance, tolerance } = kept;
  const unrolled: States[] = [states[0]];
  let length = 0;
  for (let k = 1; k < states.length; k++) {
    const out = new Float64Array(space.size);
    space.seenFrom(unrolled[k - 1], 0, states[k], 0, out, 0);
    unrolled.push(out);
    length += space.distance(states[k - 1], 0, states[k], 0);
  }
  if (unrolled.length === 1) unrolled.push(unrolled[0]);
  const path = layout.motions(unrolled);
  const certificate = scene.firstContact(path, { clearance, tolerance, contacts: 'none' });
  return { path, states: unrolled, length, certificate };
}
